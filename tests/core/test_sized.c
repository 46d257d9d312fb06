/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs that begin with their size: other sizes are refused, and nothing is written. */
#include "core/sized.h"

#include "small_spec.h"

#include <string.h>

/* A struct as an old program, the library, and a new program know it. */
typedef struct shorter {
    size_t struct_size;
    double a;
} shorter;

typedef struct longer {
    size_t struct_size;
    double a, b;
} longer;

static void copies_move_what_both_sides_know(void **state)
{
    (void)state;
    const longer own = {.a = 1.0, .b = 2.0};
    shorter few[2] = {{.struct_size = sizeof(shorter)}, {.a = 7.0}};
    sized_write(few, &own, sizeof own);
    assert_true(few[0].struct_size == sizeof(shorter) && few[0].a == 1.0 && few[1].a == 7.0);

    const shorter given = {.struct_size = sizeof given, .a = 3.0};
    longer read = {.b = 5.0};
    sized_read(&read, &given, sizeof read);
    assert_true(read.struct_size == sizeof read && read.a == 3.0 && read.b == 0.0);
}

static void other_sizes_are_refused(void **state)
{
    (void)state;
    longer x = {.struct_size = sizeof x};
    assert_true(SIZED_KNOWN(&x));
    for (size_t size = 0; size < 2 * sizeof x; size++) {
        x.struct_size = size;
        assert_true(SIZED_KNOWN(&x) == (size == sizeof x));
    }
    assert_false(sized_known(NULL, sizeof x));
}

static void zeroed_definitions_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_body_def body = {.mass = 1.0};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_BAD_ARGUMENT);
    body.struct_size = sizeof body + 1;
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_body_count(spec), 0);
    body = ludo_body_default();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
}

/* Readers of other sizes change no byte; of the right size they keep it. */
static void readers_keep_the_size_or_change_nothing(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {
        .struct_size = sizeof body, .name = "b", .mass = 2.0, .inertia = {1.0, 1.0, 1.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    ludo_body_def def, same;
    memset(&def, 0x5a, sizeof def);
    memcpy(&same, &def, sizeof def);
    assert_int_equal(ludo_spec_body(spec, 0, &def), LUDO_BAD_ARGUMENT);
    assert_memory_equal(&def, &same, sizeof def);
    def.struct_size = sizeof def;
    assert_int_equal(ludo_spec_body(spec, 1, &def), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_body(spec, 0, &def), LUDO_OK);
    assert_true(def.struct_size == sizeof def && def.mass == 2.0);

    ludo_model *model = compiled(spec);
    ludo_body_info info = {.struct_size = sizeof info};
    assert_int_equal(ludo_model_body(model, 0, &info), LUDO_OK);
    assert_true(info.struct_size == sizeof info && info.mass == 2.0);
    info.struct_size = 0;
    info.mass = 3.0;
    assert_int_equal(ludo_model_body(model, 0, &info), LUDO_BAD_ARGUMENT);
    assert_true(info.mass == 3.0);
    ludo_model_destroy(model);
}

/* The message names the function that sets the size. */
static void refusals_name_the_cure(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    ludo_model *model = compiled(spec);
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.message = ""};
    ludo_sim_options options = ludo_sim_options_default();
    options.struct_size = 0;
    assert_int_equal(ludo_sim_create(model, &options, NULL, &sim, &why), LUDO_BAD_ARGUMENT);
    assert_string_equal(why.message, "struct_size is 0: begin with ludo_sim_options_default()");
    const ludo_load_options load = {.base = LUDO_BASE_FREE};
    ludo_spec *read = NULL;
    assert_int_equal(ludo_load_string("<mujoco/>", 9, "m.xml", &load, NULL, &read, &why),
                     LUDO_BAD_ARGUMENT);
    assert_string_equal(why.message, "struct_size is 0: begin with ludo_load_options_default()");
    assert_null(sim);
    assert_null(read);
    ludo_model_destroy(model);
}

/* Arrays of a keyframe are complete or NULL. */
static void keyframes_are_read_from_the_model(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const double q[] = {0.5};
    const ludo_joint_def hinge = ludo_joint_default();
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .name = "start",
                                   .time = 2.0,
                                   .position = q,
                                   .position_count = 1};
    add_body(spec, NULL);
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    ludo_model *model = compiled(spec);
    ludo_keyframe_info info = {.struct_size = sizeof info};
    assert_int_equal(ludo_model_keyframe(model, 1, &info), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_keyframe(model, 0, &info), LUDO_OK);
    assert_string_equal(info.name, "start");
    assert_true(info.time == 2.0 && info.position[0] == 0.5);
    assert_int_equal(info.position_count, 1);
    assert_int_equal(info.velocity_count + info.control_count, 0);
    assert_null(info.velocity);
    assert_null(info.control);
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_move_what_both_sides_know),
        cmocka_unit_test(other_sizes_are_refused),
        cmocka_unit_test(zeroed_definitions_are_refused),
        cmocka_unit_test(readers_keep_the_size_or_change_nothing),
        cmocka_unit_test(refusals_name_the_cure),
        cmocka_unit_test(keyframes_are_read_from_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
