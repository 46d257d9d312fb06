/* SPDX-License-Identifier: Apache-2.0
 *
 * Nearest points of two segments, by cases instead of clamping: each candidate is a pair of points
 * of both, so that none is nearer than the true distance, however ill-conditioned the crossing. */
#include "collision/convex/lines.h"

bool ludo_lines_cross(const ludo_vec3 a[2], const ludo_vec3 b[2], crossing *x)
{
    const ludo_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]), w = v3_sub(b[0], a[0]);
    const ludo_vec3 c = v3_cross(u, v);
    const double cc = v3_dot(c, c);
    if (!(cc > PARALLEL * PARALLEL * v3_dot(u, u) * v3_dot(v, v))) {
        return false;
    }
    x->s = v3_dot(v3_cross(w, v), c) / cc;
    x->t = v3_dot(v3_cross(w, u), c) / cc;
    return true;
}

/* Take two points if they are nearer to each other than the best ones so far. */
static void try_points(ludo_vec3 p, ludo_vec3 q, double *best, ludo_vec3 nearest[2])
{
    const double distance = v3_norm(v3_sub(q, p));
    if (distance < *best) {
        *best = distance;
        nearest[0] = p;
        nearest[1] = q;
    }
}

void ludo_segments_nearest(const ludo_vec3 a[2], const ludo_vec3 b[2], ludo_vec3 nearest[2])
{
    double best = HUGE_VAL;
    nearest[0] = a[0];
    nearest[1] = b[0];
    for (int i = 0; i < 2; i++) {
        try_points(a[i], segment_nearest(b, a[i]), &best, nearest);
    }
    for (int i = 0; i < 2; i++) {
        try_points(segment_nearest(a, b[i]), b[i], &best, nearest);
    }
    crossing x;
    if (ludo_lines_cross(a, b, &x) && crossing_inside(x)) {
        try_points(v3_axpy(a[0], x.s, v3_sub(a[1], a[0])), v3_axpy(b[0], x.t, v3_sub(b[1], b[0])),
                   &best, nearest);
    }
}
