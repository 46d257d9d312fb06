/* SPDX-License-Identifier: Apache-2.0
 *
 * Rays that meet surfaces: the distance from a point along a unit vector to the nearest point of a
 * surface, from either side; NO_HIT where the ray misses. All in the frame of the shape. */
#ifndef LUDO_GEOMETRY_RAY_H
#define LUDO_GEOMETRY_RAY_H

#include "math/vec3.h"

#include <stdint.h>

static const double NO_HIT = -1.0;

/* A ray from a point along a unit vector. */
typedef struct ray {
    ludo_vec3 from, along;
} ray;

/* The triangles of a mesh, or the vertices of a grid, row by row. */
typedef struct ray_surface {
    const double *vertex;  /* x y z of each [m] */
    const int32_t *face;   /* three vertices of each; NULL: a grid */
    int32_t face_count;    /* of a mesh */
    int32_t rows, columns; /* vertices of a grid */
} ray_surface;

/* The point of a ray at a distance. */
static inline ludo_vec3 ray_at(const ray *r, double t)
{
    return v3_axpy(r->from, t, r->along);
}

/* The nearer of two hits. */
static inline double ray_nearer(double a, double b)
{
    return a < 0.0 || (b >= 0.0 && b < a) ? b : a;
}

/* The roots t0 <= t1 of a t^2 + 2 b t + c = 0; false: there are none. */
static inline bool ray_roots(double a, double b, double c, double t[2])
{
    const double d = b * b - a * c;
    if (!(a > 0.0) || !(d >= 0.0)) {
        return false;
    }
    /* the root without cancellation first, the other from the product of both */
    const double q = b >= 0.0 ? -b - sqrt(d) : -b + sqrt(d);
    const double r = q / a, s = q != 0.0 ? c / q : 0.0;
    t[0] = r < s ? r : s;
    t[1] = r < s ? s : r;
    return true;
}

/* Where a ray meets the sphere of radius r about a center. */
double ludo_ray_sphere(const ray *r, ludo_vec3 center, double radius);

/* Where a ray meets the side of the tube of a radius about z from -half to half. */
double ludo_ray_tube(const ray *r, double radius, double half);

/* Where a ray meets a triangle. */
double ludo_ray_triangle(const ray *r, ludo_vec3 a, ludo_vec3 b, ludo_vec3 c);

/* Where a ray meets the triangles of a mesh. */
double ludo_ray_mesh(const ray *r, const double *size, const ray_surface *s);

/* Where a ray meets the solid of a height field down to z = -size[0]. */
double ludo_ray_grid(const ray *r, const double *size, const ray_surface *s);

#endif
