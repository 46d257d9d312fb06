/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates read for all joints at once, from traces, have the bits of those read joint by joint,
 * from poses. */
#include "batch_scenes.h"
#include "everything.h"

#include <stdio.h>

enum { STEPS = 40, MOST = 8 };

static void check_positions(ludo_sim *sim, const ludo_model *m)
{
    const double *all = NULL;
    int32_t count = 0;
    assert_int_equal(ludo_sim_view(sim, LUDO_POSITIONS, &all, &count), LUDO_OK);
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        ludo_joint_info joint = {.struct_size = sizeof joint};
        double q[MOST];
        assert_int_equal(ludo_model_joint(m, i, &joint), LUDO_OK);
        assert_int_equal(ludo_sim_joint_position(sim, i, q), LUDO_OK);
        assert_memory_equal(all + joint.position_first, q,
                            (size_t)joint.position_count * sizeof *q);
    }
}

/* At the start, in each step, after coordinates were set, and from a copy. */
static void check_model(ludo_model *m, double h)
{
    ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = single_of(m, &options), *copy = single_of(m, &options);
    const double *q = NULL;
    double kept[256]; /* coordinates */
    int32_t count = 0;
    check_positions(sim, m);
    for (int k = 0; k < STEPS; k++) {
        assert_int_equal(ludo_step(sim, h, NULL), LUDO_OK);
        check_positions(sim, m);
    }
    assert_int_equal(ludo_sim_copy(copy, sim), LUDO_OK);
    check_positions(copy, m);
    assert_int_equal(ludo_sim_view(copy, LUDO_POSITIONS, &q, &count), LUDO_OK);
    memcpy(kept, q, (size_t)count * sizeof *q);
    assert_int_equal(ludo_step(copy, h, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set(copy, LUDO_POSITIONS, kept, count), LUDO_OK);
    check_positions(copy, m);
    ludo_sim_destroy(sim);
    ludo_sim_destroy(copy);
    ludo_model_destroy(m);
}

static void trees_have_them(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        ludo_spec *spec = NULL;
        assert_int_equal(build_everything(seed, true, &spec), LUDO_OK);
        check_model(compiled(spec), 0.002);
    }
}

static void examples_have_them(void **state)
{
    (void)state;
    static const char *const file[] = {"four_bar", "quadruped", "stack", "spherical_chain",
                                       "hand",     "rover",     "walker"};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "examples/%s.xml", file[i]);
        check_model(batch_file(path), 0.002);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_them),
        cmocka_unit_test(examples_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
