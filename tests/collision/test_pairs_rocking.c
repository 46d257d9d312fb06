/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylinders that rock on flat ends of others and on faces of boxes: arcs of their rims; and on
 * edges of boxes. */
#include "collision/convex/convex.h"
#include "shape_pair.h"

/* Radius and half length. */
static const double radius = 0.1, half = 0.2, apart = 0.01;

static collider cylinder(void)
{
    collider c = {
        .kind = &ludo_shape_cylinder, .frame = frame_identity(), .size = {radius, half, 0.0}};
    ludo_collider_bound(&c);
    return c;
}

/* A cylinder above another one, aside by (x, y), that leans by `tilt`. */
static shape_pair rocking(double x, double y, ludo_vec3 tilt)
{
    const double height = 2.0 * half + apart + radius * v3_norm(tilt);
    return (shape_pair){
        .a = cylinder(),
        .b = cylinder(),
        .z_a = pose_make(v3(0.0, 0.0, 0.0), (ludo_quat){1.0, 0.0, 0.0, 0.0}),
        .z_b = pose_make(v3(x, y, height), q_turn(tilt)),
        .touch = &ludo_narrow_phase_cylinder_cylinder,
    };
}

static bool is_arc(const feature *f)
{
    return (f->kind == &ludo_feature_rim_plane || f->kind == &ludo_feature_plane_rim) &&
           f->size[1] == 0.0;
}

static int32_t count_arcs(const feature_list *list)
{
    int32_t arcs = 0;
    for (int32_t i = 0; i < list->count; i++) {
        arcs += is_arc(&list->item[i]) ? 1 : 0;
    }
    return arcs;
}

/* The least gap of all features. */
static double least_of(const shape_pair *m, const feature_list *list)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < list->count; i++) {
        least = fmin(least, view_of(m, &list->item[i]).gap);
    }
    return least;
}

/* Lean a cylinder in the direction of an angle about z. */
static ludo_vec3 leaning(double sine, double angle)
{
    return v3(-sine * sin(angle), sine * cos(angle), 0.0);
}

/* A cylinder at (x, y), leaning by a vector, on something. */
typedef shape_pair stand(double x, double y, ludo_vec3 tilt);

/* In the middle, the arc follows the lowest point by 40 degrees: the least gap is that of the
 * shapes, but for `beside` times the square of the sine of the tilt. */
static void check_lowest_points(stand *on, double beside)
{
    const double degree = acos(-1.0) / 180.0;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double sine = pow(10.0, random_uniform(&r, -6.0, -1.0));
        const double angle = random_uniform(&r, 0.0, 360.0) * degree;
        const double turn = random_uniform(&r, -39.0, 39.0) * degree;
        shape_pair m = on(0.0, 0.0, leaning(sine, angle));
        const feature_list list = features_of(&m, 1.0);
        m.z_b = pose_make(m.z_b.x, q_turn(leaning(sine, angle + turn)));
        assert_int_equal(count_arcs(&list), 1);
        CHECK_NEAR(least_of(&m, &list), gap_of(&m), rounding + beside * sine * sine);
    }
}

/* Both rims are as low, and an end of equal size ends radius sine^2 / 2 beside the rim. */
static void an_arc_follows_the_lowest_point(void **state)
{
    (void)state;
    check_lowest_points(rocking, radius);
}

/* An arc ends where the rim leaves the other shape: turned by up to 45 degrees along the rim, it is
 * not nearer than the shapes, but for the slope times the way of the rim aside, which is the half
 * length times the rotation. */
static void no_arc_reaches_beyond_the_other_shape(void **state)
{
    (void)state;
    int32_t arcs = 0;
    FOR_SEEDS(seed, 20 * SEEDS)
    {
        random_stream r = random_from(seed);
        const double sine = pow(10.0, random_uniform(&r, -4.0, -1.5));
        const double angle = random_uniform(&r, 0.0, 2.0 * acos(-1.0));
        shape_pair m = rocking(random_uniform(&r, -0.1, 0.1), random_uniform(&r, -0.1, 0.1),
                               leaning(sine, angle));
        const feature_list list = features_of(&m, 1.0);
        m.z_b = pose_make(m.z_b.x, q_turn(leaning(sine, angle + random_uniform(&r, -0.8, 0.8))));
        for (int32_t i = 0; i < list.count; i++) {
            const double gap = view_of(&m, &list.item[i]).gap;
            if (is_arc(&list.item[i])) {
                arcs++;
                assert_true(gap >= gap_of(&m) - 2.0 * half * sine * sine - rounding);
            }
        }
    }
    assert_true(arcs > 10 * SEEDS);
}

