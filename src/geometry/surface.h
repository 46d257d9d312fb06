/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces of triangles: their hulls and mass properties [robots.md 6].
 *
 * Functions that can fail write the problem of the surface to *problem, a static text that
 * continues a sentence ("has ..."); NULL if the failure has another cause. */
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

/* The problem of the numbers, vertices that are not finite or faces with vertices that do not
 * exist; NULL: none. All functions below require a surface without such problems. */
const char *ludo_surface_problem(const surface *s);

/* The convex hull of the vertices: the vertices on it, unchanged and in their order, and outward
 * triangles. Release *out afterwards. Uses the memory of the C library besides the allocator's, and
 * the null file.
 * @return LUDO_OK; LUDO_NO_MEMORY, LUDO_BAD_MODEL (fewer than four vertices, or all in a plane):
 *         *out is empty */
ludo_status ludo_surface_hull(const surface *s, const ludo_allocator *a, surface *out,
                              const char **problem);

/* Release the result of ludo_surface_hull(); an empty surface is allowed. */
void ludo_surface_release(surface *s, const ludo_allocator *a);

/* Mass properties of a surface at density 1.
 *
 * A solid is the sum of the tetrahedra between its faces and a point inside, so that holes are
 * closed towards that point. The point is first the centroid of the surface, then the resulting
 * centre of mass, as in MuJoCo.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL (no volume; for exact also: two faces that meet
 *         at an edge have opposite orientations, or all point inward; for shell: no area) */
typedef ludo_status surface_weigh(const surface *s, const ludo_allocator *a, mass_properties *out,
                                  const char **problem);

surface_weigh ludo_surface_weigh_convex; /* the solid of its hull */
surface_weigh ludo_surface_weigh_exact;  /* the solid of its faces, with their signs */
surface_weigh ludo_surface_weigh_legacy; /* the solid of its faces, all volumes added */
surface_weigh ludo_surface_weigh_shell;  /* the faces themselves [kg/m^2] */

#endif
