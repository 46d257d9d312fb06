/* SPDX-License-Identifier: Apache-2.0
 *
 * A shape that meets a plane, both on bodies somewhere. */
#ifndef LUDO_TESTS_PLANE_MEETING_H
#define LUDO_TESTS_PLANE_MEETING_H

#include "contacts/touch.h"
#include "math/rotation_vector.h"
#include "support.h"

#include <float.h>

/* Places are up to 5 m from the origin. */
static const double rounding = 32.0 * 5.0 * DBL_EPSILON;

enum { CORNERS = 8, SEEDS = 100 };

/* A plane and a shape on two bodies. */
typedef struct meeting {
    collider a, b;
    pose z_a, z_b;
    const touch_kind *touch;
    ludo_vec3 vertex[CORNERS];
} meeting;

static inline ludo_vec3 corner_of(const double *size, int32_t i)
{
    return v3((i & 1) != 0 ? size[0] : -size[0], (i & 2) != 0 ? size[1] : -size[1],
              (i & 4) != 0 ? size[2] : -size[2]);
}

static inline ludo_vec3 random_direction(random_stream *r)
{
    const ludo_quat q = random_quat(r);
    return q_rotate(q, v3(1.0, 0.0, 0.0));
}

static inline ludo_frame random_frame(random_stream *r)
{
    return (ludo_frame){random_vec3(r, 0.5), random_quat(r)};
}

static inline pose random_pose(random_stream *r)
{
    const ludo_vec3 x = random_vec3(r, 2.0);
    return pose_make(x, random_quat(r));
}

static inline ludo_vec3 normal_of(const meeting *m)
{
    return m3_apply(&m->z_a.R, q_rotate(m->a.frame.orientation, v3(0.0, 0.0, 1.0)));
}

static inline double gap_of(const meeting *m)
{
    return m->touch->gap(&m->a, &m->b, &m->z_a, &m->z_b);
}

static inline feature_list features_of(const meeting *m, double margin)
{
    feature_list list = {.count = 0};
    m->touch->find(&m->a, &m->b, &m->z_a, &m->z_b, margin, &list);
    return list;
}

static inline feature_view view_of(const meeting *m, const feature *f)
{
    return f->kind->view(f, &m->z_a, &m->z_b);
}

/* Move b along the normal until it has a gap. */
static inline void set_gap(meeting *m, double gap)
{
    const ludo_vec3 n = normal_of(m);
    m->z_b = pose_make(v3_axpy(m->z_b.x, gap - gap_of(m), n), m->z_b.q);
}

static inline void meet(meeting *m, const shape_kind *kind, random_stream *r)
{
    bool swapped = true;
    *m = (meeting){
        .a = {.kind = &ludo_shape_plane, .frame = random_frame(r)},
        .b = {.kind = kind, .frame = random_frame(r)},
        .z_a = random_pose(r),
        .z_b = random_pose(r),
        .touch = ludo_touch_find(&ludo_shape_plane, kind, &swapped),
    };
    assert_non_null(m->touch);
    assert_false(swapped);
    for (int32_t i = 0; i < 3; i++) {
        m->b.size[i] = random_uniform(r, 0.1, 0.4);
    }
    if (kind == &ludo_shape_mesh) {
        for (int32_t i = 0; i < CORNERS; i++) {
            m->vertex[i] = corner_of(m->b.size, i);
        }
        m->b.vertex = m->vertex;
        m->b.vertex_count = CORNERS;
    }
    set_gap(m, random_uniform(r, -0.05, 0.05));
}

/* Turn b so that the angle of its shape's z axis with the normal, or with its opposite, has a
 * sine. */
static inline void set_tilt(meeting *m, double sine, bool upside_down, random_stream *r)
{
    ludo_vec3 P[2];
    const ludo_vec3 n = v3_scale(upside_down ? -1.0 : 1.0, normal_of(m));
    v3_span_plane(n, P);
    const double around = random_uniform(r, -PI, PI), spin = random_uniform(r, -PI, PI);
    const ludo_vec3 axis = v3_axpy(v3_scale(cos(around), P[0]), sin(around), P[1]);
    const ludo_quat z_to_n = q_normalized(q_make(1.0 + n.z, v3_cross(v3(0.0, 0.0, 1.0), n)));
    const ludo_quat shape =
        q_mul(q_about(axis, asin(sine)), q_mul(z_to_n, q_about(v3(0.0, 0.0, 1.0), spin)));
    const double gap = gap_of(m);
    m->z_b = pose_make(m->z_b.x, q_normalized(q_mul(shape, q_conj(m->b.frame.orientation))));
    set_gap(m, gap);
}

/* The row of a feature times twists is what central differences of its gap are, with `step` the
 * length of the displacement. */
static inline void check_row(const meeting *m, const feature *f, random_stream *r, double step,
                             double tolerance)
{
    const ludo_vec3 v_a = random_vec3(r, 1.0), w_a = random_vec3(r, 1.0);
    const ludo_vec3 v_b = random_vec3(r, 1.0), w_b = random_vec3(r, 1.0);
    double gap[2];
    for (int i = 0; i < 2; i++) {
        const double e = i == 0 ? -step : step;
        const pose a =
            pose_make(v3_axpy(m->z_a.x, e, v_a), q_mul(q_turn(v3_scale(e, w_a)), m->z_a.q));
        const pose b =
            pose_make(v3_axpy(m->z_b.x, e, v_b), q_mul(q_turn(v3_scale(e, w_b)), m->z_b.q));
        gap[i] = f->kind->view(f, &a, &b).gap;
    }
    const feature_view view = view_of(m, f);
    const ludo_vec3 moves_a = v3_add(v_a, v3_cross(w_a, v3_sub(view.point, m->z_a.x)));
    const ludo_vec3 moves_b = v3_add(v_b, v3_cross(w_b, v3_sub(view.point, m->z_b.x)));
    CHECK_NEAR(v3_dot(view.normal, v3_sub(moves_b, moves_a)), (gap[1] - gap[0]) / (2.0 * step),
               tolerance);
}

#endif
