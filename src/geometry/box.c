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

const shape_kind ludo_shape_box = {"box",      3,         false, box_solid, box_shell,
                                   box_radius, box_sides, 8,     false};
