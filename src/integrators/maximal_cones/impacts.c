/* SPDX-License-Identifier: Apache-2.0
 *
 * Impacts of pairs with restitution inside of an interval. */
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_cones/contacts.h"

#include <math.h>

/* Impacts are located in this window of gaps, in units of the length scale: far below the gap at
 * which a contact counts as closed, and far above rounding. The goal is in its middle. */
static const double window = 2e-10;

/* Time within which impacts count as simultaneous, and the shortest part, in units of the step: the
 * rates of cones over a shorter interval would be rounding errors of gaps. */
static const double simultaneous = 1e-5, shortest = 1e-9;

/* Parts per body and step that end with impacts; intervals from one knot that fail because of them.
 */
enum { MOST_PER_BODY = 4, MOST_EXACT_TRIES = 6, MOST_TRIES = 12 };

void ludo_impacts_layout(impacts *of, int32_t room, arena *scratch)
{
    of->open = TAKE(scratch, room, contact);
}

void ludo_impacts_begin(maximal *x, const sim_state *state, double h, bool whole)
{
    impacts *of = &x->contacts->impacts;
    const bool divides = x->contacts->restituting && whole && h > 0.0 &&
                         state->settings.stages == 1 && state->settings.max_substeps > 1;
    of->mode = divides ? IMPACTS_HELD : IMPACTS_AT_KNOT;
    of->step = fabs(h);
    of->time = 0.0;
    of->count = 0;
}

/* No interval from t_k was tried. */
static void begin_search(impacts *of)
{
    of->goal.a = -1;
    of->tries = 0;
    of->low = of->high = 0.0;
}

void ludo_impacts_begin_parts(maximal *x, const ludo_model *m)
{
    impacts *of = &x->contacts->impacts;
    int32_t moving = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        moving += maximal_holds(x, s) ? 0 : 1;
    }
    of->mode = of->mode == IMPACTS_HELD ? IMPACTS_LOCATED : of->mode;
    of->met_held = false;
    begin_search(of);
    of->left = MOST_PER_BODY * moving;
}

/* ---- contacts without cones ---- */

static double gap_at(const contact *k, const pose *z)
{
    return k->feature.kind->view(&k->feature, &z[k->slot_a], &z[k->slot_b]).gap;
}

void ludo_impacts_take(maximal_contacts *c, const pose *z_k, int32_t first)
{
    impacts *of = &c->impacts;
    int32_t kept = first;
    for (int32_t i = first; i < c->search.count && of->mode != IMPACTS_AT_KNOT; i++) {
        const contact *k = &c->search.found[i];
        const bool taken =
            k->law.restitution > 0.0 && of->count < c->room && gap_at(k, z_k) > c->closed;
        if (!taken && i < c->viewed && kept < i) {
            c->rows[kept].at = c->rows[i].at;
            c->rows[kept].written = false;
        }
        *(taken ? &of->open[of->count++] : &c->search.found[kept++]) = *k;
    }
    c->search.count = of->mode != IMPACTS_AT_KNOT ? kept : c->search.count;
    c->viewed = c->viewed < c->search.count ? c->viewed : c->search.count;
}

/* ---- times ---- */

static ludo_vec3 velocity_at(const double *u, const pose *z, int32_t slot, ludo_vec3 point)
{
    if (slot < 0) {
        return v3(0.0, 0.0, 0.0);
    }
    const twist V = twist_of(u, slot);
    return v3_add(V.v, v3_cross(V.w, v3_sub(point, z[slot].x)));
}

/* The rate of the gap where bodies at z have velocities u. */
static double rate_at(const contact *k, const pose *z, const double *u)
{
    const feature_view at = k->feature.kind->view(&k->feature, &z[k->slot_a], &z[k->slot_b]);
    return v3_dot(at.normal, v3_sub(velocity_at(u, z, k->slot_b, at.point),
                                    velocity_at(u, z, k->slot_a, at.point)));
}

/* The smallest t > 0 with from + rate t + half t^2 = 0, where from > 0; HUGE_VAL: none. */
static double first_root(double from, double rate, double half)
{
    const double square = rate * rate - 4.0 * half * from;
    const double sum = square >= 0.0 ? sqrt(square) - rate : -1.0;
    return sum > 0.0 ? 2.0 * from / sum : HUGE_VAL;
}

/* The time from t_k at which a contact closes: along the parabola of the gap through those at both
 * ends of the interval, with the rate of the interval before in the middle of that. */
static double time_of(const contact_interval *i, const contact *k, double gap_next)
{
    const maximal_contacts *c = maximal_of(i->state)->contacts;
    const pose *z = state_poses(i->state);
    const double gap = gap_at(k, z), goal = 0.5 * window * c->length;
    const double past = c->interval[k->slot_b >= 0 ? k->slot_b : k->slot_a];
    const double before = rate_at(k, z, c->before);
    const double half = (gap_next - gap - before * i->h) / (i->h * (i->h + past));
    const double t = first_root(gap - goal, before + half * past, half);
    const double chord = i->h * (gap - goal) / (gap - gap_next);
    return t < i->h || gap_next > goal ? t : chord;
}

