/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementary functions: close to libm, exact where exact is possible, the same bits everywhere. */
#include "support.h"

#include "math/elementary.h"
#include "math/arc.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 20000 };

/* Ours and libm's are each within 1 ulp of the truth, so within 2 ulp of each other. */
static const int64_t two_roundings = 2;

/* Doubles numbered in their order, the zeros alike. */
static int64_t place_of(double a)
{
    int64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

static void check_close(double got, double want, const char *what)
{
    const int64_t apart = place_of(got) - place_of(want);
    if (apart > two_roundings || apart < -two_roundings) {
        print_error("%s = %.17g (%a), expected %.17g (%a)\n", what, got, got, want, want);
        fail();
    }
}

static void check_same_bits(double got, double want)
{
    if (memcmp(&got, &want, sizeof got) != 0) {
        print_error("%.17g (%a), expected %.17g (%a)\n", got, got, want, want);
        fail();
    }
}

static double sine(double a)
{
    double s, c;
    ludo_sincos(a, &s, &c);
    return s;
}

static double cosine(double a)
{
    double s, c;
    ludo_sincos(a, &s, &c);
    return c;
}

/* A number of either sign and a random exponent in low .. high. */
static double random_size(random_stream *r, int low, int high)
{
    const int exponent = low + random_below(r, high - low + 1);
    const double a = ldexp(random_uniform(r, 1.0, 2.0), exponent);
    return random_bits(r) % 2 == 0 ? a : -a;
}

static void check_sincos_against_libm(double a)
{
    char what[64];
    (void)snprintf(what, sizeof what, "sine of %a", a);
    check_close(sine(a), sin(a), what);
    (void)snprintf(what, sizeof what, "cosine of %a", a);
    check_close(cosine(a), cos(a), what);
}

static void sincos_is_within_two_ulp_of_libm(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    for (int i = 0; i < SAMPLES; i++) {
        check_sincos_against_libm(random_uniform(&r, -4.0, 4.0));
        check_sincos_against_libm(random_uniform(&r, -1e6, 1e6));
        check_sincos_against_libm(random_size(&r, -1074, 20));
    }
}

/* where the reduction cancels most; also the borders of quadrants */
static void sincos_is_within_two_ulp_of_libm_near_quarter_turns(void **state)
{
    (void)state;
    for (int k = 1; k < 600000; k += 29) {
        const double a = (double)k * 0.78539816339744831;
        check_sincos_against_libm(nextafter(a, 0.0));
        check_sincos_against_libm(a);
        check_sincos_against_libm(nextafter(a, HUGE_VAL));
    }
}

/* the contract allows a loss of digits; up to 2^40 it is below 2 ulp */
static void sincos_of_many_turns_keeps_its_digits(void **state)
{
    (void)state;
    random_stream r = random_from(2);
    for (int i = 0; i < SAMPLES; i++) {
        check_sincos_against_libm(random_size(&r, 20, 40));
    }
}

static void sincos_of_any_finite_angle_is_on_the_circle(void **state)
{
    (void)state;
    random_stream r = random_from(3);
    for (int i = 0; i < SAMPLES; i++) {
        double s, c;
        ludo_sincos(random_size(&r, -1074, 1023), &s, &c);
        assert_true(fabs(s) <= 1.0 && fabs(c) <= 1.0);
        /* two numbers with errors of 1 ulp, squared and added: 2 eps |s| |ds| and so on */
        CHECK_NEAR(s * s + c * c, 1.0, 3.0 * DBL_EPSILON);
    }
}

static void sine_is_odd_and_cosine_even_to_the_bit(void **state)
{
    (void)state;
    random_stream r = random_from(4);
    for (int i = 0; i < SAMPLES; i++) {
        const double a = random_size(&r, -1074, 60);
        check_same_bits(sine(-a), -sine(a));
        check_same_bits(cosine(-a), cosine(a));
    }
}

/* digits from 300-bit arithmetic, rounded to double */
static void sincos_has_known_values(void **state)
{
    (void)state;
    static const struct {
        double angle, sine, cosine;
    } known[] = {
        {0.5, 0x1.eaee8744b05f0p-2, 0x1.c1528065b7d50p-1},
        {1.0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1},
        {2.0, 0x1.d18f6ead1b446p-1, -0x1.aa22657537205p-2},
        {100.0, -0x1.03425b78c4db8p-1, 0x1.b981dbf665fdfp-1},
        {1e6, -0x1.6664b2568d867p-2, 0x1.df9df9906d32cp-1},
        {0x1.921fb54442d18p+0, 0x1p+0, 0x1.1a62633145c07p-54},
        {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1p+0},
        {0x1.921fb54442d18p+2, -0x1.1a62633145c07p-52, 0x1p+0},
        {0x1p-30, 0x1.0000000000000p-30, 0x1p+0},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        check_close(sine(known[i].angle), known[i].sine, "sine");
        check_close(cosine(known[i].angle), known[i].cosine, "cosine");
    }
    check_same_bits(sine(0.0), 0.0);
    check_same_bits(sine(-0.0), -0.0);
    check_same_bits(cosine(-0.0), 1.0);
    check_same_bits(sine(0x1p-1074), 0x1p-1074);
}

static void sincos_of_what_is_not_finite_is_nan(void **state)
{
    (void)state;
    const double bad[] = {HUGE_VAL, -HUGE_VAL, (double)NAN};
    for (int i = 0; i < 3; i++) {
        assert_true(isnan(sine(bad[i])));
        assert_true(isnan(cosine(bad[i])));
    }
}

/* Angles side by side; with `odd_one` one of them is far or not finite. */
static lanes1 random_angles(random_stream *r, bool odd_one)
{
    static const double odd[] = {0x1p21, -0x1.23456789abcdep80, HUGE_VAL, (double)NAN};
    lanes1 a;
    for (int l = 0; l < LANES; l++) {
        a.at[l] = random_size(r, -1074, 19);
    }
    if (odd_one) {
        a.at[random_below(r, LANES)] = odd[random_below(r, 4)];
    }
    return a;
}

/* also with one lane so far that all lanes take the long way */
static void lanes_have_the_bits_of_sincos(void **state)
{
    (void)state;
    random_stream r = random_from(9);
    for (int i = 0; i < SAMPLES; i++) {
        const lanes1 a = random_angles(&r, i % 4 == 0);
        lanes1 s, c;
        sincos_lanes(&a, &s, &c);
        for (int l = 0; l < LANES; l++) {
            check_same_bits(s.at[l], sine(a.at[l]));
            check_same_bits(c.at[l], cosine(a.at[l]));
        }
    }
}

static void check_atan2_against_libm(double y, double x)
{
    char what[96];
    (void)snprintf(what, sizeof what, "atan2(%a, %a)", y, x);
    check_close(ludo_atan2(y, x), atan2(y, x), what);
}

static void atan2_is_within_two_ulp_of_libm(void **state)
{
    (void)state;
    random_stream r = random_from(5);
    static const int power[][2] = {{-30, 30}, {-1074, 1023}, {1020, 1023}, {-1074, -1060}};
    for (int i = 0; i < SAMPLES; i++) {
        const double y = random_uniform(&r, -1.0, 1.0), x = random_uniform(&r, -1.0, 1.0);
        check_atan2_against_libm(y, x);
        for (int k = 0; k < 4; k++) {
            const double wide = random_size(&r, power[k][0], power[k][1]);
            check_atan2_against_libm(wide, random_size(&r, power[k][0], power[k][1]));
        }
    }
}

/* where the series change: y / x at 1/8, 3/8, 23/32, 1 and their reciprocals */
static void atan2_is_within_two_ulp_of_libm_where_its_breakpoints_change(void **state)
{
    (void)state;
    static const double ratio[] = {0x1p-60, 0.125, 0.375, 0.71875, 1.0};
    for (int i = 0; i < 5; i++) {
        double y = ratio[i] * (1.0 - 8.0 * DBL_EPSILON);
        for (int k = 0; k < 32; k++) {
            y = nextafter(y, HUGE_VAL);
            check_atan2_against_libm(y, 1.0);
            check_atan2_against_libm(1.0, y);
            check_atan2_against_libm(y, -1.0);
            check_atan2_against_libm(-1.0, -y);
        }
    }
}

/* the table of C, Annex F, with pi and its fractions rounded to double */
static void atan2_has_the_special_values_of_c(void **state)
{
    (void)state;
    const double pi = 0x1.921fb54442d18p+1, three = 0x1.2d97c7f3321d2p+1; /* 3 pi / 4 */
    const double inf = HUGE_VAL;
    const struct {
        double y, x, angle;
    } table[] = {
        {0.0, 0.0, 0.0},
        {0.0, -0.0, pi},
        {0.0, 1.0, 0.0},
        {0.0, -1.0, pi},
        {1.0, 0.0, pi / 2},
        {1.0, -0.0, pi / 2},
        {1.0, inf, 0.0},
        {1.0, -inf, pi},
        {inf, 1.0, pi / 2},
        {inf, -1.0, pi / 2},
        {inf, inf, pi / 4},
        {inf, -inf, three},
        {0.0, inf, 0.0},
        {0.0, -inf, pi},
        {inf, 0.0, pi / 2},
        {inf, -0.0, pi / 2},
        {1.0, 1.0, pi / 4},
        {1.0, -1.0, three},
        {0x1p-1074, 0.0, pi / 2},
        {0x1p-1074, 1.0, 0x1p-1074},
        {0x1p-1074, inf, 0.0},
        {DBL_MAX, DBL_MAX, pi / 4},
        {DBL_MAX, 0x1p-1074, pi / 2},
        {0x1p-1074, 0x1p-1074, pi / 4},
        {DBL_MIN, DBL_MAX, 0.0},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        check_same_bits(ludo_atan2(table[i].y, table[i].x), table[i].angle);
        check_same_bits(ludo_atan2(-table[i].y, table[i].x), -table[i].angle);
    }
    assert_true(isnan(ludo_atan2((double)NAN, 1.0)));
    assert_true(isnan(ludo_atan2(1.0, (double)NAN)));
    assert_true(isnan(ludo_atan2((double)NAN, inf)));
}

static void atan2_undoes_sincos(void **state)
{
    (void)state;
    random_stream r = random_from(6);
    for (int i = 0; i < SAMPLES; i++) {
        const double a = random_uniform(&r, -3.14159, 3.14159);
        /* sine and cosine are off by 1 ulp of numbers up to 1, the angle by 1 ulp of up to 4 */
        CHECK_NEAR(ludo_atan2(sine(a), cosine(a)), a, 4.0 * DBL_EPSILON);
    }
}

/* also points on axes, and the nearest and the farthest that are neither near nor far */
static void lanes_have_the_bits_of_atan2(void **state)
{
    (void)state;
    static const double odd[] = {0.0, -0.0, 0x1p-398, -0x1p-398, 0x1p899, -0x1p899};
    random_stream r = random_from(10);
    for (int i = 0; i < SAMPLES; i++) {
        lanes1 y, x, angle;
        for (int l = 0; l < LANES; l++) {
            y.at[l] = l == 0 ? odd[random_below(&r, 6)] : random_size(&r, -390, 890);
            x.at[l] = l == 1  ? odd[random_below(&r, 6)]
                      : i % 2 ? random_size(&r, -390, 890)
                              : y.at[l] * random_size(&r, -8, 8);
        }
        FOR_LANES(l)
        {
            angle.at[l] = atan2_near(y.at[l], x.at[l]);
        }
        for (int l = 0; l < LANES; l++) {
            if (arc_is_near(y.at[l], x.at[l])) {
                check_same_bits(angle.at[l], ludo_atan2(y.at[l], x.at[l]));
            }
        }
    }
    assert_true(arc_is_near(1.0, 0.0) && arc_is_near(0x1p-398, 0.0) && arc_is_near(0.0, -0x1p899));
    assert_false(arc_is_near(0.0, 0.0) || arc_is_near(0x1p-1074, 0.0) ||
                 arc_is_near(HUGE_VAL, 1.0));
    assert_false(arc_is_near((double)NAN, 1.0));
}

static void check_acos_against_libm(double x)
{
    char what[64];
    (void)snprintf(what, sizeof what, "acos(%a)", x);
    check_close(ludo_acos(x), acos(x), what);
}

static void check_exp_against_libm(double x)
{
    char what[64];
    (void)snprintf(what, sizeof what, "exp(%a)", x);
    check_close(ludo_exp(x), exp(x), what);
}

static void exp_is_within_two_ulp_of_libm(void **state)
{
    (void)state;
    random_stream r = random_from(31);
    for (int i = 0; i < SAMPLES; i++) {
        check_exp_against_libm(random_uniform(&r, -1.0, 1.0));
        check_exp_against_libm(random_uniform(&r, -750.0, 711.0));
        check_exp_against_libm(random_size(&r, -1074, 9));
    }
}

static void exp_has_the_special_values_of_c(void **state)
{
    (void)state;
    check_same_bits(ludo_exp(0.0), 1.0);
    check_same_bits(ludo_exp(-0.0), 1.0);
    check_same_bits(ludo_exp(-(double)INFINITY), 0.0);
    check_same_bits(ludo_exp(-1e300), 0.0);
    check_same_bits(ludo_exp((double)INFINITY), (double)INFINITY);
    check_same_bits(ludo_exp(709.8), (double)INFINITY);
    assert_true(isnan(ludo_exp((double)NAN)));
}

static void acos_is_within_two_ulp_of_libm(void **state)
{
    (void)state;
    random_stream r = random_from(7);
    for (int i = 0; i < SAMPLES; i++) {
        check_acos_against_libm(random_uniform(&r, -1.0, 1.0));
        check_acos_against_libm(random_size(&r, -1074, -1));
        const double gap = fabs(random_size(&r, -53, -3));
        check_acos_against_libm(1.0 - gap);
        check_acos_against_libm(gap - 1.0);
    }
}

static void acos_has_exact_ends_and_middle(void **state)
{
    (void)state;
    check_same_bits(ludo_acos(1.0), 0.0);
    check_same_bits(ludo_acos(-1.0), 0x1.921fb54442d18p+1);
    check_same_bits(ludo_acos(0.0), 0x1.921fb54442d18p+0);
    check_same_bits(ludo_acos(-0.0), 0x1.921fb54442d18p+0);
}

static void acos_outside_of_its_interval_is_nan(void **state)
{
    (void)state;
    const double bad[] = {nextafter(1.0, 2.0), -nextafter(1.0, 2.0), HUGE_VAL, (double)NAN};
    for (int i = 0; i < 4; i++) {
        assert_true(isnan(ludo_acos(bad[i])));
    }
}

/* FNV-1a over the bits of results. */
static uint64_t hash_on(uint64_t hash, double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    for (int k = 0; k < 64; k += 8) {
        hash = (hash ^ (bits >> k & 255)) * 0x100000001B3u;
    }
    return hash;
}

/* the hash was computed on x86-64; every compiler, level and machine must reproduce it */
static void results_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    random_stream r = random_from(8);
    uint64_t hash = 0xCBF29CE484222325u;
    for (int i = 0; i < SAMPLES; i++) {
        const double a = random_size(&r, -40, 60), b = random_size(&r, -40, 60);
        hash = hash_on(hash, sine(a));
        hash = hash_on(hash, cosine(a));
        hash = hash_on(hash, ludo_atan2(a, b));
        hash = hash_on(hash, ludo_acos(random_uniform(&r, -1.0, 1.0)));
    }
    assert_int_equal(hash, 0x7A2B38CB48A73F82u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sincos_is_within_two_ulp_of_libm),
        cmocka_unit_test(sincos_is_within_two_ulp_of_libm_near_quarter_turns),
        cmocka_unit_test(sincos_of_many_turns_keeps_its_digits),
        cmocka_unit_test(sincos_of_any_finite_angle_is_on_the_circle),
        cmocka_unit_test(sine_is_odd_and_cosine_even_to_the_bit),
        cmocka_unit_test(sincos_has_known_values),
        cmocka_unit_test(sincos_of_what_is_not_finite_is_nan),
        cmocka_unit_test(lanes_have_the_bits_of_sincos),
        cmocka_unit_test(atan2_is_within_two_ulp_of_libm),
        cmocka_unit_test(atan2_is_within_two_ulp_of_libm_where_its_breakpoints_change),
        cmocka_unit_test(atan2_has_the_special_values_of_c),
        cmocka_unit_test(atan2_undoes_sincos),
        cmocka_unit_test(lanes_have_the_bits_of_atan2),
        cmocka_unit_test(acos_is_within_two_ulp_of_libm),
        cmocka_unit_test(acos_has_exact_ends_and_middle),
        cmocka_unit_test(acos_outside_of_its_interval_is_nan),
        cmocka_unit_test(exp_is_within_two_ulp_of_libm),
        cmocka_unit_test(exp_has_the_special_values_of_c),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
