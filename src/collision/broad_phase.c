/* SPDX-License-Identifier: Apache-2.0
 *
 * Sort and sweep along x. The order hardly changes from step to step: an insertion sort costs about
 * one comparison per box. */
#include "collision/broad_phase.h"

/* ---- boxes ---- */

/* Half sides of the axis-aligned box of a shape whose frame is at z. */
static ludo_vec3 sides_at(const collider *c, const pose *z)
{
    const double *m = z->R.m;
    const ludo_vec3 s = c->sides;
    return v3(fabs(m[0]) * s.x + fabs(m[1]) * s.y + fabs(m[2]) * s.z,
              fabs(m[3]) * s.x + fabs(m[4]) * s.y + fabs(m[5]) * s.z,
              fabs(m[6]) * s.x + fabs(m[7]) * s.y + fabs(m[8]) * s.z);
}

/* The largest distance that the rotation moves a point of the collider from its place at the nearer
 * end: the chord of half the angle, 2 sin(angle / 4) times its distance from the centre of mass. */
static double rotation_reach(const collider *c, const pose *from, const pose *to)
{
    const double cosine = fabs(q_dot(from->q, to->q));
    const double chord = cosine < 1.0 ? sqrt(2.0 * (1.0 - cosine)) : 0.0;
    return chord * (v3_norm(c->frame.position) + c->radius);
}

static void enclose(search_span *box, const double *at, const double *sides, double around)
{
    for (int k = 0; k < 3; k++) {
        const double low = at[k] - sides[k] - around, high = at[k] + sides[k] + around;
        box->low[k] = low < box->low[k] ? low : box->low[k];
        box->high[k] = high > box->high[k] ? high : box->high[k];
    }
}

static void box_in(search_span *box, const collider *c, const pose *from, const pose *to,
                   double around)
{
    const pose *const ends[2] = {from, to};
    const double more = around + rotation_reach(c, from, to);
    for (int k = 0; k < 3; k++) {
        box->low[k] = HUGE_VAL;
        box->high[k] = -HUGE_VAL;
    }
    for (int e = from == to ? 1 : 0; e < 2; e++) {
        const pose z = collider_pose(c, ends[e]);
        const ludo_vec3 s = sides_at(c, &z), x = z.x;
        enclose(box, (const double[3]){x.x, x.y, x.z}, (const double[3]){s.x, s.y, s.z}, more);
    }
}

/* ---- sorting ---- */

static bool is_before(const search_span *a, const search_span *b)
{
    return a->low[0] < b->low[0] || (a->low[0] == b->low[0] && a->collider < b->collider);
}

void ludo_broad_phase_sort(contact_search *s, const pose *from, const pose *to, double margin)
{
    const collider *c = s->model->contacts.collider;
    for (int32_t i = 0; i < s->span_count; i++) {
        const int32_t slot = c[s->span[i].collider].slot;
        box_in(&s->span[i], &c[s->span[i].collider], &from[slot], &to[slot], 0.5 * margin);
    }
    for (int32_t i = 1; i < s->span_count; i++) {
        const search_span moved = s->span[i];
        int32_t k = i;
        for (; k > 0 && is_before(&moved, &s->span[k - 1]); k--) {
            s->span[k] = s->span[k - 1];
        }
        s->span[k] = moved;
    }
}

/* ---- pairs ---- */

static bool overlap(const search_span *a, const search_span *b)
{
    return a->low[1] <= b->high[1] && b->low[1] <= a->high[1] && a->low[2] <= b->high[2] &&
           b->low[2] <= a->high[2];
}

/* Whether the bounding sphere of a collider at z is within the margin of a plane, whose frame is at
 * p. */
static bool is_near_plane(const pose *p, const collider *c, const pose *z, double margin)
{
    const ludo_vec3 n = v3(p->R.m[2], p->R.m[5], p->R.m[8]);
    const ludo_vec3 x = v3_add(z->x, m3_apply(&z->R, c->frame.position));
    return v3_dot(n, v3_sub(x, p->x)) <= c->radius + margin;
}

static void visit_planes(const contact_search *s, const pose *from, const pose *to, double margin,
                         near_pair *visit, void *with)
{
    const collider *c = s->model->contacts.collider;
    const bool moves = from != to;
    for (int32_t p = 0; p < s->plane_count; p++) {
        const collider *plane = &c[s->planes[p]];
        const pose before = collider_pose(plane, &from[plane->slot]);
        const pose after = collider_pose(plane, &to[plane->slot]);
        for (int32_t i = 0; i < s->model->contacts.collider_count; i++) {
            const int32_t b = c[i].slot;
            if (plane->slot != b && isfinite(c[i].radius) &&
                (is_near_plane(&before, &c[i], &from[b], margin) ||
                 (moves && is_near_plane(&after, &c[i], &to[b], margin)))) {
                visit(with, s->planes[p], i);
            }
        }
    }
}

void ludo_broad_phase_pairs(const contact_search *s, const pose *from, const pose *to,
                            double margin, near_pair *visit, void *with)
{
    const collider *c = s->model->contacts.collider;
    for (int32_t i = 0; i < s->span_count; i++) {
        const search_span *a = &s->span[i];
        for (int32_t k = i + 1; k < s->span_count && s->span[k].low[0] <= a->high[0]; k++) {
            const search_span *b = &s->span[k];
            if (c[a->collider].slot != c[b->collider].slot && overlap(a, b)) {
                visit(with, a->collider, b->collider);
            }
        }
    }
    visit_planes(s, from, to, margin, visit, with);
}
