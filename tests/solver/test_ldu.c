/* SPDX-License-Identifier: Apache-2.0
 *
 * Block factorisation: against dense elimination, on mechanisms, at the edges of its contract. */
#include "block_problem.h"

#include <string.h>

static void factor(problem *p)
{
    double pivot = -1.0;
    int32_t node = -2;
    assert_int_equal(ludo_ldu_factor(p->ldu, &pivot, &node), LUDO_OK);
    assert_int_equal(node, -1);
    assert_true(pivot > 0.0 && pivot <= 1.0);
}

/* Diagonally dominant rows: |A^-1| <= 1 / (least excess), so x differs from the dense solution by
 * no more than both residuals over that excess, which is at least 1. */
static void check_against_dense(problem *p)
{
    factor(p);
    ludo_ldu_solve(p->ldu, p->b, p->x);
    const double tolerance = 2.0 * round_off(p);
    double *A = numbers((size_t)p->rows * (size_t)p->rows), *x = numbers((size_t)p->rows);
    memcpy(A, p->dense, sizeof *A * (size_t)p->rows * (size_t)p->rows);
    memcpy(x, p->b, sizeof *x * (size_t)p->rows);
    assert_true(dense_solve(p->rows, A, x));
    for (int32_t i = 0; i < p->rows; i++) {
        CHECK_NEAR(p->x[i], x[i], tolerance);
    }
    free(A);
    free(x);
}

static void solutions_on_random_trees_equal_dense_ones(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 60)
    {
        random_stream r = random_from(seed);
        problem p = {.g = graph_random_tree(&r, 1 + random_below(&r, 12), LUDO_LDU_MAX_DIM)};
        open_problem(&p, NULL);
        fill_dominant(&p, &r);
        check_against_dense(&p);
        assert_int_equal(ludo_ldu_fill(p.ldu), 0);
        close_problem(&p);
    }
}

static void solutions_on_random_graphs_equal_dense_ones(void **state)
{
    (void)state;
    int32_t filled = 0;
    FOR_SEEDS(seed, 60)
    {
        random_stream r = random_from(seed);
        problem p = {.g = graph_random_tree(&r, 2 + random_below(&r, 20), 6)};
        graph_add_loops(&p.g, &r, random_below(&r, 40));
        open_problem(&p, NULL);
        fill_dominant(&p, &r);
        check_against_dense(&p);
        filled += ludo_ldu_fill(p.ldu);
        close_problem(&p);
    }
    assert_true(filled > 100); /* the seeds do try fill */
}

/* the same matrix, eliminated backward */
static void given_and_found_orders_agree(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        problem p = {.g = graph_random_tree(&r, 2 + random_below(&r, 12), 6)};
        graph_add_loops(&p.g, &r, 6);
        problem q = p;
        int32_t order[GRAPH_NODES];
        open_problem(&p, NULL);
        for (int32_t k = 0; k < p.g.nodes; k++) {
            order[k] = ludo_ldu_order(p.ldu)[p.g.nodes - 1 - k];
        }
        open_problem(&q, order);
        assert_memory_equal(ludo_ldu_order(q.ldu), order, sizeof *order * (size_t)p.g.nodes);
        assert_true(ludo_ldu_fill(q.ldu) >= 0);

        random_stream again = r;
        fill_dominant(&p, &r);
        fill_dominant(&q, &again);
        factor(&p);
        factor(&q);
        ludo_ldu_solve(p.ldu, p.b, p.x);
        ludo_ldu_solve(q.ldu, q.b, q.x);
        for (int32_t i = 0; i < p.rows; i++) {
            CHECK_NEAR(p.x[i], q.x[i], 2.0 * round_off(&p)); /* as in check_against_dense() */
        }
        close_problem(&p);
        close_problem(&q);
    }
}

/* Without pivoting between blocks digits are lost; two refinements restore them as long as more
 * than half of the digits are correct. */
static void check_refined(problem *p)
{
    factor(p);
    ludo_ldu_solve(p->ldu, p->b, p->x);
    const double before = residual(p);
    const double reported = ludo_ldu_refine(p->ldu, p->b, p->x);
    CHECK_NEAR(reported, before, round_off(p)); /* two sums of the same numbers */
    (void)ludo_ldu_refine(p->ldu, p->b, p->x);
    if (!(residual(p) <= round_off(p))) {
        print_error("residual %g, then %g, round-off %g\n", before, residual(p), round_off(p));
        fail();
    }
}

