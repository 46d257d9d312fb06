/* SPDX-License-Identifier: Apache-2.0
 *
 * Integrators on groups where nobody would use them: any speed, any step, forces that are no
 * numbers. What a step says must be true, and one that fails leaves no trace. */
#include "checkpoint.h"
#include "driven_body.h"
#include "random.h"

#include "ludo/step_limit.h"

/* ---- the integrators ------------------------------------------------------------------------- */

static ludo_spec *in_a_fluid(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_body_in_fluid(NULL, &spec), LUDO_OK);
    return spec;
}

static ludo_spec *with_joints(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options tree = {
        .bodies = 13, .seed = 2, .floating = true, .damped = true, .stiffness = 100.0};
    assert_int_equal(ludo_scene_everything(&tree, NULL, &spec), LUDO_OK);
    return spec;
}

static ludo_spec *falling_chain(void)
{
    ludo_spec *spec = NULL;
    const double gravity[] = {0.0, 0.0, -9.81};
    assert_int_equal(ludo_scene_free_chain(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
    return spec;
}

typedef struct asked {
    const char *integrator, *scheme;
    ludo_spec *(*build)(void);
    bool certify;
} asked;

static const asked all[] = {
    {"rigid-body", "symplectic-cayley", floating_on_a_rope, false},
    {"rigid-body", "symplectic-cayley", hanging_on_a_ball, true},
    {"rigid-body", "tln-cayley", hanging_on_a_rope, true},
    {"rigid-body", "tln", floating_on_a_rope, true},
    {"rigid-body", "euler", floating_on_a_rope, false},
    {"lie-group", "so3", with_joints, false},
    {"lie-group", "se3", with_joints, false},
    {"lie-group", "so3", hanging_on_a_rope, false},
    {"dual-quaternion", "corrected", floating_on_a_rope, false},
    {"dual-quaternion", "corrected", in_a_fluid, false},
    {"dual-quaternion", "published", in_a_fluid, false},
};
enum { ALL = sizeof all / sizeof *all, SEEDS = 60 };

static ludo_sim *simulate(const asked *a, const ludo_model *model)
{
    ludo_sim *sim = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = a->integrator;
    options.scheme = a->scheme;
    options.certify = a->certify;
    options.max_substeps = a->certify ? 1 : 4;
    assert_int_equal(ludo_sim_create(model, &options, NULL, &sim, NULL), LUDO_OK);
    return sim;
}

static running open_asked(const asked *a)
{
    ludo_model *model = compiled(a->build());
    return (running){model, simulate(a, model)};
}

/* 10^low to 10^high */
static double any_size(uint64_t *random, double low, double high)
{
    return pow(10.0, ludo_scene_random(random, low, high));
}

/* Rates of any size along all joints. */
static void stir_up(running *r, uint64_t *random)
{
    const double size = any_size(random, -8.0, 6.0);
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        double rate[LUDO_MAX_DOF];
        for (int i = 0; i < LUDO_MAX_DOF; i++) {
            rate[i] = ludo_scene_random(random, -size, size);
        }
        assert_int_equal(ludo_sim_set_joint_velocity(r->sim, j, rate), LUDO_OK);
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool all_numbers(running *r)
{
    bool numbers = true;
    for (int32_t b = 0; b < ludo_model_body_count(r->model); b++) {
        const ludo_body_state s = run_body(r, b);
        numbers = numbers && v3_finite(s.com) && v3_finite(s.linear_velocity) &&
                  v3_finite(s.angular_velocity) && isfinite(s.orientation.w);
    }
    return numbers;
}

/* The step gives finite numbers, or names its failure and leaves every byte unchanged. */
static void check_step(running *r, double h)
{
    ludo_step_report report = {.struct_size = sizeof report};
    (void)run_energy(r); /* which starts it */
    checkpoint before = checkpoint_of(r->sim);
    const ludo_status status = ludo_step(r->sim, h, &report);
    if (status == LUDO_OK) {
        assert_true(all_numbers(r));
        assert_true(report.certified >= 0 && report.certified <= report.substeps);
    } else {
        assert_true(is_at(r->sim, &before));
        assert_true(report.node.kind != LUDO_NODE_NONE);
    }
    checkpoint_free(&before);
}

static void steps_of_any_length_at_any_speed_lead_to_numbers_or_nowhere(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        running r = open_asked(&all[i]);
        uint64_t random = 1;
        for (int seed = 0; seed < SEEDS; seed++) {
            assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
            stir_up(&r, &random);
            const double h = any_size(&random, -9.0, 1.0);
            check_step(&r, seed % 2 == 0 ? h : -h);
            check_step(&r, 1e-3);
        }
        run_close(&r);
    }
}

/* Forces that overflow, such as of a rope of 1e200 m, and their squares. */
static void what_acts_beyond_numbers_leaves_the_state(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        running r = open_asked(&all[i]);
        const double way = 1e200, h = 1e-3;
        double rate[LUDO_MAX_DOF] = {way / h};
        if (all[i].build == floating_on_a_rope) {
            assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
            (void)run_body(&r, 0);
            checkpoint before = checkpoint_of(r.sim);
            assert_int_not_equal(ludo_step(r.sim, h, NULL), LUDO_OK);
            assert_true(is_at(r.sim, &before));
            checkpoint_free(&before);
        }
        run_close(&r);
    }
}

/* A fall by many lengths per step: no correction may count as too large. */
static void a_tree_that_falls_far_solves_where_it_is_certified(void **state)
{
    (void)state;
    const asked by = {"lie-group", "so3", falling_chain, true};
    running r = open_asked(&by);
    for (int k = 0; k < 20; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        const double h = 0.01 * pow(1.4, k);
        assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
        const ludo_status status = ludo_step(r.sim, h, &report);
        assert_true(status == LUDO_OK || report.certified == 0);
        assert_true(k > 0 || report.certified == 1);
    }
    run_close(&r);
}

/* ---- forces that are no numbers -------------------------------------------------------------- */

static void push_by_nothing(const ludo_force_query *at, ludo_wrench *wrench, double *effort,
                            void *user)
{
    (void)effort;
    wrench[0].torque.y = at->time > *(const double *)user ? (double)NAN : 1.0;
}

/* At the start or at the end of a step. */
static void forces_that_are_no_numbers_leave_the_state(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        const bool looks_ahead = strcmp(all[i].scheme, "euler") != 0;
        running r = open_asked(&all[i]);
        double until = 0.0005;
        assert_int_equal(ludo_sim_set_force_function(r.sim, push_by_nothing, &until), LUDO_OK);
        assert_int_equal(ludo_step(r.sim, 1e-4, NULL), LUDO_OK);
        for (int k = 0; k < 2; k++) {
            (void)run_energy(&r);
            checkpoint before = checkpoint_of(r.sim);
            until = k == 0 && looks_ahead ? 0.0005 : -1.0;
            assert_int_equal(ludo_step(r.sim, 1e-3, NULL), LUDO_BAD_ARGUMENT);
            assert_true(is_at(r.sim, &before));
            checkpoint_free(&before);
        }
        run_close(&r);
    }
}

