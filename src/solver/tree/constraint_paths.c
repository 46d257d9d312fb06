/* SPDX-License-Identifier: Apache-2.0
 *
 * The paths of constraints up a tree. Nodes are visited from the last one on, so children before
 * parents. A constraint starts with as many strands as it has ends, the world being one. Strands
 * that arrive at the same node merge; the node where one strand is left is the lowest common
 * ancestor. */
#include "solver/tree/constraint_paths.h"

/* The state of the walk. */
typedef struct walk {
    const recursion *tree;
    const constraints *t;
    const ludo_allocator *allocator;
    constraint_paths *out;
    int32_t *strands; /* per constraint: strands that are not merged yet */
    int32_t *seen;    /* per constraint: the last node that it reached, and its pass there */
    int32_t *at;
    int32_t *constraint_of;                       /* per end */
    int32_t *first_end, *next_end;                /* per node, per end: lists of ends */
    int32_t *first_child, *last_child, *next_one; /* per node: lists of children, last one first */
    constraint_pass *here;                        /* at the current node */
    int32_t count;
} walk;

static void walk_layout(walk *x, arena *a)
{
    const size_t nodes = (size_t)x->tree->nodes, count = (size_t)x->t->count;
    const size_t ends = count > 0 ? (size_t)x->t->first[count] : 0;
    x->strands = TAKE(a, count, int32_t);
    x->seen = TAKE(a, count, int32_t);
    x->at = TAKE(a, count, int32_t);
    x->here = TAKE(a, count, constraint_pass);
    x->constraint_of = TAKE(a, ends, int32_t);
    x->next_end = TAKE(a, ends, int32_t);
    x->first_end = TAKE(a, nodes + 1, int32_t); /* at least one entry */
    x->first_child = TAKE(a, nodes, int32_t);
    x->last_child = TAKE(a, nodes, int32_t);
    x->next_one = TAKE(a, nodes, int32_t);
}

static void paths_layout(constraint_paths *p, const recursion *tree, const constraints *t, arena *a)
{
    p->first = TAKE(a, tree->nodes + 1, int32_t);
    p->lca = TAKE(a, t->count, constraint_lca);
}

/* A constraint with one end at a node holds this node to the world, whatever its other ends at
 * dofs; a grounded one holds its nodes to the world. */
static void begin_constraint(walk *x, int32_t constraint)
{
    const constraints *t = x->t;
    int32_t at_nodes = 0;
    for (int32_t e = t->first[constraint]; e < t->first[constraint + 1]; e++) {
        const int32_t node = t->end[e].node;
        x->constraint_of[e] = constraint;
        x->next_end[e] = x->first_end[node];
        x->first_end[node] = e;
        at_nodes += t->end[e].columns ? 0 : 1;
    }
    const bool world = at_nodes == 1 || (t->grounded != NULL && t->grounded[constraint]);
    x->strands[constraint] = t->first[constraint + 1] - t->first[constraint] + (world ? 1 : 0);
    x->seen[constraint] = NOWHERE;
    x->out->lca[constraint] = (constraint_lca){NOWHERE, NOWHERE, NOWHERE};
}

static void begin(walk *x)
{
    for (int32_t i = 0; i < x->tree->nodes; i++) {
        x->first_end[i] = x->first_child[i] = NOWHERE;
    }
    for (int32_t constraint = 0; constraint < x->t->count; constraint++) {
        begin_constraint(x, constraint);
    }
}

/* A strand of a constraint arrives at node i. */
static constraint_pass *arrive(walk *x, int32_t i, int32_t constraint)
{
    if (x->seen[constraint] == i) {
        x->strands[constraint]--;
    } else {
        x->seen[constraint] = i;
        x->at[constraint] = x->count;
        x->here[x->count++] =
            (constraint_pass){constraint, NOWHERE, NOWHERE, NOWHERE, NOWHERE, false};
    }
    return &x->here[x->at[constraint]];
}

