/* SPDX-License-Identifier: Apache-2.0
 *
 * The best separating axis of two convex shapes.
 *
 * The nearest points of the difference give an axis near the best one. Normals of faces and edges
 * near it are tried next; where a shape is round, gap(n) is maximised by Newton's method over the
 * unit vectors n that are normal to the edges in question. Every gap(n) is a lower bound of the
 * distance, computed from support points alone, so that the largest one counts, however it was
 * found. */
#include "collision/convex/closest.h"
#include "collision/convex/round_axis.h"
#include "collision/convex/lines.h"

#include "geometry/polytope.h"

#include <float.h>

/* The rotation of a shape's frame. */
static mat3 rotation_of(const collider *c, const pose *z)
{
    return q_is_identity(c->frame.orientation) ? z->R : q_matrix(q_mul(z->q, c->frame.orientation));
}

convex_pair ludo_convex_pair(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const mat3 A = rotation_of(a, z_a), B = rotation_of(b, z_b);
    const ludo_vec3 from = m3_apply(&z_a->R, a->frame.position);
    const ludo_vec3 to = seen_from(z_a, z_b, b->frame.position);
    convex_pair p = {.a = ludo_convex(a),
                     .b = ludo_convex(b),
                     .t = m3_apply_t(&A, v3_sub(to, from)),
                     .C = m3_mul(m3_transpose(&A), B)};
    p.size = a->radius + b->radius + v3_norm(p.t);
    return p;
}

/* ---- gaps ---- */

/* From a vertex of a's core to one of b's. */
static ludo_vec3 between(const convex_pair *p, int32_t vertex_a, int32_t vertex_b)
{
    const ludo_vec3 on_b = convex_in_a(p, p->b.core->vertex(&p->b, vertex_b));
    return v3_sub(on_b, p->a.core->vertex(&p->a, vertex_a));
}

static convex_axis axis_along(const convex_pair *p, ludo_vec3 n)
{
    const ludo_vec3 m = convex_seen_by_b(p, n);
    convex_axis x = {
        .n = n, .vertex_a = p->a.core->support(&p->a, n), .vertex_b = p->b.core->support(&p->b, m)};
    x.gap = v3_dot(n, between(p, x.vertex_a, x.vertex_b)) - convex_sigma(&p->a, n) -
            convex_sigma(&p->b, m);
    return x;
}

double ludo_convex_gap_along(const convex_pair *p, ludo_vec3 n)
{
    return axis_along(p, n).gap;
}

double ludo_convex_gap_at(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                          ludo_vec3 n)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    const mat3 A = rotation_of(a, z_a);
    return axis_along(&p, v3_unit(m3_apply_t(&A, n))).gap;
}

/* ---- parts of larger solids ---- */

static const polytope_part *part_of(const convex *c)
{
    return c->of->hull != NULL ? c->of->hull->part : NULL;
}

/* Whether the solid of a part is left along n, in its frame, at a vertex of the part. */
static bool is_left_along(const convex *c, int32_t vertex, ludo_vec3 n)
{
    const polytope_part *part = part_of(c);
    return part == NULL || v3_norm(v3_sub(n, part->exit[0])) <= part_exit ||
           part->admits(part, c->core->vertex(c, vertex), n);
}

/* Whether both solids are left along an axis. */
static bool leaves(const convex_pair *p, const convex_axis *x)
{
    return is_left_along(&p->a, x->vertex_a, x->n) &&
           is_left_along(&p->b, x->vertex_b, convex_seen_by_b(p, x->n));
}

/* ---- candidates ---- */

/* Axes within this part of the size count as equal: the first is taken, so that a face remains the
 * source although its edges have the same normal. */
static const double equal = 16.0 * DBL_EPSILON;

/* The best axis so far, and the one from which candidates are found. */
typedef struct axis_search {
    const convex_pair *p;
    bool has_faces;  /* normals of faces are candidates */
    bool must_leave; /* candidates leave the solids that the shapes are parts of */
    double most;     /* the gap of no axis is larger */
    convex_axis from, best;
    ludo_vec3 edge_a[LEVEL_EDGES], edge_b[LEVEL_EDGES]; /* in a's frame */
    int32_t edges_a, edges_b;
} axis_search;

/* Take an axis if it is better. */
static void consider(axis_search *s, ludo_vec3 n, axis_source source, ludo_vec3 edge_a,
                     ludo_vec3 edge_b)
{
    convex_axis x = axis_along(s->p, n);
    if (!(x.gap <= s->best.gap + equal * s->p->size) && // also NaN
        (!s->must_leave || leaves(s->p, &x))) {
        x.source = source;
        x.edge_a = edge_a;
        x.edge_b = edge_b;
        s->best = x;
    }
}

