/* SPDX-License-Identifier: Apache-2.0
 *
 * Runge-Kutta in joint coordinates: orders against reference solutions and against itself with
 * forces of every kind, the same motion as the maximal integrator's, energy balance, steps that are
 * too large. */
#include "everything.h"
#include "checkpoint.h"
#include "order.h"

#include "data/reference.h"
#include "data/reference_chains.h"

#include <stdio.h>
#include <string.h>

static ludo_sim_options runge_kutta(int32_t order)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "runge-kutta";
    options.order = order;
    return options;
}

/* How far orders that are measured at three step sizes may be from the claim: the next term of the
 * error series adds about this much. */
static double slack(int32_t order)
{
    return order == 4 ? 0.25 : 0.1;
}

/* --- references ------------------------------------------------------------------------------ */

/* A chain that falls from horizontal: the angles and rates that it has at 0.5 s. */
typedef struct falling_chain {
    int32_t links;
    const double *angle, *rate;
    int32_t steps; /* of the coarsest run */
} falling_chain;

static running open_chain(int32_t links, const char *joint, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {.links = links, .joint = joint};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, options);
}

static double chain_error(const falling_chain *c, const ludo_sim_options *options, int32_t steps)
{
    running r = open_chain(c->links, "hinge", options);
    run_steps(&r, 0.5 / steps, steps);
    double worst = 0.0;
    for (int32_t j = 0; j < c->links; j++) {
        worst = fmax(worst, fabs(coordinate(&r, j) - c->angle[j]));
        worst = fmax(worst, fabs(rate(&r, j) - c->rate[j]));
    }
    run_close(&r);
    return worst;
}

static void chains_converge_to_their_references_with_orders_2_and_4(void **state)
{
    (void)state;
    const falling_chain chains[] = {{3, chain_3_angle, chain_3_rate, 40},
                                    {10, chain_10_angle, chain_10_rate, 160}};
    for (int k = 0; k < 2; k++) {
        for (int32_t order = 2; order <= 4; order += 2) {
            const ludo_sim_options options = runge_kutta(order);
            double error[REFINEMENTS];
            for (int i = 0; i < REFINEMENTS; i++) {
                error[i] = chain_error(&chains[k], &options, chains[k].steps << i);
            }
            print_message("chain of %d: order %.2f (errors %.2e %.2e %.2e)\n", (int)chains[k].links,
                          slope(error), error[0], error[1], error[2]);
            CHECK_NEAR(slope(error), order, slack(order));
        }
    }
}

/* Orientations and angular velocities of bodies on balls, each hanging on the one before. */
static double turning_error(running *r, const reference_body *want, int bodies)
{
    double worst = 0.0;
    for (int b = 0; b < bodies; b++) {
        const ludo_body_state got = run_body(r, b);
        const ludo_vec3 dw = v3_sub(got.angular_velocity, want[b].angular_velocity);
        worst = fmax(worst, angle_between(got.orientation, want[b].orientation));
        worst = fmax(worst, v3_norm(dw));
    }
    return worst;
}

/* Scenes of balls with a reference. */
static const struct {
    const char *name;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
    const reference_body *body;
    int bodies;
    double time;
    int32_t steps;
} turning[] = {
    {"spherical double pendulum", ludo_scene_spherical_double_pendulum,
     spherical_double_pendulum_1s, 2, 1.0, 100},
    {"heavy top", ludo_scene_heavy_top, &heavy_top_025s, 1, 0.25, 200},
    {"torque-free body", ludo_scene_torque_free_body, &torque_free_body_20s, 1, 20.0, 200},
};

static void balls_converge_to_their_references_with_orders_2_and_4(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof turning / sizeof *turning; k++) {
        for (int32_t order = 2; order <= 4; order += 2) {
            const ludo_sim_options options = runge_kutta(order);
            double error[REFINEMENTS];
            for (int i = 0; i < REFINEMENTS; i++) {
                ludo_spec *spec = NULL;
                const ludo_status built = turning[k].scene(NULL, &spec);
                running r = run_open(built, spec, &options);
                run_steps(&r, turning[k].time / (turning[k].steps << i), turning[k].steps << i);
                error[i] = turning_error(&r, turning[k].body, turning[k].bodies);
                run_close(&r);
            }
            print_message("%s: order %.2f (errors %.2e %.2e %.2e)\n", turning[k].name, slope(error),
                          error[0], error[1], error[2]);
            CHECK_NEAR(slope(error), order, slack(order));
        }
    }
}

/* --- everything ------------------------------------------------------------------------------ */

enum { SEEDS = 2 }; /* one that stands, one that floats */

