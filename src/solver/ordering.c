/* SPDX-License-Identifier: Apache-2.0
 *
 * Order of elimination and fill, by eliminating on the graph.
 *
 * Filled edges are never stored one by one. All nodes that remain around a connected set of
 * eliminated nodes are joined to each other, so each such set is kept as one list: the later
 * neighbours of the node of it that went last. Eliminating a node absorbs the lists that it is in
 * into its own. Every list is written once and absorbed once, so the work is that of writing the
 * result down, also where a node has 10^5 neighbours. */
#include "solver/ordering.h"

#include "core/diagnostic.h"

#include <string.h>

enum { NONE = -1 };

/* One place in the list of later neighbours of a step. */
typedef struct member {
    int32_t node;  /* the later neighbour */
    int32_t step;  /* whose list this is */
    int32_t older; /* member of the same node in an earlier list, or NONE */
} member;

/* Nodes that may be eliminated now, by degree; those that came last are taken first, which follows
 * a branch from its leaf inwards and keeps neighbours close in memory. */
typedef struct queue {
    int32_t *head;            /* per degree: a node or NONE */
    int32_t *next, *previous; /* per node: in its list, or NONE */
    int32_t *degree;          /* per node: the list it is in, or NONE */
    int32_t lowest;           /* no list below this one has a node */
} queue;

typedef struct elimination {
    const ludo_ldu_pattern *pattern;
    const ludo_allocator *allocator;
    int32_t *edges_first, *edges; /* per node and one more; neighbours by edges of the pattern */
    int32_t *order, *place;       /* as in the result; place is NONE for nodes that remain */
    int32_t steps;                /* done so far */
    int32_t *members_first;       /* per step and one more */
    growing members;              /* of type member: all lists, one after another */
    bool *absorbed;               /* per step: its list is part of a later one */
    int32_t *newest;              /* per node: its last member, or NONE */
    int32_t *degree; /* per node: remaining neighbours, at most: one in two lists counts twice */
    int32_t *mark;   /* per node: 1 + the last step that listed it */
    /* an eliminated independent node of n rows makes dependent ones regular by n rows in all */
    int32_t *spare;   /* per node: rows that no dependent node leans on; 0 while it remains */
    int32_t *support; /* per node: spare rows of all neighbours by edges */
    queue ready;
    bool forced; /* all that is left waited: support no longer counts */
} elimination;

/* --- checks --------------------------------------------------------------------------------- */

static const ludo_place nowhere = {NULL, 0, 0};

static bool check_nodes(const ludo_ldu_pattern *p, ludo_diagnostic *why)
{
    if (p == NULL || p->nodes < 1 || p->dim == NULL || p->edges < 0 ||
        (p->edges > 0 && p->edge == NULL)) {
        ludo_diagnose(why, nowhere, "the pattern has no nodes, or an array is missing");
        return false;
    }
    if (p->nodes > INT32_MAX / LUDO_LDU_MAX_DIM || p->edges > INT32_MAX / 2) {
        ludo_diagnose(why, nowhere, "the pattern has too many nodes or edges");
        return false;
    }
    for (int32_t i = 0; i < p->nodes; i++) {
        if (p->dim[i] < 1 || p->dim[i] > LUDO_LDU_MAX_DIM) {
            ludo_diagnose(why, nowhere, "node %d has dimension %d, not 1 to %d", (int)i,
                          (int)p->dim[i], LUDO_LDU_MAX_DIM);
            return false;
        }
    }
    return true;
}

static bool check_edges(const ludo_ldu_pattern *p, ludo_diagnostic *why)
{
    for (int32_t e = 0; e < p->edges; e++) {
        const int32_t i = p->edge[2 * e], j = p->edge[2 * e + 1];
        if (i < 0 || i >= p->nodes || j < 0 || j >= p->nodes || i == j) {
            ludo_diagnose(why, nowhere, "edge %d joins nodes %d and %d, not two of 0 to %d", (int)e,
                          (int)i, (int)j, (int)p->nodes - 1);
            return false;
        }
    }
    return true;
}