/* Derivatives of arcs. */
static void rows_of_arcs_equal_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double sine = random_uniform(&r, 0.01, 0.1);
        const shape_pair m =
            rocking(random_uniform(&r, -0.05, 0.05), random_uniform(&r, -0.05, 0.05),
                    leaning(sine, random_uniform(&r, 0.0, 6.0)));
        const feature_list list = features_of(&m, 1.0);
        for (int32_t i = 0; i < list.count; i++) {
            if (is_arc(&list.item[i])) {
                // the second derivative, radius / sine, jumps where the lowest point leaves an arc
                check_row(&m, &list.item[i], &r, 1e-7, 3e-7 * radius / sine + 1e-8);
            }
        }
    }
}

/* A cylinder above a face of a cube of half sides 0.12 m. */
static shape_pair rocking_on_face(double x, double y, ludo_vec3 tilt)
{
    shape_pair m = rocking(x, y, tilt);
    m.a =
        (collider){.kind = &ludo_shape_box, .frame = frame_identity(), .size = {0.12, 0.12, half}};
    m.touch = &ludo_narrow_phase_box_cylinder;
    ludo_collider_bound(&m.a);
    return m;
}

/* A half of the rim and points that are as low; the lowest point is over the face. */
static void an_arc_on_a_face_follows_the_lowest_point(void **state)
{
    (void)state;
    check_lowest_points(rocking_on_face, 0.0);
}

/* As on ends: an arc ends at the sides of the face. */
static void no_arc_reaches_beyond_a_face(void **state)
{
    (void)state;
    int32_t arcs = 0;
    FOR_SEEDS(seed, 20 * SEEDS)
    {
        random_stream r = random_from(seed);
        const double sine = pow(10.0, random_uniform(&r, -4.0, -1.5));
        const double angle = random_uniform(&r, 0.0, 2.0 * acos(-1.0));
        shape_pair m = rocking_on_face(random_uniform(&r, -0.15, 0.15),
                                       random_uniform(&r, -0.15, 0.15), leaning(sine, angle));
        const feature_list list = features_of(&m, 1.0);
        m.z_b = pose_make(m.z_b.x, q_turn(leaning(sine, angle + random_uniform(&r, -0.8, 0.8))));
        for (int32_t i = 0; i < list.count; i++) {
            if (is_arc(&list.item[i])) {
                const double gap = view_of(&m, &list.item[i]).gap;
                arcs++;
                assert_true(gap >= gap_of(&m) - 2.0 * half * sine * sine - rounding);
            }
        }
    }
    assert_true(arcs > 5 * SEEDS);
}

/* A cylinder that leans on the edge x = 0.2 of a cube's upper face, with the lowest point of its
 * rim beyond the edge: `along` is the angle between this point and the one on the edge, which is
 * deeper than the edge by `depth`. */
static shape_pair leaning_on_edge(double sine, double angle, double along, double depth)
{
    static const double side = 0.2;
    const pose turn = pose_make(v3(0.0, 0.0, 0.0), q_turn(leaning(sine, angle)));
    const double on = angle + along;
    const ludo_vec3 rim = m3_apply(&turn.R, v3(radius * cos(on), radius * sin(on), -half));
    shape_pair m = {
        .a = {.kind = &ludo_shape_box, .frame = frame_identity(), .size = {side, side, side}},
        .b = cylinder(),
        .z_a = pose_make(v3(0.0, 0.0, 0.0), (ludo_quat){1.0, 0.0, 0.0, 0.0}),
        .z_b = pose_make(v3_sub(v3(side, 0.0, side - depth), rim), turn.q),
        .touch = &ludo_narrow_phase_box_cylinder,
    };
    ludo_collider_bound(&m.a);
    return m;
}

/* A point of the edge in the plane of the end is at the same place, and as deep but for the angle
 * of the normals. Along the normal of the end the shapes overlap by much more: a feature with this
 * normal pushes the end from the edge, which leaves it no less deep. */
