/* SPDX-License-Identifier: Apache-2.0
 *
 * Polytopes: their graphs, planes and searches against the definition, over solids with triangles,
 * with polygons of many corners, and with slivers. */
#include "geometry/polytope.h"
#include "surfaces.h"

#include <float.h>

/* ---- solids ---- */

static ludo_vec3 random_direction(random_stream *r)
{
    return v3_unit(random_vec3(r, 1.0));
}

/* All sign changes of points, without duplicates. */
static void add_signs(draft_surface *d, ludo_vec3 p)
{
    for (int32_t i = 0; i < 8; i++) {
        const bool x = (i & 1) != 0, y = (i & 2) != 0, z = (i & 4) != 0;
        if (!(x && p.x == 0.0) && !(y && p.y == 0.0) && !(z && p.z == 0.0)) {
            (void)add_vertex(d, v3(x ? -p.x : p.x, y ? -p.y : p.y, z ? -p.z : p.z));
        }
    }
}

/* As above, with cyclic exchanges of the axes. */
static void add_orbit(draft_surface *d, ludo_vec3 p)
{
    add_signs(d, p);
    add_signs(d, v3(p.y, p.z, p.x));
    add_signs(d, v3(p.z, p.x, p.y));
}

static void tetrahedron(draft_surface *d, int32_t n)
{
    (void)n;
    (void)add_vertex(d, v3(1.0, 1.0, 1.0));
    (void)add_vertex(d, v3(1.0, -1.0, -1.0));
    (void)add_vertex(d, v3(-1.0, 1.0, -1.0));
    (void)add_vertex(d, v3(-1.0, -1.0, 1.0));
}

static void cube(draft_surface *d, int32_t n)
{
    (void)n;
    add_signs(d, v3(1.0, 1.0, 1.0));
}

static void octahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_orbit(d, v3(1.0, 0.0, 0.0));
}

static const double golden = 1.6180339887498949;

static void dodecahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_signs(d, v3(1.0, 1.0, 1.0));
    add_orbit(d, v3(0.0, 1.0 / golden, golden));
}

static void icosahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_orbit(d, v3(0.0, 1.0, golden));
}

/* A lattice of n points on an ellipsoid. */
static void ellipsoid(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const double z = 1.0 - (2.0 * i + 1.0) / n, turn = 2.0 * PI * i / golden;
        const double rho = sqrt(1.0 - z * z);
        (void)add_vertex(d, v3(0.3 * rho * cos(turn), 0.2 * rho * sin(turn), 0.1 * z));
    }
}

/* A prism with n sides. */
static void prism(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < 2 * n; i++) {
        const double turn = 2.0 * PI * (i / 2) / n;
        (void)add_vertex(d, v3(cos(turn), sin(turn), i % 2 == 0 ? -0.5 : 0.5));
    }
}

/* A needle: a prism whose sides are 1e6 times as long as wide. */
static void needle(draft_surface *d, int32_t n)
{
    prism(d, n);
    move_vertices(d, (mat3){{1e-6, 0.0, 0.0, 0.0, 1e-6, 0.0, 0.0, 0.0, 1.0}}, v3(0.0, 0.0, 0.0));
}

/* Pairs of vertices that are 1e-7 apart, so that most faces are slivers. */
static void slivers(draft_surface *d, int32_t n)
{
    random_stream r = random_from((uint64_t)n);
    for (int32_t i = 0; i < n; i++) {
        const ludo_vec3 p = random_direction(&r);
        (void)add_vertex(d, p);
        (void)add_vertex(d, v3_axpy(p, 1e-7, random_direction(&r)));
    }
}

static void grid(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < n * n * n; i++) {
        (void)add_vertex(d, v3(i / n / n, i / n % n, i % n));
    }
}

static void cloud(draft_surface *d, int32_t n)
{
    random_stream r = random_from((uint64_t)n);
    for (int32_t i = 0; i < n; i++) {
        (void)add_vertex(d, random_vec3(&r, 1.0));
    }
}

