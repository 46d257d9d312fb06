/* SPDX-License-Identifier: Apache-2.0
 *
 * Active contacts of a step, read from a simulation. */
#ifndef LUDO_TRAJECTORY_ACTIVE_CONTACTS_H
#define LUDO_TRAJECTORY_ACTIVE_CONTACTS_H

#include "core/memory.h"
#include "ludo/trajectory.h"

/* The contacts of the last step; all zero before the first. */
typedef struct touching {
    ludo_contact *contact; /* owned */
    int32_t count, room;
    double least; /* threshold of active contacts [N] */
} touching;

/* Read the contacts, and add the contact quality of the step to the knot's summary.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_touching_take(touching *t, const ludo_allocator *a, ludo_sim *sim,
                               ludo_knot *knot);

/* Whether a contact is active: its force is above the threshold. A candidate that is only near
 * leaves a tiny force. */
bool ludo_touching_felt(const touching *t, const ludo_contact *contact);

void ludo_touching_release(touching *t, const ludo_allocator *a);

#endif
