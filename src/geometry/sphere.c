/* SPDX-License-Identifier: Apache-2.0
 *
 * Sphere: radius r. */
#include "geometry/list.h"

static mass_properties solid(const double *size)
{
    const double rr = size[0] * size[0], xx = rr / 5.0;
    return mass_even(4.0 / 3.0 * PI * rr * size[0], xx, xx, xx);
}

static mass_properties shell(const double *size)
{
    const double rr = size[0] * size[0], xx = rr / 3.0;
    return mass_even(4.0 * PI * rr, xx, xx, xx);
}

static double radius(const double *size)
{
    return size[0];
}

static ludo_vec3 sides(const double *size)
{
    return v3(size[0], size[0], size[0]);
}

const shape_kind ludo_shape_sphere = {"sphere", 1, false, solid, shell, radius, sides, 1};
