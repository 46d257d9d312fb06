/* SPDX-License-Identifier: Apache-2.0
 *
 * Two spheres. */
#include "collision/narrow_phase.h"

static feature balls(const collider *a, const collider *b)
{
    return (feature){
        .kind = &ludo_feature_point_point,
        .a = {a->frame.position},
        .b = {b->frame.position},
        .radius = a->size[0] + b->size[0],
        .radius_a = a->size[0],
    };
}

static void sphere_sphere_find(const collider *a, const collider *b, const pose *z_a,
                               const pose *z_b, double margin, feature_list *out)
{
    const feature f = balls(a, b);
    ludo_feature_put(out, &f, z_a, z_b, margin);
}

static double sphere_sphere_gap(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b)
{
    const feature f = balls(a, b);
    return feature_gap(&f, z_a, z_b);
}

const narrow_phase_kind ludo_narrow_phase_sphere_sphere = {
    &ludo_shape_sphere, &ludo_shape_sphere, sphere_sphere_find, sphere_sphere_gap, NULL};
