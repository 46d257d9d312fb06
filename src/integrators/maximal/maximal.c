/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal-coordinate variational integrator: memory, start and knot velocities. */
#include "integrators/maximal/maximal.h"

#include "integrators/maximal/accelerations.h"

#include "integrators/list.h"
#include "loops/rows.h"
#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_lanes/lanes.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal_cones/warm_start.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal/velocities.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/options.h"
#include "integrators/maximal/packing.h"
#include "integrators/maximal/positions.h"
#include "integrators/maximal/reactions.h"
#include "integrators/maximal/step.h"

#include <math.h>
#include <string.h>

/* Number of stored coordinates. */
static int32_t count_stored(const ludo_model *m)
{
    int32_t count = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        count += m->joint[s].kind->stores_coordinates ? m->joint[s].dof : 0;
    }
    return count;
}

static void state_layout(maximal *x, const sim_state *state, arena *kept)
{
    const ludo_model *m = state->model;
    const size_t n = (size_t)m->slots;
    x->state = TAKE(kept, 1, maximal_state);
    x->knot = TAKE(kept, x->blocks, body_knot);
    for (int i = 0; i < 2; i++) {
        x->S[i] = TAKE(kept, 6 * (size_t)m->columns, double);
        x->lever[i] = TAKE(kept, 3 * n, double);
        x->trace[i] = TAKE(kept, m->columns, joint_trace);
    }
    x->rows = TAKE(kept, BLOCK * (size_t)ludo_loops_count_ends(m), double);
    x->P_q = TAKE(kept, m->columns, double);
    x->start_rate = TAKE(kept, x->stored_count, double);
    for (int32_t i = 0; i < state->settings.stages; i++) {
        x->velocity_history[i] = TAKE(kept, EXTRAPOLATION_POINTS * (size_t)x->blocks, twist_lanes);
        x->rate_history[i] = TAKE(kept, EXTRAPOLATION_POINTS * (size_t)x->stored_count, double);
    }
}

/* The bodies that float. */
static int32_t count_free(const ludo_model *m)
{
    int32_t count = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        count += joint_is_free(&m->joint[s]) ? 1 : 0;
    }
    return count;
}

static void maximal_layout(sim_state *state, arena *kept, arena *scratch)
{
    const ludo_model *m = state->model;
    maximal *x = maximal_of(state);
    x->rotation = ludo_maximal_options_rotation(&state->settings);
    x->direction = ludo_maximal_options_direction(m->slots > 0 ? &state->settings : NULL);
    x->forces.damping = ludo_maximal_options_damping(&state->settings);
    x->blocks = lanes_blocks(m->slots);
    x->stored_count = count_stored(m);
    state_layout(x, state, kept);
    x->body = TAKE(scratch, x->blocks, body_lanes);
    x->given = TAKE(scratch, m->slots, twist);
    x->violation = TAKE(scratch, m->slots, double);
    x->held = TAKE(scratch, m->slots, bool);
    x->stored = TAKE(scratch, x->stored_count, int32_t);
    x->tree.nodes = m->slots;
    x->tree.parent = m->parent;
    x->tree.column = m->column;
    x->tree.joint_block = m->joint_block;
    x->tree.unbound_most = count_free(m);
    ludo_recursion_layout(&x->tree, scratch);
    ludo_maximal_forces_layout(x, state, scratch);
    ludo_maximal_loops_layout(x, state, scratch);
    ludo_maximal_contact_layout(x, state, kept, scratch);
    ludo_maximal_accelerations_layout(x, state, scratch);
}

static ludo_status maximal_open(sim_state *state)
{
    maximal *x = maximal_of(state);
    const linear_solver_kind *d = x->direction;
    int32_t stored = 0;
    for (int32_t s = 0; s < state->model->slots; s++) {
        const joint_data *j = &state->model->joint[s];
        for (int32_t c = 0; c < j->dof && j->kind->stores_coordinates; c++) {
            x->stored[stored++] = state->model->column[s] + c;
        }
        if (joint_is_free(j)) {
            ludo_recursion_unbind(&x->tree, s);
        }
    }
    ludo_maximal_bodies_load_model(x, state);
    ludo_status status = ludo_maximal_loops_create(x, state);
    ludo_maximal_forces_init(x, state);
    status = status == LUDO_OK ? ludo_maximal_contact_open(x, state) : status;
    status = status == LUDO_OK && d->create != NULL ? d->create(state) : status;
    if (status != LUDO_OK) {
        ludo_maximal_contact_close(x, state);
        ludo_maximal_loops_destroy(x);
    }
    return status;
}

static void maximal_close(sim_state *state)
{
    const linear_solver_kind *d = maximal_of(state)->direction;
    if (d->destroy != NULL) {
        d->destroy(state);
    }
    ludo_maximal_contact_close(maximal_of(state), state);
    ludo_maximal_loops_destroy(maximal_of(state));
}

/* (B) at the knot: the twists V nearest to given momenta that the joints allow,
 *
 *     M V = P + G^T mu,   G V = 0                 [maximal.md 1.4], [recursion.md 1.4]
 *
 * P are the momenta of the knot. Armatures belong to M; impulses at the knot of armatures and other
 * forces inside joints belong to P. */
