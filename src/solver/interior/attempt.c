/* SPDX-License-Identifier: Apache-2.0
 *
 * The tests that end an attempt [contact.md 4.2, 5.4, 5.9]. */
#include "solver/interior/attempt.h"

#include "solver/interior/complementarity.h"

#include <math.h>
#include <string.h>

/* A prediction ends at the first step that doesn't halve what its iterate misses. */
enum { MOST_STALLED_ON_PATH = 1, MOST_STALLED_NEAR = 2 };

/* A warm start that is near its target goes on up to this number of iterations. */
enum { MOST_WARM_NEAR = 14 };

/* Closings of a prediction with one factorisation, and the largest product, in units of the target,
 * after which another one follows; factorisations while cones leave their slopes. */
enum { MOST_CLOSINGS = 4, MOST_FACTORISATIONS = 5 };
static const double most_to_close = 1e4;

/* Products count as reached up to this multiple of kappa: the last step has come within a constant
 * factor, and another one gains nothing measurable. */
static const double reached = 10.0;

/* The same on the path: redundant friction near its bound has shares that hardly change the rates,
 * and a prediction leaves some 20. In intervals, and at knots, where no gap is to be closed. */
static const double reached_on_path = 30.0, reached_at_knots = 100.0;

/* Impulses above this multiple of a typical one are those of impacts and jams. Below it rates at
 * knots may be those of the path: nearly redundant contacts of a lying robot keep products of 100
 * to 2000. With impulses of a jam they would be joules. */
static const double most_quiet = 20.0, reached_in_quiet = 1e4;

/* The largest change of impulses by a step of a centring, in units of themselves, after which they
 * stay: Newton's method leaves its square. */
static const double most_moved = 1e-3;

/* A speed of approach above this part of the scale is an impact. */
static const double most_gentle = 0.1;

/* Iterations without a better worst product after which an acceptable iterate is taken. */
enum { MOST_STALLED = 4 };

/* Impacts and jammed contacts have large products p y at that kappa. Above polish_product a few
 * more iterations aim at this part of it. */
enum { MOST_POLISHED = 6 };
static const double polish_part = 0.1;

/* The difference of the impulses from those of the linear law, in units of the largest: a step that
 * wasn't whole, or that followed a boundary, leaves one. */
static double impulse_error(const attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        double p[CONE_ROWS];
        cone_impulse_at_end(c, p);
        for (int32_t r = 0; r < c->kind->rows; r++) {
            const double error = fabs(p[r] - c->p[r]);
            most = error <= most ? most : error;
        }
    }
    return most * (a->scale.y / a->unit);
}

/* The part of slack_tolerance by which impulses of a prediction may miss their laws after its first
 * closing, which along friction that slips is of first order. The next one leaves rounding. */
static const double exact_part = 0.01;

/* The rate that a cone misses. In a prediction, whose products count true rates, that by which
 * surfaces approach: a corner that next to nothing presses has a weak slope, and a slack that is
 * off by more than a step of an interior point leaves. */
static double rate_missed(const attempt *a, const cone *c)
{
    return !a->on_path ? c->kind->rate_error(c) : c->kind->unilateral ? -c->y[0] : 0.0;
}

/* A closing that brings impulses that much nearer to their laws is followed by another one. */
static const double nearer_to_law = 0.1;

/* Whether the equations hold, and slacks equal rates or, in a prediction, surfaces don't approach.
 */
static bool is_solved(attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].compliance = 0.0; /* a solution has none */
        const double missed = rate_missed(a, &a->cones[i]);
        most = missed <= most ? most : missed;
    }
    const double tolerance = a->settings->slack_tolerance, error = impulse_error(a);
    a->nearer = error <= nearer_to_law * a->impulse_error;
    a->impulse_error = error;
    a->report->residual = a->remainder <= a->residual ? a->residual : a->remainder;
    return a->report->residual <= a->settings->tolerance && most <= tolerance * a->scale.y &&
           error <= (a->on_path && a->closings < 2 ? exact_part : 1.0) * tolerance;
}

/* Whether products of impulses with this unit are those of no impact or jam. */
static bool is_quiet_unit(const attempt *a, double unit)
{
    return unit <= most_quiet * a->at.p * a->scale.y;
}

static bool is_quiet(const attempt *a)
{
    return is_quiet_unit(a, a->unit);
}

/* The largest size of an only direction after which balances aren't tested: solutions without large
 * impulses left 4e-7 of it at most. */
static const double most_exact = 3e-6;

bool ludo_attempt_is_exact(const attempt *a)
{
    if (!a->settings->refines || !a->on_path) {
        return a->settings->refines;
    }
    return a->settled && a->size <= most_exact && is_quiet_unit(a, ludo_attempt_unit(a));
}

/* The largest excess of products of a solution, in units of kappa. */
static double most_products(const attempt *a)
{
    const bool closes_better = a->settled && a->size > most_exact;
    const double at_knots = is_quiet(a) && !closes_better ? reached_in_quiet : reached_at_knots;
    return !a->on_path ? reached : a->settings->refines ? at_knots : reached_on_path;
}

