/* SPDX-License-Identifier: Apache-2.0
 *
 * The loop over all steps. */
#include "simulate/run.h"
#include "reading.h"

#include "simulate/assembly_report.h"
#include "terminal/interrupt.h"
#include "terminal/loop_words.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <math.h>

/* Durations and steps are decimal fractions: relative differences below this are rounding. */
static const double same_step = 1e-9;

double ludo_run_steps(double duration, double dt)
{
    const double steps = ceil(duration / dt - same_step);
    return steps > 0.0 ? steps : 0.0;
}

/* ---- stopping ---- */

/* Reason of a stop, and advice. */
typedef struct stop_reason {
    ludo_status status;
    const char *problem, *advice;
} stop_reason;

static const stop_reason stop_reasons[] = {
    {LUDO_NOT_CONVERGED, "the step equations were not solved",
     "try a smaller --dt or a larger --max-substeps, or a larger --tolerance if the residual is "
     "only slightly above it"},
    {LUDO_STEP_TOO_LARGE, "the rotation of a body in one step is too large",
     "try a smaller --dt or a larger --max-substeps"},
    {LUDO_SINGULAR, "the equations are singular",
     "try a smaller --dt or another initial state (stretched bars between two fixed pivots are "
     "singular); check for masses, inertias or velocities that differ by many orders of magnitude"},
    {LUDO_CONTACT, "the contact problem was not solved",
     "try a smaller --dt, a larger --max-substeps or another --cone; check for bodies jammed "
     "between others and for geoms that overlap in the initial state"},
    {LUDO_TOO_MANY_CONTACTS, "the number of contacts exceeds the limit",
     "exclude pairs that need no contact (contype, conaffinity, exclude), and check for geoms that "
     "overlap in the initial state"},
};

static stop_reason find_reason(ludo_status status)
{
    for (size_t i = 0; i < sizeof stop_reasons / sizeof *stop_reasons; i++) {
        if (stop_reasons[i].status == status) {
            return stop_reasons[i];
        }
    }
    return (stop_reason){status, ludo_status_text(status),
                         "try a smaller --dt or another initial state"};
}

/* Whether loops held joints outside of their limits at the start and no step could be made. */
static bool is_held_outside(const run_record *r)
{
    return r->correction.outside > 0 && r->steps == 0;
}

/* Write the place of a stop. */
static void write_where(char *where, size_t room, const ludo_model *model, const ludo_node *node)
{
    char text[192];
    if (node->kind == LUDO_NODE_NONE ||
        ludo_node_format(model, node, text, sizeof text) != LUDO_OK) {
        return;
    }
    const ludo_loop_info loop = loop_info_of(model, node->index);
    const char *noun = node->kind == LUDO_NODE_BODY   ? "body"
                       : node->kind == LUDO_NODE_LOOP ? ludo_loop_words_noun(&loop)
                                                      : "joint";
    if (node->kind == LUDO_NODE_BODY || node->kind == LUDO_NODE_JOINT ||
        node->kind == LUDO_NODE_LOOP) {
        (void)snprintf(where, room, " at %s '%s'", noun, text);
    } else {
        (void)snprintf(where, room, " %s %s", node->kind == LUDO_NODE_CONTACT ? "between" : "at",
                       text);
    }
}

/* Write the deepest overlap of the start, which contacts may not be able to separate. */
static void write_overlap(char *text, size_t room, const ludo_model *model,
                          const ludo_start_report *start)
{
    if (start->overlap > 0.0 && start->overlap_a >= 0 && start->overlap_b >= 0) {
        const ludo_geom_info a = geom_info_of(model, start->overlap_a),
                             b = geom_info_of(model, start->overlap_b);
        (void)snprintf(text, room,
                       "; '%s' and '%s' overlapped by %.3g m at the start: if they do so by "
                       "design, exclude their bodies (--exclude)",
                       a.name, b.name, start->overlap);
    }
}

/* Record the reason of a stop in a step; step 0: at the start. */
static void stop(run_record *r, const ludo_model *model, ludo_status status, int64_t step,
                 const ludo_step_report *report)
{
    const stop_reason reason =
        is_held_outside(r) ? (stop_reason){status, "loops hold a joint outside of its limits",
                                           ludo_assembly_report_outside_advice}
                           : find_reason(status);
    char when[64] = "at the start", where[256] = "", parts[64] = "", residual[64] = "";
    char overlap[512] = "";
    if (step > 0) {
        (void)snprintf(when, sizeof when, "in step %" PRId64, step);
    }
    write_where(where, sizeof where, model, &report->node);
    if (report->substeps > 1 && !is_held_outside(r)) {
        (void)snprintf(parts, sizeof parts, ", not even with %d substeps", (int)report->substeps);
    }
    if (status == LUDO_NOT_CONVERGED) {
        (void)snprintf(residual, sizeof residual, " (residual %.2g)", report->residual);
    }
    if (status == LUDO_CONTACT) {
        write_overlap(overlap, sizeof overlap, model, &r->correction);
    }
    (void)snprintf(r->message, sizeof r->message, "stopped at t = %.9g s %s: %s%s%s%s; %s%s",
                   report->time, when, reason.problem, where, parts, residual, reason.advice,
                   overlap);
    r->stopped = true;
}

