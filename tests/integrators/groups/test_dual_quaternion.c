/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator dual-quaternion where nothing acts: steps of other software and Kirchhoff's
 * equations, what is kept, any point of reference, boosts; steps back, too large, refused. */
#include "kirchhoff_body.h"

#include "checkpoint.h"
#include "order.h"

#include "data/reference.h"

#include <float.h>
#include <string.h>

/* --- Kirchhoff ------------------------------------------------------------------------------- */

static void check_kirchhoff_steps(const kirchhoff_steps *want)
{
    running r = open_kirchhoff(0.0, want->m_s > 0.0 ? "corrected" : "published");
    run_steps(&r, 0.1, want->steps);
    const ludo_body_state at = run_body(&r, 0);
    const ludo_vec3 l = v3_scale(2.0, q_vector(q_mul(want->dual, q_conj(want->orientation))));
    check_rotation(at.orientation, want->orientation, 1e-13);
    check_vector(at.position, l, 1e-13);
    double chi[6];
    read_twist(&r, chi);
    for (int i = 0; i < 6; i++) {
        double P = 0.0;
        for (int j = 0; j < 6; j++) {
            P += kirchhoff_M[6 * i + j] * chi[j];
        }
        CHECK_NEAR(P, want->momentum[i], 1e-13);
    }
    run_close(&r);
}

/* Numbers of size 1 that are exact to 1e-14, Newton's tolerance 1e-13 in a last update. */
static void a_body_in_a_fluid_takes_the_steps_of_other_software(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        check_kirchhoff_steps(&kirchhoff_discrete[i]);
    }
}

static double kirchhoff_error(const char *scheme, const kirchhoff_sample *want, double h)
{
    running r = open_kirchhoff(0.0, scheme);
    run_steps(&r, h, lround(want->time / h));
    const ludo_body_state at = run_body(&r, 0);
    double chi[6], worst = angle_between(at.orientation, want->orientation);
    worst = fmax(worst, v3_norm(v3_sub(at.position, want->position)));
    read_twist(&r, chi);
    for (int i = 0; i < 6; i++) {
        worst = fmax(worst, fabs(chi[i] - want->twist[i]));
    }
    run_close(&r);
    return worst;
}

static void it_converges_to_kirchhoffs_equations_with_order_2(void **state)
{
    (void)state;
    static const char *const schemes[] = {"corrected", "published"};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 4; i++) { /* up to 5 s */
            double error[REFINEMENTS];
            for (int j = 0; j < REFINEMENTS; j++) {
                error[j] = kirchhoff_error(schemes[k], &kirchhoff_samples[i], 0.02 / (1 << j));
            }
            print_message("%s, %g s: order %.2f (errors %.2e %.2e %.2e)\n", schemes[k],
                          kirchhoff_samples[i].time, slope(error), error[0], error[1], error[2]);
            CHECK_NEAR(slope(error), 2.0, 0.1); /* the next term of the error series */
        }
    }
}

/* The momentum is kept as it is; the energy stays in a band of order h^2, here 6e-3 of it. */
static void in_a_fluid_momentum_is_kept_and_energy_stays_in_a_band(void **state)
{
    (void)state;
    running r = open_kirchhoff(0.0, NULL);
    double band = 0.0;
    const ludo_vec3 n = v3_at(kirchhoff_momentum), f = v3_at(kirchhoff_momentum + 3);
    for (int k = 0; k < 4000 / SHORTER; k++) {
        run_steps(&r, 0.05, 1);
        band = fmax(band, fabs(run_energy(&r) - kirchhoff_energy));
    }
    const ludo_momentum now = run_momentum(&r);
    const double away = v3_norm(run_body(&r, 0).com);
    print_message("%.1f m away: energy band %.1e J\n", away, band);
    check_vector(now.linear, f, 1e-14 * 4000 / SHORTER);
    check_vector(now.angular, n, 1e-14 * away * v3_norm(f)); /* its moment about the origin */
    assert_true(band < 1e-2 * kirchhoff_energy);
    run_close(&r);
}

/* --- a rigid body ---------------------------------------------------------------------------- */

static void a_torque_free_body_converges_with_order_2(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
        running r = run_open(built, spec, &options);
        run_steps(&r, 0.1 / (1 << i), 200L << i);
        error[i] = angle_between(run_body(&r, 0).orientation, torque_free_body_20s.orientation);
        run_close(&r);
    }
    print_message("order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0], error[1],
                  error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.1);
}

