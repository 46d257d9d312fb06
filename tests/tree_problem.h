/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees with values for the tests of the recursion, and the dense equations that it solves, from
 * their definition. */
#ifndef LUDO_TESTS_TREE_PROBLEM_H
#define LUDO_TESTS_TREE_PROBLEM_H

#include "solver/tree/recursion.h"
#include "support.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 12, MOST_COLUMNS = 6 * MOST_NODES, MOST_ROWS = 12 * MOST_NODES };

/* A tree with its values; the recursion points at these arrays. */
typedef struct problem {
    int32_t nodes, columns;
    int32_t *parent, *column, *joint_block;
    double *S, *T, *d_S, *d_T, *M, *r, *y, *C, *e; /* M: 36 per node */
    double *memory;
    char *block;
    recursion t;
} problem;

static inline double *take(double **memory, size_t count)
{
    double *piece = *memory;
    *memory += count;
    return piece;
}

/* Zeroed arrays for a tree whose nodes have `count[i]` degrees of freedom, and a recursion laid
 * out. */
static inline problem new_problem(int32_t nodes, const int32_t *count)
{
    const size_t n = (size_t)nodes;
    problem p = {.nodes = nodes};
    p.parent = calloc(n, sizeof *p.parent);
    p.column = calloc(n + 1, sizeof *p.column);
    p.joint_block = calloc(n + 1, sizeof *p.joint_block);
    for (int32_t i = 0; i < nodes; i++) {
        p.column[i + 1] = p.column[i] + count[i];
        p.joint_block[i + 1] = p.joint_block[i] + count[i] * count[i];
    }
    p.columns = p.column[nodes];
    const size_t m = (size_t)p.columns, blocks = (size_t)p.joint_block[nodes];
    p.memory = calloc(54 * n + 13 * m + blocks, sizeof *p.memory);
    double *memory = p.memory;
    p.S = take(&memory, 6 * m);
    p.T = take(&memory, 6 * m);
    p.d_S = take(&memory, 3 * n);
    p.d_T = take(&memory, 3 * n);
    p.M = take(&memory, 36 * n);
    p.r = take(&memory, 6 * n);
    p.y = take(&memory, 6 * n);
    p.C = take(&memory, blocks);
    p.e = take(&memory, m);

    p.t = (recursion){.nodes = nodes,
                      .parent = p.parent,
                      .column = p.column,
                      .joint_block = p.joint_block,
                      .unbound_most = nodes};
    arena measure = {NULL, 0, false};
    ludo_recursion_layout(&p.t, &measure);
    p.block = aligned_alloc(64, measure.used);
    assert_non_null(p.block);
    memset(p.block, 0, measure.used);
    ludo_recursion_layout(&p.t, &(arena){p.block, 0, false});
    p.t.S = p.S;
    p.t.T = p.T;
    p.t.d_S = p.d_S;
    p.t.d_T = p.d_T;
    return p;
}

static inline void free_problem(problem *p)
{
    free(p->parent);
    free(p->column);
    free(p->joint_block);
    free(p->memory);
    free(p->block);
}

static inline void randomize(random_stream *r, double *numbers, size_t count, double size)
{
    for (size_t i = 0; i < count; i++) {
        numbers[i] += random_uniform(r, -size, size);
    }
}

/* A joint block of size `scale`, nearly symmetric and positive definite; diagonal if `diagonal`. */
static inline void fill_corner(problem *p, random_stream *r, int32_t i, double scale, bool diagonal)
{
    const int32_t f = p->column[i + 1] - p->column[i];
    double *C = p->C + p->joint_block[i];
    for (int32_t k = 0; k < f * f; k++) {
        const double off = diagonal ? 0.0 : random_uniform(r, -0.15, 0.15);
        C[k] = scale * (k % (f + 1) == 0 ? random_uniform(r, 1.0, 3.0) : off);
    }
}

/* Nearly symmetric and positive definite blocks, T near S, levers near each other: as in a time
 * step, with larger differences. Columns are near unit vectors, hence independent. */
static inline void fill_values(problem *p, random_stream *r)
{
    const size_t n = (size_t)p->nodes, m = (size_t)p->columns;
    for (int32_t i = 0; i < p->nodes; i++) {
        const int32_t first = random_below(r, 6);
        for (int32_t c = p->column[i]; c < p->column[i + 1]; c++) {
            p->S[6 * c + (first + c - p->column[i]) % 6] = 1.0;
        }
        for (int k = 0; k < 6; k++) {
            p->M[36 * i + 7 * k] = random_uniform(r, 1.0, 3.0);
        }
    }
    randomize(r, p->S, 6 * m, 0.15);
    memcpy(p->T, p->S, 6 * m * sizeof *p->T);
    randomize(r, p->T, 6 * m, 0.05);
    randomize(r, p->d_S, 3 * n, 1.0);
    memcpy(p->d_T, p->d_S, 3 * n * sizeof *p->d_T);
    randomize(r, p->d_T, 3 * n, 0.1);
    randomize(r, p->M, 36 * n, 0.15);
    randomize(r, p->r, 6 * n, 1.0);
    randomize(r, p->y, 6 * n, 1.0);
    randomize(r, p->e, m, 1.0);
}

/* A random tree of 1 to MOST_NODES nodes, each with 0 to 6 degrees of freedom and a joint block
 * that is zero, tiny, of normal size or huge; some trees have no degrees of freedom. */
