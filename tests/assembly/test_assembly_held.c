/* SPDX-License-Identifier: Apache-2.0
 *
 * Held joints that have to move: as few as possible, first ones rather than later ones. */
#include "model_text.h"

#include "running.h"

/* A four-bar whose sides are 1, 1.2 and 0.9 on pivots 1.1 apart: one of its three coordinates
 * determines the others. */
#define BAR(name, at, more)                                                                        \
    "<body name='" name "' pos='" at "'><joint name='" name "' axis='0 1 0'/>"                     \
    "<inertial pos='0.5 0 0' mass='1' diaginertia='0.01 0.1 0.1'/>" more "</body>"
#define SITE(name, at) "<site name='" name "' pos='" at "'/>"
#define FOUR_BAR(p, at, to)                                                                        \
    BAR(p "crank", at, BAR(p "coupler", "1 0 0", SITE(p "1", "1.2 0 0")))                          \
    BAR(p "rocker", to, SITE(p "2", "0.9 0 0"))

static const char two_four_bars[] = "<mujoco><worldbody>" FOUR_BAR("a_", "0 0 0", "1.1 0 0")
    FOUR_BAR("b_", "9 0 0", "10.1 0 0") "</worldbody><equality><connect site1='a_1' "
                                        "site2='a_2'/><connect site1='b_1' site2='b_2'/>"
                                        "</equality></mujoco>";

/* Joints in the order in which they are held, and whether they move. */
typedef struct order {
    const char *held[4];
    bool moves[4];
    int32_t released;
} order;

static void check_order(const order *o)
{
    running r = run_open(LUDO_OK, spec_of(two_four_bars), NULL);
    for (int32_t i = 0; i < 4 && o->held[i] != NULL; i++) {
        const int32_t joint = ludo_model_joint_find(r.model, o->held[i]);
        const double angle = o->held[i][2] == 'c' ? -1.2 : -0.9; /* no assembly has both */
        assert_int_equal(ludo_sim_set_joint_position(r.sim, joint, &angle), LUDO_OK);
        assert_int_equal(ludo_sim_hold_joint(r.sim, joint), LUDO_OK);
    }
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    assert_int_equal(report.released, o->released);
    for (int32_t i = 0; i < 4 && o->held[i] != NULL; i++) {
        const int32_t joint = ludo_model_joint_find(r.model, o->held[i]);
        if ((joint_moved_of(r.sim, joint) > 0.0) != o->moves[i]) {
            fail_msg("%s, number %d after %s", o->held[i], (int)i, o->held[0]);
        }
    }
    run_close(&r);
}

static void joints_of_other_loops_stay_held(void **state)
{
    (void)state;
    static const order orders[] = {
        {{"a_crank", "b_crank"}, {false, false}, 0},
        {{"a_crank", "b_crank", "b_rocker"}, {false, true, false}, 1},
        {{"a_crank", "b_rocker", "b_crank"}, {false, true, false}, 1},
        {{"b_crank", "a_crank", "b_rocker"}, {true, false, false}, 1},
        {{"a_crank", "b_crank", "a_rocker"}, {true, false, false}, 1},
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        check_order(&orders[i]);
    }
}

static void one_joint_of_each_loop_is_released(void **state)
{
    (void)state;
    static const order orders[] = {
        {{"a_crank", "a_rocker", "b_crank", "b_rocker"}, {true, false, true, false}, 2},
        {{"b_rocker", "a_crank", "b_crank", "a_rocker"}, {true, true, false, false}, 2},
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        check_order(&orders[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_other_loops_stay_held),
        cmocka_unit_test(one_joint_of_each_loop_is_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
