/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands that come to rest, and what is reported of them. */
#include "integrators/maximal_contact/rest.h"

#include "integrators/maximal_cones/warm_start.h"
#include "integrators/maximal/history.h"
#include "state/contact_quality.h"

#include <math.h>
#include <string.h>

const char *ludo_rest_hindrance(const sim_state *state)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    const ludo_vec3 g = state->model->gravity;
    return !c->touching              ? "no geoms can touch"
           : c->restituting          ? "geoms have restitution"
           : !(v3_dot(g, g) > 0.0)   ? "there is no gravity"
           : state->function != NULL ? "a force function acts"
                                     : NULL;
}

/* Whether islands may rest in an interval: in whole steps alone. */
static bool may_rest(const contact_interval *i)
{
    const maximal_contacts *c = maximal_in(i->state)->contacts;
    return c->rest.active && !c->in_parts && i->report->substeps == 1 &&
           ludo_rest_hindrance(i->state) == NULL;
}

/* Whether a linear and an angular quantity are below one per length. */
static bool is_below(ludo_vec3 v, ludo_vec3 w, double most, double length)
{
    return v3_norm(v) <= most && v3_norm(w) <= most * length;
}

/* Whether a body has moved more slowly in all intervals that the next start is extrapolated from,
 * and does in this one. */
static bool is_slow(const maximal *x, int32_t stage, int32_t s, double speed)
{
    const int l = s % LANES;
    const twist_lanes *V = &x->body[s / LANES].V;
    const double per_length = 1.0 / x->contacts->length;
    bool slow = is_below(get3(&V->v, l), get3(&V->w, l), speed, per_length);
    for (int32_t age = 0; age < EXTRAPOLATION_POINTS && slow; age++) {
        const twist past = ludo_maximal_history_velocity(x, stage, age, s);
        slow = is_below(past.v, past.w, speed, per_length);
    }
    return slow;
}

/* Whether a body has at t_{k+1} the momenta of t_k, as far as they are more than its mass times a
 * speed: known - P_k, the impulse of forces over half the interval, and m V; and those of t_k along
 * its joint. */
static bool keeps_momenta(const maximal *x, const ludo_model *m, int32_t s, double speed)
{
    const int l = s % LANES;
    const body_lanes *b = &x->body[s / LANES];
    const twist_lanes *P = &x->knot[s / LANES].P;
    const double most = b->mass.at[l] * speed, length = x->contacts->length;
    const ludo_vec3 p = v3_axpy(get3(&b->known.v, l), b->mass.at[l], get3(&b->V.v, l));
    const ludo_vec3 L = v3_add(get3(&b->known.w, l), get3(&b->L, l));
    bool keeps =
        is_below(v3_axpy(p, -2.0, get3(&P->v, l)), v3_axpy(L, -2.0, get3(&P->w, l)), most, length);
    for (int32_t c = m->column[s]; c < m->column[s + 1] && x->forces.acting; c++) {
        const double end = x->forces.column[c / LANES].end.at[c % LANES];
        keeps = keeps && fabs(x->P_q[c] - end) <= most * length;
    }
    return keeps;
}

/* Whether all cones of an island have saved forces, which stay. */
static bool has_forces(const maximal *x, int32_t n)
{
    const maximal_contacts *c = x->contacts;
    int64_t near = 0;
    bool all = true;
    for (int32_t i = c->islands.island[n].first; i < c->islands.island[n].end && all; i++) {
        all = ludo_warm_start_past(x, i, &near) != NULL;
    }
    return all;
}

/* Whether a body is at rest: then the next interval has the solution of this one. */
static bool is_at_rest(const contact_interval *i, int32_t s)
{
    const sim_settings *settings = &i->state->settings;
    const maximal *x = maximal_in(i->state);
    const double speed = settings->tolerance * v3_norm(i->state->model->gravity) * i->h;
    return settings->rest && !x->contacts->rest.pulled[s] && is_slow(x, i->stage, s, speed) &&
           keeps_momenta(x, i->state->model, s, speed);
}

