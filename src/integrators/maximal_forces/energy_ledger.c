/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy bookkeeping in the quadrature of the step: a force F along a scalar does the work
 * F delta. */
#include "integrators/maximal_forces/energy_ledger.h"

#include "integrators/maximal_forces/drives.h"
#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal_forces/midpoint_force.h"

/* Dissipation of joint dampers and work of servos. */
static void account_joints(const maximal_forces *f, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    sim_progress *p = state->progress;
    p->dissipated += ludo_maximal_joint_forces_dissipation(f, m, h);
    for (int32_t c = 0; c < m->columns && p->served; c++) {
        const double delta = column_step(f, c).delta;
        p->work += servo_force(&state->servo[c], column_start(f, c), delta, h) * delta;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        p->dissipated += f->ball[i].step.dissipated;
    }
}

/* Work and mean forces of actuators, those of the iterate that was evaluated last. */
static void account_actuators(const maximal_forces *f, const sim_state *state)
{
    for (int32_t i = 0; i < state->model->actuator_count; i++) {
        const actuator_data *a = &state->model->actuator[i];
        const actuator_step *s = &f->actuator[i];
        state->actuator_force[i] = s->force;
        state->progress->work += s->force * a->gear * s->delta;
    }
    state->progress->work +=
        state->model->effort_limited ? ludo_maximal_drives_work(f, state->model) : 0.0;
}

/* Dissipation and mean forces of tendons. */
static void account_lines(const maximal_forces *f, const sim_state *state, double h)
{
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        const tendon_data *l = &state->model->tendon[i];
        const tendon_step *s = &f->tendon[i];
        state->progress->dissipated += damper_loss(l->damping, f->damping, s->step.delta, h);
        state->spring_force[i] = l->stiffness * spring_stretch(l->rest, tendon_middle(s)) +
                                 l->damping * s->step.delta / h;
    }
}

void ludo_maximal_energy_add(const maximal_forces *f, sim_state *state, double h)
{
    account_joints(f, state, h);
    account_actuators(f, state);
    account_lines(f, state, h);
}
