/* SPDX-License-Identifier: Apache-2.0
 *
 * A point of b over a plane fixed to a (feature.h). */
#include "collision/feature.h"

static feature_view point_plane_view(const feature *f, const pose *a, const pose *b)
{
    return feature_point_over_plane(f, a, b);
}

const feature_kind ludo_feature_point_plane = {"point_plane", point_plane_view};
