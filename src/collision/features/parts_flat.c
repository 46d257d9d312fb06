/* SPDX-License-Identifier: Apache-2.0
 *
 * Flat ends of cylinders that stand on what faces them. Points of rims, corners and points where
 * borders cross are fixed to their bodies: the error is of second order in the motion of a step.
 * The lowest point of a tilted rim moves farther, and has an arc (pairs/plane_cylinder.c), which
 * ends at the border of the other end or face: its plane reaches farther. */
#include "collision/features/extent.h"
#include "collision/features/parts.h"
#include "collision/features/rim.h"

/* A flat end: the one that faces along `toward`, a vector of the cylinder's frame. */
typedef struct flat_end {
    const convex *c;
    double z;       /* of the end */
    double outward; /* its normal along z: 1 or -1 */
    double tilt;    /* sine of the angle between the normal and the vector */
    int32_t lowest; /* number of the rim's point that is lowest */
    ludo_vec3 down; /* the vector */
} flat_end;

static flat_end end_toward(const convex *c, ludo_vec3 toward)
{
    const double tilt = sqrt(toward.x * toward.x + toward.y * toward.y);
    const double outward = toward.z < 0.0 ? -1.0 : 1.0;
    return (flat_end){.c = c,
                      .z = outward * c->half,
                      .outward = outward,
                      .tilt = tilt,
                      .lowest = rim_lowest(tilt, toward.x, toward.y),
                      .down = toward};
}

/* Four points of a rim: 0 is the lowest, which an arc replaces where there is one. */
static ludo_vec3 rim_point(const flat_end *e, int32_t i, int32_t *number)
{
    *number = rim_place(e->lowest, i);
    return v3_axpy(v3(0.0, 0.0, e->z), e->c->r.x, rim_direction(*number));
}

/* The number of a point of a rim among those of both. */
static int32_t rim_id(const flat_end *e, int32_t number)
{
    return number + (e->outward > 0.0 ? RIM_PLACES : 0);
}

/* ---- points over planes ---- */

/* A plane of one shape, in the frame of that shape. */
typedef struct flat_plane {
    bool of_b;
    ludo_vec3 at, normal;
} flat_plane;

