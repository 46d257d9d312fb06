/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of bodies, joints and ties that the block LDU factorises, in an order of elimination
 * that the tree gives. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONSTRAINT_GRAPH_H
#define LUDO_INTEGRATORS_MAXIMAL_CONSTRAINT_GRAPH_H

#include "state/state.h"
#include "ludo/ldu.h"
#include "solver/tree/constraints.h"

/* Node s is body s; joints and ties follow in the order of their elimination. */
typedef struct constraint_graph {
    ludo_ldu_pattern pattern;
    int32_t *joint_node;      /* per slot; -1: none */
    int32_t *constraint_node; /* per tie */
    void *memory;
} constraint_graph;

/* Rows of the node of a slot's joint: its wrench and its rates; 0 without a node, as for a free
 * joint. */
int32_t ludo_constraint_graph_joint_rows(const joint_data *j);

/* Where an end of a tie is: the rates of a free joint are its body's. */
int32_t ludo_constraint_graph_end_node(const constraint_graph *g, const constraint_end *end);

/* Build the graph of a model with ties. Eliminated are, leaves first, the ties whose ends meet at a
 * body, the body and then its joint, which is regular from then on.
 * @return LUDO_OK, LUDO_NO_MEMORY (then nothing is to be released) */
ludo_status ludo_constraint_graph_build(const ludo_model *m, const recursion *tree,
                                        const constraints *t, const ludo_allocator *allocator,
                                        constraint_graph *out);

void ludo_constraint_graph_release(constraint_graph *g, const ludo_allocator *allocator);

#endif
