/* SPDX-License-Identifier: Apache-2.0
 *
 * A thousand simulations of six models: trees, loops, contacts, limits, tendons, sleep. Some fail,
 * some wait, some are reset, some have a model of their own. Each has the bits and the status of a
 * single simulation that is treated in the same way, however the batch is run. */
#include "batch_scenes.h"
#include "everything.h"

enum { COUNT = 167, PARTS = 4, MODELS = 6, LONGEST = 512 };

/* A model, the step, and steps per part. */
typedef struct mixed_case {
    const char *name;
    ludo_model *model, *changed; /* `changed` has other gravity */
    ludo_sim_options options;
    double h;
    int32_t steps;
} mixed_case;

/* The ways to run a batch, of which results do not depend. */
static const struct {
    int32_t threads;
} ways[] = {{1}, {2}, {3}, {5}};

/* A simulation after a part. */
typedef struct knot {
    int32_t status;
    double time;
    double *q, *v;
} knot;

/* ---- the treatment of simulation k ---- */

typedef enum fate { RUNS, IS_WRONG, IS_THROWN, WAITS, CHANGES, FATES } fate;

/* Of eight simulations four run as they are. */
static fate fate_of(int32_t k)
{
    static const fate of[8] = {RUNS, IS_WRONG, RUNS, WAITS, RUNS, IS_THROWN, CHANGES, RUNS};
    return of[k % 8];
}

/* Whether it steps in a part. */
static bool steps_in(int32_t k, int part)
{
    return !(fate_of(k) == WAITS && (part == 1 || part == 2));
}

/* Whether it is reset before a part; it was stopped in part 1. */
static bool reset_before(int32_t k, int part)
{
    return part == 2 && (fate_of(k) == IS_THROWN || (fate_of(k) == IS_WRONG && k % 16 < 8));
}

/* Whether it tries again in a part, with other rates. */
static bool retries_in(int32_t k, int part)
{
    return part == 2 && fate_of(k) == IS_WRONG && !reset_before(k, part);
}

static bool changes_before(int32_t k, int part)
{
    return part == 1 && fate_of(k) == CHANGES;
}

/* Write the rates that simulation k takes over in a part. @return whether it did */
static bool write_rates(const mixed_case *of, int32_t k, int part, double *v)
{
    if (part == 0 && k % 2 == 0) {
        draw_rates(of->model, k, v);
        return true;
    }
    if (part == 1 && (fate_of(k) == IS_WRONG || fate_of(k) == IS_THROWN)) {
        v[ludo_model_dof(of->model) - 1] = fate_of(k) == IS_WRONG ? (double)NAN : 1e6;
        return true;
    }
    if (retries_in(k, part) || (part == 3 && fate_of(k) == WAITS)) {
        v[ludo_model_dof(of->model) - 1] = 0.125;
        return true;
    }
    return false;
}

/* Write the controls of a part. */
static void write_controls(const mixed_case *of, int32_t k, int part, double *u)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(of->model); i++) {
        u[i] = 0.1 * sin((double)(k + 3 * i + 7 * part));
    }
}

/* ---- single simulations ---- */

/* Set what the caller of a batch writes to rows; a wrong row stops the simulation. */
static ludo_status set_rows(const mixed_case *of, int32_t k, int part, ludo_sim *sim, double *v)
{
    double u[LONGEST];
    const int32_t nv = ludo_model_dof(of->model), nu = ludo_model_actuator_count(of->model);
    assert_true(nv <= LONGEST && nu <= LONGEST);
    const ludo_status status =
        write_rates(of, k, part, v) ? ludo_sim_set_velocities(sim, v, nv) : LUDO_OK;
    write_controls(of, k, part, u);
    return status == LUDO_OK ? ludo_sim_set_controls(sim, u, nu) : status;
}

