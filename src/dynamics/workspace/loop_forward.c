/* SPDX-License-Identifier: Apache-2.0
 *
 * Forward dynamics with loops [minimal.md 3.5]: with the acceleration a_0 of the tree alone
 *
 *     Y = M^-1 G^T,    (G Y) lambda = -(G a_0 + G_dot v),    a = a_0 + Y lambda
 *
 * solved in a largest set of independent rows. */
#include "dynamics/workspace/workspace.h"

#include "math/dense.h"

/* Rows whose remainder, relative to their size in the metric of M, has at most this square depend
 * on others: an angle of 3e-5 rad, as in assembly. */
static const double dependent = 1e-9;

static const double *row_of(const double *A, int32_t row, int32_t n)
{
    return A + (size_t)n * (size_t)row;
}

static double product(const double *a, const double *b, int32_t n)
{
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* G, G_dot v, Y and A = G Y at the instant. */
static bool view_loops(ludo_dynamics *d, const double *v)
{
    loop_memory *l = &d->loops;
    const int32_t m = l->count, n = d->tree.columns;
    bool regular = true;
    ludo_workspace_view_columns(d, v);
    ludo_loop_rows_view(&l->rows, NULL, l->G);
    ludo_loop_rows_rate(&l->rows, v, l->rate);
    for (int32_t r = 0; r < m; r++) {
        double *to = l->Y + (size_t)n * (size_t)r;
        regular = ludo_workspace_divide(d, row_of(l->G, r, n), to) && regular;
    }
    for (int32_t r = 0; r < m; r++) {
        for (int32_t c = 0; c < m; c++) {
            l->A[m * r + c] = product(row_of(l->G, r, n), row_of(l->Y, c, n), n);
        }
    }
    return regular;
}

/* The number of independent rows, the first ones of l->order; scales make the diagonal 1. */
static int32_t choose_rows(loop_memory *l)
{
    const int32_t m = l->count;
    for (int32_t r = 0; r < m; r++) {
        const double own = l->A[(m + 1) * r];
        l->scale[r] = own > 0.0 ? 1.0 / sqrt(own) : 0.0;
    }
    for (int32_t r = 0; r < m; r++) {
        for (int32_t c = 0; c < m; c++) {
            l->B[m * r + c] = l->scale[r] * l->A[m * r + c] * l->scale[c];
        }
    }
    dense_span span = {
        .n = m, .m = m, .A = l->B, .end = l->end, .beta = l->beta, .order = l->order};
    ludo_dense_span(&span, dependent);
    return span.rank;
}

/* lambda for b = -(G a_0 + G_dot v). */
static bool solve_multipliers(loop_memory *l)
{
    const int32_t m = l->count, rank = choose_rows(l);
    for (int32_t i = 0; i < rank; i++) {
        const int32_t r = l->order[i];
        for (int32_t k = 0; k < rank; k++) {
            const int32_t c = l->order[k];
            l->B[rank * i + k] = l->scale[r] * l->A[m * r + c] * l->scale[c];
        }
        l->z[i] = l->scale[r] * l->b[r];
    }
    const bool regular = ludo_dense_solve(rank, 1, l->B, l->z);
    memset(l->lambda, 0, (size_t)m * sizeof *l->lambda);
    for (int32_t i = 0; i < rank; i++) {
        l->lambda[l->order[i]] = l->scale[l->order[i]] * l->z[i];
    }
    return regular;
}

/* Add the accelerations of loops to those of the tree. */
static bool add_loops(ludo_dynamics *d, const double *v, double *a)
{
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns;
    bool regular = view_loops(d, v);
    for (int32_t r = 0; r < l->count; r++) {
        l->b[r] = -(product(row_of(l->G, r, n), a, n) + l->rate[r]);
    }
    regular = regular && solve_multipliers(l);
    for (int32_t r = 0; r < l->count; r++) {
        for (int32_t c = 0; c < n; c++) {
            a[c] += l->lambda[r] * row_of(l->Y, r, n)[c];
        }
    }
    return regular;
}

/* At the instant of the last evaluation, under l->e. */
static ludo_status forward(ludo_dynamics *d, const double *v, double *a)
{
    if (d->loops.count > 0 && !d->dense) {
        return LUDO_UNSUPPORTED;
    }
    ludo_workspace_find_bias(d);
    if (!ludo_workspace_factorize(d) || !ludo_workspace_accelerate(d, d->loops.e, a)) {
        return LUDO_SINGULAR;
    }
    return d->loops.count == 0 || add_loops(d, v, a) ? LUDO_OK : LUDO_SINGULAR;
}

ludo_status ludo_dynamics_forward_loops(ludo_dynamics *dynamics, const double *q, const double *v,
                                        const double *effort, double *a, double *lambda)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !rates_usable(d, effort) || a == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    memcpy(d->loops.e, effort, (size_t)d->tree.columns * sizeof *effort);
    ludo_workspace_evaluate(d, q, v);
    const ludo_status status = forward(d, v, a);
    if (lambda != NULL && d->dense) {
        memcpy(lambda, d->loops.lambda, (size_t)d->loops.count * sizeof *lambda);
    }
    return status;
}

ludo_status ludo_dynamics_forward_all(ludo_dynamics *dynamics, const double *q, const double *v,
                                      const double *u, const double *effort, double *a)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || (effort != NULL && !rates_usable(d, effort)) ||
        !ludo_workspace_take_controls(d, u) || a == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const ludo_status exerted = ludo_workspace_exert(d, u != NULL);
    ludo_keyframe_from_efforts(&d->order, d->e, d->loops.e);
    for (int32_t c = 0; c < d->tree.columns && effort != NULL; c++) {
        d->loops.e[c] += effort[c];
    }
    return exerted == LUDO_OK ? forward(d, v, a) : exerted;
}