static const double duration = 0.4, coarse = 0.01;

static running steered(uint64_t seed, bool damped, const ludo_sim_options *options)
{
    running r = open_everything(seed, damped, options);
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, i, sin(i)), LUDO_OK);
    }
    return r;
}

static void run_parts(running *r, int parts)
{
    run_steps(r, coarse / parts, lround(duration / coarse) * parts);
}

/* Runs of order 4 with these steps are exact beside the errors that are measured. */
static running exact(uint64_t seed, bool damped)
{
    const ludo_sim_options options = runge_kutta(4);
    running r = steered(seed, damped, &options);
    run_parts(&r, 16);
    return r;
}

/* Errors against `fine` at three steps; the largest is coarse / finer. */
static order_errors errors_against(running *fine, uint64_t seed, bool damped,
                                   const ludo_sim_options *options, int finer)
{
    order_errors errors;
    for (int i = 0; i < REFINEMENTS; i++) {
        running r = steered(seed, damped, options);
        run_parts(&r, finer << i);
        const state_error e = state_difference(&r, fine);
        order_add(&errors, i, &e);
        run_close(&r);
    }
    return errors;
}

static void everything_damped_and_steered_converges_with_orders_2_and_4(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running fine = exact(seed, true);
        for (int32_t order = 2; order <= 4; order += 2) {
            const ludo_sim_options options = runge_kutta(order);
            const order_errors e = errors_against(&fine, seed, true, &options, order == 2 ? 4 : 1);
            order_check(&e, order == 2 ? "Heun" : "classical", order, slack(order));
        }
        run_close(&fine);
    }
}

/* The two integrators share only the model: their common limit is the exact motion. */
static void the_maximal_integrator_converges_to_the_same_motion(void **state)
{
    (void)state;
    ludo_sim_options second = ludo_sim_options_default(), fourth = second;
    second.tolerance = fourth.tolerance = 1e-13;
    fourth.order = 4;
    FOR_SEEDS(seed, SEEDS)
    {
        running damped = exact(seed, true), free = exact(seed, false);
        const order_errors a = errors_against(&damped, seed, true, &second, 1);
        order_check(&a, "maximal, damped", 2, slack(2));
        const order_errors b = errors_against(&free, seed, false, &fourth, 1);
        order_check(&b, "maximal, order 4", 4, slack(4));
        run_close(&damped);
        run_close(&free);
    }
}

/* --- energy ---------------------------------------------------------------------------------- */

/* Energy plus dissipation minus work. */
static double balance_error(uint64_t seed, int32_t order, int parts)
{
    const ludo_sim_options options = runge_kutta(order);
    running r = steered(seed, true, &options);
    ludo_energy from, to;
    assert_int_equal(ludo_sim_energy(r.sim, &from), LUDO_OK);
    run_parts(&r, parts);
    assert_int_equal(ludo_sim_energy(r.sim, &to), LUDO_OK);
    assert_true(to.dissipated > 0.1); /* else nothing is tested */
    assert_true(fabs(to.work) > 0.1);
    run_close(&r);
    return fabs(ludo_energy_error(&from, &to));
}

static void the_books_balance_to_the_order_of_the_method(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        for (int32_t order = 2; order <= 4; order += 2) {
            double error[REFINEMENTS];
            for (int i = 0; i < REFINEMENTS; i++) {
                error[i] = balance_error(seed, order, (order == 2 ? 8 : 1) << i);
            }
            print_message("books: order %.2f (errors %.2e %.2e %.2e J)\n", slope(error), error[0],
                          error[1], error[2]);
            assert_true(slope(error) > order - slack(order));
        }
    }
}

/* What both methods do to an oscillation of frequency w: |1 + z|^2 - 1, z = (h w)^n / n! and more,
 * comes to (h w)^4 / 4 and -(h w)^6 / 72 per step. */
static void a_swing_gains_or_loses_what_the_method_says(void **state)
{
    (void)state;
    const double w = 3.0, h = 0.02;
    for (int32_t order = 2; order <= 4; order += 2) {
        const ludo_sim_options options = runge_kutta(order);
        const double no_gravity[3] = {0.0, 0.0, 0.0}, start = 0.3;
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 2.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "slide",
                                      .parent = LUDO_WORLD,
                                      .axis = {0.0, 0.0, 1.0},
                                      .along = {{.stiffness = 2.0 * w * w}}};
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_spec_create(NULL, &spec);
        assert_int_equal(ludo_spec_set_option(spec, "gravity", no_gravity, 3), LUDO_OK);
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        running r = run_open(built, spec, &options);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &start), LUDO_OK);
        ludo_energy from, to;
        assert_int_equal(ludo_sim_energy(r.sim, &from), LUDO_OK);
        run_steps(&r, h, 50);
        assert_int_equal(ludo_sim_energy(r.sim, &to), LUDO_OK);
        const double z = h * w, gain = ludo_energy_stored(&to) / ludo_energy_stored(&from);
        const double per_step = order == 2 ? 0.25 * pow(z, 4) : -pow(z, 6) / 72 + pow(z, 8) / 576;
        CHECK_NEAR(gain, pow(1.0 + per_step, 50), 1e-13); /* 50 steps of rounding */
        run_close(&r);
    }
}

