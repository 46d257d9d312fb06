/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces: values, changes between two traces, turns. */
#include "joints/coordinate.h"

#include "math/elementary.h"
#include "support.h"

#include <float.h>

static const double pi = 3.14159265358979323846;

/* The period of an angle's trace: the trace of half the angle has 4 pi in the angle. */
typedef struct angle_column {
    joint_column column;
    double scale; /* angle divided by the angle of the trace */
} angle_column;

static const angle_column angles[] = {{COLUMN_HALF_ANGLE, 2.0}, {COLUMN_ANGLE, 1.0}};
enum { ANGLES = sizeof angles / sizeof *angles };

static joint_trace trace_of(const angle_column *a, double angle)
{
    return (joint_trace){cos(angle / a->scale), sin(angle / a->scale)};
}

/* The turns of an angle that a trace does not determine. */
static double turns_of(const angle_column *a, joint_trace trace, double angle)
{
    return floor((angle / a->scale - atan2(trace.sin, trace.cos)) / (2.0 * pi) + 0.5);
}

/* The references of a column: only single hinges and slides have one. */
static double own_reference(joint_column column, double reference)
{
    return column == COLUMN_HALF_ANGLE || column == COLUMN_LENGTH ? reference : 0.0;
}

/* --- values ---------------------------------------------------------------------------------- */

/* Sine and cosine are rounded, the angle from them, turns times 2 pi and the sums: 8 roundings of
 * numbers below 100 + 1. */
static void an_angle_is_that_of_its_trace_and_its_turns(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        const angle_column *a = &angles[seed % ANGLES];
        const double angle = random_uniform(&r, -100.0, 100.0);
        const double reference = random_uniform(&r, -1.0, 1.0);
        const joint_trace trace = trace_of(a, angle);
        const double q =
            ludo_joint_coordinate(a->column, trace, turns_of(a, trace, angle), reference);
        CHECK_NEAR(q, angle + own_reference(a->column, reference), 8.0 * DBL_EPSILON * 101.0);
    }
}

static void an_angle_without_turns_is_that_of_libm(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        const angle_column *a = &angles[seed % ANGLES];
        const joint_trace trace = trace_of(a, random_uniform(&r, -20.0, 20.0));
        const double expected = a->scale * atan2(trace.sin, trace.cos);
        CHECK_NEAR(ludo_joint_coordinate(a->column, trace, 0.0, 0.0), expected,
                   2.0 * DBL_EPSILON * fabs(expected));
    }
}

static void lengths_and_carried_coordinates_are_their_traces(void **state)
{
    (void)state;
    const joint_trace from = {-3.0, 0.0}, to = {4.5, 0.0};
    assert_true(ludo_joint_coordinate(COLUMN_LENGTH, to, 0.0, 0.25) == 4.75);
    assert_true(ludo_joint_coordinate(COLUMN_STORED_LENGTH, to, 1.0, 0.25) == 4.5);
    assert_true(ludo_joint_coordinate(COLUMN_STORED_ANGLE, to, 1.0, 0.25) == 4.5);
    const joint_column all[] = {COLUMN_LENGTH, COLUMN_STORED_LENGTH, COLUMN_STORED_ANGLE};
    for (int i = 0; i < 3; i++) {
        assert_true(ludo_joint_advance(all[i], from, to) == 7.5);
        assert_true(ludo_joint_memory(all[i], from, to, 7.0) == (i == 0 ? 7.0 : 4.5));
    }
}

static void turns_have_no_coordinate(void **state)
{
    (void)state;
    const joint_trace from = {-1.0, 1e-3}, to = {-1.0, -1e-3};
    assert_true(ludo_joint_coordinate(COLUMN_BALL, to, 3.0, 0.5) == 0.0);
    assert_true(ludo_joint_advance(COLUMN_BALL, from, to) == 0.0);
    assert_true(ludo_joint_memory(COLUMN_BALL, from, to, 0.0) == 0.0);
}

/* --- motion ---------------------------------------------------------------------------------- */

/* Traces are rounded, each product of them and each sum: 4 roundings of numbers below 1 in the
 * angle of the trace. Anywhere on the circle, across the cut as well. */
static void an_advance_is_what_lies_between_two_angles(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        const angle_column *a = &angles[seed % ANGLES];
        const double size = pow(10.0, random_uniform(&r, -9.0, 0.0));
        const double delta = 0.99 * pi * a->scale * random_uniform(&r, -1.0, 1.0) * size;
        const double from = random_uniform(&r, -7.0, 7.0);
        const double moved =
            ludo_joint_advance(a->column, trace_of(a, from), trace_of(a, from + delta));
        /* from, from + delta and their halves are rounded */
        CHECK_NEAR(moved, (from + delta) - from, 4.0 * DBL_EPSILON * a->scale + 20.0 * DBL_EPSILON);
    }
}

