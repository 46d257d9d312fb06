/* SPDX-License-Identifier: Apache-2.0
 *
 * The slip iteration: its solutions obey Coulomb's law. */
#include "friction_problem.h"

#include "solver/interior/complementarity.h"
#include "solver/interior/slip_iteration.h"
#include "solver/interior/shifted.h"

/* Slips converge to the relaxed kappa, 1e-8 of products; rates are shifted by 1e-9 of the speed. */
static const double settled = 2e-8, shift = 1e-9;

static const ludo_vec3 up = {0.0, 0.0, 1.0};

static int frozen;

static void count_freezes(void *self)
{
    (void)self;
    frozen++;
}

static ludo_status solve(friction_problem *f)
{
    const interior_system s = problem_system(f);
    f->settings.rate_shift = shift;
    return ludo_slip_iteration_solve(&s, count_freezes, f->cone, f->cones, &f->settings,
                                     &f->report);
}

static friction_problem *random_boxes(uint64_t seed)
{
    random_stream r = random_from(seed);
    friction_problem *f = calloc(1, sizeof *f);
    assert_non_null(f);
    for (int32_t i = 0; i < 2; i++) {
        const double mu = random_uniform(&r, 0.1, 1.2); /* a defined order of evaluation */
        const ludo_quat q = random_quat(&r);
        const ludo_vec3 v = random_vec3(&r, 3.0), w = random_vec3(&r, 3.0);
        problem_add_box(f, &ludo_cone_exact, mu, 1.0, v3(0.3, 0.2, 0.1), q, up, 0.0, v, w);
    }
    problem_measure(f, 2.0);
    return f;
}

/* Impulses within their cones, against slips, and zero at open gaps. */
static void assert_obeys(const friction_problem *f)
{
    double unit = f->settings.scale.p;
    for (int32_t c = 0; c < f->cones; c++) {
        unit = f->cone[c].p[0] > unit ? f->cone[c].p[0] : unit;
    }
    unit *= f->speed;
    for (int32_t c = 0; c < f->cones; c++) {
        const cone *o = &f->cone[c];
        const problem_friction by = problem_friction_of(o);
        assert_true(o->kind == &ludo_cone_exact || o->kind == &ludo_cone_exact_4 ||
                    o->kind == &ludo_cone_exact_6);
        assert_true(o->p[0] > 0.0 && by.force <= o->mu * o->p[0] * (1.0 + 1e-12));
        assert_true(o->y[0] >= -3.0 * shift * f->speed);
        CHECK_NEAR(o->p[0] * o->y[0] / unit, 0.0, settled);
        CHECK_NEAR((o->mu * o->p[0] * by.slip + by.power) / unit, 0.0, settled);
    }
}

static void boxes_that_resist_rolling_obey(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        friction_problem *f = random_boxes(seed);
        const cone_kind *kind = seed % 2 ? &ludo_cone_exact_4 : &ludo_cone_exact_6;
        problem_resist(f, 0, 0, kind, 0.05, 0.02);
        for (int32_t c = 8; c < f->cones;
             c++) { /* rows of the second box were those of the first */
            memset(f->J[c][POINT_ROWS], 0, 3 * sizeof f->J[c][POINT_ROWS]);
        }
        problem_resist(f, 8, 6, kind, 0.2, 0.1);
        assert_int_equal(solve(f), LUDO_OK);
        assert_obeys(f);
        free(f);
    }
}

static void boxes_obey(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        friction_problem *f = random_boxes(seed);
        frozen = 0;
        assert_int_equal(solve(f), LUDO_OK);
        assert_true(frozen > 0 && frozen <= 3 * f->report.attempts); /* once per round */
        assert_true(f->report.attempts <= 2);
        assert_obeys(f);
        free(f);
    }
}

/* Shifted rates and inexact slips leave products. Polishing, by Coulomb's own law or with lower
 * bounds, reduces them to a hundredth of those of the first solution. */
static void boxes_are_polished(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        friction_problem *f = random_boxes(seed);
        assert_int_equal(solve(f), LUDO_OK);
        const double product = ludo_cones_product(f->cone, f->cones);
        f->settings.polish_product = 0.01 * product;
        assert_int_equal(solve(f), LUDO_OK);
        assert_true(ludo_cones_product(f->cone, f->cones) <= 0.01 * product);
        assert_obeys(f);
        free(f);
    }
}

/* From the solution of the slip iteration Coulomb's law is solved in a few iterations to the wanted
 * products; from other impulses it isn't, and rates come without the shift. */
