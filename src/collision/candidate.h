/* SPDX-License-Identifier: Apache-2.0
 *
 * A candidate pair: two colliders that may touch over a step, and their continuous collision
 * query. */
#ifndef LUDO_COLLISION_CANDIDATE_H
#define LUDO_COLLISION_CANDIDATE_H

#include "collision/search.h"

/* Colliders in the order of their narrow phase, and the poses of their bodies at both ends. */
typedef struct candidate {
    const narrow_phase_kind *kind;
    int32_t a, b;
    const collider *on_a, *on_b;
    const pose *from_a, *from_b, *to_a, *to_b;
    contact_law law;
    double travel; /* ludo_candidate_travel(), where a search has found it */
} candidate;

/* The candidate of a pair, without its law and travel. */
candidate ludo_candidate_of(const model_contacts *c, const near_pair *pair, const pose *from,
                            const pose *to);

/* Whether the relative motion exceeds half of the lesser thickness: the poses at both ends then
 * don't determine the first contact. */
bool ludo_candidate_is_fast(const candidate *e);

/* An upper bound of the change of the gap of two points of them over the step. */
double ludo_candidate_travel(const candidate *e);

/* Whether they hardly move against each other: the features at one end are those at the other. */
bool ludo_candidate_is_still(const candidate *e);

/* Whether both are bounded convex shapes whose narrow phase has no test of its own for those that
 * are apart. */
bool ludo_candidate_is_convex(const candidate *e);

/* Whether their gap with bodies at poses a and b is at least a distance, where this costs less than
 * the gap; false also of some that are hardly farther apart. */
bool ludo_candidate_clears(const candidate *e, const pose *a, const pose *b, double distance);

/* Whether their gap at `from` exceeds a margin by more than they move, their travel, where this
 * costs less than their features. */
bool ludo_candidate_stays_apart(const candidate *e, double margin);

/* Whether their gap is >= 0 with bodies at poses a and b. */
bool ludo_candidate_is_apart(const candidate *e, const pose *a, const pose *b);

/* Whether two bounded shapes are apart at `from` and overlap at `to`: the direction of least depth
 * at `to` needn't be the side they came from. */
bool ludo_candidate_enters(const candidate *e);

/* Whether they touch on the way; `out` has the features of gap <= margin at the first contact. A
 * feature that would pass to the other side of a shape later is replaced by a fixed plane. */
bool ludo_candidate_first_touch(const candidate *e, double margin, feature_list *out);

#endif
