/* SPDX-License-Identifier: Apache-2.0
 *
 * What touches in a step, as it is read from a simulation. */
#ifndef LUDO_TRAJECTORY_TOUCHING_H
#define LUDO_TRAJECTORY_TOUCHING_H

#include "core/memory.h"
#include "ludo/trajectory.h"

/* The contacts of the last step; all zero before it. */
typedef struct touching {
    ludo_contact *contact; /* owned */
    int32_t count, room;
    double least; /* a force that is felt [N] */
} touching;

/* Read them, and into the knot what contacts were like: of all steps since the knot before.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_touching_take(touching *t, const ludo_allocator *a, ludo_sim *sim,
                               ludo_knot *knot);

/* Whether a force acts there; where none does places are only near each other, which leaves a trace
 * of one. */
bool ludo_touching_felt(const touching *t, const ludo_contact *contact);

void ludo_touching_release(touching *t, const ludo_allocator *a);

#endif
