/* SPDX-License-Identifier: Apache-2.0
 *
 * Where (B) starts in the islands that run. */
#include "integrators/maximal_contact/knot_start.h"

#include "integrators/maximal/history.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_cones/island_sweeps.h"
#include "integrators/maximal_contact/knot_system.h"
#include "integrators/maximal_cones/warm_start.h"

#include <math.h>
#include <string.h>

/* ---- units ---- */

/* Squares that differ by less than this part of themselves are compared by their roots. */
static const double near_squares = 1e-9;

/* The largest speed of a point of an island's bodies, at least `speed`. Roots are taken where they
 * may be the largest. */
static double fastest(const maximal *x, const ludo_model *m, const island *k, double speed)
{
    double square = speed * speed * (1.0 - near_squares);
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        const int32_t s = x->contacts->islands.body[b];
        const double length = m->joint[s].length;
        const double vv = v3_dot(v3_at(x->tree.u + 6 * s), v3_at(x->tree.u + 6 * s));
        const double ww = v3_dot(v3_at(x->tree.u + 6 * s + 3), v3_at(x->tree.u + 6 * s + 3));
        if (!(vv <= square && length * length * ww <= square)) {
            const double v = sqrt(vv), w = length * sqrt(ww), most = v > w ? v : w;
            speed = most > speed ? most : speed;
            square = speed * speed * (1.0 - near_squares);
        }
    }
    return speed;
}

/* The scale of an island: momenta at the fastest speed of a body, at least the speed of a fall for
 * half an interval; at rest without gravity as in the interval; in a reflection the speed of
 * approach. Warm-start impulses are off by those of weight, however fast the bodies move together.
 */
static void choose_scale(const maximal *x, const sim_state *state, island *k)
{
    const ludo_model *m = state->model;
    const maximal_contacts *c = x->contacts;
    const double g = v3_norm(m->gravity), h = fabs(state->progress->interval), falls = 0.5 * g * h;
    const double longer = h > c->impacts.step ? h : c->impacts.step;
    const double least =
        g > 0.0 || !(h > 0.0) ? sqrt(g * c->length) : least_move * c->length / longer;
    const double share = k->mass / (k->end > k->first ? k->end - k->first : 1);
    if (c->approach > 0.0) {
        k->scale = k->error = (cone_scale){share * c->approach, c->approach};
        return;
    }
    const double speed = fastest(x, m, k, falls > 0.0 ? falls : least);
    k->scale = k->error = (cone_scale){share * speed, speed};
    if (falls > 0.0) {
        k->error = (cone_scale){share * falls, sqrt(g * c->length)};
    }
}

/* The scales at the tree's u. */
static void choose_scales(const maximal *x, const sim_state *state)
{
    islands *of = &x->contacts->islands;
    for (int32_t n = 0; n < of->count; n++) {
        if (of->running[n]) {
            choose_scale(x, state, &of->island[n]);
        }
    }
}

/* ---- near the velocities of the knot ---- */

/* Intervals without a jump after which velocities are extrapolated. */
enum { STEADY = 3 };

/* Columns that leave less than this part of their square to those before them have no rate. */
static const double least_part = 1e-6;

void ludo_knot_load_impulses(maximal *x, const sim_state *state)
{
    ludo_warm_start_load(x, 0.5 * fabs(state->progress->interval));
}

bool ludo_knot_has_cones(const maximal *x, const island *k)
{
    (void)x;
    return k->first < k->end;
}

/* Whether all bodies of an island had solves of few iterations in several intervals: the velocities
 * of jams and impacts jump, and can't be extrapolated. */
static bool is_steady(const maximal *x, const island *k)
{
    const maximal_contacts *c = x->contacts;
    bool all = true;
    for (int32_t b = k->first_body; b < k->end_body && all; b++) {
        all = c->steady[c->islands.body[b]] >= STEADY;
    }
    return all;
}

/* Whether any cone has an impulse. */
static bool presses(const maximal *x, const island *k)
{
    bool any = false;
    for (int32_t i = k->first; i < k->end && !any; i++) {
        any = x->contacts->cone[i].p[0] != 0.0;
    }
    return any;
}

bool ludo_knot_starts_near(const maximal *x, const island *k)
{
    return presses(x, k) && is_steady(x, k);
}

/* The velocity of a body that is carried along by its parent's. */
static void carry(const maximal *x, const sim_state *state, int32_t s, double carried[6])
{
    const int32_t parent = state->model->parent[s];
    memset(carried, 0, 6 * sizeof *carried);
    if (parent >= 0) {
        const double *of = x->tree.u + 6 * (size_t)parent;
        const double *lever = x->lever[state->progress->now] + 3 * (size_t)s;
        v3_put(v3_sub(v3_at(of), v3_cross(v3_at(lever), v3_at(of + 3))), carried);
        v3_put(v3_at(of + 3), carried + 3);
    }
}

/* The rates w of f columns S whose sum is most nearly `of`: columns are made orthogonal, one after
 * the other. A column that depends on those before it has no rate. */
