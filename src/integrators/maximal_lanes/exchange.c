/* SPDX-License-Identifier: Apache-2.0
 *
 * A knot between the state of a simulation and a lane. Lane k of a block of the state is a body;
 * lane l of this room is a simulation. */
#include "integrators/maximal_lanes/exchange.h"

#include "integrators/maximal/history.h"
#include "tendons/laws.h"

/* Lane l of arrays of vectors or lanes from numbers, and to numbers. */
static void put_numbers(void *lanes, int l, const double *from, size_t count)
{
    double *to = (double *)lanes + l;
    for (size_t i = 0; i < count; i++) {
        to[LANES * i] = from[i];
    }
}

static void get_numbers(double *to, const void *lanes, int l, size_t count)
{
    const double *from = (const double *)lanes + l;
    for (size_t i = 0; i < count; i++) {
        to[i] = from[LANES * i];
    }
}

/* Lane l gets lane k of another array. */
static void copy_numbers(void *lanes, int l, const void *other, int k, size_t count)
{
    double *to = (double *)lanes + l;
    const double *from = (const double *)other + k;
    for (size_t i = 0; i < count; i++) {
        to[LANES * i] = from[LANES * i];
    }
}

enum { KNOT_NUMBERS = sizeof(body_knot) / sizeof(lanes1), TWIST_NUMBERS = 6 };
_Static_assert(sizeof(body_knot) % sizeof(lanes1) == 0, "a knot has other members than lanes");
_Static_assert(sizeof(joint_trace) == 2 * sizeof(double), "a trace has other members");

/* ---- into the lane ---- */

static void enter_bodies(maximal_lanes *x, int l, const maximal *from)
{
    const int32_t known = (int32_t)from->state->history[0].count;
    for (int32_t s = 0; s < x->model->slots; s++) {
        const int32_t block = s / LANES, k = s % LANES;
        copy_numbers(&x->knot[s], l, &from->knot[block], k, KNOT_NUMBERS);
        for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
            static const twist_lanes unknown;
            const size_t place = ludo_maximal_history_place(from->state, 0, age);
            const twist_lanes *past =
                from->velocity_history[0] + place * (size_t)from->blocks + (size_t)block;
            copy_numbers(&x->past[age][s], l, age < known ? past : &unknown, k, TWIST_NUMBERS);
        }
    }
}

/* Rates of stored coordinates of past intervals. */
static void enter_rates(maximal_lanes *x, int l, const maximal *from)
{
    const int32_t known = (int32_t)from->state->history[0].count;
    for (int32_t age = 0; age < known; age++) {
        const size_t place = ludo_maximal_history_place(from->state, 0, age);
        put_numbers(x->past_rate[age], l, from->rate_history[0] + place * (size_t)x->stored_count,
                    (size_t)x->stored_count);
    }
    for (int32_t age = known; age < EXTRAPOLATION_POINTS; age++) {
        for (int32_t i = 0; i < x->stored_count; i++) {
            x->past_rate[age][i].at[l] = 0.0;
        }
    }
}

/* Forces of actuators, from the controls. */
static void enter_actuators(maximal_lanes *x, int l, const sim_state *state, double h)
{
    for (int32_t i = 0; i < x->model->actuator_count; i++) {
        const actuator_data *a = &x->model->actuator[i];
        const double input = actuator_input(a, state->control[i], state->activation, 0.0);
        const double force = clamp(actuator_constant(a, input), a->force_range);
        x->force[i].at[l] = force;
        x->impulse[i].at[l] = 0.5 * h * (a->gear * force);
    }
}

static void enter_columns(maximal_lanes *x, int l, const sim_state *state)
{
    const maximal *from = maximal_in(state);
    const int64_t now = state->progress->now;
    const size_t columns = (size_t)x->model->columns;
    for (size_t c = 0; c < columns; c++) {
        put_numbers(&x->column_motion[x->now][c].S, l, from->S[now] + 6 * c, 6);
        put_numbers(&x->column_motion[x->now][c].trace, l, &from->trace[now][c].cos, 2);
    }
    put_numbers(x->P_q, l, from->P_q, columns);
    put_numbers(x->memory, l, state->memory, columns);
    put_numbers(x->tension, l, state->spring_force, (size_t)x->model->spring_count);
}

