/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones, as a system for the interior point [contact.md 2, 4.2]. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/body_pairs.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal/history.h"
#include "solver/interior/complementarity.h"
#include "solver/interior/slip_iteration.h"
#include "solver/interior/shifted.h"

#include <string.h>

/* The interval that is solved, as the system of an interior point. */
typedef struct interval {
    sim_state *state;
    double h;
    int32_t stage;
    ludo_step_report *report;
    bool evaluated; /* the iterate is where the iteration starts, and was evaluated */
} interval;

static void interval_restart(void *self)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    if (!i->evaluated) {
        ludo_maximal_loops_begin(x, i->state);
        ludo_maximal_history_extrapolate(x, i->state, i->h, i->stage);
    }
}

static ludo_status interval_evaluate(void *self)
{
    interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = i->state->model;
    const ludo_status status =
        i->evaluated ? LUDO_OK : ludo_maximal_newton_evaluate(i->state, i->h, i->report);
    i->evaluated = false;
    if (status == LUDO_OK) {
        ludo_maximal_contact_evaluate(x, i->state, i->h);
        memcpy(c->r, x->tree.r, 6 * (size_t)m->slots * sizeof *c->r);
        memcpy(c->e, x->tree.e, (size_t)m->columns * sizeof *c->e);
    }
    return status;
}

/* The balances of the iterate into the tree again, as they were evaluated. */
static void restore_balances(maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    memcpy(x->tree.r, c->r, 6 * (size_t)m->slots * sizeof *c->r);
    memcpy(x->tree.e, c->e, (size_t)m->columns * sizeof *c->e);
}

static double interval_residual(const void *self)
{
    const interval *i = self;
    const maximal *x = maximal_of(i->state);
    const double loops = x->loops.violation.value;
    return is_worse(loops, x->joint_violation.value) ? loops : x->joint_violation.value;
}

/* The blocks of the tree with the slopes of the cones; the joint blocks are saved. */
static void linearize(const interval *i)
{
    maximal *x = maximal_of(i->state);
    const ludo_model *m = i->state->model;
    x->rotation->linearize(x, i->state, i->h);
    ludo_maximal_loops_linearize(x, i->state);
    memcpy(x->contacts->C, x->tree.C, (size_t)m->joint_block[m->slots] * sizeof *x->tree.C);
    ludo_maximal_contact_add_stiffness(x, i->state);
    i->report->factorizations++;
}

static double interval_direction(void *self, bool factorize)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = i->state->model;
    if (factorize) {
        linearize(i);
    }
    restore_balances(x, m);
    ludo_maximal_loops_apply(x, m);
    ludo_maximal_contact_add_rhs(x);
    (void)x->direction->solve(i->state, factorize);
    if (factorize) {
        memcpy(x->tree.C, c->C, (size_t)m->joint_block[m->slots] * sizeof *c->C);
    }
    ludo_maximal_contact_read_rates(x);
    return ludo_maximal_newton_largest_motion(x, m, i->h).value;
}

/* Normal impulses act along the gradients of the gaps at the iterate from here on. */
static void interval_freeze(void *self)
{
    const interval *i = self;
    if (interval_evaluate(self) == LUDO_OK) {
        ludo_maximal_contact_freeze_gradients(maximal_of(i->state), i->state, i->h);
    }
}

static void interval_advance(void *self, double alpha)
{
    const interval *i = self;
    ludo_maximal_newton_advance(maximal_of(i->state), i->state, i->h, alpha);
}

ludo_status ludo_maximal_contact_restart(const contact_interval *of)
{
    interval i = {of->state, of->h, of->stage, of->report, false};
    interval_restart(&i);
    return ludo_maximal_newton_evaluate(i.state, i.h, i.report);
}

/* Depth that the slip iteration leaves to jammed bodies, in units of the length scale: below the
 * largest accepted one (step.c). */
static const double slip_depth = 3e-10;

/* Gap times force above which a solution is polished, in units of mass times speed scale squared;
 * part of the largest impulse and of the scale by which a relaxed solution may be off. */
static const double polish_energy = 9e-11, relaxed_error = 1e-2;

