/* SPDX-License-Identifier: Apache-2.0
 *
 * What the integrator lie-group keeps, what it doesn't feel, what it refuses, and how it goes on.
 */
#include "free_chain.h"
#include "momentum.h"

#include <float.h>

static const char *const schemes[] = {"so3", "se3"};
enum { SCHEMES = 2 };

static ludo_sim_options options_of(const char *scheme)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "lie-group";
    options.scheme = scheme;
    return options;
}

static running open_chain(int32_t links, bool floating, const ludo_sim_options *options)
{
    const ludo_scene_chain_options chain = {
        .links = links, .joint = "ball", .floating = floating, .stir = 1.0};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, options);
}

static running open_all(uint64_t seed, const ludo_sim_options *options)
{
    const ludo_scene_everything_options of = {
        .bodies = 13, .seed = seed, .floating = true, .stiffness = 20.0, .damped = true};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_everything(&of, NULL, &spec);
    return run_open(built, spec, options);
}

static running open_tree(uint64_t seed, const char *scheme)
{
    const ludo_sim_options options = options_of(scheme);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(8, seed, true, NULL, &spec);
    return run_open(built, spec, &options);
}

/* ---- conservation ---- */

/* Momenta of the state are never rounded without forces; what is seen is how they are told. The
 * tolerance is coarse on purpose: what Newton leaves doesn't count. */
static void floating_trees_keep_their_momenta(void **state)
{
    (void)state;
    const long steps = long_tests() ? 1000000 : 1000;
    for (int i = 0; i < SCHEMES; i++) {
        ludo_sim_options options = options_of(schemes[i]);
        options.tolerance = 1e-7;
        running r = open_chain(4, true, &options);
        momentum_watch w = watch_begin(&r);
        for (int k = 0; k < 4; k++) {
            run_steps(&r, 0.005, steps / 4);
            watch(&w, &r);
        }
        print_message("%s: %.1e, %.1e\n", schemes[i], w.linear, w.angular);
        const double noise = 16.0 * DBL_EPSILON * sqrt((double)steps);
        CHECK_NEAR(w.linear, 0.0, noise);
        CHECK_NEAR(w.angular, 0.0, noise);
        run_close(&r);
    }
}

/* Also with forces between bodies of a tree: springs, dampers, tendons, actuators. */
static void what_acts_within_a_tree_keeps_its_momenta(void **state)
{
    (void)state;
    for (int i = 0; i < SCHEMES; i++) {
        const ludo_sim_options options = options_of(schemes[i]);
        running r = open_all(2, &options);
        momentum_watch w = watch_begin(&r);
        run_steps(&r, 0.005, 100);
        watch(&w, &r);
        print_message("%s: %.1e, %.1e\n", schemes[i], w.linear, w.angular);
        CHECK_NEAR(w.linear, 0.0, 1e-13);
        CHECK_NEAR(w.angular, 0.0, 1e-13);
        run_close(&r);
    }
}

/* The moment about the vertical through the ball that a chain hangs on. */
static void hanging_trees_keep_their_moment_about_the_vertical(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of(NULL);
    running r = open_chain(3, false, &options);
    const double start = run_momentum(&r).angular.z;
    run_steps(&r, 0.005, 400);
    CHECK_NEAR(run_momentum(&r).angular.z, start, 1e-12);
    run_close(&r);
}

/* No trend: the later three quarters of a run are at most three times as far off as the first.
 * Afloat a chain, hanging one body: chains that swing are chaotic. */
static void energy_stays_in_a_band(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * SCHEMES; i++) {
        const ludo_sim_options options = options_of(schemes[i % SCHEMES]);
        running r = open_chain(i < SCHEMES ? 3 : 1, i < SCHEMES, &options);
        const double start = run_energy(&r);
        double early = 0.0, late = 0.0;
        for (int k = 0; k < 1200; k++) {
            run_steps(&r, 0.01, 1);
            const double error = fabs(run_energy(&r) - start);
            early = k < 300 ? fmax(early, error) : early;
            late = k < 300 ? late : fmax(late, error);
        }
        print_message("%s: energy error %.1e, then %.1e\n", schemes[i % SCHEMES], early, late);
        assert_true(late <= 3.0 * early);
        run_close(&r);
    }
}

/* ---- invariance ---- */

static void boost(running *r, double speed)
{
    double rate[6];
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, rate), LUDO_OK);
    rate[0] += speed;
    rate[1] += 0.5 * speed;
    rate[2] -= 0.3 * speed;
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, 0, rate), LUDO_OK);
}

