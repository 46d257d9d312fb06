/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text.
 *
 * A number of at most 15 digits times a power of ten up to 22 is a product or quotient of two
 * exact doubles: one rounding. Any other is halved and doubled as a string of decimal digits until
 * 53 bits stand before its point, and rounded there, half to even. */
#include "formats/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    DIGITS = 800, /* more than any halfway point between two doubles has */
    SHIFT = 27    /* most bits that a digit is shifted by at once */
};

/* 0.d0 d1 d2 ... times 10^point; `cut`: digits other than zero were dropped behind the last. */
typedef struct decimal {
    int count, point;
    bool cut;
    uint8_t digit[DIGITS];
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void append(decimal *d, int digit)
{
    if (d->count < DIGITS) {
        d->digit[d->count++] = (uint8_t)digit;
    } else {
        d->cut = d->cut || digit != 0;
    }
}

static void trim(decimal *d)
{
    while (d->count > 0 && d->digit[d->count - 1] == 0) {
        d->count--;
    }
    d->point = d->count == 0 ? 0 : d->point;
}

/* d *= 2^k */
static void shift_left(decimal *d, int k)
{
    uint64_t carry = 0;
    for (int i = d->count; i-- > 0;) {
        carry += (uint64_t)d->digit[i] << k;
        d->digit[i] = (uint8_t)(carry % 10);
        carry /= 10;
    }
    while (carry > 0) {
        const int last = d->count < DIGITS ? d->count : DIGITS - 1;
        d->cut = d->cut || (d->count == DIGITS && d->digit[last] != 0);
        memmove(d->digit + 1, d->digit, (size_t)last);
        d->digit[0] = (uint8_t)(carry % 10);
        carry /= 10;
        d->count = last + 1;
        d->point++;
    }
    trim(d);
}

/* d /= 2^k: long division, the quotient written over the digits */
static void shift_right(decimal *d, int k)
{
    decimal quotient = {.point = d->point, .cut = d->cut};
    const uint64_t mask = ((uint64_t)1 << k) - 1;
    uint64_t rest = 0;
    for (int i = 0; i < d->count || rest != 0; i++) {
        rest = 10 * rest + (i < d->count ? d->digit[i] : 0);
        const int digit = (int)(rest >> k);
        rest &= mask;
        if (quotient.count == 0 && digit == 0) {
            quotient.point--; /* a leading zero moves the point */
        } else {
            append(&quotient, digit);
        }
        if (quotient.count == DIGITS && i >= d->count) {
            quotient.cut = quotient.cut || rest != 0;
            break;
        }
    }
    *d = quotient;
    trim(d);
}

/* The integer part, at most 2^53, rounded half to even. */
static uint64_t round_integer(const decimal *d)
{
    uint64_t n = 0;
    for (int i = 0; i < d->point; i++) {
        n = 10 * n + (i < d->count ? d->digit[i] : 0);
    }
    if (d->point < 0 || d->point >= d->count) {
        return n;
    }
    const bool half = d->digit[d->point] == 5 && d->point + 1 == d->count && !d->cut;
    const bool up = half ? (n & 1) != 0 : d->digit[d->point] >= 5;
    return n + up;
}

/* The double nearest to d; infinity where it is beyond the largest. */
static double decimal_to_double(decimal *d)
{
    if (d->count == 0 || d->point < -330) {
        return 0.0;
    }
    if (d->point > 310) {
        return INFINITY;
    }
    /* d 2^exponent with d in [1/2, 1) */
    int exponent = 0;
    while (d->point > 0) {
        const int k = d->point > 8 ? SHIFT : 1;
        shift_right(d, k);
        exponent += k;
    }
    while (d->point < 0 || d->digit[0] < 5) {
        const int k = d->point < -8 ? SHIFT : 1;
        shift_left(d, k);
        exponent -= k;
    }
    /* as many bits before the point as the double has, fewer where it is subnormal */
    const int bits = exponent >= -1021 ? 53 : 53 + 1021 + exponent;
    if (bits < 0) {
        return 0.0;
    }
    for (int left = bits; left > 0; left -= SHIFT) {
        shift_left(d, left < SHIFT ? left : SHIFT);
    }
    return ldexp((double)round_integer(d), exponent - bits);
}

/* Digits with at most one point among them; returns their end, or NULL without a digit. */
static const char *read_digits(const char *p, decimal *d)
{
    bool point = false, any = false;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        if (d->count > 0 || *p != '0') {
            append(d, *p - '0');
            d->point += !point;
        } else {
            d->point -= point;
        }
    }
    return any ? p : NULL;
}

/* An exponent, if a whole one is there; huge ones are as good as 10^5. */
static const char *read_exponent(const char *p, int *exponent)
{
    *exponent = 0;
    if (*p != 'e' && *p != 'E') {
        return p;
    }
    const char *q = p + 1;
    const bool negative = *q == '-';
    q += *q == '-' || *q == '+';
    if (!is_digit(*q)) {
        return p;
    }
    for (; is_digit(*q); q++) {
        *exponent = *exponent < 100000 ? 10 * *exponent + (*q - '0') : *exponent;
    }
    *exponent = negative ? -*exponent : *exponent;
    return q;
}

/* The product or quotient of two exact doubles, where it is one. */
static bool exact_quickly(const decimal *d, double *number)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int exponent = d->point - d->count;
    if (d->count > 15 || exponent < -22 || exponent > 22) {
        return false;
    }
    double digits = 0.0;
    for (int i = 0; i < d->count; i++) {
        digits = 10.0 * digits + d->digit[i];
    }
    *number = exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent];
    return true;
}

const char *ludo_number_read(const char *text, double *number)
{
    decimal d = {.count = 0};
    const bool negative = *text == '-';
    const char *p = read_digits(text + (*text == '-' || *text == '+'), &d);
    if (p == NULL) {
        return NULL;
    }
    int exponent;
    p = read_exponent(p, &exponent);
    d.point += exponent;
    trim(&d);
    double magnitude;
    if (!exact_quickly(&d, &magnitude)) {
        magnitude = decimal_to_double(&d);
    }
    *number = negative ? -magnitude : magnitude;
    return isinf(magnitude) ? NULL : p;
}
