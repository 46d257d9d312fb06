/* SPDX-License-Identifier: Apache-2.0
 *
 * Planar joint: the child translates in the plane orthogonal to n and rotates about n.
 *
 *     A_T = n,  A_R = P:    S = ( R_a P_i ; 0 ), i = 0, 1, and ( r_b x s ; s ) as hinge
 *
 * Coordinates are the lengths P0.t and P1.t and the angle. */
#include "joints/axis_rotation.h"
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion planar_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const plane_lengths translation = lengths_in_plane(j, a, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, translation.error, rotation.closing);
    m.S[0] = anchor_translation(translation.free0), m.trace[0] = translation.length0;
    m.S[1] = anchor_translation(translation.free1), m.trace[1] = translation.length1;
    m.S[2] = anchor_rotation(r_b, rotation.free), m.trace[2] = rotation.half;
    return m;
}

JOINT_MOTION(planar, 3, false)

static const joint_column planar_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH, COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_planar = {
    .name = "planar",
    .has_axis = true,
    .translation = SPAN_AXIS,
    .rotation = SPAN_PLANE,
    .dof = 3,
    .position_count = 3,
    .column = planar_columns,
    PRODUCT_OPERATIONS(planar),
};
