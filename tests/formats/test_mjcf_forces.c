/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: forces and several joints on one body are read as MuJoCo reads them. Numbers said to be
 * MuJoCo's were printed by version 4.0.0; accelerations of random models, beside MuJoCo itself:
 * test_mujoco.py. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <stdio.h>

#include <float.h>

/* some ten operations on numbers of order 1, on both sides */
#define ROUNDING (16.0 * DBL_EPSILON)
#define DEGREE (3.14159265358979323846 / 180.0)

static const ludo_dof_def *along(const ludo_model *model, const char *joint)
{
    const int32_t j = ludo_model_joint_find(model, joint);
    assert_true(j >= 0);
    return joint_info_of(model, j).along;
}

/* ---- joints ---- */

static void joints_have_springs_dampers_armatures_and_limits(void **state)
{
    (void)state;
    ludo_model *model = model_of(
        MUJOCO("<default><default class='c'><joint damping='5'/></default></default>" WORLD(BODY(
            "childclass='c'",
            "<joint name='hinge' stiffness='2 0' springref='90' armature='0.3' range='-10 "
            "30'/>" BODY(
                "", "<joint name='slide' type='slide' stiffness='3' springref='0.2' range='-1 2' "
                    "limited='true' damping='4'/>" BODY("", "<joint name='ball' type='ball' "
                                                            "springref='7' stiffness='6' "
                                                            "range='0 60' armature='0.1'/>"))))));
    const ludo_dof_def *hinge = along(model, "hinge"), *slide = along(model, "slide");
    const ludo_dof_def *ball = along(model, "ball");
    assert_true(hinge->stiffness == 2.0 && hinge->damping == 5.0 && hinge->armature == 0.3);
    CHECK_NEAR(hinge->rest, 90.0 * DEGREE, ROUNDING);
    assert_true(hinge->limited);
    CHECK_NEAR(hinge->range[0], -10.0 * DEGREE, ROUNDING);
    CHECK_NEAR(hinge->range[1], 30.0 * DEGREE, ROUNDING);
    assert_true(slide->stiffness == 3.0 && slide->damping == 4.0 && slide->rest == 0.2);
    assert_true(slide->limited && slide->range[0] == -1.0 && slide->range[1] == 2.0);
    assert_true(ball->stiffness == 6.0 && ball->damping == 5.0 && ball->armature == 0.1);
    assert_true(ball->rest == 0.0 && ball->limited && ball->range[0] == 0.0);
    CHECK_NEAR(ball->range[1], 60.0 * DEGREE, ROUNDING);
    ludo_model_destroy(model);
}

static void flags_turn_springs_dampers_and_actuation_off(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double stiffness, damping, gain;
        bool limited;
    } cases[] = {
#define FLAGGED(flag)                                                                              \
    MUJOCO(WORLD(                                                                                  \
        BODY("", "<joint name='j' stiffness='2' damping='3'/>")) "<option><flag " flag             \
                                                                 "='disable'/></option><actuator>" \
                                                                 "<motor joint='j' ctrlrange='-1 " \
                                                                 "1'/></actuator>")
        {FLAGGED("energy"), 2.0, 3.0, 1.0, true},    {FLAGGED("spring"), 0.0, 3.0, 1.0, true},
        {FLAGGED("damper"), 2.0, 0.0, 1.0, true},    {FLAGGED("passive"), 0.0, 0.0, 1.0, true},
        {FLAGGED("actuation"), 2.0, 3.0, 0.0, true}, {FLAGGED("clampctrl"), 2.0, 3.0, 1.0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *model = model_of(cases[i].text);
        assert_true(along(model, "j")->stiffness == cases[i].stiffness);
        assert_true(along(model, "j")->damping == cases[i].damping);
        assert_true(actuator_info_of(model, 0).gain == cases[i].gain);
        assert_true(actuator_info_of(model, 0).control_limited == cases[i].limited);
        ludo_model_destroy(model);
    }
}

