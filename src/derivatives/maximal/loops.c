/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops: their rows in joint coordinates, the motions they allow, their second derivatives
 * [maximal.md 8.4]. */
#include "loops/rows.h"
#include "derivatives/maximal/linearize.h"
#include "joints/constraint.h"
#include "loops/polynomial.h"

/* A row counts as independent if it adds more than this, in its unit, to the rows before: the root
 * of 1e-9, the smallest pivot in the rank computation [loops.md 5]. */
static const double least_row = 3.1622776601683795e-5;

static void knot_layout(linear_knot *k, const ludo_model *m, int32_t rows, arena *a)
{
    const size_t n = (size_t)m->columns, r = (size_t)rows;
    k->view = TAKE(a, m->loop_count, loop_view);
    k->G = TAKE(a, n * r, double);
    k->multiplier = TAKE(a, rows, double);
    k->span = (dense_span){.n = m->columns, .m = rows};
    k->span.A = TAKE(a, n * r, double);
    k->span.end = TAKE(a, rows, double);
    k->span.beta = TAKE(a, rows, double);
    k->span.order = TAKE(a, rows, int32_t);
    k->T = TAKE(a, n * n, double);
}

void ludo_maximal_linear_loops_layout(maximal_linear *l, const ludo_model *m, arena *a)
{
    l->rows = 0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        l->rows += m->loop[i].rows;
    }
    knot_layout(&l->knot[0], m, l->rows, a);
    knot_layout(&l->knot[1], m, l->rows, a);
    l->unit = TAKE(a, l->rows, double);
    int32_t row = 0;
    for (int32_t i = 0; i < m->loop_count && l->unit != NULL; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            l->unit[row++] = loop_unit(&m->loop[i], j);
        }
    }
}

/* ---- rows ---- */

/* Row j of an end at the twist of a body, as a force about the common point. */
static force row_force(const double *G, ludo_vec3 x)
{
    return force_at(x, v3(G[0], G[1], G[2]), v3(G[3], G[4], G[5]));
}

/* The rows of one loop from its view. */
static void write_rows(const maximal_linear *l, const ludo_model *m, const linear_knot *k,
                       int32_t loop, double *rows)
{
    const loop_data *d = &m->loop[loop];
    const loop_view *view = &k->view[loop];
    for (int32_t j = 0; j < d->rows; j++, rows += l->n) {
        memset(rows, 0, (size_t)l->n * sizeof *rows);
        for (int32_t e = 0; e < d->ends; e++) {
            const double *G = view->G + loop_row(d, e, j);
            const int32_t s = d->end[e].slot;
            for (int32_t c = m->column[s]; c < m->column[s + 1] && d->end[e].columns; c++) {
                rows[c] += G[c - m->column[s]];
            }
            const force f = row_force(G, v3_sub(k->poses[s].x, l->origin));
            for (int32_t c = d->end[e].columns ? -1 : l->seat[s]; c >= 0; c = l->up[c]) {
                rows[c] += pair_of(f, k->S[c]);
            }
        }
    }
}

/* The motions that rows allow: the last columns of Q of G^T in units, T^T C T = 1. */
static void find_free(maximal_linear *l, linear_knot *k)
{
    const size_t n = (size_t)l->n;
    dense_span *s = &k->span;
    for (int32_t r = 0; r < l->rows; r++) {
        for (int32_t c = 0; c < l->n; c++) {
            s->A[(size_t)l->rows * (size_t)c + (size_t)r] =
                k->G[n * (size_t)r + (size_t)c] / (l->scale[c] * l->unit[r]);
        }
    }
    ludo_dense_span(s, least_row);
    const int32_t freedom = l->n - s->rank;
    double *column = l->column;
    for (int32_t i = 0; i < freedom; i++) {
        memset(column, 0, n * sizeof *column);
        column[s->rank + i] = 1.0;
        ludo_dense_span_apply(s, column);
        for (int32_t c = 0; c < l->n; c++) {
            k->T[(size_t)freedom * (size_t)c + (size_t)i] = column[c] / l->scale[c];
        }
    }
}

void ludo_maximal_linear_view_loops(maximal_linear *l, const sim_state *state)
{
    const ludo_model *m = state->model;
    const maximal *x = maximal_in(state);
    for (int i = 0; i < 2; i++) {
        linear_knot *k = &l->knot[i];
        const placement at = {m, k->poses, k->memory};
        ludo_loops_view(state, &at, x->forces.phi[i], false, k->view);
        double *rows = k->G;
        for (int32_t loop = 0; loop < m->loop_count; loop++) {
            write_rows(l, m, k, loop, rows);
            rows += (size_t)l->n * (size_t)m->loop[loop].rows;
        }
        find_free(l, k);
    }
}

void ludo_maximal_linear_find_multipliers(maximal_linear *l, linear_knot *k, const double *lack)
{
    for (int32_t c = 0; c < l->n; c++) {
        l->column[c] = lack[c] / l->scale[c];
    }
    ludo_dense_span_nearest(&k->span, l->column, k->multiplier);
    for (int32_t r = 0; r < l->rows; r++) {
        k->multiplier[r] /= l->unit[r];
    }
}

