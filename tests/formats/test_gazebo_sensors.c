/* SPDX-License-Identifier: Apache-2.0
 *
 * Sensors of Gazebo in URDF and SDF: what they read at rest and in motion, in closed form. */
#include "model_text.h"
#include "sensor_reads.h"

#include <stdio.h>

static running sensed(ludo_spec *spec)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "runge-kutta";
    return run_open(LUDO_OK, spec, &options);
}

static running sensed_file(const char *file)
{
    char path[256];
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.message = ""};
    (void)snprintf(path, sizeof path, "tests/models/features/%s", file);
    if (ludo_load_file(path, NULL, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    assert_int_equal(ludo_spec_note_count(spec), 0);
    return sensed(spec);
}

/* Both masses balance about the hinge, so that the rate w is constant at the lowest point: bodies
 * feel g + w^2 r. Tolerances are
 * the round-off of numbers near 10 or, of sums over both bodies, near 30. */
static void check_swing(running *r, const char *tip, double g, double w)
{
    const double half = sqrt(0.5);
    const int32_t swing = ludo_model_joint_find(r->model, "swing");
    char name[4][64];
    static const char *const ends[3] = {"imu_accelerometer", "imu_gyro", "imu_framequat"};
    for (int i = 0; i < 3; i++) {
        (void)snprintf(name[i], sizeof name[i], "%s%s", tip, ends[i]);
    }
    CHECK_READS(r, name[0], 1e-13, 0.0, g, 0.0); /* its y is up */
    CHECK_READS(r, name[2], 1e-15, half, half, 0.0, 0.0);
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, swing, &w), LUDO_OK);
    CHECK_READS(r, name[0], 1e-13, 0.0, g + 0.8 * w * w, 0.0);
    CHECK_READS(r, name[1], 1e-14, 0.0, 0.0, -w);
}

static void sensors_of_a_urdf_read_closed_forms(void **state)
{
    (void)state;
    const double w = 1.5;
    running r = sensed_file("sensors_gazebo.urdf");
    assert_int_equal(ludo_model_sensor_count(r.model), 6);
    check_swing(&r, "", 9.81, w);
    /* of the hinge, which holds 2.5 kg with their centre 1 m below */
    CHECK_READS(&r, "wrench_force", 1e-12, 0.0, 0.0, 2.5 * (9.81 + w * w));
    CHECK_READS(&r, "wrench_torque", 1e-12, 0.0, 0.0, 0.0);
    CHECK_READS(&r, "height", 1e-14, 1.5);
    run_close(&r);
}

static void sensors_of_an_sdf_read_closed_forms(void **state)
{
    (void)state;
    const double w = 1.5;
    running r = sensed_file("sdf_sensors.sdf");
    assert_int_equal(ludo_model_sensor_count(r.model), 6);
    check_swing(&r, "tip::", 9.8, w);
    /* of 0.5 kg, 1 m below the hinge and 0.1 m beside the joint */
    const double up = 0.5 * (9.8 + w * w);
    CHECK_READS(&r, "mount::wrench_force", 1e-12, -0.5 * 0.1 * w * w, 0.0, up);
    CHECK_READS(&r, "mount::wrench_torque", 1e-12, 0.0, -0.1 * up, 0.0);
    CHECK_READS(&r, "arm::height", 1e-14, -1.0); /* nothing is there */
    run_close(&r);
}

#define MASS                                                                                       \
    "<inertial><origin xyz='0 0.1 0'/><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "  \
    "iyz='0' izz='1'/></inertial>"
#define CLAMPED(settings)                                                                          \
    "<robot name='r'><link name='base'/><link name='arm'>" MASS "</link><joint name='j' "          \
    "type='fixed'><parent link='base'/><child link='arm'/><origin xyz='1 2 3' "                    \
    "rpy='0 0 1.5707963267948966'/></joint><gazebo reference='j'><sensor name='s' "                \
    "type='force_torque'><pose>9 9 9 1.5707963267948966 0 0</pose><force_torque>" settings         \
    "</force_torque></sensor></gazebo></robot>"

