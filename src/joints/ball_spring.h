/* SPDX-License-Identifier: Apache-2.0
 *
 * Spring, damper and armature of a relative rotation without scalar coordinates, for example of a
 * ball joint [forces.md 4]. */
#ifndef LUDO_JOINTS_BALL_SPRING_H
#define LUDO_JOINTS_BALL_SPRING_H

#include "math/quat.h"

/* Isotropic coefficients. */
typedef struct ball_spring_law {
    double stiffness;                  /* towards the identity [N m/rad] */
    double damping_start, damping_end; /* impulse per angle [rad], at t_k and t_{k+1} [N m s/rad] */
    double armature;                   /* [kg m^2] */
} ball_spring_law;

/* The impulses of an interval, in the parent's frame at t_k and at t_{k+1} respectively. */
typedef struct ball_spring_interval {
    ludo_vec3 start; /* angular impulse on the child at t_k [N m s] */
    ludo_vec3 end;   /* angular impulse on the child at t_{k+1} */
    mat3 slope; /* -d start / d rotation: by a small rotation of the child relative to the parent at
                   t_{k+1}, divided by the time step [N m s per rad/s]; maps components in the
                   parent's frame at t_{k+1} to components in that at t_k */
    double dissipated; /* [J] */
} ball_spring_interval;

/* The impulses from relative orientations r_0 at t_k and r_1 at t_{k+1} (child in parent, 1 at
 * rest) and the time step h. With the rotation vectors theta of r and eta of r_1 r_0^+,
 *
 *     discrete Lagrangian   a |eta|^2 / (2 h) - h V((theta_0 + theta_1) / 2),   V = k |theta|^2 / 2
 *     damper                -d_start eta at t_k, -d_end eta at t_{k+1}
 *
 * |theta_0| and |eta| are at most pi; theta_1 continues theta_0, also beyond pi, so that the kink
 * of the spring at half a turn lies between intervals, never inside one. r and -r give equal
 * results. Finite for all unit quaternions; smooth while r_0, r_1 and the rotation between them are
 * less than half a turn. */
ball_spring_interval ludo_ball_spring_interval(const ball_spring_law *law, ludo_quat r_0,
                                               ludo_quat r_1, double h);

/* Derivatives of an interval's impulses by small rotations of the child relative to the parent,
 * components in the parent's frame: [0] by those at t_k, [1] by those at t_{k+1}. start[1] is
 * -slope / h. */
typedef struct ball_spring_slopes {
    mat3 start[2], end[2]; /* [N m s/rad] */
} ball_spring_slopes;

/* The derivatives of ludo_ball_spring_interval(). */
ball_spring_slopes ludo_ball_spring_slopes(const ball_spring_law *law, ludo_quat r_0, ludo_quat r_1,
                                           double h);

/* A rotation vector and its derivative: a small rotation on the left, r -> (1, delta/2) r, changes
 * theta by K delta, one on the right by K^T delta. K theta = K^T theta = theta. */
typedef struct ball_spring_angle {
    ludo_vec3 theta;
    mat3 K;
} ball_spring_angle;

/* The rotation vector of r `further`, where `further` is a rotation by less than a whole turn: that
 * of r has at most half a turn, and the angle continues from there. */
ball_spring_angle ludo_ball_spring_angle(ludo_quat r, ludo_quat further);

/* Energy of the spring at relative orientation r [J]. */
double ludo_ball_spring_energy(double stiffness, ludo_quat r);

#endif
