/* SPDX-License-Identifier: Apache-2.0
 *
 * Directions and points for the bounds: the algorithm of Gilbert, Johnson and Keerthi with all
 * subsets of the simplex tried in turn, and brute force over faces and edges. */
#include "certificate/bounds.h"

#include <float.h>

enum { CORNERS = 4, SUBSETS = 16, ROUNDS = 300, REPEATS = 20 };

/* The point of B - A that is least along n. */
static vec3x nearest_along(const solid_pair *p, vec3x n)
{
    return x3_sub(solid_farthest(&p->b, x3_scale(-1.0L, n)), solid_farthest(&p->a, n));
}

static extended radii(const solid_pair *p)
{
    return p->a.radius + p->b.radius;
}

extended separation_along(const solid_pair *p, vec3x n)
{
    return x3_dot(n, nearest_along(p, n)) - radii(p);
}

void bounds_try(distance_bounds *best, const solid_pair *p, vec3x n)
{
    const extended f = separation_along(p, n);
    if (f > best->least) {
        best->least = f;
        best->n = n;
    }
}

static void try_both(distance_bounds *best, const solid_pair *p, vec3x n)
{
    bounds_try(best, p, n);
    bounds_try(best, p, x3_scale(-1.0L, n));
}

/* ---- faces and edges ---- */

distance_bounds bounds_of_axes(const solid_pair *p, extended parallel)
{
    distance_bounds best = {.least = -HUGE_VALL, .most = HUGE_VALL};
    vec3x of_a[SAMPLE_DIRECTIONS], of_b[SAMPLE_DIRECTIONS];
    const int32_t faces_a = solid_faces(&p->a, of_a), faces_b = solid_faces(&p->b, of_b);
    for (int32_t i = 0; i < faces_a; i++) {
        try_both(&best, p, of_a[i]);
    }
    for (int32_t i = 0; i < faces_b; i++) {
        try_both(&best, p, of_b[i]);
    }
    const int32_t edges_a = solid_edges(&p->a, of_a), edges_b = solid_edges(&p->b, of_b);
    for (int32_t i = 0; i < edges_a; i++) {
        for (int32_t k = 0; k < edges_b; k++) {
            const vec3x n = x3_cross(of_a[i], of_b[k]);
            if (x3_norm(n) > parallel) {
                try_both(&best, p, x3_unit(n));
            }
        }
    }
    return best;
}

/* ---- nearest points ---- */

/* The corners of a simplex in B - A, the point of it nearest to the origin, and a direction there.
 */
typedef struct simplex {
    vec3x corner[CORNERS];
    int32_t count;
    vec3x nearest, n;
    bool encloses; /* the origin is inside */
} simplex;

static bool is_positive(const extended *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!(x[i] > 0.0L)) {
            return false;
        }
    }
    return true;
}

/* The projection of the origin onto the affine hull of two or three points, and the unit vector
 * from there to the origin, reversed. @return false: it is outside of the hull */
static bool project_edge(const vec3x *w, vec3x *nearest, vec3x *n)
{
    const vec3x e = x3_sub(w[1], w[0]);
    const extended ee = x3_dot(e, e), t = ee > 0.0L ? -x3_dot(w[0], e) / ee : 0.0L;
    *nearest = x3_axpy(w[0], t, e);
    /* once more orthogonal to the edge: the point is rounded, by units of its ends */
    *n = ee > 0.0L ? x3_axpy(*nearest, -x3_dot(*nearest, e) / ee, e) : *nearest;
    return t > 0.0L && t < 1.0L;
}

static bool project_triangle(const vec3x *w, vec3x *nearest, vec3x *n)
{
    const vec3x normal = x3_cross(x3_sub(w[1], w[0]), x3_sub(w[2], w[0]));
    const extended nn = x3_dot(normal, normal);
    if (!(nn > 0.0L)) {
        return false;
    }
    const extended share[3] = {
        x3_dot(normal, x3_cross(w[1], w[2])) / nn,
        x3_dot(normal, x3_cross(w[2], w[0])) / nn,
        x3_dot(normal, x3_cross(w[0], w[1])) / nn,
    };
    const extended over = x3_dot(normal, w[0]) / nn;
    *nearest = x3_scale(over, normal);
    *n = x3_scale(over < 0.0L ? -1.0L : 1.0L, normal);
    return is_positive(share, 3);
}