static void an_advance_back_is_the_opposite_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        const angle_column *a = &angles[seed % ANGLES];
        const double from = random_uniform(&r, -7.0, 7.0);
        const joint_trace x = trace_of(a, from);
        const joint_trace y = trace_of(a, from + random_uniform(&r, -3.0, 3.0));
        assert_true(ludo_joint_advance(a->column, x, y) == -ludo_joint_advance(a->column, y, x));
    }
}

/* From the trace (1, 0) an advance is the angle of a trace alone. Two thousand sizes between 1e-300
 * and 1, either side of where the series ends; cosines are right to half an ulp, which moves the
 * angle by less than sin times that. */
static void short_advances_are_arc_tangents_to_two_ulp(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 4000)
    {
        random_stream r = random_from(seed);
        const double size = seed % 4 == 0 ? pow(10.0, random_uniform(&r, -300.0, -3.0))
                                          : random_uniform(&r, 1e-3, 0.25);
        const double sine = seed % 2 == 0 ? size : -size;
        const joint_trace to = {sqrt((1.0 - sine) * (1.0 + sine)), sine};
        const double moved = ludo_joint_advance(COLUMN_ANGLE, (joint_trace){1.0, 0.0}, to);
        CHECK_NEAR(moved, ludo_atan2(to.sin, to.cos), 2.0 * DBL_EPSILON * fabs(moved));
        CHECK_NEAR(moved, asin(sine), 2.0 * DBL_EPSILON * fabs(moved));
        assert_true((moved > 0.0) == (sine > 0.0));
    }
}

static void no_motion_advances_by_nothing(void **state)
{
    (void)state;
    const joint_trace at = {1.0, 0.0}, behind = {-1.0, 0.0};
    for (int i = 0; i < ANGLES; i++) {
        assert_true(ludo_joint_advance(angles[i].column, at, at) == 0.0);
        assert_true(ludo_joint_advance(angles[i].column, behind, behind) == 0.0);
    }
}

/* --- turns ----------------------------------------------------------------------------------- */

/* Random steps shorter than half the period of the trace, with a drift to one side first, then to
 * the other. Errors: as for single angles. */
static void turns_are_counted_both_ways(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    FOR_SEEDS(seed, 40)
    {
        random_stream r = random_from(seed);
        const angle_column *a = &angles[seed % ANGLES];
        const double most = 0.99 * pi * a->scale;
        double angle = 0.3, memory = 0.0, highest = 0.0, lowest = 0.0;
        for (int k = 0; k < STEPS; k++) {
            const double drift = (k < STEPS / 4 ? 0.5 : -0.5) * (seed % 4 < 2 ? 1.0 : -1.0);
            const double step = most * (drift + random_uniform(&r, -0.5, 0.5));
            const joint_trace from = trace_of(a, angle), to = trace_of(a, angle + step);
            memory = ludo_joint_memory(a->column, from, to, memory);
            angle += step;
            highest = fmax(highest, memory);
            lowest = fmin(lowest, memory);
            CHECK_NEAR(ludo_joint_coordinate(a->column, to, memory, 0.0), angle,
                       8.0 * DBL_EPSILON * (fabs(angle) + 1.0));
        }
        assert_true(highest >= 10.0 && lowest <= -10.0);
    }
}

/* The sum of many short advances agrees with the coordinate: the error of an advance is independent
 * of the number of turns, 4 roundings of numbers below 1. */
static void advances_sum_up_over_many_turns(void **state)
{
    (void)state;
    enum { STEPS = 20000 };
    for (int i = 0; i < ANGLES; i++) {
        const angle_column *a = &angles[i];
        double sum = 0.0, memory = 0.0;
        joint_trace from = trace_of(a, 0.0);
        for (int k = 1; k <= STEPS; k++) {
            const joint_trace to = trace_of(a, 0.1 * k);
            sum += ludo_joint_advance(a->column, from, to);
            memory = ludo_joint_memory(a->column, from, to, memory);
            from = to;
        }
        const double angle = 0.1 * STEPS;
        CHECK_NEAR(ludo_joint_coordinate(a->column, from, memory, 0.0), angle,
                   8.0 * DBL_EPSILON * angle);
        CHECK_NEAR(sum, angle, STEPS * 8.0 * DBL_EPSILON + STEPS * DBL_EPSILON * angle);
    }
}

