/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements by name. */
#include "support.h"

#include "formats/text/name_table.h"

#include <stdio.h>

static void names_are_found_and_the_first_is_kept(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    name_table index;
    assert_true(ludo_name_table_create(&index, 3, &a));
    assert_int_equal(ludo_name_table_find(&index, 0, "", "a"), 0);
    assert_int_equal(ludo_name_table_add(&index, 0, "", "a", 7), 0);
    assert_int_equal(ludo_name_table_add(&index, 0, "", "a", 8), 7);
    assert_int_equal(ludo_name_table_add(&index, 0, "", "", 9), 0);
    assert_int_equal(ludo_name_table_find(&index, 0, "", "a"), 7);
    assert_int_equal(ludo_name_table_find(&index, 0, "", ""), 9);
    ludo_name_table_release(&index, &a);
}

static void families_and_what_is_around_tell_names_apart(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    name_table index;
    assert_true(ludo_name_table_create(&index, 5, &a));
    (void)ludo_name_table_add(&index, 0, "b", "a", 1);
    (void)ludo_name_table_add(&index, 1, "b", "a", 2);
    (void)ludo_name_table_add(&index, -1, "b", "a", 3);
    (void)ludo_name_table_add(&index, 0, "a", "b", 4);
    (void)ludo_name_table_add(&index, 0, "", "ba", 5);
    assert_int_equal(ludo_name_table_find(&index, 0, "b", "a"), 1);
    assert_int_equal(ludo_name_table_find(&index, 1, "b", "a"), 2);
    assert_int_equal(ludo_name_table_find(&index, -1, "b", "a"), 3);
    assert_int_equal(ludo_name_table_find(&index, 0, "a", "b"), 4);
    assert_int_equal(ludo_name_table_find(&index, 0, "", "ba"), 5);
    assert_int_equal(ludo_name_table_find(&index, 0, "ba", ""), 0);
    ludo_name_table_release(&index, &a);
}

static void an_index_holds_all_that_it_was_made_for(void **state)
{
    (void)state;
    enum { NAMES = 1000 };
    static char names[NAMES][8];
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    name_table index;
    assert_true(ludo_name_table_create(&index, NAMES, &a));
    for (int32_t i = 0; i < NAMES; i++) {
        (void)snprintf(names[i], sizeof names[i], "%d", (int)i);
        assert_int_equal(ludo_name_table_add(&index, 0, "", names[i], i + 1), 0);
    }
    for (int32_t i = 0; i < NAMES; i++) {
        assert_int_equal(ludo_name_table_find(&index, 0, "", names[i]), i + 1);
    }
    assert_int_equal(ludo_name_table_find(&index, 0, "", "1000"), 0);
    ludo_name_table_release(&index, &a);
}

static void making_an_index_survives_failing_allocations(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        name_table index;
        const bool made = ludo_name_table_create(&index, 1, &alloc.hook);
        assert_int_equal(made, !alloc.failed);
        ludo_name_table_release(&index, &alloc.hook);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_and_the_first_is_kept),
        cmocka_unit_test(families_and_what_is_around_tell_names_apart),
        cmocka_unit_test(an_index_holds_all_that_it_was_made_for),
        cmocka_unit_test(making_an_index_survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
