/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator lie-group against numbers of other software, its directions, its orders. */
#include "free_chain.h"
#include "integrators/lie_group/lie_group.h"
#include "sim/sim.h"
#include "order.h"

#include <float.h>
#include <string.h>

static ludo_sim_options options_of(const char *scheme)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "lie-group";
    options.scheme = scheme;
    options.tolerance = 1e-13;
    options.max_substeps = 1;
    return options;
}

/* ---- numbers of other software ---- */

/* Momenta in the order of the numbers: moment, force, joints; the middle box is not turned. */
static void read_momenta(running *r, double p[FREE_CHAIN])
{
    assert_int_equal(ludo_sim_start(r->sim), LUDO_OK);
    const galerkin *g = galerkin_of(&r->sim->state);
    memcpy(p, g->p + 3, 3 * sizeof *p);
    memcpy(p + 3, g->p, 3 * sizeof *p);
    memcpy(p + 6, g->p + 6, 2 * sizeof *p);
}

static void momenta_are_those_of_the_mass_matrix(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("se3");
    double p[FREE_CHAIN];
    for (int c = 0; c < FREE_CHAIN; c++) {
        double v[FREE_CHAIN] = {0.0};
        v[c] = 1.0;
        running r = open_free_chain(v, &options);
        read_momenta(&r, p);
        for (int i = 0; i < FREE_CHAIN; i++) {
            CHECK_NEAR(p[i], free_chain_M[FREE_CHAIN * i + c], 1e-14);
        }
        run_close(&r);
    }
    running r = open_free_chain(free_chain_v, &options);
    read_momenta(&r, p);
    for (int i = 0; i < FREE_CHAIN; i++) {
        CHECK_NEAR(p[i], free_chain_p[i], 1e-14);
    }
    run_close(&r);
}

/* Numbers are those of an iteration that stopped at 1e-13. */
static void motions_of_the_published_scheme_are_those_of_other_software(void **state)
{
    (void)state;
    const ludo_sim_options options = options_of("se3");
    for (size_t i = 0; i < sizeof free_chain_ends / sizeof *free_chain_ends; i++) {
        const free_chain_steps *end = &free_chain_ends[i];
        running r = open_free_chain(free_chain_v, &options);
        run_steps(&r, end->h, end->steps);
        const double error = free_chain_error(&r, end->g, end->r);
        print_message("h %g, %ld steps: %.1e\n", end->h, end->steps, error);
        CHECK_NEAR(error, 0.0, 1e-12);
        run_close(&r);
    }
}

static void free_chains_converge_to_the_exact_motion(void **state)
{
    (void)state;
    static const char *const schemes[] = {"so3", "se3"};
    const free_chain_sample *end = &free_chain_samples[2];
    for (int i = 0; i < 2; i++) {
        const ludo_sim_options options = options_of(schemes[i]);
        double error[REFINEMENTS];
        for (int k = 0; k < REFINEMENTS; k++) {
            const double h = 0.025 / (1 << k);
            ludo_spec *spec = NULL;
            const ludo_status built = ludo_scene_free_chain(NULL, &spec);
            running r = run_open(built, spec, &options);
            run_steps(&r, h, lround(end->t / h));
            error[k] = free_chain_error(&r, end->g, end->r);
            run_close(&r);
        }
        print_message("%s: order %.3f (errors %.2e %.2e %.2e)\n", schemes[i], slope(error),
                      error[0], error[1], error[2]);
        CHECK_NEAR(slope(error), 2.0, 0.03);
    }
}

/* ---- directions ---- */

/* An integrator at an iterate that the test chooses. */
typedef struct iterate {
    running run;
    galerkin *g;
    int32_t count;
    double h, *y, *r, *x;
} iterate;

static double *numbers(int32_t count)
{
    double *x = calloc((size_t)count + 1, sizeof *x);
    assert_non_null(x);
    return x;
}

