/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators at the knot: their lengths, rates and last forces. */
#include "sim/sim.h"

_Static_assert(sizeof(twist) == 6 * sizeof(double), "twists are read as six numbers per body");

/* Length and rate of a tendon. */
static ludo_line_state read_tendon(const ludo_sim *sim, int32_t line)
{
    const tendon_data *l = &sim->state.model->tendon[line];
    double *phi = sim->state.efforts, *rate = sim->state.rate;
    ludo_state_gather_scalars(&sim->state, phi, rate);
    const tendon_view view = l->kind->view(l, state_poses(&sim->state), phi);
    return (ludo_line_state){view.length, l->kind->rate(l, &view, &sim->state.twists->v.x, rate),
                             0.0};
}

ludo_status ludo_sim_spring(ludo_sim *sim, int32_t spring, ludo_line_state *out)
{
    const bool known =
        sim != NULL && out != NULL && spring >= 0 && spring < sim->state.model->spring_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status == LUDO_OK) {
        *out = read_tendon(sim, spring);
        out->force = sim->state.spring_force[spring];
    }
    return status;
}

ludo_status ludo_sim_actuator(ludo_sim *sim, int32_t actuator, ludo_line_state *out)
{
    const bool known =
        sim != NULL && out != NULL && actuator >= 0 && actuator < sim->state.model->actuator_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const actuator_data *a = &sim->state.model->actuator[actuator];
    if (a->tendon >= 0) {
        *out = read_tendon(sim, a->tendon);
    } else {
        ludo_state_gather_scalars(&sim->state, sim->state.efforts, sim->state.rate);
        *out = (ludo_line_state){sim->state.efforts[a->column], sim->state.rate[a->column], 0.0};
    }
    out->length *= a->gear;
    out->rate *= a->gear;
    out->force = sim->state.actuator_force[actuator];
    return LUDO_OK;
}
