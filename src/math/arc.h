/* SPDX-License-Identifier: Apache-2.0
 *
 * The angle of a point without branches: the core of ludo_atan2(), bit-identical in SIMD lanes.
 *
 * The arc tangent's Taylor series is summed from the nearest of four angles; a second number holds
 * the digits that do not fit into one double. Digits of pi and of atan: from 300 bits, rounded. */
#ifndef LUDO_MATH_ARC_H
#define LUDO_MATH_ARC_H

#include "math/sincos.h"

/* Range of a point's distance from the origin along an axis, assumed below. */
#define ARC_NEAR 0x1p-400
#define ARC_FAR 0x1p900

/* The leading 26 bits of a, and the remaining bits [Dekker 1971]. */
LUDO_KERNEL_PART pair split(double a)
{
    const double c = 134217729.0 * a; /* 2^27 + 1 */
    const double hi = c - (c - a);
    return (pair){hi, a - hi};
}

/* a b exactly, while nothing over- or underflows [Dekker 1971]. */
LUDO_KERNEL_PART pair product(double a, double b)
{
    const pair x = split(a), y = split(b);
    const double p = a * b;
    return (pair){p, x.lo * y.lo - (((p - x.hi * y.hi) - x.lo * y.hi) - x.hi * y.lo)};
}

/* x - atan(x) for |x| <= 0.165: x^3/3 - x^5/5 + ... + x^19/19; the next term is below 2^-56 of x
 * for all x, and the sum that contains it is at least 2 x. */
LUDO_KERNEL_PART double atan_defect(double x)
{
    const double z = x * x;
    double s = -1.0 / 21.0;
    s = 1.0 / 19.0 + z * s;
    s = -1.0 / 17.0 + z * s;
    s = 1.0 / 15.0 + z * s;
    s = -1.0 / 13.0 + z * s;
    s = 1.0 / 11.0 + z * s;
    s = -1.0 / 9.0 + z * s;
    s = 1.0 / 7.0 + z * s;
    s = -1.0 / 5.0 + z * s;
    s = 1.0 / 3.0 + z * s;
    return x * (z * s);
}

/* n / d, to about twice the digits of a double unless tiny: then the low part is negligible, and
 * computing it may underflow. */
LUDO_KERNEL_PART pair quotient(pair n, pair d)
{
    const double q = n.hi / d.hi;
    const pair p = product(q, d.hi);
    const double lo = ((n.hi - p.hi) - p.lo + n.lo - q * d.lo) / d.hi;
    return (pair){q, fabs(q) < 0x1p-60 ? 0.0 : lo};
}

/* An angle [rad] and its tangent. */
typedef struct breakpoint {
    double tangent;
    pair angle;
} breakpoint;

/* The nearest to n / d of the tangents 0, 1/4, 1/2, 1, for 0 <= n <= d. */
LUDO_KERNEL_PART breakpoint nearest_breakpoint(double n, double d)
{
    const bool a = 8.0 * n > d, b = 8.0 * n > 3.0 * d, c = 32.0 * n > 23.0 * d;
    return (breakpoint){
        c   ? 1.0
        : b ? 0.5
        : a ? 0.25
            : 0.0,
        {c   ? 0x1.921fb54442d18p-1
         : b ? 0x1.dac670561bb4fp-2
         : a ? 0x1.f5b75f92c80ddp-3
             : 0.0,
         c   ? 0x1.1a62633145c07p-55
         : b ? 0x1.a2b7f222f65e2p-56
         : a ? 0x1.8ab6e3cf7afbdp-57
             : 0.0},
    };
}

/* base + sign atan(n / d), for 0 <= n <= d, d > 0, rounded once, except for about 1/16 ulp.
 *
 *     atan(n / d) = atan(c) + atan((n - c d) / (d + c n)),    c in {0, 1/4, 1/2, 1}
 *
 * The nearest c leaves a last argument below 0.165; n - c d is exact, as n is near c d. */
LUDO_KERNEL_PART double plus_atan(pair base, double sign, pair n, pair d)
{
    const breakpoint at = nearest_breakpoint(n.hi, d.hi);
    const double c = at.tangent;
    const pair sum = pair_sum(d.hi, c * n.hi);
    const pair above = {n.hi - c * d.hi, n.lo - c * d.lo};
    const pair below = {sum.hi, sum.lo + (d.lo + c * n.lo)};
    const pair x = quotient(above, below);

    const pair fixed = pair_sum(base.hi, sign * at.angle.hi);
    const pair all = pair_sum(fixed.hi, sign * x.hi);
    const double rest = x.lo - atan_defect(x.hi) + at.angle.lo;
    return all.hi + (all.lo + (fixed.lo + base.lo + sign * rest));
}

/* The angle in [0, pi] of the point (x, y), y >= 0, the larger of both within ARC_NEAR .. ARC_FAR:
 * measured from the nearest axis. */
LUDO_KERNEL_PART double angle_of(pair y, pair x)
{
    const double sign = x.hi < 0.0 ? -1.0 : 1.0;
    const pair ahead = {sign * x.hi, sign * x.lo};
    const bool steep = y.hi > ahead.hi, behind = x.hi < 0.0;
    const pair base = {steep    ? 0x1.921fb54442d18p+0
                       : behind ? 0x1.921fb54442d18p+1
                                : 0.0,
                       steep    ? 0x1.1a62633145c07p-54
                       : behind ? 0x1.1a62633145c07p-53
                                : 0.0};
    const pair n = {steep ? ahead.hi : y.hi, steep ? ahead.lo : y.lo};
    const pair d = {steep ? y.hi : ahead.hi, steep ? y.lo : ahead.lo};
    return plus_atan(base, steep ? -sign : sign, n, d);
}

/* Whether atan2_near() is valid for a point. */
LUDO_KERNEL_PART bool arc_is_near(double y, double x)
{
    const double size = fabs(y) + fabs(x);
    return size > 2.0 * ARC_NEAR && size < ARC_FAR;
}

/* ludo_atan2() of a point that is neither very near nor very far. */
LUDO_KERNEL_PART double atan2_near(double y, double x)
{
    return copysign(angle_of((pair){fabs(y), 0.0}, (pair){x, 0.0}), y);
}

#endif
