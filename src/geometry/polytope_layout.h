/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of a polytope, and making one from the boundaries of its faces. */
#ifndef LUDO_GEOMETRY_POLYTOPE_LAYOUT_H
#define LUDO_GEOMETRY_POLYTOPE_LAYOUT_H

#include "geometry/polytope.h"

/* The one list of arrays: member, count, type. */
#define LUDO_POLYTOPE_ARRAYS(X, p)                                                                 \
    X(vertex, (p)->vertex_count, ludo_vec3)                                                        \
    X(around, (p)->vertex_count + 1, int32_t)                                                      \
    X(neighbour, 2 * (p)->edge_count, int32_t)                                                     \
    X(vertex_face, 2 * (p)->edge_count, int32_t)                                                   \
    X(face, (p)->face_count, polytope_plane)                                                       \
    X(loop, (p)->face_count + 1, int32_t)                                                          \
    X(corner, 2 * (p)->edge_count, int32_t)                                                        \
    X(side, 2 * (p)->edge_count, int32_t)                                                          \
    X(edge, (p)->edge_count, polytope_edge)                                                        \
    X(start, POLYTOPE_STARTS, int32_t)

/* The arrays of a polytope while they are filled. */
typedef struct polytope_parts {
#define X(array, count, type) type *array;
    LUDO_POLYTOPE_ARRAYS(X, )
#undef X
} polytope_parts;

/* Take all arrays of a polytope with its counts: runs twice, to measure and to place. */
void ludo_polytope_layout(polytope_parts *parts, const polytope *p, arena *a);

/* Let a polytope refer to arrays. */
void ludo_polytope_attach(polytope *p, const polytope_parts *parts);

/* One side of an edge: it runs from a vertex to another, with a face on its left. */
typedef struct polytope_side {
    int32_t from, to, face;
} polytope_side;

/* A polytope by its vertices and the sides of its edges, in any order; all vertices and faces have
 * sides. */
typedef struct polytope_outline {
    ludo_vec3 *vertex;
    polytope_side *side;
    ludo_vec3 *normal; /* per face that of the polytope scaled to a cube: for faces so narrow that
                          rounding decides on theirs */
    int32_t vertex_count, side_count, face_count;
} polytope_outline;

/* Make a polytope. The sides are sorted; their order has no influence.
 * @return LUDO_OK; LUDO_NO_MEMORY, LUDO_BAD_MODEL (the sides don't bound a sphere of faces that
 *         meet by three or more at each vertex): *out is empty */
ludo_status ludo_polytope_build(const polytope_outline *outline, const ludo_allocator *a,
                                polytope *out);

#endif
