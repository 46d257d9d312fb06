/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo sweep: its options, and the order of its parts. */
#include "sweep/sweep.h"

#include "commands.h"
#include "data/output.h"
#include "data/replacement.h"
#include "data/writable.h"
#include "simulate/assembly_report.h"
#include "simulate/run_options.h"
#include "terminal/printable.h"

#include <stdlib.h>
#include <string.h>

/* ---- before the runs ---- */

static outcome check_settings(const sweep_settings *s)
{
    if (s->samples == 0) {
        return ludo_error(OUTCOME_USAGE, "sweep needs --samples N");
    }
    if (s->vary.count == 0) {
        return ludo_error(OUTCOME_USAGE, "sweep needs --vary WHAT:NAME=LOW..HIGH");
    }
    if (s->run.output != NULL && ludo_output_kind(s->run.output) == NULL) {
        return ludo_error(OUTCOME_USAGE,
                          "--output %s: a table of samples is written as .csv or .h5; choose one "
                          "of these suffixes",
                          s->run.output);
    }
    if (s->as_json && ludo_output_is_stdout(s->run.output)) {
        return ludo_error(OUTCOME_USAGE, "--json and --output - both print on standard output");
    }
    return ludo_simulate_check(&s->run);
}

static outcome check_file(const char *path, const char *content, const char *model)
{
    if (path == NULL || ludo_output_is_stdout(path) || ludo_writable_is_stream(path)) {
        return OUTCOME_DONE;
    }
    const outcome how = ludo_writable_check_input(path, model, "the model");
    return how == OUTCOME_DONE ? ludo_writable_check(path, content) : how;
}

/* Read all variations; `start` is at the start of the runs. */
static outcome read_variations(sweep *w, ludo_sim *start)
{
    const text_list *given = &w->s->vary;
    w->vary = calloc((size_t)given->count, sizeof *w->vary);
    outcome how = w->vary != NULL ? OUTCOME_DONE : ludo_error_memory();
    while (how == OUTCOME_DONE && w->vary_count < given->count) {
        const int32_t i = w->vary_count++;
        how = ludo_variation_read(&w->vary[i], given->texts[i], &w->of, start);
    }
    return how;
}

static outcome allocate(sweep *w)
{
    const size_t samples = (size_t)w->s->samples;
    const bool listed = ludo_sweep_columns_list(&w->columns, w->of.model);
    w->result = calloc(samples, sizeof *w->result);
    w->drawn = calloc(samples, (size_t)w->vary_count * sizeof *w->drawn);
    w->value = calloc(samples, (size_t)w->columns.count * sizeof *w->value);
    return listed && w->result != NULL && w->drawn != NULL && w->value != NULL
               ? OUTCOME_DONE
               : ludo_error_memory();
}

/* Set varied numbers of the start to the middle of their ranges. */
static outcome start_in_middle(const sweep *w, ludo_sim *sim)
{
    const size_t room = (size_t)ludo_model_position_count(w->of.model) + 1;
    const varied to = {.sim = sim, .numbers = calloc(room, sizeof *to.numbers)};
    ludo_status status = to.numbers != NULL ? LUDO_OK : LUDO_NO_MEMORY;
    for (int32_t i = 0; i < w->vary_count && status == LUDO_OK; i++) {
        const variation *v = &w->vary[i];
        if (v->kind->of_start) {
            status = ludo_variation_apply(v, &to, ludo_draw_at(&v->range, 0.5));
        }
    }
    free(to.numbers);
    return status != LUDO_NO_MEMORY ? OUTCOME_DONE : ludo_error_memory();
}

/* Start the model of the file as every sample will, so that errors and warnings of the start are
 * printed once: those of numbers in the middle of their ranges. */
static outcome start_once(sweep *w, ludo_sim *sim)
{
    const simulate_settings *run = &w->s->run;
    outcome how = ludo_simulate_start(run, sim);
    how = how == OUTCOME_DONE ? read_variations(w, sim) : how;
    how = how == OUTCOME_DONE ? ludo_simulate_start(run, sim) : how;
    how = how == OUTCOME_DONE ? start_in_middle(w, sim) : how;
    return how == OUTCOME_DONE ? ludo_assembly_report_assemble(sim, w->of.path, !run->quiet) : how;
}

