/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of bodies, joints and loop constraints that the block LDU factorises, in an elimination
 * order given by the tree. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_SOLVERS_CONSTRAINT_GRAPH_H
#define LUDO_INTEGRATORS_MAXIMAL_SOLVERS_CONSTRAINT_GRAPH_H

#include "state/state.h"
#include "ludo/ldu.h"
#include "solver/tree/constraints.h"

/* Node s is body s; joints and constraints follow in their order of elimination. */
typedef struct constraint_graph {
    ludo_ldu_pattern pattern;
    int32_t *joint_node;      /* per body; -1: none */
    int32_t *constraint_node; /* per constraint */
    void *memory;
} constraint_graph;

/* Rows of the node of a body's joint: its wrench and its rates; 0 for a free joint, which has no
 * node. */
int32_t ludo_constraint_graph_joint_rows(const joint_data *j);

/* The node of an end of a constraint; an end on a free joint is its body's node. */
int32_t ludo_constraint_graph_end_node(const constraint_graph *g, const constraint_end *end);

/* Build the graph of a model with constraints. The order of elimination is, leaves first: the
 * constraints whose lowest common ancestor is the body, the body, then its joint, which is regular
 * from then on.
 * @return LUDO_OK, LUDO_NO_MEMORY (then there is nothing to release) */
ludo_status ludo_constraint_graph_build(const ludo_model *m, const recursion *tree,
                                        const constraints *t, const ludo_allocator *allocator,
                                        constraint_graph *out);

void ludo_constraint_graph_release(constraint_graph *g, const ludo_allocator *allocator);

#endif