void ludo_maximal_lanes_enter(void *lanes, int l, const sim_state *state, double h)
{
    maximal_lanes *x = lanes;
    const maximal *from = maximal_in(state);
    const int64_t now = state->progress->now;
    enter_bodies(x, l, from);
    enter_rates(x, l, from);
    put_numbers(x->lever[x->now], l, from->lever[now], 3 * (size_t)x->model->slots);
    enter_columns(x, l, state);
    enter_actuators(x, l, state, h);
    x->work.at[l] = state->progress->work;
    x->dissipated.at[l] = state->progress->dissipated;
    x->kept[l] = *from->state;
}

/* ---- out of the lane ---- */

static void leave_bodies(maximal_lanes *x, int l, sim_state *state)
{
    maximal *to = maximal_of(state);
    pose *z = state_poses(state);
    for (int32_t s = 0; s < x->model->slots; s++) {
        const int32_t block = s / LANES, k = s % LANES;
        copy_numbers(&to->knot[block], k, &x->knot[s], l, KNOT_NUMBERS);
        z[s] = pose_make(get3(&x->knot[s].x, l), get4(&x->knot[s].q, l));
        for (int32_t age = 0; age < x->kept[l].history[0].count; age++) {
            const size_t place = ludo_maximal_history_place(&x->kept[l], 0, age);
            twist_lanes *past =
                to->velocity_history[0] + place * (size_t)to->blocks + (size_t)block;
            copy_numbers(past, k, &x->past[age][s], l, TWIST_NUMBERS);
        }
    }
}

static void leave_rates(const maximal_lanes *x, int l, maximal *to)
{
    for (int32_t age = 0; age < x->kept[l].history[0].count; age++) {
        const size_t place = ludo_maximal_history_place(&x->kept[l], 0, age);
        get_numbers(to->rate_history[0] + place * (size_t)x->stored_count, x->past_rate[age], l,
                    (size_t)x->stored_count);
    }
}

static void leave_columns(maximal_lanes *x, int l, sim_state *state)
{
    maximal *to = maximal_of(state);
    const int64_t now = state->progress->now;
    const size_t columns = (size_t)x->model->columns;
    for (size_t c = 0; c < columns; c++) {
        get_numbers(to->S[now] + 6 * c, &x->column_motion[x->now][c].S, l, 6);
        get_numbers(&to->trace[now][c].cos, &x->column_motion[x->now][c].trace, l, 2);
    }
    get_numbers(to->P_q, x->P_q, l, columns);
    get_numbers(state->memory, x->memory, l, columns);
    get_numbers(state->spring_force, x->tension, l, (size_t)x->model->spring_count);
    for (int32_t i = 0; i < x->model->actuator_count; i++) {
        state->actuator_force[i] = x->force[i].at[l];
    }
}

/* The numbers beside arrays that a step changes (ludo_maximal_step_accept()). */
static void leave_progress(const maximal_lanes *x, int l, int64_t steps, sim_progress *p)
{
    p->now = (p->now + steps) % 2;
    p->interval = x->kept[l].history[0].h;
    p->twists_known = 0;
    p->contact_knot = 0.0;
    p->contact_pending = KNOT_ENERGY_KNOWN;
    p->work = x->work.at[l];
    p->dissipated = x->dissipated.at[l];
}

void ludo_maximal_lanes_leave(void *lanes, int l, sim_state *state, int64_t steps)
{
    maximal_lanes *x = lanes;
    leave_progress(x, l, steps, state->progress);
    maximal *to = maximal_of(state);
    *to->state = x->kept[l];
    leave_bodies(x, l, state);
    leave_rates(x, l, to);
    get_numbers(to->lever[state->progress->now], x->lever[x->now], l, 3 * (size_t)x->model->slots);
    leave_columns(x, l, state);
}
