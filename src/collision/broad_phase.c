/* SPDX-License-Identifier: Apache-2.0
 *
 * Sort and sweep along x, or along the axis on which boxes are farther apart. The order hardly
 * changes from step to step: an insertion sort costs about one comparison per box. */
#include "collision/broad_phase.h"
#include "collision/pair_table.h"
#include "geometry/list.h"

/* ---- boxes ---- */

/* Whether a shape is a segment about which balls are: a capsule, or a sphere. */
static bool is_of_balls(const collider *c)
{
    return c->kind == &ludo_shape_capsule || c->kind == &ludo_shape_sphere;
}

search_span ludo_broad_phase_span(const model_contacts *m, int32_t i)
{
    const collider *c = &m->collider[i];
    const double half = c->kind == &ludo_shape_capsule ? c->size[1] : 0.0;
    return (search_span){
        .collider = i,
        .slot = c->slot,
        .bounds = is_of_balls(c)                        ? BOUNDS_OF_BALLS
                  : q_is_identity(c->frame.orientation) ? BOUNDS_ALIGNED
                                                        : BOUNDS_TURNED,
        .reach = c->reach,
        .axis = q_rotate(c->frame.orientation, v3(0.0, 0.0, half)),
    };
}

/* Half sides of the axis-aligned box of a shape on a body at z. */
static ludo_vec3 sides_at(const search_span *span, const collider *c, const pose *z)
{
    if (span->bounds == BOUNDS_OF_BALLS) {
        const ludo_vec3 x = m3_apply(&z->R, span->axis);
        const double r = c->size[0];
        return v3(fabs(x.x) + r, fabs(x.y) + r, fabs(x.z) + r);
    }
    const mat3 turned =
        span->bounds == BOUNDS_ALIGNED ? z->R : q_matrix(q_mul(z->q, c->frame.orientation));
    const double *m = turned.m;
    const ludo_vec3 s = c->sides;
    return v3(fabs(m[0]) * s.x + fabs(m[1]) * s.y + fabs(m[2]) * s.z,
              fabs(m[3]) * s.x + fabs(m[4]) * s.y + fabs(m[5]) * s.z,
              fabs(m[6]) * s.x + fabs(m[7]) * s.y + fabs(m[8]) * s.z);
}

/* The largest distance that the rotation moves a point of the collider from its place at the nearer
 * end: the chord of half the angle, 2 sin(angle / 4) times its distance from the centre of mass. */
static double rotation_reach(const search_span *span, const pose *from, const pose *to)
{
    const double cosine = fabs(q_dot(from->q, to->q));
    return cosine < 1.0 ? sqrt(2.0 * (1.0 - cosine)) * span->reach : 0.0;
}

/* Let a box contain one about x, along axis k. */
static inline void enclose(search_span *span, int k, double x, double side)
{
    span->low[k] = x - side < span->low[k] ? x - side : span->low[k];
    span->high[k] = x + side > span->high[k] ? x + side : span->high[k];
}

static void box_in(search_span *span, const collider *c, const pose *from, const pose *to,
                   double around)
{
    const ludo_vec3 s = sides_at(span, c, to);
    const ludo_vec3 x = v3_add(to->x, m3_apply(&to->R, c->frame.position));
    const double more = around + (from == to ? 0.0 : rotation_reach(span, from, to));
    v3_put(v3(x.x - s.x - more, x.y - s.y - more, x.z - s.z - more), span->low);
    v3_put(v3(x.x + s.x + more, x.y + s.y + more, x.z + s.z + more), span->high);
    if (from != to) {
        const ludo_vec3 before = sides_at(span, c, from);
        const ludo_vec3 y = v3_add(from->x, m3_apply(&from->R, c->frame.position));
        enclose(span, 0, y.x, before.x + more);
        enclose(span, 1, y.y, before.y + more);
        enclose(span, 2, y.z, before.z + more);
    }
}

/* ---- sorting ---- */

static bool is_before(const search_span *a, const search_span *b, int32_t axis)
{
    return a->low[axis] < b->low[axis] ||
           (a->low[axis] == b->low[axis] && a->collider < b->collider);
}

/* Sum of squared distances of the boxes from their mean along an axis. */
static double spread_along(const contact_search *s, int32_t axis)
{
    double sum = 0.0, squares = 0.0;
    for (int32_t i = 0; i < s->span_count; i++) {
        const double x = s->span[i].low[axis] - s->span[0].low[axis];
        sum += x;
        squares += x * x;
    }
    return squares - sum * sum / s->span_count;
}

/* Boxes along y or z have to be this many times as far apart, squared, as along x. */
static const double far_wider = 4.0;

/* The axis to sort along: what hangs or stands upright has its boxes side by side along x. */
static int32_t widest_axis(const contact_search *s)
{
    const double x = spread_along(s, 0), y = spread_along(s, 1), z = spread_along(s, 2);
    return y > far_wider * x || z > far_wider * x ? (z > y ? 2 : 1) : 0;
}

static void put(contact_search *s, int32_t at, const search_span *span)
{
    s->span[at] = *span;
    s->place[span->collider] = at;
}

/* Move a span to its place among those before it, which are sorted. */
static void move_up(contact_search *s, int32_t i)
{
    const search_span moved = s->span[i];
    int32_t k = i;
    for (; k > 0 && is_before(&moved, &s->span[k - 1], s->axis); k--) {
        put(s, k, &s->span[k - 1]);
    }
    put(s, k, &moved);
}

