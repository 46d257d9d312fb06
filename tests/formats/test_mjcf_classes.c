/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: actuators in default classes have the effect on other kinds that MuJoCo 4.0.0 gives
 * them. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <stdio.h>

/* A class with a damper, and an actuator whose range it gives or not. */
#define IN_CLASSES(classes, actuator)                                                              \
    MUJOCO("<default>" classes                                                                     \
           "</default>" WORLD(BODY("", "<joint name='j'/>")) "<actuator>" actuator "</actuator>")

/* As in MuJoCo. */
static void a_damper_in_a_class_limits_controls(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool limited;
    } cases[] = {
        {IN_CLASSES("<damper ctrlrange='0 3'/>", "<motor joint='j'/>"), true},
        {IN_CLASSES("<motor ctrllimited='false' ctrlrange='0 3'/><damper/>", "<motor joint='j'/>"),
         true},
        {IN_CLASSES("<damper ctrlrange='0 3'/><motor ctrllimited='false'/>", "<motor joint='j'/>"),
         false},
        {IN_CLASSES("<damper ctrlrange='0 3'/>", "<motor joint='j' ctrllimited='false'/>"), false},
        {IN_CLASSES("<damper/><default class='c'><motor ctrllimited='false'/></default>",
                    "<motor class='c' joint='j' ctrlrange='0 3'/>"),
         false},
        {IN_CLASSES("<motor ctrllimited='false'/><default class='c'><damper/></default>",
                    "<motor class='c' joint='j' ctrlrange='0 3'/>"),
         true},
        {IN_CLASSES("<motor ctrllimited='false'/>", "<damper joint='j' ctrlrange='0 3'/>"), true},
        {"<mujoco><compiler autolimits='false'/>" WORLD(BODY(
             "", "<joint name='j'/>")) "<actuator>"
                                       "<damper joint='j' ctrlrange='0 3'/></actuator></mujoco>",
         true},
        {"<mujoco><option><flag clampctrl='disable'/></option>" WORLD(
             BODY("", "<joint name='j'/>")) "<actuator><damper joint='j' ctrlrange='0 "
                                            "3'/></actuator></mujoco>",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_actuator_def *a = ludo_spec_actuator_at(spec, 0);
        assert_int_equal(a->control_limited, cases[i].limited);
        assert_true(!a->control_limited || a->control_range[1] == 3.0);
        ludo_spec_destroy(spec);
    }
}

/* A damper implies that its control is limited, nothing of its force. */
static void a_damper_leaves_its_force_as_given(void **state)
{
    (void)state;
    static const struct {
        const char *actuator;
        bool limited;
    } cases[] = {
        {"<damper joint='j' ctrlrange='0 3' forcelimited='false'/>", false},
        {"<damper joint='j' ctrlrange='0 3' forcelimited='false' forcerange='-1 1'/>", false},
        {"<damper joint='j' ctrlrange='0 3' forcerange='-1 1'/>", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, IN_CLASSES("", "%s"), cases[i].actuator);
        ludo_spec *spec = spec_of(text);
        assert_int_equal(ludo_spec_actuator_at(spec, 0)->force_limited, cases[i].limited);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damper_in_a_class_limits_controls),
        cmocka_unit_test(a_damper_leaves_its_force_as_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
