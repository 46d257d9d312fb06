/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of bodies that are fixed to one another: what they weigh together, what is left of
 * their joints, what keeps them apart. */
#include "checkpoint.h"
#include "fixed_links.h"

/* --- joints ---------------------------------------------------------------------------------- */

static void merged_joints_keep_number_and_name_and_have_nothing_else(void **state)
{
    (void)state;
    ludo_model *m = compiled(linked(1.0));
    int32_t dof = 0;
    assert_int_equal(ludo_model_joint_count(m), LINK_JOINTS);
    for (int32_t j = 0; j < LINK_JOINTS; j++) {
        const ludo_joint_info info = joint_info_of(m, j);
        const bool moves = j == TRUNK_HINGE || j == ARM_BALL;
        assert_int_equal(info.merged, !moves);
        assert_int_equal(info.child, j);
        assert_int_equal(info.velocity_first, dof);
        assert_true(moves ? info.dof > 0 : info.dof == 0 && info.rows == 0);
        assert_int_equal(info.position_count > 0, moves);
        dof += info.dof;
    }
    assert_string_equal(ludo_model_joint_name(m, HAND_WELD), "hand.joint0");
    assert_string_equal(joint_info_of(m, HAND_WELD).type, "fixed");
    assert_int_equal(ludo_model_dof(m), 4);
    assert_int_equal(ludo_model_rows(m), 8);
    ludo_model_destroy(m);
}

/* --- masses ---------------------------------------------------------------------------------- */

static void a_host_weighs_what_all_of_it_does_and_the_world_counts_too(void **state)
{
    (void)state;
    ludo_model *m = compiled(linked(1.0));
    const int32_t hosts[] = {TRUNK, ARM};
    for (int i = 0; i < 2; i++) {
        const ludo_body_info got = body_info_of(m, hosts[i]);
        const ludo_body_def want = sum_of(hosts[i]);
        CHECK_NEAR(got.mass, want.mass, 1e-15);
        check_vector(got.com, want.com, 1e-15);
        for (int k = 0; k < 6; k++) {
            CHECK_NEAR(got.inertia[k], want.inertia[k], 1e-15 * 8);
        }
    }
    const ludo_body_info tool = body_info_of(m, TOOL);
    assert_true(tool.mass == links[TOOL].mass);
    assert_memory_equal(tool.inertia, links[TOOL].inertia, sizeof tool.inertia);
    CHECK_NEAR(ludo_model_mass(m), 11.9, 1e-14);
    ludo_model_destroy(m);
}

/* A body in two halves, each of them with an impossible inertia. */
static ludo_spec *halves(const double J[6], double mass)
{
    ludo_spec *spec = new_spec();
    set_merge(spec, 1.0);
    const ludo_body_def upper = {.struct_size = sizeof upper,
                                 .name = "upper",
                                 .mass = 1.0,
                                 .inertia = {1.0, 1.0, 3.0},
                                 .place = {"halves.xml", 4, 2}};
    ludo_body_def lower = {.struct_size = sizeof lower, .name = "lower", .mass = mass};
    memcpy(lower.inertia, J, sizeof lower.inertia);
    assert_int_equal(ludo_spec_add_body(spec, &upper, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &lower, NULL), LUDO_OK);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "fixed", 0, 1);
    return spec;
}

static void only_the_sum_of_merged_bodies_has_to_be_possible(void **state)
{
    (void)state;
    const double good[6] = {1.0, 1.0, -1.0}, bad[6] = {0.0, 0.0, 1.0}, worse[6] = {-2.0};
    ludo_model_destroy(compiled(halves(good, 1.0)));
    ludo_model_destroy(compiled(halves(good, 0.0)));
    ludo_diagnostic why;
    check_refused(halves(bad, 1.0), LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "body 'upper', with body 'lower' merged into it, has"));
    assert_non_null(strstr(why.message, "no body can have"));
    assert_int_equal(why.line, 4);
    check_refused(halves(worse, 1.0), LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "not positive definite"));
    check_refused(halves(good, -1.0), LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "body 'lower' has a negative mass"));
}

/* --- without mass ---------------------------------------------------------------------------- */

/* A row of joints from the world, "-" for a body with mass, "o" for one without, each at a line of
 * its own; with `branch` all have the first as their parent. */
static void check_row(const char *const types[], const char *masses, bool branch, int32_t line,
                      const char *message)
{
    ludo_spec *spec = new_spec();
    const int32_t bodies = (int32_t)strlen(masses);
    for (int32_t i = 0; i < bodies; i++) {
        const ludo_body_def none = {.struct_size = sizeof none, .place = {"row.xml", i + 1, 1}};
        if (masses[i] == 'o') {
            assert_int_equal(ludo_spec_add_body(spec, &none, NULL), LUDO_OK);
        } else {
            add_body(spec, NULL);
        }
        if (types[i] != NULL) {
            add_joint(spec, types[i], branch && i > 0 ? 0 : i - 1, i);
        }
    }
    if (message == NULL) {
        ludo_model_destroy(compiled(spec));
        return;
    }
    ludo_diagnostic why;
    check_refused(spec, LUDO_BAD_MODEL, &why);
    if (strstr(why.message, message) == NULL) {
        print_error("%s\n", why.message);
    }
    assert_non_null(strstr(why.message, "has no mass"));
    assert_non_null(strstr(why.message, message));
    assert_int_equal(why.line, line);
}

