/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: what is refused, and where; what is noted; failing allocations. */
#include "mjcf_text.h"

#include <stdio.h>
#include <stdlib.h>

/* A text whose fault is in line 2. */
#define LINE_2(before, fault, after) before "\n" fault "\n" after
#define IN_WORLD(fault) LINE_2("<mujoco><worldbody>", fault, "</worldbody></mujoco>")
#define IN_BODY(fault)                                                                             \
    LINE_2("<mujoco><worldbody><body name='b'>" INERTIAL, fault, "</body></worldbody></mujoco>")
#define IN_MUJOCO(fault)                                                                           \
    LINE_2("<mujoco>" WORLD("<site name='w'/>" BODY("", "<joint name='j'/>") BODY(                 \
               "name='b'", "<joint name='b' type='ball'/><site name='s'/>")),                      \
           fault, "</mujoco>")
#define INERTIAL_AS(attributes) "<body>\n<inertial pos='0 0 0' " attributes "/><joint/></body>"

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({IN_BODY("<joint pos='NaN 0 0'/>"), LUDO_PARSE, 2, 1, "'NaN 0 0' is not"},
                 {IN_BODY("<joint pos='0 inf 0'/>"), LUDO_PARSE, 2, 1, "'inf 0' is not"},
                 {IN_BODY("<joint pos='0 0 -infinity'/>"), LUDO_PARSE, 2, 1, "is not a number"},
                 {IN_BODY("<joint pos='0 0 1e999'/>"), LUDO_PARSE, 2, 1, "too large"},
                 {IN_BODY("<joint pos='0 0 0x10'/>"), LUDO_PARSE, 2, 1, "'0x10'"},
                 {IN_BODY("<joint pos='0,0,0'/>"), LUDO_PARSE, 2, 1, "is not a number"},
                 {IN_BODY("<joint pos='0 0 1m'/>"), LUDO_PARSE, 2, 1, "'1m'"},
                 {IN_BODY("<joint pos='0 0 1e'/>"), LUDO_PARSE, 2, 1, "'1e'"},
                 {IN_BODY("<joint pos='0 0 --1'/>"), LUDO_PARSE, 2, 1, "'--1'"},
                 {IN_BODY("<joint pos='0 0'/>"), LUDO_PARSE, 2, 1, "2 numbers; it needs 3"},
                 {IN_BODY("<joint pos='0 0 0 0'/>"), LUDO_PARSE, 2, 1, "4 numbers; it needs 3"},
                 {IN_BODY("<joint pos=''/>"), LUDO_PARSE, 2, 1, "0 numbers; it needs 3"},
                 {IN_BODY("<joint ref='1 2'/>"), LUDO_PARSE, 2, 1, "2 numbers; it needs 1"},
                 {IN_BODY("<joint damping='x'/>"), LUDO_PARSE, 2, 1, "'damping'"},
                 {IN_MUJOCO("<keyframe><key qpos='1 x'/></keyframe>"), LUDO_PARSE, 2, 11, "'x'"},
                 {IN_MUJOCO("<option gravity='0 0 q'/>"), LUDO_PARSE, 2, 1, "'gravity'"});
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {"\n<html/>", LUDO_PARSE, 2, 1, "'html'"},
        {"<mujoco modl='m'/>", LUDO_PARSE, 1, 1, "'modl'"},
        {IN_MUJOCO("<wordbody/>"), LUDO_PARSE, 2, 1, "'mujoco'"},
        {IN_MUJOCO(" <option><flags/></option>"), LUDO_PARSE, 2, 10, "flags"},
        {IN_MUJOCO("<option><flag gravty='disable'/></option>"), LUDO_PARSE, 2, 9, "'gravty'"},
        {IN_MUJOCO("<compiler angel='radian'/>"), LUDO_PARSE, 2, 1, "'angel'"},
        {IN_MUJOCO("<keyframe><kay/></keyframe>"), LUDO_PARSE, 2, 11, "kay"},
        {IN_WORLD("<bdy/>"), LUDO_PARSE, 2, 1, "'worldbody'"},
        {IN_BODY("<joint><geom/></joint>"), LUDO_PARSE, 2, 8, "unknown element in 'joint'"},
        {IN_MUJOCO("<compiler><lengthranges/></compiler>"), LUDO_PARSE, 2, 11, "'compiler'"},
        {IN_WORLD("<frame><bdy/></frame>"), LUDO_PARSE, 2, 8, "'frame'"},
        {LINE_2("<mujoco>", "<worldbody pos='1 0 0'/>", "</mujoco>"), LUDO_PARSE, 2, 1, "'pos'"},
        {IN_BODY("<joint axes='0 0 1'/>"), LUDO_PARSE, 2, 1, "'axes'"},
        {IN_BODY("<freejoint class='main'/>"), LUDO_PARSE, 2, 1, "'class'"},
        {IN_BODY("<geom contyp='0'/>"), LUDO_PARSE, 2, 1, "'contyp'"},
        {IN_WORLD("<body class='main'/>"), LUDO_PARSE, 2, 1, "'class'"},
        {IN_MUJOCO("<default><jiont/></default>"), LUDO_PARSE, 2, 10, "jiont"},
        {IN_MUJOCO("<default><option/></default>"), LUDO_PARSE, 2, 10, "option"},
        {IN_MUJOCO("<default><joint axiss='1 0 0'/></default>"), LUDO_PARSE, 2, 10, "'axiss'"},
        {IN_BODY("<joint class='c'/>"), LUDO_PARSE, 2, 1, "'c'"},
        {IN_WORLD("<body childclass='c'/>"), LUDO_PARSE, 2, 1, "'c'"},
        {IN_BODY("<joint type='universal'/>"), LUDO_PARSE, 2, 1, "'universal'"},
        {IN_BODY("<joint limited='yes'/>"), LUDO_PARSE, 2, 1, "'yes'"},
        {IN_BODY("<joint name='n' limited='True'/>"), LUDO_PARSE, 2, 1, "joint 'n'"},
        {IN_MUJOCO("<compiler angle='gon'/>"), LUDO_PARSE, 2, 1, "'gon'"},
        {IN_MUJOCO("<compiler eulerseq='xyw'/>"), LUDO_PARSE, 2, 1, "'xyw'"},
        {IN_MUJOCO("<compiler eulerseq='xyzx'/>"), LUDO_PARSE, 2, 1, "'xyzx'"});
}

