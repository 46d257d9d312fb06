/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes that rest on each other: features span the common area, and stay the same. */
#include "shape_pair.h"

/* A shape at rest on a body of its own, frames being the same. */
static collider shape(const shape_kind *kind, double x, double y, double z)
{
    collider c = {.kind = kind, .frame = frame_identity(), .size = {x, y, z}};
    ludo_collider_bound(&c);
    return c;
}

static pose at(double x, double y, double z, double yaw)
{
    return pose_make(v3(x, y, z), q_about(v3(0.0, 0.0, 1.0), yaw));
}

/* A box of half lengths 0.5 x 0.5 x 0.25 about the origin, another shape over its upper face. */
static shape_pair over_box(const narrow_phase_kind *touch, collider upper, pose z)
{
    const collider box = shape(&ludo_shape_box, 0.5, 0.5, 0.25);
    const pose origin = at(0.0, 0.0, 0.0, 0.0);
    return touch->b == &ludo_shape_box && upper.kind != &ludo_shape_box
               ? (shape_pair){.a = upper, .b = box, .z_a = z, .z_b = origin, .touch = touch}
               : (shape_pair){.a = box, .b = upper, .z_a = origin, .z_b = z, .touch = touch};
}

static shape_pair stack(double x, double y, double yaw, double height)
{
    const collider upper = shape(&ludo_shape_box, 0.5, 0.5, 0.25);
    return over_box(&ludo_narrow_phase_box_box, upper, at(x, y, 0.25 + 0.25 + height, yaw));
}

/* All features near the upper face have a gap, a normal up (or down, for a shape below), and are
 * one at each of the given points. */
static void check_places(const shape_pair *m, double gap, const double place[][2], int32_t count)
{
    const feature_list list = features_of(m, gap + 1e-3);
    assert_int_equal(list.count, count);
    CHECK_NEAR(gap_of(m), gap, 8.0 * DBL_EPSILON);
    for (int32_t i = 0; i < count; i++) {
        int32_t there = 0;
        for (int32_t k = 0; k < list.count; k++) {
            const feature_view v = view_of(m, &list.item[k]);
            CHECK_NEAR(v.gap, gap, 8.0 * DBL_EPSILON);
            CHECK_NEAR(fabs(v.normal.z), 1.0, 8.0 * DBL_EPSILON);
            CHECK_NEAR(v.point.z, 0.25 + 0.5 * gap, 8.0 * DBL_EPSILON);
            there += fabs(v.point.x - place[i][0]) < 1e-12 && fabs(v.point.y - place[i][1]) < 1e-12;
        }
        assert_int_equal(there, 1);
    }
}

/* ---- boxes ---- */

static const double gaps[] = {-1e-6, 0.0, 1e-9, 1e-3};

#define FOR_GAPS(gap) for (const double *gap = gaps; gap < gaps + sizeof gaps / sizeof *gaps; gap++)

static void boxes_that_are_aligned_touch_at_four_corners(void **state)
{
    (void)state;
    FOR_GAPS(gap)
    {
        const shape_pair m = stack(0.0, 0.0, 0.0, *gap);
        const double place[][2] = {{0.5, 0.5}, {-0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}};
        check_places(&m, *gap, place, 4);
    }
}

static void boxes_turned_by_45_degrees_touch_in_an_octagon(void **state)
{
    (void)state;
    const double k = 0.5 * (sqrt(2.0) - 1.0);
    const double place[][2] = {{0.5, k}, {0.5, -k}, {-0.5, k}, {-0.5, -k},
                               {k, 0.5}, {k, -0.5}, {-k, 0.5}, {-k, -0.5}};
    FOR_GAPS(gap)
    {
        const shape_pair m = stack(0.0, 0.0, 0.25 * PI, *gap);
        check_places(&m, *gap, place, 8);
    }
}

static void boxes_half_over_an_edge_touch_up_to_the_edge(void **state)
{
    (void)state;
    FOR_GAPS(gap)
    {
        const shape_pair flush = stack(0.5, 0.0, 0.0, *gap);
        const double half[][2] = {{0.0, 0.5}, {0.0, -0.5}, {0.5, 0.5}, {0.5, -0.5}};
        check_places(&flush, *gap, half, 4);
        const shape_pair corner = stack(0.5, 0.25, 0.0, *gap);
        const double part[][2] = {{0.0, 0.5}, {0.0, -0.25}, {0.5, 0.5}, {0.5, -0.25}};
        check_places(&corner, *gap, part, 4);
    }
}

