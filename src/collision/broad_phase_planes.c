/* SPDX-License-Identifier: Apache-2.0
 *
 * Planes in the broad phase: half-spaces, which have no box. */
#include "collision/broad_phase.h"
#include "collision/pair_table.h"

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

/* Colliders at rest have no plane at rest near them. */
void ludo_broad_phase_planes(const contact_search *s, const pose *from, const pose *to,
                             double margin, pair_visit *visit, void *with)
{
    const collider *c = s->model->contacts.collider;
    for (int32_t i = 0; i < s->plane_count; i++) {
        const int32_t plane = s->planes[i];
        const plane_step p = plane_of(&c[plane], from, to, margin);
        const int32_t count = p.is_fixed ? s->moving_count : s->span_count;
        for (int32_t k = 0; k < count; k++) {
            const int32_t other = s->span[k].collider;
            if (pair_table_may_touch(&s->table, plane, other) &&
                is_near(&p, &s->span[k], &c[other])) {
                visit(with, plane, other);
            }
        }
    }
}

bool ludo_broad_phase_near_plane(const contact_search *s, int32_t plane, const search_span *other,
                                 const pose *at, double margin)
{
    const collider *c = s->model->contacts.collider;
    const plane_step p = plane_of(&c[plane], at, at, margin);
    return is_near(&p, other, &c[other->collider]);
}