/* Record an interrupt, unless the run has ended. */
static void interrupt(run_record *r, int64_t steps)
{
    if (!r->stopped && r->steps < steps) {
        (void)snprintf(r->message, sizeof r->message, "interrupted at t = %.9g s", r->time);
        r->stopped = true;
    }
}

/* ---- measuring ---- */

static const ludo_energy no_energy = {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};

static run_record empty_record(double time)
{
    const ludo_vec3 unknown = {UNKNOWN, UNKNOWN, UNKNOWN};
    return (run_record){.start = time,
                        .time = time,
                        .energy_initial = no_energy,
                        .energy_final = no_energy,
                        .energy_error_max = UNKNOWN,
                        .energy_rise_max = UNKNOWN,
                        .momentum_initial = {unknown, unknown},
                        .momentum_final = {unknown, unknown},
                        .violation_max = {UNKNOWN, UNKNOWN, -1, -1},
                        .correction = {.struct_size = sizeof(ludo_start_report),
                                       .position_correction = UNKNOWN,
                                       .velocity_correction = UNKNOWN},
                        .mobility = {-1, -1, -1, -1}};
}

/* The change of energy between two knots without the work done. */
static double unexplained_change(const ludo_energy *from, const ludo_energy *to)
{
    return ludo_energy_stored(to) - ludo_energy_stored(from) - (to->work - from->work);
}

/* Measure the knot and compare it with the first knot and the previous one. */
static ludo_status measure_knot(ludo_sim *sim, run_record *r)
{
    ludo_energy e = no_energy;
    ludo_violation v = {UNKNOWN, UNKNOWN, -1, -1};
    ludo_status status = ludo_sim_energy(sim, &e);
    if (status == LUDO_OK) {
        status = ludo_sim_violation(sim, &v);
    }
    ludo_contact_record_add(&r->contact, sim, r->time);
    const double error = ludo_energy_error(&r->energy_initial, &e);
    r->energy_rise_max =
        larger_or_nan(r->energy_rise_max, unexplained_change(&r->energy_final, &e));
    r->energy_error_max = larger_or_nan(r->energy_error_max, fabs(error));
    r->kinetic_max = larger_or_nan(r->kinetic_max, e.kinetic);
    r->energy_final = e;
    ludo_energy_scale_add(&r->scale, r->time, &r->energy_initial, &e);
    r->violation_max.position = larger_or_nan(r->violation_max.position, v.position);
    r->violation_max.velocity = larger_or_nan(r->violation_max.velocity, v.velocity);
    return status;
}

/* Assemble the mechanism and measure the first knot. */
static ludo_status measure_start(ludo_sim *sim, run_record *r)
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
    r->kinetic_max = e.kinetic;
    r->scale = ludo_energy_scale_begin(ludo_sim_model(sim), &e);
    r->violation_max = (ludo_violation){.joint = -1, .loop = -1};
    return measure_knot(sim, r);
}

/* Failed solves of a step: one for each subdivision 1, 2, 4, ... before the reported one. */
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
        r->parts += report->parts;
        r->parts_max = report->parts > r->parts_max ? report->parts : r->parts_max;
        r->steps_uncontrolled += report->uncontrolled > 0;
        r->kinetic_max = larger_or_nan(r->kinetic_max, report->energy_scale);
        r->substeps_max = report->substeps > r->substeps_max ? report->substeps : r->substeps_max;
        r->residual_max = larger_or_nan(r->residual_max, report->residual);
    }
}

/* ---- the loop ---- */

/* The length of a step; the last step ends at the end of the run. */
static double step_length(const run_plan *plan, bool last, double remaining)
{
    const bool shorter = last && remaining > 0.0 && remaining < (1.0 - same_step) * plan->dt;
    return shorter ? remaining : plan->dt;
}

/* Take one step and measure its knot. Returns the wall clock time.
 *
 * The record and the report give the last knot the exact end time instead of the rounded sum of all
 * steps. The simulation keeps its own time, so that a continued run has the same bits as one longer
 * run. */
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
        status = measure_knot(sim, r);
    }
    if (status != LUDO_OK) {
        stop(r, ludo_sim_model(sim), status, step, report);
    }
    return after;
}

/* The last measured knot; `report`: of the step to this knot. */
static output_knot knot_of(ludo_sim *sim, const run_record *r, const ludo_step_report *report)
{
    return (output_knot){sim, report, r->time, ludo_energy_stored(&r->energy_final)};
}

/* Take all steps. */
static outcome run_steps(ludo_sim *sim, const run_plan *plan, output_list *outputs, run_record *r)
{
    progress line = ludo_terminal_progress_begin(plan->progress, "s");
    outcome how = OUTCOME_DONE;
    while (!r->stopped && r->steps < plan->steps && how == OUTCOME_DONE) {
        ludo_step_report report = {.struct_size = sizeof report};
        const double now = advance(sim, plan, r, &report);
        if (!r->stopped) {
            const output_knot knot = knot_of(sim, r, &report);
            how = ludo_outputs_step(outputs, &knot);
        }
        ludo_terminal_progress_show(&line, now, r->time - r->start, plan->duration);
        if (ludo_interrupt_received()) {
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
    record->accuracy = plan->accuracy;
    const ludo_status status = measure_start(sim, record);
    if (status != LUDO_OK) {
        stop(record, ludo_sim_model(sim), status, 0,
             &(ludo_step_report){.struct_size = sizeof(ludo_step_report), .time = record->start});
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
