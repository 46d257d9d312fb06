/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint limits and dry friction of joints as cones along columns. */
#include "integrators/maximal_limits.h"

#include "forces/turn.h"
#include "joints/coordinate.h"

#include <math.h>
#include <string.h>

/* What is as near to its limit as this counts as on it [rad, lengths]; of what is beyond, this part
 * is let back in one step, and no faster than this in units of (length g)^(1/2) [contact.md 2]. */
static const double closed_gap = 1e-7, part_back = 0.1, speed_back = 0.1;

/* ---- where coordinates are ---- */

/* A coordinate, or the angle of a ball, at one knot: how far it is, the direction in which it
 * grows. */
typedef struct reading {
    double value;
    ludo_vec3 axis; /* of a ball: unit, world frame; zero where the angle is zero */
} reading;

/* At t_k and at the iterate of t_{k+1}. */
typedef struct readings {
    reading from, to;
} readings;

static const joint_data *joint_at(const ludo_sim *sim, int32_t slot)
{
    return &sim->model->joint[slot];
}

static ludo_quat relative_at(const ludo_sim *sim, int32_t slot, int64_t which)
{
    const joint_data *j = joint_at(sim, slot);
    const pose *z = sim->poses[which];
    return joint_relative(j, &z[j->parent], &z[slot]);
}

/* The angle of a rotation vector given in the parent's frame at a knot. */
static reading turn_reading(const ludo_sim *sim, int32_t slot, int64_t which, ludo_vec3 theta)
{
    const mat3 *R = &sim->poses[which][joint_at(sim, slot)->parent].R;
    const double angle = v3_norm(theta);
    const ludo_vec3 axis = angle > 0.0 ? v3_scale(1.0 / angle, theta) : theta;
    return (reading){angle, m3_apply(R, axis)};
}

/* The angle of a ball: at most half a turn at t_k, from where it goes on. */
static readings view_ball(const ludo_sim *sim, int32_t slot)
{
    const int64_t now = sim->progress->now;
    const ludo_quat r_0 = relative_at(sim, slot, now), r_1 = relative_at(sim, slot, 1 - now);
    const ludo_vec3 theta_0 = ludo_turn_angle(r_0, q_identity()).theta;
    const ludo_vec3 theta_1 = ludo_turn_angle(r_0, q_mul(q_conj(r_0), r_1)).theta;
    return (readings){turn_reading(sim, slot, now, theta_0),
                      turn_reading(sim, slot, 1 - now, theta_1)};
}

static double advance_of(const maximal *x, const ludo_sim *sim, int32_t column)
{
    const int64_t now = sim->progress->now;
    return ludo_joint_advance(sim->model->column_kind[column], x->trace[now][column],
                              x->trace[1 - now][column]);
}

static reading scalar_now(const maximal *x, const ludo_sim *sim, int32_t slot, int32_t column)
{
    const joint_trace trace = x->trace[sim->progress->now][column];
    return (reading){.value = ludo_joint_coordinate(sim->model->column_kind[column], trace,
                                                    sim->memory[column],
                                                    joint_at(sim, slot)->reference)};
}

static readings view_limited(const maximal *x, const ludo_sim *sim, const limit_data *l)
{
    if (l->turn) {
        return view_ball(sim, l->slot);
    }
    const reading from = scalar_now(x, sim, l->slot, l->column);
    return (readings){from, {.value = from.value + advance_of(x, sim, l->column)}};
}

/* ---- limits ---- */

/* The two sides of a limit: on which the coordinate must not fall, or rise, beyond its bound. */
enum { SIDES = 2 };
static const double inward[] = {1.0, -1.0};

static double gap_to(const limit_data *l, int side, double value)
{
    return inward[side] * (value - l->range[side]);
}

/* How many sides there are; a ball has the upper one. */
static int first_side(const limit_data *l)
{
    return l->turn ? 1 : 0;
}

/* What a column is measured in, so that all rows are lengths: angles count at the length of their
 * joint. */
static double arm_of(const ludo_sim *sim, int32_t slot, int32_t column)
{
    return column_is_length(sim->model->column_kind[column]) ? 1.0 : joint_at(sim, slot)->length;
}

/* A cone behind the last, along columns. */
static cone_rows *append(maximal *x, cone_source source, int32_t index, const cone_kind *kind)
{
    maximal_contacts *all = x->contacts;
    const int32_t i = all->count++;
    all->cone[i] = (cone){.kind = kind};
    memset(&all->rows[i], 0, sizeof *all->rows);
    all->rows[i].source = source;
    all->rows[i].index = index;
    all->rows[i].slot_a = -1;
    return &all->rows[i];
}

/* A row along a coordinate or, of a ball, along an axis. */
static void write_axis(double *row, int32_t columns, double by, ludo_vec3 axis)
{
    row[0] = columns == 1 ? by : by * axis.x;
    row[1] = by * axis.y;
    row[2] = by * axis.z;
}

