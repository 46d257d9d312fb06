/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a medium: derivatives of the laws, closed forms, orders, energy, stiff drag. Forces are
 * compared with MuJoCo's in tests/peers. */
#include "drag/drag.h"
#include "model/model.h"
#include "text_order.h"

#include <stdio.h>

#define WATER "<option density='1000' viscosity='0.5'/>"

/* A sphere that sinks. */
#define BALL(option, geom)                                                                         \
    "<mujoco>" option "<worldbody><body><freejoint/><geom size='0.1' density='3000' " geom         \
    "/></body></worldbody></mujoco>"

#define FISH                                                                                       \
    "<mujoco><option density='1000' viscosity='0.01' wind='0.3 0.1 -0.2'/><worldbody><body "       \
    "euler='20 40 10'><freejoint/><geom type='ellipsoid' size='0.2 0.07 0.1' "                     \
    "fluidshape='ellipsoid'/><body pos='-0.2 0 0'><joint axis='0 0 1'/><geom type='box' "          \
    "size='0.1 0.02 0.05' pos='-0.1 0 0'/></body></body></worldbody></mujoco>"

static const char *const names[] = {"maximal", "galerkin", "runge-kutta"};
enum { NAMES = 3 };

/* ---- the laws ---- */

static twist random_twist(random_stream *random)
{
    const ludo_vec3 v = random_vec3(random, 2.0);
    return (twist){v, random_vec3(random, 3.0)};
}

static void put_twist(const drag_wrench *w, double out[6])
{
    const double numbers[6] = {w->force.x,  w->force.y,  w->force.z,
                               w->torque.x, w->torque.y, w->torque.z};
    memcpy(out, numbers, sizeof numbers);
}

static double *number_of(twist *V, int i)
{
    double *const at[6] = {&V->v.x, &V->v.y, &V->v.z, &V->w.x, &V->w.y, &V->w.z};
    return at[i];
}

static void laws_have_the_derivatives_of_their_forces(void **state)
{
    (void)state;
    ludo_model *m = model_of(FISH);
    assert_int_equal(m->drags, 2);
    FOR_SEEDS(seed, 20)
    {
        random_stream random = random_from(seed);
        const twist V = random_twist(&random);
        const mat3 R = q_matrix(q_normalized((ludo_quat){0.3, 0.5, -0.2, 0.7}));
        for (int i = 0; i < m->drags; i++) {
            const drag_wrench w = ludo_drag_on_body(&m->drag[i], &m->medium, &R, V, true);
            for (int c = 0; c < 6; c++) {
                const double e = 1e-5;
                double f[2][6];
                for (int k = 0; k < 2; k++) {
                    twist U = V;
                    *number_of(&U, c) += k == 0 ? -e : e;
                    const drag_wrench u = ludo_drag_on_body(&m->drag[i], &m->medium, &R, U, false);
                    put_twist(&u, f[k]);
                }
                for (int r = 0; r < 6; r++) {
                    /* e^2 of a third derivative of size 100 / v^2, round-off 1e-13 / e */
                    CHECK_NEAR(w.by_twist[6 * r + c], (f[1][r] - f[0][r]) / (2.0 * e), 1e-5);
                }
            }
        }
    }
    ludo_model_destroy(m);
}

static void a_body_at_rest_in_the_medium_feels_nothing(void **state)
{
    (void)state;
    ludo_model *m = model_of(FISH);
    const mat3 R = m3_identity(1.0);
    const twist with_wind = {m->medium.wind, {0.0, 0.0, 0.0}};
    for (int i = 0; i < m->drags; i++) {
        double f[6];
        const drag_wrench w = ludo_drag_on_body(&m->drag[i], &m->medium, &R, with_wind, true);
        put_twist(&w, f);
        for (int r = 0; r < 6; r++) {
            assert_true(f[r] == 0.0);
        }
        assert_true(all_finite(w.by_twist, 36));
    }
    ludo_model_destroy(m);
}

/* The added mass of a sphere is half of the mass that it displaces, its added inertia none; of a
 * long prolate ellipsoid across its axis nearly the whole mass. */
