/* SPDX-License-Identifier: Apache-2.0
 *
 * Which models, settings and states can be stepped in lanes. */
#include "integrators/maximal_lanes/fit.h"

#include "integrators/maximal/history.h"
#include "integrators/maximal_contact/contact.h"

/* Whether joints form trees, and none unwraps its coordinates. */
static bool joints_fit(const ludo_model *m)
{
    bool fit = m->loop_count == 0;
    for (int32_t s = 0; s < m->slots; s++) {
        fit = fit && !m->joint[s].kind->unwraps_coordinates;
    }
    return fit;
}

/* Whether a tendon is a sum of coordinates that exerts no force. */
static bool tendon_fits(const tendon_data *l)
{
    return l->segment_count == 0 && !l->kind->of_rates && l->kind->change == NULL &&
           l->stiffness == 0.0 && l->damping == 0.0 && l->armature == 0.0;
}

/* Whether all forces are weights and forces inside joints, those of actuators constant. */
static bool forces_fit(const maximal *x, const ludo_model *m)
{
    bool fit = !m->weighs_off && m->ball_springs == 0 && m->tethers == 0 && m->drags == 0 &&
               m->curves == 0 && m->activation_count == 0 && !m->followed &&
               (!m->effort_limited || m->actuator_count == 0);
    for (int32_t i = 0; i < m->actuator_count; i++) {
        fit = fit && x->forces.steady[i] >= 0 && m->actuator[i].dynamics == NULL;
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        fit = fit && tendon_fits(&m->tendon[i]);
    }
    return fit;
}

/* Nothing comes to rest or falls asleep where there are neither contacts nor limits. */
bool ludo_maximal_lanes_fit(const sim_state *state)
{
    const maximal *x = maximal_in(state);
    const sim_settings *s = &state->settings;
    return state->model->slots > 0 && s->order == 2 && s->accuracy == 0.0 && !s->certify &&
           x->direction == &ludo_linear_solver_recursion && !x->contacts->any &&
           joints_fit(state->model) && forces_fit(x, state->model) &&
           ludo_maximal_lanes_rotation(x->rotation) != NULL;
}

bool ludo_maximal_lanes_ready(const sim_state *state, double h)
{
    const sim_progress *p = state->progress;
    return p->started != 0 && p->served == 0 && p->pushed == 0 && p->exerted == 0 &&
           state->function == NULL &&
           ludo_maximal_history_known(maximal_in(state)->state, h, 0) > 0;
}
