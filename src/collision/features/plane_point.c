/* SPDX-License-Identifier: Apache-2.0
 *
 * A material point of a, or the ball of a radius about it, over a plane fixed to b; n is the outer
 * normal of the plane, fixed to b:
 *
 *     gap = n . (x_a + R_a p_a - x_b - R_b p_b) - r,    n = R_b n_b
 *
 * The normal of the feature is -n: from a to b. */
#include "collision/features/round.h"

static feature_view plane_point_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 normal = v3_scale(-1.0, m3_apply(&b->R, f->n));
    const ludo_vec3 p = m3_apply(&a->R, f->a[0]);
    const double gap = v3_dot(normal, v3_sub(seen_from(a, b, f->b[0]), p)) - f->radius;
    const ludo_vec3 place = v3_axpy(p, f->radius + 0.5 * gap, normal);
    return (feature_view){gap, normal, v3_add(a->x, place)};
}

const feature_kind ludo_feature_plane_point = {"plane_point", plane_point_view};
