/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls: rows on their three degrees of freedom [contact.md 1.3].
 *
 *     limit:  y = (range^2 - |theta|^2) / (2 range h),   theta at z_{k+1}
 *             F = - R_a(z_k) Q theta / range,   R = - R_a(z_{k+1}) theta / range
 *
 * F rotates with the iterate: impulses project theta onto the ball |theta| <= range, which is
 * convex. Impulses along a fixed axis could as well carry theta through to the far side, where all
 * laws hold too. Q is 1 or, for a ball that lies on its bound and slides along it, the rotation
 * that takes the axis of theta at the iterate back to that of t_k: sliding then conserves energy.
 */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_BALL_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_BALL_H

#include "integrators/maximal_cones/contacts.h"

/* The angle |theta| at t_k, at most pi, and at the iterate, continuous from that of t_k. */
double ludo_maximal_limits_ball_angle_now(const sim_state *state, int32_t slot);
double ludo_maximal_limits_ball_angle_next(const sim_state *state, int32_t slot);

/* The row F of a limit at a knot: along the axis of theta_k. */
void ludo_maximal_limits_ball_knot(const sim_state *state, double arm, cone_rows *rows);

/* axes = R_a(z_k) Q of a limit, by the iterate; `lies`: the ball is on its bound at t_k. */
void ludo_maximal_limits_ball_aim(const sim_state *state, bool lies, cone_rows *rows);

/* y, R, F and dF of a limit at the iterate. */
void ludo_maximal_limits_ball_evaluate(const sim_state *state, const limit_data *l, double arm,
                                       double h, cone *c, cone_rows *rows);

/* y and R of dry friction. */
void ludo_maximal_limits_ball_friction_evaluate(const sim_state *state, double arm, double h,
                                                cone *c, cone_rows *rows);

#endif
