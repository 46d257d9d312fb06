/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo simulate: read a model, start it, run it, tell what came of it. */
#include "simulate/simulate.h"

#include "simulate/assembly_report.h"
#include "commands.h"

#include <stdlib.h>

/* ---- what there is to say about the model ---- */

/* Whether a note is about what the run is meant to be without. */
static bool is_silenced(const simulate_settings *s, ludo_note_kind kind)
{
    return (!s->sim.contacts && kind == LUDO_NOTE_CONTACT) ||
           (!s->sim.limits && kind == LUDO_NOTE_LIMIT);
}

/* Warnings on stderr; what can't be simulated is an error. */
static outcome print_notes(const simulate_settings *s, const ludo_model *model, const char *path)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = ludo_model_note(model, i);
        const bool refused = note.kind == LUDO_NOTE_UNSUPPORTED;
        if (!is_silenced(s, note.kind)) {
            ludo_model_file_print_note(&note, path, refused ? "" : "warning: ");
        }
        how = refused ? OUTCOME_MODEL : how;
    }
    return how;
}

/* ---- the plan ---- */

/* Steps are counted in numbers that a double holds exactly. */
static const double most_steps = 9007199254740992.0;

/* Settle steps and controls. */
static outcome plan_run(const simulate_settings *s, const ludo_model *model, run_plan *plan)
{
    const double dt = s->dt > 0.0 ? s->dt : ludo_model_timestep(model);
    const double steps = ludo_run_steps(s->duration, dt);
    *plan = (run_plan){.duration = s->duration,
                       .dt = dt,
                       .steps = steps <= most_steps ? (int64_t)steps : 0,
                       .progress = !s->quiet,
                       .certify = s->sim.certify};
    if (!(steps <= most_steps)) {
        return ludo_error(OUTCOME_USAGE, "%g s in steps of %g s are too many steps", s->duration,
                          dt);
    }
    return s->control_file != NULL ? ludo_control_file_read(&plan->controls, s->control_file, model)
                                   : OUTCOME_DONE;
}

/* ---- the command ---- */

/* Close the loops of the start; joints that were to stay may have had to move. */
static outcome close_loops(const simulate_settings *s, const mechanism *of, ludo_sim *sim)
{
    bool *kept = calloc((size_t)ludo_model_joint_count(of->model) + 1, sizeof *kept);
    if (kept == NULL) {
        return ludo_error_memory();
    }
    const outcome how = ludo_assembly_report_assemble(sim, of->path);
    if (how == OUTCOME_DONE) {
        ludo_simulate_mark_kept(s, of->spec, of->model, kept);
        ludo_assembly_report_warn_moved(sim, kept, of->path);
    }
    free(kept);
    return how;
}

static outcome simulate_model(const simulate_settings *s, const mechanism *of)
{
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    run_plan plan;
    const ludo_status status = ludo_sim_create(of->model, &s->sim, NULL, &sim, &why);
    if (status != LUDO_OK) {
        return ludo_error_status(status, of->path, &why);
    }
    outcome how = plan_run(s, of->model, &plan);
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

static outcome simulate(const simulate_settings *s, const char *path)
{
    mechanism of = {.path = path};
    model_settings reading = s->model;
    reading.only_hinges = has_servos(s);
    outcome how = ludo_model_file_read(&reading, path, &of.spec);
    if (how == OUTCOME_DONE) {
        how = ludo_ground_add(&s->ground, of.spec);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_model_file_compile(of.spec, path, &of.model);
    }
    if (how == OUTCOME_DONE) {
        how = print_notes(s, of.model, path);
    }
    if (how == OUTCOME_DONE) {
        how = simulate_model(s, &of);
    }
    ludo_model_destroy(of.model);
    ludo_spec_destroy(of.spec);
    return how;
}

static outcome run_command(const command *self, int argc, char **argv)
{
    simulate_settings settings = ludo_simulate_defaults();
    outcome how;
    if (ludo_options_read(self, &argc, argv, &settings, &how)) {
        how = ludo_simulate_check(&settings);
        how = how == OUTCOME_DONE ? simulate(&settings, argv[0]) : how;
    }
    free(settings.assigned);
    ludo_model_settings_release(&settings.model);
    return how;
}

const command ludo_command_simulate = {
    .name = "simulate",
    .summary = "Simulate a mechanism.",
    .run = run_command,
    .operands = {"MODEL"},
    .options = ludo_simulate_options,
};
