/* SPDX-License-Identifier: Apache-2.0
 *
 * Ball (spherical joint): anchors coincide, the child turns as it likes.
 *
 *     A_T = 1:    S = ( r_b x e_i ; e_i ), i = x y z of the world,    y = ( -e/h ; 0 )
 *
 * The coordinate is the quaternion of the child's joint frame in the parent's, the rate its
 * relative angular velocity in the child's joint frame. */
#include "joints/list.h"
#include "joints/motion.h"

LUDO_KERNEL_PART joint_motion ball_formula(joint_geometry j, pose a, pose b)
{
    joint_motion m;
    const ludo_vec3 r_b = anchor_arm(j.p_b, b), zero = {0.0, 0.0, 0.0};
    const ludo_vec3 e = anchor_gap(j.p_a, a, b, r_b);
    m.S[0] = anchor_motion(r_b, zero, v3(1.0, 0.0, 0.0));
    m.S[1] = anchor_motion(r_b, zero, v3(0.0, 1.0, 0.0));
    m.S[2] = anchor_motion(r_b, zero, v3(0.0, 0.0, 1.0));
    m.close = (twist){v3_scale(-1.0, e), zero};
    m.view = (joint_view){v3_max(e), 0.0, 1.0, 0.0};
    return m;
}

JOINT_MOTION(ball, 3)

static void ball_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = 1.0, q[1] = q[2] = q[3] = 0.0;
}

static void ball_position(const joint_data *j, const pose *a, const pose *b, int32_t winding,
                          double *q)
{
    (void)winding;
    const ludo_quat child = q_mul(b->q, j->q_b_off), parent = q_mul(a->q, j->q_a_off);
    const ludo_quat r = q_mul(q_conj(parent), child);
    q[0] = r.w, q[1] = r.x, q[2] = r.y, q[3] = r.z;
}

static void ball_rate(const joint_data *j, const pose *a, const pose *b, const twist *va,
                      const twist *vb, double *rate)
{
    (void)a;
    const ludo_vec3 body = m3_apply_t(&b->R, v3_sub(vb->w, va->w));
    const ludo_vec3 w = q_rotate(q_conj(j->q_b_off), body);
    rate[0] = w.x, rate[1] = w.y, rate[2] = w.z;
}

static int32_t ball_place(const joint_data *j, const pose *a, const double *q, pose *b)
{
    const ludo_quat turn = q_normalized((ludo_quat){q[0], q[1], q[2], q[3]});
    const ludo_quat child = q_mul(q_mul(a->q, j->q_a_off), turn);
    *b = anchor_pose(j, a, q_mul(child, q_conj(j->q_b_off)), v3(0.0, 0.0, 0.0));
    return 0;
}

static twist ball_move(const joint_data *j, const pose *a, const pose *b, const twist *va,
                       const double *rate)
{
    const ludo_vec3 body = q_rotate(j->q_b_off, v3(rate[0], rate[1], rate[2]));
    const ludo_vec3 w_b = v3_add(va->w, m3_apply(&b->R, body));
    return anchor_twist(j, a, b, va, w_b, v3(0.0, 0.0, 0.0));
}

static const double ball_lengths[] = {0.0, 0.0, 0.0};

const joint_kind ludo_joint_ball = {
    .name = "ball",
    .translation = SPAN_ALL,
    .rotation = SPAN_NONE,
    .dof = 3,
    .position_count = 4,
    .column_is_length = ball_lengths,
    .motion = ball_motion,
    .motion_lanes = ball_motion_lanes,
    .rest = ball_rest,
    .position = ball_position,
    .rate = ball_rate,
    .place = ball_place,
    .move = ball_move,
};
