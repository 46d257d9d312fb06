/* SPDX-License-Identifier: Apache-2.0
 *
 * Primal and dual path following on equations with cones [contact.md 5]. */
#include "solver/interior.h"

#include "math/worst.h"

#include <math.h>

/* Measured over random bodies with 1 to 8 contacts, masses 1e-3 to 1e3 [tests/test_interior.c]:
 * `part` of the way to the boundary; sigma between its bounds, `careful` in retries, which start
 * with impulses and rates so many times as large. */
static const double part = 0.95;
static const double least_sigma = 0.1, careful_sigma = 0.3;
static const double wider_p = 10.0, wider_y = 3.0;

/* Products count as reached up to so many times the kappa that was wanted: the last step has come
 * within a constant of it, what another would gain is nothing that can be seen. */
static const double reached = 3.0;

/* An attempt that is within what still counts is over after so many iterations that brought its
 * worst product no nearer; one that moves less than this part of a direction is stuck. */
enum { MOST_STALLED = 4 };
static const double stuck = 1e-6;

/* Where an attempt stands. */
typedef struct attempt {
    const interior_system *system;
    cone *cones;
    int32_t count;
    const interior_settings *settings;
    interior_report *report;
    double unit;        /* of products: impulses times rates */
    double least_sigma; /* of this attempt */
    double move;        /* of the last direction */
    double best;        /* smallest excess so far */
    int32_t stalled;    /* iterations since */
} attempt;

static double sum_of_products(const attempt *a, double alpha)
{
    double sum = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        sum += a->cones[i].kind->product(&a->cones[i], alpha);
    }
    return sum;
}

static int32_t number_of_products(const attempt *a)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < a->count; i++) {
        sum += a->cones[i].kind->degree;
    }
    return sum;
}

/* ---- An iteration ---- */

/* Products are measured against the largest impulse where that is more than a typical one: a blow
 * that is a thousand times what weight does needn't, and can't, be as sharp as that. */
static double product_unit(const attempt *a)
{
    double p = a->settings->scale.p;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t r = 0; r < a->cones[i].kind->rows; r++) {
            p = fabs(a->cones[i].p[r]) > p ? fabs(a->cones[i].p[r]) : p;
        }
    }
    return p * a->settings->scale.y;
}

/* The direction to products of kappa. @return whether it has one */
static bool direct(attempt *a, double kappa, bool corrects)
{
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->linearize(&a->cones[i], kappa, corrects);
    }
    a->move = a->system->direct(a->system->self, !corrects);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->direct(&a->cones[i]);
    }
    a->report->factorizations += corrects ? 0 : 1;
    return isfinite(a->move);
}

/* How far along the direction all cones stay inside. */
static double longest(const attempt *a, double of_the_way)
{
    double alpha = 1.0;
    for (int32_t i = 0; i < a->count; i++) {
        const double most = a->cones[i].kind->longest(&a->cones[i], of_the_way);
        alpha = is_worse(alpha, most) ? most : alpha;
    }
    return alpha;
}

static void advance(const attempt *a, double alpha)
{
    a->system->advance(a->system->self, alpha);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->advance(&a->cones[i], alpha);
    }
}

/* Mehrotra's step: see how far the direction to kappa = 0 leads, aim at what it left of the mean
 * product, cubed, and take off the second order that it showed. @return whether it led anywhere */
static bool step(attempt *a)
{
    if (!direct(a, 0.0, false)) {
        return false;
    }
    const double now = sum_of_products(a, 0.0);
    const double left = sum_of_products(a, longest(a, part)) / now;
    const double cubed = left * left * left;
    const double sigma = cubed > a->least_sigma ? (cubed < 1.0 ? cubed : 1.0) : a->least_sigma;
    const double aim = sigma * now / number_of_products(a);
    const double least = a->settings->kappa * a->unit;
    if (!direct(a, aim > least ? aim : least, true)) {
        return false;
    }
    const double alpha = longest(a, part);
    if (!(alpha > stuck)) {
        return false;
    }
    advance(a, alpha);
    return true;
}

/* ---- An attempt ---- */

/* How far products and copies of rates are from what is wanted, in units of what is wanted. */
static worst excess(const attempt *a, double kappa)
{
    worst w = {0.0, -1};
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        worst_take(&w, c->kind->excess(c, kappa * a->unit) / (kappa * a->unit), i);
    }
    return w;
}

/* Whether the equations hold and own rates are the rates. */
static bool is_solved(const attempt *a)
{
    double miss = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        const double gap = a->cones[i].kind->gap(&a->cones[i]);
        miss = gap <= miss ? miss : gap;
    }
    const double open = a->system->open(a->system->self);
    a->report->residual = a->move <= open ? open : a->move;
    return a->report->residual <= a->settings->tolerance &&
           miss <= a->settings->slack * a->settings->scale.y;
}

typedef enum verdict { GO_ON, DONE, GIVE_UP } verdict;

/* Whether the iterate is a solution, or the best that there will be. */
static verdict judge(attempt *a, bool last)
{
    const interior_settings *s = a->settings;
    a->unit = product_unit(a);
    const bool solved = is_solved(a);
    const worst w = excess(a, s->kappa);
    a->report->worst = w.at;
    a->report->kappa = s->kappa * (1.0 + w.value);
    if (solved && w.value <= reached) {
        return DONE;
    }
    a->stalled = w.value <= 0.5 * a->best ? 0 : a->stalled + 1;
    a->best = w.value < a->best ? w.value : a->best;
    if (solved && a->report->kappa <= s->relaxed && (last || a->stalled >= MOST_STALLED)) {
        a->report->loosened = true;
        return DONE;
    }
    return last ? GIVE_UP : GO_ON;
}

static ludo_status begin(attempt *a, double of_p, double of_y)
{
    const cone_scale wide = {a->settings->scale.p * of_p, a->settings->scale.y * of_y};
    a->system->restart(a->system->self);
    const ludo_status status = a->system->evaluate(a->system->self);
    for (int32_t i = 0; i < a->count && status == LUDO_OK; i++) {
        a->cones[i].kind->start(&a->cones[i], wide);
    }
    a->unit = product_unit(a);
    a->move = a->best = INFINITY;
    a->stalled = 0;
    return status;
}

static ludo_status run(attempt *a)
{
    for (int32_t i = 1; i <= a->settings->max_iterations; i++) {
        a->report->iterations++;
        const bool moved = step(a);
        const ludo_status status = moved ? a->system->evaluate(a->system->self) : LUDO_OK;
        if (status != LUDO_OK) {
            return status;
        }
        const verdict v = judge(a, !moved || i == a->settings->max_iterations);
        if (v != GO_ON) {
            return v == DONE ? LUDO_OK : LUDO_NOT_CONVERGED;
        }
    }
    return LUDO_NOT_CONVERGED;
}

/* ---- All attempts ---- */

ludo_status ludo_interior_solve(const interior_system *system, cone *cones, int32_t count,
                                const interior_settings *settings, interior_report *report)
{
    attempt a = {system, cones, count, settings, report, .least_sigma = least_sigma};
    ludo_status status = LUDO_NOT_CONVERGED;
    double of_p = 1.0, of_y = 1.0;
    *report = (interior_report){.worst = -1};
    for (int32_t rung = 0; rung < settings->rungs && status != LUDO_OK; rung++) {
        report->attempts++;
        status = begin(&a, of_p, of_y);
        status = status == LUDO_OK ? run(&a) : status;
        of_p *= wider_p;
        of_y *= wider_y;
        a.least_sigma = careful_sigma;
    }
    return status;
}
