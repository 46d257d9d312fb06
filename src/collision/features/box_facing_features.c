/* SPDX-License-Identifier: Apache-2.0
 *
 * Features of the places where faces of boxes touch (box_facing.c). */
#include "collision/features/box_meeting.h"

#include "collision/convex/lines.h"
#include "collision/features/facing.h"

/* A corner of a rectangle on its body. */
static ludo_vec3 corner_on_body(const rectangle *r, int32_t i)
{
    return collider_place(r->of, box_corner(r->of->size, r->corner[i % SIDES]));
}

static ludo_vec3 normal_on_body(const rectangle *r)
{
    return q_rotate(r->of->frame.orientation, box_normal(r->face));
}

/* Common parts of the features of corners over the face of a, or of b, and of their gaps, those of
 * ludo_feature_point_plane and of ludo_feature_plane_point. */
typedef struct corner_maker {
    bool is_made;
    feature common;
    ludo_vec3 n, plane; /* world: the normal from a to b, a point of the face from body a */
} corner_maker;

static void prepare(corner_maker *c, const rectangle *on, bool of_b, const pose *z_a,
                    const pose *z_b)
{
    const ludo_vec3 plane = corner_on_body(on, 0);
    c->is_made = true;
    c->common = (feature){.kind = of_b ? &ludo_feature_point_plane : &ludo_feature_plane_point,
                          .n = normal_on_body(on)};
    *(of_b ? c->common.a : c->common.b) = plane;
    c->n = of_b ? m3_apply(&z_a->R, c->common.n) : v3_scale(-1.0, m3_apply(&z_b->R, c->common.n));
    c->plane = of_b ? m3_apply(&z_a->R, plane) : seen_from(z_a, z_b, plane);
}

static void append_corner(const meeting *m, corner_maker *c, const facing_place *x, const pose *z_a,
                          const pose *z_b, feature_list *out)
{
    const bool of_b = x->kind == CORNER_OF_B;
    const rectangle *over = of_b ? &m->b : &m->a;
    const ludo_vec3 at = corner_on_body(over, x->i);
    if (!c->is_made) {
        prepare(c, of_b ? &m->a : &m->b, of_b, z_a, z_b);
    }
    c->common.id = (of_b ? FACING_CORNERS_OF_B : FACING_CORNERS_OF_A) + over->corner[x->i];
    *(of_b ? c->common.b : c->common.a) = at;
    const ludo_vec3 arm = m3_apply(of_b ? &z_b->R : &z_a->R, at);
    const ludo_vec3 way =
        of_b ? v3_add(v3_sub(z_b->x, z_a->x), v3_sub(arm, c->plane)) : v3_sub(c->plane, arm);
    const double gap = v3_dot(c->n, way);
    if (gap <= m->margin) {
        ludo_feature_append(out, &c->common, gap);
    }
}

static feature make_crossing(const meeting *m, const facing_place *x)
{
    const int32_t edges = m->a.edge[x->i] * (BOX_EDGES / 2) + m->b.edge[x->k];
    feature f = {
        .kind = &ludo_feature_edge_edge,
        .id = FACING_CROSSINGS + 2 * edges + x->end,
        .a = {corner_on_body(&m->a, x->i), corner_on_body(&m->a, x->i + 1)},
        .b = {corner_on_body(&m->b, x->k), corner_on_body(&m->b, x->k + 1)},
        .n = q_rotate(m->a.of->frame.orientation, m->axis->n),
    };
    if (x->kind == ALONG_EDGES) { // a point of b's side over the plane of the axis, fixed to a
        f.kind = &ludo_feature_point_plane;
        f.a[0] = v3_axpy(f.a[0], x->s, v3_sub(f.a[1], f.a[0]));
        f.b[0] = v3_axpy(f.b[0], x->t, v3_sub(f.b[1], f.b[0]));
        f.a[1] = f.b[1] = v3(0.0, 0.0, 0.0);
    }
    return f;
}

void ludo_box_facing_append(const meeting *m, const pose *z_a, const pose *z_b, feature_list *out)
{
    corner_maker maker[2];
    maker[0].is_made = maker[1].is_made = false;
    for (int32_t i = 0; i < m->count; i++) {
        const facing_place *x = &m->place[i];
        if (x->kind == CORNER_OF_A || x->kind == CORNER_OF_B) {
            append_corner(m, &maker[x->kind == CORNER_OF_B ? 1 : 0], x, z_a, z_b, out);
        } else {
            const feature f = make_crossing(m, x);
            ludo_feature_put(out, &f, z_a, z_b, m->margin);
        }
    }
}