/* A point of the other shape, or a ball about it, over a plane. */
static void put_over(parts *p, const flat_plane *plane, ludo_vec3 point, double radius, int32_t id)
{
    const collider *flat = plane->of_b ? p->pair.b.of : p->pair.a.of;
    const collider *over = plane->of_b ? p->pair.a.of : p->pair.b.of;
    const ludo_vec3 on = collider_place(flat, plane->at), x = collider_place(over, point);
    const feature f = {
        .kind = plane->of_b ? &ludo_feature_plane_point : &ludo_feature_point_plane,
        .id = id,
        .a = {plane->of_b ? x : on},
        .b = {plane->of_b ? on : x},
        .n = q_rotate(flat->frame.orientation, plane->normal),
        .radius = radius,
        .radius_a = plane->of_b ? radius : 0.0,
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

static flat_plane plane_of(const flat_end *e, bool of_b)
{
    return (flat_plane){of_b, center_of(e), v3(0.0, 0.0, e->outward)};
}

/* The arc of a rim over a plane of the other shape. */
static void put_arc(parts *p, const flat_plane *plane, const flat_end *rim, const rim_span *span)
{
    const collider *flat = plane->of_b ? p->pair.b.of : p->pair.a.of;
    feature f = {
        .kind = plane->of_b ? &ludo_feature_plane_rim : &ludo_feature_rim_plane,
        .id = (plane->of_b ? PART_ARCS_A : PART_ARCS_B) + (rim->outward > 0.0 ? 1 : 0),
        .a = {collider_place(flat, plane->at)},
        .n = q_rotate(flat->frame.orientation, plane->normal),
    };
    rim_set_part(&f, rim->c->of, collider_place(rim->c->of, center_of(rim)), rim_span_part(span));
    ludo_parts_put(p, &f);
}

/* Whether the lowest point of a rim is more than rounding. */
static bool is_tilted(const flat_end *e)
{
    return e->tilt > rim_level;
}

/* The arc about the lowest point; of a rim that isn't tilted no arc is put. */
static rim_span span_of(const flat_end *e)
{
    return is_tilted(e) ? rim_span_about(e->down.x, e->down.y) : rim_span_about(1.0, 0.0);
}

/* The first of four points of a rim: an arc, or the feature of the end, replaces the lowest. */
static int32_t first_point(const flat_end *e, bool has_arc)
{
    return has_arc || e->tilt >= rim_rounded ? 1 : 0;
}

/* The distance by which the ends of an arc may be beyond the border of the other shape: cuts are
 * seen along an axis, and off by second order in the tilt. */
static double rim_beyond(const parts *p, const flat_end *e)
{
    return p->rim + e->tilt * e->tilt * e->c->r.x;
}

static ludo_vec3 on_rim(const flat_end *e, ludo_vec3 direction)
{
    return v3_axpy(center_of(e), e->c->r.x, direction);
}

/* Where a segment enters a circle and where it leaves it, in parts of its length. */
typedef struct circle_cuts {
    double at[2];
    bool is_cut[2]; /* the segment contains this point */
} circle_cuts;

/* The cuts of the segment from x to y, both of the cylinder's frame, and of the rim's circle, seen
 * along the axis. */
static circle_cuts cut_circle(const flat_end *e, ludo_vec3 x, ludo_vec3 y)
{
    const double dx = y.x - x.x, dy = y.y - x.y, r = e->c->r.x;
    const double a = dx * dx + dy * dy, b = x.x * dx + x.y * dy, c = x.x * x.x + x.y * x.y - r * r;
    const double root = b * b - a * c;
    circle_cuts cuts = {.at = {0.0, 0.0}};
    for (int32_t i = 0; i < 2 && a > 0.0 && root > 0.0; i++) {
        cuts.at[i] = (-b + (i == 0 ? -1.0 : 1.0) * sqrt(root)) / a;
        cuts.is_cut[i] = cuts.at[i] > 0.0 && cuts.at[i] < 1.0;
    }
    return cuts;
}

/* ---- on a polytope ---- */

/* Most corners of a face on an end: of more those that are farthest along eight directions. */
enum { MOST_CORNERS = 8, MANY_CORNERS = 64 };

/* Corners of a face, by their numbers. */
typedef struct corner_list {
    int32_t vertex[MANY_CORNERS], count;
    ludo_vec3 at[MANY_CORNERS];
} corner_list;

/* Keep corners that are farthest along directions of the plane normal to n. */
static void choose_corners(corner_list *list, ludo_vec3 n)
{
    bool chosen[MANY_CORNERS] = {false};
    ludo_extent_mark(list->at, list->count, n, MOST_CORNERS, chosen);
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++) {
        if (chosen[i]) {
            list->vertex[kept] = list->vertex[i];
            list->at[kept++] = list->at[i];
        }
    }
    list->count = kept;
}

static void put_corners(parts *p, const flat_end *e, const polytope *of, int32_t face)
{
    const ludo_vec3 normal = of->face[face].normal;
    const flat_plane plane = plane_of(e, true);
    corner_list list;
    list.count = 0;
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        const ludo_vec3 x = of->vertex[of->corner[k]];
        if (polytope_has_corner(of, of->corner[k]) &&
            is_on_disc(e, p->rim, convex_in_b(&p->pair, x))) {
            if (list.count == MANY_CORNERS) {
                choose_corners(&list, normal);
            }
            list.vertex[list.count] = of->corner[k];
            list.at[list.count++] = x;
        }
    }
    if (list.count > MOST_CORNERS) {
        choose_corners(&list, normal);
    }
    for (int32_t i = 0; i < list.count; i++) {
        put_over(p, &plane, list.at[i], 0.0, PART_CORNERS + list.vertex[i]);
    }
}

/* End an arc of the rim where sides of a face cross it, and at the lowest point if it reaches
 * farther still. */