/* Ends at the node or at its dofs. */
static void arrive_ends(walk *x, int32_t i, bool columns)
{
    for (int32_t e = x->first_end[i]; e != NOWHERE; e = x->next_end[e]) {
        if (x->t->end[e].columns == columns) {
            constraint_pass *pass = arrive(x, i, x->constraint_of[e]);
            *(columns ? &pass->columns : &pass->end) = e;
        }
    }
}

/* Constraints that pass a child. */
static void arrive_child(walk *x, int32_t i, int32_t child)
{
    for (int32_t q = x->out->first[child + 1]; q < x->out->first[child]; q++) {
        constraint_pass *below = constraint_passes(x->out) + q,
                        *pass = arrive(x, i, below->constraint);
        below->first = pass->place == NOWHERE;
        if (below->first) {
            pass->place = x->out->places++;
        }
        below->next = pass->place;
    }
}

/* Remove the constraints with one strand left: node i is their lowest common ancestor. */
static void meet(walk *x, int32_t i)
{
    int32_t left = 0;
    for (int32_t k = 0; k < x->count; k++) {
        const constraint_pass *pass = &x->here[k];
        if (x->strands[pass->constraint] == 1) {
            x->out->lca[pass->constraint] = (constraint_lca){i, pass->end, pass->place};
        } else {
            x->at[pass->constraint] = left;
            x->here[left++] = *pass;
        }
    }
    x->count = left;
}

static bool visit(walk *x, int32_t i)
{
    x->count = 0;
    arrive_ends(x, i, false);
    for (int32_t c = x->first_child[i]; c != NOWHERE; c = x->next_one[c]) {
        arrive_child(x, i, c);
    }
    meet(x, i);
    arrive_ends(x, i, true);
    for (int32_t k = 0; k < x->count; k++) {
        constraint_pass *pass = ludo_growing_add(&x->out->passes, sizeof *pass, x->allocator);
        if (pass == NULL) {
            return false;
        }
        *pass = x->here[k];
    }
    return true;
}

/* List node i as the last child of its parent. */
static void join_parent(walk *x, int32_t i)
{
    const int32_t p = x->tree->parent[i];
    x->next_one[i] = NOWHERE;
    if (p != NOWHERE) {
        *(x->first_child[p] == NOWHERE ? &x->first_child[p] : &x->next_one[x->last_child[p]]) = i;
        x->last_child[p] = i;
    }
}

static ludo_status walk_up(walk *x)
{
    begin(x);
    x->out->first[x->tree->nodes] = 0;
    for (int32_t i = x->tree->nodes; i-- > 0;) {
        if (!visit(x, i)) {
            return LUDO_NO_MEMORY;
        }
        x->out->first[i] = x->out->passes.count;
        join_parent(x, i);
    }
    return LUDO_OK;
}

ludo_status ludo_constraint_paths_find(const recursion *tree, const constraints *t,
                                       const ludo_allocator *allocator, constraint_paths *out)
{
    walk x = {.tree = tree, .t = t, .allocator = allocator, .out = out};
    arena own = {NULL, 0, false}, scratch = {NULL, 0, false};
    *out = (constraint_paths){.places = 0};
    paths_layout(out, tree, t, &own);
    walk_layout(&x, &scratch);
    out->memory = own.overflow ? NULL : memory_take(allocator, own.used);
    void *memory = scratch.overflow ? NULL : memory_take(allocator, scratch.used);
    ludo_status status = LUDO_NO_MEMORY;
    if (out->memory != NULL && memory != NULL) {
        paths_layout(out, tree, t, &(arena){out->memory, 0, false});
        walk_layout(&x, &(arena){memory, 0, false});
        status = walk_up(&x);
    }
    memory_give(allocator, memory);
    if (status != LUDO_OK) {
        ludo_constraint_paths_release(out, allocator);
    }
    return status;
}

void ludo_constraint_paths_release(constraint_paths *p, const ludo_allocator *allocator)
{
    memory_give(allocator, p->passes.items);
    memory_give(allocator, p->memory);
    *p = (constraint_paths){.places = 0};
}