/* Whether a body has been slow for so long that it may fall asleep. */
static bool is_sleepy(const contact_interval *i, int32_t s)
{
    const double *slow_time = maximal_in(i->state)->contacts->rest.slow_time;
    return i->state->settings.sleep_speed > 0.0 && slow_time[s] > i->state->settings.sleep_time;
}

/* Whether all bodies of an island are at rest, or all may fall asleep. */
static bool comes_to_rest(const contact_interval *i, int32_t n)
{
    const maximal *x = maximal_in(i->state);
    const islands *of = &x->contacts->islands;
    const island *k = &of->island[n];
    const contact_mode *mode = &k->mode;
    bool rests = k->contacts && !k->held && !k->loops && !mode->slip_iteration && !mode->one_try &&
                 !mode->frictionless && !mode->keeps_overlaps && !k->history->bounded;
    bool sleeps = rests;
    for (int32_t b = k->first_body; b < k->end_body && (rests || sleeps); b++) {
        const int32_t s = of->body[b];
        const bool may = !x->contacts->rest.restless[s];
        rests = rests && may && is_at_rest(i, s);
        sleeps = sleeps && may && is_sleepy(i, s);
    }
    return (rests || sleeps) && has_forces(x, n);
}

/* The saved forces of the islands that come to rest. */
static void take_forces(maximal *x)
{
    maximal_contacts *c = x->contacts;
    int64_t near = 0, count = 0;
    for (int32_t g = 0; g < c->count; g++) {
        if (c->islands.island[c->rows[c->islands.place[g]].island].rests) {
            c->aside[count++] = *ludo_warm_start_past(x, c->islands.place[g], &near);
        }
    }
    c->rest.forces = ludo_warm_start_merge(c->rest.force, c->rest.forces, c->aside, count);
}

/* The bodies and reports of an island. */
static void take_island(const contact_interval *i, island *k)
{
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    rest_set *r = &c->rest;
    const int32_t first = c->islands.body[k->first_body], before = r->reports;
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        const int32_t s = c->islands.body[b];
        r->body[s] = true;
        r->island[s] = first;
        r->count++;
    }
    ludo_maximal_contact_report_island(x, i->state, k, i->h);
    r->reports = c->reported_first = c->reported_count;
    for (int32_t n = before; n < r->reports; n++) {
        r->report_body[n] = first;
    }
    k->rests = true;
}

bool ludo_rest_take(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    islands *of = &x->contacts->islands;
    int64_t room = x->contacts->room - x->contacts->rest.forces;
    bool any = false;
    for (int32_t n = 0; n < of->count && may_rest(i); n++) {
        island *k = &of->island[n];
        if (k->end - k->first <= room && comes_to_rest(i, n)) {
            take_island(i, k);
            room -= k->end - k->first;
            any = true;
        }
    }
    if (any) {
        take_forces(x);
        memcpy(state->rested, state->kept, state->kept_size);
        x->contacts->search.resting = x->contacts->rest.body;
    }
    return any;
}

void ludo_rest_add_quality(maximal_contacts *c)
{
    const int32_t points = c->quality.points + c->rest.quality.points;
    c->quality = contact_quality_with(c->quality, c->rest.quality);
    c->quality.points = points;
}

void ludo_rest_count_slow(const maximal *x, const sim_state *state, double h)
{
    const maximal_contacts *c = x->contacts;
    const double speed = state->settings.sleep_speed;
    for (int32_t s = 0; s < state->model->slots && speed > 0.0; s++) {
        const int l = s % LANES;
        const twist_lanes *V = &x->body[s / LANES].V;
        const bool slow = is_below(get3(&V->v, l), get3(&V->w, l), speed, 1.0 / c->length);
        c->rest.slow_time[s] = slow ? c->rest.slow_time[s] + h : 0.0;
    }
}
