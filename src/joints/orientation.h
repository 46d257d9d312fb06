/* SPDX-License-Identifier: Apache-2.0
 *
 * The last coordinates of joints with a ball rotation: the quaternion of the child's joint frame in
 * the parent's; and their rates: the relative angular velocity in the child's joint frame. */
#ifndef LUDO_JOINTS_ORIENTATION_H
#define LUDO_JOINTS_ORIENTATION_H

#include "model/joint.h"

static inline void write_quat(double *to, ludo_quat q)
{
    to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
}

static inline ludo_quat read_unit_quat(const double *q)
{
    return q_normalized((ludo_quat){q[0], q[1], q[2], q[3]});
}

static inline void orientation_position(const joint_data *j, const pose *a, const pose *b,
                                        double *q)
{
    const ludo_quat child = q_mul(b->q, j->q_b_off), parent = q_mul(a->q, j->q_a_off);
    write_quat(q, q_mul(q_conj(parent), child));
}

static inline void orientation_rate(const joint_data *j, const pose *b, const twist *va,
                                    const twist *vb, double *rate)
{
    const ludo_vec3 body = m3_apply_t(&b->R, v3_sub(vb->w, va->w));
    const ludo_vec3 w = q_rotate(q_conj(j->q_b_off), body);
    rate[0] = w.x, rate[1] = w.y, rate[2] = w.z;
}

/* The child's orientation at coordinates q. */
static inline ludo_quat orientation_place(const joint_data *j, const pose *a, const double *q)
{
    const ludo_quat child = q_mul(q_mul(a->q, j->q_a_off), read_unit_quat(q));
    return q_mul(child, q_conj(j->q_b_off));
}

/* The child's angular velocity at given rates. */
static inline ludo_vec3 orientation_move(const joint_data *j, const pose *b, const twist *va,
                                         const double *rate)
{
    const ludo_vec3 body = q_rotate(j->q_b_off, v3(rate[0], rate[1], rate[2]));
    return v3_add(va->w, m3_apply(&b->R, body));
}

#endif
