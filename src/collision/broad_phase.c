/* SPDX-License-Identifier: Apache-2.0
 *
 * Boxes of colliders over a step, and the pairs of all kinds. */
#include "collision/broad_phase.h"

/* ---- boxes ---- */

/* Whether a shape is a segment about which balls are: a capsule, or a sphere. */
static bool is_of_balls(const collider *c)
{
    return c->kind == &ludo_shape_capsule || c->kind == &ludo_shape_sphere;
}

static search_span span_of(const model_contacts *m, int32_t i)
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

/* ---- memory ---- */

void ludo_broad_phase_layout(contact_search *s, const ludo_model *m, arena *a)
{
    const model_contacts *c = &m->contacts;
    int32_t moving = 0, fixed = 0;
    for (int32_t i = 0; i < c->collider_count; i++) {
        const bool bounded = !isinf(c->collider[i].radius);
        moving += bounded && c->collider[i].slot >= 0;
        fixed += bounded && c->collider[i].slot < 0;
    }
    s->span = TAKE(a, moving + fixed, search_span);
    s->place = TAKE(a, c->collider_count, int32_t);
    s->planes = TAKE(a, c->collider_count - moving - fixed, int32_t);
    ludo_broad_phase_sweep_layout(s, moving, a);
    ludo_broad_phase_grid_layout(s, moving, a);
    ludo_broad_phase_tree_layout(s, fixed, a);
}

/* Append the spans of bounded colliders that move, or of those at rest, whose boxes have no margin.
 */
static void put_spans(contact_search *s, bool moving)
{
    const model_contacts *c = &s->model->contacts;
    const pose world = pose_world();
    for (int32_t i = 0; i < c->collider_count; i++) {
        if (!isinf(c->collider[i].radius) && (c->collider[i].slot >= 0) == moving) {
            search_span *span = &s->span[s->span_count];
            *span = span_of(c, i);
            box_in(span, &c->collider[i], &world, &world, 0.0);
            s->place[i] = s->span_count++;
        }
    }
}

void ludo_broad_phase_open(contact_search *s)
{
    const model_contacts *c = &s->model->contacts;
    s->span_count = s->plane_count = 0;
    for (int32_t i = 0; i < c->collider_count; i++) {
        if (isinf(c->collider[i].radius)) {
            s->planes[s->plane_count++] = i;
        }
    }
    put_spans(s, true);
    s->moving_count = s->span_count;
    put_spans(s, false);
    ludo_broad_phase_sweep_open(s);
    ludo_broad_phase_tree_open(s);
}

/* ---- searching ---- */

void ludo_broad_phase_bound(contact_search *s, const pose *from, const pose *to, double margin)
{
    const collider *c = s->model->contacts.collider;
    for (int32_t i = 0; i < s->moving_count; i++) {
        const int32_t slot = s->span[i].slot;
        box_in(&s->span[i], &c[s->span[i].collider], &from[slot], &to[slot], 0.5 * margin);
    }
}

void ludo_broad_phase_pairs(contact_search *s, const pose *from, const pose *to, double margin,
                            pair_visit *visit, void *with)
{
    if (ludo_broad_phase_sweeps(s->moving_count)) {
        ludo_broad_phase_sweep(s, visit, with);
    } else {
        ludo_broad_phase_grid(s, visit, with);
    }
    ludo_broad_phase_tree(s, margin, visit, with);
    ludo_broad_phase_planes(s, from, to, margin, visit, with);
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
        const int32_t plane = isinf(c[i].radius) ? i : j;
        const search_span span = span_at(s, i + j - plane, at, margin);
        return ludo_broad_phase_near_plane(s, plane, &span, at, margin);
    }
    const search_span a = span_at(s, i, at, margin), b = span_at(s, j, at, margin);
    return boxes_overlap(&a, &b);
}
