/* SPDX-License-Identifier: Apache-2.0
 *
 * Small graphs for the tests of the block solver: chains, random trees, trees with loops. */
#ifndef LUDO_TESTS_GRAPHS_H
#define LUDO_TESTS_GRAPHS_H

#include "support.h"

enum { GRAPH_NODES = 40, GRAPH_EDGES = 120 };

typedef struct graph {
    int32_t nodes, edges;
    int32_t dim[GRAPH_NODES], edge[2 * GRAPH_EDGES];
    bool dependent[GRAPH_NODES];
} graph;

static inline ludo_ldu_pattern graph_pattern(const graph *g)
{
    return (ludo_ldu_pattern){
        .struct_size = sizeof(ludo_ldu_pattern),
        .nodes = g->nodes,
        .dim = g->dim,
        .edges = g->edges,
        .edge = g->edge,
        .dependent = g->dependent,
    };
}

static inline bool graph_joined(const graph *g, int32_t i, int32_t j)
{
    for (int32_t e = 0; e < g->edges; e++) {
        const int32_t *pair = g->edge + 2 * e;
        if ((pair[0] == i && pair[1] == j) || (pair[0] == j && pair[1] == i)) {
            return true;
        }
    }
    return false;
}

static inline int32_t graph_add_node(graph *g, int32_t dim, bool dependent)
{
    assert_true(g->nodes < GRAPH_NODES);
    g->dim[g->nodes] = dim;
    g->dependent[g->nodes] = dependent;
    return g->nodes++;
}

static inline void graph_join(graph *g, int32_t i, int32_t j)
{
    assert_true(g->edges < GRAPH_EDGES);
    g->edge[2 * g->edges] = i;
    g->edge[2 * g->edges + 1] = j;
    g->edges++;
}

/* A tree of nodes of dimension 1 .. largest, numbered at random. */
static inline graph graph_random_tree(random_stream *r, int32_t nodes, int32_t largest)
{
    graph g = {0};
    int32_t name[GRAPH_NODES];
    for (int32_t i = 0; i < nodes; i++) {
        const int32_t k = random_below(r, i + 1);
        name[i] = name[k];
        name[k] = graph_add_node(&g, 1 + random_below(r, largest), false);
    }
    for (int32_t i = 1; i < nodes; i++) {
        graph_join(&g, name[i], name[random_below(r, i)]);
    }
    return g;
}

/* Close up to `count` loops of a graph. */
static inline void graph_add_loops(graph *g, random_stream *r, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = random_below(r, g->nodes), j = random_below(r, g->nodes);
        if (i != j && !graph_joined(g, i, j)) {
            graph_join(g, i, j);
        }
    }
}

/* A tree of bodies (6 rows) on joints (rows_low .. rows_high, dependent); the first joint is to the
 * ground if `grounded`. Bodies come first, then joints. */
static inline graph graph_random_mechanism(random_stream *r, int32_t bodies, int32_t rows_low,
                                           int32_t rows_high, bool grounded)
{
    graph g = {0};
    for (int32_t b = 0; b < bodies; b++) {
        (void)graph_add_node(&g, 6, false);
    }
    for (int32_t b = grounded ? 0 : 1; b < bodies; b++) {
        const int32_t rows = rows_low + random_below(r, rows_high - rows_low + 1);
        const int32_t joint = graph_add_node(&g, rows, true);
        graph_join(&g, joint, b);
        if (b > 0) {
            graph_join(&g, random_below(r, b), joint);
        }
    }
    return g;
}

/* Join bodies i and j (j = -1: the ground) of a mechanism by an additional joint. */
static inline int32_t graph_close_loop(graph *g, int32_t rows, int32_t i, int32_t j)
{
    const int32_t joint = graph_add_node(g, rows, true);
    graph_join(g, joint, i);
    if (j >= 0) {
        graph_join(g, j, joint);
    }
    return joint;
}

#endif
