/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of LANES simulations: the joint of one body in all of them side by side. */
#include "integrators/maximal/joint_block.h"
#include "integrators/maximal_lanes/lanes.h"

/* y = rate times the displacement that closes a joint; levers, violations. */
LUDO_KERNEL static void close_joint(maximal_lanes *x, int32_t s, const pose_lanes *parent,
                                    double rate)
{
    closing_lanes *closing = &x->closing[s];
    LANES_ALIGNED lanes3 lever;
    vector y[6], violation;
    joint_block_measure(&x->joint[s], closing, parent, &x->body[s].z, &lever, &x->violation[s]);
    vector_copy(x->lever[1 - x->now] + 3 * (size_t)s, &lever, 3);
    vector_copy(&violation, &x->violation[s], 1);
    vector_take_worst(&x->worst_violation, &violation);
    vector_copy(y, &closing->close, 6);
    for (int i = 0; i < 6; i++) {
        y[i] *= VECTOR_OF(rate);
    }
    memcpy(&closing->close, y, sizeof y);
}

/* The motions of a free joint are constant, and nothing is to be closed. */
static void keep_free(maximal_lanes *x, int32_t s)
{
    vector *lever = x->lever[1 - x->now] + 3 * (size_t)s;
    memcpy(lever, &x->body[s].z.x, 3 * sizeof *lever);
}

/* The coordinates of the iterate that a joint stores. */
static void gather_stored(maximal_lanes *x, int32_t s, lanes1 *to)
{
    for (int32_t c = 0; c < x->joint[s].dof && x->joint[s].kind->stores_coordinates; c++) {
        to[c] = lanes_next_trace(x, x->model->column[s] + c)->cos;
    }
}

static void place_joint(maximal_lanes *x, int32_t s, double rate)
{
    const ludo_model *m = x->model;
    const pose_lanes *parent = m->parent[s] >= 0 ? &x->body[m->parent[s]].z : &x->world;
    const motion_lanes to = {x->column_motion[1 - x->now] + m->column[s], &x->closing[s]};
    LANES_ALIGNED lanes1 stored[JOINT_MAX_DOF];
    gather_stored(x, s, stored);
    x->joint[s].kind->motion_lanes(&x->joint[s], parent, &x->body[s].z, stored, &to);
    close_joint(x, s, parent, rate);
}

void ludo_maximal_lanes_evaluate_joints(maximal_lanes *x, double h)
{
    const ludo_model *m = x->model;
    x->worst_violation = VECTOR_OF(0.0);
    for (int32_t s = 0; s < m->slots; s++) {
        if (joint_is_free(&m->joint[s])) {
            keep_free(x, s);
        } else {
            place_joint(x, s, 1.0 / h);
        }
    }
}
