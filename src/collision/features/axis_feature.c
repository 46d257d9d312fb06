/* SPDX-License-Identifier: Apache-2.0
 *
 * Features along axes: by the source of the axis. */
#include "collision/features/axis_feature.h"

#include "collision/convex/lines.h"
#include "collision/features/rim.h"

/* A vector of the shape's frame on its body. */
static ludo_vec3 turned(const convex *c, ludo_vec3 v)
{
    return q_rotate(c->of->frame.orientation, v);
}

/* A vector of a's frame on b's body. */
static ludo_vec3 turned_on_b(const convex_pair *p, ludo_vec3 v)
{
    return turned(&p->b, m3_apply_t(&p->C, v));
}

/* The core's vertex on its body. */
static ludo_vec3 place(const convex *c, int32_t vertex)
{
    return collider_place(c->of, c->core->vertex(c, vertex));
}

/* The radius of a shape whose round part is a ball or none. */
static double ball_of(const convex *c)
{
    return c->is_rounded ? 0.0 : c->ball;
}

/* The farthest points of both, and the axis on a. */
static feature start(const convex_pair *p, const convex_axis *x)
{
    return (feature){
        .id = AXIS_FEATURE,
        .a = {place(&p->a, x->vertex_a)},
        .b = {place(&p->b, x->vertex_b)},
        .n = turned(&p->a, x->n),
        .radius = ball_of(&p->a) + ball_of(&p->b),
        .radius_a = ball_of(&p->a),
        .round_a = {p->a.r, p->a.of->frame.orientation},
        .round_b = {p->b.r, p->b.of->frame.orientation},
    };
}

/* The round part of a shape over a plane of the other: a rim, or an ellipsoid; `down` is the normal
 * towards the plane, in the frame of the shape. */
static void set_round(feature *f, const convex *c, ludo_vec3 center, ludo_vec3 down)
{
    if (convex_has_rim(c)) {
        rim_set_part(f, c->of, center, rim_half(rim_side(down.x, down.y)));
    } else {
        f->frame = (ludo_frame){center, c->of->frame.orientation};
        v3_put(c->r, f->size);
    }
}

static feature of_face_a(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    f.kind = &ludo_feature_point_plane;
    if (p->b.is_rounded) {
        f.kind = convex_has_rim(&p->b) ? &ludo_feature_rim_plane : &ludo_feature_ellipsoid_plane;
        set_round(&f, &p->b, f.b[0], convex_seen_by_b(p, x->n));
    }
    return f;
}

static feature of_face_b(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    f.kind = &ludo_feature_plane_point;
    f.n = turned_on_b(p, v3_scale(-1.0, x->n));
    if (p->a.is_rounded) {
        f.kind = convex_has_rim(&p->a) ? &ludo_feature_plane_rim : &ludo_feature_plane_ellipsoid;
        set_round(&f, &p->a, f.a[0], x->n);
        f.a[0] = f.b[0];
    }
    return f;
}

/* The edges of an axis, in a's frame. */
typedef struct edge_couple {
    ludo_vec3 a[2], b[2];
} edge_couple;

static edge_couple edges_of(const convex_pair *p, const convex_axis *x)
{
    const ludo_vec3 a = p->a.core->vertex(&p->a, x->vertex_a);
    const ludo_vec3 b = convex_in_a(p, p->b.core->vertex(&p->b, x->vertex_b));
    return (edge_couple){{a, v3_add(a, x->edge_a)}, {b, v3_add(b, x->edge_b)}};
}

bool ludo_axis_feature_crosses(const convex_pair *p, const convex_axis *x)
{
    const edge_couple e = edges_of(p, x);
    crossing at;
    return x->source == AXIS_OF_EDGES && ludo_lines_cross(e.a, e.b, &at) && crossing_inside(at);
}

/* Where edges are normal to the axis the support of a round part along it is a radius. */
static void set_radii(feature *f, const convex_pair *p, const convex_axis *x)
{
    f->radius_a = convex_sigma(&p->a, x->n);
    f->radius = f->radius_a + convex_sigma(&p->b, m3_apply_t(&p->C, x->n));
}

static feature of_crossing(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    set_radii(&f, p, x);
    f.kind = f.radius > 0.0 ? &ludo_feature_side_side : &ludo_feature_edge_edge;
    f.a[1] = v3_add(f.a[0], turned(&p->a, x->edge_a));
    f.b[1] = v3_add(f.b[0], turned_on_b(p, x->edge_b));
    return f;
}

