/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of the maximal integrator, eight joints of one type side by side. */
#include "integrators/maximal/joints.h"

#include "integrators/maximal/joint_block.h"

#include <string.h>

/* The results of joints: their motions, arms from the parent's to the child's centre of mass, and
 * violations. */
typedef struct joint_lanes {
    motion_column_lanes column[JOINT_MAX_DOF];
    closing_lanes closing;
    lanes3 lever;
    lanes1 violation; /* position or angle error, in units of the tolerance */
} joint_lanes;

/* The poses of the parents and the children of a batch. */
typedef struct pair_lanes {
    pose_lanes a, b;
} pair_lanes;

LUDO_KERNEL static void gather(pair_lanes *to, const joint_batch *batch, const pose *poses)
{
    gather_poses(&to->a, poses, batch->parent);
    gather_poses(&to->b, poses, batch->slot);
}

/* The coordinates that the joints of a batch store. */
static void gather_stored(lanes1 *to, const joint_batch *batch, const joint_trace *trace)
{
    for (int32_t c = 0; c < batch->dof && batch->kind->stores_coordinates; c++) {
        for (int l = 0; l < LANES; l++) {
            to[c].at[l] = trace[batch->column[l] + c].cos;
        }
    }
}

/* Column c of the joints, with its traces. */
LUDO_KERNEL_PART void scatter_column(maximal *x, const joint_lanes *j, const joint_batch *batch,
                                     int32_t c, int64_t which)
{
    LANES_ALIGNED lanes8 record;
    lanes_transpose(record.at[0], j->column[c].S.at[0]);
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
            j->closing.close.at[i][l] *= rate;
        }
    }
    lanes_transpose(record.at[0], j->closing.close.at[0]);
    for (int l = 0; l < batch->count; l++) {
        const int32_t s = batch->slot[l];
        memcpy(x->tree.y + 6 * s, record.at[l], 6 * sizeof(double));
        v3_put(get3(&j->lever, l), x->lever[which] + 3 * s);
        x->violation[s] = j->violation.at[l];
        worst_take(&x->joint_violation, j->violation.at[l], s);
    }
}

/* Copy the lanes to the arrays of the tree. */
LUDO_KERNEL static void scatter(maximal *x, const pair_lanes *at, joint_lanes *j,
                                const joint_batch *batch, int64_t which, double rate)
{
    for (int32_t c = 0; c < batch->dof; c++) {
        scatter_column(x, j, batch, c, which);
    }
    joint_block_measure(batch, &j->closing, &at->a, &at->b, &j->lever, &j->violation);
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
    x->violation[s] = joint_violation(view.gap, view.tilt, b->x, d, batch->inverse_length.at[0]);
    worst_take(&x->joint_violation, x->violation[s], s);
}

/* The joints of a batch side by side. */
static void place_batch(maximal *x, const joint_batch *batch, const pose *poses, int64_t which,
                        double rate)
{
    LANES_ALIGNED pair_lanes at;
    LANES_ALIGNED joint_lanes j;
    LANES_ALIGNED lanes1 stored[JOINT_MAX_DOF];
    gather_stored(stored, batch, x->trace[which]); /* first: vectors of numbers that were just
                                                      stored one by one would stall */
    gather(&at, batch, poses);
    batch->kind->motion_lanes(batch, &at.a, &at.b, stored, &(motion_lanes){j.column, &j.closing});
    scatter(x, &at, &j, batch, which, rate);
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
