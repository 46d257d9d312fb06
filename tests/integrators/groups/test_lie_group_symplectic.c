/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of lie-group are symplectic: their derivative, from differences, carries the form of a knot
 * into that of the next one. With variations (x, P) of the slides, (theta, L) of the ball, theta a
 * small turn in world axes, L its momentum there, (r, p) of the joints,
 *
 *     form = x.P' - x'.P + r.p' - r'.p + theta.dL' - theta'.dL - L.(theta x theta') */
#include "free_chain.h"
#include "integrators/lie_group/lie_group.h"
#include "sim/sim.h"

#include <string.h>

/* Columns are those of the slides, of the ball, of the joints. */
enum { COLUMNS = FREE_CHAIN, STATE = 2 * COLUMNS };

/* Of a simulation of the chain at a knot: positions as they differ from those of another knot. */
typedef struct knot_state {
    double q[COLUMNS], p[COLUMNS];
} knot_state;

static ludo_quat ball_of(const galerkin *g)
{
    const double *q = g->base.q + 3;
    return (ludo_quat){q[0], q[1], q[2], q[3]};
}

/* Move the knot by e times a unit variation. */
static void vary(ludo_sim *sim, int k, double e)
{
    galerkin *g = galerkin_of(&sim->state);
    double *q = g->base.q;
    if (k >= COLUMNS) {
        g->p[k - COLUMNS] += e;
    } else if (k < 3) {
        q[k] += e;
    } else if (k < 6) {
        const ludo_vec3 axis = v3(k == 3, k == 4, k == 5);
        const ludo_quat turned = q_mul(q_about(axis, e), ball_of(g));
        q[3] = turned.w, q[4] = turned.x, q[5] = turned.y, q[6] = turned.z;
    } else {
        q[k + 1] += e;
    }
    ludo_tree_write_poses(&g->base.tree, q, state_poses(&sim->state), sim->state.memory);
}

/* Where a knot is against another one. */
static knot_state difference(const galerkin *a, const galerkin *b)
{
    knot_state d;
    for (int c = 0; c < COLUMNS; c++) {
        d.q[c] = a->base.q[c < 3 ? c : c + 1] - b->base.q[c < 3 ? c : c + 1];
        d.p[c] = a->p[c] - b->p[c];
    }
    const ludo_vec3 half = q_vector(q_mul(ball_of(a), q_conj(ball_of(b))));
    d.q[3] = 2.0 * half.x, d.q[4] = 2.0 * half.y, d.q[5] = 2.0 * half.z;
    return d;
}

static double form(const knot_state *a, const knot_state *b, const double *L)
{
    double sum = 0.0;
    for (int c = 0; c < COLUMNS; c++) {
        sum += a->q[c] * b->p[c] - b->q[c] * a->p[c];
    }
    return sum - v3_dot(v3_at(L), v3_cross(v3_at(a->q + 3), v3_at(b->q + 3)));
}

static running open_at(const char *scheme)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "lie-group";
    options.scheme = scheme;
    options.tolerance = 1e-14;
    options.max_substeps = 1;
    running r = open_free_chain(free_chain_v, &options);
    assert_int_equal(ludo_sim_start(r.sim), LUDO_OK);
    return r;
}

/* The next knot where this one is moved, against the one where it isn't; by differences of second
 * order, whose error of e^2 / 6 third derivatives is below 1e-9. */
static knot_state image(const char *scheme, const running *next, int k, double h)
{
    const double e = 1e-5;
    knot_state way[2];
    for (int i = 0; i < 2; i++) {
        running r = open_at(scheme);
        vary(r.sim, k, i == 0 ? e : -e);
        run_steps(&r, h, 1);
        way[i] = difference(galerkin_in(&r.sim->state), galerkin_in(&next->sim->state));
        run_close(&r);
    }
    for (int c = 0; c < COLUMNS; c++) {
        way[0].q[c] = (way[0].q[c] - way[1].q[c]) / (2.0 * e);
        way[0].p[c] = (way[0].p[c] - way[1].p[c]) / (2.0 * e);
    }
    return way[0];
}

static knot_state unit(int k)
{
    knot_state d = {{0.0}, {0.0}};
    double *of = k < COLUMNS ? d.q : d.p;
    of[k % COLUMNS] = 1.0;
    return d;
}

/* Of so3 slides move apart from all else, and are not asked: the place of the centre of mass is no
 * coordinate of the tree. */
static void check_symplectic(const char *scheme, int first, double h)
{
    knot_state by[STATE];
    double worst = 0.0;
    running knot = open_at(scheme), next = open_at(scheme);
    run_steps(&next, h, 1);
    for (int k = 0; k < STATE; k++) {
        by[k] = image(scheme, &next, k, h);
        if (first > 0) {
            memset(by[k].q, 0, 3 * sizeof(double));
            memset(by[k].p, 0, 3 * sizeof(double));
        }
    }
    const double *L[2] = {galerkin_in(&knot.sim->state)->p + 3,
                          galerkin_in(&next.sim->state)->p + 3};
    for (int i = 0; i < STATE; i++) {
        for (int j = 0; j < i; j++) {
            const knot_state a = unit(i), b = unit(j);
            const double lost = form(&by[i], &by[j], L[1]) - form(&a, &b, L[0]);
            const bool asked = i % COLUMNS >= first && j % COLUMNS >= first;
            worst = asked && !(fabs(lost) <= worst) ? fabs(lost) : worst;
        }
    }
    print_message("%s: the form is off by %.1e\n", scheme, worst);
    CHECK_NEAR(worst, 0.0, 1e-8);
    run_close(&knot);
    run_close(&next);
}

static void steps_are_symplectic(void **state)
{
    (void)state;
    check_symplectic("so3", 3, 0.2);
    check_symplectic("se3", 0, 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_symplectic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
