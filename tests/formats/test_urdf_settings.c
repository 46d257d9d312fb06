/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: settings for other programs that are read: transmissions and ros2_control become motors,
 * friction and springs for Gazebo those of geoms and joints. */
#include "round_trip.h"
#include "spec/items.h"
#include "urdf_text.h"

#define BALL "<collision><geometry><sphere radius='1'/></geometry></collision>"
#define ARM(inner)                                                                                 \
    ROBOT(LINK("base", "") LINK("a", INERTIAL BALL) LINK("b", INERTIAL BALL BALL) JOINT(           \
        "j", "revolute", "base", "a", "<limit lower='-1' upper='1' effort='30' velocity='0'/>")    \
              JOINT("k", "prismatic", "a", "b", "<limit lower='-1' upper='1'/>") inner)
#define SIMPLE "<type>transmission_interface/SimpleTransmission</type>"

/* A description with this many notes, the first of which contains a word. */
static ludo_spec *noted(const char *text, int32_t notes, const char *word)
{
    ludo_spec *spec = spec_of(text);
    ludo_note_info note = {.struct_size = sizeof note, .message = ""};
    (void)ludo_spec_note(spec, 0, &note);
    if (ludo_spec_note_count(spec) != notes || strstr(note.message, word) == NULL) {
        fail_msg("%d notes: '%s' lacks '%s'", (int)ludo_spec_note_count(spec), note.message, word);
    }
    return spec;
}

static void check_motor(const ludo_spec *spec, int32_t i, const char *name, int32_t joint,
                        double gear, double most)
{
    const ludo_actuator_def *a = ludo_spec_actuator_at(spec, i);
    assert_non_null(a);
    assert_string_equal(a->name, name);
    assert_int_equal(a->target, joint);
    assert_true(a->gear == gear && a->gain == 1.0 && !a->control_limited && !a->on_spring);
    assert_true(a->force_limited == (most > 0.0));
    assert_true(a->force_range[1] == most && a->force_range[0] == -most);
}

static void a_transmission_is_a_motor_in_every_form(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ARM("<transmission name='t'>" SIMPLE
            "<joint name='j'><hardwareInterface>hardware_interface/EffortJointInterface"
            "</hardwareInterface></joint><actuator name='m'><hardwareInterface>x"
            "</hardwareInterface><mechanicalReduction> 60 </mechanicalReduction></actuator>"
            "</transmission>"),
        ARM("<transmission type='pr2_mechanism_model/SimpleTransmission' name='t'>"
            "<actuator name='m'/><joint name='j'/><mechanicalReduction>60</mechanicalReduction>"
            "<motorTorqueConstant>1</motorTorqueConstant></transmission>"),
        ARM("<ros2_control name='c' type='system'><hardware><plugin>x</plugin></hardware>"
            "<joint name='j'><command_interface name='effort'/></joint><transmission name='t'>"
            "<plugin>transmission_interface/SimpleTransmission</plugin>"
            "<actuator name='m' role='actuator1'/><joint name='j' role='joint1'>"
            "<mechanical_reduction>60</mechanical_reduction><offset>0</offset></joint>"
            "</transmission></ros2_control>")};
    for (int i = 0; i < 3; i++) {
        ludo_spec *spec = noted(texts[i], 0, "");
        assert_int_equal(ludo_spec_actuator_count(spec), 1);
        check_motor(spec, 0, "m", 1, 60.0, 0.5);
        ludo_spec_destroy(spec);
    }
}

