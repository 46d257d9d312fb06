/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes that stand on planes: points that span a face, rims that become flat. */
#include "shape_plane_pair.h"

/* The lower rim of a cylinder that leans by `sine`, taken to where it leans by `then`. */
static feature rim_taken(shape_pair *m, double sine, double then, random_stream *r)
{
    meet(m, &ludo_shape_cylinder, r);
    set_tilt(m, sine, random_below(r, 2) == 0, r);
    const feature_list list = features_of(m, 0.06);
    assert_true(list.count > 0);
    assert_string_equal(list.item[0].kind->name, "rim_plane");
    set_tilt(m, then, list.item[0].id >= 4, r);
    return list.item[0];
}

/* As above, with sines of 1e-4 to 1. */
static void rows_of_rims_equal_central_differences_at_all_tilts(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10 * SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        const double sine = pow(10.0, random_uniform(&r, -4.0, -0.1));
        const feature rim = rim_taken(&m, 0.3, sine, &r);
        check_row(&m, &rim, &r, 1e-7, 1e-6);
    }
}

/* Half a rim is never lower than the whole rim after any rotation; both are equal where it was
 * found. Below a sine of 1e-3 it is smoothed. */
static void half_a_rim_is_never_lower_than_the_rim(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10 * SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        const double sine = pow(10.0, random_uniform(&r, -5.0, -0.1));
        const feature rim = rim_taken(&m, 0.3, sine, &r);
        const double gap = view_of(&m, &rim).gap, radius = m.b.size[0];
        assert_true(gap >= gap_of(&m) - rounding);
        assert_true(gap <= gap_of(&m) + radius * sine + rounding);
        const feature_list now = features_of(&m, 1.0);
        for (int32_t i = 0; i < now.count; i++) {
            if (now.item[i].id == rim.id) {
                CHECK_NEAR(gap, gap_of(&m), rounding);
            }
        }
    }
}

/* The angle between the parts of the normal across the axis of a cylinder. */
static double turned_along_rim(const ludo_vec3 from, const ludo_vec3 to)
{
    return fabs(atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y));
}

static ludo_vec3 normal_in_b(const shape_pair *m)
{
    return m3_apply_t(&m->z_b.R, normal_of(m));
}

/* An arc has the gap of the rim until its lowest point has moved by 40 degrees, at any tilt, and is
 * never lower than the rim. An eighth of a degree is the distance of the numbers of a rim. */
static void an_arc_is_exact_until_the_lowest_point_leaves_it(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20 * SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_cylinder, &r);
        m.b.frame = (ludo_frame){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
        const double sine = pow(10.0, random_uniform(&r, -7.0, -0.8));
        const bool over = random_below(&r, 2) == 0;
        set_tilt(&m, sine, over, &r);
        const feature arc = features_of(&m, 1.0).item[0];
        const ludo_vec3 from = normal_in_b(&m);
        assert_string_equal(arc.kind->name, "rim_plane");
        CHECK_NEAR(view_of(&m, &arc).gap, gap_of(&m), rounding);

        const ludo_vec3 w = v3_scale(random_uniform(&r, 0.0, 2.0) * sine, random_direction(&r));
        m.z_b = pose_make(m.z_b.x, q_mul(q_turn(w), m.z_b.q));
        const double gap = view_of(&m, &arc).gap, degree = PI / 180.0;
        assert_true(gap >= gap_of(&m) - rounding);
        if (turned_along_rim(from, normal_in_b(&m)) < (40.0 - 0.125) * degree) {
            CHECK_NEAR(gap, gap_of(&m), rounding);
        }
    }
}

/* A rotation of a cylinder that changes the tilt by a vector of length `change` moves no point of a
 * rim below all features by more than second order. */
