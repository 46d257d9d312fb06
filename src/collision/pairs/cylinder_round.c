/* SPDX-License-Identifier: Apache-2.0
 *
 * A capsule or a cylinder and a cylinder: the ends of both, a flat end on the other shape, and the
 * whole. */
#include "collision/features/parts.h"

static void round_cylinder_find(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double margin, feature_list *out)
{
    parts p = ludo_parts(a, b, z_a, z_b, margin, out);
    if (p.axis.gap <= margin) {
        ludo_parts_end_on_round(&p);
        ludo_parts_ends_a(&p);
        ludo_parts_ends_b(&p);
        ludo_parts_whole(&p);
    }
}

#define X(one)                                                                                     \
    const narrow_phase_kind ludo_narrow_phase_##one##_cylinder = {                                 \
        &ludo_shape_##one, &ludo_shape_cylinder, round_cylinder_find, ludo_convex_gap, NULL,       \
        IMMATERIAL};
X(capsule)
X(cylinder)
#undef X
