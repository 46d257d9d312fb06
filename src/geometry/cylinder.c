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

const shape_kind ludo_shape_cylinder = {
    "cylinder",     2,  false, cylinder_solid, cylinder_shell, cylinder_radius,
    cylinder_sides, 10, false};
