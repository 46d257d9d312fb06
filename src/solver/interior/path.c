/* SPDX-License-Identifier: Apache-2.0
 *
 * Prediction: Newton's method on the central path at a fixed kappa', from impulses near a solution
 * [contact.md 5.9]. A step has one factorisation and two solutions,
 *
 *     linearize  p + dp = p' - slope (y + dy - y'),   (p', y') and slope on the path of kappa'
 *     land       p = that of the first solution; the unknowns take its step, and are evaluated:
 *                where settings.refines
 *     close      p + dp = p* - slope (y + dy - y*),   (p*, y*) on the path of the target kappa
 *     arrive     p = that of the second solution, put onto the path of the target
 *
 * and, while products are near their target, closes and arrives again with the same factors, from
 * the rates found last. Where settings.closes_first, the first direction of the first step closes;
 * a small one is the only one.
 *
 * The slope is that of kappa' in both: at the target the gaps on the path are below rounding, and
 * rounding would decide how redundant contacts share a load. */
#include "solver/interior/attempt.h"

#include <math.h>
#include <string.h>

/* The part of kappa' on which a prediction that stalls near its target goes on. */
static const double stiff_part = 1e-2;

/* Jammed cones have impulses without bound, and rates that lose digits: an interior point brings
 * them back to a centre. Larger ones than this, in units of typical ones, are no start. */
static const double most_units = 100.0;

/* The largest size of a first direction that closes, without a second one: of balances it leaves
 * 1e-7 of itself. */
static const double most_settled = 2e-4;

/* The largest change of impulses that closes rates of the path, in units of the impulses at hand;
 * and the number of cones up to which a larger one is taken nevertheless: friction that begins to
 * slip is mostly solved at once in a few contacts, and upsets all of a wall. */
static const double most_to_aim = 10.0;
enum { FEW_CONES = 64 };

bool ludo_attempt_path_is_near(const cone *cones, int32_t count, const interior_settings *s)
{
    const cone_scale at = s->warm_start_error;
    bool all = at.p > 0.0 && at.y > 0.0 && s->scale.y <= most_units * at.y;
    for (int32_t i = 0; i < count; i++) {
        all = all && cones[i].kind->put_on_path != NULL;
        for (int32_t r = 0; r < cones[i].kind->rows; r++) {
            all = all && fabs(cones[i].p[r]) <= most_units * at.p;
        }
    }
    return all;
}

/* ---- start and return ---- */

void ludo_attempt_path_start(attempt *a)
{
    a->path_kappa = path_kappa_units * a->at.p * a->at.y;
    a->stiff = false;
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        c->compliance = 0.0;
        memcpy(c->start_p, c->p, sizeof c->start_p);
        memcpy(c->start_dy, c->dy, sizeof c->start_dy);
    }
}

void ludo_attempt_path_stiffen(attempt *a)
{
    a->stiff = true;
    a->path_kappa *= stiff_part;
}

void ludo_attempt_path_leave(attempt *a)
{
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        memcpy(c->p, c->start_p, sizeof c->p);
        memcpy(c->dy, c->start_dy, sizeof c->dy);
    }
}

/* ---- a step ---- */

/* Put a cone onto the path of kappa near impulses p and rates y + dy. */
static void put_on_path(const attempt *a, cone *c, const double *p, double kappa)
{
    double y[CONE_ROWS];
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        y[r] = c->y[r] + c->dy[r];
    }
    c->kind->put_on_path(c, p, y, a->at, kappa);
}

/* Cones that are open: their impulses, kappa / s of slacks s, hardly change with rates. Slopes
 * below this part of that of a typical impulse by a typical rate are taken as zero, which leaves
 * them out of the factorisation; closing finds impulses that are 1e-4 of these. */
static const double least_slope = 1e-4;

/* The largest slope of n rows. */
static inline double largest_slope(const cone *c, int32_t n)
{
    double most = 0.0;
    for (int32_t r = 0; r < n; r++) {
        for (int32_t q = 0; q < n; q++) {
            const double size = fabs(c->slope[CONE_ROWS * r + q]);
            most = size <= most ? most : size;
        }
    }
    return most;
}

