/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations of actuators over a part of a step, at controls that are constant [forces.md 6.1].
 * One that follows the motion sees the change of its length over the part. */
#include "sim/activations.h"

#include "tendons/laws.h"

/* Write the lengths of all actuators whose activations follow the motion, gears included. */
static void read_lengths(const sim_state *state, double *length)
{
    const ludo_model *m = state->model;
    double *phi = state->efforts;
    ludo_state_gather_scalars(state, phi, state->rate);
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        tendon_view view = {.span = state->span};
        if (!actuator_follows(a)) {
            continue;
        }
        if (a->tendon >= 0) {
            m->tendon[a->tendon].kind->view(&m->tendon[a->tendon], state_poses(state), phi, &view);
        }
        length[i] = a->gear * (a->tendon >= 0 ? view.length : phi[a->column]);
    }
}

void ludo_sim_activations_begin(sim_state *state)
{
    if (state->model->followed) {
        read_lengths(state, state->followed[0]);
    }
}

void ludo_sim_activations_advance(sim_state *state, double h)
{
    const ludo_model *m = state->model;
    if (m->followed) {
        read_lengths(state, state->followed[1]);
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->dynamics == NULL) {
            continue;
        }
        double *activation = &state->activation[a->activation];
        if (actuator_follows(a)) {
            const double end = state->followed[1][i];
            const actuator_motion to = {end, (end - state->followed[0][i]) / h};
            *activation = actuator_followed(a, state->control[i], *activation, h, &to).value;
        } else {
            *activation = actuator_activation(a, state->control[i], *activation, h);
        }
    }
    state->activations_at = state->interval_start;
}
