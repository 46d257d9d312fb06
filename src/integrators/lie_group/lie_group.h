/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator lie-group: Galerkin's with s = 1, except that bodies which float or are attached
 * to the world by a ball rotate by Cayley's map at an angular velocity w that is constant in their
 * own axes [groups.md 3]. At control points a = 0, 1, with their orientation R_a, total moments n^a
 * of momentum of the tree and m^a of forces,
 *
 *     N = ( R_0^T n^0 + R_1^T n^1 ) / 2
 *     r = R_0^T ( L_k + (h/2) m^0 ) - B(h w) N = 0        R_1 = R_0 cay(h w)
 *     L_{k+1} = L_k + (h/2) ( m^0 + m^1 )
 *
 * L is in world axes; in the body's axes R_1^T L_{k+1} = B(-h w) N + (h/2) R_1^T m^1. */
#ifndef LUDO_INTEGRATORS_LIE_GROUP_LIE_GROUP_H
#define LUDO_INTEGRATORS_LIE_GROUP_LIE_GROUP_H

#include "integrators/galerkin/root.h"

/* Attached by a ball; moments are about its center. */
extern const galerkin_root_kind ludo_lie_group_hanging;

/* Floating, SO(3): the motion of the tree's centre of mass is split off [groups.md 3.2]. */
extern const galerkin_root_kind ludo_lie_group_floating;

/* Floating, SE(3), as published: moments are about the centre of mass of the root's body
 * [groups.md 3.3]. */
extern const galerkin_root_kind ludo_lie_group_twisting;

/* ---- the rotation, common to all kinds: so3_pivot.c ---- */

/* The frame of the root's ball at a control point. */
static inline const node_place *root_place(const galerkin *g, const galerkin_root *root, int32_t a)
{
    return &g->at[a].at[root->ball];
}

/* The moment of a force about the ball, world axes. */
static inline ludo_vec3 root_moment(const galerkin *g, const galerkin_root *root, int32_t a,
                                    const force *of)
{
    return force_moment(of[root->ball], root_place(g, root, a)->x);
}

/* N, and r of the ball's columns. */
void ludo_lie_group_turn_balance(galerkin *g, galerkin_root *root, double h);

/* E, B, Lam of the ball's columns. */
void ludo_lie_group_turn_direct(const galerkin *g, galerkin_root *root, double h);

/* L_{k+1}. */
void ludo_lie_group_turn_accept(galerkin *g, galerkin_root *root, double h);

/* Momenta of the slides += s f. */
static inline void root_add_force(galerkin *g, const galerkin_root *root, double s, ludo_vec3 f)
{
    const int32_t c = root_column(g, root);
    double along[3];
    slides_put(g->at[0].S + c, f, along);
    for (int32_t k = 0; k < 3; k++) {
        g->p[c + k] += s * along[k];
    }
}

/* Add a 3 x 3 block to three of a root's rows. */
static inline void root_put_block(double *rows, int32_t row, int32_t place, double s, mat3 A)
{
    for (int32_t k = 0; k < 9; k++) {
        rows[(row + k / 3) * ROOT_WIDTH + place + k % 3] += s * A.m[k];
    }
}

/* Add a 3 x 3 block to Lam. */
static inline void root_add_own(galerkin_root *root, int32_t row, int32_t column, double s, mat3 A)
{
    for (int32_t k = 0; k < 9; k++) {
        root->Lam[root->kind->unknowns * (row + k / 3) + column + k % 3] += s * A.m[k];
    }
}

#endif
