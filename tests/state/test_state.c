/* SPDX-License-Identifier: Apache-2.0
 *
 * The state at the knot: written values are read back. */
#include "sim/sim.h"
#include "running.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

enum { BODIES = 10, SEEDS = 20 };

/* Trees of ten bodies on slides of up to 9 m: positions and velocities of size 100, some hundred
 * roundings. */
static const double round_off = 1e4 * DBL_EPSILON;

static running random_tree(uint64_t seed)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(BODIES, seed, seed % 2 == 0, NULL, &spec);
    return run_open(built, spec, NULL);
}

static running bare_sim(ludo_spec *spec)
{
    running r;
    assert_int_equal(ludo_compile(spec, NULL, &r.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* --- joints ---------------------------------------------------------------------------------- */

/* All coordinates and rates, as in a keyframe. */
typedef struct joint_numbers {
    double q[7 * BODIES], rate[6 * BODIES];
} joint_numbers;

static joint_numbers read_joints(running *r)
{
    joint_numbers n = {{0.0}, {0.0}};
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const ludo_joint_info info = joint_info_of(r->model, j);
        assert_int_equal(ludo_sim_joint_position(r->sim, j, n.q + info.position_first), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r->sim, j, n.rate + info.velocity_first), LUDO_OK);
    }
    return n;
}

static void check_joints(running *r, const joint_numbers *n, const joint_numbers *expected)
{
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const ludo_joint_info info = joint_info_of(r->model, j);
        for (int32_t i = 0; i < info.position_count; i++) {
            const int32_t k = info.position_first + i;
            CHECK_NEAR(n->q[k], expected->q[k], round_off);
        }
        for (int32_t i = 0; i < info.velocity_count; i++) {
            const int32_t k = info.velocity_first + i;
            CHECK_NEAR(n->rate[k], expected->rate[k], round_off);
        }
    }
}

static void random_numbers(random_stream *s, const ludo_joint_info *info, double *q, double *rate)
{
    const ludo_quat turn = random_quat(s);
    for (int32_t i = 0; i < info->position_count; i++) {
        q[i] = random_uniform(s, -9.0, 9.0);
    }
    if (info->position_count >= 4) {
        memcpy(q + info->position_count - 4, &turn, sizeof turn);
    }
    for (int32_t i = 0; i < info->velocity_count; i++) {
        rate[i] = random_uniform(s, -2.0, 2.0);
    }
}

/* One joint after the other, before and after steps; all others are unchanged. */
static void what_a_joint_is_given_is_read_and_no_other_changes(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = random_tree(seed);
        random_stream s = random_from(seed);
        run_steps(&r, 0.002, (long)(seed % 3));
        joint_numbers expected = read_joints(&r);
        for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
            const ludo_joint_info info = joint_info_of(r.model, j);
            double *q = expected.q + info.position_first;
            double *rate = expected.rate + info.velocity_first;
            random_numbers(&s, &info, q, rate);
            assert_int_equal(ludo_sim_set_joint_position(r.sim, j, q), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, rate), LUDO_OK);
            const joint_numbers found = read_joints(&r);
            check_joints(&r, &found, &expected);
        }
        ludo_start_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
        CHECK_NEAR(report.position_correction, 0.0, round_off);
        CHECK_NEAR(report.velocity_correction, 0.0, round_off);
        run_close(&r);
    }
}

/* Setters may be called in sequence, without reading in between, in either order. */
static void rates_and_coordinates_may_be_given_in_any_order(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running a = random_tree(seed);
        random_stream s = random_from(seed);
        joint_numbers expected = {{0.0}, {0.0}};
        for (int32_t j = 0; j < ludo_model_joint_count(a.model); j++) {
            const ludo_joint_info info = joint_info_of(a.model, j);
            double *rate = expected.rate + info.velocity_first;
            random_numbers(&s, &info, expected.q + info.position_first, rate);
            assert_int_equal(ludo_sim_set_joint_velocity(a.sim, j, rate), LUDO_OK);
        }
        for (int32_t j = ludo_model_joint_count(a.model); j-- > 0;) {
            const ludo_joint_info info = joint_info_of(a.model, j);
            assert_int_equal(
                ludo_sim_set_joint_position(a.sim, j, expected.q + info.position_first), LUDO_OK);
        }
        const joint_numbers found = read_joints(&a);
        check_joints(&a, &found, &expected);
        run_close(&a);
    }
}

/* --- keyframes ------------------------------------------------------------------------------- */

