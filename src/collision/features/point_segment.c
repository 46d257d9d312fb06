/* SPDX-License-Identifier: Apache-2.0
 *
 * A ball about a point of a and one about the nearest point of a segment of b. */
#include "collision/features/round.h"

static feature_view point_segment_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 p = m3_apply(&a->R, f->a[0]);
    const ludo_vec3 segment[2] = {seen_from(a, b, f->b[0]), seen_from(a, b, f->b[1])};
    return round_view(f, a, p, segment_nearest(segment, p));
}

const feature_kind ludo_feature_point_segment = {"point_segment", point_segment_view};