static void boxes_that_are_larger_or_smaller_touch_at_corners_of_the_smaller(void **state)
{
    (void)state;
    FOR_GAPS(gap)
    {
        const pose z = at(0.1, -0.05, 0.5 + *gap, 0.0);
        const shape_pair small =
            over_box(&ludo_narrow_phase_box_box, shape(&ludo_shape_box, 0.1, 0.2, 0.25), z);
        const double own[][2] = {{0.2, 0.15}, {0.0, 0.15}, {0.2, -0.25}, {0.0, -0.25}};
        check_places(&small, *gap, own, 4);
        const shape_pair large =
            over_box(&ludo_narrow_phase_box_box, shape(&ludo_shape_box, 2.0, 1.0, 0.25), z);
        const double other[][2] = {{0.5, 0.5}, {-0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}};
        check_places(&large, *gap, other, 4);
    }
}

/* Two roofs that cross: their ridges, at 0.25 sqrt 2 from their centers. */
static void edges_that_cross_touch_at_one_point(void **state)
{
    (void)state;
    const collider box = shape(&ludo_shape_box, 1.0, 0.25, 0.25);
    const double ridge = 0.25 * sqrt(2.0);
    const ludo_quat roof = q_about(v3(1.0, 0.0, 0.0), 0.25 * PI);
    const ludo_quat across = q_about(v3(0.0, 0.0, 1.0), 1.0);
    FOR_GAPS(gap)
    {
        const shape_pair m = {
            .a = box,
            .b = box,
            .z_a = pose_make(v3(0.0, 0.0, 0.0), roof),
            .z_b = pose_make(v3(0.1, 0.0, 2.0 * ridge + *gap), q_mul(across, roof)),
            .touch = &ludo_narrow_phase_box_box,
        };
        const feature_list list = features_of(&m, *gap + 1e-3);
        assert_int_equal(list.count, 1);
        const feature_view v = view_of(&m, &list.item[0]);
        CHECK_NEAR(v.gap, *gap, 8.0 * DBL_EPSILON);
        CHECK_NEAR(gap_of(&m), *gap, 8.0 * DBL_EPSILON);
        CHECK_NEAR(v.normal.z, 1.0, 8.0 * DBL_EPSILON);
        CHECK_NEAR(v.point.x, 0.1, 8.0 * DBL_EPSILON);
        CHECK_NEAR(v.point.z, ridge + 0.5 * *gap, 8.0 * DBL_EPSILON);
    }
}

static void boxes_beside_each_other_touch_nowhere_on_top(void **state)
{
    (void)state;
    const shape_pair m = stack(1.01, 0.0, 0.0, -0.01);
    const feature_list list = features_of(&m, 0.005);
    assert_int_equal(list.count, 0);
    CHECK_NEAR(gap_of(&m), 0.01, 8.0 * DBL_EPSILON);
}

/* ---- capsules ---- */

static const double radius = 0.1;

/* A capsule of half length 0.3 that lies along a direction of the upper face. */
static shape_pair lying(double x, double y, double yaw, double height)
{
    const ludo_quat along =
        q_mul(q_about(v3(0.0, 0.0, 1.0), yaw), q_about(v3(0.0, 1.0, 0.0), 0.5 * PI));
    const pose z = pose_make(v3(x, y, 0.25 + radius + height), along);
    return over_box(&ludo_narrow_phase_capsule_box, shape(&ludo_shape_capsule, radius, 0.3, 0.0),
                    z);
}

static void capsules_lie_on_both_ends(void **state)
{
    (void)state;
    FOR_GAPS(gap)
    {
        const shape_pair m = lying(0.1, 0.2, 0.0, *gap);
        const double place[][2] = {{0.4, 0.2}, {-0.2, 0.2}};
        check_places(&m, *gap, place, 2);
    }
}

static void capsules_over_an_edge_lie_on_it(void **state)
{
    (void)state;
    FOR_GAPS(gap)
    {
        const shape_pair m = lying(0.4, 0.2, 0.0, *gap);
        const double place[][2] = {{0.5, 0.2}, {0.1, 0.2}};
        check_places(&m, *gap, place, 2);
        const shape_pair askew = lying(0.5, 0.0, 0.1, *gap);
        const double other[][2] = {{0.5, 0.0}, {0.5 - 0.3 * cos(0.1), -0.3 * sin(0.1)}};
        check_places(&askew, *gap, other, 2);
    }
}

