/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: what is refused, and where; what is noted; failing allocations. */
#include "urdf_text.h"

#include <stdio.h>
#include <stdlib.h>

/* A text whose fault is in line 2. */
#define LINE_2(before, fault, after) "<robot name='r'>" before "\n" fault "\n" after "</robot>"
#define IN_ROBOT(fault) LINE_2(PAIR("revolute", "<limit lower='0' upper='1'/>"), fault, "")
#define IN_LINK(fault) LINE_2("<link name='a'>", fault, "</link>")
#define IN_JOINT(type, fault)                                                                      \
    LINE_2(LINK("base", "") LINK("arm", "") "<joint name='j' type='" type                          \
                                            "'><parent link='base'/><child link='arm'/>",          \
           fault, "</joint>")
#define IN_LOOP(more)                                                                              \
    LINE_2(PAIR("continuous", "") "<loop_joint name='l' type='hinge'><link1 link='base'/>"         \
                                  "<link2 link='arm'/>",                                           \
           more, "</loop_joint>")
#define INERTIAL_OF(mass, inertia) "<inertial>" mass inertia "</inertial>"
#define SHAPE(shape) "<visual><geometry>" shape "</geometry></visual>"

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_JOINT("revolute", "<origin xyz='NaN 0 0'/>"), LUDO_PARSE, 2, 1, "'NaN 0 0' is not"},
        {IN_JOINT("revolute", "<origin xyz='0 0'/>"), LUDO_PARSE, 2, 1, "2 numbers; it needs 3"},
        {IN_JOINT("revolute", "<origin rpy='0 0 0 0'/>"), LUDO_PARSE, 2, 1,
         "4 numbers; it needs 3"},
        {IN_JOINT("revolute", "<origin rpy='0, 0, 0'/>"), LUDO_PARSE, 2, 1, "is not a number"},
        {IN_JOINT("revolute", "<limit lower='-inf'/>"), LUDO_PARSE, 2, 1, "limit of joint 'j'"},
        {IN_JOINT("revolute", "<limit lower='0' upper='1' effort='1e999'/>"), LUDO_PARSE, 2, 1,
         "too large"},
        {IN_JOINT("revolute", "<dynamics damping=''/>"), LUDO_PARSE, 2, 1, "0 numbers"},
        {IN_LINK(INERTIAL_OF("<mass value='1kg'/>",
                             "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>")),
         LUDO_PARSE, 2, 11, "mass of link 'a'"},
        {IN_LINK(SHAPE("<box size='1 2'/>")), LUDO_PARSE, 2, 19, "box of link 'a'"},
        {IN_LINK(SHAPE("<sphere radius='0x1'/>")), LUDO_PARSE, 2, 19, "'0x1'"},
        {IN_LINK(SHAPE("<mesh filename='m.stl' scale='2'/>")), LUDO_PARSE, 2, 19, "1 numbers"});
}

static void what_is_missing_or_there_twice_is_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {"<robot/>", LUDO_BAD_MODEL, 1, 1, "no links"},
        {IN_ROBOT("<link/>"), LUDO_PARSE, 2, 1, "'name'"},
        {IN_ROBOT("<link name=''/>"), LUDO_PARSE, 2, 1, "the attribute 'name' is missing"},
        {IN_ROBOT("<joint type='fixed'/>"), LUDO_PARSE, 2, 1, "'name'"},
        {IN_ROBOT("<joint name='k' type='fixed'/>"), LUDO_PARSE, 2, 1, "'parent'"},
        {IN_ROBOT("<joint name='k' type='fixed'><parent link='arm'/></joint>"), LUDO_PARSE, 2, 1,
         "'child'"},
        {IN_ROBOT("<joint name='k' type='fixed'><parent/><child link='arm'/></joint>"), LUDO_PARSE,
         2, 30, "parent of joint 'k'"},
        {IN_JOINT("revolute", "<axis/>"), LUDO_PARSE, 2, 1, "'xyz'"},
        {IN_JOINT("revolute", "<mimic/>"), LUDO_PARSE, 2, 1, "'joint'"},
        {IN_JOINT("revolute", "<origin/><origin/>"), LUDO_PARSE, 2, 10, "the first is in line 2"},
        {IN_JOINT("revolute", "<parent link='arm'/>"), LUDO_PARSE, 2, 1, "the first is in line 1"},
        {IN_LINK(INERTIAL_OF("", "")), LUDO_PARSE, 2, 1, "'mass'"},
        {IN_LINK(INERTIAL_OF("<mass value='1'/>", "")), LUDO_PARSE, 2, 1, "'inertia'"},
        {IN_LINK(INERTIAL_OF("<mass/>", "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                                        "izz='1'/>")),
         LUDO_PARSE, 2, 11, "'value'"},
        {IN_LINK(INERTIAL_OF("<mass value='1'/>", "<inertia ixx='1' iyy='1' izz='1'/>")),
         LUDO_PARSE, 2, 28, "'ixy'"},
        {IN_LINK(INERTIAL INERTIAL), LUDO_PARSE, 2, 97, "duplicate element"},
        {IN_LINK("<visual/>"), LUDO_PARSE, 2, 1, "'geometry'"},
        {IN_LINK(SHAPE("<cylinder radius='1'/>")), LUDO_PARSE, 2, 19, "'length'"},
        {IN_LINK(SHAPE("<mesh/>")), LUDO_PARSE, 2, 19, "'filename'"},
        {IN_LINK(SHAPE("<sphere radius='1'/><mesh/>")), LUDO_PARSE, 2, 39, "another shape"},
        {IN_JOINT("continuous", "<mimic joint='j'/><mimic joint='j'/>"), LUDO_PARSE, 2, 19,
         "duplicate element"},
        {IN_ROBOT("<loop_joint name='l' type='ball'><link1 link='arm'/></loop_joint>"), LUDO_PARSE,
         2, 1, "'link2'"});
}

