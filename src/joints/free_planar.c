/* SPDX-License-Identifier: Apache-2.0
 *
 * Free planar joint: the child's anchor moves in the plane through the parent's anchor orthogonal
 * to n, the rotation of the child is free.
 *
 *     A_T = n:    S = ( R_a P_i ; 0 ), i = 0, 1, then the three rotations of a ball
 *
 * Coordinates are the lengths P0.t and P1.t and a ball's quaternion. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/orientation.h"

LUDO_KERNEL_PART joint_motion free_planar_formula(joint_geometry j, pose a, pose b)
{
    const plane_lengths translation = lengths_in_plane(j, a, b);
    joint_motion m = motion_of_anchor(translation.error);
    m.S[0] = anchor_translation(translation.free0), m.trace[0] = translation.length0;
    m.S[1] = anchor_translation(translation.free1), m.trace[1] = translation.length1;
    return m;
}

JOINT_MOTION(free_planar, 2, true)

static void free_planar_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = q[1] = 0.0;
    write_quat(q + 2, q_identity());
}

static void free_planar_position(const joint_data *j, const pose *a, const pose *b,
                                 const double *memory, double *q)
{
    ludo_joint_scalars(j, a, b, memory, q);
    orientation_position(j, a, b, q + 2);
}

static void free_planar_rate(const joint_data *j, const pose *a, const pose *b,
                             const double *memory, const twist *va, const twist *vb, double *rate)
{
    (void)memory;
    plane_along(j, a, joint_slip(j, a, b, va, vb), rate);
    orientation_rate(j, b, va, vb, rate + 2);
}

static void free_planar_place(const joint_data *j, const pose *a, const double *q, pose *b,
                              double *memory)
{
    *b = anchor_pose(j, a, orientation_place(j, a, q + 2), plane_vector(j, q));
    ludo_joint_store(j, a, b, q, memory);
}

static twist free_planar_move(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, const twist *va, const double *rate)
{
    (void)memory;
    const ludo_vec3 slip = m3_apply(&a->R, plane_vector(j, rate));
    return anchor_twist(j, a, b, va, orientation_move(j, b, va, rate + 2), slip);
}

static joint_links free_planar_links(const joint_data *j)
{
    return links_of_ball(j, 2, j->P);
}

static const joint_column free_planar_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH, COLUMN_BALL,
                                                   COLUMN_BALL, COLUMN_BALL};

const joint_kind ludo_joint_free_planar = {
    .name = "free-planar",
    .has_axis = true,
    .translation = SPAN_AXIS,
    .rotation = SPAN_NONE,
    .dof = 5,
    .position_count = 6,
    .column = free_planar_columns,
    .motion = free_planar_motion,
    .motion_lanes = free_planar_motion_lanes,
    .rest = free_planar_rest,
    .position = free_planar_position,
    .rate = free_planar_rate,
    .place = free_planar_place,
    .move = free_planar_move,
    .links = free_planar_links,
};
