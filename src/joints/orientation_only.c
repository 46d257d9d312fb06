/* SPDX-License-Identifier: Apache-2.0
 *
 * Orientation only: the child keeps its orientation in the parent and translates freely.
 *
 *     A_R = 1:    S = ( R_a e_i ; 0 ), i = x y z of the parent's joint frame: P0, P1, n
 *
 * Coordinates are the components of t in that frame. */
#include "joints/axis_rotation.h"
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion orientation_only_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_length z = length_on_axis(j, a, b);
    const plane_lengths xy = lengths_in_plane(j, a, b);
    joint_motion m = motion_closed_by(r_b, v3(0.0, 0.0, 0.0), parallel_rotation(j, a, b));
    m.S[0] = anchor_translation(xy.free0), m.trace[0] = xy.length0;
    m.S[1] = anchor_translation(xy.free1), m.trace[1] = xy.length1;
    m.S[2] = anchor_translation(z.free), m.trace[2] = z.length;
    return m;
}

JOINT_MOTION(orientation_only, 3, false)

static const joint_column orientation_only_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH,
                                                        COLUMN_LENGTH};

const joint_kind ludo_joint_orientation_only = {
    .name = "orientation-only",
    .translation = SPAN_NONE,
    .rotation = SPAN_ALL,
    .dof = 3,
    .position_count = 3,
    .column = orientation_only_columns,
    PRODUCT_OPERATIONS(orientation_only),
};
