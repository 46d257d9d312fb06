/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by pairs with a plane: a is the plane, the half-space below its frame's z axis. */
#ifndef LUDO_COLLISION_FEATURES_PLANE_H
#define LUDO_COLLISION_FEATURES_PLANE_H

#include "collision/narrow_phase.h"

/* A feature on a plane; the numbers of the other shape are set by the caller. */
static inline feature plane_feature(const feature_kind *kind, const collider *plane, int32_t id)
{
    return (feature){
        .kind = kind,
        .id = id,
        .a = {plane->frame.position},
        .n = q_rotate(plane->frame.orientation, v3(0.0, 0.0, 1.0)),
    };
}

/* A ball about the point `p` of shape b's frame, on a plane. */
static inline feature plane_ball(const collider *plane, const collider *b, int32_t id, ludo_vec3 p,
                                 double radius)
{
    feature f = plane_feature(&ludo_feature_point_plane, plane, id);
    f.b[0] = collider_place(b, p);
    f.radius = radius;
    return f;
}

/* Balls of one shape on a plane: what their features and gaps have in common. */
typedef struct plane_balls {
    const collider *plane, *b;
    const pose *z_b;
    ludo_vec3 n_a;          /* the normal on a */
    ludo_vec3 n, from, way; /* world: the normal; the plane's origin from a; from a to b */
    bool is_made;
    feature common;
} plane_balls;

static inline void plane_balls_begin(plane_balls *s, const collider *plane, const collider *b,
                                     const pose *z_a, const pose *z_b)
{
    s->plane = plane;
    s->b = b;
    s->z_b = z_b;
    s->n_a = q_rotate(plane->frame.orientation, v3(0.0, 0.0, 1.0));
    s->n = m3_apply(&z_a->R, s->n_a);
    s->from = m3_apply(&z_a->R, plane->frame.position);
    s->way = v3_sub(z_b->x, z_a->x);
    s->is_made = false;
}

/* Put a ball about the point `p` of shape b's frame, if its gap, that of ludo_feature_point_plane,
 * is <= margin. */
static inline void plane_ball_put(plane_balls *s, int32_t id, ludo_vec3 p, double radius,
                                  double margin, feature_list *out)
{
    const ludo_vec3 place = collider_place(s->b, p);
    const ludo_vec3 arm = m3_apply(&s->z_b->R, place);
    const double gap = v3_dot(s->n, v3_add(s->way, v3_sub(arm, s->from))) - radius;
    if (!(gap <= margin)) {
        return;
    }
    if (!s->is_made) {
        s->is_made = true;
        s->common = (feature){
            .kind = &ludo_feature_point_plane, .a = {s->plane->frame.position}, .n = s->n_a};
    }
    s->common.id = id;
    s->common.b[0] = place;
    s->common.radius = radius;
    ludo_feature_append(out, &s->common, gap);
}

/* The normal of the plane `a` in the axes of shape b, and the height of that shape's origin. */
typedef struct plane_seen {
    ludo_vec3 n;
    double height;
} plane_seen;

static inline plane_seen plane_from(const collider *a, const collider *b, const pose *z_a,
                                    const pose *z_b)
{
    const ludo_vec3 n = m3_apply(&z_a->R, q_rotate(a->frame.orientation, v3(0.0, 0.0, 1.0)));
    const ludo_vec3 from = m3_apply(&z_a->R, a->frame.position);
    const ludo_vec3 to = m3_apply(&z_b->R, b->frame.position);
    return (plane_seen){
        .n = q_rotate(q_conj(b->frame.orientation), m3_apply_t(&z_b->R, n)),
        .height = v3_dot(n, v3_add(v3_sub(z_b->x, z_a->x), v3_sub(to, from))),
    };
}

#endif
