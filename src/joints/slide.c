/* SPDX-License-Identifier: Apache-2.0
 *
 * Slide (prismatic joint): the child keeps its orientation in the parent and translates along n.
 *
 *     A_T = P,  A_R = 1:    S = ( R_a n ; 0 ),    y_phi = -(2/h) r0 R_a r_v
 *
 * The coordinate is n.t, t from the parent's anchor to the child's, plus the reference. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion slide_formula(joint_geometry j, pose a, pose b)
{
    const axis_length translation = length_on_axis(j, a, b);
    joint_motion m =
        motion_closed_by(anchor_arm(j.p_b, b), translation.error, parallel_rotation(j, a, b));
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    return m;
}

JOINT_MOTION(slide, 1, false)

static void slide_rest(const joint_data *j, double *q)
{
    q[0] = j->reference;
}

static void slide_rate(const joint_data *j, const pose *a, const pose *b, const double *memory,
                       const twist *va, const twist *vb, double *rate)
{
    (void)memory;
    rate[0] = along(a, j->n, joint_slip(j, a, b, va, vb));
}

static void slide_place(const joint_data *j, const pose *a, const double *q, pose *b,
                        double *memory)
{
    *b = anchor_pose(j, a, q_mul(a->q, j->q_off), v3_scale(q[0] - j->reference, j->n));
    ludo_joint_store(j, a, b, q, memory);
}

static twist slide_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        const twist *va, const double *rate)
{
    (void)memory;
    return anchor_twist(j, a, b, va, va->w, v3_scale(rate[0], m3_apply(&a->R, j->n)));
}

static joint_links slide_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_slide(&l, j, j->n);
    return l;
}

static const joint_column slide_columns[] = {COLUMN_LENGTH};

const joint_kind ludo_joint_slide = {
    .name = "slide",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_ALL,
    .dof = 1,
    .position_count = 1,
    .column = slide_columns,
    .motion = slide_motion,
    .motion_lanes = slide_motion_lanes,
    .rest = slide_rest,
    .position = ludo_joint_scalars,
    .rate = slide_rate,
    .place = slide_place,
    .move = slide_move,
    .links = slide_links,
};
