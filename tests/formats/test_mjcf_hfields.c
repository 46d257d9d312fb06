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

/* As in MuJoCo, without its suffix. */
static void a_field_without_a_name_has_that_of_its_file(void **state)
{
    (void)state;
    char text[1024];
    ludo_spec *spec = NULL;
    const ludo_load_options options = {.struct_size = sizeof options, .allow_outside = true};
    (void)snprintf(text, sizeof text,
                   MUJOCO("<asset><hfield size='1 2 6 .5' file='%s'/></asset>" WORLD(
                       "<geom type='hfield' hfield='dunes'/>")),
                   write_file("dunes.bin", 2, 3, 32));
    assert_int_equal(ludo_load_string(text, strlen(text), "file.xml", &options, NULL, &spec, NULL),
                     LUDO_OK);
    assert_string_equal(ludo_spec_mesh_at(spec, 0)->name, "dunes");
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

/* ---- images ---- */

/* PNG images of 2 rows and 3 columns with the greys 40 50 60, then 10 20 30: 8 bits; 16 bits, 263
 * times the grey; red of colours; red of a palette; with transparency. */
static const unsigned char grey[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, 0x00, 0x00, 0x00, 0xb8,
    0x1f, 0x39, 0xc6, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xd0,
    0x30, 0xb2, 0x61, 0xe0, 0x12, 0x91, 0x03, 0x00, 0x03, 0xdc, 0x00, 0xd3, 0x37, 0x9d, 0x11,
    0x78, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
static const unsigned char deep[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x10, 0x00, 0x00, 0x00, 0x00, 0xe8, 0x8f, 0xe5,
    0x85, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xd0, 0x94, 0x30, 0x8e,
    0xb3, 0x5d, 0xc2, 0xc0, 0xe5, 0x26, 0xd2, 0x23, 0x77, 0x09, 0x00, 0x15, 0x01, 0x03, 0x94, 0x6d,
    0x61, 0x05, 0x74, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
static const unsigned char colours[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0x12,
    0x16, 0xf1, 0x4d, 0x00, 0x00, 0x00, 0x1d, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xd0,
    0xb8, 0x5e, 0x61, 0x74, 0x76, 0x9a, 0xcd, 0xe1, 0x2d, 0x0c, 0x5c, 0x5f, 0xe5, 0x44, 0x5e,
    0xdb, 0xc8, 0x3d, 0x8c, 0x02, 0x00, 0x56, 0xae, 0x08, 0x71, 0x0a, 0x55, 0xfa, 0x7b, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
static const unsigned char palette[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x03, 0x00, 0x00, 0x00, 0xaa,
    0xaa, 0x96, 0x28, 0x00, 0x00, 0x00, 0x12, 0x50, 0x4c, 0x54, 0x45, 0x3c, 0x09, 0xc8, 0x32,
    0x09, 0xc8, 0x28, 0x09, 0xc8, 0x1e, 0x09, 0xc8, 0x14, 0x09, 0xc8, 0x0a, 0x09, 0xc8, 0x87,
    0x61, 0x12, 0x37, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60,
    0x62, 0x64, 0x60, 0x60, 0x65, 0x61, 0x06, 0x00, 0x00, 0x36, 0x00, 0x10, 0x08, 0x38, 0x0e,
    0x2b, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
static const unsigned char transparent[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x04, 0x00, 0x00, 0x00, 0x37, 0x7d, 0xae,
    0x91, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xd0, 0xd0, 0x30, 0x32,
    0xb2, 0xb1, 0x61, 0xe0, 0xe2, 0x12, 0x11, 0x91, 0x93, 0x03, 0x00, 0x0d, 0x60, 0x01, 0xa5, 0x48,
    0x52, 0xee, 0x3c, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

static const char *write_image(const char *name, const unsigned char *bytes, size_t length)
{
    const char *path = folder_path(name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    return path;
}

/* A build without libpng says so. */
static bool has_images(ludo_status status, const ludo_diagnostic *why)
{
    if (status == LUDO_UNSUPPORTED) {
        assert_non_null(strstr(why->message, "libpng"));
        assert_int_equal(why->line, 2);
    }
    return status != LUDO_UNSUPPORTED;
}

/* The first row is that of the greatest y. The heights are those of MuJoCo 4.0.0, which takes the
 * upper eight of 16 bits. */
static void images_are_heights_as_in_mujoco(void **state)
{
    (void)state;
    static const struct {
        const unsigned char *bytes;
        size_t length;
    } images[] = {{grey, sizeof grey},
                  {colours, sizeof colours},
                  {palette, sizeof palette},
                  {transparent, sizeof transparent},
                  {deep, sizeof deep}};
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        const bool is_deep = images[i].bytes == deep;
        const ludo_status status =
            load(write_image("a.png", images[i].bytes, images[i].length), &spec, &why);
        if (!has_images(status, &why)) {
            return;
        }
        assert_int_equal(status, LUDO_OK);
        assert_int_equal(ludo_spec_note_count(spec), is_deep ? 1 : 0);
        check_field(
            spec, is_deep ? (const double[]){0, 60.0 / 51, 120.0 / 51, 186.0 / 51, 246.0 / 51, 6.0}
                          : (const double[]){0, 1.2, 2.4, 3.6, 4.8, 6.0});
        ludo_spec_destroy(spec);
    }
}

/* Ends at every byte; damaged at every byte, which checksums find; without memory. */
static void broken_images_are_refused(void **state)
{
    (void)state;
    for (size_t i = 4; i < sizeof grey - 12; i++) { /* the last chunk has no contents */
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        unsigned char bytes[sizeof grey];
        ludo_status status = load(write_image("b.png", grey, i), &spec, &why);
        if (!has_images(status, &why)) {
            return;
        }
        assert_int_equal(status, LUDO_PARSE);
        assert_non_null(strstr(why.message, "b.png"));
        assert_int_equal(why.line, 2);
        memcpy(bytes, grey, sizeof grey);
        bytes[i] ^= 0x10;
        status = load(write_image("c.png", bytes, sizeof bytes), &spec, &why);
        ludo_spec_destroy(status == LUDO_OK ? spec : NULL); /* a chunk may become one to skip */
    }
}

static void an_image_is_read_without_memory(void **state)
{
    (void)state;
    char text[1024];
    const char *path = write_image("d.png", grey, sizeof grey);
    const ludo_load_options options = {.struct_size = sizeof options, .allow_outside = true};
    (void)snprintf(text, sizeof text, MUJOCO(FIELD("size='1 2 6 .5' file='%s'") WORLD(GEOM)), path);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        const ludo_status status =
            ludo_load_string(text, strlen(text), "file.xml", &options, &a.hook, &spec, &why);
        if (!has_images(status, &why)) {
            return;
        }
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
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
        cmocka_unit_test(a_field_without_a_name_has_that_of_its_file),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(images_are_heights_as_in_mujoco),
        cmocka_unit_test(broken_images_are_refused),
        cmocka_unit_test(an_image_is_read_without_memory),
        cmocka_unit_test(fields_that_can_not_be_are_refused),
        cmocka_unit_test(only_fields_that_touch_must_not_move),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(a_written_field_is_read_as_it_was),
    };
    folder_open("test_mjcf_hfields_files");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
