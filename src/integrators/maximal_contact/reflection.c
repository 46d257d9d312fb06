/* SPDX-License-Identifier: Apache-2.0
 *
 * The velocities after impacts at a knot: a sequence of reflections, each by Moreau's law for the
 * surfaces that approach each other [contact.md 2.5], without a gain of energy [contact.md 6.3].
 *
 *     V_0    (B) with the contacts that were closed before the impact
 *     V_r+1  (B) from the momenta M V_r, with N V >= - e N V_r where surfaces approach, N V >= 0 in
 *            contacts without restitution; other contacts do not act
 *
 * until no surfaces approach each other. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_cones/warm_start.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/velocities.h"

#include <math.h>
#include <string.h>

/* Most reflections of an impact, the last of which is plastic. */
enum { MOST_REFLECTIONS = 64 };

/* Speeds of approach in units of the first one, and gains of energy in units of what an impact
 * takes and gives, that are rounding errors. */
static const double least_approach = 1e-9, least_gain = 1e-12;

/* ---- cones that act ---- */

/* The impact of a contact of the knot, whose feature may have been made a plane; NULL: it was
 * closed before. */
static const bounce *impact_of(const maximal_contacts *c, const cone_rows *k)
{
    const contact *of = &c->search.found[k->index];
    for (int32_t b = 0; b < c->bounces; b++) {
        const bounce *n = &c->bounce[b];
        if (n->a == of->a && n->b == of->b && n->id % FEATURE_PASSED == of->feature.id) {
            return n;
        }
    }
    return NULL;
}

/* Remove the cones of contacts with a negative rebound speed. */
static void remove_idle(maximal *x)
{
    maximal_contacts *c = x->contacts;
    int32_t kept = 0, contacts = 0;
    for (int32_t i = 0; i < c->count; i++) {
        if (i >= c->contacts || c->rows[i].rebound >= 0.0) {
            contacts += i < c->contacts ? 1 : 0;
            c->cone[kept] = c->cone[i];
            c->rows[kept++] = c->rows[i];
        }
    }
    c->count = kept;
    c->contacts = contacts;
    ludo_islands_single(x);
}

/* The contacts that were closed before the impact. */
static void keep_supports(maximal *x)
{
    maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < c->contacts; i++) {
        const bool closed = c->rows[i].at.gap <= c->closed;
        c->rows[i].rebound = closed && impact_of(c, &c->rows[i]) == NULL ? 0.0 : -1.0;
    }
    remove_idle(x);
}

/* Where a reflection begins. */
typedef struct reflection {
    int32_t number;
    double approach; /* slower approaches are rounding errors [m/s] */
    double ending;   /* bounces slower than (1 - e) of it end: they do not outlast a step [m/s] */
    bool plastic;    /* all contacts act, and none bounces */
} reflection;

/* The rebound speed of a contact; negative: it does not act. */
static double rebound_of(const maximal_contacts *c, int32_t i, const reflection *r)
{
    const double rate = c->cone[i].y[0], e = c->search.found[c->rows[i].index].law.restitution;
    const bounce *impact = r->number == 0 ? impact_of(c, &c->rows[i]) : NULL;
    if (r->plastic) {
        return 0.0;
    }
    if (impact != NULL && impact->speed > 0.0) {
        return impact->speed;
    }
    if (!(e > 0.0)) {
        return 0.0;
    }
    return rate < -(1.0 - e) * r->ending ? -e * rate : 0.0;
}

/* Choose the contacts that act, with their rebound speeds. @return whether one has a cause to */
static bool choose_cones(maximal *x, const reflection *r)
{
    maximal_contacts *c = x->contacts;
    bool any = false;
    for (int32_t i = 0; i < c->contacts; i++) {
        const double rate = c->cone[i].y[0], speed = rebound_of(c, i, r);
        const bool cause = rate < -r->approach || (r->number == 0 && speed > 0.0);
        const bool holds = r->plastic || !(c->search.found[c->rows[i].index].law.restitution > 0.0);
        c->rows[i].rebound = cause || holds ? speed : -1.0;
        any = any || cause;
    }
    remove_idle(x);
    return any;
}

/* ---- energy ---- */

/* The kinetic energy that the impulses add on the way to the tree's u and w. */
static double gain_to(sim_state *state)
{
    return -ludo_maximal_contact_knot_taken(state, true);
}

/* The tree's u and w go part of the way to the velocities that were saved. */
static void approach(maximal *x, const ludo_model *m, double part)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        x->tree.u[i] += part * (c->u_knot[i] - x->tree.u[i]);
    }
    for (int32_t i = 0; i < m->columns; i++) {
        x->tree.w[i] += part * (c->w_knot[i] - x->tree.w[i]);
    }
}

/* The last zero in [0, 1] of the convex parabola with these values at 0, 1/2 and 1, the last one
 * being positive. */
static double last_root(double none, double half, double all)
{
    const double a = 2.0 * (none + all) - 4.0 * half, b = 4.0 * half - 3.0 * none - all;
    const double square = b * b - 4.0 * a * none;
    return none < 0.0 ? -2.0 * none / (b + sqrt(square)) : 0.0;
}

/* Newton's law of restitution may gain energy where there is friction. The velocities of the full
 * bounce and those of a stop have impulses in the cones, and so has any convex combination: choose
 * the one nearest to the full bounce whose gain is the largest allowed. */
