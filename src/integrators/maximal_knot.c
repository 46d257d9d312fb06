/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the velocities of a knot as the tree finds them, the simulation's twists, and momenta. */
#include "integrators/maximal_knot.h"

#include "integrators/maximal_bodies.h"
#include "integrators/maximal_forces.h"

#include <float.h>

/* What makes the twist of slot s impossible: the joint of the weakest pivot, where that is none at
 * all, else its body. */
static const char *name_fault(ludo_sim *sim, int32_t s)
{
    const recursion *t = &maximal_of(sim)->tree;
    const ludo_model *m = sim->model;
    const bool singular = t->weakest >= 0 && !(t->smallest_pivot > DBL_EPSILON);
    return singular ? m->joints[m->joint_of[t->weakest]].name : m->body[m->body_of[s]].name;
}

ludo_status ludo_maximal_read_twists(ludo_sim *sim)
{
    const maximal *x = maximal_of(sim);
    const recursion *t = &x->tree;
    for (int32_t i = 0; i < x->carried_count; i++) {
        sim->carried_rate[x->carried[i]] = t->w[x->carried[i]];
    }
    int32_t failed = -1;
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const double *u = t->u + 6 * s;
        sim->twists[s] = (twist){v3(u[0], u[1], u[2]), v3(u[3], u[4], u[5])};
        const bool finite = v3_finite(sim->twists[s].v) && v3_finite(sim->twists[s].w);
        failed = finite || failed >= 0 ? failed : s;
    }
    sim->fault = failed >= 0 ? name_fault(sim, failed) : NULL;
    return failed >= 0 ? LUDO_SINGULAR : LUDO_OK;
}

/* The rates of the knot's twists per column, those of quaternions about the axes of the world. */
static void read_rates(const ludo_sim *sim, double *rate)
{
    const ludo_model *m = sim->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const twist *va = &sim->twists[j->parent], *vb = &sim->twists[s];
        const int32_t c = m->column[s];
        ludo_sim_joint_rate(sim, s, rate + c);
        if (joint_scalars(j) < j->dof) {
            const ludo_vec3 w = v3_sub(vb->w, va->w);
            double *turn = rate + c + joint_scalars(j);
            turn[0] = w.x, turn[1] = w.y, turn[2] = w.z;
        }
    }
}

void ludo_maximal_load_knot_momenta(ludo_sim *sim)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_load_momenta(x, sim);
    read_rates(sim, sim->rate);
    ludo_maximal_load_armatures(x, sim, sim->rate);
    for (int32_t i = 0; i < x->carried_count; i++) {
        x->start_rate[i] = sim->rate[x->carried[i]];
    }
}
