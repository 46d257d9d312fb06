/* SPDX-License-Identifier: Apache-2.0
 *
 * The exact direction of Newton's method: it solves the linearised equations of a step, whatever
 * the tree is made of and whatever acts on it. */
#include "data/random_tree_8_direction.h"
#include "everything.h"
#include "integrators/galerkin/galerkin.h"
#include "sim/sim.h"
#include "tree_8.h"

#include <float.h>
#include <string.h>

/* An integrator at an iterate that the test chooses. */
typedef struct iterate {
    running run;
    galerkin *g;
    int32_t columns, count; /* of one control point, of s of them */
    double h;
    double *y;     /* y^1 .. y^s, where it is evaluated again */
    double *r, *x; /* s times columns */
} iterate;

static double *numbers(int32_t count)
{
    double *x = calloc((size_t)count + 1, sizeof *x);
    assert_non_null(x);
    return x;
}

static ludo_sim_options galerkin_options(int32_t s)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.order = 2 * s;
    return options;
}

/* At the knot, constant. Takes a simulation of Galerkin's. */
static iterate iterate_open(running run, double h)
{
    assert_int_equal(ludo_sim_start(run.sim), LUDO_OK);
    galerkin *g = galerkin_of(&run.sim->state);
    const int32_t columns = g->base.tree.columns, count = g->s * columns;
    ludo_tree_place_origins(&g->base.tree, g->base.q, g->base.origin);
    return (iterate){run, g, columns, count, h, numbers(count), numbers(count), numbers(count)};
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
    for (int32_t k = 0; k < it->count; k++) {
        const double y = it->y[k] + (x == NULL ? 0.0 : e * x[k]);
        it->g->y[1 + k / it->columns][k % it->columns] = y;
    }
    assert_int_equal(ludo_galerkin_residual(it->g, &it->run.sim->state, it->h, 0.0), LUDO_OK);
}

static void add_residual(const iterate *it, double weight, double *to)
{
    for (int32_t k = 0; k < it->count; k++) {
        to[k] += weight * it->g->r[k / it->columns][k % it->columns];
    }
}

