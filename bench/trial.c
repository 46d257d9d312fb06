/* SPDX-License-Identifier: Apache-2.0
 *
 * One integrator on one mechanism. */
#include "trial.h"

#include "timing.h"

const method ludo_bench_methods[METHODS] = {
    {.integrator = "maximal", .order = 2},     {.integrator = "maximal", .order = 4},
    {.integrator = "galerkin", .order = 2},    {.integrator = "galerkin", .order = 4},
    {.integrator = "galerkin", .order = 6},    {.integrator = "runge-kutta", .order = 2},
    {.integrator = "runge-kutta", .order = 4},
};

static ludo_sim_options options_of(const method *by)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = by->integrator;
    options.order = by->order;
    options.solver = by->solver;
    options.scheme = by->scheme;
    options.rotation = by->rotation;
    options.tolerance = by->tolerance > 0.0 ? by->tolerance : options.tolerance;
    options.accuracy = by->accuracy;
    options.max_substeps = by->max_substeps > 0 ? by->max_substeps : options.max_substeps;
    options.contacts = options.limits = false; /* some methods do not support them */
    return options;
}

trial ludo_trial_open(ludo_spec *spec, const char *keyframe, method by, double dt, int steps)
{
    trial t = {.by = by, .dt = dt, .steps = steps};
    const ludo_sim_options options = options_of(&by);
    t.refused = spec == NULL || ludo_compile(spec, NULL, &t.model, NULL) != LUDO_OK ||
                ludo_sim_create(t.model, &options, NULL, &t.sim, NULL) != LUDO_OK ||
                ludo_sim_create(t.model, &options, NULL, &t.origin, NULL) != LUDO_OK;
    ludo_spec_destroy(spec);
    if (!t.refused && keyframe != NULL) {
        t.refused = ludo_sim_reset(t.sim, ludo_model_keyframe_find(t.model, keyframe)) != LUDO_OK;
    }
    t.refused = t.refused || ludo_sim_project(t.sim, NULL) != LUDO_OK ||
                ludo_sim_copy(t.origin, t.sim) != LUDO_OK;
    return t;
}

void ludo_trial_warm_up(trial *t, int steps)
{
    for (int k = 0; k < steps && !t->refused; k++) {
        t->refused = ludo_step(t->sim, t->dt, NULL) != LUDO_OK;
    }
    t->refused = t->refused || ludo_sim_copy(t->origin, t->sim) != LUDO_OK;
}

bool ludo_trial_run(trial *t)
{
    bool solved = ludo_sim_copy(t->sim, t->origin) == LUDO_OK;
    for (int k = 0; k < t->steps && solved; k++) {
        solved = ludo_step(t->sim, t->dt, NULL) == LUDO_OK;
    }
    return solved;
}

static void tally(trial *t, const ludo_step_report *report)
{
    t->done++;
    t->iterations += report->iterations;
    t->factorizations += report->factorizations;
    t->cut += report->substeps > 1;
    t->iterations_max =
        report->iterations_max > t->iterations_max ? report->iterations_max : t->iterations_max;
}

bool ludo_trial_count(trial *t)
{
    t->done = t->iterations_max = 0;
    t->iterations = t->factorizations = t->cut = 0.0;
    bool solved = ludo_sim_copy(t->sim, t->origin) == LUDO_OK;
    while (t->done < t->steps && solved) {
        ludo_step_report report = {.struct_size = sizeof report};
        solved = ludo_step(t->sim, t->dt, &report) == LUDO_OK;
        if (solved) {
            tally(t, &report);
        }
    }
    return solved;
}

static void run_again(void *subject)
{
    (void)ludo_trial_run(subject);
}

double ludo_trial_seconds(trial *t, double least)
{
    return seconds_per_run(run_again, t, least);
}

void ludo_trial_close(trial *t)
{
    ludo_sim_destroy(t->sim);
    ludo_sim_destroy(t->origin);
    ludo_model_destroy(t->model);
}
