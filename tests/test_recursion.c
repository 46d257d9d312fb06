/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion solves the equations that its header states, on any tree. */
#include "solver/recursion.h"

#include "support.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 12, MOST_COLUMNS = 6 * MOST_NODES, MOST_ROWS = 12 * MOST_NODES };

/* A tree with its values; the recursion points at these arrays. */
typedef struct problem {
    int32_t nodes, columns;
    int32_t *parent, *column, *corner;
    double *S, *T, *d_S, *d_T, *M, *r, *y, *C, *e; /* M: 36 per node */
    double *memory;
    char *block;
    recursion t;
} problem;

static double *take(double **memory, size_t count)
{
    double *piece = *memory;
    *memory += count;
    return piece;
}

/* Arrays for a tree whose nodes have `count[i]` columns, all zero, and a recursion laid out. */
static problem new_problem(int32_t nodes, const int32_t *count)
{
    const size_t n = (size_t)nodes;
    problem p = {.nodes = nodes};
    p.parent = calloc(n, sizeof *p.parent);
    p.column = calloc(n + 1, sizeof *p.column);
    p.corner = calloc(n + 1, sizeof *p.corner);
    for (int32_t i = 0; i < nodes; i++) {
        p.column[i + 1] = p.column[i] + count[i];
        p.corner[i + 1] = p.corner[i] + count[i] * count[i];
    }
    p.columns = p.column[nodes];
    const size_t m = (size_t)p.columns, corners = (size_t)p.corner[nodes];
    p.memory = calloc(54 * n + 13 * m + corners, sizeof *p.memory);
    double *memory = p.memory;
    p.S = take(&memory, 6 * m);
    p.T = take(&memory, 6 * m);
    p.d_S = take(&memory, 3 * n);
    p.d_T = take(&memory, 3 * n);
    p.M = take(&memory, 36 * n);
    p.r = take(&memory, 6 * n);
    p.y = take(&memory, 6 * n);
    p.C = take(&memory, corners);
    p.e = take(&memory, m);

    p.t = (recursion){.nodes = nodes, .parent = p.parent, .column = p.column, .corner = p.corner};
    arena measure = {NULL, 0, false};
    ludo_recursion_layout(&p.t, &measure);
    p.block = aligned_alloc(64, measure.used);
    assert_non_null(p.block);
    ludo_recursion_layout(&p.t, &(arena){p.block, 0, false});
    p.t.S = p.S;
    p.t.T = p.T;
    p.t.d_S = p.d_S;
    p.t.d_T = p.d_T;
    return p;
}

static void free_problem(problem *p)
{
    free(p->parent);
    free(p->column);
    free(p->corner);
    free(p->memory);
    free(p->block);
}

static void randomize(random_stream *r, double *numbers, size_t count, double size)
{
    for (size_t i = 0; i < count; i++) {
        numbers[i] += random_uniform(r, -size, size);
    }
}

/* A corner of size `scale`, nearly symmetric and positive definite, diagonal on demand. */
static void fill_corner(problem *p, random_stream *r, int32_t i, double scale, bool diagonal)
{
    const int32_t f = p->column[i + 1] - p->column[i];
    double *C = p->C + p->corner[i];
    for (int32_t k = 0; k < f * f; k++) {
        const double off = diagonal ? 0.0 : random_uniform(r, -0.15, 0.15);
        C[k] = scale * (k % (f + 1) == 0 ? random_uniform(r, 1.0, 3.0) : off);
    }
}

/* Nearly symmetric and positive definite blocks, T near S, levers near each other: what a time
 * step makes, with larger differences. Columns near unit vectors are independent. */
static void fill_values(problem *p, random_stream *r)
{
    const size_t n = (size_t)p->nodes, m = (size_t)p->columns;
    for (int32_t i = 0; i < p->nodes; i++) {
        const int32_t first = random_below(r, 6);
        for (int32_t c = p->column[i]; c < p->column[i + 1]; c++) {
            p->S[6 * c + (first + c - p->column[i]) % 6] = 1.0;
        }
        for (int k = 0; k < 6; k++) {
            p->M[36 * i + 7 * k] = random_uniform(r, 1.0, 3.0);
        }
    }
    randomize(r, p->S, 6 * m, 0.15);
    memcpy(p->T, p->S, 6 * m * sizeof *p->T);
    randomize(r, p->T, 6 * m, 0.05);
    randomize(r, p->d_S, 3 * n, 1.0);
    memcpy(p->d_T, p->d_S, 3 * n * sizeof *p->d_T);
    randomize(r, p->d_T, 3 * n, 0.1);
    randomize(r, p->M, 36 * n, 0.15);
    randomize(r, p->r, 6 * n, 1.0);
    randomize(r, p->y, 6 * n, 1.0);
    randomize(r, p->e, m, 1.0);
}

