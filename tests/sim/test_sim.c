/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating, refusing, copying and releasing simulations. */
#include "running.h"

#include <stdio.h>
#include <string.h>

static ludo_spec *tree_spec(int32_t bodies, uint64_t seed)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(bodies, seed, false, NULL, &spec), LUDO_OK);
    return spec;
}

static ludo_model *tree_model(int32_t bodies, uint64_t seed)
{
    ludo_spec *spec = tree_spec(bodies, seed);
    ludo_model *model = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    return model;
}

/* Every combination of what a user can choose: the k-th of OPTIONS. */
enum { OPTIONS = 10 };

static ludo_sim_options options_of(int k)
{
    ludo_sim_options o = ludo_sim_options_default();
    const int32_t orders[] = {2, 4, 1};
    o.order = orders[k / 4];
    o.rotation = k / 4 == 2 || k / 2 % 2 == 1 ? "quaternion" : "exponential";
    o.solver = k % 2 == 0 ? "recursion" : "ldu";
    return o;
}

/* --- creating -------------------------------------------------------------------------------- */

static void a_new_simulation_rests_at_the_reference_pose(void **state)
{
    (void)state;
    ludo_model *m = tree_model(8, 3);
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_ptr_equal(ludo_sim_model(sim), m);
    assert_int_equal(ludo_sim_order(sim), 2);
    assert_true(ludo_sim_time(sim) == 0.0);
    for (int32_t b = 0; b < ludo_model_body_count(m); b++) {
        ludo_body_state s;
        assert_int_equal(ludo_sim_body_state(sim, b, &s), LUDO_OK);
        assert_true(v3_norm(s.linear_velocity) == 0.0);
        assert_true(v3_norm(s.angular_velocity) == 0.0);
    }
    for (int32_t j = 0; j < ludo_model_joint_count(m); j++) {
        double q[7] = {0.0};
        const ludo_joint_info info = joint_info_of(m, j);
        assert_int_equal(ludo_sim_joint_position(sim, j, q), LUDO_OK);
        if (info.position_count == 4) {
            CHECK_NEAR(fabs(q[0]), 1.0, 1e-14); /* frames coincide */
        }
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
}

static void every_allocation_of_creating_may_fail(void **state)
{
    (void)state;
    ludo_model *m = tree_model(8, 3);
    for (int k = 0; k < OPTIONS; k++) {
        const ludo_sim_options options = options_of(k);
        FOR_FAILING_ALLOCATION(a)
        {
            ludo_sim *sim = NULL;
            ludo_diagnostic why = {.message = ""};
            const ludo_status s = ludo_sim_create(m, &options, &a.hook, &sim, &why);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_int_equal(sim != NULL, s == LUDO_OK);
            assert_int_equal(why.message[0] != '\0', s != LUDO_OK);
            ludo_sim_destroy(sim);
        }
    }
    ludo_model_destroy(m);
}

/* Steps and readings of all kinds, successful and not, take no memory. */
static void running_allocates_nothing(void **state)
{
    (void)state;
    ludo_model *m = tree_model(8, 3);
    for (int k = 0; k < OPTIONS; k++) {
        const ludo_sim_options options = options_of(k);
        failing_allocator a;
        failing_init(&a, 0);
        ludo_sim *sim = NULL;
        assert_int_equal(ludo_sim_create(m, &options, &a.hook, &sim, NULL), LUDO_OK);
        const long made = a.made;
        assert_int_equal(ludo_sim_reset(sim, 0), LUDO_OK);
        assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
        assert_int_equal(ludo_step(sim, -0.005, NULL), LUDO_OK);
        assert_true(ludo_step(sim, 1e6, NULL) != LUDO_OK);
        ludo_energy energy;
        ludo_violation violation;
        assert_int_equal(ludo_sim_energy(sim, &energy), LUDO_OK);
        assert_int_equal(ludo_sim_violation(sim, &violation), LUDO_OK);
        assert_int_equal(a.made, made);
        ludo_sim_destroy(sim);
        assert_int_equal(a.live, 0);
    }
    ludo_model_destroy(m);
}

/* --- refusing -------------------------------------------------------------------------------- */

static void check_refused(const ludo_model *m, ludo_sim_options options, ludo_status status,
                          const char *message)
{
    ludo_sim *sim = (ludo_sim *)(void *)&options;
    ludo_diagnostic why = {.message = ""};
    const ludo_status s = ludo_sim_create(m, &options, NULL, &sim, &why);
    if (s != status || strstr(why.message, message) == NULL) {
        print_error("%s: '%s' instead of '%s'\n", ludo_status_text(s), why.message, message);
    }
    assert_int_equal(s, status);
    assert_null(sim);
    assert_non_null(strstr(why.message, message));
    assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, NULL), status);
}