static void a_keyframe_is_what_joints_are_reset_to(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(BODIES, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        running r = bare_sim(spec);
        const model_keyframe *k = &r.model->keyframe[0];
        joint_numbers expected = read_joints(&r);
        memcpy(expected.q, k->position, (size_t)r.model->position_count * sizeof(double));
        memcpy(expected.rate, k->velocity, (size_t)r.model->columns * sizeof(double));
        run_steps(&r, 0.01, 2);
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        const joint_numbers found = read_joints(&r);
        check_joints(&r, &found, &expected);
        assert_true(ludo_sim_time(r.sim) == 0.0);
        run_close(&r);
    }
}

/* Three links a, b, c; the last is added first, with the first joint as its parent joint. */
static void keyframes_follow_the_order_of_joints(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const double q[] = {0.1, 0.2, 0.3}, rate[] = {1.0, 2.0, 3.0};
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .position = q,
                                   .position_count = 3,
                                   .velocity = rate,
                                   .velocity_count = 3};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < 3; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = i == 1 ? "slide" : "hinge",
                                      .parent = i < 2 ? i + 1 : LUDO_WORLD,
                                      .child = i,
                                      .axis = {0.0, 1.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    running r = bare_sim(spec);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    for (int32_t j = 0; j < 3; j++) {
        double position, velocity;
        assert_int_equal(ludo_sim_joint_position(r.sim, j, &position), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, j, &velocity), LUDO_OK);
        CHECK_NEAR(position, q[j], 8.0 * DBL_EPSILON);
        CHECK_NEAR(velocity, rate[j], 32.0 * DBL_EPSILON);
    }
    run_close(&r);
}

/* A pendulum with keyframes that give everything, positions only, velocities only, nothing. */
static running keyed_pendulum(void)
{
    ludo_spec *spec = NULL;
    const double q = 0.5, rate = -1.0;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, 1.0, 0.0},
                                  .reference = 0.25};
    const ludo_keyframe_def keys[] = {
        {.struct_size = sizeof(ludo_keyframe_def),
         .time = 3.0,
         .position = &q,
         .position_count = 1,
         .velocity = &rate,
         .velocity_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def),
         .time = -1.0,
         .position = &q,
         .position_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def), .velocity = &rate, .velocity_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def), .time = 0.125},
    };
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ludo_spec_add_keyframe(spec, &keys[i], NULL), LUDO_OK);
    }
    return bare_sim(spec);
}

static void what_a_keyframe_leaves_out_is_the_reference_pose_at_rest(void **state)
{
    (void)state;
    const double times[] = {0.0, 3.0, -1.0, 0.0, 0.125};
    const double positions[] = {0.25, 0.5, 0.5, 0.25, 0.25}, rates[] = {0.0, -1.0, 0.0, -1.0, 0.0};
    running r = keyed_pendulum();
    for (int32_t k = -1; k < 4; k++) {
        double q, rate;
        run_steps(&r, 0.01, 3);
        assert_int_equal(ludo_sim_reset(r.sim, k), LUDO_OK);
        assert_true(ludo_sim_time(r.sim) == times[k + 1]);
        assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &rate), LUDO_OK);
        CHECK_NEAR(q, positions[k + 1], 4.0 * DBL_EPSILON);
        CHECK_NEAR(rate, rates[k + 1], 4.0 * DBL_EPSILON);
    }
    run_close(&r);
}

/* A reset simulation has no memory: it continues as a new one does. */
static void a_reset_simulation_is_as_new(void **state)
{
    (void)state;
    running used = random_tree(3), fresh = random_tree(3);
    run_steps(&used, 0.002, 10);
    assert_int_equal(ludo_sim_reset(used.sim, 0), LUDO_OK);
    run_steps(&used, 0.005, 10);
    run_steps(&fresh, 0.005, 10);
    for (int32_t b = 0; b < BODIES; b++) {
        const ludo_body_state x = run_body(&used, b), y = run_body(&fresh, b);
        assert_memory_equal(&x, &y, sizeof x);
    }
    run_close(&used);
    run_close(&fresh);
}

/* --- bodies ---------------------------------------------------------------------------------- */

static void check_states(const ludo_body_state *a, const ludo_body_state *b, double tolerance)
{
    check_vector(a->position, b->position, tolerance);
    check_vector(a->com, b->com, tolerance);
    check_vector(a->linear_velocity, b->linear_velocity, tolerance);
    check_vector(a->angular_velocity, b->angular_velocity, tolerance);
    CHECK_NEAR(angle_between(a->orientation, b->orientation), 0.0, tolerance);
}