static void several_joints_on_a_body_continue_each_other(void **state)
{
    (void)state;
    ludo_model *model = model_of(
        MUJOCO(WORLD(BODY("name='b' pos='1 0 0'",
                          "<joint name='x' type='slide' axis='1 0 0' ref='2'/>" BODY(
                              "", "<joint name='after'/>") "<frame euler='0 0 90'><joint name='y' "
                                                           "axis='1 0 0' stiffness='3'/></frame>"
                                                           "<joint name='z' pos='0 0 1'/>"))));
    static const char *const names[] = {"x", "y", "z", "after"};
    for (int32_t j = 0; j < 4; j++) { /* the joints of a body before those of its children */
        const ludo_joint_info info = joint_info_of(model, j);
        assert_string_equal(info.name, names[j]);
        assert_true(info.continues == (j == 1 || j == 2));
        assert_int_equal(info.child, j < 3 ? 0 : 1);
        assert_int_equal(info.position_first, j);
    }
    CHECK_NEAR(joint_info_of(model, 1).axis.y, 1.0, ROUNDING);
    CHECK_NEAR(joint_info_of(model, 2).anchor.z, 1.0, ROUNDING);
    assert_true(along(model, "y")->stiffness == 3.0);
    ludo_model_destroy(model);
}

/* ---- tendons ---- */

#define HINGED                                                                                     \
    WORLD("<site name='w' pos='1 0 0'/>" BODY(                                                     \
        "", "<joint name='j' pos='0 1 0' ref='0.3' springref='0.7'/>"                              \
            "<joint name='l' type='slide' axis='1 0 0' springref='-1'/>"                           \
            "<site name='s' pos='1 2 1'/>"))
#define TENDON(inner)                                                                              \
    MUJOCO("<compiler angle='radian'/><tendon>" inner "</tendon><default><tendon damping='4'/>"    \
           "</default>" HINGED)
#define FIXED(attributes)                                                                          \
    "<fixed " attributes "><joint joint='j' coef='2'/><joint joint='l' coef='-3'/></fixed>"
#define SPATIAL(attributes) "<spatial " attributes "><site site='w'/><site site='s'/></spatial>"

static void tendons_are_sums_of_coordinates_and_distances(void **state)
{
    (void)state;
    ludo_model *model =
        model_of(TENDON(FIXED("name='f' stiffness='5'") SPATIAL("name='d' damping='6'")));
    assert_int_equal(ludo_model_spring_count(model), 2);
    const ludo_spring_info sum = spring_info_of(model, 0);
    assert_string_equal(sum.name, "f");
    assert_string_equal(sum.type, "tendon");
    assert_int_equal(sum.term_count, 2);
    assert_true(sum.term[0].joint == 0 && sum.term[0].dof == 0 && sum.term[0].weight == 2.0);
    assert_true(sum.term[1].joint == 1 && sum.term[1].dof == 0 && sum.term[1].weight == -3.0);
    assert_true(sum.stiffness == 5.0 && sum.damping == 4.0);
    const ludo_spring_info distance = spring_info_of(model, 1);
    assert_string_equal(distance.type, "distance");
    assert_int_equal(distance.site_a, ludo_model_site_find(model, "w"));
    assert_int_equal(distance.site_b, ludo_model_site_find(model, "s"));
    assert_true(distance.stiffness == 0.0 && distance.damping == 6.0);
    ludo_model_destroy(model);
}

/* Where nothing is said: where the springs of all joints are at rest. */
static void rest_lengths_are_those_of_mujoco(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double rest[2]; /* MuJoCo's tendon_lengthspring */
    } cases[] = {
        {TENDON(FIXED("")), {4.4, 4.4}},
        {TENDON(FIXED("springlength='0.3'")), {0.3, 0.3}},
        {TENDON(FIXED("springlength='0.3 0.5'")), {0.3, 0.5}},
        {TENDON(FIXED("springlength='-1 0.5'")), {-1.0, 0.5}},
        {TENDON(SPATIAL("")), {2.5731223586574874, 2.5731223586574874}},
        {TENDON(SPATIAL("springlength='-1'")), {2.5731223586574874, 2.5731223586574874}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *model = model_of(cases[i].text);
        const ludo_spring_info spring = spring_info_of(model, 0);
        CHECK_NEAR(spring.rest[0], cases[i].rest[0], ROUNDING);
        CHECK_NEAR(spring.rest[1], cases[i].rest[1], ROUNDING);
        ludo_model_destroy(model);
    }
}

/* ---- actuators ---- */

#define ACTUATED(defaults, actuator)                                                               \
    MUJOCO("<default>" defaults "</default>" WORLD(                                                \
        BODY("", "<joint name='j' range='-20 60'/>")) "<actuator>" actuator "</actuator>")
