/* SPDX-License-Identifier: Apache-2.0
 *
 * A box or a mesh, by its hull, and a cylinder: its ends, its side over the sides of the face that
 * it lies on, the end that it stands on, and the whole. */
#include "collision/convex/polytope_of.h"
#include "collision/features/parts.h"

static void polytope_cylinder_find(const collider *a, const collider *b, const pose *z_a,
                                   const pose *z_b, double margin, feature_list *out)
{
    parts p = ludo_parts(a, b, z_a, z_b, margin, out);
    if (p.axis.gap <= margin) {
        polytope_box room;
        const polytope of = polytope_of(a, &room);
        const int32_t face = ludo_polytope_facing(&of, p.axis.n, p.axis.vertex_a);
        ludo_parts_end_on_face(&p, &of, face);
        ludo_parts_ends_b(&p);
        ludo_parts_side_on_face(&p, &p.pair.b, &of, face);
        ludo_parts_whole(&p);
        ludo_parts_corners_beside(&p, &p.pair.b, &of, face);
    }
}

#define X(one)                                                                                     \
    const narrow_phase_kind ludo_narrow_phase_##one##_cylinder = {                                 \
        &ludo_shape_##one, &ludo_shape_cylinder, polytope_cylinder_find, ludo_convex_gap, NULL,    \
        IMMATERIAL};
X(box)
X(mesh)
#undef X
