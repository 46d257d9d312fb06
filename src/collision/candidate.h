/* SPDX-License-Identifier: Apache-2.0
 *
 * Two colliders that may touch, over a step. */
#ifndef LUDO_COLLISION_CANDIDATE_H
#define LUDO_COLLISION_CANDIDATE_H

#include "collision/search.h"

/* Colliders in the order in which they touch, and where their bodies are at both ends. */
typedef struct candidate {
    const narrow_phase_kind *touch;
    int32_t a, b;
    const collider *on_a, *on_b;
    const pose *from_a, *from_b, *to_a, *to_b;
    contact_law law;
} candidate;

/* Whether colliders i and j may touch, and how. */
bool ludo_candidate_find(const model_contacts *c, int32_t i, int32_t j, const pose *from,
                         const pose *to, candidate *e);

/* Whether they move against each other by more than half of the lesser thickness, so that their
 * ends may not tell how they meet. */
bool ludo_candidate_is_fast(const candidate *e);

/* Whether they are apart at `from` and no more at `to`, of two shapes that have bounds: what is the
 * least way out there needn't be the side they came from. */
bool ludo_candidate_enters(const candidate *e);

/* Whether they touch on the way. Then `out` are the features of gap <= margin where they first do,
 * those that would see the other side of a shape beyond it made planes that stay. */
bool ludo_candidate_first_touch(const candidate *e, double margin, feature_list *out);

#endif
