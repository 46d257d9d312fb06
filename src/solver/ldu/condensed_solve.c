/* SPDX-License-Identifier: Apache-2.0
 *
 * Solutions of condensed laws, and their refinement. */
#include "solver/ldu/condensed_laws.h"

#include "math/lanes.h"

#include <math.h>
#include <string.h>

/* ---- right-hand sides ---- */

static double product(const double *restrict a, const double *restrict b)
{
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

/* Rates R u of a law of n rows; of two ends products are summed component by component. */
LUDO_KERNEL_PART void find_rates(const condensed_law *l, const double *u, double *rate, int n)
{
    const bool has_both = l->node[0] >= 0 && l->node[1] >= 0;
    const int e = l->node[0] >= 0 ? 0 : 1;
    const double *own = u + NODE_ROWS * (size_t)l->node[e];
    const double *other = u + NODE_ROWS * (size_t)(has_both ? l->node[1] : l->node[e]);
    for (int i = 0; i < n; i++) {
        const double *R = l->R[e] + NODE_ROWS * i, *S = l->R[1] + NODE_ROWS * i;
        double each[NODE_ROWS];
        FOR_TWIST(q)
        {
            each[q] = has_both ? R[q] * own[q] + S[q] * other[q] : R[q] * own[q];
        }
        rate[i] = (each[0] + each[1] + each[2]) + (each[3] + each[4] + each[5]);
    }
}

/* p -= slope R u of a law of n rows. */
LUDO_KERNEL_PART void take_rates(const condensed_law *l, const double *u, double *p, int n)
{
    double rate[LAW_ROWS];
    find_rates(l, u, rate, n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            p[i] -= l->slope[LAW_ROWS * i + j] * rate[j];
        }
    }
}

/* The sums F^T p at the ends of laws. */
typedef struct condensed_effort {
    double at[LAW_ENDS][LANES];
} condensed_effort;

