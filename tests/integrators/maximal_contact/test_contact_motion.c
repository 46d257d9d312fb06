/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion with contacts: cones and pyramids, tipping against sliding, bounces that conserve energy,
 * chains that fall. */
#include "free_bodies.h"
#include "spec/items.h"

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* A box of 1 kg on the plane. */
static free_body stand_box(double width, double height)
{
    return (free_body){"box", {width, width, height}, 1.0, {0.0, 0.0, height}, upright, {0.0}};
}

/* ---- cones and pyramids ---- */

/* The sliding distance of a box pushed at an angle, in units of v^2 / (2 mu g). */
static double sliding_way(const char *cone, double angle)
{
    const double v = 2.0, mu = 0.3;
    const touch by = {mu, 0.0};
    free_body box = stand_box(0.25, 0.25);
    box.rate[0] = v * cos(angle), box.rate[1] = v * sin(angle);
    ludo_spec *spec = spec_over_plane(true, by);
    add_free_body(spec, &box, by);
    ludo_sim_options options = ludo_sim_options_default();
    options.cone = cone;
    running r = open_free_bodies(spec, &options, 1, &box);
    run_touching(&r, 0.01, 100);
    const ludo_vec3 x = state_of(&r, 0).com;
    assert_true(v3_norm(state_of(&r, 0).linear_velocity) < 1e-8);
    run_close(&r);
    return sqrt(x.x * x.x + x.y * x.y) * 2.0 * mu * g / (v * v);
}

/* The distance is rounded to whole steps: by a h^2 / 8 of 0.68 m. */
static const double rounded = 0.125 * 0.3 * 9.81 * 0.01 * 0.01 / 0.68;

static void the_exact_cone_is_isotropic(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        CHECK_NEAR(sliding_way("exact", 0.125 * 3.141592653589793 * i), 1.0, 1.01 * rounded);
    }
}

/* Between its corners a pyramid of n facets has less friction, by cos(pi / n). */
static void pyramids_have_less_friction_between_their_corners(void **state)
{
    (void)state;
    const double pi = 3.141592653589793;
    CHECK_NEAR(sliding_way("linear4", 0.0), 1.0, 2.0 * rounded);
    CHECK_NEAR(sliding_way("linear4", pi / 4.0), sqrt(2.0), 2.0 * rounded);
    CHECK_NEAR(sliding_way("linear8", pi / 4.0), 1.0, 2.0 * rounded);
    CHECK_NEAR(sliding_way("linear8", pi / 8.0), 1.0 / cos(pi / 8.0), 2.0 * rounded);
}

/* A sliding box keeps its height, up to the clearance of the central path. */
static void sliding_boxes_do_not_lift_off(void **state)
{
    (void)state;
    free_body box = stand_box(0.1, 0.2);
    box.rate[0] = 1.7, box.rate[1] = 0.9, box.rate[5] = 4.0;
    running r = open_on_plane(1, &box, (touch){0.3, 0.0});
    for (int k = 0; k < 60; k++) {
        run_touching(&r, 0.01, 1);
        const double z = state_of(&r, 0).com.z;
        assert_true(z >= 0.2 && z <= 0.2 + 1e-9);
    }
    run_close(&r);
}

/* ---- tipping ---- */

/* Distance and tilt of a box twice as high as wide after half a second on a slope. */
static void on_slope(double slope, double friction, double *way, double *tilt)
{
    const free_body box = stand_box(0.1, 0.2);
    const touch by = {friction, 0.0};
    const double c = 1.0 / sqrt(1.0 + slope * slope);
    ludo_spec *spec = spec_over_plane(true, by);
    set_gravity(spec, g * slope * c, 0.0, -g * c);
    add_free_body(spec, &box, by);
    running r = open_free_bodies(spec, NULL, 1, &box);
    run_touching(&r, 0.01, 50);
    const ludo_body_state s = state_of(&r, 0);
    *way = s.com.x, *tilt = fabs(s.orientation.y);
    run_close(&r);
}

/* Friction below width over height lets it slide before it would tip, above it tip before it would
 * slide; each where its slope is reached. Creep is 1e-8 m in that time, tilt that of clearances. */
static void a_box_tips_where_friction_passes_width_over_height(void **state)
{
    (void)state;
    double way, tilt;
    on_slope(0.488, 0.49, &way, &tilt);
    assert_true(fabs(way) < 1e-8 && tilt < 1e-9);
    on_slope(0.498, 0.49, &way, &tilt);
    assert_true(way > 5e-3 && tilt < 1e-9);
    on_slope(0.502, 0.499, &way, &tilt);
    assert_true(way > 2e-3 && tilt < 1e-9);
    on_slope(0.498, 0.51, &way, &tilt);
    assert_true(fabs(way) < 1e-8 && tilt < 1e-9);
    on_slope(0.502, 0.501, &way, &tilt);
    assert_true(tilt > 1e-3);
    on_slope(0.505, 0.51, &way, &tilt);
    assert_true(tilt > 1e-3);
}

/* ---- bounces ---- */