/* --- steps ----------------------------------------------------------------------------------- */

/* Back again by steps of equal length: the remaining difference is twice the error. */
static void steps_run_backwards(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    running r = steered(2, true, &options), start = steered(2, true, &options);
    run_steps(&r, 0.002, 100);
    const state_error away = state_difference(&r, &start);
    run_steps(&r, -0.002, 100);
    const state_error left = state_difference(&r, &start);
    assert_true(state_error_max(&away) > 0.1);
    CHECK_NEAR(state_error_max(&left), 0.0, 1e-6); /* 3e-7 measured of the error above */
    CHECK_NEAR(ludo_sim_time(r.sim), 0.0, 1e-15);
    run_close(&start);
    run_close(&r);
}

/* A top that turns by 3 rad in a step leaves its chart; by halves it doesn't. */
static void steps_that_turn_too_far_are_cut_or_refused_without_a_trace(void **state)
{
    (void)state;
    for (int32_t substeps = 1; substeps <= 2; substeps++) {
        ludo_spec *spec = NULL;
        ludo_sim_options options = runge_kutta(4);
        options.max_substeps = substeps;
        const ludo_status built = ludo_scene_heavy_top(NULL, &spec);
        running r = run_open(built, spec, &options);
        run_steps(&r, 0.01, 1);
        checkpoint before = checkpoint_of(r.sim);
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status status = ludo_step(r.sim, 0.05, &report);
        assert_int_equal(report.substeps, substeps);
        assert_int_equal(status, substeps == 1 ? LUDO_STEP_TOO_LARGE : LUDO_OK);
        assert_int_equal(is_at(r.sim, &before), substeps == 1);
        if (substeps == 1) {
            assert_string_equal(node_text_of(r.model, report.node).text,
                                body_info_of(r.model, 0).name);
        }
        checkpoint_free(&before);
        run_close(&r);
    }
}

/* Stiff beyond the stability of the method: rates overflow before anything else is noticed. */
static void what_overflows_is_refused(void **state)
{
    (void)state;
    ludo_sim_options options = runge_kutta(4);
    options.max_substeps = 1;
    running r = open_chain(3, "hinge", &options);
    assert_int_equal(ludo_sim_set_servo(r.sim, 1, 0, 1.0, 1e150, 0.0), LUDO_OK);
    ludo_status status = ludo_sim_project(r.sim, NULL);
    checkpoint before = checkpoint_of(r.sim);
    for (int k = 0; k < 4 && status == LUDO_OK; k++) {
        checkpoint_free(&before);
        before = checkpoint_of(r.sim);
        status = ludo_step(r.sim, 0.1, NULL);
    }
    assert_int_equal(status, LUDO_STEP_TOO_LARGE);
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    run_close(&r);
}

static void no_equations_are_solved(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 4; order += 2) {
        const ludo_sim_options options = runge_kutta(order);
        running r = open_chain(5, "ball", &options);
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
        assert_int_equal(report.solves, 0);
        assert_int_equal(report.iterations, 0);
        assert_int_equal(report.factorizations, order); /* one per stage */
        assert_int_equal(report.substeps, 1);
        assert_true(report.residual == 0.0);
        assert_true(report.smallest_pivot > 0.0 && report.smallest_pivot <= 1.0);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_converge_to_their_references_with_orders_2_and_4),
        cmocka_unit_test(balls_converge_to_their_references_with_orders_2_and_4),
        cmocka_unit_test(everything_damped_and_steered_converges_with_orders_2_and_4),
        cmocka_unit_test(the_maximal_integrator_converges_to_the_same_motion),
        cmocka_unit_test(the_books_balance_to_the_order_of_the_method),
        cmocka_unit_test(a_swing_gains_or_loses_what_the_method_says),
        cmocka_unit_test(steps_run_backwards),
        cmocka_unit_test(steps_that_turn_too_far_are_cut_or_refused_without_a_trace),
        cmocka_unit_test(what_overflows_is_refused),
        cmocka_unit_test(no_equations_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
