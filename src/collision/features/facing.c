/* SPDX-License-Identifier: Apache-2.0
 *
 * Faces that face each other. All in the frame of a, until a feature is made. */
#include "collision/features/facing.h"

#include "collision/convex/polytope_of.h"
#include "collision/features/along.h"
#include "collision/features/axis_feature.h"
#include "collision/features/extent.h"
#include "collision/features/round.h"

/* Crossings of hulls with up to 23,000 edges each have numbers of their own. */
enum { CROSSING_NUMBERS = (AXIS_FEATURE - FACING_CROSSINGS) / 2 };

/* ---- candidates ---- */

typedef enum place_kind { CORNER_OF_B, CORNER_OF_A, CROSSED, ALONG_EDGES } place_kind;

/* A place where the faces may touch. */
typedef struct place {
    place_kind kind;
    int32_t i, k; /* the corner; or the side of a, the side of b (positions in the loops) */
    int32_t end;  /* of a part along edges: 0 or 1 */
    double s, t;  /* of edges: where on the side of a, on that of b; 0 to 1 */
    ludo_vec3 at; /* midway between the shapes, in a's frame */
    double gap;
} place;

enum { MOST_PLACES = 64 };

/* The faces, and the places found. */
typedef struct meeting {
    const convex_pair *pair;
    const convex_axis *axis;
    const pose *z_a, *z_b;
    double margin;
    polytope a, b;
    polytope_box room_a, room_b;
    int32_t face_a, face_b;
    ludo_vec3 n, normal_a, normal_b; /* along the axis; outer normals */
    double offset_a, offset_b;       /* normal . x of points on the faces */
    bool separates_a, separates_b;   /* the shapes are as far apart along these as along the axis */
    double rim, width;
    double nearest; /* the least gap of a place */
    bool is_along;  /* neither face is normal to the axis: edges touch */
    place place[MOST_PLACES];
    int32_t count;
} meeting;

static int32_t corners(const polytope *p, int32_t face)
{
    return p->loop[face + 1] - p->loop[face];
}

static int32_t corner_of(const polytope *p, int32_t face, int32_t i)
{
    return p->corner[p->loop[face] + i % corners(p, face)];
}

/* A corner of the face of a; of that of b. */
static ludo_vec3 on_a(const meeting *m, int32_t i)
{
    return m->a.vertex[corner_of(&m->a, m->face_a, i)];
}

static ludo_vec3 on_b(const meeting *m, int32_t i)
{
    const convex_pair *p = m->pair;
    return convex_in_a(p, m->b.vertex[corner_of(&m->b, m->face_b, i)]);
}

static bool separates(const meeting *m, double gap, ludo_vec3 normal)
{
    return ludo_axis_feature_separates(m->pair, m->axis, gap, normal, equal_gap);
}

/* The same for the normal of a face, along which it is known. */
static bool face_separates(const meeting *m, double gap, bool known)
{
    return known || ludo_axis_feature_is_elsewhere(m->pair, m->axis, gap);
}

static int32_t deepest(const meeting *m)
{
    int32_t best = 0;
    for (int32_t i = 1; i < m->count; i++) {
        best = m->place[i].gap < m->place[best].gap ? i : best;
    }
    return best;
}

/* Keep the deepest place, and those that are farthest along directions of the face of a. */
static void choose(meeting *m)
{
    ludo_vec3 at[MOST_PLACES];
    bool chosen[MOST_PLACES] = {false};
    for (int32_t i = 0; i < m->count; i++) {
        at[i] = m->place[i].at;
    }
    chosen[deepest(m)] = true;
    ludo_extent_mark(at, m->count, m->normal_a, MOST_FACING - 1, chosen);
    int32_t kept = 0;
    for (int32_t i = 0; i < m->count; i++) {
        if (chosen[i]) {
            m->place[kept++] = m->place[i];
        }
    }
    m->count = kept;
}

