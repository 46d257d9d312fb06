/* SPDX-License-Identifier: Apache-2.0
 *
 * Joining the triangles of a surface to convex polygons of at most four sides: two polygons with a
 * common side and plane are one if their union is convex, once corners on straight sides are left
 * out. The surface beyond a side is known from its triangles. */
#include "geometry/facets_build.h"

#include <stdlib.h>

/* Sines below this are no corners of a polygon. */
static const double straight = 1e-3;

static ludo_vec3 vertex_at(const facets_build *b, int32_t i)
{
    return v3_at(b->surface->vertex + 3 * (ptrdiff_t)i);
}

/* ---- vertices at one place ---- */

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_corners(const void *a, const void *b)
{
    const facet_corner *p = a, *q = b;
    const int x = compare_numbers(p->at.x, q->at.x), y = compare_numbers(p->at.y, q->at.y);
    const int z = compare_numbers(p->at.z, q->at.z);
    const int number = (p->vertex > q->vertex) - (p->vertex < q->vertex);
    return x != 0 ? x : y != 0 ? y : z != 0 ? z : number;
}

static bool is_same_place(const facet_corner *a, const facet_corner *b)
{
    return a->at.x == b->at.x && a->at.y == b->at.y && a->at.z == b->at.z;
}

static void find_same(facets_build *b)
{
    const int32_t count = b->surface->vertex_count;
    for (int32_t i = 0; i < count; i++) {
        b->sorted[i] = (facet_corner){vertex_at(b, i), i};
    }
    qsort(b->sorted, (size_t)count, sizeof *b->sorted, compare_corners);
    for (int32_t i = 0; i < count; i++) {
        const bool is_new = i == 0 || !is_same_place(&b->sorted[i - 1], &b->sorted[i]);
        b->same[b->sorted[i].vertex] =
            is_new ? b->sorted[i].vertex : b->same[b->sorted[i - 1].vertex];
    }
}

/* ---- triangles ---- */

static ludo_vec3 corner_at(const facets_build *b, const facet_polygon *p, int32_t i)
{
    return vertex_at(b, p->corner[i % p->sides]);
}

/* A triangle as a polygon; without sides if it has no area to rounding. */
static facet_polygon triangle(const facets_build *b, int32_t i)
{
    const int32_t *f = b->surface->face + 3 * (ptrdiff_t)i;
    facet_polygon p = {.sides = 3, .corner = {b->same[f[0]], b->same[f[1]], b->same[f[2]]}};
    const ludo_vec3 e = v3_sub(corner_at(b, &p, 1), corner_at(b, &p, 0));
    const ludo_vec3 d = v3_sub(corner_at(b, &p, 2), corner_at(b, &p, 0));
    const ludo_vec3 n = v3_cross(e, d), g = v3_sub(d, e);
    const double longest = fmax(fmax(v3_norm(e), v3_norm(d)), v3_norm(g));
    if (!(v3_norm(n) > facet_rounding * b->radius * longest)) {
        p.sides = 0;
        return p;
    }
    p.plane.normal = v3_unit(n);
    p.plane.offset = v3_dot(p.plane.normal, corner_at(b, &p, 0));
    return p;
}

/* ---- edges ---- */

static int compare_edges(const void *a, const void *b)
{
    const facet_edge *e = a, *d = b;
    const int from = (e->from > d->from) - (e->from < d->from);
    const int to = (e->to > d->to) - (e->to < d->to);
    const int number = (e->triangle > d->triangle) - (e->triangle < d->triangle);
    return from != 0 ? from : to != 0 ? to : number;
}

static void find_edges(facets_build *b)
{
    b->edge_count = 0;
    for (int32_t i = 0; i < b->surface->face_count; i++) {
        const facet_polygon *p = &b->polygon[i];
        for (int32_t k = 0; k < p->sides; k++) {
            b->edge[b->edge_count++] =
                (facet_edge){p->corner[k], p->corner[(k + 1) % 3], .triangle = i, .side = k};
        }
    }
    qsort(b->edge, (size_t)b->edge_count, sizeof *b->edge, compare_edges);
}

