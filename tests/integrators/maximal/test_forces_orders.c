/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of convergence with forces: everything at once against itself with much smaller steps, the
 * damped pendulum against its reference, stiff springs against rigid joints, the governor against
 * itself. And the models that order 4 refuses.
 *
 * LUDO_LONG_TESTS=1 in the environment runs the governor for its whole 10 s. */
#include "everything.h"
#include "order.h"
#include "small_spec.h"

#include "data/damped_pendulum.h"

#include <stdio.h>
#include <string.h>

/* --- everything ------------------------------------------------------------------------------ */

enum { FINER = 16 };

static const double duration = 0.5;

/* How a convergence is measured: damped or not, with varying controls or not, the largest step, and
 * the expected order with its tolerance. */
typedef struct measure {
    bool damped, steered;
    double step;
    int order;
    double slack;
} measure;

/* Controls that vary in time, constant over a step: their values at its middle. */
static void steer(running *r, double time)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, sin(3.0 * time + i)), LUDO_OK);
    }
}

static void run_steered(running *r, double h, long steps, bool steered)
{
    for (long k = 0; k < steps; k++) {
        if (steered || k == 0) {
            steer(r, steered ? ((double)k + 0.5) * h : 0.0);
        }
        run_steps(r, h, 1);
    }
}

/* Errors against the same scene with steps FINER times as small as the smallest, with symmetric
 * damping: at least of order 2, so the reference's own error is at most 1 / FINER^2 of the
 * smallest. */
static order_errors errors_of_everything(uint64_t seed, const measure *m,
                                         const ludo_sim_options *options)
{
    const long steps = lround(duration / m->step);
    const int finest = FINER << (REFINEMENTS - 1);
    ludo_sim_options symmetric = *options;
    symmetric.damping = "symmetric";
    running fine = open_everything(seed, m->damped, &symmetric);
    run_steered(&fine, m->step / finest, steps * finest, m->steered);
    order_errors errors;
    for (int i = 0; i < REFINEMENTS; i++) {
        running r = open_everything(seed, m->damped, options);
        run_steered(&r, m->step / (1 << i), steps << i, m->steered);
        const state_error e = state_difference(&r, &fine);
        order_add(&errors, i, &e);
        run_close(&r);
    }
    run_close(&fine);
    return errors;
}

/* With three step sizes, the slope is uncertain by the next term of the error series. */
static void check_everything(const measure *m, const ludo_sim_options *options)
{
    FOR_SEEDS(seed, 4 / SHORTER)
    {
        const order_errors errors = errors_of_everything(seed, m, options);
        char what[64];
        snprintf(what, sizeof what, "everything, seed %d", (int)seed);
        order_check(&errors, what, m->order, m->slack);
    }
}

static void everything_damped_and_steered_converges_with_order_2(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-12; /* far below the smallest error measured */
    check_everything(&(measure){true, true, 0.01, 2, 0.05}, &options);
}

static void everything_converges_with_order_2_by_the_quaternion_update(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-12;
    options.rotation = "quaternion";
    check_everything(&(measure){true, true, 0.01, 2, 0.05}, &options);
}

static void everything_undamped_converges_with_order_4(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    options.order = 4;
    check_everything(&(measure){false, false, 0.01, 4, 0.1}, &options);
}

/* Dampers that act at the start of the interval only. */
static void implicit_damping_converges_with_order_1(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.damping = "implicit";
    check_everything(&(measure){true, true, 0.002, 1, 0.1}, &options);
}

/* --- refusals of order 4 ---------------------------------------------------------------------- */

/* All damped elements, by the name that the refusal must contain. */
static const char *const dampers[] = {"hinge", "ball",     "distance", "tendon",
                                      "speed", "position", NULL};

static double damping(const char *damper, const char *name)
{
    return damper != NULL && strcmp(damper, name) == 0 ? 0.5 : 0.0;
}

static void add_damped_joints(ludo_spec *spec, const char *damper)
{
    add_body(spec, "upper");
    add_body(spec, "lower");
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .name = "hinge",
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .axis = {0.0, 1.0, 0.0},
                                  .along[0].damping = damping(damper, "hinge")};
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .name = "ball",
                                 .type = "ball",
                                 .parent = 0,
                                 .child = 1,
                                 .in_parent.position = {1.0, 0.0, 0.0},
                                 .along[0].damping = damping(damper, "ball")};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
}

