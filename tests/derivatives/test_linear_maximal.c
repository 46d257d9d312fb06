/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of steps of the maximal integrator: against steps from states nearby, and their
 * invariants [maximal.md 8]. */
#include "everything.h"
#include "linear_step.h"

/* The length of steps [s]. */
static const double h = 0.01;

/* Differences: 1e-16 of their fifth derivatives; 1e-15 / e from round-off in momenta of size 10,
 * and more for bodies with inertias that differ by a factor of a thousand between axes. */
static const double by_differences = 1e-8;

/* Closing loops at each neighbouring state leaves a violation of 1e-11 of their lengths. */
static const double by_closed_differences = 1e-6;

/* ---- against differences ---- */

static void every_type_of_joint_has_the_derivative_of_its_step(void **state)
{
    (void)state;
    static const char *const types[] = {
        "hinge",     "slide",         "cylindrical",       "planar",
        "ball",      "point-on-line", "free-planar",       "orientation-only",
        "universal", "hinge+slide",   "hinge+hinge+hinge", "slide+hinge+slide",
    };
    ludo_sim_options options = tight_options();
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_joint_chain(types[i], 3, NULL, &spec);
        options.rotation = i % 2 == 0 ? "exponential" : "quaternion";
        running r = stirred(built, spec, &options, 0.7, i + 1);
        trial t = trial_open(&r, &options, h);
        CHECK_NEAR(worst_error(&t, i, 2 * t.n), 0.0, by_differences);
        check_symplectic(&t);
        trial_close(&t);
        run_close(&r);
    }
}

/* Springs, armatures, loaded balls, tendons of both kinds, actuators with bias; dampers of both
 * kinds. */
static void forces_of_every_kind_are_derived(void **state)
{
    (void)state;
    ludo_sim_options options = tight_options();
    FOR_SEEDS(seed, 6)
    {
        const bool damped = seed > 3;
        options.rotation = seed % 4 < 2 ? "exponential" : "quaternion";
        options.damping = seed % 2 == 0 ? "implicit" : "symmetric";
        running r = open_everything(seed, damped, &options);
        for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
            assert_int_equal(ludo_sim_set_control(r.sim, i, 0.3 * sin(i)), LUDO_OK);
        }
        run_steps(&r, h, 3);
        trial t = trial_open(&r, &options, h);
        CHECK_NEAR(worst_error(&t, seed, 4), 0.0, by_differences);
        for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
            CHECK_NEAR(control_error(&t, i), 0.0, by_differences);
        }
        if (!damped) {
            check_symplectic(&t);
        }
        trial_close(&t);
        run_close(&r);
    }
}

/* Wrenches whose torques rotate with the body, on bodies and on massless links between parts of a
 * joint; servos with damping. */
static void external_forces_are_derived(void **state)
{
    (void)state;
    const ludo_sim_options options = tight_options();
    FOR_SEEDS(seed, 3)
    {
        running r = open_everything(seed, true, &options);
        random_stream random = random_from(seed);
        for (int32_t i = 0; i < ludo_model_body_count(r.model); i++) {
            const ludo_wrench w = {random_vec3(&random, 3.0), random_vec3(&random, 1.0)};
            assert_int_equal(ludo_sim_set_body_force(r.sim, i, &w), LUDO_OK);
        }
        for (int32_t i = 0; i < ludo_model_joint_count(r.model); i++) {
            if (strcmp(joint_info_of(r.model, i).type, "hinge") == 0) {
                assert_int_equal(ludo_sim_set_servo(r.sim, i, 0, 0.5, 20.0, 0.4), LUDO_OK);
            }
        }
        trial t = trial_open(&r, &options, h);
        CHECK_NEAR(worst_error(&t, seed, 4), 0.0, by_differences);
        trial_close(&t);
        run_close(&r);
    }
}

/* ---- loops ---- */

/* Derivatives of two steps in a row. The variations after the first are along motions that loops
 * allow, to round-off; on these the second conserves the form dq.dp' - dp.dq'. */
