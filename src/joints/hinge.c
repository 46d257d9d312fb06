/* SPDX-License-Identifier: Apache-2.0
 *
 * Hinge (revolute joint): anchors coincide, the child turns about n.
 *
 *     A_T = 1,  A_R = P:    r_b = R_b p_b,  r = q_a^+ q_b q_off^+ = (r0, r_v),  sigma = n.r_v
 *     s = R_a ( r0^2 n + r0 r_v x n + sigma r_v ),    S = ( r_b x s ; s )        [recursion.md 1.2]
 *
 * The coordinate is the angle 2 atan2(sigma, r0), unwrapped, plus the reference. */
#include "joints/list.h"
#include "joints/motion.h"
#include "math/elementary.h"

#include <math.h>

#define PI 3.14159265358979323846

LUDO_KERNEL_PART joint_motion hinge_formula(joint_geometry j, pose a, pose b)
{
    joint_motion m;
    const ludo_quat r = relative_orientation(a.q, b.q, j.q_off);
    const ludo_vec3 r_v = q_vector(r), r_b = anchor_arm(j.p_b, b), zero = {0.0, 0.0, 0.0};
    const double sigma = v3_dot(j.n, r_v);
    const ludo_vec3 turned = v3_cross(r_v, j.n);

    /* the free motion: about the axis as both bodies see it, on and off the manifold */
    const ludo_vec3 s = v3_axpy(v3_axpy(v3_scale(r.w * r.w, j.n), r.w, turned), sigma, r_v);
    m.S[0] = anchor_motion(r_b, zero, m3_apply(&a.R, s));

    /* y_phi = R_a P^T eta; P^T P r_v and its turn by 90 degrees about n need no P */
    const ludo_vec3 off = v3_axpy(r_v, -sigma, j.n);
    const ludo_vec3 eta = v3_axpy(v3_scale(r.w, off), -sigma, turned);
    const ludo_vec3 turn = m3_apply(&a.R, v3_scale(-2.0, eta)), e = anchor_gap(j.p_a, a, b, r_b);
    m.close = anchor_motion(r_b, v3_scale(-1.0, e), turn);
    m.view = (joint_view){v3_max(e), v3_max(turn), r.w, sigma};
    return m;
}

JOINT_MOTION(hinge, 1)

static void hinge_rest(const joint_data *j, double *q)
{
    q[0] = j->reference;
}

/* Half the angle, within a turn. */
static double half_angle(const joint_data *j, const pose *a, const pose *b)
{
    const ludo_quat r = joint_relative(j, a, b);
    return ludo_atan2(v3_dot(j->n, q_vector(r)), r.w);
}

static void hinge_position(const joint_data *j, const pose *a, const pose *b, int32_t winding,
                           double *q)
{
    q[0] = 2.0 * (half_angle(j, a, b) + 2.0 * PI * winding) + j->reference;
}

static void hinge_rate(const joint_data *j, const pose *a, const pose *b, const twist *va,
                       const twist *vb, double *rate)
{
    (void)b;
    rate[0] = v3_dot(m3_apply(&a->R, j->n), v3_sub(vb->w, va->w));
}

/* The winding is counted from the pose, whose rounding decides on which side of the cut it is.
 * Angles of more than 2^31 turns lose their turns. */
static int32_t hinge_place(const joint_data *j, const pose *a, const double *q, pose *b)
{
    const double half = 0.5 * (q[0] - j->reference);
    double sine, cosine;
    ludo_sincos(half, &sine, &cosine);
    const ludo_quat turn = q_make(cosine, v3_scale(sine, j->n));
    *b = anchor_pose(j, a, q_mul(q_mul(a->q, turn), j->q_off), v3(0.0, 0.0, 0.0));
    const double winding = floor((half - half_angle(j, a, b)) / (2.0 * PI) + 0.5);
    return fabs(winding) <= INT32_MAX / 2 ? (int32_t)winding : 0;
}

static twist hinge_move(const joint_data *j, const pose *a, const pose *b, const twist *va,
                        const double *rate)
{
    const ludo_vec3 w_b = v3_axpy(va->w, rate[0], m3_apply(&a->R, j->n));
    return anchor_twist(j, a, b, va, w_b, v3(0.0, 0.0, 0.0));
}

static const double hinge_lengths[] = {0.0};

const joint_kind ludo_joint_hinge = {
    .name = "hinge",
    .has_axis = true,
    .translation = SPAN_ALL,
    .rotation = SPAN_PLANE,
    .dof = 1,
    .position_count = 1,
    .column_is_length = hinge_lengths,
    .motion = hinge_motion,
    .motion_lanes = hinge_motion_lanes,
    .rest = hinge_rest,
    .position = hinge_position,
    .rate = hinge_rate,
    .place = hinge_place,
    .move = hinge_move,
};