static iterate iterate_open(running run, double h)
{
    assert_int_equal(ludo_sim_start(run.sim), LUDO_OK);
    galerkin *g = galerkin_of(&run.sim->state);
    const int32_t n = g->base.tree.columns;
    ludo_tree_place_origins(&g->base.tree, g->base.q, g->base.origin);
    return (iterate){run, g, n, h, numbers(n), numbers(n), numbers(n)};
}

static void iterate_close(iterate *it)
{
    free(it->y);
    free(it->r);
    free(it->x);
    run_close(&it->run);
}

/* Evaluate at y + e x; x may be NULL. */
static void evaluate(iterate *it, double e, const double *x)
{
    for (int32_t c = 0; c < it->count; c++) {
        it->g->unknown[1][c] = it->y[c] + (x == NULL ? 0.0 : e * x[c]);
    }
    assert_int_equal(ludo_galerkin_residual(it->g, &it->run.sim->state, it->h, 0.0), LUDO_OK);
}

/* J x by four differences of size e |x|: their errors are e^4 / 30 of fifth derivatives. */
static void apply_jacobian(iterate *it, const double *x, double e, double *Jx)
{
    static const double place[4] = {1.0, -1.0, 2.0, -2.0};
    static const double weight[4] = {8.0, -8.0, -1.0, 1.0};
    memset(Jx, 0, (size_t)it->count * sizeof *Jx);
    for (int i = 0; i < 4; i++) {
        evaluate(it, place[i] * e, x);
        for (int32_t c = 0; c < it->count; c++) {
            Jx[c] += weight[i] / (12.0 * e) * it->g->r[0][c];
        }
    }
}

static void solve(iterate *it)
{
    int32_t node = -1;
    evaluate(it, 0.0, NULL);
    assert_true(ludo_galerkin_newton.factorize(it->g, it->h, &node) > 1e-12);
    ludo_galerkin_newton.solve(it->g, it->h, it->r, it->x);
}

static void disturb(iterate *it, uint64_t seed, double size)
{
    random_stream random = random_from(seed);
    for (int32_t c = 0; c < it->count; c++) {
        it->y[c] = random_uniform(&random, -size, size);
        it->r[c] = random_uniform(&random, -1.0, 1.0);
    }
}

static double largest(const double *x, int32_t count)
{
    double size = 0.0;
    for (int32_t k = 0; k < count; k++) {
        size = !(fabs(x[k]) <= size) ? fabs(x[k]) : size;
    }
    return size;
}

/* |J x + r| / |r|, largest numbers. */
static double defect(iterate *it)
{
    double *Jx = numbers(it->count);
    apply_jacobian(it, it->x, 1e-3 / largest(it->x, it->count), Jx);
    for (int32_t c = 0; c < it->count; c++) {
        Jx[c] += it->r[c];
    }
    const double worst = largest(Jx, it->count) / largest(it->r, it->count);
    free(Jx);
    return worst;
}

/* r = p - F(v) where y = h v, columns being the slides', the ball's, the joints'. */
static void jacobians_of_the_published_scheme_are_those_of_other_software(void **state)
{
    (void)state;
    static const int32_t place[FREE_CHAIN] = {3, 4, 5, 0, 1, 2, 6, 7};
    const ludo_sim_options options = options_of("se3");
    iterate it = iterate_open(open_free_chain(free_chain_v, &options), 0.1);
    double unit[FREE_CHAIN] = {0.0}, column[FREE_CHAIN];
    for (int c = 0; c < FREE_CHAIN; c++) {
        it.y[place[c]] = it.h * free_chain_v[c];
    }
    for (int c = 0; c < FREE_CHAIN; c++) {
        unit[place[c]] = 1.0;
        apply_jacobian(&it, unit, 1e-3, column);
        for (int i = 0; i < FREE_CHAIN; i++) {
            CHECK_NEAR(-it.h * column[place[i]], free_chain_jacobian[FREE_CHAIN * i + c], 1e-11);
        }
        unit[place[c]] = 0.0;
    }
    iterate_close(&it);
}

