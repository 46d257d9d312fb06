/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on a tree of 6 x 6 blocks.
 *
 * The free coordinates of a node are eliminated as one block. */
#include "solver/tree/recursion.h"

#include "solver/tree/constraint_hooks.h"
#include "solver/tree/recursion_order.h"
#include "solver/tree/recursion_roots.h"
#include "solver/tree/row.h"

enum { SQUARE = ROW * ROW };

void ludo_recursion_layout(recursion *t, arena *a)
{
    const size_t nodes = (size_t)t->nodes, columns = (size_t)t->column[nodes];
    t->M = TAKE(a, BLOCK * nodes + (SQUARE - BLOCK), double); /* the last one is read as a square */
    t->C = TAKE(a, t->joint_block[nodes], double);
    t->r = TAKE(a, 6 * nodes, double);
    t->y = TAKE(a, 6 * nodes, double);
    t->e = TAKE(a, columns, double);
    t->u = TAKE(a, 6 * nodes, double);
    t->w = TAKE(a, columns, double);
    t->lu = TAKE(a, t->joint_block[nodes], double);
    t->g = TAKE(a, ROW * columns, double);
    t->k = TAKE(a, ROW * columns, double);
    t->unbound = TAKE(a, nodes, bool);
    t->group = TAKE(a, lanes_blocks(t->unbound_most), struct root_group);
    t->groups = 0;
    ludo_recursion_order_layout(t, a);
}

/* --- sums ------------------------------------------------------------------------------------- */

/* dot6() of absolute values: cancellation is the ratio of the two. */
LUDO_KERNEL_PART double terms6(const double *restrict a, const double *restrict b)
{
    return sum6(fabs(a[0] * b[0]), fabs(a[1] * b[1]), fabs(a[2] * b[2]), fabs(a[3] * b[3]),
                fabs(a[4] * b[4]), fabs(a[5] * b[5]));
}

/* --- up --------------------------------------------------------------------------------------- */

/* Copy r to the first lane of M's padding, where each operation on the block applies to r too. */
static void load_rhs(recursion *t)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        for (int k = 0; k < 6; k++) {
            t->M[BLOCK * i + ROW * k + RHS] = t->r[6 * i + k];
        }
    }
}

/* From the columns of M, r among them: G = M S, then f = r - M y, then N = M X, back in rows. */
LUDO_KERNEL_PART void project_columns(const recursion *t, int32_t i, double *restrict G,
                                      double *restrict N, int f)
{
    const double *S = t->S + 6 * t->column[i];
    LANES_ALIGNED double columns[SQUARE], known[ROW];
    lanes_transpose(columns, t->M + BLOCK * i);
    for (int j = 0; j < f; j++) {
        combine(G + ROW * j, S + 6 * j, columns);
    }
    combine(known, t->y + 6 * i, columns);
    subtract(columns + ROW * RHS, 1.0, known);
    transport(columns, t->d_S + 3 * i);
    lanes_transpose(N, columns);
}

/* W = T^T G + C, and the sums of absolute values of its diagonal terms. */
LUDO_KERNEL_PART void project_block(const recursion *t, int32_t i, const double *restrict G,
                                    double *restrict W, double *restrict terms, int f)
{
    const double *T = t->T + 6 * t->column[i], *C = t->C + t->joint_block[i];
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < f; l++) {
            W[f * j + l] = dot6(T + 6 * j, G + ROW * l) + C[f * j + l];
        }
        terms[j] = terms6(T + 6 * j, G + ROW * j) + fabs(C[f * j + j]);
    }
}

/* K = T^T N, with T^T f + e in the lane of the right-hand side. */
LUDO_KERNEL_PART void project_rows(const recursion *t, int32_t i, const double *restrict N,
                                   double *restrict K, int f)
{
    static const double rhs[ROW] = {[RHS] = 1.0};
    for (int j = 0; j < f; j++) {
        const int32_t c = t->column[i] + j;
        combine(K + ROW * j, t->T + 6 * c, N);
        add(K + ROW * j, t->e[c], rhs);
    }
}

/* Step j of W = L D U. The rows K get D^-1 L^-1, the columns G get U^-1. */
LUDO_KERNEL_PART void eliminate(double *restrict W, double *restrict terms, double *restrict G,
                                double *restrict K, int j, int f)
{
    const double inverse = 1.0 / W[f * j + j];
    W[f * j + j] = inverse;
    for (int r = j + 1; r < f; r++) {
        const double l = W[f * r + j] * inverse;
        terms[r] += fabs(l * W[f * j + r]);
        for (int c = j + 1; c < f; c++) {
            W[f * r + c] -= l * W[f * j + c];
        }
        W[f * r + j] = l;
        subtract(K + ROW * r, l, K + ROW * j);
    }
    for (int c = j + 1; c < f; c++) {
        W[f * j + c] *= inverse;
        subtract(G + ROW * c, W[f * j + c], G + ROW * j);
    }
    FOR_LANES(c)
    {
        K[ROW * j + c] *= inverse;
    }
}