/* The counts that are known, else 0. */
static const struct solid {
    const char *name;
    void (*make)(draft_surface *d, int32_t n);
    int32_t n, vertices, edges, faces;
} solids[] = {
    {"tetrahedron", tetrahedron, 0, 4, 6, 4},
    {"cube", cube, 0, 8, 12, 6},
    {"octahedron", octahedron, 0, 6, 12, 8},
    {"dodecahedron", dodecahedron, 0, 20, 30, 12},
    {"icosahedron", icosahedron, 0, 12, 30, 20},
    {"ellipsoid of 20", ellipsoid, 20, 20, 0, 0},
    {"ellipsoid of 2000", ellipsoid, 2000, 2000, 0, 0},
    {"prism of 3", prism, 3, 6, 9, 5},
    {"prism of 40", prism, 40, 80, 120, 42},
    {"prism of 500", prism, 500, 1000, 1500, 502},
    {"needle", needle, 12, 24, 36, 14},
    {"grid", grid, 6, 8, 12, 6},
    {"slivers", slivers, 30, 0, 0, 0},
    {"cloud of 4", cloud, 4, 4, 6, 4},
    {"cloud of 50", cloud, 50, 0, 0, 0},
    {"cloud of 3000", cloud, 3000, 0, 0, 0},
};

enum { SOLIDS = sizeof solids / sizeof *solids };

static polytope hull_of(const draft_surface *d)
{
    const surface s = of_draft(d);
    polytope p;
    const char *problem = NULL;
    assert_int_equal(ludo_polytope_hull(&s, plain_memory(), &p, &problem), LUDO_OK);
    assert_null(problem);
    return p;
}

/* A solid as it is, or rotated and moved at random from seed 2 on. */
static polytope make(const struct solid *solid, uint64_t seed)
{
    draft_surface *d = new_draft();
    solid->make(d, solid->n);
    if (seed > 1) {
        random_stream r = random_from(seed);
        const mat3 R = q_matrix(random_quat(&r));
        move_vertices(d, R, random_vec3(&r, 1.0));
    }
    const polytope p = hull_of(d);
    free(d);
    return p;
}

static void release(polytope *p)
{
    ludo_polytope_release(p, plain_memory());
}

/* Run a check over all solids in several poses. */
static void over_solids(void (*check)(const polytope *p, random_stream *r), uint64_t seeds)
{
    for (int32_t i = 0; i < SOLIDS; i++) {
        FOR_SEEDS(seed, seeds)
        {
            polytope p = make(&solids[i], seed);
            random_stream r = random_from(seed);
            check(&p, &r);
            release(&p);
        }
    }
}

/* ---- graphs ---- */

static void hulls_have_the_counts_of_their_solids(void **state)
{
    (void)state;
    for (int32_t i = 0; i < SOLIDS; i++) {
        const struct solid *s = &solids[i];
        FOR_SEEDS(seed, 10)
        {
            polytope p = make(s, seed);
            assert_int_equal(p.vertex_count - p.edge_count + p.face_count, 2);
            assert_int_equal(p.vertex_count, s->vertices > 0 ? s->vertices : p.vertex_count);
            assert_int_equal(p.edge_count, s->edges > 0 ? s->edges : p.edge_count);
            assert_int_equal(p.face_count, s->faces > 0 ? s->faces : p.face_count);
            release(&p);
        }
    }
}

/* Entry k of a loop or cycle of entries first .. end - 1, or one after it. */
static int32_t cyclic(const int32_t *entry, int32_t first, int32_t end, int32_t k)
{
    return entry[k < end ? k : first + k - end];
}

static void check_loops(const polytope *p)
{
    assert_int_equal(p->loop[0], 0);
    assert_int_equal(p->loop[p->face_count], 2 * p->edge_count);
    for (int32_t f = 0; f < p->face_count; f++) {
        assert_true(p->loop[f + 1] - p->loop[f] >= 3);
        for (int32_t k = p->loop[f]; k < p->loop[f + 1]; k++) {
            const polytope_edge *e = &p->edge[p->side[k]];
            const int32_t next = cyclic(p->corner, p->loop[f], p->loop[f + 1], k + 1);
            const int32_t left = p->corner[k] < next ? 0 : 1;
            assert_int_equal(e->vertex[left], p->corner[k]);
            assert_int_equal(e->vertex[1 - left], next);
            assert_int_equal(e->face[left], f);
            assert_int_equal(polytope_across(p, p->side[k], f), e->face[1 - left]);
            assert_true(p->corner[k] >= p->corner[p->loop[f]]);
        }
    }
}

/* Whether a face has the side from a vertex to another. */
static bool has_side(const polytope *p, int32_t f, int32_t from, int32_t to)
{
    bool has = false;
    for (int32_t k = p->loop[f]; k < p->loop[f + 1]; k++) {
        const int32_t next = cyclic(p->corner, p->loop[f], p->loop[f + 1], k + 1);
        has = has || (p->corner[k] == from && next == to);
    }
    return has;
}