/* No edge comes twice. Leaves the marks zero. */
static bool check_edges_once(elimination *x, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < x->pattern->nodes; i++) {
        for (int32_t t = x->edges_first[i]; t < x->edges_first[i + 1]; t++) {
            const int32_t j = x->edges[t];
            if (x->mark[j] == i + 1) {
                ludo_diagnose(why, nowhere, "an edge between nodes %d and %d comes twice", (int)i,
                              (int)j);
                return false;
            }
            x->mark[j] = i + 1;
        }
    }
    memset(x->mark, 0, sizeof *x->mark * (size_t)x->pattern->nodes);
    return true;
}

/* A given order is a permutation. Leaves the marks zero. */
static bool check_order(elimination *x, ludo_diagnostic *why)
{
    const ludo_ldu_pattern *p = x->pattern;
    for (int32_t k = 0; k < p->nodes && p->order != NULL; k++) {
        const int32_t i = p->order[k];
        if (i < 0 || i >= p->nodes || x->mark[i] != 0) {
            ludo_diagnose(why, nowhere, "the order is no permutation: %d at place %d", (int)i,
                          (int)k);
            return false;
        }
        x->mark[i] = 1;
    }
    memset(x->mark, 0, sizeof *x->mark * (size_t)p->nodes);
    return true;
}

/* --- the queue ------------------------------------------------------------------------------ */

static void queue_leave(queue *q, int32_t i)
{
    if (q->degree[i] == NONE) {
        return;
    }
    if (q->previous[i] != NONE) {
        q->next[q->previous[i]] = q->next[i];
    } else {
        q->head[q->degree[i]] = q->next[i];
    }
    if (q->next[i] != NONE) {
        q->previous[q->next[i]] = q->previous[i];
    }
    q->degree[i] = NONE;
}

static void queue_enter(queue *q, int32_t i, int32_t degree)
{
    const int32_t second = q->head[degree];
    if (second != NONE) {
        q->previous[second] = i;
    }
    q->next[i] = second;
    q->previous[i] = NONE;
    q->head[degree] = i;
    q->degree[i] = degree;
    q->lowest = degree < q->lowest ? degree : q->lowest;
}

/* A node of lowest degree, or NONE. */
static int32_t queue_first(queue *q, int32_t degrees)
{
    while (q->lowest < degrees && q->head[q->lowest] == NONE) {
        q->lowest++;
    }
    return q->lowest < degrees ? q->head[q->lowest] : NONE;
}

/* --- elimination ---------------------------------------------------------------------------- */

static bool is_dependent(const elimination *x, int32_t i)
{
    return x->pattern->dependent != NULL && x->pattern->dependent[i];
}

/* An independent node may go at any time. A dependent one, whose block may be zero, waits until the
 * eliminated neighbours have a spare row for each of its own. Where all that is left waits, all
 * independent nodes are gone, so no order could do better, and any node next to a gone one may go.
 */
static bool is_ready(const elimination *x, int32_t i)
{
    return !is_dependent(x, i) || x->support[i] >= x->pattern->dim[i] ||
           (x->forced && x->newest[i] != NONE);
}

/* Put a node where its degree and its support say. */
static void requeue(elimination *x, int32_t i)
{
    const int32_t last = x->pattern->nodes - 1;
    queue_leave(&x->ready, i);
    if (is_ready(x, i)) {
        queue_enter(&x->ready, i, x->degree[i] < last ? x->degree[i] : last);
    }
}

static member *member_at(const elimination *x, int32_t t)
{
    return (member *)x->members.items + t;
}

/* List a node as later neighbour of the current step, unless it is listed; false: no memory. */
static bool add_member(elimination *x, int32_t i)
{
    if (x->mark[i] == x->steps + 1) {
        return true;
    }
    member *m = ludo_growing_add(&x->members, sizeof *m, x->allocator);
    if (m == NULL) {
        return false;
    }
    *m = (member){i, x->steps, x->newest[i]};
    x->newest[i] = x->members.count - 1;
    x->mark[i] = x->steps + 1;
    return true;
}

/* Take the list of a step, which holds node c, into the list of the current step. */
static bool absorb(elimination *x, int32_t step, int32_t c)
{
    const int32_t first = x->members_first[step], end = x->members_first[step + 1];
    x->absorbed[step] = true;
    for (int32_t t = first; t < end; t++) {
        const int32_t i = member_at(x, t)->node;
        if (i == c) {
            continue;
        }
        x->degree[i] -= end - first - 1;
        if (!add_member(x, i)) {
            return false;
        }
    }
    return true;
}