/* A random tree of 1 to MOST_NODES nodes, each with 0 to 6 columns and a corner that is zero,
 * tiny, like the rest or huge; some trees have no columns at all. */
static problem random_problem(random_stream *r)
{
    const int32_t nodes = 1 + random_below(r, MOST_NODES);
    const int32_t most = random_below(r, 10) == 0 ? 1 : 7;
    int32_t count[MOST_NODES] = {0};
    for (int32_t i = 0; i < nodes; i++) {
        count[i] = random_below(r, most);
    }
    problem p = new_problem(nodes, count);
    for (int32_t i = 0; i < nodes; i++) {
        p.parent[i] = random_below(r, i + 1) - 1;
    }
    fill_values(&p, r);
    const double scales[] = {0.0, 1e-9, 1.0, 1e9};
    for (int32_t i = 0; i < nodes; i++) {
        const double scale = scales[random_below(r, 4)];
        fill_corner(&p, r, i, scale, random_below(r, 2) == 0);
    }
    return p;
}

/* Hand values to the recursion, which overwrites them. */
static void load_blocks(problem *p)
{
    memset(p->t.M, 0, BLOCK * (size_t)p->nodes * sizeof *p->t.M);
    for (int32_t i = 0; i < p->nodes; i++) {
        for (int k = 0; k < 36; k++) {
            p->t.M[BLOCK * i + ROW * (k / 6) + k % 6] = p->M[36 * i + k];
        }
    }
    memcpy(p->t.C, p->C, (size_t)p->corner[p->nodes] * sizeof *p->C);
}

static void load_sides(problem *p)
{
    memcpy(p->t.e, p->e, (size_t)p->columns * sizeof *p->e);
    memcpy(p->t.r, p->r, 6 * (size_t)p->nodes * sizeof *p->r);
    memcpy(p->t.y, p->y, 6 * (size_t)p->nodes * sizeof *p->y);
}

static void factor_and_solve(problem *p)
{
    load_blocks(p);
    load_sides(p);
    ludo_recursion_factor(&p->t);
    ludo_recursion_expand(&p->t);
}

/* --- the equations, from their definition ---------------------------------------------------- */

/* X u = ( u_x - d x u_phi ; u_phi ) */
static void carry(const double *d, const double *u, double *out)
{
    const ludo_vec3 x =
        v3_sub(v3(u[0], u[1], u[2]), v3_cross(v3(d[0], d[1], d[2]), v3(u[3], u[4], u[5])));
    out[0] = x.x, out[1] = x.y, out[2] = x.z;
    out[3] = u[3], out[4] = u[4], out[5] = u[5];
}

/* B^T f = ( f_x ; f_phi + d x f_x ) */
static void lever_up(const double *d, double *f)
{
    const ludo_vec3 m = v3_cross(v3(d[0], d[1], d[2]), v3(f[0], f[1], f[2]));
    f[3] += m.x, f[4] += m.y, f[5] += m.z;
}

/* Rows of the dense system in u (6 per node) and w: u_i - X_i u_p - S_i w_i = y_i. */
static void dense_motions(const problem *p, int n, double *A, double *b)
{
    for (int32_t i = 0; i < p->nodes; i++) {
        for (int k = 0; k < 6; k++) {
            const int row = 6 * i + k;
            A[row * n + row] = 1.0;
            b[row] = p->y[6 * i + k];
            for (int32_t c = p->column[i]; c < p->column[i + 1]; c++) {
                A[row * n + 6 * p->nodes + c] = -p->S[6 * c + k];
            }
        }
        for (int k = 0; k < 6 && p->parent[i] >= 0; k++) {
            double e[6] = {0.0}, Xe[6];
            e[k] = 1.0;
            carry(p->d_S + 3 * i, e, Xe);
            for (int j = 0; j < 6; j++) {
                A[(6 * i + j) * n + 6 * p->parent[i] + k] = -Xe[j];
            }
        }
    }
}