static void what_is_not_xml_is_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({"<mujoco>\n<worldbody>\n</mujoco>", LUDO_PARSE, 3, 3, "mismatched"},
                 {"<mujoco\n model='\xff'/>", LUDO_PARSE, 2, 9, "not well-formed"},
                 {"<!DOCTYPE m [<!ENTITY a 'b'>]>\n<mujoco/>", LUDO_PARSE, 1, 13, "entities"},
                 {"", LUDO_PARSE, 1, 1, "no element"});
}

static void directions_and_rotations_that_are_none_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_WORLD("<body quat='0 0 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "'quat'"},
        {IN_WORLD("<body axisangle='0 0 0 90'/>"), LUDO_BAD_MODEL, 2, 1, "'axisangle'"},
        {IN_WORLD("<body xyaxes='0 0 0 1 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "'xyaxes'"},
        {IN_WORLD("<body xyaxes='1 0 0 2 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "'xyaxes'"},
        {IN_WORLD("<body zaxis='0 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "'zaxis'"},
        {IN_WORLD("<body zaxis='0 0 1e200'/>"), LUDO_BAD_MODEL, 2, 1, "'zaxis'"},
        {IN_WORLD("<body quat='1e200 0 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "'quat'"},
        {IN_WORLD("<site fromto='1 2 3 1 2 3'/>"), LUDO_BAD_MODEL, 2, 1, "'fromto'"},
        {IN_BODY("<joint axis='0 0 0'/>"), LUDO_BAD_MODEL, 2, 1, "axis"},
        {IN_WORLD("<body quat='1 0 0 0' zaxis='0 0 1'/>"), LUDO_PARSE, 2, 1, "more than one"},
        {IN_WORLD("<site fromto='0 0 0 1 0 0' pos='1 2 3'/>"), LUDO_PARSE, 2, 1, "fromto"});
}

static void bodies_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_WORLD("<body name='x'><joint/></body>"), LUDO_BAD_MODEL, 2, 1, "has no mass"},
        {IN_WORLD(INERTIAL_AS("mass='0' diaginertia='1 1 1'")), LUDO_BAD_MODEL, 3, 1, "no mass"},
        {IN_WORLD(INERTIAL_AS("mass='-1' diaginertia='1 1 1'")), LUDO_BAD_MODEL, 3, 1,
         "negative mass"},
        {IN_WORLD(INERTIAL_AS("mass='1'")), LUDO_BAD_MODEL, 3, 1, "inertia"},
        {IN_WORLD(INERTIAL_AS("mass='1' diaginertia='1 -1 1'")), LUDO_BAD_MODEL, 3, 1, "definite"},
        {IN_WORLD(INERTIAL_AS("mass='1' diaginertia='1 1 3'")), LUDO_BAD_MODEL, 3, 1, "moment"},
        {IN_WORLD(INERTIAL_AS("mass='1' fullinertia='1 1 1 2 0 0'")), LUDO_BAD_MODEL, 3, 1,
         "definite"},
        {IN_WORLD(INERTIAL_AS("diaginertia='1 1 1'")), LUDO_PARSE, 3, 1, "'mass'"},
        {IN_WORLD("<body><inertial mass='1' diaginertia='1 1 1'/></body>"), LUDO_PARSE, 2, 7,
         "'pos'"},
        {IN_WORLD(INERTIAL_AS("mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'")),
         LUDO_PARSE, 3, 1, "fullinertia"},
        {IN_WORLD(INERTIAL_AS("mass='1' fullinertia='1 1 1 0 0 0' quat='1 0 0 0'")), LUDO_PARSE, 3,
         1, "fullinertia"},
        {IN_BODY(INERTIAL), LUDO_PARSE, 2, 1, "one inertial"},
        {IN_BODY("<frame>" INERTIAL "</frame>"), LUDO_PARSE, 2, 8, "one inertial"},
        {IN_WORLD(INERTIAL), LUDO_PARSE, 2, 1, "world"},
        {IN_WORLD("<joint/>"), LUDO_PARSE, 2, 1, "world"},
        {IN_WORLD("<frame><freejoint/></frame>"), LUDO_PARSE, 2, 8, "world"},
        {IN_WORLD("<body name='world'>" INERTIAL "</body>"), LUDO_BAD_MODEL, 2, 1, "world"},
        {IN_WORLD("<body mocap='true'><joint/>" INERTIAL "</body>"), LUDO_BAD_MODEL, 2, 1, "mocap"},
        {IN_WORLD("<body><body mocap='true'/></body>"), LUDO_BAD_MODEL, 2, 7, "mocap"},
        {IN_WORLD(BODY("name='a'", "") BODY("name='a'", "")), LUDO_BAD_MODEL, 2, 75, "twice"},
        {IN_BODY("<body>" INERTIAL "<freejoint/></body>"), LUDO_BAD_MODEL, 2, 59, "free"},
        {IN_BODY("<site name='s'/>\n<site name='s'/>"), LUDO_BAD_MODEL, 3, 1, "twice"});
}

static void joints_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_BODY("<freejoint/><joint/>"), LUDO_BAD_MODEL, 2, 1, "the only joint"},
        {IN_BODY("<joint/><joint type='free'/>"), LUDO_BAD_MODEL, 2, 9, "the only joint"},
        {IN_BODY("<joint/><joint/><joint/><joint/><joint/><joint/>\n<joint/>"), LUDO_BAD_MODEL, 3,
         1, "continues"},
        {IN_BODY("<joint limited='true'/>"), LUDO_BAD_MODEL, 2, 1, "range"},
        {IN_BODY("<joint type='ball' range='10 90'/>"), LUDO_BAD_MODEL, 2, 1, "begin at 0"},
        {IN_BODY("<joint stiffness='-1'/>"), LUDO_BAD_MODEL, 2, 1, "negative"},
        {IN_BODY("<joint springdamper='1 0'/>"), LUDO_BAD_MODEL, 2, 1, "springdamper"},
        {IN_BODY("<joint springdamper='-1 1'/>"), LUDO_BAD_MODEL, 2, 1, "springdamper"},
        {IN_BODY("<joint springdamper='1'/>"), LUDO_PARSE, 2, 1, "1 numbers; it needs 2"},
        {IN_BODY("<joint damping='-1'/>"), LUDO_BAD_MODEL, 2, 1, "negative"},
        {IN_BODY("<joint armature='-1'/>"), LUDO_BAD_MODEL, 2, 1, "negative"},
        {IN_BODY("<joint stiffness='1 0 0 0'/>"), LUDO_PARSE, 2, 1,
         "4 numbers; it needs 3 or fewer"},
        {LINE_2("<mujoco><compiler autolimits='false'/><worldbody><body>" INERTIAL,
                "<joint range='-1 1'/>", "</body></worldbody></mujoco>"),
         LUDO_PARSE, 2, 1, "range"});
}

#define TENDON(inner) IN_MUJOCO("<tendon>" inner "</tendon>")
#define FIXED(attributes) "<fixed " attributes "><joint joint='j' coef='1'/></fixed>"

static void tendons_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {TENDON("<fixed/>"), LUDO_BAD_MODEL, 2, 9, "no joint"},
        {TENDON("<fixed><joint joint='x' coef='1'/></fixed>"), LUDO_BAD_MODEL, 2, 16, "'x'"},
        {TENDON("<fixed><joint joint='j'/></fixed>"), LUDO_PARSE, 2, 16, "'coef'"},
        {TENDON("<fixed name='t'><joint joint='b' coef='1'/></fixed>"), LUDO_BAD_MODEL, 2, 25,
         "joint of fixed 't': joint 'b' must be a hinge or slide"},
        {TENDON("<fixed><joint coef='1'/></fixed>"), LUDO_PARSE, 2, 16, "a joint"},
        {TENDON("<spatial><site site='w'/><site site='j'/></spatial>"), LUDO_BAD_MODEL, 2, 34,
         "unknown site 'j'"},
        {TENDON("<spatial><site site='w'/><site site='w'/></spatial>"), LUDO_BAD_MODEL, 2, 9,
         "itself"},
        {TENDON("<spatial><sites/></spatial>"), LUDO_PARSE, 2, 18, "'spatial'"},
        {TENDON("<spatial/>"), LUDO_BAD_MODEL, 2, 9, "empty path"},
        {TENDON("<spatial><site site='w'/></spatial>"), LUDO_BAD_MODEL, 2, 9, "single site"},
        {TENDON("<spatial><site site='w'/><pulley/><site site='s'/></spatial>"), LUDO_PARSE, 2, 34,
         "'divisor'"},
        {TENDON("<spatial><pulley divisor='-1'/><site site='w'/><site site='s'/></spatial>"),
         LUDO_BAD_MODEL, 2, 18, "positive"},
        {TENDON("<spatial><pulley divisor='0'/><site site='w'/><site site='s'/></spatial>"),
         LUDO_BAD_MODEL, 2, 18, "positive"},
        {TENDON("<spatial><site site='w'/><geom geom='x'/><site site='s'/></spatial>"),
         LUDO_BAD_MODEL, 2, 34, "unknown geom 'x'"},
        {TENDON(FIXED("armature='-1'")), LUDO_BAD_MODEL, 2, 9, "negative armature"},
        {TENDON(FIXED("frictionloss='-1'")), LUDO_BAD_MODEL, 2, 9, "negative friction loss"},
        {TENDON("<fixed range='0 1' coef='1'/>"), LUDO_PARSE, 2, 9, "'coef'"},
        {TENDON("<fixed limited='true'><joint joint='j' coef='1'/></fixed>"), LUDO_BAD_MODEL, 2, 9,
         "range"},
        {TENDON("<fixed springlength='2 1'><joint joint='j' coef='1'/></fixed>"), LUDO_BAD_MODEL, 2,
         9, "springlength"},
        {TENDON("<fixed springlength='1 2 3'><joint joint='j' coef='1'/></fixed>"), LUDO_PARSE, 2,
         9, "3 numbers; it needs 2 or fewer"});
}

