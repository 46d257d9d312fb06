/* SPDX-License-Identifier: Apache-2.0
 *
 * An ellipsoid on b over a plane fixed to a; `frame` and `size` (radii) are the ellipsoid's:
 *
 *     gap = n . (c - x_a - R_a p_a) - sqrt(n^T A n),    A = Q diag(radii^2) Q^T    [contact.md 3]
 *
 * and its lowest point is c - A n / sqrt(n^T A n). */
#include "collision/feature.h"

static feature_view ellipsoid_plane_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 n = m3_apply(&a->R, f->n);
    const ludo_vec3 arm = m3_apply(&b->R, f->frame.position);
    const ludo_vec3 from = m3_apply(&a->R, f->a[0]);

    // A n, in the ellipsoid's axes
    const ludo_vec3 m = q_rotate(q_conj(f->frame.orientation), m3_apply_t(&b->R, n));
    const ludo_vec3 An = v3(f->size[0] * f->size[0] * m.x, f->size[1] * f->size[1] * m.y,
                            f->size[2] * f->size[2] * m.z);
    const double reach = sqrt(v3_dot(m, An));
    const ludo_vec3 up = m3_apply(&b->R, q_rotate(f->frame.orientation, An));

    const double gap = v3_dot(n, v3_add(v3_sub(b->x, a->x), v3_sub(arm, from))) - reach;
    const ludo_vec3 lowest = v3_axpy(v3_add(b->x, arm), -1.0 / reach, up);
    return (feature_view){gap, n, v3_axpy(lowest, -0.5 * gap, n)};
}

const feature_kind ludo_feature_ellipsoid_plane = {"ellipsoid_plane", ellipsoid_plane_view};
