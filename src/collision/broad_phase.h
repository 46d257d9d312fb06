/* SPDX-License-Identifier: Apache-2.0
 *
 * Broad phase: pairs of colliders that come near each other over a step.
 *
 * The boxes of few moving colliders are swept along an axis, those of many are hashed into cells of
 * grids; those at rest lie in a tree of boxes. The pairs are the same in each case, and their order
 * depends on the boxes alone, not on those of earlier searches. */
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

/* Called for each pair that is near. */
typedef void pair_visit(void *with, int32_t i, int32_t j);

/* Take memory; run twice. */
void ludo_broad_phase_layout(contact_search *s, const ludo_model *m, arena *a);

/* Initialise from the model: the boxes of colliders at rest, and their tree. */
void ludo_broad_phase_open(contact_search *s);

/* Compute the boxes of moving colliders at both poses and on the motion between them, straight with
 * a steady rotation, enlarged by half the margin. */
void ludo_broad_phase_bound(contact_search *s, const pose *from, const pose *to, double margin);

/* Visit all pairs whose boxes overlap, those of colliders at rest enlarged by half the margin too;
 * then those of a plane and a collider nearer to it than the margin. The boxes are those of the
 * last ludo_broad_phase_bound(), with these poses and this margin. */
void ludo_broad_phase_pairs(contact_search *s, const pose *from, const pose *to, double margin,
                            pair_visit *visit, void *with);

/* Whether a pair is one of those at one set of poses. */
bool ludo_broad_phase_has(const contact_search *s, int32_t i, int32_t j, const pose *at,
                          double margin);

/* ---- shared by its files ---- */

static inline bool boxes_overlap(const search_span *a, const search_span *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

/* The memory of a sweep, a grid and a tree. */
void ludo_broad_phase_sweep_layout(contact_search *s, int32_t moving, arena *a);
void ludo_broad_phase_grid_layout(contact_search *s, int32_t moving, arena *a);
void ludo_broad_phase_tree_layout(contact_search *s, int32_t fixed, arena *a);

/* Sweep in the order of colliders first. */
void ludo_broad_phase_sweep_open(contact_search *s);

/* Whether the boxes of so many moving colliders are swept. */
bool ludo_broad_phase_sweeps(int32_t moving);

/* Build the tree of the boxes of colliders at rest, without a margin. */
void ludo_broad_phase_tree_open(contact_search *s);

/* Visit all pairs of moving colliders whose boxes overlap: by a sweep, by grids. */
void ludo_broad_phase_sweep(contact_search *s, pair_visit *visit, void *with);
void ludo_broad_phase_grid(contact_search *s, pair_visit *visit, void *with);

/* Visit all pairs of a moving collider and one at rest whose boxes overlap. */
void ludo_broad_phase_tree(const contact_search *s, double margin, pair_visit *visit, void *with);

/* Visit all pairs of a plane and a collider that may be within the margin of it. */
void ludo_broad_phase_planes(const contact_search *s, const pose *from, const pose *to,
                             double margin, pair_visit *visit, void *with);

/* Whether a collider with its box may be within the margin of a plane, at one set of poses. */
bool ludo_broad_phase_near_plane(const contact_search *s, int32_t plane, const search_span *other,
                                 const pose *at, double margin);

#endif
