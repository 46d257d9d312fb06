/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of bodies, joints and loop constraints. */
#include "integrators/maximal_solvers/constraint_graph.h"

#include "solver/tree/constraint_paths.h"

/* The graph under construction. */
typedef struct builder {
    const ludo_model *m;
    const constraints *t;
    constraint_graph *g;
    int32_t *dim, *order, *edge; /* of the pattern */
    int32_t placed;              /* number of nodes in the order */
    int32_t *met, *next; /* per body + 1, per constraint: lists of the constraints of a common
                            ancestor, or of none */
} builder;

int32_t ludo_constraint_graph_joint_rows(const joint_data *j)
{
    return joint_is_free(j) ? 0 : 6 + j->dof;
}

int32_t ludo_constraint_graph_end_node(const constraint_graph *g, const constraint_end *end)
{
    return end->columns && g->joint_node[end->node] >= 0 ? g->joint_node[end->node] : end->node;
}

static void layout(builder *b, arena *a)
{
    const size_t slots = (size_t)b->m->slots, count = (size_t)b->t->count;
    const size_t nodes = 2 * slots + count;
    const size_t ends = count > 0 ? (size_t)b->t->first[count] : 0;
    b->dim = TAKE(a, nodes, int32_t);
    b->order = TAKE(a, nodes, int32_t);
    b->edge = TAKE(a, 2 * (2 * slots + ends), int32_t);
    b->g->joint_node = TAKE(a, slots, int32_t);
    b->g->constraint_node = TAKE(a, count, int32_t);
    b->met = TAKE(a, slots + 1, int32_t);
    b->next = TAKE(a, count, int32_t);
}

/* List the constraints by their lowest common ancestor, those without one last. */
static ludo_status find_lcas(builder *b, const recursion *tree, const ludo_allocator *allocator)
{
    constraint_paths paths;
    const ludo_status status = ludo_constraint_paths_find(tree, b->t, allocator, &paths);
    if (status != LUDO_OK) {
        return status;
    }
    for (int32_t s = 0; s <= b->m->slots; s++) {
        b->met[s] = NOWHERE;
    }
    for (int32_t constraint = b->t->count; constraint-- > 0;) {
        const int32_t lca = paths.lca[constraint].node;
        int32_t *list = &b->met[lca == NOWHERE ? b->m->slots : lca];
        b->next[constraint] = *list;
        *list = constraint;
    }
    ludo_constraint_paths_release(&paths, allocator);
    return LUDO_OK;
}

/* Append a node to the order. */
static void add_node(builder *b, int32_t node, int32_t dim)
{
    b->dim[node] = dim;
    b->order[b->placed++] = node;
}

/* Append the constraints whose lowest common ancestor is a body, or is none (m->slots). */
static void add_constraints(builder *b, int32_t slot)
{
    for (int32_t constraint = b->met[slot]; constraint != NOWHERE;
         constraint = b->next[constraint]) {
        b->g->constraint_node[constraint] = b->g->pattern.nodes++;
        add_node(b, b->g->constraint_node[constraint], b->t->rows[constraint]);
    }
}

static void add_nodes(builder *b)
{
    constraint_graph *g = b->g;
    g->pattern.nodes = b->m->slots;
    for (int32_t s = b->m->slots; s-- > 0;) {
        const int32_t rows = ludo_constraint_graph_joint_rows(&b->m->joint[s]);
        add_constraints(b, s);
        add_node(b, s, 6);
        g->joint_node[s] = rows > 0 ? g->pattern.nodes++ : -1;
        if (rows > 0) {
            add_node(b, g->joint_node[s], rows);
        }
    }
    add_constraints(b, b->m->slots);
}

static void add_edge(builder *b, int32_t i, int32_t j)
{
    int32_t *edge = b->edge + 2 * b->g->pattern.edges++;
    edge[0] = i;
    edge[1] = j;
}

/* Edges between a joint and the bodies that it connects. */
static void add_joint_edges(builder *b, int32_t s)
{
    const int32_t j = b->g->joint_node[s], parent = b->m->parent[s];
    if (j >= 0) {
        add_edge(b, s, j);
    }
    if (j >= 0 && parent >= 0) {
        add_edge(b, parent, j);
    }
}

/* Edges between a constraint and its ends; one edge for two ends on one node. */
static void add_constraint_edges(builder *b, int32_t constraint)
{
    for (int32_t e = b->t->first[constraint]; e < b->t->first[constraint + 1]; e++) {
        const int32_t node = ludo_constraint_graph_end_node(b->g, &b->t->end[e]);
        bool known = false;
        for (int32_t d = b->t->first[constraint]; d < e; d++) {
            known = known || ludo_constraint_graph_end_node(b->g, &b->t->end[d]) == node;
        }
        if (!known) {
            add_edge(b, node, b->g->constraint_node[constraint]);
        }
    }
}

ludo_status ludo_constraint_graph_build(const ludo_model *m, const recursion *tree,
                                        const constraints *t, const ludo_allocator *allocator,
                                        constraint_graph *out)
{
    constraint_graph g = {0};
    builder b = {.m = m, .t = t, .g = &g};
    arena a = {0};
    layout(&b, &a);
    g.memory = a.overflow ? NULL : memory_take(allocator, a.used);
    if (g.memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = g.memory};
    layout(&b, &a);
    g.pattern = (ludo_ldu_pattern){
        .struct_size = sizeof g.pattern, .dim = b.dim, .edge = b.edge, .order = b.order};

    const ludo_status status = find_lcas(&b, tree, allocator);
    if (status != LUDO_OK) {
        memory_give(allocator, g.memory);
        return status;
    }
    add_nodes(&b);
    for (int32_t s = m->slots; s-- > 0;) {
        add_joint_edges(&b, s);
    }
    for (int32_t constraint = 0; constraint < t->count; constraint++) {
        add_constraint_edges(&b, constraint);
    }
    *out = g;
    return LUDO_OK;
}

void ludo_constraint_graph_release(constraint_graph *g, const ludo_allocator *allocator)
{
    memory_give(allocator, g->memory);
}
