/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole states: arrays over all joints, bodies and actuators against the functions that read and
 * set one of them; views; accelerations against forward dynamics. */
#include "everything.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 6, MOST = 256 };

static const char *const integrators[] = {"maximal", "galerkin", "runge-kutta"};

static running open_moving(uint64_t seed, const char *name)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = name;
    running r = open_everything(seed, true, &options);
    hold_controls(&r);
    run_steps(&r, 0.002, 5);
    return r;
}

/* Read a quantity and return its length. */
static int32_t read_all(running *r, ludo_quantity quantity, double *out)
{
    const int32_t count = ludo_model_quantity_count(r->model, quantity);
    assert_in_range(count, 0, MOST);
    assert_int_equal(ludo_sim_get(r->sim, quantity, out, count), LUDO_OK);
    return count;
}

/* Per joint the numbers of one reader, in the order of joints, are the array. */
static void check_joints(running *r, ludo_quantity quantity,
                         ludo_status (*read)(ludo_sim *sim, int32_t joint, double *out))
{
    double all[MOST], one[7];
    const int32_t count = read_all(r, quantity, all);
    int32_t first = 0;
    for (int32_t i = 0; i < ludo_model_joint_count(r->model); i++) {
        memset(one, 0xff, sizeof one); /* NaN beyond the numbers of this joint */
        assert_int_equal(read(r->sim, i, one), LUDO_OK);
        for (int k = 0; k < 7 && !isnan(one[k]); k++, first++) {
            assert_true(first < count && all[first] == one[k]);
        }
    }
    assert_int_equal(first, count);
}

static void coordinates_and_rates_are_those_of_joints(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof integrators / sizeof *integrators; n++) {
        FOR_SEEDS(seed, SEEDS)
        {
            running r = open_moving(seed, integrators[n]);
            check_joints(&r, LUDO_POSITIONS, ludo_sim_joint_position);
            check_joints(&r, LUDO_VELOCITIES, ludo_sim_joint_velocity);
            check_joints(&r, LUDO_STOP_FORCES, ludo_sim_stop_force);
            run_close(&r);
        }
    }
}

static void poses_and_velocities_are_those_of_bodies(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = open_moving(seed, "maximal");
        double poses[MOST], velocities[MOST];
        read_all(&r, LUDO_BODY_POSES, poses);
        read_all(&r, LUDO_BODY_VELOCITIES, velocities);
        for (int32_t i = 0; i < ludo_model_body_count(r.model); i++) {
            const ludo_body_state b = run_body(&r, i);
            const double pose[7] = {b.position.x,    b.position.y,    b.position.z,
                                    b.orientation.w, b.orientation.x, b.orientation.y,
                                    b.orientation.z};
            assert_memory_equal(poses + 7 * i, pose, sizeof pose);
            assert_memory_equal(velocities + 6 * i, &b.linear_velocity, 3 * sizeof(double));
            assert_memory_equal(velocities + 6 * i + 3, &b.angular_velocity, 3 * sizeof(double));
        }
        run_close(&r);
    }
}

/* A robot with sites, in motion. */
static running open_quadruped(void)
{
    ludo_spec *spec = NULL;
    const ludo_status read = ludo_load_file("examples/quadruped.xml", NULL, NULL, &spec, NULL);
    running r = run_open(read, spec, NULL);
    run_steps(&r, 0.002, 20);
    return r;
}

/* The frame of a site is that of its body, moved by the frame of the site in it, and turns with the
 * body. */
static void check_site(const ludo_body_state *body, const ludo_site_info *info,
                       const double pose[7], const double velocity[6])
{
    const ludo_body_state b = *body;
    const ludo_quat q = q_mul(b.orientation, info->frame.orientation);
    const ludo_vec3 x = v3_add(b.position, q_rotate(b.orientation, info->frame.position));
    const double expected[7] = {x.x, x.y, x.z, q.w, q.x, q.y, q.z};
    for (int k = 0; k < 7; k++) {
        CHECK_NEAR(pose[k], expected[k], 8 * DBL_EPSILON);
    }
    const ludo_vec3 own = q_rotate(q_conj(info->frame.orientation), b.angular_velocity);
    CHECK_NEAR(velocity[3], own.x, 1e-13); /* rounding of rates of about 1 */
    CHECK_NEAR(velocity[4], own.y, 1e-13);
    CHECK_NEAR(velocity[5], own.z, 1e-13);
}

