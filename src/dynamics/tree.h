/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of a model in joint coordinates: the one kernel behind dynamics in joint coordinates and
 * the integrators that work in them [minimal.md 1, 2].
 *
 * Every joint is a sequence of nodes: each is a revolute about an axis, a slide along one, a ball
 * or rigid. The last node carries the joint's body, the nodes before have no mass. So nodes
 * describe every joint type, and nothing below knows joint types.
 *
 * A node has its coordinate at a knot t_k, `q` (of a ball a unit quaternion), and the change since
 * then, `y`, one number per degree of freedom. The coordinate is q + y; of a ball q exp(y) with a
 * rotation vector y. At the knot y = 0, and within a step every node moves in a vector space, the
 * chart of its knot.
 *
 * All spatial quantities are in world axes about the origin of the node's tree: a point near its
 * root that is fixed over a step (digits are lost as the square of the distance from it).
 *
 * "Column" below means a column of S, hence one degree of freedom in the tree's order. */
#ifndef LUDO_DYNAMICS_TREE_H
#define LUDO_DYNAMICS_TREE_H

#include "core/memory.h"
#include "dynamics/spatial.h"
#include "math/symmetric.h"
#include "model/model.h"

#include <float.h>

typedef struct tree_node tree_node;
typedef struct node_place node_place;

/* Sine and cosine of half the angle of a node. */
typedef struct half_angle {
    double sine, cosine;
} half_angle;

/* A kind of node. */
typedef struct node_kind {
    const char *name;
    int32_t dof, position_count; /* revolute and slide: 1, 1; ball: 3, 4; rigid: 0, 0 */

    /* The angle of rotation about the axis. NULL: the node does not rotate about an axis. */
    double (*angle)(const tree_node *n, const double *q, const double *y);

    /* The node's frame at coordinates q, y against its parent's frame; `half` belongs to the angle.
     * `at` may be `parent`. */
    void (*place)(const tree_node *n, const node_place *parent, const double *q, const double *y,
                  half_angle half, node_place *at);

    /* At the frame that place() gave: the columns S of the motion along y relative to the parent,
     * and their rate of change `rate` at a resting parent while y changes at the rate dy. */
    void (*columns)(const tree_node *n, const node_place *at, const double *y, const double *dy,
                    motion *S, motion *rate);

    /* The change of S beyond its transport with the node [minimal.md 2.3], row-major dof x dof, at
     * a fixed parent:
     *
     *     dS_jk += (d S_k / d y_j) . mu,    dS_dot_jk += d/dt (d S_k / d y_j) . mu
     *
     * NULL: S is fixed in the node. */
    void (*dS)(const tree_node *n, const node_place *at, const double *y, const double *dy,
               force mu, double *dS, double *dS_dot);

    /* q := q + y, of a ball q exp(y), normalised. */
    void (*advance)(const double *y, double *q);
} node_kind;

extern const node_kind ludo_node_rigid, ludo_node_revolute, ludo_node_slide, ludo_node_ball;

/* A frame: world axes, from the origin of its tree. */
struct node_place {
    mat3 R;
    ludo_vec3 x;
    ludo_quat q; /* of R */
};

/* A node. The origin of its frame is the center of its motion. */
struct tree_node {
    const node_kind *kind;
    int32_t parent;           /* -1: the world */
    int32_t slot, joint;      /* body index of its joint; the public joint or part */
    bool has_body;            /* the last node of its joint: it carries the joint's body */
    int32_t column, position; /* its first degree of freedom and coordinate, in the tree's order */
    ludo_quat rotation;       /* rotation of its frame against its parent's at coordinate zero */
    ludo_vec3 arm;            /* from its parent's center to its own, parent's frame */
    ludo_vec3 axis;           /* of revolute and slide, in its frame */
    double reference;         /* the coordinate at which arm and rotation are given */
    ludo_quat q_body;         /* of its body, against its frame */
    ludo_vec3 com;            /* of its body, in its frame */
    double mass;
    sym3 J;                  /* about the centre of mass, axes of the node's frame */
    double weight;           /* the mass that gravity acts on, at the centre of mass */
    ludo_vec3 weight_moment; /* its first moment about the centre of mass, in the node's frame */
    double length; /* reference length of its slides [m]; 1 / length is the scale of their dofs */
};