/* The law of a cone that is open: its impulse stays. The first slope decides in most cones. */
static void hold_open(cone *c, cone_scale at)
{
    if (fabs(c->slope[0]) * at.y > least_slope * at.p) {
        return;
    }
    const double most = c->kind->rows == COMMON_CONE_ROWS ? largest_slope(c, COMMON_CONE_ROWS)
                                                          : largest_slope(c, c->kind->rows);
    if (most * at.y <= least_slope * at.p) {
        memset(c->slope, 0, sizeof c->slope);
        memcpy(c->rhs, c->x.p, sizeof c->rhs);
    }
}

void ludo_attempt_path_settle(attempt *a)
{
    a->settled = a->on_path && a->closings > 0 && a->size <= most_settled;
    a->closings = a->settled ? a->closings : 0;
}

bool ludo_attempt_path_land(attempt *a)
{
    a->closings = 0;
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        cone_impulse_at_end(c, c->p);
    }
    a->landing = a->size;
    return isfinite(a->size);
}

/* rhs of the law with impulses p at rates s. */
static void aim(cone *c, const double *p, const double *s)
{
    double way[CONE_ROWS];
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        way[r] = c->y[r] - s[r];
    }
    memcpy(c->rhs, p, sizeof c->rhs);
    cone_take_slope(c, way, c->rhs);
}

/* Whether a cone that presses aims at rates that belong to another slope than its own: it stuck and
 * slips. A rate of slip times a slope that keeps it at zero is an impulse without bound; to close
 * rates of the path takes about p. */
static bool leaves(const attempt *a, const cone *c, const double *p)
{
    if (a->count <= FEW_CONES || !(p[0] > 0.0)) {
        return false;
    }
    double most = a->at.p, way = 0.0;
    for (int32_t r = 0; r < c->kind->rows; r++) {
        most = fabs(p[r]) > most ? fabs(p[r]) : most;
        way = fabs(c->rhs[r] - p[r]) > way ? fabs(c->rhs[r] - p[r]) : way;
    }
    return way > most_to_aim * most;
}

/* Stay at the end of the first direction; the next factorisation has the other slope. */
static void stay(cone *c, const double *p)
{
    double s[CONE_ROWS];
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        s[r] = c->y[r] + c->dy[r];
    }
    aim(c, p, s);
}

/* Let the rates of a cone with impulses p end at those of the target. */
static void close(attempt *a, cone *c, const double *p, double kappa)
{
    put_on_path(a, c, p, kappa);
    aim(c, c->x.p, c->x.s);
    if (leaves(a, c, p)) {
        stay(c, p);
        a->leaving++;
    }
}

bool ludo_attempt_path_close(attempt *a)
{
    const bool evaluated = a->closes || a->settings->refines;
    const double kappa = ludo_attempt_target(a);
    a->closings++;
    a->leaving = 0;
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        double p[CONE_ROWS];
        if (evaluated) {
            memset(c->dy, 0, sizeof c->dy);
            memcpy(p, c->p, sizeof p);
        } else {
            cone_impulse_at_end(c, p);
        }
        close(a, c, p, kappa);
    }
    return isfinite(a->size);
}

/* ---- linearise ---- */

void ludo_attempt_path_linearize(attempt *a)
{
    const bool first = a->settings->closes_first && a->steps == 0;
    const double kappa = ludo_attempt_target(a);
    a->closings = first ? 1 : 0;
    a->leaving = 0;
    a->factorizations++;
    a->landing = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        if (a->steps > 0) {
            memset(c->dy, 0, sizeof c->dy); /* the rates were evaluated */
        }
        put_on_path(a, c, c->p, a->path_kappa);
        c->kind->linearize(c, a->path_kappa, false);
        hold_open(c, a->at);
        if (first) {
            close(a, c, c->p, kappa);
        }
    }
}

double ludo_attempt_path_arrive(attempt *a)
{
    const double kappa = ludo_attempt_target(a);
    if (!isfinite(a->size)) {
        return 0.0;
    }
    for (int32_t i = 0; i < a->count; i++) {
        cone *c = &a->cones[i];
        double p[CONE_ROWS];
        cone_impulse_at_end(c, p);
        put_on_path(a, c, p, kappa);
        memcpy(c->p, c->x.p, sizeof c->p);
    }
    /* the factors are those before landing; linear equations have no remainder */
    a->remainder = a->settings->refines ? 0.0 : (a->landing + a->size) * a->size;
    a->landing += a->size;
    return 1.0;
}
