/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a medium at an instant. */
#include "drag/drag.h"
#include "dynamics/force_laws.h"

void ludo_forces_drag(generalized_forces *f, acting *out)
{
    const ludo_model *m = f->tree->model;
    for (int32_t i = 0; i < m->drags; i++) {
        const drag_data *d = &m->drag[i];
        const double *u = f->twist + 6 * d->slot;
        const twist V = {v3_at(u), v3_at(u + 3)};
        const drag_wrench w = ludo_drag_on_body(d, &m->medium, &f->poses[d->slot].R, V, false);
        wrench_add(f->wrench, d->slot, w.force, w.torque);
        out->dissipated -= v3_dot(w.force, V.v) + v3_dot(w.torque, V.w);
    }
}
