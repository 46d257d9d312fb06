/* SPDX-License-Identifier: Apache-2.0
 *
 * Two spheres. */
#include "collision/features/round.h"
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

static double sphere_sphere_gap(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b)
{
    const ludo_vec3 p_a = m3_apply(&z_a->R, a->frame.position);
    const ludo_vec3 p_b = seen_from(z_a, z_b, b->frame.position);
    return balls_gap(p_a, p_b, a->size[0] + b->size[0]);
}

static bool sphere_sphere_apart(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double distance)
{
    return sphere_sphere_gap(a, b, z_a, z_b) >= distance;
}

static void sphere_sphere_find(const collider *a, const collider *b, const pose *z_a,
                               const pose *z_b, double margin, feature_list *out)
{
    const double gap = sphere_sphere_gap(a, b, z_a, z_b);
    if (gap <= margin) {
        const feature f = balls(a, b);
        ludo_feature_append(out, &f, gap);
    }
}

const narrow_phase_kind ludo_narrow_phase_sphere_sphere = {&ludo_shape_sphere,  &ludo_shape_sphere,
                                                           sphere_sphere_find,  sphere_sphere_gap,
                                                           sphere_sphere_apart, IMMATERIAL};
