/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex hulls by qhull. The reentrant library keeps its data in one object and returns an error
 * number; its messages go to the null file. */
#include "geometry/surface.h"

#include <string.h>

#include <libqhull_r/qhull_ra.h>

/* The vertices for qhull, scaled so that their bounding box is the cube from -1 to 1: position,
 * size and aspect ratio then have no influence. */
static bool fill_unit_box(const surface *s, double *point)
{
    for (int32_t axis = 0; axis < 3; axis++) {
        double low = s->vertex[axis], high = low;
        for (ptrdiff_t i = axis; i < 3 * (ptrdiff_t)s->vertex_count; i += 3) {
            low = s->vertex[i] < low ? s->vertex[i] : low;
            high = s->vertex[i] > high ? s->vertex[i] : high;
        }
        const double middle = 0.5 * low + 0.5 * high, half = 0.5 * high - 0.5 * low;
        if (!(half > 0.0)) {
            return false;
        }
        for (ptrdiff_t i = axis; i < 3 * (ptrdiff_t)s->vertex_count; i += 3) {
            point[i] = (s->vertex[i] - middle) / half;
        }
    }
    return true;
}

/* Open the null file. */
static FILE *open_nowhere(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    return nowhere != NULL ? nowhere : tmpfile();
}

/* The vertices of a triangle of the hull, counter-clockwise seen from outside. */
static void read_corners(qhT *qh, const facetT *facet, int32_t corner[3])
{
    const bool clockwise = (bool)facet->toporient != (bool)qh_ORIENTclock;
    for (int k = 0; k < 3; k++) {
        const vertexT *v = SETelemt_(facet->vertices, k, vertexT);
        corner[clockwise ? 2 - k : k] = qh_pointid(qh, v->point);
    }
}

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
            read_corners(qh, facet, corner);
            c->number[corner[0]] = c->number[corner[1]] = c->number[corner[2]] = 0;
            c->face_count++;
        }
    }
    for (int32_t i = 0; i < s->vertex_count; i++) {
        if (c->number[i] == 0) {
            c->number[i] = c->vertex_count++;
        }
    }
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
        read_corners(qh, facet, face);
        for (int k = 0; k < 3; k++, face++) {
            *face = c->number[*face];
        }
    }
    return LUDO_OK;
}

/* The hull of points; `number` is scratch, one per vertex. */
static ludo_status find(const surface *s, double *point, int32_t *number, const ludo_allocator *a,
                        surface *out, const char **problem)
{
    /* triangulated output; no warning about narrow hulls */
    char command[] = "qhull Qt Pp";
    qhT qh;
    choice c = {.number = number};
    int unused_long = 0, unused_total = 0;
    FILE *nowhere = open_nowhere();
    if (nowhere == NULL) {
        return LUDO_NO_MEMORY;
    }
    qh_zero(&qh, nowhere);
    const int failed = qh_new_qhull(&qh, 3, s->vertex_count, point, False, command, NULL, nowhere);
    ludo_status status = failed == qh_ERRmem ? LUDO_NO_MEMORY : LUDO_BAD_MODEL;
    if (failed == 0 && choose(&qh, s, &c)) {
        status = copy(&qh, s, &c, a, out);
    } else if (failed == qh_ERRsingular) {
        *problem = "has no convex hull: all vertices are in a plane";
    } else if (status == LUDO_BAD_MODEL) {
        *problem = "has a convex hull that cannot be computed";
    }
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &unused_long, &unused_total);
    (void)fclose(nowhere);
    return status;
}

ludo_status ludo_surface_hull(const surface *s, const ludo_allocator *a, surface *out,
                              const char **problem)
{
    *out = (surface){0};
    *problem = NULL;
    if (s->vertex_count < 4) {
        *problem = "has no convex hull: it has fewer than four vertices";
        return LUDO_BAD_MODEL;
    }
    const size_t count = (size_t)s->vertex_count;
    double *point = memory_take(a, 3 * count * sizeof *point);
    int32_t *number = memory_take(a, count * sizeof *number);
    ludo_status status = LUDO_NO_MEMORY;
    if (point != NULL && number != NULL) {
        if (fill_unit_box(s, point)) {
            status = find(s, point, number, a, out, problem);
        } else {
            *problem = "has no convex hull: all vertices are in a plane";
            status = LUDO_BAD_MODEL;
        }
    }
    memory_give(a, number);
    memory_give(a, point);
    return status;
}

void ludo_surface_release(surface *s, const ludo_allocator *a)
{
    /* the block begins with the vertices */
    memory_give(a, (void *)s->vertex);
    *s = (surface){0};
}
