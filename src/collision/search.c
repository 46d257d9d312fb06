/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact search: broad phase, narrow phase of each candidate pair, and order of the contacts. */
#include "collision/search.h"

#include "collision/known_list.h"
#include "collision/near_list.h"
#include "collision/query.h"
#include "math/worst.h"

/* ---- shared by all searches ---- */

search_result ludo_search_run(query *l, pair_visit *visit, double around)
{
    ludo_broad_phase_bound(l->s, l->from, l->to, around);
    ludo_broad_phase_pairs(l->s, l->from, l->to, around, visit, l);
    return l->result;
}

void ludo_search_take_gap(query *l, const candidate *e, double gap, double overlap)
{
    search_result *r = &l->result;
    r->deepest = is_worse(-gap, -r->deepest) ? gap : r->deepest;
    if (!r->full && is_worse(-gap - overlap, r->excess)) {
        r->excess = -gap - overlap;
        r->a = e->a;
        r->b = e->b;
    }
}

bool ludo_search_put(query *l, const candidate *e, const feature *f)
{
    if (l->s->count == l->s->room) {
        if (!l->result.full) {
            l->result.full = true;
            l->result.a = e->a;
            l->result.b = e->b;
        }
        return false;
    }
    contact *c = &l->s->found[l->s->count++];
    c->feature = *f;
    c->a = e->a;
    c->b = e->b;
    c->slot_a = e->on_a->slot;
    c->slot_b = e->on_b->slot;
    c->law = e->law;
    c->overlap = 0.0;
    c->replaced = false;
    return true;
}

/* ---- finding ---- */

/* Where the gaps of a list were measured. */
typedef enum list_at { AT_FROM, AT_TO, ON_THE_WAY } list_at;

/* Whether the contacts of the pair contain a feature: one of its number, that is violated at the
 * end if the feature is. */
static bool is_found(const query *l, const feature *f, double gap)
{
    for (int32_t k = l->first; k < l->s->count; k++) {
        if (l->s->found[k].feature.id == f->id && (!(gap < 0.0) || l->gap[k - l->first].to < 0.0)) {
            return true;
        }
    }
    return false;
}

