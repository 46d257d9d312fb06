/* SPDX-License-Identifier: Apache-2.0
 *
 * The limits of a step: closed forms of the rules, what is left untouched, what is refused
 * [solvability.md 6]. */
#include "running.h"
#include "small_spec.h"

#include <float.h>
#include <string.h>

static running open_chain(int32_t links, const char *integrator)
{
    const ludo_scene_chain_options chain = {.links = links, .joint = "hinge", .stir = 1.0};
    ludo_sim_options o = ludo_sim_options_default();
    ludo_spec *spec = NULL;
    o.integrator = integrator;
    o.order = 2;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, &o);
}

static ludo_step_limits limits_of(running *r)
{
    ludo_step_limits of = {.struct_size = sizeof of};
    assert_int_equal(ludo_step_limit(r->sim, &of, NULL), LUDO_OK);
    return of;
}

static const ludo_limit *find(const ludo_step_limits *of, const char *name)
{
    for (int32_t i = 0; i < of->count; i++) {
        if (strcmp(of->limit[i].name, name) == 0) {
            return &of->limit[i];
        }
    }
    return NULL;
}

/* A rod of 1 m on a hinge, spring, damper: omega^2 = k / I, lambda = d / I, gravity's omega^2 = m g
 * l / 2 I, I = 1/3. */
static void one_rod_has_the_limits_of_the_closed_form(void **state)
{
    (void)state;
    const double spring = 30.0, damper = 4.0, inertia = 1.0 / 3.0, rate = 2.0;
    ludo_spec *spec = new_spec();
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = "galerkin";
    const ludo_body_def rod = {.struct_size = sizeof rod,
                               .name = "b0",
                               .mass = 1.0,
                               .com = {0.5, 0.0, 0.0},
                               .inertia = {1e-3, 1.0 / 12.0, 1.0 / 12.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .name = "j0",
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .axis = {0.0, 1.0, 0.0},
                                  .along = {{.stiffness = spring, .damping = damper}}};
    assert_int_equal(ludo_spec_add_body(spec, &rod, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, &o);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
    const ludo_step_limits of = limits_of(&r);
    CHECK_NEAR(find(&of, "turn")->dt, 0.25 / rate, 1e-12);
    CHECK_NEAR(find(&of, "oscillation")->dt, 0.25 / sqrt(spring / inertia), 1e-12);
    CHECK_NEAR(find(&of, "damping")->dt, 2.0 / (damper / inertia), 1e-12);
    CHECK_NEAR(find(&of, "pendulum")->dt, 0.25 / sqrt(9.81 / 2.0 / inertia), 1e-12);
    assert_string_equal(node_text_of(r.model, find(&of, "turn")->at).text, "b0");
    assert_string_equal(node_text_of(r.model, find(&of, "damping")->at).text, "j0");
    assert_true(of.dt == of.practical && of.practical <= find(&of, "solved")->dt);
    run_close(&r);
}

/* Rods end to end hang along gravity or against it: in angles from the vertical K is diagonal, m g
 * times the masses beyond, and M as simple; the largest eigenvalue is by numpy. Where there are
 * more columns than all modes are sought of it is come near by powers, from below: 100 of them. */
static void a_long_chain_has_the_fastest_swing_of_the_closed_form(void **state)
{
    (void)state;
    const ludo_scene_chain_options chain = {.links = 101, .joint = "hinge"};
    ludo_sim_options o = ludo_sim_options_default();
    ludo_spec *spec = NULL;
    o.integrator = "galerkin";
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, &o);
    const ludo_step_limits of = limits_of(&r);
    const double dt = find(&of, "pendulum")->dt, exact = 0.0024103063526576267;
    CHECK_NEAR(dt, exact, 1e-2 * exact);
    assert_true(dt >= exact && of.count > 0 && isnan(of.bound) && of.unbounded[0] != '\0');
    run_close(&r);
}

static void pull_by_nothing_known(const ludo_force_query *query, ludo_wrench *wrench,
                                  double *effort, void *user)
{
    (void)query, (void)effort, (void)user;
    wrench[0].force.x = (double)NAN;
}

static void what_a_function_does_not_know_is_told(void **state)
{
    (void)state;
    running r = open_chain(2, "galerkin");
    ludo_step_limits of = {.struct_size = sizeof of};
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_sim_set_force_function(r.sim, pull_by_nothing_known, NULL), LUDO_OK);
    assert_int_equal(ludo_step_limit(r.sim, &of, &why), LUDO_BAD_ARGUMENT);
    assert_true(why.message[0] != '\0');
    assert_int_equal(ludo_sim_set_force_function(r.sim, NULL, NULL), LUDO_OK);
    assert_int_equal(ludo_step_limit(r.sim, &of, NULL), LUDO_OK);
    run_close(&r);
}

