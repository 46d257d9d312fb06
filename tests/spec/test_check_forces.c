/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators that can't be are refused, with the reason, the name and the place. */
#include "spec_draft.h"

/* --- springs and actuators ------------------------------------------------------------------- */

static void springs_run_between_sites_or_over_coordinates(void **state)
{
    (void)state;
    const struct {
        ludo_spring_def def;
        ludo_tendon_term term;
        const char *message;
    } cases[] = {
        {{.type = "rubber"}, {0}, "has the unknown type 'rubber'"},
        {{.type = ""}, {0}, "has the unknown type ''"},
        {{.type = "distance", .site_b = 2}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = -1}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = INT32_MAX}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = 1, .site_b = 1}, {0}, "joins a site to itself"},
        {{.type = "tendon"}, {0}, "has no joint terms"},
        {{.type = "tendon", .term_count = 1}, {2, 0, 1.0}, "names a joint that does not exist"},
        {{.type = "tendon", .term_count = 1}, {-1, 0, 1.0}, "names a joint that does not exist"},
        {{.type = "tendon", .term_count = 1}, {0, 1, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1}, {0, -1, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1}, {1, 3, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1},
         {1, 0, 1.0},
         "a ball rotation of its joint, which has no"},
        {{.type = "tendon", .term_count = 1},
         {1, 2, 1.0},
         "a ball rotation of its joint, which has no"},
        {{.type = "tendon", .stiffness = -1.0}, {0}, "has a negative stiffness"},
        {{.type = "distance", .damping = -1.0}, {0}, "has a negative damping"},
        {{.type = "distance", .rest = {1.0, 0.5}}, {0}, "has an empty range of rest lengths"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.spring[1] = cases[i].def;
        d.spring[1].name = "bad";
        d.spring[1].place = (ludo_place){"model.xml", 41, 4};
        d.term = cases[i].term;
        check_refused(&d, LUDO_BAD_MODEL, cases[i].message, 41);
        check_refused(&d, LUDO_BAD_MODEL, "spring 'bad'", 41);
        d.spring[1].name = NULL;
        check_refused(&d, LUDO_BAD_MODEL, "spring 1", 41);
    }
}

static void actuators_act_on_what_exists(void **state)
{
    (void)state;
    const struct {
        ludo_actuator_def def;
        const char *message;
    } cases[] = {
        {{.target = 2}, "names a joint that does not exist"},
        {{.target = -1}, "names a joint that does not exist"},
        {{.target = 0, .dof = 1}, "along a degree of freedom that its joint does not have"},
        {{.target = 0, .dof = -1}, "along a degree of freedom that its joint does not have"},
        {{.target = 1, .dof = 0}, "a ball rotation of its joint, which has no scalar"},
        {{.on_spring = true, .target = 2}, "acts on a spring that does not exist"},
        {{.on_spring = true, .target = -1}, "acts on a spring that does not exist"},
        {{.control_limited = true, .control_range = {1.0, 0.0}}, "has an empty range"},
        {{.force_limited = true, .force_range = {1.0, 0.0}}, "has an empty range"},
        {{.control_limited = true, .control_range = {0.0, HUGE_VAL}}, "not finite"},
        {{.force_limited = true, .force_range = {(double)NAN, 0.0}}, "not finite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.actuator[1] = cases[i].def;
        d.actuator[1].name = "bad";
        d.actuator[1].place = (ludo_place){"model.xml", 51, 5};
        check_refused(&d, LUDO_BAD_MODEL, cases[i].message, 51);
        check_refused(&d, LUDO_BAD_MODEL, "actuator 'bad'", 51);
        d.actuator[1].name = NULL;
        check_refused(&d, LUDO_BAD_MODEL, "actuator 1", 51);
    }
}

/* The free joint of a floating body, which the description does not have, takes no forces either.
 */
static void free_joints_take_no_forces(void **state)
{
    (void)state;
    draft d = sound_draft();
    d.joint[0] = (ludo_joint_def){.struct_size = sizeof(ludo_joint_def),
                                  .name = "free",
                                  .type = "free",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .place = d.joint[0].place};
    d.keyframe.position_count = d.keyframe.velocity_count = 0;
    check_refused(&d, LUDO_BAD_MODEL, "spring 'belt' names a free joint", 41);
    d.spring[1].type = "distance";
    d.spring[1].site_b = 1;
    check_refused(&d, LUDO_BAD_MODEL, "actuator 'motor' names a free joint", 50);
    d.actuator[0].on_spring = true;
    check_accepted(&d, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_run_between_sites_or_over_coordinates),
        cmocka_unit_test(actuators_act_on_what_exists),
        cmocka_unit_test(free_joints_take_no_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