static void poses_and_velocities_are_those_of_sites(void **state)
{
    (void)state;
    running r = open_quadruped();
    double poses[MOST], velocities[MOST];
    read_all(&r, LUDO_SITE_POSES, poses);
    read_all(&r, LUDO_SITE_VELOCITIES, velocities);
    assert_true(ludo_model_site_count(r.model) > 0);
    for (int32_t i = 0; i < ludo_model_site_count(r.model); i++) {
        ludo_site_info info = {.struct_size = sizeof info};
        ludo_point_state point;
        assert_int_equal(ludo_model_site(r.model, i, &info), LUDO_OK);
        assert_int_equal(ludo_sim_site(r.sim, i, &point), LUDO_OK);
        assert_memory_equal(poses + 7 * i, &point.position, sizeof point.position);
        assert_memory_equal(velocities + 6 * i, &point.velocity, sizeof point.velocity);
        const ludo_body_state world = {.orientation = {.w = 1.0}};
        const ludo_body_state body = info.body == LUDO_WORLD ? world : run_body(&r, info.body);
        check_site(&body, &info, poses + 7 * i, velocities + 6 * i);
    }
    run_close(&r);
}

static void energies_are_those_of_the_simulation(void **state)
{
    (void)state;
    running r = open_quadruped();
    double all[MOST];
    ludo_energy e;
    assert_int_equal(read_all(&r, LUDO_ENERGIES, all), 6);
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    assert_true(all[0] == e.kinetic && all[1] == e.potential && all[2] == e.springs);
    assert_true(all[3] == e.work && all[4] == e.dissipated && all[5] == e.contact);
    run_close(&r);
}

static void controls_and_forces_are_those_of_actuators(void **state)
{
    (void)state;
    running r = open_moving(1, "maximal");
    double controls[MOST], forces[MOST];
    const int32_t count = read_all(&r, LUDO_CONTROLS, controls);
    assert_int_equal(read_all(&r, LUDO_ACTUATOR_FORCES, forces), count);
    assert_int_equal(count, ludo_model_actuator_count(r.model));
    assert_true(count > 0);
    for (int32_t i = 0; i < count; i++) {
        ludo_tendon_state line = {.struct_size = sizeof line};
        assert_int_equal(ludo_sim_actuator(r.sim, i, &line), LUDO_OK);
        assert_true(forces[i] == line.force);
        controls[i] += 0.25;
    }
    assert_int_equal(ludo_sim_set_controls(r.sim, controls, count), LUDO_OK);
    double again[MOST];
    read_all(&r, LUDO_CONTROLS, again);
    assert_memory_equal(again, controls, (size_t)count * sizeof *controls);
    run_close(&r);
}

/* Put the same servo on each scalar coordinate; where `law` is not NULL, its effort along each rate
 * goes there, at coordinates q and rates v. Returns the number of servos. */
static int32_t serve_all(running *r, const double *q, const double *v, double *law)
{
    static const double target = 0.3, kp = 2.0, kd = 0.5;
    int32_t served = 0;
    for (int32_t i = 0; i < ludo_model_joint_count(r->model); i++) {
        const ludo_joint_info j = joint_info_of(r->model, i);
        for (int32_t k = 0; k < j.dof; k++) {
            const bool serves = ludo_sim_set_servo(r->sim, i, k, target, kp, kd) == LUDO_OK;
            served += serves;
            if (law != NULL && serves) {
                law[j.velocity_first + k] =
                    kp * (target - q[j.position_first + k]) - kd * v[j.velocity_first + k];
            }
        }
    }
    return served;
}

/* The efforts of servos follow their law; along other rates, and after a reset, they are zero. */
static void servo_efforts_follow_the_law(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof integrators / sizeof *integrators; n++) {
        running r = open_moving(3, integrators[n]);
        double q[MOST], v[MOST], effort[MOST], law[MOST] = {0.0};
        assert_true(serve_all(&r, NULL, NULL, NULL) > 3);
        run_steps(&r, 0.002, 3);
        read_all(&r, LUDO_POSITIONS, q);
        read_all(&r, LUDO_VELOCITIES, v);
        (void)serve_all(&r, q, v, law);
        const int32_t nv = read_all(&r, LUDO_SERVO_EFFORTS, effort);
        assert_memory_equal(effort, law, (size_t)nv * sizeof *effort);
        assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
        read_all(&r, LUDO_SERVO_EFFORTS, effort);
        memset(law, 0, sizeof law);
        assert_memory_equal(effort, law, (size_t)nv * sizeof *effort);
        run_close(&r);
    }
}

/* A state that was set as arrays is read back up to the round-off of normalising quaternions and
 * of twists along a dozen joints. */
