/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls: rows on the three columns of a turn [contact.md 1].
 *
 *     limit:  y = (range^2 - |theta|^2) / (2 range h),   theta at z_{k+1}
 *             F = - R_a(z_k) Q theta / range,   R = - R_a(z_{k+1}) theta / range
 *
 * F turns with the iterate: impulses are those that put the turn back onto the ball of its bound,
 * which is convex. Along an axis that is kept they could as well carry it through to the far side,
 * where all laws hold too. Q is 1 or, of a ball that lies on its bound and slides on along it,
 * turns the axis where it gets to back to where it was: what slides keeps its energy. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_LIMITS_BALL_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_LIMITS_BALL_H

#include "integrators/maximal_contact/contact.h"

/* The angle |theta| at t_k, at most half a turn, and at the iterate, where it goes on from that. */
double ludo_maximal_limits_ball_angle_now(const sim_state *state, int32_t slot);
double ludo_maximal_limits_ball_angle_next(const sim_state *state, int32_t slot);

/* The row F of a limit at a knot: along the axis of theta_k. */
void ludo_maximal_limits_ball_knot(const sim_state *state, double arm, cone_rows *rows);

/* Q of a limit, from where the iterate is; `lies`: it is on its bound at t_k. R[1]: R_a(z_k) Q. */
void ludo_maximal_limits_ball_aim(const sim_state *state, bool lies, cone_rows *rows);

/* y, R and F of a limit at the iterate; F[1]: what F falls by with rates of the columns (3 x 3). */
void ludo_maximal_limits_ball_view(const sim_state *state, const limit_data *l, double arm,
                                   double h, cone *c, cone_rows *rows);

/* y and R of dry friction. */
void ludo_maximal_limits_ball_friction_view(const sim_state *state, double arm, double h, cone *c,
                                            cone_rows *rows);

#endif
