/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes of many vertices on planes: gap and features against all vertices, one by one. */
#include "shape_plane_pair.h"

enum { MOST_POINTS = 2000, MOST_CHOSEN = 8 };

/* Points on an ellipsoid in a spiral lattice. */
static void ellipsoid(double *vertex, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const double z = 1.0 - (2.0 * i + 1.0) / n, turn = 2.4 * i, rho = sqrt(1.0 - z * z);
        v3_put(v3(0.3 * rho * cos(turn), 0.2 * rho * sin(turn), 0.1 * z), vertex + 3 * i);
    }
}

/* A prism; its sides and its ends are faces. */
static void prism(double *vertex, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const double turn = 4.0 * PI * (i / 2) / n;
        v3_put(v3(0.3 * cos(turn), 0.3 * sin(turn), i % 2 == 0 ? -0.1 : 0.1), vertex + 3 * i);
    }
}

static const struct solid {
    void (*make)(double *vertex, int32_t n);
    int32_t n;
} solids[] = {{ellipsoid, 20}, {ellipsoid, MOST_POINTS}, {prism, 12}, {prism, 240}};

enum { SOLIDS = sizeof solids / sizeof *solids };

static polytope hull_of(const struct solid *solid)
{
    double vertex[3 * MOST_POINTS];
    const surface s = {vertex, solid->n, NULL, 0};
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    polytope hull;
    const char *problem;
    solid->make(vertex, solid->n);
    assert_int_equal(ludo_polytope_hull(&s, &a, &hull, &problem), LUDO_OK);
    assert_int_equal(hull.vertex_count, solid->n);
    return hull;
}

/* Run a check over all solids, above and below the plane by up to 0.05. */
static void over_solids(void (*check)(shape_pair *m, random_stream *r))
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    for (int32_t i = 0; i < SOLIDS; i++) {
        polytope hull = hull_of(&solids[i]);
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, &ludo_shape_mesh, &r);
            m.b.hull = &hull;
            if (seed % 2 == 0) {
                set_tilt(&m, pow(10.0, random_uniform(&r, -14.0, 0.0)), false, &r);
            }
            set_gap(&m, random_uniform(&r, -0.05, 0.05));
            check(&m, &r);
        }
        ludo_polytope_release(&hull, &a);
    }
}

/* The height of a vertex above the plane. */
static double height_of(const shape_pair *m, int32_t v)
{
    const pose a = collider_pose(&m->a, &m->z_a), b = collider_pose(&m->b, &m->z_b);
    const ludo_vec3 p = m3_apply(&b.R, m->b.hull->vertex[v]);
    return v3_dot(normal_of(m), v3_sub(v3_add(b.x, p), a.x));
}

static bool has_id(const feature_list *list, int32_t id)
{
    bool has = false;
    for (int32_t i = 0; i < list->count; i++) {
        has = has || list->item[i].id == id;
    }
    return has;
}

/* ---- claims ---- */

static void check_gap(shape_pair *m, random_stream *r)
{
    (void)r;
    double least = HUGE_VAL;
    for (int32_t v = 0; v < m->b.hull->vertex_count; v++) {
        least = fmin(least, height_of(m, v));
    }
    CHECK_NEAR(gap_of(m), least, rounding);
}

static void the_gap_is_that_of_the_lowest_vertex(void **state)
{
    (void)state;
    over_solids(check_gap);
}

static void check_features(shape_pair *m, random_stream *r)
{
    const double margin = gap_of(m) + pow(10.0, random_uniform(r, -4.0, -1.0));
    const feature_list list = features_of(m, margin);
    int32_t near = 0;
    double least = HUGE_VAL;
    for (int32_t v = 0; v < m->b.hull->vertex_count; v++) {
        near += height_of(m, v) <= margin ? 1 : 0;
    }
    assert_in_range(list.count, 1, MOST_CHOSEN);
    assert_true(near > MOST_CHOSEN || list.count == near);
    for (int32_t i = 0; i < list.count; i++) {
        const double gap = view_of(m, &list.item[i]).gap;
        assert_true(gap <= margin);
        assert_true(i == 0 || list.item[i - 1].id < list.item[i].id);
        CHECK_NEAR(gap, height_of(m, list.item[i].id), rounding);
        least = fmin(least, gap);
    }
    CHECK_NEAR(least, gap_of(m), rounding);
}

static void features_are_all_near_vertices_or_eight_with_the_deepest(void **state)
{
    (void)state;
    over_solids(check_features);
}

/* Turn b so that one of its faces lies on the plane. */
static void lay_on_face(shape_pair *m, int32_t f)
{
    const ludo_vec3 n = m->b.hull->face[f].normal, down = v3_scale(-1.0, normal_of(m));
    const ludo_vec3 now = q_rotate(q_mul(m->z_b.q, m->b.frame.orientation), n);
    const ludo_quat q = q_normalized(q_make(1.0 + v3_dot(now, down), v3_cross(now, down)));
    m->z_b = pose_make(m->z_b.x, q_normalized(q_mul(q, m->z_b.q)));
    set_gap(m, 0.0);
}

/* Its corners are features at any margin. */
static void check_face(shape_pair *m, random_stream *r)
{
    const polytope *p = m->b.hull;
    const int32_t f = random_below(r, p->face_count);
    lay_on_face(m, f);
    const feature_list list = features_of(m, pow(10.0, random_uniform(r, -6.0, -1.0)));
    for (int32_t k = p->loop[f]; k < p->loop[f + 1] && p->loop[f + 1] - p->loop[f] <= 4; k++) {
        assert_true(has_id(&list, p->corner[k]));
    }
}

static void a_mesh_on_a_face_of_few_corners_has_them_as_features(void **state)
{
    (void)state;
    over_solids(check_face);
}

/* Rounding decides which of the corners of a face is the lowest, not which are extreme. */
static void check_motion(shape_pair *m, random_stream *r)
{
    lay_on_face(m, random_below(r, m->b.hull->face_count));
    const feature_list before = features_of(m, 0.01);
    const ludo_quat turn = q_turn(random_vec3(r, 1e-13));
    m->z_b = pose_make(v3_add(m->z_b.x, random_vec3(r, 1e-13)), q_mul(turn, m->z_b.q));
    const feature_list after = features_of(m, 0.01);
    int32_t lost = 0;
    for (int32_t i = 0; i < before.count; i++) {
        lost += has_id(&after, before.item[i].id) ? 0 : 1;
    }
    assert_in_range(lost, 0, 1);
}

static void small_motions_on_a_face_keep_the_features(void **state)
{
    (void)state;
    over_solids(check_motion);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gap_is_that_of_the_lowest_vertex),
        cmocka_unit_test(features_are_all_near_vertices_or_eight_with_the_deepest),
        cmocka_unit_test(a_mesh_on_a_face_of_few_corners_has_them_as_features),
        cmocka_unit_test(small_motions_on_a_face_keep_the_features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
