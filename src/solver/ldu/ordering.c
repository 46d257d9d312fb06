/* SPDX-License-Identifier: Apache-2.0
 *
 * Order of elimination.
 *
 * Leaves go first, each followed by the nodes that become leaves: this eliminates all trees without
 * fill. The cyclic core remains; it goes in an order of about the least degree. A dependent node
 * that comes too early in the order is eliminated as soon as eliminated neighbours have made its
 * block regular. */
#include "solver/ldu/ordering.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "solver/ldu/elimination.h"
#include "solver/ldu/least_fill.h"

#include <string.h>

/* --- checks --------------------------------------------------------------------------------- */

static const ludo_place nowhere = {NULL, 0, 0};

static bool check_nodes(const ludo_ldu_pattern *p, ludo_diagnostic *why)
{
    if (p != NULL && !SIZED_KNOWN(p)) {
        ludo_diagnose_size(why, nowhere, p->struct_size, "ludo_ldu_pattern_default()");
        return false;
    }
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
            ludo_diagnose(why, nowhere,
                          "edge %d joins nodes %d and %d: need two different ones of 0 to %d",
                          (int)e, (int)i, (int)j, (int)p->nodes - 1);
            return false;
        }
    }
    return true;
}

/* No edge is listed twice. */
static bool check_edges_once(elimination *x, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < x->pattern->nodes; i++) {
        for (int32_t t = x->first[i]; t < x->first[i + 1]; t++) {
            const int32_t j = x->neighbours[t];
            if (x->mark[j] == i) {
                ludo_diagnose(why, nowhere, "the edge between nodes %d and %d is listed twice",
                              (int)i, (int)j);
                return false;
            }
            x->mark[j] = i;
        }
    }
    return true;
}

/* A given order, which must be a permutation. */
static ludo_status take_order(elimination *x, ludo_diagnostic *why)
{
    for (int32_t k = 0; k < x->pattern->nodes; k++) {
        const int32_t i = x->pattern->order[k];
        if (i < 0 || i >= x->pattern->nodes || x->place[i] != NONE) {
            ludo_diagnose(why, nowhere, "the order is not a permutation: entry %d of it is %d",
                          (int)k, (int)i);
            return LUDO_BAD_ARGUMENT;
        }
        x->order[k] = i;
        x->place[i] = k;
    }
    return LUDO_OK;
}

/* --- elimination ---------------------------------------------------------------------------- */

static bool is_dependent(const elimination *x, int32_t i)
{
    return x->pattern->dependent != NULL && x->pattern->dependent[i];
}

/* An independent node may be eliminated at any time. A dependent one, whose block may be zero,
 * waits until the eliminated neighbours have a spare row for each of its own. If all remaining
 * nodes wait, all independent nodes are gone, so no order could do better, and any node next to an
 * eliminated one may go. */
static bool is_ready(const elimination *x, int32_t i)
{
    return !is_dependent(x, i) || x->support[i] >= x->pattern->dim[i] ||
           (x->forced && x->degree[i] < x->first[i + 1] - x->first[i]);
}

/* Change the spare rows of node i, and the support of its neighbours. */
static void change_spare(elimination *x, int32_t i, int32_t rows)
{
    x->spare[i] += rows;
    for (int32_t t = x->first[i]; t < x->first[i + 1]; t++) {
        x->support[x->neighbours[t]] += rows;
    }
}

/* An independent node offers its rows when it is eliminated; a dependent one uses those of its
 * neighbours. */
static void balance(elimination *x, int32_t c)
{
    int32_t rows = x->pattern->dim[c];
    if (!is_dependent(x, c)) {
        change_spare(x, c, rows);
        return;
    }
    for (int32_t t = x->first[c]; t < x->first[c + 1] && rows > 0; t++) {
        const int32_t i = x->neighbours[t];
        const int32_t taken = x->spare[i] < rows ? x->spare[i] : rows;
        if (taken > 0) {
            change_spare(x, i, -taken);
            rows -= taken;
        }
    }
}

/* Eliminate node c, and push the neighbours that become ready. */
static void eliminate(elimination *x, int32_t c)
{
    x->order[x->steps] = c;
    x->place[c] = x->steps++;
    balance(x, c);
    for (int32_t t = x->first[c]; t < x->first[c + 1]; t++) {
        const int32_t i = x->neighbours[t];
        x->degree[i]--;
        x->eligible[i] = x->eligible[i] || (x->peeling && x->degree[i] <= 1);
        if (x->place[i] == NONE && x->eligible[i]) {
            x->stack[x->height++] = i;
        }
    }
}

/* Eliminate the nodes that are ready, following each branch to its end. */
static void eliminate_ready(elimination *x)
{
    while (x->height > 0) {
        const int32_t i = x->stack[--x->height];
        if (x->place[i] == NONE && is_ready(x, i)) {
            eliminate(x, i);
        }
    }
}

