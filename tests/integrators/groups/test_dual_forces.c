/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator dual-quaternion where something acts: gravity and buoyancy, pushes, springs,
 * dampers, actuators, functions; the books. */
#include "dual_body.h"

#include "checkpoint.h"
#include "order.h"

static const ludo_vec3 offset = {0.4, -0.3, 0.2}, down = {0.0, 0.0, -9.81};

/* --- gravity --------------------------------------------------------------------------------- */

/* The centre of mass follows its parabola, and the rotation is independent of it up to rounding. */
static void a_body_falls_as_if_it_did_not_turn(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    dual_body b = tumbling();
    b.com = offset;
    running still = open_dual_body(&b, describe_dual_body(&b), &options);
    b.gravity = down;
    running falling = open_dual_body(&b, describe_dual_body(&b), &options);
    run_steps(&still, 0.05, 40);
    run_steps(&falling, 0.05, 40);
    const ludo_body_state a = run_body(&still, 0), z = run_body(&falling, 0);
    check_vector(z.com, v3_scale(2.0, down), 1e-12);
    check_vector(z.linear_velocity, v3_scale(2.0, down), 1e-12);
    check_rotation(z.orientation, a.orientation, 1e-12);
    run_close(&still);
    run_close(&falling);
}

/* Two integrators that share nothing but the model: of a rigid body under its weight the equations
 * of both are the same ones. What both solve them to, over turns of 6 rad. */
static void a_rigid_body_moves_as_by_maximal_with_quaternions(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    ludo_sim_options maximal = ludo_sim_options_default();
    maximal.rotation = "quaternion";
    maximal.tolerance = 1e-13;
    dual_body b = tumbling();
    b.com = offset;
    b.gravity = down;
    b.velocity = v3(1.0, 0.5, -0.3);
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    running m = open_dual_body(&b, describe_dual_body(&b), &maximal);
    run_steps(&r, 0.05, 100);
    run_steps(&m, 0.05, 100);
    const state_error e = state_difference(&r, &m);
    assert_true(state_error_max(&e) < 1e-11);
    run_close(&r);
    run_close(&m);
}

/* A ball of radius 0.1 m and 3 kg in water: half of the water's mass is added. */
static ludo_fluid_def water_around_ball(void)
{
    const double displaced = 4.0 / 3.0 * PI * 1e-3 * 1000.0;
    ludo_fluid_def fluid = {.struct_size = sizeof fluid, .displaced_mass = displaced};
    for (int i = 3; i < 6; i++) {
        fluid.added_mass[i][i] = 0.5 * displaced;
    }
    return fluid;
}

static void a_light_ball_rises_as_its_added_mass_has_it(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const ludo_fluid_def fluid = water_around_ball();
    dual_body b = {.gravity = down, .fluid = &fluid, .velocity = {1.0, 0.0, 0.0}};
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    run_steps(&r, 0.05, 40);
    const double md = fluid.displaced_mass;
    const double rise = 9.81 * (md - dual_mass) / (dual_mass + 0.5 * md);
    check_vector(run_body(&r, 0).com, v3(2.0, 0.0, 2.0 * rise), 1e-12);
    run_close(&r);
}

/* Energy with what lifts: a ship's body whose centre of buoyancy is above its centre of mass swings
 * about upright, in a band of order h^2. */
static void what_floats_swings_and_keeps_its_energy_in_a_band(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    ludo_fluid_def fluid = {
        .struct_size = sizeof fluid, .displaced_mass = dual_mass, .buoyancy = {0.4, -0.3, 0.3}};
    for (int i = 0; i < 6; i++) {
        fluid.added_mass[i][i] = 0.2 + 0.1 * i;
    }
    dual_body b = {.com = offset, .gravity = down, .fluid = &fluid, .turning = {0.8, 0.3, 0.1}};
    double band[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        running r = open_dual_body(&b, describe_dual_body(&b), &options);
        const double before = run_energy(&r);
        for (int i = 0; i < 1000 << k; i++) {
            run_steps(&r, 0.02 / (1 << k), 1);
            band[k] = fmax(band[k], fabs(run_energy(&r) - before));
        }
        run_close(&r);
    }
    print_message("energy bands: %.1e, %.1e J\n", band[0], band[1]);
    assert_true(band[0] < 1e-4);
    CHECK_NEAR(band[0] / band[1], 4.0, 0.4);
}

/* --- tendons, applied forces, functions, against galerkin of order 6 ------------------------- */

/* Forces besides gravity and a spring from (1, 1, 1) in the world to a corner of the body. */
typedef struct acts {
    double damping;
    bool motor, pulled, pushed;
} acts;

static int32_t add_site(ludo_spec *spec, int32_t body, ludo_vec3 at)
{
    int32_t number;
    const ludo_site_def site = {
        .struct_size = sizeof site, .body = body, .frame = {at, {1.0, 0.0, 0.0, 0.0}}};
    assert_int_equal(ludo_spec_add_site(spec, &site, &number), LUDO_OK);
    return number;
}

static ludo_spec *describe_tied(const dual_body *b, const acts *a)
{
    ludo_spec *spec = describe_dual_body(b);
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "distance",
                                    .site_a = add_site(spec, LUDO_WORLD, v3(1.0, 1.0, 1.0)),
                                    .site_b = add_site(spec, 0, v3(0.3, -0.2, 0.5)),
                                    .stiffness = 30.0,
                                    .damping = a->damping,
                                    .rest = {0.7, 0.7}};
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    const ludo_actuator_def motor = {
        .struct_size = sizeof motor, .on_spring = true, .gear = 1.0, .bias = {0.5, 0.0, -1.5}};
    if (a->motor) {
        assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    }
    return spec;
}

