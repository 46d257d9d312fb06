/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed joint: the child stays where it is in the parent.
 *
 *     A_T = A_R = 1:    no S,    y_phi = -(2/h) r0 R_a r_v,    y_x = -e/h + r_b x y_phi */
#include "joints/list.h"
#include "joints/motion.h"

LUDO_KERNEL_PART joint_motion fixed_formula(joint_geometry j, pose a, pose b)
{
    joint_motion m;
    const ludo_quat r = relative_orientation(a.q, b.q, j.q_off);
    const ludo_vec3 r_b = anchor_arm(j.p_b, b), e = anchor_gap(j.p_a, a, b, r_b);
    const ludo_vec3 turn = m3_apply(&a.R, v3_scale(-2.0 * r.w, q_vector(r)));
    m.close = anchor_motion(r_b, v3_scale(-1.0, e), turn);
    m.view = (joint_view){v3_max(e), v3_max(turn), 1.0, 0.0};
    return m;
}

JOINT_MOTION(fixed, 0)

static void fixed_rest(const joint_data *j, double *q)
{
    (void)j;
    (void)q;
}

static void fixed_position(const joint_data *j, const pose *a, const pose *b, int32_t winding,
                           double *q)
{
    (void)j, (void)a, (void)b, (void)winding, (void)q;
}

static void fixed_rate(const joint_data *j, const pose *a, const pose *b, const twist *va,
                       const twist *vb, double *rate)
{
    (void)j, (void)a, (void)b, (void)va, (void)vb, (void)rate;
}

static int32_t fixed_place(const joint_data *j, const pose *a, const double *q, pose *b)
{
    (void)q;
    *b = anchor_pose(j, a, q_mul(a->q, j->q_off), v3(0.0, 0.0, 0.0));
    return 0;
}

static twist fixed_move(const joint_data *j, const pose *a, const pose *b, const twist *va,
                        const double *rate)
{
    (void)rate;
    return anchor_twist(j, a, b, va, va->w, v3(0.0, 0.0, 0.0));
}

const joint_kind ludo_joint_fixed = {
    .name = "fixed",
    .translation = SPAN_ALL,
    .rotation = SPAN_ALL,
    .dof = 0,
    .position_count = 0,
    .motion = fixed_motion,
    .motion_lanes = fixed_motion_lanes,
    .rest = fixed_rest,
    .position = fixed_position,
    .rate = fixed_rate,
    .place = fixed_place,
    .move = fixed_move,
};
