/* SPDX-License-Identifier: Apache-2.0
 *
 * The workspace behind the public ludo_dynamics: the tree of a model at one instant, in the
 * coordinates of keyframes, and scratch of the functions of ludo/dynamics.h. */
#ifndef LUDO_DYNAMICS_WORKSPACE_H
#define LUDO_DYNAMICS_WORKSPACE_H

#include "dynamics/workspace/columns.h"
#include "dynamics/forces.h"
#include "dynamics/keyframe.h"
#include "dynamics/workspace/loop_rows.h"
#include "ludo/dynamics.h"
#include "model/attached_frame.h"

/* Memory of dynamics with loops, dense: n degrees of freedom, m rows. */
typedef struct loop_memory {
    loop_rows rows;
    int32_t count;         /* m */
    double *G, *Y;         /* m x n: G; M^-1 G^T, transposed, or G in scaled coordinates */
    double *P, *K;         /* m x n, n x m: factorised */
    double *A, *B;         /* m x m */
    double *rate, *lambda; /* m: G_dot v; multipliers */
    double *scale, *z;     /* m: of rows; coefficients */
    double *end, *beta;    /* m + n: of factorisations */
    int32_t *order;        /* m + n */
    double *e, *b;         /* n, m + n: efforts; a right-hand side */
} loop_memory;

/* Memory of inverse kinematics: n degrees of freedom. */
typedef struct ik_memory {
    double *A, *L;                  /* n x n: J^T J; its factor */
    double *J;                      /* 6 x n */
    double *b, *z;                  /* n: J^T e; a step */
    double *q, *trial, *low, *high; /* per coordinate, in the order of keyframes */
    double *g;                      /* per row of loops */
    int32_t *coordinate;            /* per rate of keyframes: its scalar coordinate, or -1 */
    bool *held;                     /* per rate */
} ik_memory;

struct ludo_dynamics {
    ludo_allocator allocator;
    tree tree;
    keyframe_order order;
    tree_instant at;
    rate_columns columns; /* at the last ludo_workspace_view_columns() */
    tree_factors factors;
    double *q;         /* per coordinate of the tree */
    double *zero, *u;  /* per column: zeros; rates */
    double *x, *e;     /* per column: accelerations; efforts */
    double *armature;  /* per column */
    ludo_vec3 *origin; /* per node */
    force *bias, *total;
    motion *drift, *a;
    inertia *composite;

    /* of springs, dampers and actuators (efforts.c): a state with controls and coordinates alone */
    sim_state state;
    generalized_forces forces;
    acting acting;

    bool dense;        /* there is memory of dense matrices: `loops` and `ik` */
    loop_memory loops; /* loop_forward.c, loop_inverse.c */
    ik_memory ik;      /* ik.c, ik_normal.c */
};

/* ---- arguments ---- */

static inline bool rates_usable(const ludo_dynamics *d, const double *v)
{
    return v != NULL && all_finite(v, d->tree.columns);
}

static inline bool coordinates_usable(const ludo_dynamics *d, const double *q)
{
    return d != NULL && q != NULL && ludo_keyframe_usable(&d->order, q);
}

static inline bool state_usable(const ludo_dynamics *d, const double *q, const double *v)
{
    return coordinates_usable(d, q) && rates_usable(d, v);
}

/* Limits of inverse kinematics: d->ik.low, .high, .coordinate. */
void ludo_ik_open(ludo_dynamics *d);

/* ---- an instant ---- */

/* Forward pass at coordinates and rates of a keyframe; v NULL: at rest. */
void ludo_workspace_evaluate(ludo_dynamics *d, const double *q, const double *v);

/* Columns of rates at the instant of the last evaluation; their own rates with v, the rates of that
 * evaluation, or none at v NULL. */
void ludo_workspace_view_columns(ludo_dynamics *d, const double *v);

/* Controls for ludo_workspace_exert(), or NULL; returns whether they are usable. */
bool ludo_workspace_take_controls(ludo_dynamics *d, const double *u);

/* Efforts of springs, dampers and, if `acts`, actuators at controls d->state.control, at the
 * instant of the last evaluation with rates d->u (zeros if it was at rest): per column of the tree
 * in d->e. */
ludo_status ludo_workspace_exert(ludo_dynamics *d, bool acts);

/* Factorise the mass matrix of the instant; false: a motion has no inertia. */
bool ludo_workspace_factorize(ludo_dynamics *d);

/* With these factors, the acceleration of a keyframe under an effort of a keyframe, with velocity
 * terms and gravity (ludo_workspace_find_bias()); false: gimbal lock. */
bool ludo_workspace_accelerate(ludo_dynamics *d, const double *effort, double *a);

/* With these factors M^-1 effort in the order of keyframes; false: gimbal lock. */
bool ludo_workspace_divide(ludo_dynamics *d, const double *effort, double *a);

/* The effort of inverse dynamics at the instant, with velocity terms and gravity. */
void ludo_workspace_invert(ludo_dynamics *d, const double *a, double *effort);

/* Velocity terms and gravity of the instant: d->bias, d->drift. */
void ludo_workspace_find_bias(ludo_dynamics *d);

/* The attached frames at the instant. */
static inline placement dynamics_placement(const ludo_dynamics *d)
{
    return (placement){d->tree.model, d->order.poses, d->order.memory};
}

#endif
