/* SPDX-License-Identifier: Apache-2.0
 *
 * Efforts of joints: they act along rates of every type of joint, and belong to the state. */
#include "everything.h"
#include "linear_step.h"

#include <string.h>

enum { SEEDS = 6, MOST = 128 };

static void random_efforts(running *r, uint64_t seed, double scale, double *effort)
{
    random_stream random = random_from(seed);
    const int32_t nv = ludo_model_dof(r->model);
    assert_in_range(nv, 1, MOST);
    for (int32_t i = 0; i < nv; i++) {
        effort[i] = random_uniform(&random, -scale, scale);
    }
    assert_int_equal(ludo_sim_set_joint_efforts(r->sim, effort, nv), LUDO_OK);
}

static running open_with(uint64_t seed, const char *name)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = name;
    running r = open_everything(seed, false, &options);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    return r;
}

static void accelerations(running *r, double *a)
{
    assert_int_equal(ludo_sim_get_accelerations(r->sim, a, ludo_model_dof(r->model)), LUDO_OK);
}

/* The change of accelerations by efforts is M^-1 effort, whatever else acts, for every type of
 * joint. */
static void efforts_accelerate_as_forward_dynamics_says(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = open_with(seed, "galerkin");
        const int32_t nv = ludo_model_dof(r.model), nq = ludo_model_position_count(r.model);
        double before[MOST], after[MOST], effort[MOST], q[MOST], v[MOST], a[2][MOST];
        const double none[MOST] = {0.0};
        accelerations(&r, before);
        random_efforts(&r, seed, 5.0, effort);
        accelerations(&r, after);
        assert_int_equal(ludo_sim_get_positions(r.sim, q, nq), LUDO_OK);
        assert_int_equal(ludo_sim_get_velocities(r.sim, v, nv), LUDO_OK);
        ludo_dynamics *d = NULL;
        assert_int_equal(ludo_dynamics_create(r.model, NULL, &d), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(d, q, v, none, a[0]), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(d, q, v, effort, a[1]), LUDO_OK);
        double scale = 1.0;
        for (int32_t i = 0; i < nv; i++) {
            scale = fmax(scale, fmax(fabs(a[0][i]), fabs(after[i])));
        }
        for (int32_t i = 0; i < nv; i++) { /* round-off of forward dynamics */
            CHECK_NEAR(after[i] - before[i], a[1][i] - a[0][i], 1e-10 * scale);
        }
        ludo_dynamics_destroy(d);
        run_close(&r);
    }
}

/* Integrators agree on a motion under efforts: the difference falls as h^2. */
static void integrators_agree_under_efforts(void **state)
{
    (void)state;
    static const double h[2] = {1e-3, 5e-4};
    FOR_SEEDS(seed, SEEDS)
    {
        double error[2], effort[MOST];
        for (int i = 0; i < 2; i++) {
            running a = open_with(seed, "maximal"), b = open_with(seed, "runge-kutta");
            random_efforts(&a, seed, 2.0, effort);
            random_efforts(&b, seed, 2.0, effort);
            run_steps(&a, h[i], lround(0.05 / h[i]));
            run_steps(&b, h[i], lround(0.05 / h[i]));
            const state_error e = state_difference(&a, &b);
            error[i] = state_error_max(&e);
            run_close(&a);
            run_close(&b);
        }
        CHECK_NEAR(log2(error[0] / error[1]), 2.0, 0.2); /* terms of the next order */
    }
}

/* The work of efforts is their power over time: the energy balance closes with order 2. */
static void efforts_do_work(void **state)
{
    (void)state;
    running r = open_with(2, "maximal");
    double effort[MOST];
    ludo_energy start, end;
    random_efforts(&r, 2, 2.0, effort);
    assert_int_equal(ludo_sim_energy(r.sim, &start), LUDO_OK);
    run_steps(&r, 1e-4, 1000);
    assert_int_equal(ludo_sim_energy(r.sim, &end), LUDO_OK);
    assert_true(fabs(end.work) > 1e-2);
    CHECK_NEAR(ludo_energy_error(&start, &end), 0.0, 1e-4 * fabs(end.work)); /* of order h^2 */
    run_close(&r);
}

/* An effort inside a mechanism acts on child and parent: a floating tree keeps its momenta, but for
 * the effort of its free joint. */
static void efforts_between_bodies_keep_momenta(void **state)
{
    (void)state;
    running r = open_with(2, "maximal");
    const ludo_momentum before = run_momentum(&r);
    double effort[MOST];
    random_efforts(&r, 1, 2.0, effort);
    const double none[6] = {0.0};
    const int32_t root = 0; /* the free joint of the floating tree is added first */
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, root, none), LUDO_OK);
    run_steps(&r, 1e-3, 100);
    const ludo_momentum after = run_momentum(&r);
    const double size = v3_norm(before.linear) + v3_norm(before.angular);
    CHECK_NEAR(v3_norm(v3_sub(after.linear, before.linear)), 0.0, 1e-10 * size); /* tolerance */
    CHECK_NEAR(v3_norm(v3_sub(after.angular, before.angular)), 0.0, 1e-10 * size);
    run_close(&r);
}