static void features_of_a_cylinder_support_it_as_it_tilts(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10 * SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_cylinder, &r);
        const double sine = pow(10.0, random_uniform(&r, -6.0, -0.5));
        const double change = sine * pow(10.0, random_uniform(&r, -3.0, 0.0));
        set_tilt(&m, sine, random_below(&r, 2) == 0, &r);
        const feature_list list = features_of(&m, 1.0);
        const ludo_vec3 w = v3_scale(change, random_direction(&r));
        m.z_b = pose_make(m.z_b.x, q_mul(q_turn(w), m.z_b.q));

        double least = HUGE_VAL;
        for (int32_t i = 0; i < list.count; i++) {
            least = fmin(least, view_of(&m, &list.item[i]).gap);
        }
        const double turned = change / sine + 1.0 / 2048.0;
        const double missed = m.b.size[0] * sine * turned * turned;
        assert_true(least <= gap_of(&m) + missed + rounding);
    }
}

/* ---- resting shapes ---- */

enum { DIRECTIONS = 360 };

/* The least extent of the features from the centre of b's shape, over all directions across the
 * normal. */
static double least_extent(const shape_pair *m, const feature_list *list)
{
    ludo_vec3 P[2];
    v3_span_plane(normal_of(m), P);
    const ludo_vec3 center = collider_pose(&m->b, &m->z_b).x;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < DIRECTIONS; i++) {
        const double angle = 2.0 * PI * i / DIRECTIONS;
        const ludo_vec3 t = v3_axpy(v3_scale(cos(angle), P[0]), sin(angle), P[1]);
        double extent = -HUGE_VAL;
        for (int32_t k = 0; k < list->count; k++) {
            extent = fmax(extent, v3_dot(t, v3_sub(view_of(m, &list->item[k]).point, center)));
        }
        least = fmin(least, extent);
    }
    return least;
}

static void a_box_stands_on_four_corners(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_box, &r);
        set_tilt(&m, 1e-6, random_below(&r, 2) == 0, &r);
        const feature_list list = features_of(&m, gap_of(&m) + 1e-5);
        assert_int_equal(list.count, 4);
        const double width = fmin(m.b.size[0], m.b.size[1]);
        assert_true(least_extent(&m, &list) >= width - 1e-6);                  // its tilt
        assert_true(least_extent(&m, &list) <= width + 0.6 * PI / DIRECTIONS); // half a direction
    }
}

static void a_cube_of_triangles_touches_as_a_box(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_mesh, &r);
        const feature_list mesh = features_of(&m, 0.1);
        bool swapped;
        m.touch = ludo_narrow_phase_find(&ludo_shape_plane, &ludo_shape_box, &swapped);
        const feature_list box = features_of(&m, 0.1);
        assert_int_equal(mesh.count, box.count);
        for (int32_t i = 0; i < box.count; i++) {
            assert_int_equal(mesh.item[i].id, box.item[i].id);
            assert_memory_equal(&mesh.item[i].b, &box.item[i].b, sizeof box.item[i].b);
        }
    }
}

/* On a square with its corners on the rim; where it isn't level on an arc of 80 degrees in place of
 * one corner, at most 45 degrees from it. */
static void a_cylinder_stands_on_a_square(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_cylinder, &r);
        const double sine = pow(10.0, random_uniform(&r, -12.0, -3.1));
        set_tilt(&m, sine, random_below(&r, 2) == 0, &r);
        const feature_list list = features_of(&m, gap_of(&m) + 0.01);
        assert_int_equal(list.count, 4);
        // sqrt(1/2), cos(67.5 degrees), tilted
        assert_true(least_extent(&m, &list) >= (sine < 1e-8 ? 0.7 : 0.38) * m.b.size[0]);
    }
}

static void a_cylinder_lies_on_both_rims(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_cylinder, &r);
        set_tilt(&m, 1.0, false, &r);
        const feature_list list = features_of(&m, gap_of(&m) + 1e-6);
        assert_int_equal(list.count, 2);
        const feature_view v = view_of(&m, &list.item[0]), w = view_of(&m, &list.item[1]);
        CHECK_NEAR(v3_norm(v3_sub(v.point, w.point)), 2.0 * m.b.size[1], 1e-7);
    }
}

