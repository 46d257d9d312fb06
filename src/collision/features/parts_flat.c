/* SPDX-License-Identifier: Apache-2.0
 *
 * Flat ends of cylinders that stand on what faces them. Points of rims, corners and points where
 * borders cross are fixed to their bodies: the error is of second order in the motion of a step. */
#include "collision/features/parts.h"
#include "collision/features/rim.h"
#include "math/elementary.h"

/* A flat end: the one that faces along `toward`, a vector of the cylinder's frame. */
typedef struct flat_end {
    const convex *c;
    double z;       /* of the end */
    double outward; /* its normal along z: 1 or -1 */
    double tilt;    /* sine of the angle between the normal and the vector */
    int32_t lowest; /* number of the rim's point that is lowest */
} flat_end;

static flat_end end_toward(const convex *c, ludo_vec3 toward)
{
    const double tilt = sqrt(toward.x * toward.x + toward.y * toward.y);
    const double outward = toward.z < 0.0 ? -1.0 : 1.0;
    return (flat_end){.c = c,
                      .z = outward * c->half,
                      .outward = outward,
                      .tilt = tilt,
                      .lowest = rim_lowest(tilt, toward.x, toward.y)};
}

/* Four points of a rim: 0 is the lowest, which a rim feature replaces where there is one. */
static ludo_vec3 rim_point(const flat_end *e, int32_t i, int32_t *number)
{
    *number = rim_place(e->lowest, i);
    return v3_axpy(v3(0.0, 0.0, e->z), e->c->r.x, rim_direction(*number));
}

static int32_t first_point(const flat_end *e)
{
    return e->tilt >= rim_rounded ? 1 : 0;
}

/* The number of a point of a rim among those of both. */
static int32_t rim_id(const flat_end *e, int32_t number)
{
    return number + (e->outward > 0.0 ? RIM_PLACES : 0);
}

/* ---- points over planes ---- */

/* A point of b, of a ball about it, over a plane of a, both in the frames of the shapes. */
static void put_over_a(parts *p, ludo_vec3 on_a, ludo_vec3 normal, ludo_vec3 on_b, double radius,
                       int32_t id)
{
    const collider *a = p->pair.a.of, *b = p->pair.b.of;
    const feature f = {
        .kind = &ludo_feature_point_plane,
        .id = id,
        .a = {collider_place(a, on_a)},
        .b = {collider_place(b, on_b)},
        .n = q_rotate(a->frame.orientation, normal),
        .radius = radius,
    };
    ludo_parts_put(p, &f);
}

/* A point of a, or of a ball about it, over a plane of b. */
static void put_over_b(parts *p, ludo_vec3 on_a, ludo_vec3 on_b, ludo_vec3 normal, double radius,
                       int32_t id)
{
    const collider *a = p->pair.a.of, *b = p->pair.b.of;
    const feature f = {
        .kind = &ludo_feature_plane_point,
        .id = id,
        .a = {collider_place(a, on_a)},
        .b = {collider_place(b, on_b)},
        .n = q_rotate(b->frame.orientation, normal),
        .radius = radius,
        .radius_a = radius,
    };
    ludo_parts_put(p, &f);
}

static bool is_on_disc(const flat_end *e, double rim, ludo_vec3 x)
{
    const double r = e->c->r.x + rim;
    return x.x * x.x + x.y * x.y <= r * r;
}

static ludo_vec3 center_of(const flat_end *e)
{
    return v3(0.0, 0.0, e->z);
}

static ludo_vec3 normal_of(const flat_end *e)
{
    return v3(0.0, 0.0, e->outward);
}

/* The parts s of the way from x to y, both of the cylinder's frame, at which a segment crosses the
 * rim's circle, seen along the axis. Returns their number. */
