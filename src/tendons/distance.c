/* SPDX-License-Identifier: Apache-2.0
 *
 * A tendon between two points of bodies or of the world: L is their distance. */
#include "tendons/list.h"

/* The gradient of L at one end: dL/dt is `direction` times the velocity of the end's point. */
static void write_gradient(double to[6], ludo_vec3 arm, ludo_vec3 direction)
{
    const ludo_vec3 moment = v3_cross(arm, direction);
    to[0] = direction.x, to[1] = direction.y, to[2] = direction.z;
    to[3] = moment.x, to[4] = moment.y, to[5] = moment.z;
}

/* With arms r = R p, points x + r and the unit vector n from the first to the second:
 *
 *     dL = n.(dx_1 + dphi_1 x r_1) - n.(dx_0 + dphi_0 x r_0)
 *
 * The gradient is zero where the points coincide, because n is undefined, and where both points are
 * on one body. */
static tendon_view distance_view(const tendon_data *l, const pose *poses, const double *phi)
{
    (void)phi;
    const pose *a = &poses[l->end[0].slot], *b = &poses[l->end[1].slot];
    const ludo_vec3 r_0 = m3_apply(&a->R, l->end[0].point);
    const ludo_vec3 r_1 = m3_apply(&b->R, l->end[1].point);
    const ludo_vec3 between = v3_add(v3_sub(b->x, a->x), v3_sub(r_1, r_0));
    tendon_view v = {.length = v3_norm(between)};
    if (v.length != 0.0 && l->end[0].slot != l->end[1].slot) {
        const ludo_vec3 n = v3_scale(1.0 / v.length, between);
        write_gradient(v.gradient[0], r_0, v3_scale(-1.0, n));
        write_gradient(v.gradient[1], r_1, n);
    }
    return v;
}

static void distance_pull(const tendon_data *l, const tendon_view *v, double s, double *r,
                          double *e)
{
    (void)e;
    for (int k = 0; k < 2; k++) {
        const int32_t slot = l->end[k].slot;
        for (int i = 0; i < 6 && slot >= 0; i++) {
            r[6 * slot + i] += s * v->gradient[k][i];
        }
    }
}

static double distance_rate(const tendon_data *l, const tendon_view *v, const double *u,
                            const double *w)
{
    (void)w;
    double rate = 0.0;
    for (int k = 0; k < 2; k++) {
        const int32_t slot = l->end[k].slot;
        for (int i = 0; i < 6 && slot >= 0; i++) {
            rate += v->gradient[k][i] * u[6 * slot + i];
        }
    }
    return rate;
}

const tendon_kind ludo_tendon_distance = {
    .name = "distance",
    .joins_sites = true,
    .view = distance_view,
    .pull = distance_pull,
    .rate = distance_rate,
};
