/* SPDX-License-Identifier: Apache-2.0
 *
 * Block matrices for the tests of the block solver, written to a ludo_ldu and to a dense array. */
#ifndef LUDO_TESTS_BLOCK_PROBLEM_H
#define LUDO_TESTS_BLOCK_PROBLEM_H

#include "graphs.h"

#include <float.h>
#include <stdlib.h>

/* A block matrix with its right-hand side, in block form and as dense arrays. */
typedef struct problem {
    graph g;
    ludo_ldu *ldu;
    int32_t rows;
    double *dense; /* rows x rows */
    double *b, *x;
} problem;

static inline ludo_ldu *create(const ludo_ldu_pattern *pattern)
{
    ludo_ldu *ldu = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_ldu_create(pattern, NULL, &ldu, &why);
    if (status != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(status, LUDO_OK);
    return ldu;
}

static inline double *numbers(size_t count)
{
    double *a = calloc(count, sizeof *a);
    assert_non_null(a);
    return a;
}

static inline void open_problem(problem *p, const int32_t *order)
{
    ludo_ldu_pattern pattern = graph_pattern(&p->g);
    pattern.order = order;
    p->ldu = create(&pattern);
    p->rows = ludo_ldu_rows(p->ldu);
    const size_t rows = (size_t)p->rows;
    p->dense = numbers(rows * rows);
    p->b = numbers(rows);
    p->x = numbers(rows);
}

static inline void close_problem(problem *p)
{
    ludo_ldu_destroy(p->ldu);
    free(p->dense);
    free(p->b);
    free(p->x);
}

/* Write one number of block (i, j) to both matrices. */
static inline void set(problem *p, int32_t i, int32_t j, int32_t r, int32_t c, double value)
{
    const int32_t row = ludo_ldu_first_row(p->ldu, i) + r;
    const int32_t column = ludo_ldu_first_row(p->ldu, j) + c;
    ludo_ldu_block(p->ldu, i, j)[p->g.dim[j] * r + c] = value;
    p->dense[p->rows * row + column] = value;
}

static inline void set_random(problem *p, random_stream *r, int32_t i, int32_t j, double scale)
{
    for (int32_t k = 0; k < p->g.dim[i]; k++) {
        for (int32_t l = 0; l < p->g.dim[j]; l++) {
            set(p, i, j, k, l, random_uniform(r, -scale, scale));
        }
    }
}

static inline void set_random_sides(problem *p, random_stream *r)
{
    for (int32_t i = 0; i < p->rows; i++) {
        p->b[i] = random_uniform(r, -1.0, 1.0);
    }
}

/* Random numbers. In each row the antidiagonal entry of the node's own block is set to twice the
 * sum of the row, so that pivoting swaps rows inside blocks and never between blocks. */
static inline void fill_dominant(problem *p, random_stream *r)
{
    const graph *g = &p->g;
    for (int32_t e = 0; e < g->edges; e++) {
        set_random(p, r, g->edge[2 * e], g->edge[2 * e + 1], 1.0);
        set_random(p, r, g->edge[2 * e + 1], g->edge[2 * e], 1.0);
    }
    for (int32_t i = 0; i < g->nodes; i++) {
        set_random(p, r, i, i, 1.0);
        for (int32_t k = 0; k < g->dim[i]; k++) {
            double sum = 0.0;
            for (int32_t c = 0; c < p->rows; c++) {
                sum += fabs(p->dense[p->rows * (ludo_ldu_first_row(p->ldu, i) + k) + c]);
            }
            set(p, i, i, k, g->dim[i] - 1 - k, 2.0 * sum);
        }
    }
    set_random_sides(p, r);
}

/* Symmetric and positive: 1 on the diagonal, 0.1 beside it. */
static inline void set_mass(problem *p, random_stream *r, int32_t body)
{
    for (int32_t k = 0; k < 6; k++) {
        for (int32_t l = k; l < 6; l++) {
            const double m = k == l ? random_uniform(r, 0.5, 2.0) : random_uniform(r, -0.1, 0.1);
            set(p, body, body, k, l, m);
            set(p, body, body, l, k, m);
        }
    }
}

/* [ M  -G^T ; G + 0.1 R  0 ] with zero blocks for the joints, as in a Newton step. */
static inline void fill_saddle(problem *p, random_stream *r)
{
    const graph *g = &p->g;
    for (int32_t i = 0; i < g->nodes; i++) {
        if (!g->dependent[i]) {
            set_mass(p, r, i);
        }
    }
    for (int32_t e = 0; e < g->edges; e++) {
        const int32_t i = g->edge[2 * e], j = g->edge[2 * e + 1];
        const int32_t joint = g->dependent[i] ? i : j, body = g->dependent[i] ? j : i;
        for (int32_t k = 0; k < g->dim[joint]; k++) {
            for (int32_t l = 0; l < g->dim[body]; l++) {
                const double G = random_uniform(r, -1.0, 1.0);
                set(p, body, joint, l, k, -G);
                set(p, joint, body, k, l, G + random_uniform(r, -0.1, 0.1));
            }
        }
    }
    set_random_sides(p, r);
}

static inline double largest(const double *a, int32_t count)
{
    double m = 0.0;
    for (int32_t i = 0; i < count; i++) {
        m = fmax(m, fabs(a[i]));
    }
    return m;
}

static inline double largest_row_sum(const double *A, int32_t n)
{
    double m = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (int32_t j = 0; j < n; j++) {
            sum += fabs(A[n * i + j]);
        }
        m = fmax(m, sum);
    }
    return m;
}

/* Largest |b - A x|, by the dense matrix. */
static inline double residual(const problem *p)
{
    double m = 0.0;
    for (int32_t i = 0; i < p->rows; i++) {
        double r = p->b[i];
        for (int32_t j = 0; j < p->rows; j++) {
            r -= p->dense[p->rows * i + j] * p->x[j];
        }
        m = fmax(m, fabs(r));
    }
    return m;
}

/* Bound on the residual of a solution at round-off: each row is a sum of `rows` products. */
static inline double round_off(const problem *p)
{
    return p->rows * DBL_EPSILON *
           (largest_row_sum(p->dense, p->rows) * largest(p->x, p->rows) + largest(p->b, p->rows));
}

#endif
