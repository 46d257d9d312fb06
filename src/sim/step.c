/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of any integrator: composition to higher order, subdivision on failure. */
#include "sim/sim.h"

#include "core/sized.h"
#include "integrators/substeps.h"
#include "sim/activations.h"
#include "sim/divide.h"

#include <math.h>
#include <string.h>

/* Order 4 from a self-adjoint step of order 2: c1 h, c0 h, c1 h with c1 = 1 / (2 - 2^(1/3)),
 * c0 = 1 - 2 c1 [yoshida1990], [maximal.md 6]. */
static const double composition[] = {1.3512071919596578, -1.7024143839193153, 1.3512071919596578};

void ludo_sim_advance_time(sim_progress *p, double h)
{
    const double y = h - p->time_error, t = p->time + y;
    p->time_error = (t - p->time) - y;
    p->time = t;
}

/* One step of length h from `time` by the stages of the composition. On success the report has the
 * largest residual of the stages, with its node; on failure that of the failed stage. */
static ludo_status compose(ludo_sim *sim, const step_taker *by, double time, double h,
                           ludo_step_report *report)
{
    const int32_t stages = sim->state.settings.stages;
    ludo_status status = LUDO_OK;
    sim->state.interval_start = sim->state.activations_at = time;
    for (int32_t i = 0; i < stages && status == LUDO_OK; i++) {
        const double residual = report->residual;
        const ludo_node node = report->node;
        const double part = stages == 1 ? h : composition[i] * h;
        report->certified +=
            sim->state.settings.certify && sim->integrator->certify(&sim->state, part);
        ludo_sim_activations_begin(&sim->state);
        status = by->advance(by->self, sim, part, i, report);
        sim->state.interval_start += part;
        if (status == LUDO_OK) {
            ludo_sim_activations_advance(&sim->state, part);
        }
        ludo_sim_judge_contacts(sim);
        if (status == LUDO_OK && residual > report->residual) {
            report->residual = residual;
            report->node = node;
        }
    }
    sim->state.activations_at = (double)NAN;
    return status;
}

static void begin(ludo_sim *sim, const step_taker *by, ludo_step_report *report)
{
    if (by->begin != NULL) {
        by->begin(by->self);
    }
    sim->state.quality = (ludo_contact_quality){.points = 0};
    sim->state.attempts_begun++;
    report->residual = 0.0; /* discard that of the failed attempt */
    report->certified = 0;
}

/* The step in equal parts; if one fails the report has its start time. */
static ludo_status attempt(ludo_sim *sim, const step_taker *by, double h, int32_t parts,
                           ludo_step_report *report)
{
    ludo_status status = LUDO_OK;
    begin(sim, by, report);
    report->substeps = parts;
    for (int32_t i = 0; i < parts && status == LUDO_OK; i++) {
        report->time = sim->state.progress->time + h * i / parts;
        status = compose(sim, by, report->time, h / parts, report);
    }
    return status;
}

/* The step in parts of their own lengths, halves first; those before a failure stay: the copy aside
 * follows them. */
static ludo_status attempt_by_halves(ludo_sim *sim, const step_taker *by, double h,
                                     ludo_step_report *report)
{
    sim_state *state = &sim->state;
    substeps at = ludo_substeps_begin(0.5);
    ludo_status status = LUDO_OK;
    begin(sim, by, report);
    while (ludo_substeps_left(state, &at)) {
        const ludo_contact_quality quality = state->quality;
        const double residual = report->residual;
        memcpy(state->aside, state->kept, state->kept_size);
        report->substeps = ludo_substeps_number(at.length);
        report->time = state->progress->time + h * at.done;
        status = compose(sim, by, report->time, h * at.length, report);
        if (status != LUDO_OK) {
            memcpy(state->kept, state->aside, state->kept_size);
            state->quality = quality;
            report->residual = residual;
        }
        ludo_substeps_next(state, status, &at);
    }
    report->substeps = status == LUDO_OK ? ludo_substeps_number(at.shortest) : report->substeps;
    return status;
}

static ludo_status step_alone(void *self, ludo_sim *sim, double h, int32_t stage,
                              ludo_step_report *report)
{
    (void)self;
    return sim->integrator->step(&sim->state, h, stage, report);
}

