/* SPDX-License-Identifier: Apache-2.0
 *
 * The velocities of a knot: (B) with the cones of closed contacts and limits [contact.md 2.4]. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_contact/knot_limits.h"
#include "integrators/maximal_contact/knot_system.h"

#include "integrators/maximal/history.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal_contact/body_pairs.h"
#include "integrators/maximal_contact/limits_speed.h"
#include "solver/interior/slip_iteration.h"

#include <math.h>
#include <string.h>

/* ---- velocities of the knot ---- */

/* The scale: momenta at the fastest speed of a body, at least the speed of a fall for half an
 * interval; at rest without gravity as in the interval; in a reflection the speed of approach.
 * Warm-start impulses are off by those of weight, however fast the bodies move together. */
static void choose_scale(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    const double g = v3_norm(m->gravity), h = fabs(state->progress->interval), falls = 0.5 * g * h;
    const double longer = h > c->impacts.step ? h : c->impacts.step;
    const double least =
        g > 0.0 || !(h > 0.0) ? sqrt(g * c->length) : least_move * c->length / longer;
    const double share = c->mass / (c->count > 0 ? c->count : 1);
    if (c->approach > 0.0) {
        c->scale = c->warm_start_error = (cone_scale){share * c->approach, c->approach};
        return;
    }
    double speed = falls > 0.0 ? falls : least;
    for (int32_t s = 0; s < m->slots; s++) {
        const double v = v3_norm(v3_at(x->tree.u + 6 * s));
        const double w = m->joint[s].length * v3_norm(v3_at(x->tree.u + 6 * s + 3));
        const double most = v > w ? v : w;
        speed = most > speed ? most : speed;
    }
    c->scale = c->warm_start_error = (cone_scale){share * speed, speed};
    if (falls > 0.0) {
        c->warm_start_error = (cone_scale){share * falls, sqrt(g * c->length)};
    }
}

/* Whether the balances of a knot are those of the tree: neither loops nor armatures of tendons add
 * to them. */
static bool is_balanced_by_tree(const ludo_model *m)
{
    bool all = m->loop_count == 0;
    for (int32_t i = 0; i < m->spring_count; i++) {
        all = all && !(m->tendon[i].armature > 0.0);
    }
    return all;
}

/* The interior point on (B), from where its problem says. */
static ludo_status iterate(sim_state *state, knot_start start, const interior_settings *settings,
                           bool slips, interior_report *report)
{
    knot_problem self = {.state = state, .start = start};
    const interior_system system = ludo_maximal_contact_knot_system(&self);
    maximal_contacts *c = maximal_of(state)->contacts;
    return slips ? ludo_slip_iteration_solve(&system, NULL, c->cone, c->count, settings, report)
                 : ludo_interior_solve(&system, c->cone, c->count, settings, report);
}

/* Whether there are impulses of a last interval. */
static bool has_past(const maximal *x)
{
    return x->state->cone_count > 0 && x->state->last >= 0;
}

/* Settings, with the impulses of the last interval as a warm start. */
static interior_settings begin_warm(sim_state *state)
{
    maximal *x = maximal_of(state);
    interior_settings settings = ludo_maximal_contact_settings(state, 0, x->contacts->count);
    ludo_maximal_contact_load_warm_start(x, 0.5 * fabs(state->progress->interval));
    settings.warm_start = has_past(x);
    settings.refines = true;
    return settings;
}

/* The interior point, then the slip iteration. */
static ludo_status solve(sim_state *state, knot_start start, bool predicts, interior_report *report)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    interior_settings settings = begin_warm(state);
    settings.predicts = (predicts || !settings.warm_start) && is_balanced_by_tree(state->model);
    if (settings.warm_start) {
        ludo_maximal_contact_expect_rates(x, state->model);
    }
    ludo_status status = iterate(state, start, &settings, false, report);
    if (status != LUDO_OK && c->contacts > 0) {
        const int32_t left = settings.slip_iterations - report->iterations;
        settings.slip_iterations = left > 1 ? left : 1;
        status = iterate(state, START_FREE, &settings, true, report);
        state->quality.relaxed += report->bounded ? 1 : 0;
    }
    return status;
}

