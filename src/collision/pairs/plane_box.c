/* SPDX-License-Identifier: Apache-2.0
 *
 * A box on a plane: its corners. */
#include "collision/convex/box.h"
#include "collision/features/plane.h"

static void plane_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                           double margin, feature_list *out)
{
    for (int32_t i = 0; i < BOX_CORNERS; i++) {
        const feature corner = plane_ball(a, b, i, box_corner(b->size, i), 0.0);
        ludo_feature_put(out, &corner, z_a, z_b, margin);
    }
}

static double plane_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    return s.height -
           (fabs(s.n.x) * b->size[0] + fabs(s.n.y) * b->size[1] + fabs(s.n.z) * b->size[2]);
}

const narrow_phase_kind ludo_narrow_phase_plane_box = {&ludo_shape_plane, &ludo_shape_box,
                                                       plane_box_find, plane_box_gap};
