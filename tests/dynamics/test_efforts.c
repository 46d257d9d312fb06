/* SPDX-License-Identifier: Apache-2.0
 *
 * Efforts of springs, dampers and actuators along rates: closed forms, powers, and accelerations of
 * a simulation. */
#include "dynamics_models.h"
#include "ludo/quantities.h"
#include "small_spec.h"

#include <float.h>
#include <string.h>

enum { ACTUATORS = 32 };

/* The scene with everything, damped, with controls that push some actuators to their limits. */
static dynamics_of open_driven(uint64_t seed, const char *integrator, double *u)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = tight_options();
    options.integrator = integrator;
    const ludo_status built = build_everything(seed, true, &spec);
    dynamics_of s = dynamics_of_run(run_open(built, spec, &options));
    const int32_t count = ludo_model_actuator_count(s.r.model);
    assert_in_range(count, 1, ACTUATORS);
    for (int32_t i = 0; i < count; i++) {
        u[i] = sin(i + 1.0);
        assert_int_equal(ludo_sim_set_control(s.r.sim, i, u[i]), LUDO_OK);
    }
    return s;
}

/* ---- against a simulation ---- */

/* Integrators in joint coordinates evaluate forward dynamics at the knot, by the nodes' own rates:
 * round-off times the condition of the mass matrix. */
static void forces_accelerate_as_in_a_simulation(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        double u[ACTUATORS], effort[MOST], a[MOST], is[MOST];
        dynamics_of s = open_driven(seed, "galerkin", u);
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, u, effort, NULL), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, effort, a), LUDO_OK);
        assert_int_equal(ludo_sim_get_accelerations(s.r.sim, is, s.dof), LUDO_OK);
        CHECK_NEAR(relative_difference(a, is, s.dof), 0.0, 1e-11);
        dynamics_of_close(&s);
    }
}

/* A step forwards and one backwards of the maximal integrator: of order 2 in the step, and a
 * tolerance of 1e-13 over the step; measured: 1e-7. */
static void forces_accelerate_as_small_steps_do(void **state)
{
    (void)state;
    const double h = 1e-4;
    FOR_SEEDS(seed, 6)
    {
        double u[ACTUATORS], effort[MOST], a[MOST], v[2][MOST], q[MOST];
        dynamics_of s = open_driven(seed, "maximal", u);
        for (int side = 0; side < 2; side++) {
            ludo_sim *copy = NULL;
            const ludo_sim_options options = tight_options();
            assert_int_equal(ludo_sim_create(s.r.model, &options, NULL, &copy, NULL), LUDO_OK);
            assert_int_equal(ludo_sim_copy(copy, s.r.sim), LUDO_OK);
            running r = {s.r.model, copy};
            run_steps(&r, side == 0 ? -h : h, 1);
            read_state(&r, q, v[side]);
            ludo_sim_destroy(copy);
        }
        for (int32_t i = 0; i < s.dof; i++) {
            v[1][i] = (v[1][i] - v[0][i]) / (2.0 * h);
        }
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, u, effort, NULL), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, effort, a), LUDO_OK);
        CHECK_NEAR(relative_difference(v[1], a, s.dof), 0.0, 1e-5);
        dynamics_of_close(&s);
    }
}

/* ---- powers ---- */

/* Energy of springs at the coordinates moved for the time t. */
static double springs_at(dynamics_of *s, double t)
{
    double q[MOST];
    ludo_energy energy;
    move_coordinates(s->r.model, s->q, s->v, t, q);
    write_state(&s->r, q, s->v);
    assert_int_equal(ludo_sim_energy(s->r.sim, &energy), LUDO_OK);
    return energy.springs;
}

static double power_of(const double *effort, const double *v, int32_t dof)
{
    double power = 0.0;
    for (int32_t i = 0; i < dof; i++) {
        power += effort[i] * v[i];
    }
    return power;
}

/* Without actuators and dampers efforts do the work that springs lose. Differences over 1e-5 s lose
 * 1e-7 of some 1e3 W. */
