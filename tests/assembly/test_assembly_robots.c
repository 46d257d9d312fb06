/* SPDX-License-Identifier: Apache-2.0
 *
 * Third-party robots as their files define them: loops wide open, motors to be held. Skipped if the
 * files are absent. */
#include "running.h"

#include <stdio.h>
#include <string.h>

/* A robot's name, the largest loop violation in its file [m], and its mobility after closing. */
typedef struct robot {
    const char *name;
    int32_t loops;
    double gap;
    int32_t freedom;
} robot;

/* A five-bar moves with its two motors, and its spheres spin about their common pin. Legs move with
 * their motors, five and six, and each of their rods spins about the line between the balls at its
 * ends. */
static const robot robots[] = {
    {"5bar_linkage", 1, 0.300, 3},
    {"robot_delta", 3, 0.030, 5},
    {"cassie_like", 2, 0.553, 7},
    {"digit_like", 3, 0.324, 9},
};
enum { ROBOTS = sizeof robots / sizeof *robots };

static ludo_status load(const robot *r, ludo_spec **spec)
{
    char path[256], loops[256];
    snprintf(path, sizeof path, "../shared/models/%s/robot.urdf", r->name);
    snprintf(loops, sizeof loops, "../shared/models/%s/robot.yaml", r->name);
    const ludo_load_options options = {.struct_size = sizeof options, .loops = loops};
    return ludo_load_file(path, &options, NULL, spec, NULL);
}

static void robots_assemble_with_their_motors_held(void **state)
{
    (void)state;
    for (int i = 0; i < ROBOTS; i++) {
        ludo_spec *spec = NULL;
        const ludo_status loaded = load(&robots[i], &spec);
        if (loaded == LUDO_IO) {
            skip();
        }
        running r = run_open(loaded, spec, NULL);
        ludo_start_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_model_loop_count(r.model), robots[i].loops);
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
        assert_int_equal(report.released, 0);
        CHECK_NEAR(report.gap, robots[i].gap, 1e-3);
        ludo_violation v;
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        CHECK_NEAR(v.position, 0.0, 1e-14); /* some rounding of one meter */
        ludo_mobility m;
        assert_int_equal(ludo_sim_mobility(r.sim, &m), LUDO_OK);
        assert_int_equal(m.freedom, robots[i].freedom);
        for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
            if (strncmp(ludo_model_joint_name(r.model, j), "mot", 3) == 0) {
                assert_true(joint_moved_of(r.sim, j) == 0.0);
            }
        }
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_assemble_with_their_motors_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
