/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: what is refused, and where; what is noted; failing allocations. */
#include "sdf_text.h"

#include <stdio.h>

/* A text whose fault is in line 2. */
#define LINE_2(before, fault, after)                                                               \
    "<sdf version='1.11'><model name='m'>" before "\n" fault "\n" after "</model></sdf>"
#define IN_MODEL(fault) LINE_2(PAIR("fixed", ""), fault, "")
#define IN_LINK(fault) LINE_2("<link name='a'>", fault, "</link>")
#define IN_JOINT(type, fault)                                                                      \
    LINE_2(LINK("base", "") LINK("arm", "") "<joint name='j' type='" type                          \
                                            "'><parent>base</parent><child>arm</child>",           \
           fault, "</joint>")
#define IN_AXIS(fault)                                                                             \
    LINE_2(LINK("base", "") LINK("arm", "") "<joint name='j' type='revolute'><parent>base"         \
                                            "</parent><child>arm</child><axis>",                   \
           fault, "</axis></joint>")
#define SHAPE(shape) "<collision name='c'><geometry>" shape "</geometry></collision>"

static void files_without_a_mechanism_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({"<sdf version='1.7'/>", LUDO_BAD_MODEL, 1, 1, "neither a world nor a model"},
                 {"<sdf><model name='m'/></sdf>", LUDO_PARSE, 1, 1, "'version'"},
                 {"<sdf version='2.0'><model name='m'/></sdf>", LUDO_PARSE, 1, 1, "version '2.0'"},
                 {"<sdf version='1.'><model name='m'/></sdf>", LUDO_PARSE, 1, 1, "version '1.'"},
                 {"<sdf version='1.x'><model name='m'/></sdf>", LUDO_PARSE, 1, 1, "version '1.x'"},
                 {SDF("<model name='m'/>\n<model name='n'/>"), LUDO_BAD_MODEL, 2, 1,
                  "put several models into a <world>"},
                 {SDF("\n<model><link name='a'/></model>"), LUDO_PARSE, 2, 1, "'name'"});
}

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_LINK("<pose>1 2 3</pose>"), LUDO_PARSE, 2, 1, "3 numbers; it needs 6"},
        {IN_LINK("<pose rotation_format='quat_xyzw'>0 0 0 0 0 0</pose>"), LUDO_PARSE, 2, 1,
         "6 numbers; it needs 7"},
        {IN_LINK("<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>"), LUDO_BAD_MODEL, 2, 1,
         "quaternion is zero"},
        {IN_LINK("<pose rotation_format='euler'>0</pose>"), LUDO_PARSE, 2, 1, "'rotation_format'"},
        {IN_LINK("<inertial><mass>1kg</mass></inertial>"), LUDO_PARSE, 2, 11,
         "mass of link 'a': '1kg' is not a number"},
        {IN_LINK("<inertial><mass/></inertial>"), LUDO_PARSE, 2, 11, "0 numbers"},
        {IN_LINK("<inertial><mass>1e999</mass></inertial>"), LUDO_PARSE, 2, 11, "too large"},
        {IN_LINK("<inertial><mass>inf</mass></inertial>"), LUDO_PARSE, 2, 11, "not a number"},
        {IN_LINK("<gravity>no</gravity>"), LUDO_PARSE, 2, 1, "false true 0 1: 'no'"},
        {IN_AXIS("<limit><lower>low</lower></limit>"), LUDO_PARSE, 2, 8, "'low'"},
        {IN_WORLD("\n<gravity>-9.8</gravity>"), LUDO_PARSE, 2, 1, "1 numbers; it needs 3"});
}

static void parts_that_are_missing_or_double_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_MODEL("<link/>"), LUDO_PARSE, 2, 1, "'name'"},
        {IN_MODEL("<link name=''/>"), LUDO_PARSE, 2, 1, "'name'"},
        {IN_MODEL("<joint name='k' type='fixed'><child>arm</child></joint>"), LUDO_PARSE, 2, 1,
         "'parent'"},
        {IN_MODEL("<joint name='k' type='fixed'><parent>arm</parent></joint>"), LUDO_PARSE, 2, 1,
         "'child'"},
        {IN_MODEL(JOINT("k", "revolute", "world", "arm", "")), LUDO_PARSE, 2, 1, "'axis'"},
        {IN_MODEL(JOINT("k", "universal", "world", "arm", AXIS(""))), LUDO_PARSE, 2, 1, "'axis2'"},
        {IN_LINK("<pose/><pose/>"), LUDO_PARSE, 2, 8, "the first is in line 2"},
        {IN_LINK("<visual name='v'/>"), LUDO_PARSE, 2, 1, "'geometry'"},
        {IN_LINK("<visual>" SPHERE "</visual>"), LUDO_PARSE, 2, 1, "'name'"},
        {IN_LINK(SHAPE("<mesh/>")), LUDO_PARSE, 2, 31, "'uri'"});
}