/* By how much an iterate misses a solution: the excess of its products in units of kappa. On the
 * path, where cones are put onto their laws, the error of their impulses in units of what is
 * allowed is the larger one where friction begins to slip or a contact opens. */
static double left_of(const attempt *a, double excess)
{
    const double error = a->impulse_error / (exact_part * a->settings->slack_tolerance);
    return a->on_path && error > excess ? error : excess;
}

/* Whether the iterate is a solution; a->acceptable: at least one with relaxed kappa. */
static bool is_done(attempt *a)
{
    const interior_settings *s = a->settings;
    a->unit = ludo_attempt_unit(a);
    const bool solved = is_solved(a);
    const worst w = ludo_attempt_excess(a, s->kappa * a->unit);
    a->report->worst = w.at;
    a->report->kappa = s->kappa * (1.0 + w.value);
    a->acceptable = solved && a->report->kappa <= s->relaxed_kappa;
    const double left = left_of(a, w.value);
    a->stalled = left <= 0.5 * a->best ? 0 : a->stalled + 1;
    a->best = left < a->best ? left : a->best;
    return solved && w.value <= most_products(a);
}

/* Whether a solution takes another iteration to polish its products. */
static bool is_polished_further(attempt *a)
{
    const double wanted = a->settings->polish_product;
    if (!(wanted > 0.0) || a->polished >= MOST_POLISHED ||
        ludo_cones_product_left(a->cones, a->count) <= wanted) {
        return false;
    }
    a->polished++;
    a->polish_target = polish_part * wanted;
    return true;
}

bool ludo_attempt_tests_balances(const attempt *a)
{
    return !(a->on_path && is_quiet(a));
}

/* Whether products are below those of a prediction's path. */
static bool is_near_target(const attempt *a)
{
    return a->report->kappa <= most_to_close * a->settings->kappa;
}

/* Whether a prediction closes once more: products are below those of its path, which the last
 * closing has left. */
static bool closes_again(const attempt *a)
{
    return a->on_path && a->closings < MOST_CLOSINGS && is_near_target(a) &&
           (a->closings < 2 || a->stalled == 0 || a->nearer) &&
           a->remainder * a->landing <= a->settings->tolerance;
}

/* Whether a centring has impulses that still move. */
static bool moves(const attempt *a)
{
    return a->centres && a->moved > most_moved;
}

/* Whether closings no longer bring products to their target, although the equations hold: nearly
 * redundant contacts have rates that impulses hardly change, less than slopes of kappa' feel. At
 * knots stiffer slopes leave no digits to the balances. */
static bool is_too_soft(const attempt *a)
{
    return a->on_path && !a->closes && !a->stiff && !a->settings->refines && a->stalled > 0 &&
           is_quiet(a) && is_near_target(a) && a->report->residual <= a->settings->tolerance;
}

bool ludo_attempt_finished(attempt *a)
{
    a->closes = false;
    const bool near = !a->on_path || ludo_attempt_path_is_near(a->cones, a->count, a->settings);
    if (is_done(a) && near) {
        return !moves(a) && !is_polished_further(a);
    }
    a->acceptable = a->acceptable && near;
    a->settled = false; /* a second direction follows */
    a->closes = near && closes_again(a);
    if (near && is_too_soft(a)) {
        ludo_attempt_path_stiffen(a);
        a->stalled = 0;
        a->best = HUGE_VAL;
    }
    return a->polishes && a->acceptable &&
           ludo_cones_product_left(a->cones, a->count) <= a->settings->polish_product;
}

/* Whether a warm start that has taken its iterations goes on: a cold start would take more than is
 * left. */
static bool goes_on_warm(const attempt *a)
{
    return a->warm && !a->polishes && a->steps < MOST_WARM_NEAR && a->stalled < 2 &&
           is_near_target(a);
}

bool ludo_attempt_over(const attempt *a)
{
    if (a->closes) {
        return false;
    }
    if (moves(a)) {
        return a->steps >= a->most;
    }
    if (a->on_path && a->settings->one_step) {
        return true;
    }
    if (a->on_path && a->leaving > 0) {
        return a->factorizations >= MOST_FACTORISATIONS;
    }
    if (a->on_path) {
        return a->steps >= a->most ||
               a->stalled >= (is_near_target(a) ? MOST_STALLED_NEAR : MOST_STALLED_ON_PATH);
    }
    return (a->steps >= a->most && !goes_on_warm(a)) ||
           (a->acceptable && a->stalled >= MOST_STALLED && !a->polishes);
}

bool ludo_attempt_is_gentle(const attempt *a)
{
    return a->approach <= most_gentle * a->settings->scale.y;
}

bool ludo_attempt_relaxed(const attempt *a)
{
    return a->acceptable && a->report->kappa > (1.0 + reached) * a->settings->kappa;
}
