/* SPDX-License-Identifier: Apache-2.0
 *
 * Spherical joint of three hinges with a common point, the second orthogonal to both others, and
 * without forces: for the solver a ball, which has no gimbal lock; for users three angles. With the
 * hinges' axes s1, s2, s3 at the reference pose, in the parent's frame,
 *
 *     r = q_a^+ q_b q_off^+ = (phi1, s1) (phi2, s2) (phi3, s3)
 *
 * Let m = s2 x s1 and s3 = cos(l) s1 + sin(l) m. Then s3, rotated by r, is
 *
 *     u = cos(t) s1 + sin(t) (cos(phi1) m + sin(phi1) s2),    t = phi2 + l
 *
 * which gives phi1 and t up to a common sign; phi3 is the remaining rotation of r. Of all solutions
 * the angles nearest to those of the last knot are taken, so that they are continuous through
 * gimbal lock, sin(t) = 0, where phi1 is kept constant. [robots.md 4] */
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "math/elementary.h"

#include <string.h>

/* Bound of |sin(t)| for gimbal lock, where r does not determine the angles of the two outer hinges
 * separately. */
static const double locked = 1e-9;

LUDO_KERNEL_PART joint_motion spherical_formula(joint_geometry j, pose a, pose b)
{
    return motion_of_anchor(anchor_gap(j.p_a, a, b, anchor_arm(j.p_b, b)));
}

JOINT_MOTION(spherical, 0, true)

/* ---- angles ---- */

/* Of an angle and all that differ from it by whole turns, the nearest to another angle. */
static double next_to(double angle, double other)
{
    return angle + 2.0 * PI * floor((other - angle) / (2.0 * PI) + 0.5);
}

/* All angles from the references for a given first one, nearest to those before. */
static void follow_first(const joint_data *j, ludo_quat r, ludo_vec3 u, double first,
                         const double *before, double *angle)
{
    const ludo_vec3 s1 = j->part[0].axis, s2 = j->part[1].axis, s3 = j->part[2].axis;
    const ludo_vec3 m = v3_cross(s2, s1);
    const ludo_vec3 m_turned = q_rotate(q_about(s1, first), m);
    const double t = ludo_atan2(v3_dot(u, m_turned), v3_dot(u, s1));
    const double l = ludo_atan2(v3_dot(s3, m), v3_dot(s3, s1));
    const ludo_quat passed = q_mul(q_about(s1, first), q_about(s2, t - l));
    const ludo_quat left = q_mul(q_conj(passed), r);
    angle[0] = next_to(first, before[0]);
    angle[1] = next_to(t - l, before[1]);
    angle[2] = next_to(2.0 * ludo_atan2(v3_dot(q_vector(left), s3), left.w), before[2]);
}

static double way_between(const double *a, const double *b)
{
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]);
}

static void spherical_position(const joint_data *j, const pose *a, const pose *b,
                               const double *memory, double *q)
{
    const ludo_vec3 s1 = j->part[0].axis, s2 = j->part[1].axis;
    const ludo_quat r = joint_relative(j, a, b);
    const ludo_vec3 u = q_rotate(r, j->part[2].axis);
    const double x = v3_dot(u, v3_cross(s2, s1)), y = v3_dot(u, s2);
    double before[3], one[3], other[3];
    for (int i = 0; i < 3; i++) {
        before[i] = memory[i] - j->part[i].reference;
    }
    const bool is_locked = x * x + y * y < locked * locked;
    const double first = is_locked ? before[0] : ludo_atan2(y, x);
    follow_first(j, r, u, first, before, one);
    follow_first(j, r, u, is_locked ? first : first + PI, before, other);
    const double *nearest = way_between(other, before) < way_between(one, before) ? other : one;
    for (int i = 0; i < 3; i++) {
        q[i] = nearest[i] + j->part[i].reference;
    }
}

static void spherical_rest(const joint_data *j, double *q)
{
    for (int i = 0; i < 3; i++) {
        q[i] = j->part[i].reference;
    }
}

static void spherical_place(const joint_data *j, const pose *a, const double *q, pose *b,
                            double *memory)
{
    ludo_quat r = q_identity();
    for (int i = 0; i < 3; i++) {
        r = q_mul(r, q_about(j->part[i].axis, q[i] - j->part[i].reference));
    }
    *b = anchor_pose(j, a, q_mul(q_mul(a->q, r), j->q_off), v3(0.0, 0.0, 0.0));
    memcpy(memory, q, 3 * sizeof *q);
}

/* ---- rates ---- */