static outcome prepare(sweep *w)
{
    const simulate_settings *run = &w->s->run;
    const ludo_sim_options options = ludo_simulate_sim_options(run);
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    const ludo_status status = ludo_sim_create(w->of.model, &options, NULL, &sim, &why);
    if (status != LUDO_OK) {
        return ludo_error_status(status, w->of.path, &why);
    }
    outcome how = ludo_simulate_plan(run, w->of.model, &w->plan);
    how = how == OUTCOME_DONE ? start_once(w, sim) : how;
    how = how == OUTCOME_DONE ? allocate(w) : how;
    w->plan.progress = false;
    w->integrator = run->sim.integrator;
    w->scheme = ludo_sim_scheme(sim);
    w->order = ludo_sim_order(sim);
    ludo_sim_destroy(sim);
    return how;
}

/* ---- after the runs ---- */

static outcome write_table(const sweep *w, double *room)
{
    const char *path = w->s->run.output;
    if (path == NULL) {
        return OUTCOME_DONE;
    }
    if (ludo_output_is_stdout(path)) {
        ludo_sweep_write_table(stdout, w);
        return OUTCOME_DONE;
    }
    if (ludo_output_kind(path) == &ludo_output_h5) {
        return ludo_sweep_write_h5(path, w, room);
    }
    replacement r;
    const outcome how = ludo_replacement_begin(&r, path);
    if (how != OUTCOME_DONE) {
        return how;
    }
    ludo_sweep_write_table(r.file, w);
    return ludo_replacement_end(&r, OUTCOME_DONE);
}

static void print_summary(const sweep *w, double *room)
{
    if (w->s->as_json) {
        ludo_sweep_write_json(stdout, w, room);
    } else if (!w->s->run.quiet && !ludo_output_is_stdout(w->s->run.output)) {
        ludo_sweep_print(stdout, w, room);
    }
}

static outcome write_results(const sweep *w)
{
    double *room = calloc((size_t)w->s->samples, sizeof *room);
    if (room == NULL) {
        return ludo_error_memory();
    }
    outcome how = write_table(w, room);
    if (how == OUTCOME_DONE && w->s->run.report != NULL) {
        how = ludo_sweep_write_page(w->s->run.report, w, room);
    }
    print_summary(w, room);
    free(room);
    return how;
}

/* The message of the first sample that stopped. */
static const char *first_message(const sweep *w)
{
    int32_t i = 0;
    while (!w->result[i].finished || w->result[i].message == NULL) {
        i++;
    }
    return w->result[i].message;
}

/* Report samples that are missing or stopped. */
static outcome report_failures(const sweep *w)
{
    if (w->stopped > 0 && w->stopped == w->finished) {
        return ludo_error(OUTCOME_STOPPED, "all %d samples stopped early; the first one %s",
                          (int)w->stopped, first_message(w));
    }
    if (w->stopped > 0 && !w->s->run.quiet) {
        (void)ludo_error(OUTCOME_DONE, "warning: %d of %d samples stopped early; the first one %s",
                         (int)w->stopped, (int)w->finished, first_message(w));
    }
    return w->finished < w->s->samples
               ? ludo_error(OUTCOME_STOPPED, "interrupted after %d of %d samples", (int)w->finished,
                            (int)w->s->samples)
               : OUTCOME_DONE;
}

/* ---- the command ---- */

static outcome sweep_model(sweep *w)
{
    outcome how = ludo_simulate_open(&w->s->run, &w->of);
    how = how == OUTCOME_DONE ? check_file(w->s->run.output, "a table", w->of.path) : how;
    how = how == OUTCOME_DONE ? check_file(w->s->run.report, "a page", w->of.path) : how;
    how = how == OUTCOME_DONE ? prepare(w) : how;
    how = how == OUTCOME_DONE ? ludo_sweep_run(w) : how;
    how = how == OUTCOME_DONE ? write_results(w) : how;
    return how == OUTCOME_DONE ? report_failures(w) : how;
}

