/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees with ties: the recursion solves the equations that its headers state. */
#include "solver/ties.h"
#include "solver/tie_plan.h"

#include "tree_problem.h"

enum { MOST_TIES = 12, MOST_ENDS = 8, MOST_ALL = MOST_ROWS + TIE_ROWS * MOST_TIES };

/* A tree with ties; arrays of the ties are in one block. */
typedef struct tied {
    problem p;
    ties t;
    int32_t rows[MOST_TIES], first[MOST_TIES + 1];
    tie_end end[MOST_TIES * MOST_ENDS];
    char *block;
    tie_plan *plan;
} tied;

/* --- random ties ------------------------------------------------------------------------------ */

static bool has_end(const tied *x, int32_t tie, tie_end end)
{
    for (int32_t e = x->first[tie]; e < x->first[tie + 1]; e++) {
        if (x->end[e].node == end.node && x->end[e].columns == end.columns) {
            return true;
        }
    }
    return false;
}

/* A tie of 1 to 6 rows with some ends anywhere, most often two. */
static void add_tie(tied *x, random_stream *r)
{
    const int32_t tie = x->t.count++;
    const int32_t wanted = random_below(r, 4) > 0 ? 2 : 1 + random_below(r, MOST_ENDS);
    x->rows[tie] = 1 + random_below(r, TIE_ROWS);
    x->first[tie + 1] = x->first[tie];
    for (int32_t k = 0; k < wanted; k++) {
        const tie_end end = {random_below(r, x->p.nodes), random_below(r, 3) == 0};
        if (!has_end(x, tie, end)) {
            x->end[x->first[tie + 1]++] = end;
        }
    }
}

static int32_t end_numbers(const tied *x, int32_t e)
{
    const tie_end *end = &x->end[e];
    return end->columns ? x->p.column[end->node + 1] - x->p.column[end->node] : 6;
}

/* Rows near force columns; D regular whatever the rows are. */
static void fill_tie(tied *x, int32_t tie, random_stream *r)
{
    for (int32_t e = x->first[tie]; e < x->first[tie + 1]; e++) {
        for (int32_t k = 0; k < end_numbers(x, e); k++) {
            for (int32_t j = 0; j < x->rows[tie]; j++) {
                const double F = random_uniform(r, -1.0, 1.0);
                x->t.F[BLOCK * e + ROW * k + j] = F;
                x->t.R[BLOCK * e + ROW * k + j] = F + random_uniform(r, -0.05, 0.05);
            }
        }
    }
    for (int32_t j = 0; j < x->rows[tie]; j++) {
        x->t.D[ROW * tie + j] = random_uniform(r, 0.5, 2.0);
    }
}

static void fill_rests(tied *x, random_stream *r)
{
    for (int32_t tie = 0; tie < x->t.count; tie++) {
        for (int32_t j = 0; j < x->rows[tie]; j++) {
            x->t.b[ROW * tie + j] = random_uniform(r, -1.0, 1.0);
        }
    }
}

/* Room and plan for ties whose pattern is there. */
static void open_ties(tied *x)
{
    x->t.rows = x->rows, x->t.first = x->first, x->t.end = x->end;
    x->t.ends = x->first[x->t.count];
    arena measure = {NULL, 0, false};
    ludo_ties_layout(&x->t, &measure);
    x->block = aligned_alloc(64, measure.used + 64);
    assert_non_null(x->block);
    ludo_ties_layout(&x->t, &(arena){x->block, 0, false});
    assert_int_equal(ludo_tie_plan_create(&x->p.t, &x->t, NULL, &x->plan), LUDO_OK);
    x->p.t.plan = x->plan;
}

/* The pattern stays where it is: *x must. */
static void open_random(tied *x, random_stream *r)
{
    *x = (tied){.p = random_problem(r)};
    for (int32_t k = 1 + random_below(r, MOST_TIES); k > 0; k--) {
        add_tie(x, r);
    }
    open_ties(x);
    for (int32_t tie = 0; tie < x->t.count; tie++) {
        fill_tie(x, tie, r);
    }
    fill_rests(x, r);
}

static void close_tied(tied *x)
{
    ludo_tie_plan_destroy(x->plan);
    free(x->block);
    free_problem(&x->p);
}

/* --- the equations ---------------------------------------------------------------------------- */

/* Column j of a tie's forces, and row j of what it asks. */
static void dense_end(const tied *x, int n, int32_t e, int j, int at, double *A)
{
    const problem *p = &x->p;
    const tie_end *end = &x->end[e];
    const int first = end->columns ? 6 * p->nodes + p->column[end->node] : 6 * end->node;
    double f[6];
    for (int32_t k = 0; k < end_numbers(x, e); k++) {
        const double F = x->t.F[BLOCK * e + ROW * k + j];
        A[at * n + first + k] += x->t.R[BLOCK * e + ROW * k + j];
        if (end->columns) {
            A[(first + k) * n + at] -= F;
        } else {
            f[k] = -F;
        }
    }
    if (!end->columns) {
        dense_push(p, n, end->node, f, A, NULL, at);
    }
}

static void dense_ties(const tied *x, int n, double *A, double *b)
{
    int at = 6 * x->p.nodes + x->p.columns;
    for (int32_t tie = 0; tie < x->t.count; tie++) {
        for (int j = 0; j < x->rows[tie]; j++, at++) {
            for (int32_t e = x->first[tie]; e < x->first[tie + 1]; e++) {
                dense_end(x, n, e, j, at, A);
            }
            A[at * n + at] = x->t.D[ROW * tie + j];
            b[at] = x->t.b[ROW * tie + j];
        }
    }
}

/* The largest difference of u, w and l from the dense solution, relative to the largest number. */
static double far_from_dense(const tied *x)
{
    static double A[MOST_ALL * MOST_ALL], b[MOST_ALL];
    const problem *p = &x->p;
    int n = 6 * p->nodes + p->columns;
    for (int32_t tie = 0; tie < x->t.count; tie++) {
        n += x->rows[tie];
    }
    memset(A, 0, sizeof A);
    memset(b, 0, sizeof b);
    dense_motions(p, n, A, b);
    dense_balances(p, n, A, b);
    dense_ties(x, n, A, b);
    assert_true(dense_solve(n, A, b));
    double worst = 0.0, largest = 1.0;
    for (int i = 0; i < 6 * p->nodes + p->columns; i++) {
        const double found = i < 6 * p->nodes ? p->t.u[i] : p->t.w[i - 6 * p->nodes];
        worst = fmax(worst, fabs(found - b[i]));
        largest = fmax(largest, fabs(b[i]));
    }
    for (int32_t tie = 0, at = 6 * p->nodes + p->columns; tie < x->t.count; tie++) {
        for (int j = 0; j < x->rows[tie]; j++, at++) {
            worst = fmax(worst, fabs(x->t.l[ROW * tie + j] - b[at]));
            largest = fmax(largest, fabs(b[at]));
        }
    }
    return worst / largest;
}

static void tied_trees_are_solved(void **state)
{
    (void)state;
    double worst = 0.0;
    FOR_SEEDS(seed, 500)
    {
        random_stream r = random_from(seed);
        tied x;
        open_random(&x, &r);
        factor_and_solve(&x.p);
        const double far = far_from_dense(&x);
        worst = fmax(worst, far);
        if (!(far < 1e-9)) {
            print_error("seed %d: %.3e\n", (int)seed, far);
        }
        close_tied(&x);
    }
    print_message("%.3e\n", worst);
    CHECK_NEAR(worst, 0.0, dense_tolerance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tied_trees_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
