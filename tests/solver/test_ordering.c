/* SPDX-License-Identifier: Apache-2.0
 *
 * Order of elimination and fill-in: against elimination on a table of flags, on graphs with a known
 * optimal order, and on large ones. */
#include "graphs.h"

#include "solver/ldu/least_fill.h"
#include "solver/ldu/ordering.h"

#include <amd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ludo_allocator plain(void)
{
    return ludo_allocator_or_default(NULL);
}

static ordering order_of(const ludo_ldu_pattern *pattern)
{
    const ludo_allocator a = plain();
    ludo_diagnostic why = {.message = ""};
    ordering o;
    const ludo_status status = ludo_ordering_find(pattern, &a, &o, &why);
    if (status != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(status, LUDO_OK);
    return o;
}

static void release(ordering *o)
{
    const ludo_allocator a = plain();
    ludo_ordering_release(o, &a);
}

static bool lists(const ordering *o, int32_t step, int32_t later)
{
    for (int32_t t = o->first[step]; t < o->first[step + 1]; t++) {
        if (o->later[t] == later) {
            return true;
        }
    }
    return false;
}

static void check_permutation(const ordering *o, int32_t nodes)
{
    for (int32_t i = 0; i < nodes; i++) {
        assert_in_range(o->place[i], 0, nodes - 1);
        assert_int_equal(o->order[o->place[i]], i);
    }
}

/* The lists equal those of elimination on a full table of flags, and ascend. */
static void check_lists(const ordering *o, const graph *g)
{
    static bool joined[GRAPH_NODES][GRAPH_NODES];
    memset(joined, 0, sizeof joined);
    for (int32_t e = 0; e < g->edges; e++) {
        const int32_t i = o->place[g->edge[2 * e]], j = o->place[g->edge[2 * e + 1]];
        joined[i][j] = joined[j][i] = true;
    }
    for (int32_t c = 0; c < g->nodes; c++) {
        int32_t count = 0;
        for (int32_t p = c + 1; p < g->nodes; p++) {
            assert_int_equal(lists(o, c, p), joined[c][p]);
            count += joined[c][p];
            for (int32_t r = c + 1; r < g->nodes; r++) {
                joined[p][r] = joined[p][r] || (joined[c][p] && joined[c][r]);
            }
        }
        assert_int_equal(o->first[c + 1] - o->first[c], count);
        for (int32_t t = o->first[c] + 1; t < o->first[c + 1]; t++) {
            assert_true(o->later[t - 1] < o->later[t]);
        }
    }
}

static int32_t neighbours_before(const ordering *o, const graph *g, int32_t node)
{
    int32_t count = 0;
    for (int32_t i = 0; i < g->nodes; i++) {
        count += graph_joined(g, i, node) && o->place[i] < o->place[node];
    }
    return count;
}

static void trees_get_no_fill(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        const graph g = graph_random_tree(&r, 1 + random_below(&r, GRAPH_NODES), 6);
        const ludo_ldu_pattern pattern = graph_pattern(&g);
        ordering o = order_of(&pattern);
        check_permutation(&o, g.nodes);
        check_lists(&o, &g);
        assert_int_equal(o.first[g.nodes], g.edges);
        release(&o);
    }
}

static void fill_is_what_elimination_on_flags_gives(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        graph g = graph_random_tree(&r, 2 + random_below(&r, GRAPH_NODES - 1), 6);
        graph_add_loops(&g, &r, random_below(&r, 60));
        ludo_ldu_pattern pattern = graph_pattern(&g);
        ordering o = order_of(&pattern);
        check_permutation(&o, g.nodes);
        check_lists(&o, &g);

        int32_t backwards[GRAPH_NODES];
        for (int32_t k = 0; k < g.nodes; k++) {
            backwards[k] = o.order[g.nodes - 1 - k];
        }
        release(&o);
        pattern.order = backwards;
        o = order_of(&pattern);
        assert_memory_equal(o.order, backwards, sizeof *backwards * (size_t)g.nodes);
        check_lists(&o, &g);
        release(&o);
    }
}

/* triangulating a ring of n nodes needs n - 3 chords */
static void ring_gets_the_least_fill(void **state)
{
    (void)state;
    for (int32_t n = 3; n <= GRAPH_NODES; n++) {
        graph g = {0};
        for (int32_t i = 0; i < n; i++) {
            (void)graph_add_node(&g, 1, false);
        }
        for (int32_t i = 0; i < n; i++) {
            graph_join(&g, i, (i + 1) % n);
        }
        const ludo_ldu_pattern pattern = graph_pattern(&g);
        ordering o = order_of(&pattern);
        assert_int_equal(o.first[n] - g.edges, n - 3);
        release(&o);
    }
}