/* Eliminate leaves, from the last node on, so that the first of equals is taken first, and isolated
 * nodes before all. */
static void peel(elimination *x)
{
    x->peeling = true;
    for (int32_t degree = 1; degree >= 0; degree--) {
        for (int32_t i = x->pattern->nodes - 1; i >= 0; i--) {
            if (x->degree[i] == degree) {
                x->eligible[i] = true;
                x->stack[x->height++] = i;
            }
        }
    }
    eliminate_ready(x);
    x->peeling = false;
}

/* The graph of the nodes that remain. Returns their number. */
static int32_t find_core(elimination *x)
{
    int32_t nodes = 0, listed = 0;
    for (int32_t i = 0; i < x->pattern->nodes; i++) {
        if (x->place[i] == NONE) {
            x->number[i] = nodes;
            x->node[nodes++] = i;
        }
    }
    for (int32_t n = 0; n < nodes; n++) {
        const int32_t i = x->node[n];
        x->core_first[n] = listed;
        x->eligible[i] = false;
        for (int32_t t = x->first[i]; t < x->first[i + 1]; t++) {
            if (x->place[x->neighbours[t]] == NONE) {
                x->core[listed++] = x->number[x->neighbours[t]];
            }
        }
    }
    x->core_first[nodes] = listed;
    return nodes;
}

/* Allow the nodes of the core to be eliminated, in their order. */
static void eliminate_core(elimination *x, int32_t nodes)
{
    for (int32_t k = 0; k < nodes; k++) {
        const int32_t i = x->node[x->core_order[k]];
        x->eligible[i] = true;
        x->stack[x->height++] = i;
        eliminate_ready(x);
    }
}

static ludo_status choose_order(elimination *x, ludo_diagnostic *why)
{
    peel(x);
    const int32_t nodes = find_core(x);
    if (ludo_ordering_least_fill(nodes, x->core_first, x->core, x->allocator, x->core_order) !=
        LUDO_OK) {
        return LUDO_NO_MEMORY;
    }
    eliminate_core(x, nodes);
    x->forced = true;
    eliminate_core(x, nodes);
    if (x->steps < x->pattern->nodes) {
        ludo_diagnose(why, nowhere,
                      "a dependent node has no independent neighbour: its block stays singular");
        return LUDO_BAD_ARGUMENT;
    }
    return LUDO_OK;
}

/* --- memory --------------------------------------------------------------------------------- */

static void elimination_layout(elimination *x, arena *a)
{
    const size_t nodes = (size_t)x->pattern->nodes, ends = 2 * (size_t)x->pattern->edges;
    x->first = TAKE(a, nodes + 1, int32_t);
    x->neighbours = TAKE(a, ends, int32_t);
    x->order = TAKE(a, nodes, int32_t);
    x->place = TAKE(a, nodes, int32_t);
    x->degree = TAKE(a, nodes, int32_t);
    x->eligible = TAKE(a, nodes, bool);
    x->stack = TAKE(a, nodes + ends, int32_t);
    x->spare = TAKE(a, nodes, int32_t);
    x->support = TAKE(a, nodes, int32_t);
    x->node = TAKE(a, nodes, int32_t);
    x->number = TAKE(a, nodes, int32_t);
    x->core_first = TAKE(a, nodes + 1, int32_t);
    x->core = TAKE(a, ends, int32_t);
    x->core_order = TAKE(a, nodes, int32_t);
    x->mark = TAKE(a, nodes, int32_t);
    x->parent = TAKE(a, nodes, int32_t);
    x->count = TAKE(a, nodes, int32_t);
}

/* All nodes remain, each with the edges of the pattern. */
static void elimination_begin(elimination *x)
{
    const ludo_ldu_pattern *p = x->pattern;
    for (int32_t i = 0; i < p->nodes; i++) {
        x->place[i] = x->mark[i] = NONE;
    }
    for (int32_t e = 0; e < 2 * p->edges; e++) {
        x->degree[p->edge[e]]++;
    }

    /* end of each node's neighbours, then filled downwards from there */
    int32_t end = 0;
    for (int32_t i = 0; i < p->nodes; i++) {
        x->first[i] = end += x->degree[i];
    }
    x->first[p->nodes] = end;
    for (int32_t e = p->edges - 1; e >= 0; e--) {
        const int32_t i = p->edge[2 * e], j = p->edge[2 * e + 1];
        x->neighbours[--x->first[i]] = j;
        x->neighbours[--x->first[j]] = i;
    }
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
    if (check_edges_once(&x, why)) {
        status = pattern->order != NULL ? take_order(&x, why) : choose_order(&x, why);
    }
    if (status == LUDO_OK) {
        status = ludo_ordering_fill(&x, out);
    }
    memory_give(allocator, memory);
    return status;
}

void ludo_ordering_release(ordering *o, const ludo_allocator *allocator)
{
    memory_give(allocator, o->memory);
}
