/* SPDX-License-Identifier: Apache-2.0
 *
 * Applied forces at an instant: on bodies, and along coordinates by the user's function. */
#include "dynamics/force_laws.h"

/* Geometric stiffness of applied body forces; forces of the user's function have no derivative. */
static void add_applied_stiffness(const generalized_forces *f, const forces_instant *now,
                                  const placement *at, acting *out)
{
    const ludo_model *m = at->model;
    for (int32_t k = 0; k < m->body_count; k++) {
        const model_body *b = &m->body[k];
        if (b->on.slot < 0 || b->on.intermediate >= 0) {
            continue;
        }
        const int32_t i = f->tree->node_of[b->on.slot];
        const ludo_wrench *push = &now->state->push[k];
        const pose z = ludo_attached_frame_pose(at, &b->on);
        const ludo_vec3 p =
            v3_sub(ludo_attached_frame_point(at, &b->on, b->com), now->at->origin[i]);
        const force wrench = force_at(p, push->force, m3_apply(&z.R, push->torque));
        out->carried[i] = force_add(out->carried[i], wrench);
        ludo_forces_add_stiffness(out, i, p, push->force);
    }
}

/* The power of applied forces. */
static double power_of(const generalized_forces *f)
{
    const ludo_model *m = f->tree->model;
    double power = 0.0;
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        power += f->wrench[i] * f->twist[i];
    }
    for (int32_t c = 0; c < m->columns; c++) {
        power += f->effort[c] * f->rate[c];
    }
    return power;
}

ludo_status ludo_forces_applied(generalized_forces *f, const forces_instant *now, acting *out)
{
    const ludo_model *m = f->tree->model;
    const placement at = {m, f->poses, f->phi};
    if (!ludo_state_applied_forces(now->state, &at, now->time, f->wrench, f->effort)) {
        memset(f->wrench, 0, 6 * (size_t)m->slots * sizeof *f->wrench);
        memset(f->effort, 0, (size_t)m->columns * sizeof *f->effort);
        return LUDO_OK;
    }
    if (out->stiffness != NULL) {
        add_applied_stiffness(f, now, &at, out);
    }
    out->work += power_of(f);
    const bool finite = all_finite(f->wrench, 6 * m->slots) && all_finite(f->effort, m->columns);
    return finite ? LUDO_OK : LUDO_BAD_ARGUMENT;
}