/* Round-off of velocities that large, amplified by the motion. */
static void attitudes_and_joints_feel_no_boost(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("so3");
    for (double speed = 10.0; speed <= 100.0; speed *= 10.0) {
        running still = open_all(2, &options), fast = open_all(2, &options);
        boost(&fast, speed);
        run_steps(&still, 0.01, 100);
        run_steps(&fast, 0.01, 100);
        const double angle = state_difference(&still, &fast).angle;
        print_message("%g m/s: %.1e rad\n", speed, angle);
        CHECK_NEAR(angle, 0.0, 1e4 * DBL_EPSILON * speed);
        run_close(&still);
        run_close(&fast);
    }
}

/* Relative motion does not depend on free fall. */
static void attitudes_and_joints_feel_no_gravity(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("so3");
    running r[2];
    for (int k = 0; k < 2; k++) {
        const double gravity[3] = {0.0, 0.0, k > 0 ? -9.81 : 0.0};
        ludo_spec *spec = describe_free_chain();
        assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
        r[k] = run_open(LUDO_OK, spec, &options);
        for (int32_t j = 0; j < 2; j++) {
            const double rate = free_chain_v[6 + j];
            assert_int_equal(ludo_sim_set_joint_velocity(r[k].sim, 1 + j, &rate), LUDO_OK);
        }
        run_steps(&r[k], 0.01, 100);
    }
    const state_error e = state_difference(&r[0], &r[1]);
    CHECK_NEAR(e.angle, 0.0, 1e-13);
    CHECK_NEAR(e.position, 0.5 * 9.81, 1e-12);
    run_close(&r[0]);
    run_close(&r[1]);
}

/* ---- one body ---- */

static void a_single_body_moves_as_rigid_body_has_it(void **state)
{
    (void)state;
    const ludo_sim_options tree = options_of("so3");
    ludo_sim_options single = tree;
    single.integrator = "rigid-body";
    single.scheme = "symplectic-cayley";
    ludo_status (*const scenes[])(const ludo_allocator *, ludo_spec **) = {
        ludo_scene_torque_free_body, ludo_scene_heavy_top};
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec[2] = {NULL, NULL};
        const ludo_status built[2] = {scenes[i](NULL, &spec[0]), scenes[i](NULL, &spec[1])};
        running a = run_open(built[0], spec[0], &tree), b = run_open(built[1], spec[1], &single);
        run_steps(&a, 0.002, 100);
        run_steps(&b, 0.002, 100);
        const state_error e = state_difference(&a, &b);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-11);
        run_close(&a);
        run_close(&b);
    }
}

/* Trees with separate roots are independent. */
static void trees_beside_each_other_move_as_they_do_alone(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("so3");
    ludo_spec *spec = describe_free_chain();
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .type = "ball",
                                 .parent = LUDO_WORLD,
                                 .child = 3,
                                 .in_child = {{0.5, 0.1, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    add_box(spec);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    running both = run_open(LUDO_OK, spec, &options), one = open_free_chain(free_chain_v, &options);
    const double rate[6] = {free_chain_v[3], free_chain_v[4], free_chain_v[5],
                            free_chain_v[0], free_chain_v[1], free_chain_v[2]};
    const double spin[3] = {1.0, -2.0, 3.0};
    assert_int_equal(ludo_sim_set_joint_velocity(both.sim, 0, rate), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(both.sim, 3, spin), LUDO_OK);
    for (int32_t j = 0; j < 2; j++) {
        const double v = free_chain_v[6 + j];
        assert_int_equal(ludo_sim_set_joint_position(both.sim, 1 + j, &free_chain_r[j]), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(both.sim, 1 + j, &v), LUDO_OK);
    }
    run_steps(&both, 0.02, 50);
    run_steps(&one, 0.02, 50);
    state_error e = {0};
    for (int32_t b = 0; b < 3; b++) {
        const ludo_body_state x = run_body(&both, b), y = run_body(&one, b);
        state_error_add(&e, &x, &y);
    }
    CHECK_NEAR(state_error_max(&e), 0.0, 1e-12);
    run_close(&both);
    run_close(&one);
}

/* ---- continuation ---- */

/* The step is its own inverse. */
static void steps_go_back(void **state)
{
    (void)state;
    for (int i = 0; i < SCHEMES; i++) {
        running r = open_tree(7, schemes[i]), start = open_tree(7, schemes[i]);
        run_steps(&r, 0.01, 50);
        run_steps(&r, -0.01, 50);
        const state_error e = state_difference(&r, &start);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-10);
        run_close(&r);
        run_close(&start);
    }
}

static void a_saved_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < SCHEMES; i++) {
        running a = open_tree(9, schemes[i]), b = open_tree(9, schemes[i]);
        run_steps(&a, 0.01, 7);
        const size_t size = ludo_sim_state_size(a.sim);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(ludo_sim_get_state(a.sim, bytes), LUDO_OK);
        assert_int_equal(ludo_sim_set_state(b.sim, bytes, size), LUDO_OK);
        run_steps(&a, 0.01, 5);
        run_steps(&b, 0.01, 5);
        check_same_bits(&a, &b);
        free(bytes);
        run_close(&a);
        run_close(&b);
    }
}

