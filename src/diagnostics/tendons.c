/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators at the knot: their lengths, rates and last forces. */
#include "sim/sim.h"

#include "core/sized.h"

_Static_assert(sizeof(twist) == 6 * sizeof(double), "twists are read as six numbers per body");

/* Length and rate of a tendon. */
static ludo_tendon_state read_tendon(const ludo_sim *sim, int32_t number)
{
    const tendon_data *l = &sim->state.model->tendon[number];
    double *phi = sim->state.efforts, *rate = sim->state.rate;
    ludo_state_gather_scalars(&sim->state, phi, rate);
    tendon_view view = {.span = sim->state.span};
    l->kind->view(l, state_poses(&sim->state), phi, &view);
    return (ludo_tendon_state){.length = view.length,
                               .rate = l->kind->rate(l, &view, &sim->state.twists->v.x, rate)};
}

ludo_status ludo_sim_spring(ludo_sim *sim, int32_t spring, ludo_tendon_state *out)
{
    const bool known =
        sim != NULL && SIZED_KNOWN(out) && spring >= 0 && spring < sim->state.model->spring_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status == LUDO_OK) {
        ludo_tendon_state tendon = read_tendon(sim, spring);
        tendon.force = sim->state.spring_force[spring];
        SIZED_WRITE(out, &tendon);
    }
    return status;
}

/* Length and rate along which an actuator acts, without its gear. */
static ludo_tendon_state read_target(const ludo_sim *sim, const actuator_data *a)
{
    if (a->tendon >= 0) {
        return read_tendon(sim, a->tendon);
    }
    ludo_state_gather_scalars(&sim->state, sim->state.efforts, sim->state.rate);
    return (ludo_tendon_state){.length = sim->state.efforts[a->column],
                               .rate = sim->state.rate[a->column]};
}

ludo_status ludo_sim_actuator(ludo_sim *sim, int32_t actuator, ludo_tendon_state *out)
{
    const bool known = sim != NULL && SIZED_KNOWN(out) && actuator >= 0 &&
                       actuator < sim->state.model->actuator_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const actuator_data *a = &sim->state.model->actuator[actuator];
    ludo_tendon_state tendon = read_target(sim, a);
    tendon.length *= a->gear;
    tendon.rate *= a->gear;
    tendon.force = sim->state.actuator_force[actuator];
    SIZED_WRITE(out, &tendon);
    return LUDO_OK;
}
