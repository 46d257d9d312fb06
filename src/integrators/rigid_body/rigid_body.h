/* SPDX-License-Identifier: Apache-2.0
 *
 * A single body by four schemes [groups.md 2]. Over an interval it rotates at the constant w, in
 * its own axes, and its center moves at the constant V, world axes:
 *
 *     B(h w) J w = p_k + (h/2) u_k        R_{k+1} = R_k F(h w)
 *     p_{k+1} = B(-h w) J w + (h/2) u_{k+1}
 *     m V = P_k + (h/2) f_k        x_{k+1} = x_k + h V        P_{k+1} = m V + (h/2) f_{k+1}
 *
 * f, u: force and moment, evaluated at the velocities of the interval. */
#ifndef LUDO_INTEGRATORS_RIGID_BODY_RIGID_BODY_H
#define LUDO_INTEGRATORS_RIGID_BODY_RIGID_BODY_H

#include "dynamics/body_bound.h"
#include "integrators/galerkin/broyden.h"
#include "integrators/joint_space/single_body.h"

typedef struct rigid_body rigid_body;

/* A scheme: the matrix B of its momentum map, and its map F of rotations. */
typedef struct rigid_scheme {
    int32_t order;

    /* B(x) n, B(x), d (B(x) n)/dx at fixed n; NULL: the scheme is explicit. */
    ludo_vec3 (*apply)(ludo_vec3 x, ludo_vec3 n);
    mat3 (*map)(ludo_vec3 x);
    mat3 (*slope)(ludo_vec3 x, ludo_vec3 n);

    ludo_quat (*turn)(ludo_vec3 x); /* F(x) */
    double farthest;                /* |x| of the largest accepted rotation, 2 rad */
    bool keeps;                     /* F(x) B(-x) = B(x): R p changes by external moments alone */

    double (*bound)(inertia_range of); /* on h |p + (h/2) u| / least; NULL: explicit */

    /* Solve for V, w of the interval from the knot. */
    ludo_status (*solve)(rigid_body *x, sim_state *state, double h, ludo_step_report *report);

    /* Momenta at the end of the interval, which has been placed. */
    ludo_status (*finish)(rigid_body *x, sim_state *state, double h);
    double weight[2]; /* of the forces at both ends in the energy bookkeeping */
} rigid_scheme;

/* Momenta of a knot: linear momentum, world axes; the moment about the center, in the axes of the
 * joint if the scheme `keeps` it, else in those of the body. */
typedef struct rigid_momenta {
    ludo_vec3 P, p;
} rigid_momenta;

struct rigid_body {
    single_body body;
    const rigid_scheme *by;
    inertia_range range;
    double bound; /* of the scheme, for this body */
    mat3 J, inverse_J;
    double per_length; /* [1/m] of its joint, the unit of displacements */

    rigid_momenta *knot; /* kept: at t_k */

    /* scratch, of the interval in progress */
    ludo_vec3 p; /* at t_k, body axes */
    body_motion motion;
    body_effort acts[2]; /* at its ends */
    rigid_momenta next;
    mat3 inverse; /* of D J^-1 at the last factorisation */
    broyden broyden;
};

/* ---- schemes.c ---- */

/* Names of the schemes, the default first, NULL at the end; the scheme of a name. */
extern const char *const ludo_rigid_schemes[];
const rigid_scheme *ludo_rigid_scheme_find(const char *name);

/* ---- newton.c: the implicit schemes ---- */

/* D J^-1 at the current motion, after the forces were evaluated: D the derivative of
 * B(h w) J w - (h/2) u by w; the identity for h = 0. */
mat3 ludo_rigid_body_slope(const rigid_body *x, double h);

/* Whether the forces at the start of the interval, evaluated last, depend on velocities. */
bool ludo_rigid_body_feels_velocity(const rigid_body *x);

/* V, w by Newton's method, starting at those of the knot. */
ludo_status ludo_rigid_body_newton(rigid_body *x, sim_state *state, double h,
                                   ludo_step_report *report);

/* ---- rigid_body.c ---- */

/* V, w at the knot: M^-1 times its momenta. */
body_motion ludo_rigid_body_motion(const rigid_body *x);

static inline rigid_body *rigid_body_of(sim_state *state)
{
    return (rigid_body *)(void *)state->workspace;
}

#endif
