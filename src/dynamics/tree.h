/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of a model in joint coordinates: the one kernel behind dynamics in joint coordinates and
 * the integrators that work in them [minimal.md 1, 2].
 *
 * Every joint is a sequence of nodes, each a turn about an axis, a slide along one, a ball, or
 * rigid; the last of them carries the body of the joint's slot, those before have no mass. So any
 * joint type is said by its nodes and nothing below knows joint types.
 *
 * Coordinates of a node are those at a knot t_k, `q` (of a ball a unit quaternion), and what is
 * added since, `y`, a number per column: the coordinate is q + y; of a ball q exp(y), y a rotation
 * vector. So a knot is y = 0, and within a step every node moves in a vector space, the chart of
 * its knot.
 *
 * All spatial quantities are in world axes about the origin of the node's tree: a point near its
 * root that is fixed over a step (digits are lost as the square of the distance from it). */
#ifndef LUDO_DYNAMICS_TREE_H
#define LUDO_DYNAMICS_TREE_H

#include "core/memory.h"
#include "dynamics/spatial.h"
#include "math/symmetric.h"
#include "model/model.h"

#include <float.h>

typedef struct tree_node tree_node;
typedef struct node_place node_place;

/* Of half the angle that a node turns by. */
typedef struct half_turn {
    double sine, cosine;
} half_turn;

/* A kind of node. */
typedef struct node_kind {
    const char *name;
    int32_t dof, position_count; /* 1, 1 of turn and slide; 3, 4 of ball; 0, 0 of rigid */

    /* The angle that it turns by about its axis; NULL: by none. */
    double (*angle)(const tree_node *n, const double *q, const double *y);

    /* Where it is at coordinates q, y, hanging on a frame; `half` is of half that angle. `at` may
     * be that frame. */
    void (*place)(const tree_node *n, const node_place *parent, const double *q, const double *y,
                  half_turn half, node_place *at);

    /* At the place that place() gave: the columns S of the motion along y against the parent, and
     * their change `rate` where the parent stands still and y changes at the rate dy. */
    void (*columns)(const tree_node *n, const node_place *at, const double *y, const double *dy,
                    motion *S, motion *rate);

    /* What S changes beside being carried along by the node [minimal.md 2.3], row-major dof x dof:
     *
     *     bend_jk += (d S_k / d y_j) . mu,    sway_jk += d/dt (d S_k / d y_j) . mu
     *
     * at fixed parent. NULL: nothing (S is fixed in the node). */
    void (*bend)(const tree_node *n, const node_place *at, const double *y, const double *dy,
                 force mu, double *bend, double *sway);

    /* q := q + y, of a ball q exp(y), normalised. */
    void (*advance)(const double *y, double *q);
} node_kind;

extern const node_kind ludo_node_rigid, ludo_node_revolute, ludo_node_slide, ludo_node_ball;

/* Where a frame is: world axes, from the origin of its tree. */
struct node_place {
    mat3 R;
    ludo_vec3 x;
    ludo_quat q; /* of R */
};

/* A node. Its frame is at the center of its motion. */
struct tree_node {
    const node_kind *kind;
    int32_t parent;           /* -1: the world */
    int32_t slot, joint;      /* that it belongs to: the slot; the public joint or part */
    bool bears;               /* whether it carries the slot's body, being the last of its joint */
    int32_t column, position; /* its first ones in the tree's order: node by node */
    ludo_quat turn;           /* of its frame against its parent's where the coordinate is zero */
    ludo_vec3 arm;            /* to its center from that of its parent, parent's frame */
    ludo_vec3 axis;           /* of turn and slide, in its frame */
    double reference;         /* the coordinate at which it counts as zero */
    ludo_quat q_body;         /* of the body it carries, against its frame */
    ludo_vec3 com;            /* of that body, in its frame */
    double mass;
    sym3 J;        /* about the centre of mass, axes of the node's frame */
    double length; /* what its slides are compared with [m]; 1 / length is the scale of a column */
};

/* What isn't changed by motion. */
typedef struct tree {
    const ludo_model *model;
    int32_t nodes, columns, positions;
    tree_node *node;    /* parents before children */
    int32_t *node_of;   /* per slot: the node that carries its body */
    int32_t *root;      /* per node: the first node of its tree, itself where its parent is -1 */
    int32_t *column_of; /* per column of the tree: that of the model (sim->carried_rate, ...) */
    int32_t *node_at;   /* per column of the tree: its node */
    double *scale;      /* per column: 1 [rad] or 1 / length [m] */
} tree;

/* Take the memory of the tree of a model; its counts are set in any case. */
void ludo_tree_layout(tree *t, const ludo_model *model, arena *a);

/* Fill it. */
void ludo_tree_open(tree *t);

/* Armatures per column, at a knot, where the chart of a ball is none. */
void ludo_tree_armatures(const tree *t, double *armature);

/* ---- knots: between coordinates of nodes and what a simulation keeps (tree order) ---- */

/* Coordinates q from poses per slot (absolute) and what poses can't tell (per column of the model,
 * as sim->memory). */
void ludo_tree_read_positions(const tree *t, const pose *poses, const double *memory, double *q);

/* Rates per column: of scalars those of joints, of a ball the angular velocity in its frame, of a
 * free joint the velocity of the body's centre of mass, then likewise; from twists per slot. */