static ludo_status scale_restitution(sim_state *state, double all, double most)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = state->model;
    memcpy(c->u_knot, x->tree.u, 6 * (size_t)m->slots * sizeof *c->u_knot);
    memcpy(c->w_knot, x->tree.w, (size_t)m->columns * sizeof *c->w_knot);
    for (int32_t i = 0; i < c->count; i++) {
        c->rows[i].rebound = 0.0;
    }
    memcpy(x->tree.u, c->free, 6 * (size_t)m->slots * sizeof *c->free);
    memcpy(x->tree.w, c->free_rate, (size_t)m->columns * sizeof *c->free_rate);
    const ludo_status status = ludo_maximal_contact_solve_knot(state);
    const double none = gain_to(state) - most;
    approach(x, m, 0.5);
    const double half = gain_to(state) - most, part = last_root(none, half, all - most);
    approach(x, m, 2.0 * part - 1.0);
    return status;
}

/* ---- reflections ---- */

/* The tree's u and w become the momenta of the knot; nothing of the interval before acts later. */
static ludo_status take_momenta(sim_state *state)
{
    maximal *x = maximal_of(state);
    const ludo_status status = ludo_maximal_velocities_read_twists(state);
    ludo_maximal_velocities_load_momenta(state);
    ludo_warm_start_clear(x);
    ludo_maximal_contact_begin_rates(x, state);
    ludo_maximal_contact_clear_intervals(x, state->model);
    return status;
}

/* The energy that an impact may give: what stopping the bodies in the interval before took. */
static double given_energy(const maximal_contacts *c, int32_t number)
{
    return number == 0 && c->impacts.mode == IMPACTS_AT_KNOT && c->work < 0.0 ? -c->work : 0.0;
}

/* One reflection with the cones chosen. */
static ludo_status reflect(sim_state *state, const reflection *r)
{
    const maximal_contacts *c = maximal_of(state)->contacts;
    ludo_status status = ludo_maximal_contact_solve_knot(state);
    if (status != LUDO_OK) {
        return status;
    }
    const double gain = gain_to(state), most = given_energy(c, r->number);
    if (gain > most + least_gain * ludo_maximal_contact_knot_exchange(state)) {
        status = scale_restitution(state, gain, most);
    }
    state->progress->contact += ludo_maximal_contact_knot_taken(state, true);
    return status == LUDO_OK ? take_momenta(state) : status;
}

/* The largest speed at which surfaces approach, or were stopped. */
static double fastest_approach(const maximal_contacts *c)
{
    double most = 0.0;
    for (int32_t i = 0; i < c->contacts; i++) {
        const bounce *impact = impact_of(c, &c->rows[i]);
        const double stopped = impact != NULL ? impact->speed : 0.0, rate = -c->cone[i].y[0];
        most = rate > most ? rate : most;
        most = stopped > most ? stopped : most;
    }
    return most;
}

/* Whether a contact approaches by more than `least`, or a limit or dry friction acts: impulses of
 * cones that nothing presses would be errors of the tolerance. */
static bool any_acts(const maximal_contacts *c, double least)
{
    bool any = ludo_maximal_contact_violated(c, c->contacts, c->count);
    for (int32_t i = 0; i < c->contacts; i++) {
        any = any || c->cone[i].y[0] < -least;
    }
    return any;
}

/* Velocities before the impact: with the forces of the interval, and the contacts that were closed.
 * *approach is the speed of approach that is a rounding error. */
static ludo_status begin(sim_state *state, double *approach)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    ludo_maximal_contact_evaluate_knot(x, state);
    *approach = least_approach * fastest_approach(c);
    keep_supports(x);
    if (any_acts(c, *approach)) {
        const ludo_status status = ludo_maximal_contact_solve_knot(state);
        if (status != LUDO_OK) {
            return status;
        }
        state->progress->contact += ludo_maximal_contact_knot_taken(state, false);
    }
    return take_momenta(state);
}

/* Gather all contacts of the knot, with their rates at the tree's u. */
static void gather_again(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_contact_gather_knot(x, state, 0.5 * fabs(state->progress->interval));
    ludo_maximal_contact_evaluate_knot(x, state);
}

ludo_status ludo_maximal_contact_reflect(sim_state *state, double margin, bool *bounced)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    reflection r = {.ending = v3_norm(state->model->gravity) * c->impacts.step};
    ludo_maximal_bodies_rotate_inertia(x);
    ludo_maximal_loops_solve_velocities(x, state);
    ludo_status status = ludo_maximal_contact_gather_closed(state, margin);
    status = status == LUDO_OK ? begin(state, &r.approach) : status;
    for (; r.number < MOST_REFLECTIONS && status == LUDO_OK; r.number++) {
        gather_again(state);
        r.plastic = r.number == MOST_REFLECTIONS - 1;
        const double fastest = fastest_approach(c);
        if (!choose_cones(x, &r)) {
            return LUDO_OK;
        }
        c->approach = fastest;
        status = reflect(state, &r);
        c->approach = 0.0;
    }
    if (status != LUDO_CONTACT) {
        return status;
    }
    /* without a solution, where friction holds a body from all sides, the next interval stops it */
    *bounced = r.number > 0;
    c->quality.relaxed++;
    return LUDO_OK;
}
