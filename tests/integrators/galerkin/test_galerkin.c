/* SPDX-License-Identifier: Apache-2.0
 *
 * The Galerkin integrator against numbers of other software, and its orders. */
#include "integrators/galerkin/galerkin.h"
#include "data/galerkin_steps.h"
#include "sim/sim.h"
#include "order.h"
#include "tree_8.h"

#include <float.h>

static ludo_sim_options of_order(int32_t order)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.order = order;
    options.max_substeps = 1;
    return options;
}

/* ---- Lobatto's rule ---- */

/* x^k */
static double power(double x, int k)
{
    double y = 1.0;
    for (int i = 0; i < k; i++) {
        y *= x;
    }
    return y;
}

/* To the rounding of sums of five numbers of size 8. */
static void the_rule_integrates_and_differentiates_polynomials(void **state)
{
    (void)state;
    for (int32_t s = 1; s <= 3; s++) {
        const lobatto *rule = ludo_lobatto(s);
        assert_int_equal(rule->s, s);
        for (int k = 0; k <= 2 * s - 1; k++) {
            double sum = 0.0;
            for (int32_t a = 0; a <= s; a++) {
                sum += rule->w[a] * power(rule->c[a], k);
            }
            CHECK_NEAR(sum, 1.0 / (k + 1), 4.0 * DBL_EPSILON);
        }
        for (int k = 0; k <= s; k++) {
            for (int32_t a = 0; a <= s; a++) {
                double slope = 0.0;
                for (int32_t b = 0; b <= s; b++) {
                    slope += rule->b[a][b] * power(rule->c[b], k);
                }
                CHECK_NEAR(slope, k > 0 ? k * power(rule->c[a], k - 1) : 0.0, 32.0 * DBL_EPSILON);
            }
        }
    }
    assert_null(ludo_lobatto(0));
    assert_null(ludo_lobatto(4));
}

/* ---- numbers of other software ---- */

/* Coordinates and momenta are `sign` times the reference, to a relative or absolute tolerance. */
static void check_state(running *r, double sign, const double *q, const double *p, int32_t count,
                        double tolerance)
{
    const galerkin *g = galerkin_of(&r->sim->state);
    assert_int_equal(g->base.tree.columns, count);
    for (int32_t c = 0; c < count; c++) {
        const int32_t joint = g->base.tree.node[g->base.tree.node_at[c]].joint;
        CHECK_NEAR(sign * g->base.q[c], q[joint], tolerance * fmax(1.0, fabs(q[joint])));
        CHECK_NEAR(sign * g->p[c], p[joint], tolerance * fmax(1.0, fabs(p[joint])));
    }
}

static void a_tree_takes_the_steps_of_other_software(void **state)
{
    (void)state;
    static const double *const q[3][2] = {{tree_8_one_q_1, tree_8_ten_q_1},
                                          {tree_8_one_q_2, tree_8_ten_q_2},
                                          {tree_8_one_q_3, tree_8_ten_q_3}};
    static const double *const p[3][2] = {{tree_8_one_p_1, tree_8_ten_p_1},
                                          {tree_8_one_p_2, tree_8_ten_p_2},
                                          {tree_8_one_p_3, tree_8_ten_p_3}};
    for (int s = 1; s <= 3; s++) {
        const ludo_sim_options options = of_order(2 * s);
        running r = run_open(LUDO_OK, describe_tree_8(), &options);
        run_steps(&r, 0.05, 1);
        check_state(&r, 1.0, q[s - 1][0], p[s - 1][0], TREE_8, 1e-10);
        run_steps(&r, 0.05, 9);
        check_state(&r, 1.0, q[s - 1][1], p[s - 1][1], TREE_8, 1e-10);
        run_close(&r);
    }
}

/* Angles there turn the other way. Chains amplify what they are given: the numbers themselves are
 * known to 1e-13 of the step before. */
static void chains_fall_as_in_other_software(void **state)
{
    (void)state;
    static const double h[3] = {0.01, 0.02, 0.05};
    static const long steps[3] = {50, 25, 10};
    static const double *const q[2][3] = {{chain_3_q_1, chain_3_q_2, chain_3_q_3},
                                          {chain_10_q_1, chain_10_q_2, chain_10_q_3}};
    static const double *const p[2][3] = {{chain_3_p_1, chain_3_p_2, chain_3_p_3},
                                          {chain_10_p_1, chain_10_p_2, chain_10_p_3}};
    for (int i = 0; i < 2; i++) {
        const int32_t links = i == 0 ? 3 : 10;
        for (int s = 1; s <= 3; s++) {
            const ludo_scene_chain_options chain = {.links = links, .joint = "hinge"};
            const ludo_sim_options options = of_order(2 * s);
            ludo_spec *spec = NULL;
            const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
            running r = run_open(built, spec, &options);
            run_steps(&r, h[s - 1], steps[s - 1]);
            check_state(&r, -1.0, q[i][s - 1], p[i][s - 1], links, 1e-10);
            run_close(&r);
        }
    }
}

/* ---- orders ---- */

static running open_tree(int32_t order)
{
    const ludo_scene_everything_options of = {
        .bodies = 13, .seed = 2, .floating = true, .stiffness = 20.0};
    ludo_sim_options options = of_order(order);
    options.tolerance = 1e-13;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_everything(&of, NULL, &spec);
    return run_open(built, spec, &options);
}

/* Joints of every kind, a free one and balls among them, springs and actuators; against order 6 at
 * a step whose error is far below the smallest here, all solved to round-off. */
static void trees_in_space_converge_with_the_order(void **state)
{
    (void)state;
    static const char *const names[] = {"s = 1", "s = 2", "s = 3"};
    static const double longest[] = {1.0 / 160, 1.0 / 80, 1.0 / 20};
    const double time = 0.1;
    running exact = open_tree(6);
    run_steps(&exact, time / 64, 64);
    for (int s = 1; s <= 3; s++) {
        order_errors errors;
        for (int i = 0; i < REFINEMENTS; i++) {
            const double h = longest[s - 1] / (1 << i);
            running r = open_tree(2 * s);
            run_steps(&r, h, lround(time / h));
            const state_error e = state_difference(&r, &exact);
            order_add(&errors, i, &e);
            run_close(&r);
        }
        order_check(&errors, names[s - 1], 2 * s, 0.3 * s);
    }
    run_close(&exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_integrates_and_differentiates_polynomials),
        cmocka_unit_test(a_tree_takes_the_steps_of_other_software),
        cmocka_unit_test(chains_fall_as_in_other_software),
        cmocka_unit_test(trees_in_space_converge_with_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
