/* SPDX-License-Identifier: Apache-2.0
 *
 * Two boxes: as two polytopes, with their best axis by 15 products. */
#include "collision/features/axis_feature.h"
#include "collision/features/box_axis.h"
#include "collision/features/box_facing.h"
#include "collision/features/facing.h"

/* The best axis of all, from the best of 15: these are one where boxes overlap. */
static convex_axis best_axis(const convex_pair *p, const convex_axis *x)
{
    return x->gap > 0.0 && !ludo_box_axis_is_exact(p, x) ? ludo_convex_axis(p) : *x;
}

static void box_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                         double margin, feature_list *out)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis of_15 = ludo_box_axis(&p, margin);
    if (!(of_15.gap <= margin)) {
        return;
    }
    const box_faces faces = ludo_box_facing_find(&p, &of_15, z_a, z_b, margin, out);
    const bool is_best = faces == FACES_FOUND_NEAREST || !(of_15.gap > 0.0) ||
                         (faces == FACES_FOUND && ludo_box_axis_is_exact(&p, &of_15));
    if (faces != FACES_UNKNOWN && is_best && !ludo_axis_feature_is_missing(&p, &of_15, out)) {
        return;
    }
    const convex_axis x = best_axis(&p, &of_15);
    out->count = 0;
    if (x.gap <= margin) {
        ludo_facing_find(&p, &x, z_a, z_b, margin, out);
    }
}

static double box_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis of_15 = ludo_box_axis(&p, HUGE_VAL);
    return best_axis(&p, &of_15).gap;
}

static bool box_box_apart(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                          double distance)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    return ludo_box_axis_separates(&p, distance);
}

const narrow_phase_kind ludo_narrow_phase_box_box = {&ludo_shape_box, &ludo_shape_box, box_box_find,
                                                     box_box_gap,     box_box_apart,   IMMATERIAL};
