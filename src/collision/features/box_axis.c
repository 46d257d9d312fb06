/* SPDX-License-Identifier: Apache-2.0
 *
 * Separating axes of two boxes: along a unit vector n
 *
 *     gap = |n . t| - reach_a(n) - reach_b(n)
 *
 * is never more than the distance of the boxes, whatever n, and the largest over the normals of
 * faces and over the directions normal to one edge of each is minus the depth where they overlap.
 */
#include "collision/features/box_pair.h"
#include "collision/features/round.h"

box_pair ludo_box_pair(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const mat3 A = q_matrix(q_mul(z_a->q, a->frame.orientation));
    const mat3 B = q_matrix(q_mul(z_b->q, b->frame.orientation));
    const ludo_vec3 from = m3_apply(&z_a->R, a->frame.position);
    const ludo_vec3 to = seen_from(z_a, z_b, b->frame.position);
    return (box_pair){
        .a = a->size,
        .b = b->size,
        .t = m3_apply_t(&A, v3_sub(to, from)),
        .C = m3_mul(m3_transpose(&A), B),
    };
}

static box_axis seen_along(const box_pair *p, ludo_vec3 n)
{
    const double along = v3_dot(n, p->t);
    const double gap = fabs(along) - box_reach(p->a, n) - box_reach(p->b, m3_apply_t(&p->C, n));
    return (box_axis){gap, along < 0.0 ? v3_scale(-1.0, n) : n};
}

static box_axis better(box_axis best, box_axis other)
{
    return other.gap > best.gap ? other : best;
}

box_axis ludo_box_axis(const box_pair *p)
{
    const mat3 own = m3_identity(1.0), other = m3_transpose(&p->C);
    box_axis best = seen_along(p, m3_row(&own, 0));
    for (int i = 1; i < BOX_AXES; i++) {
        best = better(best, seen_along(p, m3_row(&own, i)));
    }
    for (int i = 0; i < BOX_AXES; i++) {
        best = better(best, seen_along(p, m3_row(&other, i)));
    }
    for (int i = 0; i < BOX_AXES * BOX_AXES; i++) {
        const ludo_vec3 n = v3_cross(m3_row(&own, i / BOX_AXES), m3_row(&other, i % BOX_AXES));
        if (v3_dot(n, n) > PARALLEL * PARALLEL) {
            best = better(best, seen_along(p, v3_unit(n)));
        }
    }
    return best;
}
