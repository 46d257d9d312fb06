/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed limits of driven joints as cones, two for a degree of freedom that has reached its limit:
 *
 *     interval:  y = speed -+ (phi(z_{k+1}) - phi(z_k)) / h    p >= 0 acts against the motion
 *     knot:      y = speed -+ rate
 *
 * times the length of the joint where the coordinate is an angle (limits.h). A joint is driven if
 * an actuator or a servo acts along it; passive joints may be faster. The impulses are those that
 * a motor without friction of its own needs at its fastest; their work is counted with that of
 * limits. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_SPEED_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_SPEED_H

#include "integrators/maximal_cones/contacts.h"

/* Number of speed limits; 0 where limits are switched off. */
int32_t ludo_maximal_limits_speed_count(const sim_state *state);

/* Append a cone for each speed limit that the iterate is nearer to than to rest; `passed`: for each
 * one that it is beyond and that has no cone yet. */
void ludo_maximal_limits_speed_gather(maximal *x, const sim_state *state, bool passed, double h);

/* y at the iterate. */
void ludo_maximal_limits_speed_evaluate(const maximal *x, const sim_state *state, cone *c,
                                        cone_rows *rows, double h);

/* The same with the rates in the tree's w, at a knot. Returns the number of new cones. */
int32_t ludo_maximal_limits_speed_knot_gather(maximal *x, const sim_state *state, bool passed);

/* Whether any of the rates in the tree's w gets a cone at a knot. */
bool ludo_maximal_limits_speed_is_near(const maximal *x, const sim_state *state);

/* The largest rate of a cone, times its lever. */
double ludo_maximal_limits_speed_most(const sim_state *state, const cone_rows *rows);

#endif