static void added_mass_has_its_closed_forms(void **state)
{
    (void)state;
    ludo_model *ball = model_of(BALL(WATER, "fluidshape='ellipsoid'"));
    ludo_model *rod = model_of("<mujoco>" WATER "<worldbody><body><freejoint/><geom "
                               "type='ellipsoid' size='0.01 0.01 10' fluidshape='ellipsoid'/>"
                               "</body></worldbody></mujoco>");
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(ball->drag[0].added_mass[i], 2.0 / 3.0 * pi * 1e-3, 1e-15);
        assert_true(ball->drag[0].added_inertia[i] == 0.0);
    }
    CHECK_NEAR(rod->drag[0].added_mass[0] / (4.0 / 3.0 * pi * 1e-3), 1.0,
               2e-5); /* (a/b)^2 log(b/a) */
    CHECK_NEAR(rod->drag[0].added_mass[2], 0.0, 1e-7);
    ludo_model_destroy(ball);
    ludo_model_destroy(rod);
}

/* ---- motions ---- */

static double speed_after(const char *text, const ludo_sim_options *options, int steps)
{
    running r = run_text(text, options);
    run_steps(&r, 0.01, steps);
    const double v = run_body(&r, 0).linear_velocity.z;
    run_close(&r);
    return v;
}

/* In a medium without viscosity a box of sides s falls at sqrt(2 m g / (density s^2)), an ellipsoid
 * that is a sphere at sqrt(2 m g / (density pi r^2)) with blunt drag 1/2. Of a sphere the box has
 * the sides r sqrt(12/5). */
static void a_ball_sinks_at_its_terminal_velocity(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846, weight = 3000.0 * 4.0 / 3.0 * pi * 1e-3 * 9.81;
    const double box = sqrt(2.0 * weight / (1000.0 * 0.01 * 12.0 / 5.0));
    const double ball = sqrt(2.0 * weight / (1000.0 * pi * 0.01));
    for (int i = 0; i < NAMES; i++) {
        const ludo_sim_options options = by(names[i]);
        /* 5 s are 20 times the time of relaxation */
        CHECK_NEAR(speed_after(BALL("<option density='1000'/>", ""), &options, 500), -box, 1e-8);
        CHECK_NEAR(
            speed_after(BALL("<option density='1000'/>", "fluidshape='ellipsoid'"), &options, 500),
            -ball, 1e-8);
    }
}

/* m dv/dt = -c v^2 after a push: v = v_0 / (1 + c v_0 t / m). */
static void quadratic_drag_slows_hyperbolically(void **state)
{
    (void)state;
    const double v0[6] = {2.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    const double m = 3000.0 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-3;
    const double c = 0.5 * 1000.0 * 0.01 * 12.0 / 5.0;
    for (int i = 0; i < NAMES; i++) {
        const ludo_sim_options options = by(names[i]);
        running r = run_text(BALL("<option density='1000' gravity='0 0 0'/>", ""), &options);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, v0), LUDO_OK);
        run_steps(&r, 0.005, 200);
        /* (h c v / m)^2 of order 2 */
        CHECK_NEAR(run_body(&r, 0).linear_velocity.x, 2.0 / (1.0 + c * 2.0 / m), 1e-4);
        run_close(&r);
    }
}

static void the_wind_carries_a_body_along(void **state)
{
    (void)state;
    running r = run_text(BALL("<option density='1000' viscosity='100' gravity='0 0 0' wind='1 2 3'"
                              "/>",
                              ""),
                         NULL);
    run_steps(&r, 0.01, 3000);
    CHECK_NEAR(run_body(&r, 0).linear_velocity.x, 1.0, 1e-6);
    CHECK_NEAR(run_body(&r, 0).linear_velocity.z, 3.0, 1e-6);
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    assert_true(e.dissipated < 0.0);
    CHECK_NEAR(e.kinetic + e.dissipated, 0.0, 1e-6 * e.kinetic);
    run_close(&r);
}

static ludo_body_state state_after(const ludo_sim_options *options, int steps, double *error)
{
    running r = run_text(FISH, options);
    const double start[6] = {1.0, -0.5, 0.7, 1.0, 2.0, -1.5}, bend = 1.5;
    ludo_energy first, last;
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, start), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1, &bend), LUDO_OK);
    assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
    run_steps(&r, 0.4 / steps, steps);
    assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
    *error = ludo_energy_error(&first, &last);
    const ludo_body_state at = run_body(&r, 0);
    run_close(&r);
    return at;
}

