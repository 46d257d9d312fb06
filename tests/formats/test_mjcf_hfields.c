/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF height fields: inline and from files, what is refused, and written back. */
#include "folder.h"
#include "ludo/save.h"
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>
#include <stdio.h>

#define FIELD(attributes) "<asset>\n<hfield name='f' " attributes "/></asset>"
#define GEOM "<geom name='g' type='hfield' hfield='f'/>"
#define GRID "nrow='2' ncol='3' size='1 2 6 .5' "

/* Elevations 1 to 6 as heights: scaled to 0 .. 6; inline rows begin with that of the greatest y. */
static void check_field(const ludo_spec *spec, const double height[6])
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(spec, 0);
    assert_int_equal(m->vertex_count, 6);
    assert_int_equal(m->face_count, 4);
    for (int i = 0; i < 6; i++) {
        const double *v = m->vertex + 3 * (ptrdiff_t)i;
        assert_true(v[0] == i % 3 - 1.0);
        assert_true(v[1] == (i < 3 ? -2.0 : 2.0));
        CHECK_NEAR(v[2], height[i], 4.0 * DBL_EPSILON);
    }
    const ludo_geom_def *g = ludo_spec_geom_at(spec, 0);
    assert_string_equal(g->type, "hfield");
    assert_int_equal(g->mesh, 0);
    assert_true(g->size[0] == 0.5);
}

static void elevations_are_heights_above_the_least(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double height[6];
    } cases[] = {
        {MUJOCO(FIELD(GRID "elevation='4 5 6 1 2 3'") WORLD(GEOM)), {0, 1.2, 2.4, 3.6, 4.8, 6.0}},
        {MUJOCO(FIELD(GRID "elevation='1 1 1 -1 3 1'") WORLD(GEOM)), {0, 6.0, 3.0, 3.0, 3.0, 3.0}},
        {MUJOCO(FIELD(GRID "elevation='7 7 7 7 7 7'") WORLD(GEOM)), {0}},
        {MUJOCO(FIELD(GRID) WORLD(GEOM)), {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        check_field(spec, cases[i].height);
        ludo_spec_destroy(spec);
    }
}

/* ---- files ---- */

/* Write numbers of rows and columns, and six elevations, as far as `length` bytes. */
static const char *write_file(const char *name, int32_t rows, int32_t columns, size_t length)
{
    const char *path = folder_path(name);
    unsigned char bytes[64] = {(unsigned char)rows, 0, 0, 0, (unsigned char)columns};
    for (size_t i = 0; i < 6; i++) {
        const float value = (float)(1 + i);
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        for (size_t k = 0; k < 4; k++) {
            bytes[8 + 4 * i + k] = (unsigned char)(word >> 8 * k & 255);
        }
    }
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    return path;
}

static ludo_status load(const char *file, ludo_spec **spec, ludo_diagnostic *why)
{
    char text[1024];
    const ludo_load_options options = {.struct_size = sizeof options, .allow_outside = true};
    (void)snprintf(text, sizeof text, MUJOCO(FIELD("size='1 2 6 .5' file='%s'") WORLD(GEOM)), file);
    return ludo_load_string(text, strlen(text), "file.xml", &options, NULL, spec, why);
}

static void a_file_has_rows_from_the_least_y_on(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = load(write_file("a.bin", 2, 3, 32), &spec, &why);
    if (status != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    check_field(spec, (const double[]){0, 1.2, 2.4, 3.6, 4.8, 6.0});
    ludo_spec_destroy(spec);
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        int32_t rows, columns;
        size_t length;
        const char *word;
    } cases[] = {{2, 3, 0, "8 + 4 r c"},  {2, 3, 7, "8 + 4 r c"},  {2, 3, 31, "8 + 4 r c"},
                 {3, 2, 33, "8 + 4 r c"}, {3, 3, 32, "8 + 4 r c"}, {6, 1, 32, "1 columns"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        const char *path = write_file("b.bin", cases[i].rows, cases[i].columns, cases[i].length);
        assert_int_equal(load(path, &spec, &why), LUDO_BAD_MODEL);
        assert_int_equal(why.line, 2);
        assert_non_null(strstr(why.message, cases[i].word));
        assert_null(spec);
    }
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    assert_int_equal(load("no-such-file.bin", &spec, &why), LUDO_IO);
    assert_int_equal(why.line, 2);
    assert_non_null(strstr(why.message, "no-such-file.bin"));
}

/* ---- what is refused ---- */

static void fields_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {MUJOCO(FIELD(GRID "elevation='1 2 3'")), LUDO_BAD_MODEL, 2, 1, "has 3 numbers"},
        {MUJOCO(FIELD("nrow='2' ncol='3'")), LUDO_BAD_MODEL, 2, 1, "needs 'size'"},
        {MUJOCO(FIELD("nrow='2' ncol='3' size='1 1 1'")), LUDO_PARSE, 2, 1, "it needs 4"},
        {MUJOCO(FIELD("nrow='2' ncol='3' size='1 1 1 -1'")), LUDO_BAD_MODEL, 2, 1, "positive"},
        {MUJOCO(FIELD("nrow='1' ncol='3' size='1 1 1 1'")), LUDO_BAD_MODEL, 2, 1, "1 rows"},
        {MUJOCO(FIELD("size='1 1 1 1'")), LUDO_BAD_MODEL, 2, 1, "0 rows and 0 columns"},
        {MUJOCO(FIELD("nrow='99999' ncol='99999' size='1 1 1 1'")), LUDO_BAD_MODEL, 2, 1, "most"},
        {MUJOCO(WORLD("\n" GEOM)), LUDO_BAD_MODEL, 2, 1, "'f'"},
        {MUJOCO(WORLD("\n<geom type='hfield'/>")), LUDO_PARSE, 2, 1, "hfield"},
        {MUJOCO(FIELD(GRID) WORLD(BODY("", "<freejoint/>\n" GEOM))), LUDO_BAD_MODEL, 3, 1,
         "body that moves"});
}