/* Put a place, of two at one point the deeper; of equal ones the first remains. */
static void put_place(meeting *m, place x)
{
    if (!(x.gap <= m->margin && x.gap >= m->nearest)) {
        return;
    }
    for (int32_t i = 0; i < m->count; i++) {
        place *const other = &m->place[i];
        if (v3_norm(v3_sub(other->at, x.at)) <= m->rim) {
            *other = x.gap < other->gap - equal_gap * m->pair->size ? x : *other;
            return;
        }
    }
    if (m->count == MOST_PLACES) {
        choose(m);
    }
    m->place[m->count++] = x;
}

/* Whether a face can bear contacts along a direction. */
static bool faces(ludo_vec3 normal, ludo_vec3 along)
{
    return v3_dot(normal, along) >= least_facing;
}

static void put_corners_of_b(meeting *m)
{
    for (int32_t i = 0; i < corners(&m->b, m->face_b) && faces(m->normal_a, m->n); i++) {
        const ludo_vec3 x = on_b(m, i);
        const double gap = v3_dot(m->normal_a, x) - m->offset_a;
        if (gap <= m->margin && polytope_has_corner(&m->b, corner_of(&m->b, m->face_b, i)) &&
            polytope_is_over(&m->a, m->face_a, m->rim, x) &&
            face_separates(m, gap, m->separates_a)) {
            const ludo_vec3 midway = v3_axpy(x, -0.5 * gap, m->normal_a);
            put_place(m, (place){.kind = CORNER_OF_B, .i = i, .at = midway, .gap = gap});
        }
    }
}

static void put_corners_of_a(meeting *m)
{
    const ludo_vec3 back = v3_scale(-1.0, m->n);
    for (int32_t i = 0; i < corners(&m->a, m->face_a) && faces(m->normal_b, back); i++) {
        const ludo_vec3 x = on_a(m, i);
        const double gap = v3_dot(m->normal_b, x) - m->offset_b;
        if (gap <= m->margin && polytope_has_corner(&m->a, corner_of(&m->a, m->face_a, i)) &&
            polytope_is_over(&m->b, m->face_b, m->rim, convex_in_b(m->pair, x)) &&
            face_separates(m, gap, m->separates_b)) {
            const ludo_vec3 midway = v3_axpy(x, -0.5 * gap, m->normal_b);
            put_place(m, (place){.kind = CORNER_OF_A, .i = i, .at = midway, .gap = gap});
        }
    }
}

/* ---- sides ---- */

/* A side of each face. */
typedef struct sides {
    int32_t i, k;
    ludo_vec3 a[2], b[2];
} sides;

/* A place on sides, at parts s and t of them. */
static place on_sides(const meeting *m, const sides *e, place_kind kind, double s, double t)
{
    const ludo_vec3 x = v3_axpy(e->a[0], s, v3_sub(e->a[1], e->a[0]));
    const ludo_vec3 y = v3_axpy(e->b[0], t, v3_sub(e->b[1], e->b[0]));
    return (place){.kind = kind,
                   .i = e->i,
                   .k = e->k,
                   .s = s,
                   .t = t,
                   .at = v3_scale(0.5, v3_add(x, y)),
                   .gap = v3_dot(m->n, v3_sub(y, x))};
}

/* Nearly parallel sides: both ends of the part of b's side that is near a's. */
static void put_along(meeting *m, const sides *e)
{
    part_along part;
    const bool is_near = find_along(e->a, e->b, m->n, m->width, &part);
    for (int32_t end = 0; end < 2 && is_near; end++) {
        place x = on_sides(m, e, ALONG_EDGES, part.s[end], part.t[end]);
        x.end = end;
        put_place(m, x);
    }
}

static void put_crossing(meeting *m, const sides *e, ludo_vec3 c)
{
    const double along = v3_dot(c, m->n), length = v3_norm(c);
    crossing x;
    if (fabs(along) >= crossing_cosine * length && ludo_lines_cross(e->a, e->b, &x) &&
        crossing_inside(x)) {
        const ludo_vec3 n = v3_scale((along < 0.0 ? -1.0 : 1.0) / length, c);
        const double gap = v3_dot(n, v3_sub(e->b[0], e->a[0]));
        if (separates(m, gap, n)) {
            put_place(m, on_sides(m, e, CROSSED, x.s, x.t));
        }
    }
}

