/* SPDX-License-Identifier: Apache-2.0
 *
 * Which bodies are at rest, and what wakes them. */
#include "integrators/maximal_contact/rest.h"

#include "integrators/maximal_cones/warm_start.h"
#include "integrators/maximal/hold.h"

#include <string.h>

void ludo_rest_layout(maximal_contacts *c, const sim_state *state, arena *kept, arena *scratch)
{
    const ludo_model *m = state->model;
    rest_set *r = &c->rest;
    r->slow_time = TAKE(kept, state->settings.sleep_speed > 0.0 ? m->slots : 0, double);
    r->restless = TAKE(scratch, m->slots, bool);
    r->pulled = TAKE(scratch, m->slots, bool);
    r->body = TAKE(scratch, m->slots, bool);
    r->island = TAKE(scratch, m->slots, int32_t);
    r->touched = TAKE(scratch, m->slots, bool);
    r->force = TAKE(scratch, c->room, cone_history);
    r->report_body = TAKE(scratch, c->room, int32_t);
}

/* The number of bodies on a tendon. */
static int32_t ends_of(const constraints *t, const ludo_model *m, int32_t tendon)
{
    const int32_t i = m->loop_count + tendon;
    return t->first[i + 1] - t->first[i];
}

/* Bodies whose actuators have activations are restless; those on tendons, and those whose joints
 * store coordinates, are pulled. */
void ludo_rest_open(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const constraints *t = &x->loops.constraints;
    bool *restless = x->contacts->rest.restless, *pulled = x->contacts->rest.pulled;
    for (int32_t e = t->first[m->loop_count]; e < t->first[t->count]; e++) {
        pulled[t->end[e].node] = true;
    }
    for (int32_t i = 0; i < x->stored_count; i++) {
        pulled[column_slot(m, x->stored[i])] = true;
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->dynamics != NULL && a->tendon < 0) {
            restless[column_slot(m, a->column)] = true;
        }
        for (int32_t e = 0; a->dynamics != NULL && a->tendon >= 0 && e < ends_of(t, m, a->tendon);
             e++) {
            restless[t->end[t->first[m->loop_count + a->tendon] + e].node] = true;
        }
    }
}

/* ---- waking ---- */

static bool may_sleep(const sim_state *state)
{
    return state->settings.sleep_speed > 0.0;
}

void ludo_rest_clear(maximal_contacts *c)
{
    rest_set *r = &c->rest;
    if (r->count > 0) {
        for (int32_t s = 0; s < c->islands.bodies; s++) {
            r->body[s] = false;
        }
    }
    r->count = r->reports = 0;
    r->forces = 0;
    r->quality = (ludo_contact_quality){.points = 0};
}

void ludo_rest_start(maximal_contacts *c, const sim_state *state)
{
    ludo_rest_clear(c);
    for (int32_t s = 0; s < c->islands.bodies && may_sleep(state); s++) {
        c->rest.slow_time[s] = 0.0;
    }
}

/* Mark the island of a body, if it is at rest. */
static void touch(rest_set *r, int32_t s)
{
    if (s >= 0 && r->body[s]) {
        r->touched[r->island[s]] = true;
        r->any_touched = true;
    }
}

bool ludo_rest_is_touched(maximal_contacts *c, int32_t first)
{
    for (int32_t i = first; i < c->search.count && ludo_rest_any(c); i++) {
        touch(&c->rest, c->search.found[i].slot_a);
        touch(&c->rest, c->search.found[i].slot_b);
    }
    return c->rest.any_touched;
}

/* Forces and reports of the bodies that are still at rest. */
static void keep_forces(const maximal *x, const ludo_model *m, rest_set *r)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < r->forces; i++) {
        const slot_couple of = ludo_warm_start_bodies(x, m, &r->force[i]);
        if (r->body[of.b >= 0 ? of.b : of.a]) {
            r->force[kept++] = r->force[i];
        }
    }
    r->forces = kept;
}

static void keep_reports(maximal_contacts *c)
{
    rest_set *r = &c->rest;
    int32_t kept = 0;
    r->quality.points = 0;
    for (int32_t i = 0; i < r->reports; i++) {
        if (r->body[r->report_body[i]]) {
            c->reported[kept] = c->reported[i];
            r->report_body[kept++] = r->report_body[i];
            r->quality.points += c->reported[i].gap <= c->closed ? 1 : 0;
        }
    }
    r->reports = kept;
}

