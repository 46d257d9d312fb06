/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of geoms that overlap at a knot [contact.md 2.6]. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/freedom.h"

/* Least overlap of a start that is reported, in units of the length scale: rounding alone makes
 * less for a body that is placed on another. */
static const double least_overlap = 1e-10;

/* The pair of the contacts from number `first` on, which are sorted by pairs; *next is the first
 * contact of the next one. */
static ludo_overlap read_pair(const sim_state *state, int32_t first, int32_t *next)
{
    const maximal *x = maximal_in(state);
    const contact_search *s = &x->contacts->search;
    const collider *k = state->model->contacts.collider;
    const contact *c = &s->found[first];
    ludo_overlap two = {k[c->a].geom, k[c->b].geom, c->overlap, true};
    int32_t i = first;
    for (; i < s->count && s->found[i].a == c->a && s->found[i].b == c->b; i++) {
        two.held = two.held && !ludo_freedom_can_part(x, state, &s->found[i]);
    }
    *next = i;
    return two;
}

/* Insert a pair into a list by depth; of equals the first stays first. The last one is lost if
 * there is no room. */
static void insert(ludo_overlap *list, int32_t count, int32_t room, ludo_overlap two)
{
    int32_t at = count < room ? count : room;
    for (; at > 0 && list[at - 1].depth < two.depth; at--) {
        if (at < room) {
            list[at] = list[at - 1];
        }
    }
    if (at < room) {
        list[at] = two;
    }
}

int32_t ludo_maximal_contact_overlaps(sim_state *state, ludo_overlap *out, int32_t room)
{
    maximal_contacts *c = maximal_of(state)->contacts;
    int32_t count = 0;
    if (!c->touching) {
        return 0;
    }
    (void)ludo_search_find(&c->search, state_poses(state), state_poses(state), 0.0);
    for (int32_t i = 0; i < c->search.count;) {
        const ludo_overlap two = read_pair(state, i, &i);
        if (two.depth > least_overlap * c->length) {
            insert(out, count++, room, two);
        }
    }
    return count;
}

void ludo_maximal_contact_measure_overlap(sim_state *state, ludo_start_report *report)
{
    ludo_overlap deepest;
    if (ludo_maximal_contact_overlaps(state, &deepest, 1) > 0) {
        report->overlap = deepest.depth;
        report->overlap_a = deepest.geom_a;
        report->overlap_b = deepest.geom_b;
        report->overlap_held = deepest.held;
    }
}
