/* SPDX-License-Identifier: Apache-2.0
 *
 * Coupling of lengths: the length of a tendon is a polynomial of that of another one, or constant
 * [loops.md 2].
 *
 *     g = L - ref - p(x),    x = L' - ref',    p(x) = sum over k of c_k x^k
 *
 *     dg = dL - p'(x) dL'
 *
 * Tendons are viewed part by part (model/tendon.h). */
#include "joints/constraint.h"
#include "loops/list.h"
#include "loops/polynomial.h"
#include "model/tendon.h"

#include <string.h>

/* ---- lengths and their gradients ---- */

/* The end of a loop at a slot; -1: none, as of the world. */
static int32_t find_end(const loop_data *l, int32_t slot, bool columns)
{
    for (int32_t e = 0; e < l->ends; e++) {
        if (l->end[e].slot == slot && l->end[e].columns == columns) {
            return e;
        }
    }
    return -1;
}

/* The derivative by the twist of a slot += s times a gradient. */
static void add_twist(const loop_data *l, int32_t slot, const double gradient[6], double s,
                      loop_view *out)
{
    const int32_t e = slot >= 0 ? find_end(l, slot, false) : -1;
    for (int32_t i = 0; i < 6 && e >= 0; i++) {
        out->G[loop_row(l, e, 0) + (size_t)i] += s * gradient[i];
    }
}

/* The derivative by the rates of joints += s times the weights. */
static void add_terms(const loop_data *l, const ludo_model *m, const tendon_data *t, double s,
                      loop_view *out)
{
    for (int32_t i = 0; i < t->term_count; i++) {
        const tendon_term *k = &t->term[i];
        const int32_t e = find_end(l, k->slot, true);
        out->G[loop_row(l, e, 0) + (size_t)(k->column - m->column[k->slot])] += s * k->weight;
    }
}

/* The length of tendon k of a coupling; `out` not NULL: the gradient of the row += s times that of
 * the length. */
static double add_length(const loop_data *l, const placement *at, const double *phi, int k,
                         double s, loop_view *out)
{
    const tendon_data *t = &at->model->tendon[l->tendon[k]];
    double length = 0.0;
    for (int32_t i = 0; i < tendon_parts(t); i++) {
        tendon_span span[TENDON_PART_SPANS];
        tendon_view v = {.span = span};
        const tendon_data part = tendon_part(t, i);
        t->kind->view(&part, at->poses, phi, &v);
        length += v.length;
        for (int32_t p = 0; p < v.spans && out != NULL; p++) {
            add_twist(l, span[p].slot[0], span[p].gradient[0], s, out);
            add_twist(l, span[p].slot[1], span[p].gradient[1], s, out);
        }
    }
    if (out != NULL) {
        add_terms(l, at->model, t, s, out);
    }
    return length;
}

static void tendon_coupling_view(const loop_data *l, const placement *at, const double *phi,
                                 loop_view *out)
{
    const bool follows = l->tendon[1] >= 0;
    const double x = follows ? add_length(l, at, phi, 1, 0.0, NULL) - l->reference[1] : 0.0;
    double slope;
    memset(out->G, 0, loop_row(l, l->ends, 0) * sizeof *out->G);
    const double wanted = polynomial(l->coefficient, x, &slope);
    out->g[0] = add_length(l, at, phi, 0, 1.0, out) - l->reference[0] - wanted;
    if (follows) {
        (void)add_length(l, at, phi, 1, -slope, out);
    }
}

/* ---- second derivatives ---- */

/* A length along a motion with constant rates. */
typedef struct moving_length {
    double length, rate, second;
} moving_length;

/* Add a straight span. With the vector d from its first end to its second and n = d / L
 *
 *     dL/dt = n.d_t,    d^2 L/dt^2 = n.d_tt + ( |d_t|^2 - (n.d_t)^2 ) / L */
static void add_moving_span(const tendon_span *span, const loop_motion *moves, moving_length *to)
{
    if (!(v3_dot(span->n, span->n) > 0.0)) {
        return;
    }
    ludo_vec3 velocity[2], acceleration[2];
    for (int k = 0; k < 2; k++) {
        const moving_link body = moves->body(moves->of, span->slot[k]);
        velocity[k] = v3_add(body.velocity.v, v3_cross(body.velocity.w, span->arm[k]));
        acceleration[k] = v3_add(body.acceleration.v, rotating_acceleration(&body, span->arm[k]));
    }
    const ludo_vec3 d_t = v3_sub(velocity[1], velocity[0]);
    const ludo_vec3 d_tt = v3_sub(acceleration[1], acceleration[0]);
    const double along = v3_dot(span->n, d_t);
    const double turning = (v3_dot(d_t, d_t) - along * along) / span->length;
    to->rate += span->share * along;
    to->second += span->share * (v3_dot(span->n, d_tt) + turning);
}

/* Tendon k of a coupling, without wrapped segments. */
static moving_length find_moving_length(const loop_data *l, const placement *at,
                                        const loop_motion *moves, int k)
{
    const tendon_data *t = &at->model->tendon[l->tendon[k]];
    moving_length out = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < tendon_parts(t); i++) {
        tendon_span span[TENDON_PART_SPANS];
        tendon_view v = {.span = span};
        const tendon_data part = tendon_part(t, i);
        t->kind->view(&part, at->poses, moves->phi, &v);
        out.length += v.length;
        for (int32_t p = 0; p < v.spans; p++) {
            add_moving_span(&span[p], moves, &out);
        }
    }
    for (int32_t i = 0; i < t->term_count; i++) {
        out.rate += t->term[i].weight * moves->rate[t->term[i].column];
    }
    return out;
}

/* d^2 L/dt^2 - p' d^2 L'/dt^2 - p'' (dL'/dt)^2 */
static void tendon_coupling_rate(const loop_data *l, const placement *at, const loop_motion *moves,
                                 double *g_dd)
{
    g_dd[0] = find_moving_length(l, at, moves, 0).second;
    if (l->tendon[1] >= 0) {
        const moving_length followed = find_moving_length(l, at, moves, 1);
        const double x = followed.length - l->reference[1];
        double slope;
        (void)polynomial(l->coefficient, x, &slope);
        g_dd[0] -= slope * followed.second +
                   polynomial_curvature(l->coefficient, x) * followed.rate * followed.rate;
    }
}

const loop_kind ludo_loop_tendon_coupling = {.name = "tendon_coupling",
                                             .joins_tendons = true,
                                             .view = tendon_coupling_view,
                                             .far = tendon_coupling_view,
                                             .rate = tendon_coupling_rate};