/* The places of a list's features in the order of their numbers. */
static void order_by_number(const feature_list *list, int32_t order[MOST_FEATURES])
{
    for (int32_t i = 0; i < list->count; i++) {
        int32_t k = i;
        for (; k > 0 && list->item[order[k - 1]].id > list->item[i].id; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

/* Append the features of the list that aren't among the contacts of the pair. */
static void put_list(query *l, const candidate *e, list_at at)
{
    const feature_list *list = l->s->features;
    const bool moves = l->from != l->to;
    int32_t order[MOST_FEATURES];
    order_by_number(list, order);
    for (int32_t k = 0; k < list->count; k++) {
        const int32_t i = order[k];
        const feature *f = &list->item[i];
        const double to = at == AT_TO || (at == AT_FROM && !moves)
                              ? list->gap[i]
                              : feature_gap(f, e->to_a, e->to_b);
        if (!is_found(l, f, to) && ludo_search_put(l, e, f)) {
            l->gap[l->s->count - 1 - l->first] =
                (end_gaps){at == AT_FROM ? list->gap[i] : feature_gap(f, e->from_a, e->from_b), to};
        }
    }
}

/* Drop the features of a list whose gap is more than the margin at both ends. */
static void keep_near(const query *l, const candidate *e, feature_list *list)
{
    const bool moves = l->from != l->to;
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        const feature *f = &list->item[i];
        if (list->gap[i] <= l->near || (moves && feature_gap(f, e->to_a, e->to_b) <= l->near)) {
            if (kept < i) {
                list->item[kept] = *f;
                list->gap[kept] = list->gap[i];
            }
            kept++;
        }
    }
    list->count = kept;
}

/* Append the features of gap <= margin at one end that aren't among the contacts of the pair. */
static void put_new(query *l, const candidate *e, list_at at)
{
    const pose *a = at == AT_FROM ? e->from_a : e->to_a;
    const pose *b = at == AT_FROM ? e->from_b : e->to_b;
    l->s->features->count = 0;
    const bool known = l->knows && at == AT_FROM && l->near == l->s->known.margin &&
                       ludo_search_known_take(&l->s->known, e->a, e->b, l->s->features);
    if (!known) {
        e->kind->find(e->on_a, e->on_b, a, b, l->near, l->s->features);
    }
    put_list(l, e, at);
}

/* Append the features of gap <= margin at a knot, and keep those up to the margin of a list. */
static void put_kept(query *l, const candidate *e)
{
    feature_list *list = l->s->features;
    list->count = 0;
    e->kind->find(e->on_a, e->on_b, e->from_a, e->from_b, l->s->known.margin, list);
    ludo_search_known_put(&l->s->known, e->a, e->b, list);
    keep_near(l, e, list);
    put_list(l, e, AT_FROM);
}

/* Append the features of gap <= margin at either end, which are material: those that are so near at
 * the end aren't farther at the start than by the motion. False: they are a choice of more. */
static bool put_material(query *l, const candidate *e)
{
    feature_list *list = l->s->features;
    list->count = 0;
    list->is_choice = false;
    e->kind->find(e->on_a, e->on_b, e->from_a, e->from_b, l->near + (1.0 + 1e-9) * e->travel, list);
    if (!list->is_choice) {
        keep_near(l, e, list);
        put_list(l, e, AT_FROM);
    }
    return !list->is_choice;
}

/* Append the features of the first contact on the way; false: there is none. */
static bool put_passing(query *l, const candidate *e)
{
    const bool touches = ludo_candidate_first_touch(e, l->near, l->s->features);
    if (touches) {
        put_list(l, e, ON_THE_WAY);
    }
    return touches;
}

/* Whether any of the contacts of the pair is violated at the end of the step. */
static bool holds(const query *l)
{
    for (int32_t k = l->first; k < l->s->count; k++) {
        if (l->gap[k - l->first].to < 0.0) {
            return true;
        }
    }
    return false;
}

/* Features of a pair over the step: of both ends, which are one at a knot or for a pair at rest.
 * Where the shapes enter each other those of the start, if one of them is violated at the end, else
 * those of the first contact; those of the end only if they have turned so far that none of these
 * is violated. */
static void put_features(query *l, const candidate *e, bool moves)
{
    const bool enters = moves && ludo_candidate_enters(e);
    const bool passes = moves && ludo_candidate_is_fast(e) && put_passing(l, e);
    if (l->keeps && e->kind->material != MATERIAL) {
        put_kept(l, e);
        return;
    }
    if (moves && !passes && e->kind->material != IMMATERIAL && put_material(l, e)) {
        return;
    }
    if (!passes) {
        put_new(l, e, AT_FROM);
    }
    if (enters && !passes && !holds(l)) {
        (void)put_passing(l, e);
    }
    if (moves && (enters ? !holds(l) : !passes)) {
        put_new(l, e, AT_TO);
    }
}

/* The law and the overlap that the contacts of the pair have in common. A feature may have a
 * negative gap though the shapes are apart: its plane reaches beyond its face. */
static void set_common(query *l, const candidate *e)
{
    contact_search *s = l->s;
    bool below = false;
    if (s->count == l->first) {
        return;
    }
    const contact_law law = ludo_model_touching_law(&s->model->contacts, e->a, e->b);
    for (int32_t k = l->first; k < s->count && !below; k++) {
        below = l->gap[k - l->first].from < 0.0;
    }
    const double overlap = below ? start_overlap(e) : 0.0;
    for (int32_t k = l->first; k < s->count; k++) {
        s->found[k].law = law;
        s->found[k].overlap = overlap;
    }
}

/* Whether a pair at rest without features stays apart by the whole margin. */
static bool is_far(const query *l, candidate *e)
{
    if (l->s->count > l->first) {
        return false;
    }
    e->travel = l->from != l->to ? ludo_candidate_travel(e) : 0.0;
    return ludo_candidate_stays_apart(e, l->margin);
}

/* The margin of a pair over a step. Features that are farther away than it moves in four steps do
 * not close in this one, as a rule. */
static double margin_of(const query *l, const candidate *e, bool moves)
{
    const double near = l->s->calm + (moves ? 4.0 * e->travel : 0.0);
    return near < l->margin ? near : l->margin;
}

/* Put the contacts of a pair; returns whether it may overlap near `to`. */
static bool find_contacts(query *l, const near_pair *pair)
{
    candidate e = query_candidate(l, pair);
    if (query_leaves_out(l, &e)) {
        return true;
    }
    const bool moves = l->from != l->to && !ludo_candidate_is_still(&e);
    e.travel = moves ? ludo_candidate_travel(&e) : 0.0;
    if (moves && ludo_candidate_stays_apart(&e, l->margin)) {
        return false;
    }
    l->first = l->s->count;
    l->near = l->from != l->to ? margin_of(l, &e, moves) : l->margin;
    put_features(l, &e, moves);
    set_common(l, &e);
    for (int32_t k = l->first; k < l->s->count; k++) {
        ludo_search_take_gap(l, &e, l->gap[k - l->first].to, l->s->found[k].overlap);
    }
    return moves || l->keeps || !is_far(l, &e);
}

static void list_pair(void *with, int32_t i, int32_t j)
{
    const query *l = with;
    near_pair pair;
    if (l->s->near.valid && query_pair(l, i, j, &pair)) {
        ludo_search_near_put(&l->s->near, &pair);
    }
}

static void find_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    near_pair pair;
    if (query_pair(l, i, j, &pair)) {
        (void)find_contacts(l, &pair);
    }
}

/* Put the contacts of all pairs in the order of contacts, so that hardly any is moved by sorting,
 * and keep those pairs in the list that may overlap near `to`. Without room for the list, pairs are
 * visited as they are met. */
static void find_all(query *l)
{
    near_list *near = &l->s->near;
    (void)ludo_search_run(l, list_pair, l->margin);
    if (!near->valid) {
        ludo_broad_phase_pairs(l->s, l->from, l->to, l->margin, find_pair, l);
        return;
    }
    ludo_search_near_sort(near);
    int32_t kept = 0;
    for (int32_t i = 0; i < near->count; i++) {
        const near_pair pair = near->pair[i];
        if (find_contacts(l, &pair)) {
            near->pair[kept++] = pair;
        }
    }
    near->count = kept;
}

static search_result find_from(query *l)
{
    contact_search *s = l->s;
    s->count = 0;
    ludo_search_near_begin(&s->near, l->to, l->margin);
    find_all(l);
    ludo_search_sort(s, 0);
    return l->result;
}

search_result ludo_search_find(contact_search *s, const pose *from, const pose *to, double margin)
{
    query l = query_from(s, from, to, margin);
    l.knows = from != to && ludo_search_known_holds(&s->known, from);
    return find_from(&l);
}

/* Put the contacts of a pair in the list, but for those of pairs that are no candidates here.
 * Points near a plane are those of a candidate. */
static void find_listed(query *l, const near_pair *pair)
{
    const int32_t before = l->s->count;
    const search_result result = l->result;
    (void)find_contacts(l, pair);
    if (l->s->count > before && pair->kind->material != MATERIAL &&
        !ludo_broad_phase_has(l->s, pair->a, pair->b, l->to, l->margin)) {
        l->s->count = before;
        l->result = result;
    }
}

search_result ludo_search_find_at(contact_search *s, const pose *at, double margin)
{
    query l = query_from(s, at, at, margin);
    const bool more = s->calm < HUGE_VAL && s->calm > margin;
    l.keeps = true;
    ludo_search_known_begin(&s->known, at, more ? s->calm : margin);
    if (!ludo_search_near_holds(&s->near, at, margin)) {
        return find_from(&l);
    }
    s->count = 0;
    for (int32_t i = 0; i < s->near.count; i++) {
        find_listed(&l, &s->near.pair[i]);
    }
    ludo_search_sort(s, 0);
    return l.result;
}
