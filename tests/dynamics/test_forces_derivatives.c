/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of what acts on a tree, against differences; every scene has forces of every kind,
 * servos, controls, and all bodies pushed. */
#include "driven_tree.h"
#include "sim/sim.h"

enum { SEEDS = 12, COLUMNS = 48 };

/* Steps of differences: the formula is exact to h^4 of the fifth derivative. */
static const double step = 2e-4;

/* Reads the numbers to be differentiated at the instant. */
typedef void reading(driven_tree *t, double *out);

/* Derivative of a reading by *x, per column. */
static void differentiate(driven_tree *t, reading *read, double *x, double *by)
{
    static const double weight[] = {-1.0, 8.0, 0.0, -8.0, 1.0}; /* at 2, 1, 0, -1, -2 steps */
    const double kept = *x;
    memset(by, 0, COLUMNS * sizeof *by);
    for (int i = 0; i < 5; i++) {
        double at[COLUMNS];
        *x = kept + (2 - i) * step;
        read(t, at);
        for (int32_t c = 0; c < t->tree.columns; c++) {
            by[c] += weight[i] / (12.0 * step) * at[c];
        }
    }
    *x = kept;
}

/* Entry of a node's block for columns j and k of the tree; 0 if they belong to two nodes. */
static double in_block(const driven_tree *t, const double *blocks, int32_t j, int32_t k)
{
    const int32_t i = t->tree.node_at[j];
    const tree_node *n = &t->tree.node[i];
    const double *block = blocks + 3 * n->column;
    return t->tree.node_at[k] == i ? block[n->kind->dof * (j - n->column) + (k - n->column)] : 0.0;
}

static bool carries(const driven_tree *t, int32_t above, int32_t i)
{
    while (i > above) {
        i = t->tree.node[i].parent;
    }
    return i == above;
}

/* Geometric stiffness of a node's subtree. */
static void sum_stiffness(const driven_tree *t, int32_t above, double sum[36], force *carried)
{
    memset(sum, 0, 36 * sizeof *sum);
    *carried = force_zero();
    for (int32_t i = above; i < t->tree.nodes; i++) {
        if (carries(t, above, i)) {
            *carried = force_add(*carried, t->acting.carried[i]);
            for (int k = 0; k < 36; k++) {
                sum[k] += t->acting.stiffness[36 * i + k];
            }
        }
    }
}

static force lean_by(const double L[36], motion eta)
{
    const double x[6] = {eta.w.x, eta.w.y, eta.w.z, eta.v.x, eta.v.y, eta.v.z};
    double sum[6] = {0.0};
    for (int i = 0; i < 36; i++) {
        sum[i / 6] += L[i] * x[i % 6];
    }
    return (force){v3(sum[0], sum[1], sum[2]), v3(sum[3], sum[4], sum[5])};
}

static double bend_of(const driven_tree *t, int32_t i, force mu, int32_t j, int32_t k)
{
    const tree_node *n = &t->tree.node[i];
    double dS[9] = {0.0}, dS_dot[9] = {0.0};
    if (n->kind->dS == NULL) {
        return 0.0;
    }
    n->kind->dS(n, &t->at.at[i], t->y + n->column, t->dy + n->column, mu, dS, dS_dot);
    return dS[n->kind->dof * (j - n->column) + (k - n->column)];
}

/* What wrenches that are carried along add to dQ_j/dy_k: those of what both columns carry stiffness
 * as k moves it; where k stands below, S_j stays; where they are of one node, S_j bends. */
static double by_carrying(const driven_tree *t, int32_t j, int32_t k)
{
    const int32_t a = t->tree.node_at[j], b = t->tree.node_at[k];
    const motion S_j = t->at.S[j], S_k = t->at.S[k];
    double L[36];
    force W;
    if (carries(t, b, a)) {
        sum_stiffness(t, a, L, &W);
        return pair_of(lean_by(L, S_k), S_j) + (a == b ? bend_of(t, a, W, j, k) : 0.0);
    }
    if (carries(t, a, b)) {
        sum_stiffness(t, b, L, &W);
        return pair_of(force_axpy(lean_by(L, S_k), -1.0, force_ad(S_k, W)), S_j);
    }
    return 0.0;
}

/* Forces are up to some 100 N, of springs of 50 N/m; lines are longer than 0.2 m. The formula errs
 * by eps |Q| / h and by h^4 / 30 times fifth derivatives, together below 1e-9 of what they are. */
static const double tolerance = 4e-9;

