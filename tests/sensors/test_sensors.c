/* SPDX-License-Identifier: Apache-2.0
 *
 * Sensors against closed forms: pendulums, falls, chains, spheres. tests/peers compares all types
 * with MuJoCo. */
#include "mjcf_text.h"
#include "sensor_reads.h"

/* A model of a text with its simulation. */
static running sensed(const char *text, const char *integrator)
{
    running r = {.model = model_of(text)};
    ludo_sim_options options = ludo_sim_options_default();
    ludo_diagnostic why = {.message = ""};
    options.integrator = integrator;
    if (ludo_sim_create(r.model, &options, NULL, &r.sim, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    return r;
}

#define SENSOR(inner) "<sensor>" inner "</sensor>"
#define IMU SENSOR("<accelerometer name='a' site='s'/><gyro name='w' site='s'/>")

static const char pendulum[] =
    MUJOCO(WORLD("<body><joint name='j' axis='0 1 0'/><inertial pos='0 0 -2' mass='3' "
                 "diaginertia='1 1 1'/><site name='s' pos='0 0 -2'/></body>") IMU);

/* At rest the support accelerates it up against gravity; in motion by v^2 / r more. */
static void a_pendulum_feels_gravity_and_its_turn(void **state)
{
    (void)state;
    running r = sensed(pendulum, "runge-kutta");
    const double w = 1.5;
    CHECK_READS(&r, "a", 1e-13, 0.0, 0.0, 9.81);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &w), LUDO_OK);
    CHECK_READS(&r, "a", 1e-13, 0.0, 0.0, 9.81 + 2.0 * w * w);
    CHECK_READS(&r, "w", 1e-15, 0.0, w, 0.0);
    run_close(&r);
}

/* Integrator maximal differentiates the velocities of intervals: of a body at rest without error.
 */
static void a_resting_pendulum_feels_gravity_after_steps(void **state)
{
    (void)state;
    running r = sensed(pendulum, "maximal");
    run_steps(&r, 0.01, 5);
    CHECK_READS(&r, "a", 1e-10, 0.0, 0.0, 9.81);
    run_close(&r);
}

static void a_falling_body_feels_nothing(void **state)
{
    (void)state;
    running r = sensed(MUJOCO(WORLD(BODY("", "<freejoint/><site name='s'/>")) IMU), "maximal");
    run_steps(&r, 0.01, 5);
    /* round-off of differences over h */
    CHECK_READS(&r, "a", 1e-11, 0.0, 0.0, 0.0);
    run_close(&r);
}

/* Off the axis of a free rotation only the centripetal acceleration is felt. */
static void a_turning_body_feels_its_turn(void **state)
{
    (void)state;
    running r = sensed(MUJOCO(WORLD(BODY("", "<freejoint/><site name='s' pos='0.5 0 0'/>")) IMU),
                       "runge-kutta");
    const double v[6] = {0.1, 0.2, 0.3, 0.0, 0.0, 2.0};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, v), LUDO_OK);
    CHECK_READS(&r, "a", 1e-13, -2.0, 0.0, 0.0);
    run_close(&r);
}

static const char chain[] = MUJOCO(
    WORLD("<body name='top'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
          "<site name='s0'/><body name='middle' pos='0 0 -1'><joint axis='1 0 0'/>"
          "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/><site name='s1'/>"
          "<body name='low' pos='0.5 0 -1'><inertial pos='0 0 0' mass='4' diaginertia='1 1 1'/>"
          "<site name='s2' quat='0 1 0 0'/></body></body></body>")
        SENSOR(
            "<force name='f0' site='s0'/><torque name='t0' site='s0'/><force name='f1' site='s1'/>"
            "<force name='f2' site='s2'/><torque name='t2' site='s2'/>"));

/* The force of a joint is the weight below it, at a fixed body, at a hinge and at a weld; the last
 * site is upside down. */
