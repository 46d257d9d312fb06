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

/* Rays meet the front side, within the size if there is one. */
static double plane_hit(const ray *r, const double *size, const ray_surface *surface)
{
    const double t = -r->from.z / r->along.z;
    (void)surface;
    if (!(r->along.z < 0.0) || !(t >= 0.0)) {
        return NO_HIT;
    }
    const ludo_vec3 x = ray_at(r, t);
    const bool inside = (size[0] <= 0.0 || (x.x >= -size[0] && x.x <= size[0])) &&
                        (size[1] <= 0.0 || (x.y >= -size[1] && x.y <= size[1]));
    return inside ? t : NO_HIT;
}

const shape_kind ludo_shape_plane = {
    .name = "plane",
    .radius = plane_radius,
    .sides = plane_sides,
    .hit = plane_hit,
};