static bool is_goal(const impacts *of, const contact *k)
{
    return of->goal.a == k->a && of->goal.b == k->b && of->goal.id == k->feature.id;
}

/* The impact at time t becomes the goal. After many tries, as where the first feature to close
 * changes with the length, the longest interval without an impact is made. */
static void aim(impacts *of, const contact *k, double t)
{
    const double least = shortest * of->step;
    const bool inside = t > of->low && (t < of->high || of->high == 0.0);
    of->tries++;
    of->goal = (contact_key){k->a, k->b, k->feature.id, 0};
    of->time = inside ? t : 0.5 * (of->low + of->high);
    if (of->tries > MOST_TRIES) {
        of->goal.a = -1;
        of->time = of->tries == MOST_TRIES + 1 ? of->low : 0.0;
    }
    of->mode = of->time > 0.0 ? of->mode : IMPACTS_AT_KNOT;
    of->time = of->time > 0.0 && of->time < least ? least : of->time;
}

/* ---- the whole step ---- */

/* Mark the bodies that move with a body; the world does not move. */
static bool mark(const contact_interval *i, int32_t slot)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    if (slot < 0 || maximal_holds(x, slot)) {
        return false;
    }
    island *own = &of->island[of->of_body[slot]];
    own->given_up = own->first < own->end;
    for (int32_t s = 0; s < of->bodies; s++) {
        x->held[s] = x->held[s] || of->group[s] == of->group[slot];
    }
    return true;
}

bool ludo_impacts_hold(const contact_interval *i)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    impacts *of = &c->impacts;
    bool any = false;
    for (int32_t n = 0; n < of->count && of->mode == IMPACTS_HELD; n++) {
        const contact *k = &of->open[n];
        const double gap = gap_at(k, i->state->poses[1 - i->state->progress->now]);
        if (gap <= c->closed) {
            const bool a = mark(i, k->slot_a), b = mark(i, k->slot_b);
            const double t = time_of(i, k, gap);
            of->time = (a || b) && (of->time == 0.0 || t < of->time) ? t : of->time;
            any = any || a || b;
        }
    }
    return any;
}

/* ---- parts ---- */

/* The interval from t_k is the shortest with an impact, or the longest without. */
static void narrow(impacts *of, double h, bool passed)
{
    if (passed) {
        of->high = of->high == 0.0 || h < of->high ? h : of->high;
    } else {
        of->low = h > of->low ? h : of->low;
    }
}

/* The contact that closes first before the end of the interval; else the goal, if it is still open
 * there and the interval can be longer; NULL: none. */
static const contact *first_impact(const contact_interval *i, double *time)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    impacts *of = &c->impacts;
    const pose *next = i->state->poses[1 - i->state->progress->now];
    const double reached = of->tries < MOST_EXACT_TRIES ? window * c->length : c->closed;
    const contact *first = NULL;
    bool late = false;
    for (int32_t n = 0; n < of->count; n++) {
        const contact *k = &of->open[n];
        const double gap = gap_at(k, next);
        const bool passed = gap < 0.0 && i->h > shortest * of->step;
        const bool short_of = is_goal(of, k) && gap > reached && !of->last && !late;
        const double t = passed || short_of ? time_of(i, k, gap) : HUGE_VAL;
        if (t < HUGE_VAL && (first == NULL || (passed && (!late || t < *time)))) {
            first = k;
            *time = t;
            late = passed;
        }
    }
    narrow(of, i->h, late);
    return first;
}

ludo_status ludo_impacts_locate(const contact_interval *i)
{
    impacts *of = &maximal_of(i->state)->contacts->impacts;
    double t = 0.0;
    if (of->mode != IMPACTS_LOCATED) {
        return LUDO_OK;
    }
    const contact *k = first_impact(i, &t);
    of->time = 0.0;
    if (k == NULL) {
        return LUDO_OK;
    }
    aim(of, k, t);
    i->report->node = pair_node(i->state->model, k->a, k->b);
    return LUDO_CONTACT;
}

void ludo_impacts_pass(impacts *of)
{
    begin_search(of);
    of->left--;
    of->mode = of->left > 0 ? of->mode : IMPACTS_AT_KNOT;
}

bool ludo_impacts_is_hit(const maximal_contacts *c, const pose *z, const contact *k, double *reach)
{
    const double gap = gap_at(k, z),
                 way = -rate_at(k, z, c->before) * simultaneous * c->impacts.step;
    *reach = gap <= c->closed && way > *reach ? way : *reach;
    return gap <= c->closed || gap <= way;
}
