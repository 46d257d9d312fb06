/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed limits of driven joints are hard: the rate reaches the limit and stays there. */
#include "limited_joint.h"

#include <string.h>

/* The iteration ends where the product of force and distance to the limit is 1e-10 of its scale:
 * the distance is 1e-7 of the rate where the force is far from zero, and its root where both
 * vanish. */
static const double passed = 1e-7, grazed = 3e-5;
static const double inertia = 0.5, most = 3.0, effort = 2.0, h = 0.01;

/* A rotor without gravity on a hinge with a speed limit. */
static limited_joint make_rotor(void)
{
    return (limited_joint){.type = "hinge",
                           .along[0] = {.speed = most},
                           .axis = {0.0, 0.0, 1.0},
                           .mass = 1.0,
                           .inertia = inertia};
}

static running open_driven(const ludo_sim_options *options)
{
    const limited_joint s = make_rotor();
    ludo_spec *spec = spec_limited_joint(&s);
    const ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    return open_spec(spec, options);
}

/* Its rate is effort t / inertia until it reaches the limit at 0.75 s; the motor then exerts its
 * effort against the limit, whose work is counted. */
static void driven_rotor_stays_at_its_limit(void **state)
{
    (void)state;
    running r = open_driven(NULL);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, effort), LUDO_OK);
    for (int k = 1; k <= 100; k++) {
        run_steps(&r, h, 1);
        const double expected = fmin(effort * h * k / inertia, most);
        CHECK_NEAR(joint_rate(&r, 0), expected, grazed);
    }
    CHECK_NEAR(joint_rate(&r, 0), most, passed);
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    CHECK_NEAR(stop_force(&r, 0), -effort, 1e-8);
    /* the limit takes the power of the motor for the last 0.25 s, but for one interval */
    CHECK_NEAR(e.contact, effort * most * 0.25, effort * most * h);
    run_close(&r);
}

static void limit_acts_in_both_directions(void **state)
{
    (void)state;
    running r = open_driven(NULL);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, -effort), LUDO_OK);
    run_steps(&r, h, 100);
    CHECK_NEAR(joint_rate(&r, 0), -most, passed);
    CHECK_NEAR(stop_force(&r, 0), effort, 1e-8);
    run_close(&r);
}

static void passive_joint_may_be_faster(void **state)
{
    (void)state;
    const limited_joint s = make_rotor();
    const double rate = 2.0 * most;
    running r = open_limited_joint(&s);
    set_rate(&r, 0, &rate);
    run_steps(&r, h, 10);
    CHECK_NEAR(joint_rate(&r, 0), rate, passed);
    /* a servo makes it a driven one */
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 0.0, 0.0, 1e-6), LUDO_OK);
    run_steps(&r, h, 1);
    CHECK_NEAR(joint_rate(&r, 0), most, passed);
    run_close(&r);
}

static void limits_can_be_switched_off(void **state)
{
    (void)state;
    ludo_sim_options off = ludo_sim_options_default();
    off.limits = false;
    running r = open_driven(&off);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, effort), LUDO_OK);
    run_steps(&r, h, 100);
    CHECK_NEAR(joint_rate(&r, 0), effort / inertia, passed);
    run_close(&r);
}

static void other_integrators_refuse_it(void **state)
{
    (void)state;
    const limited_joint s = make_rotor();
    ludo_spec *spec = spec_limited_joint(&s);
    const ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    ludo_model *model = compiled(spec);
    ludo_sim_options options = ludo_sim_options_default();
    ludo_diagnostic why;
    ludo_sim *sim = NULL;
    options.integrator = "galerkin";
    assert_int_equal(ludo_sim_create(model, &options, NULL, &sim, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "has no speed limits: joint 'joint' is driven"));
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driven_rotor_stays_at_its_limit),
        cmocka_unit_test(limit_acts_in_both_directions),
        cmocka_unit_test(passive_joint_may_be_faster),
        cmocka_unit_test(limits_can_be_switched_off),
        cmocka_unit_test(other_integrators_refuse_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
