/* SPDX-License-Identifier: Apache-2.0
 *
 * States that violate joints are projected onto them, and the correction is reported. */
#include "running.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

enum { BODIES = 10, SEEDS = 20 };

/* Trees of ten bodies on slides of up to 9 m: positions and velocities of size 100, some hundred
 * roundings. */
static const double round_off = 1e4 * DBL_EPSILON;

static running random_tree(uint64_t seed)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(BODIES, seed, seed % 2 == 0, NULL, &spec);
    return run_open(built, spec, NULL);
}

/* Move one body of a tree away from its joints and give it a velocity that they do not allow. */
static void tear(running *r, int32_t body, random_stream *s, double size)
{
    ludo_body_state state = run_body(r, body);
    state.position = v3_add(state.position, random_vec3(s, size));
    state.linear_velocity = v3_add(state.linear_velocity, random_vec3(s, size));
    state.angular_velocity = v3_add(state.angular_velocity, random_vec3(s, size));
    assert_int_equal(ludo_sim_set_body_state(r->sim, body, &state), LUDO_OK);
}

static void an_open_start_is_closed_and_reported(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = random_tree(seed);
        random_stream s = random_from(seed);
        for (int32_t b = 0; b < 4; b++) {
            tear(&r, b, &s, 0.1);
        }
        ludo_start_report report = {.struct_size = sizeof report};
        ludo_violation v;
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
        assert_true(report.position_correction > 1e-4 && report.position_correction < 2.0);
        assert_true(report.velocity_correction > 1e-4);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        CHECK_NEAR(v.position, 0.0, round_off);
        CHECK_NEAR(v.velocity, 0.0, round_off);

        /* once closed it stays: the report of the start is kept, the state does not change again */
        ludo_start_report again = {.struct_size = sizeof again};
        const ludo_body_state before = run_body(&r, 3);
        assert_int_equal(ludo_sim_project(r.sim, &again), LUDO_OK);
        assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
        const ludo_body_state after = run_body(&r, 3);
        /* padding behind the last member */
        assert_memory_equal(&report, &again,
                            offsetof(ludo_start_report, left_out) + sizeof report.left_out);
        assert_memory_equal(&before, &after, sizeof before);
        run_close(&r);
    }
}

/* Linear and angular momentum of given states, about the world origin. */
static ludo_momentum hand_momentum(const ludo_model *m, const ludo_body_state *states)
{
    ludo_momentum sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t b = 0; b < ludo_model_body_count(m); b++) {
        const ludo_body_info info = body_info_of(m, b);
        const double *J = info.inertia;
        const mat3 inertia = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
        const ludo_vec3 p = v3_scale(info.mass, states[b].linear_velocity);
        const ludo_vec3 spin = m3_apply(&inertia, states[b].angular_velocity);
        const ludo_vec3 L =
            v3_add(v3_cross(states[b].com, p), q_rotate(states[b].orientation, spin));
        sum = (ludo_momentum){v3_add(sum.linear, p), v3_add(sum.angular, L)};
    }
    return sum;
}

/* Velocities are projected by impulses of the joints: a floating tree keeps its momenta. */
static void projecting_velocities_keeps_the_momenta_of_floating_trees(void **state)
{
    (void)state;
    for (uint64_t seed = 2; seed <= SEEDS; seed += 2) {
        running r = random_tree(seed);
        random_stream s = random_from(seed);
        ludo_body_state states[BODIES];
        for (int32_t b = 0; b < BODIES; b++) {
            states[b] = run_body(&r, b);
            states[b].linear_velocity = random_vec3(&s, 1.0);
            states[b].angular_velocity = random_vec3(&s, 1.0);
        }
        for (int32_t b = 0; b < BODIES; b++) {
            assert_int_equal(ludo_sim_set_body_state(r.sim, b, &states[b]), LUDO_OK);
        }
        const ludo_momentum before = hand_momentum(r.model, states), after = run_momentum(&r);
        check_vector(after.linear, before.linear, round_off);
        check_vector(after.angular, before.angular, round_off);
        run_close(&r);
    }
}

/* A chain 1e200 m long cannot be projected: every reader reports it, and the simulation can be
 * reset. */
static void a_failed_projection_is_reported_by_every_reader(void **state)
{
    (void)state;
    running r = random_tree(1);
    int32_t slide = 0;
    while (strcmp(joint_info_of(r.model, slide).type, "slide") != 0) {
        slide++;
    }
    const double far = 1e200;
    double numbers[7];
    ludo_body_state body;
    ludo_point_state point;
    ludo_energy energy;
    ludo_momentum momentum;
    ludo_violation violation;
    assert_int_equal(ludo_sim_set_joint_position(r.sim, slide, &far), LUDO_OK);
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_body_state(r.sim, 0, &body), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, numbers), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, numbers), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_energy(r.sim, &energy), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_momentum(r.sim, &momentum), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_violation(r.sim, &violation), LUDO_SINGULAR);
    assert_int_equal(ludo_step(r.sim, 0.01, NULL), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    assert_int_equal(ludo_sim_body_state(r.sim, 0, &body), LUDO_OK);
    assert_int_equal(ludo_sim_site(r.sim, 0, &point), LUDO_BAD_ARGUMENT); /* there is none */
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_start_is_closed_and_reported),
        cmocka_unit_test(projecting_velocities_keeps_the_momenta_of_floating_trees),
        cmocka_unit_test(a_failed_projection_is_reported_by_every_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
