/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of the maximal integrator, from knot t_k to t_{k+1}:
 *
 *     1. begin: momenta, forces and loop rows at t_k;
 *     2. if the last interval ended in contact, skip 3: predict with its velocities and solve with
 *        the contacts found at that pose (solve_with_expected_contacts);
 *     3. otherwise, or if 2 finds no contact: extrapolate past intervals, solve without contacts
 *        (Newton's method), then find contacts at the solution and solve with them if there are
 * any;
 *     4. accept: the iterate becomes the knot, with the end impulses of forces at t_{k+1};
 *     5. report contact forces and apply restitution. */
#include "integrators/maximal/step.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal/velocities.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal/history.h"
#include "joints/coordinate.h"

/* ---- solving ---- */

/* Evaluate momenta, forces and loop rows at t_k, where the interval starts. */
static ludo_status begin(sim_state *state, double h)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_begin(x, state, h);
    const ludo_status status = ludo_maximal_forces_begin(x, state, h);
    ludo_maximal_loops_begin(x, state);
    return status;
}

/* Step 2 of the plan. It is tried if contacts interrupted the history of velocities (one known
 * interval only). *met: contacts were found and solved; if not, step 3 is needed. */
static ludo_status solve_stopped(sim_state *state, double h, int32_t stage,
                                 ludo_step_report *report, bool *met)
{
    maximal *x = maximal_of(state);
    const maximal_contacts *c = x->contacts;
    *met = false;
    if (!c->any || c->restituting || h < 0.0 || x->state->history[stage].count != 1) {
        return LUDO_OK;
    }
    ludo_maximal_history_extrapolate(x, state, h, stage);
    return ludo_maximal_newton_evaluate(state, h, report) == LUDO_OK
               ? ludo_maximal_contact_predict(state, h, stage, report, met)
               : LUDO_OK;
}

/* Steps 2 and 3 of the plan. */
static ludo_status solve_begun(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    bool met = false;
    const ludo_status status = solve_stopped(state, h, stage, report, &met);
    if (status != LUDO_OK || met) {
        return status;
    }
    maximal *x = maximal_of(state);
    ludo_maximal_loops_begin(x, state);
    ludo_maximal_history_extrapolate(x, state, h, stage);
    const ludo_status free = ludo_maximal_newton_solve(state, h, report);
    return x->contacts->any ? ludo_maximal_contact_solve(state, h, stage, free, report) : free;
}

ludo_status ludo_maximal_step_solve(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report)
{
    const int32_t before = report->iterations;
    ludo_status status = begin(state, h);
    if (status != LUDO_OK) {
        return status;
    }
    status = solve_begun(state, h, stage, report);
    const int32_t count = report->iterations - before;
    report->solves++;
    report->iterations_max = count > report->iterations_max ? count : report->iterations_max;
    return status;
}

/* ---- accepting ---- */

twist ludo_maximal_step_residual(const maximal *x, const sim_state *state, int32_t s, int32_t root)
{
    const pose *z = state_poses(state), *next = state->poses[1 - state->progress->now];
    const double *r = x->tree.r + 6 * s;
    const ludo_vec3 e = v3_at(r), arm = v3_sub(z[s].x, next[root].x);
    return (twist){e, v3_add(v3_at(r + 3), v3_cross(arm, e))};
}

/* Add the residual that Newton's method leaves in each body's balance at t_k to the momentum of the
 * root of its floating tree, at t_{k+1}.
 *
 * Joint impulses cancel in the sum of a tree's balances, so the sum of the residuals is exactly the
 * momentum that the unconverged solution has lost. The next interval starts with the momenta
 * corrected by this sum (moments about the root's centre of mass at t_{k+1}), so total momentum is
 * kept to round-off at any tolerance of Newton's method, and residuals never accumulate. Impulses
 * of loops within one tree cancel up to rounding and are left out. */
