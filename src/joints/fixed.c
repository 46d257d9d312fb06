/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed joint: the child has a constant pose in the parent.
 *
 *     A_T = A_R = 1:    no S,    y_phi = -(2/h) r0 R_a r_v,    y_x = -e/h + r_b x y_phi */
#include "joints/axis_rotation.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion fixed_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    return motion_closed_by(r_b, anchor_gap(j.p_a, a, b, r_b), parallel_rotation(j, a, b));
}

JOINT_MOTION(fixed, 0, false)

const joint_kind ludo_joint_fixed = {
    .name = "fixed",
    .translation = SPAN_ALL,
    .rotation = SPAN_ALL,
    .dof = 0,
    .position_count = 0,
    PRODUCT_OPERATIONS(fixed),
};
