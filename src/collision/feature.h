/* SPDX-License-Identifier: Apache-2.0
 *
 * Features: pairs of points, edges or faces by which two shapes may touch [contact.md 3].
 *
 * A feature is found at one pair of poses and followed to any other: its gap is a smooth function
 * of the poses of both bodies, by the envelope theorem with the derivative
 *
 *     d gap = n . ( v_b + w_b x (c - x_b) - v_a - w_a x (c - x_a) ) dt
 *
 * for the normal n and any point c on the line along which the gap is measured. So normal and point
 * are all that contact rows need, whatever the shapes are. Two shapes don't penetrate where all
 * their features have gaps >= 0. */
#ifndef LUDO_COLLISION_FEATURE_H
#define LUDO_COLLISION_FEATURE_H

#include "model/contact.h"

/* A feature at one pair of poses, world frame. */
typedef struct feature_view {
    double gap;       /* [m]; negative: penetration */
    ludo_vec3 normal; /* unit, from a to b */
    ludo_vec3 point;  /* midway between the two nearest points */
} feature_view;

typedef struct feature_kind feature_kind;

/* Added to the number of a feature that was replaced by a plane (candidate.h). */
enum { FEATURE_PASSED = 1 << 30 };

/* The round part of a shape: half axes r along the axes of its frame [convex/convex.h]. */
typedef struct feature_round {
    ludo_vec3 r;
    ludo_quat orientation;
} feature_round;

/* One feature, with the numbers that its kind needs of both shapes, each in the frame of its body,
 * from the centre of mass. Numbers that the kind doesn't need are zero. */
typedef struct feature {
    const feature_kind *kind;
    int32_t id;           /* unique among the features of two shapes */
    ludo_vec3 a[2], b[2]; /* points or ends of edges on each */
    ludo_vec3 n;          /* a direction fixed to a unless the kind says otherwise: the outer normal
                             of a face */
    double radius;        /* sum of the radii of round shapes, by which the gap is less */
    double radius_a;      /* the radius of a */
    union {
        struct {
            ludo_frame frame; /* of a shape, on a unless the kind says otherwise */
            double size[3];   /* of that shape */
        };
        struct {
            feature_round round_a, round_b;
        };
    };
} feature;

/* A kind of feature. */
struct feature_kind {
    const char *name;
    /* Gap, normal and point for bodies (centres of mass) at poses a and b. */
    feature_view (*view)(const feature *f, const pose *a, const pose *b);
};

#define LUDO_FEATURE_LIST(X)                                                                       \
    X(point_plane)                                                                                 \
    X(rim_plane)                                                                                   \
    X(ellipsoid_plane)                                                                             \
    X(plane_ellipsoid)                                                                             \
    X(plane_rim)                                                                                   \
    X(round_round)                                                                                 \
    X(plane_point)                                                                                 \
    X(point_point)                                                                                 \
    X(point_segment)                                                                               \
    X(segment_point)                                                                               \
    X(segment_segment)                                                                             \
    X(point_box)                                                                                   \
    X(edge_edge)                                                                                   \
    X(side_side)

#define X(name) extern const feature_kind ludo_feature_##name;
LUDO_FEATURE_LIST(X)
#undef X

/* A material point of b, or the ball of a radius about it, over a plane fixed to a:
 *
 *     gap = n . (x_b + R_b p_b - x_a - R_a p_a) - r,    n = R_a n_a                [contact.md 3]
 */
static inline feature_view feature_point_over_plane(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 n = m3_apply(&a->R, f->n);
    const ludo_vec3 arm = m3_apply(&b->R, f->b[0]);
    const ludo_vec3 from = m3_apply(&a->R, f->a[0]);
    const double gap = v3_dot(n, v3_add(v3_sub(b->x, a->x), v3_sub(arm, from))) - f->radius;
    const ludo_vec3 center = v3_add(b->x, arm);
    return (feature_view){gap, n, v3_axpy(center, -(f->radius + 0.5 * gap), n)};
}

/* The view of a feature; that of the most frequent kind without a call. */
static inline feature_view feature_at(const feature *f, const pose *a, const pose *b)
{
    return f->kind == &ludo_feature_point_plane ? feature_point_over_plane(f, a, b)
                                                : f->kind->view(f, a, b);
}

static inline double feature_gap(const feature *f, const pose *a, const pose *b)
{
    return feature_at(f, a, b).gap;
}

#endif