/* Towards the origin, the more the longer the run; and about z. */
static void pull(const ludo_force_query *at, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    (void)user;
    wrench[0].force = v3_scale(-1.0 - at->time, at->body[0].position);
    wrench[0].torque = v3(0.0, 0.0, 0.2);
}

static running open_tied(const acts *a, const ludo_sim_options *options)
{
    dual_body b = tumbling();
    b.com = offset;
    b.gravity = down;
    b.velocity = v3(0.5, 0.2, 1.0);
    running r = open_dual_body(&b, describe_tied(&b, a), options);
    const ludo_wrench push = {{1.0, -2.0, 0.5}, {0.3, 0.1, -0.2}};
    if (a->pushed) {
        assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    }
    if (a->pulled) {
        assert_int_equal(ludo_sim_set_force_function(r.sim, pull, NULL), LUDO_OK);
    }
    return r;
}

static const double duration = 1.0;

static void check_against_galerkin(const acts *a, const char *what)
{
    const ludo_sim_options options = by_dual_quaternion(NULL), exact = by_galerkin_6();
    running fine = open_tied(a, &exact);
    run_steps(&fine, duration / 100, 100);
    order_errors errors;
    for (int i = 0; i < REFINEMENTS; i++) {
        running r = open_tied(a, &options);
        run_steps(&r, duration / (50 << i), 50L << i);
        const state_error e = state_difference(&r, &fine);
        order_add(&errors, i, &e);
        run_close(&r);
    }
    order_check(&errors, what, 2, 0.15); /* the next term of the error series */
    run_close(&fine);
}

static void springs_dampers_motors_pushes_act_as_in_galerkin(void **state)
{
    (void)state;
    check_against_galerkin(&(acts){0}, "a spring");
    check_against_galerkin(&(acts){.damping = 3.0}, "a damper");
    check_against_galerkin(&(acts){.motor = true}, "a motor");
    check_against_galerkin(&(acts){.pushed = true, .pulled = true}, "pushes");
}

/* Of order h^2: halving the step leaves a quarter of the energy error. */
static void check_books(const acts *a)
{
    const ludo_sim_options options = by_dual_quaternion(NULL);
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        ludo_energy from, to;
        running r = open_tied(a, &options);
        assert_int_equal(ludo_sim_energy(r.sim, &from), LUDO_OK);
        run_steps(&r, duration / (50 << i), 50L << i);
        assert_int_equal(ludo_sim_energy(r.sim, &to), LUDO_OK);
        assert_true(to.dissipated + fabs(to.work) > 0.1);
        error[i] = fabs(ludo_energy_error(&from, &to));
        run_close(&r);
    }
    print_message("order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0], error[1],
                  error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.2);
}

static void books_tell_what_came_and_went(void **state)
{
    (void)state;
    check_books(&(acts){.damping = 3.0});
    check_books(&(acts){.motor = true});
    check_books(&(acts){.pushed = true});
    check_books(&(acts){.pulled = true});
    check_books(&(acts){.damping = 3.0, .motor = true, .pushed = true, .pulled = true});
}

/* A damper whose impulse is ten times the body's momentum per step; J does not include it. */
static void strong_dampers_are_found_out(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const acts a = {.damping = 300.0};
    running r = open_tied(&a, &options);
    for (int k = 0; k < 50; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, 0.02, &report), LUDO_OK);
        assert_in_range(report.iterations, 1, 15);
    }
    run_close(&r);
}

/* NaN, from some time on. */
static void break_at(const ludo_force_query *at, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    wrench[0].force.x = at->time > *(const double *)user ? (double)NAN : 1.0;
}

/* At the start of a step as at its end. */
static void what_is_no_number_leaves_the_state(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const dual_body b = tumbling();
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    double until = 0.105;
    assert_int_equal(ludo_sim_set_force_function(r.sim, break_at, &until), LUDO_OK);
    run_steps(&r, 0.05, 2);
    checkpoint before = checkpoint_of(r.sim);
    assert_int_equal(ludo_step(r.sim, 0.05, NULL), LUDO_BAD_ARGUMENT);
    assert_true(is_at(r.sim, &before));
    until = 0.01;
    assert_int_equal(ludo_step(r.sim, 0.05, NULL), LUDO_BAD_ARGUMENT);
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    run_close(&r);
}

/* The joint of a floating body transmits nothing. */
static void a_free_joint_transmits_nothing(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const ludo_fluid_def fluid = water_around_ball();
    dual_body b = {.gravity = down, .fluid = &fluid, .turning = {1.0, 2.0, 3.0}};
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    ludo_wrench got;
    run_steps(&r, 0.01, 10);
    assert_int_equal(ludo_sim_reaction(r.sim, 0, &got), LUDO_OK);
    check_vector(got.force, v3(0.0, 0.0, 0.0), 1e-12);
    check_vector(got.torque, v3(0.0, 0.0, 0.0), 1e-12);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_falls_as_if_it_did_not_turn),
        cmocka_unit_test(a_rigid_body_moves_as_by_maximal_with_quaternions),
        cmocka_unit_test(a_light_ball_rises_as_its_added_mass_has_it),
        cmocka_unit_test(what_floats_swings_and_keeps_its_energy_in_a_band),
        cmocka_unit_test(springs_dampers_motors_pushes_act_as_in_galerkin),
        cmocka_unit_test(books_tell_what_came_and_went),
        cmocka_unit_test(strong_dampers_are_found_out),
        cmocka_unit_test(what_is_no_number_leaves_the_state),
        cmocka_unit_test(a_free_joint_transmits_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