#define ACTUATOR(inner) IN_MUJOCO("<actuator>" inner "</actuator>")

static void actuators_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {ACTUATOR("<position joint='j' kv='-1'/>"), LUDO_BAD_MODEL, 2, 11, "negative"},
        {ACTUATOR("<position joint='j' dampratio='-1'/>"), LUDO_BAD_MODEL, 2, 11, "negative"},
        {ACTUATOR("<position joint='j' kv='1' dampratio='1'/>"), LUDO_BAD_MODEL, 2, 11, "either"},
        {ACTUATOR("<position joint='j' kp='-1' dampratio='1'/>"), LUDO_BAD_MODEL, 2, 11, "kp"},
        {ACTUATOR("<pid joint='j' kv='-1'/>"), LUDO_BAD_MODEL, 2, 11, "negative"},
        {ACTUATOR("<pid joint='j' ki='-1'/>"), LUDO_BAD_MODEL, 2, 11, "not negative"},
        {ACTUATOR("<pid joint='j' input='pos speed'/>"), LUDO_BAD_MODEL, 2, 11, "the words"},
        {ACTUATOR("<dcmotor joint='j'/>"), LUDO_BAD_MODEL, 2, 11, "motorconst"},
        {ACTUATOR("<dcmotor joint='j' forcerange='0 1'/>"), LUDO_PARSE, 2, 11, "forcerange"},
        {ACTUATOR("<motor/>"), LUDO_BAD_MODEL, 2, 11, "has no target: name a joint, tendon"},
        {ACTUATOR("<motor site='x'/>"), LUDO_BAD_MODEL, 2, 11, "unknown site 'x'"},
        {ACTUATOR("<motor cranksite='s' slidersite='w'/>"), LUDO_BAD_MODEL, 2, 11, "cranklength"},
        {ACTUATOR("<damper joint='j' ctrlrange='-1 1'/>"), LUDO_BAD_MODEL, 2, 11, "not negative"},
        {ACTUATOR("<damper joint='j'/>"), LUDO_BAD_MODEL, 2, 11, "not negative"},
        {IN_MUJOCO("<option actuatorgroupdisable='31'/>"), LUDO_BAD_MODEL, 2, 1, "group 31"},
        {ACTUATOR("<motor joint='x'/>"), LUDO_BAD_MODEL, 2, 11, "unknown joint 'x'"},
        {ACTUATOR("<motor tendon='j'/>"), LUDO_BAD_MODEL, 2, 11, "unknown tendon 'j'"},
        {ACTUATOR("<motor joint='j' kp='1'/>"), LUDO_PARSE, 2, 11, "'kp'"},
        {ACTUATOR("<engine joint='j'/>"), LUDO_PARSE, 2, 11, "engine"},
        {ACTUATOR("<position joint='j' kv='-1'/>"), LUDO_BAD_MODEL, 2, 11, "kv"},
        {ACTUATOR("<motor joint='j' gear=''/>"), LUDO_PARSE, 2, 11,
         "0 numbers; it needs 1 or more"},
        {ACTUATOR("<motor joint='j' ctrllimited='true'/>"), LUDO_BAD_MODEL, 2, 11, "ctrlrange"},
        {ACTUATOR("<motor joint='j' forcerange='1 0' forcelimited='true'/>"), LUDO_BAD_MODEL, 2, 11,
         "forcerange"},
        {ACTUATOR("<position joint='j' inheritrange='1'/>"), LUDO_BAD_MODEL, 2, 11,
         "needs a hinge, a slide or a tendon with a range"},
        {ACTUATOR("<position joint='j' inheritrange='1' ctrlrange='0 1'/>"), LUDO_BAD_MODEL, 2, 11,
         "exclude each other"},
        {ACTUATOR("<motor name='m' joint='j'/>\n<motor name='m' joint='j'/>"), LUDO_BAD_MODEL, 3, 1,
         "twice"},
        {IN_MUJOCO("<keyframe><key ctrl='1'/></keyframe>"), LUDO_BAD_MODEL, 2, 11, "1 controls"});
}

