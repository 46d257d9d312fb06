/* SPDX-License-Identifier: Apache-2.0
 *
 * Hinge (revolute joint): anchors coincide, the child rotates about n.
 *
 *     A_T = 1,  A_R = P:    S = ( r_b x s ; s ),    s = R_a ( r0^2 n + r0 r_v x n + sigma r_v )
 *
 * The coordinate is the angle 2 atan2(sigma, r0), unwrapped, plus the reference. */
#include "joints/coordinate.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion hinge_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, anchor_gap(j.p_a, a, b, r_b), rotation.closing);
    m.S[0] = anchor_rotation(r_b, rotation.free), m.trace[0] = rotation.half;
    return m;
}

JOINT_MOTION(hinge, 1, false)

static void hinge_rest(const joint_data *j, double *q)
{
    q[0] = j->reference;
}

static void hinge_rate(const joint_data *j, const pose *a, const pose *b, const double *memory,
                       const twist *va, const twist *vb, double *rate)
{
    (void)b, (void)memory;
    rate[0] = axis_rate(j, a, va, vb);
}

static void hinge_place(const joint_data *j, const pose *a, const double *q, pose *b,
                        double *memory)
{
    const double angle = q[0] - j->reference;
    *b = anchor_pose(j, a, axis_orientation(j, a, angle), v3(0.0, 0.0, 0.0));
    ludo_joint_store(j, a, b, q, memory);
}

static twist hinge_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        const twist *va, const double *rate)
{
    (void)memory;
    return anchor_twist(j, a, b, va, axis_spin(j, a, va, rate[0]), v3(0.0, 0.0, 0.0));
}

static joint_links hinge_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_hinge(&l, j, j->n);
    return l;
}

static const joint_column hinge_columns[] = {COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_hinge = {
    .name = "hinge",
    .has_axis = true,
    .translation = SPAN_ALL,
    .rotation = SPAN_PLANE,
    .dof = 1,
    .position_count = 1,
    .column = hinge_columns,
    .motion = hinge_motion,
    .motion_lanes = hinge_motion_lanes,
    .rest = hinge_rest,
    .position = ludo_joint_scalars,
    .rate = hinge_rate,
    .place = hinge_place,
    .move = hinge_move,
    .links = hinge_links,
};
