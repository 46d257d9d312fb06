/* SPDX-License-Identifier: Apache-2.0
 *
 * Roots of trees that move by laws of their own instead of by the polynomials of their coordinates,
 * for s = 1: bodies that float, or hang on the world by a ball [groups.md 3].
 *
 * Such a root's unknowns, in the columns that its coordinates have, are h times velocities that are
 * constant over the step in some axes: first those of its slides, where it has any, then those of
 * its ball, h w in its own axes. A kind of root says where that leads, what the momenta are, and
 * what Newton's direction needs to know. All else is Galerkin's.
 *
 * The momentum of a ball is kept in world axes, so that what isn't pushed keeps it to the last bit.
 */
#ifndef LUDO_INTEGRATORS_GALERKIN_ROOT_H
#define LUDO_INTEGRATORS_GALERKIN_ROOT_H

#include "integrators/galerkin/galerkin.h"

/* Unknowns of a direction at a root, at most; numbers of a node's vectors (s = 1). */
enum { ROOT_MOST = 9, ROOT_WIDTH = 12 };

/* How a root moves at a control point, beside turning; world axes. */
typedef struct root_motion {
    ludo_vec3 velocity; /* of the root's body, as momenta have it */
    ludo_vec3 drift;    /* that it has beyond that, seen by what acts */
    ludo_vec3 way;      /* since the knot */
} root_motion;

typedef struct galerkin_root_kind {
    int32_t unknowns; /* of a direction: first those of the ball's columns, then as many as follow
                         of those of slides, then others */
    int32_t columns;  /* how many of them are columns: 3 or 6 */
    bool splits;      /* whether the centre of mass is split off: slides have the momentum of all
                         [groups.md 3.2], momenta of all else are those where it rests */

    /* After the pass down at control point a with the root's body in its place of the knot, slides
     * standing still. NULL: it has no slides. */
    root_motion (*motion)(const galerkin *g, galerkin_root *root, int32_t a);

    /* After what acts was found at a, W being wrenches per node. NULL: nothing to do. */
    void (*act)(galerkin *g, galerkin_root *root, int32_t a);

    /* r^0 of the root's columns. */
    void (*balance)(galerkin *g, galerkin_root *root, double h);

    /* E, B and of Lam what isn't E P B, at the evaluated iterate. */
    void (*direct)(const galerkin *g, galerkin_root *root, double h);

    /* A gradient by y^0 becomes one by h times the rates of the unknowns. NULL: it is. */
    void (*lean)(galerkin *g, const galerkin_root *root, double *gradient);

    /* Unknowns of the slides at constant velocity, where the rates of the knot were found. NULL: as
     * they are. */
    void (*coast)(galerkin *g, const galerkin_root *root, double h);

    /* Momenta of the root's columns after the step. */
    void (*accept)(galerkin *g, galerkin_root *root, double h);
} galerkin_root_kind;

struct galerkin_root {
    const galerkin_root_kind *kind;
    int32_t first, ball, end; /* its first node, its ball, and the first node of the next tree */
    double mass;              /* of all of the tree */

    /* scratch of an iterate */
    ludo_vec3 V;          /* rates of the unknowns of slides; where they are split off and the
                             knot is at hand: those of the centre of mass */
    root_motion moves[2]; /* at each control point */
    ludo_vec3 f[2];       /* force on all, world axes */
    ludo_vec3 com;        /* of the tree at the knot, from the origin */
    ludo_vec3 N, F;       /* mean momentum, axes of the root's body */

    /* scratch of a direction: E lam + Lam x = -r, z = B x */
    double E[ROOT_MOST * ROOT_WIDTH], B[ROOT_MOST * ROOT_WIDTH]; /* a row per unknown */
    double Lam[ROOT_MOST * ROOT_MOST];
    uint8_t swap[ROOT_MOST];
    double x[ROOT_MOST];
    double response; /* of what slides are split off: their x is this times r */
};

/* Whether a node is one of a root with laws of its own, and which. */
static inline bool node_is_rooted(const galerkin *g, int32_t i)
{
    return g->roots > 0 && g->rooted[i] >= 0;
}

static inline galerkin_root *root_of(const galerkin *g, int32_t i)
{
    return &g->root[g->rooted[i]];
}

/* ---- the way between numbers of slides, which are along axes of the world, and vectors ---- */

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

/* ---- what a step does with all roots, none where there are none ---- */

/* Memory of roots, `roots` being set; open them: their nodes, what kinds they are. */
void ludo_galerkin_roots_layout(galerkin *g, arena *scratch);
void ludo_galerkin_roots_open(galerkin *g, const galerkin_root_kind *floating,
                              const galerkin_root_kind *hanging);

/* Coordinates and rates from the unknowns, before the passes down; slides follow after each. */
void ludo_galerkin_roots_place(galerkin *g);
void ludo_galerkin_roots_move(galerkin *g, int32_t a);
void ludo_galerkin_roots_act(galerkin *g, int32_t a);
void ludo_galerkin_roots_lean(galerkin *g, double *gradient);

/* Momenta of roots at the knot: as a tree has them, p of roots that are split off being zero, and
 * the other way round. rate += sign times the velocity that is split off. */
void ludo_galerkin_roots_recall(galerkin *g, const sim_state *state, double *p);
void ludo_galerkin_roots_weigh(galerkin *g);
void ludo_galerkin_roots_store(galerkin *g);
void ludo_galerkin_roots_drift(const galerkin *g, double *rate, double sign);

/* Unknowns of constant velocity, others being h times rates. */
void ludo_galerkin_roots_coast(galerkin *g, double h);

/* ---- what a sweep does at a root's nodes ---- */

/* Factorise, P of the ball being complete: the smallest pivot, relative. */
double ludo_galerkin_root_eliminate(const galerkin *g, galerkin_root *root, double h,
                                    const double *P);

/* Node i is reached on the way up, with c; on the way down, with z of what it hangs on. */
void ludo_galerkin_root_answer(const galerkin *g, int32_t i, const double *c, const double *r,
                               double *x);
void ludo_galerkin_root_drop(const galerkin *g, int32_t i, double *z);

#endif
