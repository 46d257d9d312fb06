/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks that one node contributes to the elimination: the rows of its columns, and its body
 * [minimal.md 4.3]. s (degree) and d (columns of the node) are constants at each call. */
#ifndef LUDO_INTEGRATORS_GALERKIN_ELIMINATION_JOINT_H
#define LUDO_INTEGRATORS_GALERKIN_ELIMINATION_JOINT_H

#include "integrators/galerkin/galerkin.h"
#include "integrators/galerkin/rows.h"

enum { NODE_MAX_DOF = 3 };

/* A node during the elimination, with its blocks. */
typedef struct pass_node {
    const galerkin *g;
    double h;
    int32_t i;
    double *X, *U, *E, *B;  /* s d rows of 12 s each; U and B are stored transposed */
    double *Lam;            /* s d x s d */
    uint8_t *swap;          /* s d */
    const mat3 *chart_term; /* of a ball: A^{0b} */
} pass_node;

/* Position in a row of dv^a or dmu^a, and of eta^a or dW^a (0 < a < s). */
LUDO_KERNEL_PART int rate_place(int a)
{
    return 6 * a;
}

LUDO_KERNEL_PART int place_place(int a, int s)
{
    return 6 * (s + a);
}

/* row += scale xi */
LUDO_KERNEL_PART void add_motion(double *row, double scale, motion xi)
{
    row[0] += scale * xi.w.x, row[1] += scale * xi.w.y, row[2] += scale * xi.w.z;
    row[3] += scale * xi.v.x, row[4] += scale * xi.v.y, row[5] += scale * xi.v.z;
}

LUDO_KERNEL_PART void add_force(double *row, double scale, force mu)
{
    add_motion(row, scale, (motion){mu.n, mu.f});
}

/* Row j, column k of A^{ab}. */
LUDO_KERNEL_PART double momentum_share(const pass_node *n, int a, int b, int j, int k, int d)
{
    const double own = j == k ? lobatto_a(n->g->rule, a, b) : 0.0;
    return d > 1 && a == 0 ? n->chart_term[b].m[3 * j + k] : own;
}

/* E: the joint's rows by momenta and wrenches; B: motion of the node by its coordinates. */
LUDO_KERNEL_PART void put_columns(const pass_node *n, int s, int d)
{
    const int width = 12 * s, column = n->g->base.tree.node[n->i].column;
    const lobatto *rule = n->g->rule;
    memset(n->E, 0, sizeof(double) * (size_t)(s * d * width));
    memset(n->B, 0, sizeof(double) * (size_t)(s * d * width));
    for (int j = 0; j < d; j++) {
        for (int b = 0; b <= s; b++) {
            const motion S = n->g->at[b].S[column + j], Sd = n->g->at[b].Sd[column + j];
            for (int a = 0; a < s; a++) {
                double *E = n->E + (a * d + j) * width, *B = n->B + (a * d + j) * width;
                const double weight = rule->w[a] * n->h;
                add_motion(E + rate_place(b), a == b ? weight : 0.0, Sd);
                for (int k = 0; k < d; k++) {
                    add_motion(E + rate_place(b), momentum_share(n, a, b, j, k, d),
                               n->g->at[b].S[column + k]);
                }
                add_motion(B + rate_place(b), rule->b[b][a + 1] / n->h, S);
                add_motion(B + rate_place(b), a + 1 == b ? 1.0 : 0.0, Sd);
                if (b > 0 && b < s) {
                    add_motion(E + place_place(b, s), a == b ? weight : 0.0, S);
                    add_motion(B + place_place(b, s), a + 1 == b ? 1.0 : 0.0, S);
                }
            }
        }
    }
}

/* The transport of columns: H, added to Y, and N, subtracted from U. */
LUDO_KERNEL_PART void put_transport(const pass_node *n, double *Y, int s, int d)
{
    const int width = 12 * s, column = n->g->base.tree.node[n->i].column;
    for (int j = 0; j < d; j++) {
        for (int a = 0; a <= s; a++) {
            const motion S = n->g->at[a].S[column + j];
            const force K = force_ad(S, n->g->at[a].mu[n->i]);
            if (a < s) {
                double *row = Y + (a * d + j) * width;
                add_force(row + rate_place(a), -n->g->rule->w[a] * n->h, K);
            }
            if (a > 0) {
                double *row = n->U + ((a - 1) * d + j) * width;
                add_force(row + rate_place(a), -1.0, K);
                if (a < s) {
                    add_force(row + place_place(a, s), -1.0, force_ad(S, n->g->W[a][n->i]));
                }
            }
        }
    }
}

/* Derivatives at one control point of the joint's own generalized force and momentum, d x d: of
 * forces along its columns, and of the change of its columns S. */
typedef struct joint_law {
    double e_y[NODE_MAX_DOF * NODE_MAX_DOF], e_dy[NODE_MAX_DOF * NODE_MAX_DOF];
    double p_y[NODE_MAX_DOF * NODE_MAX_DOF], p_dy[NODE_MAX_DOF * NODE_MAX_DOF];
} joint_law;

