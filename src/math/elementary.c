/* SPDX-License-Identifier: Apache-2.0
 *
 * sin, cos, atan2 and acos from + - * / and sqrt, which IEEE 754 rounds in one way only.
 *
 * Each function brings its argument into a small interval, keeping as a second number what one
 * double can't hold, and sums the Taylor series there; sine and cosine in math/sincos.h. Compile
 * without contraction to fused multiply-add (-ffp-contract=off). */
#include "math/elementary.h"

#include "math/sincos.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "double arithmetic has to round to double");

/* Digits of these and of the constants below: pi and atan to 300 bits, rounded. */
static const double TURNS_PER_RADIAN = 0x1.45f306dc9c883p-3; /* 1 / (2 pi) */

static const pair PI = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const pair HALF_PI = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

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

/* The leading 26 bits of a and the others [Dekker 1971]. */
static pair split(double a)
{
    const double c = 134217729.0 * a; /* 2^27 + 1 */
    const double hi = c - (c - a);
    return (pair){hi, a - hi};
}

/* a b exactly, while nothing over- or underflows [Dekker 1971]. */
static pair product(double a, double b)
{
    const pair x = split(a), y = split(b);
    const double p = a * b;
    return (pair){p, x.lo * y.lo - (((p - x.hi * y.hi) - x.lo * y.hi) - x.hi * y.lo)};
}

/* Take whole turns from a until it is near: 18 significant bits at a time, so that their
 * number is an integer and minus_quarters() loses no bit. */
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

/* x - atan(x) for |x| <= 0.165: x^3/3 - x^5/5 + ... + x^19/19; the next term is below 2^-56 of x
 * for all x, where the sum it goes into is at least 2 x. */
static double atan_defect(double x)
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

/* n / d, to about twice the digits of a double where it isn't tiny. */
static pair quotient(pair n, pair d)
{
    const double q = n.hi / d.hi;
    if (fabs(q) < 0x1p-60) { /* what is missing can't be seen, and computing it may underflow */
        return (pair){q, 0.0};
    }
    const pair p = product(q, d.hi);
    return (pair){q, ((n.hi - p.hi) - p.lo + n.lo - q * d.lo) / d.hi};
}

/* base + sign atan(n / d), for 0 <= n <= d, d > 0, rounded once but for about 1/16 ulp.
 *
 *     atan(n / d) = atan(c) + atan((n - c d) / (d + c n)),    c in {0, 1/4, 1/2, 1}
 *
 * The nearest c leaves a last argument below 0.165; n - c d is exact, as n is near c d. */
static double plus_atan(pair base, double sign, pair n, pair d)
{
    static const double breakpoint[4] = {0.0, 0.25, 0.5, 1.0};
    static const pair angle[4] = {{0.0, 0.0},
                                  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

    const int k = (8.0 * n.hi > d.hi) + (8.0 * n.hi > 3.0 * d.hi) + (32.0 * n.hi > 23.0 * d.hi);
    const double c = breakpoint[k];
    const pair above = {n.hi - c * d.hi, n.lo - c * d.lo};
    pair below = pair_sum(d.hi, c * n.hi);
    below.lo += d.lo + c * n.lo;
    const pair x = quotient(above, below);

    const pair fixed = pair_sum(base.hi, sign * angle[k].hi);
    const pair all = pair_sum(fixed.hi, sign * x.hi);
    const double rest = x.lo - atan_defect(x.hi) + angle[k].lo;
    return all.hi + (all.lo + (fixed.lo + base.lo + sign * rest));
}

/* The angle in [0, pi] of the point (x, y), y >= 0, the larger of both within 2^-400 .. 2^900. */
static double angle_of(pair y, pair x)
{
    const double sign = x.hi < 0.0 ? -1.0 : 1.0;
    const pair ahead = {sign * x.hi, sign * x.lo};
    if (y.hi > ahead.hi) {
        return plus_atan(HALF_PI, -sign, ahead, y);
    }
    return plus_atan(x.hi < 0.0 ? PI : (pair){0.0, 0.0}, sign, y, ahead);
}

double ludo_atan2(double y, double x)
{
    if (isnan(y) || isnan(x)) {
        return (double)NAN;
    }

    /* infinitely far points and the origin: a near point in the same direction */
    double up = fabs(y), right = x;
    if (isinf(y) || isinf(x)) {
        up = isinf(y) ? 1.0 : 0.0;
        right = copysign(isinf(x) ? 1.0 : 0.0, x);
    } else if (up == 0.0 && right == 0.0) {
        right = copysign(1.0, x);
    }

    /* away from overflow and underflow; where this rounds, the quotient is zero anyhow */
    const double size = up > fabs(right) ? up : fabs(right);
    const double scale = size > 0x1p900 ? 0x1p-100 : size < 0x1p-400 ? 0x1p600 : 1.0;
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
