/* SPDX-License-Identifier: Apache-2.0
 *
 * The coordinates of limits at t_k and their change until the iterate, side by side: most limits
 * are far away, and finding that out is all that they cost. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_MOTION_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_MOTION_H

#include "integrators/maximal_cones/contacts.h"

/* Find whether any limit needs coordinates. */
void ludo_maximal_limits_motion_open(maximal *x, const sim_state *state);

/* Compute the coordinates at t_k, where forces over the interval have begun; their change until the
 * iterate, which was evaluated, unless that has been read; and the coordinates at a knot. Another
 * evaluation clears motion.current. */
void ludo_maximal_limits_motion_begin(maximal *x, const sim_state *state);
void ludo_maximal_limits_motion_read(maximal *x, const sim_state *state);
void ludo_maximal_limits_motion_knot(maximal *x, const sim_state *state);

/* The coordinate of a column at t_k; its change. 0 of a ball's rotation. */
static inline double limits_motion_start(const limits_motion *of, int32_t column)
{
    return of->from[column / LANES].at[column % LANES];
}

static inline double limits_motion_advance(const limits_motion *of, int32_t column)
{
    return of->advance[column / LANES].at[column % LANES];
}

#endif