static void a_force_is_the_weight_below(void **state)
{
    (void)state;
    static const char *const integrators[] = {"runge-kutta", "maximal", "galerkin"};
    const double g = 9.81;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        running r = sensed(chain, integrators[i]);
        /* round-off; integrator maximal solves an interval to its tolerance */
        CHECK_READS(&r, "f0", 1e-8, 0.0, 0.0, 7.0 * g);
        CHECK_READS(&r, "t0", 1e-8, 0.0, -0.5 * 4.0 * g, 0.0);
        CHECK_READS(&r, "f1", 1e-8, 0.0, 0.0, 6.0 * g);
        CHECK_READS(&r, "f2", 1e-8, 0.0, 0.0, -4.0 * g);
        CHECK_READS(&r, "t2", 1e-8, 0.0, 0.0, 0.0);
        run_close(&r);
    }
}

/* Without the sensors the chain has one body, and contacts between its parts do not change. */
static void bodies_are_not_merged_where_a_wrench_is_read(void **state)
{
    (void)state;
    ludo_model *m = model_of(chain);
    ludo_joint_info j = {.struct_size = sizeof j};
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(ludo_model_joint(m, i, &j), LUDO_OK);
        assert_false(j.merged);
    }
    ludo_model_destroy(m);
}

/* A foot that is welded to a shin touches the thigh as little as the shin does, merged or not. */
static void welded_bodies_keep_the_filters_of_one_body(void **state)
{
    (void)state;
#define GEOM "<geom size='0.4'/>"
#define LEG(sensor)                                                                                \
    MUJOCO(WORLD("<body name='thigh'>" GEOM                                                        \
                 "<freejoint/><body pos='0 0 -1'><joint axis='1 0 0'/>" GEOM                       \
                 "<body name='foot' pos='0 0 0.9'>" GEOM "<site name='s'/></body></body>"          \
                 "</body>") sensor)
    static const char *const legs[] = {LEG(""), LEG(SENSOR("<force site='s'/>"))};
    for (int i = 0; i < 2; i++) {
        running r = sensed(legs[i], "maximal");
        ludo_contact contact[4];
        int32_t count = -1;
        run_steps(&r, 0.001, 1);
        assert_int_equal(ludo_sim_contacts(r.sim, contact, 4, &count), LUDO_OK);
        assert_int_equal(count, 0);
        run_close(&r);
    }
}

/* Distances from the origin along z to shapes above, alone in the world. */
static void rays_meet_the_near_side_of_each_shape(void **state)
{
    (void)state;
#define ABOVE(geom)                                                                                \
    MUJOCO("<asset><mesh name='m' vertex='-1 -1 0 1 -1 0 0 1 0 0 0 1'/><hfield name='h' nrow='2' " \
           "ncol='2' size='1 1 0.5 0.25' elevation='1 1 0.5 0'/></asset>" WORLD(BODY(              \
               "", "<freejoint/><site name='s'/><geom size='9'/>") "<geom pos='0 0 2' " geom "/>") \
               SENSOR("<rangefinder name='d' site='s'/>"))
    static const struct {
        const char *text;
        double distance;
    } cases[] = {
        {ABOVE("type='hfield' hfield='h' quat='0 1 0 0'"), 1.625}, /* upside down */
        {ABOVE("type='hfield' hfield='h'"), 1.75},                 /* its base */
        {ABOVE("size='0.5'"), 1.5},
        {ABOVE("type='capsule' size='0.25 0.5'"), 1.25},
        {ABOVE("type='cylinder' size='0.25 0.5'"), 1.5},
        {ABOVE("type='box' size='0.25 0.5 0.75'"), 1.25},
        {ABOVE("type='ellipsoid' size='0.25 0.5 0.75'"), 1.25},
        {ABOVE("type='mesh' mesh='m'"), 2.0},
        {ABOVE("type='plane' size='1 1 1'"), -1.0}, /* from behind */
        {ABOVE("type='plane' size='1 1 1' quat='0 1 0 0'"), 2.0},
        {ABOVE("size='0.5' rgba='1 1 1 0'"), -1.0}, /* transparent */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        running r = sensed(cases[i].text, "maximal");
        CHECK_READS(&r, "d", 1e-15, cases[i].distance);
        run_close(&r);
    }
}

