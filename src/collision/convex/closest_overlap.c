/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes that overlap or touch: the face of their difference that is nearest to the origin, by a
 * polytope inside that grows towards it [bergen2001]. Each step adds the support point beyond the
 * nearest face. */
#include "collision/convex/closest.h"

#include <float.h>

enum { MOST_POINTS = 64, MOST_FACES = 2 * MOST_POINTS, MOST_EDGES = 3 * MOST_POINTS };

/* A face of the polytope; outside: normal . x > offset. */
typedef struct face {
    int32_t corner[3];
    ludo_vec3 normal;
    double offset;
} face;

/* The polytope inside the difference. */
typedef struct inner {
    const convex_pair *pair;
    ludo_vec3 point[MOST_POINTS];
    face face[MOST_FACES];
    int32_t point_count, face_count;
} inner;

/* A face of no area is never the nearest. */
static face make_face(const inner *in, int32_t i, int32_t j, int32_t k)
{
    const ludo_vec3 *x = in->point;
    const ludo_vec3 n = v3_cross(v3_sub(x[j], x[i]), v3_sub(x[k], x[i]));
    face f = {{i, j, k}, {0.0, 0.0, 0.0}, HUGE_VAL};
    if (v3_has_direction(n)) {
        f.normal = v3_unit(n);
        f.offset = v3_dot(f.normal, x[i]);
    }
    return f;
}

/* ---- the first tetrahedron ---- */

/* The support point along +-n that is farthest from the hull of `count` points: by its distance
 * from the point, the line or the plane. */
static double measure(const ludo_vec3 *x, int32_t count, ludo_vec3 w)
{
    const ludo_vec3 d = v3_sub(w, x[0]);
    if (count == 1) {
        return v3_norm(d);
    }
    const ludo_vec3 area = v3_cross(v3_sub(x[1], x[0]), d);
    return count == 2 ? v3_norm(area)
                      : fabs(v3_dot(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])), d));
}

/* Directions in which the next point is sought. */
static int32_t seek(const ludo_vec3 *x, int32_t count, ludo_vec3 way[3])
{
    way[0] = v3(1.0, 0.0, 0.0), way[1] = v3(0.0, 1.0, 0.0), way[2] = v3(0.0, 0.0, 1.0);
    if (count < 3) {
        return 3;
    }
    const ludo_vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    way[0] = v3_has_direction(n) ? v3_unit(n) : way[0];
    return 1;
}

static void add_farthest(inner *in)
{
    ludo_vec3 way[3], best = in->point[0];
    const int32_t ways = seek(in->point, in->point_count, way);
    double most = -1.0;
    for (int32_t i = 0; i < 2 * ways; i++) {
        const ludo_vec3 n = v3_scale(i % 2 == 0 ? 1.0 : -1.0, way[i / 2]);
        const ludo_vec3 w = ludo_difference_support(in->pair, n);
        const double far = measure(in->point, in->point_count, w);
        best = far > most ? w : best;
        most = far > most ? far : most;
    }
    in->point[in->point_count++] = best;
}

/* From a simplex, whose last point is left out if the four are in one plane. */
static void begin(inner *in, const simplex *s)
{
    static const int32_t side[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    const double size = in->pair->size;
    in->point_count = s->count;
    for (int32_t i = 0; i < s->count; i++) {
        in->point[i] = s->point[i];
    }
    if (s->count == 4 && !(measure(in->point, 3, in->point[3]) > 1e-9 * size * size * size)) {
        in->point_count = 3;
    }
    while (in->point_count < 4) {
        add_farthest(in);
    }
    in->face_count = 4;
    const bool mirrored =
        v3_dot(v3_cross(v3_sub(in->point[1], in->point[0]), v3_sub(in->point[2], in->point[0])),
               v3_sub(in->point[3], in->point[0])) < 0.0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t *c = side[k];
        in->face[k] = mirrored ? make_face(in, c[0], c[2], c[1]) : make_face(in, c[0], c[1], c[2]);
    }
}

/* ---- growth ---- */

static int32_t nearest(const inner *in)
{
    int32_t best = 0;
    for (int32_t i = 1; i < in->face_count; i++) {
        best = in->face[i].offset < in->face[best].offset ? i : best;
    }
    return best;
}

/* The border of the faces that are removed. */
typedef struct border {
    int32_t edge[MOST_EDGES][2];
    int32_t count;
} border;

/* Put an edge, or remove it if it is there the other way round. */
static void put_edge(border *b, int32_t i, int32_t j)
{
    for (int32_t k = 0; k < b->count; k++) {
        if (b->edge[k][0] == j && b->edge[k][1] == i) {
            b->count--;
            b->edge[k][0] = b->edge[b->count][0];
            b->edge[k][1] = b->edge[b->count][1];
            return;
        }
    }
    if (b->count < MOST_EDGES) {
        b->edge[b->count][0] = i;
        b->edge[b->count++][1] = j;
    }
}

/* Add a point beyond face `at`. Returns false if there is no room. */
static bool grow(inner *in, int32_t at, ludo_vec3 w)
{
    const double rounding = 4.0 * DBL_EPSILON * in->pair->size;
    border b = {.count = 0};
    int32_t kept = 0;
    for (int32_t i = 0; i < in->face_count; i++) {
        const face f = in->face[i];
        const bool seen = i == at || v3_dot(f.normal, w) - f.offset > rounding;
        for (int32_t k = 0; k < 3 && seen; k++) {
            put_edge(&b, f.corner[k], f.corner[(k + 1) % 3]);
        }
        if (!seen) {
            in->face[kept++] = f;
        }
    }
    in->face_count = kept;
    if (in->point_count == MOST_POINTS || kept + b.count > MOST_FACES || kept + b.count == 0) {
        return false;
    }
    in->point[in->point_count] = w;
    for (int32_t k = 0; k < b.count; k++) {
        in->face[in->face_count++] = make_face(in, b.edge[k][0], b.edge[k][1], in->point_count);
    }
    in->point_count++;
    return true;
}

ludo_vec3 ludo_closest_overlap(const convex_pair *p, const simplex *s)
{
    const double least = 16.0 * DBL_EPSILON * p->size;
    inner in = {.pair = p};
    ludo_vec3 best = v3(0.0, 0.0, 1.0);
    double depth = HUGE_VAL;
    begin(&in, s);
    bool grows = true;
    while (grows) {
        const int32_t at = nearest(&in);
        const face f = in.face[at];
        if (!isfinite(f.offset)) {
            break;
        }
        const ludo_vec3 n = v3_scale(-1.0, f.normal), w = ludo_difference_support(p, n);
        const double beyond = v3_dot(f.normal, w);
        best = beyond < depth ? n : best;
        depth = beyond < depth ? beyond : depth;
        grows = beyond - f.offset > least && grow(&in, at, w);
    }
    return best;
}