#define POSITION "<position joint='j'/>"
#define VELOCITY "<velocity joint='j'/>"
#define GENERAL "<general joint='j'/>"
#define IN_CLASS(defaults) "<default class='c'>" defaults "</default>"
#define SERVO "<position kp='7' kv='2'/>"
#define SERVO_C "<position class='c' joint='j'/>"
#define AFFINE "<general gainprm='5' biastype='affine' biasprm='1 -4 -2'/>"

static void actuators_have_the_laws_of_mujoco(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double gain, bias[3]; /* MuJoCo's actuator_gainprm and, where it is affine, biasprm */
    } cases[] = {
        {ACTUATED("", "<motor joint='j'/>"), 1.0, {0.0, 0.0, 0.0}},
        {ACTUATED("", POSITION), 1.0, {0.0, -1.0, 0.0}},
        {ACTUATED("", VELOCITY), 1.0, {0.0, 0.0, -1.0}},
        {ACTUATED("", GENERAL), 1.0, {0.0, 0.0, 0.0}},
        {ACTUATED("", "<position joint='j' kp='3' kv='2'/>"), 3.0, {0.0, -3.0, -2.0}},
        {ACTUATED("", "<velocity joint='j' kv='2'/>"), 2.0, {0.0, 0.0, -2.0}},
        {ACTUATED("", "<general joint='j' biasprm='1 2 3'/>"), 1.0, {0.0, 0.0, 0.0}},
        {ACTUATED(AFFINE, "<general joint='j' gainprm='2' biasprm='7 8'/>"), 2.0, {7.0, 8.0, -2.0}},
        {ACTUATED(AFFINE, POSITION), 5.0, {0.0, -5.0, -2.0}},
        {ACTUATED(AFFINE, VELOCITY), 5.0, {0.0, 0.0, -5.0}},
        {ACTUATED(AFFINE, "<motor joint='j'/>"), 1.0, {0.0, 0.0, 0.0}},
        {ACTUATED("<position kp='7' kv='2'/>", POSITION), 7.0, {0.0, -7.0, -2.0}},
        {ACTUATED("<position kp='7' kv='2'/>", VELOCITY), 1.0, {0.0, 0.0, -1.0}},
        {ACTUATED("<position kp='7' kv='2'/>", GENERAL), 7.0, {0.0, -7.0, -2.0}},
        {ACTUATED("<velocity kv='7'/>", POSITION), 1.0, {0.0, -1.0, 0.0}},
        {ACTUATED("<velocity kv='7'/>", VELOCITY), 7.0, {0.0, 0.0, -7.0}},
        {ACTUATED("<position kp='7' kv='2'/><motor/>", GENERAL), 1.0, {0.0, 0.0, 0.0}},
        {ACTUATED("<position kp='7'/><motor/>", POSITION), 1.0, {0.0, -1.0, 0.0}},
        {ACTUATED("<position kp='7' kv='3'/><general gainprm='4'/>", POSITION),
         4.0,
         {0.0, -4.0, -3.0}},
        {ACTUATED("<general dyntype='integrator'/>", POSITION), 1.0, {0.0, -1.0, 0.0}},
        {ACTUATED("<intvelocity kp='4'/>", POSITION), 1.0, {0.0, -1.0, 0.0}},
        {ACTUATED("<position dampratio='1'/>", "<position joint='j' kv='1'/>"),
         1.0,
         {0.0, -1.0, -1.0}},
        {ACTUATED("<default class='c'><position kp='2'/></default>" AFFINE,
                  "<position class='c' joint='j'/>"),
         2.0,
         {0.0, -2.0, -2.0}},
        /* a class with the law of another kind hides no law of the classes around it */
        {ACTUATED(SERVO IN_CLASS("<motor gear='1'/>"), SERVO_C), 7.0, {0.0, -7.0, -2.0}},
        {ACTUATED(SERVO IN_CLASS("<motor/><position kv='3'/>"), SERVO_C), 7.0, {0.0, -7.0, -3.0}},
        {ACTUATED(SERVO "<motor/>" IN_CLASS("<position kv='3'/>"), SERVO_C),
         1.0,
         {0.0, -1.0, -3.0}},
        {ACTUATED(SERVO IN_CLASS("<position kv='3'/><motor/>"), SERVO_C), 7.0, {0.0, -7.0, -2.0}},
        {ACTUATED(SERVO IN_CLASS("<general gaintype='affine'/>"), SERVO_C), 7.0, {0.0, -7.0, -2.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *model = model_of(cases[i].text);
        assert_int_equal(ludo_model_actuator_count(model), 1);
        const ludo_actuator_info a = actuator_info_of(model, 0);
        assert_true(!a.on_spring && a.target == 0 && a.dof == 0 && a.gear == 1.0);
        if (a.gain != cases[i].gain || memcmp(a.bias, cases[i].bias, sizeof a.bias) != 0) {
            for (int k = 0; k < 3; k++) { /* -0 is 0 */
                CHECK_NEAR(a.bias[k], cases[i].bias[k], 0.0);
            }
            CHECK_NEAR(a.gain, cases[i].gain, 0.0);
        }
        ludo_model_destroy(model);
    }
}

static void check_range(bool limited, const double range[2], const double expected[2])
{
    assert_true(limited == (expected[0] < expected[1]));
    for (int k = 0; k < 2 && limited; k++) {
        CHECK_NEAR(range[k], expected[k], ROUNDING);
    }
}

/* What a joint takes of all its actuators becomes a range of the only one's own force. */
static void actuators_have_gears_and_ranges(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double gear, control[2], force[2]; /* 0 0: none */
    } cases[] = {
        {ACTUATED("", "<motor joint='j' gear='2 3'/>"), 2.0, {0.0, 0.0}, {0.0, 0.0}},
        {ACTUATED("", "<motor joint='j' ctrlrange='-2 3'/>"), 1.0, {-2.0, 3.0}, {0.0, 0.0}},
        {ACTUATED("", "<motor joint='j' ctrlrange='3 2'/>"), 1.0, {0.0, 0.0}, {0.0, 0.0}},
        {ACTUATED("<position ctrlrange='-2 3'/>", "<motor joint='j' ctrllimited='false'/>"),
         1.0,
         {0.0, 0.0},
         {0.0, 0.0}},
        {ACTUATED("<position ctrlrange='-2 3'/>", "<motor joint='j' forcerange='0 5'/>"),
         1.0,
         {-2.0, 3.0},
         {0.0, 5.0}},
        {ACTUATED("<joint actuatorfrcrange='-1 3'/>", "<motor joint='j' gear='-2'/>"),
         -2.0,
         {0.0, 0.0},
         {-1.5, 0.5}},
        {ACTUATED("<joint actuatorfrcrange='-1 3'/>", "<motor joint='j' forcerange='-9 2'/>"),
         1.0,
         {0.0, 0.0},
         {-1.0, 2.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *model = model_of(cases[i].text);
        const ludo_actuator_info a = actuator_info_of(model, 0);
        assert_true(a.gear == cases[i].gear);
        check_range(a.control_limited, a.control_range, cases[i].control);
        check_range(a.force_limited, a.force_range, cases[i].force);
        ludo_model_destroy(model);
    }
}

/* By a servo; of what several <position> say the nearest word counts. */
static void ranges_of_control_are_inherited(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double control[2]; /* 0 0: none */
    } cases[] = {
        {ACTUATED("", "<position joint='j' inheritrange='0.5'/>"), {0.0, 40.0 * DEGREE}},
        {ACTUATED("", "<position joint='j' inheritrange='0.5' ctrllimited='false'/>"), {0.0, 0.0}},
        {ACTUATED("", "<position joint='j' inheritrange='-1'/>"), {0.0, 0.0}},
        {ACTUATED("<position inheritrange='1'/>", "<position joint='j' ctrlrange='-2 3'/>"),
         {-2.0, 3.0}},
        {ACTUATED("<position ctrlrange='-2 3'/>", "<position joint='j' inheritrange='0.5'/>"),
         {0.0, 40.0 * DEGREE}},
        {ACTUATED("<position inheritrange='0.5'/>", "<general joint='j' ctrlrange='-2 3'/>"),
         {0.0, 40.0 * DEGREE}},
        {ACTUATED("<position inheritrange='1'/>", "<motor joint='j' ctrlrange='-2 3'/>"),
         {-2.0, 3.0}},
        {ACTUATED("<position inheritrange='1'/>", "<velocity joint='j'/>"), {0.0, 0.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *model = model_of(cases[i].text);
        const ludo_actuator_info a = actuator_info_of(model, 0);
        check_range(a.control_limited, a.control_range, cases[i].control);
        ludo_model_destroy(model);
    }
}

/* Sections may stand in any order. */
static void actuators_act_on_tendons_and_keyframes_have_their_controls(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(
        "<keyframe><key name='k' ctrl='3 4 5'/></keyframe><actuator>"
        "<motor joint='j'/><motor name='t' tendon='d'/><motor tendon='f' gear='2'/></actuator>"
        "<tendon>" FIXED("name='f' actuatorfrcrange='-1 2'")
            SPATIAL("name='d'") "</tendon>" HINGED));
    const ludo_actuator_info a = actuator_info_of(model, 1);
    assert_string_equal(a.name, "t");
    assert_true(a.on_spring);
    assert_int_equal(a.target, ludo_model_spring_find(model, "d"));
    const ludo_actuator_info clamped = actuator_info_of(model, 2);
    assert_int_equal(clamped.target, ludo_model_spring_find(model, "f"));
    check_range(clamped.force_limited, clamped.force_range, (const double[]){-0.5, 1.0});
    assert_int_equal(ludo_model_note_count(model), 0);
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, 0), LUDO_OK);
    assert_true(control_of(sim, 0) == 3.0 && control_of(sim, 1) == 4.0);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

/* A keyframe has a control for an actuator that is left out, too: `info` still works. */
#define CLAMPED(tendon, actuators)                                                                 \
    MUJOCO(WORLD("<site name='w'/>" BODY(                                                          \
        "", "<joint name='j' actuatorfrcrange='-3 3'/><site name='s' "                             \
            "pos='1 0 0'/>")) "<tendon>" tendon "</tendon><actuator>" actuators "</actuator>")
#define TERM "<fixed name='t'><joint joint='j' coef='1'/></fixed>"

/* The force of one actuator is clamped instead of what a joint takes from all; that of several is
 * an effort limit of the joint. */
static void a_joint_that_several_drive_has_an_effort(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double effort;
        bool clamped, noted;
    } cases[] = {
        {CLAMPED("", "<motor joint='j'/>"), 0.0, true, false},
        {CLAMPED(TERM, "<motor joint='j'/>"), 0.0, true, false},
        {CLAMPED("", "<motor joint='j'/><motor jointinparent='j'/>"), 3.0, false, false},
        {CLAMPED(TERM, "<motor tendon='t'/>"), 3.0, false, false},
        {CLAMPED(TERM, "<motor joint='j'/><motor tendon='t'/>"), 3.0, false, false},
        {CLAMPED("<spatial name='t'><site site='w'/><site site='s'/></spatial>",
                 "<motor joint='j'/><motor tendon='t'/>"),
         3.0, false, true},
        {CLAMPED("", "<motor joint='j'/><motor site='s'/>"), 3.0, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        assert_true(ludo_spec_joint_at(spec, 0)->along[0].effort == cases[i].effort);
        for (int32_t k = 0; k < ludo_spec_actuator_count(spec); k++) {
            assert_int_equal(ludo_spec_actuator_at(spec, k)->force_limited, cases[i].clamped);
        }
        assert_int_equal(ludo_spec_note_count(spec), cases[i].noted);
        ludo_spec_destroy(spec);
    }
}

/* The range leaves out forces that MuJoCo limits by it. */
static void what_an_effort_does_not_limit_is_noted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {CLAMPED("", "<motor joint='j'/><motor site='s'/>"),
         "actuatorfrcrange: does not limit actuators along spatial tendons, at sites"},
        {MUJOCO(WORLD(
             BODY("gravcomp='1'", "<joint actuatorfrcrange='-3 3' actuatorgravcomp='true'/>"))),
         "actuatorgravcomp: no effect"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        assert_int_equal(ludo_spec_note_count(spec), 1);
        assert_non_null(strstr(spec_note_of(spec, 0).message, cases[i].word));
        ludo_spec_destroy(spec);
    }
}