static void a_rim_on_an_edge_has_the_normal_between(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double sine = random_uniform(&r, 0.05, 0.15), mirror = random_below(&r, 2) ? 1.0 : -1;
        const double angle = random_uniform(&r, 0.5, 1.2), along = random_uniform(&r, 0.05, 0.3);
        const double depth = pow(10.0, random_uniform(&r, -10.0, -8.0));
        const shape_pair m = leaning_on_edge(sine, mirror * angle, mirror * along, depth);
        const convex_pair p = ludo_convex_pair(&m.a, &m.b, &m.z_a, &m.z_b);
        const feature_list list = features_of(&m, 1e-4);
        int32_t deep = 0;
        for (int32_t i = 0; i < list.count; i++) {
            const feature_view v = view_of(&m, &list.item[i]);
            if (v.gap < 0.0) {
                deep++;
                CHECK_NEAR(ludo_convex_gap_along(&p, v.normal), gap_of(&m), rounding);
            }
        }
        assert_int_equal(deep, 1);
    }
}

/* A cylinder on an edge of a cube, which is along x and level, nearly; aside by (x, y). */
static shape_pair on_edge(double x, double y, ludo_vec3 tilt)
{
    static const double side = 0.2;
    const double eighth = acos(-1.0) / 8.0, height = sqrt(2.0) * side + half + apart;
    shape_pair m = {
        .a = {.kind = &ludo_shape_box, .frame = frame_identity(), .size = {side, side, side}},
        .b = cylinder(),
        .z_a = pose_make(v3(0.0, 0.0, 0.0), (ludo_quat){cos(eighth), sin(eighth), 0.0, 0.0}),
        .z_b = pose_make(v3(x, y, height), q_turn(tilt)),
        .touch = &ludo_narrow_phase_box_cylinder,
    };
    ludo_collider_bound(&m.a);
    return m;
}

/* The faces beside the edge lean by 45 degrees. Both ends of the part of the edge that is below the
 * cylinder are features: where it crosses the rim, or where the edge ends. */
static void an_edge_supports_an_end_at_both_ends(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10 * SEEDS)
    {
        random_stream r = random_from(seed);
        const double x = random_uniform(&r, -0.2, 0.2), y = random_uniform(&r, -0.08, 0.08);
        const double sine = pow(10.0, random_uniform(&r, -12.0, -4.0));
        const shape_pair m = on_edge(x, y, leaning(sine, random_uniform(&r, 0.0, 6.0)));
        // the tilt raises the rim by less than the diameter times the sine
        const feature_list list = features_of(&m, apart + 2.0 * radius * sine + rounding);
        const double chord = sqrt(radius * radius - y * y);
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int32_t i = 0; i < list.count; i++) {
            const feature_view v = view_of(&m, &list.item[i]);
            low = fmin(low, v.point.x);
            high = fmax(high, v.point.x);
        }
        // the tilt moves the lower end by half the length
        CHECK_NEAR(low, fmax(x - chord, -0.2), 2.0 * half * sine + rounding);
        CHECK_NEAR(high, fmin(x + chord, 0.2), 2.0 * half * sine + rounding);
    }
}

/* The number of the feature at x. */
static int32_t number_at(const shape_pair *m, double x)
{
    const feature_list list = features_of(m, apart + 1e-3);
    for (int32_t i = 0; i < list.count; i++) {
        if (fabs(view_of(m, &list.item[i]).point.x - x) < 1e-9) {
            return list.item[i].id;
        }
    }
    return -1;
}

/* Of the two crossings of an edge and the rim one keeps its number while the other passes the end
 * of the edge. */
static void a_crossing_keeps_its_number(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        const shape_pair whole = on_edge(0.05 * side, 0.0, leaning(0.0, 0.0));
        const shape_pair part = on_edge(0.15 * side, 0.0, leaning(0.0, 0.0));
        const int32_t number = number_at(&whole, -0.05 * side);
        assert_true(number >= 0);
        assert_int_equal(number_at(&part, 0.05 * side), number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arc_follows_the_lowest_point),
        cmocka_unit_test(no_arc_reaches_beyond_the_other_shape),
        cmocka_unit_test(rows_of_arcs_equal_central_differences),
        cmocka_unit_test(an_arc_on_a_face_follows_the_lowest_point),
        cmocka_unit_test(no_arc_reaches_beyond_a_face),
        cmocka_unit_test(a_rim_on_an_edge_has_the_normal_between),
        cmocka_unit_test(an_edge_supports_an_end_at_both_ends),
        cmocka_unit_test(a_crossing_keeps_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