/* Lines among them: at the knot, where their forces are taken, only rates vary. */
static running open_all(uint64_t seed, const char *scheme)
{
    const ludo_scene_everything_options of = {
        .bodies = 13, .seed = seed, .floating = true, .stiffness = 50.0, .damped = true};
    const ludo_sim_options options = options_of(scheme);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_everything(&of, NULL, &spec);
    return run_open(built, spec, &options);
}

/* A tree that floats, tied to the world by a spring with a damper, and one on a ball with a spring,
 * a damper and an armature; both are pushed. */
static const char tied[] =
    "<mujoco model='tied'><option gravity='1 0.5 -9.81'/><worldbody>"
    "  <site name='w' pos='0.3 0.2 1'/>"
    "  <body name='a'><freejoint/><inertial pos='0.1 0 0' mass='1' diaginertia='0.1 0.2 0.25'/>"
    "    <site name='a' pos='0.2 0.1 0'/>"
    "    <body name='b' pos='0.5 0 0'><joint type='ball' stiffness='1' damping='0.1'/>"
    "      <inertial pos='0.2 0 0.1' mass='0.7' diaginertia='0.02 0.05 0.04'/>"
    "      <body name='c' pos='0.4 0 0'>"
    "        <joint type='hinge' axis='0 1 0' armature='0.05' damping='0.1'/>"
    "        <inertial pos='0.1 0.1 0' mass='0.5' diaginertia='0.02 0.02 "
    "0.03'/></body></body></body>"
    "  <body name='top' pos='3 0 0'>"
    "    <joint type='ball' stiffness='2' damping='0.2' armature='0.03'/>"
    "    <inertial pos='0.3 0 0.1' mass='1' diaginertia='0.1 0.2 0.25'/>"
    "    <body name='tip' pos='0.5 0 0'><joint type='hinge' axis='1 0 1'/>"
    "      <inertial pos='0.1 0.1 0' mass='0.5' diaginertia='0.02 0.02 0.03'/></body></body>"
    "</worldbody><tendon>"
    "  <spatial stiffness='30' damping='3' springlength='0.2'>"
    "    <site site='w'/><site site='a'/></spatial>"
    "</tendon></mujoco>";

static void push(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)user;
    effort[6] += cos(query->time);
    wrench[0].force.x += sin(3.0 * query->time);
    wrench[3].torque.y += query->body[3].position.z;
}

static running open_tied(const char *name, const char *scheme, int32_t order)
{
    ludo_sim_options options = options_of(scheme);
    options.integrator = name;
    options.order = order;
    ludo_spec *spec = NULL;
    const ludo_status built =
        ludo_load_string(tied, strlen(tied), "tied.xml", NULL, NULL, &spec, NULL);
    running r = run_open(built, spec, &options);
    const ludo_wrench constant = {{1.0, -2.0, 0.5}, {0.1, 0.2, -0.3}};
    const double spin[3] = {1.0, -1.0, 2.0};
    for (int32_t b = 1; b < 5; b += 3) {
        assert_int_equal(ludo_sim_set_body_force(r.sim, b, &constant), LUDO_OK);
    }
    assert_int_equal(ludo_sim_set_force_function(r.sim, push, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1, spin), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 3, spin), LUDO_OK);
    return r;
}

/* A chain of balls that hangs on the world by one. */
static running open_hanging(int32_t links)
{
    const ludo_scene_chain_options chain = {.links = links, .joint = "ball", .stir = 1.0};
    const ludo_sim_options options = options_of(NULL);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, &options);
}

static void check_direction(running run, uint64_t seed, double h)
{
    iterate it = iterate_open(run, h);
    disturb(&it, seed, 0.1);
    solve(&it);
    const double error = defect(&it);
    print_message("%d columns: %.1e\n", (int)it.count, error);
    CHECK_NEAR(error, 0.0, 1e-7);
    iterate_close(&it);
}