/* The joint holds 1 kg, 0.1 m along y of the child: the torque is 0.981 along x of the child, y of
 * the parent. About the origin of the joint, wherever the sensor is. */
static void a_wrench_has_the_axes_of_its_frame(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double force[3], torque[3];
    } cases[] = {
        {CLAMPED(""), {0.0, 0.0, 9.81}, {0.981, 0.0, 0.0}},
        {CLAMPED("<frame> child </frame>"), {0.0, 0.0, 9.81}, {0.981, 0.0, 0.0}},
        {CLAMPED("<frame>parent</frame>"), {0.0, 0.0, 9.81}, {0.0, 0.981, 0.0}},
        {CLAMPED("<frame>sensor</frame>"), {0.0, 9.81, 0.0}, {0.981, 0.0, 0.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        running r = sensed(spec_of(cases[i].text));
        check_reads(&r, "s_force", cases[i].force, 1e-14);
        check_reads(&r, "s_torque", cases[i].torque, 1e-14);
        run_close(&r);
    }
}

/* The only note of a text contains a word. */
static void check_note(const char *text, const char *word)
{
    ludo_spec *spec = spec_of(text);
    ludo_note_info note = {.struct_size = sizeof note, .message = ""};
    (void)ludo_spec_note(spec, 0, &note);
    if (ludo_spec_note_count(spec) != 1 || strstr(note.message, word) == NULL) {
        fail_msg("%d notes: '%s' lacks '%s'", (int)ludo_spec_note_count(spec), note.message, word);
    }
    ludo_spec_destroy(spec);
}

#define TURNING(settings)                                                                          \
    "<robot name='r'><link name='base'/><link name='arm'>" MASS "</link><link name='eye'/>"        \
    "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/></joint>"           \
    "<joint name='k' type='continuous'><parent link='arm'/><child link='eye'/></joint>" settings   \
    "</robot>"
#define OF(reference, sensor) "<gazebo reference='" reference "'>" sensor "</gazebo>"
#define WRENCH(inner)                                                                              \
    "<sensor name='s' type='force_torque'><force_torque>" inner "</force_torque></sensor>"
#define FROM_PARENT "<measure_direction>parent_to_child</measure_direction>"

static void what_differs_from_gazebo_is_noted(void **state)
{
    (void)state;
    check_note(CLAMPED(""), "force_torque: reads the wrench of the parent on the child");
    check_note(TURNING(OF("j", WRENCH(FROM_PARENT "<frame>parent</frame>"))),
               "force_torque in sensor: left out: its frame is that of the parent");
    check_note(TURNING(OF("j", WRENCH(FROM_PARENT "<frame>x</frame>"))), "none of child, parent");
    check_note(TURNING(OF("j", WRENCH("<measure_direction>x</measure_direction>"))),
               "its measure_direction is neither");
    check_note(TURNING(OF("k", WRENCH(FROM_PARENT))), "nothing that is fixed to the child");
    check_note(TURNING(OF("arm", WRENCH(FROM_PARENT))), "it must be in a joint");
    check_note(TURNING(OF("arm", "<sensor name='s' type='contact'/>")), "has no collision");
    check_note(TURNING(OF("arm", "<sensor name='s' type='ray'><ray><scan><horizontal><samples>x"
                                 "</samples></horizontal></scan></ray></sensor>")),
               "several samples");
    check_note(TURNING(OF("arm", "<sensor name='s' type='camera'/>")),
               "camera in sensor: left out: sensors of this type are not simulated");
    check_note(TURNING(OF("arm", "<sensor name='s' type='imu'><plugin name='p'/></sensor>")),
               "plugin in sensor: ignored");
}

static void of_several_sensors_of_one_name_the_first_keeps_it(void **state)
{
    (void)state;
    static const char text[] = "<robot name='r'><link name='arm'>" MASS "</link>" OF(
        "arm", "<sensor name='s' type='imu'/><sensor name='s' type='imu'/><sensor type='imu'>"
               "<imu><enable_orientation>false</enable_orientation></imu></sensor>") "</robot>";
    check_note(text, "the name is in use: kept without a name (4 times)");
    running r = sensed(spec_of(text));
    assert_int_equal(ludo_model_sensor_count(r.model), 8);
    assert_int_equal(ludo_model_sensor_find(r.model, "s_gyro"), 1);
    run_close(&r);
}

/* A ball of 2 kg on the ground: its normal force is its weight after the impact of a drop of no
 * height. Products of force and gap are below 1e-9 N m. */
static void a_contact_sensor_reads_the_weight(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        "<sdf version='1.9'><world name='w'><model name='ground'><static>true</static>"
        "<link name='l'><collision name='c'><geometry><plane/></geometry></collision></link>"
        "</model><model name='ball'><pose>0 0 0.1 0 0 0</pose><link name='l'>"
        "<inertial><mass>2</mass></inertial><collision name='c'><geometry><sphere>"
        "<radius>0.1</radius></sphere></geometry></collision><sensor name='s' type='contact'>"
        "<contact><collision>c</collision></contact></sensor></link></model></world></sdf>");
    assert_int_equal(ludo_spec_note_count(spec), 0);
    running r = run_open(LUDO_OK, spec, NULL);
    run_steps(&r, 0.001, 10);
    CHECK_READS(&r, "ball::l::s", 1e-6, 2.0 * 9.8);
    run_close(&r);
}

