/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies in a fluid: who takes them, what they store, how they rise; ellipsoids. */
#include "fluid_spec.h"
#include "spec/items.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

/* ---- which integrators accept a fluid ---- */

static void integrators_without_added_mass_refuse_by_name(void **state)
{
    (void)state;
    const ludo_fluid_def f = sphere(1.0, v3(0.0, 0.0, 0.0));
    ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
    ludo_dynamics *dynamics = NULL;
    add_fluid(spec, &f);
    ludo_model *m = compiled(spec);
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        ludo_sim_options options = ludo_sim_options_default();
        ludo_sim *sim = NULL;
        ludo_diagnostic why = {.message = ""};
        options.integrator = integrator_info_of(i).name;
        const bool takes = strcmp(options.integrator, "dual-quaternion") == 0;
        assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, &why),
                         takes ? LUDO_OK : LUDO_REFUSED);
        if (!takes) {
            assert_non_null(strstr(why.message, options.integrator));
            assert_non_null(strstr(why.message, "'hull'; use dual-quaternion"));
        }
        ludo_sim_destroy(sim);
    }
    assert_int_equal(ludo_dynamics_create(m, NULL, &dynamics), LUDO_UNSUPPORTED);
    assert_null(dynamics);
    ludo_model_destroy(m);
}

/* ---- energy and momentum ---- */

static ludo_sim *simulated(const ludo_model *m)
{
    ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = NULL;
    options.integrator = "dual-quaternion";
    assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, NULL), LUDO_OK);
    return sim;
}

/* A sphere whose center is off the centre of mass, somewhere, on the move: numbers below 100, some
 * dozen roundings. */
static void energy_and_momentum_are_those_of_body_and_fluid(void **state)
{
    (void)state;
    const double q[7] = {1.0, 2.0, 3.0, 0.6, 0.0, 0.8, 0.0}, round_off = 1e4 * DBL_EPSILON;
    const double rate[6] = {0.3, -0.2, 0.1, 1.0, 2.0, -1.0};
    const ludo_vec3 c = {0.1, 0.2, -0.3}, x = v3_at(q), v = v3_at(rate), w = v3_at(rate + 3);
    const ludo_quat turn = {q[3], q[4], q[5], q[6]};
    const ludo_fluid_def f = sphere(3.0, c);
    ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
    add_fluid(spec, &f);
    ludo_model *m = compiled(spec);
    ludo_sim *sim = simulated(m);
    assert_int_equal(ludo_sim_set_joint_position(sim, 0, q), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(sim, 0, rate), LUDO_OK);

    /* the fluid moves as if half of what is displaced sat at the center */
    const ludo_vec3 arm = q_rotate(turn, c), center = v3_add(x, arm);
    const ludo_vec3 vc = v3_add(v, v3_cross(q_rotate(turn, w), arm));
    const ludo_vec3 spin = v3(0.1 * w.x, 0.2 * w.y, 0.3 * w.z);
    const ludo_vec3 linear = v3_add(v3_scale(2.0, v), v3_scale(1.5, vc));
    const ludo_vec3 angular = v3_add(v3_add(v3_cross(x, v3_scale(2.0, v)), q_rotate(turn, spin)),
                                     v3_cross(center, v3_scale(1.5, vc)));
    ludo_energy e;
    ludo_momentum p;
    assert_int_equal(ludo_sim_energy(sim, &e), LUDO_OK);
    assert_int_equal(ludo_sim_momentum(sim, &p), LUDO_OK);
    CHECK_NEAR(e.kinetic, v3_dot(v, v) + 0.5 * v3_dot(w, spin) + 0.75 * v3_dot(vc, vc), round_off);
    CHECK_NEAR(e.potential, 9.81 * (2.0 * x.z - 3.0 * center.z), round_off);
    check_vector(p.linear, linear, round_off);
    check_vector(p.angular, angular, round_off);
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
}