static void a_command_interface_is_a_motor(void **state)
{
    (void)state;
    ludo_spec *spec =
        noted(ARM("<ros2_control name='c' type='system'><joint name='j'><command_interface "
                  "name='position'><param name='min'>-1</param></command_interface></joint>"
                  "<joint name='k'><command_interface name='effort'/><command_interface "
                  "name='velocity'/></joint><sensor name='s'/></ros2_control>"),
              0, "");
    assert_int_equal(ludo_spec_actuator_count(spec), 2);
    check_motor(spec, 0, "j", 1, 1.0, 30.0);
    check_motor(spec, 1, "k", 2, 1.0, 0.0);
    ludo_spec_destroy(spec);
    spec = noted(ARM("<ros2_control name='c'><joint name='j'><state_interface name='position'/>"
                     "</joint></ros2_control>"),
                 0, "");
    assert_int_equal(ludo_spec_actuator_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void rotors_move_with_their_joint(void **state)
{
    (void)state;
    ludo_spec *spec =
        noted(ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
                  "<mechanicalReduction>-8</mechanicalReduction><motorInertia>0.25</motorInertia>"
                  "</actuator></transmission>"),
              0, "");
    check_motor(spec, 0, "m", 1, -8.0, 3.75);
    assert_true(ludo_spec_joint_at(spec, 1)->along[0].armature == 16.0);
    ludo_spec_destroy(spec);
}

static void transmissions_that_drive_no_joint_are_noted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
        int32_t motors;
    } cases[] = {
        {ARM("<transmission name='t'><type>transmission_interface/DifferentialTransmission</type>"
             "<joint name='j'/><joint name='k'/></transmission>"),
         "only a SimpleTransmission", 0},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='none'/></transmission>"),
         "no such joint", 0},
        {ARM("<transmission name='t'>" SIMPLE "<joint/></transmission>"), "no such joint", 0},
        {ARM("<transmission name='t'>" SIMPLE "</transmission>"), "has one joint", 0},
        {ARM(LINK("c", "") JOINT("f", "fixed", "b", "c", "") "<transmission name='t'>" SIMPLE
                                                             "<joint name='f'/></transmission>"),
         "must be revolute, continuous", 0},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='j'/></transmission>"
             "<transmission name='s'>" SIMPLE "<joint name='j'/></transmission>"),
         "has one already", 1},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'/></transmission>"
             "<transmission name='s'>" SIMPLE "<joint name='k'/><actuator name='m'/>"
             "</transmission>"),
         "the name is in use", 2},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
             "<mechanicalReduction>0</mechanicalReduction></actuator></transmission>"),
         "reduction is 0", 1},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
             "<mechanicalReduction>much</mechanicalReduction></actuator></transmission>"),
         "not a number", 1},
        {ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
             "<motorInertia>-1</motorInertia></actuator></transmission>"),
         "motorInertia is negative", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = noted(cases[i].text, 1, cases[i].word);
        assert_int_equal(ludo_spec_actuator_count(spec), cases[i].motors);
        ludo_spec_destroy(spec);
    }
}

