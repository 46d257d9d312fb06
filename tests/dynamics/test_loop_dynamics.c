/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of loops in joint coordinates, forward and inverse dynamics with loops: differences along a
 * motion, closed forms, small steps of a simulation. */
#include "dynamics_models.h"
#include "small_spec.h"

#include <float.h>
#include <string.h>

enum { ROWS = 40, LOOPED = 24 };

static ludo_status lift(const ludo_allocator *allocator, ludo_spec **out)
{
    return ludo_scene_scissor_lift(2, allocator, out);
}

/* Planar and spatial linkages with redundant rows, then random trees with springs, actuators and
 * random loops. */
static dynamics_of open_looped(int k)
{
    static ludo_status (*const linkage[])(const ludo_allocator *, ludo_spec **) = {
        ludo_scene_bricard, ludo_scene_five_bar, lift, ludo_scene_slider_crank};
    ludo_spec *spec = NULL;
    const uint64_t seed = (uint64_t)k;
    const ludo_sim_options options = tight_options();
    const ludo_status built = k < 4 ? linkage[k](NULL, &spec) : build_everything(seed, true, &spec);
    if (k >= 4) {
        assert_int_equal(ludo_scene_close_loops(spec, 1 + k % 3, seed), LUDO_OK);
    }
    return dynamics_of_run(run_open(built, spec, &options));
}

/* A x for A with `rows` rows, plus b. */
static void times_plus(const double *A, int32_t rows, int32_t dof, const double *x, const double *b,
                       double *y)
{
    times_rates(A, rows, dof, x, y);
    for (int32_t r = 0; r < rows; r++) {
        y[r] += b[r];
    }
}

/* ---- rows ---- */

static void rows_are_violations_and_their_derivatives(void **state)
{
    (void)state;
    static double G[2][ROWS * MOST];
    const double t = 1e-5;
    for (int k = 0; k < LOOPED; k++) {
        dynamics_of s = open_looped(k);
        const int32_t rows = ludo_dynamics_loop_rows(s.dynamics);
        double g[3][ROWS], Gv[3][ROWS], bias[ROWS], q[MOST], v[MOST];
        assert_in_range(rows, 1, ROWS);
        random_stream random = random_from((uint64_t)k);
        random_numbers(&random, v, s.dof);
        for (int side = 0; side < 2; side++) {
            move_coordinates(s.r.model, s.q, v, side == 0 ? -t : t, q);
            assert_int_equal(ludo_dynamics_loops(s.dynamics, q, g[side], G[0]), LUDO_OK);
            times_rates(G[0], rows, s.dof, v, Gv[side]);
        }
        assert_int_equal(ludo_dynamics_loops(s.dynamics, s.q, g[2], G[0]), LUDO_OK);
        assert_int_equal(ludo_dynamics_loops_bias(s.dynamics, s.q, v, bias), LUDO_OK);
        times_rates(G[0], rows, s.dof, v, Gv[2]);
        const double most = fmax(fmax(largest(bias, rows), largest(Gv[2], rows)), 1.0);
        for (int32_t r = 0; r < rows; r++) {
            CHECK_NEAR(g[2][r], 0.0, 1e-10); /* assembled; some ten m from the origin */
            /* the relative third derivative is some 1e2, round-off some 1e-14 / t */
            CHECK_NEAR(Gv[2][r], (g[1][r] - g[0][r]) / (2.0 * t), 1e-7 * most);
            CHECK_NEAR(bias[r], (Gv[1][r] - Gv[0][r]) / (2.0 * t), 1e-7 * most);
        }
        times_rates(G[0], rows, s.dof, s.v, Gv[2]);
        CHECK_NEAR(largest(Gv[2], rows), 0.0, 1e-9 * fmax(largest(s.v, s.dof), 1.0));
        dynamics_of_close(&s);
    }
}

/* ---- forward dynamics ---- */

/* M a + c = effort + G^T lambda and G a + G_dot v = 0: round-off times the condition of the mass
 * matrix and of the rows. */
