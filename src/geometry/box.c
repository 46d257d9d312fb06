/* SPDX-License-Identifier: Apache-2.0
 *
 * Box: half lengths a, b, c along x, y, z. Its shell is three pairs of faces. */
#include "geometry/list.h"

static mass_properties box_solid(const double *size)
{
    const double a = size[0], b = size[1], c = size[2];
    return mass_even(8.0 * a * b * c, a * a / 3.0, b * b / 3.0, c * c / 3.0);
}

static mass_properties box_shell(const double *size)
{
    const double a = size[0], b = size[1], c = size[2];
    const double aa = a * a, bb = b * b, cc = c * c;
    const mass_properties x = mass_even(8.0 * b * c, aa, bb / 3.0, cc / 3.0);
    const mass_properties y = mass_even(8.0 * c * a, aa / 3.0, bb, cc / 3.0);
    const mass_properties z = mass_even(8.0 * a * b, aa / 3.0, bb / 3.0, cc);
    return mass_sum(mass_sum(x, y), z);
}

static double box_radius(const double *size)
{
    return v3_norm(v3_at(size));
}

static ludo_vec3 box_sides(const double *size)
{
    return v3_at(size);
}

/* Where a ray meets the face at `side` along axis i. */
static double hit_face(const double from[3], const double along[3], const double *size, int i,
                       int side)
{
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double t = (side * size[i] - from[i]) / along[i];
    const double y = from[j] + t * along[j], z = from[k] + t * along[k];
    const bool inside = y >= -size[j] && y <= size[j] && z >= -size[k] && z <= size[k];
    return t >= 0.0 && inside ? t : NO_HIT;
}

static double box_hit(const ray *r, const double *size, const ray_surface *surface)
{
    double from[3], along[3], hit = NO_HIT;
    (void)surface;
    v3_put(r->from, from);
    v3_put(r->along, along);
    for (int i = 0; i < 3; i++) {
        hit = ray_nearer(hit, hit_face(from, along, size, i, -1));
        hit = ray_nearer(hit, hit_face(from, along, size, i, 1));
    }
    return hit;
}

const shape_kind ludo_shape_box = {"box",      3,         false, box_solid, box_shell,
                                   box_radius, box_sides, 8,     false,     box_hit};
