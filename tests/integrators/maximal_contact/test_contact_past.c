/* SPDX-License-Identifier: Apache-2.0
 *
 * The warm start: forces of the last interval are part of the state and don't change the solution.
 */
#include "integrators/maximal/maximal.h"
#include "integrators/maximal_contact/contact.h"
#include "scenes.h"
#include "sim/sim.h"
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

/* A state whose saved force is of a cone that the model does not have. */
static void a_force_of_no_cone_is_refused(void **state)
{
    (void)state;
    drop d = open_drop("box", 3);
    go(d.sim, d.model, 80);
    maximal *x = maximal_of(&d.sim->state);
    assert_true(x->state->cone_count > 0);
    const size_t size = ludo_sim_state_size(d.sim);
    char *bytes = test_malloc(size);
    const cone_history good = x->contacts->past[0], bad[] = {{.source = -1},
                                                             {.source = CONE_TENDON_FRICTION + 1},
                                                             {.source = CONE_LIMIT},
                                                             {.source = CONE_CONTACT, .a = -1},
                                                             {.source = CONE_CONTACT, .b = 1000}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        x->contacts->past[0] = bad[i];
        assert_int_equal(ludo_sim_get_state(d.sim, bytes), LUDO_OK);
        assert_int_equal(ludo_sim_set_state(d.other, bytes, size), LUDO_PARSE);
    }
    x->contacts->past[0] = good;
    assert_int_equal(ludo_sim_get_state(d.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(d.other, bytes, size), LUDO_OK);
    test_free(bytes);
    close_drop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resting_stacks_take_two_iterations),
        cmocka_unit_test(a_copy_goes_on_with_the_same_bits),
        cmocka_unit_test(a_reset_clears_the_warm_start),
        cmocka_unit_test(a_force_of_no_cone_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