static void laws_are_solved_near_a_solution(void **state)
{
    (void)state;
    friction_problem *f = random_boxes(2);
    const interior_system s = problem_system(f);
    assert_int_equal(solve(f), LUDO_OK);
    f->settings.polish_product = 0.01 * ludo_cones_product(f->cone, f->cones);
    const int32_t before = f->report.iterations;
    assert_int_equal(ludo_shifted_solve(&s, f->cone, f->cones, &f->settings, 1e-3, &f->report),
                     LUDO_OK);
    assert_true(f->report.iterations <= before + 10);
    assert_true(ludo_cones_product(f->cone, f->cones) <= f->settings.polish_product);
    assert_obeys(f);
    f->settings.max_iterations = 1;
    for (int32_t c = 0; c < f->cones; c++) {
        f->cone[c].p[0] = f->cone[c].p[1] = f->cone[c].p[2] = 1e9;
    }
    assert_int_equal(ludo_shifted_solve(&s, f->cone, f->cones, &f->settings, 1e-9, &f->report),
                     LUDO_NOT_CONVERGED);
    for (int32_t c = 0; c < f->cones; c++) {
        const double y = problem_dot(f, f->J[c][0], f->V) + f->offset[c];
        assert_true(f->cone[c].y[0] == y);
    }
    free(f);
}

/* Iterations that are spent end a sequence with bounded friction: gaps and impulses are those of
 * Signorini's law, friction opposes the slip, and cones have their own kinds again. Five rounds,
 * then three with a bound, take at most 50 iterations each. */
static void spent_iterations_end_with_bounded_friction(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        friction_problem *f = random_boxes(seed);
        const double mu = f->cone[0].mu;
        f->settings.slip_iterations = 1;
        assert_int_equal(solve(f), LUDO_OK);
        assert_true(f->report.relaxed && f->report.attempts == 1);
        assert_true(f->report.iterations <= 8 * 50);
        assert_true(f->cone[0].mu == mu);
        const double unit = ludo_cones_largest(f->cone, f->cones, f->settings.scale.p) * f->speed;
        for (int32_t c = 0; c < f->cones; c++) {
            const cone *o = &f->cone[c];
            const double slip = hypot(o->y[1], o->y[2]), beta = hypot(o->p[1], o->p[2]);
            const double power = o->p[1] * o->y[1] + o->p[2] * o->y[2];
            assert_true(o->kind == &ludo_cone_exact);
            assert_true(o->p[0] > 0.0 && o->y[0] > 0.0);
            CHECK_NEAR(o->p[0] * o->y[0] / unit, 0.0, settled);
            assert_true(power <= settled * unit && power >= -beta * slip - settled * unit);
        }
        free(f);
    }
}

/* With bounds from the impulses of a solution, bounded friction has its rates: up to the products
 * that both solves leave, ten times for their condition. */
static void bounds_of_a_solution_keep_it(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        friction_problem *f = random_boxes(seed);
        const interior_system s = problem_system(f);
        double y[64][3];
        assert_int_equal(solve(f), LUDO_OK);
        assert_true(f->cones <= 64 && !f->report.bounded);
        for (int32_t c = 0; c < f->cones; c++) {
            memcpy(y[c], f->cone[c].y, sizeof y[c]);
        }
        assert_int_equal(ludo_slip_iteration_end(&s, f->cone, f->cones, &f->settings, &f->report),
                         LUDO_OK);
        assert_true(f->report.bounded && f->report.relaxed && f->report.attempts == 1);
        for (int32_t c = 0; c < f->cones; c++) {
            assert_true(f->cone[c].kind == &ludo_cone_exact);
            for (int32_t i = 0; i < 3; i++) {
                CHECK_NEAR(f->cone[c].y[i] / f->speed, y[c][i] / f->speed, 10.0 * settled);
            }
        }
        free(f);
    }
}

/* Without a solution the failure is returned, and cones have their own kinds again. */
static void failures_are_returned(void **state)
{
    (void)state;
    friction_problem *f = random_boxes(1);
    f->settings.max_iterations = 1;
    assert_int_equal(solve(f), LUDO_NOT_CONVERGED);
    assert_int_equal(f->report.attempts, 2);
    for (int32_t c = 0; c < f->cones; c++) {
        assert_true(f->cone[c].kind == &ludo_cone_exact);
    }
    free(f);
}

static ludo_status too_large(void *self)
{
    (void)self;
    return LUDO_STEP_TOO_LARGE;
}

static void failures_of_the_system_are_returned(void **state)
{
    (void)state;
    friction_problem *f = random_boxes(1);
    interior_system s = problem_system(f);
    s.evaluate = too_large;
    assert_int_equal(
        ludo_slip_iteration_solve(&s, NULL, f->cone, f->cones, &f->settings, &f->report),
        LUDO_STEP_TOO_LARGE);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_obey),
        cmocka_unit_test(boxes_that_resist_rolling_obey),
        cmocka_unit_test(boxes_are_polished),
        cmocka_unit_test(laws_are_solved_near_a_solution),
        cmocka_unit_test(spent_iterations_end_with_bounded_friction),
        cmocka_unit_test(bounds_of_a_solution_keep_it),
        cmocka_unit_test(failures_are_returned),
        cmocka_unit_test(failures_of_the_system_are_returned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
