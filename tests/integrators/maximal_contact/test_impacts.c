/* SPDX-License-Identifier: Apache-2.0
 *
 * Impacts with restitution at their times inside of steps [contact.md 2.5]. */
#include "free_bodies.h"

#include <math.h>

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* Balls of radius 0.1 m without friction. */
static free_body ball_at(double x, double y, double z, double v)
{
    return (free_body){"sphere", {0.1}, 1.0, {x, y, z}, upright, {v}};
}

/* Balls in free space without gravity. */
static running open_balls(int32_t count, const free_body *balls, double restitution)
{
    const touch by = {0.0, restitution};
    ludo_spec *spec = spec_over_plane(false, by);
    set_gravity(spec, 0.0, 0.0, 0.0);
    for (int32_t i = 0; i < count; i++) {
        add_free_body(spec, &balls[i], by);
    }
    return open_free_bodies(spec, NULL, count, balls);
}

/* The impacts of some steps; all at their times. */
static int32_t count_impacts(running *r, double h, long steps)
{
    int32_t count = 0;
    for (long k = 0; k < steps; k++) {
        run_steps(r, h, 1);
        const ludo_contact_quality q = quality_of(r);
        assert_int_equal(q.impacts_at_knots, 0);
        count += q.impacts;
    }
    return count;
}

/* ---- one body ---- */

/* The height of a ball dropped from a height above the floor, by parabolas. */
static double height_of(double from, double e, double t)
{
    double v = sqrt(2.0 * g * from), start = v / g;
    if (t <= start) {
        return from - 0.5 * g * t * t;
    }
    for (v *= e; t > start + 2.0 * v / g; v *= e) {
        start += 2.0 * v / g;
    }
    const double s = t - start;
    return v * s - 0.5 * g * s * s;
}

/* Parabolas are exact between impacts, and impacts are found to 1e-10 of the radius, which moves
 * their times by that over the speed. */
static void a_bouncing_ball_follows_its_parabolas(void **state)
{
    (void)state;
    const double restitution[] = {0.5, 0.8, 1.0}, steps[] = {0.01, 0.005, 0.0025};
    for (int i = 0; i < 9; i++) {
        const double e = restitution[i / 3], h = steps[i % 3];
        const free_body ball = ball_at(0.0, 0.0, 1.1, 0.0);
        running r = open_on_plane(1, &ball, (touch){0.0, e});
        for (int k = 1; k <= 100; k++) {
            run_steps(&r, 0.01 / h > 1.5 ? h : 0.01, (long)(0.01 / h + 0.5));
            CHECK_NEAR(state_of(&r, 0).com.z - 0.1, height_of(1.0, e, 0.01 * k), 1e-9);
        }
        run_close(&r);
    }
}

/* Infinitely many bounces in a finite time: they end where they no longer outlast a step. */
static void bounces_end(void **state)
{
    (void)state;
    const double h = 0.005, e = 0.5;
    const free_body ball = ball_at(0.0, 0.0, 1.1, 0.0);
    running r = open_on_plane(1, &ball, (touch){0.0, e});
    /* (1 + e) / (1 - e) times the fall of 0.45 s */
    run_steps(&r, h, (long)(3.0 * sqrt(2.0 / g) / h) + 5);
    const ludo_body_state s = state_of(&r, 0);
    CHECK_NEAR(s.com.z, 0.1, 1e-9);
    CHECK_NEAR(s.linear_velocity.z, 0.0, 1e-9);
    run_close(&r);
}

/* Errors of the pose of a tumbling body after its first impact decrease with order 2: times of
 * impacts are as accurate as the motion before. */
static void a_tumbling_body_bounces_with_order_two(void **state)
{
    (void)state;
    const free_body body = {"box",           {0.2, 0.15, 0.1}, 1.0,
                            {0.0, 0.0, 1.0}, upright,          {0.3, 0.1, 0.0, 3.0, 5.0, 1.0}};
    const long steps[] = {43, 86, 43 * 32};
    ludo_body_state s[3];
    for (int i = 0; i < 3; i++) {
        running r = open_on_plane(1, &body, (touch){0.0, 0.8});
        assert_int_equal(count_impacts(&r, 0.43 / (double)steps[i], steps[i]), 1);
        s[i] = state_of(&r, 0);
        run_close(&r);
    }
    const double coarse = angle_between(s[0].orientation, s[2].orientation);
    const double fine = angle_between(s[1].orientation, s[2].orientation);
    CHECK_NEAR(log(coarse / fine) / log(2.0), 2.0, 0.2);
    const double far = v3_norm(v3_sub(s[0].com, s[2].com)),
                 near = v3_norm(v3_sub(s[1].com, s[2].com));
    CHECK_NEAR(log(far / near) / log(2.0), 2.0, 0.2);
}

