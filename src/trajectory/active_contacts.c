/* SPDX-License-Identifier: Apache-2.0
 *
 * Active contacts of a step, read from a simulation. */
#include "trajectory/active_contacts.h"

#include "math/worst.h"

#include <math.h>

/* Relative to the largest force of a step: smaller forces count as zero. */
static const double trace = 1e-9;

bool ludo_active_contacts_has(const active_contacts *t, const ludo_contact *contact)
{
    return contact->normal_force > t->least;
}

void ludo_active_contacts_release(active_contacts *t, const ludo_allocator *a)
{
    memory_give(a, t->contact);
    *t = (active_contacts){.contact = NULL};
}

/* Make room for that many, and some more. */
static bool make_room(active_contacts *t, const ludo_allocator *a, int32_t count)
{
    if (count <= t->room) {
        return true;
    }
    const size_t room = (size_t)count + (size_t)count / 2;
    ludo_active_contacts_release(t, a);
    t->contact = room <= INT32_MAX ? memory_take(a, room * sizeof *t->contact) : NULL;
    t->room = t->contact != NULL ? (int32_t)room : 0;
    return t->contact != NULL;
}

ludo_status ludo_active_contacts_take(active_contacts *t, const ludo_allocator *a, ludo_sim *sim,
                                      ludo_sample *knot)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    double largest = 0.0;
    t->count = 0;
    (void)ludo_sim_contacts(sim, NULL, 0, &t->count);
    if (!make_room(t, a, t->count)) {
        return LUDO_NO_MEMORY;
    }
    (void)ludo_sim_contacts(sim, t->contact, t->room, &t->count);
    for (int32_t i = 0; i < t->count; i++) {
        largest = worst_of(largest, t->contact[i].normal_force);
    }
    knot->normal_force = worst_of(knot->normal_force, largest);
    if (ludo_sim_contact_quality(sim, &q) == LUDO_OK) {
        knot->points = q.points > knot->points ? q.points : knot->points;
        knot->penetration = worst_of(knot->penetration, q.penetration);
        knot->signorini = worst_of(knot->signorini, q.signorini);
        knot->friction_excess = worst_of(knot->friction_excess, q.friction_excess);
        knot->dissipation = worst_of(knot->dissipation, q.dissipation);
        knot->retries += q.retries;
    }
    t->least = q.points > 0 ? trace * largest : HUGE_VAL;
    return LUDO_OK;
}
