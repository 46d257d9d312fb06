/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex shapes as sums: a core, which is a point, a segment or a polytope, and a round part, the
 * image of a ball. Along a vector n the support of a shape is
 *
 *     h(n) = max over vertices v of the core of n . v  +  sigma(n),    sigma(n) = |diag(r) n|
 *
 *     shape         core        r
 *     sphere        point       (radius, radius, radius)
 *     capsule       segment     (radius, radius, radius)
 *     cylinder      segment     (radius, radius, 0)
 *     ellipsoid     point       its half axes
 *     box, mesh     polytope    none
 *
 * All in the frame of the shape. */
#ifndef LUDO_COLLISION_CONVEX_CONVEX_H
#define LUDO_COLLISION_CONVEX_CONVEX_H

#include "collision/narrow_phase.h"

struct convex;

/* Most directions in which a core continues from a vertex, level to a given normal. */
enum { LEVEL_EDGES = 2 };

/* The operations of a kind of core. Vertices have numbers. */
typedef struct convex_core {
    /* The vertex farthest along n. */
    int32_t (*support)(const struct convex *c, ludo_vec3 n);
    ludo_vec3 (*vertex)(const struct convex *c, int32_t i);

    /* Whether the shape has faces; the outer normal nearest to n of those about its vertex. */
    bool (*facing)(const struct convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *normal);

    /* Whether a point is over the face nearest to n. */
    bool (*over)(const struct convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 x);

    /* The edges from a vertex that are most level to n: at most LEVEL_EDGES, fewer where they are
     * steep. Returns their number. */
    int32_t (*level)(const struct convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *edge);
} convex_core;

/* A convex shape. */
typedef struct convex {
    const collider *of;
    const convex_core *core;
    double half;     /* of a segment: half its length, along z; of a point: its z */
    ludo_vec3 r;     /* half axes of the round part */
    double ball;     /* radius of the largest ball that is a summand of the round part */
    bool is_rounded; /* the round part is more than that ball */
} convex;

/* The convex shape of a collider that is no plane. */
convex ludo_convex(const collider *c);

/* The ball or the disc at end 0 (z < 0) or 1 of a capsule or a cylinder. */
convex ludo_convex_end(const convex *c, int32_t end);

/* Whether the shape is a cylinder or an end of one. */
static inline bool convex_has_rim(const convex *c)
{
    return c->r.x > 0.0 && !(c->r.z > 0.0);
}

/* sigma(n). */
static inline double convex_sigma(const convex *c, ludo_vec3 n)
{
    return v3_norm(v3(c->r.x * n.x, c->r.y * n.y, c->r.z * n.z));
}

/* The gradient of sigma: the point of the round part farthest along n; 0 where n is normal to a
 * flat round part. */
static inline ludo_vec3 convex_round_point(const convex *c, ludo_vec3 n)
{
    const double sigma = convex_sigma(c, n);
    const double per = sigma > 0.0 ? 1.0 / sigma : 0.0;
    return v3(per * c->r.x * c->r.x * n.x, per * c->r.y * c->r.y * n.y,
              per * c->r.z * c->r.z * n.z);
}

/* The point of the shape farthest along n, where `vertex` is that of the core. */
static inline ludo_vec3 convex_farthest(const convex *c, int32_t vertex, ludo_vec3 n)
{
    return v3_add(c->core->vertex(c, vertex), convex_round_point(c, n));
}

/* ---- two of them ---- */

/* Two convex shapes in the frame of the first. */
typedef struct convex_pair {
    convex a, b;
    ludo_vec3 t; /* origin of b */
    mat3 C;      /* from b's axes to a's */
    double size; /* sum of their radii and of their distance [m] */
} convex_pair;

convex_pair ludo_convex_pair(const collider *a, const collider *b, const pose *z_a,
                             const pose *z_b);

/* A point of b's frame in a's; one of a's in b's. */
static inline ludo_vec3 convex_in_a(const convex_pair *p, ludo_vec3 x)
{
    return v3_add(p->t, m3_apply(&p->C, x));
}

static inline ludo_vec3 convex_in_b(const convex_pair *p, ludo_vec3 x)
{
    return m3_apply_t(&p->C, v3_sub(x, p->t));
}

/* -n in b's frame: along which b is seen where a is seen along n. */
static inline ludo_vec3 convex_seen_by_b(const convex_pair *p, ludo_vec3 n)
{
    return v3_scale(-1.0, m3_apply_t(&p->C, n));
}

/* The faces or edges that an axis is normal to: they define it at other poses, too. */
typedef enum axis_source {
    AXIS_OF_FACE_A, /* the normal of a face of a */
    AXIS_OF_FACE_B,
    AXIS_OF_EDGES,  /* normal to an edge of each */
    AXIS_OF_EDGE_A, /* normal to an edge of a, else along the shortest way */
    AXIS_OF_EDGE_B,
    AXIS_FREE
} axis_source;

/* A separating axis: for a unit vector n, from a to b,
 *
 *     gap(n) = n . t - h_a(n) - h_b(-n)
 *
 * is at most the distance of the shapes, and the largest over all n is that distance, or minus the
 * depth where they overlap. */
typedef struct convex_axis {
    double gap;  /* [m] */
    ludo_vec3 n; /* unit, in a's frame */
    axis_source source;
    int32_t vertex_a, vertex_b; /* farthest vertices of the cores: from these the edges start */
    ludo_vec3 edge_a, edge_b;   /* of the source, in a's frame */
    bool is_exit; /* of a part that overlaps: no axis near the best one of the part leaves the
                     solid; this is the best normal of a face, or an axis more than twice as deep */
} convex_axis;

/* The best separating axis, to rounding. */
convex_axis ludo_convex_axis(const convex_pair *p);

/* Whether an axis is that of a face over which the farthest point of the other shape lies. */
bool ludo_convex_axis_is_over(const convex_pair *p, const convex_axis *x);

/* The axis x, or one as good whose farthest points are nearest points: that of a face may be as
 * good to rounding where the other shape is lowest beside the face. */
convex_axis ludo_convex_axis_at_points(const convex_pair *p, const convex_axis *x);

/* gap(n), n in a's frame. */
double ludo_convex_gap_along(const convex_pair *p, ludo_vec3 n);

/* ludo_convex_clears(), of a pair. */
bool ludo_convex_pair_clears(const convex_pair *p, double distance);

/* The gap along the best axis: narrow_phase_kind.gap of any two bounded shapes. */
double ludo_convex_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b);

#endif
