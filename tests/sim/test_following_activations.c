/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations that follow the motion: a motor with an inductance and a controller with integral
 * action against their exact solutions, in every integrator; long steps; refusals. */
#include "running.h"
#include "small_spec.h"

#include <string.h>

/* A rotor or slider of mass and inertia 1 without gravity, with one actuator. */
static ludo_spec *plant(const char *joint, const ludo_actuator_def *actuator)
{
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    add_joint(spec, joint, LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[3]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, actuator, NULL), LUDO_OK);
    return spec;
}

static running open_plant(const char *joint, const ludo_actuator_def *actuator,
                          const char *integrator)
{
    ludo_sim_options options = ludo_sim_options_default();
    running r = {.model = compiled(plant(joint, actuator))};
    options.integrator = integrator;
    options.tolerance = 1e-13;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* R 0.5, K 0.8, electrical time constant 0.1. */
static ludo_actuator_def motor_with_inductance(void)
{
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.dynamics_type = "current";
    motor.gain = motor.back_emf = 0.8;
    motor.resistance = 0.5;
    motor.time_constant[0] = 0.1;
    return motor;
}

/* Force 4 (u - L) - 2 dL/dt + 3 integral of (u - L). */
static ludo_actuator_def controller(void)
{
    ludo_actuator_def pid = ludo_actuator_motor();
    pid.dynamics_type = "integral";
    pid.gain = 3.0;
    pid.time_constant[0] = 4.0 / 3.0;
    pid.bias[1] = -4.0;
    pid.bias[2] = -2.0;
    return pid;
}

/* The coordinate, its rate and the activation of a linear plant after a time t, x' = A x + b from
 * x = 0, by its Taylor series. */
static void exact(const double A[9], const double b[3], double t, double x[3])
{
    double term[3] = {t * b[0], t * b[1], t * b[2]};
    memcpy(x, term, sizeof term);
    for (int n = 2; n < 60; n++) {
        double next[3];
        for (int i = 0; i < 3; i++) {
            next[i] =
                (A[3 * i] * term[0] + A[3 * i + 1] * term[1] + A[3 * i + 2] * term[2]) * t / n;
        }
        memcpy(term, next, sizeof term);
        x[0] += term[0], x[1] += term[1], x[2] += term[2];
    }
}

/* The largest error of the state after 0.5 s in steps of h at the control 1. */
static double error_of(const ludo_actuator_def *actuator, const char *joint, const char *integrator,
                       const double A[9], const double b[3], int steps)
{
    running r = open_plant(joint, actuator, integrator);
    double q, v, a, x[3];
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 1.0), LUDO_OK);
    run_steps(&r, 0.5 / steps, steps);
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &v), LUDO_OK);
    assert_int_equal(ludo_sim_get_activations(r.sim, &a, 1), LUDO_OK);
    exact(A, b, 0.5, x);
    run_close(&r);
    return fmax(fabs(q - x[0]), fmax(fabs(v - x[1]), fabs(a - x[2])));
}

/* Order 2 in every integrator: the activation at a time within a step is that of the mean rate. */
static void check_order_two(const ludo_actuator_def *actuator, const char *joint, const double A[9],
                            const double b[3])
{
    static const char *const integrators[] = {"maximal", "galerkin", "runge-kutta"};
    for (int i = 0; i < 3; i++) {
        const double coarse = error_of(actuator, joint, integrators[i], A, b, 40);
        const double fine = error_of(actuator, joint, integrators[i], A, b, 80);
        assert_true(coarse < 1e-3);
        CHECK_NEAR(log2(coarse / fine), 2.0, 0.1); /* higher powers of steps of 1/8 of T */
    }
}

static void motors_with_inductance_converge_with_order_two(void **state)
{
    (void)state;
    const ludo_actuator_def motor = motor_with_inductance();
    const double A[9] = {0.0, 1.0, 0.0, 0.0, 0.0, 0.8, 0.0, -0.8 / 0.5 / 0.1, -1.0 / 0.1};
    const double b[3] = {0.0, 0.0, 1.0 / 0.5 / 0.1};
    check_order_two(&motor, "hinge", A, b);
}

static void controllers_with_integral_action_converge_with_order_two(void **state)
{
    (void)state;
    const ludo_actuator_def pid = controller();
    const double A[9] = {0.0, 1.0, 0.0, -4.0, -2.0, 3.0, -1.0, 0.0, 0.0};
    const double b[3] = {0.0, 4.0, 1.0};
    check_order_two(&pid, "slide", A, b);
}

/* An electrical time constant of a millionth of the step: the back EMF is a damper of 1.28 N m s,
 * and the rate tends to u / K. */
static void fast_currents_leave_long_steps_stable(void **state)
{
    (void)state;
    ludo_actuator_def motor = motor_with_inductance();
    motor.time_constant[0] = 1e-7;
    motor.resistance = 1e-4; /* a damper of 6400: 640 times the inertia over a step */
    running r = open_plant("hinge", &motor, "maximal");
    double v;
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 1.0), LUDO_OK);
    run_steps(&r, 0.1, 1);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &v), LUDO_OK);
    assert_true(fabs(v) < 4.0 / 0.8);
    run_steps(&r, 0.1, 2000);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &v), LUDO_OK);
    assert_true(fabs(v) < 4.0 / 0.8);
    run_close(&r);
}

/* Integral action holds a position against a constant effort. */
static void integral_action_leaves_no_error(void **state)
{
    (void)state;
    const ludo_actuator_def pid = controller();
    running r = open_plant("slide", &pid, "maximal");
    double q, a;
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 0.3), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, 0, &(double){-6.0}), LUDO_OK);
    run_steps(&r, 0.05, 1000);
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
    assert_int_equal(ludo_sim_get_activations(r.sim, &a, 1), LUDO_OK);
    CHECK_NEAR(q, 0.3, 1e-9); /* Newton's tolerance; the slowest root decays with e^-0.8 per s */
    CHECK_NEAR(a, 2.0, 1e-8);
    run_close(&r);
}

/* A wrench of a site has no length. */
static void lengths_that_are_none_are_refused(void **state)
{
    (void)state;
    ludo_actuator_def motor = motor_with_inductance();
    ludo_spec *spec = plant("hinge", &motor);
    ludo_spring_def wrench = ludo_spring_default();
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const ludo_site_def site = {.struct_size = sizeof site, .body = 0};
    wrench.type = "wrench", wrench.site_a = LUDO_WORLD, wrench.site_b = 0, wrench.gear[0] = 1.0;
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &wrench, NULL), LUDO_OK);
    motor.on_spring = true;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "follows a length"));
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motors_with_inductance_converge_with_order_two),
        cmocka_unit_test(controllers_with_integral_action_converge_with_order_two),
        cmocka_unit_test(fast_currents_leave_long_steps_stable),
        cmocka_unit_test(integral_action_leaves_no_error),
        cmocka_unit_test(lengths_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
