/* SPDX-License-Identifier: Apache-2.0
 *
 * Round parts about two edges, a_0 a_1 and b_0 b_1: where the edges cross, the gap of edge_edge.
 * The crossing of edges that are nearly parallel, or that rotate fast, moves far in a step. Where
 * it is beyond an end, an end of one edge that is beside the other is nearest: the gap is that of
 * the round part about this end and of the line of the other edge (round_round), with the point on
 * both shapes. Of edges that are not beside each other two ends are nearest: the gap is that of the
 * round parts about these. An end leaves the other edge at its end, where both have the same gap
 * and normal. */
#include "collision/convex/lines.h"
#include "collision/features/round.h"

/* Two edges, from the centre of mass of body a. */
typedef struct sides {
    ludo_vec3 a[2], b[2];
} sides;

static sides sides_at(const feature *f, const pose *a, const pose *b)
{
    return (sides){{m3_apply(&a->R, f->a[0]), m3_apply(&a->R, f->a[1])},
                   {seen_from(a, b, f->b[0]), seen_from(a, b, f->b[1])}};
}

/* Whether an end is beside the other edge: ends 0 and 1 are those of a, 2 and 3 those of b. */
static bool is_beside(const sides *s, int32_t end)
{
    return end < 2 ? segment_passes(s->b, s->a[end]) : segment_passes(s->a, s->b[end - 2]);
}

static ludo_vec3 direction_of(const ludo_vec3 edge[2])
{
    return v3_unit(v3_sub(edge[1], edge[0]));
}

/* The round parts about end i of a and end k of b. */
static feature_view ends_view(const feature *f, const pose *a, const pose *b, int32_t i, int32_t k)
{
    feature g = *f;
    g.a[0] = f->a[i];
    g.b[0] = f->b[k];
    g.a[1] = g.b[1] = v3(0.0, 0.0, 0.0);
    return ludo_feature_round_round.view(&g, a, b);
}

static feature_view nearest_ends(const feature *f, const pose *a, const pose *b)
{
    feature_view best = ends_view(f, a, b, 0, 0);
    for (int32_t i = 1; i < 4; i++) {
        const feature_view v = ends_view(f, a, b, i / 2, i % 2);
        best = v.gap < best.gap ? v : best;
    }
    return best;
}

/* The round part about an end, and the line of the other edge. */
static feature_view end_view(const feature *f, const pose *a, const pose *b, int32_t end)
{
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    feature g = *f;
    g.a[0] = f->a[end < 2 ? end : 0];
    g.a[1] = end < 2 ? none : direction_of(f->a);
    g.b[0] = f->b[end < 2 ? 0 : end - 2];
    g.b[1] = end < 2 ? direction_of(f->b) : none;
    return ludo_feature_round_round.view(&g, a, b);
}

static feature_view side_side_view(const feature *f, const pose *a, const pose *b)
{
    const sides s = sides_at(f, a, b);
    crossing at;
    if (ludo_lines_cross(s.a, s.b, &at) && crossing_inside(at)) {
        return ludo_feature_edge_edge.view(f, a, b);
    }
    feature_view best = {.gap = HUGE_VAL};
    for (int32_t end = 0; end < 4; end++) {
        if (is_beside(&s, end)) {
            const feature_view v = end_view(f, a, b, end);
            best = v.gap < best.gap ? v : best;
        }
    }
    return best.gap < HUGE_VAL ? best : nearest_ends(f, a, b);
}

const feature_kind ludo_feature_side_side = {"side_side", side_side_view};