/* From the tree's u and w, the solution without cones. */
static ludo_status solve_from_free(sim_state *state, bool predicts)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    ludo_maximal_contact_evaluate_knot(x, state);
    if (!ludo_maximal_contact_violated(c, 0, c->count)) {
        return LUDO_OK;
    }
    choose_scale(x, state);
    ludo_maximal_contact_knot_save(x, state->model);
    interior_report report = {.worst = -1};
    ludo_status status = ludo_body_pairs_begin(x);
    if (status == LUDO_OK) {
        status = solve(state, START_HERE, predicts, &report);
        ludo_maximal_contact_knot_load(x, state->model);
    }
    while (status == LUDO_OK && ludo_maximal_limits_speed_knot_gather(x, state, true) > 0) {
        ludo_maximal_contact_evaluate_knot(x, state);
        status = solve(state, START_FREE, predicts, &report);
        ludo_maximal_contact_knot_load(x, state->model);
    }
    c->worst = report.worst;
    status = ludo_body_pairs_end(x) == LUDO_OK ? status : LUDO_TOO_MANY_CONTACTS;
    if (status != LUDO_NOT_CONVERGED) {
        return status;
    }
    state->failed = ludo_maximal_contact_worst_node(state);
    return LUDO_CONTACT;
}

ludo_status ludo_maximal_contact_solve_knot(sim_state *state)
{
    return solve_from_free(state, true);
}

ludo_status ludo_maximal_contact_gather_closed(sim_state *state, double margin)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    if (c->touching) {
        const pose *z = state_poses(state);
        ludo_maximal_contact_expect_step(c, state->model, state->progress->interval);
        if (ludo_search_find_at(&c->search, z, margin).full) {
            state->failed = ludo_maximal_contact_any_node(state);
            return LUDO_TOO_MANY_CONTACTS;
        }
        (void)ludo_maximal_contact_leave_out(x, state, z, 0.0);
    }
    ludo_maximal_contact_gather_knot(x, state, 0.5 * fabs(state->progress->interval));
    return LUDO_OK;
}

ludo_status ludo_maximal_contact_solve_velocities(sim_state *state)
{
    const ludo_status status =
        ludo_maximal_contact_gather_closed(state, maximal_in(state)->contacts->closed);
    return status == LUDO_OK ? ludo_maximal_contact_solve_knot(state) : status;
}

/* ---- velocities for a reader ---- */

/* Whether (B) may be predicted before its solution without cones is known. */
static bool may_predict(const sim_state *state)
{
    return has_past(maximal_in(state)) && is_balanced_by_tree(state->model);
}

/* Whether any cone has an impulse. */
static bool any_presses(const maximal_contacts *c)
{
    bool any = false;
    for (int32_t i = 0; i < c->count && !any; i++) {
        any = c->cone[i].p[0] != 0.0;
    }
    return any;
}

/* Intervals without a jump after which velocities are extrapolated. */
enum { STEADY = 3 };

/* Columns that leave less than this part of their square to those before them have no rate. */
static const double least_part = 1e-6;

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
    fit_columns(S, f, u, w);
    memcpy(u, carried, sizeof carried);
    for (int32_t c = 0; c < f; c++) {
        for (int k = 0; k < 6; k++) {
            u[k] += S[6 * c + k] * w[c];
        }
    }
}

/* Velocities near those of the knot, which its joints allow. The rates of cones at these are those
 * expected. @return false: a largest rate is near, and may have a cone */
static bool start_near(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_history_knot_velocities(x, state->model, x->tree.u);
    for (int32_t s = 0; s < state->model->slots; s++) {
        constrain(x, state, s);
    }
    if (ludo_maximal_limits_speed_is_near(x, state)) {
        return false;
    }
    ludo_maximal_contact_evaluate_knot(x, state);
    for (int32_t i = 0; i < c->count; i++) {
        memset(c->cone[i].dy, 0, sizeof c->cone[i].dy);
    }
    choose_scale(x, state);
    return true;
}

/* The rates of the last interval are those expected, y + dy; y is that of bodies at rest. @return
 * as start_near() */
