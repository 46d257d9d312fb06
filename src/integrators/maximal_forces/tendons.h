/* SPDX-License-Identifier: Apache-2.0
 *
 * Tendons as constraints of the tree [loops.md 3.4]. In the equations of an interval the constraint
 * of a tendon has the slope of its spring, damper, armature, actuators, limits and dry friction; in
 * those of a knot that of the armature, limits and friction:
 *
 *     r gets + c A l,    B u + l = b
 *
 * with gradients A at t_k, B at the iterate or, at a knot, A too; b is zero but for limits and
 * friction (maximal_limits/limits_tendon.h). */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_TENDONS_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_TENDONS_H

#include "integrators/maximal/maximal.h"

/* Whether a tendon acts in the equations of a knot. */
static inline bool tendon_acts_at_knots(const tendon_data *l)
{
    return l->armature > 0.0 || l->limited || l->friction_loss > 0.0;
}

/* Blocks of all tendons at the iterate, and their largest stiffness. */
void ludo_maximal_tendons_linearize(maximal *x, const sim_state *state);

/* Add a slope to a tendon of the interval that was linearised last. */
void ludo_maximal_tendons_add_slope(maximal *x, const ludo_model *m, int32_t tendon, double slope);

/* Zero right-hand sides b of all tendons. */
void ludo_maximal_tendons_clear_rhs(maximal *x);

/* View the tendons that act at knots at the knot, with the slopes of their armatures. */
void ludo_maximal_tendons_assemble_knot(maximal *x, const sim_state *state);

/* Write the blocks of the knot, which was assembled last; slopes of limits and friction were added
 * to it. */
void ludo_maximal_tendons_write_knot(maximal *x, const ludo_model *m);

/* Add the momenta of armatures: wrenches r (per body 6) and efforts e (per dof) += armature times
 * rate times gradient at the knot, with twists u (per body 6) and rates w (per dof). */
void ludo_maximal_tendons_add_momenta(maximal *x, const sim_state *state, const double *u,
                                      const double *w, double *r, double *e);

#endif
