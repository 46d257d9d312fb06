/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of the maximal integrator, from knot t_k to t_{k+1}:
 *
 *     1. begin: momenta, forces and loop rows at t_k;
 *     2. if the last interval ended in contact, skip 3: extrapolate, find contacts at that pose
 *        and solve with them;
 *     3. otherwise, or if 2 finds no contact: extrapolate, solve without contacts (Newton's
 *        method), find contacts at the solution and, if there are any, solve with them;
 *     4. accept: the iterate becomes the knot, with the end impulses of forces at t_{k+1};
 *     5. report contact forces and apply restitution. */
#include "integrators/maximal/step.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal/published.h"
#include "integrators/maximal/history.h"
#include "integrators/maximal/hold.h"
#include "integrators/maximal/parts.h"
#include "joints/coordinate.h"

#include <string.h>

/* ---- solving ---- */

ludo_status ludo_maximal_step_begin(sim_state *state, double h)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_begin(x, state, h);
    const ludo_status status = ludo_maximal_forces_begin(x, state, h);
    ludo_maximal_loops_begin(x, state);
    return status;
}

/* Whether cones are expected: there were some in the last interval, or nothing else is known. */
static bool expects_contacts(const maximal *x, int32_t stage)
{
    return x->state->cone_count > 0 || ludo_maximal_history_is_single(x, stage);
}

/* Step 2 of the plan, tried if contacts are expected.
 * *contacts_found: the interval is solved, with contacts; otherwise step 3 is needed. */
static ludo_status solve_with_expected_contacts(sim_state *state, double h, int32_t stage,
                                                ludo_step_report *report, bool *contacts_found)
{
    maximal *x = maximal_of(state);
    const maximal_contacts *c = x->contacts;
    *contacts_found = false;
    if (!c->any || (c->restituting && c->impacts.mode == IMPACTS_AT_KNOT) || h < 0.0 ||
        !expects_contacts(x, stage)) {
        return LUDO_OK;
    }
    ludo_maximal_history_repeat(x, state, h);
    ludo_maximal_contact_save_start(x, state);
    ludo_maximal_history_extrapolate(x, state, h, stage);
    return ludo_maximal_newton_evaluate(state, h, report) == LUDO_OK
               ? ludo_maximal_contact_predict(state, h, stage, report, contacts_found)
               : LUDO_OK;
}

/* Step 3 of the plan. */
static ludo_status solve_then_find_contacts(sim_state *state, double h, int32_t stage,
                                            ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    ludo_maximal_loops_begin(x, state);
    ludo_maximal_history_extrapolate(x, state, h, stage);
    ludo_maximal_contact_save_start(x, state);
    const ludo_status contact_free = ludo_maximal_newton_solve(state, h, report);
    return x->contacts->any ? ludo_maximal_contact_solve(state, h, stage, contact_free, report)
                            : contact_free;
}

