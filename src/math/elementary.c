/* SPDX-License-Identifier: Apache-2.0
 *
 * sin, cos, atan2 and acos from + - * / and sqrt, whose rounding IEEE 754 defines uniquely.
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
