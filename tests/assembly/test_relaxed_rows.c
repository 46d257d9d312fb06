/* SPDX-License-Identifier: Apache-2.0
 *
 * Overconstrained linkages with rounded lengths: redundant rows are left out, others never. */
#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static running open_text(const char *text)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status read =
        ludo_load_string(text, strlen(text), "rounded.urdf", NULL, NULL, &spec, &why);
    if (read != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    return run_open(read, spec, NULL);
}

/* ---- a planar four-bar ---- */

#define BAR(name, middle)                                                                          \
    "<link name='" name "'><inertial><origin xyz='" middle " 0 0'/><mass value='1'/>"              \
    "<inertia ixx='0.01' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"

/* Bars of 1, 1.2 and `right` between pivots 1.1 apart, all along x, with hinges across their plane;
 * the last pivot is `across` beside it. */
static ludo_spec *four_bar(double right, double across)
{
    char text[2048];
    (void)snprintf(
        text, sizeof text,
        "<robot name='bars'><link name='ground'/>" BAR("left", "0.5") BAR("coupler", "0.6") BAR(
            "right",
            "0.5") "<joint name='a' type='continuous'><parent link='ground'/><child link='left'/>"
                   "<axis xyz='0 1 0'/></joint>"
                   "<joint name='b' type='continuous'><parent link='left'/><child link='coupler'/>"
                   "<origin xyz='1 0 0'/><axis xyz='0 1 0'/></joint>"
                   "<joint name='c' type='continuous'><parent link='ground'/><child link='right'/>"
                   "<origin xyz='1.1 %.17g 0'/><axis xyz='0 1 0'/></joint>"
                   "<loop_joint name='close' type='continuous'><link1 link='coupler' xyz='1.2 0 "
                   "0'/>"
                   "<link2 link='right' xyz='%.17g 0 0'/><axis xyz='0 1 0'/></loop_joint></robot>",
        across, right);
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_load_string(text, strlen(text), "bars.urdf", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    return spec;
}

static ludo_loop_state loop_state(running *r, int32_t loop)
{
    ludo_loop_state state = {.struct_size = sizeof state};
    assert_int_equal(ludo_sim_loop(r->sim, loop, &state), LUDO_OK);
    return state;
}

/* The coordinate of a hinge. */
static double coordinate(running *r, const char *joint)
{
    double q = 0.0;
    const int32_t number = ludo_model_joint_find(r->model, joint);
    assert_int_equal(ludo_sim_joint_position(r->sim, number, &q), LUDO_OK);
    return q;
}

static void give_rate(running *r, double rate)
{
    const int32_t number = ludo_model_joint_find(r->model, "a");
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, number, &rate), LUDO_OK);
}

static int32_t rows_left(running *r)
{
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r->sim, &report), LUDO_OK);
    return report.left_out;
}

static void check_freedom(running *r, int32_t freedom)
{
    ludo_mobility mobility;
    assert_int_equal(ludo_sim_mobility(r->sim, &mobility), LUDO_OK);
    assert_int_equal(mobility.freedom, freedom);
}

static void planar_four_bars_move_though_they_miss_their_plane(void **state)
{
    (void)state;
    static const double across[] = {1e-13, 1e-11, 1e-9, 1e-7};
    running exact = run_open(LUDO_OK, four_bar(0.9, 0.0), NULL);
    run_steps(&exact, 0.01, 500);
    for (size_t k = 0; k < sizeof across / sizeof *across; k++) {
        running r = run_open(LUDO_OK, four_bar(0.9, across[k]), NULL);
        /* five rows, two of which constrain the planar motion */
        assert_int_equal(rows_left(&r), across[k] > 1e-12 ? 3 : 0);
        check_freedom(&r, 1);
        run_steps(&r, 0.01, 500);
        /* the error is reported: the misfit, and rounding of numbers of a metre */
        CHECK_NEAR(loop_state(&r, 0).gap, across[k], 1e-14);
        /* the planar motion is that of exact lengths up to the tolerance of 500 steps */
        CHECK_NEAR(coordinate(&r, "a"), coordinate(&exact, "a"), 500.0 * 1e-10);
        run_close(&r);
    }
    run_close(&exact);
}

