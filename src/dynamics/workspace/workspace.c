/* SPDX-License-Identifier: Apache-2.0
 *
 * The workspace behind the public ludo_dynamics: its memory, and the evaluation of an instant. */
#include "dynamics/workspace/workspace.h"

/* ---- a workspace ---- */

/* The most memory of dense matrices [bytes]: some 2000 degrees of freedom, or 1300 with as many
 * rows of loops. */
static const size_t dense_most = (size_t)128 << 20;

/* A state that has what forces read: no pushes, servos or functions. */
static void efforts_layout(ludo_dynamics *d, const ludo_model *model, arena *a)
{
    d->state = (sim_state){.model = model, .memory = d->order.memory};
    d->state.progress = TAKE(a, 1, sim_progress);
    d->state.control = TAKE(a, model->actuator_count, double);
    d->state.activation = TAKE(a, model->activation_count, double);
    ludo_forces_layout(&d->forces, &d->state, &d->tree, a);
    ludo_acting_layout(&d->acting, &d->state, &d->tree, a);
}

static void loops_layout(ludo_dynamics *d, arena *a)
{
    loop_memory *l = &d->loops;
    const size_t m = (size_t)l->count, n = (size_t)d->tree.columns;
    double **const by_dof[] = {&l->G, &l->Y, &l->P, &l->K}, **const square[] = {&l->A, &l->B};
    double **const row[] = {&l->rate, &l->lambda, &l->scale, &l->z};
    double **const any[] = {&l->end, &l->beta, &l->b};
    for (int i = 0; i < 4; i++) {
        *by_dof[i] = ludo_arena_take(a, n, m * sizeof(double));
        *row[i] = TAKE(a, m, double);
    }
    for (int i = 0; i < 2; i++) {
        *square[i] = ludo_arena_take(a, m, m * sizeof(double));
    }
    for (int i = 0; i < 3; i++) {
        *any[i] = TAKE(a, m + n, double);
    }
    l->order = TAKE(a, m + n, int32_t);
}

static void ik_layout(ludo_dynamics *d, const ludo_model *model, arena *a)
{
    ik_memory *x = &d->ik;
    const size_t n = (size_t)d->tree.columns, positions = (size_t)model->position_count;
    double **const coordinates[] = {&x->q, &x->trial, &x->low, &x->high};
    x->A = ludo_arena_take(a, n, n * sizeof(double));
    x->L = ludo_arena_take(a, n, n * sizeof(double));
    x->J = TAKE(a, 6 * n, double);
    x->b = TAKE(a, n, double);
    x->z = TAKE(a, n, double);
    for (int i = 0; i < 4; i++) {
        *coordinates[i] = TAKE(a, positions, double);
    }
    x->g = TAKE(a, d->loops.count, double);
    x->coordinate = TAKE(a, n, int32_t);
    x->held = TAKE(a, n, bool);
}

/* Matrices of dof and rows of loops; none where they would be larger than `dense_most`. */
static void dense_layout(ludo_dynamics *d, const ludo_model *model, arena *a)
{
    d->loops.rows = (loop_rows){&d->order, &d->at, &d->columns, NULL, NULL};
    d->loops.count = ludo_loop_rows_count(model);
    d->loops.e = TAKE(a, d->tree.columns, double);
    ludo_loop_rows_layout(&d->loops.rows, &d->tree, a);
    arena measured = {NULL, 0, false};
    loops_layout(d, &measured);
    ik_layout(d, model, &measured);
    d->dense = !measured.overflow && measured.used <= dense_most;
    if (d->dense) {
        loops_layout(d, a);
        ik_layout(d, model, a);
    }
}

static size_t dynamics_layout(ludo_dynamics *d, const ludo_model *model, char *block)
{
    arena a = {block, 0, false};
    (void)TAKE(&a, 1, ludo_dynamics);
    ludo_tree_layout(&d->tree, model, &a);
    ludo_keyframe_layout(&d->order, &d->tree, &a);
    ludo_tree_instant_layout(&d->at, &d->tree, &a);
    ludo_columns_layout(&d->columns, &d->tree, &a);
    ludo_tree_factors_layout(&d->factors, &d->tree, &a);
    const int32_t columns = d->tree.columns, nodes = d->tree.nodes;
    d->q = TAKE(&a, d->tree.positions, double);
    d->zero = TAKE(&a, columns, double);
    d->u = TAKE(&a, columns, double);
    d->x = TAKE(&a, columns, double);
    d->e = TAKE(&a, columns, double);
    d->armature = TAKE(&a, columns, double);
    d->at.origin = d->origin = TAKE(&a, nodes, ludo_vec3);
    d->bias = TAKE(&a, nodes, force);
    d->total = TAKE(&a, nodes, force);
    d->drift = TAKE(&a, nodes, motion);
    d->a = TAKE(&a, nodes, motion);
    d->composite = TAKE(&a, nodes, inertia);
    efforts_layout(d, model, &a);
    dense_layout(d, model, &a);
    return a.overflow ? 0 : a.used;
}

