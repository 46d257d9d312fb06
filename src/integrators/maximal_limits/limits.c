/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint limits and dry friction of joints as cones along degrees of freedom. */
#include "integrators/maximal_limits/limits.h"

#include "integrators/maximal_limits/limits_ball.h"
#include "integrators/maximal_limits/limits_cone.h"
#include "integrators/maximal_limits/limits_motion.h"
#include "integrators/maximal_limits/limits_speed.h"
#include "integrators/maximal_limits/limits_tendon.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- coordinates ---- */

/* A coordinate, or the angle of a ball, at t_k and at the iterate of t_{k+1}. */
typedef struct reading {
    double from, to;
} reading;

/* After ludo_maximal_limits_motion_begin(), at a knot ludo_maximal_limits_motion_knot(). */
static double coordinate_now(const maximal *x, const sim_state *state, const limit_data *l)
{
    return l->ball ? ludo_maximal_limits_ball_angle_now(state, l->slot)
                   : limits_motion_start(&x->contacts->motion, l->column);
}

/* After ludo_maximal_limits_motion_read(). */
static reading coordinate_of(const maximal *x, const sim_state *state, const limit_data *l)
{
    const double from = coordinate_now(x, state, l);
    return (reading){from, l->ball ? ludo_maximal_limits_ball_angle_next(state, l->slot)
                                   : from + limits_motion_advance(&x->contacts->motion, l->column)};
}

/* ---- limits ---- */

static double gap_to(const limit_data *l, int side, double value)
{
    return inward[side] * (value - l->range[side]);
}

/* The first side; a ball has the upper one alone. */
static int first_side(const limit_data *l)
{
    return l->ball ? 1 : 0;
}

cone_rows *ludo_maximal_limits_append(maximal *x, cone_source source, int32_t index,
                                      const cone_kind *kind)
{
    maximal_contacts *all = x->contacts;
    const int32_t i = all->count++;
    ludo_cone_clear(&all->cone[i], kind);
    memset(&all->rows[i], 0, offsetof(cone_rows, joint) + sizeof all->rows->joint);
    all->rows[i].source = source;
    all->rows[i].index = index;
    all->rows[i].added = true;
    all->rows[i].slot_a = -1;
    all->islands.place[i] = i;
    return &all->rows[i];
}

double ludo_maximal_limits_offset(const sim_state *state, double overlap, double length, double h)
{
    if (!(overlap > 0.0)) {
        return 0.0;
    }
    const double fall = sqrt(length * v3_norm(state->model->gravity));
    return overlap_offset(overlap, contact_constants.overlap_speed * fall, h);
}

/* The cone of one side of a limit whose coordinate is `from` at t_k; F of a ball is set later. */
static cone_rows *append_side(maximal *x, const sim_state *state, int32_t index, int side,
                              double from, double h)
{
    const limit_data *l = &state->model->limits.limit[index];
    const double arm = arm_of(state, l->slot, l->column), gap = gap_to(l, side, from);
    cone_rows *rows = ludo_maximal_limits_append(x, CONE_LIMIT, index, &ludo_cone_ray);
    rows->slot_b = l->slot;
    rows->column = l->column;
    rows->columns = l->ball ? 3 : 1;
    rows->from = from;
    rows->offset =
        ludo_maximal_limits_offset(state, -arm * gap, joint_at(state, l->slot)->length, h);
    rows->joint.F[0][0] = l->ball ? 0.0 : inward[side] * arm;
    return rows;
}

/* The gap at which a limit counts as closed, in units of its coordinate. */
static double closed_at(const sim_state *state, const limit_data *l)
{
    return contact_constants.closed_gap / state->model->column_scale[l->column];
}

static void append_limit(maximal *x, const sim_state *state, int32_t index, int side, double from,
                         double h)
{
    const limit_data *l = &state->model->limits.limit[index];
    cone_rows *rows = append_side(x, state, index, side, from, h);
    if (l->ball) {
        ludo_maximal_limits_ball_aim(state, gap_to(l, side, from) <= closed_at(state, l), rows);
    }
}

bool ludo_maximal_limits_known(const maximal *x, cone_source source, int32_t index, int side)
{
    bool known = false;
    for (int32_t i = 0; i < x->contacts->count; i++) {
        const cone_rows *rows = &x->contacts->rows[i];
        known = known || (rows->source == source && rows->index == index && side_of(rows) == side);
    }
    return known;
}