/* The later neighbours of c: by edges of the pattern, and by the lists that c is in. */
static bool list_neighbours(elimination *x, int32_t c)
{
    for (int32_t t = x->edges_first[c]; t < x->edges_first[c + 1]; t++) {
        const int32_t i = x->edges[t];
        if (x->place[i] != NONE) {
            continue;
        }
        x->degree[i]--;
        if (!add_member(x, i)) {
            return false;
        }
    }
    for (int32_t t = x->newest[c]; t != NONE; t = member_at(x, t)->older) {
        const int32_t step = member_at(x, t)->step;
        if (!x->absorbed[step] && !absorb(x, step, c)) {
            return false;
        }
    }
    return true;
}

/* Change the spare rows of node i, as its neighbours see them. */
static void change_spare(elimination *x, int32_t i, int32_t rows)
{
    x->spare[i] += rows;
    for (int32_t t = x->edges_first[i]; t < x->edges_first[i + 1]; t++) {
        x->support[x->edges[t]] += rows;
    }
}

/* An independent node offers its rows when it goes; a dependent one leans on its neighbours. */
static void balance(elimination *x, int32_t c)
{
    int32_t rows = x->pattern->dim[c];
    if (!is_dependent(x, c)) {
        change_spare(x, c, rows);
        return;
    }
    for (int32_t t = x->edges_first[c]; t < x->edges_first[c + 1] && rows > 0; t++) {
        const int32_t i = x->edges[t];
        const int32_t taken = x->spare[i] < rows ? x->spare[i] : rows;
        if (taken > 0) {
            change_spare(x, i, -taken);
            rows -= taken;
        }
    }
}

/* Eliminate node c: join its remaining neighbours; false: no memory. */
static bool eliminate(elimination *x, int32_t c)
{
    const int32_t step = x->steps, first = x->members.count;
    queue_leave(&x->ready, c);
    x->order[step] = c;
    x->place[c] = step;
    balance(x, c);
    if (!list_neighbours(x, c)) {
        return false;
    }
    const int32_t count = x->members.count - first;
    x->members_first[step + 1] = x->members.count;
    for (int32_t t = first; t < first + count; t++) {
        const int32_t i = member_at(x, t)->node;
        x->degree[i] += count - 1;
        requeue(x, i);
    }
    x->steps++;
    return true;
}

/* The node to eliminate next; NONE where only dependent nodes far from all others are left. */
static int32_t choose(elimination *x)
{
    const int32_t nodes = x->pattern->nodes;
    if (x->pattern->order != NULL) {
        return x->pattern->order[x->steps];
    }
    int32_t c = queue_first(&x->ready, nodes);
    if (c == NONE && !x->forced) {
        x->forced = true;
        for (int32_t i = nodes - 1; i >= 0; i--) {
            if (x->place[i] == NONE) {
                requeue(x, i);
            }
        }
        c = queue_first(&x->ready, nodes);
    }
    return c;
}

static ludo_status eliminate_all(elimination *x, ludo_diagnostic *why)
{
    /* from the last node on, so that the first of equals is taken first */
    for (int32_t i = x->pattern->nodes - 1; i >= 0; i--) {
        requeue(x, i);
    }
    while (x->steps < x->pattern->nodes) {
        const int32_t c = choose(x);
        if (c == NONE) {
            ludo_diagnose(why, nowhere, "a dependent node is joined to no independent node");
            return LUDO_BAD_ARGUMENT;
        }
        if (!eliminate(x, c)) {
            return LUDO_NO_MEMORY;
        }
    }
    return LUDO_OK;
}

/* --- memory --------------------------------------------------------------------------------- */

