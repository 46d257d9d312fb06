/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces of triangles: their hulls, and what they weigh [robots.md 6].
 *
 * Functions that can fail say what is wrong with the surface in *problem, static, as the rest of a
 * sentence ("has ..."); NULL where it isn't the surface that is to blame. */
#ifndef LUDO_GEOMETRY_SURFACE_H
#define LUDO_GEOMETRY_SURFACE_H

#include "core/memory.h"
#include "ludo/status.h"
#include "math/mass.h"

/* Triangles between numbered vertices; at most INT32_MAX / 3 of each. */
typedef struct surface {
    const double *vertex; /* x y z of each [m] */
    int32_t vertex_count;
    const int32_t *face; /* three vertices of each, counter-clockwise seen from outside */
    int32_t face_count;
} surface;

/* What is wrong with the numbers: vertices that are not finite, faces of vertices that aren't
 * there; else NULL. All below ask for sound ones. */
const char *ludo_surface_problem(const surface *s);

/* The convex hull of the vertices, with those of them that it needs, as they are and in their
 * order; faces are triangles that look outward. Release *out afterwards. Uses the C library's
 * memory besides the allocator's, and a null file.
 * @return LUDO_OK; LUDO_NO_MEMORY, LUDO_BAD_MODEL (fewer than four vertices, or all in a plane):
 *         *out is empty */
ludo_status ludo_surface_hull(const surface *s, const ludo_allocator *a, surface *out,
                              const char **problem);

/* Release what ludo_surface_hull() made; empty ones are fine. */
void ludo_surface_release(surface *s, const ludo_allocator *a);

/* What a surface weighs at density 1.
 *
 * A solid is the sum of the tetrahedra between its faces and a point inside; where the surface has
 * holes, they are closed towards that point. First it is the centroid of the surface, then the
 * centre of mass that results from it, as MuJoCo does it.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL (nothing is enclosed; for exact also: two faces
 *         that meet at an edge look to different sides, or it is inside out; for shell: no area) */
typedef ludo_status surface_weigh(const surface *s, const ludo_allocator *a, mass_properties *out,
                                  const char **problem);

surface_weigh ludo_surface_weigh_convex; /* the solid of its hull */
surface_weigh ludo_surface_weigh_exact; /* the solid of its faces, those that look back taken off */
surface_weigh ludo_surface_weigh_legacy; /* the solid of its faces, all added */
surface_weigh ludo_surface_weigh_shell;  /* the faces themselves [kg/m^2] */

#endif
