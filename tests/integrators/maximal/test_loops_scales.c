/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of all masses and lengths move alike, with time scaled by the square root of length. */
#include "running.h"
#include "spec/items.h"

static const double gravity = 9.81;

static ludo_vec3 longer(ludo_vec3 v, double length)
{
    return v3_scale(length, v);
}

static ludo_joint_def longer_joint(const ludo_joint_def *joint, double length)
{
    ludo_joint_def j = *joint;
    j.in_parent.position = longer(j.in_parent.position, length);
    j.in_child.position = longer(j.in_child.position, length);
    return j;
}

/* The same mechanism, heavier and longer by the given factors. */
static ludo_spec *scaled(const ludo_spec *spec, const double g[3], double mass, double length)
{
    ludo_spec *out = NULL;
    assert_int_equal(ludo_spec_create(NULL, &out), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(out, "gravity", g, 3), LUDO_OK);
    for (int32_t i = 0; i < ludo_spec_body_count(spec); i++) {
        ludo_body_def body = *ludo_spec_body_at(spec, i);
        body.mass *= mass;
        body.com = longer(body.com, length);
        for (int k = 0; k < 6; k++) {
            body.inertia[k] *= mass * length * length;
        }
        assert_int_equal(ludo_spec_add_body(out, &body, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        const ludo_joint_def joint = longer_joint(ludo_spec_joint_at(spec, i), length);
        assert_int_equal(ludo_spec_add_joint(out, &joint, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < ludo_spec_closure_count(spec); i++) {
        const ludo_joint_def joint = longer_joint(ludo_spec_closure_at(spec, i), length);
        assert_int_equal(ludo_spec_add_closure(out, &joint, NULL), LUDO_OK);
    }
    return out;
}

typedef ludo_status builder(const ludo_allocator *a, ludo_spec **out);

/* A mechanism in its reference pose, the direction of gravity, the rate of its first joint. */
typedef struct mechanism {
    builder *build;
    double g[3], rate, h;
} mechanism;

static const mechanism mechanisms[] = {
    {ludo_scene_three_links, {0.0, 0.0, -gravity}, 0.0, 0.01},
    {ludo_scene_bricard, {0.0, -gravity, 0.0}, 0.0, 0.01},
    {ludo_scene_slider_crank, {0.0, 0.0, -gravity}, -5.0, 0.005},
};

/* The position of the first joint after a number of steps, and the number of iterations. */
static double follow(const mechanism *m, double mass, double length, long *iterations)
{
    ludo_spec *spec = NULL;
    assert_int_equal(m->build(NULL, &spec), LUDO_OK);
    running r = run_open(LUDO_OK, scaled(spec, m->g, mass, length), NULL);
    ludo_spec_destroy(spec);
    const double rate = m->rate / sqrt(length);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
    *iterations = 0;
    for (int k = 0; k < 300; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_violation v;
        assert_int_equal(ludo_step(r.sim, m->h * sqrt(length), &report), LUDO_OK);
        assert_int_equal(report.substeps, 1);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_true(v.position <= 1e-11 * fmax(length, 1.0));
        *iterations += report.iterations;
    }
    double q;
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
    run_close(&r);
    return q;
}

static void loops_of_all_masses_and_lengths_move_alike(void **state)
{
    (void)state;
    static const double masses[] = {1e-6, 1.0, 1e6}, lengths[] = {1e-3, 1.0, 100.0};
    for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++) {
        long wanted, iterations;
        const double q = follow(&mechanisms[i], 1.0, 1.0, &wanted);
        for (int k = 0; k < 9; k++) {
            /* each step leaves 1e-13, which three hundred steps amplify a thousand times */
            CHECK_NEAR(follow(&mechanisms[i], masses[k / 3], lengths[k % 3], &iterations), q,
                       1e-10);
            assert_true(labs(iterations - wanted) <= 3); /* where rounding decides */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_all_masses_and_lengths_move_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