/* A sphere that rises accelerates half of the displaced fluid's mass with it. */
static void what_is_lighter_than_what_it_displaces_rises(void **state)
{
    (void)state;
    const double acceleration = 9.81 * (3.0 - 2.0) / (2.0 + 1.5), h = 0.01;
    const ludo_fluid_def f = sphere(3.0, v3(0.0, 0.0, 0.0));
    ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
    add_fluid(spec, &f);
    ludo_model *m = compiled(spec);
    ludo_sim *sim = simulated(m);
    for (int k = 0; k < 100; k++) {
        assert_int_equal(ludo_step(sim, h, NULL), LUDO_OK);
    }
    ludo_body_state s;
    assert_int_equal(ludo_sim_body_state(sim, 0, &s), LUDO_OK);
    /* order 2 is exact where nothing turns; Newton's tolerance, once per step */
    check_vector(s.com, v3(0.0, 0.0, 0.5 * acceleration), 1e-9);
    check_vector(s.linear_velocity, v3(0.0, 0.0, acceleration), 1e-9);
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
}

static void states_of_another_fluid_are_refused(void **state)
{
    (void)state;
    unsigned char bytes[1 << 14];
    for (int i = 0; i < 4; i++) {
        ludo_fluid_def f = sphere(3.0, v3(0.0, 0.0, 0.0));
        ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
        f.added_mass[0][0] = i == 1 ? 0.5 : 0.0;
        f.displaced_mass = i == 2 ? 2.0 : 3.0;
        f.buoyancy.x = i == 3 ? 0.1 : 0.0;
        add_fluid(spec, &f);
        ludo_model *m = compiled(spec);
        ludo_sim *sim = simulated(m);
        const size_t size = ludo_sim_state_size(sim);
        assert_true(size <= sizeof bytes);
        if (i == 0) {
            assert_int_equal(ludo_sim_get_state(sim, bytes), LUDO_OK);
        }
        assert_int_equal(ludo_sim_set_state(sim, bytes, size), i == 0 ? LUDO_OK : LUDO_REFUSED);
        ludo_sim_destroy(sim);
        ludo_model_destroy(m);
    }
}

/* ---- ellipsoids ---- */

/* Lamb's integral of the half axis p of an ellipsoid, over t = e^s by the trapezoidal rule: what is
 * integrated falls off at both ends as an exponential does, so that the error does too. */
static double lamb(const double half[3], double p)
{
    const double step = 0.1;
    double sum = 0.0;
    for (int k = -600; k <= 600; k++) {
        const double t = exp(step * k);
        double square = 1.0;
        for (int i = 0; i < 3; i++) {
            square *= half[i] * half[i] + t;
        }
        sum += step * t / ((p * p + t) * sqrt(square));
    }
    return half[0] * half[1] * half[2] * sum;
}

/* What docs/conventions.md says of ellipsoids is what the example has, to the digits of its file;
 * integrals that add up to 2 are right to a few roundings each. */
static void the_plate_of_the_example_is_an_ellipsoid_in_water(void **state)
{
    (void)state;
    const double half[3] = {0.2, 0.12, 0.02}, digits = 1e-7;
    const double m = 1000.0 * 4.0 / 3.0 * acos(-1.0) * half[0] * half[1] * half[2];
    const double alpha[3] = {lamb(half, half[0]), lamb(half, half[1]), lamb(half, half[2])};
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_load_file("examples/sinking_plate.xml", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    const ludo_fluid_def *f = ludo_spec_fluid_at(spec, 0);
    CHECK_NEAR(alpha[0] + alpha[1] + alpha[2], 2.0, 1e-12);
    CHECK_NEAR(f->displaced_mass, m, digits * m);
    CHECK_NEAR(ludo_spec_body_at(spec, 0)->mass, 1.1 * m, digits * m);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double b2 = half[j] * half[j], c2 = half[k] * half[k], d = b2 - c2;
        const double along = m * alpha[i] / (2.0 - alpha[i]);
        const double about =
            m / 5.0 * d * d * (alpha[k] - alpha[j]) / (2.0 * d + (b2 + c2) * (alpha[j] - alpha[k]));
        CHECK_NEAR(f->added_mass[i][i], about, digits * about);
        CHECK_NEAR(f->added_mass[3 + i][3 + i], along, digits * along);
        CHECK_NEAR(ludo_spec_body_at(spec, 0)->inertia[i], 1.1 * m / 5.0 * (b2 + c2), digits);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrators_without_added_mass_refuse_by_name),
        cmocka_unit_test(energy_and_momentum_are_those_of_body_and_fluid),
        cmocka_unit_test(what_is_lighter_than_what_it_displaces_rises),
        cmocka_unit_test(states_of_another_fluid_are_refused),
        cmocka_unit_test(the_plate_of_the_example_is_an_ellipsoid_in_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
