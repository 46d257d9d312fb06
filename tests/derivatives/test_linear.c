/* SPDX-License-Identifier: Apache-2.0
 *
 * Linearizers: the product of stages, the state that they leave unchanged, their refusals. */
#include "everything.h"
#include "linear_step.h"

static const char *const integrators[] = {"maximal", "galerkin"};

static ludo_sim_options options_of(const char *integrator)
{
    ludo_sim_options options = tight_options();
    options.integrator = integrator;
    return options;
}

/* ---- the step ---- */

static void a_step_that_is_derived_has_the_bits_of_any_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        const ludo_sim_options options = options_of(integrators[i]);
        running a = open_everything(2, true, &options), b = open_everything(2, true, &options);
        ludo_linearizer *linearizer = NULL;
        assert_int_equal(ludo_linearizer_create(a.sim, NULL, &linearizer, NULL), LUDO_OK);
        for (int k = 0; k < 3; k++) {
            ludo_step_report said = {.struct_size = sizeof said},
                             known = {.struct_size = sizeof known};
            assert_int_equal(ludo_linearizer_step(linearizer, a.sim, 0.01, &said), LUDO_OK);
            assert_int_equal(ludo_step(b.sim, 0.01, &known), LUDO_OK);
            assert_true(said.iterations == known.iterations && said.residual == known.residual);
        }
        check_same_bits(&a, &b);
        ludo_linearizer_destroy(linearizer);
        run_close(&a);
        run_close(&b);
    }
}

/* M := F M, count x count. */
static void multiply(const double *F, double *M, int32_t count)
{
    double *product = calloc((size_t)(count * count), sizeof *product);
    assert_non_null(product);
    for (int32_t i = 0; i < count * count; i++) {
        for (int32_t k = 0; k < count; k++) {
            product[i] += F[i / count * count + k] * M[k * count + i % count];
        }
    }
    memcpy(M, product, (size_t)(count * count) * sizeof *M);
    free(product);
}

/* A long step that is subdivided, and as many short ones. Some attempts fail before; their results
 * are discarded. */
static void the_derivative_of_a_step_that_is_cut_is_that_of_its_parts(void **state)
{
    (void)state;
    static const double h = 0.6;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        const ludo_sim_options options = options_of(integrators[i]);
        running whole = open_everything(1, false, &options);
        running parts = open_everything(1, false, &options);
        const int32_t rows = 2 * ludo_model_dof(whole.model);
        ludo_linearizer *of_whole = NULL, *of_parts = NULL;
        ludo_step_report report = {.struct_size = sizeof report};
        double A[4 * LINEAR_MAX * LINEAR_MAX] = {0.0}, size = 0.0;
        assert_int_equal(ludo_linearizer_create(whole.sim, NULL, &of_whole, NULL), LUDO_OK);
        assert_int_equal(ludo_linearizer_create(parts.sim, NULL, &of_parts, NULL), LUDO_OK);
        assert_int_equal(ludo_linearizer_step(of_whole, whole.sim, h, &report), LUDO_OK);
        assert_true(report.substeps > 1);
        for (int32_t k = 0; k < rows; k++) {
            A[rows * k + k] = 1.0;
        }
        for (int32_t k = 0; k < report.substeps; k++) {
            const double part = h / report.substeps;
            assert_int_equal(ludo_linearizer_step(of_parts, parts.sim, part, NULL), LUDO_OK);
            multiply(ludo_linearizer_A(of_parts), A, rows);
        }
        for (int32_t k = 0; k < rows * rows; k++) {
            size = fmax(size, fabs(A[k]));
        }
        for (int32_t k = 0; k < rows * rows; k++) {
            CHECK_NEAR(ludo_linearizer_A(of_whole)[k], A[k], 1e-12 * size);
        }
        ludo_linearizer_destroy(of_whole);
        ludo_linearizer_destroy(of_parts);
        run_close(&whole);
        run_close(&parts);
    }
}

/* ---- refusals ---- */

static void check_nothing_known(const ludo_linearizer *linearizer, const ludo_model *model)
{
    const int32_t rows = 2 * ludo_model_dof(model);
    for (int32_t i = 0; i < rows * rows; i++) {
        assert_true(ludo_linearizer_A(linearizer)[i] == 0.0);
    }
    for (int32_t i = 0; i < rows * ludo_model_actuator_count(model); i++) {
        assert_true(ludo_linearizer_B(linearizer)[i] == 0.0);
    }
}

