/* SPDX-License-Identifier: Apache-2.0
 *
 * States in files: what comes back, what is refused, and what happens to the file that was there.
 */
#include "checkpoint.h"
#include "running.h"

#include <stdio.h>
#include <string.h>

/* In the folder of the build; every test removes what it wrote. */
static char path[1024], part[1024];

static void name_files(void)
{
    const char *folder = getenv("LUDO_BUILD");
    (void)snprintf(path, sizeof path, "%s/test_state_file", folder != NULL ? folder : ".");
    (void)snprintf(part, sizeof part, "%s/test_state_file.part0", folder != NULL ? folder : ".");
}

static running pendulum(void)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_planar_double_pendulum(NULL, &spec);
    return run_open(built, spec, NULL);
}

static void write_file(const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static bool exists(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (f != NULL) {
        (void)fclose(f);
    }
    return f != NULL;
}

static int remove_files(void **state)
{
    (void)state;
    (void)remove(path);
    (void)remove(part);
    return 0;
}

/* --- round trips ------------------------------------------------------------------------------ */

static void a_state_comes_back_and_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    running a = pendulum(), b = pendulum();
    run_steps(&a, 0.01, 50);
    assert_int_equal(ludo_save_state(a.sim, path, NULL), LUDO_OK);
    assert_false(exists(part));
    assert_int_equal(ludo_load_state(b.sim, path, NULL), LUDO_OK);
    run_steps(&a, 0.01, 50);
    run_steps(&b, 0.01, 50);
    check_same(a.sim, b.sim);
    run_close(&a);
    run_close(&b);
}

static void a_file_holds_the_bytes_of_the_state(void **state)
{
    (void)state;
    running r = pendulum();
    run_steps(&r, 0.01, 3);
    checkpoint now = checkpoint_of(r.sim);
    char *read = malloc(now.size + 1);
    assert_non_null(read);
    assert_int_equal(ludo_save_state(r.sim, path, NULL), LUDO_OK);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fread(read, 1, now.size + 1, f), now.size);
    assert_memory_equal(read, now.bytes, now.size);
    (void)fclose(f);
    free(read);
    checkpoint_free(&now);
    run_close(&r);
}

static void a_newer_state_takes_the_place_of_the_older(void **state)
{
    (void)state;
    running a = pendulum(), b = pendulum();
    assert_int_equal(ludo_save_state(a.sim, path, NULL), LUDO_OK);
    run_steps(&a, 0.01, 5);
    assert_int_equal(ludo_save_state(a.sim, path, NULL), LUDO_OK);
    assert_int_equal(ludo_load_state(b.sim, path, NULL), LUDO_OK);
    assert_true(ludo_sim_time(b.sim) == ludo_sim_time(a.sim));
    run_close(&a);
    run_close(&b);
}

/* --- refusals --------------------------------------------------------------------------------- */

/* Loading fails with this status and message, and leaves the simulation unchanged. */
static void check_refused(running *r, const char *name, ludo_status status, const char *message)
{
    checkpoint before = checkpoint_of(r->sim);
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_load_state(r->sim, name, &why), status);
    assert_string_equal(why.file, name);
    assert_non_null(strstr(why.message, message));
    assert_int_equal(ludo_load_state(r->sim, name, NULL), status);
    assert_true(is_at(r->sim, &before));
    checkpoint_free(&before);
}

static void arguments_must_be_there(void **state)
{
    (void)state;
    running r = pendulum();
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_save_state(NULL, path, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_save_state(r.sim, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_state(NULL, path, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_state(r.sim, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_string_not_equal(why.message, "");
    assert_false(exists(path));
    run_close(&r);
}

static void a_file_that_cannot_be_read_is_told(void **state)
{
    (void)state;
    running r = pendulum();
    check_refused(&r, "no/such/file", LUDO_IO, "");
    check_refused(&r, "tests", LUDO_IO, ""); /* a folder */
    run_close(&r);
}

static void a_damaged_file_is_refused(void **state)
{
    (void)state;
    running r = pendulum();
    run_steps(&r, 0.01, 3);
    checkpoint now = checkpoint_of(r.sim);
    const size_t size = now.size;
    const size_t lengths[] = {0, 1, 8, 40, size / 2, size - 8, size - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_file(now.bytes, lengths[i]);
        check_refused(&r, path, LUDO_PARSE, "damaged");
    }
    for (size_t at = 0; at < size; at += 61) { /* odd: every byte of a word has its turn */
        now.bytes[at] ^= 0x10;
        write_file(now.bytes, size);
        check_refused(&r, path, LUDO_PARSE, "damaged");
        now.bytes[at] ^= 0x10;
    }
    checkpoint_free(&now);
    run_close(&r);
}

static void the_state_of_another_model_is_refused(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options options = {.links = 9, .joint = "ball"};
    const ludo_status built = ludo_scene_chain(&options, NULL, &spec);
    running a = pendulum(), b = run_open(built, spec, NULL);
    assert_int_equal(ludo_save_state(a.sim, path, NULL), LUDO_OK);
    check_refused(&b, path, LUDO_REFUSED, "another model");
    assert_int_equal(ludo_save_state(b.sim, path, NULL), LUDO_OK);
    check_refused(&a, path, LUDO_REFUSED, "another model");
    run_close(&a);
    run_close(&b);
}

/* --- the existing file ------------------------------------------------------------------------ */

static void a_state_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    running r = pendulum();
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_save_state(r.sim, "no/such/folder/state", &why), LUDO_IO);
    assert_string_not_equal(why.message, "");
    /* a folder can't be replaced, and the new file doesn't stay behind */
    assert_int_equal(ludo_save_state(r.sim, "tests", NULL), LUDO_IO);
    assert_false(exists("tests.part0"));
    run_close(&r);
}

/* The simulation's own allocator gives all the memory: saving and loading survive its failures, the
 * file and the simulation are what they were. */
static void every_allocation_may_fail(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    assert_int_equal(ludo_scene_planar_double_pendulum(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_sim *sim = NULL;
        ludo_diagnostic why = {.message = ""};
        ludo_status s = ludo_sim_create(model, NULL, &a.hook, &sim, NULL);
        (void)remove(path);
        if (s == LUDO_OK) {
            s = ludo_save_state(sim, path, &why);
            assert_int_equal(exists(path), s == LUDO_OK);
        }
        if (s == LUDO_OK) {
            s = ludo_load_state(sim, path, &why);
        }
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(why.message[0] != '\0', a.failed && sim != NULL);
        assert_true(a.failed || a.made >= 3); /* one each for creating, saving, loading */
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_state_comes_back_and_goes_on_with_the_same_bits, remove_files),
        cmocka_unit_test_teardown(a_file_holds_the_bytes_of_the_state, remove_files),
        cmocka_unit_test_teardown(a_newer_state_takes_the_place_of_the_older, remove_files),
        cmocka_unit_test_teardown(arguments_must_be_there, remove_files),
        cmocka_unit_test_teardown(a_file_that_cannot_be_read_is_told, remove_files),
        cmocka_unit_test_teardown(a_damaged_file_is_refused, remove_files),
        cmocka_unit_test_teardown(the_state_of_another_model_is_refused, remove_files),
        cmocka_unit_test_teardown(a_state_that_cannot_be_written_is_told, remove_files),
        cmocka_unit_test_teardown(every_allocation_may_fail, remove_files),
    };
    name_files();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
