/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints as nodes: where they put bodies and how they move them, against what joint types say
 * themselves; columns and how they change, against differences. */
#include "dynamics/node.h"
#include "random_joint_tree.h"

/* Central differences over this step lose about as much by rounding as by curvature. */
static const double step = 1e-5, by_difference = 2e-8;

/* ---- the nodes of a tree ---- */

static void columns_are_those_of_the_model(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        assert_int_equal(t.tree.columns, t.model->columns);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            const tree_node *n = &t.tree.node[t.tree.node_at[c]];
            assert_int_equal(t.tree.column_of[c], c);
            assert_true(t.tree.scale[c] == t.model->column_scale[c]);
            assert_in_range(c, n->column, n->column + n->kind->dof - 1);
            const model_joint *j = &t.model->joints[n->joint];
            assert_in_range(n->column, j->column, j->column + j->dof - 1);
        }
        open_tree_close(&t);
    }
}

static void parents_come_before_children_and_every_body_is_borne_once(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        int32_t borne = 0;
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            const tree_node *n = &t.tree.node[i];
            assert_true(n->parent < i);
            assert_int_equal(t.tree.root[i], n->parent < 0 ? i : t.tree.root[n->parent]);
            assert_true(n->has_body == (t.tree.node_of[n->slot] == i));
            assert_true(n->has_body || n->mass == 0.0);
            borne += n->has_body;
        }
        assert_int_equal(borne, t.model->slots);
        open_tree_close(&t);
    }
}

/* ---- against joint types ---- */

static void nodes_place_bodies_where_joints_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        open_tree t = shaken_tree(seed);
        double position[128];
        pose found[32];
        random_position(&t, &r, position);
        place_by_joints(&t, position, t.poses, t.memory);
        ludo_tree_read_positions(&t.tree, t.poses, t.memory, t.q);

        ludo_tree_place_origins(&t.tree, t.q, t.origin);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            t.y[c] = 0.0;
        }
        look(&t, 0.0);
        ludo_tree_poses(&t.tree, &t.at, found);
        for (int32_t s = 0; s < t.model->slots; s++) {
            check_poses(&found[s], &t.poses[s], round_off);
        }
        open_tree_close(&t);
    }
}

/* The twist of node i's body, by the forward pass. */
static twist twist_of(const open_tree *t, int32_t i)
{
    const tree_node *n = &t->tree.node[i];
    const ludo_vec3 c = v3_add(t->at.at[i].x, m3_apply(&t->at.at[i].R, n->com));
    const motion v = t->at.v[i];
    return (twist){v3_add(v.v, v3_cross(v.w, c)), v.w};
}

static void nodes_move_bodies_as_joints_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        ludo_tree_write_poses(&t.tree, t.q, t.poses, t.memory);
        move_by_joints(&t, t.rate);
        ludo_tree_read_rates(&t.tree, t.poses, t.memory, t.twists, t.stored_rate, t.dy);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            t.y[c] = 0.0;
        }
        look(&t, 0.0);
        for (int32_t s = 0; s < t.model->slots; s++) {
            const twist passed = twist_of(&t, t.tree.node_of[s]);
            check_twists(&passed, &t.twists[s], round_off);
        }
        open_tree_close(&t);
    }
}

/* ---- against differences ---- */

static motion motion_slope(motion a, motion b)
{
    const double k = 0.5 / step;
    return (motion){v3_scale(k, v3_sub(a.w, b.w)), v3_scale(k, v3_sub(a.v, b.v))};
}

static void check_motions(motion a, motion b, double tolerance)
{
    check_vectors(a.w, b.w, tolerance);
    check_vectors(a.v, b.v, tolerance);
}

static void velocities_are_the_change_of_places(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        pose after[32], before[32];
        look(&t, step);
        ludo_tree_poses(&t.tree, &t.at, after);
        look(&t, -step);
        ludo_tree_poses(&t.tree, &t.at, before);
        look(&t, 0.0);
        for (int32_t s = 0; s < t.model->slots; s++) {
            const ludo_quat turned = q_mul(after[s].q, q_conj(before[s].q));
            const twist by_places = {v3_scale(0.5 / step, v3_sub(after[s].x, before[s].x)),
                                     v3_scale(1.0 / step, q_vector(turned))};
            const twist found = twist_of(&t, t.tree.node_of[s]);
            check_twists(&found, &by_places, by_difference);
        }
        open_tree_close(&t);
    }
}