/* Exactly on the cut the sign of a zero sine decides the side, for the angle as for its turns: no
 * jump. */
static void a_stop_on_the_cut_is_no_jump(void **state)
{
    (void)state;
    const double e = 1e-3;
    for (int i = 0; i < ANGLES; i++) {
        const joint_column column = angles[i].column;
        const joint_trace sides[] = {{-1.0, e}, {-1.0, -e}}, stops[] = {{-1.0, 0.0}, {-1.0, -0.0}};
        for (int k = 0; k < 8; k++) {
            const joint_trace from = sides[k % 2], stop = stops[k / 2 % 2], to = sides[k / 4];
            const double first = ludo_joint_memory(column, from, stop, 5.0);
            const double second = ludo_joint_memory(column, stop, to, first);
            const double q0 = ludo_joint_coordinate(column, from, 5.0, 0.0);
            const double q1 = ludo_joint_coordinate(column, stop, first, 0.0);
            const double q2 = ludo_joint_coordinate(column, to, second, 0.0);
            CHECK_NEAR(q1, q0, 2.1 * e); /* e of the trace is up to 2 e of the angle */
            CHECK_NEAR(q2, q1, 2.1 * e);
        }
    }
}

/* --- side by side ---------------------------------------------------------------------------- */

/* A trace that a column of its kind may have. */
static joint_trace random_trace(random_stream *r, joint_column column, double near)
{
    const double part = random_uniform(r, -1.0, 1.0);
    const double angle = near + part * pow(10.0, random_uniform(r, -9.0, 0.5));
    switch (column) {
    case COLUMN_HALF_ANGLE:
    case COLUMN_ANGLE:
        return (joint_trace){cos(angle), sin(angle)};
    case COLUMN_LENGTH:
    case COLUMN_STORED_ANGLE:
    case COLUMN_STORED_LENGTH:
        return (joint_trace){random_below(r, 4) == 0 ? 0.0 : angle, 0.0};
    case COLUMN_BALL:
        break;
    }
    return (joint_trace){0.0, 0.0};
}

/* Columns of all kinds side by side, with short and long steps. */
static void lanes_are_what_columns_are_one_by_one(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 4000)
    {
        random_stream r = random_from(seed);
        joint_column column[LANES];
        joint_trace a[LANES], b[LANES];
        form_lanes form;
        trace_lanes from, to;
        lanes1 memory, phi, delta;
        for (int l = 0; l < LANES; l++) {
            column[l] = (joint_column)random_below(&r, COLUMN_STORED_LENGTH + 1);
            const coordinate_form f = ludo_joint_form(column[l], 0.75);
            const double near = random_uniform(&r, -4.0, 4.0);
            a[l] = random_trace(&r, column[l], near), b[l] = random_trace(&r, column[l], near);
            form.scale.at[l] = f.scale, form.offset.at[l] = f.offset;
            from.cos.at[l] = a[l].cos, from.sin.at[l] = a[l].sin;
            to.cos.at[l] = b[l].cos, to.sin.at[l] = b[l].sin;
            memory.at[l] = (double)random_below(&r, 7) - 3.0;
        }
        coordinate_lanes(&form, &from, &memory, &phi);
        advance_lanes(&form, &from, &to, &delta);
        for (int l = 0; l < LANES; l++) {
            assert_true(phi.at[l] == ludo_joint_coordinate(column[l], a[l], memory.at[l], 0.75));
            assert_true(delta.at[l] == ludo_joint_advance(column[l], a[l], b[l]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_angle_is_that_of_its_trace_and_its_turns),
        cmocka_unit_test(an_angle_without_turns_is_that_of_libm),
        cmocka_unit_test(lengths_and_carried_coordinates_are_their_traces),
        cmocka_unit_test(turns_have_no_coordinate),
        cmocka_unit_test(an_advance_is_what_lies_between_two_angles),
        cmocka_unit_test(an_advance_back_is_the_opposite_to_the_bit),
        cmocka_unit_test(short_advances_are_arc_tangents_to_two_ulp),
        cmocka_unit_test(no_motion_advances_by_nothing),
        cmocka_unit_test(turns_are_counted_both_ways),
        cmocka_unit_test(advances_sum_up_over_many_turns),
        cmocka_unit_test(a_stop_on_the_cut_is_no_jump),
        cmocka_unit_test(lanes_are_what_columns_are_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
