/* SPDX-License-Identifier: Apache-2.0
 *
 * A model is shared: simulations of it on several threads at once give the bits of one alone. */
#include "running.h"
#include "small_spec.h"

#include <pthread.h>
#include <string.h>

enum { BODIES = 20, THREADS = 4, STEPS = 100 };

/* One simulation from creation to its last state. */
typedef struct thread_run {
    const ludo_model *model;
    const char *solver;
    ludo_status status;
    ludo_body_state states[BODIES];
} thread_run;

static void *run_one(void *argument)
{
    thread_run *run = argument;
    ludo_sim *sim = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = run->solver;
    run->status = ludo_sim_create(run->model, &options, NULL, &sim, NULL);
    run->status = run->status == LUDO_OK ? ludo_sim_reset(sim, 0) : run->status;
    for (int k = 0; k < STEPS && run->status == LUDO_OK; k++) {
        run->status = ludo_step(sim, 0.005, NULL);
    }
    const int32_t bodies = ludo_model_body_count(run->model);
    for (int32_t b = 0; b < bodies && run->status == LUDO_OK; b++) {
        run->status = ludo_sim_body_state(sim, b, &run->states[b]);
    }
    ludo_sim_destroy(sim);
    return NULL;
}

static ludo_model *tree_model(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(BODIES, 6, true, NULL, &spec), LUDO_OK);
    return compiled(spec);
}

/* Things of several shapes that fall on each other: which of them touch changes with time. */
static ludo_model *pile_model(void)
{
    enum { PILE = 6 };
    ludo_spec *spec = NULL;
    assert_string_equal(ludo_scene_drop_kind(PILE), "pile");
    assert_int_equal(ludo_scene_random_drop(PILE, 3, NULL, &spec), LUDO_OK);
    ludo_model *model = compiled(spec);
    assert_in_range(ludo_model_body_count(model), 2, BODIES);
    return model;
}

/* Threads take the two solvers, which may be one, in turn. */
static void check_threads(ludo_model *model, const char *const solvers[2])
{
    static thread_run alone[2], together[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < 2; i++) {
        alone[i] = (thread_run){.model = model, .solver = solvers[i]};
        run_one(&alone[i]);
        assert_int_equal(alone[i].status, LUDO_OK);
    }
    for (int i = 0; i < THREADS; i++) {
        together[i] = (thread_run){.model = model, .solver = solvers[i % 2]};
        assert_int_equal(pthread_create(&threads[i], NULL, run_one, &together[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(together[i].status, LUDO_OK);
        assert_memory_equal(together[i].states, alone[i % 2].states, sizeof alone[0].states);
    }
    ludo_model_destroy(model);
}

static void simulations_on_threads_give_the_bits_of_one_alone(void **state)
{
    (void)state;
    check_threads(tree_model(), (const char *const[]){"recursion", "ldu"});
}

static void what_touches_does_so_alike_on_every_thread(void **state)
{
    (void)state;
    check_threads(pile_model(), (const char *const[]){"recursion", "recursion"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulations_on_threads_give_the_bits_of_one_alone),
        cmocka_unit_test(what_touches_does_so_alike_on_every_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
