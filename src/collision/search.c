/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact search: broad phase, narrow phase of each candidate pair, and order of the contacts. */
#include "collision/search.h"

#include "collision/candidate.h"
#include "collision/broad_phase.h"
#include "geometry/shape.h"
#include "math/worst.h"

/* ---- memory ---- */

/* In a pile a box has six neighbours with all of its features on each face, a ball twelve with one;
 * two bodies share each. */
enum { FACES = 3, BALLS = 3 };
/* For shapes that rotate: features of both ends of a step. */
enum { SPARE = 64 };

/* Pairs of bounded colliders that may touch, and of them and planes, counted as far as `most`. */
static int64_t count_pairs(const model_contacts *c, int64_t most)
{
    int64_t pairs = 0;
    contact_law law;
    for (int32_t i = 0; i < c->collider_count; i++) {
        for (int32_t j = i + 1; j < c->collider_count && pairs < most; j++) {
            pairs += ludo_model_may_touch(c, i, j, &law);
        }
    }
    return pairs;
}

int32_t ludo_search_room(const ludo_model *m)
{
    const model_contacts *c = &m->contacts;
    int32_t planes = 0;
    int64_t room = SPARE;
    for (int32_t i = 0; i < c->collider_count; i++) {
        planes += isinf(c->collider[i].radius);
    }
    for (int32_t i = 0; i < c->collider_count; i++) {
        const bool moves = c->collider[i].slot >= 0;
        room += moves ? (int64_t)c->collider[i].kind->places * (planes + FACES) + BALLS : 0;
    }
    /* features of both ends of a step, and of rounds */
    const int64_t pairs = 4 * MOST_FEATURES * count_pairs(c, room);
    const int64_t least = pairs < room ? pairs : room;
    return least < INT32_MAX / 64 ? (int32_t)least : INT32_MAX / 64;
}

void ludo_search_layout(contact_search *s, const ludo_model *m, arena *a)
{
    s->model = m;
    s->room = ludo_search_room(m);
    s->span = TAKE(a, m->contacts.collider_count, search_span);
    s->planes = TAKE(a, m->contacts.collider_count, int32_t);
    s->found = TAKE(a, s->room, contact);
    s->key = TAKE(a, s->room, contact_key);
    s->features = TAKE(a, 1, feature_list);
}

void ludo_search_open(contact_search *s)
{
    const model_contacts *c = &s->model->contacts;
    s->span_count = s->plane_count = s->count = 0;
    for (int32_t i = 0; i < c->collider_count; i++) {
        if (isinf(c->collider[i].radius)) {
            s->planes[s->plane_count++] = i;
        } else {
            s->span[s->span_count++] = ludo_broad_phase_span(c, i);
        }
    }
}

/* ---- shared by all searches ---- */

/* Most contacts of one pair: of both ends, and of a touch on the way. */
enum { PAIR_ROOM = 3 * MOST_FEATURES };

/* The gaps of a feature at both ends of a step. */
typedef struct end_gaps {
    double from, to;
} end_gaps;

/* A search in progress. */
typedef struct query {
    contact_search *s;
    const pose *from, *to;
    double margin, depth;
    int32_t first;           /* contact of the pair */
    end_gaps gap[PAIR_ROOM]; /* of its contacts */
    int32_t replaced;        /* contacts whose feature was replaced */
    search_result result;
} query;

static query query_from(contact_search *s, const pose *from, const pose *to, double margin)
{
    const search_result none = {.a = -1, .b = -1, .deepest = HUGE_VAL, .excess = -HUGE_VAL};
    query l;
    l.s = s;
    l.from = from;
    l.to = to;
    l.margin = margin;
    l.depth = 0.0;
    l.first = l.replaced = 0;
    l.result = none;
    return l;
}

static search_result run(query *l, near_pair *visit, double around)
{
    ludo_broad_phase_sort(l->s, l->from, l->to, around);
    ludo_broad_phase_pairs(l->s, l->from, l->to, around, visit, l);
    return l->result;
}

/* The gap at `to` of a pair with an overlap at `from`. */
static void take_gap(search_result *r, const candidate *e, double gap, double overlap)
{
    r->deepest = is_worse(-gap, -r->deepest) ? gap : r->deepest;
    if (!r->full && is_worse(-gap - overlap, r->excess)) {
        r->excess = -gap - overlap;
        r->a = e->a;
        r->b = e->b;
    }
}

static bool is_held(const contact_search *s, const collider *k)
{
    return s->held != NULL && k->slot >= 0 && s->held[k->slot];
}

/* Whether a pair is left out. */
static bool has_held(const contact_search *s, const candidate *e)
{
    return is_held(s, e->on_a) || is_held(s, e->on_b);
}

/* Append a feature of a pair, if there is room. */
static bool put(query *l, const candidate *e, const feature *f)
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

