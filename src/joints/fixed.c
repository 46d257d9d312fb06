/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed joint: the child has a constant pose in the parent.
 *
 *     A_T = A_R = 1:    no S,    y_phi = -(2/h) r0 R_a r_v,    y_x = -e/h + r_b x y_phi */
#include "joints/coordinate.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

LUDO_KERNEL_PART joint_motion fixed_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 r_b = anchor_arm(j.p_b, b);
    return motion_closed_by(r_b, anchor_gap(j.p_a, a, b, r_b), parallel_rotation(j, a, b));
}

JOINT_MOTION(fixed, 0, false)

static void fixed_rest(const joint_data *j, double *q)
{
    (void)j;
    (void)q;
}

static void fixed_rate(const joint_data *j, const pose *a, const pose *b, const double *memory,
                       const twist *va, const twist *vb, double *rate)
{
    (void)j, (void)a, (void)b, (void)memory, (void)va, (void)vb, (void)rate;
}

static void fixed_place(const joint_data *j, const pose *a, const double *q, pose *b,
                        double *memory)
{
    (void)q, (void)memory;
    *b = anchor_pose(j, a, q_mul(a->q, j->q_off), v3(0.0, 0.0, 0.0));
}

static twist fixed_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        const twist *va, const double *rate)
{
    (void)memory, (void)rate;
    return anchor_twist(j, a, b, va, va->w, v3(0.0, 0.0, 0.0));
}

static joint_links fixed_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add(&l, j, j->q_off, LINK_RIGID, v3(0.0, 0.0, 0.0));
    return l;
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
    .position = ludo_joint_scalars,
    .rate = fixed_rate,
    .place = fixed_place,
    .move = fixed_move,
    .links = fixed_links,
};