static void read_knot(const mixed_case *of, ludo_sim *sim, int32_t status, knot *to)
{
    to->status = status;
    to->time = ludo_sim_time(sim);
    (void)ludo_sim_get_positions(sim, to->q, ludo_model_position_count(of->model));
    (void)ludo_sim_get_velocities(sim, to->v, ludo_model_dof(of->model));
}

/* All parts of simulation k. */
static void run_single(const mixed_case *of, int32_t k, knot *knots)
{
    ludo_sim *sim = single_of(of->model, &of->options);
    ludo_status status = LUDO_OK;
    for (int part = 0; part < PARTS; part++) {
        double v[LONGEST];
        if (reset_before(k, part) || retries_in(k, part)) {
            assert_int_equal(reset_before(k, part) ? ludo_sim_reset(sim, -1) : LUDO_OK, LUDO_OK);
            status = LUDO_OK;
        }
        if (changes_before(k, part)) {
            assert_int_equal(ludo_sim_set_model(sim, of->changed, NULL), LUDO_OK);
        }
        assert_int_equal(ludo_sim_get_velocities(sim, v, ludo_model_dof(of->model)), LUDO_OK);
        if (steps_in(k, part)) {
            status = status == LUDO_OK ? set_rows(of, k, part, sim, v) : status;
            status = status == LUDO_OK ? ludo_sim_run(sim, of->h, of->steps, NULL) : status;
        }
        read_knot(of, sim, (int32_t)status, &knots[k * PARTS + part]);
    }
    ludo_sim_destroy(sim);
}

/* ---- the batch ---- */

/* Resets, models and statuses before a part. */
static void prepare(const mixed_case *of, ludo_batch *b, int part)
{
    for (int32_t k = 0; k < COUNT; k++) {
        if (reset_before(k, part)) {
            assert_int_equal(ludo_batch_reset(b, &k, 1, -1), LUDO_OK);
        }
        if (retries_in(k, part)) {
            ludo_batch_status(b)[k] = LUDO_OK;
        }
        if (changes_before(k, part)) {
            assert_int_equal(ludo_batch_set_model(b, k, of->changed, NULL), LUDO_OK);
        }
    }
}

/* Of simulations that wait, rates are written a part before they step again. */
static void write_all_rows(const mixed_case *of, ludo_batch *b, int part)
{
    double *v = batch_rows(b, LUDO_VELOCITIES), *u = batch_rows(b, LUDO_CONTROLS);
    for (int32_t k = 0; k < COUNT; k++) {
        const bool early = fate_of(k) == WAITS && part > 0;
        double *rates = v + k * ludo_model_dof(of->model);
        (void)write_rates(of, k, early ? part + 1 : part, rates);
        if (steps_in(k, part) && u != NULL) {
            write_controls(of, k, part, u + k * ludo_model_actuator_count(of->model));
        }
    }
}

/* Whether the rates in the row are those of the state, not such that are still to be taken over. */
static bool rates_read(int32_t k, int part, const knot *expected)
{
    return expected->status != LUDO_BAD_ARGUMENT && !(fate_of(k) == WAITS && part == 2);
}

static void check_batch(const mixed_case *of, ludo_batch *b, int part, const knot *knots)
{
    const int32_t nq = ludo_model_position_count(of->model), nv = ludo_model_dof(of->model);
    const double *q = batch_rows(b, LUDO_POSITIONS), *v = batch_rows(b, LUDO_VELOCITIES);
    for (int32_t k = 0; k < COUNT; k++) {
        const knot *expected = &knots[k * PARTS + part];
        assert_int_equal(ludo_batch_status(b)[k], expected->status);
        assert_true(ludo_batch_time(b)[k] == expected->time);
        assert_memory_equal(q + k * nq, expected->q, (size_t)nq * sizeof *q);
        if (rates_read(k, part, expected)) {
            assert_memory_equal(v + k * nv, expected->v, (size_t)nv * sizeof *v);
        }
    }
}

