/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps side by side: lanes have the state, the reports and the energies of single simulations, bit
 * for bit, whatever the other lanes do. */
#include "batch_scenes.h"

#include "sim/lanes.h"

#include <stdio.h>

enum { COUNT = 11, STEPS = 40, CALLS = 3, MOST_RATES = 256 };

/* A model, options, a step. */
typedef struct lanes_case {
    ludo_model *model;
    ludo_sim_options options;
    double h;
    double speed; /* of the first rates */
} lanes_case;

static lanes_case free_case(ludo_model *model, double h, double speed)
{
    lanes_case of = {model, ludo_sim_options_default(), h, speed};
    of.options.contacts = of.options.limits = false;
    return of;
}

static ludo_model *figure_model(void)
{
    return batch_file("tests/data/figure.xml");
}

static ludo_model *tree_model(uint64_t seed)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(9, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
    return compiled(spec);
}

static ludo_model *joint_model(const char *type)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_joint_chain(type, 4, NULL, &spec), LUDO_OK);
    return compiled(spec);
}

/* Simulation k at its start. */
static ludo_sim *start_single(const lanes_case *of, int32_t k)
{
    ludo_sim *sim = single_of(of->model, &of->options);
    const int32_t nv = ludo_model_dof(of->model), nu = ludo_model_actuator_count(of->model);
    random_stream r = random_from(5 + (uint64_t)k);
    double v[MOST_RATES];
    assert_true(nv <= MOST_RATES && nu <= MOST_RATES);
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

/* ---- comparing ---- */

static void check_report(const ludo_batch *b, int32_t k, const ludo_step_report *own)
{
    ludo_step_report of = {.struct_size = sizeof of};
    assert_int_equal(ludo_batch_report(b, k, &of), LUDO_OK);
    assert_memory_equal(&of, own, sizeof of);
}

/* Simulation k of the batch is this one; `copy` is for reading it. */
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
    assert_int_equal(ludo_sim_energy(sim, &own), ludo_sim_energy(copy, &other));
    assert_memory_equal(&own, &other, sizeof own);
}

/* ---- running ---- */

/* Whether simulations of a model step side by side. */
static bool has_lanes(const lanes_case *of)
{
    ludo_sim *sim = single_of(of->model, &of->options);
    sim_lanes *lanes = NULL;
    assert_int_equal(ludo_sim_lanes_create(sim, &lanes), LUDO_OK);
    const bool has = lanes != NULL;
    ludo_sim_lanes_destroy(lanes);
    ludo_sim_destroy(sim);
    return has;
}

/* Advance simulation k alone as the batch has done, and compare. Returns whether it has stopped. */
static bool check_one(const lanes_case *of, ludo_batch *b, int32_t k, ludo_sim *sim, ludo_sim *copy)
{
    ludo_step_report report = {.struct_size = sizeof report};
    const ludo_status status = ludo_sim_run(sim, of->h, STEPS, &report);
    assert_int_equal(ludo_batch_status(b)[k], status);
    check_report(b, k, &report);
    check_state(b, k, sim, copy);
    return status != LUDO_OK;
}

/* Single simulations beside a batch of them by two threads; the last call has another step.
 * Returns how many have stopped. */
static int32_t run_case(lanes_case of)
{
    ludo_batch *b = batch_of(of.model, &of.options, COUNT, 2);
    ludo_sim *sim[COUNT], *copy = single_of(of.model, &of.options);
    bool stopped[COUNT] = {false};
    int32_t count = 0;
    for (int32_t k = 0; k < COUNT; k++) {
        sim[k] = start_single(&of, k);
        assert_int_equal(ludo_batch_set_sim(b, k, sim[k]), LUDO_OK);
    }
    for (int call = 0; call < CALLS; call++) {
        (void)ludo_batch_step(b, of.h, STEPS);
        for (int32_t k = 0; k < COUNT; k++) {
            stopped[k] = stopped[k] || check_one(&of, b, k, sim[k], copy);
        }
        of.h *= call == 1 ? 0.5 : 1.0;
    }
    for (int32_t k = 0; k < COUNT; k++) {
        count += stopped[k] ? 1 : 0;
        ludo_sim_destroy(sim[k]);
    }
    ludo_sim_destroy(copy);
    ludo_batch_destroy(b);
    ludo_model_destroy(of.model);
    return count;
}

static void check_case(lanes_case of)
{
    assert_true(has_lanes(&of));
    assert_int_equal(run_case(of), 0);
}

