/* SPDX-License-Identifier: Apache-2.0
 *
 * Spatial algebra: motions and forces of rigid bodies as vectors of six, angular part first, about
 * a common point of reference, world axes [minimal.md 1].
 *
 *     ad_xi eta     = ( w x w' , v x w' + w x v' )        xi = (w, v), eta = (w', v')
 *     ad_xi^T mu    = ( n x w + f x v , f x w )            mu = (n, f)
 *     mu . xi       = n.w + f.v                            power, if mu is a force
 *
 * Conventions of spatial vectors in the library:
 *
 *     motion {w, v}, force {n, f}   angular first, about the origin of the tree: everything in
 * joint coordinates (dynamics, galerkin, runge-kutta); 6 x 6 matrices of these (geometric
 * stiffness), and added masses of a fluid, are angular first too twist {v, w} linear first, at the
 * body's centre of mass (model/joint.h): the state, joints, and everything in maximal coordinates
 *     double[6] per body index      linear first, at the centre of mass: applied forces, tendons,
 *                                   wrenches of joints, residuals of the maximal integrator
 *
 * The two conversions, c the centre of mass from the origin of the tree:
 *
 *     twist of a motion xi                    { motion_at(xi, c), xi.w }
 *     force of (f, n) at the centre of mass   force_at(c, f, n); back: { mu.f, force_moment(mu, c)
 * }
 */
#ifndef LUDO_DYNAMICS_SPATIAL_H
#define LUDO_DYNAMICS_SPATIAL_H

#include "math/symmetric.h"

/* A velocity, acceleration or small motion; v is that of the body's point at the point of
 * reference. */
typedef struct motion {
    ludo_vec3 w, v;
} motion;

/* A momentum or a wrench: n is the moment about the point of reference. */
typedef struct force {
    ludo_vec3 n, f;
} force;

/* The inertia of a rigid body or of several that move as one: M = [ I , h x ; -h x , m 1 ] with
 * h = m c and I about the point of reference (not the centre of mass). Zero without mass. */
typedef struct inertia {
    double m;
    ludo_vec3 h;
    double I[6]; /* xx yy zz xy xz yz */
} inertia;

/* The inertia of an articulated subtree, [ I , H ; H^T , M ]: symmetric, not rigid. */
typedef struct articulated {
    sym3 I, M;
    mat3 H;
} articulated;

static inline motion motion_zero(void)
{
    return (motion){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
}

static inline motion motion_add(motion a, motion b)
{
    return (motion){v3_add(a.w, b.w), v3_add(a.v, b.v)};
}

static inline motion motion_axpy(motion a, double s, motion b)
{
    return (motion){v3_axpy(a.w, s, b.w), v3_axpy(a.v, s, b.v)};
}

static inline force force_zero(void)
{
    return (force){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
}

static inline force force_add(force a, force b)
{
    return (force){v3_add(a.n, b.n), v3_add(a.f, b.f)};
}

static inline force force_axpy(force a, double s, force b)
{
    return (force){v3_axpy(a.n, s, b.n), v3_axpy(a.f, s, b.f)};
}

/* mu . xi */
static inline double pair_of(force mu, motion xi)
{
    return v3_dot(mu.n, xi.w) + v3_dot(mu.f, xi.v);
}

/* ad_xi eta: the change of eta when xi transports it. */
static inline motion motion_ad(motion xi, motion eta)
{
    return (motion){v3_cross(xi.w, eta.w), v3_add(v3_cross(xi.v, eta.w), v3_cross(xi.w, eta.v))};
}

/* ad_xi^T mu, so that ad_xi^T mu . eta = mu . ad_xi eta; also adD(mu) xi [minimal.md 1]. */
static inline force force_ad(motion xi, force mu)
{
    return (force){v3_add(v3_cross(mu.n, xi.w), v3_cross(mu.f, xi.v)), v3_cross(mu.f, xi.w)};
}

/* The velocity of a moving body's point x. */
static inline ludo_vec3 motion_at(motion xi, ludo_vec3 x)
{
    return v3_add(xi.v, v3_cross(xi.w, x));
}

/* A rotation by s about the point c. */
static inline motion motion_about(ludo_vec3 c, ludo_vec3 s)
{
    return (motion){s, v3_cross(c, s)};
}

/* A force f that acts at the point c, with a couple n. */
static inline force force_at(ludo_vec3 c, ludo_vec3 f, ludo_vec3 n)
{
    return (force){v3_add(n, v3_cross(c, f)), f};
}

/* The inertia of two that move as one. */
static inline inertia inertia_add(inertia a, inertia b)
{
    a.m += b.m;
    a.h = v3_add(a.h, b.h);
    for (int k = 0; k < 6; k++) {
        a.I[k] += b.I[k];
    }
    return a;
}

/* M xi: the momentum of a body that moves with xi, or the force on a resting body that accelerates
 * with xi. */
static inline force inertia_apply(const inertia *M, motion xi)
{
    const ludo_vec3 n = v3_add(s3_apply(s3_from(M->I), xi.w), v3_cross(M->h, xi.v));
    return (force){n, v3_sub(v3_scale(M->m, xi.v), v3_cross(M->h, xi.w))};
}

/* The inertia of a mass m with centre c and inertia J about c, world axes. */
static inline inertia inertia_at(double m, ludo_vec3 c, sym3 J)
{
    const double cc = v3_dot(c, c);
    const sym3 I = {J.xx + m * (cc - c.x * c.x), J.yy + m * (cc - c.y * c.y),
                    J.zz + m * (cc - c.z * c.z), J.xy - m * c.x * c.y,
                    J.xz - m * c.x * c.z,        J.yz - m * c.y * c.z};
    inertia M = {.m = m, .h = v3_scale(m, c)};
    s3_to(I, M.I);
    return M;
}

/* The moment of mu about the point c. */
static inline ludo_vec3 force_moment(force mu, ludo_vec3 c)
{
    return v3_sub(mu.n, v3_cross(c, mu.f));
}

#endif
