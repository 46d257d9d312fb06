/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers in text: as short as keeps their bits, whatever the locale; and where normalizing ends.
 */
#include "formats/text/number.h"
#include "formats/text/normal_form.h"
#include "formats/write.h"
#include "support.h"

#include <float.h>
#include <locale.h>
#include <string.h>

static void check_number(double number, const char *expected)
{
    char text[NUMBER_ROOM];
    assert_int_equal(ludo_number_write(text, number), strlen(expected));
    assert_string_equal(text, expected);
}

static void numbers_are_as_short_as_people_write_them(void **state)
{
    (void)state;
    check_number(0.1, "0.1");
    check_number(-9.81, "-9.81");
    check_number(-0.0, "0");
    check_number(1e-20, "1e-20");
    check_number(123456.0, "123456");
    check_number(1.0 / 3.0, "0.3333333333333333");
    check_number(0.1 + 0.2, "0.30000000000000004");
    check_number(DBL_MAX, "1.7976931348623157e+308");
}

static double back(double number)
{
    char text[NUMBER_ROOM];
    double read = 0.0;
    (void)ludo_number_write(text, number);
    const char *end = ludo_number_read(text, &read);
    assert_non_null(end);
    assert_int_equal(*end, '\0');
    return read;
}

/* Numbers of all sizes: random bits, but for those of what is not finite. */
static void numbers_come_back_to_the_bit(void **state)
{
    random_stream r = random_from(7);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = random_bits(&r);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            assert_true(back(number) == number);
        }
    }
    assert_true(back(DBL_TRUE_MIN) == DBL_TRUE_MIN);
}

static void locales_change_nothing(void **state)
{
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    bool found = false;
    (void)state;
    for (size_t i = 0; i < sizeof commas / sizeof *commas && !found; i++) {
        found = setlocale(LC_NUMERIC, commas[i]) != NULL;
    }
    if (!found) {
        skip(); /* no such locale on this machine */
    }
    check_number(-1234.5, "-1234.5");
    check_number(1.5e-300, "1.5e-300");
    (void)setlocale(LC_NUMERIC, "C");
}

/* A short number plus another one: the sum tells it. */
static void addends_are_found_by_their_sums(void **state)
{
    random_stream r = random_from(3);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const double shortest = floor(random_uniform(&r, -1e4, 1e4)) / 1e3;
        const double carried = random_uniform(&r, -3.0, 3.0), sum = carried + shortest;
        const double found = ludo_number_addend(sum - carried, carried, sum);
        assert_true(carried + found == sum);
        /* numbers with fewer digits may give the same sum only where rounding hides the rest */
        CHECK_NEAR(found, shortest, 4.0 * DBL_EPSILON * (fabs(carried) + fabs(shortest)));
    }
    assert_true(ludo_number_addend(0.1 + 0.2 - 0.2, 0.2, 0.1 + 0.2) == 0.1);
    assert_true(ludo_number_addend(1e-17, 1.0, 1.0) == 0.0);
    /* no number gives this sum exactly: the guess it is */
    assert_true(ludo_number_addend(0.5, 1.0, 2.0) == 0.5);
}

/* However often it is normalized in between. */
static void what_is_settled_stays(void **state)
{
    random_stream r = random_from(5);
    (void)state;
    for (int i = 0; i < 5000; i++) {
        const ludo_quat q = ludo_normal_form_quat(random_quat(&r));
        const ludo_vec3 a = ludo_normal_form_direction(random_vec3(&r, 2.0));
        ludo_quat p = q;
        ludo_vec3 b = a;
        for (int k = 0; k < i % 7; k++) {
            p = q_normalized(p);
            b = v3_scale(1.0 / v3_norm(b), b);
        }
        p = ludo_normal_form_quat(p);
        b = ludo_normal_form_direction(b);
        assert_memory_equal(&p, &q, sizeof p);
        assert_memory_equal(&b, &a, sizeof b);
        CHECK_NEAR(q_dot(q, q), 1.0, 4.0 * DBL_EPSILON);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_short_as_people_write_them),
        cmocka_unit_test(numbers_come_back_to_the_bit),
        cmocka_unit_test(locales_change_nothing),
        cmocka_unit_test(addends_are_found_by_their_sums),
        cmocka_unit_test(what_is_settled_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