/* b += F^T p of n rows. */
LUDO_KERNEL_PART void add_rows(double *restrict b, const double *restrict F,
                               const double *restrict p, int n)
{
    if (n == COMMON_ROWS) {
        FOR_TWIST(q)
        {
            b[q] += p[0] * F[q] + p[1] * F[NODE_ROWS + q] + p[2] * F[2 * NODE_ROWS + q];
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        FOR_TWIST(q)
        {
            b[q] += p[i] * F[NODE_ROWS * i + q];
        }
    }
}

/* Add F^T p of a law of n rows at u; NULL: at u = 0. */
LUDO_KERNEL_PART void add_impulse(condensed_effort *sum, const condensed_law *l, const double *u,
                                  int n)
{
    double p[LAW_ROWS];
    memcpy(p, l->rhs, (size_t)n * sizeof *p);
    if (u != NULL) {
        take_rates(l, u, p, n);
    }
    for (int e = 0; e < (l->way != NULL ? 1 : LAW_ENDS); e++) {
        if (l->node[e] >= 0) {
            add_rows(sum->at[e], l->F[e], p, n);
        }
    }
}

/* The sum at the second end from that at the first. */
LUDO_KERNEL_PART void carry_over(double *restrict to, const double *restrict from,
                                 const double *way)
{
    const double x = from[0], y = from[1], z = from[2];
    to[0] = -x, to[1] = -y, to[2] = -z;
    to[3] = -(from[3] + (way[1] * z - way[2] * y));
    to[4] = -(from[4] + (way[2] * x - way[0] * z));
    to[5] = -(from[5] + (way[0] * y - way[1] * x));
}

/* Add those of laws of the same ends. */
LUDO_KERNEL static void add_impulses(condensed_effort *sum, const condensed_law *l, int32_t count,
                                     const double *u)
{
    for (int32_t i = 0; i < count; i++) {
        if (l[i].rows == COMMON_ROWS) {
            add_impulse(sum, &l[i], u, COMMON_ROWS);
        } else {
            add_impulse(sum, &l[i], u, l[i].rows);
        }
    }
    if (l->way != NULL) {
        carry_over(sum->at[1], sum->at[0], l->way);
    }
}

/* b of the ends of laws of the same ends += F^T p. */
static void load_run(const condensed *c, int32_t from, int32_t to, const double *u)
{
    condensed_effort sum = {{{0.0}}};
    add_impulses(&sum, c->law + from, to - from, u);
    for (int e = 0; e < LAW_ENDS; e++) {
        const int32_t node = c->law[from].node[e];
        for (int q = 0; q < NODE_ROWS && node >= 0; q++) {
            c->b[NODE_ROWS * c->number[node] + q] += sum.at[e][q];
        }
    }
}

/* b: what the balances leave at u; NULL: at u = 0. */
static void load_balances(const condensed *c, const double *r, const double *u)
{
    memset(c->b, 0, NODE_ROWS * (size_t)c->members * sizeof *c->b);
    for (int32_t i = 0; i < c->members; i++) {
        const size_t node = (size_t)c->member[i];
        if (c->active[node]) {
            memcpy(c->b + NODE_ROWS * i, r + NODE_ROWS * node, NODE_ROWS * sizeof *r);
        }
    }
    for (int32_t from = 0, to = 0; from < c->count; from = to) {
        to = end_of_run(c, from);
        if (is_active(c, &c->law[from])) {
            load_run(c, from, to, u);
        }
    }
    for (int32_t i = 0; i < c->members && u != NULL; i++) {
        const size_t node = (size_t)c->member[i];
        for (int k = 0; k < NODE_ROWS && c->active[node]; k++) {
            c->b[NODE_ROWS * i + k] -=
                product(c->M + NODE_BLOCK * node + NODE_ROWS * k, u + NODE_ROWS * node);
        }
    }
}

/* x = A^-1 b, in the units of u. */
static void solve(const condensed *c)
{
    for (int32_t i = 0; i < c->members; i++) {
        for (int k = 0; k < NODE_ROWS; k++) {
            c->b[NODE_ROWS * i + k] *= c->unit[NODE_ROWS * c->member[i] + k];
        }
    }
    ludo_ldu_solve(c->ldu, c->b, c->x);
    for (int32_t i = 0; i < c->members; i++) {
        for (int k = 0; k < NODE_ROWS; k++) {
            c->x[NODE_ROWS * i + k] *= c->unit[NODE_ROWS * c->member[i] + k];
        }
    }
}

/* u of the members chosen. */
static void take_solution(const condensed *c, double *u)
{
    for (int32_t i = 0; i < c->members; i++) {
        if (c->changes[i]) {
            memcpy(u + NODE_ROWS * (size_t)c->member[i], c->x + NODE_ROWS * i,
                   NODE_ROWS * sizeof *u);
        }
    }
}

/* Choose the active members that start at u = 0. Returns whether there are any. */
static bool choose_new(const condensed *c)
{
    bool any = false;
    for (int32_t i = 0; i < c->members; i++) {
        const int32_t node = c->member[i];
        c->changes[i] = c->active[node] && !(c->small[node] >= 0.0);
        any = any || c->changes[i];
    }
    return any;
}

static void choose_active(const condensed *c)
{
    for (int32_t i = 0; i < c->members; i++) {
        c->changes[i] = c->active[c->member[i]];
    }
}

/* Whether x of members from `from` to `to` - 1, a component, is refined further. */
static bool is_large(const condensed *c, int32_t from, int32_t to)
{
    bool any = false;
    for (int32_t i = from; i < to; i++) {
        const size_t node = (size_t)c->member[i];
        for (int k = 0; k < NODE_ROWS && c->active[node] && c->small[node] >= 0.0; k++) {
            any = any || !(fabs(c->x[NODE_ROWS * i + k]) <=
                           c->small[node] * c->unit[NODE_ROWS * node + (size_t)k]);
        }
    }
    return any;
}

/* Choose the components whose change was large. Returns whether there are any. */
static bool choose_large(const condensed *c)
{
    bool any = false;
    for (int32_t from = 0, to = 0; from < c->members; from = to) {
        const int32_t root = c->root[c->member[from]];
        while (to < c->members && c->root[c->member[to]] == root) {
            to++;
        }
        const bool large = is_large(c, from, to);
        for (int32_t i = from; i < to; i++) {
            c->changes[i] = large;
        }
        any = any || large;
    }
    return any;
}

/* A step of refinement of the members chosen. */
static void refine(const condensed *c, const double *r, double *u)
{
    load_balances(c, r, u);
    solve(c);
    for (int32_t i = 0; i < c->members; i++) {
        for (int k = 0; k < NODE_ROWS && c->changes[i]; k++) {
            u[NODE_ROWS * (size_t)c->member[i] + (size_t)k] += c->x[NODE_ROWS * i + k];
        }
    }
}

void ludo_condensed_solve(condensed *c, const double *r, double *u)
{
    choose_active(c);
    load_balances(c, r, NULL);
    solve(c);
    take_solution(c, u);
}

void ludo_condensed_solve_again(condensed *c, const double *r, double *u)
{
    if (choose_new(c)) {
        load_balances(c, r, NULL);
        solve(c);
        take_solution(c, u);
    }
    choose_active(c);
    refine(c, r, u);
    if (choose_large(c)) {
        refine(c, r, u);
    }
}
