/* SPDX-License-Identifier: Apache-2.0
 *
 * Broad phase by sort and sweep: pairs of colliders that come near each other over a step. */
#ifndef LUDO_COLLISION_BROAD_PHASE_H
#define LUDO_COLLISION_BROAD_PHASE_H

#include "collision/search.h"

/* The axis-aligned box of a collider over a step, world axes. */
typedef struct search_span {
    double low[3], high[3];
    int32_t collider, slot;
    enum {
        BOUNDS_OF_BALLS, /* about all points of a segment */
        BOUNDS_ALIGNED,  /* its frame has the axes of its body */
        BOUNDS_TURNED
    } bounds;
    double reach;   /* largest distance of its points from the centre of mass */
    ludo_vec3 axis; /* of balls: from the middle of the segment to its end, on the body */
} search_span;

/* The span of a collider, without its box. */
search_span ludo_broad_phase_span(const model_contacts *m, int32_t i);

/* Called for each pair that is near. */
typedef void pair_visit(void *with, int32_t i, int32_t j);

/* Compute the boxes of colliders at both poses and on the motion between them, straight with a
 * steady rotation, enlarged by half the margin; sort them along an axis of the world, equal ones by
 * collider, so that the order doesn't depend on the one before. */
void ludo_broad_phase_sort(contact_search *s, const pose *from, const pose *to, double margin);

/* Visit all pairs whose boxes, which are sorted, overlap; then those of a plane and a collider
 * nearer to it than the margin. */
void ludo_broad_phase_pairs(const contact_search *s, const pose *from, const pose *to,
                            double margin, pair_visit *visit, void *with);

/* Whether a pair is one of those at one set of poses; of a search that has sorted its boxes. */
bool ludo_broad_phase_has(const contact_search *s, int32_t i, int32_t j, const pose *at,
                          double margin);

#endif
