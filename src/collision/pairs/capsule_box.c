/* SPDX-License-Identifier: Apache-2.0
 *
 * A capsule and a box: each end of the axis on the box, the axis on edges that it crosses and on
 * corners near it. A capsule that lies on a face touches at its ends, or where it leaves the face.
 */
#include "collision/features/capsule.h"
#include "collision/features/point_box.h"
#include "collision/features/round.h"

enum { ENDS = 0, CORNERS = 2, EDGES = CORNERS + BOX_CORNERS };

/* The axis of the capsule relative to the box. */
typedef struct meeting {
    const collider *a, *b;
    ludo_vec3 axis[2];   /* of the capsule, in the frame of its body */
    ludo_vec3 in_box[2]; /* in the frame of the box */
} meeting;

static meeting meet(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const mat3 B = q_matrix(q_mul(z_b->q, b->frame.orientation));
    const ludo_vec3 center = seen_from(z_a, z_b, b->frame.position);
    meeting m = {.a = a, .b = b};
    capsule_axis(a, m.axis);
    for (int i = 0; i < 2; i++) {
        m.in_box[i] = m3_apply_t(&B, v3_sub(m3_apply(&z_a->R, m.axis[i]), center));
    }
    return m;
}

/* A feature of the axis and a part of the box, whose points are set by the caller. */
static feature axis_on(const meeting *m, const feature_kind *kind, int32_t id)
{
    return (feature){
        .kind = kind,
        .id = id,
        .a = {m->axis[0], m->axis[1]},
        .radius = m->a->size[0],
        .radius_a = m->a->size[0],
    };
}

static feature end_on_box(const meeting *m, int32_t i, const pose *z_a, const pose *z_b)
{
    feature f = ludo_point_box(m->a, m->b, m->axis[i], z_a, z_b);
    f.id = ENDS + i;
    return f;
}

static bool on_corner(const meeting *m, int32_t i, feature *f)
{
    const ludo_vec3 corner = box_corner(m->b->size, i);
    *f = axis_on(m, &ludo_feature_segment_point, CORNERS + i);
    f->b[0] = collider_place(m->b, corner);
    return segment_passes(m->in_box, corner);
}

static bool on_edge(const meeting *m, int32_t e, feature *f)
{
    ludo_vec3 end[2];
    box_edge(m->b->size, e, end);
    *f = axis_on(m, &ludo_feature_segment_segment, EDGES + e);
    f->b[0] = collider_place(m->b, end[0]);
    f->b[1] = collider_place(m->b, end[1]);
    crossing x;
    return ludo_lines_cross(m->in_box, end, &x) && crossing_inside(x);
}

static void capsule_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                             double margin, feature_list *out)
{
    const meeting m = meet(a, b, z_a, z_b);
    feature f;
    for (int32_t i = 0; i < 2; i++) {
        f = end_on_box(&m, i, z_a, z_b);
        ludo_feature_put(out, &f, z_a, z_b, margin);
    }
    for (int32_t i = 0; i < BOX_CORNERS; i++) {
        if (on_corner(&m, i, &f)) {
            ludo_feature_put(out, &f, z_a, z_b, margin);
        }
    }
    for (int32_t e = 0; e < BOX_EDGES; e++) {
        if (box_has_edge(e) && on_edge(&m, e, &f)) {
            ludo_feature_put(out, &f, z_a, z_b, margin);
        }
    }
}

/* The distance of the capsule's axis and the box along their best separating axis; where they meet
 * minus the depth; NaN where the ends of the axis are. */
static double apart(const double *size, const ludo_vec3 axis[2])
{
    const ludo_vec3 middle = v3_scale(0.5, v3_add(axis[0], axis[1]));
    const ludo_vec3 half = v3_scale(0.5, v3_sub(axis[1], axis[0]));
    const mat3 own = m3_identity(1.0);
    double best = -HUGE_VAL;
    for (int i = 0; i < 2 * BOX_AXES; i++) {
        const ludo_vec3 e = m3_row(&own, i % BOX_AXES), n = i < BOX_AXES ? e : v3_cross(e, half);
        if (!(v3_dot(n, n) <= PARALLEL * PARALLEL * v3_dot(half, half))) {
            const ludo_vec3 u = v3_unit(n);
            const double gap = fabs(v3_dot(u, middle)) - fabs(v3_dot(u, half)) - box_reach(size, u);
            best = i == 0 || gap > best ? gap : best;
        }
    }
    return best;
}

/* The distance of the capsule's axis from a box that it doesn't meet: of an end from the box, or of
 * the axis from an edge. */
static double distance(const double *size, const ludo_vec3 axis[2])
{
    double best = HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        const double d = v3_norm(v3_sub(axis[i], box_nearest(size, axis[i])));
        best = d < best ? d : best;
    }
    for (int32_t e = 0; e < BOX_EDGES; e++) {
        if (box_has_edge(e)) {
            ludo_vec3 end[2], nearest[2];
            box_edge(size, e, end);
            ludo_segments_nearest(axis, end, nearest);
            const double d = v3_norm(v3_sub(nearest[1], nearest[0]));
            best = d < best ? d : best;
        }
    }
    return best;
}

static double capsule_box_gap(const collider *a, const collider *b, const pose *z_a,
                              const pose *z_b)
{
    const meeting m = meet(a, b, z_a, z_b);
    const double along = apart(b->size, m.in_box);
    return (along > 0.0 ? distance(b->size, m.in_box) : along) - a->size[0];
}

const narrow_phase_kind ludo_narrow_phase_capsule_box = {
    &ludo_shape_capsule, &ludo_shape_box, capsule_box_find, capsule_box_gap, NULL, IMMATERIAL};
