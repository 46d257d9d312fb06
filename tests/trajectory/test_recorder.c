/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording where things go wrong: killed programs, full disks, several threads, files that can't
 * be written. */
#define _GNU_SOURCE /* syscall */

#include "recording.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char file[] = "run.h5";
static const char *this_program; /* this one */

static recording kites(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_segments_options options = {.segments = 5, .kite = true, .closure = "hinge"};
    const ludo_status built = ludo_scene_segments(&options, NULL, &spec);
    return recording_of(built, spec);
}

/* --- killed ------------------------------------------------------------------------------------
 */

enum { PAGE = 4096, NEVER = -1, WINDOW = 256 /* the most knots that are in memory only */ };

/* Writes across a page, which is where a kill can break one off, until this process is killed in
 * the middle of one; below 0 in one that isn't. */
static int writes_left = NEVER;

/* HDF5 calls this in place of the system's. */
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at)
{
    const size_t rest = (size_t)(PAGE - at % PAGE);
    if (writes_left >= 0 && count > rest && writes_left-- == 0) {
        (void)syscall(SYS_pwrite64, descriptor, bytes, rest, at);
        (void)raise(SIGKILL);
    }
    return syscall(SYS_pwrite64, descriptor, bytes, count, at);
}

/* In a process of its own: record so many steps, and so many more until it is killed in a write.
 * @return whether it was */
static bool record_and_die(int steps, int more, int writes)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        recording r = kites();
        record_start(&r, file, NULL);
        record_steps(&r, 0.001, steps);
        writes_left = writes;
        record_steps(&r, 0.001, more);
        (void)raise(writes == NEVER ? SIGKILL : SIGTERM);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how));
    return WTERMSIG(how) == SIGKILL;
}

/* Every knot but the first came after one step: none is lost or half written. */
static int64_t check_unbroken(void)
{
    ludo_trajectory *t = recorded(file);
    const int64_t count = ludo_trajectory_sample_count(t);
    assert_false(run_facts_of(t).complete);
    for (int64_t i = 0; i < count; i++) {
        const ludo_sample k = knot_of(t, i);
        assert_int_equal(k.steps, i > 0);
        CHECK_NEAR(k.time, 0.001 * (double)i, 1e-9);
        CHECK_NEAR(k.pose[3] * k.pose[3] + k.pose[5] * k.pose[5], 1.0, 1e-9);
        assert_true(k.energy.potential + k.energy.kinetic != 0.0);
    }
    ludo_trajectory_close(t);
    return count;
}

static void wait_a_little(long milliseconds)
{
    const struct timespec t = {0, milliseconds * 1000000};
    (void)nanosleep(&t, NULL);
}

/* Until another process has made the file; a minute at most. */
static void await_file(const char *path)
{
    for (int k = 0; k < 6000 && access(path, F_OK) != 0; k++) {
        wait_a_little(10);
    }
}

static void a_killed_run_opens_with_every_knot_that_it_had_written(void **state)
{
    (void)state;
    for (int steps = 0; steps < 3 * WINDOW; steps += 97) {
        assert_true(record_and_die(steps, 0, NEVER));
        const int64_t knots = check_unbroken();
        assert_true(knots > steps - WINDOW && knots <= steps + 1);
    }
}

static void a_run_killed_in_a_write_opens_with_every_knot_before(void **state)
{
    (void)state;
    int writes = 0;
    while (record_and_die(WINDOW, 2 * WINDOW, writes)) {
        assert_true(check_unbroken() > 1);
        writes += SHORTER;
    }
    print_message("killed in some of %d writes\n", writes);
    assert_true(writes > 10);
}

/* Until the first window is written: what can't be read is told, as the knot of the start is
 * written again with it. */
