/* SPDX-License-Identifier: Apache-2.0
 *
 * Primal and dual path following on equations with cones [contact.md 5]. */
#include "solver/interior/interior.h"

#include "solver/interior/complementarity.h"
#include "solver/interior/interior_step.h"

#include <math.h>
#include <string.h>

/* Settings that were measured over 10,000 random steps: boxes of masses 1e-3 to 1e3 that fall,
 * slide and lie with all their corners near, stacks of them, dense systems with more contacts than
 * motions; mu 0 to 2 [contact.md 5]. Retries are careful and start farther inside. */
static const pace swift = {0.99, 0.9999, 1e-4, 1e-6}, careful = {0.95, 0.95, 0.3, 1e-6};

/* What resumes starts with products of this part of those that are typical. Where impulses aren't
 * near, which shows soon, it is over. */
static const double resumed = 1e-3;
enum { MOST_RESUMED = 8 };
static const pace resuming = {0.99, 0.9999, 1e-4, 0.25};

/* Attempts. What is wedged may bear any load against itself: there is no middle of all loads that
 * the path could keep to, and impulses grow without end. The last ones let rates give way to what
 * impulses bear: one of so many times what it started with misses its rate by what is left of the
 * product. */
typedef struct rung {
    double wide;  /* how many times farther inside it starts than is typical */
    double bears; /* impulse of which a rate gives way by its product, in that of the start */
    const pace *pace;
} rung;

static const rung ladder[] = {{1.0, HUGE_VAL, &swift},
                              {10.0, HUGE_VAL, &careful},
                              {100.0, 1000.0, &careful},
                              {1000.0, 30.0, &careful}};
enum { RUNGS = sizeof ladder / sizeof *ladder };

/* Rates start as large as what approaches is, or this part of the scale: about what weight does in
 * a step. Nearer starts save iterations, much nearer ones meet the boundary. */
static const double typical = 0.1;

/* Products count as reached up to so many times the kappa that was wanted: the last step has come
 * within a constant of it, what another would gain is nothing that can be seen. */
static const double reached = 10.0;

/* An attempt that is within what still counts is over after so many iterations that brought its
 * worst product no nearer. */
enum { MOST_STALLED = 4 };

/* Blows, and what is wedged, have large products within that: where they are more than is wanted a
 * few iterations more aim at so much of what is. */
enum { MOST_SHARPENED = 6 };
static const double sharper = 0.1;

/* ---- An attempt ---- */

/* How far impulses are from those that the equations were solved with, in units of the largest: a
 * step that wasn't whole, or that followed a boundary, left them elsewhere. */
static double impulses_open(const attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        for (int32_t r = 0; r < c->kind->rows; r++) {
            double miss = c->push[r] - c->p[r];
            for (int32_t q = 0; q < c->kind->rows; q++) {
                miss -= c->slope[CONE_ROWS * r + q] * c->dy[q];
            }
            most = fabs(miss) <= most ? most : fabs(miss);
        }
    }
    return most * (a->scale.y / a->unit);
}

/* Whether the equations hold and own rates are the rates. */
static bool is_solved(const attempt *a)
{
    double miss = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].soft = 0.0; /* nothing has to give way in the end */
        const double gap = a->cones[i].kind->gap(&a->cones[i]);
        miss = gap <= miss ? miss : gap;
    }
    const double open = a->system->open(a->system->self);
    a->report->residual = a->left <= open ? open : a->left;
    return a->report->residual <= a->settings->tolerance &&
           miss <= a->settings->slack * a->scale.y && impulses_open(a) <= a->settings->slack;
}

/* Look at the iterate: is it a solution; is it at least within what still counts. */
static bool is_done(attempt *a)
{
    const interior_settings *s = a->settings;
    a->unit = ludo_interior_unit(a);
    const bool solved = is_solved(a);
    const worst w = ludo_interior_excess(a, s->kappa * a->unit);
    a->report->worst = w.at;
    a->report->kappa = s->kappa * (1.0 + w.value);
    a->counts = solved && a->report->kappa <= s->relaxed;
    a->stalled = w.value <= 0.5 * a->best ? 0 : a->stalled + 1;
    a->best = w.value < a->best ? w.value : a->best;
    return solved && w.value <= reached;
}

/* Whether a solution is worth another iteration. */
static bool sharpens(attempt *a)
{
    const double wanted = a->settings->product;
    if (!(wanted > 0.0) || a->sharpened >= MOST_SHARPENED ||
        ludo_cones_product_left(a->cones, a->count) <= wanted) {
        return false;
    }
    a->sharpened++;
    a->least = sharper * wanted;
    return true;
}

/* Whether the iterate is what was looked for. */
static bool ends(attempt *a)
{
    if (is_done(a)) {
        return !sharpens(a);
    }
    return a->settings->rungs == 0 && a->counts &&
           ludo_cones_product_left(a->cones, a->count) <= a->settings->product;
}

