/* SPDX-License-Identifier: Apache-2.0
 *
 * Which bodies are at rest, and what wakes them. */
#include "integrators/maximal_contact/rest.h"

#include "integrators/maximal/hold.h"

#include <string.h>

void ludo_rest_layout(maximal_contacts *c, const ludo_model *m, arena *scratch)
{
    resting *r = &c->rest;
    r->restless = TAKE(scratch, m->slots, bool);
    r->body = TAKE(scratch, m->slots, bool);
    r->island = TAKE(scratch, m->slots, int32_t);
    r->touched = TAKE(scratch, m->slots, bool);
    r->force = TAKE(scratch, c->room, cone_history);
    r->force_body = TAKE(scratch, c->room, int32_t);
    r->report_body = TAKE(scratch, c->room, int32_t);
}

/* The body of a degree of freedom. */
static int32_t body_of_column(const ludo_model *m, int32_t column)
{
    int32_t s = 0;
    while (m->column[s + 1] <= column) {
        s++;
    }
    return s;
}

/* Bodies on tendons, whose momenta have their impulses; those whose joints store coordinates; those
 * whose actuators have activations. */
void ludo_rest_open(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const constraints *t = &x->loops.constraints;
    bool *restless = x->contacts->rest.restless;
    for (int32_t e = t->first[m->loop_count]; e < t->first[t->count]; e++) {
        restless[t->end[e].node] = true;
    }
    for (int32_t i = 0; i < x->stored_count; i++) {
        restless[body_of_column(m, x->stored[i])] = true;
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        if (a->tendon < 0 && a->dynamics != NULL) {
            restless[body_of_column(m, a->column)] = true;
        }
    }
}

/* ---- waking ---- */

void ludo_rest_clear(maximal_contacts *c)
{
    resting *r = &c->rest;
    if (r->count > 0) {
        for (int32_t s = 0; s < c->islands.bodies; s++) {
            r->body[s] = false;
        }
    }
    r->count = r->reports = 0;
    r->forces = 0;
    r->quality = (ludo_contact_quality){.points = 0};
}

/* Mark the island of a body, if it is at rest. */
static void touch(resting *r, int32_t s)
{
    if (s >= 0 && r->body[s]) {
        r->touched[r->island[s]] = true;
        r->any_touched = true;
    }
}

bool ludo_rest_is_touched(maximal_contacts *c, int32_t first)
{
    for (int32_t i = first; i < c->search.count && c->rest.count > 0; i++) {
        touch(&c->rest, c->search.found[i].slot_a);
        touch(&c->rest, c->search.found[i].slot_b);
    }
    return c->rest.any_touched;
}

/* Forces and reports of the bodies that are still at rest. */
static void keep_forces(resting *r)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < r->forces; i++) {
        if (r->body[r->force_body[i]]) {
            r->force[kept] = r->force[i];
            r->force_body[kept++] = r->force_body[i];
        }
    }
    r->forces = kept;
}

static void keep_reports(maximal_contacts *c)
{
    resting *r = &c->rest;
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

/* Wake the islands that are marked. */
static void wake_marked(maximal_contacts *c)
{
    resting *r = &c->rest;
    for (int32_t s = 0; s < c->islands.bodies; s++) {
        const bool wakes = r->body[s] && r->touched[r->island[s]];
        r->body[s] = r->body[s] && !wakes;
        r->count -= wakes ? 1 : 0;
    }
    memset(r->touched, 0, (size_t)c->islands.bodies * sizeof *r->touched);
    r->any_touched = false;
    keep_forces(r);
    keep_reports(c);
}

bool ludo_rest_wake_touched(maximal *x, sim_state *state)
{
    if (!x->contacts->any || !x->contacts->rest.any_touched) {
        return false;
    }
    if (x->parting) {
        memcpy(state->kept, state->saved, state->kept_size);
    }
    wake_marked(x->contacts);
    return true;
}

/* ---- inputs ---- */

/* Something in kept memory as bodies at rest have it. */
static void *rested(const sim_state *state, const void *here)
{
    return state->rested + ((const char *)here - state->kept);
}

/* The body of a rate in the order of keyframes. */
static int32_t body_of_rate(const ludo_model *m, int32_t rate)
{
    int32_t s = -1;
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        s = rate >= j->velocity_first && rate < j->velocity_first + j->dof ? j->slot : s;
    }
    return s;
}

static int32_t body_of_actuator(const ludo_model *m, int32_t i)
{
    return m->actuator[i].tendon < 0 ? body_of_column(m, m->actuator[i].column) : -1;
}

static int32_t body_of_push(const ludo_model *m, int32_t i)
{
    return m->body[i].on.slot;
}

/* Mark the bodies of inputs that have changed, `size` bytes each, which become those at rest. */
static void compare(resting *r, const sim_state *state, const void *input, int32_t count,
                    size_t size, int32_t (*body)(const ludo_model *, int32_t))
{
    char *then = rested(state, input);
    const char *now = input;
    if (memcmp(then, now, (size_t)count * size) == 0) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        if (memcmp(then + (size_t)i * size, now + (size_t)i * size, size) != 0) {
            touch(r, body(state->model, i));
        }
    }
    memcpy(then, now, (size_t)count * size);
}

static void compare_inputs(maximal_contacts *c, const sim_state *state)
{
    const ludo_model *m = state->model;
    resting *r = &c->rest;
    compare(r, state, state->control, m->actuator_count, sizeof *state->control, body_of_actuator);
    if (state->progress->served) {
        compare(r, state, state->servo, m->columns, sizeof *state->servo, body_of_column);
    }
    if (state->progress->pushed) {
        compare(r, state, state->push, m->body_count, sizeof *state->push, body_of_push);
        compare(r, state, state->joint_effort, m->columns, sizeof *state->joint_effort,
                body_of_rate);
    }
}

void ludo_rest_begin(maximal *x, sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    resting *r = &c->rest;
    if (!c->any) {
        return;
    }
    extern char *getenv(const char*); if (getenv("REST_OFF")) r->off = true;
    if (h != r->h || state->writes != r->writes || state->function != NULL || r->off) {
        ludo_rest_clear(c);
    }
    r->h = h;
    r->writes = state->writes;
    if (r->count > 0) {
        compare_inputs(c, state);
    }
    if (r->any_touched) {
        wake_marked(c);
    }
}

/* ---- holding ---- */

void ludo_rest_hold(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_hold_nothing(x, m);
    if (c->rest.count == 0) {
        return;
    }
    memcpy(x->held, c->rest.body, (size_t)m->slots * sizeof *x->held);
    x->holding = true;
    c->search.held = x->held;
    c->search.resting = c->rest.body;
    c->reported_first = c->rest.reports;
}

void ludo_rest_end(maximal *x, sim_state *state)
{
    maximal_contacts *c = x->contacts;
    if (c->rest.count == 0) {
        return;
    }
    memcpy(x->held, c->rest.body, (size_t)state->model->slots * sizeof *x->held);
    x->holding = true;
    ludo_maximal_hold_restore(x, state, state->rested);
    ludo_maximal_contact_add_saved(x, c->rest.force, c->rest.forces);
}
