/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of a model in joint coordinates, with memory for an instant and a knot. */
#ifndef LUDO_TESTS_OPEN_TREE_H
#define LUDO_TESTS_OPEN_TREE_H

#include "dynamics/tree.h"
#include "scenes.h"
#include "support.h"

typedef struct open_tree {
    tree tree;
    tree_instant at;
    ludo_vec3 *origin;
    double *q, *y, *dy, *rate;
    pose *poses;   /* per body index; -1 is the world */
    twist *twists; /* as the poses */
    double *memory, *stored_rate;
    ludo_model *model;
    void *block;
} open_tree;

static inline void lay_open_tree_out(open_tree *t, arena *a)
{
    ludo_tree_layout(&t->tree, t->model, a);
    ludo_tree_instant_layout(&t->at, &t->tree, a);
    t->at.origin = t->origin = TAKE(a, t->tree.nodes, ludo_vec3);
    t->q = TAKE(a, t->tree.positions, double);
    t->y = TAKE(a, t->tree.columns, double);
    t->dy = TAKE(a, t->tree.columns, double);
    t->rate = TAKE(a, t->tree.columns, double);
    t->memory = TAKE(a, t->tree.columns, double);
    t->stored_rate = TAKE(a, t->tree.columns, double);
    t->poses = TAKE(a, t->model->slots + 1, pose);
    t->twists = TAKE(a, t->model->slots + 1, twist);
}

/* Takes a model. Everything is zero except the world's pose. */
static inline open_tree open_tree_of(ludo_model *model)
{
    open_tree t = {.model = model};
    arena measure = {NULL, 0, false};
    lay_open_tree_out(&t, &measure);
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    t.block = memory_take(&memory, measure.used);
    assert_non_null(t.block);
    arena place = {t.block, 0, false};
    lay_open_tree_out(&t, &place);
    assert_true(place.used == measure.used && !place.overflow);
    t.poses++, t.twists++;
    t.poses[-1] = pose_world();
    ludo_tree_open(&t.tree);
    return t;
}

/* Takes the status and the spec of a scene builder. */
static inline open_tree open_tree_of_scene(ludo_status built, ludo_spec *spec)
{
    ludo_model *model = NULL;
    assert_int_equal(built, LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    return open_tree_of(model);
}

static inline void open_tree_close(open_tree *t)
{
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    memory_give(&memory, t->block);
    ludo_model_destroy(t->model);
}

/* Random coordinates (angles of several revolutions, lengths of several metres) and rates. */
static inline void open_tree_shake(open_tree *t, random_stream *r)
{
    for (int32_t i = 0; i < t->tree.nodes; i++) {
        const tree_node *n = &t->tree.node[i];
        double *q = t->q + n->position;
        if (n->kind == &ludo_node_ball) {
            const ludo_quat turn = random_quat(r);
            q[0] = turn.w, q[1] = turn.x, q[2] = turn.y, q[3] = turn.z;
        } else if (n->kind->dof > 0) {
            q[0] = n->kind == &ludo_node_revolute ? random_uniform(r, -20.0, 20.0)
                                                  : random_uniform(r, -2.0, 2.0);
        }
    }
    for (int32_t c = 0; c < t->tree.columns; c++) {
        t->rate[c] = random_uniform(r, -1.0, 1.0);
        t->y[c] = random_uniform(r, -1.0, 1.0);
        t->dy[c] = random_uniform(r, -1.0, 1.0);
    }
}

#endif
