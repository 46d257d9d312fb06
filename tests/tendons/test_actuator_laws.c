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
    return actuator_wanted(a, (law_value){.value = input}, length, rate).value;
}

static void check_derivatives(const actuator_data *a, random_stream *r)
{
    const double d = 1e-6, input = random_uniform(r, -1.0, 1.0);
    const double length = random_uniform(r, -0.2, 0.6), rate = random_uniform(r, -1.0, 1.0);
    const actuator_force f = actuator_wanted(a, (law_value){.value = input}, length, rate);
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

/* The fastest wave has 2 cos(3 L), of curvature 18. */
static void cogging_is_a_sine_of_the_length(void **state)
{
    (void)state;
    random_stream r = random_from(17);
    const actuator_data a = {.gain_law = ludo_actuator_gain_find(""),
                             .bias_law = ludo_actuator_bias_find("cogging"),
                             .bias = {0.3, -4.0, -0.5},
                             .cogging = {2.0, 3.0, 0.4}};
    CHECK_NEAR(a.bias_law->at(&a, 0.2, 0.1).value, 0.3 - 0.8 - 0.05 + 2.0 * sin(1.0),
               16.0 * DBL_EPSILON);
    for (int i = 0; i < SEEDS; i++) {
        check_derivatives(&a, &r);
    }
}

/* ---- activations that follow the motion ---- */

static void slews_reach_their_control_at_a_limited_rate(void **state)
{
    (void)state;
    const actuator_dynamics *slew = ludo_actuator_dynamics_find("slew");
    const actuator_data a = {.slew_rate = 2.0};
    assert_true(slew->advance(&a, 5.0, 1.0, 0.25) == 1.5);
    assert_true(slew->advance(&a, -5.0, 1.0, 0.25) == 0.5);
    assert_true(slew->advance(&a, 1.25, 1.0, 0.25) == 1.25);
    assert_true(slew->rate(&a, 5.0, 1.0) == 2.0 && slew->rate(&a, -5.0, 1.0) == -2.0);
    assert_true(slew->rate(&a, 1.0, 1.0) == 0.0);
}

/* A length that grows from 0.1 at the rate 0.4. */
static void integrals_are_exact_for_linear_lengths(void **state)
{
    (void)state;
    const actuator_dynamics *integral = ludo_actuator_dynamics_find("integral");
    const actuator_data a = {.time_constant = {0.5}};
    const double h = 0.3, u = 0.7;
    const actuator_motion to = {0.1 + 0.4 * h, 0.4};
    CHECK_NEAR(integral->follow(&a, u, 0.2, h, &to).value,
               0.2 + u * h - (0.1 * h + 0.5 * 0.4 * h * h), 4.0 * DBL_EPSILON);
    assert_true(integral->input(&a, 2.0, 0.25) == 1.25);
    assert_true(integral->motion_rate(&a, 0.75, 9.0, 0.25, 3.0) == 0.5);
}

static void currents_are_exact_at_constant_rates(void **state)
{
    (void)state;
    const actuator_dynamics *current = ludo_actuator_dynamics_find("current");
    const actuator_data a = {.time_constant = {0.2}, .resistance = 4.0, .back_emf = 0.5};
    const actuator_motion to = {0.0, 3.0};
    const double end = (12.0 - 1.5) / 4.0;
    CHECK_NEAR(current->follow(&a, 12.0, 1.0, 0.2, &to).value, end + (1.0 - end) * exp(-1.0),
               4.0 * DBL_EPSILON);
    CHECK_NEAR(current->motion_rate(&a, 12.0, 1.0, 0.0, 3.0), (end - 1.0) / 0.2,
               32.0 * DBL_EPSILON);
}

static law_value input_at(const actuator_data *a, double length, double rate)
{
    const double activation = 0.3;
    const actuator_motion to = {length, rate};
    return actuator_input_of(a, 0.7, &activation, 0.05, &to);
}

/* Inputs are linear in the motion: differences have the round-off of numbers near 1. */
static void inputs_have_the_derivatives_that_they_say(void **state)
{
    (void)state;
    static const char *const types[] = {"integral", "current"};
    for (int i = 0; i < 2; i++) {
        const actuator_data a = {.dynamics = ludo_actuator_dynamics_find(types[i]),
                                 .time_constant = {0.1},
                                 .resistance = 2.0,
                                 .back_emf = 0.4,
                                 .control_range = {-HUGE_VAL, HUGE_VAL},
                                 .activation_range = {-HUGE_VAL, HUGE_VAL}};
        const law_value w = input_at(&a, 0.2, -0.6);
        CHECK_NEAR(w.by_length, input_at(&a, 1.2, -0.6).value - w.value, 8.0 * DBL_EPSILON);
        CHECK_NEAR(w.by_rate, input_at(&a, 0.2, 0.4).value - w.value, 8.0 * DBL_EPSILON);
    }
}

static void inputs_at_a_limit_of_the_activation_have_no_derivatives(void **state)
{
    (void)state;
    const actuator_data a = {.dynamics = ludo_actuator_dynamics_find("integral"),
                             .time_constant = {0.1},
                             .control_range = {-HUGE_VAL, HUGE_VAL},
                             .activation_range = {-0.2, 0.2}};
    const law_value w = input_at(&a, 0.2, -0.6);
    CHECK_NEAR(w.value, 0.1 * 0.7 + 0.2, DBL_EPSILON);
    assert_true(w.by_length == 0.0 && w.by_rate == 0.0);
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
        cmocka_unit_test(cogging_is_a_sine_of_the_length),
        cmocka_unit_test(slews_reach_their_control_at_a_limited_rate),
        cmocka_unit_test(integrals_are_exact_for_linear_lengths),
        cmocka_unit_test(currents_are_exact_at_constant_rates),
        cmocka_unit_test(inputs_have_the_derivatives_that_they_say),
        cmocka_unit_test(inputs_at_a_limit_of_the_activation_have_no_derivatives),
        cmocka_unit_test(filters_and_integrators_have_their_exact_solutions),
        cmocka_unit_test(activations_stay_within_their_range),
        cmocka_unit_test(muscles_activate_as_their_equation_says),
        cmocka_unit_test(muscles_step_back_to_where_they_were),
        cmocka_unit_test(muscles_never_pass_their_control),
        cmocka_unit_test(unknown_types_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