/* ---- tests ---- */

/* Two simulations in lanes beside idle ones: both are solved, and leave with the bits of single
 * steps. */
static void lanes_make_steps(void **state)
{
    (void)state;
    lanes_case of = free_case(figure_model(), 0.002, 1.0);
    ludo_sim *sim[2] = {start_single(&of, 0), start_single(&of, 1)};
    ludo_sim *alone = single_of(of.model, &of.options);
    sim_lanes *lanes = NULL;
    assert_int_equal(ludo_sim_lanes_create(sim[0], &lanes), LUDO_OK);
    for (int i = 0; i < 2; i++) {
        assert_false(ludo_sim_lanes_enter(lanes, 3 * i, sim[i], of.h)); /* it has no history */
        assert_int_equal(ludo_step(sim[i], of.h, NULL), LUDO_OK);
        assert_true(ludo_sim_lanes_enter(lanes, 3 * i, sim[i], of.h));
        assert_false(ludo_sim_lanes_enter(lanes, 3 * i + 1, sim[i], 2.0 * of.h));
    }
    for (int k = 0; k < STEPS; k++) {
        assert_int_equal(ludo_sim_lanes_solve(lanes, 1u | 8u, true), 1u | 8u);
        ludo_sim_lanes_accept(lanes);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_copy(alone, sim[i]), LUDO_OK);
        assert_int_equal(ludo_sim_run(alone, of.h, STEPS, NULL), LUDO_OK);
        ludo_sim_lanes_leave(lanes, 3 * i, sim[i], NULL);
        for (int q = 0; q < LUDO_QUANTITY_COUNT; q++) {
            const double *own = NULL;
            int32_t count = 0;
            if (ludo_sim_view(alone, (ludo_quantity)q, &own, &count) == LUDO_OK && count > 0) {
                check_row(sim[i], (ludo_quantity)q, own);
            }
        }
        ludo_sim_destroy(sim[i]);
    }
    ludo_sim_lanes_destroy(lanes);
    ludo_sim_destroy(alone);
    ludo_model_destroy(of.model);
}

static void examples_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    static const char *const file[] = {"double_pendulum", "heavy_top", "t_handle", "rod_chain"};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "examples/%s.xml", file[i]);
        check_case(free_case(batch_file(path), 0.002, 1.0));
    }
}

static void forces_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    check_case(free_case(figure_model(), 0.002, 1.0));
    lanes_case of = free_case(figure_model(), 0.002, 1.0);
    of.options.rotation = "quaternion";
    of.options.damping = "implicit";
    check_case(of);
}

static void joints_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    static const char *const type[] = {"hinge",       "slide",  "ball",        "universal",
                                       "cylindrical", "planar", "hinge+slide", "slide+hinge+hinge"};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
        check_case(free_case(joint_model(type[i]), 0.005, 0.5));
    }
    for (uint64_t seed = 1; seed <= 6; seed++) {
        check_case(free_case(tree_model(seed), 0.002, 0.5));
    }
}

/* Fast motions in long steps: some need another factorisation, parts, or fail. */
static void lanes_that_cannot_make_a_step_have_them_too(void **state)
{
    (void)state;
    lanes_case of = free_case(figure_model(), 0.03, 6.0);
    assert_true(has_lanes(&of));
    assert_int_equal(run_case(of), 0);
    of = free_case(figure_model(), 0.05, 5.0);
    of.options.max_substeps = 1;
    of.options.max_iterations = 6;
    const int32_t stopped = run_case(of);
    assert_true(stopped > 0 && stopped < COUNT);
}

/* Simulations that other forces act on step alone, beside lanes. */
static void pushed_simulations_step_beside_lanes(void **state)
{
    (void)state;
    lanes_case of = free_case(figure_model(), 0.002, 1.0);
    ludo_batch *b = batch_of(of.model, &of.options, COUNT, 1);
    ludo_sim *sim[COUNT], *copy = single_of(of.model, &of.options);
    for (int32_t k = 0; k < COUNT; k++) {
        const ludo_wrench push = {.force = {1.0, 0.5 * k, 0.0}};
        sim[k] = start_single(&of, k);
        if (k % 3 == 0) {
            assert_int_equal(ludo_sim_set_body_force(sim[k], 0, &push), LUDO_OK);
        }
        assert_int_equal(ludo_batch_set_sim(b, k, sim[k]), LUDO_OK);
    }
    assert_int_equal(ludo_batch_step(b, of.h, STEPS), LUDO_OK);
    for (int32_t k = 0; k < COUNT; k++) {
        assert_false(check_one(&of, b, k, sim[k], copy));
        ludo_sim_destroy(sim[k]);
    }
    ludo_sim_destroy(copy);
    ludo_batch_destroy(b);
    ludo_model_destroy(of.model);
}

