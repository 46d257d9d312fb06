/* SPDX-License-Identifier: Apache-2.0
 *
 * Which contacts a step has to reckon with [contact.md 4]. */
#ifndef LUDO_COLLISION_SEARCH_H
#define LUDO_COLLISION_SEARCH_H

#include "collision/narrow_phase.h"
#include "core/memory.h"
#include "model/model.h"

/* A feature of two colliders, in the order in which they touch (narrow_phase_kind): gap, normal and
 * rows count from a to b. */
typedef struct contact {
    feature feature;
    int32_t a, b;           /* colliders */
    int32_t slot_a, slot_b; /* their slots; -1: the world. Never both. */
    contact_law law;
} contact;

/* What a search computes with. */
typedef struct contact_search {
    const ludo_model *model;
    int32_t room;             /* most contacts */
    struct search_span *span; /* per collider with bounds: its box over the step, sorted along x */
    int32_t span_count;
    int32_t *planes; /* colliders without bounds */
    int32_t plane_count;
    contact *found; /* room of them: those found, sorted by a, b, id; then those added */
    int32_t count, sorted;
    struct contact_key *key; /* for sorting them */
    feature_list *features;  /* of one pair */
} contact_search;

/* What a search came to. */
typedef struct search_result {
    bool full;      /* there are more contacts than room: found isn't all */
    int32_t a, b;   /* the colliders where that was, else of the deepest; -1: nothing is near */
    double deepest; /* smallest gap that was seen at `to`, HUGE_VAL: nothing is near */
} search_result;

/* Most contacts of a model: room for all features of every collider on planes and for a pile of
 * the others. */
int32_t ludo_search_room(const ludo_model *m);

/* Take memory; run twice. */
void ludo_search_layout(contact_search *s, const ludo_model *m, arena *a);

/* Find once what doesn't change. */
void ludo_search_open(contact_search *s);

/* All contacts of gap <= margin at `from` (poses per slot, -1 the world) or at `to`, or that open
 * nowhere but are passed on the way between: a pair that moves against each other by more than
 * half its lesser thickness is looked at on the way, and its features are those where it first
 * touches. */
search_result ludo_search_find(contact_search *s, const pose *from, const pose *to, double margin);

/* Those found and in addition, after them, contacts at `to` of gap < -depth that aren't among them
 * (with the features of gap <= margin that their pairs have there). The deepest is that of the
 * shapes, as ludo_search_gap() tells it. *added says how many came. */
search_result ludo_search_add(contact_search *s, const pose *to, double margin, double depth,
                              int32_t *added);

/* The smallest gap of all pairs at one set of poses (narrow_phase_kind.gap), of those whose boxes,
 * or box and plane, overlap. */
search_result ludo_search_gap(contact_search *s, const pose *at);

#endif