/* An axis of edges that start at the farthest points along the first axis, or of these points. */
static void consider_points(axis_search *s, ludo_vec3 n, axis_source source, ludo_vec3 edge_a,
                            ludo_vec3 edge_b)
{
    const double before = s->best.gap;
    consider(s, n, source, edge_a, edge_b);
    if (!(s->best.gap <= before)) {
        s->best.vertex_a = s->from.vertex_a;
        s->best.vertex_b = s->from.vertex_b;
    }
}

static const ludo_vec3 no_edge = {0.0, 0.0, 0.0};

static void try_faces(axis_search *s)
{
    const convex_pair *p = s->p;
    ludo_vec3 normal;
    if (p->a.core->facing(&p->a, s->from.vertex_a, s->from.n, &normal)) {
        consider(s, normal, AXIS_OF_FACE_A, no_edge, no_edge);
    }
    if (p->b.core->facing(&p->b, s->from.vertex_b, convex_seen_by_b(p, s->from.n), &normal)) {
        const ludo_vec3 n = v3_scale(-1.0, m3_apply(&p->C, normal));
        consider(s, n, AXIS_OF_FACE_B, no_edge, no_edge);
    }
}

static void find_edges(axis_search *s)
{
    const convex_pair *p = s->p;
    s->edges_a = p->a.core->level(&p->a, s->from.vertex_a, s->from.n, s->edge_a);
    s->edges_b =
        p->b.core->level(&p->b, s->from.vertex_b, convex_seen_by_b(p, s->from.n), s->edge_b);
    for (int32_t i = 0; i < s->edges_b; i++) {
        s->edge_b[i] = m3_apply(&p->C, s->edge_b[i]);
    }
}

static void try_edges(axis_search *s)
{
    for (int32_t i = 0; i < s->edges_a * s->edges_b; i++) {
        const ludo_vec3 a = s->edge_a[i / s->edges_b], b = s->edge_b[i % s->edges_b];
        const ludo_vec3 c = v3_cross(a, b);
        if (v3_has_direction(c)) {
            const ludo_vec3 n = v3_scale(v3_dot(c, s->from.n) < 0.0 ? -1.0 : 1.0, v3_unit(c));
            consider_points(s, n, AXIS_OF_EDGES, a, b);
        }
    }
}

/* The best axis of the points farthest along the first one, normal to an edge or to none. */
static void try_round(axis_search *s, axis_source source, ludo_vec3 edge)
{
    const convex_pair *p = s->p;
    const round_axis x = {
        .d = between(p, s->from.vertex_a, s->from.vertex_b),
        .a = {p->a.r, m3_identity(1.0)},
        .b = {p->b.r, p->C},
        .has_edge = source != AXIS_FREE,
        .edge = source != AXIS_FREE ? v3_unit(edge) : edge,
    };
    consider_points(s, ludo_round_axis_best(&x, s->from.n), source, edge, edge);
}

/* Edges whose sine to each other's plane is less are parallel. */
static const double along = 1e-6;

/* An edge of one shape that touches a parallel edge of the other, which the axis leaves out: the
 * axis is that of both. */
static void join_edges(const axis_search *s, convex_axis *x)
{
    const bool of_a = x->source == AXIS_OF_EDGE_A;
    const ludo_vec3 *other = of_a ? s->edge_b : s->edge_a;
    const int32_t count = of_a ? s->edges_b : s->edges_a;
    const bool has_edge = of_a || x->source == AXIS_OF_EDGE_B;
    for (int32_t i = 0; i < count && has_edge; i++) {
        if (fabs(v3_dot(x->n, other[i])) <= along * v3_norm(other[i])) {
            x->source = AXIS_OF_EDGES;
            x->edge_a = of_a ? x->edge_a : other[i];
            x->edge_b = of_a ? other[i] : x->edge_b;
            return;
        }
    }
}

/* Candidates that are no faces. */
static void try_others(axis_search *s, ludo_vec3 n)
{
    const convex_pair *p = s->p;
    const bool is_round = p->a.r.x > 0.0 || p->b.r.x > 0.0;
    const bool has_nearest = is_round || s->from.gap > 0.0;
    find_edges(s);
    try_edges(s);
    for (int32_t i = 0; i < s->edges_a && has_nearest; i++) {
        try_round(s, AXIS_OF_EDGE_A, s->edge_a[i]);
    }
    for (int32_t i = 0; i < s->edges_b && has_nearest; i++) {
        try_round(s, AXIS_OF_EDGE_B, s->edge_b[i]);
    }
    if (has_nearest) {
        try_round(s, AXIS_FREE, no_edge);
    }
    consider(s, n, AXIS_FREE, no_edge, no_edge);
}

