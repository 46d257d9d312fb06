/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of a trapezoidal step as they are bounded: they are those of the integrator; what
 * is told of their second derivatives; what Newton's method needs [solvability.md 3, 5]. */
#include "dynamics/configuration.h"
#include "dynamics/trapezoid.h"
#include "integrators/galerkin/root.h"
#include "sim/sim.h"
#include "running.h"

#include <float.h>
#include <string.h>

enum { MOST = 60 };

/* A running tree and its equations. */
typedef struct step_tree {
    running run;
    trapezoid at;
    void *block;
} step_tree;

/* Opens the result of a scene builder. */
static void step_tree_open(step_tree *t, const char *by, ludo_status built, ludo_spec *spec)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = by;
    o.order = 2;
    t->run = run_open(built, spec, &o);
    run_steps(&t->run, 1e-3, 1); /* started */
    const tree *of = &galerkin_of(&t->run.sim->state)->base.tree;
    t->at.roots = galerkin_of(&t->run.sim->state)->roots;
    arena measure = {NULL, 0, false};
    ludo_trapezoid_layout(&t->at, of, &measure);
    t->block = calloc(1, measure.used);
    assert_non_null(t->block);
    arena place = {t->block, 0, false};
    ludo_trapezoid_layout(&t->at, of, &place);
    ludo_trapezoid_open(&t->at);
    assert_true(of->columns <= MOST);
}

/* At the knot. */
static void step_tree_place(step_tree *t)
{
    const galerkin *g = galerkin_of(&t->run.sim->state);
    memcpy(t->at.q, g->base.q, (size_t)g->base.tree.positions * sizeof *t->at.q);
    assert_true(ludo_trapezoid_place(&t->at));
}

static void step_tree_close(step_tree *t)
{
    free(t->block);
    run_close(&t->run);
}

static void open_random(step_tree *t, uint64_t seed, bool floating)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(6, seed, floating, NULL, &spec);
    step_tree_open(t, "galerkin", built, spec);
}

static void open_chain(step_tree *t, int32_t links, const char *joint)
{
    const ludo_scene_chain_options chain = {
        .links = links, .joint = joint, .stir = 1.0, .lowered = 0.7};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    step_tree_open(t, "galerkin", built, spec);
}

/* Of a tree that floats without forces K(y) = h p_k, y being where a step led: hinges, slides,
 * balls, a free root. What is left is what Newton's method leaves. */
static void they_are_the_equations_of_the_integrator(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        step_tree t;
        double p[MOST], K[MOST];
        const double h = 0.02;
        open_random(&t, seed, true);
        step_tree_place(&t);
        const galerkin *g = galerkin_of(&t.run.sim->state);
        memcpy(p, g->p, (size_t)g->base.tree.columns * sizeof *p);
        run_steps(&t.run, h, 1);
        ludo_trapezoid_momentum(&t.at, g->y[1], K);
        for (int32_t c = 0; c < g->base.tree.columns; c++) {
            CHECK_NEAR(K[c], h * p[c], 1e-14);
        }
        step_tree_close(&t);
    }
}

/* The same of trees that turn by Cayley's map, p being what is conjugate to the unknowns: m V and
 * the moment in axes of the root's body; one that floats, one that hangs on a ball. */
static void check_lie_group(ludo_status built, ludo_spec *spec, double h)
{
    step_tree t;
    double p[MOST], K[MOST];
    step_tree_open(&t, "lie-group", built, spec);
    step_tree_place(&t);
    const galerkin *g = galerkin_of(&t.run.sim->state);
    memcpy(p, g->p, (size_t)g->base.tree.columns * sizeof *p);
    ludo_galerkin_roots_load(galerkin_of(&t.run.sim->state), &t.run.sim->state, p);
    const galerkin_root *root = &g->root[0];
    if (root->kind->splits) {
        v3_put(v3_scale(root->mass, root->V), p + root_column(g, root));
    }
    run_steps(&t.run, h, 1);
    ludo_trapezoid_momentum(&t.at, g->unknown[1], K);
    for (int32_t c = 0; c < g->base.tree.columns; c++) {
        CHECK_NEAR(K[c], h * p[c], 1e-14);
    }
    step_tree_close(&t);
}

