/* SPDX-License-Identifier: Apache-2.0
 *
 * Facets: a surface of triangles as the boundary of a solid that need not be convex or closed.
 * Triangles in one plane are joined to convex facets of three or four sides. The solid is the union
 * of prisms below the facets, which become narrower where the surface bends away, and are no deeper
 * than half of the solid [contact.md 3.5]. */
#ifndef LUDO_GEOMETRY_FACETS_H
#define LUDO_GEOMETRY_FACETS_H

#include "geometry/shape.h"
#include "geometry/solid_part.h"

/* The type of colliders that are facets. No geom has it. */
extern const shape_kind ludo_shape_facets;

/* A facet, and the prism below it. */
typedef struct facet {
    int32_t sides;
    int32_t plane; /* facets that are joined in one plane have the same number */
    double rim;    /* points nearer to a side are on it [m] */
    polytope_prism prism;
    solid_beyond beyond[SOLID_SIDES];
} facet;

/* A box of the tree of boxes. Nodes are in the order of a walk from the root: after a node its
 * first child follows, or, if all facets of the box are skipped, node `next`. */
typedef struct facet_node {
    ludo_vec3 low, high;
    int32_t facet; /* -1: the node has two children */
    int32_t next;
} facet_node;

/* The facets of a surface. */
typedef struct facets {
    int32_t count;
    int32_t planes;         /* numbers of planes are below */
    double radius;          /* of the smallest sphere about the origin around the surface [m] */
    const facet *facet;     /* `count` */
    const facet_node *node; /* 2 count - 1 */
} facets;

/* The facets of a surface without ludo_surface_problem(); none if no triangle has an area. Release
 * *out afterwards. Uses the memory of the C library for sorting, besides the allocator's.
 * @return LUDO_OK, LUDO_NO_MEMORY: *out is empty */
ludo_status ludo_facets_make(const surface *s, const ludo_allocator *a, facets *out);

/* Release the result of ludo_facets_make(); empty facets are allowed. */
void ludo_facets_release(facets *f, const ludo_allocator *a);

/* The bytes that a copy takes, a multiple of 64. */
size_t ludo_facets_size(const facets *f);

/* A copy in the memory of the caller, aligned to 64. */
facets ludo_facets_copy(const facets *f, void *memory);

/* The first facet from `*node` on whose box overlaps another one, -1: there is none. *node is 0 at
 * first, and the place to go on from afterwards. */
int32_t ludo_facets_next(const facets *f, ludo_vec3 low, ludo_vec3 high, int32_t *node);

/* The part below a facet, with this lean. */
void ludo_facet_part_make(const facets *f, int32_t i, double lean, solid_part *out);

#endif
