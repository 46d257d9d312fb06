/* SPDX-License-Identifier: Apache-2.0
 *
 * How far joints are from closed at the knot, from their constraints alone: nothing that a solver
 * computed is believed. */
#include "integrators/sim.h"
#include "joints/constraint.h"
#include "math/worst.h"

#include <math.h>

/* The rate of the constraint row G_b (V_b - X V_a). */
static double row_rate(const double *G, const twist *relative)
{
    return v3_dot(v3(G[0], G[1], G[2]), relative->v) + v3_dot(v3(G[3], G[4], G[5]), relative->w);
}

/* V_b - X V_a: the twist of the child against the parent carried along. */
static twist relative_twist(const pose *a, const pose *b, const twist *va, const twist *vb)
{
    const ludo_vec3 carried = v3_add(va->v, v3_cross(va->w, v3_sub(b->x, a->x)));
    return (twist){v3_sub(vb->v, carried), v3_sub(vb->w, va->w)};
}

ludo_status ludo_sim_violation(ludo_sim *sim, ludo_violation *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim);
    worst position = {0.0, -1}, velocity = {0.0, -1};
    for (int32_t s = 0; s < m->slots; s++) {
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        const joint_data *j = &m->joint[s];
        (void)ludo_joint_constraint(j, &z[j->parent], &z[s], sim->memory + m->column[s], g, G);
        const twist V =
            relative_twist(&z[j->parent], &z[s], &sim->twists[j->parent], &sim->twists[s]);
        for (int32_t i = 0; i < constraint_rows(j); i++) {
            worst_take(&position, fabs(g[i]), m->joint_of[s]);
            worst_take(&velocity, fabs(row_rate(G + 6 * i, &V)), m->joint_of[s]);
        }
    }
    *out = (ludo_violation){position.value, velocity.value, position.at, -1};
    return LUDO_OK;
}
