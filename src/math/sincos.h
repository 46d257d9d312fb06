/* SPDX-License-Identifier: Apache-2.0
 *
 * Sine and cosine of moderate angles without branches: the core of ludo_sincos(), bit-identical in
 * SIMD lanes.
 *
 * An angle is reduced to a small interval, with a second number for the digits that do not fit into
 * one double, and Taylor series are summed there. Taylor instead of minimax polynomials: one or two
 * terms more, but every coefficient can be checked by eye. */
#ifndef LUDO_MATH_SINCOS_H
#define LUDO_MATH_SINCOS_H

#include "math/elementary.h"
#include "math/lanes.h"

/* Angles up to this limit need no prior subtraction of whole turns [rad]. */
#define SINCOS_NEAR 0x1p20

/* An unevaluated sum: hi is the value rounded to double, or nearly so, lo the remainder. */
typedef struct pair {
    double hi, lo;
} pair;

typedef struct sine_cosine {
    double sine, cosine;
} sine_cosine;

/* a + b exactly [Knuth, The Art of Computer Programming 2, 4.2.2]. */
LUDO_KERNEL_PART pair pair_sum(double a, double b)
{
    const double s = a + b, b_in_s = s - a;
    return (pair){s, (a - (s - b_in_s)) + (b - b_in_s)};
}

/* a - k pi / 2 for an integer k of at most 20 significant bits that cancels the leading bits of a.
 * pi / 2 in four parts: three of 33 bits, so that 20 bits times a part is exact, and the rest. */
LUDO_KERNEL_PART pair minus_quarters(pair a, double k)
{
    const double leading = a.hi - k * 0x1.921fb54400000p+0; /* exact */
    const pair r = pair_sum(leading, -k * 0x1.0b4611a600000p-34);
    const pair s = pair_sum(r.hi, -k * 0x1.3198a2e000000p-69);
    const double lo = a.lo + r.lo + s.lo - k * 0x1.b839a252049c1p-104;
    const double y = s.hi + lo;
    return (pair){y, (s.hi - y) + lo};
}

/* sin(y + t) for |y| <= pi/4 and t below half an ulp of y: x - x^3/3! + ... + x^17/17!; the next
 * term is below 2^-62 of the sine. */
LUDO_KERNEL_PART double sine_kernel(double y, double t)
{
    const double z = y * y;
    double s = 1.0 / 355687428096000.0;
    s = -1.0 / 1307674368000.0 + z * s;
    s = 1.0 / 6227020800.0 + z * s;
    s = -1.0 / 39916800.0 + z * s;
    s = 1.0 / 362880.0 + z * s;
    s = -1.0 / 5040.0 + z * s;
    s = 1.0 / 120.0 + z * s;
    s = -1.0 / 6.0 + z * s;
    return y + (y * (z * s) + t * (1.0 - 0.5 * z));
}

/* cos(y + t) for such y, t: 1 - x^2/2! + ... + x^16/16!; the next term is below 2^-58. */
LUDO_KERNEL_PART double cosine_kernel(double y, double t)
{
    const double z = y * y, half = 0.5 * z;
    double c = 1.0 / 20922789888000.0;
    c = -1.0 / 87178291200.0 + z * c;
    c = 1.0 / 479001600.0 + z * c;
    c = -1.0 / 3628800.0 + z * c;
    c = 1.0 / 40320.0 + z * c;
    c = -1.0 / 720.0 + z * c;
    c = 1.0 / 24.0 + z * c;
    const double w = 1.0 - half; /* its rounding error is added back below */
    return w + (((1.0 - w) - half) + (z * (z * c) - y * t));
}

/* The nearest integer, for |a| < 2^51: adding 1.5 x 2^52 rounds all fractional bits. */
LUDO_KERNEL_PART double nearest(double a)
{
    return (a + 0x1.8p52) - 0x1.8p52;
}

/* Sine and cosine of an angle 0 <= a.hi <= SINCOS_NEAR. */
LUDO_KERNEL_PART sine_cosine sincos_near(pair a)
{
    const double quarters = nearest(a.hi * 0x1.45f306dc9c883p-1); /* 2 / pi */
    const pair r = minus_quarters(a, quarters);
    const double s = sine_kernel(r.hi, r.lo), c = cosine_kernel(r.hi, r.lo);

    /* -2, -1, 0, 1, 2 quarters after whole turns */
    const double quadrant = quarters - 4.0 * nearest(0.25 * quarters);
    const bool aside = fabs(quadrant) == 1.0, behind = fabs(quadrant) == 2.0;
    const double u = aside ? c : s, v = aside ? s : c;
    return (sine_cosine){quadrant < 0.0 || behind ? -u : u, quadrant > 0.0 || behind ? -v : v};
}

/* Recompute sine and cosine of those angles that are not near, or NaN. */
void ludo_sincos_far(const lanes1 *a, lanes1 *sine, lanes1 *cosine);

/* ludo_sincos() of LANES angles. */
LUDO_KERNEL_PART void sincos_lanes(const lanes1 *a, lanes1 *sine, lanes1 *cosine)
{
    FOR_LANES(l)
    {
        const sine_cosine of = sincos_near((pair){fabs(a->at[l]), 0.0});
        sine->at[l] = copysign(1.0, a->at[l]) * of.sine;
        cosine->at[l] = of.cosine;
    }
    ludo_sincos_far(a, sine, cosine);
}

#endif
