/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylindrical joint: the child translates along n and rotates about n.
 *
 *     A_T = A_R = P:    S = ( R_a n ; 0 ), ( r_b x s ; s ) as slide and hinge
 *
 * Coordinates are the length n.t and the angle. */
#include "joints/axis_rotation.h"
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion cylindrical_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_length translation = length_on_axis(j, a, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, translation.error, rotation.closing);
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    m.S[1] = anchor_rotation(r_b, rotation.free), m.trace[1] = rotation.half;
    return m;
}

JOINT_MOTION(cylindrical, 2, false)

static const joint_column cylindrical_columns[] = {COLUMN_LENGTH, COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_cylindrical = {
    .name = "cylindrical",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_PLANE,
    .dof = 2,
    .position_count = 2,
    .column = cylindrical_columns,
    PRODUCT_OPERATIONS(cylindrical),
};
