/* SPDX-License-Identifier: Apache-2.0
 *
 * A capsule and a mesh, by its hull: the ends of the capsule, its axis over the sides of the face
 * that it lies on, and the whole. */
#include "collision/features/parts.h"

static void capsule_mesh_find(const collider *a, const collider *b, const pose *z_a,
                              const pose *z_b, double margin, feature_list *out)
{
    parts p = ludo_parts(a, b, z_a, z_b, margin, out);
    if (p.axis.gap <= margin) {
        const ludo_vec3 seen = convex_seen_by_b(&p.pair, p.axis.n);
        const int32_t face = ludo_polytope_facing(b->hull, seen, p.axis.vertex_b);
        ludo_parts_ends_a(&p);
        ludo_parts_side_on_face(&p, &p.pair.a, b->hull, face);
        ludo_parts_whole(&p);
        ludo_parts_corners_beside(&p, &p.pair.a, b->hull, face);
    }
}

const narrow_phase_kind ludo_narrow_phase_capsule_mesh = {
    &ludo_shape_capsule, &ludo_shape_mesh, capsule_mesh_find, ludo_convex_gap, NULL, IMMATERIAL};