static void springs_give_their_energy(void **state)
{
    (void)state;
    const double t = 1e-5;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = build_everything(seed, false, &spec);
        dynamics_of s = dynamics_of_run(run_open(built, spec, NULL));
        double effort[MOST];
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, NULL, effort, NULL), LUDO_OK);
        const double lost = (springs_at(&s, -t) - springs_at(&s, t)) / (2.0 * t);
        const double power = power_of(effort, s.v, s.dof);
        CHECK_NEAR(power, lost, 1e-6 * fmax(fabs(lost), 1.0));
        dynamics_of_close(&s);
    }
}

/* Dampers take energy, and nothing at rest: the effort is linear in the rates, and dissipative. */
static void dampers_take_energy(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        double u[ACTUATORS], moving[MOST], still[MOST], zero[MOST] = {0.0};
        dynamics_of s = open_driven(seed, "maximal", u);
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, NULL, moving, NULL), LUDO_OK);
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, zero, NULL, still, NULL), LUDO_OK);
        const double damped = power_of(moving, s.v, s.dof) - power_of(still, s.v, s.dof);
        assert_true(damped < -1e-3);
        dynamics_of_close(&s);
    }
}

/* The efforts of actuators are B times their forces. Sums of some ten terms of some hundred N. */
static void actuators_act_by_their_moment_arms(void **state)
{
    (void)state;
    static double B[MOST * ACTUATORS];
    FOR_SEEDS(seed, 20)
    {
        double u[ACTUATORS], all[MOST], passive[MOST], force[ACTUATORS], none[ACTUATORS];
        dynamics_of s = open_driven(seed, "maximal", u);
        const int32_t count = ludo_model_actuator_count(s.r.model);
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, u, all, force), LUDO_OK);
        assert_int_equal(ludo_dynamics_forces(s.dynamics, s.q, s.v, NULL, passive, none), LUDO_OK);
        assert_int_equal(ludo_dynamics_actuation(s.dynamics, s.q, B), LUDO_OK);
        assert_true(largest(force, count) > 0.1);
        CHECK_NEAR(largest(none, count), 0.0, 0.0);
        for (int32_t i = 0; i < s.dof; i++) {
            double sum = passive[i];
            for (int32_t k = 0; k < count; k++) {
                sum += B[count * i + k] * force[k];
            }
            CHECK_NEAR(sum, all[i], 1e-13 * fmax(largest(all, s.dof), 1.0));
        }
        dynamics_of_close(&s);
    }
}

/* The coordinate of an actuator, before the gear, is as long as a simulation says: B^T v is its
 * rate with the gear. */
static void moment_arms_are_rates_of_lengths(void **state)
{
    (void)state;
    static double B[MOST * ACTUATORS];
    FOR_SEEDS(seed, 20)
    {
        double u[ACTUATORS];
        dynamics_of s = open_driven(seed, "maximal", u);
        const int32_t count = ludo_model_actuator_count(s.r.model);
        assert_int_equal(ludo_dynamics_actuation(s.dynamics, s.q, B), LUDO_OK);
        for (int32_t k = 0; k < count; k++) {
            ludo_tendon_state line = {.struct_size = sizeof line};
            double rate = 0.0;
            for (int32_t i = 0; i < s.dof; i++) {
                rate += B[count * i + k] * s.v[i];
            }
            assert_int_equal(ludo_sim_actuator(s.r.sim, k, &line), LUDO_OK);
            CHECK_NEAR(rate, line.rate, 1e-13 * fmax(fabs(rate), 1.0)); /* some ten products */
        }
        dynamics_of_close(&s);
    }
}

/* ---- closed forms ---- */