static void an_effort_of_several_actuators_is_symmetric(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(
        WORLD(BODY("", "<joint name='j' actuatorfrcrange='-1 3'/>")) "<actuator><motor "
                                                                     "joint='j'/><motor "
                                                                     "joint='j'/></actuator>"));
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_int_equal(spec_note_of(spec, 0).kind, LUDO_NOTE_UNSUPPORTED);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "not symmetric"));
    ludo_spec_destroy(spec);
}

#define DAMPED(before, actuator)                                                                   \
    MUJOCO(before WORLD(                                                                           \
        BODY("", "<joint name='j' armature='3'/>")) "<tendon><fixed name='t'><joint joint='j' "    \
                                                    "coef='-2'/></fixed></tendon>"                 \
                                                    "<actuator>" actuator "</actuator>")

/* The joint moves 1 + 3 kg m^2; kv = 2 ratio sqrt(kp 4 / gear^2), as in MuJoCo. */
static void damping_may_be_relative_to_inertia(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double kv;
    } cases[] = {
        {DAMPED("", "<position joint='j' kp='9' dampratio='.5'/>"), 6.0},
        {DAMPED("", "<position joint='j' kp='9' dampratio='0'/>"), 0.0},
        {DAMPED("", "<position joint='j' kp='9' dampratio='1' gear='2'/>"), 6.0},
        {DAMPED("", "<position tendon='t' kp='9' dampratio='1'/>"), 6.0},
        {DAMPED("<default><position dampratio='1'/></default>", "<position joint='j' kp='4'/>"),
         8.0},
        {DAMPED("<default><position dampratio='1'/></default>",
                "<position joint='j' kp='4' kv='3'/>"),
         3.0},
        {DAMPED("<default><position kv='1'/></default>",
                "<position joint='j' kp='4' dampratio='.25'/>"),
         2.0},
        {DAMPED("", "<general joint='j' biastype='affine' gainprm='9' biasprm='0 -9 .5'/>"), 6.0},
        {DAMPED("", "<general joint='j' biastype='affine' gainprm='9' biasprm='0 -8 .5'/>"), -0.5},
        {DAMPED("<option><flag actuation='disable'/></option>",
                "<position joint='j' kp='9' dampratio='.5'/>"),
         0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        CHECK_NEAR(-ludo_spec_actuator_at(spec, 0)->bias[2], cases[i].kv, 16.0 * DBL_EPSILON);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        ludo_spec_destroy(spec);
    }
}

