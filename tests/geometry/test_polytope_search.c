/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches in polytopes against all vertices and faces, one by one. */
#include "polytopes.h"

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

static void boxes_are_searched_as_hulls(void **state)
{
    (void)state;
    polytope_box numbers;
    const polytope box = ludo_polytope_box(v3(0.5, 2.0, 3.0), &numbers);
    random_stream r = random_from(1);
    check_support(&box, &r);
    check_facing(&box, &r);
    for (int32_t f = 0; f < box.face_count; f++) {
        check_ties(&box, box.face[f].normal);
        const int32_t v = ludo_polytope_support(&box, box.face[f].normal, 0);
        assert_int_equal(ludo_polytope_facing(&box, box.face[f].normal, v), f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_finds_a_farthest_vertex),
        cmocka_unit_test(the_start_of_a_search_has_no_influence),
        cmocka_unit_test(a_search_takes_the_square_root_of_the_vertices),
        cmocka_unit_test(the_face_along_its_normal_is_found),
        cmocka_unit_test(boxes_are_searched_as_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