/* How much of an overlap stays for this step. */
static double give_of(const ludo_sim *sim, double overlap, double length, double h)
{
    if (!(overlap > 0.0)) {
        return 0.0;
    }
    const double speed = speed_back * sqrt(length * v3_norm(sim->model->gravity));
    const double part = part_back * overlap;
    return overlap - (speed > 0.0 && part > speed * h ? speed * h : part);
}

/* The cone of one side of a limit. A ball that is in the middle is led to its bound in no direction
 * yet: that in which the iterate went says it. */
static void append_limit(maximal *x, const ludo_sim *sim, int32_t index, int side,
                         const readings *at, double h)
{
    const limit_data *l = &sim->model->contacts.limit[index];
    const double arm = arm_of(sim, l->slot, l->column), gap = gap_to(l, side, at->from.value);
    const bool middle = 2.0 * at->from.value < l->range[1];
    cone_rows *rows = append(x, CONE_LIMIT, index, &ludo_cone_ray);
    rows->slot_b = l->slot;
    rows->column = l->column;
    rows->columns = l->turn ? 3 : 1;
    rows->from = at->from.value;
    rows->give = give_of(sim, -arm * gap, joint_at(sim, l->slot)->length, h);
    write_axis(rows->F[0][0], rows->columns, inward[side] * arm,
               middle ? at->to.axis : at->from.axis);
}

static int side_of(const limit_data *l, const cone_rows *rows)
{
    return l->turn || rows->F[0][0][0] < 0.0 ? 1 : 0;
}

/* Whether a side of a limit is among the cones. */
static bool is_known(const maximal *x, const ludo_sim *sim, int32_t index, int side)
{
    bool known = false;
    for (int32_t i = 0; i < x->contacts->count; i++) {
        const cone_rows *rows = &x->contacts->rows[i];
        known = known || (rows->source == CONE_LIMIT && rows->index == index &&
                          side_of(&sim->model->contacts.limit[index], rows) == side);
    }
    return known;
}

static int32_t count_limits(const ludo_sim *sim)
{
    return sim->settings.limits ? sim->model->contacts.limit_count : 0;
}

int32_t ludo_maximal_limits_room(const ludo_sim *sim)
{
    return SIDES * count_limits(sim) + sim->model->contacts.loss_count;
}

/* What counts as on a limit, in units of its coordinate. */
static double closed_at(const ludo_sim *sim, const limit_data *l)
{
    return closed_gap / sim->model->column_scale[l->column];
}

/* Whether a bound holds the coordinate at t_k or at the iterate, or the iterate is beyond it, or
 * would be after moving as far once more. */
static bool comes_near(const ludo_sim *sim, const limit_data *l, int side, const readings *at)
{
    const double moved = fabs(at->to.value - at->from.value), closed = closed_at(sim, l);
    const double far = moved > closed ? moved : closed;
    return !(gap_to(l, side, at->to.value) > far) || gap_to(l, side, at->from.value) <= closed;
}

int32_t ludo_maximal_limits_add(maximal *x, const ludo_sim *sim, double h)
{
    const int32_t before = x->contacts->count;
    for (int32_t i = 0; i < count_limits(sim); i++) {
        const limit_data *l = &sim->model->contacts.limit[i];
        const readings at = view_limited(x, sim, l);
        for (int side = first_side(l); side < SIDES; side++) {
            const bool passed = !(gap_to(l, side, at.to.value) >= 0.0);
            if (passed && !is_known(x, sim, i, side)) {
                append_limit(x, sim, i, side, &at, h);
            }
        }
    }
    return x->contacts->count - before;
}

/* ---- dry friction ---- */

/* Loss i with what it bears over a duration. */
static void append_loss(maximal *x, const ludo_sim *sim, int32_t i, double duration)
{
    const loss_data *l = &sim->model->contacts.loss[i];
    const double arm = arm_of(sim, l->slot, l->column);
    cone_rows *rows = append(x, CONE_LOSS, i, l->turn ? &ludo_cone_ball : &ludo_cone_band);
    x->contacts->cone[x->contacts->count - 1].mu = duration * l->force / arm;
    rows->slot_b = l->slot;
    rows->column = l->column;
    rows->columns = l->turn ? 3 : 1;
    for (int32_t k = 0; k < rows->columns; k++) {
        rows->F[0][k][k] = arm;
    }
}

