/* SPDX-License-Identifier: Apache-2.0
 *
 * A sphere on a plane: one ball. */
#include "collision/features/plane.h"

static void plane_sphere_find(const collider *a, const collider *b, const pose *z_a,
                              const pose *z_b, double margin, feature_list *out)
{
    plane_balls ball;
    plane_balls_begin(&ball, a, b, z_a, z_b);
    plane_ball_put(&ball, 0, v3(0.0, 0.0, 0.0), b->size[0], margin, out);
}

static double plane_sphere_gap(const collider *a, const collider *b, const pose *z_a,
                               const pose *z_b)
{
    return plane_from(a, b, z_a, z_b).height - b->size[0];
}

const narrow_phase_kind ludo_narrow_phase_plane_sphere = {
    &ludo_shape_plane, &ludo_shape_sphere, plane_sphere_find, plane_sphere_gap, NULL, MATERIAL};
