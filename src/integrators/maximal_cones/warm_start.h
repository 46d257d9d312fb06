/* SPDX-License-Identifier: Apache-2.0
 *
 * The warm start: forces of cones over the last interval [contact.md 5.3]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_WARM_START_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_WARM_START_H

#include "integrators/maximal_cones/contacts.h"

/* Save the forces of all cones over an accepted interval. */
void ludo_warm_start_save(maximal *x, double h);

/* Set the impulses p of cones that have a saved force, over a duration, and dy to zero: those of
 * running islands, which are warm if they have one. */
void ludo_warm_start_load(maximal *x, double duration);

/* The values saved of a contact's last interval; NULL: none. They are looked for from *near on,
 * which becomes their place: contacts mostly follow one another as they are saved. */
const cone_history *ludo_warm_start_past(const maximal *x, int32_t i, int64_t *near);

/* Discard the saved forces: the next interval starts without a warm start. */
void ludo_warm_start_clear(maximal *x);

/* After an interval of other bodies was accepted: set their contacts aside, with forces of the
 * bodies held as in state->saved. After all parts of these: join both. */
void ludo_warm_start_set_aside(maximal *x, sim_state *state);
void ludo_warm_start_join(maximal *x);

/* Merge sorted forces with those saved for the next warm start; with any, in a list with room for
 * both. @return the number of all */
void ludo_warm_start_add(maximal *x, const cone_history *more, int64_t count);
int64_t ludo_warm_start_merge(cone_history *own, int64_t count, const cone_history *more,
                              int64_t more_count);

/* Whether the saved forces of a state are of cones that the model may have. */
bool ludo_warm_start_plausible(const sim_state *state);

/* The bodies of a saved force: of a contact -1 for the world; of others b, of a tendon one of its
 * bodies, which are of one island. */
slot_couple ludo_warm_start_bodies(const maximal *x, const ludo_model *m, const cone_history *k);

#endif
