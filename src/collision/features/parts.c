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
            if (is_better(p, &v, &there)) {
                *g = *f;
                p->out->gap[i] = v.gap;
            }
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

/* Most ends are farther away than the margin: along the axis of the pair, or by a short search. */
static void put_end(parts *p, const convex_pair *sub, bool end_of_b, int32_t id)
{
    if (ludo_convex_gap_along(sub, p->axis.n) > p->margin ||
        ludo_convex_pair_clears(sub, p->margin)) {
        return;
    }
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

/* A round shape beside a face of a polytope. */
typedef struct side {
    const polytope *of;
    int32_t face;
    bool round_is_b;
    ludo_vec3 axis[2]; /* of the round shape, on its body */
    ludo_vec3 seen[2]; /* the same, in the polytope's frame */
    ludo_vec3 n;       /* along the axis of the pair, in the polytope's frame */
    double radius;
} side;

static side side_of(const parts *p, const convex *round, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    side s = {.of = of, .face = face, .round_is_b = round == &pair->b, .radius = round->r.x};
    s.n = s.round_is_b ? p->axis.n : m3_apply_t(&pair->C, p->axis.n);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_vec3 end = v3(0.0, 0.0, i == 0 ? -round->half : round->half);
        s.axis[i] = collider_place(round->of, end);
        s.seen[i] = s.round_is_b ? convex_in_a(pair, end) : convex_in_b(pair, end);
    }
    return s;
}

/* A point of the polytope on its body. */
static ludo_vec3 on_body(const parts *p, const side *s, ludo_vec3 x)
{
    return collider_place(s->round_is_b ? p->pair.a.of : p->pair.b.of, x);
}

/* A feature of the round shape, by its axis or the line of it, and of an edge or a corner; a line
 * is a point and a direction, a corner one and none. All are on the bodies. */
static feature side_feature(const parts *p, const side *s, const ludo_vec3 line[2],
                            const ludo_vec3 other[2])
{
    const ludo_vec3 *a = s->round_is_b ? other : line, *b = s->round_is_b ? line : other;
    return (feature){
        .a = {a[0], a[1]},
        .b = {b[0], b[1]},
        .n = q_rotate(p->pair.a.of->frame.orientation, p->axis.n),
        .radius = s->radius,
        .radius_a = s->round_is_b ? 0.0 : s->radius,
        .round_a = {p->pair.a.r, p->pair.a.of->frame.orientation},
        .round_b = {p->pair.b.r, p->pair.b.of->frame.orientation},
    };
}

/* An edge of the face that crosses the axis, seen along that of the pair. */
static void put_crossing(parts *p, const side *s, int32_t number)
{
    const polytope_edge *e = &s->of->edge[number];
    const ludo_vec3 edge[2] = {s->of->vertex[e->vertex[0]], s->of->vertex[e->vertex[1]]};
    const ludo_vec3 u = v3_sub(s->seen[1], s->seen[0]), v = v3_sub(edge[1], edge[0]);
    const ludo_vec3 c = v3_cross(u, v);
    crossing x;
    if (fabs(v3_dot(c, s->n)) >= crossing_cosine * v3_norm(c) &&
        ludo_lines_cross(s->seen, edge, &x) && crossing_inside(x)) {
        const ludo_vec3 on[2] = {on_body(p, s, edge[0]), on_body(p, s, edge[1])};
        feature f = side_feature(p, s, s->axis, on);
        f.kind = &ludo_feature_side_side;
        f.id = PART_SIDES + number;
        ludo_parts_put(p, &f);
    }
}

void ludo_parts_side_on_face(parts *p, const convex *round, const polytope *of, int32_t face)
{
    const side s = side_of(p, round, of, face);
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        if (polytope_has_edge(of, of->side[k])) {
            put_crossing(p, &s, of->side[k]);
        }
    }
}

/* Whether a feature has a normal near the axis, and no other feature is at its place. */
static bool adds_place(const parts *p, const feature *f)
{
    const feature_view v = f->kind->view(f, p->z_a, p->z_b);
    bool adds = v3_dot(normal_seen(p, &v), p->axis.n) >= crossing_cosine;
    for (int32_t i = 0; i < p->out->count; i++) {
        const feature *g = &p->out->item[i];
        const ludo_vec3 other = g->kind->view(g, p->z_a, p->z_b).point;
        adds = adds && v3_norm(v3_sub(other, v.point)) > p->rim;
    }
    return adds;
}

/* Whether the axis of the pair is within 25 degrees of the directions normal to the round side. */
static bool is_beside(const side *s)
{
    const double along = v3_dot(s->n, v3_unit(v3_sub(s->seen[1], s->seen[0])));
    return along * along <= 1.0 - crossing_cosine * crossing_cosine;
}

void ludo_parts_corners_beside(parts *p, const convex *round, const polytope *of, int32_t face)
{
    const side s = side_of(p, round, of, face);
    const ludo_vec3 line[2] = {s.axis[0], v3_unit(v3_sub(s.axis[1], s.axis[0]))};
    for (int32_t k = of->loop[face]; k < of->loop[face + 1] && is_beside(&s); k++) {
        const ludo_vec3 x = of->vertex[of->corner[k]];
        const ludo_vec3 corner[2] = {on_body(p, &s, x), v3(0.0, 0.0, 0.0)};
        feature f = side_feature(p, &s, line, corner);
        f.kind = &ludo_feature_round_round;
        f.id = PART_CORNERS_BESIDE + of->corner[k];
        if (polytope_has_corner(of, of->corner[k]) && segment_passes(s.seen, x) &&
            adds_place(p, &f)) {
            ludo_parts_put(p, &f);
        }
    }
}

/* ---- the whole ---- */

void ludo_parts_whole(parts *p)
{
    if (ludo_axis_feature_is_missing(&p->pair, &p->axis, p->out)) {
        const convex_axis x = ludo_convex_axis_at_points(&p->pair, &p->axis);
        const feature f = ludo_axis_feature(&p->pair, &x);
        ludo_feature_put(p->out, &f, p->z_a, p->z_b, p->margin);
    }
}
