/* SPDX-License-Identifier: Apache-2.0
 *
 * Every simulation of a batch has the bits of a single one: trees, loops, contacts, limits, every
 * integrator, any number of threads, steps in one call or in many. */
#include "batch_scenes.h"
#include "everything.h"

enum { COUNT = 37, PARTS = 3, RUNS = 3 };

/* A case: a model, options, a step. */
typedef struct batch_case {
    ludo_model *model;
    ludo_sim_options options;
    double h;
    int32_t steps; /* per part of the run */
} batch_case;

/* Compare simulation k of a batch after each part of its runs with a single one. */
static void check_one(const batch_case *of, int32_t k, double *const *parts,
                      const int32_t (*status)[COUNT * PARTS])
{
    const size_t nq = (size_t)ludo_model_position_count(of->model);
    const size_t nv = (size_t)ludo_model_dof(of->model), width = nq + nv;
    double *v = calloc(nv + 1, sizeof *v);
    ludo_sim *sim = single_of(of->model, &of->options);
    draw_rates(of->model, k, v);
    assert_int_equal(ludo_sim_set_velocities(sim, v, (int32_t)nv), LUDO_OK);
    ludo_status last = LUDO_OK;
    for (size_t part = 0; part < PARTS; part++) {
        last = last == LUDO_OK ? ludo_sim_run(sim, of->h, of->steps, NULL) : last;
        const size_t at = (size_t)k * PARTS + part;
        for (int32_t run = 0; run < RUNS; run++) {
            assert_int_equal(status[run][at], last);
            check_row(sim, LUDO_POSITIONS, parts[run] + at * width);
            check_row(sim, LUDO_VELOCITIES, parts[run] + at * width + nq);
        }
    }
    ludo_sim_destroy(sim);
    free(v);
}

/* Run a batch in parts; rows of coordinates and rates after each, per simulation. */
static void run_batch(const batch_case *of, int32_t threads, double *parts, int32_t *status)
{
    const size_t nq = (size_t)ludo_model_position_count(of->model);
    const size_t nv = (size_t)ludo_model_dof(of->model), width = nq + nv;
    ludo_batch *b = batch_of(of->model, &of->options, COUNT, threads);
    double *q = batch_rows(b, LUDO_POSITIONS), *v = batch_rows(b, LUDO_VELOCITIES);
    for (int32_t k = 0; k < COUNT; k++) {
        draw_rates(of->model, k, v + (size_t)k * nv);
    }
    for (size_t part = 0; part < PARTS; part++) {
        (void)ludo_batch_step(b, of->h, of->steps);
        for (size_t k = 0; k < COUNT; k++) {
            double *row = parts + (k * PARTS + part) * width;
            memcpy(row, q + k * nq, nq * sizeof *q);
            memcpy(row + nq, v + k * nv, nv * sizeof *v);
            status[k * PARTS + part] = ludo_batch_status(b)[k];
        }
    }
    ludo_batch_destroy(b);
}

/* Runs by 1, 2 and 3 threads. */
static void check_case(batch_case of)
{
    const size_t width = (size_t)(ludo_model_position_count(of.model) + ludo_model_dof(of.model));
    double *parts[RUNS];
    int32_t status[RUNS][COUNT * PARTS];
    for (int32_t run = 0; run < RUNS; run++) {
        parts[run] = calloc(COUNT * PARTS * width, sizeof *parts[run]);
        run_batch(&of, run + 1, parts[run], status[run]);
    }
    for (int32_t k = 0; k < COUNT; k++) {
        check_one(&of, k, parts, (const int32_t(*)[COUNT * PARTS]) status);
    }
    for (int32_t run = 0; run < RUNS; run++) {
        free(parts[run]);
    }
    ludo_model_destroy(of.model);
}

static batch_case case_of(ludo_model *model, double h, int32_t steps)
{
    return (batch_case){model, ludo_sim_options_default(), h, steps};
}

static ludo_model *drop_model(int32_t bodies)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_drop(bodies, 3, NULL, &spec), LUDO_OK);
    return compiled(spec);
}

static ludo_model *everything_model(uint64_t seed)
{
    ludo_spec *spec = NULL;
    assert_int_equal(build_everything(seed, true, &spec), LUDO_OK);
    return compiled(spec);
}

static void trees_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    check_case(case_of(everything_model(1), 0.002, 7));
    check_case(case_of(everything_model(2), 0.002, 7));
}

static void loops_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    check_case(case_of(batch_file("examples/four_bar.xml"), 0.005, 10));
    check_case(case_of(batch_file("examples/gears.xml"), 0.005, 10));
}

static void contacts_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    check_case(case_of(drop_model(6), 0.005, 20));
    check_case(case_of(batch_file("examples/stack.xml"), 0.01, 20));
    check_case(case_of(batch_file("examples/quadruped.xml"), 0.002, 10));
}

static void sleepers_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    batch_case of = case_of(batch_file("examples/stack.xml"), 0.01, 30);
    of.options.sleep_speed = 0.05;
    of.options.sleep_time = 0.1;
    check_case(of);
}

static void divided_steps_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    batch_case of = case_of(batch_file("examples/double_pendulum.xml"), 0.01, 10);
    of.options.accuracy = 1e-4;
    check_case(of);
}

static void every_integrator_has_the_bits_of_single_simulations(void **state)
{
    (void)state;
    static const struct {
        const char *integrator, *file;
        int32_t order;
    } of[] = {{"maximal", "examples/heavy_top.xml", 4},
              {"galerkin", "examples/double_pendulum.xml", 4},
              {"runge-kutta", "examples/double_pendulum.xml", 4},
              {"lie-group", "examples/heavy_top.xml", 2},
              {"dual-quaternion", "examples/t_handle.xml", 2},
              {"rigid-body", "examples/t_handle.xml", 2}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        batch_case c = case_of(batch_file(of[i].file), 0.002, 10);
        c.options.integrator = of[i].integrator;
        c.options.order = of[i].order;
        check_case(c);
    }
}

/* A step that is far too long: some simulations fail, at different times. */
static void failures_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    batch_case of = case_of(everything_model(4), 0.2, 3);
    of.options.max_substeps = 1;
    of.options.max_iterations = 4;
    check_case(of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_the_bits_of_single_simulations),
        cmocka_unit_test(loops_have_the_bits_of_single_simulations),
        cmocka_unit_test(contacts_have_the_bits_of_single_simulations),
        cmocka_unit_test(sleepers_have_the_bits_of_single_simulations),
        cmocka_unit_test(divided_steps_have_the_bits_of_single_simulations),
        cmocka_unit_test(every_integrator_has_the_bits_of_single_simulations),
        cmocka_unit_test(failures_have_the_bits_of_single_simulations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
