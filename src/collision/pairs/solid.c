/* SPDX-License-Identifier: Apache-2.0
 *
 * A solid of convex parts and a convex shape: features are those of the shape with the parts near
 * it, as meshes, that are features of the solid [contact.md 3.4]. */
#include "collision/pairs/solid.h"

#include "collision/convex/convex.h"
#include "collision/features/axis_feature.h"

/* ---- the pair ---- */

solid_pair ludo_solid_pair(const solid_source *of, const collider *a, const collider *b,
                           const pose *z_a, const pose *z_b)
{
    const bool of_b = b->kind == of->kind;
    solid_pair p = {.of = of,
                    .solid = of_b ? b : a,
                    .other = of_b ? a : b,
                    .z_solid = of_b ? z_b : z_a,
                    .z_other = of_b ? z_a : z_b,
                    .solid_is_b = of_b};
    const pose solid = collider_pose(p.solid, p.z_solid);
    const pose other = collider_pose(p.other, p.z_other);
    const mat3 R = m3_mul(m3_transpose(&solid.R), other.R);
    const ludo_vec3 s = p.other->sides;
    p.center = m3_apply_t(&solid.R, v3_sub(other.x, solid.x));
    p.half = v3(fabs(R.m[0]) * s.x + fabs(R.m[1]) * s.y + fabs(R.m[2]) * s.z,
                fabs(R.m[3]) * s.x + fabs(R.m[4]) * s.y + fabs(R.m[5]) * s.z,
                fabs(R.m[6]) * s.x + fabs(R.m[7]) * s.y + fabs(R.m[8]) * s.z);
    return p;
}

/* The shape and a part of the solid, as colliders in the order of the pair. */
typedef struct part_pair {
    const narrow_phase_kind *kind;
    const collider *a, *b;
    const pose *z_a, *z_b;
} part_pair;

static collider part_collider(const solid_pair *p, const solid_part *part)
{
    collider c = *p->solid;
    c.kind = &ludo_shape_mesh;
    c.hull = &part->shape;
    return c;
}

static part_pair with_part(const solid_pair *p, const collider *part)
{
    bool swapped;
    part_pair x = {.kind = ludo_narrow_phase_find(&ludo_shape_mesh, p->other->kind, &swapped)};
    x.a = p->solid_is_b ? p->other : part;
    x.b = p->solid_is_b ? part : p->other;
    x.z_a = p->solid_is_b ? p->z_other : p->z_solid;
    x.z_b = p->solid_is_b ? p->z_solid : p->z_other;
    return x;
}

/* Whether the shape is farther than a distance above the plane of the part's upper face, and thus
 * from the part. */
static bool is_above(const solid_pair *p, const solid_part *part, const convex_pair *pair,
                     double distance)
{
    const ludo_vec3 up = part->exit[0];
    const ludo_vec3 n = p->solid_is_b ? v3_scale(-1.0, m3_apply(&pair->C, up)) : up;
    return ludo_convex_gap_along(pair, n) > distance;
}

/* Whether the box of the shape is farther than a distance above the plane of the upper face. */
static bool is_box_above(const solid_pair *p, const solid_part *part, double distance)
{
    const polytope_plane top = part->shape.face[1];
    const ludo_vec3 n = top.normal, s = p->half;
    const double reach = fabs(n.x) * s.x + fabs(n.y) * s.y + fabs(n.z) * s.z;
    return v3_dot(n, p->center) - reach - top.offset > distance;
}

/* ---- gap ---- */

/* The gaps of parts. The solid of parts that a shape has entered through others is left along axes
 * of these; if all were entered so, along the one that is left first. */
typedef struct part_gaps {
    double least, exit;
} part_gaps;

static void take_gap(void *with, const solid_pair *p, const solid_part *part)
{
    part_gaps *const g = with;
    if (is_box_above(p, part, g->least)) {
        return;
    }
    const collider c = part_collider(p, part);
    const part_pair x = with_part(p, &c);
    const convex_pair pair = ludo_convex_pair(x.a, x.b, x.z_a, x.z_b);
    if (is_above(p, part, &pair, g->least)) {
        return;
    }
    const convex_axis axis = ludo_convex_axis(&pair);
    double *const of = axis.is_exit ? &g->exit : &g->least;
    *of = axis.is_exit == (axis.gap > *of) ? axis.gap : *of;
}

