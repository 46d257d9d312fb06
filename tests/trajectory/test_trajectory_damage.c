/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that are no trajectories, or no whole ones: each is refused with its name and a reason. */
#include "recording.h"

static const char file[] = "damaged.h5";

/* HDF5 1.10 loses 424 bytes for each object header whose checksum is wrong, and at the end says
 * that it can't close its library; nothing that is ours is left. Asked for by the leak sanitizer.
 */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

/* A whole file. */
static char whole[1 << 20];
static size_t length;

/* A small mechanism with one of most things, ten steps. */
static void record_whole(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options options = {
        .bodies = 4, .seed = 1, .damped = true, .stiffness = 10.0};
    const ludo_status built = ludo_scene_everything(&options, NULL, &spec);
    recording r = recording_of(built, spec);
    record_run(&r, file, 0.002, 10);
    recording_close(&r);
    FILE *f = fopen(folder_path(file), "rb");
    assert_non_null(f);
    length = fread(whole, 1, sizeof whole, f);
    assert_true(length > 0 && length < sizeof whole);
    assert_int_equal(fclose(f), 0);
}

/* Write as much of it as that. */
static void write_damaged(size_t most)
{
    FILE *f = fopen(folder_path(file), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(whole, 1, most, f), most);
    assert_int_equal(fclose(f), 0);
}

/* Opening it fails so, and says this of it. */
static void check_refused_as(const char *name, ludo_status status, const char *message)
{
    ludo_trajectory *t = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status got = ludo_trajectory_open(folder_path(name), NULL, &t, &why);
    if (got != status || strstr(why.message, message) == NULL) {
        fail_msg("%s: '%s' instead of '%s'", ludo_status_text(got), why.message, message);
    }
    assert_null(t);
    assert_true(why.message[0] != '\0');
    assert_string_equal(why.file, folder_path(name));
    assert_int_equal(ludo_trajectory_open(folder_path(name), NULL, &t, NULL), status);
}

/* Read everything of a file that may be damaged; whether it said that it is. */
static bool is_refused(void)
{
    ludo_trajectory *t = NULL;
    ludo_diagnostic why = {.message = ""};
    ludo_status status = ludo_trajectory_open(folder_path(file), NULL, &t, &why);
    const int64_t count = status == LUDO_OK ? ludo_trajectory_sample_count(t) : 0;
    for (int64_t i = 0; i < count && status == LUDO_OK; i++) {
        ludo_sample knot = {.struct_size = sizeof knot};
        status = ludo_trajectory_sample(t, i, &knot, &why);
    }
    ludo_trajectory_close(t);
    assert_true(status == LUDO_OK || status == LUDO_PARSE || status == LUDO_IO);
    assert_int_equal(why.message[0] != '\0', status != LUDO_OK);
    return status != LUDO_OK;
}

/* --- bytes -------------------------------------------------------------------------------------
 */

static void a_truncated_file_is_refused(void **state)
{
    (void)state;
    write_damaged(length);
    assert_false(is_refused());
    for (size_t i = 0; i < 100; i += SHORTER) {
        write_damaged(length * i / 100);
        assert_true(is_refused());
    }
}

/* All that means something has a checksum. */
static void flipped_bits_are_told_or_mean_nothing(void **state)
{
    (void)state;
    enum { TRIED = 300 / SHORTER };
    int told = 0;
    random_stream r = random_from(1);
    for (size_t i = 0; i < TRIED; i++) {
        const size_t at = i < 48 ? i : (size_t)(random_bits(&r) % length);
        const char before = whole[at];
        whole[at] = (char)(before ^ (1 << random_below(&r, 8)));
        write_damaged(length);
        told += is_refused();
        whole[at] = before;
    }
    print_message("%d of %d flipped bits are told\n", told, TRIED);
    assert_true(told > TRIED / 6 * 5); /* others are in rooms between objects */
}

/* --- other files --------------------------------------------------------------------------------
 */

