/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts in trajectories: those of each knot come back as the simulation told of them. */
#include "recording.h"

#include <hdf5.h>

static const char file[] = "run.h5";

/* A box on a floor, thrown along it, and many more of them beside it. */
static recording boxes(int32_t count)
{
    ludo_spec *spec = NULL;
    ludo_geom_def floor = ludo_geom_default();
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    ludo_status status = ludo_spec_add_geom(spec, &floor, NULL);
    for (int32_t i = 0; i < count && status == LUDO_OK; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 1.0, .inertia = {0.04, 0.04, 0.04}};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "free",
                                      .parent = LUDO_WORLD,
                                      .child = i,
                                      .in_parent = {.position = {2.0 * i, 0.0, 0.26}}};
        ludo_geom_def geom = ludo_geom_default();
        geom.body = i;
        geom.type = "box";
        geom.size[0] = geom.size[1] = geom.size[2] = 0.25;
        geom.friction[0] = 0.3;
        status = ludo_spec_add_body(spec, &body, NULL);
        status = status == LUDO_OK ? ludo_spec_add_joint(spec, &joint, NULL) : status;
        status = status == LUDO_OK ? ludo_spec_add_geom(spec, &geom, NULL) : status;
    }
    recording r = recording_of(status, spec);
    for (int32_t i = 0; i < count; i++) {
        const double rate[6] = {1.0, 0.5, 0.0, 0.0, 0.0, 0.0};
        assert_int_equal(ludo_sim_set_joint_velocity(r.run.sim, i, rate), LUDO_OK);
    }
    return r;
}

enum { MOST = 256 };

/* Those of a knot are all that the simulation tells of, but those where nothing pushes. */
static void check_contacts(ludo_trajectory *t, const ludo_sample *k, ludo_sim *sim)
{
    ludo_contact told[MOST], read[MOST];
    const int32_t count = contacts_of(sim, told, MOST);
    assert_true(count <= MOST && k->contact_count <= count);
    EXPECT(ludo_trajectory_contacts(t, k, read, &why), LUDO_OK);
    int32_t next = 0;
    for (int32_t i = 0; i < count && next < k->contact_count; i++) {
        if (told[i].point.x == read[next].point.x && told[i].point.y == read[next].point.y) {
            const ludo_contact *a = &told[i], *b = &read[next++];
            assert_true(a->geom_a == b->geom_a && a->geom_b == b->geom_b);
            assert_true(a->body_a == b->body_a && a->body_b == b->body_b);
            assert_memory_equal(&a->point, &b->point, sizeof *a - offsetof(ludo_contact, point));
        }
    }
    assert_int_equal(next, k->contact_count);
}

static void contacts_of_knots_come_back(void **state)
{
    (void)state;
    recording r = boxes(1), again = boxes(1);
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 40);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    int32_t active_contacts = 0;
    for (int i = 0; i <= 40; i++) {
        const ludo_sample k = knot_of(t, i);
        check_contacts(t, &k, again.run.sim);
        active_contacts += k.contact_count > 0;
        assert_true(k.points >= k.contact_count);
        assert_int_equal(ludo_step(again.run.sim, 0.01, NULL), LUDO_OK);
    }
    assert_true(active_contacts > 30 && knot_of(t, 0).contact_count == 0);
    ludo_trajectory_close(t);
    recording_close(&r);
    recording_close(&again);
}

/* The energy that contacts took comes back, and the energy error is that of the balance with it. */
static void the_energy_taken_comes_back(void **state)
{
    (void)state;
    recording r = boxes(1), again = boxes(1);
    ludo_energy start, now;
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 40);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    assert_int_equal(ludo_sim_energy(again.run.sim, &start), LUDO_OK);
    for (int i = 0; i <= 40; i++) {
        const ludo_sample k = knot_of(t, i);
        assert_int_equal(ludo_sim_energy(again.run.sim, &now), LUDO_OK);
        assert_memory_equal(&k.energy, &now, sizeof now);
        assert_true(k.energy_error == ludo_energy_error(&start, &now));
        assert_int_equal(ludo_step(again.run.sim, 0.01, NULL), LUDO_OK);
    }
    assert_true(now.contact > 0.5);
    ludo_trajectory_close(t);
    recording_close(&r);
    recording_close(&again);
}

