/* SPDX-License-Identifier: Apache-2.0
 *
 * A box on a plane: its corners. */
#include "contacts/plane.h"

enum { CORNERS = 8 };

static void find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                 double margin, feature_list *out)
{
    for (int32_t i = 0; i < CORNERS; i++) {
        const ludo_vec3 p =
            v3((i & 1) != 0 ? b->size[0] : -b->size[0], (i & 2) != 0 ? b->size[1] : -b->size[1],
               (i & 4) != 0 ? b->size[2] : -b->size[2]);
        const feature corner = plane_ball(a, b, i, p, 0.0);
        ludo_feature_put(out, &corner, z_a, z_b, margin);
    }
}

static double gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    return s.height -
           (fabs(s.n.x) * b->size[0] + fabs(s.n.y) * b->size[1] + fabs(s.n.z) * b->size[2]);
}

const touch_kind ludo_touch_plane_box = {&ludo_shape_plane, &ludo_shape_box, find, gap};