static void they_are_those_of_lie_group(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_random_tree(6, seed, true, NULL, &spec);
        check_lie_group(built, spec, 0.02);
    }
    const double none[3] = {0.0, 0.0, 0.0};
    const ludo_scene_chain_options chain = {.links = 4, .joint = "ball", .stir = 1.0};
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_chain(&chain, NULL, &spec), LUDO_OK);
    check_lie_group(ludo_spec_set_option(spec, "gravity", none, 3), spec, 0.02);
}

static double length(int32_t n, const double *z)
{
    double square = 0.0;
    for (int32_t i = 0; i < n; i++) {
        square += z[i] * z[i];
    }
    return sqrt(square);
}

/* |L^-1 D2K(y)[u, u]| of unit ways u is no more than is told at y = 0, nor than the linear bound
 * away from there that was sampled elsewhere, times the safety factor. */
static void no_way_bends_more_than_is_told(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 8)
    {
        step_tree t;
        uint64_t random = seed;
        open_random(&t, seed, seed % 2 == 0);
        step_tree_place(&t);
        const int32_t n = t.at.tree->columns;
        const step_curvature told = ludo_trapezoid_curvature_bound(&t.at, 8, &random);
        for (int k = 0; k < 20; k++) {
            double z[MOST], u[MOST], second[MOST] = {0.0};
            const double away = k < 10 ? 0.0 : told.radius * ludo_random(&random, 0.0, 0.9);
            const double step = 1e-3;
            ludo_random_way(&random, n, away, z);
            ludo_random_way(&random, n, 1.0, u);
            for (int side = -1; side <= 1; side++) {
                double y[MOST], K[MOST];
                for (int32_t c = 0; c < n; c++) {
                    y[c] = 0.0;
                    for (int32_t i = 0; i < n; i++) {
                        y[c] += t.at.B[n * c + i] * (z[i] + side * step * u[i]);
                    }
                }
                ludo_trapezoid_momentum(&t.at, y, K);
                for (int32_t c = 0; c < n; c++) {
                    second[c] += (side == 0 ? -2.0 : 1.0) * K[c] / (step * step);
                }
            }
            for (int32_t c = 0; c < n; c++) { /* L^-1 */
                for (int32_t i = 0; i < c; i++) {
                    second[c] -= t.at.L[n * c + i] * second[i];
                }
                second[c] /= t.at.L[(n + 1) * c];
            }
            /* differences err by 1e-6 of a fourth derivative, and 1e-9 */
            const double bound = 1.1 * (told.at_knot + told.growth * away);
            assert_true(length(n, second) <= bound + 1e-3);
        }
        step_tree_close(&t);
    }
}

/* A body on a hinge has a constant M, so D2K = 0. */
static void one_hinge_bends_nothing(void **state)
{
    (void)state;
    step_tree t;
    uint64_t random = 1;
    open_chain(&t, 1, "hinge");
    step_tree_place(&t);
    const step_curvature told = ludo_trapezoid_curvature_bound(&t.at, 4, &random);
    /* round-off of differences */
    assert_true(told.at_knot <= 1e-9 && told.growth <= 1e-9);
    step_tree_close(&t);
}

static void the_test_is_what_the_theorem_says(void **state)
{
    (void)state;
    const step_curvature curvature = {1.0, 0.0, 10.0}, bending = {1.0, 1.0, 10.0},
                         narrow = {1.0, 0.0, 0.9};
    assert_true(ludo_trapezoid_solves(&curvature, 1.0, 0.0, 0.5));
    assert_false(ludo_trapezoid_solves(&curvature, 1.0, 0.0, 0.51));
    assert_false(ludo_trapezoid_solves(&curvature, 1.1, 0.0, 0.5));
    assert_false(ludo_trapezoid_solves(&bending, 1.0, 0.0, 0.5));
    assert_true(ludo_trapezoid_solves(&bending, 1.0, 0.0, 0.3));
    assert_false(ludo_trapezoid_solves(&narrow, 1.0, 0.0, 0.5));
    assert_false(ludo_trapezoid_solves(&curvature, (double)NAN, 0.0, 0.1));
    assert_false(ludo_trapezoid_solves(&curvature, 1.0, (double)NAN, 0.1));
    assert_false(ludo_trapezoid_solves(&curvature, 1.0, 0.0, (double)NAN));
}

