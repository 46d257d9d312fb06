/* SPDX-License-Identifier: Apache-2.0
 *
 * Spheres, capsules and boxes against each other: gaps against distances by brute force
 * over all ends, depths against separating shifts, rows against differences. */
#include "shape_pair.h"

static const narrow_phase_kind *const pairs[] = {
    &ludo_narrow_phase_sphere_sphere, &ludo_narrow_phase_sphere_capsule,
    &ludo_narrow_phase_sphere_box,    &ludo_narrow_phase_capsule_capsule,
    &ludo_narrow_phase_capsule_box,   &ludo_narrow_phase_box_box,
};

#define FOR_PAIRS(t)                                                                               \
    for (const narrow_phase_kind *const *t = pairs; t < pairs + sizeof pairs / sizeof *pairs; t++)

/* A stream of numbers begins MANY later for the next seed. */
enum { MANY = 1000 };

/* ---- distances ---- */

/* A shape without its radius: a center plus at most three directions, each times a factor from -1
 * to 1. */
typedef struct core {
    ludo_vec3 center, span[3];
    int count;
    double radius;
} core;

static core core_of(const collider *c, const pose *z)
{
    const pose at = collider_pose(c, z);
    core k = {.center = at.x};
    if (c->kind == &ludo_shape_box) {
        k.count = 3;
        for (int i = 0; i < 3; i++) {
            k.span[i] =
                v3(at.R.m[i] * c->size[i], at.R.m[3 + i] * c->size[i], at.R.m[6 + i] * c->size[i]);
        }
        return k;
    }
    k.radius = c->size[0];
    if (c->kind == &ludo_shape_capsule) {
        k.count = 1;
        k.span[0] = m3_apply(&at.R, v3(0.0, 0.0, c->size[1]));
    }
    return k;
}

/* The sum of d and of spans that is nearest to 0: spans of `free` by any factor, the others by the
 * given ones. */
static double length_with(ludo_vec3 d, const ludo_vec3 *span, int count, const int *state)
{
    double A[9], part[3];
    int free[3], n = 0;
    for (int i = 0; i < count; i++) {
        d = v3_axpy(d, (double)state[i], span[i]);
        if (state[i] == 0) {
            free[n++] = i;
        }
    }
    for (int i = 0; i < n; i++) {
        part[i] = -v3_dot(span[free[i]], d);
        for (int k = 0; k < n; k++) {
            A[n * i + k] = v3_dot(span[free[i]], span[free[k]]);
        }
    }
    if (!dense_solve(n, A, part)) {
        return HUGE_VAL;
    }
    for (int i = 0; i < n; i++) {
        d = v3_axpy(d, fmax(-1.0, fmin(1.0, part[i])), span[free[i]]);
    }
    return v3_norm(d);
}

/* The least length of d plus spans times factors: at most three factors aren't -1 or 1, as a linear
 * program in three equations has a solution at a vertex. All choices are tried. */
static double least_length(ludo_vec3 d, const ludo_vec3 *span, int count)
{
    int choices = 1, state[6];
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        choices *= 3;
    }
    for (int choice = 0; choice < choices; choice++) {
        int free = 0;
        for (int i = 0, rest = choice; i < count; i++, rest /= 3) {
            state[i] = rest % 3 - 1;
            free += state[i] == 0;
        }
        if (free <= 3) {
            least = fmin(least, length_with(d, span, count, state));
        }
    }
    return least;
}

/* The distance of the shapes, b shifted; for overlaps below their radii minus the depth. */
static double distance_of(const shape_pair *m, ludo_vec3 shift)
{
    const core a = core_of(&m->a, &m->z_a), b = core_of(&m->b, &m->z_b);
    ludo_vec3 span[6];
    int count = 0;
    for (int i = 0; i < a.count; i++) {
        span[count++] = a.span[i];
    }
    for (int i = 0; i < b.count; i++) {
        span[count++] = b.span[i];
    }
    const ludo_vec3 d = v3_add(v3_sub(b.center, a.center), shift);
    return least_length(d, span, count) - a.radius - b.radius;
}