static const step_taker integrator_alone = {.advance = step_alone};

/* Whether parts are halved where one fails: contacts fail at single instants. */
static bool halves(const ludo_sim *sim, ludo_status status, int32_t parts)
{
    return status == LUDO_CONTACT && parts > 1 && sim->state.settings.stages == 1 &&
           parts <= sim->state.settings.max_substeps / 2;
}

/* Whether a whole step leaves the state as it was where it fails; stages advanced by the linearizer
 * do not. */
static bool is_traceless(const ludo_sim *sim, const step_taker *by, double h)
{
    return sim->state.settings.traceless && h > 0.0 && by == &integrator_alone;
}

/* Try 1, 2, 4, ... parts up to the limit, each time from the state before the step. Where contacts
 * fail, parts are halved from 2 on, and where that fails, the step is made in the most parts. If
 * the whole step found singular loops, its parts do not find them, being so short, but fail because
 * of them; the first status is returned. */
ludo_status ludo_sim_subdivide(ludo_sim *sim, const step_taker *by, double h,
                               ludo_step_report *report)
{
    ludo_status status = LUDO_OK;
    ludo_node singular = no_node();
    bool saved = false;
    int32_t next = 1;
    for (int32_t parts = 1; parts <= sim->state.settings.max_substeps; parts = next) {
        const bool by_halves = halves(sim, status, parts);
        if (!saved && !(parts == 1 && is_traceless(sim, by, h))) {
            memcpy(sim->state.saved, sim->state.kept, sim->state.kept_size);
            saved = true;
        }
        status =
            by_halves ? attempt_by_halves(sim, by, h, report) : attempt(sim, by, h, parts, report);
        if (status == LUDO_OK) {
            return LUDO_OK;
        }
        if (saved) {
            memcpy(sim->state.kept, sim->state.saved, sim->state.kept_size);
        }
        if (parts == 1 && status == LUDO_SINGULAR && sim->state.model->loop_count > 0) {
            singular = report->node;
        }
        if (parts > INT32_MAX / 2 || status == LUDO_REFUSED ||
            status == LUDO_BAD_ARGUMENT) { /* parts would be refused too */
            break;
        }
        next = by_halves ? ludo_substeps_most(&sim->state, parts) : 2 * parts;
    }
    if (status == LUDO_NOT_CONVERGED && singular.kind != LUDO_NODE_NONE) {
        report->node = singular;
        return LUDO_SINGULAR;
    }
    return status;
}

ludo_status ludo_sim_step_by(ludo_sim *sim, const step_taker *by, double h,
                             ludo_step_report *report)
{
    if (sim == NULL || !isfinite(h) || h == 0.0 || (report != NULL && !SIZED_KNOWN(report))) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_step_report r = {.smallest_pivot = 1.0, .parts = 1};
    sim->reactions_known = sim->state.rank_known = sim->contacts_known = false;
    sim->state.contacts_spent = false;
    sim->state.cone_iterations = 0;
    sim->state.steps_begun++;
    sim->state.writes += by != &integrator_alone;
    ludo_status status = ludo_sim_start(sim);
    r.time = sim->state.progress->time;
    if (status == LUDO_OK) {
        status = sim->state.settings.accuracy > 0.0 ? ludo_sim_divide(sim, by, h, &r)
                                                    : ludo_sim_subdivide(sim, by, h, &r);
    } else {
        r.node = sim->state.failed;
    }
    if (status == LUDO_OK) {
        ludo_sim_advance_time(sim->state.progress, h);
        r.time = sim->state.progress->time;
        sim->contacts_known = true;
    }
    if (report != NULL) {
        SIZED_WRITE(report, &r);
    }
    return status;
}

ludo_status ludo_step(ludo_sim *sim, double h, ludo_step_report *report)
{
    return ludo_sim_step_by(sim, &integrator_alone, h, report);
}

ludo_status ludo_sim_run(ludo_sim *sim, double h, int64_t steps, ludo_step_report *report)
{
    if (sim == NULL || steps < 0 || (report != NULL && !SIZED_KNOWN(report))) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_status status = LUDO_OK;
    for (int64_t k = 0; k < steps && status == LUDO_OK; k++) {
        status = ludo_step(sim, h, report);
    }
    return status;
}
