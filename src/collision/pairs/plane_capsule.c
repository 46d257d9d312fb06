/* SPDX-License-Identifier: Apache-2.0
 *
 * A capsule on a plane: a ball at each end. */
#include "collision/features/plane.h"

static void plane_capsule_find(const collider *a, const collider *b, const pose *z_a,
                               const pose *z_b, double margin, feature_list *out)
{
    const double r = b->size[0], h = b->size[1];
    plane_balls ends;
    plane_balls_begin(&ends, a, b, z_a, z_b);
    for (int32_t i = 0; i < 2; i++) {
        plane_ball_put(&ends, i, v3(0.0, 0.0, i == 0 ? -h : h), r, margin, out);
    }
}

static double plane_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    return s.height - fabs(s.n.z) * b->size[1] - b->size[0];
}

const narrow_phase_kind ludo_narrow_phase_plane_capsule = {
    &ludo_shape_plane, &ludo_shape_capsule, plane_capsule_find, plane_capsule_gap, NULL, MATERIAL};
