/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversion between the velocities of a knot in the tree, the simulation's twists, and momenta. */
#include "integrators/maximal/velocities.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/forces.h"

#include <float.h>

/* The name of the cause of an infinite twist of body s: the joint of the weakest pivot if this
 * pivot is zero, else the body. */
static ludo_node find_fault(sim_state *state, int32_t s)
{
    const recursion *t = &maximal_of(state)->tree;
    const ludo_model *m = state->model;
    const bool singular = t->weakest >= 0 && !(t->smallest_pivot > DBL_EPSILON);
    return singular ? node_of_joint(m, t->weakest) : node_of_body(m, s);
}

ludo_status ludo_maximal_velocities_read_twists(sim_state *state)
{
    const maximal *x = maximal_of(state);
    const recursion *t = &x->tree;
    for (int32_t i = 0; i < x->stored_count; i++) {
        state->stored_rate[x->stored[i]] = t->w[x->stored[i]];
    }
    int32_t failed = -1;
    for (int32_t s = 0; s < state->model->slots; s++) {
        const double *u = t->u + 6 * s;
        state->twists[s] = (twist){v3(u[0], u[1], u[2]), v3(u[3], u[4], u[5])};
        const bool finite = v3_finite(state->twists[s].v) && v3_finite(state->twists[s].w);
        failed = finite || failed >= 0 ? failed : s;
    }
    state->failed = failed >= 0 ? find_fault(state, failed) : no_node();
    return failed >= 0 ? LUDO_SINGULAR : LUDO_OK;
}

/* The rates of the knot's twists per dof, those of quaternions about the axes of the world. */
static void read_rates(const sim_state *state, double *rate)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const twist *va = &state->twists[j->parent], *vb = &state->twists[s];
        const int32_t c = m->column[s];
        ludo_state_joint_rate(state, s, rate + c);
        if (joint_scalars(j) < j->dof) {
            const ludo_vec3 w = v3_sub(vb->w, va->w);
            double *turn = rate + c + joint_scalars(j);
            turn[0] = w.x, turn[1] = w.y, turn[2] = w.z;
        }
    }
}

void ludo_maximal_velocities_load_momenta(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_load_momenta(x, state);
    read_rates(state, state->rate);
    ludo_maximal_forces_load_armatures(x, state, state->rate);
    for (int32_t i = 0; i < x->stored_count; i++) {
        x->start_rate[i] = state->rate[x->stored[i]];
    }
}
