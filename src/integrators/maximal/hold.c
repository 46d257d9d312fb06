/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that stay at t_k: what they have of the iterate, of a direction and of kept memory. */
#include "integrators/maximal/hold.h"

#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_cones/warm_start.h"

#include <string.h>

static const ludo_vec3 zero = {0.0, 0.0, 0.0};

void ludo_maximal_hold_nothing(maximal *x, const ludo_model *m)
{
    if (x->holding) {
        memset(x->held, 0, (size_t)m->slots * sizeof *x->held);
    }
    x->holding = x->parting = x->parted = false;
    x->contacts->search.held = x->contacts->search.resting = NULL;
    x->contacts->reported_first = 0;
}

void ludo_maximal_hold_all(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    memset(x->held, 1, (size_t)m->slots * sizeof *x->held);
    x->holding = x->parting = true;
    c->search.held = x->held;
    c->reported_first = c->reported_count = 0;
    c->quality = (ludo_contact_quality){.points = 0};
    ludo_warm_start_clear(x);
}

void ludo_maximal_hold_iterate(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const joint_trace *now = x->trace[state->progress->now];
    joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t s = 0; s < m->slots && x->holding; s++) {
        if (x->held[s]) {
            put3(&x->body[s / LANES].V.v, s % LANES, zero);
            put3(&x->body[s / LANES].V.w, s % LANES, zero);
            memcpy(next + m->column[s], now + m->column[s],
                   (size_t)(m->column[s + 1] - m->column[s]) * sizeof *next);
        }
    }
}

void ludo_maximal_hold_direction(maximal *x, const ludo_model *m)
{
    const constraints *t = &x->loops.constraints;
    const bool *stays = x->idle != NULL ? x->idle : x->holding ? x->held : NULL;
    for (int32_t s = 0; s < m->slots && stays != NULL; s++) {
        if (stays[s]) {
            memset(x->tree.u + 6 * (size_t)s, 0, 6 * sizeof *x->tree.u);
            memset(x->tree.w + m->column[s], 0,
                   (size_t)(m->column[s + 1] - m->column[s]) * sizeof *x->tree.w);
        }
    }
    for (int32_t i = 0; i < m->loop_count && stays != NULL; i++) {
        if (stays[t->end[t->first[i]].node]) {
            memset(t->l + ROW * (size_t)i, 0, ROW * sizeof *t->l);
        }
    }
}

/* ---- kept memory ---- */

/* A copy of the kept memory, and the knots there and here. */
typedef struct kept_copy {
    const sim_state *state;
    const char *copy;
    int64_t then, now;
} kept_copy;

/* The address in the copy of something in kept memory. */
static const void *there(const kept_copy *c, const void *here)
{
    return state_in_copy(c->state, c->copy, here);
}

/* Some of an array of numbers, from the place in the copy of an array: of a pair for t_k and the
 * iterate that of t_k. */
static void restore(const kept_copy *c, double *to, const double *from, int32_t first,
                    int32_t count)
{
    memcpy(to + first, (const double *)there(c, from) + first, (size_t)count * sizeof *to);
}

/* The first velocity or rate of `age` intervals ago of the first stage, whose place may be another
 * then. */
static size_t place_of(const maximal_state *s, int32_t age, int32_t count)
{
    return (size_t)((s->history[0].newest + age) % EXTRAPOLATION_POINTS) * (size_t)count;
}

/* Velocities of the last intervals of a body; before the first one, that at which it starts. */
static void restore_velocities(maximal *x, const kept_copy *c, int32_t s)
{
    const int32_t k = s / LANES, l = s % LANES;
    const maximal_state *then = there(c, x->state);
    const twist start = contact_start(x->contacts, s);
    for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
        const twist_lanes *past =
            there(c, x->velocity_history[0] + place_of(then, age, x->blocks) + k);
        twist_lanes *V = x->velocity_history[0] + place_of(x->state, age, x->blocks) + k;
        put3(&V->v, l, then->last >= 0 ? get3(&past->v, l) : start.v);
        put3(&V->w, l, then->last >= 0 ? get3(&past->w, l) : start.w);
    }
}

/* Pose, momenta and velocities of a body, in the lanes of its block. */
static void restore_lane(maximal *x, const kept_copy *c, int32_t s)
{
    const int32_t k = s / LANES, l = s % LANES;
    const body_knot *z = there(c, &x->knot[k]);
    put3(&x->knot[k].x, l, get3(&z->x, l));
    put4(&x->knot[k].q, l, get4(&z->q, l));
    put3(&x->knot[k].P.v, l, get3(&z->P.v, l));
    put3(&x->knot[k].P.w, l, get3(&z->P.w, l));
    restore_velocities(x, c, s);
}

/* Those of all bodies of a block, which has made an interval. */
static void restore_block(maximal *x, const kept_copy *c, int32_t k)
{
    const maximal_state *then = there(c, x->state);
    x->knot[k] = *(const body_knot *)there(c, &x->knot[k]);
    for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
        x->velocity_history[0][place_of(x->state, age, x->blocks) + (size_t)k] =
            *(const twist_lanes *)there(c, x->velocity_history[0] + place_of(then, age, x->blocks) +
                                               k);
    }
}

