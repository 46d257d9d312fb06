/* SPDX-License-Identifier: Apache-2.0
 *
 * With closed loops, redundant ones too, the maximal integrator implements its scheme: knot states
 * of an independent program, for each description of the loops and each solver. */
#include "running.h"
#include "vectors.h"

#include "data/golden_loops.h"

/* The other program stopped Newton's method at a residual of 1e-12; 100 to 200 steps of mechanisms
 * that swing through singular configurations amplify this some hundred times. */
static const double tolerance = 1e-9;

enum { MECHANISMS = sizeof golden_loops / sizeof golden_loops[0] };

/* --- mechanisms ------------------------------------------------------------------------------ */

static void add_golden_body(ludo_spec *spec, const golden_loop *g, int b)
{
    const ludo_vec3 J = g->inertia[b];
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = g->mass[b], .inertia = {J.x, J.y, J.z, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

/* q_parent^+ q_child = offset where the frames coincide; the axis is the parent's. */
static ludo_joint_def golden_joint(const golden_loop_joint *j)
{
    return (ludo_joint_def){
        .struct_size = sizeof(ludo_joint_def),
        .type = j->type,
        .parent = j->parent,
        .child = j->child,
        .in_parent.position = j->in_parent,
        .in_child = {j->in_child, q_conj(j->offset)},
        .axis = j->axis,
    };
}

static bool is_carried(const golden_loop *g, int joint)
{
    for (int k = 0; k < joint; k++) {
        if (g->joint[k].child == g->joint[joint].child) {
            return true;
        }
    }
    return false;
}

/* A second joint of a body is a closure; or it is a joint, and the compiler finds that it closes a
 * loop. */
static ludo_spec *golden_spec(const golden_loop *g, bool closures)
{
    ludo_spec *spec = NULL;
    const double gravity[3] = {g->gravity.x, g->gravity.y, g->gravity.z};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
    for (int b = 0; b < g->bodies; b++) {
        add_golden_body(spec, g, b);
    }
    for (int j = 0; j < g->joints; j++) {
        const ludo_joint_def joint = golden_joint(&g->joint[j]);
        const bool closure = closures && is_carried(g, j);
        assert_int_equal(closure ? ludo_spec_add_closure(spec, &joint, NULL)
                                 : ludo_spec_add_joint(spec, &joint, NULL),
                         LUDO_OK);
    }
    return spec;
}

static void start_golden(running *r, const golden_loop *g)
{
    for (int b = 0; b < g->bodies; b++) {
        const golden_loop_body *at = &g->start[b];
        const ludo_body_state state = {
            .position = at->com,
            .orientation = at->orientation,
            .linear_velocity = at->linear,
            .angular_velocity = at->angular,
        };
        assert_int_equal(ludo_sim_set_body_state(r->sim, b, &state), LUDO_OK);
    }
}

/* --- records --------------------------------------------------------------------------------- */

static void check_golden_body(running *r, const golden_loop *g, int b, const golden_loop_body *want)
{
    const ludo_body_state got = run_body(r, b);
    const ludo_vec3 w = got.angular_velocity, J = g->inertia[b];
    check_vector(got.com, want->com, tolerance);
    CHECK_NEAR(angle_between(got.orientation, want->orientation), 0.0, tolerance);
    check_vector(v3_scale(g->mass[b], got.linear_velocity), want->linear, tolerance);
    check_vector(v3(J.x * w.x, J.y * w.y, J.z * w.z), want->angular, tolerance);
}

static void check_golden(const golden_loop *g, const char *solver, bool closures)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.rotation = "quaternion";
    options.solver = solver;
    options.tolerance = 1e-12;
    running r = run_open(LUDO_OK, golden_spec(g, closures), &options);
    start_golden(&r, g);
    int step = 0;
    for (int i = 0; i < GOLDEN_RECORDS; i++) {
        run_steps(&r, g->h, g->record[i].step - step);
        step = g->record[i].step;
        for (int b = 0; b < g->bodies; b++) {
            check_golden_body(&r, g, b, &g->record[i].body[b]);
        }
    }
    run_close(&r);
}

static void recursion_gives_the_golden_knot_states(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        check_golden(&golden_loops[i], "recursion", true);
    }
}

static void ldu_gives_the_golden_knot_states(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        check_golden(&golden_loops[i], "ldu", true);
    }
}

static void joints_that_close_loops_give_the_golden_knot_states(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        check_golden(&golden_loops[i], "recursion", false);
    }
}

/* --- redundancy ------------------------------------------------------------------------------ */

/* Seven hinges with six dependent rows, 30 rows with one, 20 rows with three [loops.md 5]; the
 * windows start upright, where no bars are aligned. */
static void redundant_rows_of_the_golden_mechanisms_are_found(void **state)
{
    (void)state;
    static const struct {
        int rows, rank;
    } known[] = {{35, 29}, {30, 29}, {20, 17}};
    for (int i = 0; i < MECHANISMS; i++) {
        const golden_loop *g = &golden_loops[i];
        running r = run_open(LUDO_OK, golden_spec(g, true), NULL);
        ludo_mobility m;
        start_golden(&r, g);
        assert_int_equal(ludo_sim_mobility(r.sim, &m), LUDO_OK);
        assert_int_equal(m.rows, known[i].rows);
        assert_int_equal(m.rank, known[i].rank);
        assert_int_equal(m.redundant, known[i].rows - known[i].rank);
        assert_int_equal(m.freedom, 6 * g->bodies - known[i].rank);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_gives_the_golden_knot_states),
        cmocka_unit_test(ldu_gives_the_golden_knot_states),
        cmocka_unit_test(joints_that_close_loops_give_the_golden_knot_states),
        cmocka_unit_test(redundant_rows_of_the_golden_mechanisms_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
