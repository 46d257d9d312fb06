/* SPDX-License-Identifier: Apache-2.0
 *
 * What integrators in joint coordinates share, by Runge-Kutta: starts and what is read there equal
 * maximal's, setters between steps, reactions, states, refusals. */
#include "everything.h"
#include "checkpoint.h"
#include "small_spec.h"
#include "vectors.h"

#include <stdio.h>
#include <string.h>

enum { SEEDS = 4 };

static ludo_sim_options runge_kutta(int32_t order)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "runge-kutta";
    options.order = order;
    return options;
}

/* One scene twice: by maximal and by Runge-Kutta. */
typedef struct pair {
    running maximal, joint;
} pair;

static pair open_pair(uint64_t seed)
{
    const ludo_sim_options options = runge_kutta(4);
    return (pair){open_everything(seed, true, NULL), open_everything(seed, true, &options)};
}

static void close_pair(pair *p)
{
    run_close(&p->maximal);
    run_close(&p->joint);
}

/* --- what is read at a knot ------------------------------------------------------------------ */

static void check_joints(pair *p, double tolerance)
{
    for (int32_t j = 0; j < ludo_model_joint_count(p->joint.model); j++) {
        const ludo_joint_info info = joint_info_of(p->joint.model, j);
        double a[7] = {0.0}, b[7] = {0.0};
        assert_int_equal(ludo_sim_joint_position(p->maximal.sim, j, a), LUDO_OK);
        assert_int_equal(ludo_sim_joint_position(p->joint.sim, j, b), LUDO_OK);
        for (int32_t i = 0; i < info.position_count; i++) {
            CHECK_NEAR(b[i], a[i], tolerance);
        }
        assert_int_equal(ludo_sim_joint_velocity(p->maximal.sim, j, a), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(p->joint.sim, j, b), LUDO_OK);
        for (int32_t i = 0; i < info.velocity_count; i++) {
            CHECK_NEAR(b[i], a[i], tolerance);
        }
    }
}

static void check_bodies(pair *p, double tolerance)
{
    for (int32_t i = 0; i < ludo_model_body_count(p->joint.model); i++) {
        const ludo_body_state a = run_body(&p->maximal, i), b = run_body(&p->joint, i);
        check_vector(b.position, a.position, tolerance);
        check_vector(b.com, a.com, tolerance);
        check_rotation(b.orientation, a.orientation, tolerance);
        check_vector(b.linear_velocity, a.linear_velocity, tolerance);
        check_vector(b.angular_velocity, a.angular_velocity, tolerance);
    }
    for (int32_t i = 0; i < ludo_model_site_count(p->joint.model); i++) {
        ludo_point_state a, b;
        assert_int_equal(ludo_sim_site(p->maximal.sim, i, &a), LUDO_OK);
        assert_int_equal(ludo_sim_site(p->joint.sim, i, &b), LUDO_OK);
        check_vector(b.position, a.position, tolerance);
        check_vector(b.velocity, a.velocity, tolerance);
    }
}

static void check_lines(pair *p, double tolerance)
{
    ludo_tendon_state a = {.struct_size = sizeof a}, b = {.struct_size = sizeof b};
    for (int32_t i = 0; i < ludo_model_spring_count(p->joint.model); i++) {
        assert_int_equal(ludo_sim_spring(p->maximal.sim, i, &a), LUDO_OK);
        assert_int_equal(ludo_sim_spring(p->joint.sim, i, &b), LUDO_OK);
        CHECK_NEAR(b.length, a.length, tolerance);
        CHECK_NEAR(b.rate, a.rate, tolerance);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(p->joint.model); i++) {
        assert_int_equal(ludo_sim_actuator(p->maximal.sim, i, &a), LUDO_OK);
        assert_int_equal(ludo_sim_actuator(p->joint.sim, i, &b), LUDO_OK);
        CHECK_NEAR(b.length, a.length, tolerance);
        CHECK_NEAR(b.rate, a.rate, tolerance);
    }
}

