/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operations of a type of shape. A shape has its own frame: the centre at the origin,
 * the axes along x, y and z; `size` is documented at ludo_geom_def. */
#ifndef LUDO_GEOMETRY_SHAPE_H
#define LUDO_GEOMETRY_SHAPE_H

#include "geometry/ray.h"
#include "math/mass.h"

/* A type of shape. */
typedef struct shape_kind {
    const char *name;
    int32_t size_count; /* number of sizes it needs, all > 0 [m] */
    bool of_mesh;       /* true: its surface is that of a mesh (surface.h) */

    /* Its volume and inertia at density 1. NULL: it has no mass, or is a mesh. */
    mass_properties (*solid)(const double *size);

    /* Its surface area and inertia at density 1; NULL if `solid` is. */
    mass_properties (*shell)(const double *size);

    /* The radius of the smallest sphere about the origin that contains it, and the half sides of
     * the smallest box along its axes [m]; infinite if it is unbounded, NULL for
     * meshes and grids. */
    double (*radius)(const double *size);
    ludo_vec3 (*sides)(const double *size);

    int32_t places; /* the most contact points with a plane */
    bool of_grid;   /* true: its surface is that of a mesh whose vertices are a grid
                       (height_field.h); it is fixed in the world and has no mass */

    /* Where a ray meets its surface, or NO_HIT. `surface` is that of a mesh or grid, else NULL. */
    double (*hit)(const ray *r, const double *size, const ray_surface *surface);
} shape_kind;

/* The type of a name, or NULL. */
const shape_kind *ludo_shape_kind_find(const char *name);

/* True if the sizes that a type needs are positive and finite. */
static inline bool shape_fits(const shape_kind *kind, const double *size)
{
    bool fits = true;
    for (int32_t i = 0; i < kind->size_count; i++) {
        fits = fits && size[i] > 0.0 && isfinite(size[i]);
    }
    return fits;
}

/* Mass properties that are even under x -> -x, y -> -y and z -> -z, from the mass and the means of
 * x^2, y^2 and z^2. */
static inline mass_properties mass_even(double mass, double xx, double yy, double zz)
{
    return (mass_properties){
        .mass = mass,
        .J = {mass * (yy + zz), mass * (xx + zz), mass * (xx + yy), 0.0, 0.0, 0.0},
    };
}

#endif