static void a_state_that_was_set_is_read_back(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running from = open_moving(seed, "maximal"), to = open_moving(seed + 1, "maximal");
        run_close(&to);
        to = open_everything(seed, true, NULL);
        double q[MOST], v[MOST], again[MOST];
        const int32_t nq = read_all(&from, LUDO_POSITIONS, q);
        const int32_t nv = read_all(&from, LUDO_VELOCITIES, v);
        assert_int_equal(ludo_sim_set_positions(to.sim, q, nq), LUDO_OK);
        assert_int_equal(ludo_sim_set_velocities(to.sim, v, nv), LUDO_OK);
        read_all(&to, LUDO_POSITIONS, again);
        for (int32_t i = 0; i < nq; i++) {
            CHECK_NEAR(again[i], q[i], 1e-13 * (1.0 + fabs(q[i])));
        }
        read_all(&to, LUDO_VELOCITIES, again);
        for (int32_t i = 0; i < nv; i++) {
            CHECK_NEAR(again[i], v[i], 1e-11 * (1.0 + fabs(v[i])));
        }
        run_close(&from);
        run_close(&to);
    }
}

static void velocities_stay_when_positions_are_set(void **state)
{
    (void)state;
    running r = open_moving(2, "maximal");
    double q[MOST], v[MOST], again[MOST];
    const int32_t nq = read_all(&r, LUDO_POSITIONS, q);
    const int32_t nv = read_all(&r, LUDO_VELOCITIES, v);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    assert_int_equal(ludo_sim_set_velocities(r.sim, v, nv), LUDO_OK);
    assert_int_equal(ludo_sim_set_positions(r.sim, q, nq), LUDO_OK);
    read_all(&r, LUDO_VELOCITIES, again);
    for (int32_t i = 0; i < nv; i++) {
        CHECK_NEAR(again[i], v[i], 1e-11 * (1.0 + fabs(v[i]))); /* round-off, as above */
    }
    run_close(&r);
}