static int32_t cross_circle(const flat_end *e, ludo_vec3 x, ludo_vec3 y, double s[2])
{
    const double dx = y.x - x.x, dy = y.y - x.y, r = e->c->r.x;
    const double a = dx * dx + dy * dy, b = x.x * dx + x.y * dy, c = x.x * x.x + x.y * x.y - r * r;
    const double root = b * b - a * c;
    int32_t count = 0;
    for (int32_t i = 0; i < 2 && a > 0.0 && root > 0.0; i++) {
        const double at = (-b + (i == 0 ? -1.0 : 1.0) * sqrt(root)) / a;
        if (at > 0.0 && at < 1.0) {
            s[count++] = at;
        }
    }
    return count;
}

/* ---- on a polytope ---- */

/* Corners of a face that may touch an end: all of a few, else those that are farthest along eight
 * directions of the face. */
enum { MOST_CORNERS = 8 };

static int32_t choose_corners(const parts *p, const flat_end *e, const polytope *of, int32_t face,
                              int32_t chosen[MOST_CORNERS])
{
    ludo_vec3 P[2];
    v3_span_plane(of->face[face].normal, P);
    const int32_t first = of->loop[face], end = of->loop[face + 1];
    const bool all = end - first <= MOST_CORNERS;
    int32_t count = 0;
    for (int32_t i = 0; i < (all ? end - first : MOST_CORNERS); i++) {
        double sine, cosine, most = -HUGE_VAL;
        ludo_sincos(2.0 * PI * i / MOST_CORNERS, &sine, &cosine);
        const ludo_vec3 along = v3_axpy(v3_scale(cosine, P[0]), sine, P[1]);
        int32_t best = -1;
        for (int32_t k = all ? first + i : first; k < (all ? first + i + 1 : end); k++) {
            const ludo_vec3 x = of->vertex[of->corner[k]];
            const bool is_on = is_on_disc(e, p->rim, convex_in_b(&p->pair, x));
            best = is_on && v3_dot(along, x) > most ? of->corner[k] : best;
            most = is_on && v3_dot(along, x) > most ? v3_dot(along, x) : most;
        }
        if (best >= 0) {
            chosen[count++] = best;
        }
    }
    return count;
}

static void put_corners(parts *p, const flat_end *e, const polytope *of, int32_t face)
{
    int32_t chosen[MOST_CORNERS];
    const int32_t count = choose_corners(p, e, of, face, chosen);
    for (int32_t i = 0; i < count; i++) {
        put_over_b(p, of->vertex[chosen[i]], center_of(e), normal_of(e), 0.0,
                   PART_CORNERS + chosen[i]);
    }
}

void ludo_parts_end_on_face(parts *p, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    const ludo_vec3 normal = of->face[face].normal;
    const flat_end e = end_toward(&pair->b, convex_seen_by_b(pair, normal));
    if (!(e.tilt <= rim_leaning)) {
        return;
    }
    const ludo_vec3 on_face = of->vertex[of->corner[of->loop[face]]];
    for (int32_t i = first_point(&e); i < RIM_SIDES; i++) {
        int32_t number;
        const ludo_vec3 x = rim_point(&e, i, &number);
        if (polytope_is_over(of, face, p->rim, convex_in_a(pair, x))) {
            put_over_a(p, on_face, normal, x, 0.0, PART_RIM_B + rim_id(&e, number));
        }
    }
    put_corners(p, &e, of, face);
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        const polytope_edge *side = &of->edge[of->side[k]];
        const ludo_vec3 from = of->vertex[side->vertex[0]], to = of->vertex[side->vertex[1]];
        double s[2];
        const int32_t count = cross_circle(&e, convex_in_b(pair, from), convex_in_b(pair, to), s);
        for (int32_t i = 0; i < count; i++) {
            put_over_b(p, v3_axpy(from, s[i], v3_sub(to, from)), center_of(&e), normal_of(&e), 0.0,
                       PART_EDGES_ON_RIM + 2 * of->side[k] + i);
        }
    }
}

/* ---- on a round shape ---- */

