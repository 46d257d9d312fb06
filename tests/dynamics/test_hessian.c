/* SPDX-License-Identifier: Apache-2.0
 *
 * Second derivatives of a tree's Lagrangian: against numbers of other software, and differences
 * [minimal.md 7.1]. */
#include "driven_tree.h"
#include "data/random_tree_8_linear.h"
#include "dynamics/hessian.h"
#include "tree_8.h"

/* A tree in motion, its second derivatives, room for momenta and forces. */
typedef struct hessian_tree {
    driven_tree tree;
    tree_hessian hessian;
    double *pi[2], *f[2];
    void *block;
} hessian_tree;

static void hessian_tree_layout(hessian_tree *t, arena *a)
{
    ludo_tree_hessian_layout(&t->hessian, &t->tree.tree, a);
    for (int i = 0; i < 2; i++) {
        t->pi[i] = TAKE(a, t->tree.tree.columns, double);
        t->f[i] = TAKE(a, t->tree.tree.columns, double);
    }
}

static void hessian_tree_open(hessian_tree *t, running run)
{
    driven_tree_open(&t->tree, run);
    arena measure = {NULL, 0, false};
    hessian_tree_layout(t, &measure);
    t->block = calloc(1, measure.used);
    assert_non_null(t->block);
    arena place = {t->block, 0, false};
    hessian_tree_layout(t, &place);
}

static void hessian_tree_close(hessian_tree *t)
{
    free(t->block);
    driven_tree_close(&t->tree);
}

/* Momenta and forces along columns: of bodies, gravity, constant body forces. */
static void observe(hessian_tree *t, double *pi, double *f)
{
    driven_tree *at = &t->tree;
    assert_int_equal(driven_tree_evaluate(at), LUDO_OK);
    memcpy(at->total, at->acting.carried, (size_t)at->tree.nodes * sizeof *at->total);
    ludo_tree_up(&at->tree, at->total);
    ludo_tree_up(&at->tree, at->at.mu);
    for (int32_t c = 0; c < at->tree.columns; c++) {
        const force mu = at->at.mu[at->tree.node_at[c]], W = at->total[at->tree.node_at[c]];
        pi[c] = pair_of(mu, at->at.S[c]);
        f[c] = pair_of(mu, at->at.Sd[c]) + pair_of(W, at->at.S[c]);
    }
}

static void find_hessian(hessian_tree *t)
{
    observe(t, t->pi[0], t->f[0]);
    const acting *acts = &t->tree.acting;
    const hessian_point here = {&t->tree.at, t->tree.y, t->tree.dy, acts->carried, acts->stiffness};
    ludo_tree_hessian(&t->tree.tree, &here, &t->hessian);
}

/* The joint of a column, by its number in the description. */
static int32_t joint_of(const hessian_tree *t, int32_t c)
{
    return t->tree.tree.node[t->tree.tree.node_at[c]].joint;
}

static void a_random_tree_has_the_hessians_that_other_software_found(void **state)
{
    (void)state;
    hessian_tree t;
    hessian_tree_open(&t, run_open(LUDO_OK, describe_tree_8(), NULL));
    for (int32_t c = 0; c < TREE_8; c++) {
        t.tree.dy[c] = tree_8_v[joint_of(&t, c)];
    }
    find_hessian(&t);
    /* 1e-13 of numbers up to 30 */
    for (int32_t i = 0; i < TREE_8; i++) {
        for (int32_t j = 0; j < TREE_8; j++) {
            const int32_t a = joint_of(&t, i), b = joint_of(&t, j);
            CHECK_NEAR(t.hessian.M[TREE_8 * i + j], tree_8_M[a][b], 3e-12);
            CHECK_NEAR(t.hessian.C[TREE_8 * i + j], tree_8_K_qv[b][a], 3e-12);
            CHECK_NEAR(t.hessian.K[TREE_8 * i + j], tree_8_K_qq[a][b] - tree_8_V_qq[a][b], 3e-12);
        }
    }
    hessian_tree_close(&t);
}

/* Central differences over e of pi and f by y or dy in column k. */
static void differ(hessian_tree *t, double *moved, double e)
{
    const double stays = *moved;
    for (int i = 0; i < 2; i++) {
        *moved = stays + (i == 0 ? e : -e);
        observe(t, t->pi[i], t->f[i]);
    }
    *moved = stays;
    for (int32_t c = 0; c < t->tree.tree.columns; c++) {
        t->pi[0][c] = (t->pi[0][c] - t->pi[1][c]) / (2.0 * e);
        t->f[0][c] = (t->f[0][c] - t->f[1][c]) / (2.0 * e);
    }
}

/* Every type of joint, far from the centres of charts. Differences over 1e-5 lose 1e-10 of third
 * derivatives and 1e-15 / 1e-5 of forces, both of size 100. */
static void hessians_are_what_differences_say(void **state)
{
    (void)state;
    static const double e = 1e-5, by_differences = 3e-7;
    FOR_SEEDS(seed, 4)
    {
        hessian_tree t;
        random_stream r = random_from(seed);
        hessian_tree_open(&t, open_everything(seed, false, NULL));
        driven_tree_shake(&t.tree, &r);
        find_hessian(&t);
        const int32_t n = t.tree.tree.columns;
        for (int32_t k = 0; k < n; k++) {
            differ(&t, &t.tree.dy[k], e);
            for (int32_t j = 0; j < n; j++) {
                CHECK_NEAR(t.hessian.M[n * j + k], t.pi[0][j], by_differences);
                CHECK_NEAR(t.hessian.C[n * k + j], t.f[0][j], by_differences);
            }
            differ(&t, &t.tree.y[k], e);
            for (int32_t j = 0; j < n; j++) {
                CHECK_NEAR(t.hessian.C[n * j + k], t.pi[0][j], by_differences);
                CHECK_NEAR(t.hessian.K[n * j + k], t.f[0][j], by_differences);
            }
        }
        hessian_tree_close(&t);
    }
}

/* Symmetry for a potential: the two halves are computed in different ways. */
static void hessians_of_what_is_derived_from_a_potential_are_symmetric(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 4)
    {
        hessian_tree t;
        random_stream r = random_from(seed);
        hessian_tree_open(&t, open_everything(seed, false, NULL));
        driven_tree_shake(&t.tree, &r);
        find_hessian(&t);
        const int32_t n = t.tree.tree.columns;
        for (int32_t k = 0; k < n * n; k++) {
            const int32_t mirror = k % n * n + k / n;
            CHECK_NEAR(t.hessian.M[k], t.hessian.M[mirror], 1e-13);
            CHECK_NEAR(t.hessian.K[k], t.hessian.K[mirror], 1e-11);
        }
        hessian_tree_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_tree_has_the_hessians_that_other_software_found),
        cmocka_unit_test(hessians_are_what_differences_say),
        cmocka_unit_test(hessians_of_what_is_derived_from_a_potential_are_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
