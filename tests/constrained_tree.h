/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees with constraint rows and their values, for the tests of both. */
#ifndef LUDO_TESTS_CONSTRAINED_TREE_H
#define LUDO_TESTS_CONSTRAINED_TREE_H

#include "solver/tree/constraint_plan.h"
#include "tree_problem.h"

enum { MOST_TIES = 12, MOST_ENDS = 8 };

/* A tree with constraints; the arrays of the constraints are one block. */
typedef struct constrained_tree {
    problem p;
    constraints t;
    int32_t rows[MOST_TIES], first[MOST_TIES + 1];
    constraint_end end[MOST_TIES * MOST_ENDS];
    char *block;
    constraint_plan *plan;
} constrained_tree;

/* --- random constraints --------------------------------------------------------------------- */

static inline bool has_end(const constrained_tree *x, int32_t constraint, constraint_end end)
{
    for (int32_t e = x->first[constraint]; e < x->first[constraint + 1]; e++) {
        if (x->end[e].node == end.node && x->end[e].columns == end.columns) {
            return true;
        }
    }
    return false;
}

/* A constraint of 1 to 6 rows between random nodes, most often two. */
static inline void add_constraint(constrained_tree *x, random_stream *r)
{
    const int32_t constraint = x->t.count++;
    const int32_t wanted = random_below(r, 4) > 0 ? 2 : 1 + random_below(r, MOST_ENDS);
    x->rows[constraint] = 1 + random_below(r, CONSTRAINT_ROWS);
    x->first[constraint + 1] = x->first[constraint];
    for (int32_t k = 0; k < wanted; k++) {
        const constraint_end end = {random_below(r, x->p.nodes), random_below(r, 3) == 0};
        if (!has_end(x, constraint, end)) {
            x->end[x->first[constraint + 1]++] = end;
        }
    }
}

static inline int32_t end_numbers(const constrained_tree *x, int32_t e)
{
    const constraint_end *end = &x->end[e];
    return end->columns ? x->p.column[end->node + 1] - x->p.column[end->node] : 6;
}

/* Rows near force columns; D is regular for any rows. */
static inline void fill_constraint(constrained_tree *x, int32_t constraint, random_stream *r)
{
    for (int32_t e = x->first[constraint]; e < x->first[constraint + 1]; e++) {
        for (int32_t k = 0; k < end_numbers(x, e); k++) {
            for (int32_t j = 0; j < x->rows[constraint]; j++) {
                const double F = random_uniform(r, -1.0, 1.0);
                x->t.F[BLOCK * e + ROW * k + j] = F;
                x->t.R[BLOCK * e + ROW * k + j] = F + random_uniform(r, -0.05, 0.05);
            }
        }
    }
    for (int32_t j = 0; j < x->rows[constraint]; j++) {
        x->t.D[ROW * constraint + j] = random_uniform(r, 0.5, 2.0);
    }
}

static inline void fill_right_sides(constrained_tree *x, random_stream *r)
{
    for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
        for (int32_t j = 0; j < x->rows[constraint]; j++) {
            x->t.b[ROW * constraint + j] = random_uniform(r, -1.0, 1.0);
        }
    }
}

/* Memory and plan for constraints whose pattern is set. */
static inline void open_constraints(constrained_tree *x)
{
    x->t.rows = x->rows, x->t.first = x->first, x->t.end = x->end;
    x->t.ends = x->first[x->t.count];
    arena measure = {NULL, 0, false};
    ludo_constraints_layout(&x->t, &measure);
    x->block = aligned_alloc(64, measure.used + 64);
    assert_non_null(x->block);
    ludo_constraints_layout(&x->t, &(arena){x->block, 0, false});
    assert_int_equal(ludo_constraint_plan_create(&x->p.t, &x->t, NULL, &x->plan), LUDO_OK);
    x->p.t.plan = x->plan;
}

/* The plan points at the pattern in *x: *x must not move. */
static inline void open_random(constrained_tree *x, random_stream *r)
{
    *x = (constrained_tree){.p = random_problem(r)};
    for (int32_t k = 1 + random_below(r, MOST_TIES); k > 0; k--) {
        add_constraint(x, r);
    }
    open_constraints(x);
    for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
        fill_constraint(x, constraint, r);
    }
    fill_right_sides(x, r);
}

static inline void close_constrained_tree(constrained_tree *x)
{
    ludo_constraint_plan_destroy(x->plan);
    free(x->block);
    free_problem(&x->p);
}

/* --- chains ----------------------------------------------------------------------------------- */

/* A chain of nodes with one degree of freedom each, without joint blocks, and no constraints. */
static inline void begin_chain(constrained_tree *x, random_stream *r)
{
    int32_t count[MOST_NODES];
    for (int32_t i = 0; i < MOST_NODES; i++) {
        count[i] = 1;
    }
    *x = (constrained_tree){.p = new_problem(MOST_NODES, count)};
    for (int32_t i = 0; i < MOST_NODES; i++) {
        x->p.parent[i] = i - 1;
    }
    fill_values(&x->p, r);
}

static inline void add_to_node(constrained_tree *x, int32_t node, int32_t rows)
{
    const int32_t constraint = x->t.count++;
    x->rows[constraint] = rows;
    x->end[x->first[constraint]] = (constraint_end){node, false};
    x->first[constraint + 1] = x->first[constraint] + 1;
}

#endif
