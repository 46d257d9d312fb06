/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of LANES simulations: the joint of one body in all of them side by side. */
#include "integrators/maximal/joint_block.h"
#include "integrators/maximal_lanes/lanes.h"

/* Copy the results of a joint to the arrays of the iterate; y = rate times the displacement that
 * closes it. */
LUDO_KERNEL static void keep_motion(maximal_lanes *x, int32_t s, joint_lanes *j,
                                    const pose_lanes *parent, double rate)
{
    const joint_batch *batch = &x->joint[s];
    const int next = 1 - x->now;
    const size_t first = (size_t)x->model->column[s];
    vector *y = x->tree.y + 6 * (size_t)s, violation;
    for (int32_t c = 0; c < batch->dof; c++) {
        memcpy(x->S[next] + 6 * (first + (size_t)c), &j->motion.column[c].S, 6 * sizeof(vector));
        if (c < batch->traces) {
            x->trace[next][first + (size_t)c] =
                (trace_lanes){j->motion.column[c].trace_cos, j->motion.column[c].trace_sin};
        }
    }
    joint_block_measure(j, batch, parent, &x->body[s].z);
    memcpy(y, &j->motion.closing.close, 6 * sizeof *y);
    for (int i = 0; i < 6; i++) {
        y[i] *= VECTOR_OF(rate);
    }
    memcpy(x->lever[next] + 3 * (size_t)s, &j->lever, 3 * sizeof(vector));
    memcpy(&violation, &j->violation, sizeof violation);
    const vector_bits at = VECTOR_BITS_OF((long long)s);
    worst_lanes_take(&x->violation, &violation, &at);
}

/* The motions of a free joint are constant, and nothing is to be closed. */
static void keep_free(maximal_lanes *x, int32_t s)
{
    vector *lever = x->lever[1 - x->now] + 3 * (size_t)s;
    memcpy(lever, &x->body[s].z.x, 3 * sizeof *lever);
}

/* The coordinates of the iterate that a joint stores. */
static void gather_stored(const maximal_lanes *x, int32_t s, lanes1 *to)
{
    const trace_lanes *trace = x->trace[1 - x->now] + x->model->column[s];
    for (int32_t c = 0; c < x->joint[s].dof && x->joint[s].kind->stores_coordinates; c++) {
        to[c] = trace[c].cos;
    }
}

/* In the order of the batches, as the joints of a single simulation. */
void ludo_maximal_lanes_evaluate_joints(maximal_lanes *x, double h)
{
    const ludo_model *m = x->model;
    x->violation = (worst_lanes){VECTOR_OF(0.0), VECTOR_BITS_OF(-1LL)};
    for (int32_t i = 0; i < m->batches; i++) {
        for (int32_t l = 0; l < m->batch[i].count; l++) {
            const int32_t s = m->batch[i].slot[l], p = m->parent[s];
            const pose_lanes *parent = p >= 0 ? &x->body[p].z : &x->world;
            LANES_ALIGNED joint_lanes j;
            if (joint_is_free(&m->joint[s])) {
                keep_free(x, s);
                continue;
            }
            LANES_ALIGNED lanes1 stored[JOINT_MAX_DOF];
            gather_stored(x, s, stored);
            m->batch[i].kind->motion_lanes(&x->joint[s], parent, &x->body[s].z, stored, &j.motion);
            keep_motion(x, s, &j, parent, 1.0 / h);
        }
    }
}
