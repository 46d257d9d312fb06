/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving, whatever the format: what is refused, and what is on the disk then. */
#include "full_spec.h"
#include "round_trip.h"
#include "small_spec.h"
#include "spec/items.h"

static int set_up(void **state)
{
    (void)state;
    folder_open("test_save_files");
    return 0;
}

/* Takes the spec. */
static void check_not_saved(ludo_spec *spec, ludo_status status, const char *message)
{
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_save_file(spec, folder_path("refused.xml"), "mjcf", NULL, NULL, &why),
                     status);
    if (strstr(why.message, message) == NULL) {
        fail_msg("'%s' instead of '%s'", why.message, message);
    }
    assert_int_equal(ludo_save_file(spec, folder_path("refused.xml"), "mjcf", NULL, NULL, NULL),
                     status);
    assert_false(folder_has("refused.xml"));
    ludo_spec_destroy(spec);
}

static void numbers_that_refer_to_nothing_are_refused(void **state)
{
    ludo_spec *spec = new_spec();
    (void)state;
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    check_not_saved(spec, LUDO_BAD_MODEL, "names a body that does not exist");

    spec = full_spec(NULL);
    add_body(spec, NULL);
    add_joint(spec, "screw", 0, 1);
    check_not_saved(spec, LUDO_BAD_MODEL, "unknown type");

    spec = full_spec(NULL);
    assert_int_equal(ludo_spec_add_site(spec, SIZED(ludo_site_def, .body = 5), NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "its body does not exist");

    spec = full_spec(NULL);
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "mesh", geom.mesh = 9;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "its mesh does not exist");

    spec = full_spec(NULL);
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.target = 8;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "that its joint does not have");

    spec = full_spec(NULL);
    motor.on_spring = true;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "its spring does not exist");

    spec = full_spec(NULL);
    const ludo_keyframe_def key = {
        .struct_size = sizeof key, .position = &motor.gear, .position_count = 1};
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "1 numbers; the model has 2");
}

static void what_xml_cannot_hold_is_refused(void **state)
{
    static const char *const names[] = {
        "bell\a",       "cut \303", "\355\240\200 surrogate", "\300\257 too long",
        "\357\277\277", "\370\210"};
    ludo_spec *spec;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        spec = new_spec();
        add_body(spec, names[i]);
        check_not_saved(spec, LUDO_UNSUPPORTED, "contains a character that XML cannot represent");
    }
    spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body, .mass = HUGE_VAL};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "is not finite");

    spec = new_spec();
    add_body(spec, "twice");
    add_body(spec, "twice");
    check_not_saved(spec, LUDO_BAD_MODEL, "used twice");

    spec = new_spec();
    for (int32_t i = 0; i < 5000; i++) {
        add_body(spec, NULL);
        add_joint(spec, "hinge", i - 1, i);
    }
    check_not_saved(spec, LUDO_UNSUPPORTED, "nested deeper");
}

static void joints_that_close_no_loop_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = full_spec(NULL);
    add_joint(spec, "free", LUDO_WORLD, 0);
    check_not_saved(spec, LUDO_UNSUPPORTED, "closes a loop: neither a free joint");

    spec = full_spec(NULL);
    const ludo_joint_def more = {.struct_size = sizeof more,
                                 .type = "slide",
                                 .parent = LUDO_WORLD,
                                 .continues = true,
                                 .axis = {1.0, 0.0, 0.0}};
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_add_joint(spec, &more, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_UNSUPPORTED, "several joints between the same two bodies");

    /* a circle is cut where its lowest body floats, which two joints carry here */
    spec = new_spec();
    add_body(spec, NULL);
    add_body(spec, NULL);
    add_joint(spec, "hinge", 1, 0);
    const ludo_joint_def on = {.struct_size = sizeof on,
                               .type = "slide",
                               .parent = 1,
                               .continues = true,
                               .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &on, NULL), LUDO_OK);
    add_joint(spec, "hinge", 0, 1);
    check_not_saved(spec, LUDO_UNSUPPORTED, "several joints between the same two bodies");
}