/* Stiffness I / (time ratio)^2 and damping 2 I / time of the inertia I that a
 * joint moves, its armature included; as in MuJoCo. */
static void springs_may_be_relative_to_inertia(void **state)
{
    (void)state;
    static const struct {
        const char *joint;
        double inertia;
    } cases[] = {{"<joint armature='3' springdamper='.5 2' stiffness='7' damping='7'/>", 4.0},
                 {"<joint type='slide' springdamper='.5 2'/>", 1.0},
                 {"<joint type='ball' armature='2' springdamper='.5 2'/>", 3.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, MUJOCO(WORLD("<body>" INERTIAL "%s</body>")),
                       cases[i].joint);
        ludo_spec *spec = spec_of(text);
        const ludo_dof_def *along = ludo_spec_joint_at(spec, 0)->along;
        assert_int_equal(ludo_spec_joint_count(spec), 1);
        CHECK_NEAR(along->stiffness, cases[i].inertia, 16.0 * DBL_EPSILON);
        CHECK_NEAR(along->damping, 4.0 * cases[i].inertia, 64.0 * DBL_EPSILON);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        ludo_spec_destroy(spec);
    }
}

static void a_clamped_tendon_takes_one_actuator(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        CLAMPED("<fixed name='t' actuatorfrcrange='-1 2'><joint joint='j' coef='1'/></fixed>",
                "<motor name='m' tendon='t'/><motor tendon='t'/>"));
    assert_int_equal(ludo_spec_actuator_count(spec), 0);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_int_equal(spec_note_of(spec, 0).kind, LUDO_NOTE_UNSUPPORTED);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "motor 'm'"));
    assert_non_null(strstr(spec_note_of(spec, 0).message, "(2 times)"));
    ludo_spec_destroy(spec);
}