static void check_loops(ludo_status built, ludo_spec *spec, double size, bool damped)
{
    const ludo_sim_options options = tight_options();
    running r = stirred(built, spec, &options, size, 1);
    trial first = trial_open(&r, &options, h);
    CHECK_NEAR(worst_error(&first, 1, 4), 0.0, by_closed_differences);
    running then = {r.model, first.end};
    trial second = trial_open(&then, &options, h);
    random_stream random = random_from(1);
    for (int k = 0; k < 4 && !damped; k++) {
        double way[2 * LINEAR_MAX], x[2][2 * LINEAR_MAX], y[2][2 * LINEAR_MAX];
        random_way(&random, 2 * first.n, way);
        apply_A(&first, way, x[0]);
        random_way(&random, 2 * first.n, way);
        apply_A(&first, way, y[0]);
        apply_A(&second, x[0], x[1]);
        apply_A(&second, y[0], y[1]);
        const double was = symplectic_form(first.n, x[0], y[0]);
        double scale = 1.0;
        for (int32_t i = 0; i < 2 * first.n; i++) {
            scale = fmax(scale, fmax(fabs(x[1][i]), fabs(y[1][i])));
        }
        CHECK_NEAR(symplectic_form(first.n, x[1], y[1]), was, 1e-12 * scale * scale);
    }
    trial_close(&second);
    trial_close(&first);
    run_close(&r);
}

static void loops_have_the_derivative_of_their_step(void **state)
{
    (void)state;
    const ludo_scene_segments_options kites = {2, true, "hinge"};
    const ludo_scene_ring_options balls = {5, "ball"};
    ludo_spec *spec = NULL;
    ludo_status built = ludo_scene_three_links(NULL, &spec);
    check_loops(built, spec, 0.01, false);
    built = ludo_scene_segments(&kites, NULL, &spec);
    check_loops(built, spec, 0.01, false);
    built = ludo_scene_ring(&balls, NULL, &spec);
    check_loops(built, spec, 0.1, false);
    built = ludo_scene_bricard(NULL, &spec);
    check_loops(built, spec, 0.0, false);
    built = ludo_scene_scissor_lift(2, NULL, &spec);
    check_loops(built, spec, 0.0, false);
}

/* Sums of coordinates, paths and distances, constant or polynomials of each other. */
static void held_lengths_have_the_derivative_of_their_step(void **state)
{
    (void)state;
    static const char *const files[] = {"tests/models/features/equality_tendon_fixed3.xml",
                                        "tests/models/features/equality_tendon_path.xml"};
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_load_file(files[i], NULL, NULL, &spec, NULL);
        check_loops(built, spec, 0.05, i == 0);
    }
}

/* Closures of every type and couplings, on trees of all joints, with all forces. */
static void random_loops_have_the_derivative_of_their_step(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        const ludo_scene_everything_options tree = {.bodies = 7,
                                                    .seed = seed,
                                                    .floating = seed % 2 == 0,
                                                    .damped = seed % 5 == 0,
                                                    .stiffness = 50.0};
        const ludo_status built = ludo_scene_everything(&tree, NULL, &spec);
        assert_int_equal(ludo_scene_close_loops(spec, 1, seed), LUDO_OK);
        check_loops(built, spec, 0.0, tree.damped);
    }
}

/* ---- momenta, order, other integrators ---- */

/* Kinetic energy with armatures is p.v / 2, on trees and with loops. */
static void momenta_are_those_of_the_knot(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        ludo_spec *spec = NULL;
        const ludo_scene_everything_options tree = {
            .bodies = EVERYTHING_BODIES, .seed = seed, .floating = seed % 2 == 0};
        const ludo_status built = ludo_scene_everything(&tree, NULL, &spec);
        if (seed > 5) {
            assert_int_equal(ludo_scene_close_loops(spec, 2, seed), LUDO_OK);
        }
        running r = run_open(built, spec, NULL);
        run_steps(&r, 0.002, 2);
        const phase z = read_phase(r.sim);
        ludo_energy energy;
        assert_int_equal(ludo_sim_energy(r.sim, &energy), LUDO_OK);
        double twice = 0.0;
        for (int32_t i = 0; i < ludo_model_dof(r.model); i++) {
            twice += z.p[i] * z.v[i];
        }
        CHECK_NEAR(0.5 * twice, energy.kinetic, 1e-12 * (1.0 + energy.kinetic));
        run_close(&r);
    }
}

/* Three stages, one of them backward in time. */
static void order_4_is_derived_through_its_stages(void **state)
{
    (void)state;
    ludo_sim_options options = tight_options();
    options.order = 4;
    FOR_SEEDS(seed, 2)
    {
        running r = open_everything(seed, false, &options);
        trial t = trial_open(&r, &options, h);
        CHECK_NEAR(worst_error(&t, seed, 4), 0.0, by_differences);
        trial_close(&t);
        run_close(&r);
    }
}