static void saddle_points_on_trees_are_solved_to_round_off(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        problem p = {.g =
                         graph_random_mechanism(&r, 2 + random_below(&r, 14), 1, 6, seed % 2 == 0)};
        open_problem(&p, NULL);
        fill_saddle(&p, &r);
        check_refined(&p);
        assert_int_equal(ludo_ldu_fill(p.ldu), 0);
        close_problem(&p);
    }
}

/* Joints of up to 3 rows and loops of 1 or 2 rows, at most one of which begins at each body: at
 * most 5 rows for the 6 of each body, so that the matrix is regular. */
static void saddle_points_with_loops_are_solved_to_round_off(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const int32_t bodies = 3 + random_below(&r, 10);
        problem p = {.g = graph_random_mechanism(&r, bodies, 1, 3, true)};
        for (int32_t k = 0; k < 1 + bodies / 3; k++) {
            const int32_t j = random_below(&r, bodies);
            (void)graph_close_loop(&p.g, 1 + random_below(&r, 2), k, k == j ? -1 : j);
        }
        open_problem(&p, NULL);
        fill_saddle(&p, &r);
        check_refined(&p);
        close_problem(&p);
    }
}

/* ground - 5 - body - 3 - body - 3 - ground, 11 rows on 12: regular, but a joint eliminated as soon
 * as one of its bodies is would meet a singular block */
static void mechanism_grounded_at_both_ends_is_solved_to_round_off(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        problem p = {.g = {0}};
        const int32_t a = graph_add_node(&p.g, 6, false), b = graph_add_node(&p.g, 6, false);
        (void)graph_close_loop(&p.g, 5, a, -1);
        (void)graph_close_loop(&p.g, 3, a, b);
        (void)graph_close_loop(&p.g, 3, b, -1);
        open_problem(&p, NULL);
        fill_saddle(&p, &r);
        check_refined(&p);
        close_problem(&p);
    }
}

static void refinement_of_an_exact_solution_changes_nothing(void **state)
{
    (void)state;
    problem p = {.g = {0}};
    (void)graph_add_node(&p.g, 2, false);
    open_problem(&p, NULL);
    set(&p, 0, 0, 0, 0, 2.0);
    set(&p, 0, 0, 1, 1, 4.0);
    p.b[0] = 1.0;
    p.b[1] = 1.0;
    factor(&p);
    ludo_ldu_solve(p.ldu, p.b, p.x);
    CHECK_NEAR(ludo_ldu_refine(p.ldu, p.b, p.x), 0.0, 0.0);
    CHECK_NEAR(p.x[0], 0.5, 0.0);
    CHECK_NEAR(p.x[1], 0.25, 0.0);
    close_problem(&p);
}

static problem open_example(uint64_t seed)
{
    random_stream r = random_from(seed);
    problem p = {.g = graph_random_tree(&r, 8, 6)};
    graph_add_loops(&p.g, &r, 5);
    open_problem(&p, NULL);
    fill_dominant(&p, &r);
    return p;
}

static void blocks_are_where_edges_are_and_nowhere_else(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        problem p = open_example(seed);
        for (int32_t i = -1; i <= p.g.nodes; i++) {
            for (int32_t j = -1; j <= p.g.nodes; j++) {
                const bool inside = i >= 0 && j >= 0 && i < p.g.nodes && j < p.g.nodes;
                const bool there = inside && (i == j || graph_joined(&p.g, i, j));
                assert_int_equal(ludo_ldu_block(p.ldu, i, j) != NULL, there);
            }
        }
        close_problem(&p);
    }
}

static void rows_follow_the_numbers_of_nodes(void **state)
{
    (void)state;
    problem p = open_example(1);
    int32_t row = 0;
    for (int32_t i = 0; i < p.g.nodes; i++) {
        assert_int_equal(ludo_ldu_first_row(p.ldu, i), row);
        row += p.g.dim[i];
    }
    assert_int_equal(ludo_ldu_rows(p.ldu), row);
    close_problem(&p);
}

static void values_survive_the_factorisation(void **state)
{
    (void)state;
    problem p = open_example(2);
    factor(&p);
    for (int32_t i = 0; i < p.g.nodes; i++) {
        for (int32_t j = 0; j < p.g.nodes; j++) {
            const double *block = ludo_ldu_block(p.ldu, i, j);
            const int32_t row = ludo_ldu_first_row(p.ldu, i), at = ludo_ldu_first_row(p.ldu, j);
            for (int32_t k = 0; block != NULL && k < p.g.dim[i] * p.g.dim[j]; k++) {
                const int32_t r = row + k / p.g.dim[j], c = at + k % p.g.dim[j];
                CHECK_NEAR(block[k], p.dense[p.rows * r + c], 0.0);
            }
        }
    }
    close_problem(&p);
}

