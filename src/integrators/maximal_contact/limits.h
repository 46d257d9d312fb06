/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint limits and dry friction of joints as cones of an interval and of a knot [contact.md 1, 2].
 *
 *     limit of a scalar phi:  y = +-(bound - phi(z_{k+1})) / h        p >= 0 pushes away from it
 *     limit of a ball:        |theta(z_{k+1})| <= range[1]            p >= 0 turns back along theta
 *                             (maximal_limits_ball.h)
 *     loss of a scalar:       y = (phi(z_{k+1}) - phi(z_k)) / h       |p| <= h f_loss
 *     loss of a ball:         y = eta / h, eta the rotation vector of the child against the parent
 *                             from z_k to z_{k+1}, world axes of z_k  |p| <= h f_loss
 *
 * times the length of the joint where the coordinate is an angle: all rates of cones are velocities
 * and all impulses are of forces, at that lever. They act between a joint's child and its parent
 * along the joint's columns alone: F (numbers per row and column, at t_k) gives e += F p; R says
 * how rates follow from the tree's w, dy = R w. Of a cone's rows (cone_rows) F[0][row][i] and
 * R[0][row][i] are the numbers on column `column` + i, i < columns; F[1] and R[1] are zero
 * but for limits of balls, slot_b has the columns, slot_a is -1. `give` is by how
 * much a limit is passed at t_k, less what is let back this step.
 *
 * What a loss bears acts around t_k for half the interval before and half the one that follows. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_LIMITS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_LIMITS_H

#include "integrators/maximal_contact/contact.h"

/* Most cones that limits and losses of a model come to; 0 where they are switched off. */
int32_t ludo_maximal_limits_room(const sim_state *state);

/* ---- the interval (A) ---- */

/* Append a cone (kind, mu; rows' source, index, columns, F) for each limit that is reached or
 * nearly so at t_k or at the iterate, the traces and poses of which are those of the last
 * evaluation, and for each loss. */
void ludo_maximal_limits_gather(maximal *x, const sim_state *state, double h);

/* Append limits that the iterate is beyond and that aren't among the cones yet. Returns how many.
 */
int32_t ludo_maximal_limits_add(maximal *x, const sim_state *state, double h);

/* y and R of all cones of limits and losses at the iterate; forces (ludo_maximal_forces_evaluate)
 * and joints are those of it. */
void ludo_maximal_limits_view(maximal *x, const sim_state *state, double h);

/* ---- the knot (B) ---- */

/* Append a cone for each limit that is closed at the knot, p complementary to its rate, and for
 * each loss with the bound duration f_loss. Traces are those of the knot. */
void ludo_maximal_limits_knot_gather(maximal *x, const sim_state *state, double duration);

/* y of them where the tree's w are the rates of the columns. */
void ludo_maximal_limits_knot_view(maximal *x, const sim_state *state);

/* ---- one cone in the tree ---- */

/* Its law into the joint's corner and numbers: C += F slope R, e += F push. */
void ludo_maximal_limits_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                       const cone_rows *rows);
void ludo_maximal_limits_add_rhs(maximal *x, const cone *c, const cone_rows *rows);

/* Its impulse p as it stands: e += F p. */
void ludo_maximal_limits_apply_impulses(maximal *x, const cone *c, const cone_rows *rows);

/* What a direction says of its rates: dy = R w; the same of any rates per column. */
void ludo_maximal_limits_read_rates(const maximal *x, cone *c, const cone_rows *rows);
void ludo_maximal_limits_rate(const cone *c, const cone_rows *rows, const double *w, double *rate);

/* Its impulse along columns: stop += F p. */
void ludo_maximal_limits_report(const cone *c, const cone_rows *rows, double *stop);

#endif
