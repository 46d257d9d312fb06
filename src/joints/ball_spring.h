/* SPDX-License-Identifier: Apache-2.0
 *
 * Spring, damper and armature of a relative rotation without coordinates, as of a ball joint
 * [forces.md 4]. */
#ifndef LUDO_JOINTS_BALL_SPRING_H
#define LUDO_JOINTS_BALL_SPRING_H

#include "math/quat.h"

/* The coefficients: isotropic. */
typedef struct turn_law {
    double stiffness; /* towards no rotation [N m/rad] */
    double damping_start,
        damping_end; /* impulse per angle turned, at t_k and t_{k+1} [N m s/rad] */
    double armature; /* [kg m^2] */
} turn_law;

/* What an interval does. Everything in the frame of the parent, at t_k and t_{k+1} in turn. */
typedef struct turn_interval {
    ludo_vec3 start;   /* angular impulse on the child at t_k [N m s] */
    ludo_vec3 end;     /* and at t_{k+1} */
    mat3 slope;        /* -d start / d turn: by a small rotation of the child against the parent at
                          t_{k+1}, over the step's length [N m s per rad/s]; from numbers in the
                          parent's frame of t_{k+1} to numbers in that of t_k */
    double dissipated; /* [J] */
} turn_interval;

/* From relative orientations r_0 at t_k and r_1 at t_{k+1} (child in parent, 1 at rest) and the
 * step's length h: with the rotation vectors theta of r and eta of r_1 r_0^+,
 *
 *     discrete Lagrangian   a |eta|^2 / (2 h) - h V((theta_0 + theta_1) / 2),   V = k |theta|^2 / 2
 *     damper                -d_start eta at t_k, -d_end eta at t_{k+1}
 *
 * |theta_0| and |eta| are at most pi; theta_1 continues theta_0, beyond pi where the turn leads
 * there: a spring has its kink at a half turn between intervals, never inside one. r and -r are the
 * same. Finite for all unit quaternions; smooth while r_0, r_1 and the turn between them are less
 * than half a turn. */
turn_interval ludo_ball_spring_interval(const turn_law *law, ludo_quat r_0, ludo_quat r_1,
                                        double h);

/* How an interval changes with small rotations of the child against the parent, numbers in the
 * parent's frame: [0] by those at t_k, [1] by those at t_{k+1}. start[1] is -slope / h. */
typedef struct turn_slopes {
    mat3 start[2], end[2]; /* [N m s/rad] */
} turn_slopes;

/* The derivatives of ludo_ball_spring_interval(). */
turn_slopes ludo_ball_spring_slopes(const turn_law *law, ludo_quat r_0, ludo_quat r_1, double h);

/* A rotation vector and its derivative: a small rotation on the left, r -> (1, delta/2) r, changes
 * it by K delta, one on the right by K^T delta. K theta = K^T theta = theta. */
typedef struct turn_angle {
    ludo_vec3 theta;
    mat3 K;
} turn_angle;

/* That of r after a further turn, on the right, of less than a turn: of r alone it is at most half
 * a turn, from where it goes on. */
turn_angle ludo_ball_spring_angle(ludo_quat r, ludo_quat further);

/* Energy of the spring at relative orientation r [J]. */
double ludo_ball_spring_energy(double stiffness, ludo_quat r);

#endif
