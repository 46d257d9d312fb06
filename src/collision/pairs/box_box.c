/* SPDX-License-Identifier: Apache-2.0
 *
 * Two boxes: as two polytopes, with their best axis by 15 products. */
#include "collision/features/box_axis.h"
#include "collision/features/facing.h"

/* The best axis of 15 is the best of all where boxes overlap. */
static convex_axis axis_of(const convex_pair *p)
{
    const convex_axis x = ludo_box_axis(p);
    return x.gap > 0.0 && !ludo_box_axis_is_exact(p, &x) ? ludo_convex_axis(p) : x;
}

static void box_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                         double margin, feature_list *out)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis x = axis_of(&p);
    if (x.gap <= margin) {
        ludo_facing_find(&p, &x, z_a, z_b, margin, out);
    }
}

static double box_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    return axis_of(&p).gap;
}

const narrow_phase_kind ludo_narrow_phase_box_box = {&ludo_shape_box, &ludo_shape_box, box_box_find,
                                                     box_box_gap};
