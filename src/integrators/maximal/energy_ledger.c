/* SPDX-License-Identifier: Apache-2.0
 *
 * Actuator forces over an interval, and the energy bookkeeping in the quadrature of the step: a
 * force F along a scalar does the work F delta. */
#include "integrators/maximal/energy_ledger.h"

#include "integrators/maximal/drives.h"
#include "integrators/maximal/joint_forces.h"
#include "integrators/maximal/midpoint_force.h"

/* The coordinate or length of an actuator at the middle of its motion. */
static double middle_of(const maximal_forces *f, const actuator_data *a, bool measured,
                        double delta)
{
    const tendon_step *t = a->tendon >= 0 ? &f->tendon[a->tendon] : NULL;
    const double start = t != NULL ? t->view[0].length : column_start(f, a->column);
    return measured ? tendon_middle(t) : start + 0.5 * delta;
}

/* The input of an actuator at the middle of the motion, where its length is `length`. */
static law_value input_of(const maximal_forces *f, const sim_state *state, int32_t actuator,
                          actuator_motion middle, double h)
{
    const actuator_data *a = &state->model->actuator[actuator];
    const double since = state_since_activations(state, state->interval_start) + 0.5 * h;
    return actuator_follows(a)
               ? actuator_input_of(a, state->control[actuator], state->activation, since, &middle)
               : (law_value){f->input[actuator], 0.0, 0.0};
}

/* The step of an actuator that feels no motion. */
static actuator_step constant_step(const actuator_data *a, double input, double delta)
{
    const double wanted = a->gain * input + a->bias[0];
    return (actuator_step){clamp(wanted, a->force_range), wanted, delta, 0.0, 0.0, a->gain};
}

actuator_step ludo_maximal_energy_actuator(const maximal_forces *f, const sim_state *state,
                                           int32_t actuator, double h)
{
    const ludo_model *m = state->model;
    const actuator_data *a = &m->actuator[actuator];
    const bool line = a->tendon >= 0;
    const double delta = line ? f->tendon[a->tendon].step.delta : column_step(f, a->column).delta;
    if (actuator_feels_nothing(a)) {
        return constant_step(a, f->input[actuator], delta);
    }
    const bool measured = line && m->tendon[a->tendon].kind->change != NULL;
    const double length = a->gear * middle_of(f, a, measured, delta);
    const double rate = a->gear * delta / h;
    const law_value input = input_of(f, state, actuator, (actuator_motion){length, rate}, h);
    const actuator_force wanted = actuator_wanted(a, input, length, rate);
    const double force = clamp(wanted.value, a->force_range);
    return (actuator_step){force,          wanted.value,   delta, wanted.by_length,
                           wanted.by_rate, wanted.by_input};
}

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