static void names_of_nothing_and_used_twice_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_ROBOT("<link name='arm'/>"), LUDO_BAD_MODEL, 2, 1, "used by another link in line 1"},
        {IN_ROBOT("<joint name='j' type='fixed'/>"), LUDO_BAD_MODEL, 2, 1, "used by another joint"},
        {IN_ROBOT(
             "<joint name='k' type='fixed'><parent link='nobody'/><child link='arm'/></joint>"),
         LUDO_BAD_MODEL, 2, 30, "'nobody'"},
        {IN_ROBOT(
             "<joint name='k' type='fixed'><parent link='arm'/><child link='nobody'/></joint>"),
         LUDO_BAD_MODEL, 2, 50, "child of joint 'k': unknown link 'nobody'"},
        {IN_JOINT("revolute", "<mimic joint='nobody'/>"), LUDO_BAD_MODEL, 2, 1, "'nobody'"},
        {IN_JOINT("revolute", "<mimic joint='j'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {IN_ROBOT("<loop_joint name='l' type='ball'><link1 link='x'/></loop_joint>"),
         LUDO_BAD_MODEL, 2, 34, "link1 of loop_joint 'l'"});
}

static void links_that_make_no_tree_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_ROBOT("<link name='b'/>"), LUDO_BAD_MODEL, 2, 1, "like link 'base' in line 1"},
        {IN_ROBOT("<link name='b'/>" JOINT("k", "fixed", "b", "arm", "")), LUDO_BAD_MODEL, 2, 17,
         "link 'arm', is also the child of joint 'j' in line 1: close loops by a loop_joint"},
        {LINE_2(LINK("a", "") LINK("b", ""), JOINT("k", "fixed", "b", "a", ""),
                JOINT("j", "fixed", "a", "b", "")),
         LUDO_BAD_MODEL, 2, 1, "cycle of links, each the child of the next: 'a' 'b'"},
        {IN_ROBOT(LINK("b", "") JOINT("k", "fixed", "b", "b", "")), LUDO_BAD_MODEL, 2, 23, "cycle"},
        {LINE_2("", LINK("world", "") JOINT("j", "fixed", "a", "world", ""), LINK("a", "")),
         LUDO_BAD_MODEL, 2, 1, "the world can't"});
}