/* The slip iteration with the iterations that an earlier solve has left. */
static ludo_status solve_slip(const interior_system *system, maximal_contacts *c,
                              const interior_settings *settings, int32_t before, interior_report *r)
{
    interior_settings s = *settings;
    s.slip_iterations = s.slip_iterations > before ? s.slip_iterations - before : 1;
    const ludo_status status =
        ludo_slip_iteration_solve(system, interval_freeze, c->cone, c->count, &s, r);
    c->quality.retries += r->attempts;
    r->iterations += before;
    return status;
}

/* Polish a relaxed solution: the same equations with shifted rates; where these fail the slip
 * iteration, if it converges and lowers gap times force; else the relaxed solution is computed
 * again. */
static ludo_status polish(const interior_system *system, maximal_contacts *c,
                          const interior_settings *settings, interior_report *r)
{
    interior_settings s = *settings;
    interior_report last;
    const double product = ludo_cones_product(c->cone, c->count);
    s.cautious = true;
    if (ludo_shifted_solve(system, c->cone, c->count, &s, relaxed_error, r) == LUDO_OK) {
        return LUDO_OK;
    }
    ludo_status status = solve_slip(system, c, settings, r->iterations, r);
    if (status == LUDO_OK && !r->bounded && ludo_cones_product(c->cone, c->count) < product) {
        return LUDO_OK;
    }
    s = *settings;
    s.warm_start = false;
    status = ludo_interior_solve(system, c->cone, c->count, &s, &last);
    last.iterations += r->iterations;
    *r = last;
    return status;
}

/* The interior point on (A), then the slip iteration, which has a solution where (A) has none. */
static ludo_status solve(const interior_system *system, maximal_contacts *c, contact_mode mode,
                         const interior_settings *settings, interior_report *r)
{
    ludo_status status = LUDO_NOT_CONVERGED;
    if (!mode.slip_iteration) {
        status = ludo_interior_solve(system, c->cone, c->count, settings, r);
        c->quality.retries += r->attempts - 1;
    }
    if (status == LUDO_OK && r->relaxed && c->contacts > 0 &&
        ludo_cones_product(c->cone, c->count) > settings->polish_product) {
        return mode.one_try ? LUDO_NOT_CONVERGED : polish(system, c, settings, r);
    }
    if (status == LUDO_OK || c->contacts == 0 || mode.one_try) {
        return status;
    }
    return solve_slip(system, c, settings, r->iterations, r);
}

/* Whether an earlier set of contacts has spent the step: cones have the impulses of its solution.
 */
static bool is_late(const contact_interval *i, contact_mode mode)
{
    return i->report->substeps == 1 && ludo_capabilities_cones_spent(i->state) &&
           maximal_of(i->state)->contacts->contacts > 0 && !mode.frictionless && !mode.one_try;
}

ludo_status ludo_maximal_contact_solve_interval(const contact_interval *i, contact_mode mode)
{
    sim_state *state = i->state;
    const double h = i->h;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    interval self = {state, h, i->stage, i->report, mode.evaluated};
    const interior_system system = {&self,
                                    interval_restart,
                                    interval_evaluate,
                                    interval_direction,
                                    interval_advance,
                                    interval_residual};
    interior_settings settings = ludo_maximal_contact_settings(state, state->cone_iterations);
    settings.polish_product = polish_energy * c->mass * c->scale.y * c->scale.y;
    settings.rate_shift = slip_depth * c->length / (h * c->scale.y);
    if (mode.one_try) {
        settings.restarts = 1;
        settings.max_iterations = state->settings.max_iterations;
    }
    interior_report r = {.iterations = 0};
    ludo_status status = ludo_body_pairs_begin(x);
    if (status == LUDO_OK && is_late(i, mode)) {
        status = ludo_slip_iteration_end(&system, c->cone, c->count, &settings, &r);
        restore_balances(x, state->model);
    } else if (status == LUDO_OK) {
        settings.warm_start = ludo_maximal_contact_load_warm_start(x, h);
        status = solve(&system, c, mode, &settings, &r);
        restore_balances(x, state->model); /* the last direction overwrote them */
    }
    ludo_body_pairs_end(x);
    c->quality.relaxed += r.relaxed ? 1 : 0;
    c->worst = r.worst;
    i->report->iterations += r.iterations;
    state->cone_iterations += (int64_t)r.iterations * c->count;
    i->report->residual = r.residual;
    return status;
}