static void columns_change_at_their_rate(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        motion after[128], before[128];
        const size_t size = (size_t)t.tree.columns * sizeof *after;
        look(&t, step);
        memcpy(after, t.at.S, size);
        look(&t, -step);
        memcpy(before, t.at.S, size);
        look(&t, 0.0);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            check_motions(t.at.Sd[c], motion_slope(after[c], before[c]), by_difference);
        }
        open_tree_close(&t);
    }
}

static void momenta_are_inertia_times_velocity(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        look(&t, 0.0);
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            const tree_node *n = &t.tree.node[i];
            const twist u = twist_of(&t, i);
            const ludo_vec3 c = v3_add(t.at.at[i].x, m3_apply(&t.at.at[i].R, n->com));
            const sym3 J = s3_turn(t.at.at[i].R, n->J);
            const force expected =
                n->has_body ? force_at(c, v3_scale(n->mass, u.v), s3_apply(J, u.w)) : force_zero();
            check_vectors(t.at.mu[i].n, expected.n, round_off * (1.0 + v3_max(expected.n)));
            check_vectors(t.at.mu[i].f, expected.f, round_off * (1.0 + v3_max(expected.f)));
        }
        open_tree_close(&t);
    }
}

/* ---- columns that depend on y ---- */

/* A ball on a parent at rest, at q, y. */
typedef struct posed_ball {
    tree_node node;
    node_place parent;
    double q[4], y[3], dy[3];
    force mu;
} posed_ball;

static posed_ball random_ball(uint64_t seed)
{
    random_stream r = random_from(seed);
    posed_ball b = {.node = {.kind = &ludo_node_ball, .rotation = random_quat(&r)}};
    const ludo_vec3 at = random_vec3(&r, 1.0);
    b.parent = place_at(at, random_quat(&r));
    const ludo_quat q = random_quat(&r);
    b.q[0] = q.w, b.q[1] = q.x, b.q[2] = q.y, b.q[3] = q.z;
    for (int i = 0; i < 3; i++) {
        b.y[i] = random_uniform(&r, -1.0, 1.0);
        b.dy[i] = random_uniform(&r, -1.0, 1.0);
    }
    const ludo_vec3 moment = random_vec3(&r, 1.0);
    b.mu = (force){moment, random_vec3(&r, 1.0)};
    return b;
}

static node_place place_of(const posed_ball *b)
{
    node_place at;
    ludo_node_ball.place(&b->node, &b->parent, b->q, b->y, (half_angle){0.0, 1.0}, &at);
    return at;
}

/* S_k . mu, shifted by s along y_j. */
static void columns_on(posed_ball b, int j, double s, double of[3])
{
    motion S[3], rate[3];
    b.y[j] += s;
    const node_place at = place_of(&b);
    ludo_node_ball.columns(&b.node, &at, b.y, b.dy, S, rate);
    for (int k = 0; k < 3; k++) {
        of[k] = pair_of(b.mu, S[k]);
    }
}

static void dS_at(posed_ball b, double time, double dS[9], double dS_dot[9])
{
    for (int i = 0; i < 3; i++) {
        b.y[i] += time * b.dy[i];
    }
    for (int i = 0; i < 9; i++) {
        dS[i] = dS_dot[i] = 0.0;
    }
    const node_place at = place_of(&b);
    ludo_node_ball.dS(&b.node, &at, b.y, b.dy, b.mu, dS, dS_dot);
}

