/* SPDX-License-Identifier: Apache-2.0
 *
 * How many rows of constraints are independent, and which are not. */
#include "running.h"
#include "small_spec.h"

static ludo_mobility mobility_of(running *r)
{
    ludo_mobility m;
    assert_int_equal(ludo_sim_mobility(r->sim, &m), LUDO_OK);
    assert_int_equal(m.rows, ludo_model_rows(r->model));
    assert_int_equal(m.rank, m.rows - m.redundant);
    assert_int_equal(m.freedom, 6 * ludo_model_body_count(r->model) - m.rank);
    return m;
}

/* The redundant rows of all loops. */
static int32_t count_redundant(running *r)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < ludo_model_loop_count(r->model); i++) {
        ludo_loop_state loop = {.struct_size = sizeof loop};
        assert_int_equal(ludo_sim_loop(r->sim, i, &loop), LUDO_OK);
        int32_t flags = 0;
        for (uint32_t bits = loop.dependent; bits != 0; bits >>= 1) {
            flags += (bits & 1) != 0;
        }
        assert_int_equal(flags, loop.redundant);
        assert_true(loop.dependent >> loop_info_of(r->model, i).rows == 0);
        sum += loop.redundant;
    }
    return sum;
}

static running windows(int32_t count, const char *closure)
{
    ludo_spec *spec = NULL;
    ludo_scene_windows_options o = ludo_scene_windows_default();
    o.windows = count;
    o.closure = closure;
    const ludo_status built = ludo_scene_windows(&o, NULL, &spec);
    return run_open(built, spec, NULL);
}

/* Planar four-bars of hinges: three of five rows of each closure are redundant. */
static void four_bars_have_one_freedom_and_three_redundant_rows_each(void **state)
{
    (void)state;
    for (int32_t n = 1; n <= 8; n++) {
        running r = windows(n, "hinge");
        const ludo_mobility m = mobility_of(&r);
        assert_int_equal(m.rows, 5 * (2 * n + 1) + 5 * n);
        assert_int_equal(m.redundant, 3 * n);
        assert_int_equal(m.freedom, 1);
        assert_int_equal(count_redundant(&r), 3 * n);
        run_close(&r);
    }
}

/* The double four-bar: 35 rows of rank 29, flat 27 [loops.md 5]. */
static void flat_four_bars_lose_a_row_each(void **state)
{
    (void)state;
    running r = windows(2, "hinge");
    assert_int_equal(mobility_of(&r).rows, 35);
    assert_int_equal(mobility_of(&r).rank, 29);
    const double quarter = 1.57079632679489661923;
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const bool crank = ludo_model_joint_name(r.model, j)[0] == 'k';
        const double q = crank ? quarter : -quarter;
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &q), LUDO_OK);
    }
    const ludo_mobility flat = mobility_of(&r);
    assert_int_equal(flat.rank, 27);
    assert_int_equal(flat.freedom, 3);
    assert_int_equal(count_redundant(&r), 8);

    /* a thousandth of a radian further it is regular again */
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const bool crank = ludo_model_joint_name(r.model, j)[0] == 'k';
        const double q = (crank ? 1.0 : -1.0) * (quarter - 1e-3);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &q), LUDO_OK);
    }
    assert_int_equal(mobility_of(&r).rank, 29);
    run_close(&r);
}

/* The closure of a planar loop is redundant across the plane and in rotation. */
static void rows_across_the_plane_are_the_redundant_ones(void **state)
{
    (void)state;
    running r = windows(1, "ball");
    ludo_loop_state loop = {.struct_size = sizeof loop};
    assert_int_equal(ludo_sim_loop(r.sim, 0, &loop), LUDO_OK);
    assert_int_equal(loop.redundant, 1);
    assert_int_equal(loop.dependent, 1u << 1); /* y */
    run_close(&r);
}

static void a_bricard_has_one_freedom_and_one_redundant_row(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_bricard(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const ludo_mobility m = mobility_of(&r);
    assert_int_equal(m.rows, 30);
    assert_int_equal(m.rank, 29);
    assert_int_equal(m.freedom, 1);
    assert_int_equal(count_redundant(&r), 1);
    run_close(&r);
}

static void rings_of_balls_lack_nothing(void **state)
{
    (void)state;
    for (int32_t links = 3; links < 9; links++) {
        const ludo_scene_ring_options o = {.links = links, .joint = "ball"};
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_ring(&o, NULL, &spec);
        running r = run_open(built, spec, NULL);
        assert_int_equal(mobility_of(&r).redundant, 0);
        assert_int_equal(mobility_of(&r).freedom, 3 * links - 3);
        run_close(&r);
    }
}

static void masses_and_lengths_change_no_rank(void **state)
{
    (void)state;
    for (int32_t n = 1; n <= 6; n++) {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_scissor_lift(n, NULL, &spec);
        running r = run_open(built, spec, NULL);
        assert_int_equal(mobility_of(&r).freedom, 1);
        run_close(&r);
    }
}

static void trees_have_full_rank(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(9, 3, true, NULL, &spec);
    running r = run_open(built, spec, NULL);
    assert_int_equal(mobility_of(&r).redundant, 0);
    assert_int_equal(mobility_of(&r).freedom, ludo_model_dof(r.model));
    run_close(&r);
}

static void two_joints_at_one_place_hold_what_one_does(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "door");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    running r = run_open(LUDO_OK, spec, NULL);
    assert_int_equal(mobility_of(&r).rows, 10);
    assert_int_equal(mobility_of(&r).rank, 5);
    assert_int_equal(count_redundant(&r), 5);
    assert_int_equal(ludo_sim_mobility(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_mobility(NULL, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

static int32_t segments_fill(int32_t segments, const char *solver)
{
    const ludo_scene_segments_options o = {segments, true, "hinge"};
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_segments(&o, NULL, &spec);
    running r = run_open(built, spec, &options);
    const int32_t fill = ludo_sim_fill(r.sim);
    run_close(&r);
    return fill;
}

/* Disjoint loops in a row: each adds an equal fill. */
static void fill_is_linear_in_disjoint_loops(void **state)
{
    (void)state;
    static const char *const solvers[] = {"recursion", "ldu"};
    for (int k = 0; k < 2; k++) {
        const int32_t two = segments_fill(2, solvers[k]), each = segments_fill(3, solvers[k]) - two;
        assert_true(each > 0);
        assert_int_equal(segments_fill(10, solvers[k]), two + 8 * each);
        assert_int_equal(segments_fill(200, solvers[k]), two + 198 * each);
    }
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(12, 1, false, NULL, &spec);
    running tree = run_open(built, spec, NULL);
    assert_int_equal(ludo_sim_fill(tree.sim), 0);
    assert_int_equal(ludo_sim_fill(NULL), 0);
    run_close(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bars_have_one_freedom_and_three_redundant_rows_each),
        cmocka_unit_test(flat_four_bars_lose_a_row_each),
        cmocka_unit_test(rows_across_the_plane_are_the_redundant_ones),
        cmocka_unit_test(a_bricard_has_one_freedom_and_one_redundant_row),
        cmocka_unit_test(rings_of_balls_lack_nothing),
        cmocka_unit_test(masses_and_lengths_change_no_rank),
        cmocka_unit_test(trees_have_full_rank),
        cmocka_unit_test(two_joints_at_one_place_hold_what_one_does),
        cmocka_unit_test(fill_is_linear_in_disjoint_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