static void forward_dynamics_satisfies_its_equations(void **state)
{
    (void)state;
    static double G[ROWS * MOST];
    for (int k = 0; k < LOOPED; k++) {
        dynamics_of s = open_looped(k);
        ludo_dynamics *d = s.dynamics;
        const int32_t rows = ludo_dynamics_loop_rows(d);
        double effort[MOST], a[MOST], lambda[ROWS], needed[MOST], bias[ROWS], left[ROWS];
        random_stream random = random_from((uint64_t)k);
        random_numbers(&random, effort, s.dof);
        assert_int_equal(ludo_dynamics_forward_loops(d, s.q, s.v, effort, a, lambda), LUDO_OK);
        assert_int_equal(ludo_dynamics_inverse(d, s.q, s.v, a, needed), LUDO_OK);
        assert_int_equal(ludo_dynamics_loops(d, s.q, NULL, G), LUDO_OK);
        assert_int_equal(ludo_dynamics_loops_bias(d, s.q, s.v, bias), LUDO_OK);
        times_plus(G, rows, s.dof, a, bias, left);
        const double most = fmax(largest(needed, s.dof), fmax(largest(effort, s.dof), 1.0));
        for (int32_t i = 0; i < s.dof; i++) {
            double given = effort[i];
            for (int32_t r = 0; r < rows; r++) {
                given += G[s.dof * r + i] * lambda[r];
            }
            CHECK_NEAR(needed[i], given, 1e-9 * most);
        }
        CHECK_NEAR(largest(left, rows), 0.0, 1e-8 * fmax(largest(a, s.dof), 1.0));
        dynamics_of_close(&s);
    }
}

/* Rates after a step of length h from a state. */
static void rates_after(dynamics_of *s, double h, double *v)
{
    double q[MOST];
    ludo_sim *copy = NULL;
    const ludo_sim_options options = tight_options();
    assert_int_equal(ludo_sim_create(s->r.model, &options, NULL, &copy, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_copy(copy, s->r.sim), LUDO_OK);
    running r = {s->r.model, copy};
    run_steps(&r, h, 1);
    read_state(&r, q, v);
    ludo_sim_destroy(copy);
}

/* A step forwards and one backwards, with springs, dampers, actuators and loops: of order 2 in the
 * step, and a tolerance of 1e-13 over the step. */
static void everything_accelerates_as_small_steps_do(void **state)
{
    (void)state;
    const double h = 1e-4;
    for (int k = 0; k < LOOPED; k++) {
        dynamics_of s = open_looped(k);
        double u[32], a[MOST], after[MOST], before[MOST];
        for (int32_t i = 0; i < ludo_model_actuator_count(s.r.model); i++) {
            u[i] = sin(i + 1.0);
            assert_int_equal(ludo_sim_set_control(s.r.sim, i, u[i]), LUDO_OK);
        }
        rates_after(&s, h, after);
        rates_after(&s, -h, before);
        for (int32_t i = 0; i < s.dof; i++) {
            after[i] = (after[i] - before[i]) / (2.0 * h);
        }
        assert_int_equal(ludo_dynamics_forward_all(s.dynamics, s.q, s.v, u, NULL, a), LUDO_OK);
        CHECK_NEAR(relative_difference(after, a, s.dof), 0.0, 1e-4);
        dynamics_of_close(&s);
    }
}

/* ---- a gear: closed forms ---- */

enum { FOLLOWER, LEADER };

/* Two wheels of inertias 2 and 3 on hinges, angle 0 = 0.5 + 2 x + 0.4 x^2 of angle x; no gravity.
 */
static dynamics_of open_gear(void)
{
    ludo_spec *spec = new_spec();
    const double inertia[] = {2.0, 3.0};
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0,
                                    .inertia = {inertia[i], inertia[i], inertia[i]}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        add_joint(spec, "hinge", LUDO_WORLD, i);
    }
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", &none.x, 3), LUDO_OK);
    const ludo_coupling_def gear = {.struct_size = sizeof gear,
                                    .joint = FOLLOWER,
                                    .from = LEADER,
                                    .coefficient = {0.5, 2.0, 0.4}};
    assert_int_equal(ludo_spec_add_coupling(spec, &gear, NULL), LUDO_OK);
    return dynamics_of_run(run_open(LUDO_OK, spec, NULL));
}

