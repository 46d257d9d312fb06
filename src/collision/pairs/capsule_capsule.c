/* SPDX-License-Identifier: Apache-2.0
 *
 * Two capsules: each end on the other, and the crossing. Parallel capsules touch at the ends of
 * their common part. */
#include "collision/features/capsule.h"
#include "collision/features/round.h"

enum { ENDS_OF_A = 0, ENDS_OF_B = 2, CROSSING = 4 };

/* A feature of two balls, whose points are set by the caller. */
static feature balls(const collider *a, const collider *b, const feature_kind *kind, int32_t id)
{
    return (feature){
        .kind = kind,
        .id = id,
        .radius = a->size[0] + b->size[0],
        .radius_a = a->size[0],
    };
}

static feature crossing_axes(const collider *a, const collider *b)
{
    feature f = balls(a, b, &ludo_feature_segment_segment, CROSSING);
    capsule_axis(a, f.a);
    capsule_axis(b, f.b);
    return f;
}

static void capsule_capsule_find(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b, double margin, feature_list *out)
{
    const feature both = crossing_axes(a, b);
    const ludo_vec3 one[2] = {m3_apply(&z_a->R, both.a[0]), m3_apply(&z_a->R, both.a[1])};
    const ludo_vec3 other[2] = {seen_from(z_a, z_b, both.b[0]), seen_from(z_a, z_b, both.b[1])};
    for (int32_t i = 0; i < 2; i++) {
        feature f = balls(a, b, &ludo_feature_point_segment, ENDS_OF_A + i);
        f.a[0] = both.a[i];
        f.b[0] = both.b[0];
        f.b[1] = both.b[1];
        ludo_feature_put(out, &f, z_a, z_b, margin);
    }
    /* an end of b near an end of a is found with that */
    for (int32_t i = 0; i < 2; i++) {
        feature f = balls(a, b, &ludo_feature_segment_point, ENDS_OF_B + i);
        f.a[0] = both.a[0];
        f.a[1] = both.a[1];
        f.b[0] = both.b[i];
        if (segment_passes(one, other[i])) {
            ludo_feature_put(out, &f, z_a, z_b, margin);
        }
    }
    crossing x;
    if (ludo_lines_cross(one, other, &x) && crossing_inside(x)) {
        ludo_feature_put(out, &both, z_a, z_b, margin);
    }
}

static double capsule_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b)
{
    const feature f = crossing_axes(a, b);
    return feature_gap(&f, z_a, z_b);
}

const narrow_phase_kind ludo_narrow_phase_capsule_capsule = {
    &ludo_shape_capsule, &ludo_shape_capsule, capsule_capsule_find, capsule_capsule_gap};
