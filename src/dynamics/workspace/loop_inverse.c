/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops in joint coordinates, and inverse dynamics with loops [minimal.md 3.5]. With the effort e_0
 * of the tree alone all efforts e_0 - G^T lambda produce the same acceleration. In coordinates
 * scaled to one unit, u the joints without strength, a the others, W = 1 / strength:
 *
 *     G_u^T lambda = e_0u                        Q R of G_u: lambda = lambda_0 + Q_2 z
 *     | W ( e_0a - G_a^T lambda_0 - G_a^T Q_2 z ) | -> min        Q R of W G_a^T Q_2
 */
#include "dynamics/workspace/workspace.h"

#include "math/dense.h"

/* Columns count as dependent, and equations as solvable, up to this share of their size. */
static const double dependent = 1e-9;

/* ---- rows ---- */

int32_t ludo_dynamics_loop_rows(const ludo_dynamics *dynamics)
{
    return dynamics != NULL ? dynamics->loops.count : 0;
}

ludo_status ludo_dynamics_loops(ludo_dynamics *dynamics, const double *q, double *g, double *G)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, NULL);
    ludo_workspace_view_columns(d, NULL);
    ludo_loop_rows_view(&d->loops.rows, g, G);
    return LUDO_OK;
}

ludo_status ludo_dynamics_loops_bias(ludo_dynamics *dynamics, const double *q, const double *v,
                                     double *bias)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || bias == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    ludo_workspace_view_columns(d, v);
    ludo_loop_rows_rate(&d->loops.rows, v, bias);
    return LUDO_OK;
}

/* ---- scaled coordinates ---- */

/* The unit of a dof's effort over the unit of a moment: 1, or 1 / length [1/m]. */
static double unit_of(const ludo_dynamics *d, int32_t c)
{
    return d->tree.model->column_scale[d->tree.column_of[c]];
}

static double strength_of(const ludo_dynamics *d, const double *strength, int32_t c)
{
    return strength != NULL ? strength[d->order.rate[c]] : 1.0;
}

/* l->Y := G with rows and columns without unit, columns in the tree's order. Returns the largest
 * entry: columns that are far smaller are round-off. */
static double scale_rows(ludo_dynamics *d)
{
    loop_memory *l = &d->loops;
    const ludo_model *m = d->tree.model;
    const int32_t n = d->tree.columns;
    ludo_workspace_view_columns(d, NULL);
    ludo_loop_rows_view(&l->rows, NULL, l->G);
    const double *from = l->G;
    double *to = l->Y, most = 0.0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++, from += n, to += n) {
            for (int32_t c = 0; c < n; c++) {
                to[c] = from[d->order.rate[c]] / (loop_unit(&m->loop[i], j) * unit_of(d, c));
                most = fmax(most, fabs(to[c]));
            }
        }
    }
    return most;
}

/* ---- joints without strength ---- */

/* The columns of joints without strength as a span of rows, and their efforts in l->b. */
static dense_span gather_undriven(ludo_dynamics *d, const double *strength)
{
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns;
    dense_span span = {.n = l->count, .A = l->P, .end = l->end, .beta = l->beta, .order = l->order};
    for (int32_t c = 0; c < n; c++) {
        span.m += strength_of(d, strength, c) == 0.0;
    }
    for (int32_t c = 0, k = 0; c < n; c++) {
        if (strength_of(d, strength, c) == 0.0) {
            for (int32_t r = 0; r < l->count; r++) {
                l->P[span.m * r + k] = l->Y[n * r + c];
            }
            l->b[k++] = l->e[d->order.rate[c]] / unit_of(d, c);
        }
    }
    return span;
}

/* e_0 -= G^T of scaled multipliers. */
static void take_loops(ludo_dynamics *d, const double *lambda)
{
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns;
    for (int32_t c = 0; c < n; c++) {
        double sum = 0.0;
        for (int32_t r = 0; r < l->count; r++) {
            sum += l->Y[n * r + c] * lambda[r];
        }
        l->e[d->order.rate[c]] -= unit_of(d, c) * sum;
    }
}

/* The largest effort, in units of moments, of joints without strength or of all joints. */
static double largest_effort(const ludo_dynamics *d, const double *strength, bool all)
{
    double most = 0.0;
    for (int32_t c = 0; c < d->tree.columns; c++) {
        if (all || strength_of(d, strength, c) == 0.0) {
            most = fmax(most, fabs(d->loops.e[d->order.rate[c]]) / unit_of(d, c));
        }
    }
    return most;
}

/* ---- joints with strength ---- */

/* l->A := Q_2: the combinations of rows that leave joints without strength alone, one per row of
 * l->A. Returns their number. */
