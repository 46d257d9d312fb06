/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts common to capsules and cylinders: ends, sides, the whole. */
#include "collision/features/parts.h"

#include "collision/features/rim.h"
#include "collision/features/round.h"

parts ludo_parts(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                 double margin, feature_list *out)
{
    parts p = {
        .pair = ludo_convex_pair(a, b, z_a, z_b),
        .z_a = z_a,
        .z_b = z_b,
        .margin = margin,
        .rim = same_place * collider_lesser_thickness(a, b),
        .out = out,
    };
    p.axis = ludo_convex_axis(&p.pair);
    return p;
}

/* The normal of a view in the frame of a. */
static ludo_vec3 normal_seen(const parts *p, const feature_view *v)
{
    return q_rotate(q_conj(p->pair.a.of->frame.orientation), m3_apply_t(&p->z_a->R, v->normal));
}

/* Whether the first of two features at one place is kept: the shapes overlap less along its normal,
 * or as much, and its gap is less. The other normal may be that of a face which ends there. */
static bool is_better(const parts *p, const feature_view *v, const feature_view *there)
{
    const double equal = equal_gap * p->pair.size;
    const double gain = ludo_convex_gap_along(&p->pair, normal_seen(p, v)) -
                        ludo_convex_gap_along(&p->pair, normal_seen(p, there));
    return gain > equal || (gain >= -equal && v->gap < there->gap - equal);
}

/* Points of level rims keep the normal of a face beside. */
void ludo_parts_put(parts *p, const feature *f)
{
    const feature_view v = f->kind->view(f, p->z_a, p->z_b);
    if (v.gap < axis_least_gap(&p->axis, p->pair.size) ||
        !ludo_axis_feature_separates(&p->pair, &p->axis, v.gap, normal_seen(p, &v), rim_rounded)) {
        return;
    }
    for (int32_t i = 0; i < p->out->count; i++) {
        feature *const g = &p->out->item[i];
        const feature_view there = g->kind->view(g, p->z_a, p->z_b);
        if (v3_norm(v3_sub(there.point, v.point)) <= p->rim) {
            *g = is_better(p, &v, &there) ? *f : *g;
            return;
        }
    }
    ludo_feature_put(p->out, f, p->z_a, p->z_b, p->margin);
}

/* ---- ends ---- */

/* The sine of the angle between the axis of a shape and a vector of a's frame. */
static double tilt_of(const convex_pair *p, bool of_b, ludo_vec3 n)
{
    const ludo_vec3 m = of_b ? m3_apply_t(&p->C, n) : n;
    return sqrt(m.x * m.x + m.y * m.y);
}

/* Whether a disc lies flat: no point of it is the lowest, and points of its rim are features.
 * Whether the other shape lies flat on the disc: the farthest point may be beyond the disc. */
static bool is_flat(const convex_pair *sub, const convex_axis *x, bool end_of_b)
{
    const convex *end = end_of_b ? &sub->b : &sub->a;
    const axis_source own = end_of_b ? AXIS_OF_FACE_B : AXIS_OF_FACE_A;
    return convex_has_rim(end) && (x->source == own || tilt_of(sub, end_of_b, x->n) < rim_rounded);
}

static void put_end(parts *p, const convex_pair *sub, bool end_of_b, int32_t id)
{
    const convex_axis x = ludo_convex_axis(sub);
    if (x.gap <= p->margin && !is_flat(sub, &x, end_of_b)) {
        feature f = ludo_axis_feature(sub, &x);
        f.id = id;
        ludo_parts_put(p, &f);
    }
}

void ludo_parts_ends_a(parts *p)
{
    for (int32_t i = 0; i < 2; i++) {
        convex_pair sub = p->pair;
        sub.a = ludo_convex_end(&p->pair.a, i);
        put_end(p, &sub, false, PART_ENDS_A + i);
    }
}

void ludo_parts_ends_b(parts *p)
{
    for (int32_t i = 0; i < 2; i++) {
        convex_pair sub = p->pair;
        sub.b = ludo_convex_end(&p->pair.b, i);
        put_end(p, &sub, true, PART_ENDS_B + i);
    }
}

/* ---- sides ---- */

/* The axis of the round shape and an edge of the other, on their bodies. */
static void put_crossing(parts *p, bool round_is_b, const ludo_vec3 axis[2],
                         const ludo_vec3 edge[2], int32_t id)
{
    const ludo_vec3 *a = round_is_b ? edge : axis, *b = round_is_b ? axis : edge;
    const double radius = round_is_b ? p->pair.b.r.x : p->pair.a.r.x;
    const feature f = {
        .kind = &ludo_feature_side_side,
        .id = id,
        .a = {a[0], a[1]},
        .b = {b[0], b[1]},
        .n = q_rotate(p->pair.a.of->frame.orientation, p->axis.n),
        .radius = radius,
        .radius_a = round_is_b ? 0.0 : radius,
        .round_a = {p->pair.a.r, p->pair.a.of->frame.orientation},
        .round_b = {p->pair.b.r, p->pair.b.of->frame.orientation},
    };
    ludo_parts_put(p, &f);
}

void ludo_parts_side_on_face(parts *p, const convex *round, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    const bool round_is_b = round == &pair->b;
    const convex *flat = round_is_b ? &pair->a : &pair->b;
    const ludo_vec3 end[2] = {v3(0.0, 0.0, -round->half), v3(0.0, 0.0, round->half)};
    const ludo_vec3 axis[2] = {collider_place(round->of, end[0]),
                               collider_place(round->of, end[1])};
    // axis and normal in the polytope's frame
    const ludo_vec3 n = round_is_b ? p->axis.n : m3_apply_t(&pair->C, p->axis.n);
    ludo_vec3 seen[2];
    for (int32_t i = 0; i < 2; i++) {
        seen[i] = round_is_b ? convex_in_a(pair, end[i]) : convex_in_b(pair, end[i]);
    }
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        const polytope_edge *e = &of->edge[of->side[k]];
        const ludo_vec3 edge[2] = {of->vertex[e->vertex[0]], of->vertex[e->vertex[1]]};
        const ludo_vec3 u = v3_sub(seen[1], seen[0]), v = v3_sub(edge[1], edge[0]);
        const ludo_vec3 c = v3_cross(u, v);
        crossing x;
        if (fabs(v3_dot(c, n)) >= crossing_cosine * v3_norm(c) &&
            ludo_lines_cross(seen, edge, &x) && crossing_inside(x)) {
            const ludo_vec3 on[2] = {collider_place(flat->of, edge[0]),
                                     collider_place(flat->of, edge[1])};
            put_crossing(p, round_is_b, axis, on, PART_SIDES + of->side[k]);
        }
    }
}

/* ---- the whole ---- */

void ludo_parts_whole(parts *p)
{
    if (ludo_axis_feature_is_missing(&p->pair, &p->axis, p->z_a, p->z_b, p->out)) {
        const convex_axis x = ludo_convex_axis_at_points(&p->pair, &p->axis);
        const feature f = ludo_axis_feature(&p->pair, &x);
        ludo_feature_put(p->out, &f, p->z_a, p->z_b, p->margin);
    }
}