ludo_status ludo_maximal_step_solve(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report)
{
    const int32_t before = report->iterations;
    ludo_status status = ludo_maximal_step_begin(state, h);
    if (status != LUDO_OK) {
        return status;
    }
    bool contacts_found = false;
    status = solve_with_expected_contacts(state, h, stage, report, &contacts_found);
    if (status == LUDO_OK && !contacts_found) {
        status = solve_then_find_contacts(state, h, stage, report);
    }
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
 * Joint impulses cancel in the sum of the balances of a tree, so the sum of the residuals is
 * exactly the momentum that an inexact solution has lost. The next interval starts with momenta
 * that contain this sum (moments about the root's position at t_{k+1}): total momentum is kept to
 * round-off at any tolerance of Newton's method. Impulses of loops within one tree cancel up to
 * rounding and are left out. */
static void transfer_residual_to_root_momentum(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    int32_t root = 0;
    if (!x->contacts->measured) {
        ludo_maximal_loops_apply_outer(x, m);
        ludo_maximal_contact_apply_impulses(x);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (joint_is_free(&m->joint[root])) {
            const twist residual = ludo_maximal_step_residual(x, state, s, root);
            twist_lanes *P = &x->knot[root / LANES].P;
            put3(&P->v, root % LANES, v3_add(get3(&P->v, root % LANES), residual.v));
            put3(&P->w, root % LANES, v3_add(get3(&P->w, root % LANES), residual.w));
        }
    }
}

/* Update the coordinates that poses do not determine: turns of hinges, stored coordinates. */
static void store_coordinates(const maximal *x, const sim_state *state)
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

void ludo_maximal_step_accept(sim_state *state, double h, int32_t stage, bool solved)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_accept(x, state, h);
    if (solved) {
        transfer_residual_to_root_momentum(x, state);
    }
    ludo_maximal_forces_accept(x, state, h);
    ludo_maximal_loops_accept(x, state);
    store_coordinates(x, state);
    ludo_maximal_history_save(x, state, h, stage);
    state->progress->interval = h;
    state->progress->now = 1 - state->progress->now;
    state->progress->twists_known = 0;
    state->progress->contact_knot = 0.0;
    state->progress->contact_pending = KNOT_ENERGY_KNOWN;
}

/* After an impact the next interval starts from the velocities of the knot, which are its momenta
 * (reflection.c), without history, as at a start. What becomes of bodies held is restored. */
static void restart_from_knot(sim_state *state, int32_t stage)
{
    maximal *x = maximal_of(state);
    ludo_maximal_history_restart(x, state, stage);
    state->progress->twists_known = !x->holding;
}

/* Report contact forces and apply restitution. */
static ludo_status accept_contacts(sim_state *state, double h, int32_t stage)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    if (!c->any) {
        return LUDO_OK;
    }
    ludo_maximal_contact_report_step(x, state, h);
    ludo_maximal_contact_pass(x, state, h);
    ludo_rest_count_slow(x, state, h);
    state->progress->contact += c->taken;
    bool bounced = false;
    const ludo_status status =
        c->restituting ? ludo_maximal_contact_bounce(state, h, &bounced) : LUDO_OK;
    if (status == LUDO_OK && bounced) {
        restart_from_knot(state, stage);
    }
    return status;
}

/* ---- stepping ---- */

ludo_status ludo_maximal_step_interval(sim_state *state, double h, int32_t stage,
                                       ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    const bool parting = x->parting;
    ludo_status status = ludo_maximal_step_solve(state, h, stage, report);
    if (status == LUDO_OK) {
        status = ludo_maximal_forces_end(x, state, h);
    }
    if (status == LUDO_OK && x->parting && !parting) {
        x->parted = true;
        memcpy(state->saved, state->kept, state->kept_size);
    }
    if (status == LUDO_OK) {
        ludo_maximal_step_accept(state, h, stage, true);
        status = accept_contacts(state, h, stage);
        report->node = status == LUDO_OK ? report->node : state->failed;
    }
    return status;
}

/* The step of the bodies that aren't at rest; islands that can't make it whole make parts. */
static ludo_status step_others(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    ludo_rest_hold(x, state->model);
    ludo_impacts_begin(x, state, h, report->substeps == 1);
    ludo_status status = ludo_maximal_step_interval(state, h, stage, report);
    if (status == LUDO_OK && x->parting) {
        const bool met = x->contacts->impacts.time > 0.0;
        status = ludo_maximal_parts_step(state, h, stage, report);
        if (status == LUDO_CONTACT && met) {
            ludo_maximal_hold_all(x, state->model);
            x->contacts->impacts.time = h; /* unknown: the first part is the whole step */
            status = ludo_maximal_parts_step(state, h, stage, report);
        }
    }
    return status;
}

/* One step of the scheme in the file comment of maximal.h. Where bodies touch some that rest, those
 * wake, and the step begins from t_k again. */
static ludo_status step_knots(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    ludo_rest_begin(x, state, h);
    if (ludo_rest_is_whole(x, state->model)) {
        return LUDO_OK;
    }
    ludo_status status = step_others(state, h, stage, report);
    while (ludo_rest_wake_touched(x, state)) {
        status = step_others(state, h, stage, report);
    }
    ludo_rest_end(x, state, status);
    return status;
}

ludo_status ludo_maximal_step(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    return state->settings.order == 1 ? ludo_maximal_published_step(state, h, report)
                                      : step_knots(state, h, stage, report);
}
