/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints as sequences of links that all start at the parent's anchor: translations along and
 * rotations about axes of the parent's body, and the constant rotation of the child in the last
 * link [minimal.md 2.1]. */
#ifndef LUDO_JOINTS_LINKS_H
#define LUDO_JOINTS_LINKS_H

#include "model/joint.h"

/* An empty sequence. The child is rotated by `turn` in the frame of the last link, and its anchor
 * is at the link's center. */
static inline joint_links links_with_child(const joint_data *j, ludo_quat turn)
{
    return (joint_links){.turn = turn, .com = q_rotate(turn, v3_scale(-1.0, j->p_b))};
}

/* Append a link: the first one at the parent's anchor, rotated by `frame` in its body, the others
 * at the previous link. `axis` is given in the parent's body frame where all coordinates are zero.
 */
static inline void links_add(joint_links *l, const joint_data *j, ludo_quat frame,
                             link_motion motion, ludo_vec3 axis)
{
    const bool first = l->count == 0;
    l->link[l->count] = (joint_link){
        .motion = motion,
        .turn = first ? frame : q_identity(),
        .arm = first ? j->p_a : v3(0.0, 0.0, 0.0),
        .axis = q_rotate(q_conj(frame), axis),
        .reference = j->reference,
        .column = l->count,
    };
    l->count++;
}

/* The sequence of a child with at most rotations about axes: the links have the child's frame. */
static inline joint_links links_of_body(const joint_data *j)
{
    return links_with_child(j, q_identity());
}

static inline void links_add_slide(joint_links *l, const joint_data *j, ludo_vec3 axis)
{
    links_add(l, j, j->q_off, LINK_SLIDE, axis);
}

static inline void links_add_hinge(joint_links *l, const joint_data *j, ludo_vec3 axis)
{
    links_add(l, j, j->q_off, LINK_REVOLUTE, axis);
}

/* The links of a child with free rotation: `slides` translations, then a ball with the quaternion
 * of the child's joint frame in the parent's. */
static inline joint_links links_of_ball(const joint_data *j, int32_t slides, const ludo_vec3 *axis)
{
    joint_links l = links_with_child(j, q_conj(j->q_b_off));
    for (int32_t i = 0; i < slides; i++) {
        links_add(&l, j, j->q_a_off, LINK_SLIDE, axis[i]);
    }
    links_add(&l, j, j->q_a_off, LINK_BALL, v3(0.0, 0.0, 0.0));
    return l;
}

#endif
