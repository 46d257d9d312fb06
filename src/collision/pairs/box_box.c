/* SPDX-License-Identifier: Apache-2.0
 *
 * Two boxes. The best separating axis chooses the facing face of each; where these overlap the
 * features are the corners of their intersection: corners of one over the other, and crossings of
 * their edges. Each is exact at all later poses. */
#include "collision/features/box_pair.h"
#include "collision/features/round.h"

/* Width of the rim that enlarges a face, in units of the least size: corners of faces with a common
 * border then stay in spite of rounding. */
#define RIM 1e-6

/* Crossings of edges count if their normal is within 25 degrees of the axis, more than a body
 * rotates in a step: a crossing that could let the shapes pass has the axis as normal. */
#define CROSSING_COSINE 0.9

/* The sine of the angle up to which edges count as parallel: a rotation by as much in a step could
 * move their crossing anywhere, so that it stays fixed, on a plane. */
#define ALONG 0.1

enum { FACES = 2 * BOX_AXES, CORNERS_ON_FACES = BOX_CORNERS * FACES };

/* Two facing faces. */
typedef struct meeting {
    const collider *a, *b;
    const pose *z_a, *z_b;
    box_pair pair;
    ludo_vec3 n; /* the axis, in the frame of box a */
    box_face face_a, face_b;
    double rim, margin;
    feature_list *out;
} meeting;

static int32_t face_number(box_face f)
{
    return 2 * f.axis + (f.positive ? 1 : 0);
}

static double least(const double *size)
{
    const double xy = size[0] <= size[1] ? size[0] : size[1];
    return xy <= size[2] ? xy : size[2];
}

/* Put a feature unless there is one at its point. */
static void put_new(const meeting *m, const feature *f)
{
    const ludo_vec3 here = f->kind->view(f, m->z_a, m->z_b).point;
    for (int32_t i = 0; i < m->out->count; i++) {
        const feature *const g = &m->out->item[i];
        if (v3_norm(v3_sub(g->kind->view(g, m->z_a, m->z_b).point, here)) <= m->rim) {
            return;
        }
    }
    ludo_feature_put(m->out, f, m->z_a, m->z_b, m->margin);
}

/* A point on a face, and its normal, in the frame of the body. */
static ludo_vec3 face_place(const collider *c, box_face f)
{
    return collider_place(c, v3_scale(c->size[f.axis], box_normal(f)));
}

static ludo_vec3 face_normal(const collider *c, box_face f)
{
    return q_rotate(c->frame.orientation, box_normal(f));
}

static void put_corner_of_b(const meeting *m, int32_t corner)
{
    const box_pair *const p = &m->pair;
    const ludo_vec3 in_b = box_corner(p->b, corner);
    if (!box_over(p->a, m->face_a, m->rim, v3_add(p->t, m3_apply(&p->C, in_b)))) {
        return;
    }
    const feature f = {
        .kind = &ludo_feature_point_plane,
        .id = FACES * corner + face_number(m->face_a),
        .a = {face_place(m->a, m->face_a)},
        .b = {collider_place(m->b, in_b)},
        .n = face_normal(m->a, m->face_a),
    };
    put_new(m, &f);
}

static void put_corner_of_a(const meeting *m, int32_t corner)
{
    const box_pair *const p = &m->pair;
    const ludo_vec3 in_a = box_corner(p->a, corner);
    if (!box_over(p->b, m->face_b, m->rim, m3_apply_t(&p->C, v3_sub(in_a, p->t)))) {
        return;
    }
    const feature f = {
        .kind = &ludo_feature_plane_point,
        .id = CORNERS_ON_FACES + FACES * corner + face_number(m->face_b),
        .a = {collider_place(m->a, in_a)},
        .b = {face_place(m->b, m->face_b)},
        .n = face_normal(m->b, m->face_b),
    };
    put_new(m, &f);
}

/* Whether edges cross between their ends, projected along a direction near the axis: the crossing,
 * and the sine of the angle between them. */
