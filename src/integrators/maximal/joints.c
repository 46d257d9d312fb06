/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of the maximal integrator, eight joints of one type side by side. */
#include "integrators/maximal/joints.h"

#include <float.h>

/* Quantities of the pass: poses of a batch's parents and children, and the results of its
 * joints. */
typedef struct joint_lanes {
    pose_lanes a, b;
    motion_lanes motion;
    lanes3 lever;
    lanes1 violation; /* position or angle error, in units of the tolerance */
} joint_lanes;

static inline void gather(joint_lanes *j, const joint_batch *batch, const pose *poses)
{
    for (int l = 0; l < LANES; l++) {
        const pose *a = &poses[batch->parent[l]], *b = &poses[batch->slot[l]];
        put3(&j->a.x, l, a->x);
        put4(&j->a.q, l, a->q);
        put3(&j->b.x, l, b->x);
        put4(&j->b.q, l, b->q);
    }
}

/* The violation of a joint. A position error counts relative to the joint's length, and as zero
 * below the rounding of positions; NaN stays. */
static inline double violation_of(double gap, double tilt, ludo_vec3 x, ludo_vec3 d,
                                  double per_length)
{
    const double rounding = 4.0 * DBL_EPSILON * (v3_max(x) + v3_max(d));
    const double counted = gap <= rounding ? 0.0 : gap * per_length;
    return counted >= tilt ? counted : tilt + 0.0 * counted;
}

LUDO_KERNEL static void measure(joint_lanes *j, const joint_batch *batch)
{
    FOR_LANES(l)
    {
        const ludo_vec3 x = get3(&j->b.x, l), d = v3_sub(x, get3(&j->a.x, l));
        put3(&j->lever, l, d);
        j->violation.at[l] = violation_of(j->motion.gap.at[l], j->motion.tilt.at[l], x, d,
                                          batch->inverse_length.at[l]);
    }
}

static inline void read6(double *to, const lanes6 *from, int l, double factor)
{
    for (int i = 0; i < 6; i++) {
        to[i] = factor * from->at[i][l];
    }
}

/* Copy the lanes to the arrays of the tree. */
static inline void scatter(maximal *x, const ludo_model *m, const joint_lanes *j,
                           const joint_batch *batch, int64_t which, double rate)
{
    for (int l = 0; l < batch->count; l++) {
        const int32_t s = batch->slot[l];
        for (int32_t c = 0; c < batch->dof; c++) {
            read6(x->S[which] + 6 * (m->column[s] + c), &j->motion.S[c], l, 1.0);
        }
        for (int32_t c = 0; c < batch->traces; c++) {
            x->trace[which][m->column[s] + c] =
                (joint_trace){j->motion.trace_cos[c].at[l], j->motion.trace_sin[c].at[l]};
        }
        read6(x->tree.y + 6 * s, &j->motion.close, l, rate);
        double *lever = x->lever[which] + 3 * s;
        lever[0] = j->lever.x[l], lever[1] = j->lever.y[l], lever[2] = j->lever.z[l];
        x->violation[s] = j->violation.at[l];
        worst_take(&x->joint_violation, j->violation.at[l], s);
    }
}

/* Free joints one by one: their motions are constant, and nothing is to be closed. */
static void place_free(maximal *x, const ludo_model *m, const joint_batch *batch, const pose *poses,
                       int64_t which)
{
    for (int l = 0; l < batch->count; l++) {
        const int32_t s = batch->slot[l], c = m->column[s];
        const pose *a = &poses[batch->parent[l]], *b = &poses[s];
        (void)batch->kind->motion(batch->joint[l], a, b, x->trace[which] + c,
                                  x->S[which] + 6 * (size_t)c, x->tree.y + 6 * (size_t)s);
        v3_put(v3_sub(b->x, a->x), x->lever[which] + 3 * (size_t)s);
        x->violation[s] = 0.0;
        worst_take(&x->joint_violation, 0.0, s);
    }
}

void ludo_maximal_joints_evaluate(maximal *x, const sim_state *state, int64_t which, double rate)
{
    const ludo_model *m = state->model;
    joint_lanes j;
    x->joint_violation = (worst){0.0, -1};
    for (int32_t i = 0; i < m->batches; i++) {
        const joint_batch *batch = &m->batch[i];
        if (joint_is_free(batch->joint[0])) {
            place_free(x, m, batch, state->poses[which], which);
            continue;
        }
        gather(&j, batch, state->poses[which]);
        batch->kind->motion_lanes(batch, &j.a, &j.b, x->trace[which], &j.motion);
        measure(&j, batch);
        scatter(x, m, &j, batch, which, rate);
    }
}

void ludo_maximal_joints_coordinates(const maximal *x, const sim_state *state, double *coordinate)
{
    const int64_t next = 1 - state->progress->now;
    for (int32_t i = 0; i < x->stored_count; i++) {
        coordinate[x->stored[i]] = x->trace[next][x->stored[i]].cos;
    }
    ludo_state_track(state, state->poses[next], coordinate);
}