static void a_ray_ends_at_its_range(void **state)
{
    (void)state;
    running r = sensed(spec_of(
        "<robot name='r'><link name='base'><collision><origin xyz='3 0 0'/><geometry>"
        "<box size='1 1 1'/></geometry></collision></link><link name='arm'>" MASS "</link>"
        "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/></joint>"
        "<gazebo reference='arm'><sensor name='far' type='gpu_ray'><ray><scan><horizontal>"
        "<samples>1</samples></horizontal></scan><range><max>10</max></range></ray></sensor>"
        "<sensor name='near' type='gpu_ray'><ray><scan><horizontal><samples>1</samples>"
        "</horizontal></scan><range><max>2</max></range></ray></sensor></gazebo></robot>"));
    CHECK_READS(&r, "far", 1e-14, 2.5);
    CHECK_READS(&r, "near", 0.0, 2.0);
    run_close(&r);
}

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    static const char *const texts[] = {
        TURNING(OF("arm", "<sensor name='s' type='imu'/><sensor name='s' type='imu'/>")
                    OF("j", WRENCH(""))),
        "<sdf version='1.9'><model name='m'><link name='l'><sensor name='s' type='imu'/>"
        "<sensor name='t' type='camera'/></link></model></sdf>"};
    for (size_t i = 0; i < 2; i++) {
        FOR_FAILING_ALLOCATION(a)
        {
            ludo_spec *spec = NULL;
            const ludo_status s = ludo_load_string(texts[i], strlen(texts[i]), "file.xml", NULL,
                                                   &a.hook, &spec, NULL);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            ludo_spec_destroy(spec);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_of_a_urdf_read_closed_forms),
        cmocka_unit_test(sensors_of_an_sdf_read_closed_forms),
        cmocka_unit_test(a_wrench_has_the_axes_of_its_frame),
        cmocka_unit_test(what_differs_from_gazebo_is_noted),
        cmocka_unit_test(of_several_sensors_of_one_name_the_first_keeps_it),
        cmocka_unit_test(a_contact_sensor_reads_the_weight),
        cmocka_unit_test(a_ray_ends_at_its_range),
        cmocka_unit_test(loading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
