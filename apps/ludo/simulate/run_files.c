/* SPDX-License-Identifier: Apache-2.0
 *
 * The run of ludo simulate and its files. All files are checked before the first step, so that a
 * run does not fail on them after its last step. */
#define _POSIX_C_SOURCE 200809L

#include "data/file_name.h"
#include "data/state_file.h"
#include "data/writable.h"
#include "page/page.h"
#include "page/report.h"
#include "simulate/simulate.h"
#include "simulate/summary.h"
#include "terminal/interrupt.h"
#include "terminal/printable.h"

#include <stdlib.h>
#include <string.h>

/* The files and buffers of a run. */
typedef struct run_files {
    const simulate_settings *s;
    const char *path; /* of the model */
    output_list outputs;
    char *temporary; /* path of a trajectory written only for the report; NULL: none; owned */
    FILE *summary;   /* NULL: not requested */
    double *values;
} run_files;

/* ---- before the run ---- */

/* Largest number of knots in a trajectory written only for the report: more are not visible. */
enum { KNOTS_OF_REPORT = 20000 };

static bool summary_on_stdout(const simulate_settings *s)
{
    return s->summary != NULL && strcmp(s->summary, "-") == 0;
}

/* True if the table is printed on stdout. */
static bool prints_table(const simulate_settings *s)
{
    return !s->quiet && !summary_on_stdout(s) && !ludo_output_is_stdout(s->output);
}

/* The HDF5 trajectory, which the report is made of; NULL: none. */
static const char *find_recording(const run_files *d)
{
    for (int32_t i = 0; i < d->outputs.count; i++) {
        if (d->outputs.list[i].kind == &ludo_output_h5) {
            return d->outputs.list[i].path;
        }
    }
    return NULL;
}

static int32_t report_interval(int64_t steps)
{
    const int64_t every = steps / KNOTS_OF_REPORT;
    return every < 1 ? 1 : every < INT32_MAX ? (int32_t)every : INT32_MAX;
}

/* A report without an HDF5 output gets a temporary HDF5 trajectory. */
static outcome add_outputs(run_files *d, int64_t steps)
{
    const simulate_settings *s = d->s;
    outcome how = OUTCOME_DONE;
    if (s->output != NULL) {
        ludo_outputs_add(&d->outputs, s->output, ludo_output_kind(s->output), s->every);
    }
    if (s->report != NULL && find_recording(d) == NULL) {
        d->temporary = ludo_writable_create_temporary(s->report, &how);
    }
    if (d->temporary != NULL) {
        ludo_outputs_add(&d->outputs, d->temporary, &ludo_output_h5, report_interval(steps));
    }
    return how;
}

static outcome open_summary(run_files *d)
{
    const char *path = d->s->summary;
    if (path == NULL) {
        return OUTCOME_DONE;
    }
    d->summary = summary_on_stdout(d->s) ? stdout : fopen(path, "w");
    return d->summary != NULL ? OUTCOME_DONE : ludo_error_unwritable(path);
}

static outcome check_files(const simulate_settings *s, const char *model)
{
    const char *const paths[] = {s->output, s->report, s->summary, s->save_state};
    outcome how = OUTCOME_DONE;
    for (size_t i = 0; i < sizeof paths / sizeof *paths && how == OUTCOME_DONE; i++) {
        how = paths[i] != NULL ? ludo_writable_check_input(paths[i], model, "the model") : how;
    }
    if (s->save_state != NULL && how == OUTCOME_DONE) {
        how = ludo_writable_check(s->save_state, "a state");
    }
    if (s->report != NULL && how == OUTCOME_DONE) {
        how = ludo_page_check();
        how = how == OUTCOME_DONE ? ludo_writable_check(s->report, "a report") : how;
    }
    return how;
}

/* No file is opened before all are checked. */
static outcome open_files(run_files *d, const mechanism *of, int64_t steps)
{
    const size_t room = (size_t)ludo_model_position_count(of->model) + 1;
    d->values = calloc(room, sizeof *d->values);
    if (d->values == NULL) {
        return ludo_error_memory();
    }
    outcome how = check_files(d->s, of->path);
    how = how == OUTCOME_DONE ? add_outputs(d, steps) : how;
    return how == OUTCOME_DONE ? open_summary(d) : how;
}