/* The first edge from one vertex to another, or where it would be. */
static int32_t first_edge(const facets_build *b, int32_t from, int32_t to)
{
    int32_t low = 0, high = b->edge_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const facet_edge *e = &b->edge[middle];
        if (e->from < from || (e->from == from && e->to < to)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- the surface beyond a side ---- */

/* The end of a surface: a wall below the side. */
static solid_beyond end_beyond(const facets_build *b, const facet_polygon *p, int32_t side)
{
    const ludo_vec3 e = v3_sub(corner_at(b, p, side + 1), corner_at(b, p, side));
    return (solid_beyond){.is_end = true,
                          .away = v3_scale(-1.0, p->plane.normal),
                          .exit = v3_unit(v3_cross(e, p->plane.normal))};
}

static solid_beyond triangle_beyond(const facets_build *b, const facet_polygon *p, int32_t side,
                                    const facet_polygon *t)
{
    const ludo_vec3 at[3] = {corner_at(b, t, 0), corner_at(b, t, 1), corner_at(b, t, 2)};
    return (solid_beyond){
        .away = ludo_solid_part_away(corner_at(b, p, side), corner_at(b, p, side + 1), at),
        .exit = t->plane.normal};
}

/* The triangle beyond a side; of several the one that falls most. */
static void find_beyond(facets_build *b, facet_polygon *p, int32_t side)
{
    const int32_t from = p->corner[(side + 1) % 3], to = p->corner[side];
    p->across[side] = -1;
    p->beyond[side] = end_beyond(b, p, side);
    for (int32_t i = first_edge(b, from, to);
         i < b->edge_count && b->edge[i].from == from && b->edge[i].to == to; i++) {
        const int32_t number = b->edge[i].triangle;
        const solid_beyond found = triangle_beyond(b, p, side, &b->polygon[number]);
        if (p->across[side] < 0 ||
            v3_dot(found.away, p->plane.normal) < v3_dot(p->beyond[side].away, p->plane.normal)) {
            p->across[side] = number;
            p->beyond[side] = found;
        }
    }
}

/* ---- joining ---- */

/* Follow a chain of triangles to its end. */
static int32_t end_of(const int32_t *chain, int32_t triangle)
{
    int32_t at = triangle;
    while (chain[at] != at) {
        at = chain[at];
    }
    return at;
}

/* Two polygons as one: a loop of corners, with what is beyond the side that begins there. */
typedef struct polygon_union {
    int32_t count, corner[2 * SOLID_SIDES], across[2 * SOLID_SIDES];
    solid_beyond beyond[2 * SOLID_SIDES];
} polygon_union;

static void append(polygon_union *u, const facet_polygon *p, int32_t without)
{
    for (int32_t m = 1; m < p->sides; m++) {
        const int32_t k = (without + m) % p->sides;
        u->corner[u->count] = p->corner[k];
        u->across[u->count] = p->across[k];
        u->beyond[u->count++] = p->beyond[k];
    }
}

static bool is_same_beyond(const solid_beyond *a, const solid_beyond *b)
{
    return a->is_end == b->is_end && v3_norm(v3_sub(a->away, b->away)) <= solid_convex &&
           v3_norm(v3_sub(a->exit, b->exit)) <= solid_convex;
}

/* The sine of the corner i, positive if it turns left. */
static double turn_at(const facets_build *b, const polygon_union *u, int32_t i, ludo_vec3 n)
{
    const ludo_vec3 x = vertex_at(b, u->corner[i]);
    const ludo_vec3 from = v3_sub(x, vertex_at(b, u->corner[(i + u->count - 1) % u->count]));
    const ludo_vec3 to = v3_sub(vertex_at(b, u->corner[(i + 1) % u->count]), x);
    return v3_dot(n, v3_cross(from, to)) / (v3_norm(from) * v3_norm(to));
}

static void remove_corner(polygon_union *u, int32_t i)
{
    u->count--;
    for (int32_t k = i; k < u->count; k++) {
        u->corner[k] = u->corner[k + 1];
        u->across[k] = u->across[k + 1];
        u->beyond[k] = u->beyond[k + 1];
    }
}

/* Leave out corners on straight sides beyond which the surface is the same. */
static void straighten(const facets_build *b, polygon_union *u, ludo_vec3 n)
{
    for (int32_t i = u->count - 1; i >= 0; i--) {
        const int32_t before = (i + u->count - 1) % u->count;
        if (fabs(turn_at(b, u, i, n)) <= solid_convex &&
            is_same_beyond(&u->beyond[before], &u->beyond[i])) {
            remove_corner(u, i);
        }
    }
}

static bool is_convex(const facets_build *b, const polygon_union *u, ludo_vec3 n)
{
    bool is = u->count >= 3 && u->count <= SOLID_SIDES;
    for (int32_t i = 0; i < u->count && is; i++) {
        is = turn_at(b, u, i, n) > straight;
    }
    return is;
}

static bool is_coplanar(const facets_build *b, const facet_polygon *p, const facet_polygon *q)
{
    bool is = v3_dot(p->plane.normal, q->plane.normal) > 0.0;
    for (int32_t i = 0; i < q->sides; i++) {
        const double off = v3_dot(p->plane.normal, corner_at(b, q, i)) - p->plane.offset;
        is = is && fabs(off) <= facet_rounding * b->radius;
    }
    return is;
}

/* Find the flat places: triangles that are connected in one plane. */
static void find_flat(facets_build *b)
{
    for (int32_t i = 0; i < b->surface->face_count; i++) {
        const facet_polygon *p = &b->polygon[i];
        for (int32_t k = 0; k < p->sides; k++) {
            if (p->across[k] >= 0 && is_coplanar(b, p, &b->polygon[p->across[k]])) {
                const int32_t one = end_of(b->plane, i), other = end_of(b->plane, p->across[k]);
                b->plane[one > other ? one : other] = one > other ? other : one;
            }
        }
    }
    for (int32_t i = 0; i < b->surface->face_count; i++) {
        b->plane[i] = b->plane[b->plane[i]]; /* the end: triangles before have it */
        b->polygon[i].flat = b->plane[i];
    }
}

/* The side of q that is side i of p, -1: they have none in common. */
static int32_t common_side(const facet_polygon *p, int32_t i, const facet_polygon *q)
{
    for (int32_t k = 0; k < q->sides; k++) {
        if (q->corner[k] == p->corner[(i + 1) % p->sides] &&
            q->corner[(k + 1) % q->sides] == p->corner[i]) {
            return k;
        }
    }
    return -1;
}

/* Join what is beyond side i to a polygon, if the union is one. */
static bool join_across(facets_build *b, int32_t number, int32_t i)
{
    facet_polygon *p = &b->polygon[number];
    const int32_t other = p->across[i] >= 0 ? end_of(b->owner, p->across[i]) : number;
    facet_polygon *q = &b->polygon[other];
    const int32_t k = other != number ? common_side(p, i, q) : -1;
    if (k < 0 || !is_coplanar(b, p, q)) {
        return false;
    }
    polygon_union u = {.count = 0};
    append(&u, p, i);
    append(&u, q, k);
    straighten(b, &u, p->plane.normal);
    if (!is_convex(b, &u, p->plane.normal)) {
        return false;
    }
    p->sides = u.count;
    memcpy(p->corner, u.corner, (size_t)u.count * sizeof *p->corner);
    memcpy(p->across, u.across, (size_t)u.count * sizeof *p->across);
    memcpy(p->beyond, u.beyond, (size_t)u.count * sizeof *p->beyond);
    q->sides = 0;
    b->owner[other] = number;
    b->count--;
    return true;
}

/* Let a polygon grow as far as it can. */
static bool grow(facets_build *b, int32_t number)
{
    bool grew = false;
    for (int32_t i = 0; i < b->polygon[number].sides; i++) {
        if (join_across(b, number, i)) {
            grew = true;
            i = -1;
        }
    }
    return grew;
}

void ludo_facets_join(facets_build *b)
{
    const int32_t count = b->surface->face_count;
    find_same(b);
    b->count = 0;
    for (int32_t i = 0; i < count; i++) {
        b->polygon[i] = triangle(b, i);
        b->owner[i] = b->plane[i] = i;
        b->count += b->polygon[i].sides > 0;
    }
    find_edges(b);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < b->polygon[i].sides; k++) {
            find_beyond(b, &b->polygon[i], k);
        }
    }
    find_flat(b);
    bool grew = true;
    while (grew) { /* each time there is a polygon less */
        grew = false;
        for (int32_t i = 0; i < count; i++) {
            grew = grow(b, i) || grew;
        }
    }
}