/* The axes after the rotations of the first two angles, parent's frame. */
typedef struct gimbal {
    ludo_vec3 axis[3];
    double cosine, square; /* of the angle between the outer axes; the square of its sine */
} gimbal;

static gimbal rotated_axes(const joint_data *j, const pose *a, const pose *b, const double *memory)
{
    const ludo_vec3 s1 = j->part[0].axis;
    const ludo_quat r = joint_relative(j, a, b);
    double q[3];
    spherical_position(j, a, b, memory, q);
    const ludo_quat first = q_about(s1, q[0] - j->part[0].reference);
    gimbal g = {.axis = {s1, q_rotate(first, j->part[1].axis), q_rotate(r, j->part[2].axis)}};
    const ludo_vec3 across = v3_cross(g.axis[0], g.axis[2]);
    g.cosine = v3_dot(g.axis[0], g.axis[2]);
    g.square = v3_dot(across, across);
    return g;
}

/* Solve x + c y = p and c x + y = q, where c is the cosine; in gimbal lock x = p / 2, y = q / 2. */
static void share(const gimbal *g, double p, double q, double *x, double *y)
{
    if (g->square < locked * locked) {
        *x = 0.5 * p;
        *y = 0.5 * q;
    } else {
        *x = (p - g->cosine * q) / g->square;
        *y = (q - g->cosine * p) / g->square;
    }
}

static void spherical_rate(const joint_pair *p, double *rate)
{
    const gimbal g = rotated_axes(p->j, p->a, p->b, p->memory);
    const ludo_vec3 w = m3_apply_t(&p->a->R, v3_sub(p->vb->w, p->va->w));
    rate[1] = v3_dot(w, g.axis[1]);
    share(&g, v3_dot(w, g.axis[0]), v3_dot(w, g.axis[2]), &rate[0], &rate[2]);
}

static twist spherical_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                            const twist *va, const double *rate)
{
    const gimbal g = rotated_axes(j, a, b, memory);
    ludo_vec3 w = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        w = v3_axpy(w, rate[i], g.axis[i]);
    }
    const ludo_vec3 w_b = v3_add(va->w, m3_apply(&a->R, w));
    return anchor_twist(j, a, b, va, w_b, v3(0.0, 0.0, 0.0));
}

static ludo_vec3 spherical_torque(const joint_data *j, const pose *a, const pose *b,
                                  const double *memory, const double *effort)
{
    const gimbal g = rotated_axes(j, a, b, memory);
    double x, y;
    share(&g, effort[0], effort[2], &x, &y);
    const ludo_vec3 t = v3_axpy(v3_scale(x, g.axis[0]), y, g.axis[2]);
    return m3_apply(&a->R, v3_axpy(t, effort[1], g.axis[1]));
}

/* A ball whose quaternion is r, from which the angles follow. */
static joint_links spherical_links(const joint_data *j)
{
    joint_links l = links_with_child(j, j->q_off);
    links_add(&l, j, q_identity(), LINK_BALL, v3(0.0, 0.0, 0.0));
    return l;
}

/* The rate of the ball is r^+ w with w = sum of rate_i axis_i in the parent's frame; each axis is
 * rotated by the hinges before it. */
static void spherical_link_rates(const joint_pair *p, const double *rate, double *T, double *drift)
{
    const gimbal g = rotated_axes(p->j, p->a, p->b, p->memory);
    const ludo_quat back = q_conj(joint_relative(p->j, p->a, p->b));
    ludo_vec3 before = v3(0.0, 0.0, 0.0), change = before;
    for (int i = 0; i < 3; i++) {
        const ludo_vec3 axis = q_rotate(back, g.axis[i]);
        T[i] = axis.x, T[3 + i] = axis.y, T[6 + i] = axis.z;
        change = v3_axpy(change, rate[i], v3_cross(before, axis));
        before = v3_axpy(before, rate[i], axis);
    }
    drift[0] = change.x, drift[1] = change.y, drift[2] = change.z;
}

static const joint_column spherical_columns[] = {COLUMN_BALL, COLUMN_BALL, COLUMN_BALL};

const joint_kind ludo_joint_spherical = {
    .name = "spherical",
    .unwraps_coordinates = true,
    .translation = SPAN_ALL,
    .rotation = SPAN_NONE,
    .dof = 3,
    .position_count = 3,
    .column = spherical_columns,
    .motion = spherical_motion,
    .motion_lanes = spherical_motion_lanes,
    .rest = spherical_rest,
    .position = spherical_position,
    .rate = spherical_rate,
    .place = spherical_place,
    .move = spherical_move,
    .torque = spherical_torque,
    .links = spherical_links,
    .link_rates = spherical_link_rates,
};
