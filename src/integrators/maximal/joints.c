/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of the maximal integrator, eight joints of one type side by side. */
#include "integrators/maximal/joints.h"

#include "integrators/maximal/pose_records.h"

#include <float.h>
#include <string.h>

/* Quantities of the pass: poses of a batch's parents and children, and the results of its
 * joints. */
typedef struct joint_lanes {
    pose_lanes a, b;
    motion_lanes motion;
    lanes3 lever;
    lanes1 violation; /* position or angle error, in units of the tolerance */
} joint_lanes;

LUDO_KERNEL static void gather(joint_lanes *j, const joint_batch *batch, const pose *poses)
{
    gather_poses(&j->a, poses, batch->parent);
    gather_poses(&j->b, poses, batch->slot);
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

LUDO_KERNEL_PART void measure(joint_lanes *j, const joint_batch *batch)
{
    FOR_LANES(l)
    {
        const ludo_vec3 x = get3(&j->b.x, l), d = v3_sub(x, get3(&j->a.x, l));
        put3(&j->lever, l, d);
        j->violation.at[l] = violation_of(j->motion.closing.gap.at[l], j->motion.closing.tilt.at[l],
                                          x, d, batch->inverse_length.at[l]);
    }
}

/* Column c of the joints, with its traces. */
LUDO_KERNEL_PART void scatter_column(maximal *x, const joint_lanes *j, const joint_batch *batch,
                                     int32_t c, int64_t which)
{
    LANES_ALIGNED lanes8 record;
    lanes_transpose(record.at[0], j->motion.column[c].S.at[0]);
    for (int l = 0; l < batch->count; l++) {
        const int32_t column = batch->column[l] + c;
        memcpy(x->S[which] + 6 * column, record.at[l], 6 * sizeof(double));
        if (c < batch->traces) {
            x->trace[which][column] = (joint_trace){record.at[l][6], record.at[l][7]};
        }
    }
}

/* Levers, violations, and `rate` times the displacements that close the joints. */
LUDO_KERNEL_PART void scatter_closing(maximal *x, joint_lanes *j, const joint_batch *batch,
                                      int64_t which, double rate)
{
    LANES_ALIGNED lanes8 record;
    for (int i = 0; i < 6; i++) {
        FOR_LANES(l)
        {
            j->motion.closing.close.at[i][l] *= rate;
        }
    }
    lanes_transpose(record.at[0], j->motion.closing.close.at[0]);
    for (int l = 0; l < batch->count; l++) {
        const int32_t s = batch->slot[l];
        memcpy(x->tree.y + 6 * s, record.at[l], 6 * sizeof(double));
        v3_put(get3(&j->lever, l), x->lever[which] + 3 * s);
        x->violation[s] = j->violation.at[l];
        worst_take(&x->joint_violation, j->violation.at[l], s);
    }
}

/* Copy the lanes to the arrays of the tree. */
LUDO_KERNEL static void scatter(maximal *x, joint_lanes *j, const joint_batch *batch, int64_t which,
                                double rate)
{
    for (int32_t c = 0; c < batch->dof; c++) {
        scatter_column(x, j, batch, c, which);
    }
    measure(j, batch);
    scatter_closing(x, j, batch, which, rate);
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

/* A joint alone in its batch: lanes would cost more than they save. */
static void place_alone(maximal *x, const ludo_model *m, const joint_batch *batch,
                        const pose *poses, int64_t which, double rate)
{
    const int32_t s = batch->slot[0], c = m->column[s];
    const pose *a = &poses[batch->parent[0]], *b = &poses[s];
    double close[6], *y = x->tree.y + 6 * (size_t)s;
    const joint_view view = batch->kind->motion(batch->joint[0], a, b, x->trace[which] + c,
                                                x->S[which] + 6 * (size_t)c, close);
    const ludo_vec3 d = v3_sub(b->x, a->x);
    for (int i = 0; i < 6; i++) {
        y[i] = rate * close[i];
    }
    v3_put(d, x->lever[which] + 3 * (size_t)s);
    x->violation[s] = violation_of(view.gap, view.tilt, b->x, d, batch->inverse_length.at[0]);
    worst_take(&x->joint_violation, x->violation[s], s);
}

/* The joints of a batch side by side. */
static void place_batch(maximal *x, const joint_batch *batch, const pose *poses, int64_t which,
                        double rate)
{
    LANES_ALIGNED joint_lanes j;
    gather(&j, batch, poses);
    batch->kind->motion_lanes(batch, &j.a, &j.b, x->trace[which], &j.motion);
    scatter(x, &j, batch, which, rate);
}

/* Whether the iterate of all bodies of a batch stays. */
static bool is_still(const maximal *x, const joint_batch *batch)
{
    bool all = x->still != NULL;
    for (int l = 0; l < batch->count && all; l++) {
        all = x->still[batch->slot[l] / LANES];
    }
    return all;
}

void ludo_maximal_joints_evaluate(maximal *x, const sim_state *state, int64_t which, double rate)
{
    const ludo_model *m = state->model;
    const pose *poses = state->poses[which];
    x->joint_violation = (worst){0.0, -1};
    for (int32_t i = 0; i < m->batches; i++) {
        const joint_batch *batch = &m->batch[i];
        if (is_still(x, batch)) {
            continue;
        }
        if (joint_is_free(batch->joint[0])) {
            place_free(x, m, batch, poses, which);
        } else if (batch->count == 1) {
            place_alone(x, m, batch, poses, which, rate);
        } else {
            place_batch(x, batch, poses, which, rate);
        }
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
