/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of steps of the Galerkin integrator: against numbers of other software, steps from
 * states nearby and another integrator, and their invariants [minimal.md 7]. */
#include "data/random_tree_8_linear.h"
#include "everything.h"
#include "linear_step.h"
#include "model/model.h"
#include "tree_8.h"

/* The length of steps [s]. */
static const double h = 0.02;

/* Differences: 1e-16 of their fifth derivatives; 1e-15 / 1e-4 from round-off in momenta of size 10,
 * and more for bodies with inertias that differ by a factor of a thousand between axes. */
static const double by_differences = 1e-7;

static ludo_sim_options galerkin_options(int32_t s)
{
    ludo_sim_options options = tight_options();
    options.integrator = "galerkin";
    options.order = 2 * s;
    return options;
}

static void steer(running *r)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, 0.3 * sin(i)), LUDO_OK);
    }
}

/* ---- numbers of other software ---- */

/* The largest difference of two matrices over the largest number. */
static double difference(const double *a, const double *b, int32_t count)
{
    double worst = 0.0, size = 0.0;
    for (int32_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
        size = fmax(size, fabs(b[i]));
    }
    return worst / size;
}

static void a_random_tree_has_the_derivative_that_other_software_found(void **state)
{
    (void)state;
    const double *const known[] = {&tree_8_A_1[0][0], &tree_8_A_2[0][0], &tree_8_A_3[0][0]};
    for (int32_t s = 1; s <= 3; s++) {
        const ludo_sim_options options = galerkin_options(s);
        running r = run_open(LUDO_OK, describe_tree_8(), &options);
        trial t = trial_open(&r, &options, 0.05);
        assert_int_equal(t.n, TREE_8);
        const double *A = ludo_linearizer_A(t.linearizer);
        CHECK_NEAR(difference(A, known[s - 1], 4 * TREE_8 * TREE_8), 0.0, 1e-12);
        CHECK_NEAR(difference(t.from.p, tree_8_p, TREE_8), 0.0, 1e-13);
        trial_close(&t);
        run_close(&r);
    }
}

/* ---- against differences ---- */

static void every_type_of_joint_has_the_derivative_of_its_step(void **state)
{
    (void)state;
    static const char *const types[] = {
        "hinge",     "slide",         "cylindrical",       "planar",
        "ball",      "point-on-line", "free-planar",       "orientation-only",
        "universal", "hinge+slide",   "hinge+hinge+hinge", "slide+hinge+slide",
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const ludo_sim_options options = galerkin_options(1 + (int32_t)i % 3);
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_joint_chain(types[i], 3, NULL, &spec);
        running r = stirred(built, spec, &options, 0.7, i + 1);
        trial t = trial_open(&r, &options, h);
        CHECK_NEAR(worst_error(&t, i, 2 * t.n), 0.0, by_differences);
        check_symplectic(&t);
        trial_close(&t);
        run_close(&r);
    }
}

/* Springs, armatures, loaded balls, tendons of both kinds, actuators with bias; dampers; on the
 * ground and in flight. */
static void forces_of_every_kind_are_derived(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 6)
    {
        const bool damped = seed > 3;
        const ludo_sim_options options = galerkin_options(1 + (int32_t)seed % 3);
        running r = open_everything(seed, damped, &options);
        steer(&r);
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

/* Wrenches whose torques rotate with the body; servos with damping. */
static void external_forces_are_derived(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 3)
    {
        const ludo_sim_options options = galerkin_options((int32_t)seed);
        running r = open_everything(seed, true, &options);
        random_stream random = random_from(seed);
        for (int32_t i = 0; i < ludo_model_body_count(r.model); i++) {
            const ludo_wrench w = {random_vec3(&random, 3.0), random_vec3(&random, 1.0)};
            if (r.model->body[i].on.intermediate < 0) {
                assert_int_equal(ludo_sim_set_body_force(r.sim, i, &w), LUDO_OK);
            }
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

/* ---- invariants ---- */

/* Long steps with ball rotations of up to a radian: no property depends on short steps. */
static void long_steps_are_symplectic(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        FOR_SEEDS(seed, 4)
        {
            const ludo_sim_options options = galerkin_options(s);
            running r = open_everything(seed, false, &options);
            steer(&r);
            trial t = trial_open(&r, &options, 0.1);
            check_symplectic(&t);
            trial_close(&t);
            run_close(&r);
        }
    }
}

/* ---- against another integrator ---- */

/* Two bodies, each on three intersecting hinges, with frames rotated relative to the bodies'. */
static ludo_spec *spherical_joints(void)
{
    static const ludo_vec3 axes[] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}};
    ludo_spec *spec = NULL;
    random_stream random = random_from(5);
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &(double){1.0}, 1), LUDO_OK);
    for (int32_t b = 0; b < 2; b++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.5,
                                    .com = random_vec3(&random, 0.3),
                                    .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}};
        const ludo_frame frame = {random_vec3(&random, 0.5), random_quat(&random)};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        for (int32_t k = 0; k < 3; k++) {
            const ludo_joint_def joint = {.struct_size = sizeof joint,
                                          .type = "hinge",
                                          .parent = b == 0 ? LUDO_WORLD : b - 1,
                                          .child = b,
                                          .continues = k > 0,
                                          .in_parent = frame,
                                          .in_child = frame,
                                          .axis = axes[k]};
            assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        }
    }
    return spec;
}

/* The largest difference of A of two integrators of order 2. */
static double difference_of_integrators(double step)
{
    static const char *const names[] = {"maximal", "galerkin"};
    trial t[2];
    running r[2];
    for (int i = 0; i < 2; i++) {
        ludo_sim_options options = galerkin_options(1);
        options.integrator = names[i];
        r[i] = stirred(LUDO_OK, spherical_joints(), &options, 0.5, 3);
        assert_string_equal(r[i].model->joint[0].kind->name, "spherical");
        assert_false(q_is_identity(r[i].model->joint[0].q_a_off));
        t[i] = trial_open(&r[i], &options, step);
        check_symplectic(&t[i]);
    }
    const double apart = difference(ludo_linearizer_A(t[0].linearizer),
                                    ludo_linearizer_A(t[1].linearizer), 4 * t[0].n * t[0].n);
    for (int i = 0; i < 2; i++) {
        trial_close(&t[i]);
        run_close(&r[i]);
    }
    return apart;
}

/* Three merged hinges have rates in the axes of the child's joint frame; one step's error is of
 * order h^3. */
static void spherical_joints_have_the_derivative_that_maximal_finds(void **state)
{
    (void)state;
    const double wide = difference_of_integrators(2e-3), narrow = difference_of_integrators(1e-3);
    CHECK_NEAR(log2(wide / narrow), 3.0, 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_tree_has_the_derivative_that_other_software_found),
        cmocka_unit_test(every_type_of_joint_has_the_derivative_of_its_step),
        cmocka_unit_test(forces_of_every_kind_are_derived),
        cmocka_unit_test(external_forces_are_derived),
        cmocka_unit_test(long_steps_are_symplectic),
        cmocka_unit_test(spherical_joints_have_the_derivative_that_maximal_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