static void check_sums(pair *p, double tolerance)
{
    ludo_energy a, b;
    ludo_violation v;
    assert_int_equal(ludo_sim_energy(p->maximal.sim, &a), LUDO_OK);
    assert_int_equal(ludo_sim_energy(p->joint.sim, &b), LUDO_OK);
    CHECK_NEAR(b.kinetic, a.kinetic, tolerance * (1.0 + a.kinetic));
    CHECK_NEAR(b.potential, a.potential, tolerance * (1.0 + fabs(a.potential)));
    CHECK_NEAR(b.springs, a.springs, tolerance * (1.0 + a.springs));
    const ludo_momentum P = run_momentum(&p->maximal), Q = run_momentum(&p->joint);
    check_vector(Q.linear, P.linear, tolerance * (1.0 + v3_norm(P.linear)));
    check_vector(Q.angular, P.angular, tolerance * (1.0 + v3_norm(P.angular)));
    assert_int_equal(ludo_sim_violation(p->joint.sim, &v), LUDO_OK);
    assert_true(v.position <= tolerance && v.velocity <= tolerance);
}

static void check_knots(pair *p, double tolerance)
{
    check_joints(p, tolerance);
    check_bodies(p, tolerance);
    check_lines(p, tolerance);
    check_sums(p, tolerance);
}

/* Numbers of size 10 through ten joints: thousands of roundings at the most. */
static const double rounding = 1e-12;

static void starts_from_a_keyframe_are_those_of_maximal(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        pair p = open_pair(seed);
        check_knots(&p, rounding);
        close_pair(&p);
    }
}

/* Bodies with states that violate joints: both integrators project to the nearest valid state. */
static void bodies_that_were_set_are_projected_as_by_maximal(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        pair p = open_pair(seed);
        random_stream random = random_from(seed);
        ludo_body_state given[EVERYTHING_BODIES];
        for (int32_t i = 0; i < EVERYTHING_BODIES; i++) {
            given[i] = run_body(&p.maximal, i);
            given[i].linear_velocity = random_vec3(&random, 1.0);
            given[i].angular_velocity = random_vec3(&random, 1.0);
        }
        for (int32_t i = 0; i < EVERYTHING_BODIES; i++) {
            const ludo_status want = ludo_sim_set_body_state(p.maximal.sim, i, &given[i]);
            assert_int_equal(ludo_sim_set_body_state(p.joint.sim, i, &given[i]), want);
        }
        ludo_start_report a = {.struct_size = sizeof a}, b = {.struct_size = sizeof b};
        assert_int_equal(ludo_sim_project(p.maximal.sim, &a), LUDO_OK);
        assert_int_equal(ludo_sim_project(p.joint.sim, &b), LUDO_OK);
        assert_true(b.velocity_correction > 0.1);
        CHECK_NEAR(b.velocity_correction, a.velocity_correction, 1e-10);
        check_knots(&p, 1e-10); /* condition numbers of mass matrices */
        close_pair(&p);
    }
}

static void joints_that_are_set_between_steps_are_there(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        pair p = open_pair(seed);
        run_steps(&p.joint, 0.01, 5);
        random_stream random = random_from(seed);
        for (int32_t j = 0; j < ludo_model_joint_count(p.joint.model); j++) {
            double q[7], w[6];
            for (int k = 0; k < 7; k++) {
                q[k] = random_uniform(&random, 0.2, 1.0);
            }
            for (int k = 0; k < 6; k++) {
                w[k] = random_uniform(&random, -1.0, 1.0);
            }
            assert_int_equal(ludo_sim_set_joint_position(p.joint.sim, j, q), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_position(p.maximal.sim, j, q), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_velocity(p.joint.sim, j, w), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_velocity(p.maximal.sim, j, w), LUDO_OK);
        }
        check_knots(&p, rounding);
        close_pair(&p);
    }
}

