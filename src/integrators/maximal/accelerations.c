/* SPDX-License-Identifier: Apache-2.0
 *
 * Accelerations at the knot: the difference of the rates in the middle of two intervals.
 *
 * The velocities V of an interval are those of its middle up to O(h^2). With the poses moved from
 * t_k to the middle, z +- h/2 V, the rates there are exact functions of both, and
 *
 *     a_k = ( v_{k+1/2} - v_{k-1/2} ) / h + O(h^2)
 *
 * A body that made parts of the step has a shorter last interval; h is then the mean of both, and
 * the error O(h).
 *
 * Contacts and limits of both intervals are part of the result. */
#include "integrators/maximal/accelerations.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/history.h"

#include <string.h>

void ludo_maximal_accelerations_layout(maximal *x, const sim_state *state, arena *scratch)
{
    const ludo_model *m = state->model;
    x->middle.poses = state_take_poses(m, scratch);
    twist *twists = TAKE(scratch, m->slots + 1, twist);
    x->middle.twists = twists != NULL ? twists + 1 : NULL;
    x->middle.memory = TAKE(scratch, m->columns, double);
    x->middle.rate = TAKE(scratch, m->columns, double);
    x->middle.velocity = TAKE(scratch, 6 * (size_t)m->slots, double);
}

/* z moved by the twist V for a time. */
static pose moved(const pose *z, const twist *V, double time)
{
    const ludo_vec3 half = v3_scale(0.5 * time, V->w);
    const ludo_quat turn = q_normalized((ludo_quat){1.0, half.x, half.y, half.z});
    return pose_make(v3_axpy(z->x, time, V->v), q_mul(turn, z->q));
}

/* Move the body in a slot, and the stored coordinates of its joint, from the knot for a time by the
 * twists of `middle`. */
static void move(const maximal *x, const sim_state *state, int32_t s, double time)
{
    const ludo_model *m = state->model;
    const maximal_middle *at = &x->middle;
    const bool stores = m->joint[s].kind->stores_coordinates;
    at->poses[s] = moved(&state_poses(state)[s], &at->twists[s], time);
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        at->memory[c] = state->memory[c] + (stores ? time * state->stored_rate[c] : 0.0);
    }
}

/* Rates of all joints, with bodies moved. */
static void read_rates(const maximal *x, const sim_state *state, double *rate)
{
    const ludo_model *m = state->model;
    const maximal_middle *at = &x->middle;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const joint_pair ends = {j,
                                 &at->poses[j->parent],
                                 &at->poses[s],
                                 at->memory + m->column[s],
                                 &at->twists[j->parent],
                                 &at->twists[s]};
        j->kind->rate(&ends, rate + m->column[s]);
    }
}

/* The twists of the interval that was solved last, but not accepted. */
static void take_next(const maximal *x, const sim_state *state)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        const twist_lanes *V = &x->body[s / LANES].V;
        x->middle.twists[s] = (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
    }
}

/* The twists of the last accepted interval. */
static void take_last(const maximal *x, const sim_state *state)
{
    double *u = x->middle.velocity;
    ludo_maximal_history_last_velocities(x, state->model, u);
    for (int32_t s = 0; s < state->model->slots; s++, u += 6) {
        x->middle.twists[s] = (twist){v3(u[0], u[1], u[2]), v3(u[3], u[4], u[5])};
    }
}

/* Rates in the middle of the next interval, of length h, whose velocities are at hand. */
static void read_next(const maximal *x, sim_state *state, double h)
{
    take_next(x, state);
    for (int32_t s = 0; s < state->model->slots; s++) {
        move(x, state, s, 0.5 * h);
    }
    read_rates(x, state, state->rate);
}

/* Rates in the middle of the last interval; at a start those of the knot. */
static void read_last(const maximal *x, const sim_state *state, double h)
{
    const bool started = x->state->last < 0;
    if (started) {
        memcpy(x->middle.twists, state->twists,
               (size_t)state->model->slots * sizeof *x->middle.twists);
    } else {
        take_last(x, state);
    }
    for (int32_t s = 0; s < state->model->slots; s++) {
        const double before = started ? 0.0 : ludo_maximal_history_last_interval(x, s, h);
        move(x, state, s, -0.5 * before);
    }
    read_rates(x, state, x->middle.rate);
}

void ludo_maximal_accelerations_compute(const maximal *x, sim_state *state, double h)
{
    const ludo_model *m = state->model;
    read_next(x, state, h);
    read_last(x, state, h);
    for (int32_t s = 0; s < m->slots; s++) {
        const bool started = x->state->last < 0;
        const double before = started ? 0.0 : ludo_maximal_history_last_interval(x, s, h);
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            state->rate[c] = (state->rate[c] - x->middle.rate[c]) / (0.5 * (before + h));
        }
    }
    ludo_state_order_rates(m, state->rate, state->acceleration);
}