static void unknown_options_are_refused_by_name(void **state)
{
    (void)state;
    ludo_model *m = tree_model(2, 1);
    const ludo_sim_options good = ludo_sim_options_default();
    ludo_sim_options o = good;
    o.integrator = "euler";
    check_refused(m, o, LUDO_REFUSED, "euler");
    o = good, o.scheme = "verlet";
    check_refused(m, o, LUDO_REFUSED, "verlet");
    o = good, o.rotation = "cayley";
    check_refused(m, o, LUDO_REFUSED, "cayley");
    o = good, o.solver = "cholesky";
    check_refused(m, o, LUDO_REFUSED, "cholesky");
    const int32_t orders[] = {3, 5, -1, -2, 6, INT32_MAX};
    for (int i = 0; i < 6; i++) {
        char number[16];
        snprintf(number, sizeof number, " %d", (int)orders[i]);
        o = good, o.order = orders[i];
        check_refused(m, o, LUDO_REFUSED, number);
    }
    o = good, o.order = 1, o.rotation = "exponential";
    check_refused(m, o, LUDO_REFUSED, "quaternion");
    ludo_model_destroy(m);
}

static void numbers_out_of_range_are_bad_arguments(void **state)
{
    (void)state;
    ludo_model *m = tree_model(2, 1);
    const ludo_sim_options good = ludo_sim_options_default();
    const double tolerances[] = {0.0, -1e-10, (double)NAN, (double)INFINITY};
    const int32_t counts[] = {0, -1, INT32_MIN};
    ludo_sim_options o;
    for (int i = 0; i < 4; i++) {
        o = good, o.tolerance = tolerances[i];
        check_refused(m, o, LUDO_BAD_ARGUMENT, "tolerance");
    }
    for (int i = 0; i < 3; i++) {
        o = good, o.max_iterations = counts[i];
        check_refused(m, o, LUDO_BAD_ARGUMENT, "iterations");
        o = good, o.max_substeps = counts[i];
        check_refused(m, o, LUDO_BAD_ARGUMENT, "substeps");
    }
    ludo_sim *sim;
    assert_int_equal(ludo_sim_create(NULL, NULL, NULL, &sim, NULL), LUDO_BAD_ARGUMENT);
    assert_null(sim);
    assert_int_equal(ludo_sim_create(m, NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_sim_destroy(NULL);
    ludo_model_destroy(m);
}

static void what_would_change_the_motion_is_refused_where_it_stands(void **state)
{
    (void)state;
    ludo_spec *spec = tree_spec(2, 1);
    const ludo_place there = {"robot.xml", 12, 7}, later = {"robot.xml", 99, 1};
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_WARNING, later, "harmless"), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_UNSUPPORTED, there, "springs"), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_UNSUPPORTED, later, "more"), LUDO_OK);
    ludo_model *m = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &m, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    ludo_sim *sim;
    ludo_diagnostic why;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, &why), LUDO_UNSUPPORTED);
    assert_null(sim);
    assert_string_equal(why.message, "springs");
    assert_string_equal(why.file, "robot.xml");
    assert_int_equal(why.line, 12);
    assert_int_equal(why.column, 7);
    ludo_model_destroy(m);
}