LUDO_KERNEL_PART void eliminate_all(double *restrict W, double *restrict terms, double *restrict G,
                                    double *restrict K, int f)
{
    /* unrolled: compilers do not unroll nested loops with dependent bounds */
    if (f > 0) {
        eliminate(W, terms, G, K, 0, f);
    }
    if (f > 1) {
        eliminate(W, terms, G, K, 1, f);
    }
    if (f > 2) {
        eliminate(W, terms, G, K, 2, f);
    }
    for (int j = 3; j < f; j++) {
        eliminate(W, terms, G, K, j, f);
    }
}

/* The parent's block gets B^T ( N - G K ). */
LUDO_KERNEL_PART void add_to_parent(recursion *t, int32_t i, const double *restrict G,
                                    double *restrict N, const double *restrict K, int f)
{
    double *M_p = t->M + BLOCK * t->parent[i];
    for (int k = 0; k < 6; k++) {
        for (int j = 0; j < f; j++) {
            subtract(N + ROW * k, G[ROW * j + k], K + ROW * j);
        }
    }
    transport(N, t->d_T + 3 * i);
    for (int k = 0; k < 6; k++) {
        add(M_p + ROW * k, 1.0, N + ROW * k);
    }
}

/* U^-1 on row j of K, after the rows below */
LUDO_KERNEL_PART void back_row(const double *restrict W, double *restrict K, int j, int f)
{
    for (int l = j + 1; l < f; l++) {
        subtract(K + ROW * j, W[f * j + l], K + ROW * l);
    }
}

LUDO_KERNEL_PART void factor_node(recursion *t, int32_t i, worst *loss, int f)
{
    LANES_ALIGNED double N[SQUARE], K[MOST_COLUMNS * ROW];
    double W[MOST_COLUMNS * MOST_COLUMNS], terms[MOST_COLUMNS];
    double *G = t->g + ROW * t->column[i];
    project_columns(t, i, G, N, f);
    project_block(t, i, G, W, terms, f);
    project_rows(t, i, N, K, f);
    eliminate_all(W, terms, G, K, f);
    for (int j = 0; j < f; j++) {
        take_loss(loss, terms[j] * fabs(W[f * j + j]), i);
    }
    if (t->parent[i] >= 0) {
        add_to_parent(t, i, G, N, K, f);
    }
    for (int j = f; j-- > 0;) {
        back_row(W, K, j, f);
    }
    for (int j = 0; j < f * f; j++) {
        t->lu[t->joint_block[i] + j] = W[j];
    }
    for (int j = 0; j < f; j++) {
        FOR_LANES(c)
        {
            t->k[ROW * (t->column[i] + j) + c] = K[ROW * j + c];
        }
    }
}

/* Whether unbound roots are solved side by side. */
LUDO_KERNEL_PART bool has_groups(const recursion *t)
{
    return t->groups > 0 && !is_constrained(t);
}

/* Whether a node takes no part in a pass over nodes one by one. */
LUDO_KERNEL_PART bool is_left_out(const recursion *t, int32_t i, bool grouped)
{
    return (t->idle != NULL && t->idle[i]) || (grouped && t->unbound[i]);
}

/* The nth node of a pass up, counted from its end. Constraints are eliminated in the order of
 * indices. */
LUDO_KERNEL_PART int32_t node_at(const recursion *t, int32_t n)
{
    return is_constrained(t) ? n : t->order[n];
}

LUDO_KERNEL_SHORT static void factor(recursion *t)
{
    worst loss = {1.0, -1}; /* the inverse of the reported pivot */
    const bool grouped = has_groups(t);
    for (int32_t n = t->nodes; n-- > 0;) {
        const int32_t i = node_at(t, n);
        if (is_left_out(t, i, grouped)) {
            continue;
        }
        eliminate_constraints(t, i);
        FOR_COLUMNS(t->column[i + 1] - t->column[i], factor_node, t, i, &loss)
        propagate_constraints(t, i);
    }
    if (grouped) {
        ludo_recursion_roots_factor(t, &loss);
    }
    t->smallest_pivot = 1.0 / loss.value;
    t->weakest = loss.at;
}

