/* SPDX-License-Identifier: Apache-2.0
 *
 * Two shapes on two bodies, for tests of the narrow phase. */
#ifndef LUDO_TESTS_SHAPE_PAIR_H
#define LUDO_TESTS_SHAPE_PAIR_H

#include "geometry/polytope.h"
#include "collision/narrow_phase.h"
#include "math/rotation_vector.h"
#include "support.h"

#include <float.h>

/* Positions are up to 5 m from the origin. */
static const double rounding = 32.0 * 5.0 * DBL_EPSILON;

enum { CORNERS = 8, SEEDS = 100 };

/* Two shapes on two bodies. */
typedef struct shape_pair {
    collider a, b;
    pose z_a, z_b;
    const narrow_phase_kind *touch;
    polytope_box box; /* of a mesh */
    polytope hull;
} shape_pair;

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

static inline double gap_of(const shape_pair *m)
{
    return m->touch->gap(&m->a, &m->b, &m->z_a, &m->z_b);
}

static inline feature_list features_of(const shape_pair *m, double margin)
{
    feature_list list = {.count = 0};
    m->touch->find(&m->a, &m->b, &m->z_a, &m->z_b, margin, &list);
    return list;
}

static inline feature_view view_of(const shape_pair *m, const feature *f)
{
    return f->kind->view(f, &m->z_a, &m->z_b);
}

/* True if two lists hold the same features. */
static inline bool same_ids(const feature_list *a, const feature_list *b)
{
    bool same = a->count == b->count;
    for (int32_t i = 0; same && i < a->count; i++) {
        same = a->item[i].id == b->item[i].id;
    }
    return same;
}

/* The row of a feature times twists equals central differences of its gap, with displacements of
 * length `step`. */
static inline void check_row(const shape_pair *m, const feature *f, random_stream *r, double step,
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
