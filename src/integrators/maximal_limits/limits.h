/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint limits and dry friction of joints as cones of an interval and of a knot [contact.md 1.2,
 * 2].
 *
 *     limit of a scalar phi:  y = +-(bound - phi(z_{k+1})) / h        p >= 0 acts away from it
 *     limit of a ball:        |theta(z_{k+1})| <= range[1]            p >= 0 acts against theta
 *                             (limits_ball.h)
 *     dry friction, scalar:   y = (phi(z_{k+1}) - phi(z_k)) / h       |p| <= h f_loss
 *     dry friction, ball:     y = eta / h, eta the rotation vector of the child against the parent
 *                             from z_k to z_{k+1}, world axes of z_k  |p| <= h f_loss
 *
 * times the length of the joint where the coordinate is an angle: rates of all cones are
 * velocities, and impulses are of forces at that lever. They act between a joint's child and its
 * parent along degrees of freedom: e += F p with F at t_k, and dy = R w with the tree's w.
 * cone_rows.joint has F[row][i] and R[row][i] for the degree of freedom `column` + i, i < columns;
 * dF and axes are zero but for limits of balls. `offset` is the distance beyond a limit at t_k,
 * less the part that this step removes.
 *
 * The impulse of dry friction around t_k has the bound of half the interval before and half the
 * next. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_H

#include "integrators/maximal_cones/contacts.h"

/* Most cones of limits and dry friction of a model; 0 where they are switched off. */
int32_t ludo_maximal_limits_room(const sim_state *state);

/* The part of an overlap that stays for this step; `length` is that of a fall, whose speed bounds
 * the speed of the rest. */
double ludo_maximal_limits_offset(const sim_state *state, double overlap, double length, double h);

/* ---- the interval (A) ---- */

/* Append a cone (kind, mu; rows' source, index, columns, F) for each limit that is reached or
 * nearly reached at t_k or at the iterate, which has been evaluated, and for all dry friction. */
void ludo_maximal_limits_gather(maximal *x, const sim_state *state, double h);

/* Append limits that the iterate is beyond and that have no cone yet. Returns their number. */
int32_t ludo_maximal_limits_add(maximal *x, const sim_state *state, double h);

/* y and R of the cones of limits and dry friction of running islands at the iterate, whose forces
 * and joints have been evaluated. */
void ludo_maximal_limits_evaluate(maximal *x, const sim_state *state, double h);

/* ---- the knot (B) ---- */

/* Append a cone for each limit that is closed at the knot, p complementary to its rate, and for
 * all dry friction, over half of the last interval of its body, if it has one. The joints are
 * evaluated at the knot. */
void ludo_maximal_limits_knot_gather(maximal *x, const sim_state *state);

/* Their y at the rates in the tree's w. */
void ludo_maximal_limits_knot_evaluate(maximal *x, const sim_state *state);

/* ---- one cone in the tree ---- */

/* Its law into the joint block and the balance: C += F slope R, e += F rhs. */
void ludo_maximal_limits_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                       const cone_rows *rows);
void ludo_maximal_limits_add_rhs(maximal *x, const cone *c, const cone_rows *rows);

/* Its impulse p: e += F p. */
void ludo_maximal_limits_apply_impulses(maximal *x, const cone *c, const cone_rows *rows);

/* dy = R w along a direction; rate = R w for any rates w per degree of freedom. */
void ludo_maximal_limits_read_rates(const maximal *x, cone *c, const cone_rows *rows);
void ludo_maximal_limits_rate(const cone *c, const cone_rows *rows, const double *w, double *rate);

/* Its impulse per degree of freedom: stop += F p. */
void ludo_maximal_limits_report(const cone *c, const cone_rows *rows, double *stop);

#endif