/* Whether both sides are edges of the solids. */
static bool are_edges(const meeting *m, int32_t i, int32_t k)
{
    return polytope_has_edge(&m->a, m->a.side[m->a.loop[m->face_a] + i]) &&
           polytope_has_edge(&m->b, m->b.side[m->b.loop[m->face_b] + k]);
}

static void put_sides(meeting *m, const sides *e)
{
    const ludo_vec3 u = v3_sub(e->a[1], e->a[0]), v = v3_sub(e->b[1], e->b[0]);
    const ludo_vec3 c = v3_cross(u, v);
    const bool along = v3_norm(c) <= nearly_parallel * v3_norm(u) * v3_norm(v);
    if (!along) {
        put_crossing(m, e, c);
    } else if (m->is_along) {
        put_along(m, e);
    }
}

/* The farthest that points of two sides are from each other where these touch: along the axis, and
 * aside of it where they are nearly parallel. */
static double way_between(const meeting *m)
{
    const double depth = m->nearest < 0.0 ? -m->nearest : 0.0;
    return (depth > m->margin ? depth : m->margin) / crossing_cosine + m->width + m->rim;
}

/* Most sides of faces with many are far from each other. */
static void put_crossings(meeting *m)
{
    const int32_t count_a = corners(&m->a, m->face_a), count_b = corners(&m->b, m->face_b);
    const double way = way_between(m);
    for (int32_t i = 0; i < count_a; i++) {
        sides e = {.i = i, .a = {on_a(m, i), on_a(m, i + 1)}, .b = {{0}, on_b(m, 0)}};
        for (int32_t k = 0; k < count_b; k++) {
            e.k = k;
            e.b[0] = e.b[1];
            e.b[1] = on_b(m, k + 1);
            if (!segments_have_boxes_apart(e.a, e.b, way) && are_edges(m, i, k)) {
                put_sides(m, &e);
            }
        }
    }
}

/* ---- features ---- */

/* A point of a's frame on a's body, one of b's frame on b's. */
static ludo_vec3 place_on_a(const meeting *m, ludo_vec3 x)
{
    return collider_place(m->pair->a.of, x);
}

static ludo_vec3 place_on_b(const meeting *m, ludo_vec3 x)
{
    return collider_place(m->pair->b.of, x);
}

static feature corner_of_b(const meeting *m, const place *x)
{
    const int32_t v = corner_of(&m->b, m->face_b, x->i);
    const collider *a = m->pair->a.of;
    return (feature){
        .kind = &ludo_feature_point_plane,
        .id = FACING_CORNERS_OF_B + v,
        .a = {place_on_a(m, on_a(m, 0))},
        .b = {place_on_b(m, m->b.vertex[v])},
        .n = q_rotate(a->frame.orientation, m->normal_a),
    };
}

static feature corner_of_a(const meeting *m, const place *x)
{
    const int32_t v = corner_of(&m->a, m->face_a, x->i);
    const collider *b = m->pair->b.of;
    return (feature){
        .kind = &ludo_feature_plane_point,
        .id = FACING_CORNERS_OF_A + v,
        .a = {place_on_a(m, m->a.vertex[v])},
        .b = {place_on_b(m, m->b.vertex[corner_of(&m->b, m->face_b, 0)])},
        .n = q_rotate(b->frame.orientation, m->b.face[m->face_b].normal),
    };
}

/* The number of two sides, by those of their edges. */
static int32_t number_of(const meeting *m, const place *x)
{
    const int64_t a = m->a.side[m->a.loop[m->face_a] + x->i];
    const int64_t b = m->b.side[m->b.loop[m->face_b] + x->k];
    return FACING_CROSSINGS + 2 * (int32_t)((a * m->b.edge_count + b) % CROSSING_NUMBERS) + x->end;
}