static void restore_lanes(maximal *x, const kept_copy *c, int32_t first, int32_t end)
{
    const bool started = ((const maximal_state *)there(c, x->state))->last >= 0;
    for (int32_t s = first; s < end;) {
        if (started && s % LANES == 0 && s + LANES <= end) {
            restore_block(x, c, s / LANES);
            s += LANES;
        } else {
            restore_lane(x, c, s++);
        }
    }
}

/* Bodies that follow one another. */
static void restore_bodies(maximal *x, sim_state *state, const kept_copy *c, int32_t first,
                           int32_t end)
{
    const int32_t count = end - first;
    restore_lanes(x, c, first, end);
    memcpy(state->poses[c->now] + first, (const pose *)there(c, state->poses[c->then]) + first,
           (size_t)count * sizeof(pose));
    restore(c, x->lever[c->now], x->lever[c->then], 3 * first, 3 * count);
    restore(c, x->contacts->before, x->contacts->before, 6 * first, 6 * count);
    restore(c, x->contacts->interval, x->contacts->interval, first, count);
    restore(c, x->contacts->steady, x->contacts->steady, first, count);
    restore(c, x->contacts->rest.slow_time, x->contacts->rest.slow_time, first,
            state->settings.sleep_speed > 0.0 ? count : 0);
}

/* Coordinates of their joints, momenta and rates along them. */
static void restore_joints(const maximal *x, const sim_state *state, const kept_copy *c,
                           int32_t first_body, int32_t end_body)
{
    const int32_t first = state->model->column[first_body];
    const int32_t count = state->model->column[end_body] - first;
    const joint_trace *trace = there(c, x->trace[c->then]);
    restore(c, state->memory, state->memory, first, count);
    restore(c, x->P_q, x->P_q, first, count);
    restore(c, x->S[c->now], x->S[c->then], 6 * first, 6 * count);
    restore(c, x->contacts->rate, x->contacts->rate, first, count);
    memcpy(x->trace[c->now] + first, trace + first, (size_t)count * sizeof *trace);
}

/* The rates of stored coordinates in the last intervals. */
static void restore_rates(const maximal *x, const ludo_model *m, const kept_copy *c)
{
    const maximal_state *then = there(c, x->state);
    const int32_t n = x->stored_count;
    for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
        const double *past = there(c, x->rate_history[0] + place_of(then, age, n));
        double *rate = x->rate_history[0] + place_of(x->state, age, n);
        for (int32_t i = 0; i < n; i++) {
            rate[i] = x->held[column_slot(m, x->stored[i])] ? past[i] : rate[i];
        }
    }
}

int32_t ludo_maximal_hold_tendon_body(const maximal *x, const ludo_model *m, int32_t tendon)
{
    const constraints *t = &x->loops.constraints;
    const int32_t i = m->loop_count + tendon;
    return t->first[i] < t->first[i + 1] ? t->end[t->first[i]].node : -1;
}

int32_t ludo_maximal_hold_actuator_body(const maximal *x, const ludo_model *m, int32_t actuator)
{
    const actuator_data *a = &m->actuator[actuator];
    return a->tendon >= 0 ? ludo_maximal_hold_tendon_body(x, m, a->tendon)
                          : column_slot(m, a->column);
}

/* Whether a body stays; -1: there is none. */
static bool holds(const maximal *x, int32_t s)
{
    return s >= 0 && x->held[s];
}

/* Mean forces of actuators and tendons. */
static void restore_forces(const maximal *x, const sim_state *state, const kept_copy *c)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const bool held = holds(x, ludo_maximal_hold_actuator_body(x, m, i));
        restore(c, state->actuator_force, state->actuator_force, i, held ? 1 : 0);
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        const bool held = holds(x, ludo_maximal_hold_tendon_body(x, m, i));
        restore(c, state->spring_force, state->spring_force, i, held ? 1 : 0);
    }
}

/* The end of the bodies held that follow one another from `first` on; that, if it moves. */
static int32_t end_of_held(const maximal *x, const ludo_model *m, int32_t first)
{
    int32_t end = first;
    while (end < m->slots && x->held[end]) {
        end++;
    }
    return end;
}

void ludo_maximal_hold_restore(maximal *x, sim_state *state, const char *copy)
{
    kept_copy c = {state, copy, 0, state->progress->now};
    c.then = ((const sim_progress *)there(&c, state->progress))->now;
    for (int32_t s = 0, end; s < state->model->slots; s = end + 1) {
        end = end_of_held(x, state->model, s);
        if (end > s) {
            restore_bodies(x, state, &c, s, end);
            restore_joints(x, state, &c, s, end);
        }
    }
    restore_rates(x, state->model, &c);
    restore_forces(x, state, &c);
}
