/* SPDX-License-Identifier: Apache-2.0
 *
 * The velocities of a knot: (B) with the cones of closed contacts and limits [contact.md 2.4]. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/body_pairs.h"
#include "integrators/maximal_contact/condensation.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal_contact/limits.h"
#include "integrators/maximal_contact/limits_speed.h"
#include "integrators/maximal/loops.h"
#include "solver/interior/slip_iteration.h"

#include <math.h>
#include <string.h>

/* The knot that is solved, as the system of an interior point. */
typedef struct knot_problem {
    sim_state *state;
    bool solved; /* the iterate is the solution of (B) without contacts */
    bool soft;   /* the slopes are soft */
} knot_problem;

/* ---- the system ---- */

/* Velocities of the iterate into the tree. */
static void load_velocities(maximal *x, const ludo_model *m)
{
    memcpy(x->tree.u, x->contacts->u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->tree.w, x->contacts->w, (size_t)m->columns * sizeof *x->tree.w);
}

/* Velocities of the tree into the iterate. */
static void save_velocities(const maximal *x, const ludo_model *m)
{
    memcpy(x->contacts->u, x->tree.u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->contacts->w, x->tree.w, (size_t)m->columns * sizeof *x->tree.w);
}

/* The solution of (B) without contacts, their constraint rows being empty. */
static void knot_restart(void *self)
{
    knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    if (!k->solved) {
        ludo_body_pairs_clear(x);
        ludo_maximal_loops_solve_velocities(x, k->state);
        save_velocities(x, k->state->model);
    }
    k->solved = false;
}

static ludo_status knot_evaluate(void *self)
{
    sim_state *state = ((knot_problem *)self)->state;
    maximal *x = maximal_of(state);
    load_velocities(x, state->model);
    ludo_maximal_contact_evaluate_knot(x, state);
    return LUDO_OK;
}

/* r and e of the tree: the momenta of the knot less those of the iterate; C is that of c->C. */
static void read_residual(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const maximal_contacts *c = x->contacts;
    ludo_maximal_bodies_subtract_knot(x, state, c->u);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s], f = m->column[s + 1] - first;
        for (int32_t i = 0; i < f; i++) {
            const double *row = c->C + m->joint_block[s] + f * i;
            double sum = x->P_q[first + i];
            for (int32_t k = 0; k < f; k++) {
                sum -= row[k] * c->w[first + k];
            }
            x->tree.e[first + i] = sum;
        }
    }
}

/* The direction with a new factorisation. Cones add to the joint blocks, which are restored. */
static void solve_factorized(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    const size_t blocks = (size_t)m->joint_block[m->slots] * sizeof *c->C;
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    memcpy(c->C, x->tree.C, blocks);
    read_residual(x, state);
    ludo_maximal_contact_add_stiffness(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, m, true);
    x->tree.idle = ludo_condensation_idle(x, NULL);
    ludo_maximal_loops_solve_knot(x, state);
    x->tree.idle = NULL;
    memcpy(x->tree.C, c->C, blocks);
}

/* The direction with the last factorisation, from the iterate. */
static void solve_with_factors(maximal *x, const sim_state *state)
{
    read_residual(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, state->model, false);
    x->tree.idle = ludo_condensation_idle(x, NULL);
    ludo_recursion_reduce(&x->tree);
    ludo_recursion_expand(&x->tree);
    x->tree.idle = NULL;
}

static void knot_soften(void *self, bool soft)
{
    ((knot_problem *)self)->soft = soft;
}

/* Only the cones are nonlinear. Loops take several elimination passes with their own factors. */
static double knot_direction(void *self, bool factorize)
{
    sim_state *state = ((knot_problem *)self)->state;
    maximal *x = maximal_of(state);
    const ludo_model *m = state->model;
    if (factorize) {
        ludo_condensation_choose(x, &((knot_problem *)self)->soft, NULL);
    }
    if (factorize || m->loop_count > 0) {
        solve_factorized(x, state);
    } else {
        solve_with_factors(x, state);
    }
    ludo_maximal_contact_read_rates(x);
    worst move = {0.0, -1};
    for (int32_t c = 0; c < m->columns; c++) {
        worst_take(&move, fabs(x->tree.w[c]) * m->column_scale[c], c);
    }
    return move.value * x->contacts->length / x->contacts->scale.y;
}

