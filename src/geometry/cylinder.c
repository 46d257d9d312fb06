/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylinder: radius r, from z = -h to h. Its shell is a tube and two discs. */
#include "geometry/list.h"

static mass_properties cylinder_solid(const double *size)
{
    const double rr = size[0] * size[0], h = size[1];
    return mass_even(2.0 * PI * rr * h, rr / 4.0, rr / 4.0, h * h / 3.0);
}

static mass_properties cylinder_shell(const double *size)
{
    const double r = size[0], rr = r * r, h = size[1];
    return mass_sum(mass_even(4.0 * PI * r * h, rr / 2.0, rr / 2.0, h * h / 3.0),
                    mass_even(2.0 * PI * rr, rr / 4.0, rr / 4.0, h * h));
}

static double cylinder_radius(const double *size)
{
    return sqrt(size[0] * size[0] + size[1] * size[1]);
}

static ludo_vec3 cylinder_sides(const double *size)
{
    return v3(size[0], size[0], size[1]);
}

/* The side, and the discs at its ends. */
static double cylinder_hit(const ray *r, const double *size, const ray_surface *surface)
{
    double hit = ludo_ray_tube(r, size[0], size[1]);
    (void)surface;
    for (int side = -1; side <= 1; side += 2) {
        const double t = (side * size[1] - r->from.z) / r->along.z;
        const ludo_vec3 x = ray_at(r, t);
        const bool inside = x.x * x.x + x.y * x.y <= size[0] * size[0];
        hit = t >= 0.0 && inside ? ray_nearer(hit, t) : hit;
    }
    return hit;
}

const shape_kind ludo_shape_cylinder = {
    "cylinder",     2,  false, cylinder_solid, cylinder_shell, cylinder_radius,
    cylinder_sides, 10, false, cylinder_hit};
