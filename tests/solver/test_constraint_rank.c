/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of constraints that depend on others are found. */
#include "constrained_tree.h"

/* Three numbers of row j of an end at a node. */
static ludo_vec3 part(const constrained_tree *x, int32_t e, int32_t j, int at)
{
    const double *F = x->t.F + BLOCK * e + ROW * at + j;
    return v3(F[0], F[ROW], F[2 * ROW]);
}

/* The lever from the world to a node. */
static ludo_vec3 lever_of(const problem *p, int32_t node)
{
    ludo_vec3 lever = v3(0.0, 0.0, 0.0);
    for (int32_t i = node; i >= 0; i = p->parent[i]) {
        lever = v3_add(lever, v3(p->d_S[3 * i], p->d_S[3 * i + 1], p->d_S[3 * i + 2]));
    }
    return lever;
}

/* Make rows of ends at several nodes relative: common motions change none; modifies the first
 * end. */
static void make_relative(constrained_tree *x, int32_t constraint, int32_t j)
{
    ludo_vec3 force = v3(0.0, 0.0, 0.0), moment = force;
    int32_t nodes = 0, own = -1;
    for (int32_t e = x->first[constraint]; e < x->first[constraint + 1]; e++) {
        if (!x->end[e].columns) {
            const ludo_vec3 f = part(x, e, j, 0), lever = lever_of(&x->p, x->end[e].node);
            force = v3_add(force, f);
            moment = v3_add(moment, v3_add(part(x, e, j, 3), v3_cross(lever, f)));
            own = nodes++ == 0 ? e : own;
        }
    }
    if (nodes > 1) {
        moment = v3_sub(moment, v3_cross(lever_of(&x->p, x->end[own].node), force));
        double *F = x->t.F + BLOCK * own + j;
        F[0] -= force.x, F[ROW] -= force.y, F[2 * ROW] -= force.z;
        F[3 * ROW] -= moment.x, F[4 * ROW] -= moment.y, F[5 * ROW] -= moment.z;
    }
}

/* A symmetric problem whose constraints have rows F = R, some of them sums of others of the same
 * end. */
static void open_symmetric(constrained_tree *x, random_stream *r)
{
    begin_chain(x, r);
    problem *p = &x->p;
    memcpy(p->T, p->S, 6 * (size_t)p->columns * sizeof *p->T);
    memcpy(p->d_T, p->d_S, 3 * (size_t)p->nodes * sizeof *p->d_T);
    for (int32_t i = 0; i < p->nodes; i++) {
        for (int k = 0; k < 36; k++) {
            p->M[36 * i + k] = p->M[36 * i + 6 * (k / 6 < k % 6 ? k / 6 : k % 6) +
                                    (k / 6 < k % 6 ? k % 6 : k / 6)];
        }
    }
    for (int32_t constraint = 1 + random_below(r, 4); constraint > 0; constraint--) {
        add_constraint(x, r);
    }
    open_constraints(x);
    for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
        fill_constraint(x, constraint, r);
        const bool repeat = random_below(r, 2) == 0;
        const int32_t first = x->first[constraint], ends = x->first[constraint + 1] - first;
        for (int32_t j = 0; j < x->rows[constraint]; j++) {
            make_relative(x, constraint, j);
        }
        for (int32_t k = 0; k < 6 * ends && repeat; k++) {
            double *row = x->t.F + BLOCK * first + ROW * k;
            row[x->rows[constraint] - 1] = row[0] - 2.0 * row[x->rows[constraint] / 2];
        }
        memcpy(x->t.R + BLOCK * first, x->t.F + BLOCK * first,
               BLOCK * (size_t)ends * sizeof *x->t.R);
    }
}

