/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators at the knot: their lengths, rates and last forces. */
#include "integrators/sim.h"

_Static_assert(sizeof(twist) == 6 * sizeof(double), "twists are read as six numbers per slot");

/* Length and rate of a line. */
static ludo_line_state read_line(const ludo_sim *sim, int32_t line)
{
    const line_data *l = &sim->model->line[line];
    double *phi = sim->efforts, *rate = sim->rate;
    ludo_sim_gather_scalars(sim, phi, rate);
    const line_view view = l->kind->view(l, sim_poses(sim), phi);
    return (ludo_line_state){view.length, l->kind->rate(l, &view, &sim->twists->v.x, rate), 0.0};
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