static void flags_turn_limits_and_friction_off(void **state)
{
    (void)state;
    static const struct {
        const char *flag;
        bool limited;
        double friction;
    } cases[] = {{"", true, 2.0},
                 {"limit='disable'", false, 2.0},
                 {"frictionloss='disable'", true, 0.0},
                 {"constraint='disable'", false, 0.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       MUJOCO("<option><flag %s/></option>" WORLD(
                           BODY("", "<joint range='-1 1' frictionloss='2'/>"))),
                       cases[i].flag);
        ludo_spec *spec = spec_of(text);
        const ludo_dof_def *along = ludo_spec_joint_at(spec, 0)->along;
        assert_int_equal(along->limited, cases[i].limited);
        assert_true(along->friction_loss == cases[i].friction);
        ludo_spec_destroy(spec);
    }
}

static void what_keyframes_say_of_other_states_is_told(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(MUJOCO(WORLD(BODY("", "<joint/>")) "<keyframe>\n<key mquat='1 0 0 0'/>"
                                                   "<key qpos='1' mpos='1 2 3'/></keyframe>"));
    assert_int_equal(ludo_spec_keyframe_count(spec), 2);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_int_equal(spec_note_of(spec, 0).place.line, 2);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "(2 times)"));
    ludo_spec_destroy(spec);
}