static int32_t find_free_rows(loop_memory *l, const dense_span *span)
{
    const int32_t m = l->count, spare = m - span->rank;
    memset(l->A, 0, (size_t)m * (size_t)m * sizeof *l->A);
    for (int32_t k = 0; k < spare; k++) {
        double *x = l->A + (size_t)m * (size_t)k;
        x[span->rank + k] = 1.0;
        ludo_dense_span_apply(span, x);
    }
    return spare;
}

/* The weight of a joint, relative to that of the joint with the least strength; 0 without
 * strength. */
static double weight_of(const ludo_dynamics *d, const double *strength, int32_t c, double most)
{
    const double s = strength_of(d, strength, c);
    return s > 0.0 ? unit_of(d, c) / (s * most) : 0.0;
}

static double largest_weight(const ludo_dynamics *d, const double *strength)
{
    double most = 0.0;
    for (int32_t c = 0; c < d->tree.columns; c++) {
        most = fmax(most, weight_of(d, strength, c, 1.0));
    }
    return most;
}

/* l->K := W G_a^T Q_2, n x spare; l->b := W e_0. Returns the size of W G_a^T: columns of K that are
 * far smaller are round-off. */
static double weigh(ludo_dynamics *d, const double *strength, int32_t spare)
{
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns, m = l->count;
    const double most = largest_weight(d, strength);
    double size = 0.0;
    memset(l->K, 0, (size_t)n * (size_t)spare * sizeof *l->K);
    for (int32_t c = 0; c < n; c++) {
        const double w = weight_of(d, strength, c, most);
        for (int32_t r = 0; r < m; r++) {
            const double entry = w * l->Y[n * r + c];
            size = fmax(size, fabs(entry));
            for (int32_t k = 0; k < spare; k++) {
                l->K[spare * c + k] += entry * l->A[m * k + r];
            }
        }
        l->b[c] = w * l->e[d->order.rate[c]] / unit_of(d, c);
    }
    return size;
}

/* Reduce e_0 to the smallest effort by the free combinations of rows. */
static void reduce(ludo_dynamics *d, const double *strength, int32_t spare)
{
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns, m = l->count;
    const double size = weigh(d, strength, spare);
    dense_span span = {
        .n = n, .m = spare, .A = l->K, .end = l->end, .beta = l->beta, .order = l->order};
    ludo_dense_span(&span, dependent * size);
    ludo_dense_span_nearest(&span, l->b, l->z);
    memset(l->lambda, 0, (size_t)m * sizeof *l->lambda);
    ludo_dense_multiply_t(m, spare, 1, l->A, l->z, l->lambda);
    take_loops(d, l->lambda);
}

/* ---- the smallest effort ---- */

/* From e_0 in l->e to the effort; false: the joints with strength do not suffice. */
static bool spread(ludo_dynamics *d, const double *strength)
{
    loop_memory *l = &d->loops;
    const double size = largest_effort(d, strength, true);
    const double entry = scale_rows(d);
    dense_span undriven = gather_undriven(d, strength);
    ludo_dense_span(&undriven, dependent * entry);
    ludo_dense_span_smallest(&undriven, l->b, l->lambda);
    const int32_t spare = find_free_rows(l, &undriven);
    take_loops(d, l->lambda);
    if (!(largest_effort(d, strength, false) <= dependent * size)) {
        return false;
    }
    if (spare > 0) {
        reduce(d, strength, spare);
    }
    return true;
}

/* Whether strengths are usable. */
static bool strengths_usable(const ludo_dynamics *d, const double *strength)
{
    bool usable = strength == NULL || rates_usable(d, strength);
    for (int32_t c = 0; c < d->tree.columns && strength != NULL; c++) {
        usable = usable && strength[c] >= 0.0;
    }
    return usable;
}

ludo_status ludo_dynamics_inverse_loops(ludo_dynamics *dynamics, const double *q, const double *v,
                                        const double *a, const double *strength, double *effort)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !rates_usable(d, a) || !strengths_usable(d, strength) ||
        effort == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    if (!d->dense) {
        return LUDO_UNSUPPORTED;
    }
    const int32_t n = d->tree.columns;
    ludo_workspace_evaluate(d, q, v);
    ludo_workspace_find_bias(d);
    ludo_workspace_invert(d, a, d->loops.e);
    const bool found = spread(d, strength);
    for (int32_t c = 0; c < n; c++) {
        effort[c] = strength == NULL || strength[c] > 0.0 ? d->loops.e[c] : 0.0;
    }
    return found ? LUDO_OK : LUDO_SINGULAR;
}