/* No motion and no force. */
static void what_rests_alone_has_a_limit_all_the_same(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = "galerkin";
    running r = run_open(built, spec, &o);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    const ludo_step_limits of = limits_of(&r);
    assert_true(of.dt > 0.0 && of.dt <= 1.0);
    assert_null(find(&of, "turn"));
    run_close(&r);
}

/* A tree's bounds in their order, all below the longest step that was solved. */
static void bounds_are_below_what_was_solved(void **state)
{
    (void)state;
    for (int32_t links = 2; links <= 4; links++) {
        running r = open_chain(links, "galerkin");
        const ludo_step_limits of = limits_of(&r);
        assert_int_equal(of.kind, LUDO_LIMIT_SAMPLED);
        assert_true(find(&of, "convergent")->dt < find(&of, "everywhere")->dt);
        assert_true(find(&of, "convergent")->dt < find(&of, "metric")->dt);
        assert_true(find(&of, "metric")->dt <= of.bound);
        assert_true(of.bound < of.solved && of.pessimism > 1.0);
        assert_true(of.samples > 0 && of.safety > 1.0);
        run_close(&r);
    }
}

/* Trees of balls and slides, floating; of every joint type, with every kind of force. */
static void no_bound_is_violated_where_all_joints_are(void **state)
{
    (void)state;
    const ludo_scene_everything_options all = {
        .bodies = 6, .seed = 2, .damped = true, .stiffness = 50.0};
    for (int kind = 0; kind < 2; kind++) {
        ludo_sim_options o = ludo_sim_options_default();
        ludo_spec *spec = NULL;
        o.integrator = "galerkin";
        o.order = 2;
        const ludo_status built = kind == 0 ? ludo_scene_random_tree(5, 2, true, NULL, &spec)
                                            : ludo_scene_everything(&all, NULL, &spec);
        running r = run_open(built, spec, &o);
        const ludo_step_limits of = limits_of(&r);
        assert_true(find(&of, "metric")->dt < of.solved);
        assert_true(find(&of, "certified")->dt < of.solved);
        assert_null(find(&of, "convergent")); /* balls: 2-norms of coordinates mean nothing */
        run_close(&r);
    }
}

static void integrators_without_bounds_say_so(void **state)
{
    (void)state;
    running r = open_chain(2, "maximal");
    const ludo_step_limits of = limits_of(&r);
    assert_true(isnan(of.bound) && isnan(of.pessimism) && of.bounded_by == NULL);
    assert_non_null(strstr(of.unbounded, "maximal"));
    assert_true(of.dt == of.practical);
    run_close(&r);
}

static void no_bit_of_the_motion_changes(void **state)
{
    (void)state;
    const char *const integrators[] = {"galerkin", "maximal", "runge-kutta"};
    for (int i = 0; i < 3; i++) {
        running a = open_chain(3, integrators[i]), b = open_chain(3, integrators[i]);
        for (int k = 0; k < 5; k++) {
            (void)limits_of(&a);
            run_steps(&a, 0.01, 1);
            run_steps(&b, 0.01, 1);
        }
        check_same_bits(&a, &b);
        run_close(&a);
        run_close(&b);
    }
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    running r = open_chain(2, "galerkin");
    ludo_step_limits of = {.struct_size = sizeof of};
    assert_int_equal(ludo_step_limit(NULL, &of, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_step_limit(r.sim, NULL, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

static void every_failing_allocation_is_told(void **state)
{
    (void)state;
    const ludo_scene_chain_options chain = {.links = 2, .joint = "hinge"};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = "galerkin";
    o.order = 2;
    assert_int_equal(ludo_scene_chain(&chain, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_sim *sim = NULL;
        ludo_step_limits of = {.struct_size = sizeof of};
        ludo_status s = ludo_sim_create(model, &o, &a.hook, &sim, NULL);
        s = s == LUDO_OK ? ludo_step_limit(sim, &of, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rod_has_the_limits_of_the_closed_form),
        cmocka_unit_test(a_long_chain_has_the_fastest_swing_of_the_closed_form),
        cmocka_unit_test(what_a_function_does_not_know_is_told),
        cmocka_unit_test(what_rests_alone_has_a_limit_all_the_same),
        cmocka_unit_test(bounds_are_below_what_was_solved),
        cmocka_unit_test(no_bound_is_violated_where_all_joints_are),
        cmocka_unit_test(integrators_without_bounds_say_so),
        cmocka_unit_test(no_bit_of_the_motion_changes),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(every_failing_allocation_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
