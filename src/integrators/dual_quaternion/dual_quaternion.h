/* SPDX-License-Identifier: Apache-2.0
 *
 * One floating body whose motion is a unit dual quaternion, with any point of reference and any
 * symmetric 6 x 6 inertia, including that of a body in an ideal fluid [dual-quaternions.md]. */
#ifndef LUDO_INTEGRATORS_DUAL_QUATERNION_DUAL_QUATERNION_H
#define LUDO_INTEGRATORS_DUAL_QUATERNION_DUAL_QUATERNION_H

#include "integrators/galerkin/broyden.h"
#include "integrators/dual_quaternion/interval.h"
#include "integrators/joint_space/single_body.h"

/* State besides coordinates, at t_k. */
typedef struct dual_state {
    force P;        /* momentum of body and fluid, about the centre of mass, world axes */
    ludo_vec3 lost; /* rounding error of the sum of its displacements [m] */
} dual_state;

typedef struct dual_quaternion {
    single_body body;
    const fluid_data *fluid; /* around the body; NULL: none */
    ludo_vec3 c;             /* its centre of mass from the point of reference, body axes */
    bool decoupled;  /* rotation and translation are independent [dual-quaternions.md 3.2] */
    double length;   /* the unit of displacements [m] */
    dual_inertia *M; /* about the point of reference */
    double *G;       /* 6 x 6: inertia about its centre of mass */

    dual_state *state; /* kept */

    /* scratch, of the interval in progress */
    double x[6];      /* Phi, Psi */
    bool relative;    /* solved relative to the centre of mass, whose displacement is known, so that
                         no speed enters the equations of rotation */
    dual_quat f;      /* its motion, in the axes of t_k */
    mat3 R;           /* axes of the body at t_k */
    body_motion mean; /* its mean velocities in the interval */
    body_effort kick; /* the forces at its start */
    broyden broyden;
} dual_quaternion;

static inline dual_quaternion *dual_quaternion_of(sim_state *state)
{
    return (dual_quaternion *)(void *)state->workspace;
}

/* P_k + (h/2) f_k: linear momentum after half of the initial force's impulse, world axes. */
static inline ludo_vec3 dual_quaternion_push(const dual_quaternion *d, double h)
{
    return v3_axpy(d->state->P.f, 0.5 * h, d->kick.f);
}

/* The unit of number i of six: a radian or a length. */
static inline double unit_of(const dual_quaternion *d, int i)
{
    return i < 3 ? 1.0 : d->length;
}

/* ---- inertia (inertia.c) ---- */

/* Compute M, G and all other constants; m_s depends on the scheme. */
void ludo_dual_quaternion_weigh(dual_quaternion *d, const sim_state *state);

/* The momentum of a motion, about the centre of mass, world axes, for a body with axes R. */
force ludo_dual_quaternion_momentum(const dual_quaternion *d, const mat3 *R, body_motion by);

/* The motion of a momentum. False where G is singular. */
bool ludo_dual_quaternion_motion(const dual_quaternion *d, const mat3 *R, force P, body_motion *by);

/* ---- an interval (newton.c) ---- */

/* The forces at the interval's start (end = 0) or end (1), including buoyancy. */
ludo_status ludo_dual_quaternion_act(dual_quaternion *d, sim_state *state, int end, double time,
                                     body_effort *out);

/* Solve the equations of an interval of length h from the knot for f, mean, kick. */
ludo_status ludo_dual_quaternion_solve(dual_quaternion *d, sim_state *state, double h,
                                       ludo_step_report *report);

/* Whether forces depend on the motion: dampers, actuators with a velocity gain. All of these act
 * along tendons, since a free joint has none, and the equations' derivative leaves them out. */
bool ludo_dual_quaternion_resists(const ludo_model *m);

/* The displacement of the centre of mass over the interval, world axes. */
ludo_vec3 ludo_dual_quaternion_way(const dual_quaternion *d);

/* ---- a certificate (dual_quaternion.c) ---- */

/* Refuse models and settings that cannot be certified. @return LUDO_OK, LUDO_REFUSED */
ludo_status ludo_dual_quaternion_certify_accept(const ludo_model *model, const sim_settings *s,
                                                ludo_diagnostic *why);

/* integrator.certify */
bool ludo_dual_quaternion_certify(sim_state *state, double h);

#endif