static void integrators_are_listed_with_all_that_is_known(void **state)
{
    (void)state;
    assert_true(ludo_integrator_count() >= 1);
    assert_string_equal(integrator_info_of(0).name, "maximal");
    assert_string_equal(ludo_sim_options_default().integrator, "maximal");
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        assert_true(info.name[0] != '\0' && info.source[0] != '\0' && info.accepts[0] != '\0');
        assert_true(info.orders[0] > 0);
        assert_non_null(info.schemes[0]);
        for (int32_t k = 0; k < i; k++) {
            assert_string_not_equal(info.name, integrator_info_of(k).name);
        }
    }
    const int32_t bad[] = {-1, ludo_integrator_count(), INT32_MAX};
    for (int i = 0; i < 3; i++) {
        assert_null(integrator_info_of(bad[i]).name);
        assert_null(integrator_info_of(bad[i]).orders);
    }
}

/* Whether an integrator takes the model with that order and scheme; 0, NULL: its default. */
static bool takes(const ludo_model *m, const char *integrator, int32_t order, const char *scheme)
{
    ludo_sim_options o = ludo_sim_options_default();
    ludo_sim *sim = NULL;
    o.integrator = integrator;
    o.order = order;
    o.scheme = scheme;
    const bool taken = ludo_sim_create(m, &o, NULL, &sim, NULL) == LUDO_OK;
    assert_true(!taken || order == 0 || ludo_sim_order(sim) == order);
    ludo_sim_destroy(sim);
    return taken;
}

/* By a body that floats, as all take it: every scheme by name, every order with one of them, the
 * first of both by default. */
static void what_is_listed_is_accepted(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
    running r = run_open(built, spec, NULL);
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        assert_true(takes(r.model, info.name, info.orders[0], info.schemes[0]));
        for (int32_t j = 0; info.schemes[j] != NULL; j++) {
            assert_true(takes(r.model, info.name, 0, info.schemes[j]));
        }
        for (int32_t k = 0; info.orders[k] != 0; k++) {
            bool any = false;
            for (int32_t j = 0; info.schemes[j] != NULL; j++) {
                any = any || takes(r.model, info.name, info.orders[k], info.schemes[j]);
            }
            assert_true(any);
        }
    }
    assert_true(takes(r.model, NULL, 0, NULL));
    run_close(&r);
}

/* Names of options are read at creation only. */
static void names_may_go_once_the_simulation_is_there(void **state)
{
    (void)state;
    char integrator[] = "maximal", scheme[] = "rattle", rotation[] = "quaternion", solver[] = "ldu";
    ludo_model *m = tree_model(3, 2);
    ludo_sim_options o = ludo_sim_options_default();
    running a = {m, NULL}, b = {m, NULL};
    o.integrator = integrator, o.scheme = scheme, o.rotation = rotation, o.solver = solver;
    assert_int_equal(ludo_sim_create(m, &o, NULL, &a.sim, NULL), LUDO_OK);
    memset(integrator, '?', sizeof integrator - 1);
    memset(scheme, '?', sizeof scheme - 1);
    memset(rotation, '?', sizeof rotation - 1);
    memset(solver, '?', sizeof solver - 1);
    o = ludo_sim_options_default();
    o.rotation = "quaternion", o.solver = "ldu";
    assert_int_equal(ludo_sim_create(m, &o, NULL, &b.sim, NULL), LUDO_OK);
    run_steps(&a, 0.01, 3);
    run_steps(&b, 0.01, 3);
    check_same_bits(&a, &b);
    ludo_sim_destroy(b.sim);
    run_close(&a);
}

/* --- copying --------------------------------------------------------------------------------- */

/* Including invisible state, such as the history that the next step is extrapolated from. */
static void a_copy_goes_on_bit_by_bit(void **state)
{
    (void)state;
    for (int k = 0; k < OPTIONS; k++) {
        const ludo_sim_options options = options_of(k);
        running a = run_open(LUDO_OK, tree_spec(8, 4), &options), b = {a.model, NULL};
        assert_int_equal(ludo_sim_create(a.model, &options, NULL, &b.sim, NULL), LUDO_OK);
        run_steps(&b, 0.003, 2); /* the copy has a history of its own */
        run_steps(&a, 0.005, 7);
        assert_int_equal(ludo_sim_copy(b.sim, a.sim), LUDO_OK);
        run_steps(&a, 0.005, 10);
        run_steps(&b, 0.005, 10);
        check_same_bits(&a, &b);
        ludo_sim_destroy(b.sim);
        run_close(&a);
    }
}

