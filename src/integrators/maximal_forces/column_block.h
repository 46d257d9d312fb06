/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs, dampers and armatures along one block of dofs [forces.md 1]: LANES dofs of a simulation,
 * or one dof of LANES simulations. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_COLUMN_BLOCK_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_COLUMN_BLOCK_H

#include "integrators/maximal_forces/midpoint_force.h"

/* Lane l gets the constants of a column. */
static inline void column_block_load(column_lanes *c, int l, const ludo_model *m, int32_t column,
                                     double reference)
{
    const coordinate_form form = ludo_joint_form(m->column_kind[column], reference);
    c->form.scale.at[l] = form.scale;
    c->form.offset.at[l] = form.offset;
    if (m->acts[column]) {
        const ludo_dof_def *d = &m->along[column];
        c->stiffness.at[l] = d->stiffness;
        c->rest.at[l] = d->rest;
        c->damping.at[l] = d->damping;
        c->armature.at[l] = d->armature;
    }
}

/* Armature, spring and damper of a dof that moves by delta. */
LUDO_KERNEL_PART scalar_step own_step(ludo_dof_def d, damping_split split, double phi, double delta,
                                      double h)
{
    scalar_step s = {.delta = delta};
    scalar_add_armature(&s, d.armature, h);
    scalar_add_force(&s, -d.stiffness * (phi + 0.5 * delta - d.rest), -d.stiffness, 0.0, h);
    scalar_add_damper(&s, d.damping, split, h);
    return s;
}

/* The impulses of a block over an interval, from the traces at t_k to those of the iterate. */
LUDO_KERNEL_PART void column_block_step(column_lanes *c, const trace_lanes *from,
                                        const trace_lanes *to, damping_split split, double h)
{
    LANES_ALIGNED lanes1 delta;
    advance_lanes(&c->form, from, to, &delta);
    FOR_LANES(l)
    {
        const ludo_dof_def d = {.stiffness = c->stiffness.at[l],
                                .rest = c->rest.at[l],
                                .damping = c->damping.at[l],
                                .armature = c->armature.at[l]};
        const scalar_step s = own_step(d, split, c->phi.at[l], delta.at[l], h);
        c->start.at[l] = s.start;
        c->end.at[l] = s.end;
        c->slope.at[l] = s.slope;
        c->delta.at[l] = s.delta;
    }
}

/* sum += the dissipation of the dampers over the interval [J]. */
LUDO_KERNEL_PART void column_block_add_losses(const column_lanes *c, damping_split split, double h,
                                              lanes1 *sum)
{
    FOR_LANES(l)
    {
        sum->at[l] += damper_loss(c->damping.at[l], split, c->delta.at[l], h);
    }
}

#endif
