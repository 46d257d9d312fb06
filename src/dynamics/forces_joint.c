/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces along the scalar coordinates of joints [minimal.md 5.2]. */
#include "dynamics/force_laws.h"
#include "tendons/curve.h"
#include "tendons/laws.h"

/* A scalar coordinate of the model: value, rate, and its column in the tree. */
typedef struct scalar {
    double phi, rate;
    int32_t column;
} scalar;

static scalar scalar_at(const generalized_forces *f, int32_t c)
{
    return (scalar){f->phi[c], f->rate[c], f->column[c]};
}

void ludo_forces_add_effort(acting *a, int32_t column, double F, double by_phi, double by_rate)
{
    a->e[column] += F;
    a->e_y[3 * column] += by_phi;
    a->e_dy[3 * column] += by_rate;
}

/* Spring, damper and armature of a coordinate. */
static void act_inside(acting *a, const ludo_dof_def *d, scalar x)
{
    const double F = -d->stiffness * (x.phi - d->rest) - d->damping * x.rate;
    ludo_forces_add_effort(a, x.column, F, -d->stiffness, -d->damping);
    a->dissipated += d->damping * x.rate * x.rate;
    a->p[x.column] = d->armature * x.rate;
    a->p_dy[3 * x.column] = d->armature;
}

static void add_servo(acting *a, const servo_data *servo, scalar x)
{
    const double F = servo_law(servo, x.phi, x.rate);
    ludo_forces_add_effort(a, x.column, F, -servo->kp, -servo->kd);
    a->work += F * x.rate;
}

/* A control or a force at its limit has derivative 0, and so has a control that acts by an
 * activation. */
actuator_instant ludo_forces_actuator_at(const actuator_data *a, double control, law_value input,
                                         double length, double rate)
{
    const double g = a->gear;
    const actuator_force wanted = actuator_wanted(a, input, g * length, g * rate);
    const double pull = clamp(wanted.value, a->force_range);
    actuator_instant m = {.force = pull, .F = g * pull};
    if (wanted.value == pull) {
        m.by_length = g * g * wanted.by_length;
        m.by_rate = g * g * wanted.by_rate;
        m.by_control = input.value == control && a->dynamics == NULL ? g * wanted.by_input : 0.0;
    }
    return m;
}

actuator_instant ludo_forces_actuator(const forces_instant *now, int32_t number, double length,
                                      double rate)
{
    const actuator_data *a = &now->state->model->actuator[number];
    const double control = now->state->control[number];
    const double since = state_since_activations(now->state, now->time);
    const actuator_motion to = {a->gear * length, a->gear * rate};
    const law_value input = actuator_input_of(a, control, now->state->activation, since, &to);
    return ludo_forces_actuator_at(a, control, input, length, rate);
}

static void add_actuator(acting *a, const actuator_instant *m, scalar x)
{
    ludo_forces_add_effort(a, x.column, m->F, m->by_length, m->by_rate);
    a->work += m->F * x.rate;
}

/* The parts of spring and damper that are not linear. */
static void act_curved(acting *a, const curve_data *c, scalar x)
{
    const curve_force spring = curve_spring(c, x.phi), damper = curve_damper(c, x.rate);
    ludo_forces_add_effort(a, x.column, spring.F + damper.F, spring.slope, damper.slope);
    a->dissipated -= damper.F * x.rate;
}

void ludo_forces_joint(const generalized_forces *f, const forces_instant *now, acting *out)
{
    const ludo_model *m = f->tree->model;
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->acts[c]) {
            act_inside(out, &m->along[c], scalar_at(f, c));
        }
    }
    for (int32_t i = 0; i < m->curves; i++) {
        act_curved(out, &m->curve[i], scalar_at(f, m->curve[i].column));
    }
    for (int32_t c = 0; c < m->columns && now->state->progress->served; c++) {
        add_servo(out, &now->state->servo[c], scalar_at(f, c));
    }
    for (int32_t i = 0; i < f->actuators; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->column >= 0) {
            const scalar x = scalar_at(f, a->column);
            const actuator_instant actuator = ludo_forces_actuator(now, i, x.phi, x.rate);
            add_actuator(out, &actuator, x);
            out->actuator[i] = actuator.force;
        }
    }
}

void ludo_forces_add_blocks(const tree *t, const double *blocks, double *to)
{
    const size_t n = (size_t)t->columns;
    for (int32_t i = 0; i < t->nodes; i++) {
        const int32_t first = t->node[i].column, dof = t->node[i].kind->dof;
        for (int32_t j = 0; j < dof; j++) {
            for (int32_t k = 0; k < dof; k++) {
                to[n * (size_t)(first + j) + (size_t)(first + k)] +=
                    blocks[3 * first + dof * j + k];
            }
        }
    }
}
