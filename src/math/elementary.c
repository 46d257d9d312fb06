/* SPDX-License-Identifier: Apache-2.0
 *
 * sin, cos, atan2, acos and exp from + - * / and sqrt, whose rounding IEEE 754 defines uniquely.
 *
 * Each function reduces its argument to a small interval, with a second number for the digits that
 * do not fit into one double, and sums the Taylor series there: math/sincos.h, math/arc.h. Compile
 * without contraction to fused multiply-add (-ffp-contract=off). */
#include "math/elementary.h"

#include "math/arc.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must round to double");

static const double TURNS_PER_RADIAN = 0x1.45f306dc9c883p-3; /* 1 / (2 pi) */

static uint64_t bits_of(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* Subtract whole turns from a until it is near: 18 significant bits at a time, so that their number
 * is an integer and minus_quarters() is exact. */
static pair without_turns(double a)
{
    pair rest = {a, 0.0};
    while (rest.hi > SINCOS_NEAR) {
        const double turns = from_bits(bits_of(rest.hi * TURNS_PER_RADIAN) >> 35 << 35);
        rest = minus_quarters(rest, 4.0 * turns);
    }
    return rest;
}

void ludo_sincos(double a, double *sine, double *cosine)
{
    if (!isfinite(a)) {
        *sine = *cosine = (double)NAN;
        return;
    }
    const sine_cosine of = sincos_near(without_turns(fabs(a)));
    *sine = copysign(1.0, a) * of.sine;
    *cosine = of.cosine;
}

void ludo_sincos_far(const lanes1 *a, lanes1 *sine, lanes1 *cosine)
{
    for (int l = 0; l < LANES; l++) {
        if (!(fabs(a->at[l]) <= SINCOS_NEAR)) {
            ludo_sincos(a->at[l], &sine->at[l], &cosine->at[l]);
        }
    }
}

double ludo_atan2(double y, double x)
{
    if (isnan(y) || isnan(x)) {
        return (double)NAN;
    }

    /* infinite points and the origin: a near point in the same direction */
    double up = fabs(y), right = x;
    if (isinf(y) || isinf(x)) {
        up = isinf(y) ? 1.0 : 0.0;
        right = copysign(isinf(x) ? 1.0 : 0.0, x);
    } else if (up == 0.0 && right == 0.0) {
        right = copysign(1.0, x);
    }

    /* scaled away from overflow and underflow; if this rounds, the quotient is zero anyway */
    const double size = up > fabs(right) ? up : fabs(right);
    const double scale = size > ARC_FAR ? 0x1p-100 : size < ARC_NEAR ? 0x1p600 : 1.0;
    const double angle = angle_of((pair){scale * up, 0.0}, (pair){scale * right, 0.0});
    return copysign(angle, y);
}

double ludo_acos(double x)
{
    if (!(fabs(x) <= 1.0)) {
        return (double)NAN;
    }

    /* the point (x, sqrt(1 - x^2)), the root to twice the digits by one Newton step */
    const pair xx = product(x, x);
    pair yy = pair_sum(1.0, -xx.hi);
    yy.lo -= xx.lo;
    const double y = sqrt(yy.hi);
    const pair square = product(y, y);
    const double lo = y > 0.0 ? ((yy.hi - square.hi) - square.lo + yy.lo) / (2.0 * y) : 0.0;
    return angle_of((pair){y, lo}, (pair){x, 0.0});
}

/* e^r - 1 - r for |r| <= 0.35: the Taylor series up to r^14 / 14!; the next term is below 2^-62. */
static double exp_beyond_linear(double r)
{
    static const double factorial[] = {
        87178291200.0, 6227020800.0, 479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0,
        5040.0,        720.0,        120.0,       24.0,       6.0,       2.0};
    double sum = 0.0;
    for (size_t i = 0; i < sizeof factorial / sizeof *factorial; i++) {
        sum = 1.0 / factorial[i] + r * sum;
    }
    return r * r * sum;
}

/* 2^k, -1022 <= k <= 1023. */
static double power_of_two(int32_t k)
{
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* e^x = 2^k e^r with r = x - k ln 2; k times the leading 33 bits of ln 2 is exact. */
double ludo_exp(double x)
{
    if (isnan(x)) {
        return x;
    }
    if (x > 710.0 || x < -746.0) {
        return x > 0.0 ? (double)INFINITY : 0.0;
    }
    const int32_t k = (int32_t)(x * 0x1.71547652b82fep+0 + (x < 0.0 ? -0.5 : 0.5));
    const pair r = pair_sum(x - k * 0x1.62e42feep-1, -k * 0x1.a39ef35793c76p-33);
    const double power = 1.0 + (r.hi + (r.lo + exp_beyond_linear(r.hi)));
    const int32_t half = k / 2;
    return power * power_of_two(half) * power_of_two(k - half);
}
