/* SPDX-License-Identifier: Apache-2.0
 *
 * The loop over all steps. */
#include "simulate/run.h"

#include "terminal/interrupt.h"
#include "terminal/loop_words.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <math.h>

/* Durations and steps are decimal fractions: what is nearer than this is meant to be equal. */
static const double same_step = 1e-9;

double ludo_run_steps(double duration, double dt)
{
    const double steps = ceil(duration / dt - same_step);
    return steps > 0.0 ? steps : 0.0;
}

/* ---- stopping ---- */

/* Why a run stops, what the report's node is then (NULL: two things, in words), and what to try. */
typedef struct stop_reason {
    ludo_status status;
    const char *what, *node, *advice;
} stop_reason;

static const stop_reason stop_reasons[] = {
    {LUDO_NOT_CONVERGED, "the equations of a step were not solved", "joint",
     "try a smaller --dt or a larger --max-substeps; a larger --tolerance where the residual is "
     "almost there"},
    {LUDO_STEP_TOO_LARGE, "a body turns too far in one step", "body",
     "try a smaller --dt or a larger --max-substeps"},
    {LUDO_SINGULAR, "the equations are singular", "joint",
     "try a smaller --dt or another start: bars that are stretched out between two pivots can't be "
     "held; look for masses, inertias or velocities that differ by many orders of magnitude"},
    {LUDO_CONTACT, "a contact can't be resolved", NULL,
     "try a smaller --dt or a larger --max-substeps, or another --cone; look for bodies that are "
     "wedged between others, and for a start where geoms overlap"},
    {LUDO_TOO_MANY_CONTACTS, "there are more contacts than there is room for", NULL,
     "leave out pairs that needn't touch (contype, conaffinity, exclude), or look for a start "
     "where "
     "geoms overlap"},
};

static stop_reason find_reason(ludo_status status)
{
    for (size_t i = 0; i < sizeof stop_reasons / sizeof *stop_reasons; i++) {
        if (stop_reasons[i].status == status) {
            return stop_reasons[i];
        }
    }
    return (stop_reason){status, ludo_status_text(status), "joint", "try another start"};
}

/* What a report's node is: loops, joints and bodies have names of their own. */
static const char *noun_of(const ludo_model *model, const char *node, const char *otherwise)
{
    const ludo_loop_info loop = ludo_model_loop(model, ludo_model_loop_find(model, node));
    const ludo_joint_info joint = ludo_model_joint(model, ludo_model_joint_find(model, node));
    const char *body = ludo_model_body_name(model, ludo_model_body_find(model, node));
    return loop.name == node    ? ludo_loop_words_noun(&loop)
           : joint.name == node ? "joint"
           : body == node       ? "body"
                                : otherwise;
}

/* Where it stops: a phrase. */
static void write_where(char *where, size_t room, const ludo_model *model, const char *node,
                        const char *otherwise)
{
    const char *noun = noun_of(model, node, otherwise);
    if (noun != NULL) {
        (void)snprintf(where, room, " at %s '%s'", noun, node);
    } else {
        (void)snprintf(where, room, " between %s", node);
    }
}

/* Note why the run stops in a step, or with 0 at the start. */
static void stop(run_record *r, const ludo_model *model, ludo_status status, int64_t step,
                 const ludo_step_report *report)
{
    const stop_reason reason = find_reason(status);
    char when[64] = "at the start", where[256] = "", parts[64] = "", residual[64] = "";
    if (step > 0) {
        (void)snprintf(when, sizeof when, "in step %" PRId64, step);
    }
    if (report->node != NULL) {
        write_where(where, sizeof where, model, report->node, reason.node);
    }
    if (report->substeps > 1) {
        (void)snprintf(parts, sizeof parts, ", not even in %d parts", (int)report->substeps);
    }
    if (status == LUDO_NOT_CONVERGED) {
        (void)snprintf(residual, sizeof residual, " (residual %.2g)", report->residual);
    }
    (void)snprintf(r->message, sizeof r->message, "stopped at t = %.9g s %s: %s%s%s%s; %s",
                   report->time, when, reason.what, where, parts, residual, reason.advice);
    r->stopped = true;
}

/* Note that somebody wants it to stop, where it isn't over anyway. */
static void interrupt(run_record *r, int64_t steps)
{
    if (!r->stopped && r->steps < steps) {
        (void)snprintf(r->message, sizeof r->message, "interrupted at t = %.9g s", r->time);
        r->stopped = true;
    }
}

/* ---- measuring ---- */

static const ludo_energy no_energy = {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};

static run_record empty_record(double time)
{
    const ludo_vec3 unknown = {UNKNOWN, UNKNOWN, UNKNOWN};
    return (run_record){
        .start = time,
        .time = time,
        .energy_initial = no_energy,
        .energy_final = no_energy,
        .energy_error_max = UNKNOWN,
        .energy_rise_max = UNKNOWN,
        .momentum_initial = {unknown, unknown},
        .momentum_final = {unknown, unknown},
        .violation_max = {UNKNOWN, UNKNOWN, -1, -1},
        .correction = {.position_correction = UNKNOWN, .velocity_correction = UNKNOWN},
        .mobility = {-1, -1, -1, -1}};
}

/* What changed from one knot to another that work doesn't explain. */
static double unexplained_change(const ludo_energy *from, const ludo_energy *to)
{
    return ludo_energy_stored(to) - ludo_energy_stored(from) - (to->work - from->work);
}

