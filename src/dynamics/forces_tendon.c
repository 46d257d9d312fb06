/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces along tendons: springs, dampers, actuators [minimal.md 5.4]. */
#include "dynamics/force_laws.h"
#include "tendons/laws.h"

/* F of spring and damper: negative where the tendon is longer than at rest or lengthens. */
static void evaluate_tendon(const generalized_forces *f, const tendon_data *l, tendon_instant *at)
{
    l->kind->view(l, f->poses, f->phi, &at->view);
    const double stretch = spring_stretch(l->rest, at->view.length);
    const bool acts = stretch != 0.0 || l->rest[0] == l->rest[1];
    at->rate = l->kind->rate(l, &at->view, f->twist, f->rate);
    at->F = -(l->stiffness * stretch + l->damping * at->rate);
    at->by_length = acts ? -l->stiffness : 0.0;
    at->by_rate = -l->damping;
}

static void add_actuators(generalized_forces *f, const forces_instant *now, acting *out)
{
    for (int32_t i = 0; i < f->actuators; i++) {
        const actuator_data *a = &now->state->model->actuator[i];
        if (a->tendon >= 0) {
            tendon_instant *at = &f->tendon[a->tendon];
            const actuator_instant m = ludo_forces_actuator(now, i, at->view.length, at->rate);
            at->F += m.F;
            at->by_length += m.by_length;
            at->by_rate += m.by_rate;
            out->work += m.F * at->rate;
            out->actuator[i] = m.force;
        }
    }
}

void ludo_forces_tendon(generalized_forces *f, const forces_instant *now, acting *out)
{
    const ludo_model *m = f->tree->model;
    for (int32_t i = 0; i < m->spring_count; i++) {
        tendon_instant *at = &f->tendon[i];
        evaluate_tendon(f, &m->tendon[i], at);
        out->tension[i] = -at->F;
        out->dissipated += m->tendon[i].damping * at->rate * at->rate;
    }
    add_actuators(f, now, out);
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_instant *at = &f->tendon[i];
        m->tendon[i].kind->pull(&m->tendon[i], &at->view, at->F, f->wrench, f->effort);
    }
}