static void add_damped_lines(ludo_spec *spec, const char *damper)
{
    const ludo_site_def site[2] = {{.struct_size = sizeof(ludo_site_def),
                                    .body = LUDO_WORLD,
                                    .frame.position = {3.0, 0.0, 0.0}},
                                   {.struct_size = sizeof(ludo_site_def), .body = 1}};
    assert_int_equal(ludo_spec_add_site(spec, &site[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site[1], NULL), LUDO_OK);
    const ludo_tendon_term term = {0, 0, 0.5};
    const ludo_spring_def spring[2] = {{.struct_size = sizeof(ludo_spring_def),
                                        .name = "distance",
                                        .type = "distance",
                                        .site_a = 0,
                                        .site_b = 1,
                                        .stiffness = 10.0,
                                        .damping = damping(damper, "distance")},
                                       {.struct_size = sizeof(ludo_spring_def),
                                        .name = "tendon",
                                        .type = "tendon",
                                        .term = &term,
                                        .term_count = 1,
                                        .stiffness = 10.0,
                                        .damping = damping(damper, "tendon")}};
    assert_int_equal(ludo_spec_add_spring(spec, &spring[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &spring[1], NULL), LUDO_OK);
}

static ludo_model *with_damper(const char *damper)
{
    ludo_spec *spec = new_spec();
    add_damped_joints(spec, damper);
    add_damped_lines(spec, damper);
    ludo_actuator_def speed = ludo_actuator_velocity(damping(damper, "speed"));
    ludo_actuator_def position = ludo_actuator_position(5.0, damping(damper, "position"));
    speed.name = "speed";
    position.name = "position";
    position.on_spring = true;
    assert_int_equal(ludo_spec_add_actuator(spec, &speed, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &position, NULL), LUDO_OK);
    return compiled(spec);
}

static void order_4_refuses_each_kind_of_damper_by_name(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    for (size_t i = 0; i < sizeof dampers / sizeof dampers[0]; i++) {
        ludo_model *model = with_damper(dampers[i]);
        ludo_sim *sim = NULL;
        ludo_diagnostic why = {.message = ""};
        const ludo_status s = ludo_sim_create(model, &options, NULL, &sim, &why);
        assert_int_equal(s, dampers[i] == NULL ? LUDO_OK : LUDO_REFUSED);
        if (dampers[i] != NULL) {
            print_message("%s\n", why.message);
            assert_non_null(strstr(why.message, dampers[i]));
        } else {
            /* nor may one be added later */
            assert_int_equal(ludo_sim_set_servo(sim, 0, 0, 0.0, 1.0, 0.5), LUDO_REFUSED);
            assert_int_equal(ludo_sim_set_servo(sim, 0, 0, 0.0, 1.0, 0.0), LUDO_OK);
        }
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
}

static void symmetric_and_implicit_damping_take_every_damper(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof dampers / sizeof dampers[0]; i++) {
        ludo_sim_options options = ludo_sim_options_default();
        options.damping = i % 2 == 0 ? "symmetric" : "implicit";
        running r = {with_damper(dampers[i / 2]), NULL};
        assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 0.1, 1.0, 0.5), LUDO_OK);
        run_steps(&r, 0.01, 10);
        run_close(&r);
    }
}

/* --- the damped pendulum --------------------------------------------------------------------- */

static running pendulum(const char *how)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.damping = how;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_damped_pendulum(NULL, &spec);
    return run_open(built, spec, &options);
}

/* The largest error of the angle at the times of the reference. */
static double pendulum_error(double h, const char *how)
{
    running r = pendulum(how);
    double worst = 0.0;
    for (size_t i = 0; i < sizeof damped_pendulum / sizeof damped_pendulum[0]; i++) {
        run_steps(&r, h, lround(0.5 / h));
        worst = fmax(worst, fabs(coordinate(&r, 0) - damped_pendulum[i][0]));
    }
    run_close(&r);
    return worst;
}

/* The same at every knot, against steps 64 times as small. */
static double pendulum_error_at_knots(double h)
{
    running r = pendulum("symmetric"), fine = pendulum("symmetric");
    double worst = 0.0;
    for (int k = 0; k < lround(10.0 / h); k++) {
        run_steps(&r, h, 1);
        run_steps(&fine, h / 64, 64);
        worst = fmax(worst, fabs(coordinate(&r, 0) - coordinate(&fine, 0)));
    }
    run_close(&r);
    run_close(&fine);
    return worst;
}

/* The bounds are the errors of another program with the same treatment of dampers. */
static void damped_pendulum_follows_its_reference(void **state)
{
    (void)state;
    static const double bound[REFINEMENTS] = {3.2e-2, 7.9e-3, 2.0e-3};
    for (int i = 0; i < REFINEMENTS; i++) {
        const double h = 0.1 / (1 << i), error = pendulum_error(h, "symmetric");
        const double at_knots = pendulum_error_at_knots(h);
        print_message("damped pendulum, h = %g: angle off by %.3e, at all knots by %.3e\n", h,
                      error, at_knots);
        assert_true(fmax(error, at_knots) <= bound[i]);
    }
}

static void damped_pendulum_by_implicit_damping_is_of_order_1(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        error[i] = pendulum_error(0.005 / (1 << i), "implicit");
    }
    print_message("damped pendulum, implicit: order %.2f (errors %.2e %.2e %.2e)\n", slope(error),
                  error[0], error[1], error[2]);
    CHECK_NEAR(slope(error), 1.0, 0.1);
}