/* J x by four differences of size e |x|: their errors are e^4 / 30 of fifth derivatives. */
static void apply_jacobian(iterate *it, const double *x, double e, double *Jx)
{
    static const double place[4] = {1.0, -1.0, 2.0, -2.0};
    static const double weight[4] = {8.0, -8.0, -1.0, 1.0};
    memset(Jx, 0, (size_t)it->count * sizeof *Jx);
    for (int i = 0; i < 4; i++) {
        evaluate(it, place[i] * e, x);
        add_residual(it, weight[i] / (12.0 * e), Jx);
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

static double largest_difference(const double *a, const double *b, int32_t count)
{
    double size = 0.0;
    for (int32_t k = 0; k < count; k++) {
        size = !(fabs(a[k] - b[k]) <= size) ? fabs(a[k] - b[k]) : size;
    }
    return size;
}

/* The direction for right sides r, with factors at y. */
static void solve(iterate *it)
{
    int32_t node = -1;
    evaluate(it, 0.0, NULL);
    assert_true(ludo_galerkin_elimination_factorize(it->g, it->h, &node) > 1e-12);
    ludo_galerkin_elimination_solve(it->g, it->h, it->r, it->x);
}

/* A random iterate: control points and right-hand sides are arbitrary. */
static void disturb(iterate *it, uint64_t seed, double size)
{
    random_stream random = random_from(seed);
    for (int32_t k = 0; k < it->count; k++) {
        it->y[k] = random_uniform(&random, -size, size);
        it->r[k] = random_uniform(&random, -1.0, 1.0);
    }
}

/* |J x + r| / |r|, largest numbers. Differences lose what residuals are rounded by, eps |J| |x|, a
 * thousandfold; J of an inner control point is up to 1e4 times as large as r / |x|. */
static double defect(iterate *it)
{
    double *Jx = numbers(it->count), worst = 0.0;
    apply_jacobian(it, it->x, 1e-3 / largest(it->x, it->count), Jx);
    for (int32_t k = 0; k < it->count; k++) {
        const double d = fabs(Jx[k] + it->r[k]);
        worst = !(d <= worst) ? d : worst;
    }
    free(Jx);
    return worst / largest(it->r, it->count);
}

static running open_tree(int32_t bodies, uint64_t seed, int32_t s)
{
    ludo_spec *spec = NULL;
    const ludo_sim_options options = galerkin_options(s);
    const ludo_status built = ludo_scene_random_tree(bodies, seed, seed % 2 == 0, NULL, &spec);
    return run_open(built, spec, &options);
}

/* All terms that Newton's direction includes: tendons without force. */
static running open_uncoupled(uint64_t seed, int32_t s)
{
    const ludo_sim_options options = galerkin_options(s);
    running run = open_everything(seed, true, &options);
    for (int32_t i = 0; i < run.model->spring_count; i++) {
        run.model->tendon[i].stiffness = run.model->tendon[i].damping = 0.0;
    }
    for (int32_t i = 0; i < run.model->actuator_count; i++) {
        actuator_data *motor = &run.model->actuator[i];
        motor->gear = motor->tendon >= 0 ? 0.0 : motor->gear;
        assert_int_equal(ludo_sim_set_control(run.sim, i, sin(i)), LUDO_OK);
    }
    return run;
}

static void direction_solves_the_linearised_equations_of_everything(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 4)
    {
        for (int32_t s = 1; s <= 3; s++) {
            iterate it = iterate_open(open_uncoupled(seed, s), 0.1);
            disturb(&it, seed, 0.1);
            solve(&it);
            CHECK_NEAR(defect(&it), 0.0, 1e-6);
            iterate_close(&it);
        }
    }
}

static void direction_solves_them_on_trees_of_any_size(void **state)
{
    (void)state;
    static const int32_t bodies[] = {5, 12, 40, 200};
    for (int i = 0; i < 4; i++) {
        for (int32_t s = 1; s <= 3; s++) {
            iterate it = iterate_open(open_tree(bodies[i], 11 + (uint64_t)i, s), 0.05);
            disturb(&it, 7, 0.05);
            solve(&it);
            CHECK_NEAR(defect(&it), 0.0, 1e-6);
            iterate_close(&it);
        }
    }
}

/* The Jacobian column by column, by differences. */
static double *dense_jacobian(iterate *it)
{
    const int32_t n = it->count;
    double *J = numbers(n * n), *unit = numbers(n), *column = numbers(n);
    for (int32_t c = 0; c < n; c++) {
        unit[c] = 1.0;
        apply_jacobian(it, unit, 1e-3, column);
        for (int32_t r = 0; r < n; r++) {
            J[n * r + c] = column[r];
        }
        unit[c] = 0.0;
    }
    free(unit);
    free(column);
    return J;
}

/* Against elimination, relative to the largest number; J from differences is good to 1e-12 of its
 * largest entries. */
static double error_of_direction(iterate *it)
{
    double *J = dense_jacobian(it), *x = numbers(it->count);
    for (int32_t k = 0; k < it->count; k++) {
        x[k] = -it->r[k];
    }
    assert_true(dense_solve(it->count, J, x));
    const double error = largest_difference(x, it->x, it->count) / largest(x, it->count);
    free(J);
    free(x);
    return error;
}

static void direction_is_that_of_a_dense_jacobian(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{5, 1},  {5, 2},  {5, 3},  {20, 1}, {20, 2},
                                       {20, 3}, {60, 1}, {60, 2}, {200, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        iterate it = iterate_open(open_tree(sizes[i][0], 20 + i, sizes[i][1]), 0.05);
        disturb(&it, i, 0.05);
        solve(&it);
        CHECK_NEAR(error_of_direction(&it), 0.0, 1e-9);
        iterate_close(&it);
    }
}

/* ---- the random tree of eight joints ---- */

typedef struct tree_8_numbers {
    const double *points, *residual, *next, *direction, *jacobian;
} tree_8_numbers;

static const tree_8_numbers tree_8[] = {
    {tree_8_points_1, tree_8_residual_1, tree_8_next_1, tree_8_direction_1, tree_8_jacobian_1},
    {tree_8_points_2, tree_8_residual_2, tree_8_next_2, tree_8_direction_2, tree_8_jacobian_2},
    {tree_8_points_3, tree_8_residual_3, tree_8_next_3, tree_8_direction_3, tree_8_jacobian_3},
};

/* The reference number at a place in vectors of s control points. */
static int32_t tree_8_place(const iterate *it, int32_t k)
{
    const tree *t = &it->g->base.tree;
    const int32_t column = t->column_of[k % TREE_8];
    int32_t joint = 0;
    while (it->run.model->joints[joint].column != column) {
        joint++;
    }
    return k / TREE_8 * TREE_8 + joint;
}

static iterate open_tree_8(int32_t s)
{
    const ludo_sim_options options = galerkin_options(s);
    running run;
    assert_int_equal(ludo_scene_open(describe_tree_8(), &options, &run.model, &run.sim), LUDO_OK);
    iterate it = iterate_open(run, tree_8_step);
    assert_int_equal(it.count, s * TREE_8);
    for (int32_t k = 0; k < it.count; k++) {
        const int32_t place = tree_8_place(&it, k);
        it.y[k] = tree_8[s - 1].points[place] - tree_8_q[place % TREE_8];
    }
    return it;
}

/* Relative to the largest: sums of some hundred products, less well conditioned in J. */
static void check_same(const iterate *it, const double *x, const double *reference, int32_t count)
{
    const double size = largest(reference, count);
    for (int32_t k = 0; k < count; k++) {
        CHECK_NEAR(x[k], reference[tree_8_place(it, k)], 1e-10 * size);
    }
}

static void eight_joints_have_the_residual_and_direction_of_other_software(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        iterate it = open_tree_8(s);
        evaluate(&it, 0.0, NULL);
        add_residual(&it, 1.0, it.r);
        check_same(&it, it.r, tree_8[s - 1].residual, it.count);
        check_same(&it, it.g->r[s], tree_8[s - 1].next, TREE_8);
        solve(&it);
        check_same(&it, it.x, tree_8[s - 1].direction, it.count);
        iterate_close(&it);
    }
}

