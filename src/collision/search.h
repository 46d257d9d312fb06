/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts of a step: broad phase, candidate pairs, narrow phase [contact.md 4.1]. */
#ifndef LUDO_COLLISION_SEARCH_H
#define LUDO_COLLISION_SEARCH_H

#include "collision/narrow_phase.h"
#include "core/memory.h"
#include "model/model.h"

/* A feature of two colliders, in the order of their narrow_phase_kind: gap, normal and rows are
 * from a to b. */
typedef struct contact {
    feature feature;
    int32_t a, b;           /* colliders */
    int32_t slot_a, slot_b; /* their bodies; -1: the world, never both */
    contact_law law;
    double overlap; /* depth of the two shapes at the start of the step; 0: they are apart [m] */
    bool replaced;  /* its feature was replaced, since it was found */
} contact;

/* The sort key of a contact, and its place. */
typedef struct contact_key {
    int32_t a, b, id, place;
} contact_key;

/* A pair of colliders in the order of their narrow phase. */
typedef struct near_pair {
    const narrow_phase_kind *kind;
    int32_t a, b;
} near_pair;

/* The narrow phases of all pairs [pair_table.h]. */
typedef struct pair_table {
    uint8_t *code; /* per pair; NULL: there are too many */
    int32_t colliders;
} pair_table;

/* A body where a list of pairs was made. */
typedef struct near_body {
    ludo_vec3 x;
    ludo_quat q;
    double reach; /* largest distance of a point of its colliders from the centre of mass */
} near_body;

/* The pairs that a search for contacts found near each other [near_list.h]. */
typedef struct near_list {
    near_pair *pair;
    int32_t count, room;
    near_body *at; /* per body */
    int32_t bodies;
    double margin;
    bool valid; /* false: there is none */
} near_list;

/* The features of a pair in a list. */
typedef struct known_pair {
    int32_t a, b, first, count;
} known_pair;

/* The features that a search at a knot found [known_list.h]. */
typedef struct known_list {
    pose *at; /* per body: those of the search */
    int32_t bodies;
    double margin;
    known_pair *pair;
    feature *item;
    double *gap;          /* of each */
    int32_t room;         /* of pairs, and of features */
    int32_t pairs, count; /* in use */
    int32_t next;         /* pair to be asked for */
    bool valid;           /* false: there is none */
} known_list;

/* A box along the axis of a sweep. */
typedef struct sweep_end {
    double low, high;
    int32_t span;
} sweep_end;

/* A box in the list of a cell, and the next one. */
typedef struct grid_entry {
    int32_t next;   /* -1: none */
    int32_t corner; /* eight times the span, plus which of its cells it is: a bit per axis */
} grid_entry;

/* The cells of many boxes. */
typedef struct box_grid {
    int32_t *head; /* per list of cells: the first entry; -1: none */
    int32_t lists;
    grid_entry *entry;
    int32_t entries;
    int32_t *order; /* spans, by level */
    uint8_t *level; /* per span: the grid that its size chooses */
} box_grid;

/* A box of the tree of colliders at rest. Nodes are in the order of a walk from the root: after a
 * node comes its first half, unless it is a leaf. */
typedef struct fixed_node {
    double low[3], high[3];
    int32_t span; /* of a leaf; -1: it has two halves */
    int32_t next; /* node after its halves */
} fixed_node;

/* A box to be sorted: its middle along an axis. */
typedef struct fixed_leaf {
    double at;
    int32_t span;
} fixed_leaf;

