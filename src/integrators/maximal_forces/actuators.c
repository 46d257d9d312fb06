/* SPDX-License-Identifier: Apache-2.0
 *
 * Actuators of the maximal integrator. Most feel no motion: their impulses are known when an
 * interval begins. */
#include "integrators/maximal_forces/actuators.h"

#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal_forces/midpoint_force.h"
#include "integrators/maximal_forces/saturation.h"

void ludo_maximal_actuators_layout(maximal *x, const sim_state *state, arena *scratch)
{
    const int32_t count = state->model->actuator_count;
    x->forces.actuator = TAKE(scratch, count, actuator_step);
    x->forces.input = TAKE(scratch, count, double);
    x->forces.impulse = TAKE(scratch, count, double);
    x->forces.steady = TAKE(scratch, count, int32_t);
}

void ludo_maximal_actuators_init(maximal *x, const sim_state *state)
{
    for (int32_t i = 0; i < state->model->actuator_count; i++) {
        const actuator_data *a = &state->model->actuator[i];
        x->forces.steady[i] = a->tendon < 0 && actuator_feels_nothing(a) ? a->column : -1;
    }
}

/* The step of an actuator that feels no motion. */
static actuator_step constant_step(const actuator_data *a, double input, double delta)
{
    const double wanted = actuator_constant(a, input);
    return (actuator_step){clamp(wanted, a->force_range), wanted, delta, 0.0, 0.0, a->gain};
}

/* ---- the start of an interval ---- */

void ludo_maximal_actuators_begin(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    const double middle = state_since_activations(state, state->interval_start) + 0.5 * h;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        if (!actuator_follows(a)) { /* else its input depends on the motion */
            f->input[i] = actuator_input(a, state->control[i], state->activation, middle);
        }
        f->actuator[i] = (actuator_step){.force = 0.0};
        if (f->steady[i] >= 0) {
            f->actuator[i] = constant_step(a, f->input[i], 0.0);
            f->impulse[i] = 0.5 * h * (a->gear * f->actuator[i].force);
        }
    }
}

/* ---- the iterate ---- */

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

/* The step of an actuator, from its input, the joint coordinates and the tendons. */
static actuator_step moving_step(const maximal_forces *f, const sim_state *state, int32_t actuator,
                                 double h)
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

static void add_moving(maximal_forces *f, const sim_state *state, int32_t actuator, double h)
{
    const actuator_data *a = &state->model->actuator[actuator];
    const actuator_step s = moving_step(f, state, actuator, h);
    const double by = a->gear * a->gear * part_of_slope(&f->actuator[actuator], &s);
    f->switched = f->switched || limit_of(&s) != limit_of(&f->actuator[actuator]);
    f->actuator[actuator] = s;
    scalar_step to = a->tendon >= 0 ? f->tendon[a->tendon].step : column_step(f, a->column);
    scalar_add_force(&to, a->gear * s.force, by * s.by_length, by * s.by_rate, h);
    if (a->tendon >= 0) {
        f->tendon[a->tendon].step = to;
    } else {
        put_column_step(f, a->column, to);
    }
}

void ludo_maximal_actuators_evaluate(maximal *x, const sim_state *state, double h)
{
    maximal_forces *f = &x->forces;
    f->switched = false;
    for (int32_t i = 0; i < state->model->actuator_count; i++) {
        if (f->steady[i] < 0) {
            add_moving(f, state, i, h);
            continue;
        }
        column_lanes *c = &f->column[f->steady[i] / LANES];
        const int l = f->steady[i] % LANES;
        f->actuator[i].delta = c->delta.at[l];
        c->start.at[l] += f->impulse[i];
        c->end.at[l] += f->impulse[i];
    }
}