static void release_sweep(sweep *w)
{
    for (int32_t i = 0; i < w->vary_count; i++) {
        ludo_variation_release(&w->vary[i]);
    }
    for (int32_t i = 0; i < w->s->samples && w->result != NULL; i++) {
        free(w->result[i].message);
    }
    ludo_sweep_columns_release(&w->columns);
    ludo_control_file_release(&w->plan.controls);
    free(w->vary);
    free(w->result);
    free(w->drawn);
    free(w->value);
    ludo_simulate_close(&w->of);
}

static void init(void *settings)
{
    sweep_settings *s = settings;
    s->run = ludo_simulate_defaults();
    s->seed = 1;
}

/* Keep copies of all arguments, for the table. */
static outcome keep_arguments(void *settings, int count, char *const *arguments)
{
    sweep_settings *s = settings;
    size_t size = (size_t)count * sizeof *s->given.texts + 1;
    for (int i = 0; i < count; i++) {
        size += strlen(arguments[i]) + 1;
    }
    const char **texts = malloc(size);
    if (texts == NULL) {
        return ludo_error_memory();
    }
    char *to = (char *)(texts + count);
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(arguments[i]) + 1;
        texts[i] = memcpy(to, arguments[i], length);
        to += length;
    }
    s->given = (text_list){texts, count};
    return OUTCOME_DONE;
}

static outcome run(void *settings, int count, char **operands)
{
    (void)count;
    sweep w = {.s = settings, .of = {.path = operands[0]}};
    outcome how = check_settings(w.s);
    if (how == OUTCOME_DONE) {
        how = sweep_model(&w);
    }
    release_sweep(&w);
    return how;
}

static void release(void *settings)
{
    sweep_settings *s = settings;
    ludo_options_release_texts(&s->vary);
    ludo_options_release_texts(&s->given);
    ludo_simulate_release(&s->run);
}

#define FIELD(name) offsetof(sweep_settings, name)

static const option options[] = {
    {"--samples", "N", "number of samples", ludo_options_set_count, FIELD(samples)},
    {"--vary", "WHAT:NAME=LOW..HIGH[:log]",
     "vary a parameter, by a factor: mass of a body; friction of a geom; damping, stiffness, "
     "armature, dry-friction of a joint; spring-stiffness, spring-damping; gain of an actuator; "
     "gravity (no NAME); to a value: restitution of a geom; position, velocity of a joint; control "
     "of an actuator. A * in NAME stands for any characters (repeatable)",
     ludo_options_add_text, FIELD(vary)},
    {"--seed", "N", "seed of the random numbers (1)", ludo_options_set_count, FIELD(seed)},
    {"--threads", "N", "number of threads (one per processor)", ludo_options_set_count,
     FIELD(threads)},
    MODEL_OPTIONS(sweep_settings, run.model),
    RUN_OPTIONS,
    {"-o, --output", "FILE.csv|FILE.h5|-",
     "write a table with a row per sample, as CSV (-: to stdout) or as HDF5", ludo_options_set_file,
     FIELD(run.output)},
    {"--report", "FILE.html", "write a page for browsers: histograms and scatter plots",
     ludo_options_set_output, FIELD(run.report)},
    {"--json", NULL, "print the summary as JSON", ludo_options_set_flag, FIELD(as_json)},
    {"--quiet", NULL, "print no table, no progress and no warnings; errors are printed",
     ludo_options_set_flag, FIELD(run.quiet)},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_sweep = {
    .name = "sweep",
    .summary = "Simulate a mechanism many times with random parameters.",
    .run = run,
    .settings_size = sizeof(sweep_settings),
    .init = init,
    .release = release,
    .keep = keep_arguments,
    .operands = {"MODEL"},
    .options = options,
};
