/* SPDX-License-Identifier: Apache-2.0
 *
 * The sums of the blocks of condensed laws, and their factorisation. */
#include "solver/ldu/condensed_laws.h"

#include "math/lanes.h"

#include <string.h>

/* The blocks of laws of the same ends: those of rows of end d and columns of end e, padded. */
typedef struct condensed_sum {
    double at[LAW_ENDS][LAW_ENDS][NODE_ROWS][LANES];
} condensed_sum;

/* slope R of one end, n rows. Lanes beyond six have numbers that follow a row, of no meaning. */
LUDO_KERNEL_PART void scale_rows(double (*restrict S)[LANES], const condensed_law *l, int end,
                                 int n)
{
    const double *R = l->R[end];
    for (int i = 0; i < n; i++) {
        const double *slope = l->slope + LAW_ROWS * i;
        FOR_LANES(q)
        {
            S[i][q] = slope[0] * R[q];
        }
        for (int j = 1; j < n; j++) {
            FOR_LANES(q)
            {
                S[i][q] += slope[j] * R[NODE_ROWS * j + q];
            }
        }
    }
}

/* A block += F^T S, n rows. */
LUDO_KERNEL_PART void add_block(double (*restrict to)[LANES], const double *restrict F,
                                double (*restrict S)[LANES], int n)
{
    for (int p = 0; p < NODE_ROWS; p++) {
        for (int i = 0; i < n; i++) {
            FOR_LANES(q)
            {
                to[p][q] += F[NODE_ROWS * i + p] * S[i][q];
            }
        }
    }
}

/* The blocks of a law at both of its ends; those of the second one's rows where they don't follow
 * from the first one's. */
LUDO_KERNEL_PART void add_law(condensed_sum *restrict sum, const condensed_law *l, int n)
{
    double S[LAW_ROWS][LANES];
    for (int e = 0; e < LAW_ENDS; e++) {
        if (l->node[e] < 0) {
            continue;
        }
        scale_rows(S, l, e, n);
        for (int d = 0; d < (l->way != NULL ? 1 : LAW_ENDS); d++) {
            if (l->node[d] >= 0) {
                add_block(sum->at[d][e], l->F[d], S, n);
            }
        }
    }
}

/* Rows of the second end from those of the first. */
LUDO_KERNEL_PART void carry_over(double (*restrict to)[LANES], double (*restrict from)[LANES],
                                 const double *way)
{
    FOR_LANES(q)
    {
        const double x = from[0][q], y = from[1][q], z = from[2][q];
        to[0][q] = -x;
        to[1][q] = -y;
        to[2][q] = -z;
        to[3][q] = -(from[3][q] + (way[1] * z - way[2] * y));
        to[4][q] = -(from[4][q] + (way[2] * x - way[0] * z));
        to[5][q] = -(from[5][q] + (way[0] * y - way[1] * x));
    }
}

/* Loops over the rows of most laws are unrolled. */
LUDO_KERNEL static void add_laws(condensed_sum *restrict sum, const condensed_law *l, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (l[i].rows == COMMON_ROWS) {
            add_law(sum, &l[i], COMMON_ROWS);
        } else {
            add_law(sum, &l[i], l[i].rows);
        }
    }
    for (int e = 0; e < LAW_ENDS && l->way != NULL; e++) {
        carry_over(sum->at[1][e], sum->at[0][e], l->way);
    }
}

/* block += a sum in the units of its rows and columns. */
LUDO_KERNEL static void add_in_units(double *restrict block, double (*restrict sum)[LANES],
                                     const double *restrict row, const double *restrict column)
{
    for (int p = 0; p < NODE_ROWS; p++) {
        FOR_TWIST(q)
        {
            block[NODE_ROWS * p + q] += row[p] * sum[p][q] * column[q];
        }
    }
}

/* Add a sum of rows of node `a` and columns of node `b` to a block. */
static void add_to_values(const condensed *c, double *block, double (*sum)[LANES], int32_t a,
                          int32_t b)
{
    add_in_units(block, sum, c->unit + NODE_ROWS * (size_t)a, c->unit + NODE_ROWS * (size_t)b);
}

/* Add the sum of laws of the same ends to the matrix. */
static void add_sum(const condensed *c, const condensed_law *l, condensed_sum *sum)
{
    const int32_t a = l->node[0], b = l->node[1];
    for (int e = 0; e < LAW_ENDS; e++) {
        const int32_t node = l->node[e];
        if (node >= 0) {
            add_to_values(c, c->diagonal[c->number[node]], sum->at[e][e], node, node);
        }
    }
    if (l->pair >= 0) {
        const condensed_blocks *to = &c->blocks[l->pair];
        add_to_values(c, a < b ? to->ab : to->ba, sum->at[0][1], a, b);
        add_to_values(c, a < b ? to->ba : to->ab, sum->at[1][0], b, a);
    }
}

/* M on the diagonal; the identity matrix of nodes that aren't active. */
static void load_diagonal(const condensed *c)
{
    for (int32_t i = 0; i < c->members; i++) {
        const size_t node = (size_t)c->member[i];
        const double *M = c->M + NODE_BLOCK * node, *unit = c->unit + NODE_ROWS * node;
        for (int p = 0; p < NODE_ROWS; p++) {
            double *row = c->diagonal[i] + NODE_ROWS * p;
            for (int q = 0; q < NODE_ROWS && c->active[node]; q++) {
                row[q] = unit[p] * M[NODE_ROWS * p + q] * unit[q];
            }
            row[p] = c->active[node] ? row[p] : 1.0;
        }
    }
}

ludo_status ludo_condensed_factor(condensed *c)
{
    ludo_ldu_clear(c->ldu);
    load_diagonal(c);
    for (int32_t from = 0, to = 0; from < c->count; from = to) {
        to = end_of_run(c, from);
        if (is_active(c, &c->law[from])) {
            condensed_sum sum;
            memset(&sum, 0, sizeof sum);
            add_laws(&sum, c->law + from, to - from);
            add_sum(c, &c->law[from], &sum);
        }
    }
    return ludo_ldu_factor(c->ldu, NULL, NULL);
}
