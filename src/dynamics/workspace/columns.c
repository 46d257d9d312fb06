/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of a tree for the rates of keyframes. Each column is a screw that is fixed in one
 * link, the one that moves with the column itself; the three columns of a quaternion are fixed in
 * the child. With the velocity xi of that link
 *
 *     C = S T,    d/dt C = ad_xi C
 */
#include "dynamics/workspace/columns.h"

void ludo_columns_layout(rate_columns *x, const tree *t, arena *a)
{
    x->C = TAKE(a, t->columns, motion);
    x->Cd = TAKE(a, t->columns, motion);
}

/* C of the joint at body index s. */
static void view_joint(const keyframe_order *k, const tree_instant *at, int32_t s, motion *C)
{
    const ludo_model *m = k->tree->model;
    const int32_t dof = m->joint[s].dof;
    const motion *S = at->S + m->column[s];
    const double *T = k->T + m->joint_block[s];
    if (m->joint[s].kind->link_rates == NULL) {
        memcpy(C, S, (size_t)dof * sizeof *C);
        return;
    }
    for (int32_t c = 0; c < dof; c++) {
        C[c] = motion_zero();
        for (int32_t i = 0; i < dof; i++) {
            C[c] = motion_axpy(C[c], T[dof * i + c], S[i]);
        }
    }
}

/* d/dt C of the joint at body index s. */
static void view_rates(const keyframe_order *k, const tree_instant *at, int32_t s, const double *v,
                       rate_columns *out)
{
    const ludo_model *m = k->tree->model;
    const joint_data *j = &m->joint[s];
    const int32_t first = m->column[s];
    const int32_t scalars = j->position_count > j->dof ? j->dof - 3 : j->dof;
    motion xi = j->parent >= 0 ? at->v[k->tree->node_of[j->parent]] : motion_zero();
    for (int32_t c = first; c < first + j->dof; c++) {
        xi = c < first + scalars ? motion_axpy(xi, v[k->rate[c]], out->C[c])
                                 : at->v[k->tree->node_of[s]];
        out->Cd[c] = motion_ad(xi, out->C[c]);
    }
}

void ludo_columns_view(const keyframe_order *k, const tree_instant *at, const double *v,
                       rate_columns *out)
{
    const ludo_model *m = k->tree->model;
    for (int32_t s = 0; s < m->slots; s++) {
        view_joint(k, at, s, out->C + m->column[s]);
        if (v != NULL) {
            view_rates(k, at, s, v, out);
        }
    }
}

/* The sum of columns, C or Cd, times v from the world to the link of an attached frame. */
static motion sum_columns(const keyframe_order *k, const motion *columns, const attached_frame *on,
                          const double *v)
{
    const ludo_model *m = k->tree->model;
    motion sum = motion_zero();
    for (int32_t s = on->slot; s >= 0; s = m->parent[s]) {
        const int32_t first = m->column[s], end = first + columns_of(m, on, s);
        for (int32_t c = first; c < end; c++) {
            sum = motion_axpy(sum, v[k->rate[c]], columns[c]);
        }
    }
    return sum;
}

motion ludo_columns_velocity(const keyframe_order *k, const rate_columns *x,
                             const attached_frame *on, const double *v)
{
    return sum_columns(k, x->C, on, v);
}

motion ludo_columns_bias(const keyframe_order *k, const rate_columns *x, const attached_frame *on,
                         const double *v)
{
    return sum_columns(k, x->Cd, on, v);
}