/* A body on three hinges through two massless links: a ball whose coordinates are angles. */
static ludo_status three_hinges(ludo_spec **out)
{
    static const ludo_body_def bodies[] = {
        {.struct_size = sizeof(ludo_body_def)},
        {.struct_size = sizeof(ludo_body_def)},
        {.struct_size = sizeof(ludo_body_def),
         .mass = 1.5,
         .com = {0.1, 0.2, -0.3},
         .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}},
    };
    static const ludo_vec3 axes[] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {0.6, 0.0, 0.8}};
    const double merge = 1.0;
    assert_int_equal(ludo_spec_create(NULL, out), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(*out, "merge", &merge, 1), LUDO_OK);
    for (int32_t i = 0; i < 3; i++) {
        ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                .type = "hinge",
                                .parent = i - 1,
                                .child = i,
                                .axis = axes[i]};
        hinge.in_child.orientation = (ludo_quat){0.6, 0.0, 0.8, 0.0};
        hinge.in_parent.orientation = hinge.in_child.orientation;
        assert_int_equal(ludo_spec_add_body(*out, &bodies[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(*out, &hinge, NULL), LUDO_OK);
    }
    return LUDO_OK;
}

/* A scene with all joints and forces, damped; or for seed 0 the three hinges, away from gimbal
 * lock. */
static running open_compared(uint64_t seed, const ludo_sim_options *options)
{
    if (seed > 0) {
        return open_everything(seed, true, options);
    }
    ludo_spec *spec = NULL;
    const ludo_status built = three_hinges(&spec);
    running r = run_open(built, spec, options);
    for (int32_t i = 0; i < 3; i++) {
        place(&r, i, 0.4 * i + 0.2, 1.0 - 0.8 * i);
    }
    return r;
}

/* The largest difference of A of two integrators of order 2. */
static double difference_of_integrators(uint64_t seed, double step)
{
    static const char *const names[] = {"maximal", "galerkin"};
    trial t[2];
    running r[2];
    double worst = 0.0;
    for (int i = 0; i < 2; i++) {
        ludo_sim_options options = tight_options();
        options.integrator = names[i];
        options.order = 2;
        r[i] = open_compared(seed, &options);
        t[i] = trial_open(&r[i], &options, step);
    }
    for (int32_t i = 0; i < 4 * t[0].n * t[0].n; i++) {
        const double a = ludo_linearizer_A(t[0].linearizer)[i];
        worst = fmax(worst, fabs(a - ludo_linearizer_A(t[1].linearizer)[i]));
    }
    for (int i = 0; i < 2; i++) {
        trial_close(&t[i]);
        run_close(&r[i]);
    }
    return worst;
}

/* One step's error is of order h^3. */
static void derivatives_are_those_of_galerkin_to_order_2(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed <= 2; seed++) {
        const double wide = difference_of_integrators(seed, 2e-3);
        const double narrow = difference_of_integrators(seed, 1e-3);
        CHECK_NEAR(log2(wide / narrow), 3.0, 0.3);
    }
}

/* ---- refusals ---- */

static void order_1_has_no_derivative(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_linearizer *linearizer = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    ludo_diagnostic why = {.message = ""};
    options.order = 1;
    const ludo_status built = ludo_scene_damped_pendulum(NULL, &spec);
    running r = run_open(built, spec, &options);
    assert_int_equal(ludo_linearizer_create(r.sim, NULL, &linearizer, &why), LUDO_REFUSED);
    assert_null(linearizer);
    assert_non_null(strstr(why.message, "order 1"));
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_of_joint_has_the_derivative_of_its_step),
        cmocka_unit_test(forces_of_every_kind_are_derived),
        cmocka_unit_test(external_forces_are_derived),
        cmocka_unit_test(loops_have_the_derivative_of_their_step),
        cmocka_unit_test(held_lengths_have_the_derivative_of_their_step),
        cmocka_unit_test(random_loops_have_the_derivative_of_their_step),
        cmocka_unit_test(momenta_are_those_of_the_knot),
        cmocka_unit_test(order_4_is_derived_through_its_stages),
        cmocka_unit_test(derivatives_are_those_of_galerkin_to_order_2),
        cmocka_unit_test(order_1_has_no_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
