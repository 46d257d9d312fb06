/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions of dofs, the tree of dofs, and the derivatives along motions. */
#include "derivatives/maximal/linearize.h"

/* The unit vector of dof c of a ball: an axis of the child's joint frame, of a free joint of the
 * body frame, world. */
static ludo_vec3 ball_axis(const joint_data *j, const pose *b, int32_t axis)
{
    const ludo_vec3 e = v3(axis == 0, axis == 1, axis == 2);
    return m3_apply(&b->R, joint_is_free(j) ? e : q_rotate(j->q_b_off, e));
}

/* Correction for a free joint, whose origin stays while S rotates the child about its centre of
 * mass. */
static ludo_vec3 origin_correction(const joint_data *j, const pose *b, ludo_vec3 w)
{
    return joint_is_free(j) ? v3_cross(m3_apply(&b->R, j->origin), w) : v3(0.0, 0.0, 0.0);
}

motion ludo_maximal_linear_column(const ludo_model *m, const pose *poses, const double *S,
                                  int32_t s, int32_t c, ludo_vec3 origin)
{
    const joint_data *j = &m->joint[s];
    const pose *b = &poses[s];
    ludo_vec3 v = {0.0, 0.0, 0.0}, w = v;
    if (m->column_kind[c] ==
        COLUMN_BALL) { /* S has the ball's motions about the axes of the world */
        const int32_t first = m->column[s] + j->dof - 3;
        const ludo_vec3 axis = ball_axis(j, b, c - first);
        const double part[3] = {axis.x, axis.y, axis.z};
        for (int k = 0; k < 3; k++) {
            const double *of = S + 6 * (size_t)(first + k);
            v = v3_axpy(v, part[k], v3(of[0], of[1], of[2]));
            w = v3_axpy(w, part[k], v3(of[3], of[4], of[5]));
        }
        v = v3_add(v, origin_correction(j, b, w));
    } else {
        const double *of = S + 6 * (size_t)c;
        v = v3(of[0], of[1], of[2]), w = v3(of[3], of[4], of[5]);
    }
    return (motion){w, v3_add(v, v3_cross(v3_sub(b->x, origin), w))};
}

static void knot_layout(linear_knot *k, int32_t n, arena *a)
{
    k->memory = TAKE(a, n, double);
    k->S = TAKE(a, n, motion);
    k->mu = TAKE(a, n, force);
    k->B = TAKE(a, n, stiff6);
    k->p = TAKE(a, n, double);
}

/* Find the carrier of each dof, and the index of each dof among public rates. */
static void find_carriers(maximal_linear *l, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        int32_t before = m->parent[s] >= 0 ? l->seat[m->parent[s]] : -1;
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            l->up[c] = before;
            l->ball[c] = m->column_kind[c] == COLUMN_BALL ? m->column[s] + j->dof - 3 : c;
            before = c;
        }
        l->seat[s] = before;
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        for (int32_t d = 0; d < m->joints[i].dof; d++) {
            l->rate_of[m->joints[i].column + d] = m->joints[i].velocity_first + d;
        }
    }
}

void ludo_maximal_linear_columns_layout(maximal_linear *l, const ludo_model *m, arena *a)
{
    l->n = m->columns;
    l->up = TAKE(a, m->columns, int32_t);
    l->seat = TAKE(a, m->slots, int32_t);
    l->ball = TAKE(a, m->columns, int32_t);
    l->rate_of = TAKE(a, m->columns, int32_t);
    l->scale = m->column_scale;
    knot_layout(&l->knot[0], m->columns, a);
    knot_layout(&l->knot[1], m->columns, a);
    l->across = TAKE(a, m->columns, stiff6);
    l->on = TAKE(a, m->columns, unsigned char);
    if (l->up != NULL && l->seat != NULL) {
        find_carriers(l, m);
    }
}

