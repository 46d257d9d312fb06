/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's method on the sphere. With tangents x at n, and since gap(n) is homogeneous of degree 1,
 *
 *     gradient   x . g,    g = d - grad sigma_a - grad sigma_b
 *     Hessian    - x . (S_a + S_b) x - gap(n) |x|^2
 *     S x = R diag(r) (1 - u u^T) diag(r) R^T x / sigma,    u = diag(r) R^T n / sigma
 *
 * The radii of curvature in S make the maximum sharp where shapes touch, gap = 0: the normal is
 * then as exact as elsewhere. */
#include "collision/convex/round_axis.h"

#include <float.h>

/* Newton's steps converge quadratically; far starts need some more. */
enum { MOST_STEPS = 32, MOST_HALVINGS = 12 };

static ludo_vec3 times(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* diag(r) R^T n */
static ludo_vec3 stretched(const round_part *s, ludo_vec3 n)
{
    return times(s->r, m3_apply_t(&s->R, n));
}

ludo_vec3 ludo_round_point(const round_part *s, ludo_vec3 n)
{
    const ludo_vec3 q = stretched(s, n);
    const double sigma = v3_norm(q);
    return sigma > 0.0 ? v3_scale(1.0 / sigma, m3_apply(&s->R, times(s->r, q))) : v3(0.0, 0.0, 0.0);
}

double ludo_round_axis_gap(const round_axis *p, ludo_vec3 n)
{
    return v3_dot(n, p->d) - v3_norm(stretched(&p->a, n)) - v3_norm(stretched(&p->b, n));
}

/* x . S y */
static double curvature(const round_part *s, ludo_vec3 n, ludo_vec3 x, ludo_vec3 y)
{
    const ludo_vec3 q = stretched(s, n), qx = stretched(s, x), qy = stretched(s, y);
    const double qq = v3_dot(q, q);
    return qq > 0.0 ? (v3_dot(qx, qy) - v3_dot(q, qx) * v3_dot(q, qy) / qq) / sqrt(qq) : 0.0;
}

/* Tangents at n: two, or the one that is normal to the edge. */
static int32_t tangents(const round_axis *p, ludo_vec3 n, ludo_vec3 x[2])
{
    if (p->has_edge) {
        x[0] = v3_cross(p->edge, n);
        return 1;
    }
    v3_span_plane(n, x);
    return 2;
}

/* The step along the tangents that Newton's method takes, uphill: a Hessian that isn't negative is
 * lowered by as much as it takes. */
static ludo_vec3 step_from(const round_axis *p, ludo_vec3 n, double gap, double *slope)
{
    ludo_vec3 x[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const int32_t count = tangents(p, n, x);
    const ludo_vec3 g =
        v3_sub(v3_sub(p->d, ludo_round_point(&p->a, n)), ludo_round_point(&p->b, n));
    const double g0 = v3_dot(x[0], g), g1 = v3_dot(x[1], g);
    *slope = sqrt(g0 * g0 + g1 * g1);

    // minus the Hessian
    double h00 = curvature(&p->a, n, x[0], x[0]) + curvature(&p->b, n, x[0], x[0]) + gap;
    const double h01 = curvature(&p->a, n, x[0], x[1]) + curvature(&p->b, n, x[0], x[1]);
    double h11 = count == 2
                     ? curvature(&p->a, n, x[1], x[1]) + curvature(&p->b, n, x[1], x[1]) + gap
                     : fabs(h00);
    const double middle = 0.5 * (h00 + h11), half = 0.5 * (h00 - h11);
    const double least = middle - sqrt(half * half + h01 * h01);
    const double enough = 1e-9 * (fabs(h00) + fabs(h11)) + *slope;
    const double lift = least > 1e-9 * (fabs(h00) + fabs(h11)) ? 0.0 : enough - least;
    h00 += lift, h11 += lift;
    const double det = h00 * h11 - h01 * h01;
    if (!(det > 0.0)) {
        return v3(0.0, 0.0, 0.0);
    }
    const double s0 = (g0 * h11 - g1 * h01) / det, s1 = (h00 * g1 - h01 * g0) / det;
    return v3_axpy(v3_scale(s0, x[0]), s1, x[1]);
}

/* n + t s as a unit vector, normal to the edge. */
static ludo_vec3 moved(const round_axis *p, ludo_vec3 n, double t, ludo_vec3 s)
{
    const ludo_vec3 to = v3_axpy(n, t, s);
    return v3_unit(p->has_edge ? v3_axpy(to, -v3_dot(to, p->edge), p->edge) : to);
}

ludo_vec3 ludo_round_axis_best(const round_axis *p, ludo_vec3 n)
{
    const double size = v3_norm(p->d) + v3_max(p->a.r) + v3_max(p->b.r);
    const double rounding = 2.0 * DBL_EPSILON * size;
    if (p->has_edge && !v3_has_direction(v3_cross(p->edge, n))) {
        ludo_vec3 level[2]; // n along the edge: any direction, but the same each time
        v3_span_plane(p->edge, level);
        n = level[0];
    }
    n = moved(p, n, 0.0, n);
    double gap = ludo_round_axis_gap(p, n);
    for (int32_t i = 0; i < MOST_STEPS; i++) {
        double slope, t = 1.0;
        const ludo_vec3 s = step_from(p, n, gap, &slope);
        const double length = v3_norm(s), most = length > 0.5 ? 0.5 / length : 1.0;
        if (!(slope > rounding) || !(length > DBL_EPSILON)) {
            break;
        }
        t = most;
        ludo_vec3 next = moved(p, n, t, s);
        double then = ludo_round_axis_gap(p, next);
        for (int32_t k = 0; k < MOST_HALVINGS && !(then >= gap - rounding); k++) {
            t *= 0.5;
            next = moved(p, n, t, s);
            then = ludo_round_axis_gap(p, next);
        }
        if (!(then >= gap - rounding)) {
            break;
        }
        n = next;
        gap = then;
        if (length * t < 1e-9) { // the next step would change nothing that counts
            break;
        }
    }
    return n;
}