static bool is_of(const contact *c, const candidate *e)
{
    return c->a == e->a && c->b == e->b;
}

static bool is_contact(const contact *c, const candidate *e, int32_t id)
{
    return is_of(c, e) && c->feature.id == id;
}

/* The overlap of the shapes at the start of the step. */
static double start_overlap(const candidate *e)
{
    const double gap = e->kind->gap(e->on_a, e->on_b, e->from_a, e->from_b);
    return gap < 0.0 ? -gap : 0.0;
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

/* Append the features of the list that aren't among the contacts of the pair. */
static void put_list(query *l, const candidate *e, list_at at)
{
    const feature_list *list = l->s->features;
    const bool moves = l->from != l->to;
    for (int32_t i = 0; i < list->count; i++) {
        const feature *f = &list->item[i];
        const double to = at == AT_TO || (at == AT_FROM && !moves)
                              ? list->gap[i]
                              : feature_gap(f, e->to_a, e->to_b);
        if (!is_found(l, f, to) && put(l, e, f)) {
            l->gap[l->s->count - 1 - l->first] =
                (end_gaps){at == AT_FROM ? list->gap[i] : feature_gap(f, e->from_a, e->from_b), to};
        }
    }
}

/* Append the features of gap <= margin at one end that aren't among the contacts of the pair. */
static void put_new(query *l, const candidate *e, list_at at)
{
    const pose *a = at == AT_FROM ? e->from_a : e->to_a;
    const pose *b = at == AT_FROM ? e->from_b : e->to_b;
    l->s->features->count = 0;
    e->kind->find(e->on_a, e->on_b, a, b, l->margin, l->s->features);
    put_list(l, e, at);
}

/* Append the features of the first contact on the way; false: there is none. */
static bool put_passing(query *l, const candidate *e)
{
    const bool touches = ludo_candidate_first_touch(e, l->margin, l->s->features);
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
static void put_features(query *l, const candidate *e)
{
    const bool moves = l->from != l->to && !ludo_candidate_is_still(e);
    const bool enters = moves && ludo_candidate_enters(e);
    const bool passes = moves && ludo_candidate_is_fast(e) && put_passing(l, e);
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

/* The overlap that the contacts of the pair have in common. A feature may have a negative gap
 * though the shapes are apart: its plane reaches beyond its face. */
static void set_overlap(query *l, const candidate *e)
{
    contact_search *s = l->s;
    bool below = false;
    for (int32_t k = l->first; k < s->count && !below; k++) {
        below = l->gap[k - l->first].from < 0.0;
    }
    const double overlap = below ? start_overlap(e) : 0.0;
    for (int32_t k = l->first; k < s->count; k++) {
        s->found[k].overlap = overlap;
    }
}

static void find_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    candidate e;
    if (!ludo_candidate_find(&l->s->model->contacts, i, j, l->from, l->to, &e)) {
        return;
    }
    if (has_held(l->s, &e)) {
        return;
    }
    l->first = l->s->count;
    put_features(l, &e);
    set_overlap(l, &e);
    for (int32_t k = l->first; k < l->s->count; k++) {
        take_gap(&l->result, &e, l->gap[k - l->first].to, l->s->found[k].overlap);
    }
}

search_result ludo_search_find(contact_search *s, const pose *from, const pose *to, double margin)
{
    query l = query_from(s, from, to, margin);
    s->count = 0;
    const search_result r = run(&l, find_pair, margin);
    ludo_search_sort(s);
    return r;
}

/* ---- adding ---- */

/* Whether the contacts of a pair contain the feature. */
static bool is_known(const query *l, const candidate *e, const feature *f)
{
    const double gap = feature_gap(f, e->to_a, e->to_b);
    for (int32_t i = 0; i < l->s->count; i++) {
        const contact *c = &l->s->found[i];
        if (is_contact(c, e, f->id) &&
            fabs(feature_gap(&c->feature, e->to_a, e->to_b) - gap) <= 0.5 * l->depth) {
            return true;
        }
    }
    return false;
}

/* The overlap that the contacts of a pair have in common. */
static double known_overlap(const contact_search *s, const candidate *e)
{
    for (int32_t i = 0; i < s->count; i++) {
        if (is_of(&s->found[i], e)) {
            return s->found[i].overlap;
        }
    }
    return start_overlap(e);
}

/* Features of one number at one place: their normals differ by less than a hundredth, their points
 * by less than that part of the lesser thickness. */
static const double one_place = 0.01;

static bool is_at_one_place(const candidate *e, const feature *f, const feature *g)
{
    const feature_view v = f->kind->view(f, e->to_a, e->to_b);
    const feature_view w = g->kind->view(g, e->to_a, e->to_b);
    return f->kind == g->kind && v3_norm(v3_sub(v.normal, w.normal)) <= one_place &&
           v3_norm(v3_sub(v.point, w.point)) <=
               one_place * collider_lesser_thickness(e->on_a, e->on_b);
}

/* Replace the feature of the number at the place of another one. The older one was found at other
 * poses: two planes through nearly one point share their load, with opposite friction, and
 * iterations stall. Returns whether there is one. */
static bool replace(query *l, const candidate *e, const feature *f)
{
    for (int32_t i = 0; i < l->s->count; i++) {
        contact *c = &l->s->found[i];
        if (is_contact(c, e, f->id) && is_at_one_place(e, &c->feature, f)) {
            c->feature = *f;
            c->replaced = true;
            return true;
        }
    }
    return false;
}

/* Append the features in the list that are unknown and deeper than `depth`, or replace others by
 * them. Returns whether there are any. */
static bool put_unknown(query *l, const candidate *e, double overlap)
{
    contact_search *s = l->s;
    const feature_list *list = s->features;
    const int32_t end = s->count, before = l->replaced;
    for (int32_t k = 0; k < list->count; k++) {
        const feature *f = &list->item[k];
        if (!(feature_gap(f, e->to_a, e->to_b) < -l->depth) || is_known(l, e, f)) {
            continue;
        }
        if (replace(l, e, f)) {
            l->replaced++;
        } else {
            (void)put(l, e, f);
        }
    }
    for (int32_t k = end; k < s->count; k++) {
        s->found[k].overlap = overlap;
    }
    return s->count > end || l->replaced > before;
}

/* Add features of a pair that overlaps at `to`: those that it has there, else those of the first
 * contact on the way. */
static void add_features(query *l, const candidate *e, double overlap)
{
    feature_list *list = l->s->features;
    list->count = 0;
    e->kind->find(e->on_a, e->on_b, e->to_a, e->to_b, l->margin, list);
    if (!put_unknown(l, e, overlap) && ludo_candidate_first_touch(e, l->margin, list)) {
        (void)put_unknown(l, e, overlap);
    }
}

/* Whether two bodies, one of them held, meet. */
static bool meets(const query *l, const candidate *e)
{
    const double overlap = start_overlap(e);
    const double gap = e->kind->gap(e->on_a, e->on_b, e->to_a, e->to_b);
    const double near = collider_lesser_thickness(e->on_a, e->on_b);
    return gap < -l->depth - overlap || (!(overlap > 0.0) && ludo_candidate_is_fast(e) &&
                                         ludo_candidate_first_touch(e, near, l->s->features));
}

/* A pair that the other searches leave out. */
static void meet_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    candidate e;
    if (l->result.met || !ludo_candidate_find(&l->s->model->contacts, i, j, l->from, l->to, &e)) {
        return;
    }
    const bool one = is_held(l->s, e.on_a) != is_held(l->s, e.on_b);
    const bool both = e.on_a->slot >= 0 && e.on_b->slot >= 0;
    if (one && both && meets(l, &e)) {
        l->result.met = true;
        l->result.a = e.a;
        l->result.b = e.b;
    }
}

search_result ludo_search_meet(contact_search *s, const pose *from, const pose *to, double depth)
{
    query l = query_from(s, from, to, 0.0);
    l.depth = depth;
    return run(&l, meet_pair, 0.0);
}

static void add_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    candidate e;
    if (!ludo_candidate_find(&l->s->model->contacts, i, j, l->from, l->to, &e)) {
        return;
    }
    if (has_held(l->s, &e)) {
        return;
    }
    if (e.kind->apart != NULL && e.kind->apart(e.on_a, e.on_b, e.to_a, e.to_b)) {
        return;
    }
    const double gap = e.kind->gap(e.on_a, e.on_b, e.to_a, e.to_b);
    const double overlap = gap < -l->depth ? known_overlap(l->s, &e) : 0.0;
    take_gap(&l->result, &e, gap, overlap);
    if (gap < -l->depth - overlap) {
        add_features(l, &e, overlap);
    }
}

search_result ludo_search_add(contact_search *s, const pose *from, const pose *to, double margin,
                              double depth, int32_t *added)
{
    query l = query_from(s, from, to, margin);
    const int32_t before = s->count;
    l.depth = depth;
    const search_result r = run(&l, add_pair, 0.0);
    *added = s->count - before + l.replaced;
    return r;
}

/* ---- measuring ---- */

static void measure_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    candidate e;
    if (ludo_candidate_find(&l->s->model->contacts, i, j, l->from, l->to, &e)) {
        take_gap(&l->result, &e, e.kind->gap(e.on_a, e.on_b, e.to_a, e.to_b), 0.0);
    }
}

search_result ludo_search_gap(contact_search *s, const pose *at)
{
    query l = query_from(s, at, at, 0.0);
    return run(&l, measure_pair, 0.0);
}
