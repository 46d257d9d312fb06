/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of actuators: gains, biases and activation dynamics in closed form, with their
 * derivatives. */
#include "math/elementary.h"
#include "support.h"
#include "tendons/laws.h"

#include <float.h>

enum { SEEDS = 1000 };

/* A muscle of optimum length 0.4, with lengths 0.7 to 1.2 of that over actuator lengths from
 * 0.1. */
static actuator_data muscle(void)
{
    return (actuator_data){.gain_law = ludo_actuator_gain_find("muscle"),
                           .bias_law = ludo_actuator_bias_find("muscle"),
                           .dynamics = ludo_actuator_dynamics_find("muscle"),
                           .muscle = {.optimum = 0.4,
                                      .first = 0.7,
                                      .start = 0.1,
                                      .force = 50.0,
                                      .shortest = 0.5,
                                      .longest = 1.6,
                                      .fastest = 1.5,
                                      .passive = 1.3,
                                      .lengthening = 1.2},
                           .time_constant = {0.01, 0.04, 0.0},
                           .control_range = {-HUGE_VAL, HUGE_VAL},
                           .activation_range = {-HUGE_VAL, HUGE_VAL}};
}

/* The actuator's length of a muscle's length l. */
static double length_at(const actuator_data *a, double l)
{
    return a->muscle.start + a->muscle.optimum * (l - a->muscle.first);
}

static void muscles_have_their_characteristic_forces(void **state)
{
    (void)state;
    const actuator_data a = muscle();
    const double still = 0.0, fastest = 0.4 * 1.5;
    const struct {
        double l, rate, gain, bias;
    } at[] = {
        {1.0, still, -50.0, 0.0},          /* optimum length */
        {0.5, still, 0.0, 0.0},            /* the ends of active force */
        {0.75, still, -25.0, 0.0},         /* half way from an end to the optimum */
        {1.3, still, -25.0, -0.65 * 50.0}, /* there the passive parabola ends */
        {1.6, still, 0.0, -1.3 * 1.5 * 50.0},
        {1.0, -fastest, 0.0, 0.0},             /* fastest shortening */
        {1.0, -0.5 * fastest, -12.5, 0.0},     /* (1 - 1/2)^2 of it at half that speed */
        {1.0, 0.2 * fastest, -1.2 * 50.0, 0.0} /* saturation, lengthening */
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const law_value gain = a.gain_law->at(&a, length_at(&a, at[i].l), at[i].rate);
        const law_value bias = a.bias_law->at(&a, length_at(&a, at[i].l), at[i].rate);
        /* round-off of a length near 1 times the steepest slope of a curve, 4 */
        CHECK_NEAR(gain.value, at[i].gain, 50.0 * 16.0 * DBL_EPSILON);
        CHECK_NEAR(bias.value, at[i].bias, 50.0 * 16.0 * DBL_EPSILON);
    }
}

/* Forces with an input within the limits of every curve. */
static double value_at(const actuator_data *a, double input, double length, double rate)
{
    return actuator_wanted(a, input, length, rate).value;
}

static void check_derivatives(const actuator_data *a, random_stream *r)
{
    const double d = 1e-6, input = random_uniform(r, -1.0, 1.0);
    const double length = random_uniform(r, -0.2, 0.6), rate = random_uniform(r, -1.0, 1.0);
    const actuator_force f = actuator_wanted(a, input, length, rate);
    const double by_length =
        (value_at(a, input, length + d, rate) - value_at(a, input, length - d, rate)) / (2.0 * d);
    const double by_rate =
        (value_at(a, input, length, rate + d) - value_at(a, input, length, rate - d)) / (2.0 * d);
    const double by_input =
        (value_at(a, input + d, length, rate) - value_at(a, input - d, length, rate)) / (2.0 * d);
    /* curvatures are below 50 / 0.4^2 / 0.25^2 = 5000: a kink of a slope within d leaves half of
     * d times that; round-off leaves 100 eps / d = 2e-8 */
    CHECK_NEAR(f.by_length, by_length, 5e-3);
    CHECK_NEAR(f.by_rate, by_rate, 5e-3);
    CHECK_NEAR(f.by_input, by_input, 1e-6);
}

static void forces_have_the_derivatives_that_they_say(void **state)
{
    (void)state;
    random_stream r = random_from(5);
    const actuator_data affine = {.gain_law = ludo_actuator_gain_find("affine"),
                                  .bias_law = ludo_actuator_bias_find(""),
                                  .gain = 2.0,
                                  .gain_slope = {-3.0, 0.7},
                                  .bias = {0.3, -4.0, -0.5}};
    const actuator_data fixed = {.gain_law = ludo_actuator_gain_find(""),
                                 .bias_law = ludo_actuator_bias_find("affine"),
                                 .gain = 2.0,
                                 .bias = {0.3, -4.0, -0.5}};
    const actuator_data pulls = muscle();
    for (int i = 0; i < SEEDS; i++) {
        check_derivatives(&affine, &r);
        check_derivatives(&fixed, &r);
        check_derivatives(&pulls, &r);
    }
}

/* ---- activations ---- */