/* A state of the gear: x, its rate, and the slope of the follower. */
typedef struct gear_state {
    double q[2], v[2], slope, curve;
} gear_state;

static gear_state gear_at(double x, double rate)
{
    const double slope = 2.0 + 0.8 * x;
    return (gear_state){{0.5 + 2.0 * x + 0.4 * x * x, x}, {slope * rate, rate}, slope, 0.8};
}

/* One degree of freedom: (3 + 2 slope^2) x'' + 2 slope curve x'^2 = e_1 + slope e_0. */
static void a_gear_accelerates_as_one_wheel(void **state)
{
    (void)state;
    dynamics_of s = open_gear();
    const gear_state z = gear_at(0.3, -1.2);
    const double effort[] = {0.7, -0.4}, pushed = 2.0 * z.slope * z.curve * z.v[1] * z.v[1];
    const double x_dd =
        (effort[1] + z.slope * effort[0] - pushed) / (3.0 + 2.0 * z.slope * z.slope);
    double a[2], lambda, g, G[2];
    ludo_dynamics *d = s.dynamics;
    assert_int_equal(ludo_dynamics_loop_rows(d), 1);
    assert_int_equal(ludo_dynamics_loops(d, z.q, &g, G), LUDO_OK);
    CHECK_NEAR(g, 0.0, 8 * DBL_EPSILON); /* a polynomial of some ten products, as all below */
    CHECK_NEAR(G[0], 1.0, 0.0);
    CHECK_NEAR(G[1], -z.slope, 8 * DBL_EPSILON);
    assert_int_equal(ludo_dynamics_forward_loops(d, z.q, z.v, effort, a, &lambda), LUDO_OK);
    CHECK_NEAR(a[1], x_dd, 32 * DBL_EPSILON);
    CHECK_NEAR(a[0], z.slope * x_dd + z.curve * z.v[1] * z.v[1], 64 * DBL_EPSILON);
    CHECK_NEAR(lambda, 2.0 * a[0] - effort[0], 64 * DBL_EPSILON);
    assert_int_equal(ludo_dynamics_forward_all(d, z.q, z.v, NULL, effort, a), LUDO_OK);
    CHECK_NEAR(a[1], x_dd, 32 * DBL_EPSILON);
    dynamics_of_close(&s);
}

/* F = e_1 + slope e_0 is given: the smallest efforts share it as slope s_0^2 to s_1^2. */
static void a_gear_is_driven_by_the_smallest_efforts(void **state)
{
    (void)state;
    dynamics_of s = open_gear();
    const gear_state z = gear_at(0.3, -1.2);
    const double x_dd = 0.9, a[] = {z.slope * x_dd + z.curve * z.v[1] * z.v[1], x_dd};
    const double F = 3.0 * a[1] + z.slope * 2.0 * a[0];
    static const double strengths[][2] = {{1.0, 1.0}, {5.0, 2.0}, {0.0, 3.0}, {4.0, 0.0}};
    for (int k = 0; k < 4; k++) {
        const double *w = strengths[k];
        const double share = F / (z.slope * z.slope * w[0] * w[0] + w[1] * w[1]);
        double effort[2];
        assert_int_equal(ludo_dynamics_inverse_loops(s.dynamics, z.q, z.v, a, w, effort), LUDO_OK);
        CHECK_NEAR(effort[0], share * z.slope * w[0] * w[0], 128 * DBL_EPSILON);
        CHECK_NEAR(effort[1], share * w[1] * w[1], 128 * DBL_EPSILON);
        assert_true(w[0] > 0.0 || effort[0] == 0.0);
        assert_true(w[1] > 0.0 || effort[1] == 0.0);
    }
    const double none[] = {0.0, 0.0};
    double effort[2];
    assert_int_equal(ludo_dynamics_inverse_loops(s.dynamics, z.q, z.v, a, none, effort),
                     LUDO_SINGULAR);
    dynamics_of_close(&s);
}

