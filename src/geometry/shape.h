/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operations that a type of shape is. A shape stands in its own frame: its centre at
 * the origin, its axes along x, y and z; `size` is what ludo_geom_def says of the type. */
#ifndef LUDO_GEOMETRY_SHAPE_H
#define LUDO_GEOMETRY_SHAPE_H

#include "math/mass.h"

/* A type of shape. */
typedef struct shape_kind {
    const char *name;
    int32_t size_count; /* sizes that it needs, all > 0 [m] */
    bool of_mesh;       /* what it is like is a surface's to say (surface.h) */

    /* Its volume with its inertia at density 1. NULL: it weighs nothing, or is of a mesh. */
    mass_properties (*solid)(const double *size);

    /* The area of its surface with its inertia at density 1; NULL where `solid` is. */
    mass_properties (*shell)(const double *size);

    /* The radius of the smallest sphere about the origin that holds it, and the half sides of such
     * a box along its axes [m]; infinite where it has no bounds, NULL where it is of a mesh. */
    double (*radius)(const double *size);
    ludo_vec3 (*sides)(const double *size);

    int32_t places; /* most at which it touches a plane at once */
} shape_kind;

/* The type of a name; NULL where there is none. */
const shape_kind *ludo_shape_kind_find(const char *name);

/* Whether the sizes that a type needs are such as it can have. */
static inline bool shape_fits(const shape_kind *kind, const double *size)
{
    bool fits = true;
    for (int32_t i = 0; i < kind->size_count; i++) {
        fits = fits && size[i] > 0.0 && isfinite(size[i]);
    }
    return fits;
}

/* A mass at the origin that is even under x -> -x, y -> -y and z -> -z, by the means of x^2, y^2
 * and z^2 over it. */
static inline mass_properties mass_even(double mass, double xx, double yy, double zz)
{
    return (mass_properties){
        .mass = mass,
        .J = {mass * (yy + zz), mass * (xx + zz), mass * (xx + yy), 0.0, 0.0, 0.0},
    };
}

#endif
