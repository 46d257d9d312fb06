/* SPDX-License-Identifier: Apache-2.0
 *
 * An ellipsoid on a plane: its lowest point. */
#include "collision/features/plane.h"

static void plane_ellipsoid_find(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b, double margin, feature_list *out)
{
    feature f = plane_feature(&ludo_feature_ellipsoid_plane, a, 0);
    f.frame = b->frame;
    for (int i = 0; i < 3; i++) {
        f.size[i] = b->size[i];
    }
    ludo_feature_put(out, &f, z_a, z_b, margin);
}

static double plane_ellipsoid_gap(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    return s.height - v3_norm(v3(s.n.x * b->size[0], s.n.y * b->size[1], s.n.z * b->size[2]));
}

const narrow_phase_kind ludo_narrow_phase_plane_ellipsoid = {
    &ludo_shape_plane, &ludo_shape_ellipsoid, plane_ellipsoid_find, plane_ellipsoid_gap, NULL,
    IMMATERIAL};
