/* SPDX-License-Identifier: Apache-2.0
 *
 * Principal axes by Jacobi rotations: each zeroes one product of inertia; the sum of their squares
 * decreases each time, in the end quadratically. */
#include "math/principal.h"

/* Four or five sweeps over the three products are enough for any matrix; more cost nothing. */
enum { SWEEPS = 12 };

/* The rotation by half the angle t of tan(t) = 2 b / (a - c), the smaller one of the two that zero
 * the product b of the moments a and c: its quaternion's cosine and sine. */
static void half_rotation(double a, double c, double b, double *cosine, double *sine)
{
    const double away = 0.5 * (a - c), far = fabs(away) + sqrt(away * away + b * b);
    const double tangent = far > 0.0 ? (away < 0.0 ? -b : b) / far : 0.0;
    const double cos_full = 1.0 / sqrt(1.0 + tangent * tangent);
    *cosine = sqrt(0.5 * (1.0 + cos_full));
    *sine = 0.5 * tangent * cos_full / *cosine;
}

/* J in axes rotated by q. */
static sym3 seen_from(ludo_quat q, sym3 J)
{
    return s3_turn(q_matrix(q_conj(q)), J);
}

static ludo_quat sweep(sym3 J, ludo_quat q)
{
    double c, s;
    sym3 K = seen_from(q, J);
    half_rotation(K.xx, K.yy, K.xy, &c, &s);
    q = q_mul(q, (ludo_quat){c, 0.0, 0.0, s});
    K = seen_from(q, J);
    half_rotation(K.yy, K.zz, K.yz, &c, &s);
    q = q_mul(q, (ludo_quat){c, s, 0.0, 0.0});
    K = seen_from(q, J);
    half_rotation(K.zz, K.xx, K.xz, &c, &s);
    return q_normalized(q_mul(q, (ludo_quat){c, 0.0, s, 0.0}));
}

/* Sort the moments: a quarter turn about the axis between two exchanges them. */
static ludo_quat ordered(ludo_quat q, double v[3])
{
    static const double half = 0.70710678118654752440;
    static const struct {
        int first, second;
        ludo_quat turn;
    } exchanges[] = {{0, 1, {half, 0.0, 0.0, half}},
                     {1, 2, {half, half, 0.0, 0.0}},
                     {0, 1, {half, 0.0, 0.0, half}}};
    for (int i = 0; i < 3; i++) {
        const int a = exchanges[i].first, b = exchanges[i].second;
        if (v[a] < v[b]) {
            const double less = v[a];
            v[a] = v[b];
            v[b] = less;
            q = q_mul(q, exchanges[i].turn);
        }
    }
    return q_normalized(q);
}

ludo_quat ludo_principal_axes(sym3 J, double value[3])
{
    ludo_quat q = q_identity();
    for (int i = 0; i < SWEEPS; i++) {
        q = sweep(J, q);
    }
    const sym3 K = seen_from(q, J);
    value[0] = K.xx;
    value[1] = K.yy;
    value[2] = K.zz;
    return ordered(q, value);
}
