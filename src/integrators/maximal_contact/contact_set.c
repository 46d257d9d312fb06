/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts of an interval: those that are near, in islands [contact.md 4.1]. */
#include "integrators/maximal_cones/freedom.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal_contact/solve.h"

#include <math.h>

/* Least search margin, in units of the length scale. The margin is the distance that a body covers
 * in a step at the speed scale; for a pair at rest, that of a fall from rest. Features farther away
 * take no part in most steps; the others are found by their depth after the solve. */
static const double least_margin = 1e-3;

/* Depth at the solution beyond which an unknown feature is added, in units of the length scale. */
static const double unknown_depth = 1e-10;

/* The margin of a search over a step h at a speed; sets that of pairs at rest. */
static double choose_margins(maximal_contacts *c, double speed, double h)
{
    const double way = speed * fabs(h), least = least_margin * c->length;
    const double margin = way > least ? way : least, calm = least + way * way / c->length;
    c->search.calm = calm < margin ? calm : margin;
    return margin;
}

void ludo_maximal_contact_expect_step(maximal_contacts *c, const ludo_model *m, double h)
{
    (void)choose_margins(c, sqrt(v3_norm(m->gravity) * c->length), h);
}

/* Contacts between the knot and the iterate, as cones; without those that no motion parts, whose
 * overlap stays what it is at the knot. Where the iterate is `solved`, those that get deeper stay:
 * in other iterates open joints let them. */
static ludo_status search(const contact_interval *i, bool solved)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const double margin = choose_margins(c, c->scale.y, i->h);
    if (c->touching) {
        const search_result r = ludo_search_find(&c->search, state_poses(state),
                                                 state->poses[1 - state->progress->now], margin);
        if (r.full) {
            i->report->node = pair_node(state->model, r.a, r.b);
            return LUDO_TOO_MANY_CONTACTS;
        }
        if (ludo_rest_is_touched(c, 0)) {
            return LUDO_CONTACT;
        }
        c->quality.penetration =
            ludo_freedom_leave_out(x, state, state->poses[1 - state->progress->now],
                                   solved ? unknown_depth * c->length : HUGE_VAL);
        c->impacts.count = 0;
        ludo_impacts_take(c, state_poses(state), 0);
    }
    ludo_maximal_contact_gather(x, state, i->h);
    return LUDO_OK;
}

/* These contacts, in islands that aren't solved. */
ludo_status ludo_maximal_contact_find(const contact_interval *i, bool solved)
{
    maximal *x = maximal_of(i->state);
    const ludo_status status = search(i, solved);
    if (status == LUDO_OK) {
        ludo_islands_begin(&x->contacts->islands, i->state);
        ludo_islands_assign(x, i->state);
    }
    return status;
}

/* The contacts at another iterate; islands keep their levels, and are to be solved again. */
ludo_status ludo_maximal_contact_find_again(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    const ludo_status status = search(i, true);
    if (status == LUDO_OK) {
        for (int32_t n = 0; n < of->count; n++) {
            of->island[n].history->rounds = 0;
        }
        of->history[of->groups].solved = false; /* bodies may have lost all their cones */
        ludo_islands_assign(x, i->state);
    }
    return status;
}

ludo_status ludo_maximal_contact_meet(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal_contacts *c = maximal_of(state)->contacts;
    if (!c->touching || c->step_start == NULL) {
        return LUDO_OK;
    }
    const search_result r =
        ludo_search_meet(&c->search, c->step_start, state->poses[1 - state->progress->now],
                         unknown_depth * c->length);
    if (r.met) {
        i->report->node = pair_node(state->model, r.a, r.b);
        c->impacts.met_held = true;
    }
    return r.met ? LUDO_CONTACT : LUDO_OK;
}

ludo_status ludo_maximal_contact_add_violated(const contact_interval *i, int32_t *added,
                                              search_result *excess)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    search_result r = {.deepest = HUGE_VAL, .excess = -HUGE_VAL};
    int32_t found = 0;
    if (c->touching) {
        const int32_t known = c->search.count;
        r = ludo_search_add(&c->search, state_poses(state), state->poses[1 - state->progress->now],
                            least_margin * c->length, unknown_depth * c->length, &found);
        if (ludo_rest_is_touched(c, known)) {
            return LUDO_CONTACT;
        }
        c->quality.penetration = worst_of(0.0, -r.deepest);
        ludo_impacts_take(c, state_poses(state), known);
    }
    *excess = r;
    if (r.full) {
        i->report->node = pair_node(state->model, r.a, r.b);
        return LUDO_TOO_MANY_CONTACTS;
    }
    *added = ludo_maximal_contact_gather_more(x, state, i->h);
    if (*added > 0) {
        ludo_islands_assign(x, state);
    }
    return LUDO_OK;
}