static void check_cycles(const polytope *p)
{
    assert_int_equal(p->around[0], 0);
    assert_int_equal(p->around[p->vertex_count], 2 * p->edge_count);
    for (int32_t v = 0; v < p->vertex_count; v++) {
        const int32_t first = p->around[v], end = p->around[v + 1];
        assert_true(end - first >= 3);
        for (int32_t k = first; k < end; k++) {
            const int32_t f = p->vertex_face[k];
            assert_true(p->neighbour[k] != v);
            assert_true(has_side(p, f, v, p->neighbour[k]));
            assert_true(has_side(p, f, cyclic(p->neighbour, first, end, k + 1), v));
        }
    }
}

static void check_edges(const polytope *p)
{
    for (int32_t e = 0; e < p->edge_count; e++) {
        assert_true(p->edge[e].vertex[0] < p->edge[e].vertex[1]);
        assert_true(p->edge[e].face[0] != p->edge[e].face[1]);
        assert_true(has_side(p, p->edge[e].face[0], p->edge[e].vertex[0], p->edge[e].vertex[1]));
        assert_true(has_side(p, p->edge[e].face[1], p->edge[e].vertex[1], p->edge[e].vertex[0]));
    }
}

static void check_graph(const polytope *p, random_stream *r)
{
    (void)r;
    check_loops(p);
    check_cycles(p);
    check_edges(p);
}

static void loops_cycles_and_edges_agree(void **state)
{
    (void)state;
    over_solids(check_graph, 4);
}

/* ---- planes ---- */

/* The largest coordinate. */
static double extent(const polytope *p)
{
    double most = 0.0;
    for (int32_t v = 0; v < p->vertex_count; v++) {
        most = fmax(most, v3_max(p->vertex[v]));
    }
    return most;
}

/* Coordinates are rounded to eps of the extent, by motions too. Corners of a face lie within a few
 * of these units about its plane; other vertices are as little outside where qhull merged facets.
 */
static void check_planes(const polytope *p, random_stream *r)
{
    (void)r;
    const double rounding = DBL_EPSILON * extent(p);
    for (int32_t f = 0; f < p->face_count; f++) {
        const polytope_plane plane = p->face[f];
        CHECK_NEAR(v3_norm(plane.normal), 1.0, 4.0 * DBL_EPSILON);
        for (int32_t k = p->loop[f]; k < p->loop[f + 1]; k++) {
            const double height = v3_dot(plane.normal, p->vertex[p->corner[k]]) - plane.offset;
            assert_true(height <= 0.0);
            assert_true(height >= -16.0 * rounding);
        }
        for (int32_t v = 0; v < p->vertex_count; v++) {
            const double height = v3_dot(plane.normal, p->vertex[v]) - plane.offset;
            assert_true(height <= 16.0 * rounding);
        }
    }
}

static void faces_are_flat_and_bound_all_vertices(void **state)
{
    (void)state;
    over_solids(check_planes, 4);
}

/* Points about the corners of a cube, as near to each other as qhull's rounding. qhull refuses a
 * few; faces between near points are so narrow that their area has no direction. */
static void faces_between_near_points_do_not_cut_the_polytope(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        d->vertex_count = 0;
        for (int32_t i = 0; i < 60; i++) {
            const int32_t c = random_below(&r, 8);
            (void)add_vertex(d, v3_axpy(v3(c % 2, c / 2 % 2, c / 4), 1e-14, random_vec3(&r, 1.0)));
        }
        move_vertices(d, q_matrix(random_quat(&r)), v3(0.0, 0.0, 0.0));
        const surface points = of_draft(d);
        polytope p;
        const char *problem;
        (void)ludo_polytope_hull(&points, plain_memory(), &p, &problem);
        for (int32_t f = 0; f < p.face_count; f++) {
            for (int32_t v = 0; v < p.vertex_count; v++) {
                const double height = v3_dot(p.face[f].normal, p.vertex[v]) - p.face[f].offset;
                assert_true(height <= 1e-12); // hundreds of roundings
            }
        }
        release(&p);
    }
    free(d);
}

/* ---- searches ---- */

/* The greatest reach along n. */
static double reach_of(const polytope *p, ludo_vec3 n)
{
    double most = -HUGE_VAL;
    for (int32_t v = 0; v < p->vertex_count; v++) {
        most = fmax(most, v3_dot(n, p->vertex[v]));
    }
    return most;
}

/* A search from its start and from any other ends at the same vertex, which is farthest. */
static void check_support_along(const polytope *p, ludo_vec3 n, random_stream *r)
{
    const int32_t v = ludo_polytope_support(p, n, polytope_start(p, n));
    const double most = reach_of(p, n), rounding = 64.0 * DBL_EPSILON * extent(p);
    CHECK_NEAR(v3_dot(n, p->vertex[v]), most, rounding);
    const int32_t start = random_below(r, p->vertex_count);
    const int32_t other = ludo_polytope_support(p, n, start);
    CHECK_NEAR(v3_dot(n, p->vertex[other]), most, rounding);
}

