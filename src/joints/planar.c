/* SPDX-License-Identifier: Apache-2.0
 *
 * Planar joint: the child translates in the plane orthogonal to n and rotates about n.
 *
 *     A_T = n,  A_R = P:    S = ( R_a P_i ; 0 ), i = 0, 1, and ( r_b x s ; s ) as hinge
 *
 * Coordinates are the lengths P0.t and P1.t and the angle. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion planar_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const plane_lengths translation = lengths_in_plane(j, a, b);
    const axis_rotation rotation = rotation_about_axis(j, a, b);
    joint_motion m = motion_closed_by(r_b, translation.error, rotation.closing);
    m.S[0] = anchor_translation(translation.free0), m.trace[0] = translation.length0;
    m.S[1] = anchor_translation(translation.free1), m.trace[1] = translation.length1;
    m.S[2] = anchor_rotation(r_b, rotation.free), m.trace[2] = rotation.half;
    return m;
}

JOINT_MOTION(planar, 3, false)

static void planar_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = q[1] = q[2] = 0.0;
}

static void planar_rate(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        const twist *va, const twist *vb, double *rate)
{
    (void)memory;
    plane_along(j, a, joint_slip(j, a, b, va, vb), rate);
    rate[2] = axis_rate(j, a, va, vb);
}

static void planar_place(const joint_data *j, const pose *a, const double *q, pose *b,
                         double *memory)
{
    *b = anchor_pose(j, a, axis_orientation(j, a, q[2]), plane_vector(j, q));
    ludo_joint_store(j, a, b, q, memory);
}

static twist planar_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                         const twist *va, const double *rate)
{
    (void)memory;
    const ludo_vec3 slip = m3_apply(&a->R, plane_vector(j, rate));
    return anchor_twist(j, a, b, va, axis_spin(j, a, va, rate[2]), slip);
}

static joint_links planar_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_slide(&l, j, j->P[0]);
    links_add_slide(&l, j, j->P[1]);
    links_add_hinge(&l, j, j->n);
    return l;
}

static const joint_column planar_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH, COLUMN_HALF_ANGLE};

const joint_kind ludo_joint_planar = {
    .name = "planar",
    .has_axis = true,
    .translation = SPAN_AXIS,
    .rotation = SPAN_PLANE,
    .dof = 3,
    .position_count = 3,
    .column = planar_columns,
    .motion = planar_motion,
    .motion_lanes = planar_motion_lanes,
    .rest = planar_rest,
    .position = ludo_joint_scalars,
    .rate = planar_rate,
    .place = planar_place,
    .move = planar_move,
    .links = planar_links,
};
