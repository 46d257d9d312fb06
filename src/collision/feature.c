/* SPDX-License-Identifier: Apache-2.0
 *
 * A full list of features keeps the nearest ones. */
#include "collision/narrow_phase.h"

/* The first of the farthest features. */
static feature *farthest(feature_list *list, const pose *z_a, const pose *z_b)
{
    int32_t worst = 0;
    double gap = feature_gap(&list->item[0], z_a, z_b);
    for (int32_t i = 1; i < list->count; i++) {
        const double g = feature_gap(&list->item[i], z_a, z_b);
        if (g > gap) {
            worst = i;
            gap = g;
        }
    }
    return &list->item[worst];
}

void ludo_feature_put(feature_list *out, const feature *f, const pose *z_a, const pose *z_b,
                      double margin)
{
    const double gap = feature_gap(f, z_a, z_b);
    if (!(gap <= margin)) {
        return;
    }
    if (out->count < MOST_FEATURES) {
        out->item[out->count++] = *f;
        return;
    }
    feature *const last = farthest(out, z_a, z_b);
    if (gap < feature_gap(last, z_a, z_b)) {
        *last = *f;
    }
}