/* Memory of a search, and the contacts found. */
typedef struct contact_search {
    const ludo_model *model;
    int32_t room;             /* most contacts */
    struct search_span *span; /* per bounded collider: its box over the step; at rest without a
                                 margin. Those that move come first, each by collider */
    int32_t moving_count, span_count;
    int32_t *place;  /* per collider, if bounded: that of its span */
    int32_t *planes; /* unbounded colliders */
    int32_t plane_count;
    sweep_end *end;   /* of few moving colliders, sorted along an axis */
    box_grid grid;    /* of many */
    fixed_node *node; /* tree of the boxes of colliders at rest */
    fixed_leaf *leaf; /* for building it */
    double calm; /* margin of a pair that does not move over a step, HUGE_VAL: that of the search;
                    set by the caller [m] */
    near_list near;
    known_list known;
    pair_table table;
    contact *found; /* room of them: those found, sorted by a, b, id; then those added */
    int32_t count;
    contact_key *key;    /* for sorting them */
    const bool *held;    /* per body, whose pairs are left out; NULL: none are */
    const bool *resting; /* per body held: whether only its pairs with others of them and with the
                            world are left out; NULL: none are */
    feature_list *features; /* of one pair */
} contact_search;

/* The result of a search. */
typedef struct search_result {
    bool full;      /* there are more contacts than room; the others are lost */
    bool met;       /* a pair with one body held overlaps, or has met */
    int32_t a, b;   /* the colliders where that was, else of the largest excess; -1: none is near */
    double deepest; /* smallest gap found at `to`, HUGE_VAL: none is near */
    double excess;  /* largest depth at `to` beyond the overlap that the pair has at `from`;
                       -HUGE_VAL:  none is near */
} search_result;

/* Most contacts of a model: room for all features of every collider on planes and for a pile of
 * the others. */
int32_t ludo_search_room(const ludo_model *m);

/* Take memory; run twice. */
void ludo_search_layout(contact_search *s, const ludo_model *m, arena *a);

/* Initialise from the model. */
void ludo_search_open(contact_search *s);

/* The contacts of a step from the poses `from` (per body, -1 the world) to `to`: features of gap <=
 * margin where they are found, the margin of a pair being at most `calm` plus four times the bound
 * of its motion. A pair has those of both ends, a number once unless only the feature at `to` is
 * violated there; one that moves by less than 1e-7 of its lesser thickness has those of `from`. A
 * pair that moves by more than half of its lesser thickness has those of the first touch on the way
 * instead, if there is one. A pair that is apart at `from` and overlaps at `to` has those of
 * `from`, or of that touch; if none of them is violated at `to`, those of the first touch; if none
 * of these is, those of `to`. */
search_result ludo_search_find(contact_search *s, const pose *from, const pose *to, double margin);

/* The contacts at one set of poses, those of ludo_search_find(s, at, at, margin): of the pairs that
 * the last search found near each other, while the list holds. Features of pairs that aren't
 * material are found up to `calm`, if that is more than the margin, and kept for a search of a step
 * from these poses, which needs them of the pairs that don't move. */
search_result ludo_search_find_at(contact_search *s, const pose *at, double margin);

/* Sort the contacts found, from a number on, by a, b, id. */
void ludo_search_sort(contact_search *s, int32_t first);

/* Append the features at `to`, of gap <= margin there, of pairs that overlap there by more than
 * `depth` beyond their overlap at `from`, if one of these features is deeper than `depth` and
 * unknown. A feature is known if a contact of its pair has its number and, within half the depth,
 * its gap at `to`: features with the same number found at other poses may have other normals. A
 * feature replaces one of its number with nearly its normal and its point. Gaps and excess are
 * those of the shapes (narrow_phase_kind.gap). *added is the number of contacts, added or replaced.
 */
search_result ludo_search_add(contact_search *s, const pose *from, const pose *to, double margin,
                              double depth, int32_t *added);

/* Whether a body meets one that is held, which the other searches leave out: they overlap at `to`
 * by more than `depth` beyond the overlap at `from`; or they move by more than half of the lesser
 * thickness, and touch on the way. `from` is where the step began, `to` where it ends. */
search_result ludo_search_meet(contact_search *s, const pose *from, const pose *to, double depth);

/* The smallest gap (narrow_phase_kind.gap) at one set of poses, of all pairs whose boxes, or box
 * and plane, overlap. */
search_result ludo_search_gap(contact_search *s, const pose *at);

#endif
