/* SPDX-License-Identifier: Apache-2.0
 *
 * A tendon along a path of sites: L is the sum of the lengths of its segments, each times its
 * share. A segment is straight, or wraps around a geom on the shortest way.
 *
 * A straight span with ends at arms r = R p, x + r, and the unit vector n from the first to the
 * second has
 *
 *     dL = n.(dx_1 + dphi_1 x r_1) - n.(dx_0 + dphi_0 x r_0)
 *
 * A wrapped segment has two straight spans and a curve on the geom between them. The curve is
 * shortest: to first order its length does not change where its ends move on the surface, hence dL
 * is that of the two spans with ends attached to the geom's body. */
#include "tendons/path.h"

#include "math/wrap.h"
#include "tendons/list.h"

static void clear_gradient(double to[6])
{
    for (int i = 0; i < 6; i++) {
        to[i] = 0.0;
    }
}

/* A straight span whose slots and arms are set; `between` is the vector from its first end to its
 * second. The gradient is zero where the ends coincide, because n is undefined, and where both are
 * on one body. */
static void finish_span(tendon_span *s, ludo_vec3 between)
{
    s->length = v3_norm(between);
    s->n = v3(0.0, 0.0, 0.0);
    if (s->length != 0.0 && s->slot[0] != s->slot[1]) {
        s->n = v3_scale(1.0 / s->length, between);
        const ludo_vec3 pull = v3_scale(s->share, s->n);
        const ludo_vec3 none = v3(0.0, 0.0, 0.0);
        wrench_write(s->gradient[0], s->arm[0], v3_scale(-1.0, pull), none);
        wrench_write(s->gradient[1], s->arm[1], pull, none);
    } else {
        clear_gradient(s->gradient[0]);
        clear_gradient(s->gradient[1]);
    }
}

static void add_straight(const tendon_segment *g, const pose *poses, tendon_view *out)
{
    const pose *a = &poses[g->end[0].slot], *b = &poses[g->end[1].slot];
    tendon_span *s = &out->span[out->spans++];
    s->slot[0] = g->end[0].slot, s->slot[1] = g->end[1].slot;
    s->arm[0] = m3_apply(&a->R, g->end[0].point);
    s->arm[1] = m3_apply(&b->R, g->end[1].point);
    s->share = g->share;
    finish_span(s, v3_add(v3_sub(b->x, a->x), v3_sub(s->arm[1], s->arm[0])));
    out->length += g->share * s->length;
}

/* A straight span from an end of the segment to a point on the geom; the end is end `e` of the
 * span. */
static void add_tangent(const tendon_segment *g, const pose *poses, int e, ludo_vec3 point,
                        tendon_view *out)
{
    const pose *z = &poses[g->end[e].slot], *geom = &poses[g->wrap.center.slot];
    const ludo_vec3 arm = m3_apply(&z->R, g->end[e].point);
    const ludo_vec3 way = v3_sub(point, v3_add(z->x, arm));
    tendon_span *s = &out->span[out->spans++];
    s->slot[e] = g->end[e].slot, s->slot[1 - e] = g->wrap.center.slot;
    s->arm[e] = arm, s->arm[1 - e] = v3_sub(point, geom->x);
    s->share = g->share;
    finish_span(s, e == 0 ? way : v3_scale(-1.0, way));
    out->length += g->share * s->length;
}

static ludo_vec3 place_of(const tendon_end *e, const pose *poses)
{
    return v3_add(poses[e->slot].x, m3_apply(&poses[e->slot].R, e->point));
}

/* The points where a segment wraps, in the world. */
static bool find_wrap(const tendon_segment *g, const pose *poses, wrapped_path *out)
{
    const tendon_wrap *w = &g->wrap;
    const mat3 axes = m3_mul(poses[w->center.slot].R, w->axes);
    const ludo_vec3 center = place_of(&w->center, poses);
    ludo_vec3 p[2];
    for (int e = 0; e < 2; e++) {
        p[e] = m3_apply_t(&axes, v3_sub(place_of(&g->end[e], poses), center));
    }
    wrap_surface s = {.radius = w->radius, .cylinder = w->cylinder, .sided = w->sided};
    if (w->sided) {
        s.side = m3_apply_t(&axes, v3_sub(place_of(&w->side, poses), center));
    }
    if (!ludo_wrap_segment(&s, p, out)) {
        return false;
    }
    for (int e = 0; e < 2; e++) {
        out->at[e] = v3_add(center, m3_apply(&axes, out->at[e]));
    }
    return true;
}

void ludo_tendon_path_view(const tendon_data *l, const pose *poses, const double *phi,
                           tendon_view *out)
{
    (void)phi;
    out->length = 0.0;
    out->spans = 0;
    for (int32_t i = 0; i < l->segment_count; i++) {
        const tendon_segment *g = &l->segment[i];
        wrapped_path path;
        if (g->wraps && find_wrap(g, poses, &path)) {
            add_tangent(g, poses, 0, path.at[0], out);
            out->length += g->share * path.curve;
            add_tangent(g, poses, 1, path.at[1], out);
        } else {
            add_straight(g, poses, out);
        }
    }
}

void ludo_tendon_path_pull(const tendon_data *l, const tendon_view *v, double s, double *r,
                           double *e)
{
    (void)l, (void)e;
    for (int32_t p = 0; p < v->spans; p++) {
        for (int k = 0; k < 2; k++) {
            const int32_t slot = v->span[p].slot[k];
            for (int i = 0; i < 6 && slot >= 0; i++) {
                r[6 * slot + i] += s * v->span[p].gradient[k][i];
            }
        }
    }
}

double ludo_tendon_path_rate(const tendon_data *l, const tendon_view *v, const double *u,
                             const double *w)
{
    (void)l, (void)w;
    double rate = 0.0;
    for (int32_t p = 0; p < v->spans; p++) {
        for (int k = 0; k < 2; k++) {
            const int32_t slot = v->span[p].slot[k];
            for (int i = 0; i < 6 && slot >= 0; i++) {
                rate += v->span[p].gradient[k][i] * u[6 * slot + i];
            }
        }
    }
    return rate;
}

const tendon_kind ludo_tendon_path = {
    .name = "path",
    .joins_sites = true,
    .view = ludo_tendon_path_view,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};
