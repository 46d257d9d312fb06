/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits of balls: kept from any direction of fall, at any speed and mass ratio; no gain of energy;
 * no loss while sliding on them. */
#include "momentum.h"
#include "limited_joint.h"

static const double g = 9.81;

/* A ball that has limited_joint has no load: complementarity doesn't determine its gap. */
static const double closed = 1e-7;

/* Largest violation of a limit, which is removed later: rates hold to 1e-9 of the scale, the speed
 * of approach (layout.c), (theta^2 - range^2) / (2 range h) where a step rotates it to theta. */
static double passed(double range, double turn)
{
    const double beyond = turn * (turn + 2.0 * range) / (2.0 * range);
    return 1e-9 * (1.0 + beyond);
}

static double spin(running *r)
{
    ludo_body_state s;
    assert_int_equal(ludo_sim_body_state(r->sim, 0, &s), LUDO_OK);
    return v3_norm(s.angular_velocity);
}

/* A body of 1 kg on a ball, thrown. */
static running fall_from_anywhere(random_stream *s, double range, double inertia, double fastest)
{
    const limited_joint ball = {.type = "ball",
                                .along[0] = {.limited = true, .range = {0.0, range}},
                                .gravity = random_vec3(s, g),
                                .com = random_vec3(s, 0.5),
                                .mass = 1.0,
                                .inertia = inertia};
    running r = open_limited_joint(&ball);
    const ludo_vec3 w = random_vec3(s, fastest);
    set_rate(&r, 0, (double[3]){w.x, w.y, w.z});
    return r;
}

/* Energies of knots oscillate by (h w)^2 of the total, and by the work of weight in half a step. */
static double swing(double h, double w, double energy)
{
    return h * h * (w * w * energy + g * g);
}

static void check_fall(running *r, double range, double h, long steps)
{
    const double start = run_energy(r), scale = fabs(start) + 0.5 * g;
    double fastest = spin(r);
    for (long k = 0; k < steps; k++) {
        run_steps(r, h, 1);
        fastest = fmax(fastest, spin(r));
        assert_true(ball_angle(r, 0) <= range + passed(range, h * fastest));
        assert_true(run_energy(r) <= start + swing(h, fastest, scale));
    }
}

static void balls_keep_their_limits(void **state)
{
    (void)state;
    const double ranges[] = {1e-6, 1e-3, 0.05, 0.3, 0.7, 2.0, 3.1, 3.14159265358979};
    const double steps[] = {0.001, 0.004, 0.02}, inertias[] = {1e-3, 1e-2, 0.2};
    FOR_SEEDS(seed, 144)
    {
        random_stream s = random_from(seed);
        const double range = ranges[seed % 8], h = steps[seed / 8 % 3];
        running r = fall_from_anywhere(&s, range, inertias[seed / 24 % 3], seed < 72 ? 2.0 : 10.0);
        check_fall(&r, range, h, 150);
        run_close(&r);
    }
}

/* A body that spins about the axis of theta stops at its limit, and stays. */
static void spinning_balls_stop(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        random_stream s = random_from(seed);
        const double range = random_uniform(&s, 0.1, 3.1), h = random_uniform(&s, 1e-3, 2e-2);
        const limited_joint top = {.type = "ball",
                                   .along[0] = {.limited = true, .range = {0.0, range}},
                                   .mass = 1.0,
                                   .inertia = 0.1};
        running r = open_limited_joint(&top);
        const ludo_vec3 axis = random_vec3(&s, 1.0);
        const ludo_vec3 w = v3_scale(random_uniform(&s, 1.0, 20.0) / v3_norm(axis), axis);
        set_rate(&r, 0, (double[3]){w.x, w.y, w.z});
        run_steps(&r, h, (long)(range / (v3_norm(w) * h)) + 3);
        CHECK_NEAR(ball_angle(&r, 0), range, closed);
        CHECK_NEAR(spin(&r), 0.0, closed / h);
        run_close(&r);
    }
}

/* The energy that a body loses in a second as it slides around its limit without gravity. */
static double lost_by_sliding(double h)
{
    const double range = 0.5;
    const limited_joint ball = {.type = "ball",
                                .along[0] = {.limited = true, .range = {0.0, range}},
                                .mass = 1.0,
                                .inertia = 0.1};
    running r = open_limited_joint(&ball);
    set_position(&r, 0, (double[7]){cos(0.5 * range), sin(0.5 * range)});
    set_rate(&r, 0, (double[3]){0.0, 2.0, 0.0});
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
    const double start = run_energy(&r);
    for (long k = 0; k < lround(1.0 / h); k++) {
        run_steps(&r, h, 1);
        CHECK_NEAR(ball_angle(&r, 0), range, 1e-9);
    }
    const double lost = 1.0 - run_energy(&r) / start;
    run_close(&r);
    return lost;
}

/* The axis follows the limit to third order: half the step loses an eighth. */
static void balls_that_slide_on_their_limit_keep_their_energy(void **state)
{
    (void)state;
    const double coarse = lost_by_sliding(0.01), fine = lost_by_sliding(0.005);
    assert_true(coarse >= 0.0 && coarse < 1e-3);
    assert_true(fine >= 0.0 && fine <= coarse / 7.0);
}

/* Two bodies in free space, the second on a ball of the first. */
static running open_pair(random_stream *s, double range)
{
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = random_uniform(s, 0.1, 10.0),
                                    .com = random_vec3(s, 0.3),
                                    .inertia = {0.1, 0.1, 0.1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    const ludo_joint_def floating = {
        .struct_size = sizeof floating, .type = "free", .parent = LUDO_WORLD, .child = 0};
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .type = "ball",
                                 .parent = 0,
                                 .child = 1,
                                 .in_parent.position = random_vec3(s, 0.5),
                                 .along[0] = {.limited = true, .range = {0.0, range}}};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[3]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &floating, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    running r = open_spec(spec, NULL);
    const ludo_vec3 v = random_vec3(s, 3.0), w = random_vec3(s, 5.0), u = random_vec3(s, 10.0);
    set_rate(&r, 0, (double[6]){v.x, v.y, v.z, w.x, w.y, w.z});
    set_rate(&r, 1, (double[3]){u.x, u.y, u.z});
    return r;
}

/* Limits act between two bodies: 1e-12 is the round-off of 100 steps of Newton's method. */
static void limits_conserve_momentum(void **state)
{
    (void)state;
    int reached = 0;
    FOR_SEEDS(seed, 10)
    {
        random_stream s = random_from(seed);
        const double range = random_uniform(&s, 0.05, 1.0);
        running r = open_pair(&s, range);
        momentum_watch w = watch_begin(&r);
        double furthest = 0.0;
        for (int k = 0; k < 100; k++) {
            run_steps(&r, 0.005, 1);
            watch(&w, &r);
            furthest = fmax(furthest, ball_angle(&r, 1));
        }
        reached += furthest >= range - closed ? 1 : 0;
        assert_true(w.linear <= 1e-12 && w.angular <= 1e-12);
        run_close(&r);
    }
    assert_true(reached >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_keep_their_limits),
        cmocka_unit_test(spinning_balls_stop),
        cmocka_unit_test(balls_that_slide_on_their_limit_keep_their_energy),
        cmocka_unit_test(limits_conserve_momentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