static void controls_of_actuators_left_out_are_passed_over(void **state)
{
    (void)state;
    ludo_model *model =
        model_of(MUJOCO("<actuator><motor joint='j'/><plugin joint='j'/></actuator>" HINGED
                        "<keyframe><key ctrl='3 4'/></keyframe>"));
    assert_int_equal(ludo_model_actuator_count(model), 1);
    assert_int_equal(ludo_model_note_count(model), 1);
    assert_int_equal(note_info_of(model, 0).kind, LUDO_NOTE_UNSUPPORTED);
    ludo_model_destroy(model);
}

/* Each input of a pid is a control of its own, in the order pos, vel, ff. */
static void inputs_of_controllers_are_controls(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(
        "<default><pid kp='3' kv='2' ctrlrange='-1 1'/></default><actuator><motor joint='j'/>"
        "<pid name='p' joint='j' gear='2' velrange='-5 5'/>"
        "<pid name='f' joint='j' input='vel ff'/><motor name='m' joint='j'/></actuator>" HINGED
        "<keyframe><key ctrl='1 2 3 4 5 6'/></keyframe>"));
    assert_int_equal(ludo_model_actuator_count(model), 6);
    const struct {
        const char *name;
        double gain, bias[2], gear;
    } expected[] = {{"actuator0", 1.0, {0.0, 0.0}, 1.0}, {"p", 3.0, {-3.0, -2.0}, 2.0},
                    {"p_vel", 2.0, {0.0, 0.0}, 2.0},     {"f", 2.0, {-3.0, -2.0}, 1.0},
                    {"f_ff", 1.0, {0.0, 0.0}, 1.0},      {"m", 1.0, {0.0, 0.0}, 1.0}};
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, 0), LUDO_OK);
    double control[6];
    assert_int_equal(ludo_sim_get_controls(sim, control, 6), LUDO_OK);
    for (int32_t i = 0; i < 6; i++) {
        const ludo_actuator_info a = actuator_info_of(model, i);
        assert_string_equal(a.name, expected[i].name);
        assert_true(a.gain == expected[i].gain && a.gear == expected[i].gear);
        assert_true(a.bias[1] == expected[i].bias[0] && a.bias[2] == expected[i].bias[1]);
        assert_true(control[i] == 1.0 + i);
    }
    assert_true(actuator_info_of(model, 1).control_range[1] == 1.0);
    assert_true(actuator_info_of(model, 2).control_range[1] == 5.0);
    assert_true(!actuator_info_of(model, 3).control_limited);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_have_springs_dampers_armatures_and_limits),
        cmocka_unit_test(flags_turn_springs_dampers_and_actuation_off),
        cmocka_unit_test(several_joints_on_a_body_continue_each_other),
        cmocka_unit_test(tendons_are_sums_of_coordinates_and_distances),
        cmocka_unit_test(rest_lengths_are_those_of_mujoco),
        cmocka_unit_test(actuators_have_the_laws_of_mujoco),
        cmocka_unit_test(actuators_have_gears_and_ranges),
        cmocka_unit_test(ranges_of_control_are_inherited),
        cmocka_unit_test(actuators_act_on_tendons_and_keyframes_have_their_controls),
        cmocka_unit_test(a_joint_that_several_drive_has_an_effort),
        cmocka_unit_test(what_an_effort_does_not_limit_is_noted),
        cmocka_unit_test(an_effort_of_several_actuators_is_symmetric),
        cmocka_unit_test(damping_may_be_relative_to_inertia),
        cmocka_unit_test(springs_may_be_relative_to_inertia),
        cmocka_unit_test(a_clamped_tendon_takes_one_actuator),
        cmocka_unit_test(flags_turn_limits_and_friction_off),
        cmocka_unit_test(what_keyframes_say_of_other_states_is_told),
        cmocka_unit_test(controls_of_actuators_left_out_are_passed_over),
        cmocka_unit_test(inputs_of_controllers_are_controls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