/* Whole turns are part of the state of a hinge. */
static void turns_of_hinges_are_counted(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    const double no_gravity[3] = {0.0, 0.0, 0.0}, rate_of_it = 30.0;
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_set_option(spec, "gravity", no_gravity, 3), LUDO_OK);
    add_body(spec, "wheel");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    running r = run_open(LUDO_OK, spec, &options);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate_of_it), LUDO_OK);
    run_steps(&r, 0.01, 200);
    CHECK_NEAR(coordinate(&r, 0), 60.0, 1e-12); /* 200 roundings of 60 */
    place(&r, 0, coordinate(&r, 0), -30.0);
    run_steps(&r, 0.01, 100);
    CHECK_NEAR(coordinate(&r, 0), 30.0, 1e-12);
    run_close(&r);
}

/* --- reactions ------------------------------------------------------------------------------- */

static running open_timed(uint64_t seed, double timestep, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options tree = {
        .bodies = EVERYTHING_BODIES, .seed = seed, .damped = true, .stiffness = 50.0};
    const ludo_status built = ludo_scene_everything(&tree, NULL, &spec);
    assert_int_equal(ludo_spec_set_option(spec, "timestep", &timestep, 1), LUDO_OK);
    return run_open(built, spec, options);
}

/* The largest difference of reactions at a start, maximal's taken over half a step of length h. */
static double reaction_difference(uint64_t seed, double h)
{
    const ludo_sim_options options = runge_kutta(4);
    ludo_sim_options tight = ludo_sim_options_default();
    tight.tolerance = 1e-14;
    running a = open_timed(seed, h, &tight), b = open_timed(seed, h, &options);
    double worst = 0.0;
    for (int32_t j = 0; j < ludo_model_joint_count(a.model); j++) {
        ludo_wrench x, y;
        const ludo_status status = ludo_sim_reaction(a.sim, j, &x);
        assert_int_equal(ludo_sim_reaction(b.sim, j, &y), status);
        if (status == LUDO_OK) {
            worst = fmax(worst, v3_norm(v3_sub(x.force, y.force)));
            worst = fmax(worst, v3_norm(v3_sub(x.torque, y.torque)));
        }
    }
    run_close(&a);
    run_close(&b);
    return worst;
}

static void reactions_are_those_of_maximal_with_small_steps(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const double coarse = reaction_difference(seed, 2e-4);
        const double fine = reaction_difference(seed, 1e-4);
        print_message("reactions differ by %.2e, %.2e\n", coarse, fine);
        CHECK_NEAR(log2(coarse / fine), 1.0, 0.1); /* of half a step: order 1 */
    }
}

