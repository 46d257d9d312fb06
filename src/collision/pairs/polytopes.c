/* SPDX-License-Identifier: Apache-2.0
 *
 * A mesh, by its hull, and a box or another mesh: the faces that face each other along the best
 * axis. */
#include "collision/features/facing.h"

static void polytopes_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                           double margin, feature_list *out)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const convex_axis x = ludo_convex_axis(&p);
    if (x.gap <= margin) {
        ludo_facing_find(&p, &x, z_a, z_b, margin, out);
    }
}

#define X(one, other)                                                                              \
    const narrow_phase_kind ludo_narrow_phase_##one##_##other = {&ludo_shape_##one,                \
                                                                 &ludo_shape_##other,              \
                                                                 polytopes_find,                   \
                                                                 ludo_convex_gap,                  \
                                                                 NULL,                             \
                                                                 IMMATERIAL};
X(box, mesh)
X(mesh, mesh)
#undef X
