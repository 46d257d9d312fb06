/* SPDX-License-Identifier: Apache-2.0
 *
 * A part of a rim of b over a plane fixed to a: a half, or an arc. `frame`, on b, has the rim's
 * centre as origin, its axis as z and the middle of the part as x; `size` is the radius r, a sine
 * s_0 and the cosine of half the angle of the part. With d the part of -n along x and y, s = |d|
 * the sine of the tilt,
 *
 *     gap = n . (c - x_a - R_a p_a) - r w(d),    w = max over the part of e . d,  |e| = 1
 *
 * which is s where the lowest point of the rim lies on the part, else e . d at the nearer of its
 * ends. Parts are separate features: a rim that becomes flat and tips over to the other side rests
 * on another point.
 *
 * Where s is nearly 0 the lowest point of a half is ill-conditioned, and iterations diverge. Below
 * s_0,
 *
 *     w -> w x (2 - x),    x = s / s_0
 *
 * is as smooth, continues value and slope, and is never larger: the gap is at most 4/27 r s_0 too
 * large, and points of the rim are features of their own there. The lowest point of a short arc
 * remains on the arc, and needs no smoothing: s_0 = 0. */
#include "collision/feature.h"

/* w and its gradient by d. */
typedef struct rim_reach {
    double w, x, y;
} rim_reach;

/* w without smoothing; (e_x, e_y) is the lowest point of the part. */
static rim_reach reach_of_part(double x, double y, double s, double cosine)
{
    if (x >= cosine * s && s > 0.0) {
        return (rim_reach){s, x / s, y / s};
    }
    const double sine = sqrt(1.0 - cosine * cosine);
    return (rim_reach){cosine * x + sine * fabs(y), cosine, y < 0.0 ? -sine : sine};
}

static rim_reach reach(double x, double y, double s_0, double cosine)
{
    const double s = sqrt(x * x + y * y);
    const rim_reach part = reach_of_part(x, y, s, cosine);
    if (!(s < s_0)) {
        return part;
    }
    const double share = s / s_0 * (2.0 - s / s_0);
    const double rise = 2.0 * (1.0 - s / s_0) / s_0 * (s > 0.0 ? part.w / s : 0.0);
    return (rim_reach){part.w * share, part.x * share + rise * x, part.y * share + rise * y};
}

static feature_view rim_plane_view(const feature *f, const pose *a, const pose *b)
{
    const ludo_vec3 n = m3_apply(&a->R, f->n);
    const ludo_vec3 m = q_rotate(q_conj(f->frame.orientation), m3_apply_t(&b->R, n));
    const rim_reach at = reach(-m.x, -m.y, f->size[1], f->size[2]);

    const ludo_vec3 arm = m3_apply(&b->R, f->frame.position);
    const ludo_vec3 from = m3_apply(&a->R, f->a[0]);
    const double height = v3_dot(n, v3_add(v3_sub(b->x, a->x), v3_sub(arm, from)));
    const double gap = height - f->size[0] * at.w;

    // the lowest point from the centre, and half the gap above the plane
    const ludo_vec3 e = v3_scale(f->size[0], v3(at.x, at.y, 0.0));
    const ludo_vec3 out = m3_apply(&b->R, q_rotate(f->frame.orientation, e));
    const ludo_vec3 place = v3_add(b->x, v3_add(arm, out));
    return (feature_view){gap, n, v3_axpy(place, 0.5 * gap - (height + v3_dot(n, out)), n)};
}

const feature_kind ludo_feature_rim_plane = {"rim_plane", rim_plane_view};