static void larger_misfits_are_refused(void **state)
{
    (void)state;
    running r = run_open(LUDO_OK, four_bar(0.9, 1e-5), NULL);
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OPEN_LOOP);
    assert_int_equal(report.left_out, 0);
    CHECK_NEAR(report.gap, 1e-5, 1e-8);
    run_close(&r);
}

static void exact_lengths_leave_nothing_out(void **state)
{
    (void)state;
    running r = run_open(LUDO_OK, four_bar(0.9, 0.0), NULL);
    assert_int_equal(rows_left(&r), 0);
    assert_int_equal(loop_state(&r, 0).left_out, 0);
    run_close(&r);
}

/* In a flat pose the row along the bars is dependent too; as soon as the bars rotate it is not. */
static void flat_starts_keep_the_rows_that_they_need_later(void **state)
{
    (void)state;
    running r = run_open(LUDO_OK, four_bar(1.1, 1e-9), NULL);
    give_rate(&r, 2.0);
    assert_int_equal(rows_left(&r), 3);
    double farthest = 0.0;
    for (int k = 0; k < 500; k++) {
        run_steps(&r, 0.01, 1);
        /* the misfit, and the tolerance of a step */
        CHECK_NEAR(loop_state(&r, 0).gap, 1e-9, 1e-11);
        farthest = fmax(farthest, fabs(coordinate(&r, "a")));
    }
    assert_true(farthest > 1.0);
    run_close(&r);
}

/* ---- spatial ones ---- */

/* A text with its long numbers rounded to some digits. Release with free(). */
static char *rounded(const char *text, int digits)
{
    char *out = malloc(2 * strlen(text) + 1), *to = out;
    assert_non_null(out);
    while (*text != '\0') {
        const size_t word = strspn(text, "-.0123456789");
        if (word > 8) {
            to += sprintf(to, "%.*f", digits, strtod(text, NULL));
            text += word;
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return out;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 8192);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, 8191, file) > 0);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void bennett_linkages_move_alike_whatever_their_digits(void **state)
{
    (void)state;
    static const int digits[] = {6, 7, 9, 11};
    char *text = read_text("tests/data/bennett.urdf");
    double first = 0.0;
    for (size_t k = 0; k < sizeof digits / sizeof *digits; k++) {
        char *less = rounded(text, digits[k]);
        running r = open_text(less);
        assert_int_equal(rows_left(&r), 3);
        check_freedom(&r, 1);
        run_steps(&r, 0.01, 500);
        const double q = coordinate(&r, "j1");
        first = k == 0 ? q : first;
        /* roundings of 5e-7, amplified over five seconds */
        CHECK_NEAR(q, first, 1e-4);
        /* a dozen roundings of half a digit on lengths of a metre */
        assert_true(loop_state(&r, 0).gap < 12.0 * pow(10.0, -digits[k]));
        run_close(&r);
        free(less);
    }
    free(text);
}

#define AXIS "<axis xyz='0.577350269 0.577350269 0.577350269'/>"