/* The states of all bodies of a tree, written body by body to another simulation, are read back. */
static void states_of_all_bodies_can_be_handed_over(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running a = random_tree(seed), b = random_tree(seed);
        assert_int_equal(ludo_sim_reset(b.sim, -1), LUDO_OK);
        run_steps(&a, 0.003, 5);
        for (int32_t i = BODIES; i-- > 0;) {
            ludo_body_state s = run_body(&a, i);
            s.orientation = (ludo_quat){-2.0 * s.orientation.w, -2.0 * s.orientation.x,
                                        -2.0 * s.orientation.y, -2.0 * s.orientation.z};
            s.com = v3((double)NAN, 0.0, 0.0); /* not read */
            assert_int_equal(ludo_sim_set_body_state(b.sim, i, &s), LUDO_OK);
        }
        ludo_start_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_sim_project(b.sim, &report), LUDO_OK);
        CHECK_NEAR(report.position_correction, 0.0, round_off);
        CHECK_NEAR(report.velocity_correction, 0.0, round_off);
        for (int32_t i = 0; i < BODIES; i++) {
            const ludo_body_state x = run_body(&a, i), y = run_body(&b, i);
            check_states(&x, &y, round_off);
        }
        run_close(&a);
        run_close(&b);
    }
}

/* Either of the two quaternions of an orientation may be written: no joint changes, in particular
 * no hinge that counts turns. */
static void a_body_given_its_own_state_stays(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = random_tree(seed);
        random_stream s = random_from(seed);
        for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
            double q[7], rate[6];
            const ludo_joint_info info = joint_info_of(r.model, j);
            random_numbers(&s, &info, q, rate);
            assert_int_equal(ludo_sim_set_joint_position(r.sim, j, q), LUDO_OK);
        }
        const joint_numbers expected = read_joints(&r);
        for (int32_t b = 0; b < BODIES; b++) {
            ludo_body_state own = run_body(&r, b);
            const ludo_quat q = own.orientation;
            own.orientation = (ludo_quat){-q.w, -q.x, -q.y, -q.z};
            assert_int_equal(ludo_sim_set_body_state(r.sim, b, &own), LUDO_OK);
            const joint_numbers found = read_joints(&r);
            check_joints(&r, &found, &expected);
        }
        run_close(&r);
    }
}

/* A free body with its centre of mass off the origin: each number of the state by hand. */
static void the_state_of_a_free_body_is_what_was_set(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .com = {1.0, 0.0, 0.0},
                                .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    running r = bare_sim(spec);
    const double half = 0.70710678118654752440; /* 90 degrees about z: body x is world y */
    const ludo_body_state given = {.position = {5.0, 6.0, 7.0},
                                   .orientation = {half, 0.0, 0.0, half},
                                   .com = {0.0, 0.0, 0.0},
                                   .linear_velocity = {1.0, 2.0, 3.0},
                                   .angular_velocity = {0.0, 4.0, 0.0}};
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &given), LUDO_OK);
    const ludo_body_state found = run_body(&r, 0);
    check_vector(found.position, v3(5.0, 6.0, 7.0), 16.0 * DBL_EPSILON);
    check_vector(found.com, v3(5.0, 7.0, 7.0), 16.0 * DBL_EPSILON);
    check_vector(found.linear_velocity, v3(1.0, 2.0, 3.0), 16.0 * DBL_EPSILON);
    check_vector(found.angular_velocity, v3(0.0, 4.0, 0.0), 16.0 * DBL_EPSILON);

    /* the free joint has the velocity of the origin: the angular velocity is -4 about world x */
    double q[7], rate[6];
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, q), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, rate), LUDO_OK);
    check_vector(v3(q[0], q[1], q[2]), v3(5.0, 6.0, 7.0), 16.0 * DBL_EPSILON);
    check_vector(v3(rate[0], rate[1], rate[2]), v3(1.0, 2.0, 7.0), 16.0 * DBL_EPSILON);
    check_vector(v3(rate[3], rate[4], rate[5]), v3(0.0, 4.0, 0.0), 16.0 * DBL_EPSILON);
    run_close(&r);
}

/* --- sites ----------------------------------------------------------------------------------- */

