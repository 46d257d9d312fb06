/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed limits of driven joints. */
#include "integrators/maximal_limits/limits_speed.h"

#include "integrators/maximal_limits/limits_cone.h"
#include "integrators/maximal_limits/limits_motion.h"

#include <math.h>

int32_t ludo_maximal_limits_speed_count(const sim_state *state)
{
    return state->settings.limits ? state->model->limits.speed_count : 0;
}

static const speed_data *speed_at(const sim_state *state, int32_t index)
{
    return &state->model->limits.speed[index];
}

static bool is_driven(const sim_state *state, const speed_data *l)
{
    const servo_data *servo = &state->servo[l->column];
    return l->driven || servo->kp > 0.0 || servo->kd > 0.0;
}

static void append_speed(maximal *x, const sim_state *state, int32_t index, int side)
{
    const speed_data *l = speed_at(state, index);
    cone_rows *rows = ludo_maximal_limits_append(x, CONE_SPEED, index, &ludo_cone_ray);
    rows->slot_b = l->slot;
    rows->column = l->column;
    rows->columns = 1;
    rows->joint.F[0][0] = inward[side] * arm_of(state, l->slot, l->column);
    rows->joint.R[0][0] = rows->joint.F[0][0];
}

/* The part of a largest rate above which it has a cone. */
static const double near_part = 0.5;

/* Append the sides of limit i that a rate is near to, or that it passes and that have no cone. */
static void append_near(maximal *x, const sim_state *state, int32_t i, bool passed, double rate)
{
    const speed_data *l = speed_at(state, i);
    const double near = passed ? l->speed : near_part * l->speed;
    if (fabs(rate) <= near) {
        return;
    }
    for (int side = 0; side < SIDES; side++) {
        const bool reached = !(-inward[side] * rate <= near);
        if (reached && is_driven(state, l) &&
            !(passed && ludo_maximal_limits_known(x, CONE_SPEED, i, side))) {
            append_speed(x, state, i, side);
        }
    }
}

void ludo_maximal_limits_speed_gather(maximal *x, const sim_state *state, bool passed, double h)
{
    for (int32_t i = 0; i < ludo_maximal_limits_speed_count(state); i++) {
        const speed_data *l = speed_at(state, i);
        if (!maximal_holds(x, l->slot)) {
            append_near(x, state, i, passed,
                        limits_motion_advance(&x->contacts->motion, l->column) / h);
        }
    }
}

double ludo_maximal_limits_speed_most(const sim_state *state, const cone_rows *rows)
{
    return arm_of(state, rows->slot_b, rows->column) * speed_at(state, rows->index)->speed;
}

void ludo_maximal_limits_speed_evaluate(const maximal *x, const sim_state *state, cone *c,
                                        cone_rows *rows, double h)
{
    c->y[0] = ludo_maximal_limits_speed_most(state, rows) +
              rows->joint.R[0][0] * limits_motion_advance(&x->contacts->motion, rows->column) / h;
}

int32_t ludo_maximal_limits_speed_knot_gather(maximal *x, const sim_state *state, bool passed)
{
    const int32_t first = x->contacts->count;
    for (int32_t i = 0; i < ludo_maximal_limits_speed_count(state); i++) {
        append_near(x, state, i, passed, x->tree.w[speed_at(state, i)->column]);
    }
    return x->contacts->count - first;
}

bool ludo_maximal_limits_speed_is_near(const maximal *x, const sim_state *state)
{
    bool any = false;
    for (int32_t i = 0; i < ludo_maximal_limits_speed_count(state) && !any; i++) {
        const speed_data *l = speed_at(state, i);
        any = !(fabs(x->tree.w[l->column]) <= near_part * l->speed) && is_driven(state, l);
    }
    return any;
}