static void run_batch(const mixed_case *of, size_t way, const knot *knots)
{
    ludo_batch *b = batch_of(of->model, &of->options, COUNT, ways[way].threads);
    (void)batch_rows(b, LUDO_POSITIONS);
    for (int part = 0; part < PARTS; part++) {
        bool where[COUNT];
        for (int32_t k = 0; k < COUNT; k++) {
            where[k] = steps_in(k, part);
        }
        prepare(of, b, part);
        write_all_rows(of, b, part);
        (void)ludo_batch_step_some(b, of->h, of->steps, where);
        check_batch(of, b, part, knots);
    }
    ludo_batch_destroy(b);
}

/* ---- the models ---- */

static ludo_model *everything_model(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(build_everything(1, true, &spec), LUDO_OK);
    return compiled(spec);
}

static ludo_model *drop_model(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_drop(4, 3, NULL, &spec), LUDO_OK);
    return compiled(spec);
}

static mixed_case open_case(int i)
{
    static const struct {
        const char *file; /* or NULL */
        double h;
        int32_t steps;
    } of[MODELS] = {{NULL, 0.002, 8},
                    {"examples/delta.xml", 0.002, 5},
                    {NULL, 0.005, 8},
                    {"examples/hand.xml", 0.002, 4},
                    {"examples/quadruped.xml", 0.002, 4},
                    {"examples/stack.xml", 0.01, 8}};
    mixed_case c = {of[i].file, NULL, NULL, ludo_sim_options_default(), of[i].h, of[i].steps};
    c.model = i == 0 ? everything_model() : i == 2 ? drop_model() : batch_file(of[i].file);
    c.options.max_substeps = 1; /* steps that are too long fail */
    if (i == MODELS - 1) {
        c.options.sleep_speed = 0.05;
        c.options.sleep_time = 0.03;
    }
    assert_int_equal(ludo_model_copy(c.model, NULL, &c.changed), LUDO_OK);
    assert_int_equal(ludo_model_set_gravity(c.changed, (ludo_vec3){0.1, 0.0, -1.62}), LUDO_OK);
    return c;
}

/* Take memory for all knots; returns it, to be released. */
static double *place_knots(const mixed_case *of, knot *knots)
{
    const size_t nq = (size_t)ludo_model_position_count(of->model);
    const size_t nv = (size_t)ludo_model_dof(of->model), count = COUNT * PARTS;
    double *memory = calloc(count * (nq + nv), sizeof *memory);
    assert_non_null(memory);
    for (size_t i = 0; i < count; i++) {
        knots[i].q = memory + i * (nq + nv);
        knots[i].v = knots[i].q + nq;
    }
    return memory;
}

/* Simulations fail in steps, and others because of their rows. */
static void check_mixture(const mixed_case *of, const knot *knots)
{
    int32_t stopped = 0, wrong = 0;
    for (int32_t k = 0; k < COUNT; k++) {
        const int32_t status = knots[k * PARTS + 1].status;
        stopped += status != LUDO_OK && status != LUDO_BAD_ARGUMENT;
        wrong += status == LUDO_BAD_ARGUMENT;
    }
    print_message("%s: %d stopped, %d wrong of %d\n", of->name != NULL ? of->name : "scene",
                  (int)stopped, (int)wrong, COUNT);
    assert_true(stopped > 0 && stopped < COUNT / 2 && wrong >= COUNT / 8);
}

static void mixed_simulations_have_the_bits_of_single_ones(void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        mixed_case c = open_case(i);
        knot knots[COUNT * PARTS];
        double *memory = place_knots(&c, knots);
        for (int32_t k = 0; k < COUNT; k++) {
            run_single(&c, k, knots);
        }
        check_mixture(&c, knots);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            run_batch(&c, way, knots);
        }
        free(memory);
        ludo_model_destroy(c.changed);
        ludo_model_destroy(c.model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_simulations_have_the_bits_of_single_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
