/* SPDX-License-Identifier: Apache-2.0
 *
 * One body that floats, its motion one unit dual quaternion: any point of reference, any symmetric
 * inertia of 6 x 6, that of a body in an ideal fluid too [dual-quaternions.md]. */
#ifndef LUDO_INTEGRATORS_DUAL_QUATERNION_DUAL_QUATERNION_H
#define LUDO_INTEGRATORS_DUAL_QUATERNION_DUAL_QUATERNION_H

#include "integrators/galerkin/broyden.h"
#include "integrators/dual_quaternion/interval.h"
#include "integrators/joint_space/single_body.h"

/* What is kept beside coordinates, at t_k. */
typedef struct dual_state {
    force P;        /* momentum of body and fluid, about the centre of mass, world axes */
    ludo_vec3 lost; /* what the sum of its ways lost by rounding [m] */
} dual_state;

typedef struct dual_quaternion {
    single_body body;
    const fluid_data *fluid; /* that the body is in; NULL: none */
    ludo_vec3 c;             /* its centre of mass from the point of reference, body axes */
    bool apart;      /* whether its turn and its way are independent [dual-quaternions.md 3.2] */
    double length;   /* what its ways are compared with [m] */
    dual_inertia *M; /* about the point of reference */
    double *G;       /* 6 x 6: the same about its centre of mass */

    dual_state *state; /* kept */

    /* scratch, of the interval in progress */
    double x[6];      /* Phi, Psi */
    bool still;       /* whether it is looked at from where its centre of mass goes, which is known:
                         so that no speed is in the numbers of its turn */
    dual_quat f;      /* its motion, in the axes of t_k */
    mat3 R;           /* axes of the body at t_k */
    body_motion mean; /* how it moves meanwhile */
    body_effort kick; /* what acts at its start */
    broyden broyden;
} dual_quaternion;

static inline dual_quaternion *dual_quaternion_of(sim_state *state)
{
    return (dual_quaternion *)(void *)state->workspace;
}

/* P_k + (h/2) f_k: linear momentum after half of what acts at the start, world axes. */
static inline ludo_vec3 dual_quaternion_push(const dual_quaternion *d, double h)
{
    return v3_axpy(d->state->P.f, 0.5 * h, d->kick.f);
}

/* A radian or a length, of number i of six. */
static inline double unit_of(const dual_quaternion *d, int i)
{
    return i < 3 ? 1.0 : d->length;
}

/* ---- inertia (dual_quaternion_inertia.c) ---- */

/* Find M, G and what else is told once; m_s is the scheme's. */
void ludo_dual_quaternion_weigh(dual_quaternion *d, const sim_state *state);

/* The momentum of a motion, about the centre of mass, world axes, where the body has axes R. */
force ludo_dual_quaternion_momentum(const dual_quaternion *d, const mat3 *R, body_motion by);

/* The motion of a momentum. False where G is singular. */
bool ludo_dual_quaternion_motion(const dual_quaternion *d, const mat3 *R, force P, body_motion *by);

/* ---- an interval (dual_quaternion_newton.c) ---- */

/* What acts at the interval's start (end = 0) or end (1), buoyancy included. */
ludo_status ludo_dual_quaternion_act(dual_quaternion *d, sim_state *state, int end, double time,
                                     body_effort *out);

/* Solve the equations of the interval of length h from the knot: f, mean, kick. */
ludo_status ludo_dual_quaternion_solve(dual_quaternion *d, sim_state *state, double h,
                                       ludo_step_report *report);

/* Whether what acts depends on the motion: dampers, actuators that resist. All are along lines, as
 * nothing acts on a free joint, and the derivative of the equations knows of none. */
bool ludo_dual_quaternion_resists(const ludo_model *m);

/* The way of the centre of mass over the interval, world axes. */
ludo_vec3 ludo_dual_quaternion_way(const dual_quaternion *d);

/* ---- a certificate (dual_quaternion_certify.c) ---- */

/* Refuse what can't be certified. @return LUDO_OK, LUDO_REFUSED */
ludo_status ludo_dual_quaternion_certify_accept(const ludo_model *model, const sim_settings *s,
                                                ludo_diagnostic *why);

/* As struct integrator says. */
bool ludo_dual_quaternion_certify(sim_state *state, double h);

#endif