/* Both flat: points of each rim over the other's disc, and where the rims cross. */
static void put_ends(parts *p, const flat_end *a, const flat_end *b)
{
    const convex_pair *pair = &p->pair;
    for (int32_t i = first_point(b); i < RIM_SIDES; i++) {
        int32_t number;
        const ludo_vec3 x = rim_point(b, i, &number);
        if (is_on_disc(a, p->rim, convex_in_a(pair, x))) {
            put_over_a(p, center_of(a), normal_of(a), x, 0.0, PART_RIM_B + rim_id(b, number));
        }
    }
    for (int32_t i = first_point(a); i < RIM_SIDES; i++) {
        int32_t number;
        const ludo_vec3 x = rim_point(a, i, &number);
        if (is_on_disc(b, p->rim, convex_in_b(pair, x))) {
            put_over_b(p, x, center_of(b), normal_of(b), 0.0, PART_RIM_A + rim_id(a, number));
        }
    }
    // two circles of radii r and R, their centers apart by (x, y), seen along a's axis
    const ludo_vec3 c = convex_in_a(pair, center_of(b));
    const double r = a->c->r.x, R = b->c->r.x, dd = c.x * c.x + c.y * c.y;
    const double along = dd > 0.0 ? 0.5 * (dd + r * r - R * R) / dd : 0.0;
    const double rest = dd > 0.0 ? r * r / dd - along * along : 0.0;
    for (int32_t i = 0; i < 2 && rest > 0.0; i++) {
        const double across = (i == 0 ? 1.0 : -1.0) * sqrt(rest);
        const ludo_vec3 x = v3(along * c.x - across * c.y, along * c.y + across * c.x, a->z);
        put_over_b(p, x, center_of(b), normal_of(b), 0.0, PART_CROSSINGS + i);
    }
}

/* Whether the ball about a point of the axis is within the shape, where it touches along the unit
 * vector `down`: the end of a cylinder is flat. */
static bool ball_is_inside(const convex *c, double z, ludo_vec3 down)
{
    return !convex_has_rim(c) || fabs(z + c->r.x * down.z) <= c->half;
}

/* The axis of a capsule or a cylinder that lies on a flat end: balls about the points where it
 * crosses the rim, seen along the end's axis. */
static void put_axis_of_a(parts *p, const flat_end *b)
{
    const double half = p->pair.a.half, r = p->pair.a.r.x;
    const ludo_vec3 from = v3(0.0, 0.0, -half), to = v3(0.0, 0.0, half);
    double s[2];
    const int32_t count =
        cross_circle(b, convex_in_b(&p->pair, from), convex_in_b(&p->pair, to), s);
    const ludo_vec3 down = v3_scale(-1.0, m3_apply(&p->pair.C, normal_of(b)));
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 x = v3_axpy(from, s[i], v3_sub(to, from));
        if (ball_is_inside(&p->pair.a, x.z, down)) {
            put_over_b(p, x, center_of(b), normal_of(b), r, PART_CROSSINGS + 4 + i);
        }
    }
}

static void put_axis_of_b(parts *p, const flat_end *a)
{
    const double half = p->pair.b.half, r = p->pair.b.r.x;
    const ludo_vec3 from = v3(0.0, 0.0, -half), to = v3(0.0, 0.0, half);
    double s[2];
    const int32_t count =
        cross_circle(a, convex_in_a(&p->pair, from), convex_in_a(&p->pair, to), s);
    const ludo_vec3 down = convex_seen_by_b(&p->pair, normal_of(a));
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 x = v3_axpy(from, s[i], v3_sub(to, from));
        if (ball_is_inside(&p->pair.b, x.z, down)) {
            put_over_a(p, center_of(a), normal_of(a), x, r, PART_CROSSINGS + 2 + i);
        }
    }
}

void ludo_parts_end_on_round(parts *p)
{
    const convex_pair *pair = &p->pair;
    const flat_end a = end_toward(&pair->a, p->axis.n);
    const flat_end b = end_toward(&pair->b, convex_seen_by_b(pair, p->axis.n));
    const bool stands_a = convex_has_rim(&pair->a) && a.tilt <= rim_leaning;
    const bool stands_b = convex_has_rim(&pair->b) && b.tilt <= rim_leaning;
    if (stands_a && stands_b) {
        put_ends(p, &a, &b);
    } else if (stands_a) {
        put_axis_of_b(p, &a);
    } else if (stands_b) {
        put_axis_of_a(p, &b);
    }
}