/* ---- inverse dynamics ---- */

/* An acceleration that the loops allow, under a random effort. */
static void allowed_acceleration(dynamics_of *s, int k, double *a)
{
    double effort[MOST];
    random_stream random = random_from((uint64_t)k);
    random_numbers(&random, effort, s->dof);
    assert_int_equal(ludo_dynamics_forward_loops(s->dynamics, s->q, s->v, effort, a, NULL),
                     LUDO_OK);
}

/* The effort of inverse dynamics produces its acceleration, and no combination of rows reduces it:
 * with strengths w, G W^-2 effort = 0. */
static void inverse_dynamics_is_the_smallest_effort_that_produces_a(void **state)
{
    (void)state;
    static double G[ROWS * MOST];
    for (int k = 0; k < LOOPED; k++) {
        dynamics_of s = open_looped(k);
        ludo_dynamics *d = s.dynamics;
        const int32_t rows = ludo_dynamics_loop_rows(d);
        double a[MOST], w[MOST], effort[MOST], back[MOST], weighted[MOST], left[ROWS];
        allowed_acceleration(&s, k, a);
        for (int32_t i = 0; i < s.dof; i++) {
            w[i] = 1.0 + i % 3;
        }
        assert_int_equal(ludo_dynamics_inverse_loops(d, s.q, s.v, a, w, effort), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward_loops(d, s.q, s.v, effort, back, NULL), LUDO_OK);
        /* round-off times the condition of the mass matrix and of the rows */
        CHECK_NEAR(relative_difference(back, a, s.dof), 0.0, 1e-8);
        assert_int_equal(ludo_dynamics_loops(d, s.q, NULL, G), LUDO_OK);
        for (int32_t i = 0; i < s.dof; i++) {
            weighted[i] = effort[i] / (w[i] * w[i]);
        }
        times_rates(G, rows, s.dof, weighted, left);
        const double size = largest(G, rows * s.dof) * largest(effort, s.dof);
        CHECK_NEAR(largest(left, rows), 0.0, 1e-9 * fmax(size, 1.0));
        dynamics_of_close(&s);
    }
}

/* The five-bar has two degrees of freedom: two drives suffice, one does not. */
static void drives_have_to_suffice(void **state)
{
    (void)state;
    dynamics_of s = open_looped(1);
    ludo_dynamics *d = s.dynamics;
    double a[MOST], effort[MOST], back[MOST], w[MOST] = {0.0};
    allowed_acceleration(&s, 5, a);
    w[0] = 1.0;
    assert_int_equal(ludo_dynamics_inverse_loops(d, s.q, s.v, a, w, effort), LUDO_SINGULAR);
    w[1] = 2.0;
    assert_int_equal(ludo_dynamics_inverse_loops(d, s.q, s.v, a, w, effort), LUDO_OK);
    for (int32_t i = 2; i < s.dof; i++) {
        assert_true(effort[i] == 0.0);
    }
    assert_int_equal(ludo_dynamics_forward_loops(d, s.q, s.v, effort, back, NULL), LUDO_OK);
    /* round-off times the condition of the loop, some ten */
    CHECK_NEAR(relative_difference(back, a, s.dof), 0.0, 1e-12);
    dynamics_of_close(&s);
}

