/* SPDX-License-Identifier: Apache-2.0
 *
 * A height field and a convex shape: the solid below the field is the union of convex parts, and
 * features are those of the shape with the parts below it, as a mesh, that are features of the
 * solid [contact.md 3.4]. */
#include "collision/convex/convex.h"
#include "collision/features/axis_feature.h"
#include "geometry/field_part.h"

/* ---- the pair ---- */

/* A field and a shape, in the order of their narrow phase. */
typedef struct field_pair {
    const collider *field, *other;
    const pose *z_field, *z_other;
    bool field_is_b;
    ludo_vec3 center, half; /* of the box of the shape, in the field's frame */
} field_pair;

static field_pair pair_of(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const bool of_b = b->kind == &ludo_shape_hfield;
    field_pair p = {.field = of_b ? b : a,
                    .other = of_b ? a : b,
                    .z_field = of_b ? z_b : z_a,
                    .z_other = of_b ? z_a : z_b,
                    .field_is_b = of_b};
    const pose field = collider_pose(p.field, p.z_field);
    const pose other = collider_pose(p.other, p.z_other);
    const mat3 R = m3_mul(m3_transpose(&field.R), other.R);
    const ludo_vec3 s = p.other->sides;
    p.center = m3_apply_t(&field.R, v3_sub(other.x, field.x));
    p.half = v3(fabs(R.m[0]) * s.x + fabs(R.m[1]) * s.y + fabs(R.m[2]) * s.z,
                fabs(R.m[3]) * s.x + fabs(R.m[4]) * s.y + fabs(R.m[5]) * s.z,
                fabs(R.m[6]) * s.x + fabs(R.m[7]) * s.y + fabs(R.m[8]) * s.z);
    return p;
}

/* The shape and a part of the field, as colliders in the order of the pair. */
typedef struct part_pair {
    const narrow_phase_kind *kind;
    const collider *a, *b;
    const pose *z_a, *z_b;
} part_pair;

static collider part_collider(const field_pair *p, const field_part *part)
{
    collider c = *p->field;
    c.kind = &ludo_shape_mesh;
    c.hull = &part->shape;
    return c;
}

static part_pair with_part(const field_pair *p, const collider *part)
{
    bool swapped;
    part_pair x = {.kind = ludo_narrow_phase_find(&ludo_shape_mesh, p->other->kind, &swapped)};
    x.a = p->field_is_b ? p->other : part;
    x.b = p->field_is_b ? part : p->other;
    x.z_a = p->field_is_b ? p->z_other : p->z_field;
    x.z_b = p->field_is_b ? p->z_field : p->z_other;
    return x;
}

/* Whether the shape is farther than a distance above the plane of the part's upper face, and thus
 * from the part. */
static bool is_above(const field_pair *p, const field_part *part, const convex_pair *pair,
                     double distance)
{
    const ludo_vec3 up = part->exit[0];
    const ludo_vec3 n = p->field_is_b ? v3_scale(-1.0, m3_apply(&pair->C, up)) : up;
    return ludo_convex_gap_along(pair, n) > distance;
}

/* ---- parts near the shape ---- */

typedef void part_visit(void *with, const field_pair *p, const field_part *part);

/* The height above which all of the shape is, with a distance around. */
static double lowest(const field_pair *p, double distance)
{
    return p->center.z - p->half.z - distance;
}

/* Whether the box of the shape is farther than a distance above the plane of the upper face. */
static bool is_box_above(const field_pair *p, const field_part *part, double distance)
{
    const polytope_plane top = part->shape.face[1];
    const ludo_vec3 n = top.normal, s = p->half;
    const double reach = fabs(n.x) * s.x + fabs(n.y) * s.y + fabs(n.z) * s.z;
    return v3_dot(n, p->center) - reach - top.offset > distance;
}

static field_cells cells_near(const field_pair *p, double distance)
{
    const height_field *f = p->field->field;
    const ludo_vec3 around = v3_add(p->half, v3(distance, distance, distance));
    return (field_cells){
        .field = f,
        .low = -p->field->size[0],
        .range = ludo_field_range(f, v3_sub(p->center, around), v3_add(p->center, around))};
}

