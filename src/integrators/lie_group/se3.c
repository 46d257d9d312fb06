/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees that float by Cayley's map of SE(3), as published in 2014, with the map corrected
 * [groups.md 3.3, 5]. The root's body has the twist xi = (w, v) in its own axes, about its centre
 * of mass, constant over the step; with the mean momentum (N, F) of the tree in these axes, about
 * that point,
 *
 *     (dcay_{h xi}^-1)^T (N, F) = P_k + (h/2) (m^0, f^0)        g_{k+1} = g_k cay(h xi)
 *
 * The rotation depends on the speed of translation: the scheme is not invariant under boosts.
 * Momenta are stored in world axes. */
#include "integrators/lie_group/lie_group.h"
#include "math/cayley.h"

/* h w and h v. */
typedef struct unknown_twist {
    ludo_vec3 w, v;
} unknown_twist;

static unknown_twist read_twist(const galerkin *g, const galerkin_root *root)
{
    return (unknown_twist){v3_at(g->unknown[1] + g->base.tree.node[root->ball].column),
                           v3_at(g->unknown[1] + root_column(g, root))};
}

static root_motion twisting_motion(const galerkin *g, galerkin_root *root, int32_t a)
{
    const unknown_twist x = read_twist(g, root);
    root_motion moves = {.velocity = m3_apply(&root_place(g, root, a)->R, root->V)};
    if (a > 0) {
        moves.way = m3_apply(&root_place(g, root, 0)->R, cayley_shift(x.w, x.v));
    }
    return moves;
}

/* F */
static ludo_vec3 mean_momentum(const galerkin *g, const galerkin_root *root)
{
    ludo_vec3 F = v3(0.0, 0.0, 0.0);
    for (int32_t a = 0; a <= g->s; a++) {
        const ludo_vec3 f = g->at[a].mu[root->ball].f;
        F = v3_axpy(F, 0.5, m3_apply_t(&root_place(g, root, a)->R, f));
    }
    return F;
}

/* Rows of the slides are along the axes of the body, like their unknowns. */
static void twisting_balance(galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = root_column(g, root);
    const mat3 *R = &root_place(g, root, 0)->R;
    const unknown_twist x = read_twist(g, root);
    ludo_lie_group_turn_balance(g, root, h);
    root->F = mean_momentum(g, root);

    const ludo_vec3 b = cayley_half(x.w, root->F);
    const ludo_vec3 P = slides_vector(g->at[0].S + c, v3_at(g->p + c));
    const ludo_vec3 had = m3_apply_t(R, v3_axpy(P, 0.5 * h, g->W[0][root->ball].f));
    double *r = g->r[0] + g->base.tree.node[root->ball].column;
    v3_put(v3_sub(had, b), g->r[0] + c);
    v3_put(v3_axpy(v3_at(r), -0.5, v3_cross(x.v, b)), r);
}

/* Derivatives of moments and forces by h w and h v: rows and columns 3 to 5 are those of slides. */
static void twisting_direct(const galerkin *g, galerkin_root *root, double h)
{
    const unknown_twist x = read_twist(g, root);
    const mat3 half = cayley_half_map(x.w);
    ludo_lie_group_turn_direct(g, root, h);
    for (int32_t a = 0; a <= g->s; a++) {
        const mat3 *R = &root_place(g, root, a)->R;
        const mat3 to = m3_mul_t(half, *R);
        root_put_block(root->E, 0, 6 * a + 3, -0.25, m3_mul(m3_skew(x.v), to));
        root_put_block(root->E, 3, 6 * a + 3, -0.5, to);
        root_put_block(root->B, 3, 6 * a + 3, 1.0 / h, m3_transpose(R));
    }
    const mat3 turn = cayley_slope(x.w, root->N); /* the rotation alone is already included */
    const mat3 all = cayley_moment_slope(x.w, x.v, root->N, root->F);
    root_add_own(root, 0, 0, -1.0, m3_axpy(all, -1.0, turn));
    root_add_own(root, 0, 3, 0.5, m3_skew(cayley_half(x.w, root->F)));
    root_add_own(root, 3, 0, 0.5, m3_skew(root->F));
}

static void twisting_convert_gradient(galerkin *g, const galerkin_root *root, double *gradient)
{
    const int32_t c = root_column(g, root);
    const ludo_vec3 f = slides_vector(g->at[0].S + c, v3_at(gradient + c));
    v3_put(m3_apply_t(&root_place(g, root, 0)->R, f), gradient + c);
}

static void twisting_coast(galerkin *g, const galerkin_root *root, double h)
{
    const int32_t c = root_column(g, root);
    const ludo_vec3 v = slides_vector(g->base.knot.S + c, v3_at(g->base.rate + c));
    const ludo_vec3 along = m3_apply_t(&g->base.knot.at[root->ball].R, v);
    v3_put(v3_scale(h, along), g->unknown[1] + c);
}

/* The moment about the body's centre of mass changes also by the displacement of this point. */
static void twisting_accept(galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = root_column(g, root);
    const motion *S = g->at[0].S + c;
    const ludo_vec3 f[2] = {g->W[0][root->ball].f, g->W[1][root->ball].f};
    const ludo_vec3 P = v3_axpy(slides_vector(S, v3_at(g->p + c)), 0.5 * h, f[0]);
    double *L = g->p + g->base.tree.node[root->ball].column;
    ludo_lie_group_turn_accept(g, root, h);
    v3_put(v3_sub(v3_at(L), v3_cross(root->moves[1].way, P)), L);
    root_add_force(g, root, 0.5 * h, v3_add(f[0], f[1]));
}

const galerkin_root_kind ludo_lie_group_twisting = {
    .unknowns = 6,
    .columns = 6,
    .motion = twisting_motion,
    .balance = twisting_balance,
    .direct = twisting_direct,
    .convert_gradient = twisting_convert_gradient,
    .coast = twisting_coast,
    .accept = twisting_accept,
};
