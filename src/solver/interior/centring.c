/* SPDX-License-Identifier: Apache-2.0
 *
 * Centring: a prediction from the solution of an interior point [contact.md 5.9]. Redundant
 * contacts share a load as the path of kappa' does, whatever the solve started from. */
#include "solver/interior/attempt.h"

#include <math.h>

/* Impulses below this part of a typical one are compared with it: rounding of rates moves them. */
static const double least_impulse = 1e-3;

/* Rounding moves impulses by less. */
static const double most_rounding = 0.01;

/* The change of the impulses of a cone, in units of its first one, by the direction from its place
 * on the path. */
static double moved_by(const attempt *a, const cone *c)
{
    const double unit = fabs(c->x.p[0]) + least_impulse * a->at.p;
    double p[CONE_ROWS], most = 0.0;
    cone_impulse_at_end(c, p);
    for (int32_t r = 0; r < c->kind->rows; r++) {
        most = worst_of(most, fabs(p[r] - c->x.p[r]) / unit);
    }
    return most;
}

/* A small change that is not half of the last one is that of rounding: nothing moves any more. */
void ludo_attempt_measure_move(attempt *a)
{
    const double last = a->moved;
    double most = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        most = worst_of(most, moved_by(a, &a->cones[i]));
    }
    a->moved = last > most_rounding || most <= 0.5 * last ? most : 0.0;
}
