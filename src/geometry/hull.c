/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex hulls as surfaces of triangles. */
#include "geometry/qhull_run.h"

/* The vertices that belong to the hull. */
typedef struct choice {
    int32_t *number; /* per vertex its number in the hull, -1: none */
    int32_t vertex_count, face_count;
} choice;

/* Number the vertices of all triangles in their order. @return true if all facets are triangles */
static bool choose(qhT *qh, const surface *s, choice *c)
{
    facetT *facet;
    bool triangles = true;
    for (int32_t i = 0; i < s->vertex_count; i++) {
        c->number[i] = -1;
    }
    FORALLfacets
    {
        int32_t corner[3];
        triangles = triangles && qh_setsize(qh, facet->vertices) == 3;
        if (triangles) {
            qhull_corners(qh, facet, corner);
            c->number[corner[0]] = c->number[corner[1]] = c->number[corner[2]] = 0;
            c->face_count++;
        }
    }
    c->vertex_count = ludo_qhull_number(c->number, s->vertex_count);
    return triangles;
}

/* The memory of a hull: one block that begins with the vertices. */
static void lay_out(double **vertex, int32_t **face, arena *place, const choice *c)
{
    *vertex = TAKE(place, 3 * c->vertex_count, double);
    *face = TAKE(place, 3 * c->face_count, int32_t);
}

/* Copy the hull that qhull found. */
static ludo_status copy(qhT *qh, const surface *s, const choice *c, const ludo_allocator *a,
                        surface *out)
{
    double *vertex = NULL;
    int32_t *face = NULL;
    facetT *facet;
    arena place = {0};
    lay_out(&vertex, &face, &place, c);
    place = (arena){.base = place.overflow ? NULL : memory_take(a, place.used)};
    if (place.base == NULL) {
        return LUDO_NO_MEMORY;
    }
    lay_out(&vertex, &face, &place, c);
    *out = (surface){vertex, c->vertex_count, face, c->face_count};
    for (ptrdiff_t i = 0; i < s->vertex_count; i++) {
        if (c->number[i] >= 0) {
            memcpy(vertex, s->vertex + 3 * i, 3 * sizeof *vertex);
            vertex += 3;
        }
    }
    FORALLfacets
    {
        qhull_corners(qh, facet, face);
        for (int k = 0; k < 3; k++, face++) {
            *face = c->number[*face];
        }
    }
    return LUDO_OK;
}

static ludo_status read_triangles(qhT *qh, const surface *s, const ludo_allocator *a, void *out)
{
    choice c = {.number = memory_take(a, (size_t)s->vertex_count * sizeof *c.number)};
    ludo_status status = LUDO_NO_MEMORY;
    if (c.number != NULL) {
        status = choose(qh, s, &c) ? copy(qh, s, &c, a, out) : LUDO_BAD_MODEL;
    }
    memory_give(a, c.number);
    return status;
}

ludo_status ludo_surface_hull(const surface *s, const ludo_allocator *a, surface *out,
                              const char **problem)
{
    *out = (surface){0};
    /* triangulated output; no warning about narrow hulls */
    return ludo_qhull_run(s, "Qt Pp", a, read_triangles, out, problem);
}

void ludo_surface_release(surface *s, const ludo_allocator *a)
{
    /* the block begins with the vertices */
    memory_give(a, (void *)s->vertex);
    *s = (surface){0};
}
