/* SPDX-License-Identifier: Apache-2.0
 *
 * Centres of mass and the momentum matrix: against a simulation, sums over bodies, differences
 * along a motion. */
#include "dynamics_models.h"

#include <float.h>
#include <string.h>

/* ---- momentum ---- */

static void momentum_is_that_of_a_simulation(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        double A[6 * MOST], h[6];
        const ludo_vec3 origin = {0.0, 0.0, 0.0};
        const ludo_momentum is = run_momentum(&s.r);
        assert_int_equal(ludo_dynamics_momentum(s.dynamics, s.q, &origin, A), LUDO_OK);
        times_rates(A, 6, s.dof, s.v, h);
        /* sums over some ten bodies, whose terms cancel in part */
        const double most = fmax(largest(h, 6), 1.0);
        CHECK_NEAR(v3_norm(v3_sub(v3_at(h), is.linear)), 0.0, 1e-13 * most);
        CHECK_NEAR(v3_norm(v3_sub(v3_at(h + 3), is.angular)), 0.0, 1e-13 * most);
        dynamics_of_close(&s);
    }
}

/* The moment of momentum about another point, and about the centre of mass. */
static void momentum_moves_with_its_point(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        double A[3][6 * MOST];
        ludo_vec3 center;
        const ludo_vec3 origin = {0.0, 0.0, 0.0};
        ludo_dynamics *d = s.dynamics;
        assert_int_equal(ludo_dynamics_center(d, s.q, LUDO_WORLD, &center, NULL), LUDO_OK);
        assert_int_equal(ludo_dynamics_momentum(d, s.q, &origin, A[0]), LUDO_OK);
        assert_int_equal(ludo_dynamics_momentum(d, s.q, &center, A[1]), LUDO_OK);
        assert_int_equal(ludo_dynamics_momentum(d, s.q, NULL, A[2]), LUDO_OK);
        assert_memory_equal(A[1], A[2], 6 * (size_t)s.dof * sizeof(double));
        for (int32_t c = 0; c < s.dof; c++) {
            double column[2][6];
            for (int r = 0; r < 6; r++) {
                column[0][r] = A[0][s.dof * r + c], column[1][r] = A[1][s.dof * r + c];
            }
            const ludo_vec3 about =
                v3_sub(v3_at(column[0] + 3), v3_cross(center, v3_at(column[0])));
            /* some ten bodies of some kg, m and kg m^2 */
            CHECK_NEAR(v3_norm(v3_sub(about, v3_at(column[1] + 3))), 0.0, 1e-12);
        }
        dynamics_of_close(&s);
    }
}

/* The momentum about a fixed point or the centre of mass at the coordinates moved for time t. */
static void momentum_at(dynamics_of *s, const ludo_vec3 *about, double t, double h[6])
{
    double q[MOST], A[6 * MOST];
    move_coordinates(s->r.model, s->q, s->v, t, q);
    assert_int_equal(ludo_dynamics_momentum(s->dynamics, q, about, A), LUDO_OK);
    times_rates(A, 6, s->dof, s->v, h);
}

static void momentum_bias_is_a_central_difference(void **state)
{
    (void)state;
    const double t = 1e-5;
    const ludo_vec3 point = {0.4, -1.0, 0.7};
    for (int k = 0; k < 2 * MODELS; k++) {
        dynamics_of s = open_model(k / 2);
        const ludo_vec3 *about = k % 2 == 0 ? &point : NULL;
        double before[6], after[6], bias[6];
        momentum_at(&s, about, -t, before);
        momentum_at(&s, about, t, after);
        assert_int_equal(ludo_dynamics_momentum_bias(s.dynamics, s.q, s.v, about, bias), LUDO_OK);
        const double most = fmax(largest(bias, 6), 1.0);
        for (int r = 0; r < 6; r++) {
            /* the relative third derivative is some 1e2, round-off some 1e-14 / t */
            CHECK_NEAR(bias[r], (after[r] - before[r]) / (2.0 * t), 1e-7 * most);
        }
        dynamics_of_close(&s);
    }
}

/* Floating, without gravity and efforts: A a + A_dot v is zero, momentum is conserved. */
static void momentum_of_free_flight_is_conserved(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        dynamics_of s = idle_everything(2 * seed);
        double effort[MOST] = {0.0}, a[MOST], A[6 * MOST], rate[6], bias[6];
        const ludo_vec3 g = gravity_of(s.r.model);
        const double mass = ludo_model_mass(s.r.model);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, effort, a), LUDO_OK);
        assert_int_equal(ludo_dynamics_momentum(s.dynamics, s.q, NULL, A), LUDO_OK);
        assert_int_equal(ludo_dynamics_momentum_bias(s.dynamics, s.q, s.v, NULL, bias), LUDO_OK);
        times_rates(A, 6, s.dof, a, rate);
        const ludo_vec3 force = v3_add(v3_at(rate), v3_at(bias));
        /* round-off times the condition of the mass matrix, some thousand */
        CHECK_NEAR(v3_norm(v3_sub(force, v3_scale(mass, g))), 0.0,
                   1e-11 * fmax(largest(bias, 6), mass * v3_norm(g)));
        CHECK_NEAR(v3_norm(v3_add(v3_at(rate + 3), v3_at(bias + 3))), 0.0,
                   1e-11 * fmax(largest(bias, 6), mass * v3_norm(g)));
        dynamics_of_close(&s);
    }
}

/* ---- centres of mass ---- */

static bool is_above(const ludo_model *model, int32_t body, int32_t other)
{
    while (other != body && other != LUDO_WORLD) {
        other = body_info_of(model, other).parent;
    }
    return other == body;
}

