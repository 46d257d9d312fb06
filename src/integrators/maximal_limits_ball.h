/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls: rows on the three columns of a turn [contact.md 1].
 *
 * A ball that lies on its bound |theta| = range at t_k is held there along the axis of theta_k, as
 * what touches is held along its normal: what slides on the bound loses nothing. One that comes to
 * it, or slides on it so fast that the axis of theta_k hardly points to where it gets, is held all
 * around, along the axis of theta_{k+1}. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_BALL_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_BALL_H

#include "integrators/maximal_contacts.h"

/* ---- what is left of the way to the bound ---- */

/* A gap [rad], and how it changes with small rotations of the child on the left, in the frame of
 * the parent. */
typedef struct ball_gap {
    double value;
    ludo_vec3 slope;
} ball_gap;

/* By how much r may still turn about the unit axis e before it comes to the bound there: the turn
 * of the child against the parent, r and -r being ways round less and more than half a turn. Falls
 * by as much as r turns about e, however far that is, so that it is zero at the near place on the
 * bound only. So far aside that no turn about e leads to the bound's inside it is what r has turned
 * about e, negative. */
ball_gap ludo_ball_gap_along(ludo_quat r, ludo_vec3 e, double range);

/* (range^2 - |theta|^2) / (2 range) of the rotation vector of r: as the angle's near the bound,
 * smooth everywhere. */
ball_gap ludo_ball_gap_around(ludo_vec3 theta, double range);

/* ---- rows ---- */

/* The angle |theta| at t_k, at most half a turn, and at the iterate, where it goes on from that. */
double ludo_ball_angle_now(const ludo_sim *sim, int32_t slot);
double ludo_ball_angle_next(const ludo_sim *sim, int32_t slot);

/* The row F of a limit that is held along the axis of theta_k. */
void ludo_ball_limit_lean(const ludo_sim *sim, double arm, cone_rows *rows);

/* The same, or held all around, as it was and the iterate is; `closed`: it is on its bound at t_k.
 */
void ludo_ball_limit_aim(const ludo_sim *sim, const limit_data *l, double arm, bool closed,
                         cone_rows *rows);

/* Whether what a limit's cone sees is the way that the iterate went to its bound. */
bool ludo_ball_limit_sees(const ludo_sim *sim, const cone_rows *rows);

/* y and R of a limit, and F of one that is held all around. */
void ludo_ball_limit_view(const ludo_sim *sim, const limit_data *l, double arm, double h, cone *c,
                          cone_rows *rows);

/* y and R of dry friction. */
void ludo_ball_loss_view(const ludo_sim *sim, double arm, double h, cone *c, cone_rows *rows);

#endif
