/* SPDX-License-Identifier: Apache-2.0
 *
 * Polytopes: their graphs and planes against the definition, boxes, copies, failures. */
#include "polytopes.h"

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
    check_planes(&copy, &r);
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
        cmocka_unit_test(a_box_is_the_hull_of_its_corners),
        cmocka_unit_test(a_copy_is_equal_and_in_its_own_memory),
        cmocka_unit_test(fewer_than_four_points_or_flat_ones_have_no_polytope),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