static int32_t fill_of(const graph *g, const int32_t *order)
{
    ludo_ldu_pattern pattern = graph_pattern(g);
    pattern.order = order;
    ordering o = order_of(&pattern);
    const int32_t fill = o.first[g->nodes] - g->edges;
    release(&o);
    return fill;
}

/* a square grid; with degrees updated too late it would be 0.7 */
static void grid_gets_two_thirds_of_the_fill_by_rows(void **state)
{
    (void)state;
    enum { SIDE = 6 };
    graph g = {0};
    int32_t by_rows[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        by_rows[i] = graph_add_node(&g, 1, false);
        if (i % SIDE > 0) {
            graph_join(&g, i - 1, i);
        }
        if (i >= SIDE) {
            graph_join(&g, i - SIDE, i);
        }
    }
    assert_true(3 * fill_of(&g, NULL) < 2 * fill_of(&g, by_rows));
}

/* A net of side x side nodes: its lists of neighbours for AMD, its edges for the ordering. */
enum { NET_SIDE = 60, NET_NODES = NET_SIDE * NET_SIDE };

static int32_t net_edges(int32_t *edge)
{
    int32_t edges = 0;
    for (int32_t i = 0; i < NET_NODES; i++) {
        if (i % NET_SIDE + 1 < NET_SIDE) {
            edge[2 * edges] = i, edge[2 * edges++ + 1] = i + 1;
        }
        if (i + NET_SIDE < NET_NODES) {
            edge[2 * edges] = i, edge[2 * edges++ + 1] = i + NET_SIDE;
        }
    }
    return edges;
}

static int32_t net_lists(int32_t *first, int32_t *neighbours)
{
    int32_t listed = 0;
    for (int32_t i = 0; i < NET_NODES; i++) {
        const int32_t near[] = {i - NET_SIDE, i % NET_SIDE > 0 ? i - 1 : -1,
                                i % NET_SIDE + 1 < NET_SIDE ? i + 1 : -1, i + NET_SIDE};
        first[i] = listed;
        for (int k = 0; k < 4; k++) {
            if (near[k] >= 0 && near[k] < NET_NODES) {
                neighbours[listed++] = near[k];
            }
        }
    }
    first[NET_NODES] = listed;
    return listed;
}

/* AMD's own count for its own order, by its own interface, is a bound */
static void nets_fill_no_more_than_amd_counts(void **state)
{
    (void)state;
    static int32_t dim[NET_NODES], edge[4 * NET_NODES], first[NET_NODES + 1];
    static int32_t neighbours[4 * NET_NODES], order[NET_NODES];
    for (int32_t i = 0; i < NET_NODES; i++) {
        dim[i] = 1;
    }
    const ludo_ldu_pattern pattern = {.struct_size = sizeof pattern,
                                      .nodes = NET_NODES,
                                      .dim = dim,
                                      .edges = net_edges(edge),
                                      .edge = edge};
    assert_int_equal(net_lists(first, neighbours), 2 * pattern.edges);
    double info[AMD_INFO];
    assert_int_equal(amd_order(NET_NODES, first, neighbours, order, NULL, info), AMD_OK);
    ordering o = order_of(&pattern);
    check_permutation(&o, NET_NODES);
    assert_true(o.first[NET_NODES] <= info[AMD_LNZ]);
    release(&o);
}

static void least_fill_orders_what_is_joined_to_nothing(void **state)
{
    (void)state;
    const ludo_allocator a = plain();
    const int32_t first[] = {0, 0, 1, 2, 2}, neighbours[] = {2, 1};
    int32_t order[4], sum = 0;
    assert_int_equal(ludo_ordering_least_fill(0, first, neighbours, &a, order), LUDO_OK);
    assert_int_equal(ludo_ordering_least_fill(4, first, neighbours, &a, order), LUDO_OK);
    for (int k = 0; k < 4; k++) {
        sum |= 1 << order[k];
    }
    assert_int_equal(sum, 15);
}

/* the middle of a star, numbered first, goes last or last but one */
static void leaves_go_first(void **state)
{
    (void)state;
    graph g = {0};
    for (int32_t i = 0; i < 10; i++) {
        (void)graph_add_node(&g, 3, false);
    }
    for (int32_t i = 1; i < 10; i++) {
        graph_join(&g, 0, i);
    }
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    ordering o = order_of(&pattern);
    assert_true(o.place[0] >= 8);
    release(&o);
}