void ludo_recursion_factor(recursion *t)
{
    load_rhs(t);
    begin_constraints(t);
    factor(t);
    end_constraints(t);
}

/* The operations of factor_node() on the lane of the right-hand side, one by one. */
LUDO_KERNEL_PART void reduce_node(recursion *t, int32_t i, int f)
{
    const int32_t first = t->column[i];
    const double *W = t->lu + t->joint_block[i];
    double rhs[6], w[MOST_COLUMNS];
    for (int k = 0; k < 6; k++) {
        rhs[k] = t->r[6 * i + k] - dot6(t->M + BLOCK * i + ROW * k, t->y + 6 * i);
    }
    for (int j = 0; j < f; j++) {
        w[j] = dot6(t->T + 6 * (first + j), rhs) + t->e[first + j];
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < j; l++) {
            w[j] -= W[f * j + l] * w[l];
        }
    }
    for (int j = 0; j < f; j++) {
        w[j] *= W[f * j + j];
        for (int k = 0; k < 6; k++) {
            rhs[k] -= t->g[ROW * (first + j) + k] * w[j];
        }
    }
    if (t->parent[i] >= 0) {
        transport_rhs(t->r + 6 * t->parent[i], rhs, t->d_T + 3 * i);
    }
    for (int j = f; j-- > 0;) {
        for (int l = j + 1; l < f; l++) {
            w[j] -= W[f * j + l] * w[l];
        }
        t->k[ROW * (first + j) + RHS] = w[j];
    }
}

void ludo_recursion_reduce(recursion *t)
{
    const bool grouped = has_groups(t);
    begin_constraints_rhs(t);
    for (int32_t n = t->nodes; n-- > 0;) {
        const int32_t i = node_at(t, n);
        if (is_left_out(t, i, grouped)) {
            continue;
        }
        eliminate_constraints_rhs(t, i);
        FOR_COLUMNS(t->column[i + 1] - t->column[i], reduce_node, t, i)
        propagate_constraints_rhs(t, i);
    }
    if (grouped) {
        ludo_recursion_roots_reduce(t);
    }
    end_constraints_rhs(t);
}

/* --- down ------------------------------------------------------------------------------------- */

/* `caused`: the part of w that constraints cause, or NULL. */
LUDO_KERNEL_PART void expand_node(recursion *t, int32_t i, const double *caused, int f)
{
    static const double nothing[6] = {0.0};
    const int32_t p = t->parent[i], first = t->column[i];
    const double *v = p >= 0 ? t->u + 6 * p : nothing;
    const double *d = t->d_S + 3 * i, *y = t->y + 6 * i;

    /* motion with the parent, and the known part y */
    double u[6] = {v[0] - (d[1] * v[5] - d[2] * v[4]) + y[0],
                   v[1] - (d[2] * v[3] - d[0] * v[5]) + y[1],
                   v[2] - (d[0] * v[4] - d[1] * v[3]) + y[2],
                   v[3] + y[3],
                   v[4] + y[4],
                   v[5] + y[5]};

    /* its own free motions */
    for (int j = first; j < first + f; j++) {
        const double own = t->k[ROW * j + RHS] - dot6(t->k + ROW * j, v);
        const double w = caused == NULL ? own : own + caused[j - first];
        t->w[j] = w;
        for (int k = 0; k < 6; k++) {
            u[k] += t->S[6 * j + k] * w;
        }
    }
    for (int k = 0; k < 6; k++) {
        t->u[6 * i + k] = u[k];
    }
}

static void expand_with_constraints(recursion *t)
{
    ludo_constraint_pass_solve(t->plan, NOWHERE, NULL);
    for (int32_t i = 0; i < t->nodes; i++) {
        double caused[MOST_COLUMNS] = {0.0};
        if (is_left_out(t, i, false)) {
            continue;
        }
        ludo_constraint_pass_move(t->plan, t, i, caused);
        FOR_COLUMNS(t->column[i + 1] - t->column[i], expand_node, t, i, caused)
        ludo_constraint_pass_solve(t->plan, i, t->u + 6 * (size_t)i);
    }
}

void ludo_recursion_expand(recursion *t)
{
    if (is_constrained(t)) {
        expand_with_constraints(t);
        return;
    }
    const bool grouped = has_groups(t);
    for (int32_t n = 0; n < t->nodes; n++) {
        const int32_t i = t->order[n];
        if (!is_left_out(t, i, grouped)) {
            FOR_COLUMNS(t->column[i + 1] - t->column[i], expand_node, t, i, NULL)
        }
    }
}
