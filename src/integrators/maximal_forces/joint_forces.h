/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces along the scalar coordinates of joints, LANES of them side by side [forces.md 1]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_JOINT_FORCES_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_JOINT_FORCES_H

#include "integrators/maximal/maximal.h"

/* Lay out the memory of dofs; find the constant data once. */
void ludo_maximal_joint_forces_layout(maximal *x, const sim_state *state, arena *scratch);
void ludo_maximal_joint_forces_init(maximal *x, const sim_state *state);

/* Scalar coordinates at t_k. */
void ludo_maximal_joint_forces_begin(maximal *x, const sim_state *state);

/* Springs, dampers, armatures, servos and external efforts, over an interval to the iterate. */
void ludo_maximal_joint_forces_evaluate(maximal *x, const sim_state *state, double h);

/* The coordinates of a block of dofs at the knot now. An interval needs those that velocities of
 * its first knot needed. */
const lanes1 *ludo_maximal_joint_forces_coordinates(maximal *x, const sim_state *state,
                                                    int32_t block);

/* Dissipation of the dampers over an interval [J]. */
double ludo_maximal_joint_forces_dissipation(const maximal_forces *f, const ludo_model *m,
                                             double h);

/* The impulses along a dof over the interval, and its coordinate at t_k. */
static inline scalar_step column_step(const maximal_forces *f, int32_t column)
{
    const column_lanes *c = &f->column[column / LANES];
    const int l = column % LANES;
    return (scalar_step){c->start.at[l], c->end.at[l], c->slope.at[l], c->delta.at[l]};
}

static inline void put_column_step(maximal_forces *f, int32_t column, scalar_step s)
{
    column_lanes *c = &f->column[column / LANES];
    const int l = column % LANES;
    c->start.at[l] = s.start;
    c->end.at[l] = s.end;
    c->slope.at[l] = s.slope;
    c->delta.at[l] = s.delta;
}

static inline double column_start(const maximal_forces *f, int32_t column)
{
    return f->column[column / LANES].phi.at[column % LANES];
}

#endif