/* A hinge with a spring, a damper and a motor with gear 3, control within 2 and force within 5. */
static dynamics_of open_hinge(void)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 2.0, .inertia = {1.0, 1.0, 1.0}};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = "hinge",
        .parent = LUDO_WORLD,
        .axis = {0.0, 0.0, 1.0},
        .along = {{.stiffness = 7.0, .rest = 0.2, .damping = 0.5, .armature = 0.1}}};
    const ludo_actuator_def motor = {.struct_size = sizeof motor,
                                     .gear = 3.0,
                                     .gain = 4.0,
                                     .bias = {0.25, 0.0, -0.1},
                                     .control_limited = true,
                                     .control_range = {-2.0, 2.0},
                                     .force_limited = true,
                                     .force_range = {-5.0, 5.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    return dynamics_of_run(run_open(LUDO_OK, spec, NULL));
}

static void a_hinge_has_its_laws(void **state)
{
    (void)state;
    dynamics_of s = open_hinge();
    const double q = 0.9, v = -1.5, u[] = {0.5, 30.0}, passive = -7.0 * (q - 0.2) - 0.5 * v;
    const double wanted = 4.0 * u[0] + 0.25 - 0.1 * 3.0 * v;
    double effort, force, B;
    ludo_dynamics *d = s.dynamics;
    assert_int_equal(ludo_dynamics_forces(d, &q, &v, NULL, &effort, &force), LUDO_OK);
    CHECK_NEAR(effort, passive, 16 * DBL_EPSILON); /* a few products */
    CHECK_NEAR(force, 0.0, 0.0);
    assert_int_equal(ludo_dynamics_forces(d, &q, &v, &u[0], &effort, &force), LUDO_OK);
    CHECK_NEAR(force, wanted, 8 * DBL_EPSILON);
    CHECK_NEAR(effort, passive + 3.0 * wanted, 32 * DBL_EPSILON);
    assert_int_equal(ludo_dynamics_forces(d, &q, &v, &u[1], &effort, &force), LUDO_OK);
    CHECK_NEAR(force, 5.0, 0.0);
    CHECK_NEAR(effort, passive + 15.0, 16 * DBL_EPSILON);
    assert_int_equal(ludo_dynamics_actuation(d, &q, &B), LUDO_OK);
    CHECK_NEAR(B, 3.0, 0.0);
    dynamics_of_close(&s);
}

/* ---- invalid arguments ---- */

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    double u[ACTUATORS], bad[MOST], bad_u[ACTUATORS], effort[MOST], force[ACTUATORS];
    static double B[MOST * ACTUATORS];
    dynamics_of s = open_driven(2, "maximal", u);
    ludo_dynamics *d = s.dynamics;
    memcpy(bad, s.q, sizeof bad);
    memcpy(bad_u, u, sizeof bad_u);
    bad[1] = bad_u[0] = (double)NAN;
    const ludo_status status[] = {
        ludo_dynamics_forces(NULL, s.q, s.v, u, effort, force),
        ludo_dynamics_forces(d, NULL, s.v, u, effort, force),
        ludo_dynamics_forces(d, bad, s.v, u, effort, force),
        ludo_dynamics_forces(d, s.q, NULL, u, effort, force),
        ludo_dynamics_forces(d, s.q, bad, u, effort, force),
        ludo_dynamics_forces(d, s.q, s.v, bad_u, effort, force),
        ludo_dynamics_forces(d, s.q, s.v, u, NULL, force),
        ludo_dynamics_actuation(NULL, s.q, B),
        ludo_dynamics_actuation(d, bad, B),
        ludo_dynamics_actuation(d, s.q, NULL),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
        assert_int_equal(status[i], LUDO_BAD_ARGUMENT);
    }
    dynamics_of_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_accelerate_as_in_a_simulation),
        cmocka_unit_test(forces_accelerate_as_small_steps_do),
        cmocka_unit_test(springs_give_their_energy),
        cmocka_unit_test(dampers_take_energy),
        cmocka_unit_test(actuators_act_by_their_moment_arms),
        cmocka_unit_test(moment_arms_are_rates_of_lengths),
        cmocka_unit_test(a_hinge_has_its_laws),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
