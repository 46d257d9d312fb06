/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers: bits as the C library's strtod, which rounds correctly, has them. The tests run
 * in the "C" locale, where strtod takes the same texts. */
#include "support.h"

#include "formats/text/number.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void expect_as_strtod(const char *text)
{
    char *end;
    const double expected = strtod(text, &end);
    double number = -1.0;
    const char *stop = ludo_number_read(text, &number);
    if (stop != end || bits_of(number) != bits_of(expected)) {
        fail_msg("'%.60s': %a, not %a", text, number, expected);
    }
}

/* ---- random texts ---- */

static void append_digits(char *text, random_stream *r, int32_t count)
{
    size_t length = strlen(text);
    for (int32_t i = 0; i < count; i++) {
        text[length++] = (char)('0' + random_below(r, 10));
    }
    text[length] = '\0';
}

static void decimals_of_any_length_and_size_are_read_as_strtod_does(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    for (int i = 0; i < 200000; i++) {
        char text[128] = "", exponent[16];
        (void)strcat(text, random_below(&r, 2) ? "-" : "");
        append_digits(text, &r, 1 + random_below(&r, i % 10 == 0 ? 40 : 10));
        (void)strcat(text, ".");
        append_digits(text, &r, random_below(&r, i % 10 == 0 ? 40 : 12));
        (void)snprintf(exponent, sizeof exponent, "e%d", (int)random_below(&r, 680) - 350);
        (void)strcat(text, random_below(&r, 4) ? exponent : "");
        expect_as_strtod(text);
    }
}

static void printed_doubles_of_any_bits_come_back(void **state)
{
    (void)state;
    random_stream r = random_from(2);
    for (int i = 0; i < 100000; i++) {
        /* one in four subnormal */
        const uint64_t bits = random_bits(&r) & (i % 4 == 0 ? 0x800fffffffffffff : UINT64_MAX);
        double number, back;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) {
            continue;
        }
        char text[64];
        (void)snprintf(text, sizeof text, "%.17g", number);
        assert_non_null(ludo_number_read(text, &back));
        assert_true(bits_of(back) == bits);
        (void)snprintf(text, sizeof text, "%.*g", 1 + i % 25, number);
        expect_as_strtod(text);
    }
}

/* Halfway between a double and the next, written out whole, and the neighbours of that number in
 * the last of its many digits. */
static void halves_between_doubles_go_to_the_even_one(void **state)
{
    (void)state;
    random_stream r = random_from(3);
    static char text[1400];
    for (int i = 0; i < 2000; i++) {
        /* odd 2^(exponent - 1): in a subnormal of any length, in a normal of 54 bits */
        const bool subnormal = i % 2 == 0;
        const int exponent = subnormal ? -1074 : (int)random_below(&r, 1060) - 1073;
        const int shift = subnormal ? 12 + (int)random_below(&r, 50) : 10;
        const uint64_t top = subnormal ? 0 : (uint64_t)1 << 53;
        const uint64_t odd = random_bits(&r) >> shift | top | 1;
        /* exact where a long double is wide enough */
        if (LDBL_MANT_DIG < 64) {
            skip();
        }
        long double half = (long double)odd;
        for (int e = exponent - 1; e < 0; e++) {
            half /= 2.0L;
        }
        (void)snprintf(text, sizeof text, "%.1100Lf", half);
        expect_as_strtod(text);
        char *last = text + strlen(text) - 1;
        *last = '1'; /* a little more */
        expect_as_strtod(text);
        while (last > text && (*last == '0' || *last == '1' || *last == '.')) {
            *last-- = '\0';
        }
        if (last > text && *last > '1') {
            *last = (char)(*last - 1); /* a little less */
            (void)strcat(text, "9");
            expect_as_strtod(text);
        }
    }
}

/* ---- particular texts ---- */

static void particular_numbers_are_read_as_strtod_does(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "+0.0e5",
        "1",
        "-1",
        "+1",
        ".5",
        "5.",
        "1e0",
        "1E+2",
        "1e-2",
        "00012.50",
        "9007199254740991",
        "9007199254740993",
        "9007199254740992.5",
        "123456789012345678901234",
        "1e22",
        "1e23",
        "8.5e22",
        "999999999999999e22",
        "123456789012345e-22",
        "1e-23",
        /* the largest, what still rounds to it, what no longer does */
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.797693134862315807e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e309",
        "1e999",
        "1e99999999999999999999",
        /* the smallest normal, the largest subnormal, the smallest, half of that */
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.225073858507201e-308",
        "4.9406564584124654e-324",
        "2.4703282292062328e-324",
        "2.4703282292062327e-324",
        "3e-324",
        "2e-324",
        "1e-400",
        "-1e-999",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        /* what is left over after a number */
        "1e",
        "1e+",
        "1.5.5",
        "1-2",
        "1x",
        "2 3",
        "1e5e5",
        "1.e3",
        "7,5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        expect_as_strtod(texts[i]);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    ".",    "-",        "+.", "e5", "-e5", ".e5", "nan",
                                        "inf", "-inf", "infinity", "x",  " 1", "--1", "+-1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double number = 5.0;
        assert_null(ludo_number_read(texts[i], &number));
        assert_true(number == 5.0);
    }
}

/* A hexadecimal number ends after its zero. */
static void hexadecimal_is_not_read(void **state)
{
    (void)state;
    const char *text = "0x10";
    double number;
    assert_ptr_equal(ludo_number_read(text, &number), text + 1);
}

/* Any number of zeros and digits, with an exponent that makes up for them. */
static void very_long_numbers_are_exact(void **state)
{
    (void)state;
    enum { ZEROS = 150000 };
    static char text[2 * ZEROS + 64];
    double number;
    /* 0.000...0001 e150001 */
    memset(text, '0', ZEROS);
    memcpy(text, "0.", 2);
    (void)snprintf(text + ZEROS, 32, "1e%d", ZEROS - 1);
    assert_non_null(ludo_number_read(text, &number));
    assert_true(number == 1.0);
    /* 1000...000 e-150000 */
    memset(text, '0', ZEROS + 1);
    text[0] = '1';
    (void)snprintf(text + ZEROS + 1, 32, "e-%d", ZEROS);
    assert_non_null(ludo_number_read(text, &number));
    assert_true(number == 1.0);
    /* 1 + 2^-53 lies halfway; a 1 far behind decides */
    static const char half[] = "1.00000000000000011102230246251565404236316680908203125";
    memset(text, '0', ZEROS);
    memcpy(text, half, sizeof half - 1);
    text[ZEROS] = '\0';
    assert_non_null(ludo_number_read(text, &number));
    assert_true(number == 1.0);
    text[ZEROS - 1] = '1';
    assert_non_null(ludo_number_read(text, &number));
    assert_true(number == 1.0 + DBL_EPSILON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_of_any_length_and_size_are_read_as_strtod_does),
        cmocka_unit_test(printed_doubles_of_any_bits_come_back),
        cmocka_unit_test(halves_between_doubles_go_to_the_even_one),
        cmocka_unit_test(particular_numbers_are_read_as_strtod_does),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(hexadecimal_is_not_read),
        cmocka_unit_test(very_long_numbers_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