static void derivatives_of_forces_are_complete(void **state)
{
    (void)state;
    static double K_y[COLUMNS * COLUMNS], K_dy[COLUMNS * COLUMNS], B_u[COLUMNS * COLUMNS];
    FOR_SEEDS(seed, SEEDS)
    {
        driven_tree t;
        driven_tree_everything(&t, seed);
        const int32_t n = t.tree.columns;
        assert_true(n <= COLUMNS);
        for (int32_t k = 0; k < n; k++) {
            double by_y[COLUMNS], by_dy[COLUMNS];
            differentiate(&t, driven_tree_forces, &t.y[k], by_y);
            differentiate(&t, driven_tree_forces, &t.dy[k], by_dy);
            coupling to = {K_y, K_dy, B_u};
            memset(K_y, 0, sizeof K_y);
            memset(K_dy, 0, sizeof K_dy);
            assert_int_equal(driven_tree_evaluate(&t), LUDO_OK);
            const forces_instant now = instant_of_acting(&t);
            ludo_forces_couple(&t.forces, &now, &to);
            for (int32_t j = 0; j < n; j++) {
                const double y = K_y[n * j + k] + in_block(&t, t.acting.e_y, j, k);
                const double dy = K_dy[n * j + k] + in_block(&t, t.acting.e_dy, j, k);
                CHECK_NEAR(y + by_carrying(&t, j, k), by_y[j], tolerance * (10.0 + fabs(by_y[j])));
                CHECK_NEAR(dy, by_dy[j], tolerance * (1.0 + fabs(by_dy[j])));
            }
        }
        driven_tree_close(&t);
    }
}

static void read_momenta(driven_tree *t, double *p)
{
    assert_int_equal(driven_tree_evaluate(t), LUDO_OK);
    memcpy(p, t->acting.p, (size_t)t->tree.columns * sizeof *p);
}

static void derivatives_of_momenta_are_complete(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        driven_tree t;
        driven_tree_everything(&t, seed);
        for (int32_t k = 0; k < t.tree.columns; k++) {
            double by_y[COLUMNS], by_dy[COLUMNS];
            differentiate(&t, read_momenta, &t.y[k], by_y);
            differentiate(&t, read_momenta, &t.dy[k], by_dy);
            assert_int_equal(driven_tree_evaluate(&t), LUDO_OK);
            for (int32_t j = 0; j < t.tree.columns; j++) {
                /* momenta are below 1: eps / h */
                CHECK_NEAR(in_block(&t, t.acting.p_y, j, k), by_y[j], 1e-11);
                CHECK_NEAR(in_block(&t, t.acting.p_dy, j, k), by_dy[j], 1e-11);
            }
        }
        driven_tree_close(&t);
    }
}

/* Forces are linear in controls: differences err by round-off alone. */
static void derivatives_by_controls_are_complete(void **state)
{
    (void)state;
    static double K_y[COLUMNS * COLUMNS], K_dy[COLUMNS * COLUMNS], B_u[COLUMNS * COLUMNS];
    FOR_SEEDS(seed, SEEDS)
    {
        driven_tree t;
        driven_tree_everything(&t, seed);
        const int32_t motors = t.run.model->actuator_count;
        assert_true(motors <= COLUMNS);
        memset(B_u, 0, sizeof B_u);
        assert_int_equal(driven_tree_evaluate(&t), LUDO_OK);
        coupling to = {K_y, K_dy, B_u};
        const forces_instant now = instant_of_acting(&t);
        ludo_forces_couple(&t.forces, &now, &to);
        for (int32_t k = 0; k < motors; k++) {
            double by_u[COLUMNS];
            differentiate(&t, driven_tree_forces, &t.run.sim->state.control[k], by_u);
            for (int32_t j = 0; j < t.tree.columns; j++) {
                CHECK_NEAR(B_u[motors * j + k], by_u[j], 1e-8);
            }
        }
        driven_tree_close(&t);
    }
}

/* A force with a potential has a symmetric derivative. */
static void what_springs_couple_is_symmetric(void **state)
{
    (void)state;
    static double K_y[COLUMNS * COLUMNS], K_dy[COLUMNS * COLUMNS], B_u[COLUMNS * COLUMNS];
    FOR_SEEDS(seed, SEEDS)
    {
        driven_tree t;
        random_stream r = random_from(seed);
        driven_tree_open(&t, open_everything(seed, false, NULL));
        driven_tree_shake(&t, &r);
        const int32_t n = t.tree.columns;
        coupling to = {K_y, K_dy, B_u};
        memset(K_y, 0, sizeof K_y);
        memset(K_dy, 0, sizeof K_dy);
        assert_int_equal(driven_tree_evaluate(&t), LUDO_OK);
        const forces_instant now = instant_of_acting(&t);
        ludo_forces_couple(&t.forces, &now, &to);
        for (int32_t i = 0; i < n * n; i++) {
            const int32_t turned = n * (i % n) + i / n;
            CHECK_NEAR(K_y[i], K_y[turned], 1e-12 * (1.0 + fabs(K_y[i])));
            CHECK_NEAR(K_dy[i], 0.0, 0.0);
        }
        driven_tree_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_forces_are_complete),
        cmocka_unit_test(derivatives_of_momenta_are_complete),
        cmocka_unit_test(derivatives_by_controls_are_complete),
        cmocka_unit_test(what_springs_couple_is_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
