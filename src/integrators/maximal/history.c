/* SPDX-License-Identifier: Apache-2.0
 *
 * Extrapolation of past intervals. A composition keeps a history per stage: equal stages of
 * successive steps are equidistant, the stages of one step are not. */
#include "integrators/maximal/history.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/hold.h"
#include "integrators/maximal_contact/contact.h"

#include <string.h>

/* Index of a stage's interval velocities of `age` intervals ago among its EXTRAPOLATION_POINTS. */
static size_t place_of(const maximal *x, int64_t stage, int32_t age)
{
    return ludo_maximal_history_place(x->state, stage, age);
}

static const twist_lanes *past_velocities(const maximal *x, int64_t stage, int32_t age)
{
    return x->velocity_history[stage] + place_of(x, stage, age) * (size_t)x->blocks;
}

/* The rates of stored coordinates of `age` intervals ago. */
static const double *past_rates(const maximal *x, int64_t stage, int32_t age)
{
    return x->rate_history[stage] + place_of(x, stage, age) * (size_t)x->stored_count;
}

int32_t ludo_maximal_history_known(const maximal_state *kept, double h, int32_t stage)
{
    const stage_history *past = &kept->history[stage];
    return kept->last >= 0 && past->h == h ? (int32_t)past->count : 0;
}

/* V += c times V of a past interval, in registers. */
LUDO_KERNEL_PART void sum_lanes(lanes3 *sum, double c, const lanes3 *past)
{
    FOR_LANES(l)
    {
        put3(sum, l, v3_axpy(get3(sum, l), c, get3(past, l)));
    }
}

/* V of the blocks from `first` to `end` - 1 = sum of c_i times the i-th of `count` past intervals.
 */
LUDO_KERNEL static void sum_velocities(maximal *x, int32_t first, int32_t end, int32_t count,
                                       const double *c, const twist_lanes *const *past)
{
    for (int32_t k = first; k < end; k++) {
        twist_lanes V = {{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
        for (int32_t i = 0; i < count; i++) {
            sum_lanes(&V.v, c[i], &past[i][k].v);
            sum_lanes(&V.w, c[i], &past[i][k].w);
        }
        x->body[k].V = V;
    }
}

/* Stored coordinates at t_{k+1}: those at t_k moved by c_i times the rates of the i-th interval. */
static void sum_rates(maximal *x, const sim_state *state, double h, int32_t count, const double *c,
                      const double *const *past)
{
    const joint_trace *now = x->trace[state->progress->now];
    joint_trace *next = x->trace[1 - state->progress->now];
    double *rate = state->rate;
    if (x->stored_count == 0) {
        return;
    }
    memset(rate, 0, (size_t)x->stored_count * sizeof *rate);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < x->stored_count; k++) {
            rate[k] += c[i] * past[i][k];
        }
    }
    for (int32_t k = 0; k < x->stored_count; k++) {
        next[x->stored[k]] = (joint_trace){now[x->stored[k]].cos + h * rate[k], 0.0};
    }
}

/* Velocities and rates of past intervals, the newest first. */
typedef struct past_intervals {
    const twist_lanes *velocities[EXTRAPOLATION_POINTS];
    const double *rates[EXTRAPOLATION_POINTS];
} past_intervals;

/* The number of past intervals, of `count`, since the velocity of a body jumped. */
static int32_t steady_count(const maximal *x, int32_t s, int32_t count)
{
    const double steady = x->contacts->any ? x->contacts->steady[s] : count;
    return steady >= count ? count : steady >= 1.0 ? (int32_t)steady : 1;
}

/* The velocity of a body, and its stored coordinates at t_{k+1}, from its last `count` intervals.
 */
static void sum_body_velocity(maximal *x, int32_t s, int32_t count, const past_intervals *past)
{
    const double *c = ludo_extrapolate[count - 1];
    twist V = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < count; i++) {
        const twist_lanes *p = &past->velocities[i][s / LANES];
        V.v = v3_axpy(V.v, c[i], get3(&p->v, s % LANES));
        V.w = v3_axpy(V.w, c[i], get3(&p->w, s % LANES));
    }
    put3(&x->body[s / LANES].V.v, s % LANES, V.v);
    put3(&x->body[s / LANES].V.w, s % LANES, V.w);
}

