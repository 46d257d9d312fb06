/* SPDX-License-Identifier: Apache-2.0
 *
 * Convergence of motion with contacts while none starts or ends to touch, to stick or to slip
 * [contact.md 7]. */
#include "free_bodies.h"
#include "limited_joint.h"

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* A scene at its start. */
typedef running open_scene(void);

/* Rolls while gravity is inclined. */
static running open_rolling(void)
{
    const touch by = {0.3, 0.0};
    const free_body ball = {"sphere",        {0.1},   1.0,
                            {0.0, 0.0, 0.1}, upright, {1.0, 0.0, 0.0, 0.0, 10.0, 5.0}};
    ludo_spec *spec = spec_over_plane(true, by);
    set_gravity(spec, 2.0, 1.0, -g);
    add_free_body(spec, &ball, by);
    return open_free_bodies(spec, NULL, 1, &ball);
}

/* Slides and spins. */
static running open_sliding(void)
{
    const free_body ball = {"sphere",        {0.1},   1.0,
                            {0.0, 0.0, 0.1}, upright, {3.0, 0.0, 0.0, 20.0, 0.0, 5.0}};
    return open_on_plane(1, &ball, (touch){0.3, 0.0});
}

/* A ball that rolls down a ball, which rolls away under it. */
static running open_on_ball(void)
{
    const double lean = 0.2;
    const free_body balls[2] = {
        {"sphere", {0.3}, 10.0, {0.0, 0.0, 0.3}, upright, {0.0}},
        {"sphere", {0.1}, 1.0, {0.4 * sin(lean), 0.0, 0.3 + 0.4 * cos(lean)}, upright, {0.0}}};
    return open_on_plane(2, balls, (touch){3.0, 0.0});
}

/* A rod on a hinge with dry friction. */
static running open_rubbing(void)
{
    const limited_joint rod = {.type = "hinge",
                               .along[0] = {.friction_loss = 0.5},
                               .axis = {0.0, -1.0, 0.0},
                               .gravity = {0.0, 0.0, -g},
                               .com = {0.0, 0.0, -0.5},
                               .mass = 1.0,
                               .inertia = 1.0 / 12.0};
    running r = open_limited_joint(&rod);
    set_position(&r, 0, (double[]){2.0});
    return r;
}

/* An ellipsoid that rolls: its contact point moves through the body. */
static running open_egg(void)
{
    const free_body egg = {"ellipsoid",     {0.2, 0.15, 0.1}, 1.0,
                           {0.0, 0.0, 0.1}, upright,          {0.5, 0.0, 0.0, 0.0, 5.0, 1.0}};
    return open_on_plane(1, &egg, (touch){5.0, 0.0});
}

/* A disc that rolls on its rim in a circle. */
static running open_disc(void)
{
    const double lean = 0.3, radius = 0.2, half = 0.02;
    const double height = radius * cos(lean) + half * sin(lean);
    const free_body disc = {"cylinder",
                            {radius, half},
                            1.0,
                            {0.0, 0.0, height},
                            {cos(0.25 * PI - 0.5 * lean), sin(0.25 * PI - 0.5 * lean), 0.0, 0.0},
                            {1.0, 0.0, 0.0, 0.0, 0.5, -5.0}};
    return open_on_plane(1, &disc, (touch){5.0, 0.0});
}

/* A plate on three balls that slides and turns: its weight has one distribution only. */
static running open_tripod(void)
{
    static const ludo_vec3 feet[] = {{0.3, 0.0, -0.1}, {-0.2, 0.25, -0.1}, {-0.15, -0.3, -0.1}};
    const free_body plate = {
        "box", {0.3, 0.3, 0.1}, 2.0, {0.0, 0.0, 0.15}, upright, {2.0, 0.0, 0.0, 0.0, 0.0, 8.0}};
    ludo_spec *spec = spec_over_plane(true, (touch){0.2, 0.0});
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = plate.mass, .inertia = {0.1, 0.1, 0.15}};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    for (int i = 0; i < 3; i++) {
        ludo_geom_def ball = ludo_geom_default();
        ball.type = "sphere", ball.size[0] = 0.05, ball.body = 0;
        ball.friction[0] = 0.2;
        ball.frame.position = feet[i];
        assert_int_equal(ludo_spec_add_geom(spec, &ball, NULL), LUDO_OK);
    }
    return open_free_bodies(spec, NULL, 1, &plate);
}

/* An ellipsoid that slides while it spins and nutates. */
static running open_top(void)
{
    const free_body egg = {"ellipsoid",     {0.2, 0.15, 0.1}, 1.0,
                           {0.0, 0.0, 0.1}, upright,          {2.0, 0.0, 0.0, 1.0, 5.0, 20.0}};
    return open_on_plane(1, &egg, (touch){0.1, 0.0});
}

/* Errors of angles and knot velocities of all bodies after a time, against many more steps: the
 * factor by which half the step reduces them. */
static void measure(open_scene *open, double time, int32_t bodies, double ratio[2])
{
    double error[2][2] = {{0.0}};
    const long steps[] = {20, 40, 20 * 64};
    ludo_body_state s[3][2];
    for (int i = 0; i < 3; i++) {
        running r = open();
        run_steps(&r, time / (double)steps[i], steps[i]);
        for (int32_t b = 0; b < bodies; b++) {
            s[i][b] = state_of(&r, b);
        }
        run_close(&r);
    }
    for (int i = 0; i < 2; i++) {
        for (int32_t b = 0; b < bodies; b++) {
            const ludo_body_state *x = &s[i][b], *y = &s[2][b];
            const double w = v3_norm(v3_sub(x->angular_velocity, y->angular_velocity));
            error[i][0] = fmax(error[i][0], angle_between(x->orientation, y->orientation));
            error[i][1] = fmax(error[i][1], w);
        }
    }
    for (int k = 0; k < 2; k++) {
        ratio[k] = error[0][k] / error[1][k];
    }
}

static void check_order(open_scene *open, double time, int32_t bodies, double expected)
{
    double ratio[2];
    measure(open, time, bodies, ratio);
    for (int k = 0; k < 2; k++) {
        CHECK_NEAR(log(ratio[k]) / log(2.0), expected, 0.2);
    }
}

static void straight_sliding_rolling_and_dry_friction_converge_with_order_two(void **state)
{
    (void)state;
    check_order(open_rolling, 0.2, 1, 2.0);
    check_order(open_sliding, 0.2, 1, 2.0);
    check_order(open_on_ball, 0.3, 2, 2.0);
    check_order(open_rubbing, 0.3, 1, 2.0);
}

/* The point of contact moves through the body, or the slip turns. */
static void rolling_on_moving_points_and_turning_slips_converge_with_order_two(void **state)
{
    (void)state;
    check_order(open_egg, 0.2, 1, 2.0);
    check_order(open_disc, 0.2, 1, 2.0);
    check_order(open_tripod, 0.2, 1, 2.0);
    check_order(open_top, 0.1, 1, 2.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_sliding_rolling_and_dry_friction_converge_with_order_two),
        cmocka_unit_test(rolling_on_moving_points_and_turning_slips_converge_with_order_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
