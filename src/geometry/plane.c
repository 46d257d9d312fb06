/* SPDX-License-Identifier: Apache-2.0
 *
 * Plane: the half space below z = 0. Sizes, for drawing: half lengths along x and y; 0: infinite.
 */
#include "geometry/list.h"

static double plane_radius(const double *size)
{
    (void)size;
    return HUGE_VAL;
}

static ludo_vec3 plane_sides(const double *size)
{
    (void)size;
    return v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
}

const shape_kind ludo_shape_plane = {
    .name = "plane",
    .radius = plane_radius,
    .sides = plane_sides,
};
