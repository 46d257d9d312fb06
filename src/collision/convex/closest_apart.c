/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes that are apart: the nearest point of their difference, by the method of Gilbert, Johnson
 * and Keerthi [gilbert1988]. A simplex of support points gets the point that is least along its
 * nearest point, and loses those that the new nearest point doesn't need. */
#include "collision/convex/closest.h"

#include <float.h>

/* ---- support ---- */

/* The point of a shape, without its ball, that is farthest along a unit vector of its frame. */
static ludo_vec3 farthest(const convex *c, ludo_vec3 n)
{
    const ludo_vec3 core = c->core->vertex(c, c->core->support(c, n));
    if (!c->is_rounded) {
        return core;
    }
    return v3_add(core, v3_axpy(convex_round_point(c, n), -c->ball, n));
}

ludo_vec3 ludo_difference_support(const convex_pair *p, ludo_vec3 n)
{
    const ludo_vec3 on_a = farthest(&p->a, n);
    const ludo_vec3 on_b = farthest(&p->b, convex_seen_by_b(p, n));
    return v3_sub(convex_in_a(p, on_b), on_a);
}

/* ---- nearest points of simplices ---- */

/* Keep the points numbered `kept`, with their weights. */
static void keep(simplex *s, int32_t count, const int32_t *kept, const double *weight)
{
    simplex to = {.count = count};
    for (int32_t i = 0; i < count; i++) {
        to.point[i] = s->point[kept[i]];
        to.weight[i] = weight[i];
    }
    *s = to;
}

static ludo_vec3 weighted(const simplex *s)
{
    ludo_vec3 sum = v3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < s->count; i++) {
        sum = v3_axpy(sum, s->weight[i], s->point[i]);
    }
    return sum;
}

/* The part of the simplex of points i and j. */
static void nearest_on_segment(simplex *s, int32_t i, int32_t j)
{
    const ludo_vec3 e = v3_sub(s->point[j], s->point[i]);
    const double ee = v3_dot(e, e), along = -v3_dot(s->point[i], e);
    const double t = along > 0.0 && ee > 0.0 ? (along < ee ? along / ee : 1.0) : 0.0;
    if (t > 0.0 && t < 1.0) {
        keep(s, 2, (const int32_t[]){i, j}, (const double[]){1.0 - t, t});
    } else {
        keep(s, 1, t > 0.0 ? &j : &i, (const double[]){1.0});
    }
}

/* The best of several parts. */
static void take_nearer(simplex *best, double *least, simplex part)
{
    const ludo_vec3 v = weighted(&part);
    if (v3_dot(v, v) < *least) {
        *least = v3_dot(v, v);
        *best = part;
    }
}

/* The part of points i, j, k: their plane where the origin projects into the triangle, else a side.
 */
static void nearest_on_triangle(simplex *s, const int32_t *i)
{
    const ludo_vec3 *x = s->point;
    const ludo_vec3 n = v3_cross(v3_sub(x[i[1]], x[i[0]]), v3_sub(x[i[2]], x[i[0]]));
    double area[3], nn = v3_dot(n, n);
    for (int32_t k = 0; k < 3; k++) {
        area[k] = v3_dot(n, v3_cross(x[i[(k + 1) % 3]], x[i[(k + 2) % 3]]));
    }
    if (nn > 0.0 && area[0] >= 0.0 && area[1] >= 0.0 && area[2] >= 0.0) {
        const double sum = area[0] + area[1] + area[2];
        if (sum > 0.0) {
            keep(s, 3, i, (const double[]){area[0] / sum, area[1] / sum, area[2] / sum});
            return;
        }
    }
    simplex best = *s;
    double least = HUGE_VAL;
    for (int32_t k = 0; k < 3; k++) {
        simplex side = *s;
        nearest_on_segment(&side, i[k], i[(k + 1) % 3]);
        take_nearer(&best, &least, side);
    }
    *s = best;
}

/* Whether the origin is on the other side of the plane of three points than the fourth, or these
 * are in one plane. */
static bool is_beyond(const ludo_vec3 *x, const int32_t *i, int32_t opposite)
{
    const ludo_vec3 n = v3_cross(v3_sub(x[i[1]], x[i[0]]), v3_sub(x[i[2]], x[i[0]]));
    const double there = v3_dot(n, v3_sub(x[opposite], x[i[0]])), here = -v3_dot(n, x[i[0]]);
    return there > 0.0 ? here < 0.0 : there < 0.0 ? here > 0.0 : true;
}