/* Names of joints that have some, and how many are told. */
static void joints_that_close_loops_are_written_as_loops(void **state)
{
    static const char *const formats[] = {"mjcf", "urdf"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = new_spec();
        message_log reported = {.text = ""};
        for (int32_t b = 0; b < 4; b++) {
            add_body(spec, NULL);
        }
        add_joint(spec, "hinge", LUDO_WORLD, 0);
        add_joint(spec, "hinge", 0, 1);
        add_joint(spec, "ball", LUDO_WORLD, 1);
        add_joint_at(spec, "cycle", "ball", 3, 2, (ludo_place){"spec.xml", 5, 1});
        add_joint(spec, "hinge", 2, 3);
        assert_int_equal(ludo_spec_hold_joint(spec, 1), LUDO_OK);
        save(spec, "loops.xml", formats[i], &reported);
        assert_non_null(
            strstr(reported.text, "joint 'body1.joint1' and 1 more: the joint closes a loop"));
        assert_non_null(strstr(reported.text, "joint 'body1.joint0': no format can express that a "
                                              "joint is held when loops are closed"));
        ludo_spec *back = load(folder_path("loops.xml"));
        assert_int_equal(ludo_spec_closure_count(back), 2);
        const ludo_joint_def *second = ludo_spec_closure_at(back, 0);
        const ludo_joint_def *circle = ludo_spec_closure_at(back, 1);
        assert_string_equal(second->name, "body1.joint1");
        assert_string_equal(second->type, "ball");
        assert_string_equal(ludo_spec_body_at(back, second->child)->name, "body1");
        assert_string_equal(circle->name, "cycle");
        assert_string_equal(ludo_spec_body_at(back, circle->parent)->name, "body3");
        assert_string_equal(ludo_spec_body_at(back, circle->child)->name, "body2");
        ludo_spec_destroy(back);
        ludo_spec_destroy(spec);
    }
}

static void what_cannot_be_written_leaves_nothing(void **state)
{
    ludo_spec *spec = full_spec(NULL);
    ludo_diagnostic why = {.message = ""};
    const char *nowhere = "no such folder/model.xml";
    (void)state;
    assert_int_equal(ludo_save_file(spec, nowhere, "mjcf", NULL, NULL, &why), LUDO_IO);
    assert_string_equal(why.file, nowhere);
    assert_int_equal(ludo_save_file(spec, nowhere, "obj", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_string_equal(why.message, "unknown format 'obj'");
    assert_int_equal(ludo_save_file(NULL, nowhere, "mjcf", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_save_file(spec, NULL, "mjcf", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_save_file(spec, nowhere, NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* Without memory there is no file, and with it the file is whole. */
static void check_each_failing_allocation(const char *format)
{
    ludo_spec *whole = full_spec(NULL);
    save(whole, "memory.xml", format, NULL);
    char *expected = folder_read("memory.xml");
    ludo_spec_destroy(whole);
    FOR_FAILING_ALLOCATION(alloc)
    {
        (void)remove(folder_path("memory.xml"));
        ludo_spec *spec = full_spec(&alloc.hook);
        if (spec != NULL) {
            ludo_diagnostic why;
            const ludo_status s =
                ludo_save_file(spec, folder_path("memory.xml"), format, NULL, NULL, &why);
            assert_int_equal(s, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_int_equal(folder_has("memory.xml"), s == LUDO_OK);
        }
        ludo_spec_destroy(spec);
    }
    char *text = folder_read("memory.xml");
    assert_string_equal(text, expected);
    free(text);
    free(expected);
}

static void saving_survives_each_failing_allocation(void **state)
{
    (void)state;
    check_each_failing_allocation("mjcf");
    check_each_failing_allocation("urdf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_refer_to_nothing_are_refused),
        cmocka_unit_test(what_xml_cannot_hold_is_refused),
        cmocka_unit_test(joints_that_close_no_loop_are_refused),
        cmocka_unit_test(joints_that_close_loops_are_written_as_loops),
        cmocka_unit_test(what_cannot_be_written_leaves_nothing),
        cmocka_unit_test(saving_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
