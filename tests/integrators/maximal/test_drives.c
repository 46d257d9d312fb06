/* SPDX-License-Identifier: Apache-2.0
 *
 * Effort limits: servos and actuators saturate together. */
#include "limited_joint.h"

#include <string.h>

static const double inertia = 0.5, effort = 2.0, h = 0.01;

/* A rotor without gravity whose motor has a largest effort. */
static ludo_spec *spec_rotor(void)
{
    const limited_joint s = {.type = "hinge",
                             .along[0] = {.effort = effort},
                             .axis = {0.0, 0.0, 1.0},
                             .mass = 1.0,
                             .inertia = inertia};
    ludo_spec *spec = spec_limited_joint(&s);
    ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    motor.gear = 2.0;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    return spec;
}

static running open_rotor(const char *integrator)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = integrator;
    return open_spec(spec_rotor(), &options);
}

static void set_controls(running *r, double a, double b)
{
    assert_int_equal(ludo_sim_set_control(r->sim, 0, a), LUDO_OK);
    assert_int_equal(ludo_sim_set_control(r->sim, 1, b), LUDO_OK);
}

static const char *const integrators[] = {"maximal", "galerkin", "runge-kutta"};

/* 1.5 + 2 of the motors makes 3.5, and 2 at the limit; 1.5 - 2 makes - 0.5. Work is that of the
 * force that acts. */
static void sum_of_actuators_saturates(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        running r = open_rotor(integrators[i]);
        set_controls(&r, 1.5, 1.0);
        run_steps(&r, h, 100);
        CHECK_NEAR(joint_rate(&r, 0), effort / inertia, 1e-12);
        ludo_energy e;
        assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
        const double rate = joint_rate(&r, 0);
        CHECK_NEAR(e.work, 0.5 * inertia * rate * rate, 1e-11);
        set_controls(&r, 1.5, -1.0);
        run_steps(&r, h, 100);
        CHECK_NEAR(joint_rate(&r, 0), (effort - 0.5) / inertia, 1e-12);
        run_close(&r);
    }
}

/* A stiff servo far from its target exerts its limit, and holds the target afterwards. */
static void servo_saturates(void **state)
{
    (void)state;
    running r = open_rotor("maximal");
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 1.0, 1e4, 5e3), LUDO_OK);
    run_steps(&r, h, 10);
    CHECK_NEAR(joint_rate(&r, 0), effort / inertia * 10.0 * h, 1e-12);
    run_steps(&r, h, 2000);
    CHECK_NEAR(joint_position(&r, 0), 1.0, 1e-9);
    run_close(&r);
}

/* The derivative of a step at the limit: the control has no effect. */
static void control_has_no_effect_at_the_limit(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        running r = open_rotor(integrators[i]);
        ludo_linearizer *x = NULL;
        ludo_diagnostic why;
        assert_int_equal(ludo_linearizer_create(r.sim, NULL, &x, &why), LUDO_OK);
        set_controls(&r, 1.5, 1.0);
        assert_int_equal(ludo_linearizer_step(x, r.sim, h, NULL), LUDO_OK);
        const double *B = ludo_linearizer_B(x);
        for (int k = 0; k < 4; k++) {
            assert_true(B[k] == 0.0);
        }
        set_controls(&r, 0.5, 0.1);
        assert_int_equal(ludo_linearizer_step(x, r.sim, h, NULL), LUDO_OK);
        B = ludo_linearizer_B(x);
        CHECK_NEAR(B[2], h, 1e-12);       /* of momentum by the first control */
        CHECK_NEAR(B[3], 2.0 * h, 1e-12); /* by the second, whose gear is 2 */
        ludo_linearizer_destroy(x);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_of_actuators_saturates),
        cmocka_unit_test(servo_saturates),
        cmocka_unit_test(control_has_no_effect_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