/* A hundred bounces of a ball: the change of energy is that of kappa, of m g 1 m. */
static void a_ball_keeps_its_energy_over_a_hundred_bounces(void **state)
{
    (void)state;
    const free_body ball = {"sphere", {0.1}, 1.0, {0.0, 0.0, 1.1}, upright, {0.0}};
    running r = open_on_plane(1, &ball, (touch){0.0, 1.0});
    const double start = run_energy(&r);
    int bounces = 0;
    for (double v = 0.0; bounces < 100;) {
        run_steps(&r, 0.01, 1);
        const double now = state_of(&r, 0).linear_velocity.z;
        bounces += now > 0.0 && v < 0.0 ? 1 : 0;
        v = now;
    }
    CHECK_NEAR(run_energy(&r) / start, 1.0, 1e-8);
    run_close(&r);
}

/* A rotating body meets the plane at another point than predicted: energy changes at each bounce by
 * a part of order h, of either sign. The largest relative change. */
static double change_of_what_spins(double h)
{
    static const double size[3] = {0.1, 0.2, 0.0};
    const touch by = {0.0, 1.0};
    const free_body rod = {"box",
                           {0.1, 0.1, 0.25},
                           1.0,
                           {0.0, 0.0, 1.0},
                           {0.9284767, 0.3094922, 0.2063282, 0.0},
                           {1.0, 0.0, 0.0, 1.0, 2.0, 3.0}};
    ludo_spec *spec = spec_over_plane(true, by);
    add_body_at(spec, NULL, (ludo_place){0});
    add_joint(spec, "free", LUDO_WORLD, 0);
    add_geom(spec, 0, "capsule", size, by);
    ludo_body_def body = *ludo_spec_body_at(spec, 0);
    inertia_of(&rod, body.inertia);
    assert_int_equal(ludo_spec_set_body(spec, 0, &body), LUDO_OK);
    running r = open_free_bodies(spec, NULL, 1, &rod);
    const double start = run_energy(&r);
    double most = 0.0;
    for (int k = 0; k < (int)(5.0 / h); k++) {
        run_steps(&r, h, 1);
        most = fmax(most, fabs(run_energy(&r) / start - 1.0));
    }
    run_close(&r);
    return most;
}

static void spinning_bodies_that_bounce_keep_their_energy_to_order_h(void **state)
{
    (void)state;
    /* 0.015, 0.010, 0.0028, 0.0004, 0.0004 with 0.004 s and its halves */
    assert_true(change_of_what_spins(0.004) < 0.03);
    assert_true(change_of_what_spins(0.001) < 0.0075);
}

/* ---- bodies and chains ---- */

/* The order of bodies makes no difference: b's motion as the second and as the first one. */
static void the_order_of_bodies_makes_no_difference(void **state)
{
    (void)state;
    const free_body a = {"sphere", {0.1}, 1.0, {0.0, 0.0, 0.0}, upright, {2.0, 0.0, 0.0, 3.0}};
    const free_body b = {"box",
                         {0.1, 0.08, 0.06},
                         3.0,
                         {0.5, 0.05, 0.02},
                         {0.9, 0.3, 0.2, 0.244948974278318},
                         {-1.0, 0.0, 0.0, 1.0, 4.0, 2.0}};
    for (int i = 0; i < 3; i++) {
        const touch by = {0.5, 0.5 * i};
        ludo_body_state found[2];
        for (int swapped = 0; swapped < 2; swapped++) {
            const free_body bodies[2] = {swapped ? b : a, swapped ? a : b};
            ludo_spec *spec = spec_over_plane(false, by);
            set_gravity(spec, 0.0, 0.0, 0.0);
            add_free_body(spec, &bodies[0], by);
            add_free_body(spec, &bodies[1], by);
            running r = open_free_bodies(spec, NULL, 2, bodies);
            run_touching(&r, 0.005, 80);
            found[swapped] = state_of(&r, swapped ? 0 : 1);
            run_close(&r);
        }
        state_error e = {0};
        state_error_add(&e, &found[0], &found[1]);
        /* after contact the solution is unique to the tolerance of the solver */
        assert_true(found[0].linear_velocity.x > -0.5);
        assert_true(state_error_max(&e) < 1e-9);
    }
}

/* Spheres of a chain come down one after the other; none gets below the plane, all stay joined. */
static void chains_of_spheres_fall_on_the_plane(void **state)
{
    (void)state;
    static const int32_t links[] = {1, 2, 7, 20};
    for (int i = 0; i < 4; i++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_sphere_chain(links[i], NULL, &spec);
        running r = run_open(built, spec, NULL);
        const double start = run_energy(&r);
        run_touching(&r, 0.01, 150);
        for (int32_t b = 0; b < links[i]; b++) {
            assert_true(state_of(&r, b).com.z >= 0.25);
        }
        ludo_violation open;
        assert_int_equal(ludo_sim_violation(r.sim, &open), LUDO_OK);
        assert_true(open.position < 1e-10 && open.velocity < 1e-9);
        assert_true(run_energy(&r) < start);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_cone_is_isotropic),
        cmocka_unit_test(pyramids_have_less_friction_between_their_corners),
        cmocka_unit_test(sliding_boxes_do_not_lift_off),
        cmocka_unit_test(a_box_tips_where_friction_passes_width_over_height),
        cmocka_unit_test(a_ball_keeps_its_energy_over_a_hundred_bounces),
        cmocka_unit_test(spinning_bodies_that_bounce_keep_their_energy_to_order_h),
        cmocka_unit_test(the_order_of_bodies_makes_no_difference),
        cmocka_unit_test(chains_of_spheres_fall_on_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