static void names_that_are_unknown_or_used_twice_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_MODEL("<link name='arm'/>"), LUDO_BAD_MODEL, 2, 1, "another link in line 1"},
        {IN_MODEL(JOINT("j", "fixed", "world", "arm", "")), LUDO_BAD_MODEL, 2, 1, "another joint"},
        {IN_MODEL(JOINT("k", "fixed", "nobody", "arm", "")), LUDO_BAD_MODEL, 2, 30,
         "parent of joint 'k': unknown frame 'nobody'"},
        {IN_MODEL(JOINT("k", "fixed", "arm", "nobody", "")), LUDO_BAD_MODEL, 2, 50,
         "child of joint 'k': unknown frame 'nobody'"},
        {IN_LINK("<pose relative_to='nobody'/>"), LUDO_BAD_MODEL, 2, 1, "pose of link 'a'"},
        {IN_MODEL("<frame name='f' attached_to='nobody'/>"), LUDO_BAD_MODEL, 2, 1, "'nobody'"},
        {IN_AXIS("<xyz expressed_in='nobody'>0 0 1</xyz>"), LUDO_BAD_MODEL, 2, 1,
         "xyz of joint 'j': unknown frame 'nobody'"},
        {IN_AXIS("<mimic joint='nobody'/>"), LUDO_BAD_MODEL, 2, 1, "unknown joint 'nobody'"},
        {SDF("\n<model name='m' canonical_link='x'><frame name='f'/></model>"), LUDO_BAD_MODEL, 2,
         1, "canonical link 'x'"},
        {SDF("\n<model name='m'><frame name='f'/></model>"), LUDO_BAD_MODEL, 2, 17,
         "frame 'f': is attached to no link"});
}

static void graphs_with_cycles_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {LINE_2("", "<link name='a'><pose relative_to='b'/></link>",
                "<link name='b'><pose relative_to='a'/></link>"),
         LUDO_BAD_MODEL, 2, 1, "each posed relative to the next: 'a' 'b'"},
        {LINE_2("", "<link name='a'><pose relative_to='a'/></link>", ""), LUDO_BAD_MODEL, 2, 1,
         "cycle of frames"},
        {LINE_2(LINK("a", ""), "<frame name='f' attached_to='g'><pose relative_to='a'/></frame>",
                "<frame name='g' attached_to='f'><pose relative_to='a'/></frame>"),
         LUDO_BAD_MODEL, 2, 1, "attached to itself"});
}

static void joints_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_MODEL(JOINT("k", "planar", "world", "base", "")), LUDO_PARSE, 2, 1, "'planar'"},
        {IN_MODEL(JOINT("k", "fixed", "arm", "world", "")), LUDO_BAD_MODEL, 2, 1, "the world"},
        {IN_MODEL(JOINT("k", "fixed", "arm", "arm", "")), LUDO_BAD_MODEL, 2, 1, "to itself"},
        {IN_AXIS("<xyz>0 0 0</xyz>"), LUDO_BAD_MODEL, 2, 1, "must have a direction"},
        {IN_AXIS("<limit><lower>1</lower><upper>0</upper></limit>"), LUDO_BAD_MODEL, 2, 1,
         "'lower' is above 'upper'"},
        {IN_AXIS("<dynamics><damping>-1</damping></dynamics>"), LUDO_BAD_MODEL, 2, 11,
         "is negative"},
        {IN_AXIS("<mimic joint='j'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {IN_AXIS("<mimic joint='j' axis='axis2'/>"), LUDO_BAD_MODEL, 2, 1,
         "no coordinate along its axis2"},
        {IN_JOINT("screw", "<thread_pitch>0</thread_pitch>" AXIS("")), LUDO_BAD_MODEL, 2, 1,
         "is zero"},
        {IN_MODEL(JOINT("k", "screw", "world", "arm", AXIS(""))), LUDO_UNSUPPORTED, 2, 1,
         "closes a loop, which a screw can't"},
        {IN_MODEL(JOINT("k", "revolute2", "world", "arm", AXIS("") "<axis2/>")), LUDO_UNSUPPORTED,
         2, 1, "not orthogonal"},
        {IN_JOINT("gearbox", AXIS("") "<axis2/>"), LUDO_PARSE, 1, 86, "'gearbox_reference_body'"});
}

