/* SPDX-License-Identifier: Apache-2.0
 *
 * Actuators as MJCF: what comes back acts alike. */
#include "mjcf_text.h"
#include "round_trip.h"
#include "small_spec.h"
#include "spec/items.h"

#include <float.h>
#include <string.h>

static int set_up(void **state)
{
    (void)state;
    folder_open("test_save_actuators_files");
    return 0;
}

/* Takes the spec. */
static void check_is_driven_alike(ludo_spec *spec)
{
    running back = alive(through_file(spec, "mjcf"));
    running r = alive(spec);
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, i, sin(i)), LUDO_OK);
        assert_int_equal(ludo_sim_set_control(back.sim, i, sin(i)), LUDO_OK);
    }
    check_go_on_alike(&r, &back);
}

/* A free joint and a ball with turned frames, both with an actuator of either type. */
static void rates_of_joints_are_driven_alike(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_tendon_term term[2][2] = {{{0, 1, 0.7}, {0, 5, 0.3}}, {{1, 0, 0.2}, {1, 2, 0.4}}};
    for (int32_t i = 0; i < 2; i++) {
        ludo_joint_def joint = ludo_joint_default();
        add_body(spec, NULL);
        joint.type = i == 0 ? "free" : "ball", joint.parent = i - 1, joint.child = i;
        joint.in_parent.position = v3(0.1, 0.2, 0.3);
        if (i == 1) {
            joint.in_parent.orientation = (ludo_quat){0.8, 0.0, 0.6, 0.0};
            joint.in_child.orientation = (ludo_quat){0.5, 0.5, 0.5, -0.5};
        }
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 4; i++) {
        ludo_spring_def spring = ludo_spring_default();
        ludo_actuator_def motor = ludo_actuator_position(1.0, 0.1);
        spring.type = i % 2 == 0 ? "rates" : "rates_in_parent";
        spring.term = term[i / 2], spring.term_count = 2;
        motor.on_spring = true, motor.target = i, motor.gear = 1.5;
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    }
    check_is_driven_alike(spec);
}

/* A hinge and a slide with a controller or motor of each kind. */
static void controllers_and_motors_come_back(void **state)
{
    (void)state;
    static const char text[] = MUJOCO(WORLD(BODY(
        "pos='0 0 1'",
        "<joint name='a' axis='0 1 0'/>" BODY(
            "pos='1 0 0'",
            "<joint name='b' type='slide'/>"))) "<actuator>"
                                                "<pid name='p' joint='a' kp='3' kv='0.5' ki='2' "
                                                "imax='0.25' input='pos' ctrlrange='-1 1'/>"
                                                "<pid name='s' joint='b' kp='7' kv='1' "
                                                "slewmax='0.5' input='pos' forcerange='-4 5'/>"
                                                "<pid name='v' joint='b' kp='2' kv='0.5' "
                                                "velrange='-1 2'/>"
                                                "<dcmotor name='m' joint='a' gear='9' "
                                                "motorconst='0.05' resistance='2' inductance='0.1'"
                                                " saturation='0.5'/>"
                                                "<dcmotor name='c' joint='b' nominal='12 1 300' "
                                                "cogging='0.1 4 0.5'/></actuator>");
    ludo_spec *spec = spec_of(text);
    ludo_spec *back = through_file(spec, "mjcf");
    assert_int_equal(ludo_spec_actuator_count(back), 6);
    for (int32_t i = 0; i < 6; i++) {
        const ludo_actuator_def *a = ludo_spec_actuator_at(spec, i);
        const ludo_actuator_def *b = ludo_spec_actuator_at(back, i);
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->dynamics_type, b->dynamics_type);
        assert_string_equal(a->bias_type, b->bias_type);
        /* T = kp / ki, K and R of the current are computed once more */
        CHECK_NEAR(a->gain, b->gain, 8.0 * DBL_EPSILON * fabs(a->gain));
        CHECK_NEAR(a->bias[1], b->bias[1], 8.0 * DBL_EPSILON * fabs(a->bias[1]));
        CHECK_NEAR(a->bias[2], b->bias[2], 8.0 * DBL_EPSILON * fabs(a->bias[2]));
        CHECK_NEAR(a->time_constant[0], b->time_constant[0], 8.0 * DBL_EPSILON);
        assert_true(a->slew_rate == b->slew_rate && a->resistance == b->resistance);
        assert_true(a->back_emf == b->back_emf && a->cogging[1] == b->cogging[1]);
        assert_true(a->activation_range[1] == b->activation_range[1]);
        assert_true(a->force_range[1] == b->force_range[1]);
        assert_true(a->control_range[1] == b->control_range[1]);
    }
    ludo_spec_destroy(back);
    check_is_driven_alike(spec);
}

/* A force that no element of MJCF exerts. */
static void laws_that_mjcf_lacks_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = new_spec();
        ludo_actuator_def a = ludo_actuator_motor();
        ludo_diagnostic why = {.message = ""};
        add_body(spec, NULL);
        add_joint(spec, "hinge", LUDO_WORLD, 0);
        a.dynamics_type = i == 0 ? "integral" : "current";
        a.time_constant[0] = a.resistance = 1.0, a.back_emf = 3.0;
        assert_int_equal(ludo_spec_add_actuator(spec, &a, NULL), LUDO_OK);
        assert_int_equal(ludo_save_file(spec, "unwritten.xml", "mjcf", NULL, NULL, &why),
                         LUDO_UNSUPPORTED);
        assert_non_null(strstr(why.message, "no pid and no dcmotor"));
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controllers_and_motors_come_back),
        cmocka_unit_test(laws_that_mjcf_lacks_are_refused),
        cmocka_unit_test(rates_of_joints_are_driven_alike),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
