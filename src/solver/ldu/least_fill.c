/* SPDX-License-Identifier: Apache-2.0
 *
 * Approximate minimum degree by SuiteSparse AMD, in its form that works in the caller's memory and
 * allocates none. */
#include "solver/ldu/least_fill.h"

#include <amd.h>

/* The memory of AMD: arrays per node, and a copy of the lists of neighbours with room for their
 * growth during elimination. */
typedef struct workspace {
    int *start, *length, *list;
    int *size, *place, *head, *elements, *degree, *flag;
} workspace;

static workspace workspace_layout(arena *a, size_t nodes, size_t room)
{
    workspace w;
    w.start = TAKE(a, nodes, int);
    w.length = TAKE(a, nodes, int);
    w.list = TAKE(a, room, int);
    w.size = TAKE(a, nodes, int);
    w.place = TAKE(a, nodes, int);
    w.head = TAKE(a, nodes, int);
    w.elements = TAKE(a, nodes, int);
    w.degree = TAKE(a, nodes, int);
    w.flag = TAKE(a, nodes, int);
    return w;
}

ludo_status ludo_ordering_least_fill(int32_t nodes, const int32_t *first, const int32_t *neighbours,
                                     const ludo_allocator *allocator, int32_t *order)
{
    /* the size that AMD's manual recommends: a fifth more than the lists, and one number per
     * node */
    const int32_t listed = first[nodes];
    const int64_t room = (int64_t)listed + listed / 5 + nodes;
    if (nodes == 0) {
        return LUDO_OK;
    }
    arena a = {0};
    (void)workspace_layout(&a, (size_t)nodes, (size_t)room);
    void *memory = a.overflow || room > INT32_MAX ? NULL : memory_take(allocator, a.used);
    if (memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = memory};
    const workspace w = workspace_layout(&a, (size_t)nodes, (size_t)room);
    for (int32_t i = 0; i < nodes; i++) {
        w.start[i] = first[i];
        w.length[i] = first[i + 1] - first[i];
    }
    for (int32_t i = 0; i < listed; i++) {
        w.list[i] = neighbours[i];
    }
    amd_2(nodes, w.start, w.list, w.length, (int)room, listed, w.size, w.place, order, w.head,
          w.elements, w.degree, w.flag, NULL, NULL);
    memory_give(allocator, memory);
    return LUDO_OK;
}