static void a_run_killed_in_its_first_write_opens_or_is_told(void **state)
{
    (void)state;
    int writes = 0, told = 0;
    for (; record_and_die(0, WINDOW, writes); writes += SHORTER) {
        ludo_trajectory *t = NULL;
        ludo_sample k = {.struct_size = sizeof k};
        ludo_diagnostic why = {.message = ""};
        ludo_status status = ludo_trajectory_open(folder_path(file), NULL, &t, &why);
        status = status == LUDO_OK ? ludo_trajectory_sample(t, 0, &k, &why) : status;
        ludo_trajectory_close(t);
        assert_true(status == LUDO_OK ||
                    (status == LUDO_PARSE && strstr(why.message, " is damaged: ") != NULL));
        told += status != LUDO_OK;
    }
    print_message("killed in some of %d writes, told after %d\n", writes, told);
    assert_true(writes > 5 && told < writes);
}

/* Whoever looks at a run that goes on sees what has been written, and doesn't keep it from its end:
 * the program, so that it is another process. */
static void a_run_can_be_read_while_it_is_recorded_and_ended(void **state)
{
    (void)state;
    recording r = kites();
    record_start(&r, file, NULL);
    record_steps(&r, 0.001, 1000);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)execl(this_program, this_program, folder_path(file), folder_path("opened"),
                    folder_path("ended"), (char *)NULL);
        _exit(1);
    }
    await_file(folder_path("opened"));
    record_end(&r, NULL);
    folder_write("ended", "");
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 0);
    ludo_trajectory *t = recorded(file);
    assert_true(run_facts_of(t).complete);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* What that other process does: it has the file open until the run has ended. */
static int read_unfinished(const char *path, const char *opened, const char *ended)
{
    ludo_trajectory *t = NULL;
    ludo_sample knot = {.struct_size = sizeof knot};
    const bool good = ludo_trajectory_open(path, NULL, &t, NULL) == LUDO_OK &&
                      ludo_trajectory_sample_count(t) > 500 && !run_facts_of(t).complete;
    FILE *mark = fopen(opened, "w");
    if (!good || mark == NULL) {
        return 1;
    }
    (void)fclose(mark);
    await_file(ended);
    const bool still = ludo_trajectory_sample(t, 500, &knot, NULL) == LUDO_OK && knot.steps == 1;
    ludo_trajectory_close(t);
    return still ? 0 : 1;
}

/* --- full disks --------------------------------------------------------------------------------
 */

/* No file gets longer than that. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_told_and_nothing_more_is_written(void **state)
{
    (void)state;
    recording r = kites();
    record_start(&r, file, NULL);
    limit_files(1500000);
    ludo_status status = LUDO_OK;
    ludo_diagnostic full = {.message = ""};
    for (int i = 0; i < 20000 && status == LUDO_OK; i++) {
        assert_int_equal(ludo_step(r.run.sim, 0.001, NULL), LUDO_OK);
        status = ludo_recorder_step(r.recorder, NULL, &full);
    }
    assert_int_equal(status, LUDO_IO);
    assert_string_equal(full.file, folder_path(file));
    assert_string_equal(full.message, "File too large");
    EXPECT(ludo_recorder_step(r.recorder, NULL, &why), LUDO_IO);
    EXPECT(ludo_recorder_finish(r.recorder, NULL, &why), LUDO_IO);
    ludo_recorder_destroy(r.recorder);
    r.recorder = NULL;
    assert_true(check_unbroken() > 100);
    limit_files(RLIM_INFINITY);
    recording_close(&r);
}

static void what_can_not_be_begun_leaves_no_file(void **state)
{
    (void)state;
    recording r = kites();
    FILE *other = fopen(folder_path("begun.h5.part"), "w");
    assert_non_null(other);
    assert_int_equal(fclose(other), 0);
    limit_files(5000);
    (void)remove(folder_path("begun.h5"));
    EXPECT(ludo_recorder_create(folder_path("begun.h5"), r.spec, r.run.sim, NULL, NULL, &r.recorder,
                                &why),
           LUDO_IO);
    assert_null(r.recorder);
    limit_files(RLIM_INFINITY);
    assert_false(folder_has("begun.h5"));
    assert_true(folder_has("begun.h5.part")); /* somebody else's */
    recording_close(&r);
}