void ludo_maximal_linear_close(const maximal_linear *l, const linear_knot *k, double *rates,
                               double *x)
{
    for (int32_t r = 0; r < l->rows; r++) {
        rates[r] /= l->unit[r];
    }
    ludo_dense_span_smallest(&k->span, rates, x);
    for (int32_t c = 0; c < l->n; c++) {
        x[c] /= l->scale[c];
    }
}

/* ---- second derivatives ---- */

/* The impulse of a closure; positions from the common point. */
typedef struct closure_impulse {
    joint_pull pull;
    ludo_vec3 x;
} closure_impulse;

/* Derivative by the child, which moves the point. */
static force impulse_by_child(const void *of, motion xi)
{
    const closure_impulse *p = of;
    const ludo_vec3 moment = v3_cross(motion_at(xi, p->x), p->pull.force);
    return (force){v3_add(moment, m3_apply(&p->pull.twist, xi.w)), v3(0.0, 0.0, 0.0)};
}

/* Derivative by the parent, which rotates the force. */
static force impulse_by_parent(const void *of, motion xi)
{
    const closure_impulse *p = of;
    const ludo_vec3 torque = v3_sub(v3_cross(xi.w, p->pull.torque), m3_apply(&p->pull.twist, xi.w));
    return force_at(p->x, v3_cross(xi.w, p->pull.force), torque);
}

static linear_pair view_closure(const maximal_linear *l, const placement *at, const loop_data *d,
                                const double *lambda)
{
    const pose a = ludo_attached_frame_link(at, &d->on[0]),
               b = ludo_attached_frame_link(at, &d->on[1]);
    closure_impulse p = {.pull = ludo_joint_pull(&d->joint, &a, &b, lambda)};
    p.x = v3_sub(p.pull.point, l->origin);
    linear_pair couple = {
        .a = ludo_maximal_linear_seat(l, at->model, &d->on[0]),
        .b = ludo_maximal_linear_seat(l, at->model, &d->on[1]),
        .at_b = force_at(p.x, p.pull.force, p.pull.torque),
    };
    stiff_add(&couple.by[0], 1.0, impulse_by_parent, &p);
    stiff_add(&couple.by[1], 1.0, impulse_by_child, &p);
    return couple;
}

/* The curvature of a coupling is along the followed coordinate or length alone: - p''. */
static double coupling_curvature(const loop_data *d, double q)
{
    return -polynomial_curvature(d->coefficient, q - d->reference[1]);
}

/* Add s times the curvature of a tendon's length to D and mu. @return the length; its gradient goes
 * to l->column */
static double add_length(maximal_linear *l, const sim_state *state, int knot, int32_t tendon,
                         double s, double *D)
{
    linear_knot *k = &l->knot[knot];
    const tendon_data *t = &state->model->tendon[tendon];
    double length = 0.0;
    memset(l->column, 0, (size_t)l->n * sizeof *l->column);
    for (int32_t i = 0; i < tendon_parts(t); i++) {
        tendon_span span[TENDON_PART_SPANS];
        tendon_view v = {.span = span};
        const tendon_data part = tendon_part(t, i);
        t->kind->view(&part, k->poses, maximal_in(state)->forces.phi[knot], &v);
        length += v.length;
        for (int32_t p = 0; p < v.spans; p++) {
            const linear_pair couple = ludo_maximal_linear_view_span(l, k, &span[p]);
            ludo_maximal_linear_pair_row(l, k->S, &couple, l->column);
            ludo_maximal_linear_add_pair(l, k, &couple, s, D);
        }
    }
    for (int32_t i = 0; i < t->term_count; i++) {
        l->column[t->term[i].column] += t->term[i].weight;
    }
    return length;
}

/* The second derivative of L - p(L'): that of L, - p' times that of L', and - p'' times the square
 * of the gradient of L'. */
static void add_lengths(maximal_linear *l, const sim_state *state, int knot, const loop_data *d,
                        double s, double *D)
{
    double slope;
    (void)add_length(l, state, knot, d->tendon[0], s, D);
    if (d->tendon[1] < 0) {
        return;
    }
    const double length = add_length(l, state, knot, d->tendon[1], 0.0, D);
    (void)polynomial(d->coefficient, length - d->reference[1], &slope);
    (void)add_length(l, state, knot, d->tendon[1], -s * slope, D);
    const double bend = s * coupling_curvature(d, length);
    for (int32_t r = 0; r < l->n; r++) {
        for (int32_t c = 0; c < l->n; c++) {
            D[l->n * r + c] += bend * l->column[r] * l->column[c];
        }
    }
}

void ludo_maximal_linear_add_loop(maximal_linear *l, const sim_state *state, int knot, int32_t loop,
                                  loop_load by, double *D)
{
    const loop_data *d = &state->model->loop[loop];
    linear_knot *k = &l->knot[knot];
    const placement at = {state->model, k->poses, k->memory};
    if (d->kind->joins_bodies) {
        const linear_pair couple = view_closure(l, &at, d, by.lambda);
        ludo_maximal_linear_add_pair(l, k, &couple, by.s, D);
    } else if (d->kind->joins_tendons) {
        add_lengths(l, state, knot, d, by.s * by.lambda[0], D);
    } else if (d->column[1] >= 0) {
        const double phi = maximal_in(state)->forces.phi[knot][d->column[1]];
        const size_t at_followed = (size_t)(l->n + 1) * (size_t)d->column[1];
        D[at_followed] += by.s * by.lambda[0] * coupling_curvature(d, phi);
    }
}
