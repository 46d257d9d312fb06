/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of statuses, the version, and messages that are cut rather than written too far. */
#include "core/diagnostic.h"

#include "support.h"

#include <stdio.h>
#include <string.h>

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    static const ludo_status all[] = {
#define X(name, value, text) name,
        LUDO_STATUS_LIST(X)
#undef X
    };
    enum { COUNT = sizeof all / sizeof all[0] };
    for (int i = 0; i < COUNT; i++) {
        const char *text = ludo_status_text(all[i]);
        assert_int_equal(all[i], i);
        assert_true(text[0] != '\0' && text[strlen(text) - 1] != '\n');
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(text, ludo_status_text(all[k]));
        }
    }
    assert_non_null(ludo_status_text((ludo_status)COUNT));
    assert_string_not_equal(ludo_status_text((ludo_status)COUNT), ludo_status_text(LUDO_OK));
}

static void what_is_cut_ends_with_a_whole_character(void **state)
{
    (void)state;
    static const char all[] = "a\u00e9\u20ac\U0001f916z";
    for (int length = 0; length < (int)sizeof all; length++) {
        ludo_diagnostic why;
        ludo_diagnose(&why, (ludo_place){0}, "'%.*s'", length, all);
        const int whole = length >= 11   ? 11
                          : length >= 10 ? 10
                          : length >= 6  ? 6
                          : length >= 3  ? 3
                          : length >= 1  ? 1
                                         : 0;
        char want[32];
        (void)snprintf(want, sizeof want, "'%.*s'", whole, all);
        assert_string_equal(why.message, want);
    }
}

static void the_version_is_that_of_the_headers(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", LUDO_VERSION_MAJOR, LUDO_VERSION_MINOR,
             LUDO_VERSION_PATCH);
    assert_string_equal(ludo_version(), expected);
}

static void a_diagnostic_says_what_and_where(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_diagnose(&why, (ludo_place){"a.xml", 3, 4}, "body '%s' has %d", "arm", 7);
    assert_string_equal(why.message, "body 'arm' has 7");
    assert_string_equal(why.file, "a.xml");
    assert_int_equal(why.line, 3);
    assert_int_equal(why.column, 4);
    ludo_diagnose(&why, (ludo_place){0}, "nowhere");
    assert_string_equal(why.message, "nowhere");
    assert_string_equal(why.file, "");
    assert_int_equal(why.line, 0);
    ludo_diagnose(NULL, (ludo_place){0}, "to nobody");
}

/* A name in a file could otherwise say what the next line is. */
static void a_message_is_one_line(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_diagnose(&why, (ludo_place){"a.xml", 3, 4}, "body '%s'", "a\n\033[2Jb\177\303\244");
    assert_string_equal(why.message, "body 'a??[2Jb?\303\244'");
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ludo_diagnostic why;
    ludo_diagnose(&why, (ludo_place){text, 1, 1}, "%s", text);
    assert_int_equal(strlen(why.file), sizeof why.file - 1);
    assert_int_equal(strlen(why.message), sizeof why.message - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(what_is_cut_ends_with_a_whole_character),
        cmocka_unit_test(the_version_is_that_of_the_headers),
        cmocka_unit_test(a_diagnostic_says_what_and_where),
        cmocka_unit_test(a_message_is_one_line),
        cmocka_unit_test(long_texts_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
