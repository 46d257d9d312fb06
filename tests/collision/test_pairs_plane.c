/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes on planes: gaps against samples of their surfaces, rows against differences. Planes are on
 * bodies that move as well. */
#include "shape_plane_pair.h"

enum { SAMPLES = 4000 };

/* ---- surfaces ---- */

static ludo_vec3 on_sphere(const double *size, random_stream *r)
{
    return v3_scale(size[0], random_direction(r));
}

static ludo_vec3 on_capsule(const double *size, random_stream *r)
{
    const double z = random_below(r, 2) == 0 ? -size[1] : size[1];
    return v3_add(v3(0.0, 0.0, z), v3_scale(size[0], random_direction(r)));
}

static ludo_vec3 on_cylinder(const double *size, random_stream *r)
{
    const double angle = random_uniform(r, -PI, PI);
    const double z = random_below(r, 2) == 0 ? -size[1] : size[1];
    return v3(size[0] * cos(angle), size[0] * sin(angle), z);
}

static ludo_vec3 on_box(const double *size, random_stream *r)
{
    return corner_of(size, random_below(r, CORNERS));
}

static ludo_vec3 on_ellipsoid(const double *size, random_stream *r)
{
    const ludo_vec3 e = random_direction(r);
    return v3(size[0] * e.x, size[1] * e.y, size[2] * e.z);
}

/* The distance of a point from the surface, in the shape's frame. */
static double off_sphere(const double *size, ludo_vec3 p)
{
    return v3_norm(p) - size[0];
}

static double off_capsule(const double *size, ludo_vec3 p)
{
    const double z = fmax(-size[1], fmin(size[1], p.z));
    return v3_norm(v3(p.x, p.y, p.z - z)) - size[0];
}

static double off_rim(const double *size, ludo_vec3 p)
{
    return fmax(fabs(sqrt(p.x * p.x + p.y * p.y) - size[0]), fabs(fabs(p.z) - size[1]));
}

static double off_corners(const double *size, ludo_vec3 p)
{
    return v3_max(v3(fabs(p.x) - size[0], fabs(p.y) - size[1], fabs(p.z) - size[2]));
}

static double off_ellipsoid(const double *size, ludo_vec3 p)
{
    return v3_norm(v3(p.x / size[0], p.y / size[1], p.z / size[2])) - 1.0;
}

/* Shapes that touch planes. */
static const struct {
    const shape_kind *kind;
    ludo_vec3 (*sample)(const double *size, random_stream *r); /* of points that may be lowest */
    double (*off)(const double *size, ludo_vec3 p);
} shapes[] = {
    {&ludo_shape_sphere, on_sphere, off_sphere},
    {&ludo_shape_capsule, on_capsule, off_capsule},
    {&ludo_shape_cylinder, on_cylinder, off_rim},
    {&ludo_shape_box, on_box, off_corners},
    {&ludo_shape_ellipsoid, on_ellipsoid, off_ellipsoid},
    {&ludo_shape_mesh, on_box, off_corners},
};

#define FOR_SHAPES(s) for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)

/* The height of a point of the shape's frame above the plane. */
static double height_of(const shape_pair *m, ludo_vec3 p)
{
    const pose a = collider_pose(&m->a, &m->z_a), b = collider_pose(&m->b, &m->z_b);
    return v3_dot(normal_of(m), v3_sub(v3_add(b.x, m3_apply(&b.R, p)), a.x));
}

/* ---- claims ---- */

/* Samples are 1/20 apart: their error is the square of it, of sizes up to 0.4. */
static void gap_is_the_height_of_the_lowest_point(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            double lowest = HUGE_VAL;
            for (int32_t i = 0; i < SAMPLES; i++) {
                lowest = fmin(lowest, height_of(&m, shapes[s].sample(m.b.size, &r)));
            }
            const double gap = gap_of(&m);
            assert_true(lowest >= gap - rounding);
            assert_true(lowest <= gap + 2e-3);
        }
    }
}

static void deepest_feature_has_the_gap(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            const feature_list list = features_of(&m, gap_of(&m) + 1e-3);
            double least = HUGE_VAL;
            for (int32_t i = 0; i < list.count; i++) {
                const feature_view v = view_of(&m, &list.item[i]);
                assert_true(v.gap <= gap_of(&m) + 1e-3);
                least = fmin(least, v.gap);
            }
            CHECK_NEAR(least, gap_of(&m), rounding);
            assert_int_equal(features_of(&m, gap_of(&m) - 1e-3).count, 0);
        }
    }
}