static void a_ball_bends_and_sways_as_its_columns_change(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const posed_ball b = random_ball(seed);
        double dS[9], dS_dot[9], later[9], earlier[9], of_them[9];
        dS_at(b, 0.0, dS, dS_dot);
        dS_at(b, step, later, of_them);
        dS_at(b, -step, earlier, of_them);
        for (int i = 0; i < 9; i++) {
            CHECK_NEAR(dS_dot[i], (later[i] - earlier[i]) / (2.0 * step), by_difference);
        }
        for (int j = 0; j < 3; j++) {
            double after[3], before[3];
            columns_on(b, j, step, after);
            columns_on(b, j, -step, before);
            for (int k = 0; k < 3; k++) {
                const double slope = (after[k] - before[k]) / (2.0 * step);
                CHECK_NEAR(dS[3 * j + k], slope, by_difference);
            }
        }
    }
}

/* ---- passes, gravity, origins ---- */

static void the_pass_up_sums_all_that_a_node_carries(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        open_tree t = shaken_tree(seed);
        force own[128];
        look(&t, 0.0);
        memcpy(own, t.at.mu, (size_t)t.tree.nodes * sizeof *own);
        ludo_tree_up(&t.tree, t.at.mu);
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            force sum = force_zero();
            for (int32_t k = i; k < t.tree.nodes; k++) {
                int32_t above = k;
                while (above > i) {
                    above = t.tree.node[above].parent;
                }
                sum = above == i ? force_add(sum, own[k]) : sum;
            }
            check_vectors(t.at.mu[i].n, sum.n, round_off * (1.0 + v3_max(sum.n)));
            check_vectors(t.at.mu[i].f, sum.f, round_off * (1.0 + v3_max(sum.f)));
        }
        open_tree_close(&t);
    }
}

/* The power of weight is the rate of loss of potential energy. */
static double weight_times_height(open_tree *t, double s)
{
    double sum = 0.0;
    look(t, s);
    for (int32_t i = 0; i < t->tree.nodes; i++) {
        const ludo_vec3 moved = v3_axpy(t->at.M[i].h, t->at.M[i].m, t->origin[i]);
        sum += v3_dot(t->model->gravity, moved);
    }
    return sum;
}

static void gravity_does_the_work_that_heights_lose(void **state)
{
    (void)state;
    for (uint64_t seed = 2; seed <= SEEDS; seed += 4) { /* those that stand on the ground */
        open_tree t = shaken_tree(seed);
        force weight[128];
        const double after = weight_times_height(&t, step), before = weight_times_height(&t, -step);
        look(&t, 0.0);
        ludo_tree_gravity(&t.tree, &t.at, weight);
        double power = 0.0;
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            power += pair_of(weight[i], t.at.v[i]);
        }
        /* sums of some hundred joules */
        CHECK_NEAR(power, (after - before) / (2.0 * step), 100.0 * by_difference);
        open_tree_close(&t);
    }
}

/* A tree that floats a thousand kilometres away looks the same from its own origin: the coordinates
 * of its root are numbers whose last bits are 1e-10 m apart, and nothing else is lost. */
static void far_from_the_world_a_tree_is_as_exact_as_near(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed += 2) {
        open_tree t = shaken_tree(seed);
        motion near[128];
        t.q[0] = t.q[1] = t.q[2] = 0.0;
        look(&t, 0.0);
        memcpy(near, t.at.S, (size_t)t.tree.columns * sizeof *near);
        t.q[0] = 1e6 + 0.1, t.q[1] = -1e6, t.q[2] = 3e5 + 0.7;
        look(&t, 0.0);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            check_motions(t.at.S[c], near[c], round_off);
        }
        open_tree_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_those_of_the_model),
        cmocka_unit_test(parents_come_before_children_and_every_body_is_borne_once),
        cmocka_unit_test(nodes_place_bodies_where_joints_do),
        cmocka_unit_test(nodes_move_bodies_as_joints_do),
        cmocka_unit_test(velocities_are_the_change_of_places),
        cmocka_unit_test(columns_change_at_their_rate),
        cmocka_unit_test(momenta_are_inertia_times_velocity),
        cmocka_unit_test(a_ball_bends_and_sways_as_its_columns_change),
        cmocka_unit_test(the_pass_up_sums_all_that_a_node_carries),
        cmocka_unit_test(gravity_does_the_work_that_heights_lose),
        cmocka_unit_test(far_from_the_world_a_tree_is_as_exact_as_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