/* At rest, forces alone: beta = 1 / (1 - 0), |x| = h^2 F / 2, so h = 1 / sqrt(A F). */
static void a_bound_is_that_of_the_closed_form(void **state)
{
    (void)state;
    const step_curvature curvature = {4.0, 0.0, 10.0}, none = {(double)NAN, 0.0, 1.0};
    const step_start rest = {0.0, 9.0, 0.0}, moving = {1.0, 9.0, 0.0}, driven = {0.0, 9.0, 1.0};
    CHECK_NEAR(ludo_trapezoid_bound(&curvature, &rest), 1.0 / 6.0, 1e-12);
    assert_true(ludo_trapezoid_bound(&curvature, &moving) < 1.0 / 6.0);
    assert_true(ludo_trapezoid_bound(&curvature, &driven) < 1.0 / 6.0);
    assert_true(ludo_trapezoid_bound(&none, &rest) == 0.0);
}

/* ---- certificates ---- */

/* Numbers of steps, of certified ones, and of certified ones that were subdivided. */
typedef struct certificates {
    int steps, certified, cut;
} certificates;

static certificates run_certified(int32_t links, const char *joint, double h, int steps)
{
    const ludo_scene_chain_options chain = {.links = links, .joint = joint, .lowered = 0.3};
    ludo_sim_options o = ludo_sim_options_default();
    ludo_spec *spec = NULL;
    certificates count = {.steps = steps};
    o.integrator = "galerkin";
    o.order = 2;
    o.certify = true;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, &o);
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
        const bool whole = report.certified == report.substeps;
        count.certified += whole;
        count.cut += whole && report.solves > 1;
    }
    run_close(&r);
    return count;
}

/* Certified steps solve without subdivision; short steps are all certified. */
static void certified_steps_solve(void **state)
{
    (void)state;
    const struct {
        int32_t links;
        const char *joint;
        double h;
        int least; /* of 100 */
    } cases[] = {{2, "hinge", 0.01, 100},
                 {3, "hinge", 0.02, 100},
                 {5, "hinge", 0.02, 10},
                 {2, "ball", 0.002, 50},
                 {10, "hinge", 0.01, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const certificates of = run_certified(cases[i].links, cases[i].joint, cases[i].h, 100);
        assert_in_range(of.certified, cases[i].least, 100);
        assert_int_equal(of.cut, 0);
    }
}

/* Refused orders and solvers, and no others. */
static void what_cannot_be_certified_is_refused(void **state)
{
    (void)state;
    const struct {
        const char *integrator, *solver;
        int32_t order, links;
        ludo_status status;
    } cases[] = {{"galerkin", NULL, 2, 2, LUDO_OK},      {"galerkin", "newton", 0, 2, LUDO_OK},
                 {"galerkin", NULL, 4, 2, LUDO_REFUSED}, {"galerkin", "riqn", 2, 2, LUDO_REFUSED},
                 {"maximal", NULL, 2, 2, LUDO_REFUSED},  {"runge-kutta", NULL, 2, 2, LUDO_REFUSED},
                 {"galerkin", NULL, 2, 41, LUDO_REFUSED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ludo_scene_chain_options chain = {.links = cases[i].links, .joint = "hinge"};
        ludo_sim_options o = ludo_sim_options_default();
        ludo_spec *spec = NULL;
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        o.integrator = cases[i].integrator;
        o.solver = cases[i].solver;
        o.order = cases[i].order;
        o.certify = true;
        assert_int_equal(ludo_scene_chain(&chain, NULL, &spec), LUDO_OK);
        assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_create(model, &o, NULL, &sim, NULL), cases[i].status);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_the_equations_of_the_integrator),
        cmocka_unit_test(they_are_those_of_lie_group),
        cmocka_unit_test(no_way_bends_more_than_is_told),
        cmocka_unit_test(one_hinge_bends_nothing),
        cmocka_unit_test(the_test_is_what_the_theorem_says),
        cmocka_unit_test(a_bound_is_that_of_the_closed_form),
        cmocka_unit_test(certified_steps_solve),
        cmocka_unit_test(what_cannot_be_certified_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