static void nearest_on_tetrahedron(simplex *s)
{
    static const int32_t side[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    simplex best = *s;
    double least = HUGE_VAL;
    for (int32_t k = 0; k < 4; k++) {
        if (is_beyond(s->point, side[k], k)) {
            simplex part = *s;
            nearest_on_triangle(&part, side[k]);
            take_nearer(&best, &least, part);
        }
    }
    *s = best;
}

ludo_vec3 ludo_simplex_nearest(simplex *s)
{
    static const int32_t all[] = {0, 1, 2};
    if (s->count == 1) {
        s->weight[0] = 1.0;
    } else if (s->count == 2) {
        nearest_on_segment(s, 0, 1);
    } else if (s->count == 3) {
        nearest_on_triangle(s, all);
    } else {
        nearest_on_tetrahedron(s);
    }
    return s->count < 4 ? weighted(s) : v3(0.0, 0.0, 0.0);
}

ludo_vec3 ludo_simplex_axis(const simplex *s, ludo_vec3 n)
{
    if (s->count == 3) {
        const ludo_vec3 c =
            v3_cross(v3_sub(s->point[1], s->point[0]), v3_sub(s->point[2], s->point[0]));
        return v3_has_direction(c) ? v3_scale(v3_dot(c, n) < 0.0 ? -1.0 : 1.0, v3_unit(c)) : n;
    }
    const ludo_vec3 e = s->count == 2 ? v3_sub(s->point[1], s->point[0]) : v3(0.0, 0.0, 0.0);
    const ludo_vec3 level = v3_has_direction(e) ? v3_axpy(n, -v3_dot(n, e) / v3_dot(e, e), e) : n;
    return v3_has_direction(level) ? v3_unit(level) : n;
}

/* ---- the search ---- */

/* Most support points; polytopes need a dozen, round shapes converge linearly. */
enum { MOST_POINTS = 64 };

/* The search ends where a new point is nearer by less than this part of the size. The direction of
 * nearer points than the second part is not known to enough digits; within the third shapes touch.
 */
static const double gained = 4.0 * DBL_EPSILON, unsure = 1e-7, touching = 16.0 * DBL_EPSILON;

static bool contains(const simplex *s, ludo_vec3 w)
{
    bool found = false;
    for (int32_t i = 0; i < s->count; i++) {
        found = found || v3_max(v3_sub(s->point[i], w)) == 0.0;
    }
    return found;
}

/* Of polytopes that are near the direction of the nearest point is rounded, so that along it other
 * points may be lower. The simplex gets these, and the axis becomes normal to it. */
static void level(const convex_pair *p, simplex *s, ludo_vec3 *n, double distance)
{
    for (bool is_lower = !p->a.is_rounded && !p->b.is_rounded; is_lower && s->count < 3;) {
        *n = ludo_simplex_axis(s, *n);
        const ludo_vec3 w = ludo_difference_support(p, *n);
        is_lower = !contains(s, w) && distance - v3_dot(*n, w) > gained * p->size;
        if (is_lower) {
            s->point[s->count++] = w;
        }
    }
}

bool ludo_closest_apart(const convex_pair *p, simplex *s, ludo_vec3 *n, double *distance)
{
    ludo_vec3 v = v3_has_direction(p->t) ? p->t : v3(0.0, 0.0, 1.0);
    s->count = 0;
    *distance = HUGE_VAL;
    *n = v3_unit(v);
    for (int32_t i = 0; i < MOST_POINTS && s->count < 4; i++) {
        const ludo_vec3 w = ludo_difference_support(p, *n);
        if (i > 0 && (contains(s, w) || !(*distance - v3_dot(*n, w) > gained * p->size))) {
            break;
        }
        simplex next = *s;
        next.point[next.count++] = w;
        v = ludo_simplex_nearest(&next);
        const double now = v3_norm(v);
        if (!(now < *distance)) {
            break;
        }
        *s = next;
        *distance = now;
        if (!(now > touching * p->size)) {
            break;
        }
        *n = v3_unit(v);
    }
    const bool is_sure = *distance > unsure * p->size;
    if (!is_sure && *distance > touching * p->size) {
        level(p, s, n, *distance);
    }
    return is_sure;
}
