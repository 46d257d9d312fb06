/* SPDX-License-Identifier: Apache-2.0
 *
 * Faces of boxes that face each other: rectangles, whose opposite sides are parallel. What depends
 * on directions alone is found once for two of them. Decisions are those of facing.c, up to
 * rounding. All in the frame of a, until a feature is made. */
#include "collision/features/box_facing.h"

#include "collision/convex/box.h"
#include "collision/features/along.h"
#include "collision/features/axis_feature.h"
#include "collision/features/box_axis.h"
#include "collision/features/box_meeting.h"
#include "collision/features/facing.h"
#include "collision/features/round.h"
#include "geometry/polytope.h"

/* ---- faces ---- */

/* The face that is nearest to a unit vector; false: another one is as near, up to rounding. */
static bool face_along(ludo_vec3 n, box_face *f)
{
    static const double clear = 1.0 - 1e-9;
    const double along[BOX_AXES] = {fabs(n.x), fabs(n.y), fabs(n.z)};
    *f = box_facing(n);
    const double least = clear * along[f->axis];
    return !(along[(f->axis + 1) % BOX_AXES] > least) && !(along[(f->axis + 2) % BOX_AXES] > least);
}

static void set_rectangle(rectangle *r, const collider *of)
{
    r->of = of;
    r->corner = ludo_polytope_box_corners(2 * r->face.axis + (r->face.positive ? 1 : 0));
    r->edge = ludo_polytope_box_sides(2 * r->face.axis + (r->face.positive ? 1 : 0));
    r->offset = of->size[r->face.axis];
}

static void set_sides(rectangle *r)
{
    r->side[0] = v3_sub(r->at[1], r->at[0]);
    r->side[1] = v3_sub(r->at[2], r->at[1]);
}

/* Two faces; false: which faces they are depends on rounding. */
static bool meet(meeting *m, const convex_pair *p, const convex_axis *x)
{
    if (!face_along(x->n, &m->a.face) || !face_along(convex_seen_by_b(p, x->n), &m->b.face)) {
        return false;
    }
    set_rectangle(&m->a, p->a.of);
    set_rectangle(&m->b, p->b.of);
    m->a.normal = box_normal(m->a.face);
    m->b.normal = m3_apply(&p->C, box_normal(m->b.face));
    m->b.offset += v3_dot(m->b.normal, p->t);
    m->a.along = (direction){m->a.normal, UNKNOWN};
    m->b.along = (direction){v3_scale(-1.0, m->b.normal), UNKNOWN};
    for (int32_t i = 0; i < SIDES; i++) {
        m->a.at[i] = box_corner(p->a.of->size, m->a.corner[i]);
        m->b.at[i] = convex_in_a(p, box_corner(p->b.of->size, m->b.corner[i]));
    }
    set_sides(&m->a);
    set_sides(&m->b);
    m->pair = p;
    m->axis = x;
    m->rim = same_place * collider_lesser_thickness(p->a.of, p->b.of);
    m->width = along_width * collider_lesser_thickness(p->a.of, p->b.of);
    m->is_along = x->source != AXIS_OF_FACE_A && x->source != AXIS_OF_FACE_B;
    m->nearest = axis_least_gap(x, p->size);
    m->equal = equal_gap * p->size;
    m->is_exact = false;
    m->count = 0;
    return true;
}

/* ---- places ---- */

/* The next place. */
static facing_place *start_place(meeting *m, place_kind kind, int32_t end)
{
    facing_place *const next = &m->place[m->count];
    next->kind = kind;
    next->end = end;
    return next;
}

/* Put the place behind the last one, of two at one point the deeper; of equal ones the first
 * remains. */
static void put_next(meeting *m)
{
    const facing_place *x = &m->place[m->count];
    if (!(x->gap <= m->margin && x->gap >= m->nearest)) {
        return;
    }
    for (int32_t i = 0; i < m->count; i++) {
        facing_place *const other = &m->place[i];
        const ludo_vec3 d = v3_sub(other->at, x->at);
        if (v3_dot(d, d) <= m->rim * m->rim) {
            if (x->gap < other->gap - m->equal) {
                *other = *x;
            }
            return;
        }
    }
    m->count++;
}

