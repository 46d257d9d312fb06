/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction along tendons as cones of an interval and of a knot [contact.md 1.2, 2].
 *
 *     limit:         y = +-(bound - L(z_{k+1})) / h          p >= 0 acts away from it
 *     dry friction:  y = (L(z_{k+1}) - L(z_k)) / h           |p| <= h f_loss
 *
 * They act as forces along the tendon do: r, e += s p A with the gradient A at t_k and s = 1 or, at
 * an upper limit, -1; and dy = s B u with the gradient B at the iterate. All cones of a tendon add
 * to the slope and to the right-hand side of its constraint (maximal_forces/tendons.h):
 *
 *     p + dp = rhs - slope dy    hence with c the sum of all slopes, that of the spring included,
 *     r gets + s p A + c A l,    B u + l = b,    b = sum of s (rhs - p) / c
 */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_TENDON_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_TENDON_H

#include "integrators/maximal_cones/contacts.h"

/* Most cones along tendons of a model. */
int32_t ludo_maximal_limits_tendon_room(const sim_state *state);

/* As the functions of limits.h of the same name, which call these. */
void ludo_maximal_limits_tendon_gather(maximal *x, const sim_state *state, double h);
void ludo_maximal_limits_tendon_add(maximal *x, const sim_state *state, double h);
void ludo_maximal_limits_tendon_evaluate(const maximal *x, const sim_state *state, cone *c,
                                         cone_rows *rows, double h);
void ludo_maximal_limits_tendon_knot_gather(maximal *x, const sim_state *state);

/* A cone along a tendon in the equations of the tree, as cone_operations. */
void ludo_maximal_limits_tendon_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                              const cone_rows *rows);
void ludo_maximal_limits_tendon_add_rhs(maximal *x, const cone *c, const cone_rows *rows);
void ludo_maximal_limits_tendon_apply_impulses(maximal *x, const cone *c, const cone_rows *rows);
void ludo_maximal_limits_tendon_read_rates(const maximal *x, cone *c, const cone_rows *rows);

/* The rate y of a cone for twists u (per body 6) and rates w (per dof), by the gradient A. */
double ludo_maximal_limits_tendon_rate(const cone_rows *rows, const double *u, const double *w);

#endif
