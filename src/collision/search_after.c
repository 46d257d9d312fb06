/* SPDX-License-Identifier: Apache-2.0
 *
 * Look-after at the solution of a step: pairs that overlap there beyond their known contacts, those
 * that meet a body that is held, and the smallest gap. */
#include "collision/near_list.h"
#include "collision/query.h"

/* ---- adding ---- */

static bool is_of(const contact *c, const candidate *e)
{
    return c->a == e->a && c->b == e->b;
}

static bool is_contact(const contact *c, const candidate *e, int32_t id)
{
    return is_of(c, e) && c->feature.id == id;
}

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
            (void)ludo_search_put(l, e, f);
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
    near_pair pair;
    if (l->result.met || !query_pair(l, i, j, &pair)) {
        return;
    }
    const candidate e = query_candidate(l, &pair);
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
    return ludo_search_run(&l, meet_pair, 0.0);
}

/* The first contact of a pair among those that a search has sorted; NULL: it may have none. */
static const contact *first_of(const contact_search *s, const candidate *e)
{
    int32_t low = 0, high = s->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const contact *c = &s->found[middle];
        const bool before = c->a < e->a || (c->a == e->a && c->b < e->b);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < s->count && is_of(&s->found[low], e) ? &s->found[low] : NULL;
}

/* The gap of a pair at `to`, or a lower bound that is no less than -depth: the gap along the normal
 * of a contact is the whole one where the shapes touch there alone, and costs one of its many axes.
 */
static double gap_of(const query *l, const candidate *e)
{
    const contact *c = ludo_candidate_is_convex(e) ? first_of(l->s, e) : NULL;
    if (c != NULL) {
        const feature_view v = c->feature.kind->view(&c->feature, e->to_a, e->to_b);
        const double gap = ludo_convex_gap_at(e->on_a, e->on_b, e->to_a, e->to_b, v.normal);
        if (gap >= -l->depth) {
            return gap;
        }
    }
    return e->kind->gap(e->on_a, e->on_b, e->to_a, e->to_b);
}

static void look_after(query *l, const near_pair *pair)
{
    candidate e = query_candidate(l, pair);
    if (query_leaves_out(l, &e) || ludo_candidate_clears(&e, e.to_a, e.to_b, 0.0)) {
        return;
    }
    const double gap = gap_of(l, &e);
    const double overlap = gap < -l->depth ? known_overlap(l->s, &e) : 0.0;
    ludo_search_take_gap(l, &e, gap, overlap);
    if (gap < -l->depth - overlap) {
        (void)ludo_model_may_touch(&l->s->model->contacts, e.a, e.b, &e.law);
        add_features(l, &e, overlap);
    }
}

static void add_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    near_pair pair;
    if (query_pair(l, i, j, &pair)) {
        look_after(l, &pair);
    }
}

/* Look after the pairs that the last search found near each other. */
static void add_near(query *l)
{
    for (int32_t i = 0; i < l->s->near.count; i++) {
        look_after(l, &l->s->near.pair[i]);
    }
}

search_result ludo_search_add(contact_search *s, const pose *from, const pose *to, double margin,
                              double depth, int32_t *added)
{
    query l = query_from(s, from, to, margin);
    const int32_t before = s->count;
    l.depth = depth;
    if (ludo_search_near_holds(&s->near, to, 0.0)) {
        add_near(&l);
    } else {
        (void)ludo_search_run(&l, add_pair, 0.0);
    }
    ludo_search_sort(s, before);
    *added = s->count - before + l.replaced;
    return l.result;
}

/* ---- measuring ---- */

static void measure_pair(void *with, int32_t i, int32_t j)
{
    query *l = with;
    near_pair pair;
    if (query_pair(l, i, j, &pair)) {
        const candidate e = query_candidate(l, &pair);
        ludo_search_take_gap(l, &e, e.kind->gap(e.on_a, e.on_b, e.to_a, e.to_b), 0.0);
    }
}

search_result ludo_search_gap(contact_search *s, const pose *at)
{
    query l = query_from(s, at, at, 0.0);
    return ludo_search_run(&l, measure_pair, 0.0);
}