static void steps_backward_have_the_bits_of_single_simulations(void **state)
{
    (void)state;
    check_case(free_case(tree_model(2), -0.002, 0.5));
}

enum { TABLE_STEPS = 12, TABLE_EVERY = 5, TABLE_CHANGES = 3 };

/* Simulation k alone, with the controls of a table. */
static void run_table(ludo_sim *sim, double h, int32_t nu, const double *table)
{
    for (int32_t change = 0; change < TABLE_CHANGES; change++) {
        const int32_t left = TABLE_STEPS - change * TABLE_EVERY;
        assert_int_equal(ludo_sim_set(sim, LUDO_CONTROLS, table + change * nu, nu), LUDO_OK);
        assert_int_equal(ludo_sim_run(sim, h, left < TABLE_EVERY ? left : TABLE_EVERY, NULL),
                         LUDO_OK);
    }
}

/* Tables, masks, and a model of its own among lanes. */
static void lanes_go_beside_what_stays_out(void **state)
{
    (void)state;
    enum { MOTORS = 3 };
    lanes_case of = free_case(figure_model(), 0.002, 1.0);
    ludo_batch *b = batch_of(of.model, &of.options, COUNT, 2);
    ludo_model *own = NULL;
    assert_int_equal(ludo_model_copy(of.model, NULL, &own), LUDO_OK);
    ludo_sim *sim[COUNT], *copy = single_of(of.model, &of.options);
    double table[COUNT][TABLE_CHANGES * MOTORS];
    bool where[COUNT];
    random_stream r = random_from(3);
    for (int32_t k = 0; k < COUNT; k++) {
        sim[k] = start_single(&of, k);
        where[k] = k % 4 != 1;
        for (int i = 0; i < TABLE_CHANGES * MOTORS; i++) {
            table[k][i] = random_uniform(&r, -0.2, 0.2);
        }
        assert_int_equal(ludo_batch_set_sim(b, k, sim[k]), LUDO_OK);
    }
    assert_int_equal(ludo_batch_set_model(b, 2, own, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_model(sim[2], own, NULL), LUDO_OK);
    ludo_batch_run run = ludo_batch_run_default();
    run.h = of.h, run.steps = TABLE_STEPS, run.every = TABLE_EVERY;
    run.controls = table[0], run.where = where;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    for (int32_t k = 0; k < COUNT; k++) {
        if (where[k]) {
            run_table(sim[k], of.h, MOTORS, table[k]);
        }
        if (k != 2) {
            check_state(b, k, sim[k], copy);
        }
        ludo_sim_destroy(sim[k]);
    }
    ludo_sim_destroy(copy);
    ludo_batch_destroy(b);
    ludo_model_destroy(own);
    ludo_model_destroy(of.model);
}

/* What lanes do not know steps alone. */
static void other_models_have_no_lanes(void **state)
{
    (void)state;
    lanes_case with_contacts = {batch_file("examples/quadruped.xml"), ludo_sim_options_default(),
                                0.002, 1.0};
    lanes_case loop = free_case(batch_file("examples/four_bar.xml"), 0.002, 1.0);
    lanes_case fourth = free_case(batch_file("examples/double_pendulum.xml"), 0.002, 1.0);
    fourth.options.order = 4;
    assert_false(has_lanes(&with_contacts));
    assert_false(has_lanes(&loop));
    assert_false(has_lanes(&fourth));
    ludo_model_destroy(with_contacts.model);
    ludo_model_destroy(loop.model);
    ludo_model_destroy(fourth.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_make_steps),
        cmocka_unit_test(examples_have_the_bits_of_single_simulations),
        cmocka_unit_test(forces_have_the_bits_of_single_simulations),
        cmocka_unit_test(joints_have_the_bits_of_single_simulations),
        cmocka_unit_test(lanes_that_cannot_make_a_step_have_them_too),
        cmocka_unit_test(pushed_simulations_step_beside_lanes),
        cmocka_unit_test(steps_backward_have_the_bits_of_single_simulations),
        cmocka_unit_test(lanes_go_beside_what_stays_out),
        cmocka_unit_test(other_models_have_no_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