static void only_fields_that_touch_must_not_move(void **state)
{
    (void)state;
    ludo_model_destroy(model_of(MUJOCO(FIELD(GRID) WORLD(
        BODY("", "<freejoint/><geom type='hfield' hfield='f' contype='0' conaffinity='0'/>")))));
    ludo_model_destroy(model_of(MUJOCO(FIELD(GRID) WORLD("<body pos='1 2 3'>" GEOM "</body>"))));
}

static void loading_survives_every_failing_allocation(void **state)
{
    static const char text[] = MUJOCO(FIELD(GRID "elevation='4 5 6 1 2 3'")
                                          WORLD(GEOM BODY("", "<freejoint/><geom size='1'/>")));
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_model *model;
        ludo_diagnostic why = {.line = -1};
        const ludo_status status = make_model(text, sizeof text - 1, &alloc.hook, &model, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_model_destroy(model);
    }
}

/* ---- writing ---- */

static void a_written_field_is_read_as_it_was(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(FIELD(GRID "elevation='4 5 6 1 2 3'") WORLD(GEOM))), *back;
    ludo_diagnostic why = {.line = 0};
    const char *path = folder_path("written.xml");
    assert_int_equal(ludo_save_file(spec, path, "mjcf", NULL, NULL, &why), LUDO_OK);
    assert_int_equal(ludo_load_file(path, NULL, NULL, &back, &why), LUDO_OK);
    check_field(back, (const double[]){0, 1.2, 2.4, 3.6, 4.8, 6.0});
    ludo_spec_destroy(spec);
    ludo_spec_destroy(back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elevations_are_heights_above_the_least),
        cmocka_unit_test(a_file_has_rows_from_the_least_y_on),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(fields_that_can_not_be_are_refused),
        cmocka_unit_test(only_fields_that_touch_must_not_move),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(a_written_field_is_read_as_it_was),
    };
    folder_open("test_mjcf_hfields_files");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