static double gap_along(const convex_pair *p, ludo_vec3 n)
{
    return v3_dot(n, p->t) - box_reach(p->a.of->size, n) -
           box_reach(p->b.of->size, m3_apply_t(&p->C, n));
}

/* ludo_axis_feature_separates() for a direction that several places have. */
static bool separates(const meeting *m, double gap, direction *along)
{
    const double size = m->pair->size, nearest = m->axis->gap;
    if (gap > nearest + m->equal || gap < nearest - gap_rounding * size) {
        return true;
    }
    if (along->is == UNKNOWN) {
        along->is = gap_along(m->pair, along->n) >= nearest - m->equal ? SEPARATES : OVERLAPS;
    }
    return along->is == SEPARATES;
}

/* Note that shapes are as near as the axis says: two points of them are, to rounding. */
static void note_nearest(meeting *m, double gap)
{
    m->is_exact = m->is_exact || gap <= m->axis->gap + m->equal;
}

/* Whether a corner is over a face of the other box, enlarged by a rim. */
static bool is_over(const meeting *m, const rectangle *on, double rim, ludo_vec3 x)
{
    return box_over(on->of->size, on->face, rim, on == &m->a ? x : convex_in_b(m->pair, x));
}

static void put_corner(meeting *m, place_kind kind, int32_t i, double gap)
{
    const rectangle *over = kind == CORNER_OF_B ? &m->b : &m->a;
    const rectangle *on = kind == CORNER_OF_B ? &m->a : &m->b;
    facing_place *const next = start_place(m, kind, 0);
    next->i = i;
    next->at = v3_axpy(over->at[i], -0.5 * gap, on->normal);
    next->gap = gap;
    put_next(m);
}

/* Put the corners of a face that are over the other one. Returns whether all of them are. */
static bool put_corners(meeting *m, place_kind kind)
{
    const rectangle *over = kind == CORNER_OF_B ? &m->b : &m->a;
    rectangle *on = kind == CORNER_OF_B ? &m->a : &m->b;
    int32_t count = 0;
    for (int32_t i = 0; i < SIDES && v3_dot(on->along.n, m->axis->n) >= least_facing; i++) {
        const ludo_vec3 x = over->at[i];
        const double gap = v3_dot(on->normal, x) - on->offset;
        if (gap <= m->margin && is_over(m, on, m->rim, x) && separates(m, gap, &on->along)) {
            put_corner(m, kind, i, gap);
            if (is_over(m, on, box_rounding * m->pair->size, x)) {
                note_nearest(m, gap);
            }
            count++;
        }
    }
    return count == SIDES;
}

/* Put the next place on sides i of a and k of b, at parts s and t of them. */
static void put_on_sides(meeting *m, int32_t i, int32_t k, double s, double t)
{
    const ludo_vec3 u = v3_scale(i < 2 ? 1.0 : -1.0, m->a.side[i % 2]);
    const ludo_vec3 v = v3_scale(k < 2 ? 1.0 : -1.0, m->b.side[k % 2]);
    const ludo_vec3 x = v3_axpy(m->a.at[i], s, u), y = v3_axpy(m->b.at[k], t, v);
    facing_place *const next = &m->place[m->count];
    next->i = i;
    next->k = k;
    next->s = s;
    next->t = t;
    next->at = v3_scale(0.5, v3_add(x, y));
    next->gap = v3_dot(m->axis->n, v3_sub(y, x));
    put_next(m);
}