/* Add to the balances of node i and all that carry it: T^T B^T ... B^T f goes to column `at` of
 * the matrix, or to the right-hand side. */
static void dense_push(const problem *p, int n, int32_t i, const double *f_in, double *A, double *b,
                       int at)
{
    double f[6];
    memcpy(f, f_in, sizeof f);
    for (int32_t a = i; a >= 0; a = p->parent[a]) {
        for (int32_t c = p->column[a]; c < p->column[a + 1]; c++) {
            double *entry = at < 0 ? &b[6 * p->nodes + c] : &A[(6 * p->nodes + c) * n + at];
            for (int k = 0; k < 6; k++) {
                *entry += p->T[6 * c + k] * f[k];
            }
        }
        lever_up(p->d_T + 3 * a, f);
    }
}

/* The other rows: T^T times the sum over the subtree of B^T M u, and C w, are that of B^T r and e.
 */
static void dense_balances(const problem *p, int n, double *A, double *b)
{
    for (int32_t i = 0; i < p->nodes; i++) {
        dense_push(p, n, i, p->r + 6 * i, A, b, -1);
        for (int k = 0; k < 6; k++) {
            double f[6];
            for (int j = 0; j < 6; j++) {
                f[j] = p->M[36 * i + 6 * j + k];
            }
            dense_push(p, n, i, f, A, b, 6 * i + k);
        }
        const int32_t first = p->column[i], count = p->column[i + 1] - first;
        for (int32_t k = 0; k < count * count; k++) {
            const int32_t row = 6 * p->nodes + first + k / count;
            A[row * n + 6 * p->nodes + first + k % count] += p->C[p->corner[i] + k];
        }
        for (int32_t c = first; c < first + count; c++) {
            b[6 * p->nodes + c] += p->e[c];
        }
    }
}

/* The recursion's u and w against the dense solution. */
static void check_against_dense(const problem *p, double tolerance)
{
    static double A[MOST_ROWS * MOST_ROWS], b[MOST_ROWS];
    const int n = 6 * p->nodes + p->columns;
    memset(A, 0, sizeof A);
    memset(b, 0, sizeof b);
    dense_motions(p, n, A, b);
    dense_balances(p, n, A, b);
    assert_true(dense_solve(n, A, b));
    for (int i = 0; i < n; i++) {
        const double found = i < 6 * p->nodes ? p->t.u[i] : p->t.w[i - 6 * p->nodes];
        CHECK_NEAR(found, b[i], tolerance);
    }
}

/* Solutions are of size 10; some hundred roundings on the way, pivots of a tenth and more. */
static const double dense_tolerance = 10 * 1000 * DBL_EPSILON;

static void recursion_solves_the_restricted_equations(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        factor_and_solve(&p);
        check_against_dense(&p, dense_tolerance);
        free_problem(&p);
    }
}

static void factors_serve_other_right_hand_sides(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        factor_and_solve(&p);
        for (int k = 0; k < 3; k++) {
            randomize(&r, p.r, 6 * (size_t)p.nodes, 1.0);
            randomize(&r, p.y, 6 * (size_t)p.nodes, 1.0);
            randomize(&r, p.e, (size_t)p.columns, 1.0);
            load_sides(&p);
            ludo_recursion_reduce(&p.t);
            ludo_recursion_expand(&p.t);
            check_against_dense(&p, dense_tolerance);
        }
        free_problem(&p);
    }
}

static void reducing_alone_gives_the_bits_of_factorising(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        double u[6 * MOST_NODES], w[MOST_COLUMNS];
        factor_and_solve(&p);
        memcpy(u, p.t.u, 6 * (size_t)p.nodes * sizeof *u);
        memcpy(w, p.t.w, (size_t)p.columns * sizeof *w);
        load_sides(&p);
        ludo_recursion_reduce(&p.t);
        ludo_recursion_expand(&p.t);
        assert_memory_equal(p.t.u, u, 6 * (size_t)p.nodes * sizeof *u);
        assert_memory_equal(p.t.w, w, (size_t)p.columns * sizeof *w);
        free_problem(&p);
    }
}

