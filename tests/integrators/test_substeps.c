/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a step that is subdivided, and the effort after which contacts are solved quickly. */
#include "integrators/substeps.h"

#include "support.h"

static sim_state state_with(int32_t max_iterations, int32_t max_substeps)
{
    return (sim_state){
        .settings = {.max_iterations = max_iterations, .max_substeps = max_substeps}};
}

/* A step without failures from its middle on, and one with: halves, and twice the length after. */
static void lengths_follow_failures(void **state)
{
    (void)state;
    const sim_state s = state_with(20, 32);
    const ludo_status of_part[] = {LUDO_OK, LUDO_CONTACT, LUDO_CONTACT, LUDO_OK, LUDO_OK, LUDO_OK};
    const double length[] = {0.5, 0.5, 0.25, 0.125, 0.25, 0.125};
    const double done[] = {0.0, 0.5, 0.5, 0.5, 0.625, 0.875};
    substeps at = ludo_substeps_begin(0.5);
    for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
        assert_true(ludo_substeps_left(&s, &at));
        assert_true(at.length == length[i] && at.done == done[i]);
        assert_int_equal(ludo_substeps_is_last(&at), i == 1 || i == 5);
        ludo_substeps_next(&s, of_part[i], &at);
    }
    assert_false(ludo_substeps_left(&s, &at));
    assert_true(at.done == 1.0 && at.shortest == 0.125);
}

/* Random failures: parts fill the step, and the last one ends at 1 to the bit. */
static void parts_fill_the_step(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        sim_state s = state_with(20, 32);
        substeps at = ludo_substeps_begin(0.5);
        double sum = 0.0;
        s.contacts_spent = seed % 2 == 1;
        while (ludo_substeps_left(&s, &at)) {
            const bool fails = at.length > 1.0 / 64.0 && random_uniform(&r, 0.0, 1.0) < 0.6;
            sum += fails ? 0.0 : at.length;
            ludo_substeps_next(&s, fails ? LUDO_CONTACT : LUDO_OK, &at);
        }
        CHECK_NEAR(sum, 1.0, 1e-14); /* rounding of at most 256 sums */
        assert_true(at.done == 1.0);
    }
}

/* Parts that always fail end below an eighth of the shortest equal part. */
static void parts_end(void **state)
{
    (void)state;
    const sim_state s = state_with(20, 32);
    substeps at = ludo_substeps_begin(0.5);
    int tried = 0;
    for (; ludo_substeps_left(&s, &at); tried++) {
        ludo_substeps_next(&s, LUDO_CONTACT, &at);
    }
    assert_int_equal(tried, 8); /* 2, 4, ..., 256 */
    assert_true(at.done == 0.0);
}

/* A part that isn't the whole step is one of two or more: bodies are held in whole steps alone. */
static void parts_are_two_or_more(void **state)
{
    (void)state;
    sim_state s = state_with(20, 32);
    substeps at = ludo_substeps_begin(0.5);
    ludo_substeps_next(&s, LUDO_CONTACT, &at);
    s.contacts_spent = true;
    ludo_substeps_next(&s, LUDO_OK, &at);
    assert_true(at.done == 0.25 && at.length == 0.75);
    assert_int_equal(ludo_substeps_number(at.length), 2);
    assert_int_equal(ludo_substeps_number(1.0), 1);
    assert_int_equal(ludo_substeps_number(0.5), 2);
    assert_int_equal(ludo_substeps_number(0.125), 8);
    assert_int_equal(ludo_substeps_number(1e-300), INT32_MAX);
}

/* The largest power of two times a number within the limit. */
static void most_parts_are_within_the_limit(void **state)
{
    (void)state;
    const sim_state s = state_with(20, 20);
    ludo_step_report report = {.substeps = 16};
    assert_int_equal(ludo_substeps_most(&s, 1), 16);
    assert_int_equal(ludo_substeps_most(&s, 64), 64);
    assert_true(ludo_substeps_at_shortest(&s, &report));
    report.substeps = 8;
    assert_false(ludo_substeps_at_shortest(&s, &report));
}

/* 200 iterations with 20 cones; those of 10 cones for fewer, of 32 for more. */
static void effort_counts_cones(void **state)
{
    (void)state;
    const sim_state s = state_with(20, 32);
    assert_int_equal(ludo_substeps_iterations_left(&s, 0, 20), 200);
    assert_int_equal(ludo_substeps_iterations_left(&s, 100 * 20, 20), 100);
    assert_int_equal(ludo_substeps_iterations_left(&s, 0, 2), 5 * 200);
    assert_int_equal(ludo_substeps_iterations_left(&s, 0, 128), 200 / 4);
    assert_false(ludo_substeps_spent(&s, 199 * 20, 20));
    assert_true(ludo_substeps_spent(&s, 200 * 20, 20));
    assert_true(ludo_substeps_spent(&s, INT64_MAX / 2, 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_follow_failures),
        cmocka_unit_test(parts_fill_the_step),
        cmocka_unit_test(parts_end),
        cmocka_unit_test(parts_are_two_or_more),
        cmocka_unit_test(most_parts_are_within_the_limit),
        cmocka_unit_test(effort_counts_cones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
