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

/* Numbers of axes: normals of faces of a, of b, edges. */
enum { FACES_A = 0, FACES_B = BOX_AXES, EDGES = 2 * BOX_AXES };

/* An axis by its number. */
typedef struct numbered_axis {
    double gap;
    ludo_vec3 n; /* from a to b */
    int32_t number;
} numbered_axis;

/* The best axis so far, and magnitudes of the entries of C. */
typedef struct box_search {
    const convex_pair *p;
    const double *a, *b; /* half sides */
    double Q[BOX_AXES][BOX_AXES];
    numbered_axis best;
} box_search;

static void take(box_search *s, double along, double gap, ludo_vec3 n, int32_t number)
{
    s->best.gap = gap;
    s->best.n = along < 0.0 ? v3_scale(-1.0, n) : n;
    s->best.number = number;
}

static void try_face_a(box_search *s, int32_t i)
{
    const double along = v3_get(s->p->t, i), *Q = s->Q[i];
    const double gap = fabs(along) - s->a[i] - (Q[0] * s->b[0] + Q[1] * s->b[1] + Q[2] * s->b[2]);
    if (!(gap <= s->best.gap)) { // also NaN
        take(s, along, gap, box_normal((box_face){i, true}), FACES_A + i);
    }
}

/* The column's length is 1 up to rounding, which counts: faces of both that are parallel have equal
 * gaps up to it. */
static void try_face_b(box_search *s, int32_t i)
{
    const ludo_vec3 n = m3_column(&s->p->C, i);
    const double along = v3_dot(n, s->p->t);
    const double gap = fabs(along) - box_reach(s->a, n) - box_reach(s->b, m3_apply_t(&s->p->C, n));
    if (!(gap <= s->best.gap)) { // also NaN
        take(s, along, gap, n, FACES_B + i);
    }
}

/* Edges whose sine is less, squared, are parallel up to rounding: faces have their normals. */
static const double parallel = 1e-24;

/* Whether the direction c normal to edge i of a and edge k of b may be a better axis, without its
 * root: gap(c / |c|) |c| and |c|^2 are compared. */
static bool may_win(const box_search *s, int32_t i, int32_t k)
{
    const int32_t i1 = (i + 1) % BOX_AXES, i2 = (i + 2) % BOX_AXES;
    const int32_t k1 = (k + 1) % BOX_AXES, k2 = (k + 2) % BOX_AXES;
    const double *C = s->p->C.m, t1 = v3_get(s->p->t, i1), t2 = v3_get(s->p->t, i2);
    const double c1 = -C[BOX_AXES * i2 + k], c2 = C[BOX_AXES * i1 + k], cc = c1 * c1 + c2 * c2;
    const double reach_a = s->a[i1] * fabs(c1) + s->a[i2] * fabs(c2);
    const double reach_b = s->b[k1] * s->Q[i][k2] + s->b[k2] * s->Q[i][k1];
    const double rounding = 64.0 * DBL_EPSILON * s->p->size;
    const double gap = fabs(c1 * t1 + c2 * t2) - reach_a - reach_b + rounding;
    const double square = gap * fabs(gap), best = s->best.gap * fabs(s->best.gap) * cc;
    return !(square <= best) && cc > parallel; // also NaN
}

/* Edges have to be better by more than rounding, so that a face remains the source. */
static void try_edges(box_search *s, int32_t i, int32_t k)
{
    const ludo_vec3 c = v3_cross(box_normal((box_face){i, true}), m3_column(&s->p->C, k));
    const ludo_vec3 n = v3_unit(c);
    const double along = v3_dot(n, s->p->t);
    const double gap = fabs(along) - box_reach(s->a, n) - box_reach(s->b, m3_apply_t(&s->p->C, n));
    if (!(gap <= s->best.gap + box_rounding * s->p->size)) { // also NaN
        take(s, along, gap, n, EDGES + BOX_AXES * i + k);
    }
}

/* The search after the faces of a, which take least. */
static box_search begin(const convex_pair *p)
{
    box_search s = {.p = p, .a = p->a.of->size, .b = p->b.of->size, .best = {.gap = -HUGE_VAL}};
    for (int32_t i = 0; i < BOX_AXES * BOX_AXES; i++) {
        s.Q[i / BOX_AXES][i % BOX_AXES] = fabs(p->C.m[i]);
    }
    for (int32_t i = 0; i < BOX_AXES; i++) {
        try_face_a(&s, i);
    }
    return s;
}

static numbered_axis best_axis(const convex_pair *p, double most)
{
    box_search s = begin(p);
    for (int32_t i = 0; i < BOX_AXES; i++) {
        try_face_b(&s, i);
    }
    for (int32_t i = 0; i < BOX_AXES && !(s.best.gap > most); i++) {
        for (int32_t k = 0; k < BOX_AXES; k++) {
            if (may_win(&s, i, k)) {
                try_edges(&s, i, k);
            }
        }
    }
    return s.best;
}

bool ludo_box_axis_separates(const convex_pair *p, double distance)
{
    return begin(p).best.gap >= distance || best_axis(p, distance).gap >= distance;
}

/* The edge of a box along an axis that starts at a corner. */
static ludo_vec3 edge_from(const double *size, int32_t corner, int32_t axis)
{
    return v3_sub(box_corner(size, corner ^ (1 << axis)), box_corner(size, corner));
}

convex_axis ludo_box_axis(const convex_pair *p, double most)
{
    const numbered_axis best = best_axis(p, most);
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
    const double rim = box_rounding * p->size;
    if (x->source == AXIS_OF_FACE_A) {
        return box_over(a, box_facing(x->n), rim, on_b);
    }
    if (x->source == AXIS_OF_FACE_B) {
        const ludo_vec3 seen = m3_apply_t(&p->C, x->n);
        return box_over(b, box_facing(seen), rim, m3_apply_t(&p->C, v3_sub(on_a, p->t)));
    }
    crossing at;
    const ludo_vec3 side_a[2] = {on_a, v3_add(on_a, x->edge_a)};
    const ludo_vec3 side_b[2] = {on_b, v3_add(on_b, x->edge_b)};
    return ludo_lines_cross(side_a, side_b, &at) && crossing_inside(at);
}