/* Wake the islands that are marked, which then have not been slow for any time. */
static void wake_marked(const maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    rest_set *r = &c->rest;
    for (int32_t s = 0; s < c->islands.bodies; s++) {
        const bool wakes = r->body[s] && r->touched[r->island[s]];
        r->body[s] = r->body[s] && !wakes;
        r->count -= wakes ? 1 : 0;
        if (wakes && may_sleep(state)) {
            r->slow_time[s] = 0.0;
        }
    }
    memset(r->touched, 0, (size_t)c->islands.bodies * sizeof *r->touched);
    r->any_touched = false;
    keep_forces(x, state->model, r);
    keep_reports(c);
}

bool ludo_rest_wake_touched(maximal *x, sim_state *state)
{
    if (!x->contacts->any || !x->contacts->rest.any_touched) {
        return false;
    }
    if (x->parted) {
        memcpy(state->kept, state->saved, state->kept_size);
    }
    wake_marked(x, state);
    return true;
}

/* ---- inputs ---- */

/* Something in kept memory as bodies at rest have it. */
static void *rested(const sim_state *state, const void *here)
{
    return state->rested + ((const char *)here - state->kept);
}

/* The body of a rate in the order of keyframes. */
static int32_t body_of_rate(const maximal *x, const ludo_model *m, int32_t rate)
{
    (void)x;
    int32_t s = -1;
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        s = rate >= j->velocity_first && rate < j->velocity_first + j->dof ? j->slot : s;
    }
    return s;
}

static int32_t body_of_push(const maximal *x, const ludo_model *m, int32_t i)
{
    (void)x;
    return m->body[i].on.slot;
}

static int32_t body_of_servo(const maximal *x, const ludo_model *m, int32_t column)
{
    (void)x;
    return column_slot(m, column);
}

/* Mark the bodies of inputs that have changed, `size` bytes each, which become those at rest. */
static void compare(maximal *x, const sim_state *state, const void *input, int32_t count,
                    size_t size, int32_t (*body)(const maximal *, const ludo_model *, int32_t))
{
    char *then = rested(state, input);
    const char *now = input;
    if (memcmp(then, now, (size_t)count * size) == 0) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        if (memcmp(then + (size_t)i * size, now + (size_t)i * size, size) != 0) {
            touch(&x->contacts->rest, body(x, state->model, i));
        }
    }
    memcpy(then, now, (size_t)count * size);
}

static void compare_inputs(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    compare(x, state, state->control, m->actuator_count, sizeof *state->control,
            ludo_maximal_hold_actuator_body);
    if (state->progress->served) {
        compare(x, state, state->servo, m->columns, sizeof *state->servo, body_of_servo);
    }
    if (state->progress->pushed) {
        compare(x, state, state->push, m->body_count, sizeof *state->push, body_of_push);
        compare(x, state, state->joint_effort, m->columns, sizeof *state->joint_effort,
                body_of_rate);
    }
}

void ludo_rest_begin(maximal *x, sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    rest_set *r = &c->rest;
    if (!c->any) {
        return;
    }

    if (h != r->h || state->writes != r->writes || state->function != NULL) {
        ludo_rest_clear(c);
    }
    r->h = h;
    r->writes = state->writes;
    if (r->count > 0) {
        compare_inputs(x, state);
    }
    if (r->any_touched) {
        wake_marked(x, state);
    }
}

/* ---- holding ---- */

void ludo_rest_hold(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_hold_nothing(x, m);
    c->rest.active = c->any;
    if (c->rest.count == 0) {
        return;
    }
    memcpy(x->held, c->rest.body, (size_t)m->slots * sizeof *x->held);
    x->holding = true;
    c->search.held = x->held;
    c->search.resting = c->rest.body;
    c->reported_first = c->rest.reports;
}

void ludo_rest_end(maximal *x, sim_state *state, ludo_status status)
{
    maximal_contacts *c = x->contacts;
    if (status == LUDO_OK && c->rest.count > 0) {
        memcpy(x->held, c->rest.body, (size_t)state->model->slots * sizeof *x->held);
        x->holding = true;
        ludo_maximal_hold_restore(x, state, state->rested);
        ludo_warm_start_add(x, c->rest.force, c->rest.forces);
    }
    c->rest.active = false;
    ludo_maximal_hold_nothing(x, state->model);
}
