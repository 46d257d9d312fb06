/* SPDX-License-Identifier: Apache-2.0
 *
 * The rotation of roots, and roots that only rotate: bodies attached to the world by a ball, with
 * the rest of their tree [groups.md 3.1, 4]. */
#include "dynamics/chart.h"
#include "integrators/lie_group/lie_group.h"
#include "math/cayley.h"

static int32_t ball_column(const galerkin *g, const galerkin_root *root)
{
    return g->base.tree.node[root->ball].column;
}

/* A force along the ball is a couple on the root's body. Efforts are conjugate to y, along which
 * the ball rotates by J(y) in the axes of the knot; in the body's axes at y their moment is J^-1 e
 * [groups.md 3.1]. Free joints have no such forces. */
static void hanging_act(galerkin *g, galerkin_root *root, int32_t a)
{
    const int32_t c = ball_column(g, root);
    const mat3 inverse = ludo_chart_inverse(v3_at(g->y[a] + c));
    const ludo_vec3 couple = m3_apply(&inverse, v3_at(g->acting[a].e + c));
    force *W = &g->W[a][root->ball];
    W->n = v3_add(W->n, m3_apply(&root_place(g, root, a)->R, couple));
}

/* N; an armature rotates with the body and has w at both ends. */
static void weigh(const galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = ball_column(g, root);
    const double armature = g->base.forces.armature[c];
    root->N = v3_scale(armature / h, v3_at(g->unknown[1] + c));
    for (int32_t a = 0; a <= g->s; a++) {
        const ludo_vec3 n = root_moment(g, root, a, g->at[a].mu);
        root->N = v3_axpy(root->N, 0.5, m3_apply_t(&root_place(g, root, a)->R, n));
    }
}

void ludo_lie_group_turn_balance(galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = ball_column(g, root);
    weigh(g, root, h);
    const ludo_vec3 had = v3_axpy(v3_at(g->p + c), 0.5 * h, root_moment(g, root, 0, g->W[0]));
    const ludo_vec3 has = cayley_apply(v3_at(g->unknown[1] + c), root->N);
    v3_put(v3_sub(m3_apply_t(&root_place(g, root, 0)->R, had), has), g->r[0] + c);
}

/* x = h w rotates the body at both ends by R_a x / h about the ball. r contains -B R_a^T / 2 of the
 * moments there, its own term -d(B N)/dx, and half of the torque of the ball's dampers. */
void ludo_lie_group_turn_direct(const galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = ball_column(g, root);
    const ludo_vec3 x = v3_at(g->unknown[1] + c);
    const mat3 B = cayley_momentum_map(x);
    for (int32_t a = 0; a <= g->s; a++) {
        const node_place *at = root_place(g, root, a);
        const mat3 to = m3_mul_t(B, at->R), arm = m3_skew(at->x);
        root_put_block(root->E, 0, 6 * a, -0.5, to);
        root_put_block(root->E, 0, 6 * a + 3, 0.5, m3_mul(to, arm));
        const mat3 turn = m3_transpose(&at->R);
        root_put_block(root->B, 0, 6 * a, 1.0 / h, turn);
        root_put_block(root->B, 0, 6 * a + 3, -1.0 / h, m3_mul(turn, arm));
    }
    mat3 damping;
    memcpy(damping.m, g->acting[0].e_dy + 3 * c, sizeof damping.m);
    root_add_own(root, 0, 0, -1.0, cayley_slope(x, root->N));
    root_add_own(root, 0, 0, -g->base.forces.armature[c] / h, B);
    root_add_own(root, 0, 0, 0.5, damping);
}

void ludo_lie_group_turn_accept(galerkin *g, galerkin_root *root, double h)
{
    double *L = g->p + ball_column(g, root);
    for (int32_t a = 0; a <= g->s; a++) {
        v3_put(v3_axpy(v3_at(L), 0.5 * h, root_moment(g, root, a, g->W[a])), L);
    }
}

const galerkin_root_kind ludo_lie_group_hanging = {
    .unknowns = 3,
    .columns = 3,
    .act = hanging_act,
    .balance = ludo_lie_group_turn_balance,
    .direct = ludo_lie_group_turn_direct,
    .accept = ludo_lie_group_turn_accept,
};
