/* SPDX-License-Identifier: Apache-2.0
 *
 * The child's anchor of a joint: its position, its velocity, and poses and twists from them. */
#ifndef LUDO_JOINTS_ANCHOR_H
#define LUDO_JOINTS_ANCHOR_H

#include "model/joint.h"

/* From the child's centre of mass to its anchor, world. */
static inline ludo_vec3 anchor_arm(ludo_vec3 p_b, pose b)
{
    return m3_apply(&b.R, p_b);
}

/* From the parent's centre of mass to the child's anchor, world: (x_b - x_a) + r_b. */
static inline ludo_vec3 anchor_from_parent(pose a, pose b, ludo_vec3 r_b)
{
    return v3_add(v3_sub(b.x, a.x), r_b);
}

/* From the parent's anchor to the child's, world [m]. */
static inline ludo_vec3 anchor_gap(ludo_vec3 p_a, pose a, pose b, ludo_vec3 r_b)
{
    return v3_sub(anchor_from_parent(a, b, r_b), m3_apply(&a.R, p_a));
}

/* Velocity of the child's anchor relative to the coincident point of the parent, world. */
static inline ludo_vec3 anchor_slip(const pose *a, const pose *b, ludo_vec3 r_b, const twist *va,
                                    const twist *vb)
{
    const ludo_vec3 at_b = v3_add(vb->v, v3_cross(vb->w, r_b));
    const ludo_vec3 at_a = v3_add(va->v, v3_cross(va->w, anchor_from_parent(*a, *b, r_b)));
    return v3_sub(at_b, at_a);
}

/* The twist of a child with angular velocity w_b whose anchor has relative velocity `slip` (as
 * anchor_slip). */
static inline twist anchor_twist(const joint_data *j, const pose *a, const pose *b, const twist *va,
                                 ludo_vec3 w_b, ludo_vec3 slip)
{
    const ludo_vec3 r_b = anchor_arm(j->p_b, *b);
    const ludo_vec3 at_a = v3_add(va->v, v3_cross(va->w, anchor_from_parent(*a, *b, r_b)));
    return (twist){v3_sub(v3_add(at_a, slip), v3_cross(w_b, r_b)), w_b};
}

/* The pose of a child with orientation q_b whose anchor is at `offset` (parent's frame) from the
 * parent's anchor. */
static inline pose anchor_pose(const joint_data *j, const pose *a, ludo_quat q_b, ludo_vec3 offset)
{
    const ludo_quat q = q_normalized(q_b);
    const ludo_vec3 anchor = v3_add(a->x, m3_apply(&a->R, v3_add(j->p_a, offset)));
    return pose_make(v3_sub(anchor, q_rotate(q, j->p_b)), q);
}

#endif
