/* SPDX-License-Identifier: Apache-2.0
 *
 * A shape and a plane on two bodies. */
#ifndef LUDO_TESTS_SHAPE_PLANE_PAIR_H
#define LUDO_TESTS_SHAPE_PLANE_PAIR_H

#include "shape_pair.h"

static inline ludo_vec3 normal_of(const shape_pair *m)
{
    return m3_apply(&m->z_a.R, q_rotate(m->a.frame.orientation, v3(0.0, 0.0, 1.0)));
}

/* Move b along the normal until its gap is `gap`. */
static inline void set_gap(shape_pair *m, double gap)
{
    const ludo_vec3 n = normal_of(m);
    m->z_b = pose_make(v3_axpy(m->z_b.x, gap - gap_of(m), n), m->z_b.q);
}

static inline void meet(shape_pair *m, const shape_kind *kind, random_stream *r)
{
    bool swapped = true;
    *m = (shape_pair){
        .a = {.kind = &ludo_shape_plane, .frame = random_frame(r)},
        .b = {.kind = kind, .frame = random_frame(r)},
        .z_a = random_pose(r),
        .z_b = random_pose(r),
        .touch = ludo_narrow_phase_find(&ludo_shape_plane, kind, &swapped),
    };
    assert_non_null(m->touch);
    assert_false(swapped);
    for (int32_t i = 0; i < 3; i++) {
        m->b.size[i] = random_uniform(r, 0.1, 0.4);
    }
    if (kind == &ludo_shape_mesh) {
        m->hull = ludo_polytope_box(v3_at(m->b.size), &m->box);
        m->b.hull = &m->hull;
    }
    set_gap(m, random_uniform(r, -0.05, 0.05));
}

/* Rotate b so that the angle between its shape's z axis and the normal, or its opposite, has this
 * sine. */
static inline void set_tilt(shape_pair *m, double sine, bool upside_down, random_stream *r)
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

#endif