static ludo_status project(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_loops_solve_velocities(x, state);
    const ludo_status status =
        x->contacts->any ? ludo_maximal_contact_solve_velocities(state) : LUDO_OK;
    return status == LUDO_OK ? ludo_maximal_velocities_read_twists(state) : status;
}

/* Project the given twists. */
static ludo_status project_start(sim_state *state, ludo_start_report *report)
{
    maximal *x = maximal_of(state);
    memcpy(x->given, state->twists, (size_t)state->model->slots * sizeof *x->given);
    const ludo_status status = project(state);
    if (status == LUDO_OK) {
        report_correction(report, state, x->given);
    }
    return status;
}

/* Copy the stored coordinates of the knot to the traces. */
static void load_coordinates(maximal *x, const sim_state *state)
{
    joint_trace *now = x->trace[state->progress->now];
    for (int32_t i = 0; i < x->stored_count; i++) {
        now[x->stored[i]] = (joint_trace){state->memory[x->stored[i]], 0.0};
    }
}

/* Start from the poses and twists of the state; order 1, as published, does not project the
 * twists. */
static ludo_status maximal_start(sim_state *state, ludo_start_report *report)
{
    maximal *x = maximal_of(state);
    *x->state = (maximal_state){.last = -1};
    state->progress->interval = 0.0;
    ludo_rest_start(x->contacts, state);
    ludo_maximal_contact_clear_intervals(x, state->model);
    state->progress->contact += state->progress->contact_knot; /* velocities become momenta */
    state->progress->contact_knot = 0.0;
    load_coordinates(x, state);
    ludo_maximal_joints_evaluate(x, state, state->progress->now, 0.0);
    ludo_maximal_bodies_load_poses(x, state);
    ludo_maximal_loops_start(x, state);
    ludo_maximal_velocities_load_momenta(state);
    ludo_maximal_contact_measure_overlap(state, report);
    if (state->settings.order != 1) {
        const ludo_status status = project_start(state, report);
        if (status != LUDO_OK) {
            return status;
        }
        ludo_maximal_velocities_load_momenta(state);
    }
    if (x->contacts->any) {
        ludo_maximal_contact_begin_rates(x, state);
    }
    return LUDO_OK;
}

/* Knot twists: (B) of the momenta. Order 1 writes twists in each step instead. */
static ludo_status maximal_twists(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_rotate_inertia(x);
    if (x->contacts->any) {
        ludo_maximal_contact_find_velocities(state);
    } else {
        ludo_maximal_loops_solve_velocities(x, state);
    }
    return ludo_maximal_velocities_read_twists(state);
}

static void maximal_settle(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_rotate_inertia(x);
    ludo_maximal_loops_solve_velocities(x, state);
    ludo_maximal_contact_settle_knot(state);
}

static int32_t maximal_fill(const sim_state *state)
{
    return maximal_in(state)->direction->fill(state);
}

static bool maximal_plausible(const sim_state *state)
{
    const maximal_state *kept = maximal_in(state)->state;
    const maximal_contacts *c = maximal_in(state)->contacts;
    bool good = kept->last >= -1 && kept->last < state->settings.stages &&
                isfinite(kept->loop_violation) && kept->cone_count >= 0 &&
                kept->cone_count <= c->room && ludo_warm_start_plausible(state);
    for (int i = 0; i < MAXIMAL_STAGES; i++) {
        const stage_history *past = &kept->history[i];
        good = good && past->count >= 0 && past->count <= EXTRAPOLATION_POINTS &&
               past->newest >= 0 && past->newest < EXTRAPOLATION_POINTS &&
               (past->count > 0 || kept->last != i);
    }
    return good;
}

static const int32_t orders[] = {2, 4, 1, 0};
static const char *const schemes[] = {"rattle", NULL};

const integrator ludo_integrator_maximal = {
    .info = {.name = "maximal",
             .source = "Bruedigam, Manchester: Linear-Time Variational Integrators in Maximal "
                       "Coordinates, 2020",
             .accepts = "trees and closed loops of any size, every joint type",
             .orders = orders,
             .schemes = schemes},
    .accept = ludo_maximal_options_accept,
    .layout = maximal_layout,
    .pack = ludo_maximal_pack,
    .lanes = &ludo_maximal_lanes,
    .open = maximal_open,
    .close = maximal_close,
    .start = maximal_start,
    .step = ludo_maximal_step,
    .twists = maximal_twists,
    .positions = ludo_maximal_positions,
    .settle = maximal_settle,
    .reactions = ludo_maximal_reactions_compute,
    .fill = maximal_fill,
    .contacts = ludo_maximal_contact_report,
    .overlaps = ludo_maximal_contact_overlaps,
    .sleepless = ludo_rest_hindrance,
    .plausible = maximal_plausible,
    .loops = true,
    .tethers = true,
    .derivatives = true,
    .symmetric = true,
};

_Static_assert(sizeof(maximal) <= WORKSPACE_ROOM * sizeof(max_align_t),
               "WORKSPACE_ROOM is too small");