static void bad_arrays_change_nothing(void **state)
{
    (void)state;
    running r = open_moving(1, "maximal"), other = open_moving(1, "maximal");
    double q[MOST], v[MOST];
    const int32_t nq = read_all(&r, LUDO_POSITIONS, q);
    const int32_t nv = read_all(&r, LUDO_VELOCITIES, v);
    assert_int_equal(ludo_sim_get_positions(r.sim, q, nq - 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_get_positions(r.sim, NULL, nq), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_get_positions(NULL, q, nq), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_get(r.sim, (ludo_quantity)99, q, 0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_quantity_count(r.model, (ludo_quantity)-1), 0);
    assert_int_equal(ludo_model_quantity_count(NULL, LUDO_POSITIONS), 0);
    assert_int_equal(ludo_sim_set_positions(r.sim, q, nq + 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_velocities(r.sim, v, nv - 1), LUDO_BAD_ARGUMENT);
    q[nq - 1] = (double)NAN;
    v[0] = (double)INFINITY;
    assert_int_equal(ludo_sim_set_positions(r.sim, q, nq), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_velocities(r.sim, v, nv), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_efforts(r.sim, v, nv), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_controls(r.sim, v, ludo_model_actuator_count(r.model)),
                     LUDO_BAD_ARGUMENT);
    memset(q, 0, sizeof q); /* zero quaternions */
    assert_int_equal(ludo_sim_set_positions(r.sim, q, nq), LUDO_BAD_ARGUMENT);
    run_steps(&r, 0.002, 3);
    run_steps(&other, 0.002, 3);
    check_same_bits(&r, &other);
    run_close(&r);
    run_close(&other);
}

static void views_keep_their_address_and_are_refreshed(void **state)
{
    (void)state;
    running r = open_moving(1, "maximal");
    const double *view[LUDO_QUANTITY_COUNT], *again;
    int32_t count;
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        assert_int_equal(ludo_sim_view(r.sim, (ludo_quantity)i, &view[i], &count), LUDO_OK);
        assert_int_equal(count, ludo_model_quantity_count(r.model, (ludo_quantity)i));
    }
    run_steps(&r, 0.002, 3);
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        double now[MOST];
        const int32_t length = read_all(&r, (ludo_quantity)i, now);
        assert_int_equal(ludo_sim_view(r.sim, (ludo_quantity)i, &again, NULL), LUDO_OK);
        assert_ptr_equal(again, view[i]);
        assert_memory_equal(again, now, (size_t)length * sizeof *now);
    }
    assert_int_equal(ludo_sim_view(r.sim, LUDO_QUANTITY_COUNT, &again, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_view(NULL, LUDO_POSITIONS, &again, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

/* ---- accelerations ---- */

/* An undamped tree without springs and controls, in motion: nothing but gravity and efforts acts.
 */
static running open_free(uint64_t seed, const char *name, double h)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(8, seed, seed % 2 == 0, NULL, &spec);
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = name;
    running r = run_open(built, spec, &options);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    const long steps = lround(0.032 / h);
    run_steps(&r, h, steps);
    return r;
}

/* The largest difference of the accelerations from forward dynamics at the same state. */
static double acceleration_error(running *r)
{
    double q[MOST], v[MOST], a[MOST], effort[MOST], expected[MOST], error = 0.0;
    read_all(r, LUDO_POSITIONS, q);
    read_all(r, LUDO_JOINT_EFFORTS, effort);
    const int32_t nv = read_all(r, LUDO_VELOCITIES, v);
    read_all(r, LUDO_ACCELERATIONS, a);
    ludo_dynamics *dynamics = NULL;
    assert_int_equal(ludo_dynamics_create(r->model, NULL, &dynamics), LUDO_OK);
    assert_int_equal(ludo_dynamics_forward(dynamics, q, v, effort, expected), LUDO_OK);
    double scale = 1.0;
    for (int32_t i = 0; i < nv; i++) {
        error = fmax(error, fabs(a[i] - expected[i]));
        scale = fmax(scale, fabs(expected[i]));
    }
    ludo_dynamics_destroy(dynamics);
    return error / scale;
}

static void accelerations_of_joint_coordinates_are_forward_dynamics(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        for (int i = 1; i < 3; i++) {
            running r = open_free(seed, integrators[i], 0.004);
            CHECK_NEAR(acceleration_error(&r), 0.0, 1e-10); /* two ways to sum the same terms */
            run_close(&r);
        }
    }
}

/* Differences of velocities: halving the step divides the error by four. */
static void accelerations_of_maximal_are_of_order_two(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        double error[2];
        for (int i = 0; i < 2; i++) {
            running r = open_free(seed, "maximal", i == 0 ? 0.002 : 0.001);
            error[i] = acceleration_error(&r);
            run_close(&r);
        }
        CHECK_NEAR(log2(error[0] / error[1]), 2.0, 0.1); /* the next term is of order h */
        CHECK_NEAR(error[1], 0.0, 1e-2);                 /* measured: at most 1e-3 */
    }
}

/* The forces of contacts carry a weight at rest: none of the rest moves. */
static void contact_forces_carry_the_weight(void **state)
{
    (void)state;
    static const double weight = 2.0 * 9.81;
    ludo_spec *spec = NULL;
    ludo_body_def box = {.struct_size = sizeof box, .mass = 2.0, .inertia = {0.02, 0.02, 0.02}};
    ludo_joint_def flight = {.struct_size = sizeof flight, .type = "free", .parent = LUDO_WORLD};
    flight.in_parent.position.z = 0.1;
    ludo_geom_def shape = ludo_geom_default(), floor = ludo_geom_default();
    shape.type = "box";
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, -9.81}, 3),
                     LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &box, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &flight, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &shape, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &floor, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    run_steps(&r, 0.01, 20);
    double force[MOST], a[MOST];
    assert_int_equal(read_all(&r, LUDO_CONTACT_FORCES, force), 6);
    assert_int_equal(read_all(&r, LUDO_ACCELERATIONS, a), 6);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(force[i], i == 2 ? weight : 0.0, 1e-6 * weight); /* tolerance of the solve */
        CHECK_NEAR(a[i], 0.0, 1e-6 * 9.81);
    }
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_and_rates_are_those_of_joints),
        cmocka_unit_test(poses_and_velocities_are_those_of_bodies),
        cmocka_unit_test(poses_and_velocities_are_those_of_sites),
        cmocka_unit_test(energies_are_those_of_the_simulation),
        cmocka_unit_test(controls_and_forces_are_those_of_actuators),
        cmocka_unit_test(servo_efforts_follow_the_law),
        cmocka_unit_test(a_state_that_was_set_is_read_back),
        cmocka_unit_test(velocities_stay_when_positions_are_set),
        cmocka_unit_test(bad_arrays_change_nothing),
        cmocka_unit_test(views_keep_their_address_and_are_refreshed),
        cmocka_unit_test(accelerations_of_joint_coordinates_are_forward_dynamics),
        cmocka_unit_test(accelerations_of_maximal_are_of_order_two),
        cmocka_unit_test(contact_forces_carry_the_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
