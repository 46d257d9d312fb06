/* SPDX-License-Identifier: Apache-2.0
 *
 * A start outside joint limits: coordinates are set to their limits and held there while loops
 * close, unless loops can't be closed so. */
#include "assembly/assembly.h"

#include "assembly/joint_motion.h"
#include "math/rotation_vector.h"

#include <math.h>

/* Coordinates beyond their limits by no more than this count as on them: the accuracy of files and
 * programs [rad, lengths]. */
static const double on = 1e-12;

/* Coordinates that loops hold beyond their limits by no more than this count as on them: the
 * accuracy of closed loops and of steps [rad, lengths]. */
static const double near_limit = 1e-9;

/* The coordinate nearest to `value` within a range. */
static double within(const double range[2], double value)
{
    return value < range[0] ? range[0] : value > range[1] ? range[1] : value;
}

/* The rotation about the axis of q by the given angle. */
static ludo_quat turned_back(ludo_quat q, double angle)
{
    return q_turn(v3_scale(angle, v3_unit(q_rotation_vector(q))));
}

static double slack_of(const ludo_model *m, int32_t column)
{
    return on / m->column_scale[column];
}

static bool limit_ball(const limit_data *l, double *q)
{
    const ludo_quat r = q_normalized((ludo_quat){q[0], q[1], q[2], q[3]});
    const bool outside = v3_norm(q_rotation_vector(r)) > l->range[1] + on;
    if (outside) {
        const ludo_quat to = turned_back(r, l->range[1]);
        q[0] = to.w, q[1] = to.x, q[2] = to.y, q[3] = to.z;
    }
    return outside;
}

static bool limit_scalar(const ludo_model *m, const limit_data *l, double *q)
{
    const double to = within(l->range, *q);
    const bool outside = fabs(*q - to) > slack_of(m, l->column);
    *q = outside ? to : *q;
    return outside;
}

/* Set the coordinate of a limit, among those of all joints, to the limit if it is outside; returns
 * whether it was. A ball's coordinates are its joint's last four. */
static bool limit_coordinate(const sim_state *state, const limit_data *l)
{
    const ludo_model *m = state->model;
    const int32_t first = m->position[l->slot];
    return l->ball ? limit_ball(l, state->position + m->position[l->slot + 1] - 4)
                   : limit_scalar(m, l, state->position + first + l->column - m->column[l->slot]);
}

/* How far the coordinate of a limit, among those of all joints, is beyond it [rad, lengths]. */
static double beyond(const sim_state *state, const limit_data *l)
{
    const ludo_model *m = state->model;
    const double *q = state->position + m->position[l->slot];
    if (l->ball) {
        q = state->position + m->position[l->slot + 1] - 4;
        const ludo_quat r = q_normalized((ludo_quat){q[0], q[1], q[2], q[3]});
        return fmax(0.0, v3_norm(q_rotation_vector(r)) - l->range[1]);
    }
    const double value = q[l->column - m->column[l->slot]];
    return fabs(value - within(l->range, value)) * m->column_scale[l->column];
}

int32_t ludo_assembly_count_outside(sim_state *state)
{
    const ludo_model *m = state->model;
    const int32_t limits = state->settings.limits ? m->limits.limit_count : 0;
    int32_t joints = 0, last = -1;
    if (limits > 0) {
        ludo_state_gather(state, state->position, state->rate);
    }
    for (int32_t i = 0; i < limits; i++) {
        const int32_t slot = m->limits.limit[i].slot;
        if (beyond(state, &m->limits.limit[i]) > near_limit) {
            joints += slot != last || kind_has_parts(m->joint[slot].kind) ? 1 : 0;
            last = slot;
        }
    }
    return joints;
}

/* Record that a limit holds its coordinate while loops close. */
static void record_limit(kinematics *x, int32_t limit)
{
    bool held = false;
    for (int32_t i = 0; i < x->limited_count; i++) {
        held = held || x->limited[i] == limit;
    }
    if (!held) {
        x->limited[x->limited_count++] = limit;
    }
}

/* Set coordinates outside their limits to the limits. Returns the number of joints concerned; parts
 * of a composite joint count separately. */
static int32_t limit_coordinates(sim_state *state)
{
    const ludo_model *m = state->model;
    const model_limits *of = &m->limits;
    int32_t joints = 0, last = -1;
    ludo_state_gather(state, state->position, state->rate);
    for (int32_t i = 0; i < of->limit_count; i++) {
        const int32_t slot = of->limit[i].slot;
        if (limit_coordinate(state, &of->limit[i])) {
            joints += slot != last || kind_has_parts(m->joint[slot].kind) ? 1 : 0;
            last = slot;
            if (state->kinematics != NULL) {
                record_limit(state->kinematics, i);
            }
        }
    }
    if (joints > 0) {
        ludo_state_place(state, state->position);
        ludo_state_move(state, state->rate);
    }
    return joints;
}

/* Coordinates that closing moved outside are set to their limits, and all loops close again. */
static ludo_status close_again(sim_state *state, ludo_start_report *report)
{
    ludo_status status = LUDO_OK;
    int32_t more = state->model->limits.limit_count;
    while (more > 0 && status == LUDO_OK && report->released == 0) {
        const int32_t joints = limit_coordinates(state);
        report->limited += joints;
        status = joints > 0 ? ludo_assembly_close(state, report) : status;
        more = joints > 0 ? more - 1 : 0;
    }
    return status;
}

/* The displacements from the coordinates that were set, and without the joints that loops hold
 * outside of their limits the number of those moved onto them. */
static void report_limited(sim_state *state, ludo_start_report *report)
{
    const int32_t outside = ludo_assembly_count_outside(state);
    ludo_state_gather(state, state->position, state->rate);
    ludo_assembly_distance(state->model, state->kinematics->set, state->position, state->moved);
    if (report->released > 0) {
        report->limited = report->limited > outside ? report->limited - outside : 0;
    }
}

ludo_status ludo_assembly_close_within_limits(sim_state *state, ludo_start_report *report)
{
    const bool limits = state->settings.limits && state->model->limits.limit_count > 0;
    kinematics *x = state->kinematics;
    if (x != NULL) {
        x->limited_count = 0;
    }
    if (x != NULL && limits) {
        ludo_state_gather(state, x->set, state->rate);
    }
    report->limited = limits ? limit_coordinates(state) : 0;
    ludo_status status = ludo_assembly_close(state, report);
    if (x == NULL || !limits) {
        return status;
    }
    status = status == LUDO_OK ? close_again(state, report) : status;
    if (status == LUDO_OK && report->limited > 0) {
        report_limited(state, report);
    }
    return status;
}