/* A copy of what was set and not yet read or stepped is not settled either. */
static void a_copy_of_a_start_starts_alike(void **state)
{
    (void)state;
    running a = run_open(LUDO_OK, tree_spec(8, 4), NULL), b = {a.model, NULL};
    assert_int_equal(ludo_sim_create(a.model, NULL, NULL, &b.sim, NULL), LUDO_OK);
    const ludo_body_state away = {.position = {1.0, 2.0, 3.0},
                                  .orientation = {0.5, 0.5, 0.5, 0.5},
                                  .angular_velocity = {0.1, 0.2, 0.3}};
    assert_int_equal(ludo_sim_set_body_state(a.sim, 2, &away), LUDO_OK);
    assert_int_equal(ludo_sim_copy(b.sim, a.sim), LUDO_OK);
    ludo_start_report x = {.struct_size = sizeof x}, y = {.struct_size = sizeof y};
    assert_int_equal(ludo_sim_project(a.sim, &x), LUDO_OK);
    assert_int_equal(ludo_sim_project(b.sim, &y), LUDO_OK);
    /* after the last member there is padding */
    assert_memory_equal(&x, &y, offsetof(ludo_start_report, left_out) + sizeof x.left_out);
    assert_true(x.position_correction > 0.1);
    run_steps(&a, 0.005, 3);
    run_steps(&b, 0.005, 3);
    check_same_bits(&a, &b);
    assert_int_equal(ludo_sim_copy(a.sim, a.sim), LUDO_OK);
    check_same_bits(&a, &b);
    ludo_sim_destroy(b.sim);
    run_close(&a);
}

static void only_equals_are_copied(void **state)
{
    (void)state;
    ludo_sim_options first = ludo_sim_options_default(), fourth = first, turned = first;
    ludo_sim_options solved = first, loose = first;
    first.order = 1;
    fourth.order = 4;
    turned.rotation = "quaternion";
    solved.solver = "ldu";
    loose.tolerance = 1e-6;
    ludo_model *m = tree_model(3, 1), *other = tree_model(3, 1);
    const struct {
        const ludo_model *model;
        const ludo_sim_options *options;
    } others[] = {{other, NULL}, {m, &first},  {m, &fourth},
                  {m, &turned},  {m, &solved}, {m, &loose}};
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, NULL), LUDO_OK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ludo_sim *to = NULL;
        assert_int_equal(ludo_sim_create(others[i].model, others[i].options, NULL, &to, NULL),
                         LUDO_OK);
        assert_int_equal(ludo_sim_copy(to, sim), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_sim_copy(sim, to), LUDO_BAD_ARGUMENT);
        ludo_sim_destroy(to);
    }
    assert_int_equal(ludo_sim_copy(NULL, sim), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_copy(sim, NULL), LUDO_BAD_ARGUMENT);
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
    ludo_model_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_simulation_rests_at_the_reference_pose),
        cmocka_unit_test(every_allocation_of_creating_may_fail),
        cmocka_unit_test(running_allocates_nothing),
        cmocka_unit_test(unknown_options_are_refused_by_name),
        cmocka_unit_test(numbers_out_of_range_are_bad_arguments),
        cmocka_unit_test(what_would_change_the_motion_is_refused_where_it_stands),
        cmocka_unit_test(integrators_are_listed_with_all_that_is_known),
        cmocka_unit_test(what_is_listed_is_accepted),
        cmocka_unit_test(names_may_go_once_the_simulation_is_there),
        cmocka_unit_test(a_copy_goes_on_bit_by_bit),
        cmocka_unit_test(a_copy_of_a_start_starts_alike),
        cmocka_unit_test(only_equals_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
