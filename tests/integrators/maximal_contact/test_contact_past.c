/* SPDX-License-Identifier: Apache-2.0
 *
 * The warm start: forces of the last interval are part of the state and don't change the solution.
 */
#include "scenes.h"
#include "support.h"

#include <string.h>

/* A drop of a kind, with a second simulation of the same model. */
typedef struct drop {
    ludo_model *model;
    ludo_sim *sim, *other;
} drop;

static drop open_drop(const char *kind, uint64_t seed)
{
    drop d = {NULL, NULL, NULL};
    ludo_spec *spec = NULL;
    int32_t k = 0;
    while (strcmp(ludo_scene_drop_kind(k), kind) != 0) {
        k++;
    }
    assert_int_equal(ludo_scene_random_drop(k, seed, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_scene_open(spec, NULL, &d.model, &d.sim), LUDO_OK);
    assert_int_equal(ludo_sim_create(d.model, NULL, NULL, &d.other, NULL), LUDO_OK);
    return d;
}

static void close_drop(drop *d)
{
    ludo_sim_destroy(d->other);
    ludo_sim_destroy(d->sim);
    ludo_model_destroy(d->model);
}

/* Steps; returns the number of iterations of all of them. */
static int32_t go(ludo_sim *sim, const ludo_model *model, int steps)
{
    int32_t iterations = 0;
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(sim, ludo_model_timestep(model), &report), LUDO_OK);
        iterations += report.iterations;
    }
    return iterations;
}

static void assert_same_bits(ludo_sim *a, ludo_sim *b, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        ludo_body_state p, q;
        assert_int_equal(ludo_sim_body_state(a, i, &p), LUDO_OK);
        assert_int_equal(ludo_sim_body_state(b, i, &q), LUDO_OK);
        assert_memory_equal(&p, &q, sizeof p);
    }
}

/* A resting stack takes two iterations a step, from a cold start six to eight. */
static void resting_stacks_take_two_iterations(void **state)
{
    (void)state;
    drop d = open_drop("stack", 8);
    go(d.sim, d.model, 100);
    assert_true(go(d.sim, d.model, 20) <= 20 * 3);
    close_drop(&d);
}

/* Copied during contact, with or without velocities read before. */
static void a_copy_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    static const char *const kinds[] = {"box", "pile", "stack", "tree"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        drop d = open_drop(kinds[i], 12 + i);
        go(d.sim, d.model, 60);
        assert_int_equal(ludo_sim_copy(d.other, d.sim), LUDO_OK);
        assert_same_bits(d.sim, d.other, d.model);
        go(d.sim, d.model, 20);
        go(d.other, d.model, 20);
        assert_same_bits(d.sim, d.other, d.model);
        close_drop(&d);
    }
}

/* A reset simulation starts cold, as at its creation. */
static void a_reset_clears_the_warm_start(void **state)
{
    (void)state;
    drop d = open_drop("box", 3);
    go(d.sim, d.model, 80);
    assert_int_equal(ludo_sim_reset(d.sim, -1), LUDO_OK);
    assert_int_equal(ludo_sim_reset(d.other, -1), LUDO_OK);
    go(d.sim, d.model, 60);
    go(d.other, d.model, 60);
    assert_same_bits(d.sim, d.other, d.model);
    close_drop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resting_stacks_take_two_iterations),
        cmocka_unit_test(a_copy_goes_on_with_the_same_bits),
        cmocka_unit_test(a_reset_clears_the_warm_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
