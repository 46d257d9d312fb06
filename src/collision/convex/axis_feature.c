/* SPDX-License-Identifier: Apache-2.0
 *
 * Features along axes: by the source of the axis. */
#include "collision/convex/axis_feature.h"

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

/* The round part of a shape as an ellipsoid over a plane of the other. */
static void set_ellipsoid(feature *f, const convex *c, ludo_vec3 center)
{
    f->frame = (ludo_frame){center, c->of->frame.orientation};
    v3_put(c->r, f->size);
}

static feature of_face_a(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    f.kind = &ludo_feature_point_plane;
    if (p->b.is_rounded) {
        f.kind = &ludo_feature_ellipsoid_plane;
        set_ellipsoid(&f, &p->b, f.b[0]);
    }
    return f;
}

static feature of_face_b(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    f.kind = &ludo_feature_plane_point;
    f.n = turned_on_b(p, v3_scale(-1.0, x->n));
    if (p->a.is_rounded) {
        f.kind = &ludo_feature_plane_ellipsoid;
        set_ellipsoid(&f, &p->a, f.a[0]);
        f.a[0] = f.b[0];
    }
    return f;
}

/* Where edges are normal to the axis the support of a round part along it is a radius. */
static feature of_edges(const convex_pair *p, const convex_axis *x)
{
    feature f = start(p, x);
    const ludo_vec3 on_b = m3_apply_t(&p->C, x->n);
    f.radius_a = convex_sigma(&p->a, x->n);
    f.radius = f.radius_a + convex_sigma(&p->b, on_b);
    f.kind = f.radius > 0.0 ? &ludo_feature_segment_segment : &ludo_feature_edge_edge;
    f.a[1] = v3_add(f.a[0], turned(&p->a, x->edge_a));
    f.b[1] = v3_add(f.b[0], turned_on_b(p, x->edge_b));
    return f;
}

/* Points without round parts that touch have no direction of their own: they keep the axis. */
static bool is_round(const convex_pair *p)
{
    return p->a.r.x > 0.0 || p->b.r.x > 0.0;
}

static feature of_points(const convex_pair *p, const convex_axis *x, ludo_vec3 edge_a,
                         ludo_vec3 edge_b)
{
    feature f = start(p, x);
    f.kind = is_round(p) ? &ludo_feature_round_round : &ludo_feature_point_plane;
    if (is_round(p)) {
        f.a[1] = edge_a;
        f.b[1] = edge_b;
    }
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

/* Features within this part of the size are as deep. */
static const double as_deep = 1e-13;

void ludo_axis_feature_complete(const convex_pair *p, const convex_axis *x, const pose *z_a,
                                const pose *z_b, feature_list *out)
{
    bool complete = !(x->gap < 0.0);
    for (int32_t i = 0; i < out->count && !complete; i++) {
        complete = feature_gap(&out->item[i], z_a, z_b) <= x->gap + as_deep * p->size;
    }
    if (!complete) {
        const feature f = ludo_axis_feature(p, x);
        ludo_feature_put(out, &f, z_a, z_b, 0.0);
    }
}
