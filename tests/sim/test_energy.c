/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy, momentum and joint violation against what body states say, and against open joints. */
#include "sim/sim.h"
#include "running.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

enum { BODIES = 8, SEEDS = 20 };

/* Sums over eight bodies within 10 m that move at 10 m/s: numbers of size 1000, some hundred
 * roundings. */
static const double round_off = 1e5 * DBL_EPSILON;

static running random_tree(uint64_t seed, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(BODIES, seed, seed % 2 == 0, NULL, &spec);
    return run_open(built, spec, options);
}

static mat3 inertia_of(const ludo_body_info *info)
{
    const double *J = info->inertia;
    return (mat3){{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
}

/* --- sums ------------------------------------------------------------------------------------ */

static void energy_is_the_sum_over_bodies(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = random_tree(seed, NULL);
        const ludo_vec3 g = gravity_of(r.model);
        double kinetic = 0.0, potential = 0.0;
        run_steps(&r, 0.005, 3);
        for (int32_t b = 0; b < BODIES; b++) {
            const ludo_body_state s = run_body(&r, b);
            const ludo_body_info info = body_info_of(r.model, b);
            const mat3 J = inertia_of(&info);
            kinetic += 0.5 * info.mass * v3_dot(s.linear_velocity, s.linear_velocity);
            kinetic += 0.5 * v3_dot(s.angular_velocity, m3_apply(&J, s.angular_velocity));
            potential -= info.mass * v3_dot(g, s.com);
        }
        ludo_energy e;
        assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
        CHECK_NEAR(e.kinetic, kinetic, round_off);
        CHECK_NEAR(e.potential, potential, round_off);
        run_close(&r);
    }
}

static void momentum_is_the_sum_over_bodies(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = random_tree(seed, NULL);
        ludo_vec3 linear = {0.0, 0.0, 0.0}, angular = {0.0, 0.0, 0.0};
        run_steps(&r, 0.005, 3);
        for (int32_t b = 0; b < BODIES; b++) {
            const ludo_body_state s = run_body(&r, b);
            const ludo_body_info info = body_info_of(r.model, b);
            const mat3 J = inertia_of(&info);
            const ludo_vec3 p = v3_scale(info.mass, s.linear_velocity);
            const ludo_vec3 own = q_rotate(s.orientation, m3_apply(&J, s.angular_velocity));
            linear = v3_add(linear, p);
            angular = v3_add(angular, v3_add(v3_cross(s.com, p), own));
        }
        const ludo_momentum m = run_momentum(&r);
        check_vector(m.linear, linear, round_off);
        check_vector(m.angular, angular, round_off);
        run_close(&r);
    }
}

/* A body of 2 kg that flies past the origin and spins: every number by hand. */
static void a_flying_body_has_the_energy_and_momentum_of_its_numbers(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    running r;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 2.0, .inertia = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[3]){0.0, 0.0, -10.0}, 3),
                     LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &r.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    const ludo_body_state flying = {.position = {0.0, 3.0, 5.0},
                                    .orientation = {1.0, 0.0, 0.0, 0.0},
                                    .linear_velocity = {4.0, 0.0, 0.0},
                                    .angular_velocity = {0.0, 0.5, 2.0}};
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &flying), LUDO_OK);
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    CHECK_NEAR(e.kinetic, 16.0 + 0.25 + 6.0, 100.0 * DBL_EPSILON);
    CHECK_NEAR(e.potential, 100.0, 100.0 * DBL_EPSILON);
    const ludo_momentum m = run_momentum(&r);
    check_vector(m.linear, v3(8.0, 0.0, 0.0), 100.0 * DBL_EPSILON);
    check_vector(m.angular, v3(0.0, 40.0 + 1.0, -24.0 + 6.0), 100.0 * DBL_EPSILON);
    run_close(&r);
}

/* --- violation ------------------------------------------------------------------------------- */

static void closed_joints_are_not_violated(void **state)
{
    (void)state;
    const char *const solvers[] = {"recursion", "ldu"};
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_sim_options options = ludo_sim_options_default();
        options.solver = solvers[seed % 2];
        running r = random_tree(seed, &options);
        ludo_violation v;
        for (int k = 0; k < 20; k++) {
            run_steps(&r, 0.002, 1);
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            CHECK_NEAR(v.position, 0.0, 1e-12); /* Newton is quadratic at 1e-10 */
            CHECK_NEAR(v.velocity, 0.0, round_off);
        }
        run_close(&r);
    }
}