/* ---- after the run ---- */

/* The worse of two outcomes. */
static outcome worse_outcome(outcome a, outcome b)
{
    return b > a ? b : a;
}

/* Close all files. */
static outcome close_files(run_files *d, outcome how)
{
    ludo_outputs_release(&d->outputs);
    if (d->temporary != NULL) {
        (void)remove(d->temporary);
    }
    free(d->temporary);
    if (d->summary != NULL && d->summary != stdout) {
        const bool failed = ferror(d->summary) != 0;
        if (fclose(d->summary) != 0 || failed) {
            how = ludo_error_unwritable(d->s->summary);
        }
    }
    free(d->values);
    return how;
}

/* The summary as JSON, the caller's to free; NULL without memory. */
static char *summary_text(const summary *sum)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (file == NULL) {
        return NULL;
    }
    ludo_summary_write(file, sum);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

/* Finish the trajectories, then write the summary as JSON and as a table. */
static outcome write_results(run_files *d, const summary *sum)
{
    char *text = summary_text(sum);
    if (text == NULL) {
        return ludo_error_memory();
    }
    const ludo_run_end end = {.struct_size = sizeof end,
                              .wall = sum->record->wall,
                              .message = sum->record->message,
                              .summary = text};
    const outcome how = ludo_outputs_finish(&d->outputs, &end);
    if (d->summary != NULL) {
        (void)fputs(text, d->summary);
    }
    free(text);
    if (prints_table(d->s)) {
        ludo_summary_print(stdout, sum);
    }
    if (prints_table(d->s) && d->s->output != NULL && d->outputs.started && how == OUTCOME_DONE) {
        ludo_printable_print(stdout, "\ntrajectory: %s\n", d->s->output);
    }
    return how;
}

/* Write the report, unless the run failed before its first knot. */
static outcome write_report(const run_files *d)
{
    const char *recording = find_recording(d);
    if (d->s->report == NULL || !d->outputs.started) {
        return OUTCOME_DONE;
    }
    const char *file = ludo_file_name_base(d->temporary != NULL ? d->s->report : recording);
    const outcome how = ludo_report_make(recording, file, d->s->report);
    if (prints_table(d->s) && how == OUTCOME_DONE) {
        ludo_printable_print(stdout, d->s->output != NULL ? "report: %s\n" : "\nreport: %s\n",
                             d->s->report);
    }
    return how;
}

static outcome run(run_files *d, const run_plan *plan, ludo_sim *sim)
{
    run_record record;
    ludo_interrupt_catch();
    outcome how = ludo_run(sim, plan, &d->outputs, &record);
    if (how != OUTCOME_DONE) {
        return how;
    }
    const output_setup *setup = &d->outputs.setup;
    how = write_results(
        d, &(summary){setup->title, setup->integrator, plan->dt, &record, d->values, sim});
    if (how == OUTCOME_DONE) {
        how = write_report(d);
    }
    if (!d->s->quiet) {
        ludo_energy_scale_warn(&record.scale, d->path);
        ludo_contact_record_warn(&record.contact, d->path);
    }
    if (record.stopped) {
        how = worse_outcome(how, ludo_error(OUTCOME_STOPPED, "%s", record.message));
    }
    return d->s->save_state != NULL
               ? worse_outcome(how, ludo_state_file_save(sim, d->s->save_state))
               : how;
}

outcome ludo_simulate_run(const simulate_settings *s, const run_plan *plan, const mechanism *of,
                          ludo_sim *sim)
{
    run_files d = {.s = s, .path = of->path};
    d.outputs.setup = (output_setup){
        .spec = of->spec,
        .title = ludo_model_file_title(of->model, of->path),
        .integrator = s->sim.integrator,
        .dt = plan->dt,
        .bodies = s->coordinates != NULL && strcmp(s->coordinates, "body") == 0,
        .record = s->record,
    };
    outcome how = open_files(&d, of, plan->steps);
    if (how == OUTCOME_DONE) {
        how = run(&d, plan, sim);
    }
    return close_files(&d, how);
}