static void pull(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)query, (void)effort, (void)user;
    wrench[0].force.x = 1.0;
}

/* With forces of unknown derivative, or after a failed step, the state is unchanged. */
static void steps_that_fail_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        const ludo_sim_options options = options_of(integrators[i]);
        running a = open_everything(1, false, &options), b = open_everything(1, false, &options);
        ludo_linearizer *of = NULL;
        assert_int_equal(ludo_linearizer_create(a.sim, NULL, &of, NULL), LUDO_OK);
        assert_int_equal(ludo_linearizer_step(of, a.sim, 0.01, NULL), LUDO_OK);
        assert_int_equal(ludo_step(b.sim, 0.01, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_force_function(a.sim, pull, NULL), LUDO_OK);
        assert_int_equal(ludo_linearizer_step(of, a.sim, 0.01, NULL), LUDO_REFUSED);
        check_nothing_known(of, a.model);
        assert_int_equal(ludo_sim_set_force_function(a.sim, NULL, NULL), LUDO_OK);
        static const double lengths[] = {0.0, (double)NAN, (double)INFINITY};
        for (int k = 0; k < 3; k++) {
            assert_int_equal(ludo_linearizer_step(of, a.sim, lengths[k], NULL), LUDO_BAD_ARGUMENT);
            check_nothing_known(of, a.model);
        }
        assert_int_equal(ludo_linearizer_step(of, b.sim, 0.01, NULL), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_step(b.sim, 0.01, NULL), LUDO_OK);
        assert_int_equal(ludo_linearizer_step(of, a.sim, 0.01, NULL), LUDO_OK);
        check_same_bits(&a, &b);
        ludo_linearizer_destroy(of);
        run_close(&a);
        run_close(&b);
    }
}

static void runge_kutta_has_no_derivative(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("runge-kutta");
    running r = open_everything(1, false, &options);
    ludo_linearizer *linearizer = NULL;
    ludo_diagnostic why = {.message = ""};
    double p[LINEAR_MAX];
    assert_int_equal(ludo_linearizer_create(r.sim, NULL, &linearizer, &why), LUDO_REFUSED);
    assert_null(linearizer);
    assert_non_null(strstr(why.message, "runge-kutta"));
    assert_int_equal(ludo_sim_momenta(r.sim, p), LUDO_REFUSED);
    run_close(&r);
}

static void bad_arguments_are_reported(void **state)
{
    (void)state;
    running r = open_everything(1, false, NULL);
    ludo_linearizer *linearizer = NULL;
    ludo_step_report report = {.struct_size = sizeof report, .substeps = 7};
    double p[LINEAR_MAX];
    assert_int_equal(ludo_linearizer_create(NULL, NULL, &linearizer, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_linearizer_create(r.sim, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_linearizer_step(NULL, r.sim, 0.01, &report), LUDO_BAD_ARGUMENT);
    assert_int_equal(report.substeps, 7);
    report.struct_size--;
    assert_int_equal(ludo_linearizer_create(r.sim, NULL, &linearizer, NULL), LUDO_OK);
    assert_int_equal(ludo_linearizer_step(linearizer, NULL, 0.01, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_linearizer_step(linearizer, r.sim, 0.01, &report), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_momenta(NULL, p), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_momenta(r.sim, NULL), LUDO_BAD_ARGUMENT);
    ludo_linearizer_destroy(linearizer);
    ludo_linearizer_destroy(NULL);
    run_close(&r);
}

static void linearizers_survive_each_failing_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        const ludo_sim_options options = options_of(integrators[i]);
        running r = open_everything(1, false, &options);
        FOR_FAILING_ALLOCATION(a)
        {
            ludo_linearizer *linearizer = NULL;
            const ludo_status s = ludo_linearizer_create(r.sim, &a.hook, &linearizer, NULL);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_true(a.failed == (linearizer == NULL));
            ludo_linearizer_destroy(linearizer);
        }
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_is_derived_has_the_bits_of_any_other),
        cmocka_unit_test(the_derivative_of_a_step_that_is_cut_is_that_of_its_parts),
        cmocka_unit_test(steps_that_fail_change_nothing),
        cmocka_unit_test(runge_kutta_has_no_derivative),
        cmocka_unit_test(bad_arguments_are_reported),
        cmocka_unit_test(linearizers_survive_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
