/* SPDX-License-Identifier: Apache-2.0
 *
 * The workspace behind the public ludo_dynamics: the tree of a model at one instant, in the
 * coordinates of keyframes, and scratch of the functions of ludo/dynamics.h. */
#ifndef LUDO_DYNAMICS_WORKSPACE_H
#define LUDO_DYNAMICS_WORKSPACE_H

#include "dynamics/columns.h"
#include "dynamics/forces.h"
#include "dynamics/keyframe.h"
#include "ludo/dynamics.h"
#include "model/attached_frame.h"

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

/* ---- an instant ---- */

/* Forward pass at coordinates and rates of a keyframe; v NULL: at rest. */
void ludo_workspace_evaluate(ludo_dynamics *d, const double *q, const double *v);

/* Columns of rates at the instant of the last evaluation; their own rates with v, the rates of that
 * evaluation, or none at v NULL. */
void ludo_workspace_view_columns(ludo_dynamics *d, const double *v);

/* Efforts of springs, dampers and, if `acts`, actuators at controls d->state.control, at the
 * instant of the last evaluation with rates d->u (zeros if it was at rest): per column of the tree
 * in d->e. */
ludo_status ludo_workspace_exert(ludo_dynamics *d, bool acts);

/* Velocity terms and gravity of the instant: d->bias, d->drift. */
void ludo_workspace_find_bias(ludo_dynamics *d);

/* The attached frames at the instant. */
static inline placement dynamics_placement(const ludo_dynamics *d)
{
    return (placement){d->tree.model, d->order.poses, d->order.memory};
}

#endif