static void chain_of_bodies_and_joints_is_followed_from_its_leaf(void **state)
{
    (void)state;
    graph g = {0};
    for (int32_t i = 0; i < 9; i++) {
        (void)graph_add_node(&g, i % 2 == 0 ? 6 : 5, i % 2 != 0);
        if (i > 0) {
            graph_join(&g, i - 1, i);
        }
    }
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    ordering o = order_of(&pattern);
    for (int32_t i = 0; i < 9; i++) {
        assert_int_equal(o.order[i], i);
    }
    release(&o);
}

static void dependent_nodes_come_after_a_neighbour(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        graph g = graph_random_mechanism(&r, 1 + random_below(&r, 14), 1, 6, seed % 2 == 0);
        for (int32_t k = random_below(&r, 6); k > 0; k--) {
            const int32_t i = random_below(&r, 6), j = random_below(&r, 6) - 1;
            if (i != j && i < g.nodes && j < g.nodes && g.dim[i] == 6 && !g.dependent[i] &&
                (j < 0 || !g.dependent[j])) {
                (void)graph_close_loop(&g, 1 + random_below(&r, 6), i, j);
            }
        }
        const ludo_ldu_pattern pattern = graph_pattern(&g);
        ordering o = order_of(&pattern);
        check_permutation(&o, g.nodes);
        check_lists(&o, &g);
        for (int32_t i = 0; i < g.nodes; i++) {
            assert_true(!g.dependent[i] || neighbours_before(&o, &g, i) > 0);
        }
        release(&o);
    }
}

/* ground - 5 rows - body - 3 rows - body - 3 rows - ground: beside its 5 rows the first body has
 * only 1 of its 6 left, too few for the next 3 */
static void dependent_nodes_wait_for_enough_rows(void **state)
{
    (void)state;
    graph g = {0};
    const int32_t first = graph_add_node(&g, 6, false), second = graph_add_node(&g, 6, false);
    const int32_t five = graph_close_loop(&g, 5, first, -1);
    const int32_t between = graph_close_loop(&g, 3, first, second);
    (void)graph_close_loop(&g, 3, second, -1);
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    ordering o = order_of(&pattern);
    assert_true(o.place[five] > o.place[first]);
    assert_true(o.place[between] > o.place[second]);
    release(&o);
}

/* a planar four-bar of hinges: 20 rows on 18; one joint must be last and redundant */
static void unsupported_nodes_come_last(void **state)
{
    (void)state;
    graph g = {0};
    for (int32_t b = 0; b < 3; b++) {
        (void)graph_add_node(&g, 6, false);
    }
    (void)graph_close_loop(&g, 5, 0, -1);
    (void)graph_close_loop(&g, 5, 0, 1);
    (void)graph_close_loop(&g, 5, 1, 2);
    (void)graph_close_loop(&g, 5, 2, -1);
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    ordering o = order_of(&pattern);
    assert_true(g.dependent[o.order[6]]);
    release(&o);
}

/* Eliminating step c changes (later neighbours)^2 blocks. */
static int64_t blocks_changed(const ordering *o, int32_t nodes)
{
    int64_t changed = 0;
    for (int32_t k = 0; k < nodes; k++) {
        const int64_t count = o->first[k + 1] - o->first[k];
        changed += count * count;
    }
    return changed;
}

/* node i is attached to the node that `parent` returns */
static void check_large_tree(int32_t (*parent)(random_stream *r, int32_t i))
{
    enum { NODES = 100000 };
    static int32_t dim[NODES], edge[2 * NODES];
    random_stream r = random_from(1);
    for (int32_t i = 0; i < NODES; i++) {
        dim[i] = 1;
        edge[2 * i] = i;
        edge[2 * i + 1] = i > 0 ? parent(&r, i) : 0;
    }
    const ludo_ldu_pattern pattern = {.struct_size = sizeof pattern,
                                      .nodes = NODES,
                                      .dim = dim,
                                      .edges = NODES - 1,
                                      .edge = edge + 2};
    ordering o = order_of(&pattern);
    assert_int_equal(blocks_changed(&o, NODES), NODES - 1);
    release(&o);
}

static int32_t previous_node(random_stream *r, int32_t i)
{
    (void)r;
    return i - 1;
}

static int32_t first_node(random_stream *r, int32_t i)
{
    (void)r;
    (void)i;
    return 0;
}

static int32_t any_node(random_stream *r, int32_t i)
{
    return random_below(r, i);
}

