/* SPDX-License-Identifier: Apache-2.0
 *
 * Universal joint (Cardan joint): anchors coincide; the child rotates about n, fixed in the parent,
 * and about m, fixed in the child. u = R_a n and w = R_b m stay orthogonal:
 *
 *     A_T = 1,  u.w = 0:    S = ( r_b x s ; s ), s = u, w,    y_phi = (1/h) (u.w) u x w
 *
 * With m0 = R(q_off) m, m where the frames coincide, and R = R_a^T R_b R(q_off)^T = R(n, alpha)
 * R(m0, beta), the coordinates are the angles
 *
 *     alpha = atan2( (n x m0).R m0, m0.R m0 ),    beta = atan2( (n x m0).R^T n, n.R^T n )
 *
 * because R m0 = R(n, alpha) m0 and R^T n = R(m0, -beta) n. Both are defined everywhere. */
#include "joints/constraint.h"
#include "joints/coordinate.h"
#include "joints/links.h"
#include "joints/list.h"
#include "joints/motion.h"
#include "joints/axis_rotation.h"

/* Cosine and sine of both angles. */
typedef struct cardan {
    joint_trace alpha, beta;
} cardan;

LUDO_KERNEL_PART cardan cardan_angles(joint_geometry j, ludo_quat q_a, ludo_quat q_b)
{
    const ludo_quat r = relative_orientation(q_a, q_b, j.q_off);
    const ludo_vec3 m0 = q_rotate(j.q_off, j.m), side = v3_cross(j.n, m0);
    const ludo_vec3 m = q_rotate(r, m0), n = q_rotate(q_conj(r), j.n);
    return (cardan){{v3_dot(m0, m), v3_dot(side, m)}, {v3_dot(j.n, n), v3_dot(side, n)}};
}

LUDO_KERNEL_PART joint_motion universal_formula(joint_geometry j, pose a, pose b)
{
    const ludo_vec3 u = m3_apply(&a.R, j.n), w = m3_apply(&b.R, j.m), r_b = anchor_arm(j.p_b, b);
    const ludo_vec3 closing = v3_scale(v3_dot(u, w), v3_cross(u, w));
    const cardan angles = cardan_angles(j, a.q, b.q);
    joint_motion m = motion_closed_by(r_b, anchor_gap(j.p_a, a, b, r_b), closing);
    m.S[0] = anchor_rotation(r_b, u), m.trace[0] = angles.alpha;
    m.S[1] = anchor_rotation(r_b, w), m.trace[1] = angles.beta;
    return m;
}

JOINT_MOTION(universal, 2, false)

/* The anchors' three rows, then d(u.w) = dphi.(w x u). */
static int32_t universal_constraint(const joint_data *j, const pose *a, const pose *b,
                                    const double *memory, double *g, double *G_b)
{
    (void)memory;
    const int32_t rows = ludo_joint_span_constraint(j, a, b, g, G_b);
    const ludo_vec3 u = m3_apply(&a->R, j->n), w = m3_apply(&b->R, j->m);
    g[rows] = v3_dot(u, w);
    write_twist(G_b + 6 * rows, (twist){v3(0.0, 0.0, 0.0), v3_cross(w, u)});
    return rows;
}

/* d^2(u.w)/dt^2 */
static void universal_constraint_rate(const joint_data *j, const pose *a, const pose *b,
                                      const moving_link *a_moves, const moving_link *b_moves,
                                      double *g_dd)
{
    const int32_t rows = ludo_joint_span_constraint_rate(j, a, b, a_moves, b_moves, g_dd);
    const ludo_vec3 u = m3_apply(&a->R, j->n), w = m3_apply(&b->R, j->m);
    const ludo_vec3 u_d = v3_cross(a_moves->velocity.w, u), w_d = v3_cross(b_moves->velocity.w, w);
    const ludo_vec3 u_dd = rotating_acceleration(a_moves, u);
    const ludo_vec3 w_dd = rotating_acceleration(b_moves, w);
    g_dd[rows] = v3_dot(u_dd, w) + 2.0 * v3_dot(u_d, w_d) + v3_dot(u, w_dd);
}

/* lambda w x u, where a rotation d of the child alone changes w by d x w. */
static joint_pull universal_pull(const joint_data *j, const pose *a, const pose *b,
                                 const double *lambda)
{
    const ludo_vec3 u = m3_apply(&a->R, j->n), w = m3_apply(&b->R, j->m);
    joint_pull p = ludo_joint_span_pull(j, a, b, lambda);
    p.torque = v3_scale(lambda[3], v3_cross(w, u));
    p.twist = m3_mul(m3_skew(v3_scale(lambda[3], u)), m3_skew(w));
    return p;
}

static void universal_rest(const joint_data *j, double *q)
{
    (void)j;
    q[0] = q[1] = 0.0;
}

static void universal_rate(const joint_pair *p, double *rate)
{
    const ludo_vec3 spin = v3_sub(p->vb->w, p->va->w);
    rate[0] = v3_dot(m3_apply(&p->a->R, p->j->n), spin);
    rate[1] = v3_dot(m3_apply(&p->b->R, p->j->m), spin);
}

static void universal_place(const joint_data *j, const pose *a, const double *q, pose *b,
                            double *memory)
{
    const ludo_quat first = q_about(j->n, q[0]), second = q_about(q_rotate(j->q_off, j->m), q[1]);
    const ludo_quat rotated = q_mul(q_mul(a->q, first), second);
    *b = anchor_pose(j, a, q_mul(rotated, j->q_off), v3(0.0, 0.0, 0.0));
    ludo_joint_store(j, a, b, q, memory);
}

static twist universal_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                            const twist *va, const double *rate)
{
    (void)memory;
    const ludo_vec3 first = v3_scale(rate[0], m3_apply(&a->R, j->n));
    const ludo_vec3 spin = v3_axpy(first, rate[1], m3_apply(&b->R, j->m));
    return anchor_twist(j, a, b, va, v3_add(va->w, spin), v3(0.0, 0.0, 0.0));
}

static joint_links universal_links(const joint_data *j)
{
    joint_links l = links_of_body(j);
    links_add_hinge(&l, j, j->n);
    links_add_hinge(&l, j, q_rotate(j->q_off, j->m));
    return l;
}

static const joint_column universal_columns[] = {COLUMN_ANGLE, COLUMN_ANGLE};

const joint_kind ludo_joint_universal = {
    .name = "universal",
    .has_axis = true,
    .has_second_axis = true,
    .translation = SPAN_ALL,
    .rotation = SPAN_NONE,
    .dof = 2,
    .position_count = 2,
    .column = universal_columns,
    .motion = universal_motion,
    .motion_lanes = universal_motion_lanes,
    .constraint = universal_constraint,
    .constraint_rate = universal_constraint_rate,
    .pull = universal_pull,
    .rest = universal_rest,
    .position = ludo_joint_scalars,
    .rate = universal_rate,
    .place = universal_place,
    .move = universal_move,
    .links = universal_links,
};
