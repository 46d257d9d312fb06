/* SPDX-License-Identifier: Apache-2.0
 *
 * Reactions of joints: weights, centripetal forces, motors; of order 2 in the step. */
#include "everything.h"
#include "order.h"
#include "small_spec.h"

static const double pi = 3.14159265358979323846, mass = 2.0;

/* Takes the spec. */
static running open_tightly(ludo_spec *spec)
{
    const ludo_sim_options options = tight_options();
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static ludo_wrench reaction(running *r, int32_t joint)
{
    ludo_wrench wrench;
    assert_int_equal(ludo_sim_reaction(r->sim, joint, &wrench), LUDO_OK);
    return wrench;
}

/* At the start, after a step, and after a second. */
static void joints_of_a_hanging_chain_bear_what_hangs_on_them(void **state)
{
    (void)state;
    enum { LINKS = 5 };
    const long steps[] = {0, 1, 99};
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {.links = LINKS, .joint = "ball", .lowered = 0.5 * pi};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, NULL);
    for (int i = 0; i < 3; i++) {
        run_steps(&r, 0.01, steps[i]);
        for (int32_t j = 0; j < LINKS; j++) {
            const ludo_wrench w = reaction(&r, j);
            CHECK_NEAR(w.force.x, 0.0, 1e-9);
            CHECK_NEAR(w.force.z, 9.81 * (LINKS - j), 1e-9);
            CHECK_NEAR(v3_norm(w.torque), 0.0, 1e-9);
        }
    }
    run_close(&r);
}

/* A rod turning about z at its end: m w^2 r inwards, its weight upwards and at its lever. */
static double error_of_centripetal_force(double h)
{
    const double w = 4.0;
    ludo_spec *spec = new_spec();
    const ludo_body_def rod = {.struct_size = sizeof rod,
                               .mass = mass,
                               .com = {0.5, 0.0, 0.0},
                               .inertia = {0.01, 0.17, 0.17}};
    assert_int_equal(ludo_spec_add_body(spec, &rod, NULL), LUDO_OK);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    running r = open_tightly(spec);
    place(&r, 0, 0.0, w);
    run_steps(&r, h, lround(0.5 / h));
    const ludo_wrench got = reaction(&r, 0);
    const ludo_vec3 out = q_rotate(run_body(&r, 0).orientation, v3(1.0, 0.0, 0.0));
    const ludo_vec3 want = v3_add(v3_scale(-mass * w * w * 0.5, out), v3(0.0, 0.0, mass * 9.81));
    CHECK_NEAR(got.torque.y, -mass * 9.81 * 0.5, 1e-9);
    CHECK_NEAR(got.torque.z, 0.0, 1e-9);
    run_close(&r);
    return v3_norm(v3_sub(got.force, want));
}

static void a_hinge_pulls_a_turning_rod_inwards(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        error[i] = error_of_centripetal_force(0.02 / (1 << i));
    }
    print_message("centripetal force: order %.2f (errors %.2e %.2e %.2e N of 16)\n", slope(error),
                  error[0], error[1], error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.05);
}

static running driven_rotor(double torque)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = mass, .inertia = {0.5, 0.4, 0.3}};
    const ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running r = open_tightly(spec);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, torque), LUDO_OK);
    return r;
}

static void a_motor_s_torque_is_part_of_the_reaction(void **state)
{
    (void)state;
    running r = driven_rotor(1.7);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(reaction(&r, 0).torque.z, 1.7, 1e-11);
        CHECK_NEAR(reaction(&r, 0).force.z, mass * 9.81, 1e-10);
        run_steps(&r, 0.01, 1);
    }
    run_close(&r);
}

/* The largest difference of all reactions from those of steps 32 times as small. */
static double error_of_reactions(uint64_t seed, double h)
{
    running r = steered_everything(seed), fine = steered_everything(seed);
    run_steps(&r, h, lround(0.25 / h));
    run_steps(&fine, 0.01 / 128, 3200);
    double worst = 0.0;
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const ludo_wrench a = reaction(&r, j), b = reaction(&fine, j);
        worst = fmax(worst, v3_norm(v3_sub(a.force, b.force)));
        worst = fmax(worst, v3_norm(v3_sub(a.torque, b.torque)));
    }
    run_close(&r);
    run_close(&fine);
    return worst;
}

static void reactions_in_everything_are_of_order_2(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2)
    {
        double error[REFINEMENTS];
        for (int i = 0; i < REFINEMENTS; i++) {
            error[i] = error_of_reactions(seed, 0.01 / (1 << i));
        }
        print_message("reactions, seed %d: order %.2f (errors %.2e %.2e %.2e)\n", (int)seed,
                      slope(error), error[0], error[1], error[2]);
        CHECK_NEAR(slope(error), 2.0, 0.1);
    }
}

static void reading_reactions_changes_no_bit_of_the_motion(void **state)
{
    (void)state;
    running a = steered_everything(3), b = steered_everything(3);
    for (int k = 0; k < 50; k++) {
        run_steps(&a, 0.005, 1);
        run_steps(&b, 0.005, 1);
        reaction(&a, 2);
    }
    for (int32_t i = 0; i < EVERYTHING_BODIES; i++) {
        const ludo_body_state x = run_body(&a, i), y = run_body(&b, i);
        assert_memory_equal(&x, &y, sizeof x);
    }
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_a_hanging_chain_bear_what_hangs_on_them),
        cmocka_unit_test(a_hinge_pulls_a_turning_rod_inwards),
        cmocka_unit_test(a_motor_s_torque_is_part_of_the_reaction),
        cmocka_unit_test(reactions_in_everything_are_of_order_2),
        cmocka_unit_test(reading_reactions_changes_no_bit_of_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