/* Edges that are parallel, or cross beyond their ends: their nearest points, over a plane of a. */
static feature of_edges(const convex_pair *p, const convex_axis *x)
{
    if (ludo_axis_feature_crosses(p, x)) {
        return of_crossing(p, x);
    }
    const edge_couple e = edges_of(p, x);
    const ludo_quat q = p->a.of->frame.orientation;
    ludo_vec3 nearest[2];
    ludo_segments_nearest(e.a, e.b, nearest);
    feature f = start(p, x);
    set_radii(&f, p, x);
    f.kind = &ludo_feature_point_plane;
    f.a[0] = collider_place(p->a.of, v3_axpy(nearest[0], f.radius_a, x->n));
    f.b[0] = collider_place(p->b.of, convex_in_b(p, nearest[1]));
    f.n = q_rotate(q, x->n);
    f.radius -= f.radius_a;
    f.radius_a = 0.0;
    return f;
}

static bool is_level(const convex *c, ludo_vec3 n)
{
    return convex_has_rim(c) && n.x * n.x + n.y * n.y < nearly_parallel * nearly_parallel;
}

/* Whether points keep the axis: points without round parts that touch have no direction of their
 * own, and that of a level rim is ill-conditioned. */
static bool keeps_axis(const convex_pair *p, const convex_axis *x)
{
    const bool is_round = p->a.r.x > 0.0 || p->b.r.x > 0.0;
    return !is_round || is_level(&p->a, x->n) || is_level(&p->b, m3_apply_t(&p->C, x->n));
}

/* The points of a, and of b, that are nearest, in place of the farthest points of the cores. */
static void set_nearest(feature *f, const convex_pair *p, const convex_axis *x)
{
    const ludo_vec3 seen = convex_seen_by_b(p, x->n);
    f->a[0] = v3_add(f->a[0], turned(&p->a, convex_round_point(&p->a, x->n)));
    f->b[0] = v3_add(f->b[0], turned(&p->b, convex_round_point(&p->b, seen)));
    f->radius = f->radius_a = 0.0;
}

/* A plane along the axis, on the body that has the edge. */
static feature of_plane(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    set_nearest(&f, p, x);
    f.kind = &ludo_feature_point_plane;
    if (x->source == AXIS_OF_EDGE_B) {
        f.kind = &ludo_feature_plane_point;
        f.n = turned_on_b(p, v3_scale(-1.0, x->n));
    }
    return f;
}

static feature of_points(const convex_pair *p, const convex_axis *x, ludo_vec3 edge_a,
                         ludo_vec3 edge_b)
{
    if (keeps_axis(p, x)) {
        return of_plane(p, x);
    }
    feature f = start(p, x);
    f.kind = &ludo_feature_round_round;
    f.a[1] = edge_a;
    f.b[1] = edge_b;
    return f;
}

static feature of_edge_a(const convex_pair *p, const convex_axis *x)
{
    return of_points(p, x, turned(&p->a, v3_unit(x->edge_a)), v3(0.0, 0.0, 0.0));
}

static feature of_edge_b(const convex_pair *p, const convex_axis *x)
{
    return of_points(p, x, v3(0.0, 0.0, 0.0), turned_on_b(p, v3_unit(x->edge_b)));
}

static feature of_no_edge(const convex_pair *p, const convex_axis *x)
{
    return of_points(p, x, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0));
}

feature ludo_axis_feature(const convex_pair *p, const convex_axis *x)
{
    static feature (*const make[])(const convex_pair *, const convex_axis *) = {
        [AXIS_OF_FACE_A] = of_face_a, [AXIS_OF_FACE_B] = of_face_b, [AXIS_OF_EDGES] = of_edges,
        [AXIS_OF_EDGE_A] = of_edge_a, [AXIS_OF_EDGE_B] = of_edge_b, [AXIS_FREE] = of_no_edge,
    };
    return make[x->source](p, x);
}

bool ludo_axis_feature_is_missing(const convex_pair *p, const convex_axis *x,
                                  const feature_list *list)
{
    for (int32_t i = 0; i < list->count; i++) {
        if (list->gap[i] <= x->gap + equal_gap * p->size) {
            return false;
        }
    }
    return true;
}

bool ludo_axis_feature_is_elsewhere(const convex_pair *p, const convex_axis *x, double gap)
{
    return gap > x->gap + equal_gap * p->size || gap < x->gap - gap_rounding * p->size;
}

bool ludo_axis_feature_is_along(const convex_pair *p, const convex_axis *x, ludo_vec3 normal,
                                double overlap)
{
    return ludo_convex_gap_along(p, normal) >= x->gap - overlap * p->size;
}

bool ludo_axis_feature_separates(const convex_pair *p, const convex_axis *x, double gap,
                                 ludo_vec3 normal, double overlap)
{
    return ludo_axis_feature_is_elsewhere(p, x, gap) ||
           ludo_axis_feature_is_along(p, x, normal, overlap);
}