static void carry_balance(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    int32_t root = 0;
    ludo_maximal_loops_apply_outer(x, m);
    ludo_maximal_contact_apply_impulses(x);
    for (int32_t s = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (joint_is_free(&m->joint[root])) {
            const twist left = ludo_maximal_step_residual(x, state, s, root);
            twist_lanes *P = &x->knot[root / LANES].P;
            put3(&P->v, root % LANES, v3_add(get3(&P->v, root % LANES), left.v));
            put3(&P->w, root % LANES, v3_add(get3(&P->w, root % LANES), left.w));
        }
    }
}

/* Update the coordinates that poses do not determine (revolutions, unwrapped angles). */
static void remember_coordinates(const maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const joint_trace *from = x->trace[state->progress->now],
                      *to = x->trace[1 - state->progress->now];
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->column_kind[c] != COLUMN_BALL) {
            state->memory[c] =
                ludo_joint_memory(m->column_kind[c], from[c], to[c], state->memory[c]);
        }
    }
    ludo_state_track(state, state->poses[1 - state->progress->now], state->memory);
}

/* The iterate becomes the knot. `given`: the iterate is the user's initial velocity, not a
 * solution. */
static void accept(sim_state *state, double h, int32_t stage, bool given)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_accept(x, state, h);
    if (!given) {
        carry_balance(x, state);
    }
    ludo_maximal_forces_accept(x, state, h);
    ludo_maximal_loops_accept(x, state);
    remember_coordinates(x, state);
    ludo_maximal_history_save(x, state, h, stage);
    state->progress->interval = h;
    state->progress->now = 1 - state->progress->now;
    state->progress->twists_known = 0;
}

/* Report contact forces and apply restitution. After contact the history of velocities is cut to
 * the last interval; after an impact it is empty, and the next step starts from the knot. */
static ludo_status accept_contacts(sim_state *state, double h, int32_t stage)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    if (!c->any) {
        return LUDO_OK;
    }
    ludo_maximal_contact_report_step(x, state, h);
    ludo_maximal_contact_pass(x, state, h);
    bool bounced = false;
    ludo_status status = LUDO_OK;
    if (c->count > 0) {
        x->state->history[stage].count = 1;
        status = c->restituting ? ludo_maximal_contact_bounce(state, h, &bounced) : LUDO_OK;
    }
    if (status == LUDO_OK && bounced) {
        status = ludo_maximal_velocities_read_twists(state);
        ludo_maximal_velocities_load_momenta(state);
        x->state->last = -1;
        x->state->cone_count = 0;
        ludo_maximal_contact_begin_rates(x, state);
        state->progress->twists_known = 1;
    }
    return status;
}

/* ---- stepping ---- */

/* One step of the scheme in the file comment of maximal.h. */
static ludo_status step_knots(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    ludo_status status = ludo_maximal_step_solve(state, h, stage, report);
    if (status == LUDO_OK) {
        status = ludo_maximal_forces_end(maximal_of(state), state, h);
    }
    if (status == LUDO_OK) {
        accept(state, h, stage, false);
        status = accept_contacts(state, h, stage);
        report->node = status == LUDO_OK ? report->node : state->fault;
    }
    return status;
}

/* One step of order 1, exactly as published [S4 section 3.2]. The velocities V_k of the state are
 * those of the interval that FOLLOWS t_k: they move z_k to z_{k+1}, where the knot equation is
 * solved for V_{k+1}. So the velocities given at t_0 are not projected, joints are open by O(h^2)
 * at t_1, and what is reported is h/2 ahead of its time. */
static ludo_status step_published(sim_state *state, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_load_velocities(x, state);
    ludo_status status = begin(state, h);
    if (status == LUDO_OK) {
        status = ludo_maximal_newton_evaluate(state, h, report);
    }
    if (status == LUDO_OK) {
        status = ludo_maximal_forces_end(x, state, h);
    }
    if (status != LUDO_OK) {
        return status;
    }
    accept(state, h, 0, x->state->last < 0);
    state->clock += h;
    status = ludo_maximal_step_solve(state, h, 0, report);
    ludo_maximal_bodies_store_velocities(x, state);
    state->progress->twists_known = 1;
    return status;
}

ludo_status ludo_maximal_step(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    return state->settings.order == 1 ? step_published(state, h, report)
                                      : step_knots(state, h, stage, report);
}
