/* SPDX-License-Identifier: Apache-2.0
 *
 * A material point of b, or the ball of a radius about it, over a plane fixed to a:
 *
 *     gap = n . (x_b + R_b p_b - x_a - R_a p_a) - r,    n = R_a n_a                [contact.md 3]
 */
#include "collision/feature.h"

static feature_view point_plane_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 n = m3_apply(&a->R, f->n);
    const ludo_vec3 arm = m3_apply(&b->R, f->b[0]);
    const ludo_vec3 from = m3_apply(&a->R, f->a[0]);
    const double gap = v3_dot(n, v3_add(v3_sub(b->x, a->x), v3_sub(arm, from))) - f->radius;
    const ludo_vec3 center = v3_add(b->x, arm);
    return (feature_view){gap, n, v3_axpy(center, -(f->radius + 0.5 * gap), n)};
}

const feature_kind ludo_feature_point_plane = {"point_plane", point_plane_view};
