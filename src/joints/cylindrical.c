/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylindrical joint: the child translates along n and rotates about n.
 *
 *     A_T = A_R = P:    S = ( R_a n ; 0 ), ( r_b x s ; s ) as slide and hinge
 *
 * Coordinates are the length n.t and the angle. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion cylindrical_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_length translation = length_on_axis(j, a, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, translation.error, rotation.closing);
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    m.S[1] = anchor_rotation(r_b, rotation.free), m.trace[1] = rotation.half;
    return m;
}

JOINT_MOTION(cylindrical, 2, false)

static void cylindrical_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = q[1] = 0.0;
}

static void cylindrical_rate(const joint_data *j, const pose *a, const pose *b,
                             const double *memory, const twist *va, const twist *vb, double *rate)
{
    (void)memory;
    rate[0] = along(a, j->n, joint_slip(j, a, b, va, vb));
    rate[1] = axis_rate(j, a, va, vb);
}

static void cylindrical_place(const joint_data *j, const pose *a, const double *q, pose *b,
                              double *memory)
{
    *b = anchor_pose(j, a, axis_orientation(j, a, q[1]), v3_scale(q[0], j->n));
    ludo_joint_store(j, a, b, q, memory);
}

static twist cylindrical_move(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, const twist *va, const double *rate)
{
    (void)memory;
    const ludo_vec3 slip = v3_scale(rate[0], m3_apply(&a->R, j->n));
    return anchor_twist(j, a, b, va, axis_spin(j, a, va, rate[1]), slip);
}

static joint_links cylindrical_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_slide(&l, j, j->n);
    links_add_hinge(&l, j, j->n);
    return l;
}

static const joint_column cylindrical_columns[] = {COLUMN_LENGTH, COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_cylindrical = {
    .name = "cylindrical",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_PLANE,
    .dof = 2,
    .position_count = 2,
    .column = cylindrical_columns,
    .motion = cylindrical_motion,
    .motion_lanes = cylindrical_motion_lanes,
    .rest = cylindrical_rest,
    .position = ludo_joint_scalars,
    .rate = cylindrical_rate,
    .place = cylindrical_place,
    .move = cylindrical_move,
    .links = cylindrical_links,
};
