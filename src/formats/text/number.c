/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text. A number of at most 15 digits times a power of ten up to 22 is a product
 * or quotient of two exact doubles: one rounding. Any other is a fraction N / M of two large
 * integers: long division gives as many bits as a double holds, and the remainder decides the
 * rounding. */
#include "formats/text/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_DIGITS = 800, /* halfway points between two doubles have at most 767 digits */
    MAX_POINT = 310,  /* 10^309 is beyond the largest double */
    MIN_POINT = -330, /* 10^-324 is below half of the smallest */
    LIMBS = 128       /* 32 (LIMBS - 1) bits > log2 10^(MAX_DIGITS - MIN_POINT) + 1 */
};

/* The integer d0 d1 d2 ... times 10^exponent. */
typedef struct decimal {
    int32_t count;
    int64_t exponent;
    uint8_t digit[MAX_DIGITS];
} decimal;

/* A natural number, least significant limb first, without leading zeros. */
typedef struct natural {
    int32_t count;
    uint32_t limb[LIMBS];
} natural;

/* ---- natural numbers ---- */

/* n = n factor + summand */
static void multiply_add(natural *n, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int32_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0) {
        n->limb[n->count++] = (uint32_t)carry;
    }
}

static void multiply_power_of_ten(natural *n, int64_t power)
{
    for (; power >= 9; power -= 9) {
        multiply_add(n, 1000000000u, 0);
    }
    for (; power > 0; power--) {
        multiply_add(n, 10, 0);
    }
}

static void multiply_power_of_two(natural *n, int32_t power)
{
    const int32_t limbs = power / 32;
    memmove(n->limb + limbs, n->limb, (size_t)n->count * sizeof *n->limb);
    memset(n->limb, 0, (size_t)limbs * sizeof *n->limb);
    n->count += limbs;
    multiply_add(n, (uint32_t)1 << power % 32, 0);
}

static int32_t bit_length(const natural *n)
{
    int32_t bits = 32 * (n->count - 1);
    for (uint32_t top = n->limb[n->count - 1]; top > 0; top >>= 1) {
        bits++;
    }
    return bits;
}

/* a >= b, where b > 0 */
static bool at_least(const natural *a, const natural *b)
{
    if (a->count != b->count) {
        return a->count > b->count;
    }
    int32_t i = a->count - 1;
    while (i > 0 && a->limb[i] == b->limb[i]) {
        i--;
    }
    return a->limb[i] >= b->limb[i];
}

/* a -= b, where a >= b */
static void subtract(natural *a, const natural *b)
{
    uint32_t borrow = 0;
    for (int32_t i = 0; i < a->count; i++) {
        const uint64_t taken = (uint64_t)(i < b->count ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < taken;
        a->limb[i] = (uint32_t)(a->limb[i] - taken);
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0) {
        a->count--;
    }
}

/* ---- from decimal to binary ---- */

/* The double nearest to q 2^(exponent - 63), where q has its top bit set; `more`: a remainder below
 * the last bit of q. A mantissa that rounds up to the next power of two carries into the exponent,
 * the next higher bits of a double; a subnormal has fewer bits. */
static double round_to_double(uint64_t q, bool more, int32_t exponent)
{
    const bool normal = exponent >= -1022;
    const int32_t drop = normal ? 11 : 11 - 1022 - exponent;
    if (drop > 64) {
        return 0.0;
    }
    uint64_t mantissa = drop < 64 ? q >> drop : 0;
    const uint64_t rest = drop < 64 ? q << (64 - drop) : q, half = (uint64_t)1 << 63;
    mantissa += rest > half || (rest == half && (more || (mantissa & 1) != 0));
    const uint64_t infinite = (uint64_t)0x7ff << 52;
    uint64_t bits = mantissa + (normal ? (uint64_t)(exponent + 1022) << 52 : 0);
    bits = bits < infinite ? bits : infinite;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* N / M, both > 0 */
static double divide(natural *N, natural *M)
{
    /* 2^exponent <= N / M < 2^(exponent + 1): shift until M <= N < 2 M */
    int32_t exponent = bit_length(N) - bit_length(M);
    multiply_power_of_two(exponent > 0 ? M : N, exponent > 0 ? exponent : -exponent);
    if (!at_least(N, M)) {
        multiply_power_of_two(N, 1);
        exponent--;
    }
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        const bool bit = at_least(N, M);
        if (bit) {
            subtract(N, M);
        }
        quotient = 2 * quotient + bit;
        multiply_add(N, 2, 0);
    }
    return round_to_double(quotient, N->count > 0, exponent);
}

/* The exact product or quotient of two exact doubles, if there is one. */
static bool exact_quickly(const decimal *d, double *number)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->count > 15 || d->exponent < -22 || d->exponent > 22) {
        return false;
    }
    double digits = 0.0;
    for (int32_t i = 0; i < d->count; i++) {
        digits = 10.0 * digits + d->digit[i];
    }
    *number = d->exponent < 0 ? digits / powers[-d->exponent] : digits * powers[d->exponent];
    return true;
}