static void sum_body_rates(maximal *x, const sim_state *state, double h, int32_t s, int32_t count,
                           const past_intervals *past)
{
    const double *c = ludo_extrapolate[count - 1];
    const joint_trace *now = x->trace[state->progress->now];
    joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t k = 0; k < x->stored_count; k++) {
        const int32_t column = x->stored[k];
        double rate = 0.0;
        if (column < state->model->column[s] || column >= state->model->column[s + 1]) {
            continue;
        }
        for (int32_t i = 0; i < count; i++) {
            rate += c[i] * past->rates[i][k];
        }
        next[column] = (joint_trace){now[column].cos + h * rate, 0.0};
    }
}

/* The largest number of past intervals, of `count`, of a body of a block. */
static int32_t most_steady(const maximal *x, const ludo_model *m, int32_t block, int32_t count)
{
    int32_t most = 1;
    for (int32_t s = LANES * block; s < LANES * (block + 1) && s < m->slots && most < count; s++) {
        const int32_t own = steady_count(x, s, count);
        most = own > most ? own : most;
    }
    return most;
}

/* The velocities of all bodies, each from its last `count` intervals, or from those since its
 * velocity jumped. Most bodies of a block, and most blocks, have the same number. */
static void extrapolate_velocities(maximal *x, const ludo_model *m, int32_t count,
                                   const past_intervals *past)
{
    if (!x->contacts->any) { /* then none jumps */
        sum_velocities(x, 0, x->blocks, count, ludo_extrapolate[count - 1], past->velocities);
        return;
    }
    for (int32_t k = 0, end = 0; k < x->blocks; k = end) {
        const int32_t most = most_steady(x, m, k, count);
        for (end = k + 1; end < x->blocks && most_steady(x, m, end, count) == most;) {
            end++;
        }
        sum_velocities(x, k, end, most, ludo_extrapolate[most - 1], past->velocities);
        for (int32_t s = LANES * k; s < LANES * end && s < m->slots && most > 1; s++) {
            const int32_t own = steady_count(x, s, count);
            if (own < most) {
                sum_body_velocity(x, s, own, past);
            }
        }
    }
}

/* Extrapolate the velocities and rates of a stage's last `count` intervals, or of those since they
 * jumped. */
static void extrapolate_history(maximal *x, const sim_state *state, double h, int64_t stage,
                                int32_t count)
{
    past_intervals past;
    for (int32_t age = 0; age < count; age++) {
        past.velocities[age] = past_velocities(x, stage, age);
        past.rates[age] = past_rates(x, stage, age);
    }
    extrapolate_velocities(x, state->model, count, &past);
    sum_rates(x, state, h, count, ludo_extrapolate[count - 1], past.rates);
    const bool any = x->contacts->any && x->stored_count > 0;
    for (int32_t s = 0; s < state->model->slots && any && count > 1; s++) {
        const int32_t own = steady_count(x, s, count);
        if (own < count) {
            sum_body_rates(x, state, h, s, own, &past);
        }
    }
}

/* Velocities and rates of the knot, for a start without history. */
static void take_knot(maximal *x, const sim_state *state, double h)
{
    const double *rate = x->start_rate;
    ludo_maximal_bodies_load_velocities(x, state);
    sum_rates(x, state, h, 1, ludo_extrapolate[0], &rate);
}

void ludo_maximal_history_repeat(maximal *x, const sim_state *state, double h)
{
    if (x->state->last >= 0) {
        extrapolate_history(x, state, h, x->state->last, 1);
    } else {
        take_knot(x, state, h);
    }
    ludo_maximal_hold_iterate(x, state);
}

void ludo_maximal_history_extrapolate(maximal *x, const sim_state *state, double h, int32_t stage)
{
    const int32_t count = ludo_maximal_history_known(x->state, h, stage);
    if (count > 0) {
        extrapolate_history(x, state, h, stage, count);
        ludo_maximal_hold_iterate(x, state);
    } else {
        ludo_maximal_history_repeat(x, state, h);
    }
}

void ludo_maximal_history_add(maximal_state *kept, double h, int32_t stage)
{
    stage_history *past = &kept->history[stage];
    past->count = ludo_maximal_history_known(kept, h, stage);
    past->count += past->count < EXTRAPOLATION_POINTS;
    past->newest = (past->newest + EXTRAPOLATION_POINTS - 1) % EXTRAPOLATION_POINTS;
    past->h = h;
    kept->last = stage;
}