static void joints_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {LINE_2(LINK("a", "") LINK("b", ""), JOINT("j", "rotating", "a", "b", ""), ""), LUDO_PARSE,
         2, 1, "'rotating'"},
        {LINE_2(LINK("a", "") LINK("b", ""), JOINT("j", "universal", "a", "b", ""), ""), LUDO_PARSE,
         2, 1, "'universal'"},
        {IN_JOINT("revolute", "<axis xyz='0 0 0'/>"), LUDO_BAD_MODEL, 2, 1,
         "must have a direction"},
        {IN_JOINT("prismatic", "<axis xyz='1e-300 0 0'/>"), LUDO_BAD_MODEL, 2, 1,
         "must have a direction"},
        {IN_JOINT("prismatic", "<axis xyz='1e200 0 0'/>"), LUDO_BAD_MODEL, 2, 1,
         "must have a direction"},
        {IN_ROBOT(LINK("b", "") JOINT("k", "floating", "arm", "b", "")), LUDO_UNSUPPORTED, 2, 23,
         "joint 'k': the parent of a floating"},
        {IN_ROBOT("<loop_joint name='l' type='floating'><link1 link='arm'/><link2 link='base'/>"
                  "</loop_joint>"),
         LUDO_BAD_MODEL, 2, 1, "cannot close a loop"},
        {LINE_2(LINK("world", "") LINK("a", "") JOINT("j", "continuous", "world", "a", ""),
                "<loop_joint name='l' type='ball'><link1 link='a'/><link2 link='world'/>",
                "</loop_joint>"),
         LUDO_BAD_MODEL, 2, 1, "link2 is the world: make the world link1"});
}

static void joints_that_can_not_follow_others_are_refused(void **state)
{
    (void)state;
#define FOLLOWS(type, more)                                                                        \
    LINE_2(LINK("a", "") LINK("b", "") LINK("c", "") LINK("d", "")                                 \
               JOINT("still", "fixed", "a", "d", "")                                               \
                   JOINT("flat", "planar", "a", "c", "") "<joint "                                 \
                                                         "name='j' type='" type                    \
                                                         "'><parent link='a'/><child link='b'/>",  \
           more, "</joint>")
    CHECK_FAULTS({FOLLOWS("revolute", "<mimic joint='still'/>"), LUDO_BAD_MODEL, 2, 1,
                  "follows joint 'still': both joints must"},
                 {FOLLOWS("continuous", "<mimic joint='flat'/>"), LUDO_BAD_MODEL, 2, 1, "'flat'"},
                 {FOLLOWS("spherical", "<mimic joint='flat'/>"), LUDO_BAD_MODEL, 2, 1, "'flat'"});
}

static void shapes_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_LINK(SHAPE("<box size='1 -2 3'/>")), LUDO_BAD_MODEL, 2, 19, "'size'"},
        {IN_LINK(SHAPE("<cylinder radius='1' length='-1'/>")), LUDO_BAD_MODEL, 2, 19, "'length'"},
        {IN_LINK(SHAPE("<mesh filename='m.stl' scale='1 0 1'/>")), LUDO_BAD_MODEL, 2, 19, "scale"});
}

static void files_that_xacro_makes_urdf_of_are_told(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_ROBOT("<xacro:include filename='f'/>"), LUDO_PARSE, 2, 1, "run xacro"},
        {IN_LINK("<xacro:inertia/>"), LUDO_PARSE, 2, 1, "run xacro"},
        {IN_JOINT("revolute", "<origin xyz='${x} 0 0'/>"), LUDO_PARSE, 2, 1, "'${x} 0 0' is xacro"},
        {IN_LINK(SHAPE("<mesh filename='$(find robot)/m.stl'/>")), LUDO_PARSE, 2, 19, "run xacro"});
}

static void settings_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_ROBOT("<mujoco><option timestep='0'/></mujoco>"), LUDO_BAD_MODEL, 2, 9, "timestep"},
        {IN_ROBOT("<mujoco><option gravity='0'/></mujoco>"), LUDO_PARSE, 2, 9, "'gravity'"},
        {IN_ROBOT("<mujoco><compiler strippath='1'/></mujoco>"), LUDO_PARSE, 2, 9, "'strippath'"});
}

/* ---- notes ---- */

/* The only note of a text is in line 2, of its kind, with a word in it. */
static void check_note(const char *text, ludo_note_kind kind, const char *word)
{
    ludo_spec *spec = spec_of(text);
    const ludo_note_info note = spec_note_of(spec, 0);
    if (ludo_spec_note_count(spec) != 1 || note.kind != kind || note.place.line != 2 ||
        strstr(note.message, word) == NULL) {
        fail_msg("'%s': %d notes: %d: %s", text, (int)ludo_spec_note_count(spec),
                 (int)note.place.line, note.message != NULL ? note.message : "");
    }
    ludo_spec_destroy(spec);
}