static double decimal_to_double(const decimal *d)
{
    double number;
    const int64_t point = d->count + d->exponent;
    if (d->count == 0 || point < MIN_POINT) {
        return 0.0;
    }
    if (point > MAX_POINT) {
        return (double)INFINITY;
    }
    if (exact_quickly(d, &number)) {
        return number;
    }
    natural N = {.count = 0}, M = {.count = 1, .limb = {1}};
    for (int32_t i = 0; i < d->count; i++) {
        multiply_add(&N, 10, d->digit[i]);
    }
    multiply_power_of_ten(&N, d->exponent);
    multiply_power_of_ten(&M, -d->exponent);
    return divide(&N, &M);
}

/* ---- from text to decimal ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Read digits with at most one point; returns their end, NULL without a digit. Leading zeros are
 * dropped. Surplus nonzero digits are replaced by a final 1, which keeps the number on its side of
 * every halfway point. */
static const char *read_digits(const char *p, decimal *d)
{
    bool point = false, any = false, cut = false;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        if (d->count < MAX_DIGITS - 1) {
            if (d->count > 0 || *p != '0') {
                d->digit[d->count++] = (uint8_t)(*p - '0');
            }
            d->exponent -= point;
        } else {
            cut = cut || *p != '0';
            d->exponent += !point;
        }
    }
    if (cut) {
        d->digit[d->count++] = 1;
        d->exponent--;
    }
    return any ? p : NULL;
}

/* Read an optional exponent. No text is long enough for its zeros or digits to compensate an
 * exponent beyond 10^12. */
static const char *read_exponent(const char *p, decimal *d)
{
    const int64_t most = 1000000000000;
    if (*p != 'e' && *p != 'E') {
        return p;
    }
    const char *q = p + 1;
    const bool negative = *q == '-';
    q += *q == '-' || *q == '+';
    if (!is_digit(*q)) {
        return p;
    }
    int64_t exponent = 0;
    for (; is_digit(*q); q++) {
        exponent = exponent < most ? 10 * exponent + (*q - '0') : exponent;
    }
    d->exponent += negative ? -exponent : exponent;
    return q;
}

const char *ludo_number_read(const char *text, double *number)
{
    decimal d = {.count = 0};
    const bool negative = *text == '-';
    const char *p = read_digits(text + (*text == '-' || *text == '+'), &d);
    if (p == NULL) {
        return NULL;
    }
    p = read_exponent(p, &d);
    const double magnitude = decimal_to_double(&d);
    *number = negative ? -magnitude : magnitude;
    return p;
}

/* ---- from binary to text ---- */

/* Digits, signs and exponents are the same in every locale: any other character is the decimal
 * point. */
int ludo_number_round(char out[NUMBER_ROOM], double number, int digits)
{
    char local[NUMBER_ROOM];
    int length = 0;
    bool point = false;
    (void)snprintf(local, sizeof local, "%.*g", digits, number);
    for (const char *c = local; *c != '\0'; c++) {
        const bool known = (*c >= '0' && *c <= '9') || *c == '-' || *c == '+' || *c == 'e';
        if (known || !point) {
            out[length++] = *c;
            if (!known) {
                out[length - 1] = '.';
                point = true;
            }
        }
    }
    out[length] = '\0';
    return length;
}

static double rounded(double number, int digits)
{
    char text[NUMBER_ROOM];
    double back = 0.0;
    (void)ludo_number_round(text, number, digits);
    (void)ludo_number_read(text, &back);
    return back;
}

int ludo_number_write(char out[NUMBER_ROOM], double number)
{
    int digits = 15;
    while (digits < 17 && rounded(number, digits) != number) {
        digits++;
    }
    return ludo_number_round(out, number + 0.0, digits);
}

/* Find the number of fewest digits near `guess` that gives `sum` when added to `carried`; false:
 * there is none. */
static bool find_addend(double guess, double carried, double sum, double *number)
{
    for (int digits = 1; digits <= 17; digits++) {
        *number = rounded(guess, digits);
        if (carried + *number == sum) {
            return true;
        }
    }
    return false;
}

/* If no number gives the sum exactly, use that of the guess: reading and writing again preserves
 * it. */
double ludo_number_addend(double guess, double carried, double sum)
{
    double number = 0.0;
    if (carried == sum || find_addend(guess, carried, sum, &number) ||
        find_addend(guess, carried, carried + guess, &number)) {
        return number;
    }
    return guess;
}
