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

/* Both axes, in the world from the centre of mass of a. */
typedef struct axes_seen {
    ludo_vec3 a[2], b[2];
} axes_seen;

static axes_seen see(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    ludo_vec3 one[2], other[2];
    capsule_axis(a, one);
    capsule_axis(b, other);
    return (axes_seen){{m3_apply(&z_a->R, one[0]), m3_apply(&z_a->R, one[1])},
                       {seen_from(z_a, z_b, other[0]), seen_from(z_a, z_b, other[1])}};
}

static bool are_apart(const axes_seen *x, const collider *a, const collider *b, double margin)
{
    return segments_are_apart(x->a, x->b, a->size[0] + b->size[0] + margin);
}

static void put_ends(const feature *both, const axes_seen *x, const pose *z_a, const pose *z_b,
                     double margin, feature_list *out)
{
    feature f = *both;
    f.a[1] = v3(0.0, 0.0, 0.0);
    f.kind = &ludo_feature_point_segment;
    for (int32_t i = 0; i < 2; i++) {
        f.id = ENDS_OF_A + i;
        f.a[0] = both->a[i];
        ludo_feature_put(out, &f, z_a, z_b, margin);
    }
    f = *both;
    f.b[1] = v3(0.0, 0.0, 0.0);
    f.kind = &ludo_feature_segment_point;
    /* an end of b near an end of a is found with that */
    for (int32_t i = 0; i < 2; i++) {
        f.id = ENDS_OF_B + i;
        f.b[0] = both->b[i];
        if (segment_passes(x->a, x->b[i])) {
            ludo_feature_put(out, &f, z_a, z_b, margin);
        }
    }
}

static void capsule_capsule_find(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b, double margin, feature_list *out)
{
    const axes_seen x = see(a, b, z_a, z_b);
    if (are_apart(&x, a, b, margin)) {
        return;
    }
    const feature both = crossing_axes(a, b);
    put_ends(&both, &x, z_a, z_b, margin, out);
    crossing at;
    if (ludo_lines_cross(x.a, x.b, &at) && crossing_inside(at)) {
        ludo_feature_put(out, &both, z_a, z_b, margin);
    }
}

static double capsule_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b)
{
    const feature f = crossing_axes(a, b);
    return feature_gap(&f, z_a, z_b);
}

static bool capsule_capsule_apart(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b)
{
    const axes_seen x = see(a, b, z_a, z_b);
    return are_apart(&x, a, b, 0.0) || capsule_capsule_gap(a, b, z_a, z_b) >= 0.0;
}

const narrow_phase_kind ludo_narrow_phase_capsule_capsule = {
    &ludo_shape_capsule, &ludo_shape_capsule, capsule_capsule_find, capsule_capsule_gap,
    capsule_capsule_apart};