static void the_same_values_give_the_same_bits(void **state)
{
    (void)state;
    problem p = open_example(3);
    double *first = numbers((size_t)p.rows);
    factor(&p);
    ludo_ldu_solve(p.ldu, p.b, first);
    factor(&p);
    ludo_ldu_solve(p.ldu, p.b, p.x);
    assert_memory_equal(first, p.x, sizeof *first * (size_t)p.rows);
    ludo_ldu_solve(p.ldu, p.b, p.b); /* in place */
    assert_memory_equal(first, p.b, sizeof *first * (size_t)p.rows);
    free(first);
    close_problem(&p);
}

static void cleared_matrices_are_zero_and_singular(void **state)
{
    (void)state;
    problem p = open_example(4);
    ludo_ldu_clear(p.ldu);
    for (int32_t i = 0; i < p.g.nodes; i++) {
        for (int32_t k = 0; k < p.g.dim[i] * p.g.dim[i]; k++) {
            CHECK_NEAR(ludo_ldu_block(p.ldu, i, i)[k], 0.0, 0.0);
        }
    }
    assert_int_equal(ludo_ldu_factor(p.ldu, NULL, NULL), LUDO_SINGULAR);
    close_problem(&p);
}

/* path 0 - 1 - 2 of scalars, [ 2 1 0 ; 1 2 1 ; 0 1 d ]: the last pivot is d - 2/3 */
static problem open_path(double d)
{
    problem p = {.g = {0}};
    const int32_t order[] = {0, 1, 2};
    for (int32_t i = 0; i < 3; i++) {
        (void)graph_add_node(&p.g, 1, false);
    }
    graph_join(&p.g, 0, 1);
    graph_join(&p.g, 1, 2);
    open_problem(&p, order);
    set(&p, 0, 0, 0, 0, 2.0);
    set(&p, 1, 1, 0, 0, 2.0);
    set(&p, 2, 2, 0, 0, d);
    for (int32_t i = 0; i < 2; i++) {
        set(&p, i, i + 1, 0, 0, 1.0);
        set(&p, i + 1, i, 0, 0, 1.0);
    }
    return p;
}

static void check_singular(problem *p, int32_t at)
{
    double pivot = -1.0;
    int32_t node = -2;
    assert_int_equal(ludo_ldu_factor(p->ldu, &pivot, &node), LUDO_SINGULAR);
    assert_int_equal(node, at);
    CHECK_NEAR(pivot, 0.0, 0.0);
    ludo_ldu_solve(p->ldu, p->b, p->x);
    for (int32_t i = 0; i < p->rows; i++) {
        assert_true(isnan(p->x[i]));
    }
}

static void zero_and_non_finite_pivots_name_their_node(void **state)
{
    (void)state;
    problem p = open_path(1.0);
    const double bad[] = {0.0, (double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        set(&p, 0, 0, 0, 0, bad[i]);
        check_singular(&p, 0);
        set(&p, 0, 0, 0, 0, 2.0);
        factor(&p); /* regular again */
    }
    set(&p, 1, 1, 0, 0, 0.5); /* 0.5 - 1/2 */
    check_singular(&p, 1);
    set(&p, 1, 1, 0, 0, 2.0);
    set(&p, 1, 2, 0, 0, (double)NAN); /* reaches the diagonal of 2 */
    check_singular(&p, 2);
    close_problem(&p);
}

static void nan_and_infinity_are_noticed_anywhere(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        problem p = open_example(seed);
        const int32_t *edge = p.g.edge + 2 * random_below(&r, p.g.edges);
        const int32_t i = edge[random_below(&r, 2)], j = edge[random_below(&r, 2)];
        const int32_t row = random_below(&r, p.g.dim[i]), column = random_below(&r, p.g.dim[j]);
        set(&p, i, j, row, column, bad[random_below(&r, 3)]);
        assert_int_equal(ludo_ldu_factor(p.ldu, NULL, NULL), LUDO_SINGULAR);
        close_problem(&p);
    }
}

static void matrices_without_factors_give_nan(void **state)
{
    (void)state;
    problem p = open_path(1.0);
    ludo_ldu_solve(p.ldu, p.b, p.x);
    assert_true(isnan(p.x[0]) && isnan(p.x[1]) && isnan(p.x[2]));
    close_problem(&p);
}

/* NaN in the right-hand side must not look like a small residual */
static void refinement_reports_nan(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 3; i++) {
        problem p = open_path(1.0);
        factor(&p);
        p.b[i] = (double)NAN;
        assert_true(isnan(ludo_ldu_refine(p.ldu, p.b, p.x)));
        close_problem(&p);
    }
}