static void what_is_ignored_is_noted_once_per_kind(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {IN_ROBOT("<gazebo reference='arm'><sensor/></gazebo><gazebo reference='j'><sensor>"
                  "<visual/></sensor></gazebo>"),
         "sensor: left out: it has no type (2 times)"},
        {IN_ROBOT("<gazebo reference='arm'><sensor type='sonar'/></gazebo>"),
         "sonar in sensor: left out: sensors of this type"},
        {IN_ROBOT("<gazebo reference='arm'><sensor type='gpu_ray'/></gazebo>"),
         "gpu_ray in sensor: left out: rays of several samples"},
        {IN_ROBOT("<gazebo reference='j'><sensor type='imu'/></gazebo>"),
         "imu in sensor: left out: it must be in a link"},
        {IN_ROBOT("<gazebo reference='arm'><sensor type='imu'><pose>0 0 0</pose></sensor>"
                  "</gazebo>"),
         "pose in sensor: ignored: it is not six numbers"},
        {IN_ROBOT("<gazebo><plugin/><plugin/></gazebo>"), "plugin in gazebo: ignored (2 times)"},
        {IN_ROBOT("<transmission name='t'><type/></transmission><transmission/>"),
         "transmission in robot: no motor: only a SimpleTransmission is read (2 times)"},
        {IN_ROBOT("<sensor/><sensor/>"), "sensor in robot: unknown, ignored (2 times)"},
        {IN_LINK("<contact><mu/></contact><contact/>"), "contact in link: unknown"},
        {IN_LINK(SHAPE("<sphere radius='1' length='3'/>") SHAPE("<sphere radius='1' length='3'/>")),
         "length in sphere: unknown attribute, ignored (2 times)"},
        {IN_JOINT("fixed", "<safety_controller k_velocity='1'/>"), "safety_controller"},
        {IN_JOINT("fixed", "<calibration rising='1'/>"), "calibration"},
        {IN_ROBOT("<mujoco><size njmax='1'/></mujoco>"), "size"},
        {IN_ROBOT("<mujoco><option cone='elliptic'/></mujoco>"), "cone in option"},
        {IN_LINK(SHAPE("<ellipsoid/>")), "ellipsoid in geometry"},
        {IN_LINK("<visual><geometry><sphere radius='1'/></geometry><material name='m'><texture/>"
                 "</material></visual>"),
         "texture in material"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_note(cases[i].text, LUDO_NOTE_WARNING, cases[i].word);
    }
}

static void what_is_read_otherwise_than_written_is_noted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {IN_JOINT("revolute", "<limit effort='1' velocity='1'/>"), "limit: no range"},
        {IN_JOINT("revolute", "<limit lower='1' upper='1'/>"), "limit: no range"},
        {IN_JOINT("prismatic", "<limit lower='1' upper='-1'/>"), "limit: no range"},
        {IN_JOINT("continuous", "<limit lower='0' upper='1'/>"), "limit in joint: range ignored"},
        {IN_JOINT("planar", "<limit upper='1'/>"), "limit in joint: range ignored"},
        {IN_ROBOT(LINK("b", "") JOINT("k", "revolute", "arm", "b", "")), "limit: no range"},
        {LINE_2("", "<link name='world'>" INERTIAL "</link>", ""), "this link is the world"},
        {IN_ROBOT(LINK("b", "") JOINT("k", "fixed", "arm", "b", "<mimic joint='j'/>")),
         "mimic in joint: ignored, because the joint is fixed"},
        {IN_LOOP("<limit lower='-1' upper='1'/>"), "limit in loop_joint: ignored"},
        {IN_LINK("<visual name='v'><geometry><sphere radius='1'/></geometry></visual>"
                 "<collision name='v'><geometry><sphere radius='1'/></geometry></collision>"
                 "<collision name='v'><geometry><sphere radius='1'/></geometry></collision>"),
         "collision in link: the name is in use"},
        {IN_LINK(SHAPE("<sphere radius='0'/>") SHAPE("<sphere radius='0'/>")),
         "sphere in geometry: left out, because a size is 0 (2 times)"},
        {IN_LINK(SHAPE("") SHAPE("")),
         "geometry in visual: left out, because it has no known shape (2 times)"},
        {IN_LINK(SHAPE("<mesh filename='there/is/none.stl'/>")), "'there/is/none.stl'"},
        {IN_LINK(SHAPE("<mesh filename='a.stl'/>") SHAPE("<mesh filename='b.stl'/>")
                     SHAPE("<mesh filename='c.stl'/>")),
         "(3 times)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_note(cases[i].text, LUDO_NOTE_WARNING, cases[i].word);
    }
}