static void parallel_capsules_touch_at_the_ends_of_their_common_part(void **state)
{
    (void)state;
    const collider capsule = shape(&ludo_shape_capsule, 0.1, 0.3, 0.0);
    const shape_pair m = {
        .a = capsule,
        .b = capsule,
        .z_a = at(0.0, 0.0, 0.0, 0.0),
        .z_b = at(0.25, 0.0, 0.2, 0.0),
        .touch = &ludo_narrow_phase_capsule_capsule,
    };
    const feature_list list = features_of(&m, 0.051);
    assert_int_equal(list.count, 2);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < list.count; i++) {
        const feature_view v = view_of(&m, &list.item[i]);
        CHECK_NEAR(v.gap, 0.05, 8.0 * DBL_EPSILON);
        CHECK_NEAR(v.point.x, 0.125, 8.0 * DBL_EPSILON);
        low = fmin(low, v.point.z);
        high = fmax(high, v.point.z);
    }
    CHECK_NEAR(low, -0.1, 8.0 * DBL_EPSILON);
    CHECK_NEAR(high, 0.3, 8.0 * DBL_EPSILON);
}

/* The point is between the surfaces, not midway between the centers. */
static void balls_of_two_sizes_touch_where_their_surfaces_do(void **state)
{
    (void)state;
    const shape_pair m = {
        .a = shape(&ludo_shape_sphere, 0.3, 0.0, 0.0),
        .b = shape(&ludo_shape_sphere, 0.1, 0.0, 0.0),
        .z_a = at(0.0, 0.0, 0.0, 0.0),
        .z_b = at(0.402, 0.0, 0.0, 0.0),
        .touch = &ludo_narrow_phase_sphere_sphere,
    };
    const feature_list list = features_of(&m, 0.1);
    assert_int_equal(list.count, 1);
    CHECK_NEAR(view_of(&m, &list.item[0]).gap, 0.002, 4.0 * DBL_EPSILON);
    CHECK_NEAR(view_of(&m, &list.item[0]).point.x, 0.301, 4.0 * DBL_EPSILON);
}

/* Cylinders of radius 0.1 and half length 0.5 side by side along z, nearly parallel, that overlap
 * where their axes cross. Moved aside by 1e-3, the axes cross 1 m from there as lines; the features
 * are still points of both shapes, and their gaps those of the shapes to second order. */
static void nearly_parallel_cylinders_touch_within_their_lengths(void **state)
{
    (void)state;
    const collider cylinder = shape(&ludo_shape_cylinder, 0.1, 0.5, 0.0);
    const double depth = 1e-9, sine = 1e-3, aside = 1e-3;
    shape_pair m = {
        .a = cylinder,
        .b = cylinder,
        .z_a = at(0.0, 0.0, 0.0, 0.0),
        .z_b = pose_make(v3(0.2 - depth, 0.0, 0.0), q_about(v3(1.0, 0.0, 0.0), sine)),
        .touch = &ludo_narrow_phase_cylinder_cylinder,
    };
    const feature_list list = features_of(&m, 1e-3);
    double deepest = HUGE_VAL;
    for (int32_t i = 0; i < list.count; i++) {
        deepest = fmin(deepest, view_of(&m, &list.item[i]).gap);
    }
    CHECK_NEAR(deepest, -depth, 8.0 * DBL_EPSILON);
    m.z_b = pose_make(v3(0.2 - depth, aside, 0.0), m.z_b.q);
    for (int32_t i = 0; i < list.count; i++) {
        const feature_view v = view_of(&m, &list.item[i]);
        assert_true(fabs(v.point.z) <= 0.5 + aside);
        // at the ends the axes are sine / 2 + aside from each other, across 0.2 m
        CHECK_NEAR(v.gap, gap_of(&m), 0.5 * (aside + 0.5 * sine) * (aside + 0.5 * sine) / 0.2);
    }
}

/* Cylinders of radius 0.1 and half length 0.5 that touch at an angle of 0.2 rad. Moved aside by
 * 0.15, which leaves them apart, the lines of their axes cross 0.75 from their middles: features
 * that end with the shapes have no gap that is less than the distance of these. */
static void crossing_cylinders_slide_off_each_other(void **state)
{
    (void)state;
    const collider cylinder = shape(&ludo_shape_cylinder, 0.1, 0.5, 0.0);
    shape_pair m = {
        .a = cylinder,
        .b = cylinder,
        .z_a = at(0.0, 0.0, 0.0, 0.0),
        .z_b = pose_make(v3(0.2, 0.0, 0.0), q_about(v3(1.0, 0.0, 0.0), 0.2)),
        .touch = &ludo_narrow_phase_cylinder_cylinder,
    };
    const feature_list list = features_of(&m, 1e-3);
    assert_true(list.count > 0);
    m.z_b = pose_make(v3(0.2, 0.15, 0.0), m.z_b.q);
    assert_true(gap_of(&m) > 5e-3); /* the ends of the axes are 0.2 and 0.05 from each other */
    for (int32_t i = 0; i < list.count; i++) {
        assert_true(view_of(&m, &list.item[i]).gap >= gap_of(&m) - 8.0 * DBL_EPSILON);
    }
}

