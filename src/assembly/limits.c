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

static ludo_quat rotation_of(const double *q)
{
    return q_normalized((ludo_quat){q[0], q[1], q[2], q[3]});
}

static bool limit_ball(const limit_data *l, double *q)
{
    const ludo_quat r = rotation_of(q);
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

/* The coordinate of a limit, among those of all joints. A ball's are its joint's last four. */
static double *coordinate_of(const sim_state *state, const limit_data *l)
{
    const ludo_model *m = state->model;
    return state->position + (l->ball ? m->position[l->slot + 1] - 4
                                      : m->position[l->slot] + l->column - m->column[l->slot]);
}

/* Set the coordinate of a limit to it if it is outside; returns whether it was. */
static bool limit_coordinate(const sim_state *state, const limit_data *l)
{
    double *q = coordinate_of(state, l);
    return l->ball ? limit_ball(l, q) : limit_scalar(state->model, l, q);
}

/* How far the coordinate of a limit is beyond it [rad, lengths]. */
static double beyond(const sim_state *state, const limit_data *l)
{
    const double *q = coordinate_of(state, l);
    return l->ball ? fmax(0.0, v3_norm(q_rotation_vector(rotation_of(q))) - l->range[1])
                   : fabs(*q - within(l->range, *q)) * state->model->column_scale[l->column];
}

/* 1 for a limit of another joint than the last one's, or of another part of it; else 0. */
static int32_t count_joint(const ludo_model *m, const limit_data *l, int32_t *last)
{
    const bool other = l->slot != *last || kind_has_parts(m->joint[l->slot].kind);
    *last = l->slot;
    return other ? 1 : 0;
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
        const limit_data *l = &m->limits.limit[i];
        joints += beyond(state, l) > near_limit ? count_joint(m, l, &last) : 0;
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
        if (limit_coordinate(state, &of->limit[i])) {
            joints += count_joint(m, &of->limit[i], &last);
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