/* Normal equations lose half the digits where spans are nearly parallel. */
static const double distance_error = 1e-7;

/* ---- random pairs ---- */

static collider random_collider(const shape_kind *kind, random_stream *r)
{
    collider c = {.kind = kind, .frame = random_frame(r)};
    for (int i = 0; i < 3; i++) {
        c.size[i] = random_uniform(r, 0.1, 0.4);
    }
    ludo_collider_bound(&c);
    return c;
}

/* Move b along a random direction until it has a gap. */
static void set_gap(shape_pair *m, double gap, random_stream *r)
{
    const ludo_vec3 u = random_direction(r);
    const pose a = collider_pose(&m->a, &m->z_a), b = collider_pose(&m->b, &m->z_b);
    const ludo_vec3 together = v3_add(m->z_b.x, v3_sub(a.x, b.x));
    double near = 0.0, far = 4.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (near + far);
        m->z_b.x = v3_axpy(together, middle, u);
        if (gap_of(m) < gap) {
            near = middle;
        } else {
            far = middle;
        }
    }
}

static shape_pair meet(const narrow_phase_kind *touch, double low, double high, random_stream *r)
{
    shape_pair m = {.touch = touch};
    m.a = random_collider(touch->a, r);
    m.b = random_collider(touch->b, r);
    m.z_a = random_pose(r);
    m.z_b = random_pose(r);
    set_gap(&m, random_uniform(r, low, high), r);
    return m;
}

static double least_gap(const shape_pair *m, const feature_list *list)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < list->count; i++) {
        least = fmin(least, view_of(m, &list->item[i]).gap);
    }
    return least;
}

/* ---- claims ---- */

/* Less for boxes whose best axis isn't the direction between their nearest points. */
static void gap_is_the_distance(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, 0.0, 0.1, &r);
            const double distance = distance_of(&m, v3(0.0, 0.0, 0.0));
            const feature_list list = features_of(&m, 1.0);
            if (*t != &ludo_narrow_phase_box_box) {
                CHECK_NEAR(gap_of(&m), distance, distance_error);
            } else {
                assert_true(gap_of(&m) <= distance + distance_error);
                assert_true(least_gap(&m, &list) >= gap_of(&m) - rounding);
            }
        }
    }
}

/* No shorter shift separates the shapes in any direction; that along the normal of a feature of
 * this depth does. Features of boxes may be deeper: corners count from the face that they entered.
 */
static void depth_is_the_least_shift_that_takes_shapes_apart(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, -0.1, 0.0, &r);
            const double depth = -gap_of(&m);
            const feature_list list = features_of(&m, 0.0);
            bool apart = false;
            for (int32_t i = 0; i < list.count; i++) {
                const feature_view v = view_of(&m, &list.item[i]);
                const double after = distance_of(&m, v3_scale(depth + 1e-3, v.normal));
                apart = apart ||
                        (fabs(v.gap + depth) <= rounding && fabs(after - 1e-3) < distance_error);
                assert_true(v.gap >=
                            (*t == &ludo_narrow_phase_box_box ? -1.5 : -1.0) * depth - rounding);
            }
            assert_true(apart);
            for (int i = 0; i < 4; i++) {
                const ludo_vec3 less = v3_scale(0.99 * depth, random_direction(&r));
                assert_true(distance_of(&m, less) <= distance_error);
            }
        }
    }
}

/* The features of the nearest points have the gap, and no feature has less. */
static void features_within_the_margin_are_found(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, 0.0, 0.1, &r);
            const feature_list near = features_of(&m, gap_of(&m) + 1e-3);
            assert_int_equal(features_of(&m, gap_of(&m) - 1e-3).count, 0);
            if (*t != &ludo_narrow_phase_box_box) {
                CHECK_NEAR(least_gap(&m, &near), gap_of(&m), rounding);
            }
            for (int32_t i = 0; i < near.count; i++) {
                assert_true(view_of(&m, &near.item[i]).gap <= gap_of(&m) + 1e-3);
            }
        }
    }
}

