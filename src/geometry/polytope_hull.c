/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex hulls as polytopes: the facets of qhull, which merges those that are coplanar or concave
 * within its rounding. */
#include "geometry/polytope_layout.h"
#include "geometry/qhull_run.h"

/* The number of sides of a facet: merged facets have ridges, one per side. */
static int32_t count_sides(qhT *qh, const facetT *facet)
{
    return facet->simplicial ? 3 : qh_setsize(qh, facet->ridges);
}

/* The sides of a facet between points. */
static void read_sides(qhT *qh, const facetT *facet, int32_t number, polytope_side *side)
{
    int32_t corner[3];
    if (facet->simplicial) {
        qhull_corners(qh, facet, corner);
        for (int k = 0; k < 3; k++) {
            side[k] = (polytope_side){corner[k], corner[k < 2 ? k + 1 : 0], number};
        }
        return;
    }
    ridgeT *ridge, **ridgep;
    FOREACHridge_(facet->ridges)
    {
        const bool clockwise = (ridge->top == facet) != (bool)qh_ORIENTclock;
        const int32_t first = qh_pointid(qh, SETfirstt_(ridge->vertices, vertexT)->point);
        const int32_t second = qh_pointid(qh, SETsecondt_(ridge->vertices, vertexT)->point);
        *side++ = clockwise ? (polytope_side){second, first, number}
                            : (polytope_side){first, second, number};
    }
}

/* Count faces and sides. @return false if their numbers don't fit */
static bool count(qhT *qh, polytope_outline *o)
{
    facetT *facet;
    FORALLfacets
    {
        const int32_t sides = count_sides(qh, facet);
        if (sides > INT32_MAX - o->side_count) {
            return false;
        }
        o->face_count++;
        o->side_count += sides;
    }
    return true;
}

static void lay_out(polytope_outline *o, int32_t **number, const surface *s, arena *a)
{
    o->vertex = TAKE(a, s->vertex_count, ludo_vec3);
    o->side = TAKE(a, o->side_count, polytope_side);
    o->normal = TAKE(a, o->face_count, ludo_vec3);
    *number = TAKE(a, s->vertex_count, int32_t);
}

/* Read all facets; number the vertices of their sides in the order of the surface. */
static void outline(qhT *qh, const surface *s, polytope_outline *o, int32_t *number)
{
    facetT *facet;
    int32_t face = 0, sides = 0;
    FORALLfacets
    {
        o->normal[face] = v3_at(facet->normal);
        read_sides(qh, facet, face++, o->side + sides);
        sides += count_sides(qh, facet);
    }
    for (int32_t i = 0; i < s->vertex_count; i++) {
        number[i] = -1;
    }
    for (int32_t i = 0; i < sides; i++) {
        number[o->side[i].from] = 0;
        number[o->side[i].to] = 0;
    }
    o->vertex_count = ludo_qhull_number(number, s->vertex_count);
    for (int32_t i = 0; i < sides; i++) {
        o->side[i].from = number[o->side[i].from];
        o->side[i].to = number[o->side[i].to];
    }
    for (int32_t i = 0; i < s->vertex_count; i++) {
        if (number[i] >= 0) {
            o->vertex[number[i]] = v3_at(s->vertex + 3 * (ptrdiff_t)i);
        }
    }
}

static ludo_status read_polytope(qhT *qh, const surface *s, const ludo_allocator *a, void *out)
{
    polytope_outline o = {0};
    int32_t *number = NULL;
    arena place = {0};
    if (!count(qh, &o)) {
        return LUDO_NO_MEMORY;
    }
    lay_out(&o, &number, s, &place);
    place = (arena){.base = place.overflow ? NULL : memory_take(a, place.used)};
    if (place.base == NULL) {
        return LUDO_NO_MEMORY;
    }
    char *const memory = place.base;
    lay_out(&o, &number, s, &place);
    outline(qh, s, &o, number);
    const ludo_status status = ludo_polytope_build(&o, a, out);
    memory_give(a, memory);
    return status;
}

ludo_status ludo_polytope_hull(const surface *s, const ludo_allocator *a, polytope *out,
                               const char **problem)
{
    *out = (polytope){0};
    /* merged facets; no warning about narrow hulls */
    return ludo_qhull_run(s, "Pp", a, read_polytope, out, problem);
}
