/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops and stiff lines in the equations of an interval. */
#include "integrators/maximal/loops.h"

#include "core/memory.h"
#include "loops/rows.h"
#include "integrators/maximal/bodies.h"
#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal_forces/tendons.h"

#include <math.h>
#include <string.h>

/* D of a loop row over the scale of the row: part_of_square times the square of the violation,
 * between `min_part` and `max_part` [loops.md 3.2]. Redundant rows are dependent where
 * loops are closed, and elsewhere inconsistent by the square of the violation; divided by D this
 * becomes multipliers whose impulses cancel up to rounding. So D falls with the violation, down to
 * well above round-off. Otherwise D is as small as possible, because it slows down the motions that
 * change the violation least: heavy bodies between light ones, mechanisms near a singularity. */
static const double part_of_square = 1e-5, max_part = 1e-9, min_part = 1e-14;

/* Rows that are redundant up to the rounding of lengths keep a violation, and are inconsistent by
 * about as much. Closing them would take a move of violation^2 / D: D is chosen such that
 * idle_moves of these moves are within the tolerance. */
static const double idle_moves = 10.0;

/* D for reported multipliers: round-off over D changes redundant ones. Each refinement sweep of (B)
 * multiplies the error of G V by about D over the pivots. */
static const double multiplier_compliance = 1e-9;
enum { SWEEPS = 3 };

void ludo_maximal_loops_layout(maximal *x, const sim_state *state, arena *scratch)
{
    const ludo_model *m = state->model;
    maximal_loops *k = &x->loops;
    ludo_loops_layout(&k->constraints, m, true, ludo_body_pairs_room(state), scratch);
    k->view = TAKE(scratch, m->loop_count, loop_view);
    k->coordinate = TAKE(scratch, m->columns, double);
    k->scale = TAKE(scratch, ROW * (size_t)k->constraints.count, double);
    k->multiplier = TAKE(scratch, ROW * (size_t)k->constraints.count, double);
    k->slope = TAKE(scratch, m->spring_count, double);
    k->inner = TAKE(scratch, m->loop_count, bool);
    k->u = TAKE(scratch, m->loop_count > 0 ? 6 * (size_t)m->slots : 0, double);
    k->w = TAKE(scratch, m->loop_count > 0 ? (size_t)m->columns : 0, double);
}

/* Whether a coupling ends at several bodies of one floating tree and not at the world; `root`: per
 * body. */
static bool is_inner(const ludo_model *m, const loop_data *l, const int32_t *root)
{
    int32_t first = -1, bodies = 0;
    bool together = !l->grounded;
    for (int32_t e = 0; e < l->ends; e++) {
        const int32_t slot = l->end[e].slot;
        if (!l->end[e].columns) {
            first = bodies++ == 0 ? slot : first;
            together = together && root[slot] == root[first];
        }
    }
    return together && bodies > 1 && joint_is_free(&m->joint[root[first]]);
}

/* Find the loops whose ends are on one floating tree. */
static ludo_status find_inner(maximal *x, const ludo_model *m, const ludo_allocator *allocator)
{
    if (m->loop_count == 0 || m->slots == 0) {
        return LUDO_OK;
    }
    /* per body: the root of its tree */
    int32_t *root = memory_take(allocator, (size_t)m->slots * sizeof *root);
    if (root == NULL) {
        return LUDO_NO_MEMORY;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        root[s] = m->parent[s] < 0 ? s : root[m->parent[s]];
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        const int32_t a = l->on[0].slot, b = l->on[1].slot;
        x->loops.inner[i] = l->kind->joins_bodies ? a >= 0 && b >= 0 && root[a] == root[b] &&
                                                        joint_is_free(&m->joint[root[a]])
                                                  : is_inner(m, l, root);
    }
    memory_give(allocator, root);
    return LUDO_OK;
}

ludo_status ludo_maximal_loops_create(maximal *x, sim_state *state)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->loop_count; i++) {
        x->loops.coupled = x->loops.coupled || !m->loop[i].kind->joins_bodies;
    }
    x->tree.plan = NULL;
    const ludo_status status = find_inner(x, m, &state->allocator);
    return status == LUDO_OK && x->loops.constraints.count > 0 && m->slots > 0
               ? ludo_constraint_plan_create(&x->tree, &x->loops.constraints, &state->allocator,
                                             &x->tree.plan)
               : status;
}

void ludo_maximal_loops_destroy(maximal *x)
{
    ludo_constraint_plan_destroy(x->tree.plan);
}

/* The constraints of loops alone. */
static constraints loops_of(const maximal *x, const ludo_model *m)
{
    constraints t = x->loops.constraints;
    t.count = m->loop_count;
    return t;
}