/* The distance of a point of the world from a shape. */
static double off_shape(const collider *c, const pose *z, ludo_vec3 place)
{
    const core k = core_of(c, z);
    return least_length(v3_sub(place, k.center), k.span, k.count) - k.radius;
}

/* Corners count as over a face on a rim of 1e-6 of sizes up to 0.4. */
static void features_lie_midway_between_the_surfaces(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, -0.05, 0.05, &r);
            const feature_list list = features_of(&m, 0.2);
            for (int32_t i = 0; i < list.count; i++) {
                const feature_view v = view_of(&m, &list.item[i]);
                const ludo_vec3 on_a = v3_axpy(v.point, -0.5 * v.gap, v.normal);
                const ludo_vec3 on_b = v3_axpy(v.point, 0.5 * v.gap, v.normal);
                CHECK_NEAR(v3_norm(v.normal), 1.0, 8.0 * DBL_EPSILON);
                assert_true(off_shape(&m.a, &m.z_a, on_a) <= 1e-6);
                assert_true(off_shape(&m.b, &m.z_b, on_b) <= 1e-6);
            }
        }
    }
}

/* Differences lose eps / step and step^2 times third derivatives: of edges at a small angle 1 /
 * sine^2, of points at the end of an edge step times a jump of curvature. */
static void rows_equal_central_differences(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, -0.05, 0.05, &r);
            const feature_list list = features_of(&m, 0.1);
            for (int32_t i = 0; i < list.count; i++) {
                check_row(&m, &list.item[i], &r, 1e-5, 1e-6);
            }
        }
    }
}

/* Numbers are unique within a list. */
static void features_have_numbers_of_their_own(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            const shape_pair m = meet(*t, -0.1, 0.1, &r);
            const feature_list list = features_of(&m, 1.0);
            for (int32_t i = 0; i < list.count; i++) {
                for (int32_t k = 0; k < i; k++) {
                    assert_int_not_equal(list.item[i].id, list.item[k].id);
                }
            }
        }
    }
}

/* ---- degenerate input ---- */

static void centers_that_coincide_have_a_normal(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        random_stream r = random_from(MANY);
        shape_pair m = meet(*t, 0.0, 0.1, &r);
        m.a.frame.position = m.b.frame.position = v3(0.0, 0.0, 0.0);
        m.z_b.x = m.z_a.x;
        const feature_list list = features_of(&m, 1.0);
        for (int32_t i = 0; i < list.count; i++) {
            const feature_view v = view_of(&m, &list.item[i]);
            CHECK_NEAR(v3_norm(v.normal), 1.0, 8.0 * DBL_EPSILON);
            assert_true(v3_finite(v.point));
        }
        assert_true(gap_of(&m) < 0.0);
    }
}

/* A point found over a face leaves through it, however near another face is. */
static void points_leave_boxes_the_way_they_came(void **state)
{
    (void)state;
    shape_pair m = {.touch = &ludo_narrow_phase_sphere_box};
    m.a = (collider){.frame = frame_identity(), .size = {0.01}};
    m.b = (collider){.frame = frame_identity(), .size = {0.5, 0.5, 0.5}};
    m.z_a = pose_make(v3(0.49, 0.0, 0.52), q_identity());
    m.z_b = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    const feature_list over = features_of(&m, 0.1);
    assert_int_equal(over.count, 1);
    m.z_a.x.z = 0.45;
    const feature_view in = view_of(&m, &over.item[0]);
    CHECK_NEAR(in.gap, -0.06, 4.0 * DBL_EPSILON);
    CHECK_NEAR(in.normal.z, -1.0, 0.0);
    /* found there it leaves through the nearest */
    const feature_list inside = features_of(&m, 0.1);
    CHECK_NEAR(view_of(&m, &inside.item[0]).gap, -0.02, 4.0 * DBL_EPSILON);
    CHECK_NEAR(view_of(&m, &inside.item[0]).normal.x, -1.0, 0.0);
}

