/* SPDX-License-Identifier: Apache-2.0
 *
 * A full list of features keeps the nearest ones. */
#include "collision/narrow_phase.h"

/* The first of the farthest features. */
static int32_t farthest(const feature_list *list)
{
    int32_t worst = 0;
    for (int32_t i = 1; i < list->count; i++) {
        worst = list->gap[i] > list->gap[worst] ? i : worst;
    }
    return worst;
}

void ludo_feature_append(feature_list *out, const feature *f, double gap)
{
    const bool is_full = out->count == MOST_FEATURES;
    const int32_t at = is_full ? farthest(out) : out->count;
    if (!is_full || gap < out->gap[at]) {
        out->item[at] = *f;
        out->gap[at] = gap;
        out->count += is_full ? 0 : 1;
    }
}

void ludo_feature_put(feature_list *out, const feature *f, const pose *z_a, const pose *z_b,
                      double margin)
{
    const double gap = feature_gap(f, z_a, z_b);
    if (gap <= margin) {
        ludo_feature_append(out, f, gap);
    }
}