static void bodies_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_LINK(SHAPE("<box><size>1 -2 3</size></box>")), LUDO_BAD_MODEL, 2, 36, "is negative"},
        {IN_LINK(SHAPE("<plane><normal>0 0 0</normal></plane>")), LUDO_BAD_MODEL, 2, 38,
         "must have a direction"},
        {IN_LINK(SHAPE("<mesh><uri>m.stl</uri><scale>1 0 1</scale></mesh>")), LUDO_BAD_MODEL, 2, 53,
         "is 0"},
        {IN_LINK("<inertial auto='1'/>"), LUDO_PARSE, 2, 1, "'auto'"},
        {IN_LINK("<inertial auto='true'/>"), LUDO_BAD_MODEL, 2, 1, "no collision"},
        {IN_LINK(COLLISION("c", "<surface><contact><collide_bitmask>70000</collide_bitmask>"
                                "</contact></surface>")),
         LUDO_BAD_MODEL, 2, 97, "above 65535"},
        {IN_LINK("<inertial><mass>-1</mass></inertial>"), LUDO_BAD_MODEL, 2, 1, "mass"},
        {IN_WORLD("\n<physics><max_step_size>0</max_step_size></physics>"), LUDO_BAD_MODEL, 2, 10,
         "must be positive"});
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

#define BODY LINK("a", "")
#define WORLD_NOTE(fault) IN_WORLD(MODEL("m", BODY) "\n" fault)
#define SURFACE(inner) COLLISION("c", "<surface>" inner "</surface>")
#define CLOSING(inner)                                                                             \
    LINE_2(PAIR("fixed", ""), JOINT("k", "revolute", "world", "arm", AXIS(inner)), "")

static void elements_without_effect_are_noted_once_per_kind(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {WORLD_NOTE("<light name='l' type='point'><pose/></light><light name='m' type='spot'/>"),
         "light in world: ignored (2 times)"},
        {WORLD_NOTE("<actor name='a'/>"), "actor in world: ignored"},
        {WORLD_NOTE("<plugin name='p' filename='f'><x/></plugin>"), "plugin in world: ignored"},
        {WORLD_NOTE("<thing/>"), "thing in world: unknown, ignored"},
        {SDF(MODEL("m", BODY) "\n<light name='l' type='point'/>"), "light in sdf: ignored"},
        {SDF("<world name='w'>" MODEL("m", BODY) "</world>\n<world name='v'/>"),
         "the first world of a file is read"},
        {SDF("<model name='m'>\n<pose frame='x'/>" BODY "</model>"), "frame in pose: unknown"},
        {IN_LINK("<sensor name='s' type='sonar'/>"), "sonar in sensor: left out: sensors of this"},
        {IN_LINK("<sensor name='s' type='force_torque'/>"), "left out: it must be in a joint"},
        {IN_LINK("<sensor name='s' type='contact'/>"), "left out: its link has no collision"},
        {IN_LINK("<sensor name='s' type='imu'><plugin/></sensor>"), "plugin in sensor: ignored"},
        {IN_LINK("<visual name='v'><geometry><image/></geometry></visual>"),
         "image in visual: left out"},
        {IN_LINK("<visual name='v'><geometry><mesh><uri>x.stl</uri></mesh></geometry></visual>"),
         "mesh: the file 'x.stl' is missing"},
        {IN_LINK(SHAPE("<sphere><radius>0</radius></sphere>")), "left out, because a size is 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_note(cases[i].text, LUDO_NOTE_WARNING, cases[i].word);
    }
}