void ludo_tree_read_rates(const tree *t, const pose *poses, const double *memory,
                          const twist *twists, const double *carried_rate, double *rate);

/* Poses per slot (index -1 is left alone) and the memory of joints, from coordinates q, absolute.
 * `poses` and `memory` may hold those of the knot before, which whole turns go on from. */
void ludo_tree_write_poses(const tree *t, const double *q, pose *poses, double *memory);

/* Twists per slot and the rates that joints carry, from rates at knot q, `poses` being its. */
void ludo_tree_write_twists(const tree *t, const double *q, const pose *poses, const double *rate,
                            twist *twists, double *carried_rate);

/* q := q + y, quaternions normalised. */
void ludo_tree_advance(const tree *t, const double *y, double *q);

/* ---- one instant: the pass down, the pass up ---- */

/* The tree at one instant. All but `origin` are put by the pass down or up. */
typedef struct tree_instant {
    const ludo_vec3 *origin; /* per node: of its tree, world; of all nodes of a tree the same */
    node_place *at;          /* per node: its frame */
    motion *S, *Sd;          /* per column: S, and d/dt S */
    motion *v;               /* per node: its velocity */
    inertia *M;              /* per node: inertia of its body; zero where it carries none */
    force *mu;               /* per node: momentum of its body; after the pass up of all that it
                                carries */
} tree_instant;

void ludo_tree_instant_layout(tree_instant *at, const tree *t, arena *a);

/* The origins of all trees at knot q: where the root's body has its centre of mass. */
void ludo_tree_place_origins(const tree *t, const double *q, ludo_vec3 *origin);

/* The pass down at coordinates q, y and rates dy: base, at, S, Sd, v, M, and of mu each body's
 * own. */
void ludo_tree_down(const tree *t, const double *q, const double *y, const double *dy,
                    tree_instant *at);

/* The same once more at other rates, coordinates being as they were. */
void ludo_tree_move(const tree *t, const double *y, const double *dy, tree_instant *at);

/* The pass up of any forces per node: each += those of its children. */
void ludo_tree_up(const tree *t, force *of);

/* The wrench of gravity on each node's body, put. */
void ludo_tree_gravity(const tree *t, const tree_instant *at, force *wrench);

/* Poses per slot, absolute, of an instant. */
void ludo_tree_poses(const tree *t, const tree_instant *at, pose *poses);

/* ---- linear algebra with the mass matrix at an instant ---- */

/* Factors of M(q) + diag(armature), O(n) [minimal.md 3.2]. */
typedef struct tree_factors {
    articulated *A;        /* per node: what it resists with where the joints below give way */
    force *U;              /* per column: A S, later columns of the node giving way too */
    double *inverse;       /* per column: of S.U + armature */
    force *p;              /* per node: scratch of a solve */
    motion *a;             /* per node: the acceleration, or velocity, that a solve found */
    double smallest_pivot; /* relative to what it was taken from, 1 without columns; NaN or <= a few
                              DBL_EPSILON: singular, see tree_is_regular() */
    int32_t weakest;       /* its node; -1 without columns */
} tree_factors;

void ludo_tree_factors_layout(tree_factors *f, const tree *t, arena *a);

/* Factorise at an instant after its pass down; `armature` per column, of a ball the same number
 * thrice, or NULL: none. */
void ludo_tree_factorize(const tree *t, const tree_instant *at, const double *armature,
                         tree_factors *f);

/* Whether all that moves has inertia. What should be nothing is round-off of at most 1.8
 * DBL_EPSILON in thousands of random joints with columns that repeat others. */
static inline bool tree_is_regular(const tree_factors *f)
{
    return f->smallest_pivot > 8.0 * DBL_EPSILON;
}

/* x := (M + armature)^-1 (e - what `bias` comes to), O(n): the x for which
 *
 *     S_i . sum over what i carries of ( M a + bias ) + armature x = e
 *     a_i = a_parent + S x + drift
 *
 * e per column; bias and drift per node, not changed, or NULL: none. f->a are the a. With e = p it
 * is rates from momenta; with bias - ad_v^T mu - wrench and drift Sd dy it is forward dynamics. */
void ludo_tree_solve(const tree *t, const tree_instant *at, tree_factors *f, const double *e,
                     const force *bias, const motion *drift, double *x);

/* e := S_i . sum over what i carries of ( M a + bias ), a_i = a_parent + S x + drift: the inverse
 * of the above but for armatures. `a` and `total` are per node, put; total is what each joint
 * transmits. */
void ludo_tree_inverse(const tree *t, const tree_instant *at, const double *x, const force *bias,
                       const motion *drift, motion *a, force *total, double *e);

/* What these take of motion where rates dy don't change: bias := -ad_v^T mu - wrench, drift := Sd
 * dy, mu each body's own. `wrench` may be `bias`. */
void ludo_tree_bias(const tree *t, const tree_instant *at, const double *dy, const force *wrench,
                    force *bias, motion *drift);

/* M(q) without armatures, columns x columns, row-major, both halves, O(n depth). `composite` per
 * node, scratch. */
void ludo_tree_mass_matrix(const tree *t, const tree_instant *at, inertia *composite, double *M);

#endif