static void cut_by_sides(const parts *p, const flat_end *e, const polytope *of, int32_t face,
                         rim_span *arc)
{
    const convex_pair *pair = &p->pair;
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        const polytope_edge *side = &of->edge[of->side[k]];
        const ludo_vec3 from = convex_in_b(pair, of->vertex[side->vertex[0]]);
        const ludo_vec3 to = convex_in_b(pair, of->vertex[side->vertex[1]]);
        const circle_cuts cuts = cut_circle(e, from, to);
        for (int32_t i = 0; i < 2; i++) {
            if (cuts.is_cut[i]) {
                rim_span_cut(arc, v3_axpy(from, cuts.at[i], v3_sub(to, from)));
            }
        }
    }
    for (int32_t i = 0; i < 2; i++) {
        const ludo_vec3 x = convex_in_a(pair, on_rim(e, arc->end[i]));
        arc->end[i] = polytope_is_over(of, face, rim_beyond(p, e), x) ? arc->end[i] : arc->lowest;
    }
}

/* Points of the rim over a face, and an arc about the lowest one. */
static void put_points(parts *p, const flat_end *e, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    const flat_plane plane = {false, of->vertex[of->corner[of->loop[face]]], of->face[face].normal};
    rim_span arc = span_of(e);
    const bool has_arc =
        is_tilted(e) && polytope_is_over(of, face, 0.0, convex_in_a(pair, on_rim(e, arc.lowest)));
    for (int32_t i = first_point(e, has_arc); i < RIM_SIDES; i++) {
        int32_t number;
        const ludo_vec3 x = rim_point(e, i, &number);
        if (polytope_is_over(of, face, p->rim, convex_in_a(pair, x))) {
            put_over(p, &plane, x, 0.0, PART_RIM_B + rim_id(e, number));
        }
    }
    if (has_arc) {
        cut_by_sides(p, e, of, face, &arc);
        put_arc(p, &plane, e, &arc);
    }
}

/* Points where the sides of a face cross the rim, seen along the axis. */
static void put_sides(parts *p, const flat_end *e, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    const flat_plane plane = plane_of(e, true);
    for (int32_t k = of->loop[face]; k < of->loop[face + 1]; k++) {
        const polytope_edge *side = &of->edge[of->side[k]];
        const ludo_vec3 from = of->vertex[side->vertex[0]], to = of->vertex[side->vertex[1]];
        const circle_cuts cuts = cut_circle(e, convex_in_b(pair, from), convex_in_b(pair, to));
        for (int32_t i = 0; i < 2; i++) {
            if (cuts.is_cut[i] && polytope_has_edge(of, of->side[k])) {
                put_over(p, &plane, v3_axpy(from, cuts.at[i], v3_sub(to, from)), 0.0,
                         PART_EDGES_ON_RIM + 2 * of->side[k] + i);
            }
        }
    }
}

/* A face that leans more may have a side that is level, on which the end stands. */
void ludo_parts_end_on_face(parts *p, const polytope *of, int32_t face)
{
    const convex_pair *pair = &p->pair;
    flat_end e = end_toward(&pair->b, convex_seen_by_b(pair, of->face[face].normal));
    if (e.tilt <= rim_leaning) {
        put_points(p, &e, of, face);
    } else {
        e = end_toward(&pair->b, convex_seen_by_b(pair, p->axis.n));
    }
    if (e.tilt <= rim_leaning) {
        put_corners(p, &e, of, face);
        put_sides(p, &e, of, face);
    }
}

/* ---- on a round shape ---- */

/* A point of the other shape in the frame of the one that is flat. */
static ludo_vec3 seen_by(const convex_pair *pair, bool flat_is_b, ludo_vec3 x)
{
    return flat_is_b ? convex_in_b(pair, x) : convex_in_a(pair, x);
}

/* Two points, in the frame of a. */
typedef struct rim_crossings {
    ludo_vec3 at[2];
    int32_t count;
} rim_crossings;