/* Whether a tendon has an inertia of its own. */
static bool has_armature(const ludo_model *m)
{
    bool any = false;
    for (int32_t i = 0; i < m->spring_count; i++) {
        any = any || m->tendon[i].armature > 0.0;
    }
    return any;
}

/* Whether a loop holds a length whose second derivative along a motion is not known. */
static bool has_opaque_loop(const ludo_model *m)
{
    bool any = false;
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        for (int k = 0; k < 2 && l->kind->joins_tendons; k++) {
            any = any || (l->tendon[k] >= 0 && tendon_is_opaque(&m->tendon[l->tendon[k]]));
        }
    }
    return any;
}

ludo_status ludo_dynamics_create(const ludo_model *model, const ludo_allocator *allocator,
                                 ludo_dynamics **out)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (model == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    if (model->fluids > 0 || has_armature(model) || has_opaque_loop(model)) {
        return LUDO_UNSUPPORTED;
    }
    ludo_dynamics measured;
    const ludo_allocator memory = ludo_allocator_or_default(allocator);
    const size_t size = dynamics_layout(&measured, model, NULL);
    ludo_dynamics *d = size > 0 ? memory_take(&memory, size) : NULL;
    if (d == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)dynamics_layout(d, model, (char *)d);
    d->allocator = memory;
    ludo_tree_open(&d->tree);
    ludo_keyframe_open(&d->order);
    ludo_tree_armatures(&d->tree, d->armature);
    ludo_forces_open(&d->forces, &d->state);
    d->forces.weightless = true;
    if (d->dense) {
        ludo_ik_open(d);
    }
    *out = d;
    return LUDO_OK;
}

void ludo_dynamics_destroy(ludo_dynamics *dynamics)
{
    if (dynamics != NULL) {
        const ludo_allocator memory = dynamics->allocator;
        memory_give(&memory, dynamics);
    }
}

/* ---- an instant ---- */

void ludo_workspace_evaluate(ludo_dynamics *d, const double *q, const double *v)
{
    ludo_keyframe_place(&d->order, q, v, d->q);
    if (v != NULL) {
        ludo_keyframe_to_tree(&d->order, v, d->u);
    }
    ludo_tree_place_origins(&d->tree, d->q, d->origin);
    ludo_tree_down(&d->tree, d->q, d->zero, v != NULL ? d->u : d->zero, &d->at);
}

void ludo_workspace_view_columns(ludo_dynamics *d, const double *v)
{
    ludo_columns_view(&d->order, &d->at, v, &d->columns);
}

void ludo_workspace_find_bias(ludo_dynamics *d)
{
    ludo_tree_gravity(&d->tree, &d->at, d->bias);
    ludo_tree_bias(&d->tree, &d->at, d->u, d->bias, d->bias, d->drift);
}

/* ---- with the mass matrix of the instant ---- */

bool ludo_workspace_factorize(ludo_dynamics *d)
{
    ludo_tree_factorize(&d->tree, &d->at, d->armature, &d->factors);
    return tree_is_regular(&d->factors);
}

bool ludo_workspace_accelerate(ludo_dynamics *d, const double *effort, double *a)
{
    const bool given = ludo_keyframe_to_efforts(&d->order, effort, d->e);
    ludo_tree_solve(&d->tree, &d->at, &d->factors, d->e, (tree_terms){d->bias, d->drift}, d->x);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->x[c] -= d->order.drift[c];
    }
    return ludo_keyframe_from_tree(&d->order, d->x, a) && given;
}

bool ludo_workspace_divide(ludo_dynamics *d, const double *effort, double *a)
{
    const bool given = ludo_keyframe_to_efforts(&d->order, effort, d->e);
    ludo_tree_solve(&d->tree, &d->at, &d->factors, d->e, (tree_terms){NULL, NULL}, d->x);
    return ludo_keyframe_from_tree(&d->order, d->x, a) && given;
}

void ludo_workspace_invert(ludo_dynamics *d, const double *a, double *effort)
{
    ludo_keyframe_to_tree(&d->order, a, d->x);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->x[c] += d->order.drift[c];
    }
    const tree_loads loads = {d->a, d->total, d->e};
    ludo_tree_inverse(&d->tree, &d->at, d->x, (tree_terms){d->bias, d->drift}, &loads);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->e[c] += d->armature[c] * d->x[c];
    }
    ludo_keyframe_from_efforts(&d->order, d->e, effort);
}
