/* SPDX-License-Identifier: Apache-2.0
 *
 * A part of a rim of a over a plane fixed to b: rim_plane with the bodies exchanged. `a[0]` and `n`
 * are on b, `frame` on a. */
#include "collision/feature.h"

static feature_view plane_rim_view(const feature *f, const pose *a, const pose *b)
{
    feature_view v = ludo_feature_rim_plane.view(f, b, a);
    v.normal = v3_scale(-1.0, v.normal);
    return v;
}

const feature_kind ludo_feature_plane_rim = {"plane_rim", plane_rim_view};
