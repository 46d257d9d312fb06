/* SPDX-License-Identifier: Apache-2.0
 *
 * A ball about the nearest point of a segment of a and one about a point of b. */
#include "collision/features/round.h"

static feature_view segment_point_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 segment[2] = {m3_apply(&a->R, f->a[0]), m3_apply(&a->R, f->a[1])};
    const ludo_vec3 p = seen_from(a, b, f->b[0]);
    return round_view(f, a, segment_nearest(segment, p), p);
}

const feature_kind ludo_feature_segment_point = {"segment_point", segment_point_view};