static void reading_changes_no_bit(void **state)
{
    (void)state;
    for (int i = 0; i < SCHEMES; i++) {
        running a = open_tree(11, schemes[i]), b = open_tree(11, schemes[i]);
        for (int k = 0; k < 6; k++) {
            ludo_wrench w;
            assert_int_equal(ludo_sim_reaction(b.sim, 1, &w), LUDO_OK);
            (void)run_momentum(&b);
            run_steps(&a, 0.01, 1);
            run_steps(&b, 0.01, 1);
        }
        check_same_bits(&a, &b);
        run_close(&a);
        run_close(&b);
    }
}

/* ---- refusals and failures ---- */

/* A model with one joint on the world is refused with this text. */
static void check_refused(ludo_spec *spec, const ludo_sim_options *options, const char *text)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_diagnostic why;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_create(model, options, NULL, &sim, &why), LUDO_REFUSED);
    assert_null(sim);
    if (strstr(why.message, text) == NULL) {
        print_error("%s\n", why.message);
        fail();
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void what_is_not_its_own_is_refused(void **state)
{
    (void)state;
    ludo_sim_options options = options_of(NULL);
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_half_swing(1.0, NULL, &spec), LUDO_OK);
    check_refused(spec, &options, "is of type hinge; use galerkin");
    const ludo_scene_ring_options ring = {.links = 5};
    if (ludo_scene_ring(&ring, NULL, &spec) == LUDO_OK) {
        check_refused(spec, &options, "use integrator maximal");
    }
    options.order = 4;
    check_refused(describe_free_chain(), &options, "has no order 4; it has 2");
    options = options_of("lobatto");
    check_refused(describe_free_chain(), &options, "has no scheme 'lobatto'; it has so3, se3");
    options = options_of(NULL);
    options.solver = "riqn";
    check_refused(describe_free_chain(), &options, "has no solver 'riqn'");
}

static void a_step_that_fails_leaves_everything(void **state)
{
    (void)state;
    ludo_sim_options options = options_of("so3");
    options.max_substeps = 1;
    running r = open_free_chain(free_chain_v, &options);
    run_steps(&r, 0.01, 3);
    const size_t size = ludo_sim_state_size(r.sim);
    char *before = malloc(size), *after = malloc(size);
    assert_non_null(before);
    assert_non_null(after);
    assert_int_equal(ludo_sim_get_state(r.sim, before), LUDO_OK);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_step(r.sim, 50.0, &report), LUDO_STEP_TOO_LARGE);
    assert_true(report.node.kind != LUDO_NODE_NONE);
    assert_int_equal(ludo_sim_get_state(r.sim, after), LUDO_OK);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    run_close(&r);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of(NULL);
    ludo_spec *spec = describe_free_chain();
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        ludo_status s = ludo_compile(spec, &a.hook, &model, NULL);
        s = s == LUDO_OK ? ludo_sim_create(model, &options, &a.hook, &sim, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floating_trees_keep_their_momenta),
        cmocka_unit_test(what_acts_within_a_tree_keeps_its_momenta),
        cmocka_unit_test(hanging_trees_keep_their_moment_about_the_vertical),
        cmocka_unit_test(energy_stays_in_a_band),
        cmocka_unit_test(attitudes_and_joints_feel_no_boost),
        cmocka_unit_test(attitudes_and_joints_feel_no_gravity),
        cmocka_unit_test(a_single_body_moves_as_rigid_body_has_it),
        cmocka_unit_test(trees_beside_each_other_move_as_they_do_alone),
        cmocka_unit_test(steps_go_back),
        cmocka_unit_test(a_saved_state_goes_on_with_the_same_bits),
        cmocka_unit_test(reading_changes_no_bit),
        cmocka_unit_test(what_is_not_its_own_is_refused),
        cmocka_unit_test(a_step_that_fails_leaves_everything),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