static void settings_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_MUJOCO("<option timestep='0'/>"), LUDO_BAD_MODEL, 2, 1, "timestep"},
        {IN_MUJOCO("<option timestep='-1'/>"), LUDO_BAD_MODEL, 2, 1, "timestep"},
        {IN_MUJOCO("<keyframe><key qpos='1 2 3 4 5 6'/></keyframe>"), LUDO_BAD_MODEL, 2, 11,
         "has 6 positions, 0 velocities and 0 controls; the mechanism has 5, 4 and 0: remove the "
         "numbers"},
        {IN_MUJOCO("<keyframe>\n<key qvel='1 2 3 4 5'/></keyframe>"), LUDO_BAD_MODEL, 3, 1, "5"},
        {IN_MUJOCO("<default class='a'/>"), LUDO_PARSE, 2, 1, "main"},
        {IN_MUJOCO("<default><default/></default>"), LUDO_PARSE, 2, 10, "name"},
        {IN_MUJOCO("<default>\n<default class='a'/><default class='a'/></default>"), LUDO_PARSE, 3,
         21, "already"},
        {IN_MUJOCO("<default>\n<default class='main'/></default>"), LUDO_PARSE, 3, 1, "already"});
}

static void what_is_not_supported_yet_is_refused_where_it_matters(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_BODY("<joint/><joint type='ball'/>"), LUDO_UNSUPPORTED, 2, 9, "a ball and other"},
        {IN_BODY("<joint type='ball'/><joint type='slide'/>"), LUDO_UNSUPPORTED, 2, 1, "a ball"},
        {IN_BODY("<freejoint align='yes'/>"), LUDO_PARSE, 2, 1, "align"},
        {IN_MUJOCO("<compiler coordinate='global'/>"), LUDO_UNSUPPORTED, 2, 1, "global"});
}