static feature crossed(const meeting *m, const place *x)
{
    const polytope *b = &m->b;
    const collider *on = m->pair->a.of;
    return (feature){
        .kind = &ludo_feature_edge_edge,
        .id = number_of(m, x),
        .a = {place_on_a(m, on_a(m, x->i)), place_on_a(m, on_a(m, x->i + 1))},
        .b = {place_on_b(m, b->vertex[corner_of(b, m->face_b, x->k)]),
              place_on_b(m, b->vertex[corner_of(b, m->face_b, x->k + 1)])},
        .n = q_rotate(on->frame.orientation, m->n),
    };
}

/* A point of b's side over the plane of the axis, fixed to a. */
static feature along_edges(const meeting *m, const place *x)
{
    feature f = crossed(m, x);
    f.kind = &ludo_feature_point_plane;
    f.a[0] = v3_axpy(f.a[0], x->s, v3_sub(f.a[1], f.a[0]));
    f.b[0] = v3_axpy(f.b[0], x->t, v3_sub(f.b[1], f.b[0]));
    f.a[1] = f.b[1] = v3(0.0, 0.0, 0.0);
    return f;
}

/* The faces that face each other along an axis. The meeting is not moved afterwards: the polytopes
 * of boxes are in it. */
static void meet(meeting *m, const convex_pair *p, const convex_axis *x)
{
    const collider *a = p->a.of, *b = p->b.of;
    const double thin = collider_lesser_thickness(a, b);
    const ludo_vec3 seen = convex_seen_by_b(p, x->n);
    m->pair = p;
    m->axis = x;
    m->n = x->n;
    m->a = polytope_of(a, &m->room_a);
    m->b = polytope_of(b, &m->room_b);
    m->face_a = ludo_polytope_facing(&m->a, x->n, x->vertex_a);
    m->face_b = ludo_polytope_facing(&m->b, seen, x->vertex_b);
    m->normal_a = m->a.face[m->face_a].normal;
    m->normal_b = m3_apply(&p->C, m->b.face[m->face_b].normal);
    m->offset_a = m->a.face[m->face_a].offset;
    m->offset_b = m->b.face[m->face_b].offset + v3_dot(m->normal_b, p->t);
    m->rim = same_place * thin;
    m->width = along_width * thin;
    m->nearest = axis_least_gap(x, p->size);
    m->separates_a = ludo_axis_feature_is_along(p, x, m->normal_a, equal_gap);
    m->separates_b = ludo_axis_feature_is_along(p, x, v3_scale(-1.0, m->normal_b), equal_gap);
    m->is_along = x->source != AXIS_OF_FACE_A && x->source != AXIS_OF_FACE_B;
    m->count = 0;
}

static void put_features(meeting *m, feature_list *out)
{
    static feature (*const make[])(const meeting *, const place *) = {
        [CORNER_OF_B] = corner_of_b,
        [CORNER_OF_A] = corner_of_a,
        [CROSSED] = crossed,
        [ALONG_EDGES] = along_edges,
    };
    if (m->count > MOST_FACING) {
        choose(m);
    }
    for (int32_t i = 0; i < m->count; i++) {
        const feature made = make[m->place[i].kind](m, &m->place[i]);
        ludo_feature_put(out, &made, m->z_a, m->z_b, m->margin);
    }
}

void ludo_facing_find(const convex_pair *p, const convex_axis *x, const pose *z_a, const pose *z_b,
                      double margin, feature_list *out)
{
    meeting m;
    m.z_a = z_a;
    m.z_b = z_b;
    m.margin = margin;
    meet(&m, p, x);
    put_corners_of_b(&m);
    put_corners_of_a(&m);
    put_crossings(&m);
    put_features(&m, out);
    ludo_facing_complete(p, x, z_a, z_b, margin, out);
}

void ludo_facing_complete(const convex_pair *p, const convex_axis *x, const pose *z_a,
                          const pose *z_b, double margin, feature_list *out)
{
    if (!ludo_axis_feature_is_missing(p, x, out)) {
        return;
    }
    const convex_axis at = ludo_convex_axis_at_points(p, x);
    if (at.gap < 0.0 || ludo_axis_feature_crosses(p, &at) || ludo_convex_axis_is_over(p, &at)) {
        const feature f = ludo_axis_feature(p, &at);
        ludo_feature_put(out, &f, z_a, z_b, margin);
    }
}
