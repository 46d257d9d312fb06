/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a medium over an interval. */
#include "integrators/maximal_forces/drag.h"

#include "drag/drag.h"

static twist interval_velocity(const maximal *x, int32_t s)
{
    const twist_lanes *V = &x->body[s / LANES].V;
    return (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
}

/* The drag at the start (end 0) or the end (1) of the interval. */
static drag_wrench drag_at(const maximal *x, const sim_state *state, const drag_data *d, int end,
                           bool derivative)
{
    const int64_t now = state->progress->now;
    const pose *z = &state->poses[end == 0 ? now : 1 - now][d->slot];
    return ludo_drag_on_body(d, &state->model->medium, &z->R, interval_velocity(x, d->slot),
                             derivative);
}

/* The impulse of drag, over the momentum of its body, above which Newton's method counts it as
 * strong: the drag of the iterate then differs from that of the solution by as much, whatever the
 * contraction, while each iteration at least halves the velocity of quadratic drag. */
static const double strong = 0.1;

static bool is_strong(const maximal *x, const drag_data *d, double part, const drag_wrench *w)
{
    const twist_lanes *P = &x->body[d->slot / LANES].known;
    const int l = d->slot % LANES;
    return part * v3_norm(w->force) > strong * v3_norm(get3(&P->v, l)) ||
           part * v3_norm(w->torque) > strong * v3_norm(get3(&P->w, l));
}

void ludo_maximal_drag_evaluate(maximal *x, const sim_state *state, double h)
{
    const double part = x->forces.damping.start * h;
    for (int32_t i = 0; i < state->model->drags; i++) {
        const drag_data *d = &state->model->drag[i];
        const drag_wrench w = drag_at(x, state, d, 0, false);
        wrench_add(x->tree.r, d->slot, v3_scale(part, w.force), v3_scale(part, w.torque));
        x->forces.strong = x->forces.strong || is_strong(x, d, part, &w);
    }
    x->forces.switched = x->forces.switched || x->forces.strong;
}

/* dV = (u_v, A^T u_w) for a correction u (ludo_maximal_bodies_correct()). */
static mat3 turn_of(const maximal *x, int32_t s, double h)
{
    const body_lanes *b = &x->body[s / LANES];
    const int l = s % LANES;
    const rotation_terms t = {0.0, b->half_sin.at[l], b->alpha.at[l], b->c.at[l]};
    const mat3 A = rotation_matrix(t, v3_scale(h, get3(&b->V.w, l)));
    return m3_transpose(&A);
}

/* M -= part D diag(1, A^T) */
static void add_slope(double *M, double part, const double *D, const mat3 *At)
{
    for (int r = 0; r < 6; r++) {
        const double *row = D + 6 * r;
        for (int c = 0; c < 3; c++) {
            M[ROW * r + c] -= part * row[c];
            M[ROW * r + 3 + c] -=
                part * (row[3] * At->m[c] + row[4] * At->m[3 + c] + row[5] * At->m[6 + c]);
        }
    }
}

void ludo_maximal_drag_linearize(maximal *x, const sim_state *state, double h)
{
    const double part = x->forces.damping.start * h;
    for (int32_t i = 0; i < state->model->drags; i++) {
        const drag_data *d = &state->model->drag[i];
        const drag_wrench w = drag_at(x, state, d, 0, true);
        const mat3 At = turn_of(x, d->slot, h);
        add_slope(x->tree.M + BLOCK * d->slot, part, w.by_twist, &At);
    }
}

static double power(const drag_wrench *w, twist V)
{
    return v3_dot(w->force, V.v) + v3_dot(w->torque, V.w);
}

void ludo_maximal_drag_accept(maximal *x, sim_state *state, double h)
{
    const double first = x->forces.damping.start * h, last = x->forces.damping.end * h;
    for (int32_t i = 0; i < state->model->drags; i++) {
        const drag_data *d = &state->model->drag[i];
        const drag_wrench a = drag_at(x, state, d, 0, false), b = drag_at(x, state, d, 1, false);
        const twist V = interval_velocity(x, d->slot);
        twist_lanes *P = &x->knot[d->slot / LANES].P;
        const int l = d->slot % LANES;
        put3(&P->v, l, v3_axpy(get3(&P->v, l), last, b.force));
        put3(&P->w, l, v3_axpy(get3(&P->w, l), last, b.torque));
        state->progress->dissipated -= first * power(&a, V) + last * power(&b, V);
    }
}