/* Nearly parallel sides: both ends of the part of b's side that is near a's. */
static void put_along(meeting *m, int32_t i, int32_t k)
{
    const ludo_vec3 a[2] = {m->a.at[i], m->a.at[(i + 1) % SIDES]};
    const ludo_vec3 b[2] = {m->b.at[k], m->b.at[(k + 1) % SIDES]};
    part_along part;
    const bool is_near = find_along(a, b, m->axis->n, m->width, &part);
    for (int32_t end = 0; end < 2 && is_near; end++) {
        (void)start_place(m, ALONG_EDGES, end);
        put_on_sides(m, i, k, part.s[end], part.t[end]);
    }
}

/* Sides u of a and v of b along two directions: their lines cross, for w from the beginning of u to
 * that of v, at parts s = w . (v x c) / c . c of u and t = w . (u x c) / c . c of v, c = u x v. */
typedef struct side_couple {
    bool is_parallel, crosses;
    direction along;
    ludo_vec3 to_s, to_t;
} side_couple;

static side_couple couple_of(const meeting *m, ludo_vec3 u, ludo_vec3 v)
{
    const ludo_vec3 c = v3_cross(u, v);
    const double cc = v3_dot(c, c), along = v3_dot(c, m->axis->n);
    const double parallel = nearly_parallel * nearly_parallel * v3_dot(u, u) * v3_dot(v, v);
    side_couple s;
    s.is_parallel = !(cc > parallel);
    s.crosses = !s.is_parallel && along * along >= crossing_cosine * crossing_cosine * cc;
    if (s.crosses) {
        s.along.n = v3_scale((along < 0.0 ? -1.0 : 1.0) / v3_norm(c), c);
        s.along.is = UNKNOWN;
        s.to_s = v3_scale(1.0 / cc, v3_cross(v, c));
        s.to_t = v3_scale(1.0 / cc, v3_cross(u, c));
    }
    return s;
}

/* Put where sides cross: the third and the fourth run against the first two. */
static void put_sides(meeting *m, side_couple *e, int32_t i, int32_t k)
{
    if (e->is_parallel && m->is_along) {
        put_along(m, i, k);
    } else if (e->crosses) {
        const ludo_vec3 w = v3_sub(m->b.at[k], m->a.at[i]);
        const double s = (i < 2 ? 1.0 : -1.0) * v3_dot(w, e->to_s);
        const double t = (k < 2 ? 1.0 : -1.0) * v3_dot(w, e->to_t);
        const double gap = v3_dot(e->along.n, w);
        if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0 && separates(m, gap, &e->along)) {
            (void)start_place(m, CROSSED, 0);
            put_on_sides(m, i, k, s, t);
            note_nearest(m, gap);
        }
    }
}

static void put_all_sides(meeting *m)
{
    side_couple couple[2][2];
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t k = 0; k < 2; k++) {
            couple[i][k] = couple_of(m, m->a.side[i], m->b.side[k]);
        }
    }
    for (int32_t i = 0; i < SIDES; i++) {
        for (int32_t k = 0; k < SIDES; k++) {
            put_sides(m, &couple[i % 2][k % 2], i, k);
        }
    }
}

/* ---- all of them ---- */

/* Find the places. A face whose corners are all over the other one, along the normal of that, has
 * them alone: there a crossing of sides, or a corner of the other face, is at one of its corners or
 * between two of them. */
static void put_places(meeting *m)
{
    const bool has_all = put_corners(m, CORNER_OF_B) && m->is_exact && !m->is_along;
    if (has_all || (put_corners(m, CORNER_OF_A) && m->is_exact && !m->is_along)) {
        return;
    }
    put_all_sides(m);
}

box_faces ludo_box_facing_find(const convex_pair *p, const convex_axis *x, const pose *z_a,
                               const pose *z_b, double margin, feature_list *out)
{
    meeting m;
    m.margin = margin;
    if (!meet(&m, p, x)) {
        return FACES_UNKNOWN;
    }
    put_places(&m);
    if (m.count > MOST_FACING) {
        return FACES_UNKNOWN;
    }
    ludo_box_facing_append(&m, z_a, z_b, out);
    return m.is_exact ? FACES_FOUND_NEAREST : FACES_FOUND;
}
