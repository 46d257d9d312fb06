/* SPDX-License-Identifier: Apache-2.0
 *
 * Polytopes: searches, copies, boxes. */
#include "geometry/polytope.h"

#include "geometry/polytope_layout.h"

/* ---- searches ---- */

int32_t ludo_polytope_support(const polytope *p, ludo_vec3 n, int32_t start)
{
    int32_t at = start;
    bool climbs = true;
    /* rounding could lead about a level face for ever: no climb is longer than all vertices */
    for (int32_t i = 0; i < p->vertex_count && climbs; i++) {
        const int32_t from = at;
        for (int32_t k = p->around[from]; k < p->around[from + 1]; k++) {
            const int32_t next = p->neighbour[k];
            at = polytope_rises(v3_sub(p->vertex[next], p->vertex[at]), n) ? next : at;
        }
        climbs = at != from;
    }
    return at;
}

int32_t ludo_polytope_facing(const polytope *p, ludo_vec3 n, int32_t vertex)
{
    int32_t at = p->vertex_face[p->around[vertex]];
    double best = v3_dot(p->face[at].normal, n);
    for (int32_t k = p->around[vertex] + 1; k < p->around[vertex + 1]; k++) {
        const int32_t f = p->vertex_face[k];
        const double along = v3_dot(p->face[f].normal, n);
        at = along > best || (along == best && f < at) ? f : at;
        best = along > best ? along : best;
    }
    bool nearer = true;
    while (nearer) {
        const int32_t from = at;
        for (int32_t k = p->loop[from]; k < p->loop[from + 1]; k++) {
            const int32_t f = polytope_across(p, p->side[k], from);
            const double along = v3_dot(p->face[f].normal, n);
            at = along > best ? f : at;
            best = along > best ? along : best;
        }
        nearer = at != from;
    }
    return at;
}

/* ---- memory ---- */

void ludo_polytope_layout(polytope_parts *parts, const polytope *p, arena *a)
{
#define X(array, count, type) parts->array = TAKE(a, count, type);
    LUDO_POLYTOPE_ARRAYS(X, p)
#undef X
}

void ludo_polytope_attach(polytope *p, const polytope_parts *parts)
{
#define X(array, count, type) p->array = parts->array;
    LUDO_POLYTOPE_ARRAYS(X, p)
#undef X
}

size_t ludo_polytope_size(const polytope *p)
{
    polytope_parts parts;
    arena size = {0};
    ludo_polytope_layout(&parts, p, &size);
    return size.used;
}

polytope ludo_polytope_copy(const polytope *p, void *memory)
{
    polytope copy = *p;
    polytope_parts parts;
    ludo_polytope_layout(&parts, p, &(arena){.base = memory});
#define X(array, count, type) memcpy(parts.array, p->array, (size_t)(count) * sizeof(type));
    LUDO_POLYTOPE_ARRAYS(X, p)
#undef X
    ludo_polytope_attach(&copy, &parts);
    return copy;
}

void ludo_polytope_release(polytope *p, const ludo_allocator *a)
{
    /* the block begins with the vertices */
    memory_give(a, (void *)p->vertex);
    *p = (polytope){0};
}
