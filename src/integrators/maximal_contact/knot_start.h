/* SPDX-License-Identifier: Apache-2.0
 *
 * Where (B) starts in the islands that run, and their units [contact.md 5.9]. All of these set the
 * iterate of their bodies, the rates of their cones, and overwrite the tree's u and w. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_START_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_START_H

#include "integrators/maximal_contact/contact.h"

/* The impulses of half of the last interval become those of the cones of islands that run. */
void ludo_knot_load_impulses(maximal *x, const sim_state *state);

/* Whether an island has cones, of contacts or others. */
bool ludo_knot_has_cones(const maximal *x, const island *k);

/* Whether an island with these impulses is predicted from velocities near those of the knot; and
 * from rest. */
bool ludo_knot_starts_near(const maximal *x, const island *k);
bool ludo_knot_starts_at_rest(const maximal *x, const island *k);

/* From velocities near those of the knot, which joints allow; the rates of cones at these are those
 * expected. */
void ludo_knot_start_near(maximal *x, const sim_state *state);

/* From rest; the rates of the last interval are those expected, y + dy. */
void ludo_knot_start_at_rest(maximal *x, const sim_state *state);

/* From the velocities without cones that were saved. Islands without a violated cone are known. */
void ludo_knot_start_free(maximal *x, const sim_state *state);

#endif
