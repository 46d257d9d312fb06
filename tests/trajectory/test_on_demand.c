/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities that are recorded on demand: they are those of the simulation, and cost no bit of the
 * motion. */
#include "mjcf_text.h"
#include "recording.h"

static const char text[] = MUJOCO(WORLD(
    "<body><joint name='a' axis='0 1 0'/><geom size='0.1' pos='0 0 -1'/>"
    "<site name='s' pos='0 0 -1'/><body pos='0.3 0 0'><joint type='ball'/>"
    "<geom size='0.1' pos='0.2 0 0'/></body></body>") "<sensor><gyro site='s'/>"
                                                      "<clock/></sensor>"
                                                      "<actuator><motor joint='a'/></actuator>");

enum { STEPS = 40, ALL = 31 };

static ludo_recorder_options recording_all(uint32_t record)
{
    ludo_recorder_options o = ludo_recorder_options_default();
    o.record = record;
    return o;
}

static void check_numbers(const double *x, const double *y, int32_t count)
{
    assert_non_null(x);
    assert_memory_equal(x, y, (size_t)count * sizeof *x);
}

/* The last knot has the numbers of the simulation. */
static void recorded_numbers_are_those_of_the_simulation(void **state)
{
    (void)state;
    recording r = recording_of(LUDO_OK, spec_of(text));
    const ludo_recorder_options o = recording_all(ALL);
    assert_int_equal(ludo_sim_set_control(r.run.sim, 0, 0.5), LUDO_OK);
    record_start(&r, "all.h5", &o);
    record_steps(&r, 0.01, STEPS);
    double sensor[4], a[4], torque[4];
    ludo_point_state site;
    ludo_wrench w;
    assert_int_equal(ludo_sim_get_sensors(r.run.sim, sensor, 4), LUDO_OK);
    assert_int_equal(ludo_sim_get_accelerations(r.run.sim, a, 4), LUDO_OK);
    assert_int_equal(ludo_sim_get_drive_efforts(r.run.sim, torque, 4), LUDO_OK);
    assert_true(torque[0] == 0.5);
    assert_int_equal(ludo_sim_site(r.run.sim, 0, &site), LUDO_OK);
    assert_int_equal(ludo_sim_reaction(r.run.sim, 1, &w), LUDO_OK);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded("all.h5");
    const ludo_sample knot = knot_of(t, STEPS);
    check_numbers(knot.sensor, sensor, 4);
    check_numbers(knot.acceleration, a, 4);
    check_numbers(knot.torque, torque, 4);
    check_numbers(knot.site, &site.position.x, 6);
    check_numbers(knot.reaction + 6, &w.force.x, 6);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* All other numbers of a knot are equal to the bit. */
static void recording_more_changes_no_bit(void **state)
{
    (void)state;
    recording more = recording_of(LUDO_OK, spec_of(text)),
              less = recording_of(LUDO_OK, spec_of(text));
    const ludo_recorder_options o = recording_all(ALL);
    record_start(&more, "more.h5", &o);
    record_start(&less, "less.h5", NULL);
    record_steps(&more, 0.01, STEPS);
    record_steps(&less, 0.01, STEPS);
    record_end(&more, NULL);
    record_end(&less, NULL);
    ludo_trajectory *x = recorded("more.h5"), *y = recorded("less.h5");
    for (int k = 0; k <= STEPS; k++) {
        const ludo_sample a = knot_of(x, k), b = knot_of(y, k);
        assert_memory_equal(a.pose, b.pose, 14 * sizeof *a.pose);
        assert_memory_equal(a.velocity, b.velocity, 12 * sizeof *a.velocity);
        assert_null(b.sensor);
        assert_null(b.site);
        assert_null(b.acceleration);
        assert_null(b.reaction);
        assert_null(b.torque);
    }
    ludo_trajectory_close(x);
    ludo_trajectory_close(y);
    recording_close(&more);
    recording_close(&less);
}

static void one_quantity_may_be_recorded_alone(void **state)
{
    (void)state;
    recording r = recording_of(LUDO_OK, spec_of(text));
    const ludo_recorder_options o = recording_all(LUDO_RECORD_SITES);
    record_start(&r, "sites.h5", &o);
    record_steps(&r, 0.01, 3);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded("sites.h5");
    const ludo_sample knot = knot_of(t, 3);
    assert_true(knot.site != NULL && knot.sensor == NULL && knot.reaction == NULL);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void unknown_quantities_are_refused(void **state)
{
    (void)state;
    recording r = recording_of(LUDO_OK, spec_of(text));
    const ludo_recorder_options o = recording_all(32);
    EXPECT(
        ludo_recorder_create(folder_path("no.h5"), r.spec, r.run.sim, &o, NULL, &r.recorder, &why),
        LUDO_BAD_ARGUMENT);
    recording_close(&r);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    recording r = recording_of(LUDO_OK, spec_of(text));
    const ludo_recorder_options o = recording_all(ALL);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_recorder *recorder = NULL;
        const ludo_status s = ludo_recorder_create(folder_path("fail.h5"), r.spec, r.run.sim, &o,
                                                   &a.hook, &recorder, NULL);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_recorder_destroy(recorder);
    }
    recording_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_numbers_are_those_of_the_simulation),
        cmocka_unit_test(recording_more_changes_no_bit),
        cmocka_unit_test(one_quantity_may_be_recorded_alone),
        cmocka_unit_test(unknown_quantities_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    folder_open("test_on_demand");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
