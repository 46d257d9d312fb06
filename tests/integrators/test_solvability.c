/* SPDX-License-Identifier: Apache-2.0
 *
 * The a-priori bounds of the trapezoidal rule against reference numbers: constants of chains of two
 * to four uniform rods, the bounds that they make [solvability.md 4]. */
#include "dynamics/solvability.h"
#include "open_tree.h"

#include <float.h>
#include <stdlib.h>

/* The tree of a chain of rods on hinges, with memory for sampling. */
typedef struct sampled_chain {
    open_tree tree;
    mass_sampler sampler;
    void *block;
} sampled_chain;

static void sampled_chain_open(sampled_chain *c, int32_t links)
{
    const ludo_scene_chain_options chain = {.links = links, .joint = "hinge"};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    c->tree = open_tree_of_scene(built, spec);
    arena measure = {NULL, 0, false};
    ludo_mass_sampler_layout(&c->sampler, &c->tree.tree, &measure);
    c->block = calloc(1, measure.used);
    assert_non_null(c->block);
    arena place = {c->block, 0, false};
    ludo_mass_sampler_layout(&c->sampler, &c->tree.tree, &place);
    ludo_mass_sampler_open(&c->sampler);
}

static void sampled_chain_close(sampled_chain *c)
{
    free(c->block);
    open_tree_close(&c->tree);
}

static mass_constants constants_of(int32_t links, int32_t samples, double safety)
{
    sampled_chain c;
    uint64_t state = 1;
    sampled_chain_open(&c, links);
    const mass_constants of = ludo_mass_sample(&c.sampler, samples, safety, 0.0, &state);
    sampled_chain_close(&c);
    return of;
}

/* The vertices of the box of angles are samples, and the extremes of two rods lie there: the error
 * is round-off, and 1e-8 of differences. */
static void two_rods_have_the_constants_of_the_closed_form(void **state)
{
    (void)state;
    const mass_constants of = constants_of(2, 400, 1.0);
    const double sharp = 0.5 * (1.0 + sqrt(2.0));
    CHECK_NEAR(of.m1, 0.06628, 1e-5); /* printed digits of the reference */
    CHECK_NEAR(of.m2, 2.93372, 1e-5);
    /* |sin| is largest between vertices, where 400 random angles come within 1e-2 of it */
    CHECK_NEAR(of.l0, sharp, 1e-4 * sharp);
    CHECK_NEAR(of.l2, sharp, 1e-7);
}

/* The reference samples as well, within one to three percent of these values. */
static void longer_chains_have_the_constants_of_the_reference(void **state)
{
    (void)state;
    const double told[][5] = {{3.0, 0.0378, 11.69, 5.20, 5.59}, {4.0, 0.0302, 32.4, 15.3, 18.9}};
    for (int i = 0; i < 2; i++) {
        const mass_constants of = constants_of((int32_t)told[i][0], 60, 1.0);
        CHECK_NEAR(of.m1, told[i][1], 0.01 * told[i][1]);
        CHECK_NEAR(of.m2, told[i][2], 0.01 * told[i][2]);
        CHECK_NEAR(of.l0, told[i][3], 0.05 * told[i][3]);
        CHECK_NEAR(of.l2, told[i][4], 0.05 * told[i][4]);
    }
}

static void a_safety_factor_is_on_the_safe_side(void **state)
{
    (void)state;
    const mass_constants bare = constants_of(2, 40, 1.0), safe = constants_of(2, 40, 1.1);
    CHECK_NEAR(safe.m1, bare.m1 / 1.1, 1e-12);
    CHECK_NEAR(safe.m2, bare.m2 * 1.1, 1e-12);
    CHECK_NEAR(safe.l0, bare.l0 * 1.1, 1e-12);
    CHECK_NEAR(safe.l2, bare.l2 * 1.1, 1e-12);
}

/* Without gravity. Reference constants differ by percents and change the bounds: (41) by the cube
 * root of their product. */
static void bounds_equal_the_reference(void **state)
{
    (void)state;
    const struct {
        int32_t links;
        double speed, invertible, everywhere, convergent;
    } told[] = {{2, 0.5, 0.66, 0.082, 0.0374},
                {2, 2.0, 0.166, 0.0209, 0.0098},
                {2, 5.0, 0.066, 0.0084, 0.0039},
                {3, 2.0, 0.058, 0.0032, 0.0013}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const mass_constants of = constants_of(told[i].links, 100, 1.0);
        const rate_norms at = {told[i].speed, 0.0};
        CHECK_NEAR(ludo_bound_invertible(&of, &at), told[i].invertible, 0.01 * told[i].invertible);
        CHECK_NEAR(ludo_bound_everywhere(&of, &at), told[i].everywhere, 0.05 * told[i].everywhere);
        CHECK_NEAR(ludo_bound_convergent(&of, &at), told[i].convergent, 0.08 * told[i].convergent);
    }
}

/* With l2 = 0 bound (32) is that of the damper alone; at rest without forces (38) and (41) are
 * infinite. */
static void bounds_have_the_right_limits(void **state)
{
    (void)state;
    const mass_constants damped = {.m1 = 2.0, .m2 = 2.0, .l4 = 4.0};
    const mass_constants bare = {.m1 = 1.0, .m2 = 1.0, .l0 = 1.0, .l2 = 1.0};
    const rate_norms rest = {0.0, 0.0}, fast = {3.0, 1.0};
    CHECK_NEAR(ludo_bound_invertible(&damped, &fast), 2.0 * 2.0 / 4.0, 4.0 * DBL_EPSILON);
    assert_true(ludo_bound_invertible(&bare, &rest) == HUGE_VAL);
    assert_true(ludo_bound_everywhere(&bare, &rest) == HUGE_VAL);
    assert_true(ludo_bound_convergent(&bare, &rest) == HUGE_VAL);
    assert_true(ludo_bound_convergent(&bare, &fast) < ludo_bound_everywhere(&bare, &fast));
}

static void nan_has_no_bound(void **state)
{
    (void)state;
    const mass_constants none = {.m1 = (double)NAN, .m2 = 1.0, .l0 = 1.0, .l2 = 1.0};
    const rate_norms fast = {3.0, 1.0};
    assert_true(!(ludo_bound_everywhere(&none, &fast) > 0.0));
    assert_true(!(ludo_bound_convergent(&none, &fast) > 0.0));
    assert_true(!(ludo_bound_invertible(&none, &fast) > 0.0) ||
                ludo_bound_invertible(&none, &fast) == HUGE_VAL);
}

/* Trees with balls, or with slides without limits, have none of these constants. */
static void unsupported_trees_are_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *joint;
        bool taken;
    } cases[] = {{"hinge", true}, {"ball", false}};
    for (int i = 0; i < 2; i++) {
        const ludo_scene_chain_options chain = {.links = 3, .joint = cases[i].joint};
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
        open_tree t = open_tree_of_scene(built, spec);
        int32_t why = -2;
        assert_int_equal(ludo_mass_sampler_takes(&t.tree, &why), cases[i].taken);
        assert_true(cases[i].taken || t.tree.node[why].kind == &ludo_node_ball);
        open_tree_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rods_have_the_constants_of_the_closed_form),
        cmocka_unit_test(longer_chains_have_the_constants_of_the_reference),
        cmocka_unit_test(a_safety_factor_is_on_the_safe_side),
        cmocka_unit_test(bounds_equal_the_reference),
        cmocka_unit_test(bounds_have_the_right_limits),
        cmocka_unit_test(nan_has_no_bound),
        cmocka_unit_test(unsupported_trees_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