/* ---- several bodies ---- */

/* The last ball of a row leaves with the speed of the first, with gaps between the balls and
 * without: energy and momentum stay. */
static void a_row_of_balls_passes_an_impact_on(void **state)
{
    (void)state;
    const double gaps[] = {1e-3, 1e-5, 0.0};
    for (int i = 0; i < 3; i++) {
        free_body balls[5];
        for (int k = 0; k < 5; k++) {
            balls[k] =
                ball_at(k * (0.2 + gaps[i]) + (k > 0 ? 0.05 : 0.0), 0.0, 0.0, k == 0 ? 1.0 : 0.0);
        }
        running r = open_balls(5, balls, 1.0);
        run_steps(&r, 0.01, 20);
        for (int k = 0; k < 5; k++) {
            /* balls that touch without a force drift by the tolerance of the solver */
            CHECK_NEAR(state_of(&r, k).linear_velocity.x, k == 4 ? 1.0 : 0.0, 1e-5);
        }
        CHECK_NEAR(run_energy(&r), 0.5, 1e-8); /* by that drift */
        run_close(&r);
    }
}

/* Two balls that touch each other are hit by a third between them: all surfaces that approach at
 * one time take part in one reflection, the symmetric one. */
static void simultaneous_impacts_are_symmetric(void **state)
{
    (void)state;
    const double beside = 0.1 * sqrt(3.0);
    const free_body balls[] = {ball_at(-0.3, 0.0, 0.0, 1.0), ball_at(beside - 0.05, 0.1, 0.0, 0.0),
                               ball_at(beside - 0.05, -0.1, 0.0, 0.0)};
    running r = open_balls(3, balls, 1.0);
    run_steps(&r, 0.01, 30);
    const ludo_vec3 a = state_of(&r, 1).linear_velocity, b = state_of(&r, 2).linear_velocity;
    /* equal masses: - 1/5, and 6/5 along each line of impact over the root of 3 */
    CHECK_NEAR(state_of(&r, 0).linear_velocity.x, -0.2, 1e-6);
    CHECK_NEAR(a.x, 0.6, 1e-6);
    CHECK_NEAR(a.x, b.x, 1e-9);
    CHECK_NEAR(a.y, 0.2 * sqrt(3.0), 1e-6);
    CHECK_NEAR(a.y, -b.y, 1e-9);
    run_close(&r);
}

/* The rack of a break with the cue ball, all of one mass. */
static running open_break(void)
{
    free_body balls[16] = {ball_at(-0.6, 0.01, 0.0, 5.0)};
    const double pitch = 0.2 + 1e-3;
    for (int row = 0, k = 1; row < 5; row++) {
        for (int i = 0; i <= row; i++, k++) {
            balls[k] = ball_at(row * pitch * sqrt(0.75), (i - 0.5 * row) * pitch, 0.0, 0.0);
        }
    }
    return open_balls(16, balls, 1.0);
}

/* Turn all velocities around. */
static void reverse(running *r)
{
    for (int32_t i = 0; i < 16; i++) {
        const ludo_vec3 v = state_of(r, i).linear_velocity;
        const double rate[6] = {-v.x, -v.y, -v.z, 0.0, 0.0, 0.0};
        assert_int_equal(ludo_sim_set_joint_velocity(r->sim, i, rate), LUDO_OK);
    }
}

/* A break keeps momentum to rounding and energy to the tolerance of an impact; run backwards, all
 * balls come back, while a deviation has grown by less than 1e6. */
static void a_break_can_be_turned_around(void **state)
{
    (void)state;
    const double h = 0.002;
    const long steps = 60;
    running r = open_break(), start = open_break();
    const int32_t impacts = count_impacts(&r, h, steps);
    assert_true(impacts > 10);
    CHECK_NEAR(run_momentum(&r).linear.x, 5.0, 5e-12);
    CHECK_NEAR(run_energy(&r), 12.5, 12.5e-10);
    reverse(&r);
    assert_int_equal(count_impacts(&r, h, steps), impacts);
    for (int32_t i = 0; i < 16; i++) {
        CHECK_NEAR(v3_norm(v3_sub(state_of(&r, i).com, state_of(&start, i).com)), 0.0, 1e-6);
    }
    run_close(&r);
    run_close(&start);
}