/* The gap, or a distance that it exceeds. */
static double gap_within(const solid_pair *p, double distance)
{
    part_gaps g = {.least = distance, .exit = -HUGE_VAL};
    p->of->parts_near(p, distance, take_gap, &g);
    return g.least >= 0.0 && g.exit > -HUGE_VAL ? g.exit : g.least;
}

/* Shapes that rest on the solid have few parts within the first distance. */
double ludo_solid_pair_gap(const solid_pair *p)
{
    const double radius = p->other->radius, near = 0.05 * radius, gap = gap_within(p, near);
    return gap < near ? gap : gap_within(p, radius);
}

/* ---- features ---- */

/* A search for features. */
typedef struct solid_search {
    double margin, nearest; /* features have gaps between them */
    bool with_spare;        /* features that stand in for others count */
    double refused;         /* least gap of those that are not of the solid */
    feature_list *out;
    feature_list found; /* of one part */
} solid_search;

/* A feature of a part, in the frame of the solid. */
typedef struct part_feature {
    const feature *f;
    ludo_vec3 normal, on; /* outward; the point on the part */
    bool is_normal;       /* of the upper face */
} part_feature;

static part_feature seen_by_solid(const solid_pair *p, const solid_part *part, const feature *f,
                                  const feature_view *v)
{
    const pose z = collider_pose(p->solid, p->z_solid);
    const double sign = p->solid_is_b ? -1.0 : 1.0;
    const ludo_vec3 on = v3_axpy(v->point, -0.5 * sign * v->gap, v->normal);
    part_feature x = {.f = f,
                      .normal = m3_apply_t(&z.R, v3_scale(sign, v->normal)),
                      .on = m3_apply_t(&z.R, v3_sub(on, z.x))};
    x.is_normal = v3_norm(v3_sub(x.normal, part->exit[0])) <= part_exit;
    return x;
}

/* Whether the solid has the normal of a feature at its point: the part's upper face does. */
static bool is_of_solid(const solid_part *part, const part_feature *x)
{
    return x->is_normal || part->part.admits(&part->part, x->on, x->normal);
}

/* Whether a feature is that of a corner or of a side of the part. */
static bool has_side_of_part(const solid_pair *p, const feature *f)
{
    return f->kind == (p->solid_is_b ? &ludo_feature_point_plane : &ludo_feature_plane_point) ||
           f->kind == &ludo_feature_edge_edge || f->kind == &ludo_feature_side_side;
}

/* Whether a point is on a side of the face that is no edge of the solid, or on a corner of such
 * sides. */
static bool is_on_inner_side(const solid_part *part, ludo_vec3 x)
{
    bool is_on_inner = false, is_on_edge = false;
    for (int32_t i = 0; i < part->sides; i++) {
        const polytope_plane *wall = &part->shape.face[2 + i];
        const bool is_on = fabs(v3_dot(wall->normal, x) - wall->offset) <= part->rim;
        is_on_inner = is_on_inner || (is_on && !part->side[i].is_open);
        is_on_edge = is_on_edge || (is_on && part->side[i].is_open);
    }
    return is_on_inner && !is_on_edge;
}

/* Whether a feature along the normal of the face stands in for others: its point is beside the
 * face, or is on a side of it inside of a flat place of the solid. Other parts have the points
 * where the shape touches the solid. */
static bool is_spare(const solid_pair *p, const solid_part *part, const part_feature *x)
{
    return x->is_normal && (!polytope_is_over(&part->shape, 1, part->rim, x->on) ||
                            (has_side_of_part(p, x->f) && is_on_inner_side(part, x->on)));
}

/* Whether a feature of another part is at the same place, along the same normal. */
static bool is_there(const solid_pair *p, const part_pair *x, const feature_list *list,
                     const feature_view *v)
{
    bool is = false;
    for (int32_t i = 0; i < list->count && !is; i++) {
        const feature_view w = list->item[i].kind->view(&list->item[i], x->z_a, x->z_b);
        is = v3_norm(v3_sub(v->point, w.point)) <= same_place * p->other->thickness &&
             v3_norm(v3_sub(v->normal, w.normal)) <= same_place;
    }
    return is;
}