/* Positions there are multiples of 1e6 eps, to which the gap is exact. */
static void gaps_are_as_good_as_positions_far_from_the_origin(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            random_stream r = random_from(MANY * seed);
            shape_pair m = meet(*t, -0.05, 0.05, &r);
            const double gap = gap_of(&m);
            const ludo_vec3 far = random_vec3(&r, 1e6);
            m.z_a.x = v3_add(m.z_a.x, far);
            m.z_b.x = v3_add(m.z_b.x, far);
            CHECK_NEAR(gap_of(&m), gap, 4.0 * 1e6 * DBL_EPSILON);
        }
    }
}

static void nan_poses_touch_nothing(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        random_stream r = random_from(MANY);
        shape_pair m = meet(*t, 0.0, 0.1, &r);
        m.z_b.x = v3(nan(""), nan(""), nan(""));
        assert_int_equal(features_of(&m, HUGE_VAL).count, 0);
        assert_true(isnan(gap_of(&m)));
    }
}

static void pairs_of_types_are_found_either_way(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        bool swapped = true;
        assert_ptr_equal(ludo_narrow_phase_find((*t)->a, (*t)->b, &swapped), *t);
        assert_false(swapped);
        assert_ptr_equal(ludo_narrow_phase_find((*t)->b, (*t)->a, &swapped), *t);
        assert_true(swapped == ((*t)->a != (*t)->b));
    }
}

/* Shapes that count as apart by a distance are; all with a gap >= 0 count as apart by none. */
static void shapes_apart_are_as_far_as_they_say(void **state)
{
    (void)state;
    FOR_PAIRS(t)
    {
        FOR_SEEDS(seed, (*t)->apart != NULL ? MANY : 0)
        {
            random_stream r = random_from(seed);
            const shape_pair m = meet(*t, -0.1, 0.3, &r);
            const double gap = gap_of(&m), distance = random_uniform(&r, 0.0, 0.3);
            const bool far = (*t)->apart(&m.a, &m.b, &m.z_a, &m.z_b, distance);
            assert_true(!far || gap >= distance * (1.0 - 1e-8));
            assert_true((*t)->apart(&m.a, &m.b, &m.z_a, &m.z_b, 0.0) == (gap >= 0.0));
        }
    }
}

/* A full list takes a feature nearer than its farthest one. */
static void full_lists_keep_the_nearest(void **state)
{
    (void)state;
    const pose at = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    feature_list list = {.count = 0};
    for (int32_t i = 0; i < 2 * MOST_FEATURES; i++) {
        const double distance = (double)(7 * i % (2 * MOST_FEATURES)); /* each once */
        const feature f = {
            .kind = &ludo_feature_point_point, .id = i, .b = {v3(distance, 0.0, 0.0)}};
        ludo_feature_put(&list, &f, &at, &at, 100.0);
    }
    assert_int_equal(list.count, MOST_FEATURES);
    for (int32_t i = 0; i < list.count; i++) {
        assert_true(feature_gap(&list.item[i], &at, &at) < MOST_FEATURES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gap_is_the_distance),
        cmocka_unit_test(depth_is_the_least_shift_that_takes_shapes_apart),
        cmocka_unit_test(features_within_the_margin_are_found),
        cmocka_unit_test(features_lie_midway_between_the_surfaces),
        cmocka_unit_test(rows_equal_central_differences),
        cmocka_unit_test(features_have_numbers_of_their_own),
        cmocka_unit_test(centers_that_coincide_have_a_normal),
        cmocka_unit_test(points_leave_boxes_the_way_they_came),
        cmocka_unit_test(gaps_are_as_good_as_positions_far_from_the_origin),
        cmocka_unit_test(nan_poses_touch_nothing),
        cmocka_unit_test(pairs_of_types_are_found_either_way),
        cmocka_unit_test(shapes_apart_are_as_far_as_they_say),
        cmocka_unit_test(full_lists_keep_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