static bool edges_cross(const meeting *m, const ludo_vec3 a[2], const ludo_vec3 b[2], crossing *x,
                        double *sine)
{
    const box_pair *const p = &m->pair;
    const ludo_vec3 in_a[2] = {v3_add(p->t, m3_apply(&p->C, b[0])),
                               v3_add(p->t, m3_apply(&p->C, b[1]))};
    const ludo_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(in_a[1], in_a[0]), c = v3_cross(u, v);
    *sine = v3_norm(c) / (v3_norm(u) * v3_norm(v));
    return ludo_lines_cross(a, in_a, x) && crossing_inside(*x) &&
           fabs(v3_dot(c, m->n)) >= CROSSING_COSINE * v3_norm(c);
}

/* The feature of nearly parallel edges that cross: a point of b over the plane of the axis. */
static feature stay_crossed(const feature *f, crossing x)
{
    return (feature){
        .kind = &ludo_feature_point_plane,
        .id = f->id,
        .a = {v3_axpy(f->a[0], x.s, v3_sub(f->a[1], f->a[0]))},
        .b = {v3_axpy(f->b[0], x.t, v3_sub(f->b[1], f->b[0]))},
        .n = f->n,
    };
}

static void put_crossing(const meeting *m, int32_t edge_a, int32_t edge_b)
{
    ludo_vec3 a[2], b[2];
    box_edge(m->pair.a, edge_a, a);
    box_edge(m->pair.b, edge_b, b);
    crossing x;
    double sine;
    if (!edges_cross(m, a, b, &x, &sine)) {
        return;
    }
    feature f = {
        .kind = &ludo_feature_edge_edge,
        .id = 2 * CORNERS_ON_FACES + BOX_EDGES * edge_a + edge_b,
        .a = {collider_place(m->a, a[0]), collider_place(m->a, a[1])},
        .b = {collider_place(m->b, b[0]), collider_place(m->b, b[1])},
        .n = q_rotate(m->a->frame.orientation, m->n),
    };
    f = sine > ALONG ? f : stay_crossed(&f, x);
    put_new(m, &f);
}

static void put_corners(const meeting *m)
{
    for (int32_t i = 0; i < BOX_CORNERS; i++) {
        if (box_face_has(m->face_b, i)) {
            put_corner_of_b(m, i);
        }
    }
    for (int32_t i = 0; i < BOX_CORNERS; i++) {
        if (box_face_has(m->face_a, i)) {
            put_corner_of_a(m, i);
        }
    }
}

static void put_crossings(const meeting *m)
{
    int32_t edge_a[4], edge_b[4];
    box_face_edges(m->face_a, edge_a);
    box_face_edges(m->face_b, edge_b);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            put_crossing(m, edge_a[i], edge_b[j]);
        }
    }
}

static void box_box_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                         double margin, feature_list *out)
{
    const box_pair pair = ludo_box_pair(a, b, z_a, z_b);
    const box_axis axis = ludo_box_axis(&pair);
    if (!(axis.gap <= margin)) {
        return;
    }
    const double least_a = least(a->size), least_b = least(b->size);
    const meeting m = {
        .a = a,
        .b = b,
        .z_a = z_a,
        .z_b = z_b,
        .pair = pair,
        .n = axis.n,
        .face_a = box_facing(axis.n),
        .face_b = box_facing(v3_scale(-1.0, m3_apply_t(&pair.C, axis.n))),
        .rim = RIM * (least_a < least_b ? least_a : least_b),
        .margin = margin,
        .out = out,
    };
    put_corners(&m);
    put_crossings(&m);
}

static double box_box_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const box_pair pair = ludo_box_pair(a, b, z_a, z_b);
    return ludo_box_axis(&pair).gap;
}

const narrow_phase_kind ludo_narrow_phase_box_box = {&ludo_shape_box, &ludo_shape_box, box_box_find,
                                                     box_box_gap};
