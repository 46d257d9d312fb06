/* SPDX-License-Identifier: Apache-2.0
 *
 * Mechanisms that no one would build, found by random search: what a step says of them must be
 * true all the same. */
#include "small_spec.h"

#include "ludo/dynamics.h"

/* Takes the spec. */
static ludo_sim *simulated(ludo_spec *spec, const char *solver)
{
    ludo_sim *sim = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    assert_int_equal(ludo_sim_create(compiled(spec), &options, NULL, &sim, NULL), LUDO_OK);
    return sim;
}

static void release(ludo_sim *sim)
{
    ludo_model *model = (ludo_model *)(uintptr_t)ludo_sim_model(sim);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static const char *const solvers[] = {"recursion", "ldu"};

/* --- joints that are said to be shut ---------------------------------------------------------- */

/* A milligram of a millimetre on a Cardan joint, its angles coupled by a damper of 1e9. */
static ludo_spec *damped_mote(double size)
{
    const double mass = 1e-6, J = 0.1 * mass * size * size;
    const ludo_body_def body = {.mass = mass, .inertia = {J, 1.2 * J, 1.3 * J, 0.0, 0.0, 0.0}};
    const ludo_joint_def joint = {
        .type = "universal",
        .parent = LUDO_WORLD,
        .child = 0,
        .in_child = {.position = {0.1 * size, 0.2 * size, 0.3 * size}},
        .axis = {0.0, 0.0, 1.0},
        .axis2 = {1.0, 0.0, 0.0},
    };
    const ludo_tendon_term term[] = {{0, 0, 0.5}, {0, 1, -1.0}};
    const ludo_spring_def damper = {
        .type = "tendon", .term = term, .term_count = 2, .damping = 1e9};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &damper, NULL), LUDO_OK);
    return spec;
}

/* Backwards a damper's slope is negative, here by 1e17 times the inertia that it moves: Newton's
 * direction is what is left of numbers that cancel, and must be of the joints as they stand. */
static void a_step_back_through_a_stiff_damper_leaves_joints_shut(void **state)
{
    (void)state;
    const double size = 1e-3, h = 1e-5, rate[] = {50.0, 60.0};
    for (int k = 0; k < 2; k++) {
        ludo_sim *sim = simulated(damped_mote(size), solvers[k]);
        assert_int_equal(ludo_sim_set_joint_velocity(sim, 0, rate), LUDO_OK);
        for (int i = 0; i < 2; i++) {
            ludo_violation open;
            assert_int_equal(ludo_step(sim, i == 0 ? h : -0.1 * h, NULL), LUDO_OK);
            assert_int_equal(ludo_sim_violation(sim, &open), LUDO_OK);
            CHECK_NEAR(open.position, 0.0, 1e-10); /* the tolerance, of an angle */
        }
        release(sim);
    }
}

/* --- who is at fault -------------------------------------------------------------------------- */

/* A trunk on a hinge; on it an arm that two slides in a row move along one axis. What is between
 * them has no mass, so that nothing tells them apart. */
static ludo_spec *doubled_slide(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "trunk");
    add_body(spec, "arm");
    ludo_joint_def joint = {.name = "shoulder",
                            .type = "hinge",
                            .parent = LUDO_WORLD,
                            .child = 0,
                            .in_child = {.position = {0.1, 0.2, 0.3}},
                            .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    joint = (ludo_joint_def){
        .name = "outer", .type = "slide", .parent = 0, .child = 1, .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    joint.name = "inner";
    joint.continues = true;
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    return spec;
}

/* A composite joint is told by its first part. Its ancestors are no better off, but not to blame.
 */
static void a_joint_without_inertia_is_named_and_not_its_ancestors(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        ludo_sim *sim = simulated(doubled_slide(), solvers[k]);
        ludo_step_report report;
        assert_int_equal(ludo_step(sim, 0.01, &report), LUDO_SINGULAR);
        assert_non_null(report.node);
        assert_string_equal(report.node, "outer");
        assert_int_equal(report.solves, 0); /* it never started */
        release(sim);
    }
}

