/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill-in of an order of elimination: the later neighbours of each step. */
#include "solver/ldu/elimination.h"

#include <string.h>

/* Find the earlier steps that have step r among their later neighbours: those with an edge to it,
 * and for each of these steps its parent, i.e. the first of its later neighbours, which inherits
 * all its other ones. Each is counted and, if there are lists, r is appended to its list. */
static void find_earlier(elimination *x, int32_t r, const int32_t *first, int32_t *later)
{
    const int32_t node = x->order[r];
    x->mark[r] = r;
    for (int32_t t = x->first[node]; t < x->first[node + 1]; t++) {
        int32_t k = x->place[x->neighbours[t]];
        for (; k < r && x->mark[k] != r; k = x->parent[k]) {
            x->mark[k] = r;
            x->parent[k] = x->parent[k] == NONE ? r : x->parent[k];
            if (later != NULL) {
                later[first[k] + x->count[k]] = r;
            }
            x->count[k]++;
        }
    }
}

static void find_all_earlier(elimination *x, const int32_t *first, int32_t *later)
{
    for (int32_t k = 0; k < x->pattern->nodes; k++) {
        x->mark[k] = x->parent[k] = NONE;
        x->count[k] = 0;
    }
    for (int32_t r = 0; r < x->pattern->nodes; r++) {
        find_earlier(x, r, first, later);
    }
}

static void ordering_layout(ordering *o, arena *a, size_t nodes, size_t members)
{
    o->order = TAKE(a, nodes, int32_t);
    o->place = TAKE(a, nodes, int32_t);
    o->first = TAKE(a, nodes + 1, int32_t);
    o->later = TAKE(a, members, int32_t);
}

/* Write the order and the lists of later neighbours: counted first, then written. */
ludo_status ludo_ordering_fill(elimination *x, ordering *out)
{
    const size_t nodes = (size_t)x->pattern->nodes;
    int64_t members = 0;
    find_all_earlier(x, NULL, NULL);
    for (size_t k = 0; k < nodes; k++) {
        members += x->count[k];
    }
    ordering o = {0};
    arena a = {0};
    ordering_layout(&o, &a, nodes, (size_t)members);
    o.memory = a.overflow || members > INT32_MAX ? NULL : memory_take(x->allocator, a.used);
    if (o.memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = o.memory};
    ordering_layout(&o, &a, nodes, (size_t)members);

    memcpy(o.order, x->order, sizeof *o.order * nodes);
    memcpy(o.place, x->place, sizeof *o.place * nodes);
    for (size_t k = 0; k < nodes; k++) {
        o.first[k + 1] = o.first[k] + x->count[k];
    }
    find_all_earlier(x, o.first, o.later);
    *out = o;
    return LUDO_OK;
}