static void elements_that_would_change_the_motion_prevent_it(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {WORLD_NOTE("<state world_name='w'/>"), "states of a world"},
        {WORLD_NOTE("<population name='p'/>"), "populations"},
        {IN_LINK("<velocity_decay><linear>0.1</linear></velocity_decay>"), "velocity_decay"},
        {IN_LINK("<kinematic>true</kinematic>"), "kinematic"},
        {"<sdf version='1.9'><world name='w'><wind><linear_velocity>1 0 0</linear_velocity></wind>"
         "<model name='m'><link name='a'>\n<enable_wind>1</enable_wind></link></model></world>"
         "</sdf>",
         "wind is not simulated"},
        {CLOSING("<dynamics><damping>1</damping></dynamics>"), "put another joint of the loop"},
        {LINE_2(PAIR("fixed", ""),
                JOINT("k", "gearbox", "base", "arm",
                      AXIS("") "<axis2/>"
                               "<gearbox_reference_body>arm</gearbox_reference_body>"),
                ""),
         "no hinges about its axes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_note(cases[i].text, LUDO_NOTE_UNSUPPORTED, cases[i].word);
    }
    check_note(CLOSING("<limit><lower>0</lower><upper>1</upper></limit>"), LUDO_NOTE_LIMIT,
               "limits are not simulated");
}

static void parts_of_contacts_that_are_not_simulated_are_noted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {IN_LINK(SURFACE("<friction><ode><mu>0.5</mu></ode></friction>")), "mu2 in friction"},
        {IN_LINK(SURFACE("<friction><ode><slip1>0.5</slip1></ode></friction>")), "slip"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_note(cases[i].text, LUDO_NOTE_CONTACT, cases[i].word);
    }
    ludo_spec *spec = spec_of(
        IN_WORLD(MODEL("m", LINK("a", SURFACE("<friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode>"
                                              "</friction><bounce><restitution_coefficient>0.5"
                                              "</restitution_coefficient></bounce>"))
                                LINK("b", COLLISION("c", "")))));
    assert_int_equal(spec_note_of(spec, 0).kind, LUDO_NOTE_CONTACT);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "smaller friction"));
    ludo_spec_destroy(spec);
}

static void collisions_of_unknown_shape_are_left_out_with_a_note(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(IN_LINK(SHAPE("<heightmap/>")));
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_int_equal(spec_note_of(spec, 0).kind, LUDO_NOTE_CONTACT);
    assert_int_equal(ludo_spec_geom_count(spec), 0);
    ludo_spec_destroy(spec);
    check_note(IN_LINK("<visual name='v'><geometry><cone/></geometry></visual>"), LUDO_NOTE_WARNING,
               "cone in visual: left out");
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    static const char text[] = IN_WORLD("<thing/>" MODEL(
        "m",
        PAIR("universal", AXIS("<limit><lower>1</lower><upper>1</upper></limit>") "<axis2><xyz>1 0 "
                                                                                  "0</xyz></axis2>")
            LINK("c", "<inertial auto='true'/>" SURFACE("") COLLISION("d", ""))
                MODEL("n", LINK("e", COLLISION("d", ""))) JOINT("k", "screw", "n::e", "c", AXIS(""))
                    JOINT("l", "revolute2", "c", "base", AXIS("") "<axis2/>")
                        JOINT("o", "ball", "c", "base",
                              "") "<frame name='f' attached_to='n::__model__'/>"));
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model;
        ludo_diagnostic why = {.line = 0};
        const ludo_status status = make_model(text, sizeof text - 1, &a.hook, &model, &why);
        if (status != (a.failed ? LUDO_NO_MEMORY : LUDO_OK)) {
            fail_msg("%d: %s", (int)status, why.message);
        }
        ludo_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_without_a_mechanism_are_refused),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(parts_that_are_missing_or_double_are_refused),
        cmocka_unit_test(names_that_are_unknown_or_used_twice_are_refused),
        cmocka_unit_test(graphs_with_cycles_are_refused),
        cmocka_unit_test(joints_that_can_not_be_are_refused),
        cmocka_unit_test(bodies_that_can_not_be_are_refused),
        cmocka_unit_test(elements_without_effect_are_noted_once_per_kind),
        cmocka_unit_test(elements_that_would_change_the_motion_prevent_it),
        cmocka_unit_test(parts_of_contacts_that_are_not_simulated_are_noted),
        cmocka_unit_test(collisions_of_unknown_shape_are_left_out_with_a_note),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
