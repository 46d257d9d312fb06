/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames that move with bodies: poses, twists, and the action of forces on them. */
#ifndef LUDO_MODEL_ATTACHED_FRAME_H
#define LUDO_MODEL_ATTACHED_FRAME_H

#include "model/model.h"

/* A configuration that places frames: poses per slot, at -1 the world; per column the coordinates
 * that joints store or unwrap. */
typedef struct placement {
    const ludo_model *model;
    const pose *poses;
    const double *coordinate;
} placement;

/* A force and a torque, world frame. */
typedef struct world_wrench {
    ludo_vec3 force, torque;
} world_wrench;

/* The wrench of a slot += force f and torque at its centre of mass; nothing for the world. */
static inline void wrench_add(double *wrench, int32_t slot, ludo_vec3 f, ludo_vec3 torque)
{
    if (slot >= 0) {
        double *w = wrench + 6 * slot;
        w[0] += f.x, w[1] += f.y, w[2] += f.z;
        w[3] += torque.x, w[4] += torque.y, w[5] += torque.z;
    }
}

/* The link of a frame: the centre of mass and axes of a slot's body, or the origin and axes of an
 * intermediate link. */
pose ludo_attached_frame_link(const placement *at, const attached_frame *on);

/* The columns of S (6 numbers each) that move the intermediate link of a frame, at pose `z`,
 * against the parent of its joint: those of the first columns of the slot `on`. Returns their
 * number. */
int32_t ludo_attached_frame_columns(const placement *at, const attached_frame *on, const pose *z,
                                    double *S);

/* The frame as a pose: its origin and orientation. */
pose ludo_attached_frame_pose(const placement *at, const attached_frame *on);

/* The point `p`, given in the frame. */
ludo_vec3 ludo_attached_frame_point(const placement *at, const attached_frame *on, ludo_vec3 p);

/* The twist of the point `p`, given in the frame, from the twists of slots and the rates of stored
 * coordinates. */
twist ludo_attached_frame_twist(const placement *at, const attached_frame *on, ludo_vec3 p,
                                const twist *twists, const double *stored_rate);

/* Apply a force at the point `p` of the frame and a torque: adds to wrenches (per slot 6) and
 * efforts (per column). */
void ludo_attached_frame_apply(const placement *at, const attached_frame *on, ludo_vec3 p,
                               world_wrench w, double *wrench, double *effort);

#endif