/* The mean over bodies of a tree without merged ones. */
static ludo_vec3 center_by_bodies(dynamics_of *s, int32_t body)
{
    double mass = 0.0;
    ludo_vec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < ludo_model_body_count(s->r.model); i++) {
        const ludo_body_info info = body_info_of(s->r.model, i);
        if (info.merged_into == i && is_above(s->r.model, body, i)) {
            mass += info.mass;
            sum = v3_axpy(sum, info.mass, run_body(&s->r, i).com);
        }
    }
    return v3_scale(1.0 / mass, sum);
}

static void centers_are_means_over_bodies(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        dynamics_of s = open_model(k);
        for (int32_t i = LUDO_WORLD; i < ludo_model_body_count(s.r.model); i++) {
            const int32_t host = i == LUDO_WORLD ? i : body_info_of(s.r.model, i).merged_into;
            ludo_vec3 center;
            assert_int_equal(ludo_dynamics_center(s.dynamics, s.q, i, &center, NULL), LUDO_OK);
            const ludo_vec3 mean = center_by_bodies(&s, host);
            CHECK_NEAR(v3_norm(v3_sub(center, mean)), 0.0, 1e-13 * fmax(v3_norm(mean), 1.0));
        }
        dynamics_of_close(&s);
    }
}

static void check_center(dynamics_of *s, int32_t body)
{
    const double t = 1e-5;
    double q[MOST], J[3 * MOST], v[3];
    ludo_vec3 at[2];
    for (int side = 0; side < 2; side++) {
        move_coordinates(s->r.model, s->q, s->v, side == 0 ? -t : t, q);
        assert_int_equal(ludo_dynamics_center(s->dynamics, q, body, &at[side], NULL), LUDO_OK);
    }
    assert_int_equal(ludo_dynamics_center(s->dynamics, s->q, body, NULL, J), LUDO_OK);
    times_rates(J, 3, s->dof, s->v, v);
    const ludo_vec3 difference = v3_scale(0.5 / t, v3_sub(at[1], at[0]));
    /* the third derivative is some 1e2, round-off some 1e-15 / t */
    CHECK_NEAR(v3_norm(v3_sub(v3_at(v), difference)), 0.0, 1e-8 * fmax(v3_norm(difference), 1.0));
}

static void jacobians_of_centers_are_central_differences(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        for (int32_t i = LUDO_WORLD; i < ludo_model_body_count(s.r.model); i++) {
            check_center(&s, i);
        }
        dynamics_of_close(&s);
    }
}

/* ---- invalid arguments ---- */

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2);
    ludo_dynamics *d = s.dynamics;
    const ludo_vec3 bad_point = {(double)NAN, 0.0, 0.0};
    const int32_t bodies = ludo_model_body_count(s.r.model);
    double bad[MOST], A[6 * MOST];
    ludo_vec3 c;
    memcpy(bad, s.q, sizeof bad);
    bad[1] = (double)NAN;
    const ludo_status status[] = {
        ludo_dynamics_center(NULL, s.q, 0, &c, A),
        ludo_dynamics_center(d, NULL, 0, &c, A),
        ludo_dynamics_center(d, bad, 0, &c, A),
        ludo_dynamics_center(d, s.q, -2, &c, A),
        ludo_dynamics_center(d, s.q, bodies, &c, A),
        ludo_dynamics_momentum(NULL, s.q, NULL, A),
        ludo_dynamics_momentum(d, bad, NULL, A),
        ludo_dynamics_momentum(d, s.q, &bad_point, A),
        ludo_dynamics_momentum(d, s.q, NULL, NULL),
        ludo_dynamics_momentum_bias(NULL, s.q, s.v, NULL, A),
        ludo_dynamics_momentum_bias(d, bad, s.v, NULL, A),
        ludo_dynamics_momentum_bias(d, s.q, NULL, NULL, A),
        ludo_dynamics_momentum_bias(d, s.q, bad, NULL, A),
        ludo_dynamics_momentum_bias(d, s.q, s.v, &bad_point, A),
        ludo_dynamics_momentum_bias(d, s.q, s.v, NULL, NULL),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
        assert_int_equal(status[i], LUDO_BAD_ARGUMENT);
    }
    dynamics_of_close(&s);
}

/* Without a body that moves there is no centre, and no momentum. */
static void a_model_that_cannot_move_has_no_center(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_dynamics *d = NULL;
    double none = 0.0, bias[6] = {1.0};
    const double merge = 1.0;
    ludo_vec3 c;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0}};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "fixed", .parent = LUDO_WORLD};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_dynamics_create(model, NULL, &d), LUDO_OK);
    assert_int_equal(ludo_dynamics_center(d, &none, LUDO_WORLD, &c, NULL), LUDO_SINGULAR);
    assert_int_equal(ludo_dynamics_momentum(d, &none, NULL, &none), LUDO_OK);
    assert_int_equal(ludo_dynamics_momentum_bias(d, &none, &none, NULL, bias), LUDO_OK);
    CHECK_NEAR(largest(bias, 6), 0.0, 0.0);
    ludo_dynamics_destroy(d);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_is_that_of_a_simulation),
        cmocka_unit_test(momentum_moves_with_its_point),
        cmocka_unit_test(momentum_bias_is_a_central_difference),
        cmocka_unit_test(momentum_of_free_flight_is_conserved),
        cmocka_unit_test(centers_are_means_over_bodies),
        cmocka_unit_test(jacobians_of_centers_are_central_differences),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(a_model_that_cannot_move_has_no_center),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