static void what_can_not_move_without_mass_is_told_what_it_needs(void **state)
{
    (void)state;
    const char *const hinges[] = {"hinge", "slide", "hinge", "slide", "hinge", "slide", "hinge"};
    const char *const ball_above[] = {"ball", "hinge"}, *const ball_below[] = {"hinge", "ball"};
    const char *const floating[] = {NULL, "hinge"}, *const fixed[] = {"fixed", "hinge"};
    check_row(hinges, "o-", false, 0, NULL);
    check_row(hinges, "ooooo-", false, 0, NULL);
    check_row(hinges, "oooooo-", false, 6, "more than six degrees");
    check_row(hinges, "-o", false, 2, "no child body");
    check_row(hinges, "o--", true, 1, "several child bodies");
    check_row(ball_above, "o-", false, 1, "its joint is neither a hinge nor a slide");
    check_row(ball_below, "o-", false, 1, "the joint of its child is neither a hinge");
    check_row(floating, "o-", false, 1, "it floats");
    check_row(fixed, "o-", false, 1, "its joint is neither a hinge nor a slide");
}

/* --- the world ------------------------------------------------------------------------------- */

static ludo_spec *fixture(void)
{
    ludo_spec *spec = new_spec();
    set_merge(spec, 1.0);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 2.0 * i, .com = {0.5, 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        add_def(spec, "fixed", i - 1, i, on_parent(i), on_child(i));
    }
    return spec;
}

static void a_mechanism_that_is_all_fixed_to_the_world_does_nothing(void **state)
{
    (void)state;
    const char *const solvers[] = {"recursion", "ldu"};
    for (int i = 0; i < 2; i++) {
        ludo_sim_options options = ludo_sim_options_default();
        options.solver = solvers[i];
        running r = {compiled(fixture()), NULL};
        assert_int_equal(ludo_model_dof(r.model), 0);
        assert_true(ludo_model_mass(r.model) == 2.0);
        assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
        run_steps(&r, 0.01, 10);
        const ludo_frame where = frame_mul(stand(0), stand(1));
        const ludo_body_state s = run_body(&r, 1);
        check_vector(s.position, where.position, 1e-15);
        assert_true(v3_norm(s.linear_velocity) == 0.0);
        const ludo_energy e = energy_of(&r);
        assert_true(e.kinetic == 0.0 && e.potential == 0.0);
        ludo_violation v;
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_int_equal(v.joint, -1);
        const ludo_wrench push = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
        assert_int_equal(ludo_sim_set_body_force(r.sim, 1, &push), LUDO_OK);
        run_steps(&r, 0.01, 10);
        assert_true(energy_of(&r).work == 0.0);
        run_close(&r);
    }
}

/* --- checkpoints ----------------------------------------------------------------------------- */

static void a_merged_simulation_goes_on_from_its_bytes(void **state)
{
    (void)state;
    running a = run_of(linked(1.0)), b = run_of(linked(1.0)), c = run_of(linked(0.0));
    const ludo_wrench w = {{5.0, 2.0, -3.0}, {0.1, -0.2, 0.5}};
    assert_int_equal(ludo_sim_set_body_force(a.sim, TOOL, &w), LUDO_OK);
    run_steps(&a, 0.01, 30);
    checkpoint at = checkpoint_of(a.sim);
    assert_int_equal(take(b.sim, &at), LUDO_OK);
    check_not_taken(c.sim, &at, LUDO_REFUSED);
    checkpoint_free(&at);
    run_steps(&a, 0.01, 30);
    run_steps(&b, 0.01, 30);
    check_same(a.sim, b.sim);
    run_close(&a);
    run_close(&b);
    run_close(&c);
}

/* Forces act on a merged body at its place: a different place may change the motion. */
static void a_state_is_of_one_way_to_merge(void **state)
{
    (void)state;
    running r[2];
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = new_spec();
        const ludo_body_def frame = {.struct_size = sizeof frame, .com = {0.0, 0.0, 0.1 * i}};
        set_merge(spec, 1.0);
        add_body(spec, NULL);
        assert_int_equal(ludo_spec_add_body(spec, &frame, NULL), LUDO_OK);
        add_joint(spec, "hinge", LUDO_WORLD, 0);
        add_joint(spec, "fixed", 0, 1);
        r[i] = run_of(spec);
    }
    checkpoint start = checkpoint_of(r[0].sim);
    check_not_taken(r[1].sim, &start, LUDO_REFUSED);
    assert_int_equal(take(r[0].sim, &start), LUDO_OK);
    checkpoint_free(&start);
    run_close(&r[0]);
    run_close(&r[1]);
}

/* --- memory ---------------------------------------------------------------------------------- */

static void merging_survives_every_failing_allocation(void **state)
{
    (void)state;
    check_failing_allocations(linked(1.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_joints_keep_number_and_name_and_have_nothing_else),
        cmocka_unit_test(a_host_weighs_what_all_of_it_does_and_the_world_counts_too),
        cmocka_unit_test(only_the_sum_of_merged_bodies_has_to_be_possible),
        cmocka_unit_test(what_can_not_move_without_mass_is_told_what_it_needs),
        cmocka_unit_test(a_mechanism_that_is_all_fixed_to_the_world_does_nothing),
        cmocka_unit_test(a_merged_simulation_goes_on_from_its_bytes),
        cmocka_unit_test(a_state_is_of_one_way_to_merge),
        cmocka_unit_test(merging_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