static void values_stay_within_cutoffs(void **state)
{
    (void)state;
    running r =
        sensed(MUJOCO(WORLD(BODY(
                   "", "<freejoint/><site name='s' pos='1 -2 3'/>") "<geom pos='1 -2 9' size='1'/>")
                          SENSOR("<framepos name='p' objtype='site' objname='s' cutoff='1.5'/>"
                                 "<rangefinder name='d' site='s' cutoff='2'/>"
                                 "<framequat name='q' objtype='site' objname='s' cutoff='0.1'/>")),
               "maximal");
    CHECK_READS(&r, "p", 0.0, 1.0, -1.5, 1.5);
    CHECK_READS(&r, "d", 0.0, 2.0);
    CHECK_READS(&r, "q", 0.0, 1.0, 0.0, 0.0, 0.0);
    run_close(&r);
}

/* All of them, in their order, are those of one after the other. */
static void the_quantity_has_all_sensors(void **state)
{
    (void)state;
    running r = sensed(chain, "maximal");
    double all[15], one[4];
    run_steps(&r, 0.01, 2);
    assert_int_equal(ludo_model_quantity_count(r.model, LUDO_SENSORS), 15);
    assert_int_equal(ludo_sim_get_sensors(r.sim, all, 15), LUDO_OK);
    assert_int_equal(ludo_sim_get_sensors(r.sim, all, 14), LUDO_BAD_ARGUMENT);
    for (int32_t i = 0; i < ludo_model_sensor_count(r.model); i++) {
        assert_int_equal(ludo_sim_sensor(r.sim, i, one), LUDO_OK);
        assert_memory_equal(one, all + 3 * i, 3 * sizeof *one);
    }
    run_close(&r);
}

/* A changed copy of the model takes over in a running simulation: sensors read its masses. */
static void sensors_follow_another_model(void **state)
{
    (void)state;
    running r = sensed(chain, "runge-kutta");
    ludo_model *heavy = NULL;
    const double inertia[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_model_copy(r.model, NULL, &heavy), LUDO_OK);
    assert_int_equal(
        ludo_model_set_body_inertia(heavy, 2, 5.0, (ludo_vec3){0.0, 0.0, 0.0}, inertia), LUDO_OK);
    assert_int_equal(ludo_sim_set_model(r.sim, heavy, &why), LUDO_OK);
    ludo_model_destroy(r.model);
    r.model = heavy;
    CHECK_READS(&r, "f1", 1e-12, 0.0, 0.0, 7.0 * 9.81);
    run_close(&r);
}

/* The force of an actuator with a state is that of its activation, 3, not of its control, 0. */
static void forces_follow_activations(void **state)
{
    (void)state;
    const double act = 3.0;
    running r = sensed(
        MUJOCO(WORLD(BODY("", "<joint name='j'/>")) "<actuator><general name='m' "
                                                    "joint='j' gear='2' dyntype='filter' "
                                                    "dynprm='0.1'/></actuator>" SENSOR(
                                                        "<actuatorfrc name='f' actuator='m'/>"
                                                        "<jointactuatorfrc name='e' joint='j'/>")),
        "galerkin");
    assert_int_equal(ludo_sim_set_activations(r.sim, &act, 1), LUDO_OK);
    CHECK_READS(&r, "f", 1e-15, 3.0);
    CHECK_READS(&r, "e", 1e-15, 6.0);
    run_close(&r);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        MUJOCO("<asset><mesh name='m' vertex='-1 -1 0 1 -1 0 0 1 0 0 0 1'/></asset>" WORLD(
            "<geom type='mesh' mesh='m'/>"
            "<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><site name='s'/>"
            "</body>")
                   SENSOR("<accelerometer site='s'/><rangefinder site='s'/><force site='s'/>")));
    check_failing_allocations(spec);
}