static void sites_move_with_their_bodies(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_site_def sites[] = {{.struct_size = sizeof(ludo_site_def),
                                    .name = "on",
                                    .body = 3,
                                    .frame = {{0.1, 0.2, 0.3}, {0.0, 0.0, 0.0, 0.0}}},
                                   {.struct_size = sizeof(ludo_site_def),
                                    .name = "off",
                                    .body = LUDO_WORLD,
                                    .frame = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}}}};
    assert_int_equal(ludo_scene_random_tree(BODIES, 4, true, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &sites[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &sites[1], NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    run_steps(&r, 0.005, 5);
    ludo_point_state on, off;
    assert_int_equal(ludo_sim_site(r.sim, 0, &on), LUDO_OK);
    assert_int_equal(ludo_sim_site(r.sim, 1, &off), LUDO_OK);
    const ludo_body_state b = run_body(&r, 3);
    const ludo_vec3 arm = q_rotate(b.orientation, sites[0].frame.position);
    const ludo_vec3 w = q_rotate(b.orientation, b.angular_velocity);
    const ludo_vec3 position = v3_add(b.position, arm);
    check_vector(on.position, position, round_off);
    check_vector(on.velocity, v3_add(b.linear_velocity, v3_cross(w, v3_sub(position, b.com))),
                 round_off);
    check_vector(off.position, v3(1.0, 2.0, 3.0), 0.0);
    check_vector(off.velocity, v3(0.0, 0.0, 0.0), 0.0);
    run_close(&r);
}

/* --- bad arguments --------------------------------------------------------------------------- */

static void numbers_out_of_range_and_nothing_are_refused(void **state)
{
    (void)state;
    running r = keyed_pendulum();
    double number = 0.0;
    ludo_body_state body;
    ludo_point_state point;
    const int32_t bad[] = {-1, 1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        const int32_t k = bad[i];
        assert_int_equal(ludo_sim_body_state(r.sim, k, &body), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_set_body_state(r.sim, k, &body), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_joint_position(r.sim, k, &number), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, k, &number), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, k, &number), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, k, &number), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_site(r.sim, k, &point), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_sim_reset(r.sim, -2), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_reset(r.sim, 4), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_body_state(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_reset(NULL, -1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_project(NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_body_state(NULL, 0, &body), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_position(NULL, 0, &number), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

/* Numbers that are not finite, and quaternions of length zero, are refused and change nothing. */
static void what_is_no_state_is_refused(void **state)
{
    (void)state;
    running r = random_tree(2); /* its joint 0 is free */
    const ludo_body_state good = run_body(&r, 0);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < sizeof good / sizeof(double); i++) {
            ludo_body_state s = good;
            const size_t at = i * sizeof(double);
            if (at < offsetof(ludo_body_state, com) ||
                at >= offsetof(ludo_body_state, linear_velocity)) {
                memcpy((char *)&s + at, &bad[k], sizeof(double));
                assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_BAD_ARGUMENT);
            }
        }
        for (int i = 0; i < 7; i++) {
            double q[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}, rate[6] = {0.0};
            q[i] = bad[k];
            rate[i % 6] = bad[k];
            assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, q), LUDO_BAD_ARGUMENT);
            assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_BAD_ARGUMENT);
        }
    }
    const double lengths[] = {0.0, 1e200}; /* the square of the latter is infinite */
    for (int i = 0; i < 2; i++) {
        ludo_body_state s = good;
        const double q[7] = {0.0, 0.0, 0.0, 0.0, lengths[i], 0.0, 0.0};
        s.orientation = (ludo_quat){lengths[i], 0.0, 0.0, 0.0};
        assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, q), LUDO_BAD_ARGUMENT);
    }
    const ludo_body_state after = run_body(&r, 0);
    assert_memory_equal(&good, &after, sizeof good);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_joint_is_given_is_read_and_no_other_changes),
        cmocka_unit_test(rates_and_coordinates_may_be_given_in_any_order),
        cmocka_unit_test(a_keyframe_is_what_joints_are_reset_to),
        cmocka_unit_test(what_a_keyframe_leaves_out_is_the_reference_pose_at_rest),
        cmocka_unit_test(keyframes_follow_the_order_of_joints),
        cmocka_unit_test(a_reset_simulation_is_as_new),
        cmocka_unit_test(states_of_all_bodies_can_be_handed_over),
        cmocka_unit_test(a_body_given_its_own_state_stays),
        cmocka_unit_test(the_state_of_a_free_body_is_what_was_set),
        cmocka_unit_test(sites_move_with_their_bodies),
        cmocka_unit_test(numbers_out_of_range_and_nothing_are_refused),
        cmocka_unit_test(what_is_no_state_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