static void free_bodies_have_nothing_to_violate(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
    running r = run_open(built, spec, NULL);
    ludo_violation v = {1.0, 1.0, 7, 7};
    run_steps(&r, 0.01, 5);
    assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
    assert_true(v.position == 0.0 && v.velocity == 0.0);
    assert_int_equal(v.joint, -1);
    run_close(&r);
}

/* A chain of two rods whose last joint was pulled, or turned, open behind the simulation's back. */
static running opened_chain(ludo_vec3 shift, double turn)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {.links = 2, .joint = "hinge"};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, NULL);
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
    pose *z = &state_poses(&r.sim->state)[r.model->body[1].slot];
    const ludo_quat q = {cos(0.5 * turn), sin(0.5 * turn), 0.0, 0.0}; /* about the rod, world x */
    *z = pose_make(v3_add(z->x, shift), q_mul(q, z->q));
    return r;
}

static void an_open_joint_is_named_with_its_gap_or_angle(void **state)
{
    (void)state;
    ludo_violation v;
    running pulled = opened_chain(v3(0.0, 0.003, 0.0), 0.0);
    assert_int_equal(ludo_sim_violation(pulled.sim, &v), LUDO_OK);
    CHECK_NEAR(v.position, 0.003, 10.0 * DBL_EPSILON);
    assert_int_equal(v.joint, 1);
    run_close(&pulled);

    running turned = opened_chain(v3(0.0, 0.0, 0.0), 0.02);
    assert_int_equal(ludo_sim_violation(turned.sim, &v), LUDO_OK);
    CHECK_NEAR(v.position, 2.0 * sin(0.01), 10.0 * DBL_EPSILON); /* the angle, to third order */
    assert_int_equal(v.joint, 1);
    run_close(&turned);
}

/* Joints that open: visible in twists alone. */
static void a_joint_that_opens_is_told_by_its_speed(void **state)
{
    (void)state;
    ludo_violation v;
    running r = opened_chain(v3(0.0, 0.0, 0.0), 0.0);
    twist *V = &r.sim->state.twists[r.model->body[1].slot];
    V->v = v3(0.0, 0.004, 0.0);
    assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
    CHECK_NEAR(v.velocity, 0.004, 10.0 * DBL_EPSILON);
    *V = (twist){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.006}};
    assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
    CHECK_NEAR(v.velocity, 0.006, 10.0 * DBL_EPSILON); /* the arm is half a meter: 0.003 m/s */
    run_close(&r);
}

/* A NaN is reported as a violation. */
static void what_is_not_a_number_is_violated(void **state)
{
    (void)state;
    ludo_violation v;
    running r = opened_chain(v3((double)NAN, 0.0, 0.0), 0.0);
    r.sim->state.twists[r.model->body[1].slot].w.z = (double)NAN;
    assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
    assert_true(v.position != v.position);
    assert_true(v.velocity != v.velocity);
    assert_int_equal(v.joint, 1);
    run_close(&r);
}

static void nothing_is_refused(void **state)
{
    (void)state;
    ludo_energy energy;
    ludo_momentum momentum;
    ludo_violation violation;
    running r = random_tree(1, NULL);
    assert_int_equal(ludo_sim_energy(NULL, &energy), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_energy(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_momentum(NULL, &momentum), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_momentum(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_violation(NULL, &violation), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_violation(r.sim, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_is_the_sum_over_bodies),
        cmocka_unit_test(momentum_is_the_sum_over_bodies),
        cmocka_unit_test(a_flying_body_has_the_energy_and_momentum_of_its_numbers),
        cmocka_unit_test(closed_joints_are_not_violated),
        cmocka_unit_test(free_bodies_have_nothing_to_violate),
        cmocka_unit_test(an_open_joint_is_named_with_its_gap_or_angle),
        cmocka_unit_test(a_joint_that_opens_is_told_by_its_speed),
        cmocka_unit_test(what_is_not_a_number_is_violated),
        cmocka_unit_test(nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