/* Both halves around t_k: that of the interval before and that of the one that follows. */
void ludo_maximal_limits_gather(maximal *x, const ludo_sim *sim, double h)
{
    for (int32_t i = 0; i < count_limits(sim); i++) {
        const limit_data *l = &sim->model->contacts.limit[i];
        const readings at = view_limited(x, sim, l);
        for (int side = first_side(l); side < SIDES; side++) {
            if (comes_near(sim, l, side, &at)) {
                append_limit(x, sim, i, side, &at, h);
            }
        }
    }
    for (int32_t i = 0; i < sim->model->contacts.loss_count; i++) {
        append_loss(x, sim, i, 0.5 * (sim->progress->interval + h));
    }
}

/* ---- rates at the iterate ---- */

static void view_limit(const maximal *x, const ludo_sim *sim, cone *c, cone_rows *rows, double h)
{
    const limit_data *l = &sim->model->contacts.limit[rows->index];
    const double arm = arm_of(sim, l->slot, l->column);
    const int side = side_of(l, rows);
    const reading to = l->turn ? view_ball(sim, l->slot).to
                               : (reading){.value = rows->from + advance_of(x, sim, l->column)};
    c->y[0] = (arm * gap_to(l, side, to.value) + rows->give) / h;
    write_axis(rows->R[0][0], rows->columns, inward[side] * arm, to.axis);
}

/* A ball's turn over the interval, and how it changes with rates about the world's axes. */
static void view_ball_loss(const ludo_sim *sim, cone *c, cone_rows *rows, double arm, double h)
{
    const int32_t slot = rows->slot_b, parent = joint_at(sim, slot)->parent;
    const int64_t now = sim->progress->now;
    const mat3 *R_0 = &sim->poses[now][parent].R, *R_1 = &sim->poses[1 - now][parent].R;
    const ludo_quat r_0 = relative_at(sim, slot, now), r_1 = relative_at(sim, slot, 1 - now);
    const turn_angle turn = ludo_turn_angle(q_mul(r_1, q_conj(r_0)), q_identity());
    const ludo_vec3 eta = m3_apply(R_0, turn.theta);
    const mat3 K = m3_mul_t(m3_mul(*R_0, turn.K), *R_1);
    c->y[0] = arm * eta.x / h, c->y[1] = arm * eta.y / h, c->y[2] = arm * eta.z / h;
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) {
            rows->R[0][r][k] = arm * K.m[3 * r + k];
        }
    }
}

static void view_loss(const maximal *x, const ludo_sim *sim, cone *c, cone_rows *rows, double h)
{
    const double arm = arm_of(sim, rows->slot_b, rows->column);
    if (rows->columns == 3) {
        view_ball_loss(sim, c, rows, arm, h);
        return;
    }
    c->y[0] = arm * advance_of(x, sim, rows->column) / h;
    rows->R[0][0][0] = arm;
}

void ludo_maximal_limits_view(maximal *x, const ludo_sim *sim, double h)
{
    for (int32_t i = 0; i < x->contacts->count; i++) {
        cone *c = &x->contacts->cone[i];
        cone_rows *rows = &x->contacts->rows[i];
        if (rows->source == CONE_LIMIT) {
            view_limit(x, sim, c, rows, h);
        } else if (rows->source == CONE_LOSS) {
            view_loss(x, sim, c, rows, h);
        }
    }
}

/* ---- the knot ---- */

static reading view_now(const maximal *x, const ludo_sim *sim, const limit_data *l)
{
    const int64_t now = sim->progress->now;
    return l->turn
               ? turn_reading(sim, l->slot, now,
                              ludo_turn_angle(relative_at(sim, l->slot, now), q_identity()).theta)
               : scalar_now(x, sim, l->slot, l->column);
}

void ludo_maximal_limits_knot_gather(maximal *x, const ludo_sim *sim, double duration)
{
    const int32_t first = x->contacts->count;
    for (int32_t i = 0; i < count_limits(sim); i++) {
        const limit_data *l = &sim->model->contacts.limit[i];
        const reading now = view_now(x, sim, l);
        const readings at = {now, now};
        for (int side = first_side(l); side < SIDES; side++) {
            if (gap_to(l, side, now.value) <= closed_at(sim, l)) {
                append_limit(x, sim, i, side, &at, 0.0);
            }
        }
    }
    for (int32_t i = 0; i < sim->model->contacts.loss_count && duration > 0.0; i++) {
        append_loss(x, sim, i, duration);
    }
    for (int32_t i = first; i < x->contacts->count; i++) {
        memcpy(x->contacts->rows[i].R, x->contacts->rows[i].F, sizeof x->contacts->rows[i].R);
    }
}

void ludo_maximal_limits_knot_view(maximal *x, const ludo_sim *sim)
{
    (void)sim;
    for (int32_t i = 0; i < x->contacts->count; i++) {
        cone *c = &x->contacts->cone[i];
        const cone_rows *rows = &x->contacts->rows[i];
        if (rows->source != CONE_CONTACT) {
            ludo_maximal_limits_rate(c, rows, x->tree.w, c->y);
        }
    }
}
