/* SPDX-License-Identifier: Apache-2.0
 *
 * The starts of an attempt and the tests that end it [contact.md 4.2, 5]. */
#include "solver/interior/attempt.h"

#include "solver/interior/complementarity.h"

#include <math.h>
#include <string.h>

/* Constants were tuned over 10,000 random steps: boxes of masses 1e-3 to 1e3 that fall, slide and
 * lie with all their corners near, stacks of them, dense systems with more contacts than motions;
 * mu 0 to 2 [contact.md 5.5]. Retries are cautious and start farther inside. */
static const step_rule fast = {0.99, 0.9999, 1e-4, 1e-6}, cautious = {0.95, 0.95, 0.3, 1e-6};

/* A warm start has products of this part of the typical ones. It ends at the first step shorter
 * than a quarter: impulses that aren't near show soon. */
static const double warm_kappa = 1e-3;
enum { MOST_WARM = 8 };
static const step_rule warm = {0.99, 0.9999, 1e-4, 0.25};

/* A prediction ends at the first step that doesn't halve the worst product. */
enum { MOST_ON_PATH = 8, MOST_STALLED_ON_PATH = 1, MOST_STALLED_NEAR = 2 };

/* Closings of a prediction with one factorisation, and the largest product, in units of the target,
 * after which another one follows; factorisations while cones leave their slopes. */
enum { MOST_CLOSINGS = 3, MOST_FACTORISATIONS = 5 };
static const double most_to_close = 1e4;

/* The cold starts. A jammed contact has an unbounded set of self-equilibrated impulses, without a
 * centre that the path could keep to: impulses grow without bound. The last two starts therefore
 * have a compliance: at soft_impulse it lifts the rate by product / impulse, which tends to zero
 * with the product [contact.md 5.5]. */
typedef struct cold_start {
    double factor;       /* how many times farther inside it starts than is typical */
    double soft_impulse; /* in units of the impulse of the start */
    const step_rule *rule;
} cold_start;

static const cold_start schedule[] = {{1.0, HUGE_VAL, &fast},
                                      {10.0, HUGE_VAL, &cautious},
                                      {100.0, 1000.0, &cautious},
                                      {1000.0, 30.0, &cautious}};
_Static_assert(sizeof schedule / sizeof *schedule == ATTEMPT_COLD, "one line per cold start");

/* Slacks start at the largest speed of approach, at least at this part of the scale, about the
 * change of speed by weight in a step. Nearer starts save iterations; much nearer ones meet the
 * boundary. */
static const double typical = 0.1;

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

/* ---- tests ---- */

/* The difference of the impulses from those of the linear law, in units of the largest: a step that
 * wasn't whole, or that followed a boundary, leaves one. */
static double impulse_error(const attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        double p[CONE_ROWS];
        memcpy(p, c->rhs, sizeof p);
        cone_take_slope(c, c->dy, p);
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

/* Whether the equations hold, and slacks equal rates or, in a prediction, surfaces don't approach.
 */
static bool is_solved(const attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].compliance = 0.0; /* a solution has none */
        const double error = rate_missed(a, &a->cones[i]);
        most = error <= most ? most : error;
    }
    const double tolerance = a->settings->slack_tolerance;
    const double residual = a->settings->refines && !a->on_path ? 0.0 : a->residual;
    a->report->residual = a->remainder <= residual ? residual : a->remainder;
    return a->report->residual <= a->settings->tolerance && most <= tolerance * a->scale.y &&
           impulse_error(a) <= (a->on_path && a->closings < 2 ? exact_part : 1.0) * tolerance;
}

/* Whether no impulse is that of an impact or a jam. */
static bool is_quiet(const attempt *a)
{
    return a->unit <= most_quiet * a->at.p * a->scale.y;
}

/* The largest size of an only direction after which balances aren't tested: solutions without large
 * impulses left 4e-7 of it at most. */
static const double most_exact = 3e-6;

bool ludo_attempt_is_exact(const attempt *a)
{
    const double unit = most_quiet * a->at.p * a->scale.y;
    return a->settled && a->size <= most_exact && ludo_attempt_unit(a) <= unit;
}

