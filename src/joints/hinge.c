/* SPDX-License-Identifier: Apache-2.0
 *
 * Hinge (revolute joint): anchors coincide, the child rotates about n.
 *
 *     A_T = 1,  A_R = P:    S = ( r_b x s ; s ),    s = R_a ( r0^2 n + r0 r_v x n + sigma r_v )
 *
 * The coordinate is the angle 2 atan2(sigma, r0), unwrapped, plus the reference. */
#include "joints/axis_rotation.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion hinge_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, anchor_gap(j.p_a, a, b, r_b), rotation.closing);
    m.S[0] = anchor_rotation(r_b, rotation.free), m.trace[0] = rotation.half;
    return m;
}

JOINT_MOTION(hinge, 1, false)

static const joint_column hinge_columns[] = {COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_hinge = {
    .name = "hinge",
    .has_axis = true,
    .translation = SPAN_ALL,
    .rotation = SPAN_PLANE,
    .dof = 1,
    .position_count = 1,
    .column = hinge_columns,
    PRODUCT_OPERATIONS(hinge),
};
