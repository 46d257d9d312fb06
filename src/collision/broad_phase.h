/* SPDX-License-Identifier: Apache-2.0
 *
 * Which colliders come near each other over a step: boxes that hold them, sorted along x. */
#ifndef LUDO_COLLISION_BROAD_PHASE_H
#define LUDO_COLLISION_BROAD_PHASE_H

#include "collision/search.h"

/* The box that a collider stays in, world axes. */
typedef struct search_span {
    double low[3], high[3];
    int32_t collider;
} search_span;

/* What is done with a pair that is near. */
typedef void near_pair(void *with, int32_t i, int32_t j);

/* Put colliders into boxes that hold them at both poses and wherever a straight way with a steady
 * turn leads between, half the margin around; sort them, by collider where they begin alike, so
 * that their order doesn't depend on what it was. */
void ludo_broad_phase_sort(contact_search *s, const pose *from, const pose *to, double margin);

/* Visit all pairs whose boxes overlap, then those of a plane and what comes nearer to it than the
 * margin. Boxes are sorted. */
void ludo_broad_phase_pairs(const contact_search *s, const pose *from, const pose *to,
                            double margin, near_pair *visit, void *with);

#endif