/* --- light and heavy -------------------------------------------------------------------------- */

/* A floating body that carries a hundred thousand times its own mass on a ball 80 m away. What
 * resists a turn of the load about the line from the ball to its centre of mass is nine digits less
 * than what resists the others. */
static ludo_spec *far_load(void)
{
    const ludo_body_def body = {.mass = 150.0, .inertia = {0.4, 0.35, 0.3}};
    const ludo_body_def load = {
        .mass = 1e7, .com = {-4.0, -15.0, 6.0}, .inertia = {4e4, 3e4, 4.2e4}};
    const ludo_joint_def flight = {.type = "free", .parent = LUDO_WORLD, .child = 0};
    const ludo_joint_def ball = {
        .type = "ball", .parent = 0, .child = 1, .in_parent.position = {60.0, 40.0, 30.0}};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &load, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &flight, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    return spec;
}

/* It goes where it is pushed, whatever the orientations: M^-1 is positive definite. */
static void a_light_body_moves_under_a_heavy_far_one(void **state)
{
    (void)state;
    enum { RATES = 9, POSITIONS = 11, SEEDS = 100 };
    const double still[RATES] = {0.0}, push[RATES] = {1.0};
    ludo_model *model = compiled(far_load());
    ludo_dynamics *dynamics = NULL;
    assert_int_equal(ludo_dynamics_create(model, NULL, &dynamics), LUDO_OK);
    for (int k = 1; k <= SEEDS; k++) {
        double q[POSITIONS] = {0.0}, a[RATES];
        for (int i = 3; i < POSITIONS; i++) {
            q[i] = sin(1.0 + 1.7 * i * k);
        }
        assert_int_equal(ludo_dynamics_forward(dynamics, q, still, push, a), LUDO_OK);
        assert_true(a[0] > 0.0);
    }
    ludo_dynamics_destroy(dynamics);
    ludo_model_destroy(model);
}

/* --- options at their limits ------------------------------------------------------------------ */

static void iterations_without_end_are_counted(void **state)
{
    (void)state;
    static const char *const methods[] = {"newton", "riqn", "riqn-broyden"};
    for (int k = 0; k < 3; k++) {
        ludo_sim *sim = NULL;
        ludo_sim_options options = ludo_sim_options_default();
        options.integrator = "galerkin";
        options.solver = methods[k];
        options.max_iterations = INT32_MAX;
        assert_int_equal(ludo_sim_create(compiled(far_load()), &options, NULL, &sim, NULL),
                         LUDO_OK);
        assert_int_equal(ludo_step(sim, 1e-3, NULL), LUDO_OK);
        release(sim);
    }
}

/* What is reported of what is singular is a pivot, not round-off below zero or NaN. */
static void a_pivot_is_reported_from_zero_to_one(void **state)
{
    (void)state;
    ludo_sim *sim = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "runge-kutta";
    options.max_substeps = 1;
    assert_int_equal(ludo_sim_create(compiled(damped_mote(1e-3)), &options, NULL, &sim, NULL),
                     LUDO_OK);
    const double rate[] = {50.0, 60.0};
    assert_int_equal(ludo_sim_set_joint_velocity(sim, 0, rate), LUDO_OK);
    for (int i = 0; i < 10; i++) {
        ludo_step_report report;
        (void)ludo_step(sim, 1e-3, &report);
        assert_true(report.smallest_pivot >= 0.0 && report.smallest_pivot <= 1.0);
    }
    release(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_body_moves_under_a_heavy_far_one),
        cmocka_unit_test(iterations_without_end_are_counted),
        cmocka_unit_test(a_pivot_is_reported_from_zero_to_one),
        cmocka_unit_test(a_step_back_through_a_stiff_damper_leaves_joints_shut),
        cmocka_unit_test(a_joint_without_inertia_is_named_and_not_its_ancestors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
