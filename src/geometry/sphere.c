/* SPDX-License-Identifier: Apache-2.0
 *
 * Sphere: radius r. */
#include "geometry/list.h"

static mass_properties sphere_solid(const double *size)
{
    const double rr = size[0] * size[0], xx = rr / 5.0;
    return mass_even(4.0 / 3.0 * PI * rr * size[0], xx, xx, xx);
}

static mass_properties sphere_shell(const double *size)
{
    const double rr = size[0] * size[0], xx = rr / 3.0;
    return mass_even(4.0 * PI * rr, xx, xx, xx);
}

static double sphere_radius(const double *size)
{
    return size[0];
}

static ludo_vec3 sphere_sides(const double *size)
{
    return v3(size[0], size[0], size[0]);
}

static double sphere_hit(const ray *r, const double *size, const ray_surface *surface)
{
    (void)surface;
    return ludo_ray_sphere(r, v3(0.0, 0.0, 0.0), size[0]);
}

const shape_kind ludo_shape_sphere = {
    "sphere",     1, false, sphere_solid, sphere_shell, sphere_radius,
    sphere_sides, 1, false, sphere_hit};