static void elimination_layout(elimination *x, arena *a)
{
    const size_t nodes = (size_t)x->pattern->nodes, edges = (size_t)x->pattern->edges;
    x->edges_first = TAKE(a, nodes + 1, int32_t);
    x->edges = TAKE(a, 2 * edges, int32_t);
    x->order = TAKE(a, nodes, int32_t);
    x->place = TAKE(a, nodes, int32_t);
    x->members_first = TAKE(a, nodes + 1, int32_t);
    x->absorbed = TAKE(a, nodes, bool);
    x->newest = TAKE(a, nodes, int32_t);
    x->degree = TAKE(a, nodes, int32_t);
    x->mark = TAKE(a, nodes, int32_t);
    x->spare = TAKE(a, nodes, int32_t);
    x->support = TAKE(a, nodes, int32_t);
    x->ready.head = TAKE(a, nodes, int32_t);
    x->ready.next = TAKE(a, nodes, int32_t);
    x->ready.previous = TAKE(a, nodes, int32_t);
    x->ready.degree = TAKE(a, nodes, int32_t);
}

/* All nodes remain, each with the edges of the pattern. */
static void elimination_begin(elimination *x)
{
    const ludo_ldu_pattern *p = x->pattern;
    for (int32_t i = 0; i < p->nodes; i++) {
        x->place[i] = x->newest[i] = x->ready.head[i] = x->ready.degree[i] = NONE;
    }
    for (int32_t e = 0; e < 2 * p->edges; e++) {
        x->degree[p->edge[e]]++;
    }

    /* where the neighbours of a node end, then written from there downwards */
    int32_t end = 0;
    for (int32_t i = 0; i < p->nodes; i++) {
        x->edges_first[i] = end += x->degree[i];
    }
    x->edges_first[p->nodes] = end;
    for (int32_t e = p->edges - 1; e >= 0; e--) {
        const int32_t i = p->edge[2 * e], j = p->edge[2 * e + 1];
        x->edges[--x->edges_first[i]] = j;
        x->edges[--x->edges_first[j]] = i;
    }
}

static void ordering_layout(ordering *o, arena *a, size_t nodes, size_t members)
{
    o->order = TAKE(a, nodes, int32_t);
    o->place = TAKE(a, nodes, int32_t);
    o->first = TAKE(a, nodes + 1, int32_t);
    o->later = TAKE(a, members, int32_t);
}

/* Copy the result out. Nodes are visited in their order and add themselves to all lists that they
 * are in, so every list comes out ascending. */
static ludo_status write_down(elimination *x, ordering *out)
{
    const size_t nodes = (size_t)x->pattern->nodes, members = (size_t)x->members.count;
    ordering o = {0};
    arena a = {0};
    ordering_layout(&o, &a, nodes, members);
    o.memory = a.overflow ? NULL : memory_take(x->allocator, a.used);
    if (o.memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = o.memory};
    ordering_layout(&o, &a, nodes, members);

    memcpy(o.order, x->order, sizeof *o.order * nodes);
    memcpy(o.place, x->place, sizeof *o.place * nodes);
    memcpy(o.first, x->members_first, sizeof *o.first * (nodes + 1));
    for (int32_t step = 0; step < x->steps; step++) {
        for (int32_t t = x->newest[x->order[step]]; t != NONE; t = member_at(x, t)->older) {
            o.later[x->members_first[member_at(x, t)->step]++] = step;
        }
    }
    *out = o;
    return LUDO_OK;
}

ludo_status ludo_ordering_find(const ludo_ldu_pattern *pattern, const ludo_allocator *allocator,
                               ordering *out, ludo_diagnostic *why)
{
    if (!check_nodes(pattern, why) || !check_edges(pattern, why)) {
        return LUDO_BAD_ARGUMENT;
    }
    elimination x = {.pattern = pattern, .allocator = allocator};
    arena a = {0};
    elimination_layout(&x, &a);
    void *memory = a.overflow ? NULL : memory_take(allocator, a.used);
    if (memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = memory};
    elimination_layout(&x, &a);

    elimination_begin(&x);
    ludo_status status = LUDO_BAD_ARGUMENT;
    if (check_edges_once(&x, why) && check_order(&x, why)) {
        status = eliminate_all(&x, why);
    }
    if (status == LUDO_OK) {
        status = write_down(&x, out);
    }
    memory_give(allocator, x.members.items);
    memory_give(allocator, memory);
    return status;
}

void ludo_ordering_release(ordering *o, const ludo_allocator *allocator)
{
    memory_give(allocator, o->memory);
}
