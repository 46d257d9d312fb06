/* SPDX-License-Identifier: Apache-2.0
 *
 * A sphere and a box. */
#include "collision/features/point_box.h"

static void sphere_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                            double margin, feature_list *out)
{
    const feature f = ludo_point_box(a, b, a->frame.position, z_a, z_b);
    ludo_feature_put(out, &f, z_a, z_b, margin);
}

static double sphere_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const feature f = ludo_point_box(a, b, a->frame.position, z_a, z_b);
    return feature_gap(&f, z_a, z_b);
}

const narrow_phase_kind ludo_narrow_phase_sphere_box = {
    &ludo_shape_sphere, &ludo_shape_box, sphere_box_find, sphere_box_gap, NULL, IMMATERIAL};