void ludo_broad_phase_sort(contact_search *s, const pose *from, const pose *to, double margin)
{
    const collider *c = s->model->contacts.collider;
    for (int32_t i = 0; i < s->span_count; i++) {
        const int32_t slot = s->span[i].slot;
        box_in(&s->span[i], &c[s->span[i].collider], &from[slot], &to[slot], 0.5 * margin);
    }
    s->axis = s->span_count > 0 ? widest_axis(s) : 0;
    for (int32_t i = 1; i < s->span_count; i++) {
        if (is_before(&s->span[i], &s->span[i - 1], s->axis)) {
            move_up(s, i);
        }
    }
}

/* ---- pairs ---- */

static bool overlap(const search_span *a, const search_span *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

static void visit_boxes(const contact_search *s, pair_visit *visit, void *with)
{
    const int32_t axis = s->axis;
    for (int32_t i = 0; i < s->span_count; i++) {
        const search_span *a = &s->span[i];
        for (int32_t k = i + 1; k < s->span_count && s->span[k].low[axis] <= a->high[axis]; k++) {
            const search_span *b = &s->span[k];
            if (a->slot != b->slot && overlap(a, b) &&
                pair_table_may_touch(&s->table, a->collider, b->collider)) {
                visit(with, a->collider, b->collider);
            }
        }
    }
}

/* A plane in the world. */
typedef struct plane_there {
    ludo_vec3 n;
    ludo_vec3 x; /* a point of it */
} plane_there;

static plane_there place_plane(const collider *c, const pose *z)
{
    const pose p = collider_pose(c, z);
    return (plane_there){v3(p.R.m[2], p.R.m[5], p.R.m[8]), p.x};
}

/* Whether the bounding sphere of a collider at z is within the margin of a plane, to rounding: it
 * is, if a point of the collider is. */
static bool is_near_plane(const plane_there *p, const collider *c, const pose *z, double margin)
{
    const ludo_vec3 x = v3_sub(v3_add(z->x, m3_apply(&z->R, c->frame.position)), p->x);
    const double rounding = 1e-9 * (c->radius + fabs(x.x) + fabs(x.y) + fabs(x.z));
    return v3_dot(p->n, x) <= c->radius + margin + rounding;
}

/* Whether a box, enlarged by half the margin, is within the margin of a plane at rest. */
static bool is_box_near(const plane_there *p, const search_span *b, double radius, double margin)
{
    const double x = (p->n.x > 0.0 ? b->low[0] : b->high[0]) - p->x.x;
    const double y = (p->n.y > 0.0 ? b->low[1] : b->high[1]) - p->x.y;
    const double z = (p->n.z > 0.0 ? b->low[2] : b->high[2]) - p->x.z;
    const double rounding = 1e-9 * (radius + fabs(x) + fabs(y) + fabs(z));
    return !(p->n.x * x + p->n.y * y + p->n.z * z > 0.5 * margin + rounding); // also NaN
}

/* A plane over a step. */
typedef struct plane_step {
    const collider *of;
    bool is_fixed;
    plane_there before, after;
    const pose *from, *to;
    double margin;
} plane_step;

/* Whether a collider may be within the margin of a plane, which isn't on its body. */
static bool is_near(const plane_step *p, const search_span *span, const collider *c)
{
    return p->of->slot != c->slot &&
           (!p->is_fixed || is_box_near(&p->before, span, c->radius, p->margin)) &&
           (is_near_plane(&p->before, c, &p->from[c->slot], p->margin) ||
            (p->from != p->to && is_near_plane(&p->after, c, &p->to[c->slot], p->margin)));
}

static plane_step plane_of(const collider *c, const pose *from, const pose *to, double margin)
{
    plane_step p = {.of = c, .is_fixed = c->slot < 0, .from = from, .to = to, .margin = margin};
    p.before = place_plane(c, &from[c->slot]);
    p.after = p.is_fixed || from == to ? p.before : place_plane(c, &to[c->slot]);
    return p;
}

void ludo_broad_phase_pairs(const contact_search *s, const pose *from, const pose *to,
                            double margin, pair_visit *visit, void *with)
{
    const collider *c = s->model->contacts.collider;
    visit_boxes(s, visit, with);
    for (int32_t i = 0; i < s->plane_count; i++) {
        const int32_t plane = s->planes[i];
        const plane_step p = plane_of(&c[plane], from, to, margin);
        for (int32_t k = 0; k < s->span_count; k++) {
            const int32_t other = s->span[k].collider;
            if (pair_table_may_touch(&s->table, plane, other) &&
                is_near(&p, &s->span[k], &c[other])) {
                visit(with, plane, other);
            }
        }
    }
}

/* The span of a bounded collider with its box at one pose. */
static search_span span_at(const contact_search *s, int32_t i, const pose *at, double margin)
{
    search_span span = s->span[s->place[i]];
    const pose *z = &at[span.slot];
    box_in(&span, &s->model->contacts.collider[i], z, z, 0.5 * margin);
    return span;
}

bool ludo_broad_phase_has(const contact_search *s, int32_t i, int32_t j, const pose *at,
                          double margin)
{
    const collider *c = s->model->contacts.collider;
    if (isinf(c[i].radius) || isinf(c[j].radius)) {
        const int32_t plane = isinf(c[i].radius) ? i : j, other = i + j - plane;
        const plane_step p = plane_of(&c[plane], at, at, margin);
        const search_span span = span_at(s, other, at, margin);
        return is_near(&p, &span, &c[other]);
    }
    const search_span a = span_at(s, i, at, margin), b = span_at(s, j, at, margin);
    return overlap(&a, &b);
}