/* The mean of all centres of mass. */
static ludo_vec3 middle_of(const ludo_model *m, const pose *poses)
{
    ludo_vec3 sum = {0.0, 0.0, 0.0};
    for (int32_t s = 0; s < m->slots; s++) {
        sum = v3_add(sum, poses[s].x);
    }
    return v3_scale(m->slots > 0 ? 1.0 / m->slots : 0.0, sum);
}

void ludo_maximal_linear_view_columns(maximal_linear *l, const sim_state *state)
{
    const ludo_model *m = state->model;
    const maximal *x = maximal_in(state);
    const int64_t now = state->progress->now;
    l->origin = middle_of(m, state->poses[now]);
    for (int i = 0; i < 2; i++) {
        linear_knot *k = &l->knot[i];
        const int64_t which = i == 0 ? 1 - now : now;
        k->poses = state->poses[which];
        for (int32_t s = 0; s < m->slots; s++) {
            for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
                k->S[c] = ludo_maximal_linear_column(m, k->poses, x->S[which], s, c, l->origin);
            }
        }
        for (int32_t c = 0; c < l->n; c++) {
            k->mu[c] = force_zero();
            k->B[c] = (stiff6){{0.0}};
        }
    }
}

int32_t ludo_maximal_linear_seat(const maximal_linear *l, const ludo_model *m,
                                 const attached_frame *on)
{
    if (on->slot < 0) {
        return -1;
    }
    if (on->intermediate < 0) {
        return l->seat[on->slot];
    }
    const int32_t parent = m->intermediate[on->intermediate].parent;
    const int32_t parts = m->intermediate[on->intermediate].dof;
    return parts > 0 ? m->column[on->slot] + parts - 1 : parent >= 0 ? l->seat[parent] : -1;
}

void ludo_maximal_linear_gather_forces(const maximal_linear *l, force *mu)
{
    for (int32_t c = l->n; c-- > 0;) {
        if (l->up[c] >= 0) {
            mu[l->up[c]] = force_add(mu[l->up[c]], mu[c]);
        }
    }
}

void ludo_maximal_linear_gather_stiff(const maximal_linear *l, stiff6 *B)
{
    for (int32_t c = l->n; c-- > 0;) {
        for (int i = 0; i < 36 && l->up[c] >= 0; i++) {
            B[l->up[c]].m[i] += B[c].m[i];
        }
    }
}

void ludo_maximal_linear_add_within(const maximal_linear *l, const motion *S, const force *mu,
                                    const stiff6 *B, double *D)
{
    const size_t n = (size_t)l->n;
    for (int32_t j = 0; j < l->n; j++) {
        const force own = stiff_apply(&B[j], S[j]);
        D[n * (size_t)j + (size_t)j] += pair_of(own, S[j]);
        for (int32_t i = l->up[j]; i >= 0; i = l->up[i]) {
            const double part = l->ball[i] == l->ball[j] ? 0.5 : 1.0;
            const double bend = pair_of(mu[j], motion_ad(S[i], S[j]));
            D[n * (size_t)j + (size_t)i] += pair_of(stiff_apply(&B[j], S[i]), S[j]) + part * bend;
            D[n * (size_t)i + (size_t)j] += pair_of(own, S[i]) - (1.0 - part) * bend;
        }
    }
}

void ludo_maximal_linear_add_across(const maximal_linear *l, const motion *S0, const motion *S1,
                                    const stiff6 *B, double *D)
{
    const size_t n = (size_t)l->n;
    for (int32_t j = 0; j < l->n; j++) {
        const force own = stiff_apply(&B[j], S1[j]);
        D[n * (size_t)j + (size_t)j] += pair_of(own, S0[j]);
        for (int32_t i = l->up[j]; i >= 0; i = l->up[i]) {
            D[n * (size_t)j + (size_t)i] += pair_of(stiff_apply(&B[j], S1[i]), S0[j]);
            D[n * (size_t)i + (size_t)j] += pair_of(own, S0[i]);
        }
    }
}