/* The matrix of all rows in the free coordinates alone: dg/dw, from unit rates. */
static int32_t rates_of_columns(constrained_tree *x, double *A)
{
    const int32_t columns = x->p.columns;
    int32_t rows = 0;
    for (int32_t c = 0; c < columns; c++) {
        double u[6 * MOST_NODES] = {0.0}, w[MOST_COLUMNS] = {0.0}, out[ROW * MOST_TIES];
        w[c] = 1.0;
        for (int32_t i = 0; i < x->p.nodes; i++) {
            if (x->p.parent[i] >= 0) {
                carry(x->p.d_S + 3 * i, u + 6 * x->p.parent[i], u + 6 * i);
            }
            for (int32_t j = x->p.column[i]; j < x->p.column[i + 1]; j++) {
                for (int k = 0; k < 6; k++) {
                    u[6 * i + k] += x->p.S[6 * j + k] * w[j];
                }
            }
        }
        ludo_constraints_rate(&x->t, x->p.column, u, w, out);
        rows = 0;
        for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
            for (int32_t j = 0; j < x->rows[constraint]; j++) {
                A[columns * rows++ + c] = out[ROW * constraint + j];
            }
        }
    }
    return rows;
}

/* The rank of the `wanted` rows, by elimination with full pivoting: the remainder of rows of size
 * 10 is either rounding or much larger. */
static int32_t dense_rank(const double *rows, const bool *wanted, int32_t m, int32_t n)
{
    static double A[CONSTRAINT_ROWS * MOST_TIES * MOST_COLUMNS];
    memcpy(A, rows, (size_t)(m * n) * sizeof *A);
    for (int32_t i = 0; i < m * n; i++) {
        A[i] = wanted == NULL || wanted[i / n] ? A[i] : 0.0;
    }
    for (int32_t rank = 0;; rank++) {
        int32_t best = 0;
        for (int32_t i = 1; i < m * n; i++) {
            best = fabs(A[i]) > fabs(A[best]) ? i : best;
        }
        if (!(fabs(A[best]) > 1e-6)) {
            return rank;
        }
        const int32_t row = best / n, column = best % n;
        for (int32_t i = 0; i < m; i++) {
            const double l = A[n * i + column] / A[n * row + column];
            for (int32_t j = 0; j < n && i != row; j++) {
                A[n * i + j] -= l * A[n * row + j];
            }
        }
        memset(A + n * row, 0, (size_t)n * sizeof *A);
    }
}

/* Of 3000 such problems none has a dependent row with a pivot of more than 1e-10, or an independent
 * one with a pivot of less than 1e-9. */
static const double dependent = 3e-10;

/* Rows that are not flagged are independent, and as many as the rank. */
static void dependent_rows_are_flagged(void **state)
{
    (void)state;
    static double A[CONSTRAINT_ROWS * MOST_TIES * MOST_COLUMNS];
    int32_t seen = 0;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        constrained_tree x;
        open_symmetric(&x, &r);
        double scale[ROW * MOST_TIES];
        bool redundant[CONSTRAINT_ROWS * MOST_TIES] = {false}, kept[CONSTRAINT_ROWS * MOST_TIES];
        for (int32_t k = 0; k < ROW * x.t.count; k++) {
            scale[k] = 1.0;
        }
        const int32_t rows = rates_of_columns(&x, A);
        load_blocks(&x.p);
        load_sides(&x.p);
        const int32_t rank = ludo_constraint_plan_rank(x.plan, &x.p.t, scale, dependent, redundant);
        assert_int_equal(rank, dense_rank(A, NULL, rows, x.p.columns));
        for (int32_t constraint = 0, k = 0; constraint < x.t.count; constraint++) {
            for (int32_t j = 0; j < x.rows[constraint]; j++) {
                kept[k++] = !redundant[CONSTRAINT_ROWS * constraint + j];
            }
        }
        assert_int_equal(rank, dense_rank(A, kept, rows, x.p.columns));
        seen += rows - rank;
        close_constrained_tree(&x);
    }
    assert_true(seen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dependent_rows_are_flagged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
