/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps side by side: lanes have the state, the reports and the energies of single simulations, bit
 * for bit, whatever else is in the other lanes. */
#include "batch_scenes.h"

enum { COUNT = 11, STEPS = 60, CALLS = 3 };

/* A model, options, a step; what is done to single simulations of it. */
typedef struct lanes_case {
    ludo_model *model;
    ludo_sim_options options;
    double h;
    double speed; /* of the first rates */
} lanes_case;

static lanes_case free_case(ludo_model *model, double h)
{
    lanes_case of = {model, ludo_sim_options_default(), h, 1.0};
    of.options.contacts = of.options.limits = false;
    return of;
}

static ludo_sim *start_single(const lanes_case *of, int32_t k, double *v)
{
    ludo_sim *sim = single_of(of->model, &of->options);
    const int32_t nv = ludo_model_dof(of->model), nu = ludo_model_actuator_count(of->model);
    random_stream r = random_from(5 + (uint64_t)k);
    for (int32_t i = 0; i < nv; i++) {
        v[i] = of->speed * random_uniform(&r, -1.0, 1.0);
    }
    assert_int_equal(ludo_sim_set_velocities(sim, v, nv), LUDO_OK);
    for (int32_t i = 0; i < nu; i++) {
        v[i] = random_uniform(&r, -0.2, 0.2);
    }
    assert_int_equal(ludo_sim_set(sim, LUDO_CONTROLS, v, nu), LUDO_OK);
    return sim;
}

static void check_report(const ludo_batch *b, int32_t k, const ludo_step_report *own)
{
    ludo_step_report of = {.struct_size = sizeof of};
    assert_int_equal(ludo_batch_report(b, k, &of), LUDO_OK);
    assert_memory_equal(&of, own, sizeof of);
}

/* The simulation of the batch is this one: all of its bits that a checkpoint keeps. */
static void check_state(ludo_batch *b, int32_t k, ludo_sim *sim, ludo_sim *copy)
{
    ludo_energy own, other;
    assert_int_equal(ludo_batch_get_sim(b, k, copy), LUDO_OK);
    assert_true(ludo_sim_time(copy) == ludo_sim_time(sim));
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        const double *row = NULL;
        int32_t count = 0;
        if (ludo_sim_view(copy, (ludo_quantity)i, &row, &count) == LUDO_OK && count > 0) {
            check_row(sim, (ludo_quantity)i, row);
        }
    }
    assert_int_equal(ludo_sim_energy(sim, &own), LUDO_OK);
    assert_int_equal(ludo_sim_energy(copy, &other), LUDO_OK);
    assert_memory_equal(&own, &other, sizeof own);
}

/* Advance single simulations, and a batch of them by two threads; compare after each call. */
static int32_t check_case(lanes_case of)
{
    ludo_batch *b = batch_of(of.model, &of.options, COUNT, 2);
    ludo_sim *sim[COUNT], *copy = single_of(of.model, &of.options);
    double v[256];
    int32_t failed = 0;
    for (int32_t k = 0; k < COUNT; k++) {
        sim[k] = start_single(&of, k, v);
        assert_int_equal(ludo_batch_set_sim(b, k, sim[k]), LUDO_OK);
    }
    for (int call = 0; call < CALLS; call++) {
        (void)ludo_batch_step(b, of.h, STEPS);
        failed = 0;
        for (int32_t k = 0; k < COUNT; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            const int32_t status = ludo_batch_status(b)[k];
            failed += status != LUDO_OK;
            if (call == 0 || failed == 0) {
                assert_int_equal(ludo_sim_run(sim[k], of.h, STEPS, &report), status);
                check_report(b, k, &report);
                check_state(b, k, sim[k], copy);
            }
        }
    }
    for (int32_t k = 0; k < COUNT; k++) {
        ludo_sim_destroy(sim[k]);
    }
    ludo_sim_destroy(copy);
    ludo_batch_destroy(b);
    ludo_model_destroy(of.model);
    return failed;
}

static void mechanisms_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    static const char *const file[] = {
        "examples/double_pendulum.xml", "examples/heavy_top.xml", "examples/t_handle.xml",
        "examples/quadruped.xml"};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        assert_int_equal(check_case(free_case(batch_file(file[i]), 0.002)), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mechanisms_have_the_bits_of_single_simulations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
