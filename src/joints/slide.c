/* SPDX-License-Identifier: Apache-2.0
 *
 * Slide (prismatic joint): the child keeps its orientation in the parent and moves along n.
 *
 *     A_T = P,  A_R = 1:    S = ( R_a n ; 0 ),    y_phi = -(2/h) r0 R_a r_v
 *
 * The coordinate is n.t, t the child's anchor from the parent's, plus the reference. */
#include "joints/list.h"
#include "joints/motion.h"

LUDO_KERNEL_PART joint_motion slide_formula(joint_geometry j, pose a, pose b)
{
    joint_motion m;
    const ludo_quat r = relative_orientation(a.q, b.q, j.q_off);
    const ludo_vec3 r_b = anchor_arm(j.p_b, b), n = m3_apply(&a.R, j.n), zero = {0.0, 0.0, 0.0};
    const ludo_vec3 turn = m3_apply(&a.R, v3_scale(-2.0 * r.w, q_vector(r)));
    const ludo_vec3 gap = anchor_gap(j.p_a, a, b, r_b), e = v3_axpy(gap, -v3_dot(n, gap), n);
    m.S[0] = (twist){n, zero};
    m.close = anchor_motion(r_b, v3_scale(-1.0, e), turn);
    m.view = (joint_view){v3_max(e), v3_max(turn), 1.0, 0.0};
    return m;
}

JOINT_MOTION(slide, 1)

static void slide_rest(const joint_data *j, double *q)
{
    q[0] = j->reference;
}

static void slide_position(const joint_data *j, const pose *a, const pose *b, int32_t winding,
                           double *q)
{
    (void)winding;
    const ludo_vec3 gap = anchor_gap(j->p_a, *a, *b, anchor_arm(j->p_b, *b));
    q[0] = v3_dot(m3_apply(&a->R, j->n), gap) + j->reference;
}

static void slide_rate(const joint_data *j, const pose *a, const pose *b, const twist *va,
                       const twist *vb, double *rate)
{
    rate[0] = v3_dot(m3_apply(&a->R, j->n), anchor_slip(a, b, anchor_arm(j->p_b, *b), va, vb));
}

static int32_t slide_place(const joint_data *j, const pose *a, const double *q, pose *b)
{
    *b = anchor_pose(j, a, q_mul(a->q, j->q_off), v3_scale(q[0] - j->reference, j->n));
    return 0;
}

static twist slide_move(const joint_data *j, const pose *a, const pose *b, const twist *va,
                        const double *rate)
{
    return anchor_twist(j, a, b, va, va->w, v3_scale(rate[0], m3_apply(&a->R, j->n)));
}

static const double slide_lengths[] = {1.0};

const joint_kind ludo_joint_slide = {
    .name = "slide",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_ALL,
    .dof = 1,
    .position_count = 1,
    .column_is_length = slide_lengths,
    .motion = slide_motion,
    .motion_lanes = slide_motion_lanes,
    .rest = slide_rest,
    .position = slide_position,
    .rate = slide_rate,
    .place = slide_place,
    .move = slide_move,
};