/* Reading reactions changes no bit, and they follow the current forces. */
static void reactions_follow_what_acts_and_change_nothing(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    const ludo_scene_chain_options chain = {
        .links = 1, .joint = "hinge", .lowered = 1.5707963267948966};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, &options);
    ludo_wrench w;
    run_steps(&r, 0.01, 3);
    checkpoint before = checkpoint_of(r.sim);
    assert_int_equal(ludo_sim_reaction(r.sim, 0, &w), LUDO_OK);
    check_vector(w.force, v3(0.0, 0.0, 9.81), 1e-13); /* it hangs */
    assert_true(is_at(r.sim, &before));
    const ludo_wrench push = {{0.0, 2.0, -1.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    assert_int_equal(ludo_sim_reaction(r.sim, 0, &w), LUDO_OK);
    check_vector(w.force, v3(0.0, -2.0, 10.81), 1e-13);
    checkpoint_free(&before);
    run_close(&r);
}

/* --- states ---------------------------------------------------------------------------------- */

static void states_that_are_taken_over_go_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 4; order += 2) {
        const ludo_sim_options options = runge_kutta(order);
        running a = open_everything(3, true, &options), b = {a.model, NULL}, c = b;
        assert_int_equal(ludo_sim_create(a.model, &options, NULL, &b.sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_create(a.model, &options, NULL, &c.sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_servo(a.sim, 1, 0, 0.3, 20.0, 2.0), LUDO_OK);
        run_steps(&a, 0.005, 7);
        hand_over(a.sim, b.sim);
        assert_int_equal(ludo_sim_copy(c.sim, a.sim), LUDO_OK);
        run_steps(&a, 0.005, 10);
        run_steps(&b, 0.005, 10);
        run_steps(&c, 0.005, 10);
        check_same_bits(&a, &b);
        check_same_bits(&a, &c);
        ludo_sim_destroy(b.sim);
        ludo_sim_destroy(c.sim);
        run_close(&a);
    }
}

static void states_of_others_are_refused(void **state)
{
    (void)state;
    const ludo_sim_options fourth = runge_kutta(4), second = runge_kutta(2);
    running a = open_everything(3, true, &fourth), b = {a.model, NULL}, c = b;
    assert_int_equal(ludo_sim_create(a.model, &second, NULL, &b.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_create(a.model, NULL, NULL, &c.sim, NULL), LUDO_OK);
    checkpoint of_a = checkpoint_of(a.sim), of_c = checkpoint_of(c.sim);
    check_not_taken(b.sim, &of_a, LUDO_REFUSED);
    check_not_taken(c.sim, &of_a, LUDO_REFUSED);
    check_not_taken(a.sim, &of_c, LUDO_REFUSED);
    assert_int_equal(ludo_sim_copy(b.sim, a.sim), LUDO_BAD_ARGUMENT);
    checkpoint_free(&of_a);
    checkpoint_free(&of_c);
    ludo_sim_destroy(b.sim);
    ludo_sim_destroy(c.sim);
    run_close(&a);
}

/* Reading between steps changes no bit of the motion. */
static void reading_changes_nothing(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    running read = open_everything(2, true, &options), left = open_everything(2, true, &options);
    for (int k = 0; k < 10; k++) {
        ludo_energy e;
        ludo_wrench w;
        ludo_violation v;
        assert_int_equal(ludo_sim_energy(read.sim, &e), LUDO_OK);
        assert_int_equal(ludo_sim_reaction(read.sim, 2, &w), LUDO_OK);
        assert_int_equal(ludo_sim_violation(read.sim, &v), LUDO_OK);
        run_steps(&read, 0.01, 1);
        run_steps(&left, 0.01, 1);
    }
    check_same_bits(&read, &left);
    run_close(&read);
    run_close(&left);
}

/* --- refusals -------------------------------------------------------------------------------- */

static void check_create_refused(const ludo_model *model, const ludo_sim_options *o,
                                 const char *message)
{
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_sim_create(model, o, NULL, &sim, &why), LUDO_REFUSED);
    assert_null(sim);
    assert_string_equal(why.message, message);
}

static void options_of_others_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "bob");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    ludo_model *model = compiled(spec);
    ludo_sim_options o = runge_kutta(1);
    check_create_refused(model, &o, "integrator runge-kutta has no order 1; it has 4, 2");
    o = runge_kutta(4);
    o.scheme = "rattle";
    check_create_refused(model, &o,
                         "integrator runge-kutta has no scheme 'rattle'; it has munthe-kaas");
    o = runge_kutta(4);
    o.rotation = "exponential";
    check_create_refused(model, &o, "integrator runge-kutta has no rotation update 'exponential'");
    o = runge_kutta(4);
    o.solver = "ldu";
    check_create_refused(model, &o, "integrator runge-kutta has no solver 'ldu'");
    o = runge_kutta(4);
    o.damping = "implicit";
    check_create_refused(model, &o, "integrator runge-kutta has no damping 'implicit'");
    ludo_model_destroy(model);
}

static void loops_are_refused_by_name(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_sim_options o = runge_kutta(4);
    assert_int_equal(ludo_scene_three_links(NULL, &spec), LUDO_OK);
    ludo_model *model = compiled(spec);
    char message[128];
    snprintf(message, sizeof message,
             "integrator runge-kutta does not simulate loops: loop '%s'; use integrator maximal",
             loop_info_of(model, 0).name);
    check_create_refused(model, &o, message);
    ludo_model_destroy(model);
}