/* Files of 0.1 do not have it: it is unknown. */
static void without_the_energy_taken_it_is_unknown(void **state)
{
    (void)state;
    recording r = boxes(1);
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 10);
    record_end(&r, NULL);
    const hid_t f = H5Fopen(folder_path(file), H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(f, "knots/contact_energy", H5P_DEFAULT) >= 0 && H5Fclose(f) >= 0);
    ludo_trajectory *t = recorded(file);
    for (int i = 0; i <= 10; i++) {
        const ludo_sample k = knot_of(t, i);
        assert_true(isnan(k.energy.contact) && isfinite(k.energy.dissipated));
    }
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* Rows fill windows of their own, which are written before knots are. */
static void many_contacts_are_written_as_they_come(void **state)
{
    (void)state;
    recording r = boxes(12);
    int64_t rows = 0;
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 60);
    ludo_recorder_destroy(r.recorder); /* not finished, as where a run is killed */
    r.recorder = NULL;
    ludo_trajectory *t = recorded(file);
    for (int64_t i = 0; i < ludo_trajectory_sample_count(t); i++) {
        ludo_contact read[MOST];
        const ludo_sample k = knot_of(t, i);
        assert_true(k.contact_first >= rows && k.contact_count <= MOST);
        rows = k.contact_first + k.contact_count;
        EXPECT(ludo_trajectory_contacts(t, &k, read, &why), LUDO_OK);
        for (int32_t c = 0; c < k.contact_count; c++) {
            assert_true(read[c].normal_force > 0.0 && read[c].geom_a == 0);
            assert_true(read[c].body_b == read[c].geom_b - 1);
        }
    }
    assert_true(rows > 1024);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* Thinning loses no extreme: the impact is in the knot behind it. */
static void the_worst_of_all_steps_is_kept(void **state)
{
    (void)state;
    const ludo_recorder_options options = {.struct_size = sizeof options, .every = 20};
    recording r = boxes(1), again = boxes(1);
    double largest = 0.0;
    record_start(&r, file, &options);
    record_steps(&r, 0.01, 20);
    record_end(&r, NULL);
    for (int i = 0; i < 20; i++) {
        ludo_contact told[MOST];
        assert_int_equal(ludo_step(again.run.sim, 0.01, NULL), LUDO_OK);
        const int32_t count = contacts_of(again.run.sim, told, MOST);
        for (int32_t c = 0; c < count; c++) {
            largest = fmax(largest, told[c].normal_force);
        }
    }
    ludo_trajectory *t = recorded(file);
    const ludo_sample k = knot_of(t, 1);
    assert_true(k.normal_force == largest && k.normal_force > 9.81 / 4.0 * 1.1);
    assert_int_equal(k.points, 4);
    assert_true(k.penetration <= 1e-9 && k.friction_excess >= 0.0);
    ludo_trajectory_close(t);
    recording_close(&r);
    recording_close(&again);
}

static void what_a_knot_can_not_have_is_refused(void **state)
{
    (void)state;
    recording r = boxes(1);
    record_run(&r, file, 0.01, 20);
    ludo_trajectory *t = recorded(file);
    ludo_contact read[MOST];
    ludo_sample k = knot_of(t, 20);
    assert_int_equal(ludo_trajectory_contacts(NULL, &k, read, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_trajectory_contacts(t, NULL, read, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_trajectory_contacts(t, &k, NULL, NULL), LUDO_BAD_ARGUMENT);
    k.contact_first = 1 << 20;
    EXPECT(ludo_trajectory_contacts(t, &k, read, &why), LUDO_PARSE);
    k.contact_first = -1;
    EXPECT(ludo_trajectory_contacts(t, &k, read, &why), LUDO_PARSE);
    ludo_trajectory_close(t);
    recording_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_of_knots_come_back),
        cmocka_unit_test(the_energy_taken_comes_back),
        cmocka_unit_test(without_the_energy_taken_it_is_unknown),
        cmocka_unit_test(many_contacts_are_written_as_they_come),
        cmocka_unit_test(the_worst_of_all_steps_is_kept),
        cmocka_unit_test(what_a_knot_can_not_have_is_refused),
    };
    folder_open("test_trajectory_contacts");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