/* A point mass m on a slide, with mass c that only the slide feels: (m + c) w = r + e. */
static void a_corner_and_its_side_add_to_one_balance(void **state)
{
    (void)state;
    const double m = 3.0, c = 0.5, r = 2.0, e = -0.25;
    problem p = new_problem(1, (const int32_t[]){1});
    p.parent[0] = -1;
    for (int k = 0; k < 6; k++) {
        p.M[7 * k] = m;
    }
    p.S[0] = p.T[0] = 1.0;
    p.r[0] = r;
    p.C[0] = c;
    p.e[0] = e;
    factor_and_solve(&p);
    CHECK_NEAR(p.t.w[0], (r + e) / (m + c), 4 * DBL_EPSILON);
    CHECK_NEAR(p.t.u[0], p.t.w[0], 0.0);
    assert_true(p.t.smallest_pivot == 1.0); /* nothing cancels */
    free_problem(&p);
}

/* With C = s D and e = s D w_0 the balances read D (w_0 - w) = -T^T f / s, and T^T f, of subtrees
 * of a dozen nodes with unit sides and levers, stays below 1e4. */
static void a_huge_corner_prescribes_its_free_numbers(void **state)
{
    (void)state;
    const double s = 1e12;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        for (int32_t i = 0; i < p.nodes; i++) {
            const int32_t f = p.column[i + 1] - p.column[i];
            fill_corner(&p, &r, i, s, true);
            for (int32_t j = 0; j < f; j++) {
                p.e[p.column[i] + j] = p.C[p.corner[i] + j * (f + 1)] * j;
            }
        }
        factor_and_solve(&p);
        for (int32_t i = 0; i < p.nodes; i++) {
            for (int32_t c = p.column[i]; c < p.column[i + 1]; c++) {
                CHECK_NEAR(p.t.w[c], c - p.column[i], 1e4 / s);
            }
        }
        free_problem(&p);
    }
}

/* --- pivots ---------------------------------------------------------------------------------- */

/* A chain of nodes with as many columns each, all well posed, without corners. */
static problem random_chain(random_stream *r, int32_t nodes, int32_t columns)
{
    int32_t *count = malloc((size_t)nodes * sizeof *count);
    assert_non_null(count);
    for (int32_t i = 0; i < nodes; i++) {
        count[i] = columns;
    }
    problem p = new_problem(nodes, count);
    free(count);
    for (int32_t i = 0; i < nodes; i++) {
        p.parent[i] = i - 1;
    }
    fill_values(&p, r);
    return p;
}

/* What a spoiled pivot keeps of itself. */
static const double left_over = 1e-9;

/* T all but orthogonal to M S, for the first column of node i of a factorised problem. */
static void spoil_rows(problem *p, int32_t i)
{
    const int32_t c = p->column[i];
    const double *g = p->t.g + ROW * c, *S = p->S + 6 * c;
    double gg = 0.0, Sg = 0.0;
    for (int k = 0; k < 6; k++) {
        gg += g[k] * g[k];
        Sg += S[k] * g[k];
    }
    for (int k = 0; k < 6; k++) {
        p->T[6 * c + k] = S[k] - (1.0 - left_over) * Sg / gg * g[k];
    }
}

/* A corner that all but cancels T^T M S. */
static void spoil_corner(problem *p, int32_t i)
{
    const int32_t c = p->column[i];
    double Tg = 0.0;
    for (int k = 0; k < 6; k++) {
        Tg += p->T[6 * c + k] * p->t.g[ROW * c + k];
    }
    p->C[p->corner[i]] = -(1.0 - left_over) * Tg;
}

static void the_weakest_pivot_is_named(void **state)
{
    (void)state;
    enum { NODES = 8 };
    void (*const spoil[])(problem *, int32_t) = {spoil_rows, spoil_corner};
    for (int32_t k = 0; k < 4 * NODES; k++) {
        const int32_t bad = k % NODES, columns = 1 + k / NODES % 2;
        random_stream r = random_from(3);
        problem p = random_chain(&r, NODES, columns);
        factor_and_solve(&p);
        assert_true(p.t.smallest_pivot > 0.1 && p.t.smallest_pivot <= 1.0);
        assert_true(p.t.weakest >= 0 && p.t.weakest < NODES);

        spoil[k / (2 * NODES)](&p, bad);
        factor_and_solve(&p);
        assert_int_equal(p.t.weakest, bad);
        /* S is nearly along M S, and what is orthogonal to that is small altogether */
        assert_true(p.t.smallest_pivot > 0.1 * left_over);
        assert_true(p.t.smallest_pivot < 1000 * left_over);
        free_problem(&p);
    }
}