/* J x = -e for each unit vector e. */
static void eight_joints_have_the_jacobian_of_other_software(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        iterate it = open_tree_8(s);
        const double *J = tree_8[s - 1].jacobian;
        const int32_t n = it.count;
        for (int32_t e = 0; e < n; e++) {
            memset(it.r, 0, (size_t)n * sizeof *it.r);
            it.r[e] = 1.0;
            solve(&it);
            for (int32_t r = 0; r < n; r++) {
                double sum = 0.0, size = 1.0;
                for (int32_t c = 0; c < n; c++) {
                    const double term =
                        J[n * tree_8_place(&it, r) + tree_8_place(&it, c)] * it.x[c];
                    sum += term;
                    size += fabs(term);
                }
                CHECK_NEAR(sum, r == e ? -1.0 : 0.0, 1e-10 * size);
            }
        }
        iterate_close(&it);
    }
}

/* ---- right-hand sides and failures ---- */

static void a_solve_knows_nothing_of_those_before(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        iterate it = iterate_open(open_tree(12, 4, s), 0.05);
        disturb(&it, 3, 0.05);
        solve(&it);
        double *other = numbers(it.count), *again = numbers(it.count);
        ludo_galerkin_elimination_solve(it.g, it.h, it.x, other);
        ludo_galerkin_elimination_solve(it.g, it.h, it.r, again);
        assert_memory_equal(again, it.x, (size_t)it.count * sizeof *again);
        free(other);
        free(again);
        iterate_close(&it);
    }
}

/* Without inertia, momentum and wrench the node is singular. */
static void a_singular_node_is_named(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        iterate it = iterate_open(open_tree(6, 3, s), 0.05);
        const tree *t = &it.g->base.tree;
        int32_t node = -1;
        evaluate(&it, 0.0, NULL);
        for (int32_t a = 0; a <= s; a++) {
            for (int32_t i = 0; i < t->nodes; i++) {
                it.g->at[a].M[i] = (inertia){0};
                it.g->at[a].mu[i] = it.g->W[a][i] = force_zero();
            }
            if (it.g->acting[a].stiffness != NULL) {
                memset(it.g->acting[a].stiffness, 0, sizeof(double) * 36 * (size_t)t->nodes);
            }
        }
        assert_true(!(ludo_galerkin_elimination_factorize(it.g, it.h, &node) > 0.0));
        assert_int_equal(node, t->node_at[t->columns - 1]);
        iterate_close(&it);
    }
}

static void what_is_no_number_is_no_pivot(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        iterate it = iterate_open(open_tree(6, 2, s), 0.05);
        int32_t node = -1;
        evaluate(&it, 0.0, NULL);
        for (int32_t i = 0; i < it.g->base.tree.nodes; i++) {
            it.g->at[s].mu[i].n.x = (double)NAN;
        }
        assert_true(!(ludo_galerkin_elimination_factorize(it.g, it.h, &node) > 0.0));
        assert_in_range(node, 0, it.g->base.tree.nodes - 1);
        iterate_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direction_solves_the_linearised_equations_of_everything),
        cmocka_unit_test(direction_solves_them_on_trees_of_any_size),
        cmocka_unit_test(direction_is_that_of_a_dense_jacobian),
        cmocka_unit_test(eight_joints_have_the_residual_and_direction_of_other_software),
        cmocka_unit_test(eight_joints_have_the_jacobian_of_other_software),
        cmocka_unit_test(a_solve_knows_nothing_of_those_before),
        cmocka_unit_test(a_singular_node_is_named),
        cmocka_unit_test(what_is_no_number_is_no_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