enum { SIDES = 120, MOST_VERTICES = 2 * SIDES };

/* The hull of a prism of many sides. */
static polytope prism(const ludo_allocator *a)
{
    double vertex[3 * MOST_VERTICES];
    polytope hull;
    const char *problem;
    for (int32_t i = 0; i < MOST_VERTICES; i++) {
        const double angle = 2.0 * PI * (i / 2) / SIDES;
        v3_put(v3(0.3 * cos(angle), 0.3 * sin(angle), i % 2 == 0 ? -0.1 : 0.1), vertex + 3 * i);
    }
    const surface s = {vertex, MOST_VERTICES, NULL, 0};
    assert_int_equal(ludo_polytope_hull(&s, a, &hull, &problem), LUDO_OK);
    return hull;
}

/* The prism on its face. */
static void a_face_with_many_corners_keeps_its_extent(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    polytope hull = prism(&a);
    FOR_SEEDS(seed, SEEDS)
    {
        shape_pair m;
        random_stream r = random_from(seed);
        meet(&m, &ludo_shape_mesh, &r);
        m.b.hull = &hull;
        set_tilt(&m, pow(10.0, random_uniform(&r, -12.0, -3.0)), false, &r);
        const feature_list list = features_of(&m, gap_of(&m) + 0.01);
        assert_in_range(list.count, 4, 8);
        // 4 directions and the distance of corners; the tilt
        assert_true(least_extent(&m, &list) >= 0.3 * cos(PI / 4.0 + PI / SIDES) - 1e-6);
        double least = HUGE_VAL;
        for (int32_t i = 0; i < list.count; i++) {
            least = fmin(least, view_of(&m, &list.item[i]).gap);
        }
        CHECK_NEAR(least, gap_of(&m), rounding);
    }
    ludo_polytope_release(&hull, &a);
}

/* The prism on a box: more corners than places that are kept at once. */
static void many_corners_on_a_box_keep_their_extent(void **state)
{
    (void)state;
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    polytope hull = prism(&memory);
    shape_pair m = {.touch = &ludo_narrow_phase_box_mesh};
    m.a = (collider){.kind = &ludo_shape_box, .frame = frame_identity(), .size = {1.0, 1.0, 0.1}};
    m.b = (collider){.kind = &ludo_shape_mesh, .frame = frame_identity(), .hull = &hull};
    ludo_collider_bound(&m.a);
    ludo_collider_bound(&m.b);
    m.z_a = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    m.z_b = pose_make(v3(0.1, 0.2, 0.2), q_identity());
    const feature_list list = features_of(&m, 1e-3);
    assert_int_equal(list.count, 8);
    for (int k = 0; k < SIDES; k++) {
        const double angle = 2.0 * PI * k / SIDES;
        double far = -1.0;
        for (int32_t i = 0; i < list.count; i++) {
            const ludo_vec3 x = v3_sub(view_of(&m, &list.item[i]).point, m.z_b.x);
            far = fmax(far, cos(angle) * x.x + sin(angle) * x.y);
        }
        // seven directions and the distance of corners
        assert_true(far >= 0.3 * cos(PI / 7.0 + PI / SIDES));
    }
    ludo_polytope_release(&hull, &memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_rims_equal_central_differences_at_all_tilts),
        cmocka_unit_test(half_a_rim_is_never_lower_than_the_rim),
        cmocka_unit_test(an_arc_is_exact_until_the_lowest_point_leaves_it),
        cmocka_unit_test(features_of_a_cylinder_support_it_as_it_tilts),
        cmocka_unit_test(a_box_stands_on_four_corners),
        cmocka_unit_test(a_cube_of_triangles_touches_as_a_box),
        cmocka_unit_test(a_cylinder_stands_on_a_square),
        cmocka_unit_test(a_cylinder_lies_on_both_rims),
        cmocka_unit_test(a_face_with_many_corners_keeps_its_extent),
        cmocka_unit_test(many_corners_on_a_box_keep_their_extent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