/* Both of the scheme of Moser and Veselov, which this one is for a body that nothing acts on. A few
 * roundings per step, in random directions. */
static void energy_and_momentum_of_a_rigid_body_are_kept(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    dual_body b = tumbling();
    b.com = v3(0.3, -0.2, 0.1);
    b.velocity = v3(1.0, 0.5, -0.3);
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    const double energy = run_energy(&r);
    const ludo_momentum before = run_momentum(&r);
    run_steps(&r, 0.05, 20000 / SHORTER);
    const ludo_momentum after = run_momentum(&r);
    check_vector(after.linear, before.linear, 1e-14);
    CHECK_NEAR(run_energy(&r), energy, 1e-12 * energy);
    const double away = v3_norm(run_body(&r, 0).com);
    check_vector(after.angular, before.angular, 1e-15 * away * v3_norm(before.linear));
    run_close(&r);
}

static ludo_body_state after_boost(const char *scheme, ludo_vec3 com, ludo_vec3 velocity)
{
    const ludo_sim_options options = by_dual_quaternion(scheme);
    dual_body b = tumbling();
    b.com = com;
    b.velocity = velocity;
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    run_steps(&r, 0.05, 100);
    const ludo_body_state at = run_body(&r, 0);
    run_close(&r);
    return at;
}

static const ludo_vec3 offset = {0.4, -0.3, 0.2}, along = {0.8637788, 0.4318894, -0.2591336};

/* The rotation does not depend on the speed, and on the point of reference by round-off only. */
static void neither_boosts_nor_the_point_of_reference_change_the_turn(void **state)
{
    (void)state;
    static const double speed[] = {0.0, 1.0, 10.0, 50.0};
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    const ludo_body_state want = after_boost(NULL, none, none);
    const ludo_body_state beside = after_boost(NULL, offset, none);
    check_rotation(beside.orientation, want.orientation, 1e-14);
    for (int i = 0; i < 4; i++) {
        const ludo_vec3 V = v3_scale(speed[i], along);
        for (int k = 0; k < 2; k++) {
            const ludo_body_state at = after_boost(NULL, v3_scale(k, offset), V);
            const ludo_quat same = k == 0 ? want.orientation : beside.orientation;
            assert_memory_equal(&at.orientation, &same, sizeof same);
            check_vector(at.com, v3_scale(5.0, V), 1e-13 * (1.0 + speed[i]));
        }
    }
}

/* Without the scalar entry the speed enters the turn: at 10 m/s it is gone after 5 s. */
static void as_published_a_boost_spoils_the_turn(void **state)
{
    (void)state;
    const ludo_body_state at_rest = after_boost("published", offset, v3(0.0, 0.0, 0.0));
    const ludo_body_state slow = after_boost("published", offset, along);
    const ludo_body_state fast = after_boost("published", offset, v3_scale(10.0, along));
    const double little = angle_between(slow.orientation, at_rest.orientation);
    const double much = angle_between(fast.orientation, at_rest.orientation);
    print_message("a boost of 1 m/s: %.1e rad, of 10 m/s: %.1e rad\n", little, much);
    assert_true(little > 1e-4);
    assert_true(much > 0.1);
}

/* --- steps ----------------------------------------------------------------------------------- */

/* The residual of each solve, amplified by rotations of some 10 rad. */
static void steps_back_undo_steps(void **state)
{
    (void)state;
    running r = open_kirchhoff(0.0, NULL);
    const ludo_body_state before = run_body(&r, 0);
    run_steps(&r, 0.1, 50);
    run_steps(&r, -0.1, 50);
    const ludo_body_state after = run_body(&r, 0);
    check_rotation(after.orientation, before.orientation, 1e-12);
    check_vector(after.position, before.position, 1e-12);
    check_vector(after.linear_velocity, before.linear_velocity, 1e-12);
    run_close(&r);
}

static void a_step_takes_four_iterations_at_most(void **state)
{
    (void)state;
    running r = open_kirchhoff(0.0, NULL);
    for (int k = 0; k < 100; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, 0.1, &report), LUDO_OK);
        assert_in_range(report.iterations, 1, 4);
        assert_true(report.residual <= 1e-13);
        assert_true(report.smallest_pivot > 0.05);
    }
    run_close(&r);
}