static bool expect_from_rest(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    ludo_maximal_history_last_velocities(x, m, x->tree.u);
    if (m->forced) {
        memcpy(x->tree.w, c->rate, (size_t)m->columns * sizeof *x->tree.w);
    } else if (c->count > c->contacts || ludo_maximal_limits_speed_count(state) > 0) {
        ludo_maximal_contact_joint_rates(state, x->tree.u, x->tree.w);
    }
    if (ludo_maximal_limits_speed_is_near(x, state)) {
        return false;
    }
    ludo_maximal_contact_evaluate_knot(x, state);
    for (int32_t i = 0; i < c->count; i++) {
        memcpy(c->cone[i].dy, c->cone[i].y, sizeof c->cone[i].dy);
        memset(c->cone[i].y, 0, sizeof c->cone[i].y);
    }
    choose_scale(x, state);
    memset(x->tree.u, 0, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memset(x->tree.w, 0, (size_t)m->columns * sizeof *x->tree.w);
    return true;
}

/* Whether all bodies had solves of few iterations in several intervals: the velocities of jams and
 * impacts jump, and extrapolate to none. */
static bool are_steady(const maximal *x, const ludo_model *m)
{
    bool all = true;
    for (int32_t s = 0; s < m->slots; s++) {
        all = all && x->contacts->steady[s] >= STEADY;
    }
    return all;
}

/* A prediction of (B) from velocities near its own, by which its first solution has all digits, or
 * from rest. One from near ends after one step: in jams further ones went astray. The tree's u and
 * w become the velocities; false: it failed. */
static bool predict_from(sim_state *state, bool near)
{
    maximal *x = maximal_of(state);
    const maximal_contacts *c = x->contacts;
    interior_report report = {.worst = -1};
    ludo_maximal_contact_load_warm_start(x, 0.5 * fabs(state->progress->interval));
    if (!any_presses(c)) {
        return false;
    }
    if (!(near ? start_near(x, state) : expect_from_rest(x, state))) {
        return false;
    }
    interior_settings settings = ludo_maximal_contact_settings(state, 0, c->count);
    settings.refines = settings.warm_start = settings.predicts = settings.predicts_only = true;
    settings.closes_first = near;
    const bool solved = ludo_body_pairs_begin(x) == LUDO_OK &&
                        iterate(state, START_NEAR, &settings, false, &report) == LUDO_OK;
    ludo_maximal_contact_knot_load(x, state->model);
    return ludo_body_pairs_end(x) == LUDO_OK && solved && (!near || report.iterations == 1) &&
           !ludo_maximal_limits_speed_is_near(x, state);
}

static bool predict(sim_state *state)
{
    return (are_steady(maximal_in(state), state->model) && predict_from(state, true)) ||
           predict_from(state, false);
}

/* The same after the velocities without cones, which largest rates are compared with. */
static ludo_status solve_late(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_loops_solve_velocities(x, state);
    const ludo_status status = ludo_maximal_contact_gather_closed(state, x->contacts->closed);
    return status == LUDO_OK ? solve_from_free(state, true) : status;
}

/* (B) with the cones that are closed. Before its velocities are known no rate is near its largest.
 * @return as ludo_maximal_contact_solve_velocities() */
static ludo_status solve_for_reader(sim_state *state)
{
    maximal *x = maximal_of(state);
    if (!may_predict(state)) {
        return solve_late(state);
    }
    memset(x->tree.w, 0, (size_t)state->model->columns * sizeof *x->tree.w);
    const ludo_status status = ludo_maximal_contact_gather_closed(state, x->contacts->closed);
    if (status != LUDO_OK || ludo_maximal_contact_hold_coordinates(state) || predict(state)) {
        return status;
    }
    if (x->contacts->count > 0 && ludo_maximal_limits_speed_count(state) > 0) {
        return solve_late(state);
    }
    ludo_maximal_loops_solve_velocities(x, state);
    if (ludo_maximal_limits_speed_knot_gather(x, state, false) > 0) {
        ludo_islands_single(x);
    }
    return solve_from_free(state, false);
}

/* No second try with a relaxed target: one larger by 1e4 solves none of the knots that fail. */
void ludo_maximal_contact_find_velocities(sim_state *state)
{
    sim_progress *p = state->progress;
    p->contact_knot = 0.0;
    if (solve_for_reader(state) != LUDO_OK) {
        ludo_maximal_loops_solve_velocities(maximal_of(state), state);
        state->quality.relaxed++;
        p->contact_pending = KNOT_ENERGY_KNOWN;
        return;
    }
    p->contact_pending =
        ludo_maximal_contact_knot_strikes(state) ? KNOT_ENERGY_STRUCK : KNOT_ENERGY_SMOOTH;
}
