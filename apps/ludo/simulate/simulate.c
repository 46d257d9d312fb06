/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo simulate: reads a model, sets its initial state, and runs it. */
#include "simulate/simulate.h"

#include "commands.h"
#include "reading.h"
#include "simulate/assembly_report.h"

#include <math.h>
#include <stdlib.h>

/* ---- notes of the model ---- */

/* True for notes on contacts or limits that an option switches off, and for warnings if quiet. */
static bool is_silenced(const simulate_settings *s, ludo_note_kind kind)
{
    return (s->quiet && kind != LUDO_NOTE_UNSUPPORTED) ||
           (!s->sim.contacts && kind == LUDO_NOTE_CONTACT) ||
           (!s->sim.limits && kind == LUDO_NOTE_LIMIT);
}

/* Print notes on stderr; a note on an unsupported element is an error. */
static outcome print_notes(const simulate_settings *s, const ludo_model *model, const char *path)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = note_info_of(model, i);
        const bool refused = note.kind == LUDO_NOTE_UNSUPPORTED;
        if (!is_silenced(s, note.kind)) {
            ludo_model_file_print_note(&note, path, refused ? "" : "warning: ");
        }
        how = refused ? OUTCOME_MODEL : how;
    }
    return how;
}

/* ---- the plan ---- */

/* 2^53: up to this a double counts steps exactly. */
static const double most_steps = 9007199254740992.0;

outcome ludo_simulate_plan(const simulate_settings *s, const ludo_model *model, run_plan *plan)
{
    const double dt = s->dt > 0.0 ? s->dt : ludo_model_timestep(model);
    const double steps = ludo_run_steps(s->duration, dt);
    *plan = (run_plan){.duration = s->duration,
                       .dt = dt,
                       .steps = steps <= most_steps ? (int64_t)steps : 0,
                       .progress = !s->quiet,
                       .certify = s->sim.certify,
                       .accuracy = s->sim.accuracy};
    if (!(steps <= most_steps)) {
        return ludo_error(OUTCOME_USAGE,
                          "--duration %g s in steps of %g s gives too many steps; choose a shorter "
                          "--duration or a larger --dt",
                          s->duration, dt);
    }
    return s->control_file != NULL ? ludo_control_file_read(&plan->controls, s->control_file, model)
                                   : OUTCOME_DONE;
}

/* ---- the command ---- */

/* Assemble the initial state; warn of held joints that had to move. */
static outcome close_loops(const simulate_settings *s, const mechanism *of, ludo_sim *sim)
{
    bool *kept = calloc((size_t)ludo_model_joint_count(of->model) + 1, sizeof *kept);
    if (kept == NULL) {
        return ludo_error_memory();
    }
    const outcome how = ludo_assembly_report_assemble(sim, of->path, !s->quiet);
    if (how == OUTCOME_DONE && !s->quiet) {
        ludo_simulate_mark_kept(s, of->spec, of->model, kept);
        ludo_assembly_report_warn_moved(sim, kept, of->path);
    }
    free(kept);
    return how;
}

ludo_sim_options ludo_simulate_sim_options(const simulate_settings *s)
{
    ludo_sim_options options = s->sim;
    options.sleep_time = isnan(s->sleep_time) ? options.sleep_time : s->sleep_time;
    return options;
}

static outcome simulate_model(const simulate_settings *s, const mechanism *of)
{
    const ludo_sim_options options = ludo_simulate_sim_options(s);
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    run_plan plan;
    const ludo_status status = ludo_sim_create(of->model, &options, NULL, &sim, &why);
    if (status != LUDO_OK) {
        return ludo_error_status(status, of->path, &why);
    }
    outcome how = ludo_simulate_plan(s, of->model, &plan);
    if (how == OUTCOME_DONE) {
        how = ludo_simulate_start(s, sim);
    }
    if (how == OUTCOME_DONE) {
        how = close_loops(s, of, sim);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_simulate_run(s, &plan, of, sim);
    }
    ludo_control_file_release(&plan.controls);
    ludo_sim_destroy(sim);
    return how;
}

static bool has_servos(const simulate_settings *s)
{
    bool has = false;
    for (int32_t i = 0; i < s->assigned_count; i++) {
        has = has || s->assigned[i].kind == ASSIGN_SERVO;
    }
    return has;
}

outcome ludo_simulate_open(const simulate_settings *s, mechanism *of)
{
    model_settings reading = s->model;
    reading.only_hinges = has_servos(s);
    outcome how = ludo_model_file_read(&reading, of->path, &of->spec);
    if (how == OUTCOME_DONE) {
        how = ludo_ground_add(&s->ground, of->spec);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_ground_check(&s->model, of->spec);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_model_file_compile(of->spec, of->path, &of->model);
    }
    return how == OUTCOME_DONE ? print_notes(s, of->model, of->path) : how;
}

void ludo_simulate_close(mechanism *of)
{
    ludo_model_destroy(of->model);
    ludo_spec_destroy(of->spec);
}

static outcome simulate(const simulate_settings *s, const char *path)
{
    mechanism of = {.path = path};
    outcome how = ludo_simulate_open(s, &of);
    if (how == OUTCOME_DONE) {
        how = simulate_model(s, &of);
    }
    ludo_simulate_close(&of);
    return how;
}

static void init(void *settings)
{
    *(simulate_settings *)settings = ludo_simulate_defaults();
}

static outcome run(void *settings, int count, char **operands)
{
    (void)count;
    const outcome how = ludo_simulate_check(settings);
    return how == OUTCOME_DONE ? simulate(settings, operands[0]) : how;
}

static void release(void *settings)
{
    ludo_simulate_release(settings);
}

const command ludo_command_simulate = {
    .name = "simulate",
    .summary = "Simulate a mechanism.",
    .run = run,
    .settings_size = sizeof(simulate_settings),
    .init = init,
    .release = release,
    .operands = {"MODEL"},
    .options = ludo_simulate_options,
};