static void what_is_no_trajectory_is_refused(void **state)
{
    (void)state;
    folder_write("text.h5", "time,energy\n0,1\n");
    folder_write("empty.h5", "");
    folder_make_pipe("pipe.h5");
    check_refused_as("text.h5", LUDO_PARSE, "is not HDF5");
    check_refused_as("empty.h5", LUDO_PARSE, "is not HDF5");
    check_refused_as("none.h5", LUDO_IO, "No such file");
    check_refused_as("", LUDO_IO, "ordinary file");
    check_refused_as("pipe.h5", LUDO_IO, "ordinary file");
    const hid_t f = H5Fcreate(folder_path("other.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Fclose(f) >= 0);
    check_refused_as("other.h5", LUDO_PARSE, "not a trajectory of Ludo");
}

/* --- other contents -----------------------------------------------------------------------------
 */

static hid_t open_damaged(void)
{
    write_damaged(length);
    const hid_t f = H5Fopen(folder_path(file), H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(f >= 0);
    return f;
}

static void check_damaged(hid_t f, const char *message)
{
    assert_true(H5Fclose(f) >= 0);
    check_refused_as(file, LUDO_PARSE, message);
}

static const char *const datasets[] = {
    "spec/bodies",    "spec/joints",    "spec/closures",      "spec/couplings",
    "spec/sites",     "spec/meshes",    "spec/meshes.vertex", "spec/meshes.face",
    "spec/geoms",     "spec/springs",   "spec/springs.term",  "spec/actuators",
    "spec/keyframes", "spec/notes",     "spec/kept",          "spec/keyframes.control",
    "knots/time",     "knots/pose",     "knots/velocity",     "knots/coordinate",
    "knots/rate",     "knots/control",  "knots/energy",       "knots/momentum",
    "knots/steps",    "knots/residual", "knots/energy_error", "knots/iterations",
    "knots/substeps"};

static void every_dataset_has_to_be_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof datasets / sizeof *datasets; i++) {
        const hid_t f = open_damaged();
        assert_true(H5Ldelete(f, datasets[i], H5P_DEFAULT) >= 0);
        check_damaged(f, datasets[i]);
    }
}

/* Put another dataset in the place of one: its values are zero. */
static void replace(hid_t f, const char *name, hid_t type, int rank, const hsize_t *extents)
{
    const hid_t space = H5Screate_simple(rank, extents, NULL);
    assert_true(H5Ldelete(f, name, H5P_DEFAULT) >= 0);
    const hid_t d = H5Dcreate2(f, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(d >= 0);
    static const double zeros[1000];
    assert_true(H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0 ||
                H5Tget_class(type) != H5T_FLOAT);
    assert_true(H5Dclose(d) >= 0 && H5Sclose(space) >= 0);
}

static void every_dataset_has_to_be_of_its_kind(void **state)
{
    (void)state;
    const hsize_t extents[] = {2, 3, 2};
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    for (size_t i = 0; i < sizeof datasets / sizeof *datasets; i++) {
        for (int rank = 1; rank <= 3; rank++) {
            const bool column = strncmp(datasets[i], "knots", 5) == 0;
            hid_t f = open_damaged();
            replace(f, datasets[i], column ? H5T_C_S1 : H5T_IEEE_F64LE, rank, extents);
            check_damaged(f, datasets[i]);
        }
    }
}

static void knots_have_the_numbers_of_the_mechanism(void **state)
{
    (void)state;
    const hsize_t more[] = {11, 5, 7}, columns[] = {11, 4}, none[] = {0};
    hid_t f = open_damaged();
    replace(f, "knots/pose", H5T_IEEE_F64LE, 3, more);
    check_damaged(f, "knots/pose has another number of columns");
    f = open_damaged();
    replace(f, "knots/energy", H5T_IEEE_F64LE, 2, columns);
    check_damaged(f, "knots/energy has another number of columns");
    f = open_damaged();
    replace(f, "knots/time", H5T_IEEE_F64LE, 1, none);
    check_damaged(f, "has no knot");
}

/* Give one knot another time. */
static void set_time(hid_t f, hsize_t knot, double time)
{
    const hsize_t one = 1;
    const hid_t d = H5Dopen2(f, "knots/time", H5P_DEFAULT), all = H5Dget_space(d);
    const hid_t memory = H5Screate_simple(1, &one, NULL);
    assert_true(H5Sselect_hyperslab(all, H5S_SELECT_SET, &knot, NULL, &one, NULL) >= 0);
    assert_true(H5Dwrite(d, H5T_NATIVE_DOUBLE, memory, all, H5P_DEFAULT, &time) >= 0);
    assert_true(H5Sclose(memory) >= 0 && H5Sclose(all) >= 0 && H5Dclose(d) >= 0);
}

static void times_are_numbers_and_never_go_back(void **state)
{
    (void)state;
    hid_t f = open_damaged();
    set_time(f, 1, (double)NAN);
    check_damaged(f, "the time of knot 1 is not a number");
    f = open_damaged();
    set_time(f, 10, HUGE_VAL);
    check_damaged(f, "the time of knot 10 is not a number");
    f = open_damaged();
    set_time(f, 3, 0.001);
    check_damaged(f, "the time of knot 3 is before the previous one");
}

/* Sizes beyond all memory are not believed: nothing of them is stored. */
static void sizes_without_contents_are_refused(void **state)
{
    (void)state;
    const hsize_t huge = (hsize_t)1 << 60, most = H5S_UNLIMITED, chunk = 1024;
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = H5Screate_simple(1, &huge, &most), f = open_damaged();
    assert_true(H5Pset_chunk(how, 1, &chunk) >= 0);
    assert_true(H5Ldelete(f, "knots/time", H5P_DEFAULT) >= 0);
    const hid_t d =
        H5Dcreate2(f, "knots/time", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    assert_true(d >= 0 && H5Dclose(d) >= 0 && H5Sclose(space) >= 0 && H5Pclose(how) >= 0);
    check_damaged(f, "knots/time has another storage layout");
}

/* Contents that stand in another file are not asked for. */
static void files_that_point_elsewhere_are_refused(void **state)
{
    (void)state;
    static const char elsewhere[] = "/dev/zero";
    hid_t f = open_damaged();
    assert_true(H5Ldelete(f, "knots/time", H5P_DEFAULT) >= 0);
    assert_true(H5Lcreate_external(elsewhere, "knots/time", f, "knots/time", H5P_DEFAULT,
                                   H5P_DEFAULT) >= 0);
    check_damaged(f, "knots/time is missing");
    const hsize_t extent = 11;
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &extent, NULL);
    f = open_damaged();
    assert_true(H5Ldelete(f, "knots/time", H5P_DEFAULT) >= 0);
    assert_true(H5Pset_external(how, elsewhere, 0, H5F_UNLIMITED) >= 0);
    const hid_t d =
        H5Dcreate2(f, "knots/time", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    assert_true(d >= 0 && H5Dclose(d) >= 0 && H5Sclose(space) >= 0 && H5Pclose(how) >= 0);
    check_damaged(f, "knots/time has another storage layout");
}

/* --- versions -----------------------------------------------------------------------------------
 */

static void set_layout(hid_t f, int32_t layout)
{
    const hid_t a = H5Aopen(f, "layout", H5P_DEFAULT);
    assert_true(a >= 0 && H5Awrite(a, H5T_NATIVE_INT32, &layout) >= 0 && H5Aclose(a) >= 0);
}

static void a_later_layout_is_refused_by_its_version(void **state)
{
    (void)state;
    hid_t f = open_damaged();
    set_layout(f, 2);
    check_damaged(f, "unsupported layout version 2: this version of Ludo reads 1 to 1");
    f = open_damaged();
    set_layout(f, 0);
    check_damaged(f, "unsupported layout version 0");
}

static void what_else_is_in_a_file_is_not_looked_at(void **state)
{
    (void)state;
    const hid_t f = open_damaged();
    const hid_t g = H5Gcreate2(f, "notebook", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(g >= 0 && H5Gclose(g) >= 0 && H5Fclose(f) >= 0);
    ludo_trajectory *t = recorded(file);
    ludo_trajectory_close(t);
}

static void a_file_of_before_schemes_were_kept_is_read(void **state)
{
    (void)state;
    ludo_trajectory *t = NULL;
    write_damaged(length);
    t = recorded(file);
    assert_string_equal(run_facts_of(t).scheme, "rattle");
    ludo_trajectory_close(t);
    hid_t f = open_damaged();
    assert_true(H5Adelete_by_name(f, "run", "scheme", H5P_DEFAULT) >= 0 && H5Fclose(f) >= 0);
    t = recorded(file);
    assert_string_equal(run_facts_of(t).scheme, "");
    assert_string_equal(run_facts_of(t).version, ludo_version());
    ludo_trajectory_close(t);
    f = open_damaged();
    assert_true(H5Adelete_by_name(f, "run", "integrator", H5P_DEFAULT) >= 0);
    check_damaged(f, "the attribute integrator of run is missing");
}

static void errors_of_hdf5_are_told_as_before_afterwards(void **state)
{
    (void)state;
    H5E_auto2_t before = NULL, after = NULL;
    void *data = NULL;
    assert_true(H5Eset_auto2(H5E_DEFAULT, (H5E_auto2_t)H5Eprint2, stdout) >= 0);
    assert_true(H5Eget_auto2(H5E_DEFAULT, &before, &data) >= 0);
    check_refused_as("text.h5", LUDO_PARSE, "");
    assert_true(H5Eget_auto2(H5E_DEFAULT, &after, &data) >= 0);
    assert_true(before == after && data == stdout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_truncated_file_is_refused),
        cmocka_unit_test(flipped_bits_are_told_or_mean_nothing),
        cmocka_unit_test(what_is_no_trajectory_is_refused),
        cmocka_unit_test(every_dataset_has_to_be_there),
        cmocka_unit_test(every_dataset_has_to_be_of_its_kind),
        cmocka_unit_test(knots_have_the_numbers_of_the_mechanism),
        cmocka_unit_test(times_are_numbers_and_never_go_back),
        cmocka_unit_test(sizes_without_contents_are_refused),
        cmocka_unit_test(files_that_point_elsewhere_are_refused),
        cmocka_unit_test(a_later_layout_is_refused_by_its_version),
        cmocka_unit_test(what_else_is_in_a_file_is_not_looked_at),
        cmocka_unit_test(a_file_of_before_schemes_were_kept_is_read),
        cmocka_unit_test(errors_of_hdf5_are_told_as_before_afterwards),
        cmocka_unit_test(nothing_of_a_file_stays_open),
    };
    folder_open("test_trajectory_damage");
    record_whole();
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
