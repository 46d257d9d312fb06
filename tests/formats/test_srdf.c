/* SPDX-License-Identifier: Apache-2.0
 *
 * SRDF: excludes and keyframes beside a robot, what is noted and refused, failing allocations. */
#include "formats/urdf/srdf_file.h"
#include "folder.h"
#include "spec/items.h"
#include "urdf_text.h"

#include <stdio.h>

#define BALL "<collision><geometry><sphere radius='0.1'/></geometry></collision>"

/* Hinge ja, slide jb, ball jc in a chain from a base; jm follows ja at half its angle, jn jm. */
static const char robot[] = ROBOT(
    LINK("base", BALL) LINK("a", INERTIAL BALL) LINK("b", INERTIAL BALL) LINK("c", INERTIAL BALL)
        LINK("m", INERTIAL BALL) LINK("n", INERTIAL BALL)
            JOINT("jn", "continuous", "m", "n", "<mimic joint='jm' offset='1'/>")
                JOINT("ja", "continuous", "base", "a", "<origin xyz='0 0 1'/>")
                    JOINT("jb", "prismatic", "a", "b",
                          "<origin xyz='0 0 1'/><limit lower='-1' upper='1'/>")
                        JOINT("jc", "spherical", "b", "c", "<origin xyz='0 0 1'/>")
                            JOINT("jm", "continuous", "c", "m",
                                  "<origin xyz='0 0 1'/><mimic joint='ja' multiplier='0.5'/>"));

