/* SPDX-License-Identifier: Apache-2.0
 *
 * Efforts of drives along the rates at the knot, with limits:
 *
 *     tau_c = clamp(kp (target - phi_c) - kd dphi_c/dt + sum of w_ic F_i, limit of c) + sum of
 *             dL_k/dphi_c F_k
 *
 * F_i is gear times force of an actuator along the coordinate c, with w_ic = 1, or along a sum of
 * coordinates with weights; F_k that of one that acts by wrenches on bodies, which effort limits do
 * not bound. */
#include "sim/sensing.h"

#include "dynamics/force_laws.h"
#include "tendons/laws.h"

#include <string.h>

/* Whether an actuator acts by wrenches on bodies, not by efforts along coordinates. */
static bool acts_on_bodies(const ludo_model *m, const actuator_data *a)
{
    return a->tendon >= 0 && m->tendon[a->tendon].term_count == 0;
}

bool ludo_sim_has_path_drives(const ludo_model *m)
{
    bool found = false;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        found = found || acts_on_bodies(m, &m->actuator[i]);
    }
    return found;
}

/* The force of an actuator at the knot, before its gear. */
static double force_of(ludo_sim *sim, int32_t i)
{
    const actuator_data *a = &sim->state.model->actuator[i];
    const double u = sim->state.control[i];
    ludo_tendon_state at = {.struct_size = sizeof at};
    (void)ludo_sim_actuator(sim, i, &at); /* its length and rate have the gear */
    const actuator_motion to = {at.length, at.rate};
    const law_value input = actuator_input_of(a, u, sim->state.activation, 0.0, &to);
    return clamp(actuator_wanted(a, input, at.length, at.rate).value, a->force_range);
}

/* Servos and actuators along coordinates and sums of them, per column. */
static void add_along(ludo_sim *sim, double *tau)
{
    const ludo_model *m = sim->state.model;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->column >= 0) {
            tau[a->column] += a->gear * force_of(sim, i);
        } else if (!acts_on_bodies(m, a)) {
            const tendon_data *l = &m->tendon[a->tendon];
            const double F = a->gear * force_of(sim, i);
            for (int32_t k = 0; k < l->term_count; k++) {
                tau[l->term[k].column] += l->term[k].weight * F;
            }
        }
    }
    double *phi = sim->state.efforts, *rate = sim->state.rate;
    ludo_state_gather_scalars(&sim->state, phi, rate);
    for (int32_t c = 0; c < m->columns; c++) {
        tau[c] += servo_law(&sim->state.servo[c], phi[c], rate[c]);
    }
}

static void clamp_to_limits(const ludo_model *m, double *tau)
{
    for (int32_t c = 0; c < m->columns; c++) {
        const double most = column_effort(m, c);
        tau[c] = most > 0.0 ? clamp(tau[c], (double[]){-most, most}) : tau[c];
    }
}

/* Actuators along paths, in the order of keyframes. */
static ludo_status add_along_paths(ludo_sim *sim, double *tau)
{
    const ludo_model *m = sim->state.model;
    sensing *s = sim->sensing;
    if (!ludo_sim_has_path_drives(m)) {
        return LUDO_OK;
    }
    if (s == NULL || s->dynamics == NULL) {
        return LUDO_UNSUPPORTED;
    }
    ludo_status status = ludo_sim_get_positions(sim, s->q, m->position_count);
    status = status == LUDO_OK ? ludo_dynamics_actuation(s->dynamics, s->q, s->B) : status;
    for (int32_t i = 0; i < m->actuator_count && status == LUDO_OK; i++) {
        const double F = acts_on_bodies(m, &m->actuator[i]) ? force_of(sim, i) : 0.0;
        for (int32_t c = 0; c < m->columns; c++) {
            tau[c] += s->B[(size_t)c * (size_t)m->actuator_count + (size_t)i] * F;
        }
    }
    return status;
}

ludo_status ludo_sim_read_drive_efforts(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_twists(sim);
    if (status != LUDO_OK) {
        return status;
    }
    const size_t bytes = (size_t)m->columns * sizeof *out;
    memset(out, 0, bytes);
    add_along(sim, out);
    clamp_to_limits(m, out);
    memcpy(sim->state.efforts, out, bytes);
    ludo_state_order_rates(m, sim->state.efforts, out);
    return add_along_paths(sim, out);
}
