/* SPDX-License-Identifier: Apache-2.0
 *
 * Random coordinates of a tree: within ranges, of unit length, the same everywhere. */
#include "dynamics/configuration.h"
#include "open_tree.h"

#include <float.h>
#include <string.h>

static const double half_turn_angle = 3.14159265358979323846;

static void numbers_are_the_same_on_every_machine(void **state)
{
    (void)state;
    /* by splitmix64 from 1, computed by another program */
    uint64_t random = 1;
    const uint64_t first = 0x910a2dec89025cc1u;
    assert_true(ludo_random(&random, 0.0, 1.0) == (double)(first >> 11) / 9007199254740992.0);
    for (int i = 0; i < 1000; i++) {
        const double x = ludo_random(&random, -2.0, 3.0);
        assert_true(x >= -2.0 && x < 3.0);
    }
}

static void ways_have_their_length(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int32_t n = 1; n <= 8; n++) {
        double z[8], square = 0.0;
        ludo_random_way(&random, n, 3.0, z);
        for (int32_t i = 0; i < n; i++) {
            square += z[i] * z[i];
        }
        CHECK_NEAR(sqrt(square), 3.0, 32.0 * DBL_EPSILON);
    }
}

/* Balls are unit quaternions, angles within half a turn of their reference, slides near the knot.
 */
static void coordinates_are_such_as_joints_have(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        ludo_spec *spec = NULL;
        uint64_t random = seed;
        const ludo_status built = ludo_scene_random_tree(8, seed, true, NULL, &spec);
        open_tree t = open_tree_of_scene(built, spec);
        ludo_random_configuration(&random, &t.tree, t.rate, t.q); /* the knot: zeros */
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            const tree_node *n = &t.tree.node[i];
            const double *q = t.q + n->position;
            if (n->kind == &ludo_node_ball) {
                const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
                CHECK_NEAR(square, 1.0, 32.0 * DBL_EPSILON);
            } else if (n->kind == &ludo_node_revolute) {
                assert_true(fabs(q[0] - n->reference) <= half_turn_angle);
            } else if (n->kind == &ludo_node_slide) {
                assert_true(fabs(q[0]) <= n->length);
            }
        }
        open_tree_close(&t);
    }
}

/* Three hinges in a row: the first does not change the mass matrix, so four corners, all different.
 */
static void corners_are_all_there(void **state)
{
    (void)state;
    const ludo_scene_chain_options chain = {.links = 3, .joint = "hinge"};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    open_tree t = open_tree_of_scene(built, spec);
    const double knot[3] = {0.3, 0.0, 0.0};
    int folded = 0, corners = 0;
    while (ludo_corner_configuration(corners, 100, &t.tree, knot, t.q)) {
        assert_true(t.q[0] == knot[0]);
        folded += (t.q[1] > 1.0 ? 1 : 0) + (t.q[2] > 1.0 ? 10 : 0);
        corners++;
    }
    assert_int_equal(corners, 4);
    assert_int_equal(folded, 22);
    assert_false(ludo_corner_configuration(0, 3, &t.tree, knot, t.q));
    open_tree_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_same_on_every_machine),
        cmocka_unit_test(ways_have_their_length),
        cmocka_unit_test(coordinates_are_such_as_joints_have),
        cmocka_unit_test(corners_are_all_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
