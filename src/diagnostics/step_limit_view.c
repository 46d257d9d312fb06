/* SPDX-License-Identifier: Apache-2.0
 *
 * Linearisation of a tree at its knot, in the metric of its mass matrix. */
#include "diagnostics/step_limit.h"
#include "math/dense.h"
#include "math/spectrum.h"

#include <math.h>

void ludo_limit_view_layout(limit_view *x, const sim_state *state, arena *a)
{
    ludo_joint_space_layout(&x->at, state, a, a);
    const tree *t = &x->at.tree;
    const size_t n = (size_t)t->columns;
    ludo_acting_layout_stiffness(&x->at.acting, t, a);
    ludo_tree_hessian_layout(&x->hessian, t, a);
    x->wrench = TAKE(a, t->nodes, force);
    x->stiffness = TAKE(a, 36 * (size_t)t->nodes, double);
    x->K = TAKE(a, n * n, double);
    x->C = TAKE(a, n * n, double);
    x->B_u = TAKE(a, n * (size_t)state->model->actuator_count, double);
    x->L = TAKE(a, n * n, double);
    const size_t modes = t->columns <= LIMIT_VIEW_MODES ? n * n : 0;
    x->A = TAKE(a, modes, double);
    x->V = TAKE(a, modes, double);
    x->value = TAKE(a, n, double);
    x->mode = TAKE(a, n, double);
    x->Q = TAKE(a, n, double);
    x->sampled = x->bounded && t->columns <= SOLVABILITY_COLUMNS;
    if (x->bounded) {
        ludo_trapezoid_layout(&x->trapezoid, t, a);
    }
    if (x->sampled) {
        ludo_mass_sampler_layout(&x->sampler, t, a);
    }
}

/* Factorise M of the knot, which is evaluated. */
static bool factorize(limit_view *x)
{
    const tree *t = &x->at.tree;
    ludo_tree_mass_matrix(t, &x->at.knot, x->hessian.composite, x->L);
    for (int32_t c = 0; c < t->columns; c++) {
        x->L[(size_t)(t->columns + 1) * (size_t)c] += x->at.forces.armature[c];
    }
    return ludo_cholesky(t->columns, x->L);
}

/* Forces, and their derivatives by coordinates and rates. */
static void linearize(limit_view *x, sim_state *state)
{
    joint_space *m = &x->at;
    const tree *t = &m->tree;
    const size_t square = (size_t)t->columns * (size_t)t->columns;
    memset(x->K, 0, square * sizeof *x->K);
    memset(x->C, 0, square * sizeof *x->C);
    ludo_forces_add_blocks(t, m->acting.e_y, x->K);
    ludo_forces_add_blocks(t, m->acting.e_dy, x->C);
    const forces_instant now = {
        .state = state, .at = &m->knot, .q = m->q, .y = m->zero, .dy = m->rate};
    coupling lines = {x->K, x->C, x->B_u};
    ludo_forces_couple(&m->forces, &now, &lines);
    memcpy(x->wrench, m->acting.wrench, (size_t)t->nodes * sizeof *x->wrench);
    ludo_tree_up(t, x->wrench);
    for (int32_t c = 0; c < t->columns; c++) {
        x->Q[c] = pair_of(x->wrench[t->node_at[c]], m->knot.S[c]) + m->acting.e[c];
    }
}

ludo_status ludo_limit_view_linearize(limit_view *x, sim_state *state)
{
    joint_space *m = &x->at;
    ludo_joint_space_open(m, state);
    ludo_tree_read_positions(&m->tree, state_poses(state), state->memory, m->q);
    ludo_tree_read_rates(&m->tree, state_poses(state), state->memory, state->twists,
                         state->stored_rate, m->rate);
    ludo_tree_place_origins(&m->tree, m->q, m->origin);
    const ludo_status status = ludo_joint_space_accelerate(
        m, state,
        (joint_space_instant){state->progress->time, m->q, m->rate, &m->acting, m->acceleration});
    if (status != LUDO_OK || !factorize(x)) {
        return status != LUDO_OK ? status : LUDO_SINGULAR;
    }
    linearize(x, state);
    return LUDO_OK;
}

/* A := L^-1 (G + G^T)/2 L^-T */
static void scale(limit_view *x, const double *G)
{
    const size_t n = (size_t)x->at.tree.columns;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            x->A[n * i + j] = 0.5 * (G[n * i + j] + G[n * j + i]);
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        ludo_cholesky_solve((int32_t)n, (int32_t)n, x->L, x->A);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                const double a = x->A[n * i + j];
                x->A[n * i + j] = x->A[n * j + i];
                x->A[n * j + i] = a;
            }
        }
    }
}

/* All modes; x->mode := L^T times the fastest one. */
static fastest find_mode(limit_view *x, const double *G)
{
    const size_t n = (size_t)x->at.tree.columns, last = n - 1;
    scale(x, G);
    ludo_symmetric_eigen((int32_t)n, x->A, x->value, x->V);
    const size_t mode = fabs(x->value[0]) > fabs(x->value[last]) ? 0 : last;
    for (size_t c = 0; c < n; c++) {
        x->mode[c] = x->V[n * c + mode];
    }
    return (fastest){.value = fabs(x->value[mode]), .highest = x->value[last]};
}

/* The fastest mode of many columns, where all modes would take minutes: power iteration, which
 * approaches the value from below. */
static fastest approach_mode(limit_view *x, const double *G)
{
    enum { POWERS = 100 };
    const int32_t n = x->at.tree.columns;
    double value = 0.0;
    for (int32_t i = 0; i < n; i++) {
        x->mode[i] = 1.0 + 0.1 * (i % 7); /* not along an axis */
    }
    for (int power = 0; power < POWERS; power++) {
        (void)ludo_make_unit(n, x->mode);
        memset(x->value, 0, (size_t)n * sizeof *x->value);
        ludo_cholesky_solve_t(n, 1, x->L, x->mode);
        ludo_dense_multiply(n, n, 1, G, x->mode, x->value);
        ludo_dense_multiply_t(n, n, 1, G, x->mode, x->value);
        ludo_cholesky_solve(n, 1, x->L, x->value);
        memcpy(x->mode, x->value, (size_t)n * sizeof *x->mode);
        value = 0.5 * ludo_length(n, x->value);
    }
    return (fastest){.value = value, .highest = value};
}

fastest ludo_limit_view_fastest(limit_view *x, const double *G)
{
    const tree *t = &x->at.tree;
    fastest of = t->columns <= LIMIT_VIEW_MODES ? find_mode(x, G) : approach_mode(x, G);
    double most = -1.0;
    int32_t node = -1;
    ludo_cholesky_solve_t(t->columns, 1, x->L, x->mode);
    for (int32_t c = 0; c < t->columns; c++) {
        const double move = fabs(x->mode[c]) * t->scale[c];
        node = move > most ? t->node_at[c] : node;
        most = move > most ? move : most;
    }
    of.joint = ludo_joint_space_joint(&x->at, node);
    return of;
}
