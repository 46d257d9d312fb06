/* SPDX-License-Identifier: Apache-2.0
 *
 * Roots of trees that move by laws of their own instead of the polynomials of their coordinates,
 * for s = 1: bodies that float, or are attached to the world by a ball [groups.md 3]. Only
 * integrator lie-group has any.
 *
 * Such a root's unknowns, in the columns of its coordinates, are h times velocities that are
 * constant over the step in some axes: first those of its slides, if any, then h w of its ball, in
 * the body's own axes. A kind of root defines the motion, the momenta, and the derivatives for
 * Newton's direction. Everything else is Galerkin's.
 *
 * The momentum of a ball is stored in world axes, so that without forces it is conserved to the
 * last bit. */
#ifndef LUDO_INTEGRATORS_GALERKIN_ROOT_H
#define LUDO_INTEGRATORS_GALERKIN_ROOT_H

#include "integrators/galerkin/galerkin.h"

/* Most unknowns of a direction at a root; numbers of a node's vectors (s = 1). */
enum { ROOT_MOST = 9, ROOT_WIDTH = 12 };

/* The translation of a root at a control point; world axes. */
typedef struct root_motion {
    ludo_vec3 velocity; /* of the root's body, as in its momentum */
    ludo_vec3 drift;    /* additional velocity that forces depend on */
    ludo_vec3 way;      /* displacement since the knot */
} root_motion;

typedef struct galerkin_root_kind {
    int32_t unknowns; /* of a direction: the ball's columns first, then columns of slides, then
                         others */
    int32_t columns;  /* the number of those that are columns: 3 or 6 */
    bool splits;      /* the centre of mass is split off: slides have the momentum of the whole tree
                         [groups.md 3.2], all other momenta are relative to the centre of mass */

    /* After the forward pass at control point a with the root's body at its place of the knot and
     * slides at rest. NULL: no slides. */
    root_motion (*motion)(const galerkin *g, galerkin_root *root, int32_t a);

    /* After the forces at a, with W per node not yet summed. NULL: nothing to do. */
    void (*act)(galerkin *g, galerkin_root *root, int32_t a);

    /* r^0 of the root's columns. */
    void (*balance)(galerkin *g, galerkin_root *root, double h);

    /* E, B, and the part of Lam besides E P B, at the evaluated iterate. */
    void (*direct)(const galerkin *g, galerkin_root *root, double h);

    /* Convert a gradient by y^0 to one by h times the rates of the unknowns. NULL: they agree. */
    void (*convert_gradient)(galerkin *g, const galerkin_root *root, double *gradient);

    /* Unknowns of the slides at constant velocity, after the rates of the knot were computed. NULL:
     * h times these rates. */
    void (*coast)(galerkin *g, const galerkin_root *root, double h);

    /* Momenta of the root's columns after the step. */
    void (*accept)(galerkin *g, galerkin_root *root, double h);
} galerkin_root_kind;

struct galerkin_root {
    const galerkin_root_kind *kind;
    int32_t first, ball, end; /* its first node, its ball, and the first node of the next tree */
    double mass;              /* of the whole tree */

    /* scratch of an iterate */
    ludo_vec3 V;          /* rates of the unknowns of slides; if they are split off and the knot is
                             evaluated: of the centre of mass */
    root_motion moves[2]; /* at each control point */
    ludo_vec3 f[2];       /* total force, world axes */
    ludo_vec3 com;        /* of the tree at the knot, from the origin */
    ludo_vec3 N, F;       /* mean momentum, axes of the root's body */

    /* scratch of a direction: E lam + Lam x = -r, z = B x */
    double E[ROOT_MOST * ROOT_WIDTH], B[ROOT_MOST * ROOT_WIDTH]; /* a row per unknown */
    double Lam[ROOT_MOST * ROOT_MOST];
    uint8_t swap[ROOT_MOST];
    double x[ROOT_MOST];
    double response; /* of slides that are split off: their x is this times r */
};

/* Whether a node belongs to a root with a law of its own, and its root. */
static inline bool node_is_rooted(const galerkin *g, int32_t i)
{
    return g->roots > 0 && g->rooted[i] >= 0;
}

static inline galerkin_root *root_of(const galerkin *g, int32_t i)
{
    return &g->root[g->rooted[i]];
}

/* ---- conversion between numbers of slides, which are along axes of the world, and vectors ---- */

static inline int32_t root_column(const galerkin *g, const galerkin_root *root)
{
    return g->base.tree.node[root->first].column;
}

static inline ludo_vec3 slides_vector(const motion *S, ludo_vec3 x)
{
    return v3_axpy(v3_axpy(v3_scale(x.x, S[0].v), x.y, S[1].v), x.z, S[2].v);
}

static inline void slides_put(const motion *S, ludo_vec3 a, double *x)
{
    x[0] = v3_dot(S[0].v, a), x[1] = v3_dot(S[1].v, a), x[2] = v3_dot(S[2].v, a);
}

/* ---- operations of a step on all roots; empty without roots ---- */

/* Memory of roots, `roots` being set; set up their nodes and kinds. */
void ludo_galerkin_roots_layout(galerkin *g, arena *scratch);
void ludo_galerkin_roots_open(galerkin *g, const galerkin_root_kind *floating,
                              const galerkin_root_kind *hanging);

/* Coordinates and rates from the unknowns, before the forward passes; slides follow after each. */
void ludo_galerkin_roots_place(galerkin *g);
void ludo_galerkin_roots_move(galerkin *g, int32_t a);
void ludo_galerkin_roots_act(galerkin *g, int32_t a);
void ludo_galerkin_roots_convert_gradient(galerkin *g, double *gradient);

/* Momenta of roots at the knot: from stored to the tree's (p of split roots is zero) and back.
 * rate += sign times the velocity that is split off. */
void ludo_galerkin_roots_load(galerkin *g, const sim_state *state, double *p);
void ludo_galerkin_roots_weigh(galerkin *g);
void ludo_galerkin_roots_store(galerkin *g);
void ludo_galerkin_roots_drift(const galerkin *g, double *rate, double sign);

/* Unknowns of constant velocity; all others are h times rates. */
void ludo_galerkin_roots_coast(galerkin *g, double h);

/* ---- operations of the elimination at a root's nodes ---- */

/* Factorise, with P of the ball complete; returns the smallest relative pivot. */
double ludo_galerkin_root_eliminate(const galerkin *g, galerkin_root *root, double h,
                                    const double *P);

/* Backward pass of a solve at node i, with c; forward pass, with z of the parent. */
void ludo_galerkin_root_backward(const galerkin *g, int32_t i, const double *c, const double *r,
                                 double *x);
void ludo_galerkin_root_forward(const galerkin *g, int32_t i, double *z);

#endif