/* All candidates near an axis; of polytopes faces alone if none can be better. */
static void search_near(axis_search *s, ludo_vec3 n)
{
    const double before = s->best.gap;
    s->from = axis_along(s->p, n);
    if (s->has_faces) {
        try_faces(s);
    }
    const bool is_round = s->p->a.r.x > 0.0 || s->p->b.r.x > 0.0;
    if (!is_round && s->best.gap >= s->most - equal * s->p->size) {
        return;
    }
    try_others(s, n);
    if (s->best.gap > before) {
        join_edges(s, &s->best);
    }
}

/* Near the axis of the nearest points; if shapes overlap, or touch and may have a better one, near
 * that of least depth. */
static void search(axis_search *s)
{
    const convex_pair *p = s->p;
    simplex nearest;
    ludo_vec3 n;
    double distance;
    const bool is_sure = ludo_closest_apart(p, &nearest, &n, &distance);
    const double gap = distance - p->a.ball - p->b.ball;
    s->most = gap;
    if (nearest.count < 4) {
        search_near(s, n);
        consider(s, ludo_simplex_axis(&nearest, n), AXIS_FREE, no_edge, no_edge);
    }
    if (!is_sure && !(s->best.gap >= gap - equal * p->size && s->best.gap > 0.0)) {
        search_near(s, ludo_closest_overlap(p, &nearest));
    }
}

static convex_axis best_axis(const convex_pair *p, bool has_faces)
{
    axis_search s = {.p = p, .has_faces = has_faces, .most = HUGE_VAL, .best = {.gap = -HUGE_VAL}};
    search(&s);
    return s.best;
}

/* ---- leaving a larger solid ---- */

/* Consider an axis by which a solid is left, of its parts a or b. */
static void consider_exits(axis_search *s, bool of_b)
{
    const convex_pair *p = s->p;
    const polytope_part *part = part_of(of_b ? &p->b : &p->a);
    for (int32_t i = 0; part != NULL && i < part->exit_count; i++) {
        const ludo_vec3 e = part->exit[i];
        const ludo_vec3 n = of_b ? v3_scale(-1.0, m3_apply(&p->C, e)) : e;
        consider(s, n, of_b ? AXIS_OF_FACE_B : AXIS_OF_FACE_A, no_edge, no_edge);
    }
}

/* Overlaps of less than this part of the size are those of shapes that touch. */
static const double touching = 1e-12;

/* The axis of a part that overlaps a shape is one along which its solid is left: the best of those
 * that a search finds, or the best normal of a face. One that is far from the depth of the part is
 * that of a part that was entered through others. */
static convex_axis leave(const convex_pair *p, const convex_axis *x)
{
    if (x->gap > -touching * p->size || leaves(p, x)) {
        return *x;
    }
    axis_search s = {.p = p, .has_faces = true, .most = HUGE_VAL, .best = {.gap = -HUGE_VAL}};
    consider_exits(&s, false);
    consider_exits(&s, true);
    const double exit = s.best.gap;
    s.must_leave = true;
    search_near(&s, s.best.n);
    search(&s);
    s.best.is_exit = s.best.gap <= exit || s.best.gap < 2.0 * x->gap;
    return s.best;
}

convex_axis ludo_convex_axis(const convex_pair *p)
{
    const convex_axis x = best_axis(p, true);
    return x.gap < 0.0 ? leave(p, &x) : x;
}

bool ludo_convex_axis_is_over(const convex_pair *p, const convex_axis *x)
{
    if (x->source != AXIS_OF_FACE_A && x->source != AXIS_OF_FACE_B) {
        return false;
    }
    const ludo_vec3 seen = convex_seen_by_b(p, x->n);
    const ludo_vec3 on_a = convex_farthest(&p->a, x->vertex_a, x->n);
    const ludo_vec3 on_b = convex_farthest(&p->b, x->vertex_b, seen);
    return x->source == AXIS_OF_FACE_A
               ? p->a.core->over(&p->a, x->vertex_a, x->n, convex_in_a(p, on_b))
               : p->b.core->over(&p->b, x->vertex_b, seen, convex_in_b(p, on_a));
}

convex_axis ludo_convex_axis_at_points(const convex_pair *p, const convex_axis *x)
{
    const bool is_of_face = x->source == AXIS_OF_FACE_A || x->source == AXIS_OF_FACE_B;
    if (!is_of_face || ludo_convex_axis_is_over(p, x)) {
        return *x;
    }
    const convex_axis other = best_axis(p, false);
    return other.gap >= x->gap - 4.0 * equal * p->size ? other : *x;
}

double ludo_convex_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    return ludo_convex_axis(&p).gap;
}
