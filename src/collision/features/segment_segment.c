/* SPDX-License-Identifier: Apache-2.0
 *
 * Balls about the nearest points of a segment of a and one of b. The gap has a derivative where
 * there is one such pair of points. Parallel segments, which touch along their length, have
 * features at their ends instead. */
#include "collision/features/round.h"

static feature_view segment_segment_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 one[2] = {m3_apply(&a->R, f->a[0]), m3_apply(&a->R, f->a[1])};
    const ludo_vec3 other[2] = {seen_from(a, b, f->b[0]), seen_from(a, b, f->b[1])};
    ludo_vec3 nearest[2];
    ludo_segments_nearest(one, other, nearest);
    return round_view(f, a, nearest[0], nearest[1]);
}

const feature_kind ludo_feature_segment_segment = {"segment_segment", segment_segment_view};