static void knot_advance(void *self, double alpha)
{
    sim_state *state = ((knot_problem *)self)->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < 6 * state->model->slots; i++) {
        c->u[i] += alpha * x->tree.u[i];
    }
    for (int32_t i = 0; i < state->model->columns; i++) {
        c->w[i] += alpha * x->tree.w[i];
    }
}

/* The largest balance of momenta along a degree of freedom. The equations are linear but for the
 * cones, and several steps of an interior point leave rounding; a prediction takes one. */
static double knot_residual(const void *self)
{
    sim_state *state = ((const knot_problem *)self)->state;
    maximal *x = maximal_of(state);
    const ludo_model *m = state->model;
    read_residual(x, state);
    ludo_maximal_contact_apply_impulses(x);
    ludo_recursion_balance(&x->tree);
    worst left = {0.0, -1};
    for (int32_t c = 0; c < m->columns; c++) {
        worst_take(&left, fabs(x->tree.e[c]) / m->column_scale[c], c);
    }
    return left.value / (x->contacts->length * x->contacts->scale.p);
}

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

/* The interior point on (B), then the slip iteration. */
static ludo_status solve(sim_state *state, bool solved, interior_report *report)
{
    knot_problem self = {state, solved, false};
    const interior_system system = {.self = &self,
                                    .restart = knot_restart,
                                    .evaluate = knot_evaluate,
                                    .soften = knot_soften,
                                    .direction = knot_direction,
                                    .advance = knot_advance,
                                    .residual = knot_residual};
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    interior_settings settings = ludo_maximal_contact_settings(state, 0, c->count);
    ludo_maximal_contact_load_warm_start(x, 0.5 * fabs(state->progress->interval));
    settings.warm_start = x->state->cone_count > 0 && x->state->last >= 0;
    settings.refines = true;
    settings.predicts = is_balanced_by_tree(state->model);
    if (settings.warm_start) {
        ludo_maximal_contact_expect_rates(x, state->model);
    }
    ludo_status status = ludo_interior_solve(&system, c->cone, c->count, &settings, report);
    if (status != LUDO_OK && c->contacts > 0) {
        const int32_t left = settings.slip_iterations - report->iterations;
        settings.slip_iterations = left > 1 ? left : 1;
        status = ludo_slip_iteration_solve(&system, NULL, c->cone, c->count, &settings, report);
        state->quality.relaxed += report->bounded ? 1 : 0;
    }
    return status;
}

ludo_status ludo_maximal_contact_solve_knot(sim_state *state)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    ludo_maximal_contact_evaluate_knot(x, state);
    if (!ludo_maximal_contact_violated(c, 0, c->count)) {
        return LUDO_OK;
    }
    choose_scale(x, state);
    save_velocities(x, state->model);
    interior_report report = {.worst = -1};
    ludo_status status = ludo_body_pairs_begin(x);
    if (status == LUDO_OK) {
        status = solve(state, true, &report);
        load_velocities(x, state->model);
    }
    while (status == LUDO_OK && ludo_maximal_limits_speed_knot_gather(x, state, true) > 0) {
        ludo_maximal_contact_evaluate_knot(x, state);
        status = solve(state, false, &report);
        load_velocities(x, state->model);
    }
    c->worst = report.worst;
    status = ludo_body_pairs_end(x) == LUDO_OK ? status : LUDO_TOO_MANY_CONTACTS;
    if (status != LUDO_NOT_CONVERGED) {
        return status;
    }
    state->failed = ludo_maximal_contact_worst_node(state);
    return LUDO_CONTACT;
}

ludo_status ludo_maximal_contact_gather_closed(sim_state *state, double margin)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    if (c->touching) {
        const pose *z = state_poses(state);
        if (ludo_search_find(&c->search, z, z, margin).full) {
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

/* No second try with a relaxed target: one larger by 1e4 solves none of the knots that fail. */
void ludo_maximal_contact_find_velocities(sim_state *state)
{
    ludo_maximal_contact_begin_knot(maximal_of(state), state->model);
    const bool solved = ludo_maximal_contact_solve_velocities(state) == LUDO_OK;
    if (!solved) {
        ludo_maximal_loops_solve_velocities(maximal_of(state), state);
        state->quality.relaxed++;
    }
    state->progress->contact_knot = solved ? ludo_maximal_contact_knot_taken(state, false) : 0.0;
}
