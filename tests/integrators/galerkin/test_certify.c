/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that are certified, attacked: each of them solves, and from elsewhere Newton's method finds
 * no other solution where none is claimed to be [solvability.md 1]. */
#include "integrators/dual_quaternion/interval.h"
#include "sim/sim.h"
#include "math/dense.h"
#include "running.h"
#include "small_spec.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

/* ---- single bodies ---- */

/* Moments of inertia of any shape, of condition 40 and less. */
static ludo_vec3 random_moments(random_stream *r)
{
    const ludo_vec3 a = random_vec3(r, 1.0); /* second moments along the axes: a_i^2 */
    const double xx = a.x * a.x + 0.01, yy = a.y * a.y + 0.01, zz = a.z * a.z + 0.01;
    return v3(yy + zz, xx + zz, xx + yy);
}

static ludo_spec *describe_body(ludo_vec3 J, ludo_vec3 com)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "body",
                                .mass = 1.0,
                                .com = com,
                                .inertia = {J.x, J.y, J.z}};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "free", LUDO_WORLD, 0);
    return spec;
}

static ludo_sim_options certifying(const char *name, const char *scheme)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = name;
    o.scheme = scheme;
    o.order = 2;
    o.max_substeps = 1;
    o.certify = true;
    return o;
}

/* The next step, which solves where it is certified. Returns whether it is. */
static bool step_is_certified(ludo_sim *sim, double h)
{
    ludo_step_report report = {.struct_size = sizeof report};
    const ludo_status status = ludo_step(sim, h, &report);
    assert_true(status == LUDO_OK || report.certified == 0);
    return report.certified == 1;
}

/* Steps are certified exactly up to this ratio of h |p| to the least moment. */
static void bodies_are_certified_from_their_momentum(void **state)
{
    (void)state;
    static const struct {
        const char *integrator, *scheme;
        double most;
    } by[] = {{"rigid-body", "symplectic-cayley", 2.0 * 1.5574077246549022},
              {"rigid-body", "tln-cayley", 2.0 * 1.5574077246549022},
              {"rigid-body", "tln", 2.0},
              {"dual-quaternion", "corrected", 0.90929742682568171}};
    FOR_SEEDS(seed, 200)
    {
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            random_stream r = random_from(seed);
            const ludo_vec3 J = random_moments(&r), com = random_vec3(&r, 1.0);
            const ludo_vec3 w = v3_unit(random_vec3(&r, 1.0)), V = random_vec3(&r, 10.0);
            const double rate[6] = {V.x, V.y, V.z, w.x, w.y, w.z};
            const double p = v3_norm(v3(J.x * w.x, J.y * w.y, J.z * w.z));
            const double allowed = by[k].most * fmin(J.x, fmin(J.y, J.z)) / p;
            const double part = random_uniform(&r, 0.0, 2.0), h = part * allowed;
            const ludo_sim_options o = certifying(by[k].integrator, by[k].scheme);
            running body = {compiled(describe_body(J, com)), NULL};
            assert_int_equal(ludo_sim_create(body.model, &o, NULL, &body.sim, NULL), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_velocity(body.sim, 0, rate), LUDO_OK);
            assert_true(step_is_certified(body.sim, h) == (part < 1.0));
            run_close(&body);
        }
    }
}

/* ---- rotations by dual quaternions ---- */

/* Newton's method for (A, B)(Phi, 0) = P of a body of these moments, from Phi. Whether it
 * converges. */
static bool solve_turn(ludo_vec3 J, ludo_vec3 P, double x[6])
{
    const dual_inertia M = {.M = {[0] = J.x, [7] = J.y, [14] = J.z, [21] = 1, [28] = 1, [35] = 1},
                            .m_s = 1.0};
    for (int i = 0; i < 40; i++) {
        dual_quat f;
        double AB[6], D[36];
        if (!ludo_dual_motion(x, &f)) {
            return false;
        }
        ludo_dual_momentum(&M, f, AB);
        ludo_dual_slope(&M, f, D);
        double A[9] = {D[0], D[1], D[2], D[6], D[7], D[8], D[12], D[13], D[14]};
        double r[3] = {P.x - AB[0], P.y - AB[1], P.z - AB[2]};
        const double left = v3_norm(v3_at(r));
        if (left <= 1e-14 || !ludo_dense_solve(3, 1, A, r)) {
            return left <= 1e-14;
        }
        for (int k = 0; k < 3; k++) {
            x[k] += r[k];
        }
    }
    return false;
}

/* From any start within 2 rad no other solution within 2 rad is found. */
static void below_the_bound_there_is_one_turn(void **state)
{
    (void)state;
    int found = 0;
    FOR_SEEDS(seed, 1000)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 J = random_moments(&r), u = v3_unit(random_vec3(&r, 1.0));
        const double least = fmin(J.x, fmin(J.y, J.z)), tau = random_uniform(&r, 0.3, sin(2.0));
        const ludo_vec3 P = v3_scale(0.5 * tau * least, u);
        double x[6] = {P.x / J.x, P.y / J.y, P.z / J.z};
        assert_true(solve_turn(J, P, x));
        assert_true(v3_norm(v3_at(x)) <= sin(0.5 * asin(tau)) + 4.0 * DBL_EPSILON);
        for (int k = 0; k < 5; k++) {
            const double far = random_uniform(&r, 0.0, sin(1.0));
            const ludo_vec3 from = v3_scale(far, v3_unit(random_vec3(&r, 1.0)));
            double other[6] = {from.x, from.y, from.z};
            const bool solved = solve_turn(J, P, other);
            const double apart = v3_norm(v3_sub(v3_at(other), v3_at(x)));
            /* what 1e-14 of J = 0.02 leaves */
            assert_true(!solved || v3_norm(v3_at(other)) > sin(1.0) || apart <= 1e-11);
            found += solved && apart <= 1e-11;
        }
    }
    print_message("%d of 5000 other starts lead to the solution\n", found);
    assert_true(found > 2500);
}

