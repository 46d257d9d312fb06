/* SPDX-License-Identifier: Apache-2.0
 *
 * Knots of trees in joint coordinates: poses and twists from coordinates and rates, against what
 * joint types say themselves, and back. */
#include "random_joint_tree.h"

/* ---- against joint types ---- */

static void knots_place_bodies_where_joints_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        open_tree t = shaken_tree(seed);
        double position[128], memory[128];
        pose poses[33] = {pose_world()};
        random_position(&t, &r, position);
        place_by_joints(&t, position, t.poses, t.memory);
        ludo_tree_read_positions(&t.tree, t.poses, t.memory, t.q);
        memcpy(memory, t.memory, (size_t)t.tree.columns * sizeof *memory);
        ludo_tree_write_poses(&t.tree, t.q, poses + 1, memory);
        for (int32_t s = 0; s < t.model->slots; s++) {
            check_poses(&poses[s + 1], &t.poses[s], round_off);
        }
        check_numbers(memory, t.memory, t.tree.columns, round_off);
        open_tree_close(&t);
    }
}

static void knots_move_bodies_as_joints_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        twist found[33] = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
        double carried[128];
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        move_by_joints(&t, t.rate);
        ludo_tree_read_rates(&t.tree, t.poses, t.memory, t.twists, t.stored_rate, t.dy);
        ludo_tree_write_twists(&t.tree, t.q, t.poses, t.dy, found + 1, carried);
        for (int32_t s = 0; s < t.model->slots; s++) {
            check_twists(&found[s + 1], &t.twists[s], round_off);
        }
        open_tree_close(&t);
    }
}

/* ---- there and back ---- */

/* Quaternions up to their sign. */
static void check_coordinates(const tree *t, const double *a, const double *b, double tolerance)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        const double *x = a + n->position, *y = b + n->position;
        double sign = 1.0;
        if (n->kind == &ludo_node_ball) {
            sign = x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3] < 0.0 ? -1.0 : 1.0;
        }
        for (int32_t k = 0; k < n->kind->position_count; k++) {
            CHECK_NEAR(x[k], sign * y[k], tolerance * (1.0 + fabs(y[k])));
        }
    }
}

static void coordinates_are_read_as_they_were_written(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        double q[128];
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        ludo_tree_read_positions(&t.tree, t.poses, t.memory, q);
        check_coordinates(&t.tree, q, t.q, round_off);
        open_tree_close(&t);
    }
}

static void thousands_of_turns_are_kept(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        double q[128];
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            const tree_node *n = &t.tree.node[i];
            t.q[n->position] *= n->kind == &ludo_node_revolute ? 3000.0 : 1.0;
        }
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        ludo_tree_read_positions(&t.tree, t.poses, t.memory, q);
        check_coordinates(&t.tree, q, t.q, round_off);
        open_tree_close(&t);
    }
}

static void joints_are_written_closed(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        for (int32_t s = 0; s < t.model->slots; s++) {
            const joint_data *j = &t.model->joint[s];
            joint_trace trace[JOINT_MAX_DOF];
            double S[6 * JOINT_MAX_DOF], close[6];
            for (int32_t c = 0; c < j->dof; c++) {
                trace[c].cos = t.memory[t.model->column[s] + c]; /* of what carries coordinates */
            }
            const joint_view open =
                j->kind->motion(j, &t.poses[j->parent], &t.poses[s], trace, S, close);
            CHECK_NEAR(open.gap, 0.0, round_off);
            CHECK_NEAR(open.tilt, 0.0, round_off);
        }
        open_tree_close(&t);
    }
}

static void rates_are_read_as_they_were_written(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        ludo_tree_write_twists(&t.tree, t.q, t.poses, t.rate, t.twists, t.stored_rate);
        ludo_tree_read_rates(&t.tree, t.poses, t.memory, t.twists, t.stored_rate, t.dy);
        check_numbers(t.dy, t.rate, t.tree.columns, round_off);
        open_tree_close(&t);
    }
}

static void a_knot_further_on_is_the_chart_of_the_last(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        pose before[32], after[32];
        look(&t, 0.0);
        ludo_tree_poses(&t.tree, &t.at, before);
        ludo_tree_advance(&t.tree, t.y, t.q);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            t.y[c] = 0.0;
        }
        look(&t, 0.0);
        ludo_tree_poses(&t.tree, &t.at, after);
        for (int32_t s = 0; s < t.model->slots; s++) {
            check_poses(&before[s], &after[s], round_off);
        }
        open_tree_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knots_place_bodies_where_joints_do),
        cmocka_unit_test(knots_move_bodies_as_joints_do),
        cmocka_unit_test(coordinates_are_read_as_they_were_written),
        cmocka_unit_test(thousands_of_turns_are_kept),
        cmocka_unit_test(joints_are_written_closed),
        cmocka_unit_test(rates_are_read_as_they_were_written),
        cmocka_unit_test(a_knot_further_on_is_the_chart_of_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