/* Nothing is decided here: what can't be solved yields no finite numbers, and a pivot that says
 * so. */
static void a_zero_pivot_and_no_number_are_told(void **state)
{
    (void)state;
    enum { NODES = 4, BAD = 2 };
    random_stream r = random_from(5);
    problem zero = random_chain(&r, NODES, 1), none = random_chain(&r, NODES, 1);
    memset(zero.T + 6 * BAD, 0, 6 * sizeof *zero.T);
    factor_and_solve(&zero);
    assert_true(!(zero.t.smallest_pivot > 0.0));
    assert_int_equal(zero.t.weakest, BAD);
    assert_true(!isfinite(zero.t.u[6 * BAD]));

    none.M[36 * BAD] = (double)NAN;
    factor_and_solve(&none);
    assert_true(!(none.t.smallest_pivot > 0.0));
    assert_int_equal(none.t.weakest, BAD);
    free_problem(&zero);
    free_problem(&none);
}

/* --- size ------------------------------------------------------------------------------------ */

/* The largest T^T f + e over all nodes, f the balance of the subtree at the solution. */
static double worst_balance(const problem *p, double *f)
{
    double worst = 0.0;
    memset(f, 0, 6 * (size_t)p->nodes * sizeof *f);
    for (int32_t i = p->nodes; i-- > 0;) {
        for (int k = 0; k < 6; k++) {
            f[6 * i + k] += p->r[6 * i + k];
            for (int c = 0; c < 6; c++) {
                f[6 * i + k] -= p->M[36 * i + 6 * k + c] * p->t.u[6 * i + c];
            }
        }
        double rest = p->e[i];
        for (int k = 0; k < 6; k++) {
            rest += p->T[6 * i + k] * f[6 * i + k];
        }
        worst = fmax(worst, fabs(rest));
        lever_up(p->d_T + 3 * i, f + 6 * i);
        for (int k = 0; k < 6 && i > 0; k++) {
            f[6 * (i - 1) + k] += f[6 * i + k];
        }
    }
    return worst;
}

/* Memory is linear and so is the work: a hundred thousand nodes take a moment, where a quadratic
 * method would take hours. Levers are short, that moments of so many bodies stay of size 1. */
static void a_hundred_thousand_nodes_are_no_matter(void **state)
{
    (void)state;
    enum { NODES = 100000 };
    random_stream r = random_from(9);
    problem p = random_chain(&r, NODES, 1);
    for (int32_t i = 0; i < 3 * NODES; i++) {
        p.d_S[i] *= 1e-6;
        p.d_T[i] *= 1e-6;
    }
    factor_and_solve(&p);
    double *f = malloc(6 * NODES * sizeof *f), largest = 0.0;
    assert_non_null(f);
    for (int32_t i = 0; i < 6 * NODES; i++) {
        largest = fmax(largest, fabs(p.t.u[i]));
    }
    /* rounding of a sum over all nodes of numbers of the solution's size */
    CHECK_NEAR(worst_balance(&p, f), 0.0, NODES * DBL_EPSILON * largest);
    arena whole = {NULL, 0, false}, half = {NULL, 0, false};
    recursion t = p.t;
    ludo_recursion_layout(&t, &whole);
    t.nodes = NODES / 2;
    ludo_recursion_layout(&t, &half);
    assert_true(whole.used <= 2 * half.used);
    free(f);
    free_problem(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_solves_the_restricted_equations),
        cmocka_unit_test(factors_serve_other_right_hand_sides),
        cmocka_unit_test(reducing_alone_gives_the_bits_of_factorising),
        cmocka_unit_test(a_corner_and_its_side_add_to_one_balance),
        cmocka_unit_test(a_huge_corner_prescribes_its_free_numbers),
        cmocka_unit_test(the_weakest_pivot_is_named),
        cmocka_unit_test(a_zero_pivot_and_no_number_are_told),
        cmocka_unit_test(a_hundred_thousand_nodes_are_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
