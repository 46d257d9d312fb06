/* SPDX-License-Identifier: Apache-2.0
 *
 * A sphere and a capsule. */
#include "collision/features/capsule.h"
#include "collision/features/round.h"

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

static double sphere_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b)
{
    const ludo_vec3 p = m3_apply(&z_a->R, a->frame.position);
    ludo_vec3 axis[2];
    capsule_axis(b, axis);
    const ludo_vec3 segment[2] = {seen_from(z_a, z_b, axis[0]), seen_from(z_a, z_b, axis[1])};
    return balls_gap(p, segment_nearest(segment, p), a->size[0] + b->size[0]);
}

static bool sphere_capsule_apart(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b, double distance)
{
    return sphere_capsule_gap(a, b, z_a, z_b) >= distance;
}

static void sphere_capsule_find(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double margin, feature_list *out)
{
    const double gap = sphere_capsule_gap(a, b, z_a, z_b);
    if (gap <= margin) {
        const feature f = ball_on_axis(a, b);
        ludo_feature_append(out, &f, gap);
    }
}

const narrow_phase_kind ludo_narrow_phase_sphere_capsule = {
    &ludo_shape_sphere, &ludo_shape_capsule,  sphere_capsule_find,
    sphere_capsule_gap, sphere_capsule_apart, IMMATERIAL};