static void what_can_not_be_written_is_told_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
    } cases[] = {{"/no/such/folder/run.h5", "No such file or directory"},
                 {"/dev/full", "the path is not an ordinary file"},
                 {"tests", "the path is not an ordinary file"}};
    recording r = kites();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(
            ludo_recorder_create(cases[i].path, r.spec, r.run.sim, NULL, NULL, &r.recorder, &why),
            LUDO_IO);
        assert_string_equal(why.file, cases[i].path);
        assert_string_equal(why.message, cases[i].message);
    }
    recording_close(&r);
}

static void a_file_that_is_being_read_is_not_replaced(void **state)
{
    (void)state;
    recording r = kites();
    record_run(&r, file, 0.001, 3);
    ludo_trajectory *t = recorded(file);
    EXPECT(
        ludo_recorder_create(folder_path(file), r.spec, r.run.sim, NULL, NULL, &r.recorder, &why),
        LUDO_IO);
    assert_int_equal(knot_of(t, 3).steps, 1);
    ludo_trajectory_close(t);
    t = recorded(file);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* --- threads -----------------------------------------------------------------------------------
 */

enum { THREADS = 3 };

static void *record_and_read(void *name)
{
    recording r = kites();
    ludo_recorder *recorder = NULL;
    ludo_trajectory *t = NULL;
    ludo_sample k = {.struct_size = sizeof k, .time = 0.0};
    bool good =
        ludo_recorder_create(name, r.spec, r.run.sim, NULL, NULL, &recorder, NULL) == LUDO_OK;
    for (int i = 0; i < 300 && good; i++) {
        good = ludo_step(r.run.sim, 0.001, NULL) == LUDO_OK &&
               ludo_recorder_step(recorder, NULL, NULL) == LUDO_OK;
    }
    good = good && ludo_recorder_finish(recorder, NULL, NULL) == LUDO_OK;
    ludo_recorder_destroy(recorder);
    good = good && ludo_trajectory_open(name, NULL, &t, NULL) == LUDO_OK;
    for (int i = 0; i <= 300 && good; i++) {
        good = ludo_trajectory_sample(t, i, &k, NULL) == LUDO_OK && k.steps == (i > 0);
    }
    ludo_trajectory_close(t);
    recording_close(&r);
    return good ? name : NULL;
}

static void simulations_on_threads_are_recorded_at_the_same_time(void **state)
{
    (void)state;
    static char names[THREADS][1024];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "thread%d.h5", i);
        (void)snprintf(names[i], sizeof names[i], "%s", folder_path(name));
        assert_int_equal(pthread_create(&threads[i], NULL, record_and_read, names[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *good = NULL;
        assert_int_equal(pthread_join(threads[i], &good), 0);
        assert_non_null(good);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_run_opens_with_every_knot_that_it_had_written),
        cmocka_unit_test(a_run_killed_in_a_write_opens_with_every_knot_before),
        cmocka_unit_test(a_run_killed_in_its_first_write_opens_or_is_told),
        cmocka_unit_test(a_run_can_be_read_while_it_is_recorded_and_ended),
        cmocka_unit_test(what_can_not_be_written_is_told_with_the_reason),
        cmocka_unit_test(a_file_that_is_being_read_is_not_replaced),
        cmocka_unit_test(simulations_on_threads_are_recorded_at_the_same_time),
        cmocka_unit_test(what_can_not_be_begun_leaves_no_file),
        cmocka_unit_test(a_full_disk_is_told_and_nothing_more_is_written),
        cmocka_unit_test(nothing_of_a_file_stays_open),
    };
    if (argc > 3) {
        return read_unfinished(argv[1], argv[2], argv[3]);
    }
    this_program = argv[0];
    folder_open("test_recorder");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
