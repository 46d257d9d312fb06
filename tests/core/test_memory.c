/* SPDX-License-Identifier: Apache-2.0
 *
 * Arenas measure what they place, growing arrays keep what they hold. */
#include "core/memory.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, GUARD = 64 };

/* A layout of several pieces of odd sizes, one of them empty. */
typedef struct pieces {
    char *bytes, *nothing;
    double *numbers;
    int32_t *counts;
} pieces;

enum { BYTES = 7, NUMBERS = 9, COUNTS = 33 };

static void lay_out(pieces *p, arena *a)
{
    p->bytes = TAKE(a, BYTES, char);
    p->nothing = TAKE(a, 0, char);
    p->numbers = TAKE(a, NUMBERS, double);
    p->counts = TAKE(a, COUNTS, int32_t);
}

/* A block with a guard behind it, all bytes set to a pattern. */
static char *dirty_block(size_t size)
{
    char *block = aligned_alloc(ALIGN, size + GUARD);
    assert_non_null(block);
    memset(block, 0xA5, size + GUARD);
    return block;
}

static void measuring_and_placing_agree(void **state)
{
    (void)state;
    pieces p;
    arena measure = {NULL, 0, false};
    lay_out(&p, &measure);
    assert_null(p.bytes);
    assert_null(p.numbers);

    char *block = dirty_block(measure.used);
    arena place = {block, 0, false};
    lay_out(&p, &place);
    assert_int_equal(place.used, measure.used);
    assert_false(place.overflow);
    for (int i = 0; i < GUARD; i++) {
        assert_int_equal((unsigned char)block[place.used + (size_t)i], 0xA5);
    }
    free(block);
}

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    pieces p;
    arena measure = {NULL, 0, false};
    lay_out(&p, &measure);
    char *block = dirty_block(measure.used);
    lay_out(&p, &(arena){block, 0, false});

    const char *const starts[] = {p.bytes, (char *)p.numbers, (char *)p.counts};
    const size_t sizes[] = {BYTES, NUMBERS * sizeof(double), COUNTS * sizeof(int32_t)};
    const char *end = block;
    for (int i = 0; i < 3; i++) {
        assert_int_equal((size_t)(starts[i] - block) % ALIGN, 0);
        assert_true(starts[i] >= end);
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(starts[i][k], 0);
        }
        end = starts[i] + sizes[i];
    }
    assert_true(end <= block + measure.used);
    free(block);
}

static void a_size_that_does_not_fit_sticks(void **state)
{
    (void)state;
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 8 - 7};
    for (int i = 0; i < 3; i++) {
        arena a = {NULL, 0, false};
        (void)TAKE(&a, 1, char);
        assert_null(TAKE(&a, counts[i], double));
        assert_true(a.overflow);
        const size_t used = a.used;
        assert_null(TAKE(&a, 1, char));
        assert_true(a.overflow);
        assert_int_equal(a.used, used);
    }
}

/* The largest whole number of lines is the most that can be measured, in one piece or in many. */
static void the_last_byte_that_can_be_measured_is_no_overflow(void **state)
{
    (void)state;
    const size_t most = SIZE_MAX - (ALIGN - 1);
    arena one = {NULL, 0, false}, two = {NULL, 0, false};
    (void)ludo_arena_take(&one, most, 1);
    (void)ludo_arena_take(&two, most / 2, 1);
    (void)ludo_arena_take(&two, most / 2 - (ALIGN - 1), 1);
    assert_false(one.overflow);
    assert_false(two.overflow);
    (void)ludo_arena_take(&one, 1, 1);
    (void)ludo_arena_take(&two, ALIGN + 1, 1);
    assert_true(one.overflow);
    assert_true(two.overflow);
}

static void a_growing_array_keeps_its_elements(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    failing_allocator a;
    failing_init(&a, 0);
    growing g = {0};
    for (int i = 0; i < COUNT; i++) {
        double *item = ludo_growing_add(&g, sizeof *item, &a.hook);
        assert_non_null(item);
        assert_true(*item == 0.0);
        *item = i;
    }
    assert_int_equal(g.count, COUNT);
    assert_true(g.capacity >= g.count);
    const double *items = g.items;
    for (int i = 0; i < COUNT; i++) {
        assert_true(items[i] == i);
    }
    /* capacities double: 16, 32, ..., 1024 */
    assert_int_equal(a.made, 7);
    assert_int_equal(a.live, 1);
    memory_give(&a.hook, g.items);
    assert_int_equal(a.live, 0);
}

static void a_growing_array_without_memory_stays_as_it_is(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(a)
    {
        growing g = {0};
        int added = 0;
        for (int32_t *item; added < 100; added++) {
            item = ludo_growing_add(&g, sizeof *item, &a.hook);
            if (item == NULL) {
                break;
            }
            *item = added;
        }
        assert_int_equal(a.failed, added < 100);
        assert_int_equal(g.count, added);
        for (int i = 0; i < added; i++) {
            assert_int_equal(((int32_t *)g.items)[i], i);
        }
        /* and succeeds once there is memory again */
        if (a.failed) {
            assert_non_null(ludo_growing_add(&g, sizeof(int32_t), &a.hook));
            assert_int_equal(g.count, added + 1);
        }
        memory_give(&a.hook, g.items);
    }
}

static void an_array_of_too_many_elements_is_refused(void **state)
{
    (void)state;
    failing_allocator a;
    failing_init(&a, 0);
    growing full = {NULL, INT32_MAX, INT32_MAX};
    assert_null(ludo_growing_add(&full, 1, &a.hook));
    assert_int_equal(full.count, INT32_MAX);
    growing empty = {0};
    assert_null(ludo_growing_add(&empty, SIZE_MAX / 2, &a.hook));
    assert_int_equal(empty.count, 0);
    assert_int_equal(a.made, 0);
}

static void without_an_allocator_there_is_malloc(void **state)
{
    (void)state;
    const ludo_allocator none = {NULL, NULL, NULL};
    const ludo_allocator *const given[] = {NULL, &none};
    for (int i = 0; i < 2; i++) {
        const ludo_allocator a = ludo_allocator_or_default(given[i]);
        double *number = memory_take(&a, sizeof *number);
        assert_non_null(number);
        *number = 1.0;
        memory_give(&a, number);
        memory_give(&a, NULL);
    }
}

static void a_given_allocator_gets_its_user(void **state)
{
    (void)state;
    failing_allocator mine;
    failing_init(&mine, 0);
    const ludo_allocator a = ludo_allocator_or_default(&mine.hook);
    void *memory = memory_take(&a, 10);
    assert_int_equal(mine.live, 1);
    memory_give(&a, memory);
    memory_give(&a, NULL);
    assert_int_equal(mine.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measuring_and_placing_agree),
        cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(a_size_that_does_not_fit_sticks),
        cmocka_unit_test(the_last_byte_that_can_be_measured_is_no_overflow),
        cmocka_unit_test(a_growing_array_keeps_its_elements),
        cmocka_unit_test(a_growing_array_without_memory_stays_as_it_is),
        cmocka_unit_test(an_array_of_too_many_elements_is_refused),
        cmocka_unit_test(without_an_allocator_there_is_malloc),
        cmocka_unit_test(a_given_allocator_gets_its_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
