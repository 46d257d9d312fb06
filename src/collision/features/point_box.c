/* SPDX-License-Identifier: Apache-2.0
 *
 * A ball about a point of a, and a box on b:
 *
 *     outside   gap = distance to the box - r
 *     inside    gap = - least depth below a face - r
 *
 * The direction n, in the frame of the box, is that of the point when the feature was found: a
 * point that has entered since leaves through the faces on that side. */
#include "collision/features/point_box.h"
#include "collision/features/round.h"

/* Of the faces on the side of `from`, the one nearest to a point inside; the first of several. */
static box_face way_out(const double *size, ludo_vec3 from, ludo_vec3 p)
{
    const double along[3] = {from.x, from.y, from.z}, at[3] = {p.x, p.y, p.z};
    box_face out = box_facing(from);
    double least = HUGE_VAL;
    for (int i = 0; i < BOX_AXES; i++) {
        const double depth = size[i] - (along[i] > 0.0 ? at[i] : -at[i]);
        if (along[i] != 0.0 && depth < least) {
            least = depth;
            out = (box_face){i, along[i] > 0.0};
        }
    }
    return out;
}

static feature_view point_box_view(const feature *f, const pose *a, const pose *b)
{
    const mat3 B = q_matrix(q_mul(b->q, f->frame.orientation));
    const ludo_vec3 center = seen_from(a, b, f->frame.position);
    const ludo_vec3 seen = m3_apply(&a->R, f->a[0]);
    const ludo_vec3 p = m3_apply_t(&B, v3_sub(seen, center)), q = box_nearest(f->size, p);
    if (v3_has_direction(v3_sub(q, p))) {
        return round_view(f, a, seen, v3_add(center, m3_apply(&B, q)));
    }
    const ludo_vec3 out = box_normal(way_out(f->size, f->n, p));
    const double gap = v3_dot(out, p) - box_reach(f->size, out) - f->radius;
    const ludo_vec3 n = v3_scale(-1.0, m3_apply(&B, out));
    return (feature_view){gap, n, v3_add(a->x, v3_axpy(seen, f->radius_a + 0.5 * gap, n))};
}

const feature_kind ludo_feature_point_box = {"point_box", point_box_view};

/* The direction of a point from a box: from the nearest point of the box, or out of the nearest
 * face. */
static ludo_vec3 seen_along(const double *size, ludo_vec3 p)
{
    const ludo_vec3 d = v3_sub(p, box_nearest(size, p));
    if (v3_has_direction(d)) {
        return d;
    }
    const ludo_vec3 side = v3(copysign(1.0, p.x), copysign(1.0, p.y), copysign(1.0, p.z));
    return box_normal(way_out(size, side, p));
}

feature ludo_point_box(const collider *a, const collider *b, ludo_vec3 center, const pose *z_a,
                       const pose *z_b)
{
    const mat3 B = q_matrix(q_mul(z_b->q, b->frame.orientation));
    const ludo_vec3 p = v3_sub(m3_apply(&z_a->R, center), seen_from(z_a, z_b, b->frame.position));
    return (feature){
        .kind = &ludo_feature_point_box,
        .a = {center},
        .n = seen_along(b->size, m3_apply_t(&B, p)),
        .frame = b->frame,
        .size = {b->size[0], b->size[1], b->size[2]},
        .radius = a->size[0],
        .radius_a = a->size[0],
    };
}