/* A body that turns by w in a step has no solution where h |w| is far above 1; cut, it has. */
static void steps_that_are_too_large_leave_the_state_or_are_cut(void **state)
{
    (void)state;
    static const double h[] = {2.0, 5.0, 1e3, 1e9};
    ludo_sim_options options = by_dual_quaternion(NULL);
    const dual_body b = tumbling();
    running r = open_dual_body(&b, describe_dual_body(&b), &options);
    run_steps(&r, 0.01, 1);
    checkpoint before = checkpoint_of(r.sim);
    for (size_t i = 0; i < sizeof h / sizeof *h; i++) {
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status s = ludo_step(r.sim, h[i], &report);
        assert_true(s == LUDO_STEP_TOO_LARGE || s == LUDO_NOT_CONVERGED || s == LUDO_SINGULAR);
        assert_string_equal(node_text_of(r.model, report.node).text, "body");
        assert_true(is_at(r.sim, &before));
    }
    checkpoint_free(&before);
    run_close(&r);
    options.max_substeps = 16;
    running cut = open_dual_body(&b, describe_dual_body(&b), &options);
    const double energy = run_energy(&cut);
    run_steps(&cut, 2.0, 10);
    CHECK_NEAR(run_energy(&cut), energy, 1e-12);
    run_close(&cut);
}

/* A body of any shape, its frame anywhere, turning by 1 rad/s about any axis. */
static running open_shape(random_stream *r)
{
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const ludo_vec3 a = random_vec3(r, 1.0); /* second moments along the axes: a_i^2 */
    const double xx = a.x * a.x + 0.01, yy = a.y * a.y + 0.01, zz = a.z * a.z + 0.01;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .com = random_vec3(r, 1.0),
                                .inertia = {yy + zz, xx + zz, xx + yy}};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[3]){0.0}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "free", LUDO_WORLD, 0);
    running shape = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(shape.model, &options, NULL, &shape.sim, NULL), LUDO_OK);
    const ludo_vec3 w = v3_unit(random_vec3(r, 1.0));
    const double rate[6] = {1.0, 2.0, 3.0, w.x, w.y, w.z};
    assert_int_equal(ludo_sim_set_joint_velocity(shape.sim, 0, rate), LUDO_OK);
    return shape;
}

/* Turning about a principal axis nothing solves beyond h |w| = 1; before, everything does. */
static void steps_are_solved_while_the_body_would_turn_by_less_than_a_radian(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 400)
    {
        random_stream r = random_from(seed);
        running shape = open_shape(&r);
        run_steps(&shape, 0.98, 1);
        run_close(&shape);
    }
}

/* A body in a fluid, falling and tumbling, in units of kilograms, metres and seconds times these.
 */
static ludo_body_state in_units(double kg, double metre, double second)
{
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const double g = 9.81 * metre / (second * second);
    ludo_spec *spec = new_spec();
    ludo_body_def body = {.struct_size = sizeof body,
                          .mass = 1.3 * kg,
                          .com = {0.4 * metre, -0.3 * metre, 0.2 * metre}};
    ludo_fluid_def fluid = {.struct_size = sizeof fluid,
                            .displaced_mass = 0.9 * kg,
                            .buoyancy = {0.1 * metre, 0.0, 0.0}};
    for (int i = 0; i < 6; i++) {
        body.inertia[i] = dual_inertia_of[i] * kg * metre * metre;
        fluid.added_mass[i][i] = (0.2 + 0.1 * i) * kg * (i < 3 ? metre * metre : 1.0);
    }
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, -g}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "free", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_add_fluid(spec, &fluid, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    const double v = metre / second, w = 1.0 / second;
    const double rate[6] = {1.0 * v, 0.5 * v, -0.3 * v, 0.4 * w, 1.0 * w, -0.7 * w};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
    run_steps(&r, 0.05 * second, 40);
    const ludo_body_state at = run_body(&r, 0);
    run_close(&r);
    return at;
}

/* Units of powers of two change no bit but exponents. */
static void motions_are_the_same_bits_in_all_units(void **state)
{
    (void)state;
    static const int units[][3] = {{10, 0, 0}, {0, 20, 0}, {0, 0, 8}, {-40, -30, -20}, {60, 30, 9}};
    const ludo_body_state want = in_units(1.0, 1.0, 1.0);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double metre = ldexp(1.0, units[i][1]), second = ldexp(1.0, units[i][2]);
        const ludo_body_state at = in_units(ldexp(1.0, units[i][0]), metre, second);
        assert_memory_equal(&at.orientation, &want.orientation, sizeof at.orientation);
        check_vector(v3_scale(1.0 / metre, at.com), want.com, 0.0);
        check_vector(v3_scale(second, at.angular_velocity), want.angular_velocity, 0.0);
    }
}

