/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints as sequences of links that all start at the parent's anchor: slides and turns along and
 * about axes of the parent's body, and what the child is turned by at last [minimal.md 2.1]. */
#ifndef LUDO_JOINTS_LINKS_H
#define LUDO_JOINTS_LINKS_H

#include "model/joint.h"

/* Links yet to be added, the last of which carries a child that is turned by `turn` in its frame
 * and has its anchor at the link's center. */
static inline joint_links links_carrying(const joint_data *j, ludo_quat turn)
{
    return (joint_links){.turn = turn, .com = q_rotate(turn, v3_scale(-1.0, j->p_b))};
}

/* The next link: at the parent's anchor and turned by `frame` in its body if it is the first, else
 * where the one before is. Where all coordinates are zero `axis` is this one in the parent's body
 * frame. */
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

/* Of a child that turns as little as its parent, or about axes: links whose frames are its own. */
static inline joint_links links_of_body(const joint_data *j)
{
    return links_carrying(j, q_identity());
}

static inline void links_add_slide(joint_links *l, const joint_data *j, ludo_vec3 axis)
{
    links_add(l, j, j->q_off, LINK_SLIDE, axis);
}

static inline void links_add_turn(joint_links *l, const joint_data *j, ludo_vec3 axis)
{
    links_add(l, j, j->q_off, LINK_REVOLUTE, axis);
}

/* Of a child that turns as it likes: `slides` slides, then a ball, whose quaternion is that of the
 * child's joint frame in the parent's. */
static inline joint_links links_of_ball(const joint_data *j, int32_t slides, const ludo_vec3 *axis)
{
    joint_links l = links_carrying(j, q_conj(j->q_b_off));
    for (int32_t i = 0; i < slides; i++) {
        links_add(&l, j, j->q_a_off, LINK_SLIDE, axis[i]);
    }
    links_add(&l, j, j->q_a_off, LINK_BALL, v3(0.0, 0.0, 0.0));
    return l;
}

#endif
