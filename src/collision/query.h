/* SPDX-License-Identifier: Apache-2.0
 *
 * A search in progress: shared by those that find contacts, add to them and measure gaps. */
#ifndef LUDO_COLLISION_QUERY_H
#define LUDO_COLLISION_QUERY_H

#include "collision/broad_phase.h"
#include "collision/candidate.h"
#include "collision/pair_table.h"

/* Most contacts of one pair: of both ends, and of a touch on the way. */
enum { PAIR_ROOM = 3 * MOST_FEATURES };

/* The gaps of a feature at both ends of a step. */
typedef struct end_gaps {
    double from, to;
} end_gaps;

typedef struct query {
    contact_search *s;
    const pose *from, *to;
    double margin, depth;
    double near;             /* margin of the pair */
    bool keeps, knows;       /* whether features found are kept, or were [known_list.h] */
    int32_t first;           /* contact of the pair */
    end_gaps gap[PAIR_ROOM]; /* of its contacts */
    int32_t replaced;        /* contacts whose feature was replaced */
    search_result result;
} query;

static inline query query_from(contact_search *s, const pose *from, const pose *to, double margin)
{
    const search_result none = {.a = -1, .b = -1, .deepest = HUGE_VAL, .excess = -HUGE_VAL};
    query l;
    l.s = s;
    l.from = from;
    l.to = to;
    l.margin = margin;
    l.depth = l.near = 0.0;
    l.first = l.replaced = 0;
    l.keeps = l.knows = false;
    l.result = none;
    return l;
}

/* Visit all pairs that are nearer than a distance. */
search_result ludo_search_run(query *l, pair_visit *visit, double around);

/* Take the gap at `to` of a pair with an overlap at `from` into the result. */
void ludo_search_take_gap(query *l, const candidate *e, double gap, double overlap);

/* Append a feature of a pair, if there is room. */
bool ludo_search_put(query *l, const candidate *e, const feature *f);

static inline bool is_held(const contact_search *s, const collider *k)
{
    return s->held != NULL && k->slot >= 0 && s->held[k->slot];
}

static inline candidate query_candidate(const query *l, const near_pair *pair)
{
    return ludo_candidate_of(&l->s->model->contacts, pair, l->from, l->to);
}

/* The pair of two colliders; false: they may not touch. */
static inline bool query_pair(const query *l, int32_t i, int32_t j, near_pair *pair)
{
    return ludo_search_pairs_find(&l->s->table, &l->s->model->contacts, i, j, pair);
}

/* Whether a collider is of the world or of a body at rest. */
static inline bool is_resting(const contact_search *s, const collider *k)
{
    return s->resting != NULL && (k->slot < 0 || s->resting[k->slot]);
}

/* Whether a pair is left out: with a body held that isn't at rest, or between two at rest. */
static inline bool query_leaves_out(const query *l, const candidate *e)
{
    const bool rests_a = is_resting(l->s, e->on_a), rests_b = is_resting(l->s, e->on_b);
    return (rests_a && rests_b) || (is_held(l->s, e->on_a) && !rests_a) ||
           (is_held(l->s, e->on_b) && !rests_b);
}

/* The overlap of the shapes at the start of the step. */
static inline double start_overlap(const candidate *e)
{
    const double gap = e->kind->gap(e->on_a, e->on_b, e->from_a, e->from_b);
    return gap < 0.0 ? -gap : 0.0;
}

#endif
