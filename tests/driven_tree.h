/* SPDX-License-Identifier: Apache-2.0
 *
 * The forces on the joint tree of a simulation, at coordinates and rates that a test chooses. */
#ifndef LUDO_TESTS_DRIVEN_TREE_H
#define LUDO_TESTS_DRIVEN_TREE_H

#include "dynamics/chart.h"
#include "everything.h"
#include "dynamics/forces.h"
#include "sim/sim.h"

typedef struct driven_tree {
    running run;
    tree tree;
    tree_instant at;
    generalized_forces forces;
    acting acting;
    ludo_vec3 *origin;
    double *q, *y, *dy;   /* coordinates at an instant: knot, displacement from it */
    double *moved, *rate; /* scratch: q + y, and the rates there */
    force *total;         /* scratch: per node */
    double time;
    void *block;
} driven_tree;

static inline void driven_tree_layout(driven_tree *t, arena *a)
{
    ludo_tree_layout(&t->tree, t->run.model, a);
    ludo_tree_instant_layout(&t->at, &t->tree, a);
    ludo_forces_layout(&t->forces, &t->run.sim->state, &t->tree, a);
    ludo_acting_layout(&t->acting, &t->run.sim->state, &t->tree, a);
    ludo_acting_layout_stiffness(&t->acting, &t->tree, a);
    t->at.origin = t->origin = TAKE(a, t->tree.nodes, ludo_vec3);
    t->q = TAKE(a, t->tree.positions, double);
    t->moved = TAKE(a, t->tree.positions, double);
    t->y = TAKE(a, t->tree.columns, double);
    t->dy = TAKE(a, t->tree.columns, double);
    t->rate = TAKE(a, t->tree.columns, double);
    t->total = TAKE(a, t->tree.nodes, force);
}

/* Takes a simulation at rest at its start. *t must not move: the forces point at its tree. */
static inline void driven_tree_open(driven_tree *t, running run)
{
    *t = (driven_tree){.run = run};
    arena measure = {NULL, 0, false};
    driven_tree_layout(t, &measure);
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    t->block = memory_take(&memory, measure.used);
    assert_non_null(t->block);
    arena place = {t->block, 0, false};
    driven_tree_layout(t, &place);
    assert_true(place.used == measure.used && !place.overflow);
    ludo_tree_open(&t->tree);
    ludo_forces_open(&t->forces, &run.sim->state);
    ludo_tree_read_positions(&t->tree, state_poses(&run.sim->state), run.sim->state.memory, t->q);
    ludo_tree_place_origins(&t->tree, t->q, t->origin);
}

static inline void driven_tree_close(driven_tree *t)
{
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    memory_give(&memory, t->block);
    run_close(&t->run);
}

/* Random rates, and coordinates near the knot. */
static inline void driven_tree_shake(driven_tree *t, random_stream *r)
{
    for (int32_t c = 0; c < t->tree.columns; c++) {
        t->y[c] = random_uniform(r, -0.6, 0.6);
        t->dy[c] = random_uniform(r, -1.0, 1.0);
    }
}

static inline forces_instant instant_of_acting(driven_tree *t)
{
    return (forces_instant){&t->run.sim->state, &t->at, t->q, t->y, t->dy, t->time};
}

static inline ludo_status driven_tree_evaluate(driven_tree *t)
{
    ludo_tree_down(&t->tree, t->q, t->y, t->dy, &t->at);
    const forces_instant now = instant_of_acting(t);
    return ludo_forces_evaluate(&t->forces, &now, &t->acting);
}

/* Generalized forces, per degree of freedom. */
static inline void driven_tree_forces(driven_tree *t, double *Q)
{
    assert_int_equal(driven_tree_evaluate(t), LUDO_OK);
    memcpy(t->total, t->acting.wrench, (size_t)t->tree.nodes * sizeof *t->total);
    ludo_tree_up(&t->tree, t->total);
    for (int32_t c = 0; c < t->tree.columns; c++) {
        Q[c] = pair_of(t->total[t->tree.node_at[c]], t->at.S[c]) + t->acting.e[c];
    }
}

/* Set the simulation to these coordinates and rates. */
static inline void driven_tree_set(driven_tree *t)
{
    ludo_sim *sim = t->run.sim;
    memcpy(t->moved, t->q, (size_t)t->tree.positions * sizeof *t->q);
    memcpy(t->rate, t->dy, (size_t)t->tree.columns * sizeof *t->dy);
    for (int32_t i = 0; i < t->tree.nodes; i++) {
        const tree_node *n = &t->tree.node[i];
        if (n->kind == &ludo_node_ball) {
            const double *y = t->y + n->column;
            double *w = t->rate + n->column;
            const mat3 J = ludo_chart_jacobian(v3(-y[0], -y[1], -y[2]));
            const ludo_vec3 own = m3_apply(&J, v3(w[0], w[1], w[2]));
            w[0] = own.x, w[1] = own.y, w[2] = own.z;
        }
    }
    ludo_tree_advance(&t->tree, t->y, t->moved);
    ludo_tree_write_poses(&t->tree, t->moved, state_poses(&sim->state), sim->state.memory);
    ludo_tree_write_twists(&t->tree, t->moved, state_poses(&sim->state), t->rate, sim->state.twists,
                           sim->state.stored_rate);
    sim->state.progress->started = sim->state.progress->twists_known = 1;
}

/* Switch on random servos and controls, and apply a force to every body. */
static inline void driven_tree_drive(driven_tree *t, random_stream *r)
{
    ludo_sim *sim = t->run.sim;
    for (int32_t i = 0; i < ludo_model_actuator_count(t->run.model); i++) {
        assert_int_equal(ludo_sim_set_control(sim, i, random_uniform(r, -1.0, 1.0)), LUDO_OK);
    }
    for (int32_t j = 0; j < ludo_model_joint_count(t->run.model); j++) {
        for (int32_t dof = 0; dof < 6; dof++) {
            const double target = random_uniform(r, -1.0, 1.0);
            const ludo_status s = ludo_sim_set_servo(sim, j, dof, target, 3.0, 0.4);
            assert_true(s == LUDO_OK || s == LUDO_BAD_ARGUMENT);
        }
    }
    for (int32_t b = 0; b < ludo_model_body_count(t->run.model); b++) {
        const ludo_vec3 f = random_vec3(r, 5.0);
        const ludo_wrench push = {f, random_vec3(r, 2.0)};
        assert_int_equal(ludo_sim_set_body_force(sim, b, &push), LUDO_OK);
    }
}

/* A scene with forces of every kind, driven, in motion near its start. */
static inline void driven_tree_everything(driven_tree *t, uint64_t seed)
{
    random_stream r = random_from(seed);
    driven_tree_open(t, open_everything(seed, true, NULL));
    driven_tree_drive(t, &r);
    driven_tree_shake(t, &r);
}

#endif