/* ---- loops ---- */

void ludo_maximal_loops_start(maximal *x, const sim_state *state)
{
    const placement at = state_placement(state);
    if (x->loops.coupled) {
        ludo_maximal_joint_forces_begin(x, state);
    }
    ludo_loops_view(state, &at, x->forces.phi[0], false, x->loops.view);
    x->loops.violation = ludo_loops_violation(state->model, state_poses(state), x->loops.view);
    ludo_maximal_loops_accept(x, state);
}

void ludo_maximal_loops_accept(maximal *x, const sim_state *state)
{
    ludo_loops_write(state->model, x->loops.view, x->rows);
    x->state->loop_violation = x->loops.violation.value;
}

/* Copy the rows of the knot to the blocks of loops, F or R. */
static void copy_rows(const maximal *x, const ludo_model *m, double *blocks)
{
    const size_t ends = (size_t)x->loops.constraints.first[m->loop_count];
    memcpy(blocks, x->rows, BLOCK * ends * sizeof *blocks);
}

/* Rows at the knot as columns of F, and their units. */
static void load_knot(maximal *x, const sim_state *state)
{
    maximal_loops *k = &x->loops;
    const constraints loops = loops_of(x, state->model);
    copy_rows(x, state->model, k->constraints.F);
    ludo_loops_scale(state->model, &loops, state_poses(state), k->constraints.F, k->scale);
}

void ludo_maximal_loops_begin(maximal *x, const sim_state *state)
{
    maximal_loops *k = &x->loops;
    k->projecting = false;
    if (k->constraints.count == 0) {
        return;
    }
    memset(k->multiplier, 0, ROW * (size_t)k->constraints.count * sizeof *k->multiplier);
    ludo_maximal_tendons_clear_rhs(x);
    load_knot(x, state);
}

void ludo_maximal_loops_evaluate(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    maximal_loops *k = &x->loops;
    const pose *next = state->poses[1 - state->progress->now];
    if (m->loop_count == 0) {
        return;
    }
    ludo_maximal_joints_coordinates(x, state, k->coordinate);
    const placement at = {m, next, k->coordinate};
    ludo_loops_view(state, &at, x->forces.phi[1], false, k->view);
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            k->constraints.b[ROW * i + j] = -k->view[i].g[j] / h;
        }
    }
    k->violation = ludo_loops_violation(m, next, k->view);
    if (k->projecting) {
        ludo_loops_write(m, k->view, k->constraints.F);
    }
}

void ludo_maximal_loops_apply(maximal *x, const ludo_model *m)
{
    const constraints loops = loops_of(x, m);
    ludo_constraints_apply(&loops, m->column, x->loops.multiplier, x->tree.r, x->tree.e);
}

void ludo_maximal_loops_apply_outer(maximal *x, const ludo_model *m)
{
    constraints one = x->loops.constraints;
    one.count = 1;
    for (int32_t i = 0; i < m->loop_count; i++, one.first++) {
        if (!x->loops.inner[i]) {
            const double *l = x->loops.multiplier + ROW * (size_t)i;
            ludo_constraints_apply(&one, m->column, l, x->tree.r, x->tree.e);
        }
    }
}

/* D of loops; 1 for a row of zero scale, which nothing can move. */
static void set_compliance(maximal *x, const ludo_model *m, double part)
{
    maximal_loops *k = &x->loops;
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            const double scale = k->scale[ROW * i + j];
            k->constraints.D[ROW * i + j] = scale > 0.0 ? part * scale : 1.0;
        }
    }
}

void ludo_maximal_loops_correct(maximal *x, const sim_state *state)
{
    maximal_loops *k = &x->loops;
    for (int32_t i = 0; i < ROW * state->model->loop_count; i++) {
        k->multiplier[i] += k->constraints.l[i];
    }
}

void ludo_maximal_loops_project(maximal *x)
{
    maximal_loops *k = &x->loops;
    k->projecting = true;
    memset(k->multiplier, 0, ROW * (size_t)k->constraints.count * sizeof *k->multiplier);
}

/* ---- both ---- */

/* D over the scale of the row, from the violation at the iterate and at t_k. */
static double compliance(const maximal *x, double tolerance)
{
    const double now = x->loops.violation.value, at_start = x->state->loop_violation;
    const double passing = part_of_square * now * now;
    const double lasting = idle_moves / tolerance * at_start * at_start;
    const double part = passing > lasting ? passing : lasting;
    return part > max_part ? max_part : part < min_part ? min_part : part;
}

