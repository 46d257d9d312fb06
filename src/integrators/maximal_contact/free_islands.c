/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands without contacts at first, in a step in which others are in contact [contact.md 4.4].
 * They are solved as in a scene of their own: without cones, from the history of their bodies, and
 * with cones only where that solution violates one. With a single interval in the history, after a
 * start or a step of another length, islands with a closed cone are solved with cones at once. */
#include "integrators/maximal_cones/island_parts.h"
#include "integrators/maximal_contact/solve.h"
#include "integrators/maximal_cones/warm_start.h"

#include "integrators/maximal/newton.h"

/* ---- the choice ---- */

static void expect(islands *of, int32_t slot)
{
    if (slot >= 0) {
        of->island[of->of_body[slot]].expected = true;
    }
}

/* Mark the islands of the bodies of all cones of the last interval. */
static void expect_cones(maximal *x, const ludo_model *m)
{
    for (int64_t k = 0; k < x->state->cone_count; k++) {
        const slot_couple of = ludo_warm_start_bodies(x, m, &x->contacts->past[k]);
        expect(&x->contacts->islands, of.a);
        expect(&x->contacts->islands, of.b);
    }
}

/* Whether a cone is closed at the knot, or is of dry friction, which always is. */
static bool is_closed_at_knot(const maximal_contacts *c, const cone_rows *k)
{
    return source_is_friction(k->source) || (k->source == CONE_CONTACT && k->at.gap <= c->closed);
}

/* Islands of which no cone is closed at the knot run. @return whether any of them has cones */
static bool run_open(maximal_contacts *c)
{
    islands *of = &c->islands;
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        const island *k = &of->island[n];
        bool touches = k->held;
        for (int32_t i = k->first; i < k->end && !touches; i++) {
            touches = is_closed_at_knot(c, &c->rows[i]);
        }
        of->running[n] = !touches;
        any = any || (!touches && k->first < k->end);
    }
    return any;
}

/* Whether a cone of an island is closed at the iterate, where its cones are evaluated. */
static bool touches_at_iterate(const maximal_contacts *c, const island *k, double h)
{
    bool any = false;
    for (int32_t i = k->first; i < k->end && !any; i++) {
        any = !(h * c->cone[i].y[0] > c->closed);
    }
    return any;
}

bool ludo_maximal_contact_choose_free(const contact_interval *i, bool single)
{
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    islands *of = &c->islands;
    bool any = false;
    if (!single) {
        expect_cones(x, i->state->model);
    }
    if (run_open(c)) {
        ludo_maximal_contact_evaluate(x, i->state, i->h);
    }
    for (int32_t n = 0; n < of->count; n++) {
        island *k = &of->island[n];
        const bool touches = !of->running[n] || touches_at_iterate(c, k, i->h);
        k->free_first = !k->held && !(touches && (single || k->expected));
        any = any || (!k->held && !k->free_first);
    }
    ludo_islands_run_all(of);
    return any;
}

/* ---- the solution ---- */

/* The islands chosen run, and the iterate becomes their start. @return whether there are any */
static bool run_free(maximal *x, const sim_state *state)
{
    islands *of = &x->contacts->islands;
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        of->running[n] = of->island[n].free_first;
        any = any || of->running[n];
        if (of->running[n]) {
            ludo_maximal_contact_save_island_start(x, state, &of->island[n]);
        }
    }
    return any;
}

/* Newton's method on the islands that run, and the rates of their cones. */
static ludo_status solve(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    ludo_island_parts_leave(x, i->state->model);
    x->idle = ludo_island_parts_idle(&x->contacts->islands);
    const ludo_status status = ludo_maximal_newton_continue(i->state, i->h, i->report);
    x->idle = x->still = NULL;
    if (status == LUDO_OK) {
        ludo_maximal_contact_evaluate(x, i->state, i->h);
    }
    return status;
}

ludo_status ludo_maximal_contact_solve_free(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    bool back = false;
    /* with loops none is solved so: multipliers start from zero */
    if (i->state->model->loop_count == 0 && run_free(x, i->state)) {
        const bool solved = solve(i) == LUDO_OK;
        for (int32_t n = 0; n < of->count; n++) {
            island *k = &of->island[n];
            if (!of->running[n]) {
                continue;
            }
            const bool free =
                solved && !ludo_maximal_contact_violated(x->contacts, k->first, k->end);
            k->history->solved = k->history->without_cones = free;
            if (!free) {
                ludo_maximal_contact_load_start(x, i->state, k);
                back = true;
            }
        }
    }
    ludo_islands_run_all(of);
    return back ? ludo_maximal_newton_evaluate(i->state, i->h, i->report) : LUDO_OK;
}
