/* SPDX-License-Identifier: Apache-2.0
 *
 * A ball about a point of a and a ball about a point of b. */
#include "collision/features/round.h"

static feature_view point_point_view(const feature *f, const pose *a, const pose *b)
{
    return round_view(f, a, m3_apply(&a->R, f->a[0]), seen_from(a, b, f->b[0]));
}

const feature_kind ludo_feature_point_point = {"point_point", point_point_view};