static void directions_solve_the_linearised_equations(void **state)
{
    (void)state;
    const ludo_sim_options se3 = options_of("se3"), so3 = options_of("so3");
    check_direction(open_free_chain(free_chain_v, &se3), 1, 0.1);
    check_direction(open_free_chain(free_chain_v, &so3), 1, 0.1);
    FOR_SEEDS(seed, 4)
    {
        check_direction(open_all(seed, "so3"), seed, 0.1);
        check_direction(open_all(seed, "se3"), seed, 0.1);
        check_direction(open_hanging(1 + (int32_t)seed), seed, 0.1);
        check_direction(open_tied("lie-group", "so3", 2), seed, 0.1);
        check_direction(open_tied("lie-group", "se3", 2), seed, 0.1);
    }
}

/* ---- orders ---- */

static running open_tree(const char *name, const char *scheme, int32_t order)
{
    const ludo_scene_everything_options of = {
        .bodies = 13, .seed = 2, .floating = true, .damped = true, .stiffness = 20.0};
    ludo_sim_options options = options_of(scheme);
    options.integrator = name;
    options.order = order;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_everything(&of, NULL, &spec);
    running r = run_open(built, spec, &options);
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, i, sin(i)), LUDO_OK);
    }
    return r;
}

/* Slopes of the errors against Galerkin's order 6, which is told by steps far finer. */
static void check_order(running (*open)(const char *name, const char *scheme, int32_t order),
                        const char *scheme, double time, double slack)
{
    order_errors errors;
    running exact = open("galerkin", NULL, 6);
    run_steps(&exact, time / 64, 64);
    for (int k = 0; k < REFINEMENTS; k++) {
        const long steps = 16L << k;
        running r = open("lie-group", scheme, 2);
        run_steps(&r, time / (double)steps, steps);
        const state_error e = state_difference(&r, &exact);
        order_add(&errors, k, &e);
        run_close(&r);
    }
    order_check(&errors, scheme, 2, slack);
    run_close(&exact);
}

/* Joints of every kind, springs, dampers, lines, actuators. */
static void trees_converge_to_the_motion_of_order_6(void **state)
{
    (void)state;
    check_order(open_tree, "so3", 0.1, 0.1);
    check_order(open_tree, "se3", 0.1, 0.1);
}

/* Gravity, pushes, functions, what damps and springs against the world. */
static void what_is_pushed_converges_to_the_motion_of_order_6(void **state)
{
    (void)state;
    check_order(open_tied, "so3", 0.3, 0.1);
    check_order(open_tied, "se3", 0.3, 0.1);
}

/* What is left of the balance of energy is of second order too. */
static void energies_balance(void **state)
{
    (void)state;
    static const char *const schemes[] = {"so3", "se3"};
    for (int i = 0; i < 2; i++) {
        double error[REFINEMENTS];
        for (int k = 0; k < REFINEMENTS; k++) {
            running r = open_tied("lie-group", schemes[i], 2);
            ludo_energy a, b;
            assert_int_equal(ludo_sim_energy(r.sim, &a), LUDO_OK);
            run_steps(&r, 0.4 / (16 << k), 16 << k);
            assert_int_equal(ludo_sim_energy(r.sim, &b), LUDO_OK);
            const double before = a.kinetic + a.potential + a.springs;
            const double after = b.kinetic + b.potential + b.springs - b.work + b.dissipated;
            error[k] = fabs(after - before);
            run_close(&r);
        }
        print_message("%s: energy %.2e %.2e %.2e\n", schemes[i], error[0], error[1], error[2]);
        CHECK_NEAR(slope(error), 2.0, 0.2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momenta_are_those_of_the_mass_matrix),
        cmocka_unit_test(motions_of_the_published_scheme_are_those_of_other_software),
        cmocka_unit_test(free_chains_converge_to_the_exact_motion),
        cmocka_unit_test(jacobians_of_the_published_scheme_are_those_of_other_software),
        cmocka_unit_test(directions_solve_the_linearised_equations),
        cmocka_unit_test(trees_converge_to_the_motion_of_order_6),
        cmocka_unit_test(what_is_pushed_converges_to_the_motion_of_order_6),
        cmocka_unit_test(energies_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