/* The state after some steps of a model that was written with transmissions and without. */
static void motors_without_control_change_no_bit(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ARM(""), ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
                     "<mechanicalReduction>50</mechanicalReduction></actuator></transmission>")};
    double q[2][2];
    for (int i = 0; i < 2; i++) {
        ludo_model *model = model_of(texts[i]);
        ludo_sim *sim = NULL;
        assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
        for (int step = 0; step < 50; step++) {
            assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
        }
        assert_int_equal(ludo_sim_get_positions(sim, q[i], 2), LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
    assert_memory_equal(q[0], q[1], sizeof q[0]);
}

static void friction_for_gazebo_is_that_of_colliding_geoms(void **state)
{
    (void)state;
    ludo_spec *spec = noted(ARM("<gazebo reference='b'><mu1>0.25</mu1><mu2>0.25</mu2><kp>1e6</kp>"
                                "<kd>1</kd><minDepth>0.001</minDepth><maxVel>1</maxVel>"
                                "<selfCollide>true</selfCollide></gazebo>"),
                            0, "");
    assert_true(ludo_spec_geom_at(spec, 0)->friction[0] == 1.0);
    assert_true(ludo_spec_geom_at(spec, 1)->friction[0] == 0.25);
    assert_true(ludo_spec_geom_at(spec, 2)->friction[0] == 0.25);
    ludo_spec_destroy(spec);
    spec = noted(ARM("<gazebo reference='b'><mu1 value='0.5'/><mu2 value='2'/></gazebo>"), 1,
                 "differs from mu1");
    assert_true(ludo_spec_geom_at(spec, 1)->friction[0] == 0.5);
    ludo_spec_destroy(spec);
    spec = noted(ARM("<gazebo reference='b'><mu2>0</mu2></gazebo>"), 0, "");
    assert_true(ludo_spec_geom_at(spec, 1)->friction[0] == 0.0);
    ludo_spec_destroy(spec);
    spec = noted(ARM("<gazebo reference='b'><mu1>-1</mu1></gazebo>"), 1, "negative");
    assert_true(ludo_spec_geom_at(spec, 1)->friction[0] == 1.0);
    ludo_spec_destroy(spec);
}

static void springs_for_gazebo_are_those_of_joints(void **state)
{
    (void)state;
    ludo_spec *spec =
        noted(ARM("<gazebo reference='k'><implicitSpringDamper>1</implicitSpringDamper>"
                  "<springStiffness>30</springStiffness><springReference>0.5</springReference>"
                  "<preserveFixedJoint>true</preserveFixedJoint></gazebo>"),
              0, "");
    assert_true(ludo_spec_joint_at(spec, 2)->along[0].stiffness == 30.0);
    assert_true(ludo_spec_joint_at(spec, 2)->along[0].rest == 0.5);
    ludo_spec_destroy(spec);
    ludo_spec_destroy(noted(ARM("<gazebo reference='k'><springStiffness>-1</springStiffness>"
                                "</gazebo>"),
                            1, "its spring is ignored"));
    ludo_spec_destroy(noted(ARM("<gazebo reference='no'/>"), 1, "neither a link nor a joint"));
    ludo_spec_destroy(noted(ARM("<gazebo reference='b'><gravity>0</gravity></gazebo>"), 1,
                            "gravity in gazebo: ignored"));
}

static void settings_survive_saving(void **state)
{
    (void)state;
    folder_open("test_urdf_settings");
    ludo_spec *first =
        spec_of(ARM("<transmission name='t'>" SIMPLE "<joint name='j'/><actuator name='m'>"
                    "<mechanicalReduction>7</mechanicalReduction></actuator></transmission>"
                    "<gazebo reference='b'><mu1>0.25</mu1></gazebo><gazebo reference='k'>"
                    "<springStiffness>30</springStiffness><springReference>0.5</springReference>"
                    "</gazebo>"));
    message_log said = {.text = ""};
    save(first, "first.urdf", "urdf", &said);
    check_messages(&said, NULL, 0);
    ludo_spec *second = load(folder_path("first.urdf"));
    check_motor(second, 0, "m", 1, 7.0, 30.0 / 7.0);
    assert_true(ludo_spec_geom_at(second, 2)->friction[0] == 0.25);
    assert_true(ludo_spec_joint_at(second, 2)->along[0].stiffness == 30.0);
    assert_true(ludo_spec_joint_at(second, 2)->along[0].rest == 0.5);
    save(second, "second.urdf", "urdf", NULL);
    char *one = folder_read("first.urdf"), *two = folder_read("second.urdf");
    assert_string_equal(one, two);
    free(one);
    free(two);
    ludo_spec_destroy(first);
    ludo_spec_destroy(second);
    folder_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transmission_is_a_motor_in_every_form),
        cmocka_unit_test(a_command_interface_is_a_motor),
        cmocka_unit_test(rotors_move_with_their_joint),
        cmocka_unit_test(transmissions_that_drive_no_joint_are_noted),
        cmocka_unit_test(motors_without_control_change_no_bit),
        cmocka_unit_test(friction_for_gazebo_is_that_of_colliding_geoms),
        cmocka_unit_test(springs_for_gazebo_are_those_of_joints),
        cmocka_unit_test(settings_survive_saving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
