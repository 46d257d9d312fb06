/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators at the knot: their lengths, rates and last forces. */
#include "integrators/sim.h"

/* Length and rate of a line. */
static ludo_line_state read_line(ludo_sim *sim, int32_t line)
{
    const ludo_model *m = sim->model;
    const line_data *l = &m->line[line];
    double *phi = sim->efforts, *rate = sim->rate, *u = sim->reaction;
    ludo_sim_gather_scalars(sim, phi, rate);
    for (int32_t s = 0; s < m->slots; s++) {
        const twist *V = &sim->twists[s];
        double *to = u + 6 * s;
        to[0] = V->v.x, to[1] = V->v.y, to[2] = V->v.z;
        to[3] = V->w.x, to[4] = V->w.y, to[5] = V->w.z;
    }
    sim->reactions_known = false; /* their room is lent */
    const line_view view = l->kind->view(l, sim_poses(sim), phi);
    return (ludo_line_state){view.length, l->kind->rate(l, &view, u, rate), 0.0};
}

ludo_status ludo_sim_spring(ludo_sim *sim, int32_t spring, ludo_line_state *out)
{
    const bool known =
        sim != NULL && out != NULL && spring >= 0 && spring < sim->model->spring_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status == LUDO_OK) {
        *out = read_line(sim, spring);
        out->force = sim->line_force[spring];
    }
    return status;
}

ludo_status ludo_sim_actuator(ludo_sim *sim, int32_t actuator, ludo_line_state *out)
{
    const bool known =
        sim != NULL && out != NULL && actuator >= 0 && actuator < sim->model->actuator_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const motor_data *a = &sim->model->motor[actuator];
    if (a->line >= 0) {
        *out = read_line(sim, a->line);
    } else {
        ludo_sim_gather_scalars(sim, sim->efforts, sim->rate);
        *out = (ludo_line_state){sim->efforts[a->column], sim->rate[a->column], 0.0};
    }
    out->length *= a->gear;
    out->rate *= a->gear;
    out->force = sim->motor_force[actuator];
    return LUDO_OK;
}
