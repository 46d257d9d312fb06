/* SPDX-License-Identifier: Apache-2.0
 *
 * The starts of an attempt [contact.md 4.2, 5.2, 5.3, 5.5]. */
#include "solver/interior/attempt.h"

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

/* A start at an estimate has products of this multiple of those that the estimate leaves, at least
 * of this part of the typical ones. */
static const double estimated_part = 3.0, least_estimated = 1e-4;
enum { MOST_ESTIMATED = 18 };

/* The iterations of a prediction. */
enum { MOST_ON_PATH = 8 };

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

/* In islands of more cones slacks of what approaches more slowly start at its own speed, at least
 * at this part of the largest one; in smaller ones, and at retries, that takes more retries. */
enum { FEW_CONES = 16 };
static const double least_own = 0.5;

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

void ludo_attempt_end_path(attempt *a)
{
    if (a->on_path) {
        ludo_attempt_path_leave(a);
    }
    a->on_path = false;
}

/* The rule and the length of an attempt. */
static void choose_rule(attempt *a, int32_t which)
{
    const bool is_cautious = a->settings->cautious;
    ludo_attempt_end_path(a);
    a->on_path = which == ATTEMPT_PATH;
    a->warm = which == ATTEMPT_WARM;
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

/* The rate of a cone at a cold start, whose largest one is y. */
static double rate_of_start(const attempt *a, const cone *c, double y)
{
    const double own = -c->y[0], least = least_own * y;
    return a->count <= FEW_CONES || own >= y ? y : own > least ? own : least;
}

static void start_cold(attempt *a, const cold_start *s)
{
    const cone_scale at = scale_of_start(a);
    a->soft_impulse = at.p * s->soft_impulse;
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        const double y = s->factor > 1.0 ? at.y : rate_of_start(a, c, at.y);
        c->kind->start(c, (cone_scale){at.p * s->factor, y * s->factor});
    }
    a->unit = ludo_attempt_unit(a);
}

/* The interior point of a cone near its impulses and rates; `expects`: those expected, y + dy. */
static void start_cone_near(cone *c, cone_scale at, double kappa, bool expects)
{
    double y[CONE_ROWS];
    memcpy(y, c->y, sizeof y);
    for (int32_t r = 0; r < c->kind->rows && expects; r++) {
        c->y[r] += c->dy[r];
    }
    c->kind->warm_start(c, at, kappa);
    memcpy(c->y, y, sizeof y);
}

/* The same of all cones. */
static void start_near(attempt *a, double kappa, bool expects)
{
    a->soft_impulse = HUGE_VAL;
    for (int32_t i = 0; i < a->count; i++) {
        start_cone_near(&a->cones[i], a->at, kappa, expects);
    }
    a->unit = ludo_attempt_unit(a);
}

static void start_warm(attempt *a)
{
    start_near(a, warm_kappa * a->at.p * a->at.y, true);
}

/* The mean product that an estimate leaves: of friction that of an impulse at its bound, which is
 * zero against the slip. */
static double mean_left(const attempt *a)
{
    double sum = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        double along = 0.0, square = 0.0;
        for (int32_t r = 1; r < c->kind->rows; r++) {
            along += c->p[r] * c->y[r];
            square += c->y[r] * c->y[r];
        }
        sum += fabs(c->p[0] * c->y[0]) + fabs(c->mu * c->p[0] * sqrt(square) + along);
    }
    return a->count > 0 ? 0.5 * sum / a->count : 0.0;
}

static void start_estimated(attempt *a)
{
    const double unit = a->at.p * a->at.y, left = estimated_part * mean_left(a);
    const double most = left < unit ? left : unit, least = least_estimated * unit;
    a->rule = &fast;
    a->most = MOST_ESTIMATED;
    start_near(a, most > least ? most : least, false);
}

/* No step has been taken. */
static void clear(attempt *a)
{
    a->remainder = a->best = a->impulse_error = HUGE_VAL;
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
    } else if (which == ATTEMPT_WARM && a->settings->estimates) {
        start_estimated(a);
    } else if (which == ATTEMPT_WARM) {
        start_warm(a);
    } else {
        start_cold(a, &schedule[which]);
    }
}