static void integrators_agree_with_order_two(void **state)
{
    (void)state;
    /* runge-kutta has order 4, at kinks of |w_i| w_i 3; of 10 J the others lose (h w)^2 */
    check_order_two(state_after, names, 2, 80, 1e-7);
}

/* A plate of 1 g in water moves 100 times its mass of water in a step. */
static void a_light_plate_in_dense_water_stays_bounded(void **state)
{
    (void)state;
    static const char *const shapes[] = {"", "fluidshape='ellipsoid'"};
    static const char *const damping[] = {"symmetric", "implicit"};
    for (int i = 0; i < 4; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "<mujoco><option density='5000' viscosity='1'/><worldbody><body><freejoint/>"
                       "<geom type='box' size='0.2 0.15 0.001' mass='0.001' %s/></body>"
                       "</worldbody></mujoco>",
                       shapes[i % 2]);
        ludo_sim_options options = by("maximal");
        options.tolerance = 1e-10;
        options.damping = damping[i / 2];
        running r = run_text(text, &options);
        const double start[6] = {3.0, -2.0, 5.0, 4.0, -3.0, 6.0};
        ludo_energy first, last;
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, start), LUDO_OK);
        assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
        int32_t most = 0;
        for (int k = 0; k < 300; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            const ludo_status s = ludo_step(r.sim, 0.01, &report);
            if (s != LUDO_OK) {
                fail_msg("case %d, step %d: %s", i, k, ludo_status_text(s));
            }
            most = report.substeps > most ? report.substeps : most;
            assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
            if (!(last.kinetic < 1.1 * first.kinetic)) {
                fail_msg("case %d, step %d: %g J after %g J", i, k, last.kinetic, first.kinetic);
            }
        }
        print_message("plate %d: at most %d substeps, %g J left of %g J\n", i, (int)most,
                      last.kinetic, first.kinetic);
        run_close(&r);
    }
}

/* ---- models ---- */

static void other_integrators_refuse_by_name(void **state)
{
    (void)state;
    static const char *const others[] = {"lie-group", "rigid-body", "dual-quaternion"};
    ludo_model *m = model_of("<mujoco>" WATER "<worldbody><body name='b'><freejoint/><geom "
                             "size='0.1'/></body></worldbody></mujoco>");
    for (size_t i = 0; i < 3; i++) {
        const ludo_sim_options options = by(others[i]);
        ludo_sim *sim = NULL;
        ludo_diagnostic why;
        assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, &why), LUDO_REFUSED);
        assert_non_null(strstr(why.message, "'b'"));
    }
    ludo_sim_options options = by("maximal");
    options.order = 4;
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, NULL), LUDO_REFUSED);
    ludo_model_destroy(m);
}

static void bad_media_are_refused(void **state)
{
    (void)state;
    ludo_spec *s = spec_of(FISH);
    const double bad = -1.0, none = (double)NAN, wind[3] = {1.0, 2.0, 3.0};
    assert_int_equal(ludo_spec_set_option(s, "density", &bad, 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_option(s, "viscosity", &none, 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_option(s, "wind", wind, 2), LUDO_BAD_ARGUMENT);
    ludo_medium medium = ludo_medium_default();
    assert_int_equal(ludo_spec_medium(s, &medium), LUDO_OK);
    assert_true(medium.density == 1000.0 && medium.wind.z == -0.2);
    ludo_spec_destroy(s);
    CHECK_FAULTS({"<mujoco><option density='-1'/></mujoco>", LUDO_BAD_MODEL, 1, 9, "negative"});
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(FISH));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_have_the_derivatives_of_their_forces),
        cmocka_unit_test(a_body_at_rest_in_the_medium_feels_nothing),
        cmocka_unit_test(added_mass_has_its_closed_forms),
        cmocka_unit_test(a_ball_sinks_at_its_terminal_velocity),
        cmocka_unit_test(quadratic_drag_slows_hyperbolically),
        cmocka_unit_test(the_wind_carries_a_body_along),
        cmocka_unit_test(integrators_agree_with_order_two),
        cmocka_unit_test(a_light_plate_in_dense_water_stays_bounded),
        cmocka_unit_test(other_integrators_refuse_by_name),
        cmocka_unit_test(bad_media_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
