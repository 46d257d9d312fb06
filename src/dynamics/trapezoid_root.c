/* SPDX-License-Identifier: Apache-2.0 */
#include "dynamics/trapezoid_root.h"

#include "math/cayley.h"

static trapezoid_root find_root(const tree *t, int32_t first)
{
    const tree_root of = ludo_tree_root(t, first);
    return (trapezoid_root){.ball = of.ball,
                            .end = of.end,
                            .slides = t->node[first].column,
                            .ball_column = t->node[of.ball].column,
                            .floats = of.ball > first,
                            .mass = of.mass};
}

void ludo_trapezoid_roots_open(trapezoid *x)
{
    int32_t first = 0;
    for (int32_t k = 0; k < x->roots; k++) {
        x->root[k] = find_root(x->tree, first);
        first = x->root[k].end;
    }
}

bool ludo_trapezoid_roots_split(const trapezoid *x, int32_t column)
{
    bool split = false;
    for (int32_t k = 0; k < x->roots; k++) {
        const trapezoid_root *root = &x->root[k];
        split = split || (root->floats && column >= root->slides && column < root->slides + 3);
    }
    return split;
}

void ludo_trapezoid_roots_weigh(trapezoid *x, double *M)
{
    const int32_t n = x->tree->columns;
    for (int32_t k = 0; k < x->roots; k++) {
        const trapezoid_root *root = &x->root[k];
        for (int32_t s = root->slides; root->floats && s < root->slides + 3; s++) {
            const double *C = M + n * s;
            for (int32_t i = 0; i < n * n; i++) {
                const bool other = i / n != s && i % n != s;
                M[i] -= other ? C[i / n] * C[i % n] / root->mass : 0.0;
            }
            for (int32_t i = 0; i < n; i++) {
                M[n * s + i] = M[n * i + s] = i == s ? root->mass : 0.0;
            }
        }
    }
}

void ludo_trapezoid_roots_place(trapezoid *x)
{
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < x->roots; k++) {
        const trapezoid_root *root = &x->root[k];
        v3_put(cayley_vector(v3_at(x->to + root->ball_column)), x->to + root->ball_column);
        for (int end = 0; root->floats && end < 2; end++) {
            v3_put(none, x->to + root->slides);
            v3_put(none, x->rate[end] + root->slides);
        }
    }
}

bool ludo_trapezoid_roots_rest(trapezoid *x, int end)
{
    bool any = false;
    for (int32_t k = 0; k < x->roots; k++) {
        const trapezoid_root *root = &x->root[k];
        const force all = x->at[end].mu[root->ball];
        const motion *S = x->at[end].S + root->slides;
        for (int32_t s = 0; root->floats && s < 3; s++) {
            x->rate[end][root->slides + s] = -v3_dot(S[s].v, all.f) / root->mass;
        }
        any = any || root->floats;
    }
    return any;
}

void ludo_trapezoid_roots_put(const trapezoid *x, const double *y, double *K)
{
    for (int32_t k = 0; k < x->roots; k++) {
        const trapezoid_root *root = &x->root[k];
        const ludo_vec3 w = v3_at(y + root->ball_column);
        ludo_vec3 N = v3_scale(x->armature[root->ball_column], w);
        for (int end = 0; end < 2; end++) {
            const node_place *at = &x->at[end].at[root->ball];
            const ludo_vec3 n = force_moment(x->at[end].mu[root->ball], at->x);
            N = v3_axpy(N, 0.5, m3_apply_t(&at->R, n));
        }
        v3_put(cayley_apply(w, N), K + root->ball_column);
        for (int32_t s = root->slides; root->floats && s < root->slides + 3; s++) {
            K[s] = root->mass * y[s];
        }
    }
}