static int32_t count_limits(const sim_state *state)
{
    return state->settings.limits ? state->model->limits.limit_count : 0;
}

int32_t ludo_maximal_limits_room(const sim_state *state)
{
    return SIDES * (count_limits(state) + ludo_maximal_limits_speed_count(state)) +
           state->model->limits.friction_count + ludo_maximal_limits_tendon_room(state);
}

/* Whether the limit is closed at t_k, or closed or passed at the iterate or after another motion as
 * far as that of the interval. `closed`: closed_at(). */
static bool is_near(const limit_data *l, int side, reading at, double closed)
{
    const double moved = fabs(at.to - at.from), far = moved > closed ? moved : closed;
    return !(gap_to(l, side, at.to) > far) || gap_to(l, side, at.from) <= closed;
}

int32_t ludo_maximal_limits_add(maximal *x, const sim_state *state, double h)
{
    const int32_t before = x->contacts->count;
    ludo_maximal_limits_motion_read(x, state);
    for (int32_t i = 0; i < count_limits(state); i++) {
        const limit_data *l = &state->model->limits.limit[i];
        const reading at = coordinate_of(x, state, l);
        for (int side = first_side(l); side < SIDES; side++) {
            const bool passed = !(gap_to(l, side, at.to) >= 0.0) && !maximal_holds(x, l->slot);
            if (passed && !ludo_maximal_limits_known(x, CONE_LIMIT, i, side)) {
                append_limit(x, state, i, side, at.from, h);
            }
        }
    }
    ludo_maximal_limits_speed_gather(x, state, true, h);
    ludo_maximal_limits_tendon_add(x, state, h);
    return x->contacts->count - before;
}

/* ---- dry friction ---- */

/* The cone of dry friction i over a duration. */
static void append_loss(maximal *x, const sim_state *state, int32_t i, double duration)
{
    const dry_friction_data *l = &state->model->limits.friction[i];
    const double arm = arm_of(state, l->slot, l->column);
    cone_rows *rows = ludo_maximal_limits_append(x, CONE_DRY_FRICTION, i,
                                                 l->ball ? &ludo_cone_ball : &ludo_cone_band);
    x->contacts->cone[x->contacts->count - 1].mu = duration * l->force / arm;
    rows->slot_b = l->slot;
    rows->column = l->column;
    rows->columns = l->ball ? 3 : 1;
    for (int32_t k = 0; k < rows->columns; k++) {
        rows->joint.F[k][k] = arm;
    }
}

/* The duration of dry friction is half the interval of the body before t_k and half the next. */
void ludo_maximal_limits_gather(maximal *x, const sim_state *state, double h)
{
    ludo_maximal_limits_motion_begin(x, state);
    ludo_maximal_limits_motion_read(x, state);
    for (int32_t i = 0; i < count_limits(state); i++) {
        const limit_data *l = &state->model->limits.limit[i];
        const reading at = coordinate_of(x, state, l);
        const double closed = closed_at(state, l);
        for (int side = first_side(l); side < SIDES; side++) {
            if (is_near(l, side, at, closed) && !maximal_holds(x, l->slot)) {
                append_limit(x, state, i, side, at.from, h);
            }
        }
    }
    for (int32_t i = 0; i < state->model->limits.friction_count; i++) {
        const int32_t slot = state->model->limits.friction[i].slot;
        if (!maximal_holds(x, slot)) {
            append_loss(x, state, i, 0.5 * (x->contacts->interval[slot] + h));
        }
    }
    ludo_maximal_limits_speed_gather(x, state, false, h);
    ludo_maximal_limits_tendon_gather(x, state, h);
}

/* ---- rates at the iterate ---- */

/* The rate of the gap of a scalar limit that moves to a coordinate. */
static double rate_to(const sim_state *state, const cone_rows *rows, double to, double h)
{
    const limit_data *l = &state->model->limits.limit[rows->index];
    const double arm = arm_of(state, l->slot, l->column);
    return (arm * gap_to(l, side_of(rows), to) + rows->offset) / h;
}