/* A fault in a default class is where the class is, not where it is used. */
static void faults_of_defaults_are_told_where_they_are(void **state)
{
    (void)state;
    CHECK_FAULTS({LINE_2("<mujoco><default>", "<joint axis='x'/>",
                         "</default>" WORLD(BODY("", "<joint/>")) "</mujoco>"),
                  LUDO_PARSE, 2, 1, "'axis'"},
                 {LINE_2("<mujoco><default>", "<site euler='1 2'/>",
                         "</default>" WORLD(BODY("", "<site/>")) "</mujoco>"),
                  LUDO_PARSE, 2, 1, "'euler'"});
}

/* ---- notes ---- */

typedef struct note {
    const char *text;
    ludo_note_kind kind;
    int32_t line, column;
    const char *word;
} note;

static void check_note(const note *n)
{
    ludo_model *model = model_of(n->text);
    const ludo_note_info info = note_info_of(model, 0);
    if (ludo_model_note_count(model) != 1 || info.kind != n->kind || info.place.line != n->line ||
        info.place.column != n->column || strstr(info.message, n->word) == NULL ||
        strcmp(info.place.file, "file.xml") != 0) {
        fail_msg("'%s': %d notes: %d:%d: %s", n->text, (int)ludo_model_note_count(model),
                 (int)info.place.line, (int)info.place.column,
                 info.message != NULL ? info.message : "none");
    }
    ludo_model_destroy(model);
}