static inline problem random_problem(random_stream *r)
{
    const int32_t nodes = 1 + random_below(r, MOST_NODES);
    const int32_t most = random_below(r, 10) == 0 ? 1 : 7;
    int32_t count[MOST_NODES] = {0};
    for (int32_t i = 0; i < nodes; i++) {
        count[i] = random_below(r, most);
    }
    problem p = new_problem(nodes, count);
    for (int32_t i = 0; i < nodes; i++) {
        p.parent[i] = random_below(r, i + 1) - 1;
    }
    fill_values(&p, r);
    const double scales[] = {0.0, 1e-9, 1.0, 1e9};
    for (int32_t i = 0; i < nodes; i++) {
        const double scale = scales[random_below(r, 4)];
        fill_corner(&p, r, i, scale, random_below(r, 2) == 0);
    }
    return p;
}

/* Copy the values to the recursion, which overwrites them. */
static inline void load_blocks(problem *p)
{
    memset(p->t.M, 0, BLOCK * (size_t)p->nodes * sizeof *p->t.M);
    for (int32_t i = 0; i < p->nodes; i++) {
        for (int k = 0; k < 36; k++) {
            p->t.M[BLOCK * i + ROW * (k / 6) + k % 6] = p->M[36 * i + k];
        }
    }
    memcpy(p->t.C, p->C, (size_t)p->joint_block[p->nodes] * sizeof *p->C);
}

static inline void load_sides(problem *p)
{
    memcpy(p->t.e, p->e, (size_t)p->columns * sizeof *p->e);
    memcpy(p->t.r, p->r, 6 * (size_t)p->nodes * sizeof *p->r);
    memcpy(p->t.y, p->y, 6 * (size_t)p->nodes * sizeof *p->y);
}

static inline void factor_and_solve(problem *p)
{
    load_blocks(p);
    load_sides(p);
    ludo_recursion_factor(&p->t);
    ludo_recursion_expand(&p->t);
}

/* --- the equations, from their definition ---------------------------------------------------- */

/* X u = ( u_x - d x u_phi ; u_phi ) */
static inline void carry(const double *d, const double *u, double *out)
{
    const ludo_vec3 x =
        v3_sub(v3(u[0], u[1], u[2]), v3_cross(v3(d[0], d[1], d[2]), v3(u[3], u[4], u[5])));
    out[0] = x.x, out[1] = x.y, out[2] = x.z;
    out[3] = u[3], out[4] = u[4], out[5] = u[5];
}

/* B^T f = ( f_x ; f_phi + d x f_x ) */
static inline void lever_up(const double *d, double *f)
{
    const ludo_vec3 m = v3_cross(v3(d[0], d[1], d[2]), v3(f[0], f[1], f[2]));
    f[3] += m.x, f[4] += m.y, f[5] += m.z;
}

/* Rows of the dense system in u (6 per node) and w: u_i - X_i u_p - S_i w_i = y_i. */
static inline void dense_motions(const problem *p, int n, double *A, double *b)
{
    for (int32_t i = 0; i < p->nodes; i++) {
        for (int k = 0; k < 6; k++) {
            const int row = 6 * i + k;
            A[row * n + row] = 1.0;
            b[row] = p->y[6 * i + k];
            for (int32_t c = p->column[i]; c < p->column[i + 1]; c++) {
                A[row * n + 6 * p->nodes + c] = -p->S[6 * c + k];
            }
        }
        for (int k = 0; k < 6 && p->parent[i] >= 0; k++) {
            double e[6] = {0.0}, Xe[6];
            e[k] = 1.0;
            carry(p->d_S + 3 * i, e, Xe);
            for (int j = 0; j < 6; j++) {
                A[(6 * i + j) * n + 6 * p->parent[i] + k] = -Xe[j];
            }
        }
    }
}

/* Add to the balances of node i and all its ancestors: T^T B^T ... B^T f goes to column `at` of the
 * matrix, or to the right-hand side. */
static inline void dense_push(const problem *p, int n, int32_t i, const double *f_in, double *A,
                              double *b, int at)
{
    double f[6];
    memcpy(f, f_in, sizeof f);
    for (int32_t a = i; a >= 0; a = p->parent[a]) {
        for (int32_t c = p->column[a]; c < p->column[a + 1]; c++) {
            double *entry = at < 0 ? &b[6 * p->nodes + c] : &A[(6 * p->nodes + c) * n + at];
            for (int k = 0; k < 6; k++) {
                *entry += p->T[6 * c + k] * f[k];
            }
        }
        lever_up(p->d_T + 3 * a, f);
    }
}

/* The other rows: T^T times the subtree's sum of B^T M u, plus C w, equals that of B^T r and e. */
static inline void dense_balances(const problem *p, int n, double *A, double *b)
{
    for (int32_t i = 0; i < p->nodes; i++) {
        dense_push(p, n, i, p->r + 6 * i, A, b, -1);
        for (int k = 0; k < 6; k++) {
            double f[6];
            for (int j = 0; j < 6; j++) {
                f[j] = p->M[36 * i + 6 * j + k];
            }
            dense_push(p, n, i, f, A, b, 6 * i + k);
        }
        const int32_t first = p->column[i], count = p->column[i + 1] - first;
        for (int32_t k = 0; k < count * count; k++) {
            const int32_t row = 6 * p->nodes + first + k / count;
            A[row * n + 6 * p->nodes + first + k % count] += p->C[p->joint_block[i] + k];
        }
        for (int32_t c = first; c < first + count; c++) {
            b[6 * p->nodes + c] += p->e[c];
        }
    }
}

/* Solutions are of size 10; some hundred roundings, pivots of at least a tenth. */
static const double dense_tolerance = 10 * 1000 * DBL_EPSILON;

#endif
