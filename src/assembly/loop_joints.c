/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints inside and outside loops: only those inside move while loops close. */
#include "assembly/loop_joints.h"

#include "assembly/joint_motion.h"

#include <string.h>

/* ---- inside ---- */

/* Mark the joints on the path between two bodies, through their lowest common ancestor, as inside a
 * loop; parents have lower indices, the world the lowest. */
static void mark_path(const ludo_model *m, bool *inside, int32_t a, int32_t b)
{
    while (a != b) {
        int32_t *lower = a > b ? &a : &b;
        inside[*lower] = true;
        *lower = m->parent[*lower];
    }
}

void ludo_assembly_mark_loops(const sim_state *state)
{
    const ludo_model *m = state->model;
    bool *inside = state->kinematics->inside;
    memset(inside, 0, (size_t)m->slots * sizeof *inside);
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        int32_t first = -1, sides = 0;
        for (int32_t e = 0; e < l->ends; e++) {
            const int32_t slot = l->end[e].slot;
            if (l->end[e].columns) {
                inside[slot] = true;
            } else if (sides++ == 0) {
                first = slot;
            } else {
                mark_path(m, inside, first, slot);
            }
        }
        if (sides == 1 || l->grounded) {
            mark_path(m, inside, first, -1);
        }
    }
}

/* ---- frozen dofs ---- */

void ludo_assembly_freeze_outside(const sim_state *state)
{
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            x->still[c] = !x->inside[s];
        }
    }
}

void ludo_assembly_freeze_joint(const sim_state *state, int32_t joint)
{
    const model_joint *j = &state->model->joints[joint];
    for (int32_t c = 0; c < j->dof && j->slot >= 0; c++) {
        state->kinematics->still[j->column + c] = true;
    }
}

/* ---- the frame in which loops close ---- */

void ludo_assembly_zero_outside(const sim_state *state)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    memcpy(x->outside, x->given, (size_t)m->position_count * sizeof *x->given);
    for (int32_t s = 0; s < m->slots; s++) {
        if (!x->inside[s]) {
            ludo_assembly_set_zero(&m->joint[s], x->given + m->position[s]);
        }
    }
}

void ludo_assembly_restore_outside(const sim_state *state, double *to)
{
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    for (int32_t s = 0; s < m->slots; s++) {
        if (!x->inside[s]) {
            const size_t size = (size_t)m->joint[s].position_count * sizeof *to;
            memcpy(to + m->position[s], x->outside + m->position[s], size);
        }
    }
}
