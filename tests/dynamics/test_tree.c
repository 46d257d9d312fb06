/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree in a graph of joints: what carries whom, what closes loops, in time that grows with the
 * mechanism and no faster. */
#include "small_spec.h"

#include <string.h>

/* ---- any graph ---- */

enum { SEEDS = 400, MAX_BODIES = 9, MAX_JOINTS = 24 };

/* Bodies and joints between any two of them, and the world as a parent. */
typedef struct graph {
    int32_t bodies, joints;
    int32_t parent[MAX_JOINTS], child[MAX_JOINTS];
} graph;

static graph random_graph(random_stream *r)
{
    graph g = {.bodies = 1 + random_below(r, MAX_BODIES)};
    g.joints = random_below(r, MAX_JOINTS + 1);
    for (int32_t j = 0; j < g.joints; j++) {
        g.child[j] = random_below(r, g.bodies);
        do {
            g.parent[j] = random_below(r, g.bodies + 1) - 1;
        } while (g.parent[j] == g.child[j]);
    }
    return g;
}

static ludo_model *graph_model(const graph *g)
{
    ludo_spec *spec = new_spec();
    for (int32_t b = 0; b < g->bodies; b++) {
        add_body(spec, NULL);
    }
    for (int32_t j = 0; j < g->joints; j++) {
        add_joint(spec, "ball", g->parent[j], g->child[j]);
    }
    return compiled(spec);
}

/* The first joint of each child; -1: none. */
static void first_joints(const graph *g, int32_t *carrier)
{
    for (int32_t b = 0; b < g->bodies; b++) {
        carrier[b] = -1;
        for (int32_t j = 0; j < g->joints && carrier[b] < 0; j++) {
            carrier[b] = g->child[j] == b ? j : -1;
        }
    }
}

static int32_t above(const graph *g, const int32_t *carrier, int32_t b)
{
    return carrier[b] >= 0 ? g->parent[carrier[b]] : LUDO_WORLD;
}

/* Whether who goes upwards from body b comes back to it. */
static bool is_on_circle(const graph *g, const int32_t *carrier, int32_t b)
{
    int32_t c = b;
    for (int32_t step = 0; step < g->bodies; step++) {
        c = above(g, carrier, c);
        if (c == LUDO_WORLD || c == b) {
            return c == b;
        }
    }
    return false;
}

/* The same by the words of the contract: whoever finds himself on a circle, lowest first, floats.
 */
static void expected_carriers(const graph *g, int32_t *carrier)
{
    first_joints(g, carrier);
    for (int32_t b = 0; b < g->bodies; b++) {
        carrier[b] = is_on_circle(g, carrier, b) ? -1 : carrier[b];
    }
}

static void the_first_joint_carries_and_the_others_close_loops(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const graph g = random_graph(&r);
        int32_t carrier[MAX_BODIES], loops = 0;
        expected_carriers(&g, carrier);
        ludo_model *m = graph_model(&g);
        for (int32_t b = 0; b < g.bodies; b++) {
            assert_int_equal(body_info_of(m, b).parent, above(&g, carrier, b));
        }
        for (int32_t j = 0; j < g.joints; j++) {
            const ludo_joint_info joint = joint_info_of(m, j);
            const bool carries = carrier[g.child[j]] == j;
            assert_int_equal(joint.loop, carries ? -1 : loops++);
            assert_int_equal(joint.dof, carries ? 3 : 0);
            assert_int_equal(joint.rows, carries ? 3 : 0);
            assert_int_equal(joint.position_count, carries ? 4 : 0);
            assert_false(joint.merged);
        }
        assert_int_equal(ludo_model_loop_count(m), loops);
        assert_int_equal(ludo_model_rows(m), 3 * g.joints);
        ludo_model_destroy(m);
    }
}

static void bodies_are_eliminated_before_what_carries_them(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const graph g = random_graph(&r);
        ludo_model *m = graph_model(&g);
        bool done[MAX_BODIES] = {false};
        for (int32_t k = 0; k < g.bodies; k++) {
            const int32_t b = ludo_model_order(m)[k], parent = body_info_of(m, b).parent;
            assert_false(done[b]);
            assert_true(parent == LUDO_WORLD || !done[parent]);
            done[b] = true;
        }
        ludo_model_destroy(m);
    }
}

/* ---- large ones ---- */

enum { LARGE = 100000 };

/* A ring that hangs on nothing, its joints in the order of a stride: with a walk for each body it
 * would take 10^10 steps. */
static void a_floating_ring_of_any_size_is_cut_once(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    for (int32_t b = 0; b < LARGE; b++) {
        add_body(spec, NULL);
    }
    for (int32_t j = 0; j < LARGE; j++) {
        const int32_t child = (int32_t)(((int64_t)j * 7919) % LARGE);
        add_joint(spec, "hinge", (child + 1) % LARGE, child);
    }
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_loop_count(m), 1);
    assert_int_equal(loop_info_of(m, 0).child, 0);
    assert_int_equal(loop_info_of(m, 0).parent, 1);
    assert_int_equal(ludo_model_dof(m), LARGE - 1 + 6);
    assert_int_equal(ludo_model_order(m)[0], 1);
    ludo_model_destroy(m);
}

/* Every body hangs on the world twice more, and all on one. */
static void joints_to_ground_beyond_the_first_close_loops(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    for (int32_t b = 0; b < LARGE / 10; b++) {
        add_body(spec, NULL);
        for (int32_t k = 0; k < 3; k++) {
            add_joint(spec, "slide", LUDO_WORLD, b);
        }
    }
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_loop_count(m), LARGE / 5);
    assert_int_equal(ludo_model_rows(m), LARGE / 10 * 3 * 5);
    assert_int_equal(ludo_model_dof(m), LARGE / 10);
    for (int32_t i = 0; i < LARGE / 5; i++) {
        const ludo_loop_info loop = loop_info_of(m, i);
        assert_int_equal(loop.joint, i / 2 * 3 + 1 + i % 2);
        assert_int_equal(loop.parent, LUDO_WORLD);
        assert_int_equal(loop.child, i / 2);
    }
    ludo_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_joint_carries_and_the_others_close_loops),
        cmocka_unit_test(bodies_are_eliminated_before_what_carries_them),
        cmocka_unit_test(a_floating_ring_of_any_size_is_cut_once),
        cmocka_unit_test(joints_to_ground_beyond_the_first_close_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