void ludo_maximal_loops_linearize(maximal *x, const sim_state *state)
{
    if (x->loops.constraints.count == 0) {
        return;
    }
    set_compliance(x, state->model, compliance(x, state->settings.tolerance));
    ludo_loops_write(state->model, x->loops.view, x->loops.constraints.R);
    ludo_maximal_tendons_linearize(x, state); /* without tendons there is nothing to write */
}

/* u, w, multipliers += the last solution of the tree. */
static void accumulate(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        x->loops.u[i] += x->tree.u[i];
    }
    for (int32_t c = 0; c < m->columns; c++) {
        x->loops.w[c] += x->tree.w[c];
    }
    ludo_maximal_loops_correct(x, state);
}

/* Right-hand side of a refinement sweep: the remaining violation of the loops' rates alone. */
static void write_residual(maximal *x, const ludo_model *m)
{
    recursion *t = &x->tree;
    maximal_loops *k = &x->loops;
    const constraints loops = loops_of(x, m);
    memset(t->r, 0, 6 * (size_t)m->slots * sizeof *t->r);
    memset(t->e, 0, (size_t)m->columns * sizeof *t->e);
    ludo_constraints_rate(&loops, m->column, k->u, k->w, k->constraints.b);
    for (int32_t i = 0; i < ROW * m->loop_count; i++) {
        k->constraints.b[i] = -k->constraints.b[i];
    }
    ludo_body_pairs_rhs(x);
    ludo_maximal_tendons_clear_rhs(x);
}

/* Rows of the knot on both sides; multipliers zero. */
static void write_knot(maximal *x, const sim_state *state, double part)
{
    const ludo_model *m = state->model;
    maximal_loops *k = &x->loops;
    load_knot(x, state);
    set_compliance(x, m, part);
    copy_rows(x, m, k->constraints.R);
    memset(k->constraints.b, 0, ROW * (size_t)m->loop_count * sizeof *k->constraints.b);
    memset(k->multiplier, 0, ROW * (size_t)m->loop_count * sizeof *k->multiplier);
    memset(k->u, 0, 6 * (size_t)m->slots * sizeof *k->u);
    memset(k->w, 0, (size_t)m->columns * sizeof *k->w);
}

/* Solve, then refine with the same factors until the effect of D is gone. */
static void solve_loops(maximal *x, const sim_state *state, double part)
{
    const ludo_model *m = state->model;
    recursion *t = &x->tree;
    write_knot(x, state, part);
    ludo_recursion_factor(t);
    ludo_recursion_expand(t);
    accumulate(x, state);
    for (int i = 1; i < SWEEPS; i++) {
        write_residual(x, m);
        ludo_recursion_reduce(t);
        ludo_recursion_expand(t);
        accumulate(x, state);
    }
    memcpy(t->u, x->loops.u, 6 * (size_t)m->slots * sizeof *t->u);
    memcpy(t->w, x->loops.w, (size_t)m->columns * sizeof *t->w);
}

void ludo_maximal_loops_place_knot(maximal *x, const sim_state *state)
{
    const int64_t now = state->progress->now;
    x->tree.S = x->tree.T = x->S[now];
    x->tree.d_S = x->tree.d_T = x->lever[now];
}

/* The tree's u and w from its M, r, C and e at the knot, with rows of the knot on both sides. */
static void solve_knot(maximal *x, const sim_state *state, double part)
{
    recursion *t = &x->tree;
    ludo_maximal_loops_place_knot(x, state);
    memset(t->y, 0, 6 * (size_t)state->model->slots * sizeof *t->y);
    ludo_maximal_tendons_write_knot(x, state->model);
    if (state->model->loop_count > 0) {
        solve_loops(x, state, part);
    } else {
        ludo_recursion_factor(t);
        ludo_recursion_expand(t);
    }
}

void ludo_maximal_loops_solve_knot(maximal *x, const sim_state *state)
{
    solve_knot(x, state, min_part);
}

void ludo_maximal_loops_solve_velocities(maximal *x, const sim_state *state)
{
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    ludo_maximal_loops_solve_knot(x, state);
}

void ludo_maximal_loops_least_multipliers(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    recursion *t = &x->tree;
    maximal_loops *k = &x->loops;
    const constraints loops = loops_of(x, m);
    if (m->loop_count == 0) {
        return;
    }
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    memset(t->r, 0, 6 * (size_t)m->slots * sizeof *t->r);
    memset(t->e, 0, (size_t)m->columns * sizeof *t->e);
    ludo_constraints_apply(&loops, m->column, k->multiplier, t->r, t->e);
    solve_knot(x, state, multiplier_compliance);
    for (int32_t i = 0; i < ROW * m->loop_count; i++) {
        k->multiplier[i] = -k->multiplier[i];
    }
}
