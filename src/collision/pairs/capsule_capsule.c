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

static bool are_apart(const axes_seen *x, const collider *a, const collider *b, double distance)
{
    return segments_are_apart(x->a, x->b, a->size[0] + b->size[0] + distance);
}

/* Put the feature of a point and a segment, if it is near. An end of b near an end of a is found
 * with that. */
static void put_end(const feature *both, int32_t id, double gap, double margin, feature_list *out)
{
    if (!(gap <= margin)) {
        return;
    }
    feature f = *both;
    f.id = id;
    if (id < ENDS_OF_B) {
        f.kind = &ludo_feature_point_segment;
        f.a[0] = both->a[id - ENDS_OF_A];
        f.a[1] = v3(0.0, 0.0, 0.0);
    } else {
        f.kind = &ludo_feature_segment_point;
        f.b[0] = both->b[id - ENDS_OF_B];
        f.b[1] = v3(0.0, 0.0, 0.0);
    }
    ludo_feature_append(out, &f, gap);
}

static void put_ends(const feature *both, const axes_seen *x, double margin, feature_list *out)
{
    for (int32_t i = 0; i < 2; i++) {
        const double gap = balls_gap(x->a[i], segment_nearest(x->b, x->a[i]), both->radius);
        put_end(both, ENDS_OF_A + i, gap, margin, out);
    }
    for (int32_t i = 0; i < 2; i++) {
        if (segment_passes(x->a, x->b[i])) {
            const double gap = balls_gap(segment_nearest(x->a, x->b[i]), x->b[i], both->radius);
            put_end(both, ENDS_OF_B + i, gap, margin, out);
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
    put_ends(&both, &x, margin, out);
    crossing at;
    if (ludo_lines_cross(x.a, x.b, &at) && crossing_inside(at)) {
        ludo_feature_put(out, &both, z_a, z_b, margin);
    }
}

static double gap_of(const axes_seen *x, const collider *a, const collider *b)
{
    ludo_vec3 nearest[2];
    ludo_segments_nearest(x->a, x->b, nearest);
    return balls_gap(nearest[0], nearest[1], a->size[0] + b->size[0]);
}

static double capsule_capsule_gap(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b)
{
    const axes_seen x = see(a, b, z_a, z_b);
    return gap_of(&x, a, b);
}

static bool capsule_capsule_apart(const collider *a, const collider *b, const pose *z_a,
                                  const pose *z_b, double distance)
{
    const axes_seen x = see(a, b, z_a, z_b);
    return are_apart(&x, a, b, distance) || gap_of(&x, a, b) >= distance;
}

const narrow_phase_kind ludo_narrow_phase_capsule_capsule = {
    &ludo_shape_capsule, &ludo_shape_capsule,   capsule_capsule_find,
    capsule_capsule_gap, capsule_capsule_apart, IMMATERIAL};