/* Visit all parts that are nearer to the shape than a distance, and some others. */
static void visit_parts(const field_pair *p, double distance, part_visit *visit, void *with)
{
    const field_cells cells = cells_near(p, distance);
    const double low = lowest(p, distance);
    field_part part;
    for (int32_t r = cells.range.row[0]; r <= cells.range.row[1]; r++) {
        for (int32_t c = cells.range.column[0]; c <= cells.range.column[1]; c++) {
            for (int32_t which = 0; which < 2; which++) {
                if (ludo_field_highest(cells.field, r, c) >= low &&
                    ludo_field_part_make(&cells, r, c, which, &part) &&
                    !is_box_above(p, &part, distance)) {
                    visit(with, p, &part);
                }
            }
        }
    }
}

/* ---- gap ---- */

/* The gaps of parts. The solid of parts that a shape has entered through others is left along axes
 * of these; if all were entered so, along the one that is left first. */
typedef struct part_gaps {
    double least, exit;
} part_gaps;

static void take_gap(void *with, const field_pair *p, const field_part *part)
{
    part_gaps *const g = with;
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
static double gap_within(const field_pair *p, double distance)
{
    part_gaps g = {.least = distance, .exit = -HUGE_VAL};
    visit_parts(p, distance, take_gap, &g);
    return g.least >= 0.0 && g.exit > -HUGE_VAL ? g.exit : g.least;
}

/* Shapes that rest on the field have few parts within the first distance. */
static double hfield_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const field_pair p = pair_of(a, b, z_a, z_b);
    const double radius = p.other->radius, near = 0.05 * radius, gap = gap_within(&p, near);
    return gap < near ? gap : gap_within(&p, radius);
}

/* ---- features ---- */

/* A search for features. */
typedef struct field_search {
    double margin, nearest; /* features have gaps between them */
    feature_list *out;
    feature_list found; /* of one part */
} field_search;

/* Whether the solid has the normal of a feature at its point: the part's upper face does. */
static bool is_of_solid(const field_pair *p, const field_part *part, const feature_view *v)
{
    const pose z = collider_pose(p->field, p->z_field);
    const double sign = p->field_is_b ? -1.0 : 1.0;
    const ludo_vec3 n = m3_apply_t(&z.R, v3_scale(sign, v->normal));
    const ludo_vec3 on = v3_axpy(v->point, -0.5 * sign * v->gap, v->normal);
    return v3_norm(v3_sub(n, part->exit[0])) <= part_exit ||
           part->part.admits(&part->part, m3_apply_t(&z.R, v3_sub(on, z.x)), n);
}

/* Whether a feature of another part is at the same place, along the same normal. */
static bool is_there(const field_pair *p, const part_pair *x, const feature_list *list,
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

/* Numbers of features of different parts differ: a product spreads them, modulo a prime below
 * FEATURE_PASSED. */
static int32_t number_of(const field_part *part, int32_t id)
{
    const int64_t prime = 1073741789;
    return (int32_t)((id + (int64_t)part->number * 16777259) % prime);
}

static void take_features(void *with, const field_pair *p, const field_part *part)
{
    field_search *s = with;
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
        f.id = number_of(part, f.id);
        if (v.gap >= s->nearest && is_of_solid(p, part, &v) && !is_there(p, &x, s->out, &v)) {
            ludo_feature_put(s->out, &f, x.z_a, x.z_b, s->margin);
        }
    }
}

static bool has_overlap(const feature_list *list, const pose *z_a, const pose *z_b)
{
    bool has = false;
    for (int32_t i = 0; i < list->count; i++) {
        has = has || feature_gap(&list->item[i], z_a, z_b) < 0.0;
    }
    return has;
}

/* Of shapes that overlap, features much deeper than the shapes belong to sides that were not
 * entered: the gap is needed to leave them out. */
static void hfield_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                        double margin, feature_list *out)
{
    const field_pair p = pair_of(a, b, z_a, z_b);
    field_search s = {.margin = margin, .nearest = -HUGE_VAL, .out = out};
    visit_parts(&p, margin, take_features, &s);
    if (has_overlap(out, z_a, z_b)) {
        const convex_axis best = {.gap = gap_within(&p, margin)};
        s.nearest = axis_least_gap(&best, p.field->radius + p.other->radius);
        out->count = 0;
        visit_parts(&p, margin, take_features, &s);
    }
}

#define X(one, other)                                                                              \
    const narrow_phase_kind ludo_narrow_phase_##one##_##other = {                                  \
        &ludo_shape_##one, &ludo_shape_##other, hfield_find, hfield_gap};
X(sphere, hfield)
X(capsule, hfield)
X(box, hfield)
X(ellipsoid, hfield)
X(mesh, hfield)
X(hfield, cylinder)
#undef X
