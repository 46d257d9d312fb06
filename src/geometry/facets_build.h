/* SPDX-License-Identifier: Apache-2.0
 *
 * Making facets: polygons of triangles, then the prisms below them, then the tree of boxes. */
#ifndef LUDO_GEOMETRY_FACETS_BUILD_H
#define LUDO_GEOMETRY_FACETS_BUILD_H

#include "geometry/facets.h"

/* Lengths below this part of the radius of a surface are rounding. */
static const double facet_rounding = 1e-12;

/* A convex polygon of triangles in one plane. */
typedef struct facet_polygon {
    int32_t sides;               /* 0: it was joined to another one */
    int32_t corner[SOLID_SIDES]; /* vertices of the surface, counter-clockwise from outside */
    int32_t across[SOLID_SIDES]; /* a triangle beyond each side, -1: none */
    solid_beyond beyond[SOLID_SIDES];
    polytope_plane plane;
    int32_t flat; /* number of the flat place around */
} facet_polygon;

/* One side of a triangle. */
typedef struct facet_edge {
    int32_t from, to, triangle, side;
} facet_edge;

/* A vertex for sorting. */
typedef struct facet_corner {
    ludo_vec3 at;
    int32_t vertex;
} facet_corner;

/* A facet for sorting: its place along an axis. */
typedef struct facet_place {
    double at;
    int32_t facet;
} facet_place;

/* Memory for making facets. */
typedef struct facets_build {
    const surface *surface;
    double radius;
    facet_corner *sorted; /* per vertex */
    int32_t *same;        /* per vertex the first one at its place */
    facet_edge *edge;     /* of all triangles with an area, sorted by from, to */
    int32_t edge_count;
    facet_polygon *polygon; /* per triangle */
    int32_t *owner;         /* per triangle: a polygon that contains it, or is joined to one */
    int32_t *plane;         /* per triangle: itself, or one nearer to the first of its plane */
    int32_t count;          /* facets */
    facet *facet;           /* at most one per triangle */
    facet_node *node;
    facet_place *place;
} facets_build;

/* Join triangles to polygons; the number of polygons with sides is `count`. */
void ludo_facets_join(facets_build *b);

/* The facets of the polygons, with prisms limited by their own sides; then by the surface below. */
void ludo_facets_place(facets_build *b);
void ludo_facets_limit(facets_build *b);

/* The box of a prism. */
void ludo_facet_box(const facet *f, ludo_vec3 *low, ludo_vec3 *high);

/* The tree of boxes around the prisms. */
void ludo_facets_sort(facets_build *b);

#endif