/* The edge of a box along the side of a cylinder touches at both of its ends, which are beside it,
 * and where it crosses the axis. Turned by 1e-3 about the middle, an end at 0.3 is 3e-4 aside of
 * the lowest line, and (3e-4)^2 / 0.2 higher to second order. */
static void an_edge_along_a_cylinder_touches_at_its_ends(void **state)
{
    (void)state;
    const double turn = 1e-3, higher = 0.09 * turn * turn / 0.2;
    const ludo_quat on_edge = q_about(v3(0.0, 0.0, 1.0), 0.25 * PI);
    const ludo_quat turned = q_about(v3(1.0, 0.0, 0.0), turn);
    const shape_pair m = {
        .a = shape(&ludo_shape_box, 0.05, 0.05, 0.3),
        .b = shape(&ludo_shape_cylinder, 0.1, 0.5, 0.0),
        .z_a = pose_make(v3(0.1 + 0.05 * sqrt(2.0), 0.0, 0.0), q_mul(turned, on_edge)),
        .z_b = at(0.0, 0.0, 0.0, 0.0),
        .touch = &ludo_narrow_phase_box_cylinder,
    };
    const feature_list list = features_of(&m, 1e-6);
    int32_t ends[2] = {0, 0};
    for (int32_t i = 0; i < list.count; i++) {
        const feature_view v = view_of(&m, &list.item[i]);
        const bool is_end = fabs(v.point.z) > 0.29;
        CHECK_NEAR(v.gap, is_end ? higher : 0.0, higher * 1e-4);
        ends[v.point.z > 0.0 ? 1 : 0] += is_end;
    }
    assert_int_equal(ends[0], 1);
    assert_int_equal(ends[1], 1);
    assert_int_equal(list.count, 3);
}

/* ---- stability ---- */

/* Of sizes up to 1, a gap changes by at most sqrt 3 (1 + 1) 1e-8. */
static void small_motions_keep_the_features(void **state)
{
    (void)state;
    const shape_pair resting[] = {stack(0.0, 0.0, 0.0, 1e-9),  stack(0.0, 0.0, 0.25 * PI, 1e-9),
                                  stack(0.5, 0.25, 0.0, 1e-9), stack(0.1, 0.2, 0.3, 1e-9),
                                  lying(0.1, 0.2, 0.3, 1e-9),  lying(0.4, 0.2, 0.0, 1e-9)};
    for (size_t k = 0; k < sizeof resting / sizeof *resting; k++) {
        FOR_SEEDS(seed, 20)
        {
            random_stream r = random_from(1000 * seed);
            shape_pair m = resting[k];
            const feature_list before = features_of(&m, 1e-4);
            const ludo_quat turn = q_turn(random_vec3(&r, 1e-8));
            m.z_b = pose_make(v3_add(m.z_b.x, random_vec3(&r, 1e-8)), q_mul(turn, m.z_b.q));
            const feature_list after = features_of(&m, 1e-4);
            assert_true(same_ids(&before, &after));
            for (int32_t i = 0; i < before.count; i++) {
                const feature_view v = view_of(&resting[k], &before.item[i]);
                const feature_view w = view_of(&m, &after.item[i]);
                CHECK_NEAR(w.gap, v.gap, 4e-8);
                CHECK_NEAR(v3_norm(v3_sub(w.point, v.point)), 0.0, 1e-7);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_that_are_aligned_touch_at_four_corners),
        cmocka_unit_test(boxes_turned_by_45_degrees_touch_in_an_octagon),
        cmocka_unit_test(boxes_half_over_an_edge_touch_up_to_the_edge),
        cmocka_unit_test(boxes_that_are_larger_or_smaller_touch_at_corners_of_the_smaller),
        cmocka_unit_test(edges_that_cross_touch_at_one_point),
        cmocka_unit_test(boxes_beside_each_other_touch_nowhere_on_top),
        cmocka_unit_test(capsules_lie_on_both_ends),
        cmocka_unit_test(capsules_over_an_edge_lie_on_it),
        cmocka_unit_test(parallel_capsules_touch_at_the_ends_of_their_common_part),
        cmocka_unit_test(balls_of_two_sizes_touch_where_their_surfaces_do),
        cmocka_unit_test(nearly_parallel_cylinders_touch_within_their_lengths),
        cmocka_unit_test(crossing_cylinders_slide_off_each_other),
        cmocka_unit_test(an_edge_along_a_cylinder_touches_at_its_ends),
        cmocka_unit_test(small_motions_keep_the_features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