/* Read the knot and compare it with the start and with the knot before. */
static ludo_status observe(ludo_sim *sim, run_record *r)
{
    ludo_energy e = no_energy;
    ludo_violation v = {UNKNOWN, UNKNOWN, -1, -1};
    ludo_status status = ludo_sim_energy(sim, &e);
    if (status == LUDO_OK) {
        status = ludo_sim_violation(sim, &v);
    }
    ludo_contact_record_add(&r->contact, sim);
    const double error = r->contact.acted ? UNKNOWN : ludo_energy_error(&r->energy_initial, &e);
    r->energy_rise_max = worse(r->energy_rise_max, unexplained_change(&r->energy_final, &e));
    r->energy_error_max = worse(r->energy_error_max, fabs(error));
    r->energy_final = e;
    r->violation_max.position = worse(r->violation_max.position, v.position);
    r->violation_max.velocity = worse(r->violation_max.velocity, v.velocity);
    return status;
}

/* Close joints and loops and measure the first knot. */
static ludo_status begin(ludo_sim *sim, run_record *r)
{
    ludo_energy e = no_energy;
    ludo_status status = ludo_sim_project(sim, &r->correction);
    if (status == LUDO_OK) {
        status = ludo_sim_energy(sim, &e);
    }
    if (status == LUDO_OK) {
        status = ludo_sim_momentum(sim, &r->momentum_initial);
    }
    if (status == LUDO_OK) {
        status = ludo_sim_mobility(sim, &r->mobility);
    }
    if (status != LUDO_OK) {
        return status;
    }
    r->energy_initial = r->energy_final = e;
    r->energy_error_max = r->energy_rise_max = 0.0;
    r->violation_max = (ludo_violation){.joint = -1, .loop = -1};
    return observe(sim, r);
}

/* Solves that failed: one in each division, 1, 2, 4, ..., before the one that the report tells. */
static int64_t failed_solves(const ludo_step_report *report)
{
    int64_t count = 0;
    for (int32_t parts = report->substeps; parts > 1; parts /= 2) {
        count++;
    }
    return count;
}

static void count_step(run_record *r, ludo_status status, const ludo_step_report *report)
{
    r->solves += report->solves;
    r->iterations += report->iterations;
    r->factorizations += report->factorizations;
    r->failed_solves += failed_solves(report) + (status != LUDO_OK);
    r->iterations_max =
        report->iterations_max > r->iterations_max ? report->iterations_max : r->iterations_max;
    if (status == LUDO_OK) {
        r->steps++;
        r->steps_subdivided += report->substeps > 1;
        r->steps_certified += r->steps_certified >= 0 && report->certified == report->substeps;
        r->substeps_max = report->substeps > r->substeps_max ? report->substeps : r->substeps_max;
        r->residual_max = worse(r->residual_max, report->residual);
    }
}

/* ---- the loop ---- */

/* The length of a step; the last ends where the run does. */
static double step_length(const run_plan *plan, bool last, double rest)
{
    const bool shorter = last && rest > 0.0 && rest < (1.0 - same_step) * plan->dt;
    return shorter ? rest : plan->dt;
}

/* One step and its knot. Returns the time on the clock.
 *
 * The time of the last knot is that of the end, whatever the sum of all steps came to; the record
 * and the report say so. The simulation keeps its own, so that who goes on from here goes on with
 * the same bits as if the run had been longer. */
static double advance(ludo_sim *sim, const run_plan *plan, run_record *r, ludo_step_report *report)
{
    const int64_t step = r->steps + 1;
    const bool last = step == plan->steps;
    const double end = r->start + plan->duration, now = ludo_sim_time(sim);
    const double h = step_length(plan, last, end - now);
    ludo_control_file_apply(&plan->controls, now + 0.5 * h, sim);
    const double before = ludo_terminal_clock();
    ludo_status status = ludo_step(sim, h, report);
    const double after = ludo_terminal_clock();
    r->wall += after - before;
    count_step(r, status, report);
    if (status == LUDO_OK) {
        r->time = report->time = last ? end : report->time;
        status = observe(sim, r);
    }
    if (status != LUDO_OK) {
        stop(r, ludo_sim_model(sim), status, step, report);
    }
    return after;
}

/* The knot that was measured last; the report is of the step to it. */
static output_knot knot_of(ludo_sim *sim, const run_record *r, const ludo_step_report *report)
{
    return (output_knot){sim, report, r->time, ludo_energy_stored(&r->energy_final)};
}

/* Step to the end. */
static outcome run_steps(ludo_sim *sim, const run_plan *plan, output_list *outputs, run_record *r)
{
    progress line = ludo_terminal_progress_begin(plan->progress);
    outcome how = OUTCOME_DONE;
    while (!r->stopped && r->steps < plan->steps && how == OUTCOME_DONE) {
        ludo_step_report report = {.node = NULL};
        const double now = advance(sim, plan, r, &report);
        if (!r->stopped) {
            const output_knot knot = knot_of(sim, r, &report);
            how = ludo_outputs_step(outputs, &knot);
        }
        ludo_terminal_progress_show(&line, now, r->time - r->start, plan->duration);
        if (ludo_interrupt_noted()) {
            interrupt(r, plan->steps);
        }
    }
    ludo_terminal_progress_end(&line);
    return how;
}

outcome ludo_run(ludo_sim *sim, const run_plan *plan, output_list *outputs, run_record *record)
{
    *record = empty_record(ludo_sim_time(sim));
    record->steps_certified = plan->certify ? 0 : -1;
    const ludo_status status = begin(sim, record);
    if (status != LUDO_OK) {
        stop(record, ludo_sim_model(sim), status, 0, &(ludo_step_report){.time = record->start});
        return OUTCOME_DONE;
    }
    const output_knot start = knot_of(sim, record, NULL);
    outcome how = ludo_outputs_begin(outputs, &start);
    if (how == OUTCOME_DONE) {
        how = run_steps(sim, plan, outputs, record);
    }
    (void)ludo_sim_momentum(sim, &record->momentum_final);
    return how;
}
