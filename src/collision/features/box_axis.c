/* SPDX-License-Identifier: Apache-2.0
 *
 * Separating axes of two boxes: along a unit vector n
 *
 *     gap = |n . t| - reach_a(n) - reach_b(n)
 *
 * is never more than the distance of the boxes, whatever n, and the largest over the normals of
 * faces and over the directions normal to one edge of each is minus the depth where they overlap.
 */
#include "collision/features/box_axis.h"
#include "collision/convex/box.h"
#include "collision/features/round.h"

#include <float.h>

/* Numbers of axes: normals of faces of a, of b, edges. */
enum { FACES_A = 0, FACES_B = BOX_AXES, EDGES = 2 * BOX_AXES };

/* An axis by its number. */
typedef struct numbered_axis {
    double gap;
    ludo_vec3 n; /* from a to b */
    int32_t number;
} numbered_axis;

/* Edges have to be better by more than rounding, so that a face remains the source. */
static void try_axis(numbered_axis *best, const convex_pair *p, ludo_vec3 n, int32_t number)
{
    const double rounding = number < EDGES ? 0.0 : 16.0 * DBL_EPSILON * p->size;
    const double along = v3_dot(n, p->t);
    const double gap =
        fabs(along) - box_reach(p->a.of->size, n) - box_reach(p->b.of->size, m3_apply_t(&p->C, n));
    if (!(gap <= best->gap + rounding)) { // also NaN
        *best = (numbered_axis){gap, along < 0.0 ? v3_scale(-1.0, n) : n, number};
    }
}

static numbered_axis best_axis(const convex_pair *p)
{
    const mat3 own = m3_identity(1.0), other = m3_transpose(&p->C);
    numbered_axis best = {.gap = -HUGE_VAL};
    for (int i = 0; i < BOX_AXES; i++) {
        try_axis(&best, p, m3_row(&own, i), FACES_A + i);
    }
    for (int i = 0; i < BOX_AXES; i++) {
        try_axis(&best, p, m3_row(&other, i), FACES_B + i);
    }
    for (int i = 0; i < BOX_AXES * BOX_AXES; i++) {
        const ludo_vec3 n = v3_cross(m3_row(&own, i / BOX_AXES), m3_row(&other, i % BOX_AXES));
        if (v3_has_direction(n)) { // its rounding changes the gap by no more than that of the edges
            try_axis(&best, p, v3_unit(n), EDGES + i);
        }
    }
    return best;
}

/* The edge of a box along an axis that starts at a corner. */
static ludo_vec3 edge_from(const double *size, int32_t corner, int32_t axis)
{
    return v3_sub(box_corner(size, corner ^ (1 << axis)), box_corner(size, corner));
}

convex_axis ludo_box_axis(const convex_pair *p)
{
    const numbered_axis best = best_axis(p);
    const ludo_vec3 seen = v3_scale(-1.0, m3_apply_t(&p->C, best.n));
    convex_axis x = {
        .gap = best.gap,
        .n = best.n,
        .source = best.number < FACES_B ? AXIS_OF_FACE_A
                  : best.number < EDGES ? AXIS_OF_FACE_B
                                        : AXIS_OF_EDGES,
        .vertex_a = p->a.core->support(&p->a, best.n),
        .vertex_b = p->b.core->support(&p->b, seen),
    };
    if (x.source == AXIS_OF_EDGES) {
        const int32_t edges = best.number - EDGES;
        const ludo_vec3 e = edge_from(p->b.of->size, x.vertex_b, edges % BOX_AXES);
        x.edge_a = edge_from(p->a.of->size, x.vertex_a, edges / BOX_AXES);
        x.edge_b = m3_apply(&p->C, e);
    }
    return x;
}

bool ludo_box_axis_is_exact(const convex_pair *p, const convex_axis *x)
{
    const double *a = p->a.of->size, *b = p->b.of->size;
    const ludo_vec3 on_a = box_corner(a, x->vertex_a);
    const ludo_vec3 on_b = v3_add(p->t, m3_apply(&p->C, box_corner(b, x->vertex_b)));
    if (x->source == AXIS_OF_FACE_A) {
        return box_over(a, box_facing(x->n), 0.0, on_b);
    }
    if (x->source == AXIS_OF_FACE_B) {
        const ludo_vec3 seen = m3_apply_t(&p->C, x->n);
        return box_over(b, box_facing(seen), 0.0, m3_apply_t(&p->C, v3_sub(on_a, p->t)));
    }
    crossing at;
    const ludo_vec3 side_a[2] = {on_a, v3_add(on_a, x->edge_a)};
    const ludo_vec3 side_b[2] = {on_b, v3_add(on_b, x->edge_b)};
    return ludo_lines_cross(side_a, side_b, &at) && crossing_inside(at);
}
