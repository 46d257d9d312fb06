/* SPDX-License-Identifier: Apache-2.0
 *
 * Orientation only: the child keeps its orientation in the parent and translates freely.
 *
 *     A_R = 1:    S = ( R_a e_i ; 0 ), i = x y z of the parent's joint frame: P0, P1, n
 *
 * Coordinates are the components of t in that frame. */
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion orientation_only_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    const axis_length z = length_on_axis(j, a, b);
    const plane_lengths xy = lengths_in_plane(j, a, b);
    joint_motion m = motion_closed_by(r_b, v3(0.0, 0.0, 0.0), parallel_rotation(j, a, b));
    m.S[0] = anchor_translation(xy.free0), m.trace[0] = xy.length0;
    m.S[1] = anchor_translation(xy.free1), m.trace[1] = xy.length1;
    m.S[2] = anchor_translation(z.free), m.trace[2] = z.length;
    return m;
}

JOINT_MOTION(orientation_only, 3, false)

static void space_along(const joint_data *j, const pose *a, ludo_vec3 v, double q[3])
{
    plane_along(j, a, v, q);
    q[2] = along(a, j->n, v);
}

static ludo_vec3 space_vector(const joint_data *j, const double q[3])
{
    return v3_axpy(plane_vector(j, q), q[2], j->n);
}

static void orientation_only_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = q[1] = q[2] = 0.0;
}

static void orientation_only_rate(const joint_data *j, const pose *a, const pose *b,
                                  const double *memory, const twist *va, const twist *vb,
                                  double *rate)
{
    (void)memory;
    space_along(j, a, joint_slip(j, a, b, va, vb), rate);
}

static void orientation_only_place(const joint_data *j, const pose *a, const double *q, pose *b,
                                   double *memory)
{
    *b = anchor_pose(j, a, q_mul(a->q, j->q_off), space_vector(j, q));
    ludo_joint_store(j, a, b, q, memory);
}

static twist orientation_only_move(const joint_data *j, const pose *a, const pose *b,
                                   const double *memory, const twist *va, const double *rate)
{
    (void)memory;
    return anchor_twist(j, a, b, va, va->w, m3_apply(&a->R, space_vector(j, rate)));
}

static joint_links orientation_only_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_slide(&l, j, j->P[0]);
    links_add_slide(&l, j, j->P[1]);
    links_add_slide(&l, j, j->n);
    return l;
}

static const joint_column orientation_only_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH,
                                                        COLUMN_LENGTH};

const joint_kind ludo_joint_orientation_only = {
    .name = "orientation-only",
    .translation = SPAN_NONE,
    .rotation = SPAN_ALL,
    .dof = 3,
    .position_count = 3,
    .column = orientation_only_columns,
    .motion = orientation_only_motion,
    .motion_lanes = orientation_only_motion_lanes,
    .rest = orientation_only_rest,
    .position = ludo_joint_scalars,
    .rate = orientation_only_rate,
    .place = orientation_only_place,
    .move = orientation_only_move,
    .links = orientation_only_links,
};
