/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees that float, relative to their centre of mass [groups.md 3.2]. The centre of mass moves like
 * a point mass,
 *
 *     m V = P_k + (h/2) f^0        c_{k+1} = c_k + h V        P_{k+1} = P_k + (h/2) ( f^0 + f^1 )
 *
 * and all other unknowns are solved for with the velocity of the root's body that makes the total
 * linear momentum zero at both ends, under the forces less a uniform acceleration: W - M a,
 * m a = f. */
#include "integrators/lie_group/lie_group.h"

/* The sum of first moments over the mass: the centre of mass, from the origin. */
static ludo_vec3 center_of_mass(const galerkin *g, const galerkin_root *root, int32_t a)
{
    ludo_vec3 h = v3(0.0, 0.0, 0.0);
    for (int32_t i = root->first; i < root->end; i++) {
        h = v3_add(h, g->at[a].M[i].h);
    }
    return v3_scale(1.0 / root->mass, h);
}

/* The sum of forces over the nodes, before the backward pass. */
static ludo_vec3 sum_of_forces(const galerkin_root *root, const force *of)
{
    ludo_vec3 f = v3(0.0, 0.0, 0.0);
    for (int32_t i = root->first; i < root->end; i++) {
        f = v3_add(f, of[i].f);
    }
    return f;
}

/* With slides at rest the total linear momentum is f; the velocity -f/m of the root's body makes it
 * zero. The centre of mass is displaced by h V. */
static root_motion floating_motion(const galerkin *g, galerkin_root *root, int32_t a)
{
    const int32_t c = root_column(g, root);
    const motion *S = g->at[a].S + c;
    const ludo_vec3 f = sum_of_forces(root, g->at[a].mu), com = center_of_mass(g, root, a);
    root_motion moves = {.velocity = v3_scale(-1.0 / root->mass, f),
                         .drift = slides_vector(S, root->V)};
    if (a == 0) {
        root->com = com;
    } else {
        const ludo_vec3 way = slides_vector(S, v3_at(g->unknown[1] + c));
        moves.way = v3_add(v3_sub(root->com, com), way);
    }
    return moves;
}

/* Subtract the uniform acceleration from the forces. */
static void floating_act(galerkin *g, galerkin_root *root, int32_t a)
{
    force *W = g->W[a];
    root->f[a] = sum_of_forces(root, W);
    const motion falling = {v3(0.0, 0.0, 0.0), v3_scale(1.0 / root->mass, root->f[a])};
    for (int32_t i = root->first; i < root->end; i++) {
        W[i] = force_axpy(W[i], -1.0, inertia_apply(&g->at[a].M[i], falling));
    }
}

/* p of the slides is P_k along their axes; their unknown is h V. */
static void floating_balance(galerkin *g, galerkin_root *root, double h)
{
    const int32_t c = root_column(g, root);
    double f[3];
    slides_put(g->at[0].S + c, root->f[0], f);
    for (int32_t k = 0; k < 3; k++) {
        const double mV = root->mass * (g->unknown[1][c + k] / h);
        g->r[0][c + k] = (g->p[c + k] + 0.5 * h * f[k]) - mV;
    }
    ludo_lie_group_turn_balance(g, root, h);
}

/* Besides h w the velocities of the root's body at both ends are unknown; zero total linear
 * momentum at both ends determines them. */
static void floating_direct(const galerkin *g, galerkin_root *root, double h)
{
    const mat3 one = m3_identity(1.0);
    ludo_lie_group_turn_direct(g, root, h);
    for (int32_t a = 0; a <= g->s; a++) {
        root_put_block(root->E, 3 + 3 * a, 6 * a + 3, 1.0, one);
        root_put_block(root->B, 3 + 3 * a, 6 * a + 3, 1.0 / h, one);
    }
}

/* The uniform acceleration by the force of a tendon is subtracted from its gradient too. */
static void floating_convert_gradient(galerkin *g, const galerkin_root *root, double *gradient)
{
    const tree *t = &g->base.tree;
    const tree_instant *at = &g->at[0];
    const int32_t slides = root_column(g, root);
    const ludo_vec3 f = slides_vector(at->S + slides, v3_at(gradient + slides));
    const motion falling = {v3(0.0, 0.0, 0.0), v3_scale(1.0 / root->mass, f)};
    force *taken = g->base.total;
    for (int32_t i = root->first; i < root->end; i++) {
        taken[i] = inertia_apply(&at->M[i], falling);
    }
    for (int32_t i = root->end - 1; i >= root->ball; i--) {
        const tree_node *n = &t->node[i];
        for (int32_t c = n->column; c < n->column + n->kind->dof; c++) {
            gradient[c] -= pair_of(taken[i], at->S[c]);
        }
        if (i > root->ball) {
            taken[n->parent] = force_add(taken[n->parent], taken[i]);
        }
    }
}

/* The displacement of the centre of mass follows from its momentum, however large it is. */
static void floating_coast(galerkin *g, const galerkin_root *root, double h)
{
    const int32_t c = root_column(g, root);
    double fall[3];
    slides_put(g->base.knot.S + c, g->base.tree.model->gravity, fall);
    v3_put(v3_scale(h, v3_axpy(root->V, 0.5 * h, v3_at(fall))), g->unknown[1] + c);
}

static void floating_accept(galerkin *g, galerkin_root *root, double h)
{
    root_add_force(g, root, 0.5 * h, v3_add(root->f[0], root->f[1]));
    ludo_lie_group_turn_accept(g, root, h);
}

const galerkin_root_kind ludo_lie_group_floating = {
    .unknowns = 9,
    .columns = 3,
    .splits = true,
    .motion = floating_motion,
    .act = floating_act,
    .balance = floating_balance,
    .direct = floating_direct,
    .convert_gradient = floating_convert_gradient,
    .coast = floating_coast,
    .accept = floating_accept,
};
