/* SPDX-License-Identifier: Apache-2.0
 *
 * Free planar joint: the child's anchor moves in the plane through the parent's anchor orthogonal
 * to n, the rotation of the child is free.
 *
 *     A_T = n:    S = ( R_a P_i ; 0 ), i = 0, 1, then the three rotations of a ball
 *
 * Coordinates are the lengths P0.t and P1.t and a ball's quaternion. */
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion free_planar_formula(joint_geometry j, pose a, pose b)
{
    const plane_lengths translation = lengths_in_plane(j, a, b);
    joint_motion m = motion_of_anchor(translation.error);
    m.S[0] = anchor_translation(translation.free0), m.trace[0] = translation.length0;
    m.S[1] = anchor_translation(translation.free1), m.trace[1] = translation.length1;
    return m;
}

JOINT_MOTION(free_planar, 2, true)

static const joint_column free_planar_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH, COLUMN_BALL,
                                                   COLUMN_BALL, COLUMN_BALL};

const joint_kind ludo_joint_free_planar = {
    .name = "free-planar",
    .has_axis = true,
    .translation = SPAN_AXIS,
    .rotation = SPAN_NONE,
    .dof = 5,
    .position_count = 6,
    .column = free_planar_columns,
    PRODUCT_OPERATIONS(free_planar),
};