/* Two slides in a row along one axis: the mass matrix is singular. */
static void what_moves_without_inertia_is_singular_and_named(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    ludo_spec *spec = new_spec();
    add_body(spec, "arm");
    add_joint_at(spec, "outer", "slide", LUDO_WORLD, 0, (ludo_place){0});
    const ludo_joint_def inner = {.struct_size = sizeof inner,
                                  .name = "inner",
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .continues = true,
                                  .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &inner, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, &options);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_SINGULAR);
    assert_string_equal(node_text_of(r.model, report.node).text, "outer");
    assert_int_equal(report.factorizations, 0); /* it never started */
    run_close(&r);
}

/* A chain that is 1e200 m long has no inertia in numbers; it can be reset. */
static void what_can_not_start_is_told_and_can_be_reset(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    running r = open_everything(1, true, &options);
    int32_t slide = 0;
    while (strcmp(joint_info_of(r.model, slide).type, "slide") != 0) {
        slide++;
    }
    const double far = 1e200;
    ludo_energy energy;
    assert_int_equal(ludo_sim_set_joint_position(r.sim, slide, &far), LUDO_OK);
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_energy(r.sim, &energy), LUDO_SINGULAR);
    assert_int_equal(ludo_step(r.sim, 0.01, NULL), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    run_steps(&r, 0.01, 1);
    run_close(&r);
}

static void not_finite(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                       void *user)
{
    (void)effort, (void)user;
    wrench[0].force.x = query->time > 0.045 ? (double)NAN : 0.0;
}

static void forces_that_are_not_finite_stop_the_step_without_a_trace(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    running r = open_everything(1, true, &options);
    assert_int_equal(ludo_sim_set_force_function(r.sim, not_finite, NULL), LUDO_OK);
    run_steps(&r, 0.01, 4);
    checkpoint before = checkpoint_of(r.sim);
    assert_int_equal(ludo_step(r.sim, 0.01, NULL), LUDO_BAD_ARGUMENT);
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    run_close(&r);
}

static void a_failing_allocation_is_told(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    running r = open_everything(1, true, &options);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_sim *sim = NULL;
        const ludo_status s = ludo_sim_create(r.model, &options, &a.hook, &sim, NULL);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
    }
    run_close(&r);
}

/* A model without any moving body is simulated too. */
static void nothing_at_all_can_be_simulated(void **state)
{
    (void)state;
    const ludo_sim_options options = runge_kutta(4);
    ludo_spec *spec = new_spec();
    add_body(spec, "wall");
    add_joint(spec, "fixed", LUDO_WORLD, 0);
    running r = run_open(LUDO_OK, spec, &options);
    run_steps(&r, 0.01, 2);
    CHECK_NEAR(run_body(&r, 0).com.z, 0.0, 0.0);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_from_a_keyframe_are_those_of_maximal),
        cmocka_unit_test(bodies_that_were_set_are_projected_as_by_maximal),
        cmocka_unit_test(joints_that_are_set_between_steps_are_there),
        cmocka_unit_test(turns_of_hinges_are_counted),
        cmocka_unit_test(reactions_are_those_of_maximal_with_small_steps),
        cmocka_unit_test(reactions_follow_what_acts_and_change_nothing),
        cmocka_unit_test(states_that_are_taken_over_go_on_with_the_same_bits),
        cmocka_unit_test(states_of_others_are_refused),
        cmocka_unit_test(reading_changes_nothing),
        cmocka_unit_test(options_of_others_are_refused),
        cmocka_unit_test(loops_are_refused_by_name),
        cmocka_unit_test(what_moves_without_inertia_is_singular_and_named),
        cmocka_unit_test(what_can_not_start_is_told_and_can_be_reset),
        cmocka_unit_test(forces_that_are_not_finite_stop_the_step_without_a_trace),
        cmocka_unit_test(a_failing_allocation_is_told),
        cmocka_unit_test(nothing_at_all_can_be_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
