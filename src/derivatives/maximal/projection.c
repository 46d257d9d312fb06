/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of the projection (B) with loops [maximal.md 8.4]. With v the rates,
 *
 *     p = M v,    G v = 0    hence    dp = M dv + (dM/dq v) dq,    G dv = - (dG/dq v) dq
 *
 * so that dv is known up to T b, and b follows from T^T dp, which the projection leaves
 * unchanged. */
#include "derivatives/maximal/linearize.h"

void ludo_maximal_linear_project_layout(maximal_linear *l, const ludo_model *m, arena *a)
{
    const size_t n = m->loop_count > 0 ? (size_t)m->columns : 0;
    l->v = TAKE(a, n, double);
    l->V = TAKE(a, n, motion);
    l->W = TAKE(a, n, motion);
    l->M = TAKE(a, n * n, double);
    l->M_q = TAKE(a, n * n, double);
    l->G_q = TAKE(a, n * (size_t)l->rows, double);
    l->rate = TAKE(a, l->rows, double);
}

static void add_armatures(maximal_linear *l, const ludo_model *m)
{
    for (int32_t c = 0; c < l->n; c++) {
        l->M[(size_t)(l->n + 1) * (size_t)c] += m->acts[c] ? m->along[c].armature : 0.0;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        for (int k = 0; k < 3; k++) {
            l->M[(size_t)(l->n + 1) * (size_t)(m->ball_spring[i].column + k)] +=
                m->ball_spring[i].armature;
        }
    }
}

/* small := T^T M T, freedom x freedom. */
static void reduce_masses(maximal_linear *l, int32_t freedom)
{
    const int32_t n = l->n;
    const double *T = l->knot[1].T;
    memset(l->square, 0, (size_t)n * (size_t)freedom * sizeof *l->square);
    memset(l->small, 0, (size_t)freedom * (size_t)freedom * sizeof *l->small);
    ludo_dense_multiply(n, n, freedom, l->M, T, l->square);
    ludo_dense_multiply_t(freedom, n, freedom, T, l->square, l->small);
}

/* x := T (T^T M T)^-1 T^T y, columns of numbers; y is overwritten. */
static bool solve_free(maximal_linear *l, int32_t freedom, int32_t width, const double *y,
                       double *x)
{
    const double *T = l->knot[1].T;
    reduce_masses(l, freedom);
    memset(l->wide, 0, (size_t)freedom * (size_t)width * sizeof *l->wide);
    ludo_dense_multiply_t(freedom, l->n, width, T, y, l->wide);
    const bool regular = ludo_dense_solve(freedom, width, l->small, l->wide);
    ludo_dense_multiply(l->n, freedom, width, T, l->wide, x);
    return regular;
}

/* Row r of dG/dq v: the second derivatives of one row alone, times v. */
static void view_row_slope(maximal_linear *l, const sim_state *state, int32_t loop, int32_t row,
                           double *out)
{
    linear_knot *k = &l->knot[1];
    double lambda[JOINT_MAX_ROWS] = {0.0};
    lambda[row] = 1.0;
    memset(l->square, 0, (size_t)l->n * (size_t)l->n * sizeof *l->square);
    memset(k->mu, 0, (size_t)l->n * sizeof *k->mu);
    memset(l->across, 0, (size_t)l->n * sizeof *l->across);
    ludo_maximal_linear_add_loop(l, state, 1, loop, (loop_load){lambda, 1.0}, l->square);
    ludo_maximal_linear_gather_forces(l, k->mu);
    ludo_maximal_linear_add_within(l, k->S, k->mu, l->across, l->square);
    ludo_dense_multiply_t(l->n, l->n, 1, l->square, l->v, out);
}

static void view_row_slopes(maximal_linear *l, const sim_state *state)
{
    double *out = l->G_q;
    memset(out, 0, (size_t)l->rows * (size_t)l->n * sizeof *out);
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        for (int32_t j = 0; j < state->model->loop[i].rows; j++, out += l->n) {
            if ((state->left_out[i] >> j & 1) == 0) {
                view_row_slope(l, state, i, j, out);
            }
        }
    }
}

/* right := the smallest dv with G dv = - (dG/dq v) dq. */
static void close_rates(maximal_linear *l, int32_t width)
{
    const size_t w = (size_t)width;
    memset(l->wide, 0, (size_t)l->rows * w * sizeof *l->wide);
    ludo_dense_multiply(l->rows, l->n, width, l->G_q, l->dq, l->wide);
    for (size_t i = 0; i < w; i++) {
        for (int32_t r = 0; r < l->rows; r++) {
            l->rate[r] = -l->wide[w * (size_t)r + i];
        }
        ludo_maximal_linear_close(l, &l->knot[1], l->rate, l->column);
        for (int32_t c = 0; c < l->n; c++) {
            l->right[w * (size_t)c + i] = l->column[c];
        }
    }
}

bool ludo_maximal_linear_project(maximal_linear *l, const sim_state *state)
{
    const int32_t n = l->n, width = 2 * n + l->controls;
    const int32_t freedom = n - l->knot[1].span.rank;
    const size_t size = (size_t)n * (size_t)width;
    memset(l->M, 0, (size_t)n * (size_t)n * sizeof *l->M);
    memset(l->M_q, 0, (size_t)n * (size_t)n * sizeof *l->M_q);
    memset(l->v, 0, (size_t)n * sizeof *l->v);
    ludo_maximal_linear_add_masses(l, state);
    add_armatures(l, state->model);
    bool regular = solve_free(l, freedom, 1, l->knot[1].p, l->v);
    ludo_maximal_linear_add_mass_slopes(l, state);
    view_row_slopes(l, state);

    /* the part of dp that the motion and the smallest dv do not explain is T b */
    close_rates(l, width);
    double *known = l->known;
    memset(known, 0, size * sizeof *known);
    ludo_dense_multiply(n, n, width, l->M, l->right, known);
    ludo_dense_multiply(n, n, width, l->M_q, l->dq, known);
    for (size_t i = 0; i < size; i++) {
        l->dp[i] -= known[i];
    }
    memset(l->right, 0, size * sizeof *l->right);
    regular = solve_free(l, freedom, width, l->dp, l->right) && regular;
    memcpy(l->dp, known, size * sizeof *known);
    ludo_dense_multiply(n, n, width, l->M, l->right, l->dp);
    return regular;
}