/* Terms of dS/dy and its rate at control point a [minimal.md 2.3]. */
static inline void add_dS_terms(const pass_node *n, int a, joint_law *law)
{
    const tree *t = &n->g->base.tree;
    const tree_node *node = &t->node[n->i];
    const tree_instant *at = &n->g->at[a];
    const double *y = n->g->y[a] + node->column, *dy = n->g->dy[a] + node->column;
    const motion v = node->parent < 0 ? motion_zero() : at->v[node->parent];
    const force mu = at->mu[n->i], turned = force_add(force_ad(v, mu), n->g->W[a][n->i]);
    double dS[NODE_MAX_DOF * NODE_MAX_DOF] = {0.0}, unused[NODE_MAX_DOF * NODE_MAX_DOF] = {0.0};

    node->kind->dS(node, &at->at[n->i], y, dy, mu, dS, law->e_y);
    node->kind->dS(node, &at->at[n->i], y, dy, turned, law->e_y, unused);
    for (int k = 0; k < NODE_MAX_DOF * NODE_MAX_DOF; k++) {
        law->e_dy[k] += dS[k];
        law->p_y[k] += dS[k];
    }
}

LUDO_KERNEL_PART void put_joint_law(const pass_node *n, int a, joint_law *law, int d)
{
    const tree_node *node = &n->g->base.tree.node[n->i];
    const acting *acts = &n->g->acting[a];
    const int first = 3 * node->column;
    for (int k = 0; k < d * d; k++) {
        law->e_y[k] = acts->e_y[first + k];
        law->e_dy[k] = acts->e_dy[first + k];
        law->p_y[k] = acts->p_y[first + k];
        law->p_dy[k] = acts->p_dy[first + k];
    }
    if (d > 1) {
        add_dS_terms(n, a, law);
    }
}

/* Derivative of the joint's own momentum at b (S . mu at constant mu) by its coordinate at c: row
 * j. */
LUDO_KERNEL_PART double momentum_slope(const pass_node *n, const joint_law *law, int b, int c,
                                       int k)
{
    const double by_rate = n->g->rule->b[b][c] / n->h * law[b].p_dy[k];
    return b == c ? by_rate + law[b].p_y[k] : by_rate;
}

/* Row j, column k of the block of Q in block row a, block column c. Of its eight parameters s and d
 * are constants at compile time. */
LUDO_KERNEL_PART double law_entry(const pass_node *n, const joint_law *law, int a, int c, int j,
                                  int k, int s, int d)
{
    const lobatto *rule = n->g->rule;
    double q = rule->w[a] * rule->b[a][c] * law[a].e_dy[d * j + k];
    q += a == c ? rule->w[a] * n->h * law[a].e_y[d * j + k] : 0.0;
    for (int b = 0; b <= s; b++) {
        for (int i = 0; i < d; i++) {
            q += momentum_share(n, a, b, j, i, d) * momentum_slope(n, law, b, c, d * i + k);
        }
    }
    return q;
}

/* Lam := Q, the joint's own terms. */
LUDO_KERNEL_PART void put_law(const pass_node *n, int s, int d)
{
    const int rows = s * d;
    joint_law law[GALERKIN_MAX_POINTS];
    for (int a = 0; a <= s; a++) {
        put_joint_law(n, a, &law[a], d);
    }
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < rows; column++) {
            n->Lam[row * rows + column] =
                law_entry(n, law, row / d, column / d + 1, row % d, column % d, s, d);
        }
    }
}

/* Lam += derivative of a ball's row 0 by its own coordinates through the chart term. */
static inline void add_chart_term_slope(const pass_node *n, int s)
{
    mat3 slope[GALERKIN_MAX_POINTS];
    ludo_galerkin_chart_term_slope(n->g, &n->g->base.tree.node[n->i], n->h, slope);
    for (int c = 1; c <= s; c++) {
        for (int k = 0; k < 9; k++) {
            n->Lam[k / 3 * 3 * s + 3 * (c - 1) + k % 3] += slope[c].m[k];
        }
    }
}

/* P += A, a 6 x 6 block. */
LUDO_KERNEL_PART void add_block(double *P, const double *A, int width)
{
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
            P[r * width + c] += A[6 * r + c];
        }
    }
}

/* The body of a node: its inertia, and the geometric stiffness of its wrench. */
LUDO_KERNEL_PART void add_body(const galerkin *g, int32_t i, double *P, int s)
{
    const int width = 12 * s;
    for (int a = 0; a <= s; a++) {
        const inertia M = g->at[a].M[i];
        const double *I = M.I, m = M.m, x = M.h.x, y = M.h.y, z = M.h.z;
        const double A[36] = {
            I[0], I[3], I[4], 0.0, -z,  y,   /**/
            I[3], I[1], I[5], z,   0.0, -x,  /**/
            I[4], I[5], I[2], -y,  x,   0.0, /**/
            0.0,  z,    -y,   m,   0.0, 0.0, /**/
            -z,   0.0,  x,    0.0, m,   0.0, /**/
            y,    -x,   0.0,  0.0, 0.0, m,
        };
        add_block(P + (width + 1) * rate_place(a), A, width);
        if (a > 0 && a < s) {
            add_block(P + (width + 1) * place_place(a, s), g->acting[a].stiffness + 36 * i, width);
        }
    }
}

#endif
