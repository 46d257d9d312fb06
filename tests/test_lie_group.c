/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator lie-group against numbers of other software, its directions, its orders. */
#include "free_chain.h"
#include "integrators/lie_group.h"
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
    const galerkin *g = galerkin_of(r->sim);
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
            running r = open_free_chain(free_chain_v, &options);
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
    galerkin *g = galerkin_of(run.sim);
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
    assert_int_equal(ludo_galerkin_residual(it->g, it->run.sim, it->h, 0.0), LUDO_OK);
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

/* Joints of every kind, springs, dampers, lines, actuators, gravity; against Galerkin's order 6. */
static void trees_converge_to_the_motion_of_order_6(void **state)
{
    (void)state;
    static const char *const schemes[] = {"so3", "se3"};
    const double time = 0.1;
    running exact = open_tree("galerkin", NULL, 6);
    run_steps(&exact, time / 64, 64);
    for (int i = 0; i < 2; i++) {
        order_errors errors;
        for (int k = 0; k < REFINEMENTS; k++) {
            const double h = 1.0 / (160 << k);
            running r = open_tree("lie-group", schemes[i], 2);
            run_steps(&r, h, lround(time / h));
            const state_error e = state_difference(&r, &exact);
            order_add(&errors, k, &e);
            run_close(&r);
        }
        order_check(&errors, schemes[i], 2, 0.1);
    }
    run_close(&exact);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
