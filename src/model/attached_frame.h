/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames that move with bodies: where they are, how they move, how forces act there. */
#ifndef LUDO_MODEL_MOUNT_H
#define LUDO_MODEL_MOUNT_H

#include "model/model.h"

/* What places frames: poses per slot, at -1 the world; per column the coordinates that joints carry
 * or track. */
typedef struct placement {
    const ludo_model *model;
    const pose *poses;
    const double *carried;
} placement;

/* The wrench of a slot += pull and torque at its centre of mass; on the world they do nothing. */
static inline void wrench_add(double *wrench, int32_t slot, ludo_vec3 pull, ludo_vec3 torque)
{
    if (slot >= 0) {
        double *w = wrench + 6 * slot;
        w[0] += pull.x, w[1] += pull.y, w[2] += pull.z;
        w[3] += torque.x, w[4] += torque.y, w[5] += torque.z;
    }
}

/* What bears a frame: the centre of mass and axes of a slot's body, or the origin and axes of a
 * stub. */
pose ludo_attached_frame_link(const placement *at, const attached_frame *on);

/* The columns of S (6 numbers each) that move the stub that bears a frame and is at `z`, against
 * the slot that its joint hangs on: those of the first columns of the slot `on`. Returns how many.
 */
int32_t ludo_attached_frame_columns(const placement *at, const attached_frame *on, const pose *z,
                                    double *S);

/* The frame as a pose: its origin and orientation. */
pose ludo_attached_frame_pose(const placement *at, const attached_frame *on);

/* The point `p`, given in the frame. */
ludo_vec3 ludo_attached_frame_point(const placement *at, const attached_frame *on, ludo_vec3 p);

/* The twist of the point `p`, given in the frame, where slots have twists and carried coordinates
 * rates. */
twist ludo_attached_frame_twist(const placement *at, const attached_frame *on, ludo_vec3 p,
                                const twist *twists, const double *carried_rate);

/* Let a force on the point `p` of the frame and a torque act, both in the world frame: wrenches
 * (per slot 6) and efforts (per column) += what they come to. */
void ludo_attached_frame_apply(const placement *at, const attached_frame *on, ludo_vec3 p,
                               ludo_vec3 force, ludo_vec3 torque, double *wrench, double *effort);

#endif
