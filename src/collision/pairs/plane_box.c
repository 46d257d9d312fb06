/* SPDX-License-Identifier: Apache-2.0
 *
 * A box on a plane: its corners. */
#include "collision/convex/box.h"
#include "collision/features/plane.h"

/* More than the rounding of a height, as a part of the size. */
static const double box_rounding = 1e-9;

static void plane_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                           double margin, feature_list *out)
{
    const plane_seen seen = plane_from(a, b, z_a, z_b);
    const double near = margin + box_rounding * (fabs(seen.height) + b->radius);
    plane_balls corners;
    plane_balls_begin(&corners, a, b, z_a, z_b);
    for (int32_t i = 0; i < BOX_CORNERS; i++) {
        const ludo_vec3 corner = box_corner(b->size, i);
        if (seen.height + v3_dot(seen.n, corner) <= near) {
            plane_ball_put(&corners, i, corner, 0.0, margin, out);
        }
    }
}

static double plane_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    return s.height -
           (fabs(s.n.x) * b->size[0] + fabs(s.n.y) * b->size[1] + fabs(s.n.z) * b->size[2]);
}

const narrow_phase_kind ludo_narrow_phase_plane_box = {
    &ludo_shape_plane, &ludo_shape_box, plane_box_find, plane_box_gap, NULL, MATERIAL};