static void what_is_not_simulated_is_noted_at_its_place_once(void **state)
{
    (void)state;
    static const note notes[] = {
        {IN_BODY("<camera name='c'/>\n<frame><camera/></frame><camera/>"), LUDO_NOTE_WARNING, 2, 1,
         "camera: ignored (3 times)"},
        {IN_BODY("\n<light dir='0 0 1'/>"), LUDO_NOTE_WARNING, 3, 1, "light: ignored"},
        {IN_MUJOCO("<asset><texture name='t'/><texture/></asset>"), LUDO_NOTE_WARNING, 2, 8,
         "texture: ignored (2 times)"},
        {IN_MUJOCO("<custom><text/><text/></custom>"), LUDO_NOTE_WARNING, 2, 9,
         "text: ignored (2 times)"},
        {IN_MUJOCO("<custom><numeric name='a' data='1'/></custom>"), LUDO_NOTE_WARNING, 2, 9,
         "numeric: ignored"},
        {IN_MUJOCO("<extension/>"), LUDO_NOTE_WARNING, 2, 1, "extension: ignored"},
        {IN_BODY("<joint name='n' type='ball' damping='0 0 1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1,
         "joint 'n'"},
        {IN_BODY("<joint type='ball' stiffness='1 2'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1,
         "not constant"},
        {IN_BODY("<joint springyield='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1, "springyield"},
        {IN_BODY("<joint type='free' frictionloss='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1,
         "dry friction"},
        {IN_MUJOCO("<equality><flex flex='f'/></equality>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "flex"},
        {TENDON(FIXED("name='t' springyield='1'")), LUDO_NOTE_UNSUPPORTED, 2, 9, "'t'"},
        {TENDON(FIXED("damping='1 1'")), LUDO_NOTE_UNSUPPORTED, 2, 9, "not constant"},
        {ACTUATOR("<motor site='w' refsite='s'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "only joints, simulated"},
        {ACTUATOR("<position joint='b' dampratio='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "give kv"},
        {ACTUATOR("<muscle joint='b' lengthrange='0 1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "'force'"},
        {ACTUATOR("<muscle joint='b' force='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "lengthrange"},
        {ACTUATOR("<muscle joint='j'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "lengthrange"},
        {ACTUATOR("<adhesion body='b'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "motor on a spatial tendon"},
        {ACTUATOR("<motor joint='j' delay='0.1' nsample='3'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "delay"},
        {TENDON("<spatial name='t'><site site='w'/><site site='s'/></spatial></tendon><actuator>"
                "<position tendon='t' dampratio='1'/></actuator><tendon>"),
         LUDO_NOTE_UNSUPPORTED, 2, 88, "dampratio"},
        {ACTUATOR("<general joint='j' dyntype='user'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "dynamics"},
        {ACTUATOR("<general joint='j' gaintype='user'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "gain"},
        {ACTUATOR("<general joint='j' biastype='user'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "bias"},
        {ACTUATOR("<general joint='j' input='x'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "inputs"},
        {IN_MUJOCO("<deformable><flex/></deformable>"), LUDO_NOTE_UNSUPPORTED, 2, 1, "rigid"},
        {IN_MUJOCO("<deformable><skin/></deformable>"), LUDO_NOTE_WARNING, 2, 1, "skin: ignored"},
        {IN_WORLD("<flexcomp/>"), LUDO_NOTE_WARNING, 2, 1, "flexcomp: left out"},
        {IN_BODY("<joint/><flexcomp/>"), LUDO_NOTE_UNSUPPORTED, 2, 9, "rigid"},
        {IN_WORLD("<geom size='1' adhesion='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1, "adhesion"},
        {IN_WORLD("<geom size='1' surfacevel='0 1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 1, "surfacevel"},
        {IN_MUJOCO("<option><flag filterparent='disable'/></option>"), LUDO_NOTE_WARNING, 2, 9,
         "a body and its parent do not touch"},
        {IN_MUJOCO("<option><flag override='enable'/></option>"), LUDO_NOTE_WARNING, 2, 9,
         "o_friction"},
        {IN_WORLD("<frame><body mocap='true'/></frame>"), LUDO_NOTE_WARNING, 2, 8, "mocap"},
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        check_note(&notes[i]);
    }
}

static void controllers_that_are_not_simulated_are_noted(void **state)
{
    (void)state;
    static const note notes[] = {
        {ACTUATOR("<pid joint='j' input='none'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "pos, vel or ff"},
        {ACTUATOR("<pid joint='j' ki='1' input='vel'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "input pos"},
        {ACTUATOR("<pid joint='j' ki='1' slewmax='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "remove one"},
        {ACTUATOR("<pid joint='j' forcerange='-1 1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "input='pos'"},
        {ACTUATOR("<pid joint='j' dampratio='1' input='vel'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "give kv"},
        {ACTUATOR("<pid joint='b' ki='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11, "hinges, slides"},
        {ACTUATOR("<dcmotor joint='j' nominal='1 1 1' input='pos'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "other inputs than voltage"},
        {ACTUATOR("<dcmotor joint='j' nominal='1 1 1' lugre='1'/>"), LUDO_NOTE_UNSUPPORTED, 2, 11,
         "lugre"},
        {ACTUATOR("<dcmotor joint='j' nominal='1 1 1' thermal='0 0 1'/>"), LUDO_NOTE_UNSUPPORTED, 2,
         11, "thermal"},
        {ACTUATOR("<dcmotor joint='j' nominal='1 1 1' inductance='1' saturation='0 0 1'/>"),
         LUDO_NOTE_UNSUPPORTED, 2, 11, "rate of current"},
        {ACTUATOR("<dcmotor joint='j' nominal='1 1 1' cogging='1' saturation='1'/>"),
         LUDO_NOTE_UNSUPPORTED, 2, 11, "excludes the cogging"},
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        check_note(&notes[i]);
    }
}

static void sensors_that_are_not_simulated_are_noted_once(void **state)
{
    (void)state;
    static const note notes[] = {
        {IN_MUJOCO("<sensor><magnetometer site='s'/>\n<magnetometer site='s'/></sensor>"),
         LUDO_NOTE_WARNING, 2, 9, "sensors of this type are not simulated (2 times)"},
        {IN_MUJOCO("<sensor><force site='w'/></sensor>"), LUDO_NOTE_WARNING, 2, 9, "the world"},
        {IN_MUJOCO("<sensor><framequat objtype='body' objname='b'/></sensor>"), LUDO_NOTE_WARNING,
         2, 9, "xbody"},
        {IN_MUJOCO("<sensor><framepos objtype='camera' objname='c'/></sensor>"), LUDO_NOTE_WARNING,
         2, 9, "cameras"},
        {IN_MUJOCO("<sensor><gyro site='s' delay='1' interval='0 0'/></sensor>"), LUDO_NOTE_WARNING,
         2, 9, "delays"},
        {IN_MUJOCO("<sensor><rangefinder site='s' data='normal'/></sensor>"), LUDO_NOTE_WARNING, 2,
         9, "distances alone"},
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        check_note(&notes[i]);
    }
}

static void what_keeps_a_model_from_moving_is_told_first_and_once(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    static const char text[] = MUJOCO("<extension/><sensor><user dim='1'/></sensor>" WORLD(
        BODY("", "<joint name='j'/>")) "<actuator>"
                                       "<orientation name='a' joint='j'/><orientation "
                                       "joint='j'/><plugin joint='j'/></actuator>");
    assert_int_equal(ludo_load_string(text, sizeof text - 1, "f.xml", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    static const char *const messages[] = {
        "orientation 'a': actuators of this kind are not simulated yet (2 times)",
        "plugin: actuators of this kind are not simulated yet", "extension: ignored",
        "user: left out: sensors of this type are not simulated"};
    assert_int_equal(ludo_spec_note_count(spec), 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_string_equal(spec_note_of(spec, i).message, messages[i]);
    }
    ludo_spec_destroy(spec);
}

static void what_does_not_change_the_motion_is_not_mentioned(void **state)
{
    (void)state;
    static const char *const texts[] = {
        IN_MUJOCO("<size njmax='1'/><visual><any/></visual><statistic any='1'/>"
                  "<asset><material name='m' texture='t'/></asset>"),
        IN_MUJOCO("<compiler meshdir='m' autolimits='true' settotalmass='-1' boundmass='0'/>"),
        IN_MUJOCO("<option integrator='RK4' cone='elliptic' wind='0 0 0'><flag contact='disable'/>"
                  "</option>"),
        IN_MUJOCO("<default><motor ctrlrange='0 1'/><geom contype='0'/><tendon/></default>"),
        IN_BODY("<geom size='1' contype='0' conaffinity='0'/>"),
        IN_BODY("<joint range='0 0' stiffness='0' damping='0 0' group='1' user='1 2'/>"),
        IN_BODY("<joint range='-1 1' limited='false' springref='30' margin='0.1'/>"),
        IN_BODY("<joint type='free' range='-1 1'/>"),
        IN_BODY("<freejoint group='1' align='auto'/>"),
        IN_BODY("<joint stiffness='1 0' damping='1' armature='1' springref='3'/>"),
        TENDON(FIXED("stiffness='1' damping='1' range='0 0' springlength='1' group='2'")),
        TENDON(FIXED("range='0 1' frictionloss='1' armature='1'")),
        ACTUATOR("<motor joint='j' group='1' armature='0' lengthrange='0 1' gear='1 2 3 4 5 6'/>"),
        IN_MUJOCO("<default><material><layer/></material><tendon><fixed/></tendon></default>"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ludo_model *model = model_of(texts[i]);
        if (ludo_model_note_count(model) != 0) {
            fail_msg("'%s': %s", texts[i], note_info_of(model, 0).message);
        }
        ludo_model_destroy(model);
    }
}

/* ---- arguments, files, memory ---- */

static void bad_arguments_and_missing_files_are_told(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = -1};
    assert_int_equal(ludo_load_string(NULL, 0, NULL, NULL, NULL, &spec, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_string("", 0, NULL, NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_file(NULL, NULL, NULL, &spec, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_file("x", NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_file("tests/data/no-such-file.xml", NULL, NULL, &spec, &why),
                     LUDO_IO);
    assert_string_equal(why.file, "tests/data/no-such-file.xml");
    assert_true(why.message[0] != '\0');
    assert_int_equal(ludo_load_file("tests", NULL, NULL, &spec, &why), LUDO_IO); /* a folder */
    assert_null(spec);
}

static void a_file_is_read_as_its_text_is(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why;
    assert_int_equal(ludo_load_file("examples/double_pendulum.xml", NULL, NULL, &spec, &why),
                     LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_OK);
    assert_string_equal(ludo_model_name(model), "double_pendulum");
    assert_int_equal(ludo_model_dof(model), 2);
    assert_true(ludo_model_site_find(model, "elbow") >= 0);
    assert_true(ludo_model_site_find(model, "tip") >= 0);
    ludo_spec_destroy(spec);
    ludo_model_destroy(model);
}

#define TENDONS                                                                                    \
    "<tendon><fixed><joint joint='j' coef='1'/></fixed>"                                           \
    "<spatial name='t'><site site='w'/><site site='s'/></spatial></tendon>"

static const char rich[] = MUJOCO(
    "<default><default class='c'><joint axis='1 0 0' damping='0 1'/><position kp='3'/></default>"
    "</default>" WORLD("<site name='w'/><frame euler='1 2 3'>" BODY(
        "name='a' childclass='c'",
        "<joint springdamper='1 1'/><joint type='slide'/><site name='s'/><geom size='1'/>" BODY(
            "name='b'", "<joint name='j' ref='90' range='-1 1'/>")) "</frame>") TENDONS
    "<actuator><position class='c' joint='j' dampratio='1'/><orientation/><pid name='d' joint='j' "
    "input='pos ff'/><dcmotor joint='j' nominal='1 1 1' cogging='1'/></actuator><sensor/>"
    "<keyframe><key name='k' qpos='1 2 3' qvel='3 4 5' ctrl='1 2'/></keyframe>");

static void loading_and_compiling_survive_every_failing_allocation(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_model *model;
        ludo_diagnostic why = {.line = -1};
        const ludo_status status = make_model(rich, sizeof rich - 1, &alloc.hook, &model, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_true(status == LUDO_OK || why.message[0] != '\0');
        ludo_model_destroy(model);
    }
}

static void loading_a_file_survives_every_failing_allocation(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec;
        const ludo_status status =
            ludo_load_file("examples/heavy_top.xml", NULL, &alloc.hook, &spec, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

/* No byte beyond the end is read, and each end has a model or a reason. */
static void a_model_cut_anywhere_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof rich - 1; length++) {
        char *exact = malloc(length > 0 ? length : 1);
        assert_non_null(exact);
        memcpy(exact, rich, length);
        ludo_model *model;
        ludo_diagnostic why = {.line = -1};
        assert_int_equal(make_model(exact, length, NULL, &model, &why), LUDO_PARSE);
        assert_true(why.line == 1 && why.column > 0);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(what_is_not_xml_is_refused),
        cmocka_unit_test(directions_and_rotations_that_are_none_are_refused),
        cmocka_unit_test(bodies_that_can_not_be_are_refused),
        cmocka_unit_test(joints_that_can_not_be_are_refused),
        cmocka_unit_test(tendons_that_can_not_be_are_refused),
        cmocka_unit_test(actuators_that_can_not_be_are_refused),
        cmocka_unit_test(settings_that_can_not_be_are_refused),
        cmocka_unit_test(what_is_not_supported_yet_is_refused_where_it_matters),
        cmocka_unit_test(faults_of_defaults_are_told_where_they_are),
        cmocka_unit_test(what_is_not_simulated_is_noted_at_its_place_once),
        cmocka_unit_test(controllers_that_are_not_simulated_are_noted),
        cmocka_unit_test(sensors_that_are_not_simulated_are_noted_once),
        cmocka_unit_test(what_keeps_a_model_from_moving_is_told_first_and_once),
        cmocka_unit_test(what_does_not_change_the_motion_is_not_mentioned),
        cmocka_unit_test(bad_arguments_and_missing_files_are_told),
        cmocka_unit_test(a_file_is_read_as_its_text_is),
        cmocka_unit_test(loading_and_compiling_survive_every_failing_allocation),
        cmocka_unit_test(loading_a_file_survives_every_failing_allocation),
        cmocka_unit_test(a_model_cut_anywhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
