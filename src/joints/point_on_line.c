/* SPDX-License-Identifier: Apache-2.0
 *
 * Point on line: the child's anchor moves along the line through the parent's anchor along n, the
 * rotation of the child is free.
 *
 *     A_T = P:    S = ( R_a n ; 0 ) as slide, then the three rotations of a ball
 *
 * Coordinates are the length n.t and a ball's quaternion. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/orientation.h"

LUDO_KERNEL_PART joint_motion point_on_line_formula(joint_geometry j, pose a, pose b)
{
    const axis_length translation = length_on_axis(j, a, b);
    joint_motion m = motion_of_anchor(translation.error);
    m.S[0] = anchor_translation(translation.free), m.trace[0] = translation.length;
    return m;
}

JOINT_MOTION(point_on_line, 1, true)

static void point_on_line_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = 0.0;
    write_quat(q + 1, q_identity());
}

static void point_on_line_position(const joint_data *j, const pose *a, const pose *b,
                                   const double *memory, double *q)
{
    ludo_joint_scalars(j, a, b, memory, q);
    orientation_position(j, a, b, q + 1);
}

static void point_on_line_rate(const joint_data *j, const pose *a, const pose *b,
                               const double *memory, const twist *va, const twist *vb, double *rate)
{
    (void)memory;
    rate[0] = along(a, j->n, joint_slip(j, a, b, va, vb));
    orientation_rate(j, b, va, vb, rate + 1);
}

static void point_on_line_place(const joint_data *j, const pose *a, const double *q, pose *b,
                                double *memory)
{
    *b = anchor_pose(j, a, orientation_place(j, a, q + 1), v3_scale(q[0], j->n));
    ludo_joint_store(j, a, b, q, memory);
}

static twist point_on_line_move(const joint_data *j, const pose *a, const pose *b,
                                const double *memory, const twist *va, const double *rate)
{
    (void)memory;
    const ludo_vec3 slip = v3_scale(rate[0], m3_apply(&a->R, j->n));
    return anchor_twist(j, a, b, va, orientation_move(j, b, va, rate + 1), slip);
}

static joint_links point_on_line_links(const joint_data *j)
{
    return links_of_ball(j, 1, &j->n);
}

static const joint_column point_on_line_columns[] = {COLUMN_LENGTH, COLUMN_BALL, COLUMN_BALL,
                                                     COLUMN_BALL};

const joint_kind ludo_joint_point_on_line = {
    .name = "point-on-line",
    .has_axis = true,
    .translation = SPAN_PLANE,
    .rotation = SPAN_NONE,
    .dof = 4,
    .position_count = 5,
    .column = point_on_line_columns,
    .motion = point_on_line_motion,
    .motion_lanes = point_on_line_motion_lanes,
    .rest = point_on_line_rest,
    .position = point_on_line_position,
    .rate = point_on_line_rate,
    .place = point_on_line_place,
    .move = point_on_line_move,
    .links = point_on_line_links,
};