static void efforts_are_read_back_copied_and_removed(void **state)
{
    (void)state;
    running r = open_with(1, "maximal"), other = open_with(1, "maximal");
    const int32_t nv = ludo_model_dof(r.model);
    double effort[MOST], again[MOST];
    random_efforts(&r, 3, 1.0, effort);
    assert_int_equal(ludo_sim_get_joint_efforts(r.sim, again, nv), LUDO_OK);
    assert_memory_equal(again, effort, (size_t)nv * sizeof *effort);
    ludo_sim_destroy(other.sim);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &other.sim, NULL), LUDO_OK);
    ludo_model *model = other.model;
    other.model = r.model;
    assert_int_equal(ludo_sim_copy(other.sim, r.sim), LUDO_OK);
    run_steps(&r, 0.001, 5);
    run_steps(&other, 0.001, 5);
    check_same_bits(&r, &other);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    assert_int_equal(ludo_sim_get_joint_efforts(r.sim, again, nv), LUDO_OK);
    for (int32_t i = 0; i < nv; i++) {
        assert_true(again[i] == 0.0);
    }
    other.model = model;
    run_close(&other);
    run_close(&r);
}

static void efforts_that_are_none_are_refused(void **state)
{
    (void)state;
    running r = open_with(1, "maximal");
    double bad[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    assert_int_equal(ludo_sim_set_joint_effort(NULL, 0, bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, -1, bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, ludo_model_joint_count(r.model), bad),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_joint_effort(r.sim, -1, bad), LUDO_BAD_ARGUMENT);
    bad[0] = (double)NAN;
    assert_int_equal(ludo_sim_set_joint_effort(r.sim, 0, bad), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

/* Efforts along scalar coordinates are constant: the derivative of a step has none of them, and a
 * step agrees with it. */
static void steps_with_scalar_efforts_are_derived(void **state)
{
    (void)state;
    static const char *const names[] = {"maximal", "galerkin"};
    for (int n = 0; n < 2; n++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_joint_chain("universal", 3, NULL, &spec);
        ludo_sim_options options = ludo_sim_options_default();
        options.integrator = names[n];
        options.tolerance = 1e-13;
        running r = run_open(built, spec, &options);
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        double effort[MOST], way[2 * LINEAR_MAX];
        random_efforts(&r, 1, 3.0, effort);
        trial t = trial_open(&r, &options, 0.01);
        random_stream random = random_from(5);
        random_way(&random, 2 * t.n, way);
        double before[2 * LINEAR_MAX], after[2 * LINEAR_MAX], derived[2 * LINEAR_MAX];
        differences(&t, 1e-3, way, before, after);
        apply_A(&t, before, derived);
        for (int32_t i = 0; i < 2 * t.n; i++) {
            CHECK_NEAR(after[i], derived[i], 1e-9); /* differences of order 4: (1e-3)^4, rounding */
        }
        trial_close(&t);
        run_close(&r);
    }
}

/* Along a quaternion an effort turns with the body: such a step has no derivative. */
static void derivatives_of_turning_efforts_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"maximal", "galerkin"};
    for (int n = 0; n < 2; n++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_joint_chain("ball", 2, NULL, &spec);
        ludo_sim_options options = ludo_sim_options_default();
        options.integrator = names[n];
        running r = run_open(built, spec, &options);
        double effort[MOST];
        ludo_linearizer *linearizer = NULL;
        assert_int_equal(ludo_linearizer_create(r.sim, NULL, &linearizer, NULL), LUDO_OK);
        random_efforts(&r, 1, 1.0, effort);
        assert_int_equal(ludo_linearizer_step(linearizer, r.sim, 0.01, NULL), LUDO_REFUSED);
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        assert_int_equal(ludo_linearizer_step(linearizer, r.sim, 0.01, NULL), LUDO_OK);
        ludo_linearizer_destroy(linearizer);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efforts_accelerate_as_forward_dynamics_says),
        cmocka_unit_test(integrators_agree_under_efforts),
        cmocka_unit_test(efforts_do_work),
        cmocka_unit_test(efforts_between_bodies_keep_momenta),
        cmocka_unit_test(efforts_are_read_back_copied_and_removed),
        cmocka_unit_test(efforts_that_are_none_are_refused),
        cmocka_unit_test(steps_with_scalar_efforts_are_derived),
        cmocka_unit_test(derivatives_of_turning_efforts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