static void the_same_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    running a = open_kirchhoff(0.0, NULL), b = open_kirchhoff(0.0, NULL);
    run_steps(&a, 0.1, 10);
    hand_over(a.sim, b.sim);
    run_steps(&a, 0.1, 10);
    run_steps(&b, 0.1, 10);
    check_same(a.sim, b.sim);
    const ludo_sim_options options = by_dual_quaternion(NULL);
    running copy = {a.model, NULL};
    assert_int_equal(ludo_sim_create(a.model, &options, NULL, &copy.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_copy(copy.sim, a.sim), LUDO_OK);
    run_steps(&a, 0.1, 1);
    run_steps(&copy, 0.1, 1);
    check_same(a.sim, copy.sim);
    ludo_sim_destroy(copy.sim);
    run_close(&a);
    run_close(&b);
}

/* --- refusals -------------------------------------------------------------------------------- */

/* Takes the spec. */
static void check_no_sim(ludo_spec *spec, const ludo_sim_options *options, const char *said)
{
    ludo_model *model = compiled(spec);
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_sim_create(model, options, NULL, &sim, &why), LUDO_REFUSED);
    assert_null(sim);
    if (strstr(why.message, said) == NULL) {
        print_error("'%s' is not in: %s\n", said, why.message);
        fail();
    }
    ludo_model_destroy(model);
}

static ludo_spec *second_body(const char *type, int32_t parent)
{
    const dual_body b = tumbling();
    ludo_spec *spec = describe_dual_body(&b);
    add_body(spec, "second");
    add_joint_at(spec, "second joint", type, parent, 1, (ludo_place){0});
    return spec;
}

static ludo_spec *one_body(const char *type)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint_at(spec, "joint", type, LUDO_WORLD, 0, (ludo_place){0});
    return spec;
}

static void what_it_does_not_take_is_refused_by_name(void **state)
{
    (void)state;
    ludo_sim_options options = by_dual_quaternion(NULL);
    check_no_sim(second_body("hinge", 0), &options, "second");
    check_no_sim(second_body("free", LUDO_WORLD), &options, "second");
    check_no_sim(one_body("ball"), &options, "rigid-body");
    check_no_sim(one_body("hinge"), &options, "galerkin");
    options.scheme = "symplectic-cayley";
    check_no_sim(one_body("free"), &options, "symplectic-cayley");
    options = by_dual_quaternion(NULL);
    options.order = 4;
    check_no_sim(one_body("free"), &options, "order 4");
    options = by_dual_quaternion(NULL);
    options.solver = "newton";
    check_no_sim(one_body("free"), &options, "newton");
}

static void each_failing_allocation_is_survived(void **state)
{
    (void)state;
    const ludo_sim_options options = by_dual_quaternion(NULL);
    const dual_body b = tumbling();
    ludo_model *model = compiled(describe_dual_body(&b));
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_sim *sim = NULL;
        const ludo_status s = ludo_sim_create(model, &options, &a.hook, &sim, NULL);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_in_a_fluid_takes_the_steps_of_other_software),
        cmocka_unit_test(it_converges_to_kirchhoffs_equations_with_order_2),
        cmocka_unit_test(in_a_fluid_momentum_is_kept_and_energy_stays_in_a_band),
        cmocka_unit_test(a_torque_free_body_converges_with_order_2),
        cmocka_unit_test(energy_and_momentum_of_a_rigid_body_are_kept),
        cmocka_unit_test(neither_boosts_nor_the_point_of_reference_change_the_turn),
        cmocka_unit_test(as_published_a_boost_spoils_the_turn),
        cmocka_unit_test(steps_back_undo_steps),
        cmocka_unit_test(a_step_takes_four_iterations_at_most),
        cmocka_unit_test(steps_that_are_too_large_leave_the_state_or_are_cut),
        cmocka_unit_test(steps_are_solved_while_the_body_would_turn_by_less_than_a_radian),
        cmocka_unit_test(motions_are_the_same_bits_in_all_units),
        cmocka_unit_test(the_same_state_goes_on_with_the_same_bits),
        cmocka_unit_test(what_it_does_not_take_is_refused_by_name),
        cmocka_unit_test(each_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