static void evaluate_limit(const maximal *x, const sim_state *state, cone *c, cone_rows *rows,
                           double h)
{
    const limit_data *l = &state->model->limits.limit[rows->index];
    const double arm = arm_of(state, l->slot, l->column);
    if (l->ball) {
        ludo_maximal_limits_ball_evaluate(state, l, arm, h, c, rows);
        return;
    }
    c->y[0] = rate_to(state, rows,
                      rows->from + limits_motion_advance(&x->contacts->motion, l->column), h);
    rows->joint.R[0][0] = inward[side_of(rows)] * arm;
}

static void evaluate_loss(const maximal *x, const sim_state *state, cone *c, cone_rows *rows,
                          double h)
{
    const double arm = arm_of(state, rows->slot_b, rows->column);
    if (rows->columns == 3) {
        ludo_maximal_limits_ball_friction_evaluate(state, arm, h, c, rows);
        return;
    }
    c->y[0] = arm * limits_motion_advance(&x->contacts->motion, rows->column) / h;
    rows->joint.R[0][0] = arm;
}

/* y and R of a cone at the iterate, by its source. */
static void (*const evaluate[])(const maximal *x, const sim_state *state, cone *c, cone_rows *rows,
                                double h) = {
    [CONE_LIMIT] = evaluate_limit,
    [CONE_DRY_FRICTION] = evaluate_loss,
    [CONE_SPEED] = ludo_maximal_limits_speed_evaluate,
    [CONE_TENDON_LIMIT] = ludo_maximal_limits_tendon_evaluate,
    [CONE_TENDON_FRICTION] = ludo_maximal_limits_tendon_evaluate,
};

void ludo_maximal_limits_evaluate(maximal *x, const sim_state *state, double h)
{
    FOR_RUNNING_CONES(i, &x->contacts->islands)
    {
        cone_rows *rows = &x->contacts->rows[i];
        if (rows->source != CONE_CONTACT) {
            ludo_maximal_limits_motion_read(x, state);
            evaluate[rows->source](x, state, &x->contacts->cone[i], rows, h);
        }
    }
}

/* ---- the knot ---- */

static void append_closed(maximal *x, const sim_state *state, int32_t index, int side, double now)
{
    const limit_data *l = &state->model->limits.limit[index];
    cone_rows *rows = append_side(x, state, index, side, now, 0.0);
    if (l->ball) {
        ludo_maximal_limits_ball_knot(state, arm_of(state, l->slot, l->column), rows);
    }
}

void ludo_maximal_limits_knot_gather(maximal *x, const sim_state *state)
{
    const int32_t first = x->contacts->count;
    ludo_maximal_limits_motion_knot(x, state);
    for (int32_t i = 0; i < count_limits(state); i++) {
        const limit_data *l = &state->model->limits.limit[i];
        const double now = coordinate_now(x, state, l);
        for (int side = first_side(l); side < SIDES; side++) {
            if (gap_to(l, side, now) <= closed_at(state, l)) {
                append_closed(x, state, i, side, now);
            }
        }
    }
    for (int32_t i = 0; i < state->model->limits.friction_count; i++) {
        const double before = x->contacts->interval[state->model->limits.friction[i].slot];
        if (before > 0.0) {
            append_loss(x, state, i, 0.5 * before);
        }
    }
    (void)ludo_maximal_limits_speed_knot_gather(x, state, false);
    ludo_maximal_limits_tendon_knot_gather(x, state);
    for (int32_t i = first; i < x->contacts->count; i++) {
        cone_rows *rows = &x->contacts->rows[i];
        memcpy(rows->joint.R, rows->joint.F, sizeof rows->joint.R);
    }
}

void ludo_maximal_limits_knot_evaluate(maximal *x, const sim_state *state)
{
    FOR_RUNNING_CONES(i, &x->contacts->islands)
    {
        cone *c = &x->contacts->cone[i];
        const cone_rows *rows = &x->contacts->rows[i];
        if (source_is_tendon(rows->source)) {
            c->y[0] = ludo_maximal_limits_tendon_rate(rows, x->tree.u, x->tree.w);
        } else if (rows->source != CONE_CONTACT) {
            ludo_maximal_limits_rate(c, rows, x->tree.w, c->y);
        }
        if (rows->source == CONE_SPEED) {
            c->y[0] += ludo_maximal_limits_speed_most(state, rows);
        }
    }
}