static void check_support(const polytope *p, random_stream *r)
{
    for (int32_t i = 0; i < 200; i++) {
        check_support_along(p, random_direction(r), r);
    }
    for (int32_t i = 0; i < 200; i++) {
        const ludo_vec3 n = p->face[random_below(r, p->face_count)].normal;
        const polytope_edge *e = &p->edge[random_below(r, p->edge_count)];
        const ludo_vec3 along = v3_sub(p->vertex[e->vertex[1]], p->vertex[e->vertex[0]]);
        check_support_along(p, n, r);
        check_support_along(p, v3_scale(-1.0, n), r);
        check_support_along(p, v3_unit(along), r);
        check_support_along(
            p, v3_unit(v3_add(p->face[e->face[0]].normal, p->face[e->face[1]].normal)), r);
    }
    for (int32_t i = 0; i < POLYTOPE_STARTS; i++) {
        const ludo_vec3 n = v3(i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1);
        if (v3_norm(n) > 0.0) {
            check_support_along(p, v3_unit(n), r);
        }
    }
}

static void a_search_finds_a_farthest_vertex(void **state)
{
    (void)state;
    over_solids(check_support, 4);
}

/* Of several farthest vertices the same is found from everywhere. */
static void check_ties(const polytope *p, ludo_vec3 n)
{
    const int32_t v = ludo_polytope_support(p, n, polytope_start(p, n));
    for (int32_t start = 0; start < p->vertex_count; start++) {
        assert_int_equal(ludo_polytope_support(p, n, start), v);
    }
}

static void the_start_of_a_search_has_no_influence(void **state)
{
    (void)state;
    for (int32_t i = 0; i < SOLIDS; i++) {
        polytope p = make(&solids[i], 1);
        for (int32_t f = 0; f < p.face_count && p.vertex_count <= 100; f++) {
            check_ties(&p, p.face[f].normal);
            check_ties(&p, v3_scale(-1.0, p.face[f].normal));
        }
        release(&p);
    }
}

/* The steps of a search from its start, each over all neighbours. */
static int32_t steps_along(const polytope *p, ludo_vec3 n)
{
    int32_t at = polytope_start(p, n), steps = 0;
    for (bool climbs = true; climbs; steps++) {
        const int32_t from = at;
        for (int32_t k = p->around[from]; k < p->around[from + 1]; k++) {
            const int32_t next = p->neighbour[k];
            at = polytope_rises(v3_sub(p->vertex[next], p->vertex[at]), n) ? next : at;
        }
        climbs = at != from;
    }
    return steps;
}

/* Starts are at most 0.5 rad apart and vertices (4 pi / count)^1/2 on a sphere, which the
 * ellipsoid is to the search. */
static void a_search_takes_the_square_root_of_the_vertices(void **state)
{
    (void)state;
    for (int32_t count = 20; count <= 20000; count *= 10) {
        const struct solid solid = {"ellipsoid", ellipsoid, count, count, 0, 0};
        polytope p = make(&solid, 1);
        random_stream r = random_from(1);
        for (int32_t i = 0; i < 1000; i++) {
            const double across = 0.5 / sqrt(4.0 * PI / count);
            assert_true(steps_along(&p, random_direction(&r)) <= 3 + (int32_t)(1.5 * across));
        }
        release(&p);
    }
}

/* Normals are unit vectors to rounding. */
static void check_facing(const polytope *p, random_stream *r)
{
    for (int32_t f = 0; f < p->face_count; f++) {
        const ludo_vec3 n = p->face[f].normal;
        const int32_t v = ludo_polytope_support(p, n, polytope_start(p, n));
        const int32_t found = ludo_polytope_facing(p, n, v);
        assert_true(v3_dot(p->face[found].normal, n) >= 1.0 - 8.0 * DBL_EPSILON);
    }
    for (int32_t i = 0; i < 100; i++) {
        const ludo_vec3 n = random_direction(r);
        const int32_t v = ludo_polytope_support(p, n, polytope_start(p, n));
        const double along = v3_dot(p->face[ludo_polytope_facing(p, n, v)].normal, n);
        for (int32_t k = p->around[v]; k < p->around[v + 1]; k++) {
            assert_true(along >= v3_dot(p->face[p->vertex_face[k]].normal, n));
        }
    }
}

static void the_face_along_its_normal_is_found(void **state)
{
    (void)state;
    over_solids(check_facing, 4);
}

/* ---- boxes and copies ---- */

