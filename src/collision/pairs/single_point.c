/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs with a sphere or an ellipsoid: these are strictly convex, so that they touch any convex
 * shape in one point. Pairs for which a closed form exists have files of their own. */
#include "collision/features/axis_feature.h"

static void single_point_find(const collider *a, const collider *b, const pose *z_a,
                              const pose *z_b, double margin, feature_list *out)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis x = ludo_convex_axis(&p);
    if (x.gap <= margin) {
        const feature f = ludo_axis_feature(&p, &x);
        ludo_feature_put(out, &f, z_a, z_b, margin);
    }
}

#define X(one, other)                                                                              \
    const narrow_phase_kind ludo_narrow_phase_##one##_##other = {                                  \
        &ludo_shape_##one, &ludo_shape_##other, single_point_find, ludo_convex_gap, NULL,          \
        IMMATERIAL};
X(sphere, cylinder)
X(sphere, ellipsoid)
X(sphere, mesh)
X(capsule, ellipsoid)
X(cylinder, ellipsoid)
X(box, ellipsoid)
X(ellipsoid, ellipsoid)
X(ellipsoid, mesh)
#undef X