/* Points of a rim over the disc of the other end, and an arc about the lowest one. */
static void put_rim(parts *p, const flat_end *rim, const flat_end *disc, bool disc_is_b,
                    const rim_crossings *cut)
{
    const convex_pair *pair = &p->pair;
    const flat_plane plane = plane_of(disc, disc_is_b);
    const int32_t first = disc_is_b ? PART_RIM_A : PART_RIM_B;
    rim_span arc = span_of(rim);
    const bool has_arc =
        is_tilted(rim) && is_on_disc(disc, 0.0, seen_by(pair, disc_is_b, on_rim(rim, arc.lowest)));
    for (int32_t i = first_point(rim, has_arc); i < RIM_SIDES; i++) {
        int32_t number;
        const ludo_vec3 x = rim_point(rim, i, &number);
        if (is_on_disc(disc, p->rim, seen_by(pair, disc_is_b, x))) {
            put_over(p, &plane, x, 0.0, first + rim_id(rim, number));
        }
    }
    for (int32_t i = 0; i < cut->count; i++) {
        const ludo_vec3 x = cut->at[i];
        rim_span_cut(&arc, disc_is_b ? x : convex_in_b(pair, x));
    }
    for (int32_t i = 0; i < 2; i++) {
        const ludo_vec3 x = seen_by(pair, disc_is_b, on_rim(rim, arc.end[i]));
        arc.end[i] = is_on_disc(disc, rim_beyond(p, rim), x) ? arc.end[i] : arc.lowest;
    }
    if (has_arc) {
        put_arc(p, &plane, rim, &arc);
    }
}

/* Where the rims cross, seen along a's axis: two circles of radii r and R, their centers apart by
 * (x, y). */
static rim_crossings cross_rims(const convex_pair *pair, const flat_end *a, const flat_end *b)
{
    rim_crossings found = {.count = 0};
    const ludo_vec3 c = convex_in_a(pair, center_of(b));
    const double r = a->c->r.x, R = b->c->r.x, dd = c.x * c.x + c.y * c.y;
    const double along = dd > 0.0 ? 0.5 * (dd + r * r - R * R) / dd : 0.0;
    const double rest = dd > 0.0 ? r * r / dd - along * along : 0.0;
    for (int32_t i = 0; i < 2 && rest > 0.0; i++) {
        const double across = (i == 0 ? 1.0 : -1.0) * sqrt(rest);
        found.at[found.count++] = v3(along * c.x - across * c.y, along * c.y + across * c.x, a->z);
    }
    return found;
}

/* Both flat: parts of each rim over the other's disc, and where the rims cross. */
static void put_ends(parts *p, const flat_end *a, const flat_end *b)
{
    const rim_crossings cross = cross_rims(&p->pair, a, b);
    const flat_plane plane = plane_of(b, true);
    put_rim(p, b, a, false, &cross);
    put_rim(p, a, b, true, &cross);
    for (int32_t i = 0; i < cross.count; i++) {
        put_over(p, &plane, cross.at[i], 0.0, PART_CROSSINGS + i);
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
static void put_axis(parts *p, const flat_end *e, bool end_is_b)
{
    const convex_pair *pair = &p->pair;
    const convex *lies = end_is_b ? &pair->a : &pair->b;
    const flat_plane plane = plane_of(e, end_is_b);
    const ludo_vec3 from = v3(0.0, 0.0, -lies->half), to = v3(0.0, 0.0, lies->half);
    const ludo_vec3 down = end_is_b ? v3_scale(-1.0, m3_apply(&pair->C, plane.normal))
                                    : convex_seen_by_b(pair, plane.normal);
    const circle_cuts cuts =
        cut_circle(e, seen_by(pair, end_is_b, from), seen_by(pair, end_is_b, to));
    for (int32_t i = 0; i < 2; i++) {
        const ludo_vec3 x = v3_axpy(from, cuts.at[i], v3_sub(to, from));
        if (cuts.is_cut[i] && ball_is_inside(lies, x.z, down)) {
            put_over(p, &plane, x, lies->r.x, PART_CROSSINGS + (end_is_b ? 4 : 2) + i);
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
        put_axis(p, &a, false);
    } else if (stands_b) {
        put_axis(p, &b, true);
    }
}