/* The largest excess of products of a solution, in units of kappa. */
static double most_products(const attempt *a)
{
    const bool closes_better = a->settled && a->size > most_exact;
    const double at_knots = is_quiet(a) && !closes_better ? reached_in_quiet : reached_at_knots;
    return !a->on_path ? reached : a->settings->refines ? at_knots : reached_on_path;
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
    a->stalled = w.value <= 0.5 * a->best ? 0 : a->stalled + 1;
    a->best = w.value < a->best ? w.value : a->best;
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
           (a->closings < 2 || a->stalled == 0) &&
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

bool ludo_attempt_over(const attempt *a)
{
    if (a->closes) {
        return false;
    }
    if (moves(a)) {
        return a->steps >= a->most;
    }
    if (a->on_path && a->leaving > 0) {
        return a->factorizations >= MOST_FACTORISATIONS;
    }
    if (a->on_path) {
        return a->steps >= a->most ||
               a->stalled >= (is_near_target(a) ? MOST_STALLED_NEAR : MOST_STALLED_ON_PATH);
    }
    return a->steps >= a->most || (a->acceptable && a->stalled >= MOST_STALLED && !a->polishes);
}

bool ludo_attempt_is_gentle(const attempt *a)
{
    return a->approach <= most_gentle * a->settings->scale.y;
}

bool ludo_attempt_relaxed(const attempt *a)
{
    return a->acceptable && a->report->kappa > (1.0 + reached) * a->settings->kappa;
}

/* ---- starts ---- */

/* The scale, enlarged to the largest speed of approach or slip, impulses in proportion. */
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

static double approach_at_hand(const attempt *a)
{
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        most = -a->cones[i].y[0] > most ? -a->cones[i].y[0] : most;
    }
    return most;
}

/* Rates and impulses of a cold start: the largest speed of approach, at least the typical one, and
 * impulses in proportion. */
static cone_scale scale_of_start(const attempt *a)
{
    const cone_scale given = a->settings->scale;
    const double least = typical * given.y, y = a->approach > least ? a->approach : least;
    return (cone_scale){given.p * (y / (typical * given.y)), y};
}

/* The rule and the length of an attempt. */
static void choose_rule(attempt *a, int32_t which)
{
    const bool is_cautious = a->settings->cautious;
    if (a->on_path) {
        ludo_attempt_path_leave(a);
    }
    a->on_path = which == ATTEMPT_PATH;
    a->centres = false;
    if (which == ATTEMPT_PATH) {
        a->most = MOST_ON_PATH;
    } else if (which == ATTEMPT_WARM) {
        a->rule = a->polishes && is_cautious ? &cautious : &warm;
        a->most = a->polishes ? a->settings->max_iterations : MOST_WARM;
    } else {
        a->rule = is_cautious ? &cautious : schedule[which].rule;
        a->most = a->settings->max_iterations;
    }
}

static void start_cold(attempt *a, const cold_start *s)
{
    const cone_scale at = scale_of_start(a), start = {at.p * s->factor, at.y * s->factor};
    a->soft_impulse = at.p * s->soft_impulse;
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->start(&a->cones[i], start);
    }
    a->unit = ludo_attempt_unit(a);
}

/* The interior point of a cone near its impulses and the rates expected of it, y + dy. */
static void start_cone_warm(cone *c, cone_scale at)
{
    double y[CONE_ROWS];
    memcpy(y, c->y, sizeof y);
    for (int32_t r = 0; r < c->kind->rows; r++) {
        c->y[r] += c->dy[r];
    }
    c->kind->warm_start(c, at, warm_kappa * at.p * at.y);
    memcpy(c->y, y, sizeof y);
}

static void start_warm(attempt *a)
{
    const cone_scale at = a->at;
    a->soft_impulse = HUGE_VAL;
    for (int32_t i = 0; i < a->count; i++) {
        start_cone_warm(&a->cones[i], at);
    }
    a->unit = ludo_attempt_unit(a);
}

/* No step has been taken. */
static void clear(attempt *a)
{
    a->remainder = a->best = HUGE_VAL;
    a->steps = a->stalled = a->polished = a->factorizations = a->leaving = 0;
    a->acceptable = a->closes = a->settled = false;
}

static void start_on_path(attempt *a)
{
    ludo_attempt_path_start(a);
    a->unit = ludo_attempt_unit(a);
}

void ludo_attempt_centre(attempt *a)
{
    clear(a);
    choose_rule(a, ATTEMPT_PATH);
    a->centres = true;
    a->moved = HUGE_VAL;
    for (int32_t i = 0; i < a->count; i++) {
        memset(a->cones[i].dy, 0, sizeof a->cones[i].dy); /* rates are those at hand */
    }
    start_on_path(a);
}

void ludo_attempt_start(attempt *a, int32_t which)
{
    clear(a);
    choose_rule(a, which);
    a->scale = scale_at_hand(a);
    a->approach = approach_at_hand(a);
    a->polish_target = HUGE_VAL;
    for (int32_t i = 0; i < a->count && !a->on_path; i++) { /* a path has no dx */
        memset(&a->cones[i].dx, 0, sizeof a->cones[i].dx);
    }
    a->at =
        (cone_scale){a->settings->warm_start_error.p, typical * a->settings->warm_start_error.y};
    if (which == ATTEMPT_PATH) {
        start_on_path(a);
    } else if (which == ATTEMPT_WARM) {
        start_warm(a);
    } else {
        start_cold(a, &schedule[which]);
    }
}