/* ---- reading, copies, images ----------------------------------------------------------------- */

static void read_everything(running *r)
{
    ludo_violation violation;
    ludo_mobility mobility;
    ludo_step_limits limits = {.struct_size = sizeof limits};
    (void)run_energy(r);
    (void)run_momentum(r);
    assert_int_equal(ludo_sim_violation(r->sim, &violation), LUDO_OK);
    assert_int_equal(ludo_sim_mobility(r->sim, &mobility), LUDO_OK);
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        ludo_wrench wrench;
        assert_int_equal(ludo_sim_reaction(r->sim, j, &wrench), LUDO_OK);
        assert_true(v3_finite(wrench.force) && v3_finite(wrench.torque));
    }
    if (ludo_model_dof(r->model) <= 6) { /* of trees it takes seconds to sample */
        assert_int_equal(ludo_step_limit(r->sim, &limits, NULL), LUDO_OK);
        assert_true(limits.dt > 0.0 && isfinite(limits.dt));
    }
}

static void reading_changes_no_bit_of_the_motion(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        running read = open_asked(&all[i]), unread = {read.model, simulate(&all[i], read.model)};
        const double rate[LUDO_MAX_DOF] = {0.4, -0.3, 0.2, 1.0, -0.7, 0.5};
        assert_int_equal(ludo_sim_set_joint_velocity(read.sim, 0, rate), LUDO_OK);
        assert_int_equal(ludo_sim_copy(unread.sim, read.sim), LUDO_OK);
        for (int k = 0; k < 2; k++) {
            read_everything(&read);
            run_steps(&read, 1e-3, 3);
        }
        run_steps(&unread, 1e-3, 6);
        check_same_bits(&read, &unread);
        ludo_sim_destroy(unread.sim);
        run_close(&read);
    }
}

static void damaged_states_are_not_taken(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        running r = open_asked(&all[i]);
        uint64_t random = 1;
        run_steps(&r, 1e-3, 2);
        checkpoint good = checkpoint_of(r.sim);
        for (int k = 0; k < 20; k++) {
            const size_t at = (size_t)ludo_scene_random(&random, 0.0, (double)good.size);
            good.bytes[at] ^= 1u << (k % 8);
            assert_int_not_equal(take(r.sim, &good), LUDO_OK);
            good.bytes[at] ^= 1u << (k % 8);
            assert_true(is_at(r.sim, &good));
        }
        checkpoint_free(&good);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_any_length_at_any_speed_lead_to_numbers_or_nowhere),
        cmocka_unit_test(what_acts_beyond_numbers_leaves_the_state),
        cmocka_unit_test(a_tree_that_falls_far_solves_where_it_is_certified),
        cmocka_unit_test(forces_that_are_no_numbers_leave_the_state),
        cmocka_unit_test(reading_changes_no_bit_of_the_motion),
        cmocka_unit_test(damaged_states_are_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