static void what_would_change_the_motion_is_unsupported(void **state)
{
    (void)state;
    check_note(IN_JOINT("floating", "<dynamics damping='1'/>"), LUDO_NOTE_UNSUPPORTED, "damping");
    check_note(IN_LOOP("<dynamics friction='1'/>"), LUDO_NOTE_UNSUPPORTED,
               "of what closes a loop are not simulated");
    check_note(IN_ROBOT("<loop name='cut' type='fixed'><predecessor link='arm'/></loop>"
                        "<loop name='other'/>"),
               LUDO_NOTE_UNSUPPORTED, "write it as a loop_joint (2 times)");
}

static void a_world_can_not_be_made_free(void **state)
{
    (void)state;
    static const char text[] = ROBOT("\n" LINK("world", ""));
    const ludo_load_options options = {.struct_size = sizeof options, .base = LUDO_BASE_FREE};
    ludo_spec *spec = spec_loaded(text, &options);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "link 'world'"));
    assert_int_equal(ludo_spec_joint_count(spec), 0);
    ludo_spec_destroy(spec);
}

/* ---- memory ---- */

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    static const char text[] = ROBOT(
        "<gazebo><sensor/></gazebo><transmission type='SimpleTransmission'><joint name='j'/>"
        "<actuator name='m'/></transmission><mujoco><option timestep='0.1'/></mujoco><material "
        "name='m'>"
        "<color rgba='1 0 0 1'/></material>" LINK("a", INERTIAL)
            LINK("b", INERTIAL SHAPE("<mesh filename='none.stl'/>") SHAPE(
                          "<mesh filename='meshes/wedge.stl'/>") SHAPE("<sphere radius='1'/>"))
                LINK("c", INERTIAL) JOINT("j", "revolute", "a", "b", "<limit effort='1'/>")
                    JOINT("k", "revolute", "b", "c",
                          "<mimic joint='j'/>") "<loop_joint name='l' type='ball'><link1 "
                                                "link='a'/><link2 link='c'/></loop_joint>");
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        const ludo_status status = ludo_load_string(text, strlen(text), "tests/models/file.urdf",
                                                    NULL, &alloc.hook, &spec, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(spec != NULL, status == LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

/* Circles and many names take no more than their share of time: this ends at once. */
static void long_chains_and_circles_are_read(void **state)
{
    (void)state;
    enum { LINKS = 3000, ROOM = 120 };
    char *text = malloc(2 * LINKS * ROOM);
    assert_non_null(text);
    for (int closed = 0; closed < 2; closed++) {
        size_t used = (size_t)sprintf(text, "<robot>");
        for (int i = 0; i < LINKS; i++) {
            used += (size_t)sprintf(text + used, "<link name='%d'/>", i);
        }
        for (int i = closed ? 0 : 1; i < LINKS; i++) {
            used += (size_t)sprintf(text + used,
                                    "<joint name='%d' type='fixed'><parent link='%d'/>"
                                    "<child link='%d'/></joint>",
                                    i, (i + LINKS - 1) % LINKS, i);
        }
        used += (size_t)sprintf(text + used, "</robot>");
        ludo_spec *spec = NULL;
        const ludo_status status = ludo_load_string(text, used, "f", NULL, NULL, &spec, NULL);
        assert_int_equal(status, closed ? LUDO_BAD_MODEL : LUDO_OK);
        ludo_spec_destroy(spec);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(what_is_missing_or_there_twice_is_refused),
        cmocka_unit_test(names_of_nothing_and_used_twice_are_refused),
        cmocka_unit_test(links_that_make_no_tree_are_refused),
        cmocka_unit_test(joints_that_can_not_be_are_refused),
        cmocka_unit_test(joints_that_can_not_follow_others_are_refused),
        cmocka_unit_test(shapes_that_can_not_be_are_refused),
        cmocka_unit_test(files_that_xacro_makes_urdf_of_are_told),
        cmocka_unit_test(settings_that_can_not_be_are_refused),
        cmocka_unit_test(what_is_ignored_is_noted_once_per_kind),
        cmocka_unit_test(what_is_read_otherwise_than_written_is_noted),
        cmocka_unit_test(what_would_change_the_motion_is_unsupported),
        cmocka_unit_test(a_world_can_not_be_made_free),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(long_chains_and_circles_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