/* Whether a feature is that of a point of the shape over the plane of the face. */
static bool has_point_of_shape(const solid_pair *p, const part_feature *x)
{
    return x->is_normal &&
           x->f->kind == (p->solid_is_b ? &ludo_feature_plane_point : &ludo_feature_point_plane);
}

/* Numbers of features of different parts differ, except those of one point of the shape over one
 * plane: a product spreads them, modulo a prime below FEATURE_PASSED. */
static int32_t number_of(const solid_pair *p, const solid_part *part, const part_feature *x)
{
    const int64_t prime = 1073741789, of = has_point_of_shape(p, x) ? part->plane : part->number;
    return (int32_t)((x->f->id + of * 16777259) % prime);
}

static void take_features(void *with, const solid_pair *p, const solid_part *part)
{
    solid_search *s = with;
    if (is_box_above(p, part, s->margin)) {
        return;
    }
    const collider c = part_collider(p, part);
    const part_pair x = with_part(p, &c);
    const convex_pair pair = ludo_convex_pair(x.a, x.b, x.z_a, x.z_b);
    s->found.count = 0;
    if (is_above(p, part, &pair, s->margin)) {
        return;
    }
    x.kind->find(x.a, x.b, x.z_a, x.z_b, s->margin, &s->found);
    for (int32_t i = 0; i < s->found.count; i++) {
        feature f = s->found.item[i];
        const feature_view v = f.kind->view(&f, x.z_a, x.z_b);
        const part_feature of = seen_by_solid(p, part, &f, &v);
        f.id = number_of(p, part, &of);
        const bool is_in = is_of_solid(part, &of);
        s->refused = !is_in && v.gap < s->refused ? v.gap : s->refused;
        if (v.gap >= s->nearest && is_in && (s->with_spare || !is_spare(p, part, &of)) &&
            !is_there(p, &x, s->out, &v)) {
            ludo_feature_put(s->out, &f, x.z_a, x.z_b, s->margin);
        }
    }
}

/* The least gap of a feature. */
static double least_gap(const solid_pair *p, const feature_list *list)
{
    const pose *z_a = p->solid_is_b ? p->z_other : p->z_solid;
    const pose *z_b = p->solid_is_b ? p->z_solid : p->z_other;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < list->count; i++) {
        const double gap = feature_gap(&list->item[i], z_a, z_b);
        least = gap < least ? gap : least;
    }
    return least;
}

/* Search, with spare features if others are not as near as the shapes. */
static void search(const solid_pair *p, solid_search *s, double gap)
{
    s->out->count = 0;
    s->with_spare = false;
    p->of->parts_near(p, s->margin, take_features, s);
    if (!(least_gap(p, s->out) <= gap)) {
        s->out->count = 0;
        s->with_spare = true;
        p->of->parts_near(p, s->margin, take_features, s);
    }
}

/* At a saddle of the solid shapes may overlap where no part has a normal: of features as deep as
 * the shapes those are taken that lean over sides least. */
static void search_leaning(const solid_pair *p, solid_search *s, double gap)
{
    static const double leans[] = {0.0, 0.03, 0.1, 0.3};
    bool is_found = false;
    for (size_t i = 0; i < sizeof leans / sizeof *leans && !is_found; i++) {
        solid_pair leaning = *p;
        leaning.lean = leans[i];
        search(&leaning, s, gap);
        is_found = least_gap(p, s->out) <= gap;
    }
}

/* Of shapes that overlap, features much deeper than the shapes belong to sides that were not
 * entered: the gap is needed to leave them out. */
void ludo_solid_pair_find(const solid_pair *p, double margin, feature_list *out)
{
    solid_search s = {.margin = margin, .nearest = -HUGE_VAL, .out = out, .refused = 0.0};
    search(p, &s, margin);
    if (least_gap(p, out) < 0.0 || s.refused < 0.0) {
        const double size = p->solid->radius + p->other->radius;
        const convex_axis best = {.gap = gap_within(p, margin)};
        s.nearest = axis_least_gap(&best, size);
        if (best.gap < 0.0) {
            search_leaning(p, &s, best.gap + gap_rounding * size);
        }
    }
}