/* Only the upper end of a capsule has points inside. */
static void features_lie_between_the_plane_and_the_surface(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            const feature_list list = features_of(&m, 0.3);
            const pose a = collider_pose(&m.a, &m.z_a), b = collider_pose(&m.b, &m.z_b);
            for (int32_t i = 0; i < list.count; i++) {
                const feature_view v = view_of(&m, &list.item[i]);
                const ludo_vec3 n = normal_of(&m);
                CHECK_NEAR(v3_norm(v3_sub(v.normal, n)), 0.0, 8.0 * DBL_EPSILON);
                CHECK_NEAR(v3_dot(n, v3_sub(v.point, a.x)), 0.5 * v.gap, rounding);
                const ludo_vec3 place = v3_axpy(v.point, 0.5 * v.gap, n);
                const ludo_vec3 p = m3_apply_t(&b.R, v3_sub(place, b.x));
                const double off = shapes[s].off(m.b.size, p);
                assert_true(off <= 10.0 * rounding); // over sizes >= 0.1
                assert_true(off >= -10.0 * rounding || v.gap > gap_of(&m) + 1e-9);
            }
        }
    }
}

/* Differences lose eps / step and step^2 times third derivatives, of rims 1 / sine^2. */
static void rows_equal_central_differences(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            const feature_list list = features_of(&m, 0.1);
            assert_true(list.count > 0);
            for (int32_t i = 0; i < list.count; i++) {
                check_row(&m, &list.item[i], &r, 1e-5, 1e-7);
            }
        }
    }
}

static void small_motions_keep_the_features(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            set_tilt(&m, seed % 2 == 0 ? 0.0 : 1.0, false, &r);
            const feature_list before = features_of(&m, gap_of(&m) + 1e-6);
            assert_true(before.count > 0);
            const ludo_quat turn = q_turn(random_vec3(&r, 1e-9));
            m.z_b = pose_make(v3_add(m.z_b.x, random_vec3(&r, 1e-9)), q_mul(turn, m.z_b.q));
            const feature_list after = features_of(&m, gap_of(&m) + 1e-6);
            assert_true(same_ids(&before, &after));
        }
    }
}

/* ---- the table, and large numbers ---- */

static void pairs_of_types_are_found_either_way(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        bool swapped = false;
        const narrow_phase_kind *t =
            ludo_narrow_phase_find(shapes[s].kind, &ludo_shape_plane, &swapped);
        assert_true(swapped);
        assert_ptr_equal(t, ludo_narrow_phase_find(&ludo_shape_plane, shapes[s].kind, &swapped));
        assert_false(swapped);
        assert_ptr_equal(t->a, &ludo_shape_plane);
        assert_ptr_equal(t->b, shapes[s].kind);
    }
    bool swapped;
    assert_null(ludo_narrow_phase_find(&ludo_shape_plane, &ludo_shape_plane, &swapped));
}

/* Positions there are multiples of 1e6 eps, to which the gap is exact. */
static void gaps_are_as_good_as_positions_far_from_the_origin(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        FOR_SEEDS(seed, SEEDS)
        {
            shape_pair m;
            random_stream r = random_from(seed);
            meet(&m, shapes[s].kind, &r);
            const double gap = gap_of(&m);
            const ludo_vec3 far = random_vec3(&r, 1e6);
            m.z_a.x = v3_add(m.z_a.x, far);
            m.z_b.x = v3_add(m.z_b.x, far);
            CHECK_NEAR(gap_of(&m), gap, 2.0 * 1e6 * DBL_EPSILON);
            const feature_list list = features_of(&m, gap_of(&m) + 1e-6);
            assert_true(list.count > 0);
            for (int32_t i = 0; i < list.count; i++) {
                CHECK_NEAR(view_of(&m, &list.item[i]).gap, gap, 1e-6);
            }
        }
    }
}

static void nan_poses_touch_nothing(void **state)
{
    (void)state;
    FOR_SHAPES(s)
    {
        shape_pair m;
        random_stream r = random_from(1);
        meet(&m, shapes[s].kind, &r);
        m.z_b.x.y = nan("");
        assert_int_equal(features_of(&m, HUGE_VAL).count, 0);
        assert_true(isnan(gap_of(&m)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gap_is_the_height_of_the_lowest_point),
        cmocka_unit_test(deepest_feature_has_the_gap),
        cmocka_unit_test(features_lie_between_the_plane_and_the_surface),
        cmocka_unit_test(rows_equal_central_differences),
        cmocka_unit_test(small_motions_keep_the_features),
        cmocka_unit_test(pairs_of_types_are_found_either_way),
        cmocka_unit_test(gaps_are_as_good_as_positions_far_from_the_origin),
        cmocka_unit_test(nan_poses_touch_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
