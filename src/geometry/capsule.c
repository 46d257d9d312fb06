/* SPDX-License-Identifier: Apache-2.0
 *
 * Capsule: a tube of radius r from z = -h to h, closed by half balls. Points of a half ball are at
 * z = +-(h + s); the mean of s is 3/8 r over a half ball and r/2 over a half sphere. */
#include "geometry/list.h"

static mass_properties capsule_solid(const double *size)
{
    const double r = size[0], h = size[1], rr = r * r, xx = rr / 5.0;
    const double zz = h * h + 0.75 * h * r + xx;
    return mass_sum(mass_even(2.0 * PI * rr * h, rr / 4.0, rr / 4.0, h * h / 3.0),
                    mass_even(4.0 / 3.0 * PI * rr * r, xx, xx, zz));
}

static mass_properties capsule_shell(const double *size)
{
    const double r = size[0], h = size[1], rr = r * r, xx = rr / 3.0;
    const double zz = h * h + h * r + xx;
    return mass_sum(mass_even(4.0 * PI * r * h, rr / 2.0, rr / 2.0, h * h / 3.0),
                    mass_even(4.0 * PI * rr, xx, xx, zz));
}

static double capsule_radius(const double *size)
{
    return size[0] + size[1];
}

static ludo_vec3 capsule_sides(const double *size)
{
    return v3(size[0], size[0], size[0] + size[1]);
}

/* The tube, and the half balls beyond its ends. */
static double capsule_hit(const ray *r, const double *size, const ray_surface *surface)
{
    double hit = ludo_ray_tube(r, size[0], size[1]);
    (void)surface;
    for (int side = -1; side <= 1; side += 2) {
        const ludo_vec3 center = v3(0.0, 0.0, side * size[1]), p = v3_sub(r->from, center);
        double t[2];
        if (!ray_roots(1.0, v3_dot(p, r->along), v3_dot(p, p) - size[0] * size[0], t)) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            const bool outside = side * (p.z + t[i] * r->along.z) >= 0.0;
            hit = t[i] >= 0.0 && outside ? ray_nearer(hit, t[i]) : hit;
        }
    }
    return hit;
}

const shape_kind ludo_shape_capsule = {
    "capsule",     2, false, capsule_solid, capsule_shell, capsule_radius,
    capsule_sides, 2, false, capsule_hit};
