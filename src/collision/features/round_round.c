/* SPDX-License-Identifier: Apache-2.0
 *
 * Round parts about a point of a and a point of b, one of which may be a line, its edge. The gap is
 * that of the best axis [convex/round_axis.h],
 *
 *     gap = max over n of  n . (p_b - p_a) - sigma_a(n) - sigma_b(n),    |n| = 1, n normal to the
 * edge
 *
 * searched from n, the axis when the feature was found, fixed to a. The edge of a is a[1], that of
 * b is b[1]: directions, of which one or both are zero. */
#include "collision/convex/round_axis.h"
#include "collision/features/round.h"

static round_part part_on(const feature_round *s, const pose *z)
{
    return (round_part){s->r, q_matrix(q_mul(z->q, s->orientation))};
}

static feature_view round_round_view(const feature *f, const pose *a, const pose *b)
{
    const bool edge_a = v3_has_direction(f->a[1]), edge_b = v3_has_direction(f->b[1]);
    const ludo_vec3 p_a = m3_apply(&a->R, f->a[0]), p_b = seen_from(a, b, f->b[0]);
    const round_axis x = {
        .d = v3_sub(p_b, p_a),
        .a = part_on(&f->round_a, a),
        .b = part_on(&f->round_b, b),
        .has_edge = edge_a || edge_b,
        .edge = edge_a ? m3_apply(&a->R, f->a[1]) : m3_apply(&b->R, f->b[1]),
    };
    const ludo_vec3 n = ludo_round_axis_best(&x, m3_apply(&a->R, f->n));
    const double gap = ludo_round_axis_gap(&x, n);

    // the nearest point of the shape without the edge, and half the gap from there
    const ludo_vec3 place = edge_a ? v3_axpy(v3_sub(p_b, ludo_round_point(&x.b, n)), -0.5 * gap, n)
                                   : v3_axpy(v3_add(p_a, ludo_round_point(&x.a, n)), 0.5 * gap, n);
    return (feature_view){gap, n, v3_add(a->x, place)};
}

const feature_kind ludo_feature_round_round = {"round_round", round_round_view};
