/* SPDX-License-Identifier: Apache-2.0
 *
 * Free translations of the child's anchor: along n, or in the plane orthogonal to n. Lengths are
 * components of the vector from the parent's anchor, in the parent's frame. */
#ifndef LUDO_JOINTS_LENGTH_H
#define LUDO_JOINTS_LENGTH_H

#include "joints/anchor.h"

/* A child's anchor that is free along n: A_T = P. */
typedef struct axis_length {
    ludo_vec3 free;     /* world */
    ludo_vec3 error;    /* position error of the anchor, world */
    joint_trace length; /* n.t */
} axis_length;

LUDO_KERNEL_PART axis_length length_on_axis(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 n = m3_apply(&a.R, j.n), gap = anchor_gap(j.p_a, a, b, anchor_arm(j.p_b, b));
    const double length = v3_dot(n, gap);
    return (axis_length){n, v3_axpy(gap, -length, n), {length, 0.0}};
}

/* A child's anchor that is free along P0 and P1 = n x P0: A_T = n. */
typedef struct plane_lengths {
    ludo_vec3 free0, free1; /* world */
    ludo_vec3 error;        /* position error of the anchor, world */
    joint_trace length0, length1;
} plane_lengths;

LUDO_KERNEL_PART plane_lengths lengths_in_plane(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 n = m3_apply(&a.R, j.n), gap = anchor_gap(j.p_a, a, b, anchor_arm(j.p_b, b));
    const ludo_vec3 p0 = m3_apply(&a.R, j.P0), p1 = v3_cross(n, p0);
    return (plane_lengths){
        p0, p1, v3_scale(v3_dot(n, gap), n), {v3_dot(p0, gap), 0.0}, {v3_dot(p1, gap), 0.0}};
}

/* The component of a world vector along a direction of the parent. */
static inline double along(const pose *a, ludo_vec3 direction, ludo_vec3 v)
{
    return v3_dot(m3_apply(&a->R, direction), v);
}

#endif
