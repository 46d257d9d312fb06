/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweeps: impulses in their cones, velocities that belong to them, and an error that falls. */
#include "solver/interior/sweeps.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 6, LAWS = 6, NUMBERS = SWEEP_ROWS * SWEEP_NODE };

/* A row of bodies of mass 1, each in contact with the one before, the first one with the world. */
typedef struct problem {
    sweeps s;
    void *memory;
    cone cone[LAWS];
    double F[LAWS][SWEEP_ENDS][NUMBERS];
    double b[NODES][SWEEP_NODE];
} problem;

static void open_problem(problem *p)
{
    arena a = {0};
    memset(p, 0, sizeof *p);
    p->s.node_room = NODES;
    p->s.room = LAWS;
    ludo_sweeps_layout(&p->s, &a);
    p->memory = aligned_alloc(64, a.used);
    assert_non_null(p->memory);
    a = (arena){.base = p->memory};
    ludo_sweeps_layout(&p->s, &a);
}

static void close_problem(problem *p)
{
    free(p->memory);
}

/* The contact between two nodes, a = -1: the world, with arms that vary. */
static void set_law(problem *p, random_stream *r, int32_t i, const cone_kind *kind)
{
    sweep_law *l = &p->s.law[i];
    ludo_cone_clear(&p->cone[i], kind);
    p->cone[i].mu = kind == &ludo_cone_ray ? 0.0 : 0.5;
    *l = (sweep_law){.cone = &p->cone[i], .node = {i, i - 1}};
    for (int e = 0; e < SWEEP_ENDS; e++) {
        double *F = p->F[i][e];
        const double sign = e == 0 ? 1.0 : -1.0;
        for (int row = 0; row < SWEEP_ROWS; row++) {
            F[SWEEP_NODE * row + (row + 2) % 3] = sign;
            for (int k = 3; k < SWEEP_NODE; k++) {
                F[SWEEP_NODE * row + k] = random_uniform(r, -0.2, 0.2);
            }
        }
        l->F[e] = l->R[e] = F;
    }
}

/* Bodies that fall at random velocities. */
static void set_problem(problem *p, uint64_t seed, const cone_kind *kind)
{
    random_stream r = random_from(seed);
    p->s.nodes = NODES;
    p->s.count = LAWS;
    for (int32_t n = 0; n < NODES; n++) {
        double *A = p->s.inverse + SWEEP_NODE * SWEEP_NODE * n;
        memset(A, 0, SWEEP_NODE * SWEEP_NODE * sizeof *A);
        for (int i = 0; i < SWEEP_NODE; i++) {
            A[SWEEP_NODE * i + i] = i < 3 ? 1.0 : 0.4;
            p->b[n][i] = random_uniform(&r, -1.0, 1.0) - (i == 2 ? 2.0 : 0.0);
        }
        memcpy(p->s.u + LANES * n, p->b[n], sizeof p->b[n]);
        assert_true(ludo_sweeps_invert(&p->s, n));
    }
    for (int32_t i = 0; i < LAWS; i++) {
        set_law(p, &r, i, kind);
    }
}

/* A du - b - F^T p of a node. */
static double imbalance(const problem *p, int32_t n)
{
    double most = 0.0;
    for (int k = 0; k < SWEEP_NODE; k++) {
        double left = (k < 3 ? 1.0 : 0.4) * p->s.u[LANES * n + k] - p->b[n][k];
        for (int32_t i = 0; i < LAWS; i++) {
            for (int e = 0; e < SWEEP_ENDS; e++) {
                for (int r = 0; r < p->cone[i].kind->rows && p->s.law[i].node[e] == n; r++) {
                    left -= p->F[i][e][SWEEP_NODE * r + k] * p->cone[i].p[r];
                }
            }
        }
        most = fabs(left) > most ? fabs(left) : most;
    }
    return most;
}

static double rate(const problem *p, int32_t i, int row)
{
    double y = p->cone[i].y[row];
    for (int e = 0; e < SWEEP_ENDS; e++) {
        const int32_t n = p->s.law[i].node[e];
        for (int k = 0; k < SWEEP_NODE && n >= 0; k++) {
            y += p->F[i][e][SWEEP_NODE * row + k] * p->s.u[LANES * n + k];
        }
    }
    return y;
}

/* Laws of a cone, to the accuracy of an estimate. */
static void check_law(const problem *p, int32_t i, double accuracy)
{
    const cone *c = &p->cone[i];
    const double y = rate(p, i, 0), friction = hypot(c->p[1], c->p[2]), bound = c->mu * c->p[0];
    assert_true(c->p[0] >= 0.0 && friction <= bound * (1.0 + 4.0 * DBL_EPSILON));
    assert_true(y >= -accuracy);
    assert_true(c->p[0] * y <= accuracy * (1.0 + c->p[0]));
    if (c->kind->rows == SWEEP_ROWS && friction < bound * (1.0 - accuracy)) {
        assert_true(hypot(rate(p, i, 1), rate(p, i, 2)) <= accuracy);
    }
}

/* Changes of 3e-4 of the impulses end the sweeps, and rates are of the size of impulses. */
static const double accuracy = 0.02;

static void estimates_obey_the_laws(void **state)
{
    (void)state;
    static problem p;
    const cone_kind *kinds[] = {&ludo_cone_exact, &ludo_cone_ray};
    open_problem(&p);
    for (uint64_t seed = 0; seed < 40; seed++) {
        set_problem(&p, seed, kinds[seed % 2]);
        ludo_sweeps_begin(&p.s);
        ludo_sweeps_run(&p.s);
        for (int32_t i = 0; i < LAWS; i++) {
            check_law(&p, i, accuracy);
        }
    }
    close_problem(&p);
}

static void velocities_are_those_of_the_impulses(void **state)
{
    (void)state;
    static problem p;
    open_problem(&p);
    for (uint64_t seed = 0; seed < 10; seed++) {
        set_problem(&p, seed, &ludo_cone_exact);
        p.cone[2].p[0] = 0.3; /* impulses at hand */
        p.cone[2].p[1] = -0.1;
        ludo_sweeps_begin(&p.s);
        ludo_sweeps_run(&p.s);
        for (int32_t n = 0; n < NODES; n++) {
            assert_true(imbalance(&p, n) <= 1e-12); /* sums of some hundred changes */
        }
    }
    close_problem(&p);
}

static void estimates_without_approach_stay_zero(void **state)
{
    (void)state;
    static problem p;
    open_problem(&p);
    set_problem(&p, 1, &ludo_cone_exact);
    for (int32_t i = 0; i < LAWS; i++) {
        p.cone[i].y[0] = 10.0;
    }
    ludo_sweeps_begin(&p.s);
    ludo_sweeps_run(&p.s);
    for (int32_t i = 0; i < LAWS; i++) {
        assert_true(p.cone[i].p[0] == 0.0 && p.cone[i].p[1] == 0.0 && p.cone[i].p[2] == 0.0);
    }
    close_problem(&p);
}

static void singular_blocks_are_told(void **state)
{
    (void)state;
    static problem p;
    open_problem(&p);
    assert_false(ludo_sweeps_invert(&p.s, 0));
    close_problem(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_obey_the_laws),
        cmocka_unit_test(velocities_are_those_of_the_impulses),
        cmocka_unit_test(estimates_without_approach_stay_zero),
        cmocka_unit_test(singular_blocks_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