/* an order found in quadratic time would run into the limit on the time of a test */
static void large_trees_cost_one_block_per_edge(void **state)
{
    (void)state;
    check_large_tree(previous_node);
    check_large_tree(first_node);
    check_large_tree(any_node);
}

static void bad_patterns_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const int32_t dim[] = {1, 2, 3}, flat[] = {1, 0, 3}, thick[] = {1, 17, 3};
    static const int32_t path[] = {0, 1, 1, 2}, self[] = {0, 1, 2, 2}, twice[] = {0, 1, 1, 0};
    static const int32_t beyond[] = {0, 1, 1, 3}, below[] = {0, 1, -1, 2};
    static const int32_t repeated[] = {0, 1, 1}, outside[] = {0, 1, 3};
    static const bool last[] = {false, false, true}, all[] = {true, true, true};
    const size_t size = sizeof(ludo_ldu_pattern);
    const struct {
        const char *says;
        ludo_ldu_pattern pattern;
    } bad[] = {
        {"struct_size is 0: begin with ludo_ldu_pattern_default()",
         {0, 3, dim, 0, NULL, NULL, NULL}},
        {"no nodes", {size, 0, dim, 0, NULL, NULL, NULL}},
        {"no nodes", {size, -1, dim, 0, NULL, NULL, NULL}},
        {"missing", {size, 3, NULL, 2, path, NULL, NULL}},
        {"missing", {size, 3, dim, 2, NULL, NULL, NULL}},
        {"missing", {size, 3, dim, -1, path, NULL, NULL}},
        {"too many", {size, INT32_MAX, dim, 0, NULL, NULL, NULL}},
        {"node 1 has dimension 0", {size, 3, flat, 2, path, NULL, NULL}},
        {"node 1 has dimension 17", {size, 3, thick, 2, path, NULL, NULL}},
        {"edge 1 joins nodes 2 and 2", {size, 3, dim, 2, self, NULL, NULL}},
        {"edge 1 joins nodes 1 and 3", {size, 3, dim, 2, beyond, NULL, NULL}},
        {"edge 1 joins nodes -1 and 2", {size, 3, dim, 2, below, NULL, NULL}},
        {"nodes 0 and 1 is listed twice", {size, 3, dim, 2, twice, NULL, NULL}},
        {"not a permutation: entry 2 of it is 1", {size, 3, dim, 2, path, repeated, NULL}},
        {"not a permutation: entry 2 of it is 3", {size, 3, dim, 2, path, outside, NULL}},
        {"no independent neighbour", {size, 3, dim, 1, path, NULL, last}},
        {"no independent neighbour", {size, 3, dim, 2, path, NULL, all}},
    };
    const ludo_allocator a = plain();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ordering o;
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(ludo_ordering_find(&bad[i].pattern, &a, &o, &why), LUDO_BAD_ARGUMENT);
        if (strstr(why.message, bad[i].says) == NULL) {
            print_error("case %d: %s\n", (int)i, why.message);
            fail();
        }
        assert_int_equal(ludo_ordering_find(&bad[i].pattern, &a, &o, NULL), LUDO_BAD_ARGUMENT);
    }
}

static void find_survives_each_failing_allocation(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    graph g = graph_random_tree(&r, GRAPH_NODES, 6);
    graph_add_loops(&g, &r, 60);
    const ludo_ldu_pattern pattern = graph_pattern(&g);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ordering o;
        const ludo_status status = ludo_ordering_find(&pattern, &alloc.hook, &o, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        if (status == LUDO_OK) {
            ludo_ordering_release(&o, &alloc.hook);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_get_no_fill),
        cmocka_unit_test(fill_is_what_elimination_on_flags_gives),
        cmocka_unit_test(ring_gets_the_least_fill),
        cmocka_unit_test(grid_gets_two_thirds_of_the_fill_by_rows),
        cmocka_unit_test(nets_fill_no_more_than_amd_counts),
        cmocka_unit_test(least_fill_orders_what_is_joined_to_nothing),
        cmocka_unit_test(leaves_go_first),
        cmocka_unit_test(chain_of_bodies_and_joints_is_followed_from_its_leaf),
        cmocka_unit_test(dependent_nodes_come_after_a_neighbour),
        cmocka_unit_test(dependent_nodes_wait_for_enough_rows),
        cmocka_unit_test(unsupported_nodes_come_last),
        cmocka_unit_test(large_trees_cost_one_block_per_edge),
        cmocka_unit_test(bad_patterns_are_refused_with_a_reason),
        cmocka_unit_test(find_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
