/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling forces: laws of actuators, ball springs; which columns forces act along, and the first
 * element with damping. */
#include "core/diagnostic.h"
#include "model/check.h"
#include "model/compile.h"

#include <string.h>

/* ---- ball rotations ---- */

/* The first rate of the ball rotation of the joint that carries body b, if a spring, damper or
 * armature acts on it; else -1. */
static int32_t ball_spring_of(const compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    const int32_t turn = kind_has_parts(t->kind) ? t->dof : kind_first_ball_rate(t->kind);
    return turn < t->dof && dof_acts(&d->along[turn]) ? turn : -1;
}

int32_t ludo_compile_ball_spring_count(const compiler *w)
{
    int32_t count = 0;
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        count += body_has_slot(w->merging, b) && ball_spring_of(w, b) >= 0;
    }
    return count;
}

static void fill_ball_springs(ludo_model *m, const compiler *w)
{
    int32_t turns = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t turn = ball_spring_of(w, m->body_of[s]);
        if (turn >= 0) {
            const int32_t c = m->column[s] + turn;
            const ludo_dof_def *d = &m->along[c];
            m->ball_spring[turns++] =
                (ball_spring_data){s, c, d->stiffness, d->damping, d->armature};
        }
    }
}

/* ---- actuators ---- */

static void set_range(double to[2], bool limited, const double range[2])
{
    to[0] = limited ? range[0] : -HUGE_VAL;
    to[1] = limited ? range[1] : HUGE_VAL;
}

static void fill_actuators(ludo_model *m, compiler *w)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const ludo_actuator_def *d = &w->actuator[i];
        actuator_data *a = &m->actuator[i];
        *a = (actuator_data){.tendon = d->on_spring ? d->target : -1,
                             .column = d->on_spring ? -1 : m->joints[d->target].column + d->dof,
                             .gear = d->gear,
                             .gain = d->gain};
        memcpy(a->bias, d->bias, sizeof a->bias);
        set_range(a->control_range, d->control_limited, d->control_range);
        set_range(a->force_range, d->force_limited, d->force_range);
        m->actuator_info[i] = (ludo_actuator_info){
            .name = ludo_compile_name(m, w, d->name, "actuator", "", i),
            .on_spring = d->on_spring,
            .target = d->target,
            .dof = d->dof,
            .gear = d->gear,
            .gain = d->gain,
            .bias = {d->bias[0], d->bias[1], d->bias[2]},
            .control_limited = d->control_limited,
            .force_limited = d->force_limited,
            .control_range = {d->control_range[0], d->control_range[1]},
            .force_range = {d->force_range[0], d->force_range[1]},
        };
    }
}

/* ---- all forces ---- */

/* Find the columns whose scalar coordinate a force depends on. */
static void find_acting(ludo_model *m)
{
    for (int32_t c = 0; c < m->columns; c++) {
        m->acts[c] = m->column_kind[c] != COLUMN_BALL && dof_acts(&m->along[c]);
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        for (int32_t k = 0; k < m->tendon[i].term_count; k++) {
            m->acts[m->tendon[i].term[k].column] = true;
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->actuator[i].column >= 0) {
            m->acts[m->actuator[i].column] = true;
        }
    }
}

static bool is_forced(const ludo_model *m)
{
    bool acts = m->spring_count > 0 || m->ball_springs > 0;
    for (int32_t c = 0; c < m->columns && !acts; c++) {
        acts = m->acts[c];
    }
    return acts;
}

/* The name of the first element with damping; NULL: none. */
static const char *find_damper(const ludo_model *m)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        for (int32_t dof = 0; dof < j->dof; dof++) {
            if (m->along[j->column + dof].damping != 0.0) {
                return j->name;
            }
        }
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (m->tendon[i].damping != 0.0) {
            return m->spring[i].name;
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->actuator[i].bias[2] != 0.0) {
            return m->actuator_info[i].name;
        }
    }
    return NULL;
}

void ludo_compile_note_forces(ludo_model *m)
{
    find_acting(m);
    m->forced = is_forced(m);
    m->damped_by = find_damper(m);
}

ludo_status ludo_compile_forces(ludo_model *m, compiler *w)
{
    fill_ball_springs(m, w);
    const ludo_status status = ludo_compile_tendons(m, w);
    fill_actuators(m, w);
    ludo_compile_note_forces(m);
    return status;
}