/* The parts of a tree that do not depend on the motion. */
typedef struct tree {
    const ludo_model *model;
    int32_t nodes, columns, positions;
    tree_node *node;    /* parents before children */
    int32_t *node_of;   /* per body index: the node that carries its body */
    int32_t *root;      /* per node: the root node of its tree (its parent is -1) */
    int32_t *column_of; /* per column of the tree: column of the model (sim->stored_rate, ...) */
    int32_t *node_at;   /* per column of the tree: its node */
    double *scale;      /* per column: 1 [rad] or 1 / length [m] */
} tree;

/* Take the memory of a model's tree. The counts are set even while the arena only measures. */
void ludo_tree_layout(tree *t, const ludo_model *model, arena *a);

/* Fill the tree that was laid out. */
void ludo_tree_open(tree *t);

/* Armatures per column at a knot, where the chart of a ball is the identity. */
void ludo_tree_armatures(const tree *t, double *armature);

/* The root body of a tree that floats or is attached to the world by a ball. */
typedef struct tree_root {
    int32_t first, ball, end; /* its first node (a slide if it floats); its ball, which carries the
                                 body; the first node of the next tree */
    double mass;              /* of the whole tree */
} tree_root;

/* The root of the tree whose first node is `first`. */
tree_root ludo_tree_root(const tree *t, int32_t first);

/* ---- knots: nodes' coordinates <-> poses and twists of the state (tree order) ---- */

/* Coordinates q from absolute poses per body index and from `memory`, the part of coordinates that
 * poses do not determine (per column of the model, as sim->memory). */
void ludo_tree_read_positions(const tree *t, const pose *poses, const double *memory, double *q);

/* Rates per column from twists per body index. A scalar has the joint's rate, a ball the angular
 * velocity in its frame, a free joint the velocity of the body's centre of mass, then the angular
 * velocity in the body's frame. */
void ludo_tree_read_rates(const tree *t, const pose *poses, const double *memory,
                          const twist *twists, const double *stored_rate, double *rate);

/* Absolute poses per body index (-1 is left alone) and joint memory from coordinates q. On entry
 * `poses` and `memory` may hold the previous knot, from which full revolutions are counted on. */
void ludo_tree_write_poses(const tree *t, const double *q, pose *poses, double *memory);

/* Twists per body index and stored rates of joints, from rates at knot q with bodies at `poses`. */
void ludo_tree_write_twists(const tree *t, const double *q, const pose *poses, const double *rate,
                            twist *twists, double *stored_rate);

/* q := q + y; quaternions are normalised. */
void ludo_tree_advance(const tree *t, const double *y, double *q);

/* ---- one instant: the forward and the backward pass ---- */

/* The tree at one instant. The passes write all fields except `origin`. */
typedef struct tree_instant {
    const ludo_vec3 *origin; /* per node: the origin of its tree, world */
    node_place *at;          /* per node: its frame */
    motion *S, *Sd;          /* per column: S, and d/dt S */
    motion *v;               /* per node: its velocity */
    inertia *M;              /* per node: inertia of its body; zero without a body */
    force *mu;               /* per node: momentum of its body; after the backward pass of the
                                whole subtree */
} tree_instant;

void ludo_tree_instant_layout(tree_instant *at, const tree *t, arena *a);

/* Origins of all trees at knot q: the centre of mass of each root body. */
void ludo_tree_place_origins(const tree *t, const double *q, ludo_vec3 *origin);

/* Forward pass at coordinates q, y and rates dy: frames, S, Sd, v, M, and momentum mu of each body
 * alone. */
void ludo_tree_down(const tree *t, const double *q, const double *y, const double *dy,
                    tree_instant *at);

