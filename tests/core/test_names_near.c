/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that come near one that doesn't exist. */
#include "support.h"

#include <string.h>

static const char *const all[] = {"shoulder", "elbow", "wrist",  "finger1", "finger2",
                                  NULL,       "thumb", "Elbow2", "forearm"};

static const char *name_at(const void *of, int32_t number)
{
    return ((const char *const *)of)[number];
}

static const ludo_name_list names = {sizeof all / sizeof *all, name_at, all};

/* Exactly these names are suggested, the nearest first; -1 ends the list. */
static void check_near_to(const char *wanted, const int32_t *expected)
{
    int32_t near[LUDO_MAX_NEAR], count = 0;
    const int32_t found = ludo_names_near(wanted, &names, near);
    for (; expected[count] >= 0; count++) {
        assert_int_equal(near[count], expected[count]);
    }
    assert_int_equal(found, count);
}

#define CHECK_NEAR_TO(wanted, ...) check_near_to((wanted), (const int32_t[]){__VA_ARGS__, -1})

static void misspelled_names_are_found(void **state)
{
    (void)state;
    CHECK_NEAR_TO("shuolder", 0);   /* swapped */
    CHECK_NEAR_TO("wist", 2);       /* missing */
    CHECK_NEAR_TO("thumbb", 6);     /* one too many */
    CHECK_NEAR_TO("SHOULDER", 0);   /* in other letters */
    CHECK_NEAR_TO("finger2", 4, 3); /* the nearest first */
    CHECK_NEAR_TO("finger9", 3, 4); /* of as near ones in their order */
    CHECK_NEAR_TO("elbow3", 1, 7);  /* an absent name is none */
    CHECK_NEAR_TO("fore", 8);       /* begins with it */
    CHECK_NEAR_TO("nothing of the kind", -1);
    CHECK_NEAR_TO("", -1);
}

static void no_more_than_a_few_are_found(void **state)
{
    (void)state;
    static const char *const alike[] = {"a11", "a12", "a13", "a14", "a1", "a15", "a16"};
    const ludo_name_list list = {7, name_at, alike};
    int32_t near[LUDO_MAX_NEAR];
    assert_int_equal(ludo_names_near("a1", &list, near), LUDO_MAX_NEAR);
    assert_int_equal(near[0], 4);
    for (int32_t i = 1; i < LUDO_MAX_NEAR; i++) {
        assert_int_equal(near[i], i - 1);
    }
}

/* In a buffer of any size: the question is truncated at its end. */
static void near_names_make_a_question_that_fits(void **state)
{
    (void)state;
    static const char whole[] = "did you mean finger2, finger1?";
    for (size_t size = 1; size <= sizeof whole + 1; size++) {
        char text[sizeof whole + 1];
        memset(text, '#', sizeof text);
        assert_true(ludo_names_suggest("finger2", &names, text, size));
        const size_t length = size < sizeof whole ? size - 1 : sizeof whole - 1;
        assert_int_equal(strlen(text), length);
        assert_memory_equal(text, whole, length);
    }
    char text[8] = "before";
    assert_false(ludo_names_suggest("nothing of the kind", &names, text, sizeof text));
    assert_string_equal(text, "");
}

/* Characters beyond the compared ones make no difference. */
static void long_names_are_compared_by_their_beginnings(void **state)
{
    (void)state;
    char first[2001], second[1001];
    memset(first, 'x', sizeof first - 1);
    memset(second, 'x', sizeof second - 1);
    first[2000] = second[1000] = '\0';
    const char *const one[] = {second};
    const ludo_name_list list = {1, name_at, one};
    int32_t near[LUDO_MAX_NEAR];
    assert_int_equal(ludo_names_near(first, &list, near), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misspelled_names_are_found),
        cmocka_unit_test(no_more_than_a_few_are_found),
        cmocka_unit_test(near_names_make_a_question_that_fits),
        cmocka_unit_test(long_names_are_compared_by_their_beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