static void assert_equal_numbers(const int32_t *a, const int32_t *b, int32_t count)
{
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

/* The graph of the box is that which is built from its corners, but for the order of its faces. */
static void a_box_is_the_hull_of_its_corners(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    polytope_box numbers;
    const polytope box = ludo_polytope_box(v3(0.5, 2.0, 3.0), &numbers);
    for (int32_t i = 0; i < box.vertex_count; i++) {
        (void)add_vertex(d, box.vertex[i]);
    }
    polytope hull = hull_of(d);
    assert_int_equal(hull.face_count, box.face_count);
    assert_memory_equal(hull.vertex, box.vertex, 8 * sizeof *box.vertex);
    assert_equal_numbers(hull.around, box.around, 9);
    assert_equal_numbers(hull.neighbour, box.neighbour, 24);
    assert_memory_equal(&hull.half, &box.half, sizeof box.half);
    int32_t same[6] = {0};
    for (int32_t k = 0; k < 24; k++) {
        same[box.vertex_face[k]] = hull.vertex_face[k];
    }
    for (int32_t f = 0; f < 6; f++) {
        const polytope_plane *p = &box.face[f], *q = &hull.face[same[f]];
        assert_true(p->offset == q->offset && v3_dot(p->normal, q->normal) == 1.0);
        for (int32_t k = 0; k < 4; k++) {
            assert_int_equal(box.corner[4 * f + k], hull.corner[4 * same[f] + k]);
            assert_int_equal(box.side[4 * f + k], hull.side[4 * same[f] + k]);
        }
    }
    random_stream r = random_from(1);
    check_graph(&box, &r);
    check_planes(&box, &r);
    check_support(&box, &r);
    check_facing(&box, &r);
    release(&hull);
    free(d);
}

static void a_copy_is_equal_and_in_its_own_memory(void **state)
{
    (void)state;
    polytope p = make(&solids[1], 2);
    const size_t size = ludo_polytope_size(&p);
    char *memory = memory_take(plain_memory(), size);
    assert_non_null(memory);
    const polytope copy = ludo_polytope_copy(&p, memory);
    assert_memory_equal(copy.vertex, p.vertex, size);
    const void *parts[] = {copy.vertex, copy.around, copy.neighbour, copy.vertex_face, copy.face,
                           copy.loop,   copy.corner, copy.side,      copy.edge,        copy.start};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        assert_true((const char *)parts[i] >= memory && (const char *)parts[i] < memory + size);
    }
    random_stream r = random_from(1);
    release(&p);
    check_graph(&copy, &r);
    check_support(&copy, &r);
    memory_give(plain_memory(), memory);
}

/* ---- failures ---- */

static void check_no_hull(const draft_surface *d, const char *said)
{
    const surface s = of_draft(d);
    polytope p;
    const char *problem = NULL;
    assert_int_equal(ludo_polytope_hull(&s, plain_memory(), &p, &problem), LUDO_BAD_MODEL);
    assert_non_null(strstr(problem, said));
    assert_true(p.vertex == NULL && p.vertex_count == 0);
    release(&p);
}

static void fewer_than_four_points_or_flat_ones_have_no_polytope(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    check_no_hull(d, "fewer than four vertices");
    for (int32_t i = 0; i < 10; i++) {
        (void)add_vertex(d, v3(i % 3, i * i % 7, 1.0 + i % 3 + i * i % 7));
    }
    check_no_hull(d, "in a plane");
    free(d);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    cloud(d, 50);
    FOR_FAILING_ALLOCATION(a)
    {
        const surface s = of_draft(d);
        polytope p;
        const char *problem = NULL;
        const ludo_status status = ludo_polytope_hull(&s, &a.hook, &p, &problem);
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(p.vertex == NULL, a.failed);
        assert_null(problem);
        ludo_polytope_release(&p, &a.hook);
    }
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_have_the_counts_of_their_solids),
        cmocka_unit_test(loops_cycles_and_edges_agree),
        cmocka_unit_test(faces_are_flat_and_bound_all_vertices),
        cmocka_unit_test(faces_between_near_points_do_not_cut_the_polytope),
        cmocka_unit_test(a_search_finds_a_farthest_vertex),
        cmocka_unit_test(the_start_of_a_search_has_no_influence),
        cmocka_unit_test(a_search_takes_the_square_root_of_the_vertices),
        cmocka_unit_test(the_face_along_its_normal_is_found),
        cmocka_unit_test(a_box_is_the_hull_of_its_corners),
        cmocka_unit_test(a_copy_is_equal_and_in_its_own_memory),
        cmocka_unit_test(fewer_than_four_points_or_flat_ones_have_no_polytope),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
