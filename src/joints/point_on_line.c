/* SPDX-License-Identifier: Apache-2.0
 *
 * Point on line: the child's anchor moves along the line through the parent's anchor along n, the
 * rotation of the child is free.
 *
 *     A_T = P:    S = ( R_a n ; 0 ) as slide, then the three rotations of a ball
 *
 * Coordinates are the length n.t and a ball's quaternion. */
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion point_on_line_formula(joint_geometry j, pose a, pose b)
{
    const axis_length translation = length_on_axis(j, a, b);
    joint_motion m = motion_of_anchor(translation.error);
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    return m;
}

JOINT_MOTION(point_on_line, 1, true)

static const joint_column point_on_line_columns[] = {COLUMN_LENGTH, COLUMN_BALL, COLUMN_BALL,
                                                     COLUMN_BALL};

const joint_kind ludo_joint_point_on_line = {
    .name = "point-on-line",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_NONE,
    .dof = 4,
    .position_count = 5,
    .column = point_on_line_columns,
    PRODUCT_OPERATIONS(point_on_line),
};
