/* SPDX-License-Identifier: Apache-2.0
 *
 * A mesh, by its hull, and a box or another mesh: the faces that face each other along the best
 * axis. Where these leave a part of an overlap out, the axis itself is a feature. */
#include "collision/convex/axis_feature.h"
#include "collision/convex/polytope_of.h"
#include "collision/features/facing.h"

static double polytopes_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    return ludo_convex_axis(&p).gap;
}

static void polytopes_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                           double margin, feature_list *out)
{
    polytope_box room_a, room_b;
    const polytope of_a = polytope_of(a, &room_a), of_b = polytope_of(b, &room_b);
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis x = ludo_convex_axis(&p);
    if (!(x.gap <= margin)) {
        return;
    }
    const facing f = {&p, &of_a, &of_b, &x, z_a, z_b, margin};
    ludo_facing_find(&f, out);
    ludo_axis_feature_complete(&p, &x, z_a, z_b, out);
}

#define X(one, other)                                                                              \
    const narrow_phase_kind ludo_narrow_phase_##one##_##other = {                                  \
        &ludo_shape_##one, &ludo_shape_##other, polytopes_find, polytopes_gap};
X(box, mesh)
X(mesh, mesh)
#undef X