/* ---- refusals ---- */

static void faults_are_named(void **state)
{
    (void)state;
    static const fault faults[] = {
        {"<mujoco>\n<worldbody><body>" INERTIAL "</body></worldbody>\n<sensor>\n"
         "<gyro site='t'/></sensor></mujoco>",
         LUDO_BAD_MODEL, 4, 0, "unknown site 't'"},
        {MUJOCO(WORLD(BODY("", "<freejoint name='f'/>")) SENSOR("<jointpos joint='f'/>")),
         LUDO_BAD_MODEL, 1, 0, "scalar coordinate"},
        {MUJOCO(WORLD(BODY("", "")) SENSOR("<gyro/>")), LUDO_PARSE, 1, 0, "needs a site"},
        {MUJOCO(WORLD(BODY("", "")) SENSOR("<jyro site='s'/>")), LUDO_PARSE, 1, 0, "jyro"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        ludo_model *model;
        ludo_diagnostic why = {.line = 0};
        assert_int_equal(make_model(faults[i].text, strlen(faults[i].text), NULL, &model, &why),
                         faults[i].status);
        assert_int_equal(why.line, faults[i].line);
        if (strstr(why.message, faults[i].word) == NULL) {
            fail_msg("'%s' lacks '%s'", why.message, faults[i].word);
        }
    }
}

/* A description with one body, a site and a sensor of these members. */
static void check_refused(ludo_sensor_def def, const char *word)
{
    ludo_spec *spec = spec_of(MUJOCO(WORLD(BODY("", "<joint/><site name='s'/>"))));
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    def.struct_size = sizeof def;
    assert_int_equal(ludo_spec_add_sensor(spec, &def, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_BAD_MODEL);
    if (strstr(why.message, word) == NULL) {
        fail_msg("'%s' lacks '%s'", why.message, word);
    }
    ludo_spec_destroy(spec);
}

static void impossible_sensors_are_refused(void **state)
{
    (void)state;
    check_refused((ludo_sensor_def){.type = "gyros"}, "did you mean gyro");
    check_refused((ludo_sensor_def){.type = "gyro"}, "must be on a site");
    check_refused((ludo_sensor_def){.type = "gyro", .of = LUDO_OBJECT_BODY}, "must be on a site");
    check_refused((ludo_sensor_def){.type = "gyro", .of = LUDO_OBJECT_SITE, .object = 1},
                  "does not exist");
    check_refused((ludo_sensor_def){.type = "gyro", .of = LUDO_OBJECT_SITE, .cutoff = -1.0},
                  "cutoff");
    check_refused(
        (ludo_sensor_def){.type = "gyro", .of = LUDO_OBJECT_SITE, .reference_of = LUDO_OBJECT_SITE},
        "reference frame");
    check_refused((ludo_sensor_def){.type = "jointpos", .of = LUDO_OBJECT_JOINT, .dof = 1},
                  "coordinate");
    check_refused((ludo_sensor_def){.type = "ballquat", .of = LUDO_OBJECT_JOINT}, "ball");
    check_refused((ludo_sensor_def){.type = "clock", .of = (ludo_object)99}, "must be on nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_feels_gravity_and_its_turn),
        cmocka_unit_test(a_resting_pendulum_feels_gravity_after_steps),
        cmocka_unit_test(a_falling_body_feels_nothing),
        cmocka_unit_test(a_turning_body_feels_its_turn),
        cmocka_unit_test(a_force_is_the_weight_below),
        cmocka_unit_test(bodies_are_not_merged_where_a_wrench_is_read),
        cmocka_unit_test(welded_bodies_keep_the_filters_of_one_body),
        cmocka_unit_test(rays_meet_the_near_side_of_each_shape),
        cmocka_unit_test(values_stay_within_cutoffs),
        cmocka_unit_test(the_quantity_has_all_sensors),
        cmocka_unit_test(sensors_follow_another_model),
        cmocka_unit_test(forces_follow_activations),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(impossible_sensors_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
