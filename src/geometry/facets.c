/* SPDX-License-Identifier: Apache-2.0
 *
 * Facets: memory, making, parts. */
#include "geometry/facets_build.h"

const shape_kind ludo_shape_facets = {.name = "concave mesh"};

/* ---- memory ---- */

/* The arrays of facets, to be filled. */
typedef struct facet_arrays {
    facet *facet;
    facet_node *node;
} facet_arrays;

static int32_t node_count(const facets *f)
{
    return f->count > 0 ? 2 * f->count - 1 : 0;
}

static facet_arrays take_arrays(const facets *f, arena *a)
{
    return (facet_arrays){.facet = TAKE(a, f->count, facet),
                          .node = TAKE(a, node_count(f), facet_node)};
}

size_t ludo_facets_size(const facets *f)
{
    arena size = {0};
    (void)take_arrays(f, &size);
    return (size.used + 63) / 64 * 64;
}

facets ludo_facets_copy(const facets *f, void *memory)
{
    facets copy = *f;
    const facet_arrays to = take_arrays(f, &(arena){.base = memory});
    if (f->count > 0) {
        memcpy(to.facet, f->facet, (size_t)f->count * sizeof *to.facet);
        memcpy(to.node, f->node, (size_t)node_count(f) * sizeof *to.node);
    }
    copy.facet = to.facet;
    copy.node = to.node;
    return copy;
}

void ludo_facets_release(facets *f, const ludo_allocator *a)
{
    /* the block begins with the facets */
    memory_give(a, (void *)f->facet);
    *f = (facets){0};
}

/* ---- making ---- */

static void take_build(facets_build *b, const surface *s, arena *a)
{
    const int32_t triangles = s->face_count;
    b->surface = s;
    b->sorted = TAKE(a, s->vertex_count, facet_corner);
    b->same = TAKE(a, s->vertex_count, int32_t);
    b->edge = TAKE(a, 3 * (size_t)triangles, facet_edge);
    b->polygon = TAKE(a, triangles, facet_polygon);
    b->owner = TAKE(a, triangles, int32_t);
    b->plane = TAKE(a, triangles, int32_t);
    b->facet = TAKE(a, triangles, facet);
    b->node = TAKE(a, 2 * (size_t)triangles, facet_node);
    b->place = TAKE(a, triangles, facet_place);
}

static double radius_of(const surface *s)
{
    double radius = 0.0;
    for (int32_t i = 0; i < s->vertex_count; i++) {
        radius = fmax(radius, v3_norm(v3_at(s->vertex + 3 * (ptrdiff_t)i)));
    }
    return radius;
}

static void build(facets_build *b)
{
    b->radius = radius_of(b->surface);
    ludo_facets_join(b);
    ludo_facets_place(b);
    ludo_facets_sort(b);
    ludo_facets_limit(b);
    ludo_facets_sort(b);
}

/* Copy the result of a build to a block of its own. */
static ludo_status finish(const facets_build *b, const ludo_allocator *a, facets *out)
{
    const facets made = {b->count, b->surface->face_count, b->radius, b->facet, b->node};
    if (made.count == 0) {
        return LUDO_OK;
    }
    char *block = memory_take(a, ludo_facets_size(&made));
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    *out = ludo_facets_copy(&made, block);
    return LUDO_OK;
}

ludo_status ludo_facets_make(const surface *s, const ludo_allocator *a, facets *out)
{
    facets_build b;
    arena size = {0};
    *out = (facets){0};
    take_build(&b, s, &size);
    char *block = size.overflow ? NULL : memory_take(a, size.used);
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    take_build(&b, s, &(arena){.base = block});
    build(&b);
    const ludo_status status = finish(&b, a, out);
    memory_give(a, block);
    return status;
}

/* ---- parts ---- */

void ludo_facet_part_make(const facets *f, int32_t i, double lean, solid_part *out)
{
    const facet *of = &f->facet[i];
    out->number = f->planes + i;
    out->plane = of->plane;
    out->sides = of->sides;
    out->rim = of->rim;
    out->has_base = false;
    out->lean = lean;
    out->prism = of->prism;
    ludo_solid_part_begin(out);
    for (int32_t k = 0; k < of->sides; k++) {
        ludo_solid_part_look(out, k, &of->beyond[k]);
    }
}