/* ---- trees ---- */

/* A floating tree at its start, boosted by the velocity V. */
static running open_tree(const char *by, uint64_t seed, double V)
{
    const ludo_sim_options o = certifying(by, NULL);
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(2, seed, true, NULL, &spec), LUDO_OK);
    running r = run_open(LUDO_OK, spec, &o);
    const double rate[6] = {V, 0.5 * V, -0.3 * V, 1.0, -0.5, 0.7};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
    run_steps(&r, 1e-6, 1);
    return r;
}

/* The longest certified step, by factors of 1.1. */
static double longest_certified(ludo_sim *sim)
{
    double h = 1e-5;
    sim->state.interval_start = sim->state.progress->time;
    while (h < 10.0 && sim->integrator->certify(&sim->state, h * 1.1)) {
        h *= 1.1;
    }
    return h;
}

/* The longest certified step solves. */
static void certified_steps_of_trees_solve(void **state)
{
    (void)state;
    static const char *const by[] = {"galerkin", "lie-group"};
    for (uint64_t seed = 1; seed <= 2; seed++) {
        for (int k = 0; k < 2; k++) {
            running r = open_tree(by[k], seed, 0.0);
            const double h = longest_certified(r.sim);
            assert_true(h > 1e-3);
            assert_true(step_is_certified(r.sim, h));
            run_close(&r);
        }
    }
}

/* Certificates of lie-group do not depend on a boost. */
static void boosts_change_no_certificate(void **state)
{
    (void)state;
    running slow = open_tree("lie-group", 2, 0.0), fast = open_tree("lie-group", 2, 1e3);
    assert_true(longest_certified(slow.sim) == longest_certified(fast.sim));
    run_close(&slow);
    run_close(&fast);
}

/* ---- refusals ---- */

static void check_no_certificate(ludo_spec *spec, ludo_sim_options o, const char *said)
{
    ludo_model *model = compiled(spec);
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(model, &o, NULL, &sim, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, said));
    o.certify = false;
    assert_int_equal(ludo_sim_create(model, &o, NULL, &sim, &why), LUDO_OK);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static void what_has_no_bound_is_refused_by_name(void **state)
{
    (void)state;
    const ludo_vec3 J = {1.0, 1.2, 1.5}, none = {0.0, 0.0, 0.0};
    const ludo_fluid_def fluid = {.struct_size = sizeof fluid, .displaced_mass = 0.5};
    ludo_spec *swims = describe_body(J, none);
    assert_int_equal(ludo_spec_add_fluid(swims, &fluid, NULL), LUDO_OK);
    check_no_certificate(swims, certifying("dual-quaternion", NULL), "without a fluid");
    check_no_certificate(describe_body(J, none), certifying("dual-quaternion", "published"),
                         "in scheme corrected only");
    check_no_certificate(describe_body(J, none), certifying("lie-group", "se3"),
                         "in scheme so3 only");
    check_no_certificate(describe_body(J, none), certifying("rigid-body", "euler"),
                         "use another scheme");
    check_no_certificate(describe_body(J, none), certifying("lie-group", "se3"),
                         "in scheme so3 only");
    check_no_certificate(describe_body(J, none), certifying("runge-kutta", NULL),
                         "integrator runge-kutta cannot certify steps");
}

static void what_has_too_many_joints_or_another_order_is_refused(void **state)
{
    (void)state;
    const ludo_scene_chain_options chain = {.links = 41, .joint = "hinge"};
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_chain(&chain, NULL, &spec), LUDO_OK);
    check_no_certificate(spec, certifying("galerkin", NULL), "at most 40 degrees of freedom");
    const ludo_vec3 J = {1.0, 1.2, 1.5}, none = {0.0, 0.0, 0.0};
    ludo_sim_options fourth = certifying("galerkin", NULL);
    fourth.order = 4;
    check_no_certificate(describe_body(J, none), fourth, "not of order 4");
}

static void push(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    wrench[0].torque.x += *(const double *)user * query->body[0].orientation.w;
}

/* Functions of the user depend on positions only, hence are constant during a step. */
static void functions_are_certified_while_they_do_little(void **state)
{
    (void)state;
    static const char *const by[] = {"rigid-body", "dual-quaternion", "galerkin"};
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
        const ludo_sim_options o = certifying(by[k], NULL);
        const ludo_vec3 J = {1.0, 1.2, 1.5}, none = {0.0, 0.0, 0.0};
        double moment = 1.0;
        running body = {compiled(describe_body(J, none)), NULL};
        assert_int_equal(ludo_sim_create(body.model, &o, NULL, &body.sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_force_function(body.sim, push, &moment), LUDO_OK);
        assert_true(step_is_certified(body.sim, 1e-2));
        moment = 1e6;
        assert_false(step_is_certified(body.sim, 1e-2));
        run_close(&body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_certified_from_their_momentum),
        cmocka_unit_test(below_the_bound_there_is_one_turn),
        cmocka_unit_test(certified_steps_of_trees_solve),
        cmocka_unit_test(boosts_change_no_certificate),
        cmocka_unit_test(what_has_no_bound_is_refused_by_name),
        cmocka_unit_test(what_has_too_many_joints_or_another_order_is_refused),
        cmocka_unit_test(functions_are_certified_while_they_do_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