void ludo_maximal_history_save(maximal *x, const sim_state *state, double h, int32_t stage)
{
    ludo_maximal_history_add(x->state, h, stage);
    twist_lanes *newest = x->velocity_history[stage] + place_of(x, stage, 0) * (size_t)x->blocks;
    for (int32_t k = 0; k < x->blocks; k++) {
        newest[k] = x->body[k].V;
    }
    const joint_trace *now = x->trace[state->progress->now],
                      *next = x->trace[1 - state->progress->now];
    double *rate = x->rate_history[stage] + place_of(x, stage, 0) * (size_t)x->stored_count;
    const double per_h = 1.0 / h;
    for (int32_t i = 0; i < x->stored_count; i++) {
        rate[i] = per_h * (next[x->stored[i]].cos - now[x->stored[i]].cos);
    }
}

twist ludo_maximal_history_velocity(const maximal *x, int64_t stage, int32_t age, int32_t s)
{
    const twist_lanes *V = &past_velocities(x, stage, age)[s / LANES];
    return (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
}

bool ludo_maximal_history_is_single(const maximal *x, int32_t stage)
{
    return x->state->history[stage].count == 1;
}

void ludo_maximal_history_join(maximal *x, const ludo_model *m, int32_t stage,
                               const stage_history *whole)
{
    x->state->history[stage].count = whole->count;
    x->state->history[stage].h = whole->h;
    for (int32_t s = 0; s < m->slots; s++) {
        x->contacts->steady[s] = x->held[s] ? x->contacts->steady[s] : 0.0;
    }
}

void ludo_maximal_history_restart(maximal *x, const sim_state *state, int32_t stage)
{
    twist_lanes *newest = x->velocity_history[stage] + place_of(x, stage, 0) * (size_t)x->blocks;
    double *rate = x->rate_history[stage] + place_of(x, stage, 0) * (size_t)x->stored_count;
    ludo_maximal_bodies_load_velocities(x, state);
    for (int32_t k = 0; k < x->blocks; k++) {
        newest[k] = x->body[k].V;
    }
    memcpy(rate, x->start_rate, (size_t)x->stored_count * sizeof *rate);
    x->state->history[stage].count = 1;
    x->state->last = stage;
}

void ludo_maximal_history_last_velocities(const maximal *x, const ludo_model *m, double *u)
{
    const twist_lanes *V = past_velocities(x, x->state->last, 0);
    for (int32_t s = 0; s < m->slots; s++) {
        const ludo_vec3 v = get3(&V[s / LANES].v, s % LANES), w = get3(&V[s / LANES].w, s % LANES);
        u[6 * s] = v.x, u[6 * s + 1] = v.y, u[6 * s + 2] = v.z;
        u[6 * s + 3] = w.x, u[6 * s + 4] = w.y, u[6 * s + 5] = w.z;
    }
}

/* Most intervals of an extrapolation to the knot after them, and the part of each, the newest
 * first: polynomials through their middles. */
enum { KNOT_POINTS = 3 };
static const double to_knot[KNOT_POINTS][KNOT_POINTS] = {
    {1.0, 0.0, 0.0}, {1.5, -0.5, 0.0}, {1.875, -1.25, 0.375}};

void ludo_maximal_history_knot_velocities(const maximal *x, const ludo_model *m, double *u)
{
    const int64_t stage = x->state->last, known = x->state->history[stage].count;
    const int32_t count = known < KNOT_POINTS ? (int32_t)known : KNOT_POINTS;
    const twist_lanes *past[KNOT_POINTS];
    for (int32_t i = 0; i < count; i++) {
        past[i] = past_velocities(x, stage, i);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t own = steady_count(x, s, count);
        ludo_vec3 v = {0.0, 0.0, 0.0}, w = v;
        for (int32_t i = 0; i < own; i++) {
            const twist_lanes *p = &past[i][s / LANES];
            v = v3_axpy(v, to_knot[own - 1][i], get3(&p->v, s % LANES));
            w = v3_axpy(w, to_knot[own - 1][i], get3(&p->w, s % LANES));
        }
        v3_put(v, u + 6 * s);
        v3_put(w, u + 6 * s + 3);
    }
}

double ludo_maximal_history_last_interval(const maximal *x, int32_t s, double h)
{
    return x->contacts->any ? x->contacts->interval[s] : h;
}
