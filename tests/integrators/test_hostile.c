/* SPDX-License-Identifier: Apache-2.0
 *
 * Mechanisms that no engineer would build, found by random search: the report of a step must be
 * correct for these as well. */
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

/* --- joints that are reported as closed ------------------------------------------------------- */

/* A body of a milligram and a millimetre on a Cardan joint whose angles a damper of 1e9 couples. */
static ludo_spec *damped_mote(double size)
{
    const double mass = 1e-6, J = 0.1 * mass * size * size;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = mass, .inertia = {J, 1.2 * J, 1.3 * J, 0.0, 0.0, 0.0}};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = "universal",
        .parent = LUDO_WORLD,
        .child = 0,
        .in_child = {.position = {0.1 * size, 0.2 * size, 0.3 * size}},
        .axis = {0.0, 0.0, 1.0},
        .axis2 = {1.0, 0.0, 0.0},
    };
    const ludo_tendon_term term[] = {{0, 0, 0.5}, {0, 1, -1.0}};
    const ludo_spring_def damper = {.struct_size = sizeof damper,
                                    .type = "tendon",
                                    .term = term,
                                    .term_count = 2,
                                    .damping = 1e9};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &damper, NULL), LUDO_OK);
    return spec;
}

/* Backwards in time the damping coefficient is negative, here 1e17 times the inertia: Newton's
 * direction is dominated by cancellation, and must use the joint errors at the actual poses. */
static void a_backward_step_with_a_stiff_damper_keeps_joints_closed(void **state)
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
            CHECK_NEAR(open.position, 0.0, 1e-10); /* the tolerance of an angle */
        }
        release(sim);
    }
}

/* --- name of the failed joint
 * ------------------------------------------------------------------ */

/* A trunk on a hinge, and an arm on two slides in series along one axis. The link between the
 * slides has no mass, so the two coordinates cannot be distinguished. */
static ludo_spec *doubled_slide(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "trunk");
    add_body(spec, "arm");
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .name = "shoulder",
                            .type = "hinge",
                            .parent = LUDO_WORLD,
                            .child = 0,
                            .in_child = {.position = {0.1, 0.2, 0.3}},
                            .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    joint = (ludo_joint_def){.struct_size = sizeof(ludo_joint_def),
                             .name = "outer",
                             .type = "slide",
                             .parent = 0,
                             .child = 1,
                             .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    joint.name = "inner";
    joint.continues = true;
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    return spec;
}

/* A composite joint is reported by its first part. Its ancestors are singular as well, but not the
 * cause. */
static void a_joint_without_inertia_is_named_and_not_its_ancestors(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        ludo_sim *sim = simulated(doubled_slide(), solvers[k]);
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(sim, 0.01, &report), LUDO_SINGULAR);
        assert_true(report.node.kind != LUDO_NODE_NONE);
        assert_string_equal(node_text_of(ludo_sim_model(sim), report.node).text, "outer");
        assert_int_equal(report.solves, 0); /* no solve started */
        release(sim);
    }
}

/* --- light and heavy -------------------------------------------------------------------------- */

/* A floating body that carries a hundred thousand times its own mass on a ball 80 m away. The
 * inertia of the load for rotations about the line from the ball to its centre of mass is nine
 * digits smaller than its other inertias. */
static ludo_spec *far_load(void)
{
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 150.0, .inertia = {0.4, 0.35, 0.3}};
    const ludo_body_def load = {.struct_size = sizeof load,
                                .mass = 1e7,
                                .com = {-4.0, -15.0, 6.0},
                                .inertia = {4e4, 3e4, 4.2e4}};
    const ludo_joint_def flight = {
        .struct_size = sizeof flight, .type = "free", .parent = LUDO_WORLD, .child = 0};
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .type = "ball",
                                 .parent = 0,
                                 .child = 1,
                                 .in_parent.position = {60.0, 40.0, 30.0}};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &load, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &flight, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    return spec;
}

/* The acceleration has the direction of the force for every orientation: M^-1 is positive
 * definite. */
static void a_light_body_with_a_heavy_distant_load_accelerates_along_the_force(void **state)
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

/* The reported pivot of a singular matrix is neither negative by round-off nor NaN. */
static void reported_pivots_are_between_zero_and_one(void **state)
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
        ludo_step_report report = {.struct_size = sizeof report};
        (void)ludo_step(sim, 1e-3, &report);
        assert_true(report.smallest_pivot >= 0.0 && report.smallest_pivot <= 1.0);
    }
    release(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_body_with_a_heavy_distant_load_accelerates_along_the_force),
        cmocka_unit_test(iterations_without_end_are_counted),
        cmocka_unit_test(reported_pivots_are_between_zero_and_one),
        cmocka_unit_test(a_backward_step_with_a_stiff_damper_keeps_joints_closed),
        cmocka_unit_test(a_joint_without_inertia_is_named_and_not_its_ancestors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