static void fit_columns(const double *S, int32_t f, double of[6], double *w)
{
    double own[6][6], share[6][6];
    for (int32_t c = 0; c < f; c++) {
        memcpy(own[c], S + 6 * c, sizeof own[c]);
        const double whole = rate6(own[c], own[c]);
        for (int32_t b = 0; b < c; b++) {
            share[b][c] = rate6(own[b], own[c]) * share[b][b];
            for (int k = 0; k < 6; k++) {
                own[c][k] -= share[b][c] * own[b][k];
            }
        }
        const double square = rate6(own[c], own[c]);
        share[c][c] = square > least_part * whole ? 1.0 / square : 0.0;
        w[c] = rate6(own[c], of) * share[c][c];
    }
    for (int32_t c = f; c-- > 0;) {
        for (int32_t b = 0; b < c; b++) {
            w[b] -= share[b][c] * w[c];
        }
    }
}

/* The same of a single column. */
static void fit_column(const double S[6], const double of[6], double *w)
{
    const double square = rate6(S, S);
    *w = rate6(S, of) * (square > 0.0 ? 1.0 / square : 0.0);
}

/* The velocities of a body that its joint allows at the knot, near those in the tree's u. */
static void constrain(maximal *x, const sim_state *state, int32_t s)
{
    const ludo_model *m = state->model;
    double *u = x->tree.u + 6 * (size_t)s, *w = x->tree.w + m->column[s], carried[6];
    if (joint_is_free(&m->joint[s])) {
        memcpy(w, u, 6 * sizeof *u);
        return;
    }
    const double *S = x->S[state->progress->now] + 6 * (size_t)m->column[s];
    const int32_t f = m->column[s + 1] - m->column[s];
    carry(x, state, s, carried);
    for (int k = 0; k < 6; k++) {
        u[k] -= carried[k];
    }
    if (f == 1) {
        fit_column(S, u, w);
    } else {
        fit_columns(S, f, u, w);
    }
    memcpy(u, carried, sizeof carried);
    for (int32_t c = 0; c < f; c++) {
        for (int k = 0; k < 6; k++) {
            u[k] += S[6 * c + k] * w[c];
        }
    }
}

/* Whether a body is of an island that runs. */
static bool runs(const islands *of, int32_t s)
{
    return of->running[of->of_body[s]];
}

/* A part of the unit of rates above the error of extrapolated velocities. */
static const double separating_part = 0.1;

/* A contact that separates has no impulse at the knot, whatever it had in the interval: bodies that
 * overlap at the start are pushed apart. */
static void open_separating(cone *c, double unit)
{
    if (c->kind->unilateral && c->y[0] > separating_part * unit) {
        memset(c->p, 0, sizeof c->p);
    }
}

void ludo_knot_start_near(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_history_knot_velocities(x, state->model, x->tree.u);
    for (int32_t s = 0; s < state->model->slots; s++) {
        if (runs(&c->islands, s)) {
            constrain(x, state, s);
        }
    }
    ludo_knot_save(x, state->model);
    ludo_maximal_contact_evaluate_knot(x, state);
    choose_scales(x, state);
    for (int32_t i = 0; i < c->count; i++) {
        if (is_running(c, &c->rows[i])) {
            memset(c->cone[i].dy, 0, sizeof c->cone[i].dy);
            open_separating(&c->cone[i], c->islands.island[c->rows[i].island].scale.y);
        }
    }
}

/* ---- other starts ---- */

/* Whether any cone is none of a contact. */
static bool has_joint_cones(const maximal_contacts *c)
{
    return c->count > c->contacts;
}

/* Rates of joints at the tree's u, those of the last interval. */
static void read_last_rates(maximal *x, const sim_state *state)
{
    const maximal_contacts *c = x->contacts;
    if (state->model->forced) {
        memcpy(x->tree.w, c->rate, (size_t)state->model->columns * sizeof *x->tree.w);
    } else if (has_joint_cones(c)) {
        ludo_maximal_contact_joint_rates(state, x->tree.u, x->tree.w);
    }
}

/* Cones up to which islands with estimates are predicted from rest: in larger ones that takes as
 * many iterations, where it does not fail. */
enum { FEW_CONES = 4 };

bool ludo_knot_starts_at_rest(const maximal *x, const island *k)
{
    return presses(x, k) && !(k->end - k->first > FEW_CONES &&
                              ludo_island_parts_have_sweeps(x->contacts, k, KNOT_POINTS));
}

void ludo_knot_start_at_rest(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    ludo_maximal_history_last_velocities(x, m, x->tree.u);
    read_last_rates(x, state);
    ludo_maximal_contact_evaluate_knot(x, state);
    for (int32_t i = 0; i < c->count; i++) {
        if (is_running(c, &c->rows[i])) {
            memcpy(c->cone[i].dy, c->cone[i].y, sizeof c->cone[i].dy);
            memset(c->cone[i].y, 0, sizeof c->cone[i].y);
        }
    }
    choose_scales(x, state);
    memset(x->tree.u, 0, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memset(x->tree.w, 0, (size_t)m->columns * sizeof *x->tree.w);
    ludo_knot_save(x, m);
}

void ludo_knot_start_free(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    for (int32_t s = 0; s < state->model->slots; s++) {
        if (runs(&c->islands, s)) {
            ludo_knot_free(x, state->model, s);
        }
    }
    ludo_knot_load(x, state->model);
    ludo_maximal_contact_evaluate_knot(x, state);
    for (int32_t n = 0; n < c->islands.count; n++) {
        island *k = &c->islands.island[n];
        k->known = k->known || !ludo_maximal_contact_violated(c, k->first, k->end);
        if (!k->known) {
            choose_scale(x, state, k);
        }
    }
}