/* 27 balls that fall onto a plane and onto each other keep their energy. */
static void elastic_heaps_keep_their_energy(void **state)
{
    (void)state;
    random_stream random = random_from(1);
    free_body balls[27];
    for (int i = 0; i < 27; i++) {
        const ludo_vec3 off = random_vec3(&random, 1e-3);
        balls[i] = ball_at(0.21 * (i % 3) + off.x, 0.21 * (i / 3 % 3) + off.y,
                           0.5 + 0.21 * (i / 9) + off.z, 0.0);
    }
    running r = open_on_plane(27, balls, (touch){0.0, 1.0});
    const double start = run_energy(&r);
    assert_true(count_impacts(&r, 0.01, 200) > 100);
    CHECK_NEAR(run_energy(&r), start, 1e-10 * start);
    run_close(&r);
}

/* A ball that bounces far from a heap at rest divides no step of the heap. */
static void an_impact_does_not_divide_other_bodies(void **state)
{
    (void)state;
    const touch by = {0.5, 1.0};
    const free_body bodies[] = {{"box", {0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.1}, upright, {0.0}},
                                {"box", {0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.3}, upright, {0.0}},
                                ball_at(5.0, 0.0, 1.1, 0.0)};
    running alone = open_on_plane(2, bodies, by), r = open_on_plane(3, bodies, by);
    run_steps(&alone, 0.01, 100);
    assert_int_equal(count_impacts(&r, 0.01, 100), 1);
    for (int32_t i = 0; i < 2; i++) {
        CHECK_NEAR(v3_norm(v3_sub(state_of(&r, i).com, state_of(&alone, i).com)), 0.0, 1e-12);
    }
    run_close(&alone);
    run_close(&r);
}

/* ---- joints ---- */

/* A ball on a vertical slide carries a wheel whose axle has dry friction: over a bounce the wheel
 * loses what its law says, at any step, since friction of the interval before ends at the impact.
 */
static void dry_friction_acts_once_around_a_bounce(void **state)
{
    (void)state;
    const double torque = 0.02, inertia = 0.01, w = 10.0, steps[] = {0.01, 0.005};
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = spec_over_plane(true, (touch){0.0, 1.0});
        const ludo_body_def ball = {
            .struct_size = sizeof ball, .mass = 1.0, .inertia = {0.01, 0.01, 0.01}};
        const ludo_body_def wheel = {
            .struct_size = sizeof wheel, .mass = 0.1, .inertia = {inertia, inertia, inertia}};
        assert_int_equal(ludo_spec_add_body(spec, &ball, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_body(spec, &wheel, NULL), LUDO_OK);
        const ludo_joint_def slide = {.struct_size = sizeof slide,
                                      .type = "slide",
                                      .parent = LUDO_WORLD,
                                      .axis = {0.0, 0.0, 1.0}};
        ludo_joint_def axle = {.struct_size = sizeof axle,
                               .type = "hinge",
                               .parent = 0,
                               .child = 1,
                               .axis = {0.0, 0.0, 1.0}};
        axle.along[0].friction_loss = torque;
        assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &axle, NULL), LUDO_OK);
        add_geom(spec, 0, "sphere", (double[]){0.1, 0.0, 0.0}, (touch){0.0, 1.0});
        running r = {compiled(spec), NULL};
        assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &(double){0.3}), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1, &w), LUDO_OK);
        assert_int_equal(count_impacts(&r, steps[i], (long)(0.5 / steps[i] + 0.5)), 1);
        CHECK_NEAR(state_of(&r, 1).angular_velocity.z, w - torque / inertia * 0.5, 1e-9);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bouncing_ball_follows_its_parabolas),
        cmocka_unit_test(bounces_end),
        cmocka_unit_test(a_tumbling_body_bounces_with_order_two),
        cmocka_unit_test(a_row_of_balls_passes_an_impact_on),
        cmocka_unit_test(simultaneous_impacts_are_symmetric),
        cmocka_unit_test(a_break_can_be_turned_around),
        cmocka_unit_test(elastic_heaps_keep_their_energy),
        cmocka_unit_test(an_impact_does_not_divide_other_bodies),
        cmocka_unit_test(dry_friction_acts_once_around_a_bounce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
