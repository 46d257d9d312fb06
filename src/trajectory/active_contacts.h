/* SPDX-License-Identifier: Apache-2.0
 *
 * Active contacts of a step, read from a simulation. */
#ifndef LUDO_TRAJECTORY_ACTIVE_CONTACTS_H
#define LUDO_TRAJECTORY_ACTIVE_CONTACTS_H

#include "core/memory.h"
#include "ludo/trajectory.h"

/* The contacts of the last step; all zero before the first. */
typedef struct active_contacts {
    ludo_contact *contact; /* owned */
    int32_t count, room;
    double least; /* threshold of active contacts [N] */
} active_contacts;

/* Read the contacts, and add the contact quality of the step to the knot's summary.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_active_contacts_take(active_contacts *t, const ludo_allocator *a, ludo_sim *sim,
                                      ludo_sample *knot);

/* Whether a contact is active: its force is above the threshold. A candidate that is only near
 * leaves a tiny force. */
bool ludo_active_contacts_has(const active_contacts *t, const ludo_contact *contact);

void ludo_active_contacts_release(active_contacts *t, const ludo_allocator *a);

#endif
