/* SPDX-License-Identifier: Apache-2.0
 *
 * Two edges that cross, as lines, or balls of radii about them whose sum is r:
 *
 *     gap = n . (b_0 - a_0) - r,    n = +- u x v / |u x v|,    u = a_1 - a_0,  v = b_1 - b_0
 *
 * The sign is that of n . d > 0 for the direction d, fixed to a, of the feature: the gap becomes
 * negative where the edges pass through each other. Parallel edges have n = d. */
#include "collision/features/round.h"

static feature_view edge_edge_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 way = m3_apply(&a->R, f->n);
    const ludo_vec3 start = m3_apply(&a->R, f->a[0]);
    const ludo_vec3 u = m3_apply(&a->R, v3_sub(f->a[1], f->a[0]));
    const ludo_vec3 v = m3_apply(&b->R, v3_sub(f->b[1], f->b[0]));
    const ludo_vec3 w = v3_sub(seen_from(a, b, f->b[0]), start), c = v3_cross(u, v);
    if (!v3_has_direction(c)) {
        const double gap = v3_dot(way, w) - f->radius;
        const ludo_vec3 place = v3_axpy(start, f->radius_a + 0.5 * gap, way);
        return (feature_view){gap, way, v3_add(a->x, place)};
    }
    const ludo_vec3 n = v3_scale((v3_dot(c, way) < 0.0 ? -1.0 : 1.0) / v3_norm(c), c);
    const double gap = v3_dot(n, w) - f->radius, s = v3_dot(v3_cross(w, v), c) / v3_dot(c, c);
    const ludo_vec3 place = v3_axpy(v3_axpy(start, s, u), f->radius_a + 0.5 * gap, n);
    return (feature_view){gap, n, v3_add(a->x, place)};
}

const feature_kind ludo_feature_edge_edge = {"edge_edge", edge_edge_view};