/* Forward pass at other rates and unchanged coordinates. */
void ludo_tree_move(const tree *t, const double *y, const double *dy, tree_instant *at);

/* Backward pass: the force of each node += the forces of its children. */
void ludo_tree_up(const tree *t, force *of);

/* wrench := gravity on each node's body. */
void ludo_tree_gravity(const tree *t, const tree_instant *at, force *wrench);

/* Absolute poses per body index at an instant. */
void ludo_tree_poses(const tree *t, const tree_instant *at, pose *poses);

/* ---- linear algebra with the mass matrix at an instant ---- */

/* Factors of M(q) + diag(armature), O(n) [minimal.md 3.2]. */
typedef struct tree_factors {
    articulated *A;        /* per node: articulated inertia of its subtree */
    force *U;              /* per column: A S, with later columns of the node eliminated */
    double *inverse;       /* per column: 1 / (S.U + armature) */
    force *p;              /* per node: scratch of a solve */
    motion *a;             /* per node: acceleration (or velocity) of the last solve */
    double smallest_pivot; /* relative to the value before elimination; 1 without columns; NaN or
                              a few DBL_EPSILON at most: singular, see tree_is_regular() */
    int32_t weakest;       /* node of the smallest pivot; -1 without columns */
} tree_factors;

void ludo_tree_factors_layout(tree_factors *f, const tree *t, arena *a);

/* Factorise at an instant after its forward pass. `armature` per column (three equal numbers for a
 * ball), or NULL: none. */
void ludo_tree_factorize(const tree *t, const tree_instant *at, const double *armature,
                         tree_factors *f);

/* Whether every motion has inertia. Pivots that are zero in exact arithmetic came out at most 1.8
 * DBL_EPSILON in thousands of random joints with linearly dependent columns. */
static inline bool tree_is_regular(const tree_factors *f)
{
    return f->smallest_pivot > 8.0 * DBL_EPSILON;
}

/* Terms of the equations of motion per node, of size nodes, or NULL: none. */
typedef struct tree_terms {
    const force *bias;   /* added to the force M a of each body */
    const motion *drift; /* added to the acceleration of each node */
} tree_terms;

/* Solve (M + armature) x = e - (generalized force of the bias) in O(n). The solution x satisfies
 *
 *     S_i . sum over the subtree of i of ( M a + bias ) + armature x = e
 *     a_i = a_parent + S x + drift
 *
 * e is per column; f->a returns a. With e = p the solution is the rates of momenta p; with bias
 * -ad_v^T mu - wrench and drift Sd dy it is forward dynamics. */
void ludo_tree_solve(const tree *t, const tree_instant *at, tree_factors *f, const double *e,
                     tree_terms terms, double *x);

/* The result of inverse dynamics. */
typedef struct tree_loads {
    motion *a;    /* per node: its acceleration */
    force *total; /* per node: the force that its joint transmits */
    double *e;    /* per column: the generalized force */
} tree_loads;

/* Inverse dynamics without armatures: e := S_i . sum over the subtree of i of ( M a + bias ) with
 * a_i = a_parent + S x + drift. */
void ludo_tree_inverse(const tree *t, const tree_instant *at, const double *x, tree_terms terms,
                       const tree_loads *out);

/* The velocity terms of ludo_tree_solve() and ludo_tree_inverse() at constant rates dy: bias :=
 * -ad_v^T mu - wrench, drift := Sd dy, mu of each body alone. `wrench` may be `bias`. */
void ludo_tree_bias(const tree *t, const tree_instant *at, const double *dy, const force *wrench,
                    force *bias, motion *drift);

/* Inertia of the subtree of each node as one body, about the origin of its tree. */
void ludo_tree_composites(const tree *t, const tree_instant *at, inertia *composite);

/* M(q) without armatures, columns x columns, row-major, both halves, O(n depth). `composite` is
 * scratch per node. */
void ludo_tree_mass_matrix(const tree *t, const tree_instant *at, inertia *composite, double *M);

#endif
