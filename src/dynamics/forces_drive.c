/* SPDX-License-Identifier: Apache-2.0
 *
 * Effort limits: the drive of a coordinate is the sum of its servo, of actuators along it and of
 * actuators along tendons through joints, by their weights. It is clamped to the limit. */
#include "dynamics/force_laws.h"
#include "tendons/laws.h"

#include <string.h>

static void add(drive_instant *to, double F, double by_phi, double by_rate)
{
    to->F += F;
    to->by_phi += by_phi;
    to->by_rate += by_rate;
}

static void add_servos(generalized_forces *f, const sim_state *state)
{
    for (int32_t c = 0; c < state->model->columns; c++) {
        const servo_data *servo = &state->servo[c];
        add(&f->drive[c], servo_law(servo, f->phi[c], f->rate[c]), -servo->kp, -servo->kd);
    }
}

static void add_along(generalized_forces *f, const forces_instant *now, int32_t i)
{
    const int32_t c = now->state->model->actuator[i].column;
    const actuator_instant m = ludo_forces_actuator(now, i, f->phi[c], f->rate[c]);
    add(&f->drive[c], m.F, m.by_length, m.by_rate);
}

static void add_through_tendon(generalized_forces *f, const forces_instant *now, int32_t i,
                               int32_t tendon)
{
    const tendon_data *l = &now->state->model->tendon[tendon];
    const tendon_instant *at = &f->tendon[tendon];
    const actuator_instant m = ludo_forces_actuator(now, i, at->view.length, at->rate);
    for (int32_t k = 0; k < l->term_count; k++) {
        const double w = l->term[k].weight;
        add(&f->drive[l->term[k].column], w * m.F, w * w * m.by_length, w * w * m.by_rate);
    }
}

static void clamp_drive(generalized_forces *f, int32_t c, double effort, acting *out)
{
    drive_instant *d = &f->drive[c];
    const double excess = clamp(d->F, (double[]){-effort, effort}) - d->F;
    d->saturated = excess != 0.0;
    if (d->saturated) {
        ludo_forces_add_effort(out, f->column[c], excess, -d->by_phi, -d->by_rate);
        out->work += excess * f->rate[c];
    }
}

void ludo_forces_drive(generalized_forces *f, const forces_instant *now, acting *out)
{
    const ludo_model *m = f->tree->model;
    memset(f->drive, 0, (size_t)m->columns * sizeof *f->drive);
    if (now->state->progress->served) {
        add_servos(f, now->state);
    }
    for (int32_t i = 0; i < f->actuators; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->column >= 0) {
            add_along(f, now, i);
        } else {
            add_through_tendon(f, now, i, a->tendon);
        }
    }
    for (int32_t c = 0; c < m->columns; c++) {
        if (column_effort(m, c) > 0.0) {
            clamp_drive(f, c, column_effort(m, c), out);
        }
    }
}