/* Whether the origin is in a tetrahedron. */
static bool encloses(const vec3x *w)
{
    int32_t inside = 0;
    for (int i = 0; i < CORNERS; i++) {
        const vec3x a = w[i], b = w[(i + 1) % CORNERS], c = w[(i + 2) % CORNERS];
        const vec3x d = w[(i + 3) % CORNERS], n = x3_cross(x3_sub(b, a), x3_sub(c, a));
        inside += x3_dot(n, x3_sub(d, a)) * -x3_dot(n, a) > 0.0L ? 1 : 0;
    }
    return inside == CORNERS;
}

/* Project onto the corners of a subset; see project_edge(). */
static bool project(const vec3x *w, int32_t count, vec3x *nearest, vec3x *n)
{
    if (count == 1) {
        *nearest = *n = w[0];
        return true;
    }
    return count == 2 ? project_edge(w, nearest, n) : project_triangle(w, nearest, n);
}

/* Keep the subset of corners whose hull is nearest to the origin. */
static void reduce(simplex *s)
{
    simplex best = {.count = 0};
    extended least = HUGE_VALL;
    s->encloses = s->count == CORNERS && encloses(s->corner);
    for (unsigned subset = 1; subset < SUBSETS - 1u; subset++) {
        simplex part = {.count = 0};
        for (int i = 0; i < CORNERS; i++) {
            if ((subset & (1u << i)) != 0u && i < s->count) {
                part.corner[part.count++] = s->corner[i];
            }
        }
        if (part.count > 0 && part.count < CORNERS &&
            project(part.corner, part.count, &part.nearest, &part.n) &&
            x3_norm(part.nearest) < least) {
            least = x3_norm(part.nearest);
            best = part;
        }
    }
    if (!s->encloses && best.count > 0) {
        *s = best;
    }
}

static bool has_corner(const simplex *s, vec3x w)
{
    for (int32_t i = 0; i < s->count; i++) {
        if (x3_norm(x3_sub(s->corner[i], w)) == 0.0L) {
            return true;
        }
    }
    return false;
}

/* Improve the bounds by the nearest points of the cores with b shifted by `apart` along the best
 * direction: that of the shifted shapes is not rounded where the gap is small, and the points
 * belong to the shapes wherever these are. */
static void approach(const solid_pair *p, extended apart, distance_bounds *best)
{
    const vec3x shift = x3_scale(apart, best->n);
    simplex s = {.corner = {x3_add(nearest_along(p, best->n), shift)}, .count = 1};
    extended least = HUGE_VALL;
    for (int round = 0; round < ROUNDS; round++) {
        reduce(&s);
        const extended distance = x3_norm(s.nearest);
        if (s.encloses || !(distance > 0.0L) || !(x3_norm(s.n) > 0.0L)) {
            best->most = fminl(best->most, apart > 0.0L ? best->most : -radii(p));
            return;
        }
        best->most = fminl(best->most, x3_norm(x3_sub(s.nearest, shift)) - radii(p));
        const vec3x u = x3_unit(s.n), w = x3_add(nearest_along(p, u), shift);
        bounds_try(best, p, u);
        if (best->most <= best->least || has_corner(&s, w) || !(distance < least)) {
            return;
        }
        least = distance;
        s.corner[s.count++] = w;
    }
}

distance_bounds bounds_find(const solid_pair *p, extended size)
{
    static const extended apart[] = {1e-2L, 1e-3L, 1e-4L, 1e-5L, 1e-6L};
    distance_bounds best = bounds_of_axes(p, 0.0L);
    if (solid_is_plane(&p->a) || solid_is_plane(&p->b)) {
        best.most = best.least;
        return best;
    }
    const vec3x d = x3_sub(p->b.center, p->a.center);
    const vec3x start = x3_norm(d) > 0.0L ? x3_unit(d) : x3(0.0L, 0.0L, 1.0L);
    bounds_try(&best, p, start);
    approach(p, 0.0L, &best);

    const extended near = 1e-2L * size;
    for (size_t i = 0; i < sizeof apart / sizeof *apart && best.least < near; i++) {
        approach(p, fmaxl(apart[i] * size, -2.0L * (best.least + radii(p))), &best);
    }

    // the direction for shifted shapes depends on that of the shift, where surfaces are curved
    extended before = -HUGE_VALL;
    for (int i = 0; i < REPEATS && best.least < near && best.least > before; i++) {
        before = best.least;
        approach(p, fmaxl(1e-6L * size, -1.1L * (best.least + radii(p))), &best);
    }

    // another start gets past a simplex that is too narrow
    for (int i = 0; i < REPEATS && best.most - best.least > 1e-15L * size; i++) {
        approach(p, i % 2 == 0 ? 0.0L : 1e-3L * size, &best);
    }
    best.most = fmaxl(best.most, best.least);
    return best;
}
