/* SPDX-License-Identifier: Apache-2.0
 *
 * A sphere and a capsule. */
#include "collision/features/capsule.h"

static feature ball_on_axis(const collider *a, const collider *b)
{
    feature f = {
        .kind = &ludo_feature_point_segment,
        .a = {a->frame.position},
        .radius = a->size[0] + b->size[0],
        .radius_a = a->size[0],
    };
    capsule_axis(b, f.b);
    return f;
}

static void sphere_capsule_find(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double margin, feature_list *out)
{
    const feature f = ball_on_axis(a, b);
    ludo_feature_put(out, &f, z_a, z_b, margin);
}

static double sphere_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b)
{
    const feature f = ball_on_axis(a, b);
    return feature_gap(&f, z_a, z_b);
}

const narrow_phase_kind ludo_narrow_phase_sphere_capsule = {
    &ludo_shape_sphere, &ludo_shape_capsule, sphere_capsule_find, sphere_capsule_gap, NULL};
