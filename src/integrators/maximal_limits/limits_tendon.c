/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction along tendons. */
#include "integrators/maximal_limits/limits_tendon.h"

#include "integrators/maximal/hold.h"
#include "integrators/maximal_forces/tendons.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_limits/limits_cone.h"

#include <math.h>

static bool is_limited(const sim_state *state, const tendon_data *l)
{
    return state->settings.limits && l->limited;
}

int32_t ludo_maximal_limits_tendon_room(const sim_state *state)
{
    int32_t room = 0;
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        const tendon_data *l = &state->model->tendon[i];
        room += (is_limited(state, l) ? SIDES : 0) + (l->friction_loss > 0.0 ? 1 : 0);
    }
    return room;
}

/* ---- the cones of an interval or a knot ---- */

/* The views that give the gradients A and B. */
typedef struct tendon_views {
    const tendon_view *A, *B;
} tendon_views;

static tendon_views of_interval(const maximal *x, int32_t tendon)
{
    return (tendon_views){&x->forces.tendon[tendon].view[0], &x->forces.tendon[tendon].view[1]};
}

static tendon_views of_knot(const maximal *x, int32_t tendon)
{
    return (tendon_views){&x->forces.knot_view[tendon], &x->forces.knot_view[tendon]};
}

static double gap_to(const tendon_data *l, int side, double length)
{
    return inward[side] * (length - l->range[side]);
}

static cone_rows *append(maximal *x, const sim_state *state, int32_t tendon, tendon_views at,
                         cone_source source)
{
    const bool limit = source == CONE_TENDON_LIMIT;
    cone_rows *rows =
        ludo_maximal_limits_append(x, source, tendon, limit ? &ludo_cone_ray : &ludo_cone_band);
    rows->slot_b = ludo_maximal_hold_tendon_body(x, state->model, tendon);
    rows->column = -1;
    rows->tendon = &state->model->tendon[tendon];
    rows->pulls = at.A;
    rows->rates = at.B;
    rows->joint.F[0][0] = 1.0;
    return rows;
}

static void append_side(maximal *x, const sim_state *state, int32_t tendon, int side,
                        tendon_views at, double h)
{
    const tendon_data *l = &state->model->tendon[tendon];
    cone_rows *rows = append(x, state, tendon, at, CONE_TENDON_LIMIT);
    rows->from = at.A->length;
    rows->offset = ludo_maximal_limits_offset(state, -gap_to(l, side, rows->from), l->range[1], h);
    rows->joint.F[0][0] = inward[side];
}

static void append_friction(maximal *x, const sim_state *state, int32_t tendon, tendon_views at,
                            double duration)
{
    (void)append(x, state, tendon, at, CONE_TENDON_FRICTION);
    x->contacts->cone[x->contacts->count - 1].mu =
        duration * state->model->tendon[tendon].friction_loss;
}

/* Whether the limit is closed at t_k, or closed or passed at the iterate or after another change of
 * the length as large as that of the interval. */
static bool is_near(const tendon_data *l, int side, tendon_views at)
{
    const double moved = fabs(at.B->length - at.A->length), closed = contact_constants.closed_gap;
    return !(gap_to(l, side, at.B->length) > (moved > closed ? moved : closed)) ||
           gap_to(l, side, at.A->length) <= closed;
}

/* ---- the interval ---- */

/* Whether a tendon has cones: bodies that move. */
static bool moves(const maximal *x, const sim_state *state, int32_t tendon)
{
    const int32_t body = ludo_maximal_hold_tendon_body(x, state->model, tendon);
    return body >= 0 && !maximal_holds(x, body);
}

void ludo_maximal_limits_tendon_gather(maximal *x, const sim_state *state, double h)
{
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        const tendon_data *l = &state->model->tendon[i];
        if (!moves(x, state, i)) {
            continue;
        }
        const tendon_views at = of_interval(x, i);
        for (int side = 0; side < SIDES && is_limited(state, l); side++) {
            if (is_near(l, side, at)) {
                append_side(x, state, i, side, at, h);
            }
        }
        if (l->friction_loss > 0.0) {
            const double before =
                x->contacts->interval[ludo_maximal_hold_tendon_body(x, state->model, i)];
            append_friction(x, state, i, at, 0.5 * (before + h));
        }
    }
}

