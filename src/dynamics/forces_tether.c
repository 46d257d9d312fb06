/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and dampers of the translations of free joints at an instant: at the origin p of the body
 * frame acts the force
 *
 *     F = -stiffness (p - rest) - damping dp/dt */
#include "dynamics/force_laws.h"

static void act_on_body(generalized_forces *f, const tether_data *t, acting *out)
{
    const pose *z = &f->poses[t->slot];
    const double *V = f->twist + 6 * t->slot;
    const ludo_vec3 arm = m3_apply(&z->R, t->point);
    const ludo_vec3 v = v3_add(v3_at(V), v3_cross(v3_at(V + 3), arm));
    const ludo_vec3 stretch = v3_sub(v3_add(z->x, arm), t->rest);
    const ludo_vec3 F = v3_axpy(v3_scale(-t->stiffness, stretch), -t->damping, v);
    wrench_add(f->wrench, t->slot, F, v3_cross(arm, F));
    out->dissipated += t->damping * v3_dot(v, v);
}

void ludo_forces_tether(generalized_forces *f, acting *out)
{
    const ludo_model *m = f->tree->model;
    for (int32_t i = 0; i < m->tethers; i++) {
        act_on_body(f, &m->tether[i], out);
    }
}
