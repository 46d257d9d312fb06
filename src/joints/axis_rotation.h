/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotation of a child in its parent, for joints that hold its orientation: all of it, or all but
 * the angle about n. */
#ifndef LUDO_JOINTS_AXIS_ROTATION_H
#define LUDO_JOINTS_AXIS_ROTATION_H

#include "joints/anchor.h"

/* The rotation that makes the joint's frames parallel again: A_R = 1, world. */
LUDO_KERNEL_PART ludo_vec3 parallel_rotation(joint_geometry j, pose a, pose b)
{
    const ludo_quat r = relative_orientation(a.q, b.q, j.q_off);
    return m3_apply(&a.R, v3_scale(-2.0 * r.w, q_vector(r)));
}

/* A child with a free rotation about n: A_R = P. */
typedef struct axis_rotation {
    ludo_vec3 free;    /* free rotation axis in the sense of both bodies, world; exact also with an
                          angle error */
    ludo_vec3 closing; /* the rotation that aligns the axes, world */
    joint_trace half;  /* of the angle */
} axis_rotation;

/* With r = q_a^+ q_b q_off^+ = (r0, r_v) and sigma = n.r_v [recursion.md 1.2]:
 *
 *     free = R_a ( r0^2 n + r0 r_v x n + sigma r_v ),    closing = -2 R_a P^T eta
 *
 * P^T P r_v and its rotation by 90 degrees about n need no P. */
LUDO_KERNEL_PART axis_rotation rotation_about_axis(joint_geometry j, pose a, pose b)
{
    const ludo_quat r = relative_orientation(a.q, b.q, j.q_off);
    const ludo_vec3 r_v = q_vector(r);
    const double sigma = v3_dot(j.n, r_v);
    const ludo_vec3 rotated = v3_cross(r_v, j.n), off = v3_axpy(r_v, -sigma, j.n);
    const ludo_vec3 s = v3_axpy(v3_axpy(v3_scale(r.w * r.w, j.n), r.w, rotated), sigma, r_v);
    const ludo_vec3 eta = v3_axpy(v3_scale(r.w, off), -sigma, rotated);
    return (axis_rotation){m3_apply(&a.R, s), m3_apply(&a.R, v3_scale(-2.0, eta)), {r.w, sigma}};
}

/* The orientation of a child at an angle about n. */
static inline ludo_quat axis_orientation(const joint_data *j, const pose *a, double angle)
{
    return q_mul(q_mul(a->q, q_about(j->n, angle)), j->q_off);
}

/* The rate of the angle about n. */
static inline double axis_rate(const joint_data *j, const pose *a, const twist *va, const twist *vb)
{
    return v3_dot(m3_apply(&a->R, j->n), v3_sub(vb->w, va->w));
}

/* The angular velocity of a child with this rate of the angle about n. */
static inline ludo_vec3 axis_spin(const joint_data *j, const pose *a, const twist *va, double rate)
{
    return v3_axpy(va->w, rate, m3_apply(&a->R, j->n));
}

#endif