/* The robot with the content of an SRDF file. */
static ludo_spec *with(const char *content, bool floats)
{
    char text[2048];
    const ludo_load_options options = {.struct_size = sizeof options,
                                       .base = floats ? LUDO_BASE_FREE : LUDO_BASE_FIXED};
    ludo_spec *spec = spec_loaded(robot, &options);
    ludo_diagnostic why = {.line = 0};
    (void)snprintf(text, sizeof text, "<robot name='r'>%s</robot>", content);
    if (ludo_srdf_file_parse(text, strlen(text), "r.srdf", spec, &why) != LUDO_OK) {
        fail_msg("%d:%d: %s", (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static bool excludes(const ludo_spec *spec, int32_t a, int32_t b)
{
    int32_t count = 0;
    for (int32_t i = 0; i < ludo_spec_exclude_count(spec); i++) {
        const ludo_exclude_def *e = ludo_spec_exclude_at(spec, i);
        count += (e->body_a == a && e->body_b == b) || (e->body_a == b && e->body_b == a);
    }
    assert_true(count <= 1);
    return count == 1;
}

static void pairs_do_not_collide(void **state)
{
    (void)state;
    ludo_spec *spec = with("<disable_collisions link1='a' link2='c' reason='Never'/>"
                           "<disable_collisions link1='c' link2='a' reason='Never'/>"
                           "<disable_collisions link1='world' link2='b'/>"
                           "<disable_collisions link1='base' link2='a' reason='Adjacent'/>",
                           false);
    assert_true(excludes(spec, 1, 3));
    assert_true(excludes(spec, LUDO_WORLD, 2));
    assert_true(excludes(spec, 0, 1)); /* already there: neighbours on a base that does not move */
    assert_false(excludes(spec, 1, 4));
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_spec_destroy(spec);
}

/* The positions of keyframe `key`; their number. */
static int32_t positions_of(const ludo_spec *spec, int32_t key, const char *name, const double **q)
{
    const ludo_keyframe_def *k = ludo_spec_keyframe_at(spec, key);
    assert_non_null(k);
    assert_string_equal(k->name, name);
    *q = k->position;
    return k->position_count;
}

static void states_are_keyframes(void **state)
{
    (void)state;
    ludo_spec *spec =
        with("<group name='arm'><joint name='ja'/></group><group_state name='home' "
             "group='arm'><joint name='ja' value='0.5'/><joint name='jb' value=' -2 '/>"
             "</group_state>",
             false);
    /* joints in the order of the file: jn, ja, jb, jc, jm; followers where ja puts them */
    static const double expected[] = {1.25, 0.5, -2.0, 1.0, 0.0, 0.0, 0.0, 0.25};
    const double *q;
    assert_int_equal(positions_of(spec, 0, "home", &q), 8);
    assert_memory_equal(q, expected, sizeof expected);
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_model *model = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_model_keyframe_count(model), 1);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void a_floating_robot_keeps_its_place(void **state)
{
    (void)state;
    ludo_spec *spec =
        with("<group_state name='home'><joint name='jb' value='1'/></group_state>", true);
    static const double expected[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0,
                                      0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0};
    const double *q;
    assert_int_equal(positions_of(spec, 0, "home", &q), 15);
    assert_memory_equal(q, expected, sizeof expected);
    ludo_spec_destroy(spec);
}

static void states_of_one_name_are_told_apart_by_their_groups(void **state)
{
    (void)state;
    ludo_spec *spec = with("<group_state name='open' group='left'/><group_state name='open' "
                           "group='right'/><group_state name='open' group='right'/>",
                           false);
    const double *q;
    (void)positions_of(spec, 0, "open", &q);
    (void)positions_of(spec, 1, "right.open", &q);
    assert_int_equal(ludo_spec_keyframe_count(spec), 2);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    ludo_spec_destroy(spec);
}

static void what_does_not_fit_the_robot_is_noted(void **state)
{
    (void)state;
    static const struct {
        const char *content, *word;
    } cases[] = {
        {"<disable_collisions link1='a' link2='no'/><disable_collisions link1='no' link2='a'/>",
         "disable_collisions: ignored, because the robot has no link 'no' (2 times)"},
        {"<disable_collisions link1='a' link2='a'/>", "both links are the same"},
        {"<group_state name='s'><joint name='no' value='1'/></group_state>", "no joint 'no'"},
        {"<group_state name='s'><joint name='jc' value='1 0 0 0'/></group_state>",
         "not revolute, continuous or prismatic"},
        {"<passive_joint name='jb'/><passive_joint name='ja'/>",
         "passive_joint: ignored (2 times)"},
        {"<disable_default_collisions link='a'/>", "disable_default_collisions: ignored"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = with(cases[i].content, false);
        assert_int_equal(ludo_spec_note_count(spec), 1);
        const ludo_note_info note = spec_note_of(spec, 0);
        assert_non_null(strstr(note.message, cases[i].word));
        assert_string_equal(note.place.file, "r.srdf");
        ludo_spec_destroy(spec);
    }
    ludo_spec_destroy(with("<virtual_joint name='v' type='fixed' parent_frame='w' "
                           "child_link='base'/><end_effector name='e'/>",
                           false));
}

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t line, column;
        const char *word;
    } cases[] = {
        {"<srdf/>", 1, 1, "the root element of SRDF is <robot>"},
        {"<robot>\n<disable_collisions link1='a'/></robot>", 2, 1, "'link2'"},
        {"<robot>\n<group_state/></robot>", 2, 1, "'name'"},
        {"<robot><group_state name='s'>\n<joint name='ja' value='x'/></group_state></robot>", 2, 1,
         "'x' is not a number"},
        {"<robot><group_state name='s'>\n<joint name='ja'/></group_state></robot>", 2, 1,
         "'value'"},
        {"<robot>\n<xacro:macro/></robot>", 2, 1, "run xacro"},
        {"<robot>", 1, 8, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(robot);
        ludo_diagnostic why = {.line = -1};
        const char *text = cases[i].text;
        assert_int_equal(ludo_srdf_file_parse(text, strlen(text), "r.srdf", spec, &why),
                         LUDO_PARSE);
        assert_string_equal(why.file, "r.srdf");
        if (why.line != cases[i].line || why.column != cases[i].column ||
            strstr(why.message, cases[i].word) == NULL) {
            fail_msg("%s: %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
        }
        ludo_spec_destroy(spec);
    }
}

static void models_of_other_formats_take_it_too(void **state)
{
    (void)state;
    static const char model[] =
        "<mujoco><worldbody><body name='a'><joint type='hinge' axis='1 0 0'/><geom size='1'/>"
        "<body name='b' pos='0 0 5'><joint type='hinge'/><geom size='1'/></body></body>"
        "</worldbody></mujoco>";
    static const char srdf[] = "<robot><disable_collisions link1='a' link2='b'/>"
                               "<group_state name='s'/></robot>";
    ludo_spec *spec = spec_of(model);
    assert_int_equal(ludo_srdf_file_parse(srdf, strlen(srdf), "r.srdf", spec, NULL), LUDO_OK);
    assert_true(excludes(spec, 0, 1));
    assert_int_equal(ludo_spec_keyframe_count(spec), 1);
    ludo_spec_destroy(spec);
}

static void the_option_names_a_file(void **state)
{
    (void)state;
    ludo_load_options options = ludo_load_options_default();
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = -1};
    folder_open("test_srdf");
    folder_write("r.srdf", "<robot><disable_collisions link1='a' link2='c'/></robot>");
    options.srdf = folder_path("r.srdf");
    spec = spec_loaded(robot, &options);
    assert_true(excludes(spec, 1, 3));
    ludo_spec_destroy(spec);
    options.srdf = folder_path("none.srdf");
    assert_int_equal(ludo_load_string(robot, strlen(robot), "r", &options, NULL, &spec, &why),
                     LUDO_IO);
    assert_non_null(strstr(why.file, "none.srdf"));
    assert_null(spec);
    folder_close();
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    static const char srdf[] =
        "<robot><disable_collisions link1='a' link2='c'/><disable_collisions link1='a' link2='d'/>"
        "<passive_joint/><group_state name='s' group='g'><joint name='ja' value='1'/>"
        "</group_state><group_state name='s' group='h'/></robot>";
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        ludo_status status =
            ludo_load_string(robot, strlen(robot), "r", NULL, &alloc.hook, &spec, &why);
        if (status == LUDO_OK) {
            status = ludo_srdf_file_parse(srdf, strlen(srdf), "r.srdf", spec, &why);
        }
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_do_not_collide),
        cmocka_unit_test(states_are_keyframes),
        cmocka_unit_test(a_floating_robot_keeps_its_place),
        cmocka_unit_test(states_of_one_name_are_told_apart_by_their_groups),
        cmocka_unit_test(what_does_not_fit_the_robot_is_noted),
        cmocka_unit_test(what_is_malformed_is_refused),
        cmocka_unit_test(models_of_other_formats_take_it_too),
        cmocka_unit_test(the_option_names_a_file),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