/* --- stiffness ------------------------------------------------------------------------------- */

/* Two rods of 1 m and 1 kg, the upper on a hinge; between them a fixed joint, or a hinge with a
 * spring of 1e9 N m/rad and a damper of 1e6 N m s/rad. */
static running stiff_pendulum(const char *between, bool distance)
{
    ludo_spec *spec = new_spec();
    for (int32_t k = 0; k < 2; k++) {
        const ludo_body_def rod = {.struct_size = sizeof rod,
                                   .mass = 1.0,
                                   .com = {0.5, 0.0, 0.0},
                                   .inertia = {0.01, 1.0 / 12.0, 1.0 / 12.0}};
        ludo_joint_def joint = {.struct_size = sizeof joint,
                                .type = k == 0 ? "hinge" : between,
                                .parent = k - 1,
                                .child = k,
                                .in_parent.position.x = k,
                                .axis = {0.0, 1.0, 0.0}};
        if (k == 1 && strcmp(between, "hinge") == 0 && !distance) {
            joint.along[0] = (ludo_dof_def){.stiffness = 1e9, .damping = 1e6};
        }
        assert_int_equal(ludo_spec_add_body(spec, &rod, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    if (distance) { /* from a stay on the upper rod to the far end of the lower one */
        const ludo_site_def site[2] = {
            {.struct_size = sizeof(ludo_site_def), .body = 0, .frame.position = {1.0, 0.0, 1.0}},
            {.struct_size = sizeof(ludo_site_def), .body = 1, .frame.position = {1.0, 0.0, 0.0}}};
        const double length = sqrt(2.0);
        const ludo_spring_def spring = {.struct_size = sizeof spring,
                                        .type = "distance",
                                        .site_b = 1,
                                        .stiffness = 1e9,
                                        .damping = 1e6,
                                        .rest = {length, length}};
        assert_int_equal(ludo_spec_add_site(spec, &site[0], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_site(spec, &site[1], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    }
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* Gravity bends 1e9 N m/rad by some 1e-8 rad, which grows a little in ten seconds of swinging. */
static void springs_of_1e9_move_like_rigid_joints(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        running stiff = stiff_pendulum("hinge", i == 1), rigid = stiff_pendulum("fixed", false);
        double worst = 0.0;
        for (int k = 0; k < 1000; k++) {
            run_steps(&stiff, 0.01, 1);
            run_steps(&rigid, 0.01, 1);
            const state_error e = state_difference(&stiff, &rigid);
            worst = fmax(worst, fmax(e.position, e.angle));
        }
        print_message("%s: within %.1e of the rigid joint for 10 s\n",
                      i == 1 ? "distance spring" : "joint spring", worst);
        CHECK_NEAR(worst, 0.0, 1e-7);
        run_close(&stiff);
        run_close(&rigid);
    }
}

/* --- the governor ---------------------------------------------------------------------------- */

/* The largest distance of any body from its position with steps of 1e-5 s, at every tenth
 * second. */
static void governor_is_within_a_tenth_of_a_millimetre_of_its_limit(void **state)
{
    (void)state;
    const char *wanted = getenv("LUDO_LONG_TESTS");
    const int tenths = wanted != NULL && strcmp(wanted, "1") == 0 ? 100 : 10 / SHORTER;
    ludo_spec *spec[2] = {NULL, NULL};
    const ludo_status built[2] = {ludo_scene_governor(NULL, &spec[0]),
                                  ludo_scene_governor(NULL, &spec[1])};
    running fine = run_open(built[0], spec[0], NULL), coarse = run_open(built[1], spec[1], NULL);
    double worst = 0.0;
    for (int k = 0; k < tenths; k++) {
        run_steps(&fine, 1e-5, 10000);
        run_steps(&coarse, 1e-3, 100);
        const state_error e = state_difference(&coarse, &fine);
        worst = fmax(worst, e.position);
    }
    print_message("governor, %g s: positions within %.2e m\n", 0.1 * tenths, worst);
    CHECK_NEAR(worst, 0.0, 1e-4);
    run_close(&fine);
    run_close(&coarse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_damped_and_steered_converges_with_order_2),
        cmocka_unit_test(everything_converges_with_order_2_by_the_quaternion_update),
        cmocka_unit_test(everything_undamped_converges_with_order_4),
        cmocka_unit_test(implicit_damping_converges_with_order_1),
        cmocka_unit_test(order_4_refuses_each_kind_of_damper_by_name),
        cmocka_unit_test(symmetric_and_implicit_damping_take_every_damper),
        cmocka_unit_test(damped_pendulum_follows_its_reference),
        cmocka_unit_test(damped_pendulum_by_implicit_damping_is_of_order_1),
        cmocka_unit_test(springs_of_1e9_move_like_rigid_joints),
        cmocka_unit_test(governor_is_within_a_tenth_of_a_millimetre_of_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
