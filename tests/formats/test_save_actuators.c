/* SPDX-License-Identifier: Apache-2.0
 *
 * Actuators as MJCF: what comes back acts alike. */
#include "round_trip.h"
#include "small_spec.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_joints_are_driven_alike),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
