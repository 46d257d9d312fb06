/* SPDX-License-Identifier: Apache-2.0
 *
 * Ball (spherical joint): anchors coincide, the rotation of the child is free.
 *
 *     A_T = 1:    S = ( r_b x e_i ; e_i ), i = x y z of the world,    y = ( -e/h ; 0 )
 *
 * The coordinate is the quaternion of the child's joint frame in the parent's, the rate its
 * relative angular velocity in the child's joint frame. */
#include "joints/coordinate.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/orientation.h"

LUDO_KERNEL_PART joint_motion ball_formula(joint_geometry j, pose a, pose b)
{
    return motion_of_anchor(anchor_gap(j.p_a, a, b, anchor_arm(j.p_b, b)));
}

JOINT_MOTION(ball, 0, true)

static void ball_rest(const joint_data *j, double *q)
{
    (void)j;
    write_quat(q, q_identity());
}

static void ball_position(const joint_data *j, const pose *a, const pose *b, const double *memory,
                          double *q)
{
    (void)memory;
    orientation_position(j, a, b, q);
}

static void ball_rate(const joint_data *j, const pose *a, const pose *b, const double *memory,
                      const twist *va, const twist *vb, double *rate)
{
    (void)a, (void)memory;
    orientation_rate(j, b, va, vb, rate);
}

static void ball_place(const joint_data *j, const pose *a, const double *q, pose *b, double *memory)
{
    *b = anchor_pose(j, a, orientation_place(j, a, q), v3(0.0, 0.0, 0.0));
    ludo_joint_store(j, a, b, q, memory);
}

static twist ball_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                       const twist *va, const double *rate)
{
    (void)memory;
    return anchor_twist(j, a, b, va, orientation_move(j, b, va, rate), v3(0.0, 0.0, 0.0));
}

static joint_links ball_links(const joint_data *j)
{
    return links_of_ball(j, 0, NULL);
}

static const joint_column ball_columns[] = {COLUMN_BALL, COLUMN_BALL, COLUMN_BALL};

const joint_kind ludo_joint_ball = {
    .name = "ball",
    .translation = SPAN_ALL,
    .rotation = SPAN_NONE,
    .dof = 3,
    .position_count = 4,
    .column = ball_columns,
    .motion = ball_motion,
    .motion_lanes = ball_motion_lanes,
    .rest = ball_rest,
    .position = ball_position,
    .rate = ball_rate,
    .place = ball_place,
    .move = ball_move,
    .links = ball_links,
};