/* Rates count in the largest speed of approach or slip where that is more than a typical one, and
 * impulses in as many times more. */
static cone_scale scale_at_hand(const attempt *a)
{
    const cone_scale given = a->settings->scale;
    double y = given.y;
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        y = -c->y[0] > y ? -c->y[0] : y;
        for (int32_t r = 1; r < c->kind->rows; r++) {
            y = fabs(c->y[r]) > y ? fabs(c->y[r]) : y;
        }
    }
    return (cone_scale){given.p * (y / given.y), y};
}

/* Where cones start: with the largest speed of approach, or what is typical, and with impulses that
 * are as many times more. */
static cone_scale scale_of_start(const attempt *a)
{
    const cone_scale given = a->settings->scale;
    double y = typical * given.y;
    for (int32_t i = 0; i < a->count; i++) {
        y = -a->cones[i].y[0] > y ? -a->cones[i].y[0] : y;
    }
    return (cone_scale){given.p * (y / (typical * given.y)), y};
}

/* Where the system starts, with cones still to be placed. */
static ludo_status enter(attempt *a, const pace *at)
{
    a->system->restart(a->system->self);
    const ludo_status status = a->system->evaluate(a->system->self);
    a->pace = at;
    a->scale = scale_at_hand(a);
    a->left = a->best = HUGE_VAL;
    a->stalled = a->sharpened = 0;
    a->least = HUGE_VAL;
    a->counts = false;
    for (int32_t i = 0; i < a->count; i++) {
        memset(a->cones[i].dx, 0, sizeof a->cones[i].dx);
    }
    return status;
}

/* Cones as far inside as the rung says. */
static void begin(attempt *a, const rung *r)
{
    const cone_scale at = scale_of_start(a), start = {at.p * r->wide, at.y * r->wide};
    a->bears = at.p * r->bears;
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->start(&a->cones[i], start);
    }
    a->unit = ludo_interior_unit(a);
}

/* One near its impulses, and the rates that are expected of it. */
static void resume_cone(cone *c, cone_scale at)
{
    double y[CONE_ROWS];
    memcpy(y, c->y, sizeof y);
    for (int32_t r = 0; r < c->kind->rows; r++) {
        c->y[r] += c->dy[r];
    }
    c->kind->resume(c, at, resumed * at.p * at.y);
    memcpy(c->y, y, sizeof y);
}

/* Cones near the impulses that they come with. */
static void resume(attempt *a)
{
    const cone_scale near = a->settings->near, at = {near.p, typical * near.y};
    a->bears = HUGE_VAL;
    for (int32_t i = 0; i < a->count; i++) {
        resume_cone(&a->cones[i], at);
    }
    a->unit = ludo_interior_unit(a);
}

/* Iterate to a solution, or until it gets no better. */
static ludo_status run(attempt *a, int32_t most)
{
    for (int32_t i = 0; i < most && ludo_interior_step(a); i++) {
        a->report->iterations++;
        const ludo_status status = a->system->evaluate(a->system->self);
        if (status != LUDO_OK || ends(a)) {
            return status;
        }
        if (a->counts && a->stalled >= MOST_STALLED && a->settings->rungs > 0) {
            break;
        }
    }
    a->report->loosened = a->counts && a->report->kappa > (1.0 + reached) * a->settings->kappa;
    return a->counts ? LUDO_OK : LUDO_NOT_CONVERGED;
}

/* ---- All attempts ---- */

/* From the impulses at hand to a solution that nothing is left of, or to none. */
static bool finds_near(attempt *a)
{
    const interior_settings *s = a->settings;
    const bool alone = s->rungs == 0;
    if (enter(a, alone && s->careful ? &careful : &resuming) != LUDO_OK) {
        return false;
    }
    resume(a);
    const bool found =
        run(a, alone ? s->max_iterations : MOST_RESUMED) == LUDO_OK && !a->report->loosened;
    a->report->loosened = false;
    return found;
}

static ludo_status climb(attempt *a, const rung *r)
{
    const ludo_status status = enter(a, a->settings->careful ? &careful : r->pace);
    if (status != LUDO_OK) {
        return status;
    }
    begin(a, r);
    return run(a, a->settings->max_iterations);
}

ludo_status ludo_interior_solve(const interior_system *system, cone *cones, int32_t count,
                                const interior_settings *settings, interior_report *report)
{
    attempt a = {system, cones, count, settings, report, .pace = NULL};
    *report = (interior_report){.attempts = 1, .worst = -1};
    if (settings->resumes && finds_near(&a)) {
        return LUDO_OK;
    }
    ludo_status status = LUDO_NOT_CONVERGED;
    for (int32_t i = 0; i < settings->rungs && i < RUNGS && status != LUDO_OK; i++) {
        report->attempts = 1 + i;
        status = climb(&a, &ladder[i]);
    }
    return status;
}
