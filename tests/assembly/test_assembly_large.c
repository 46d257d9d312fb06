/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing many loops at once: pairs of bars of 1 m whose ends meet. In the given pose all bars are
 * along +x; open pairs begin 1.2 m apart, and no small motion from there brings their ends
 * nearer. */
#include "linkage.h"
#include "running.h"

/* The first pairs are open, the others closed. */
static running pairs(int32_t count, int32_t open)
{
    ludo_spec *spec = NULL;
    scene s = ludo_scene_begin("pairs", 2 * count, NULL);
    for (int32_t i = 0; i < count; i++) {
        int32_t bar[2];
        for (int k = 0; k < 2; k++) {
            const double x = i < open ? 1.2 * k : 0.0;
            bar[k] = ludo_scene_add_bar(&s, NULL, 1.0, 1.0);
            (void)ludo_scene_pin(&s, NULL, (ludo_spot){LUDO_WORLD, x, 0.0}, bar[k], 0.0, NULL);
        }
        ludo_scene_close(&s, "ball", (ludo_spot){bar[0], 1.0, 0.0}, (ludo_spot){bar[1], 1.0, 0.0},
                         0.0);
    }
    const ludo_status built = ludo_scene_end(&s, &spec);
    return run_open(built, spec, NULL);
}

static void keep_all(running *r)
{
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        assert_int_equal(ludo_sim_hold_joint(r->sim, j), LUDO_OK);
    }
}

/* For any number of loops: the number of restarts is limited by the number of bodies. */
static void any_number_of_loops_leaves_a_pose_that_leads_nowhere(void **state)
{
    (void)state;
    running r = pairs(1500, 1500);
    ludo_violation open;
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_violation(r.sim, &open), LUDO_OK);
    CHECK_NEAR(open.position, 0.0, 1e-14); /* rounding of lengths of 2 m */
    run_close(&r);
}

static void of_many_held_joints_as_few_as_possible_are_released(void **state)
{
    (void)state;
    for (int32_t open = 0; open <= 8; open += 4) {
        running r = pairs(8, open);
        ludo_start_report report = {.struct_size = sizeof report};
        keep_all(&r);
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
        assert_int_equal(report.released, 2 * open);
        for (int32_t j = 0; j < 16; j++) {
            assert_true((joint_moved_of(r.sim, j) > 0.0) == (j < 2 * open));
        }
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_loops_leaves_a_pose_that_leads_nowhere),
        cmocka_unit_test(of_many_held_joints_as_few_as_possible_are_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