void ludo_maximal_limits_tendon_add(maximal *x, const sim_state *state, double h)
{
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        const tendon_data *l = &state->model->tendon[i];
        const tendon_views at = of_interval(x, i);
        for (int side = 0; side < SIDES && is_limited(state, l) && moves(x, state, i); side++) {
            if (!(gap_to(l, side, at.B->length) >= 0.0) &&
                !ludo_maximal_limits_known(x, CONE_TENDON_LIMIT, i, side)) {
                append_side(x, state, i, side, at, h);
            }
        }
    }
}

void ludo_maximal_limits_tendon_evaluate(const maximal *x, const sim_state *state, cone *c,
                                         cone_rows *rows, double h)
{
    (void)x, (void)state;
    const double to = rows->rates->length;
    c->y[0] = rows->source == CONE_TENDON_LIMIT
                  ? (gap_to(rows->tendon, side_of(rows), to) + rows->offset) / h
                  : (to - rows->pulls->length) / h;
}

/* ---- the knot ---- */

void ludo_maximal_limits_tendon_knot_gather(maximal *x, const sim_state *state)
{
    ludo_maximal_tendons_assemble_knot(x, state);
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        const tendon_data *l = &state->model->tendon[i];
        const int32_t body = ludo_maximal_hold_tendon_body(x, state->model, i);
        const tendon_views at = of_knot(x, i);
        for (int side = 0; side < SIDES && is_limited(state, l) && body >= 0; side++) {
            if (gap_to(l, side, at.A->length) <= contact_constants.closed_gap) {
                append_side(x, state, i, side, at, 0.0);
            }
        }
        if (l->friction_loss > 0.0 && body >= 0 && x->contacts->interval[body] > 0.0) {
            append_friction(x, state, i, at, 0.5 * x->contacts->interval[body]);
        }
    }
}

/* ---- in the equations of the tree ---- */

void ludo_maximal_limits_tendon_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                              const cone_rows *rows)
{
    ludo_maximal_tendons_add_slope(x, state->model, rows->index, c->slope[0]);
}

static void pull(maximal *x, const cone_rows *rows, double impulse)
{
    rows->tendon->kind->pull(rows->tendon, rows->pulls, rows->joint.F[0][0] * impulse, x->tree.r,
                             x->tree.e);
}

/* The constraint solves for the change of the impulse: near a solution it is small, and so is its
 * rounding error. */
void ludo_maximal_limits_tendon_add_rhs(maximal *x, const cone *c, const cone_rows *rows)
{
    const int32_t loops = x->loops.constraints.count - x->forces.tendons;
    const double slope = x->loops.slope[rows->index], change = c->rhs[0] - c->p[0];
    double *b = x->loops.constraints.b + ROW * (size_t)(loops + rows->index);
    pull(x, rows, c->p[0]);
    if (slope != 0.0) {
        b[0] += rows->joint.F[0][0] * change / slope;
    } else {
        pull(x, rows, change);
    }
}

void ludo_maximal_limits_tendon_apply_impulses(maximal *x, const cone *c, const cone_rows *rows)
{
    pull(x, rows, c->p[0]);
}

static double rate_of(const cone_rows *rows, const tendon_view *view, const double *u,
                      const double *w)
{
    return rows->joint.F[0][0] * rows->tendon->kind->rate(rows->tendon, view, u, w);
}

void ludo_maximal_limits_tendon_read_rates(const maximal *x, cone *c, const cone_rows *rows)
{
    c->dy[0] = rate_of(rows, rows->rates, x->tree.u, x->tree.w);
}

double ludo_maximal_limits_tendon_rate(const cone_rows *rows, const double *u, const double *w)
{
    return rate_of(rows, rows->pulls, u, w);
}