/* [ 1 2 ; 4 2 ]: pivots 4 and 2 - 1/2, the largest entry is 4 */
static void smallest_pivot_is_relative_to_its_block(void **state)
{
    (void)state;
    problem p = {.g = {0}};
    (void)graph_add_node(&p.g, 2, false);
    open_problem(&p, NULL);
    const double A[] = {1.0, 2.0, 4.0, 2.0};
    memcpy(ludo_ldu_block(p.ldu, 0, 0), A, sizeof A);
    double pivot;
    assert_int_equal(ludo_ldu_factor(p.ldu, &pivot, NULL), LUDO_OK);
    CHECK_NEAR(pivot, 1.5 / 4.0, 0.0);
    close_problem(&p);
}

static void bad_patterns_are_refused(void **state)
{
    (void)state;
    const int32_t dim[] = {1, 1}, edge[] = {0, 0};
    const ludo_ldu_pattern bad = {
        .struct_size = sizeof bad, .nodes = 2, .dim = dim, .edges = 1, .edge = edge};
    ludo_ldu *ldu = (ludo_ldu *)(void *)&dim;
    ludo_diagnostic why;
    assert_int_equal(ludo_ldu_create(&bad, NULL, &ldu, &why), LUDO_BAD_ARGUMENT);
    assert_null(ldu);
    assert_non_null(strstr(why.message, "edge 0"));
    assert_int_equal(ludo_ldu_create(NULL, NULL, &ldu, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_ldu_create(&bad, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_ldu_destroy(NULL);
}

static void create_survives_each_failing_allocation(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    graph g = graph_random_tree(&r, GRAPH_NODES, 6);
    graph_add_loops(&g, &r, 60);
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_ldu *ldu = NULL;
        const ludo_status status = ludo_ldu_create(&pattern, &alloc.hook, &ldu, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(ldu == NULL, alloc.failed);
        assert_int_equal(alloc.live, alloc.failed ? 0 : 1); /* one block of memory */
        ludo_ldu_destroy(ldu);
    }
}

static void nothing_is_allocated_after_creation(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    problem p = {.g = graph_random_tree(&r, 10, 6)};
    failing_allocator alloc;
    failing_init(&alloc, 0);
    const ludo_ldu_pattern pattern = graph_pattern(&p.g);
    assert_int_equal(ludo_ldu_create(&pattern, &alloc.hook, &p.ldu, NULL), LUDO_OK);
    const long made = alloc.made;
    p.rows = ludo_ldu_rows(p.ldu);
    p.dense = numbers((size_t)p.rows * (size_t)p.rows);
    p.b = numbers((size_t)p.rows);
    p.x = numbers((size_t)p.rows);
    fill_dominant(&p, &r);
    factor(&p);
    ludo_ldu_solve(p.ldu, p.b, p.x);
    (void)ludo_ldu_refine(p.ldu, p.b, p.x);
    assert_int_equal(alloc.made, made);
    close_problem(&p);
    assert_int_equal(alloc.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_on_random_trees_equal_dense_ones),
        cmocka_unit_test(solutions_on_random_graphs_equal_dense_ones),
        cmocka_unit_test(given_and_found_orders_agree),
        cmocka_unit_test(saddle_points_on_trees_are_solved_to_round_off),
        cmocka_unit_test(saddle_points_with_loops_are_solved_to_round_off),
        cmocka_unit_test(mechanism_grounded_at_both_ends_is_solved_to_round_off),
        cmocka_unit_test(refinement_of_an_exact_solution_changes_nothing),
        cmocka_unit_test(blocks_are_where_edges_are_and_nowhere_else),
        cmocka_unit_test(rows_follow_the_numbers_of_nodes),
        cmocka_unit_test(values_survive_the_factorisation),
        cmocka_unit_test(the_same_values_give_the_same_bits),
        cmocka_unit_test(cleared_matrices_are_zero_and_singular),
        cmocka_unit_test(zero_and_non_finite_pivots_name_their_node),
        cmocka_unit_test(nan_and_infinity_are_noticed_anywhere),
        cmocka_unit_test(matrices_without_factors_give_nan),
        cmocka_unit_test(refinement_reports_nan),
        cmocka_unit_test(smallest_pivot_is_relative_to_its_block),
        cmocka_unit_test(bad_patterns_are_refused),
        cmocka_unit_test(create_survives_each_failing_allocation),
        cmocka_unit_test(nothing_is_allocated_after_creation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