/* A plate on three equal cranks about parallel skew axes, with holes wrong by a billionth. */
static const char plate[] = "<robot name='plate'><link name='ground'/>" BAR("crank1", "0.3")
    BAR("crank2", "0.3") BAR("crank3", "0.3")
        BAR("plate",
            "0.4") "<joint name='a' type='continuous'><parent link='ground'/><child "
                   "link='crank1'/>" AXIS "</joint>"
                   "<joint name='b' type='continuous'><parent link='crank1'/><child link='plate'/>"
                   "<origin xyz='0.707106781 -0.707106781 0'/>" AXIS "</joint>"
                   "<joint name='c' type='continuous'><parent link='ground'/><child link='crank2'/>"
                   "<origin xyz='1 0.3 0'/>" AXIS "</joint>"
                   "<joint name='d' type='continuous'><parent link='ground'/><child link='crank3'/>"
                   "<origin xyz='0.2 0.9 0.4'/>" AXIS "</joint>"
                   "<loop_joint name='two' type='continuous'>"
                   "<link1 link='plate' xyz='1.000000001 0.300000002 -0.000000001'/>"
                   "<link2 link='crank2' xyz='0.707106781 -0.707106781 0'/>" AXIS "</loop_joint>"
                   "<loop_joint name='three' type='continuous'>"
                   "<link1 link='plate' xyz='0.199999999 0.900000001 0.400000002'/>"
                   "<link2 link='crank3' xyz='0.707106781 -0.707106781 0'/>" AXIS
                   "</loop_joint></robot>";

static void parallelograms_askew_move_though_rounded(void **state)
{
    (void)state;
    running r = open_text(plate);
    assert_true(rows_left(&r) > 0);
    check_freedom(&r, 1);
    const double start = run_energy(&r);
    run_steps(&r, 0.01, 500);
    /* four joints move; three rows constrain the plate, and the cranks need two of them */
    for (int32_t i = 0; i < 2; i++) {
        assert_true(loop_state(&r, i).gap < 1e-7);
    }
    CHECK_NEAR(run_energy(&r), start, 0.05);
    run_close(&r);
}

/* ---- the state ---- */

static void rows_that_are_left_out_are_part_of_the_state(void **state)
{
    (void)state;
    running one = run_open(LUDO_OK, four_bar(0.9, 1e-9), NULL);
    running two = run_open(LUDO_OK, four_bar(0.9, 1e-9), NULL);
    const size_t size = ludo_sim_state_size(one.sim);
    void *bytes = malloc(size);
    run_steps(&one, 0.01, 50);
    assert_int_equal(ludo_sim_get_state(one.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(two.sim, bytes, size), LUDO_OK);
    run_steps(&one, 0.01, 50);
    run_steps(&two, 0.01, 50);
    check_same_bits(&one, &two);
    assert_int_equal(loop_state(&two, 0).left_out, loop_state(&one, 0).left_out);

    /* setters restart: the same rows are left out, and a reset restores them */
    give_rate(&two, 1.0);
    assert_int_equal(rows_left(&two), 3);
    run_steps(&two, 0.01, 50);
    assert_int_equal(ludo_sim_reset(two.sim, -1), LUDO_OK);
    assert_int_equal(ludo_sim_reset(one.sim, -1), LUDO_OK);
    run_steps(&one, 0.01, 50);
    run_steps(&two, 0.01, 50);
    check_same_bits(&one, &two);
    free(bytes);
    run_close(&one);
    run_close(&two);
}

static void copies_leave_the_same_rows_out(void **state)
{
    (void)state;
    running r = run_open(LUDO_OK, four_bar(0.9, 1e-9), NULL);
    running copy = {r.model, NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &copy.sim, NULL), LUDO_OK);
    run_steps(&r, 0.01, 50);
    assert_int_equal(ludo_sim_copy(copy.sim, r.sim), LUDO_OK);
    run_steps(&r, 0.01, 50);
    run_steps(&copy, 0.01, 50);
    check_same_bits(&r, &copy);
    ludo_sim_destroy(copy.sim);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_four_bars_move_though_they_miss_their_plane),
        cmocka_unit_test(larger_misfits_are_refused),
        cmocka_unit_test(exact_lengths_leave_nothing_out),
        cmocka_unit_test(flat_starts_keep_the_rows_that_they_need_later),
        cmocka_unit_test(bennett_linkages_move_alike_whatever_their_digits),
        cmocka_unit_test(parallelograms_askew_move_though_rounded),
        cmocka_unit_test(rows_that_are_left_out_are_part_of_the_state),
        cmocka_unit_test(copies_leave_the_same_rows_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
