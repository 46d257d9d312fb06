/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of rotations about a knot. Products of cross matrices are written out:
 * a^ b^ = b a^T - (a.b) 1. */
#include "dynamics/chart.h"

/* 1 / 6!, 1 / 7!, ... */
static const double coefficient[] = {
    1.0 / 720.0,
    1.0 / 5040.0,
    1.0 / 40320.0,
    1.0 / 362880.0,
    1.0 / 3628800.0,
    1.0 / 39916800.0,
    1.0 / 479001600.0,
    1.0 / 6227020800.0,
    1.0 / 87178291200.0,
    1.0 / 1307674368000.0,
    1.0 / 20922789888000.0,
    1.0 / 355687428096000.0,
    1.0 / 6402373705728000.0,
    1.0 / 121645100408832000.0,
    1.0 / 2432902008176640000.0,
    1.0 / 51090942171709440000.0,
    1.0 / 1124000727777607680000.0,
    1.0 / 25852016738884976640000.0,
    1.0 / 620448401733239439360000.0,
    1.0 / 15511210043330985984000000.0,
};

/* c_6 and c_7 by their series, truncated below 2^-58 of them within CHART_LIMIT; the others by
 * c_k = 1/k! - x c_{k+2}, which is accurate while x is small. */
chart_terms ludo_chart_terms(double x)
{
    double even = coefficient[18], odd = coefficient[19];
    for (int i = 16; i >= 0; i -= 2) {
        even = coefficient[i] - x * even;
        odd = coefficient[i + 1] - x * odd;
    }
    chart_terms of = {.c = {[6] = even, [7] = odd}};
    double *c = of.c;
    c[5] = 1.0 / 120.0 - x * c[7];
    c[4] = 1.0 / 24.0 - x * c[6];
    c[3] = 1.0 / 6.0 - x * c[5];
    c[2] = 0.5 - x * c[4];
    c[1] = 1.0 - x * c[3];
    c[0] = 1.0 - x * c[2];
    return of;
}

ludo_quat ludo_chart_rotation(ludo_vec3 y)
{
    const chart_terms half = ludo_chart_terms(0.25 * v3_dot(y, y));
    return q_make(half.c[0], v3_scale(0.5 * half.c[1], y));
}

/* 1 + a y^ + b y^ y^ */
static mat3 function_of(ludo_vec3 y, double a, double b)
{
    const mat3 turning = m3_skew(v3_scale(a, y));
    return m3_plus_outer(m3_sum(m3_identity(1.0 - b * v3_dot(y, y)), turning), b, y, y);
}

mat3 ludo_chart_jacobian(ludo_vec3 y)
{
    const chart_terms of = ludo_chart_terms(v3_dot(y, y));
    return function_of(y, of.c[2], of.c[3]);
}

/* 1 - y^ / 2 + k y^ y^, k = (1 - |y|/2 cot |y|/2) / |y|^2, from the c_k at |y|^2 / 4. */
mat3 ludo_chart_inverse(ludo_vec3 y)
{
    const chart_terms half = ludo_chart_terms(0.25 * v3_dot(y, y));
    return function_of(y, -0.5, 0.25 * (half.c[2] - half.c[3]) / half.c[1]);
}

/* c_k' and c_k'' at x. */
static double slope(const chart_terms *of, int k)
{
    return 0.5 * (k * of->c[k + 2] - of->c[k + 1]);
}

static double curvature(const chart_terms *of, int k)
{
    return 0.25 * (k * (k + 2) * of->c[k + 4] - (2 * k + 1) * of->c[k + 3] + of->c[k + 2]);
}

/* d/dt of 1 + c_2 y^ + c_3 (y y^T - |y|^2 1), dx = d/dt |y|^2. */
mat3 ludo_chart_rate(ludo_vec3 y, ludo_vec3 dy)
{
    const double x = v3_dot(y, y), dx = 2.0 * v3_dot(y, dy);
    const chart_terms of = ludo_chart_terms(x);
    const double c2 = of.c[2], c3 = of.c[3], d2 = dx * slope(&of, 2), d3 = dx * slope(&of, 3);
    const mat3 turning = m3_skew(v3_axpy(v3_scale(c2, dy), d2, y));
    mat3 J = m3_sum(m3_identity(-d3 * x - c3 * dx), turning);
    J = m3_plus_outer(J, 1.0, y, v3_axpy(v3_scale(c3, dy), d3, y));
    return m3_plus_outer(J, c3, dy, y);
}

/* y x m and y x (y x m), the factors of the derivatives of c_2 and c_3. */
typedef struct crossed {
    ludo_vec3 once, twice;
} crossed;

static crossed cross_twice(ludo_vec3 y, ludo_vec3 m)
{
    const ludo_vec3 once = v3_cross(y, m);
    return (crossed){once, v3_cross(y, once)};
}

/* A + s ( m y^T - 2 y m^T + (m.y) 1 ): row j is e_j x (y x m) + y x (e_j x m). */
static mat3 plus_folded(mat3 A, double s, ludo_vec3 y, ludo_vec3 m)
{
    const mat3 outer = m3_plus_outer(m3_plus_outer(A, s, m, y), -2.0 * s, y, m);
    return m3_sum(outer, m3_identity(s * v3_dot(m, y)));
}

/* Row j is d/dy_j of J^T m = m - c_2 y x m + c_3 y x (y x m):
 *
 *     2 y_j ( -c_2' y x m + c_3' y x (y x m) ) - c_2 e_j x m + c_3 ( row j of plus_folded() ) */
mat3 ludo_chart_dJ(ludo_vec3 y, ludo_vec3 m)
{
    const chart_terms of = ludo_chart_terms(v3_dot(y, y));
    const crossed with = cross_twice(y, m);
    const ludo_vec3 a = v3_axpy(v3_scale(-slope(&of, 2), with.once), slope(&of, 3), with.twice);
    const mat3 B = m3_plus_outer(m3_skew(v3_scale(-of.c[2], m)), 2.0, y, a);
    return plus_folded(B, of.c[3], y, m);
}

/* The derivative of ludo_chart_dJ() along dy, term by term. */
mat3 ludo_chart_dJ_dot(ludo_vec3 y, ludo_vec3 dy, ludo_vec3 m)
{
    const double dx = 2.0 * v3_dot(y, dy);
    const chart_terms of = ludo_chart_terms(v3_dot(y, y));
    const crossed with = cross_twice(y, m);
    const ludo_vec3 once = v3_cross(dy, m);
    const ludo_vec3 twice = v3_add(v3_cross(dy, with.once), v3_cross(y, once));
    const double s2 = slope(&of, 2), s3 = slope(&of, 3);

    const ludo_vec3 a = v3_axpy(v3_scale(-s2, with.once), s3, with.twice);
    const ludo_vec3 by_slopes = v3_axpy(v3_scale(-s2, once), s3, twice);
    const ludo_vec3 by_curvatures =
        v3_axpy(v3_scale(-curvature(&of, 2), with.once), curvature(&of, 3), with.twice);
    const ludo_vec3 da = v3_axpy(by_slopes, dx, by_curvatures);

    mat3 B = m3_skew(v3_scale(-dx * s2, m));
    B = m3_plus_outer(m3_plus_outer(B, 2.0, dy, a), 2.0, y, da);
    return plus_folded(plus_folded(B, dx * s3, y, m), of.c[3], dy, m);
}
