/* SPDX-License-Identifier: Apache-2.0
 *
 * An ellipsoid on a over a plane fixed to b: ellipsoid_plane with the bodies exchanged. `a[0]` and
 * `n` are on b, `frame` and `size` on a. */
#include "collision/feature.h"

static feature_view plane_ellipsoid_view(const feature *f, const pose *a, const pose *b)
{
    feature_view v = ludo_feature_ellipsoid_plane.view(f, b, a);
    v.normal = v3_scale(-1.0, v.normal);
    return v;
}

const feature_kind ludo_feature_plane_ellipsoid = {"plane_ellipsoid", plane_ellipsoid_view};
