/* SPDX-License-Identifier: Apache-2.0
 *
 * Efforts of drives at the knot: against the dynamics without limits, closed forms with them. */
#include "everything.h"
#include "ludo/dynamics.h"
#include "mjcf_text.h"

#include <string.h>

enum { MOST = 256 };

static running driven(const char *text)
{
    return run_open(LUDO_OK, spec_of(text), NULL);
}

/* Servos on the first rate of the joints that take one, and their efforts. */
static void serve(running *r, double *servo)
{
    for (int32_t i = 0; i < ludo_model_joint_count(r->model); i++) {
        (void)ludo_sim_set_servo(r->sim, i, 0, 0.3, 20.0, 0.5);
    }
    assert_int_equal(ludo_sim_get_servo_efforts(r->sim, servo, ludo_model_dof(r->model)), LUDO_OK);
}

/* Without limits they are servos and the difference that actuators make to all forces. Round-off of
 * sums of forces up to 1e3 N, which cancel in this difference. */
static void efforts_are_the_difference_that_drives_make(void **state)
{
    (void)state;
    static const char *const integrators[] = {"maximal", "galerkin", "runge-kutta"};
    for (size_t n = 0; n < sizeof integrators / sizeof *integrators; n++) {
        FOR_SEEDS(seed, 6)
        {
            ludo_sim_options options = ludo_sim_options_default();
            options.integrator = integrators[n];
            running r = open_everything(seed, true, &options);
            double q[MOST], v[MOST], u[MOST], with[MOST], without[MOST], servo[MOST], tau[MOST];
            hold_controls(&r);
            run_steps(&r, 0.002, 5);
            const int32_t nq = ludo_model_position_count(r.model), nv = ludo_model_dof(r.model);
            ludo_dynamics *d = NULL;
            serve(&r, servo);
            assert_int_equal(ludo_dynamics_create(r.model, NULL, &d), LUDO_OK);
            assert_int_equal(ludo_sim_get_positions(r.sim, q, nq), LUDO_OK);
            assert_int_equal(ludo_sim_get_velocities(r.sim, v, nv), LUDO_OK);
            assert_int_equal(ludo_sim_get_controls(r.sim, u, ludo_model_actuator_count(r.model)),
                             LUDO_OK);
            assert_int_equal(ludo_dynamics_forces(d, q, v, u, with, NULL), LUDO_OK);
            assert_int_equal(ludo_dynamics_forces(d, q, v, NULL, without, NULL), LUDO_OK);
            assert_int_equal(ludo_sim_get_drive_efforts(r.sim, tau, nv), LUDO_OK);
            for (int32_t i = 0; i < nv; i++) {
                CHECK_NEAR(tau[i], with[i] - without[i] + servo[i], 1e-11 * (1.0 + fabs(with[i])));
            }
            ludo_dynamics_destroy(d);
            run_close(&r);
        }
    }
}

#define HINGE(name, limit)                                                                         \
    "<joint name='" name "' axis='0 1 0' " limit "/><geom size='0.1' pos='0 0 -1'/>"

/* A motor of gear 2 and a tendon of weights 1 and -0.5 act on the coordinate a, which takes 4 N m,
 * the tendon alone on b. */
static const char limited[] =
    MUJOCO(WORLD("<body>" HINGE("a", "actuatorfrcrange='-4 4'") "<body pos='0 0 -1'>" HINGE(
        "b", "") "</body>"
                 "</body>") "<tendon><fixed name='t'><joint joint='a' coef='1'/>"
                            "<joint joint='b' coef='-0.5'/></fixed></tendon>"
                            "<actuator><motor joint='a' gear='2'/><motor tendon='t'/></actuator>");

static void check_efforts(running *r, double a, double b)
{
    double tau[2];
    assert_int_equal(ludo_sim_get_drive_efforts(r->sim, tau, 2), LUDO_OK);
    CHECK_NEAR(tau[0], a, 1e-14);
    CHECK_NEAR(tau[1], b, 1e-14);
}

static void the_sum_along_a_coordinate_is_limited(void **state)
{
    (void)state;
    running r = driven(limited);
    assert_int_equal(ludo_sim_set_controls(r.sim, (const double[]){1.0, 1.0}, 2), LUDO_OK);
    check_efforts(&r, 3.0, -0.5);
    assert_int_equal(ludo_sim_set_controls(r.sim, (const double[]){3.0, 1.0}, 2), LUDO_OK);
    check_efforts(&r, 4.0, -0.5);
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, -0.5, 10.0, 0.0), LUDO_OK);
    check_efforts(&r, 2.0, -0.5); /* 2 * 3 + 1 - 10 * 0.5 */
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, -2.0, 10.0, 0.0), LUDO_OK);
    check_efforts(&r, -4.0, -0.5);
    run_close(&r);
}

/* An actuator along a cord from the world to the end of a rod of 1 m: its moment arm about the
 * hinge is that of the line from (1, 0, 0) to the end at (0, 0, -1). */
static const char pulled[] = MUJOCO(WORLD("<site name='w' pos='1 0 0'/><body>" HINGE(
    "a", "") "<site name='s' pos='0 0 -1'/></body>") "<tendon><spatial name='t'><site "
                                                     "site='w'/><site site='s'/></spatial></tendon>"
                                                     "<actuator><general tendon='t' gainprm='-1' "
                                                     "dyntype='filter' dynprm='0.1'/></actuator>");

static void an_actuator_along_a_path_has_its_moment_arm(void **state)
{
    (void)state;
    running r = driven(pulled);
    const double act = 3.0;
    double tau;
    assert_int_equal(ludo_sim_set_activations(r.sim, &act, 1), LUDO_OK);
    assert_int_equal(ludo_sim_get_drive_efforts(r.sim, &tau, 1), LUDO_OK);
    /* the pull of 3 N on the end is along (1, 0, 1) / sqrt 2: its moment about y is -1 * 3 / sqrt 2
     */
    CHECK_NEAR(tau, -3.0 / sqrt(2.0), 1e-14);
    run_close(&r);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(pulled));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efforts_are_the_difference_that_drives_make),
        cmocka_unit_test(the_sum_along_a_coordinate_is_limited),
        cmocka_unit_test(an_actuator_along_a_path_has_its_moment_arm),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
