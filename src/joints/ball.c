/* SPDX-License-Identifier: Apache-2.0
 *
 * Ball (spherical joint): anchors coincide, the rotation of the child is free.
 *
 *     A_T = 1:    S = ( r_b x e_i ; e_i ), i = x y z of the world,    y = ( -e/h ; 0 )
 *
 * The coordinate is the quaternion of the child's joint frame in the parent's, the rate its
 * relative angular velocity in the child's joint frame. */
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion ball_formula(joint_geometry j, pose a, pose b)
{
    return motion_of_anchor(anchor_gap(j.p_a, a, b, anchor_arm(j.p_b, b)));
}

JOINT_MOTION(ball, 0, true)

static const joint_column ball_columns[] = {COLUMN_BALL, COLUMN_BALL, COLUMN_BALL};

const joint_kind ludo_joint_ball = {
    .name = "ball",
    .translation = SPAN_ALL,
    .rotation = SPAN_NONE,
    .dof = 3,
    .position_count = 4,
    .column = ball_columns,
    PRODUCT_OPERATIONS(ball),
};