static void filters_and_integrators_have_their_exact_solutions(void **state)
{
    (void)state;
    const actuator_dynamics *filter = ludo_actuator_dynamics_find("filter");
    const actuator_dynamics *integrator = ludo_actuator_dynamics_find("integrator");
    const actuator_data a = {.time_constant = {0.2}};
    CHECK_NEAR(filter->advance(&a, 1.0, 0.0, 0.2), 1.0 - exp(-1.0), 2.0 * DBL_EPSILON);
    CHECK_NEAR(integrator->advance(&a, -3.0, 0.5, 0.2), -0.1, DBL_EPSILON);
    const double half = filter->advance(&a, 0.7, 2.0, 0.05);
    CHECK_NEAR(filter->advance(&a, 0.7, half, 0.05), filter->advance(&a, 0.7, 2.0, 0.1),
               4.0 * DBL_EPSILON);
    CHECK_NEAR(filter->rate(&a, 0.7, 2.0), -6.5, 8.0 * DBL_EPSILON);
}

static void activations_stay_within_their_range(void **state)
{
    (void)state;
    const actuator_data a = {.dynamics = ludo_actuator_dynamics_find("integrator"),
                             .control_range = {-1.0, 1.0},
                             .activation_range = {-0.5, 0.5}};
    assert_true(actuator_activation(&a, 7.0, 0.4, 0.01) == 0.4 + 0.01);
    assert_true(actuator_activation(&a, 7.0, 0.4, 1.0) == 0.5);
    assert_true(actuator_activation(&a, -7.0, 0.4, 3.0) == -0.5);
    assert_true(actuator_activation(&a, -7.0, 0.9, 0.0) == 0.9);
}

/* A muscle activates with T_1 (1 + 3 a) / 2, whose time for a from 0 to x at u = 1 is
 * T_1 (-2 ln(1 - x) - 1.5 x), and relaxes with 2 T_2 / (1 + 3 a). */
static void muscles_activate_as_their_equation_says(void **state)
{
    (void)state;
    const actuator_data a = muscle();
    const actuator_dynamics *dynamics = a.dynamics;
    CHECK_NEAR(dynamics->rate(&a, 1.0, 0.0), 1.0 / 0.005, 1e-12);
    CHECK_NEAR(dynamics->rate(&a, 5.0, 0.5), 0.5 / (0.01 * 1.25), 1e-12);
    CHECK_NEAR(dynamics->rate(&a, 0.0, 1.0), -1.0 / 0.02, 1e-12);
    CHECK_NEAR(dynamics->rate(&a, -3.0, 0.2), -0.2 * 0.8 / 0.04, 1e-12);
    const double to = 0.6, time = 0.01 * (-2.0 * log(1.0 - to) - 1.5 * to);
    double error[2];
    for (int k = 0; k < 2; k++) {
        double activation = 0.0;
        const int steps = 64 << k;
        for (int i = 0; i < steps; i++) {
            activation = dynamics->advance(&a, 1.0, activation, time / steps);
        }
        error[k] = fabs(activation - to);
    }
    assert_true(error[0] < 1e-4);
    CHECK_NEAR(log2(error[0] / error[1]), 2.0, 0.05); /* the next term is of order 4 */
}

static void muscles_step_back_to_where_they_were(void **state)
{
    (void)state;
    random_stream r = random_from(9);
    actuator_data a = muscle();
    for (int i = 0; i < SEEDS; i++) {
        a.time_constant[2] = i % 2 == 0 ? 0.0 : 0.3;
        const double u = random_uniform(&r, -0.2, 1.2), from = random_uniform(&r, 0.0, 1.0);
        const double h = random_uniform(&r, 0.0, 0.004); /* short: no end is cut off */
        const double there = a.dynamics->advance(&a, u, from, h);
        const double back = a.dynamics->advance(&a, u, there, -h);
        CHECK_NEAR(back, from, 1e-14); /* two roots, each to a few ulp of 1 */
    }
}

/* However long the step, an activation never passes its control. */
static void muscles_never_pass_their_control(void **state)
{
    (void)state;
    random_stream r = random_from(13);
    actuator_data a = muscle();
    for (int i = 0; i < SEEDS; i++) {
        a.time_constant[2] = i % 2 == 0 ? 0.0 : 0.3;
        const double u = random_uniform(&r, 0.0, 1.0), from = random_uniform(&r, 0.0, 1.0);
        const double next = a.dynamics->advance(&a, u, from, random_uniform(&r, 0.0, 1.0));
        assert_true(from < u ? from <= next && next <= u : u <= next && next <= from);
    }
}

static void unknown_types_are_not_found(void **state)
{
    (void)state;
    assert_null(ludo_actuator_gain_find("none"));
    assert_null(ludo_actuator_bias_find("fixed"));
    assert_null(ludo_actuator_dynamics_find("none"));
    assert_null(ludo_actuator_dynamics_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(muscles_have_their_characteristic_forces),
        cmocka_unit_test(forces_have_the_derivatives_that_they_say),
        cmocka_unit_test(filters_and_integrators_have_their_exact_solutions),
        cmocka_unit_test(activations_stay_within_their_range),
        cmocka_unit_test(muscles_activate_as_their_equation_says),
        cmocka_unit_test(muscles_step_back_to_where_they_were),
        cmocka_unit_test(muscles_never_pass_their_control),
        cmocka_unit_test(unknown_types_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