/* Without loops both are those of the tree. */
static void trees_have_no_rows(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(3);
    ludo_dynamics *d = s.dynamics;
    double a[2][MOST], effort[2][MOST], w[MOST];
    assert_int_equal(ludo_dynamics_loop_rows(d), 0);
    assert_int_equal(ludo_dynamics_loops(d, s.q, NULL, NULL), LUDO_OK);
    assert_int_equal(ludo_dynamics_inverse(d, s.q, s.v, s.v, effort[0]), LUDO_OK);
    assert_int_equal(ludo_dynamics_inverse_loops(d, s.q, s.v, s.v, NULL, effort[1]), LUDO_OK);
    assert_memory_equal(effort[0], effort[1], (size_t)s.dof * sizeof(double));
    assert_int_equal(ludo_dynamics_forward(d, s.q, s.v, s.v, a[0]), LUDO_OK);
    assert_int_equal(ludo_dynamics_forward_loops(d, s.q, s.v, s.v, a[1], NULL), LUDO_OK);
    assert_memory_equal(a[0], a[1], (size_t)s.dof * sizeof(double));
    memset(w, 0, sizeof w);
    w[0] = 1.0;
    assert_int_equal(ludo_dynamics_inverse_loops(d, s.q, s.v, s.v, w, effort[1]), LUDO_SINGULAR);
    dynamics_of_close(&s);
}

/* ---- invalid arguments ---- */

static void check_bad_state(ludo_dynamics *d, const double *q, const double *v, const double *x)
{
    double out[MOST];
    assert_int_equal(ludo_dynamics_forward_loops(d, q, v, x, out, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_inverse_loops(d, q, v, x, NULL, out), LUDO_BAD_ARGUMENT);
    if (x != NULL) {
        assert_int_equal(ludo_dynamics_forward_all(d, q, v, NULL, x, out), LUDO_BAD_ARGUMENT);
    }
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    dynamics_of s = open_looped(5);
    ludo_dynamics *d = s.dynamics;
    double bad[MOST], w[MOST] = {0.0}, bad_u[32] = {0.0}, out[MOST], *v = s.v;
    memcpy(bad, s.q, sizeof bad);
    bad[1] = bad_u[0] = (double)NAN;
    w[0] = -1.0;
    check_bad_state(NULL, s.q, v, v);
    check_bad_state(d, NULL, v, v);
    check_bad_state(d, bad, v, v);
    check_bad_state(d, s.q, NULL, v);
    check_bad_state(d, s.q, bad, v);
    check_bad_state(d, s.q, v, NULL);
    check_bad_state(d, s.q, v, bad);
    const ludo_status status[] = {
        ludo_dynamics_forward_loops(d, s.q, v, v, NULL, NULL),
        ludo_dynamics_inverse_loops(d, s.q, v, v, NULL, NULL),
        ludo_dynamics_inverse_loops(d, s.q, v, v, w, out),
        ludo_dynamics_inverse_loops(d, s.q, v, v, bad, out),
        ludo_dynamics_forward_all(d, s.q, v, bad_u, v, out),
        ludo_dynamics_forward_all(d, s.q, v, NULL, v, NULL),
        ludo_dynamics_loops(NULL, s.q, NULL, NULL),
        ludo_dynamics_loops(d, bad, NULL, NULL),
        ludo_dynamics_loops_bias(NULL, s.q, v, out),
        ludo_dynamics_loops_bias(d, bad, v, out),
        ludo_dynamics_loops_bias(d, s.q, NULL, out),
        ludo_dynamics_loops_bias(d, s.q, v, NULL),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
        assert_int_equal(status[i], LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_dynamics_loop_rows(NULL), 0);
    dynamics_of_close(&s);
}

static void creating_survives_each_failing_allocation(void **state)
{
    (void)state;
    dynamics_of s = open_looped(5);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_dynamics *d = NULL;
        const ludo_status status = ludo_dynamics_create(s.r.model, &alloc.hook, &d);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_dynamics_destroy(d);
    }
    dynamics_of_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_violations_and_their_derivatives),
        cmocka_unit_test(forward_dynamics_satisfies_its_equations),
        cmocka_unit_test(everything_accelerates_as_small_steps_do),
        cmocka_unit_test(a_gear_accelerates_as_one_wheel),
        cmocka_unit_test(a_gear_is_driven_by_the_smallest_efforts),
        cmocka_unit_test(inverse_dynamics_is_the_smallest_effort_that_produces_a),
        cmocka_unit_test(drives_have_to_suffice),
        cmocka_unit_test(trees_have_no_rows),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(creating_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
