/* SPDX-License-Identifier: Apache-2.0
 *
 * Slide (prismatic joint): the child keeps its orientation in the parent and translates along n.
 *
 *     A_T = P,  A_R = 1:    S = ( R_a n ; 0 ),    y_phi = -(2/h) r0 R_a r_v
 *
 * The coordinate is n.t, t from the parent's anchor to the child's, plus the reference. */
#include "joints/axis_rotation.h"
#include "joints/length.h"
#include "joints/list.h"
#include "joints/product.h"

LUDO_KERNEL_PART joint_motion slide_formula(joint_geometry j, pose a, pose b)
{
    const axis_length translation = length_on_axis(j, a, b);
    joint_motion m =
        motion_closed_by(anchor_arm(j.p_b, b), translation.error, parallel_rotation(j, a, b));
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    return m;
}

JOINT_MOTION(slide, 1, false)

static const joint_column slide_columns[] = {COLUMN_LENGTH};

const joint_kind ludo_joint_slide = {
    .name = "slide",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_ALL,
    .dof = 1,
    .position_count = 1,
    .column = slide_columns,
    PRODUCT_OPERATIONS(slide),
};
