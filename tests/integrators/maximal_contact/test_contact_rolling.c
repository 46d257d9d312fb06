/* SPDX-License-Identifier: Apache-2.0
 *
 * Friction of spinning and rolling, against closed forms [contact.md 1.4]. */
#include "free_bodies.h"
#include "spec/items.h"

#include <string.h>

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* Friction of all geoms. */
typedef struct surface {
    int32_t condim;
    double friction[3]; /* of sliding, spinning, rolling */
} surface;

static void put_geom(ludo_spec *spec, int32_t body, const char *type, const double *size,
                     surface by)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.condim = by.condim;
    memcpy(geom.friction, by.friction, sizeof geom.friction);
    memcpy(geom.size, size, sizeof geom.size);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

static const double unbounded[3] = {0.0, 0.0, 0.0};

/* A free body of 1 kg whose moments of inertia are equal. */
static void put_body(ludo_spec *spec, const char *type, const double *size, double moment,
                     surface by)
{
    int32_t number;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {moment, moment, moment}};
    assert_int_equal(ludo_spec_add_body(spec, &body, &number), LUDO_OK);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD, .child = number};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    put_geom(spec, number, type, size, by);
}

/* One body on the plane. `b` has its shape, place and rates. */
static running open_one(const free_body *b, double moment, surface by, double slope,
                        const char *cone)
{
    ludo_spec *spec = new_spec();
    const double c = 1.0 / sqrt(1.0 + slope * slope);
    set_gravity(spec, g * slope * c, 0.0, -g * c);
    put_geom(spec, LUDO_WORLD, "plane", unbounded, by);
    put_body(spec, b->type, b->size, moment, by);
    ludo_sim_options options = ludo_sim_options_default();
    options.cone = cone;
    return open_free_bodies(spec, &options, 1, b);
}

static free_body ball_at(double radius, ludo_vec3 v, ludo_vec3 w)
{
    return (free_body){"sphere",           {radius}, 1.0,
                       {0.0, 0.0, radius}, upright,  {v.x, v.y, v.z, w.x, w.y, w.z}};
}

/* ---- rolling out ---- */

static const double radius = 0.1, half_thickness = 0.02, mu = 0.5, mu_roll = 0.004;

/* How a body of moment k m R^2 rolls out that starts at |v| = 1 on a level plane, with friction
 * f tau / R and the slip e w R. */
typedef struct roll_out {
    double w, way;
} roll_out;

static roll_out roll_out_of(double k)
{
    const double x = mu_roll / (mu * radius);
    double f = 1.0 / (1.0 + k), e = 0.0;
    for (int i = 0; i < 50; i++) {
        e = f * x * x;
        f = 1.0 / (1.0 + k / (1.0 + e));
    }
    const double tau = mu_roll * g / sqrt(1.0 + f * f * x * x);
    return (roll_out){1.0 / (radius * (1.0 + e)), radius / (2.0 * f * tau)};
}

/* Distances are rounded to whole steps: by a h^2 / 8, a < 0.3 m/s^2 here. */
static const double step = 2e-3, rounded = 0.3 * 2e-3 * 2e-3 / 8.0;

/* In any direction: tangents have no say in it. */
static void a_ball_rolls_out(void **state)
{
    (void)state;
    const roll_out want = roll_out_of(0.4);
    for (int i = 0; i < 4; i++) {
        const double angle = 0.55 * i, c = cos(angle), s = sin(angle);
        const free_body ball = ball_at(radius, v3(c, s, 0.0), v3(-s * want.w, c * want.w, 0.0));
        running r =
            open_one(&ball, 0.4 * radius * radius, (surface){6, {mu, 0.0, mu_roll}}, 0.0, "exact");
        run_touching(&r, step, 2500);
        const ludo_body_state at = state_of(&r, 0);
        CHECK_NEAR(at.com.x * c + at.com.y * s, want.way, 2.0 * rounded);
        CHECK_NEAR(at.com.x * s - at.com.y * c, 0.0, 1e-9);
        assert_true(v3_norm(at.linear_velocity) < 1e-9);
        run_close(&r);
    }
}

static void a_disc_rolls_out_on_its_rim(void **state)
{
    (void)state;
    const roll_out want = roll_out_of(0.5);
    free_body disc = ball_at(radius, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, -want.w));
    disc.type = "cylinder", disc.size[1] = half_thickness;
    disc.turned = (ludo_quat){sqrt(0.5), sqrt(0.5), 0.0, 0.0};
    running r =
        open_one(&disc, 0.5 * radius * radius, (surface){6, {mu, 0.01, mu_roll}}, 0.0, "exact");
    run_touching(&r, step, 2500);
    CHECK_NEAR(state_of(&r, 0).com.x, want.way, 2.0 * rounded);
    assert_true(v3_norm(state_of(&r, 0).linear_velocity) < 1e-9);
    run_close(&r);
}

/* ---- spinning ---- */

/* Its angle grows until it stands, I w / (mu_s m g) later. */
static void a_ball_spins_down(void **state)
{
    (void)state;
    const double spin = 0.005, w = 3.0, I = 0.4 * radius * radius, brake = spin * g / I;
    const free_body ball = ball_at(radius, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, w));
    for (int i = 0; i < 2; i++) {
        const surface by = {i == 0 ? 4 : 6, {i == 0 ? 1.0 : 0.0, spin, 0.01}};
        running r = open_one(&ball, I, by, 0.0, "exact");
        run_touching(&r, 1e-3, (long)(1e3 * w / brake) - 1);
        assert_true(state_of(&r, 0).angular_velocity.z > 0.0);
        run_touching(&r, 1e-3, 20);
        const ludo_body_state at = state_of(&r, 0);
        CHECK_NEAR(2.0 * atan2(at.orientation.z, at.orientation.w), 0.5 * w * w / brake,
                   1.01 * brake * 1e-6 / 8.0);
        assert_true(fabs(at.angular_velocity.z) < 1e-9);
        run_close(&r);
    }
}

/* condim 3 and 1 have none, whatever the coefficients. */
static void condim_switches_friction_off(void **state)
{
    (void)state;
    const free_body ball = ball_at(radius, v3(1.0, 0.0, 0.0), v3(0.0, 10.0, 3.0));
    for (int32_t condim = 1; condim <= 3; condim += 2) {
        running r = open_one(&ball, 0.4 * radius * radius, (surface){condim, {0.5, 0.1, 0.1}}, 0.0,
                             "exact");
        run_touching(&r, 0.01, 100);
        const ludo_body_state at = state_of(&r, 0);
        CHECK_NEAR(at.com.x, 1.0, 1e-10);
        CHECK_NEAR(at.angular_velocity.z, 3.0, 1e-10);
        run_close(&r);
    }
}

/* Sliding friction of a ball that spins is less by the part of the slip in the rate of all rows. */
static void spinning_reduces_friction_against_sliding(void **state)
{
    (void)state;
    const double spin = 0.03, w = 40.0, h = 1e-4, v = 2.0;
    const free_body ball = ball_at(radius, v3(v, 0.0, 0.0), v3(0.0, 0.0, w));
    running r = open_one(&ball, 0.4 * radius * radius, (surface){4, {mu, spin, 0.0}}, 0.0, "exact");
    run_touching(&r, h, 1);
    const ludo_body_state before = state_of(&r, 0);
    run_touching(&r, h, 1);
    const ludo_body_state after = state_of(&r, 0);
    const double total = sqrt(mu * mu * v * v + spin * spin * w * w);
    /* the slip changes by 1e-3 of itself in two steps */
    CHECK_NEAR((before.linear_velocity.x - after.linear_velocity.x) / h, g * mu * mu * v / total,
               1e-3 * g);
    CHECK_NEAR((before.angular_velocity.z - after.angular_velocity.z) / h * 0.4 * radius * radius,
               g * spin * spin * w / total, 1e-3 * g * spin);
    run_close(&r);
}

/* ---- discs ---- */

/* A disc turns about the vertical on points of its rim at the distance a from the vertical through
 * its centre. They slip by a w and spin by w; the moment of all is gamma (mu^2 a^2 + mu_s^2)^(1/2),
 * however they share the load. */
static void check_disc_stops(ludo_quat turned, double height, double moment, double a, surface by)
{
    const double w = 20.0, h = 1e-3, mu_t = by.friction[0];
    const double mu_s = by.condim > 3 ? by.friction[1] : 0.0;
    const double brake = g * sqrt(mu_t * mu_t * a * a + mu_s * mu_s) / moment;
    const ludo_vec3 rate = q_rotate(q_conj(turned), v3(0.0, 0.0, w));
    free_body disc = ball_at(radius, v3(0.0, 0.0, 0.0), rate);
    disc.type = "cylinder", disc.size[1] = half_thickness;
    disc.turned = turned, disc.at.z = height;
    running r = open_one(&disc, moment, by, 0.0, "exact");
    run_touching(&r, h, (long)(w / brake / h) - 1);
    assert_true(v3_dot(state_of(&r, 0).angular_velocity, rate) > 0.0);
    run_touching(&r, h, 20);
    const ludo_body_state at = state_of(&r, 0);
    const ludo_quat turn = q_mul(at.orientation, q_conj(turned));
    /* the angle is rounded to whole steps; a turn of 2 pi is none. Friction opposes the slips half
     * a step before and after, which turn by w h / 2: their sum is less by (w h)^2 / 8 of itself */
    const double angle = 2.0 * atan2(turn.z, turn.w), want = 0.5 * w * w / brake;
    const double turned_by = (w * h) * (w * h) / 8.0 * want;
    CHECK_NEAR(remainder(angle - want, 8.0 * atan(1.0)), 0.0,
               1.01 * brake * h * h / 8.0 + turned_by);
    assert_true(v3_norm(at.angular_velocity) < 1e-9);
    run_close(&r);
}

/* On its face: points at the radius. */
static void a_disc_on_its_face_stops(void **state)
{
    (void)state;
    for (int32_t condim = 3; condim <= 6; condim += condim == 3 ? 1 : 2) {
        check_disc_stops(upright, half_thickness, 0.5 * radius * radius, radius,
                         (surface){condim, {mu, 0.03, mu_roll}});
    }
}

/* On its rim: two points at half of the thickness, on a level diameter. */
static void a_disc_on_its_rim_stops(void **state)
{
    (void)state;
    const ludo_quat on_rim = {sqrt(0.5), sqrt(0.5), 0.0, 0.0};
    for (int32_t condim = 3; condim <= 6; condim += condim == 3 ? 1 : 2) {
        check_disc_stops(on_rim, radius, 0.5 * radius * radius, half_thickness,
                         (surface){condim, {mu, 0.01, mu_roll}});
    }
}

/* ---- slopes ---- */

/* A ball holds on slopes up to (mu_r / R) / (1 + (mu_r / (mu R))^2)^(1/2), both laws together. */
static void a_ball_holds_on_slopes_that_rolling_friction_carries(void **state)
{
    (void)state;
    const double roll = 0.03, x = roll / (mu * radius), most = roll / radius / sqrt(1.0 + x * x);
    const free_body ball = ball_at(radius, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0));
    for (int i = 0; i < 2; i++) {
        const double part = i == 0 ? 0.99 : 1.01;
        running r = open_one(&ball, 0.4 * radius * radius, (surface){6, {mu, 0.0, roll}},
                             part * most, "exact");
        run_touching(&r, 0.01, 100);
        const double way = state_of(&r, 0).com.x;
        assert_true(i == 0 ? fabs(way) < 1e-8 : way > 1e-3);
        run_close(&r);
    }
}

/* ---- two bodies ---- */

/* A closed contact without a load ends with impulse and rate both at the square root of kappa,
 * 1e-6, of their scales, over several steps. */
static const double unloaded = 3e-5;

/* A ball that spins about the line to another one hits it in free space: the plastic impact of
 * impulse m v / 2 transfers mu_s m v / 2. */
static void spinning_balls_share_their_spin(void **state)
{
    (void)state;
    const double spin = 0.01, v = 2.0, w = 60.0, I = 0.4 * radius * radius;
    for (int i = 0; i < 2; i++) {
        const surface by = {i == 0 ? 4 : 6, {mu, spin, 0.01}};
        free_body balls[2] = {ball_at(radius, v3(v, 0.0, 0.0), v3(w, 0.0, 0.0)),
                              ball_at(radius, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0))};
        balls[1].at.x = 2.0 * radius + 0.015;
        ludo_spec *spec = new_spec();
        set_gravity(spec, 0.0, 0.0, 0.0);
        put_body(spec, "sphere", balls[0].size, I, by);
        put_body(spec, "sphere", balls[1].size, I, by);
        running r = open_free_bodies(spec, NULL, 2, balls);
        const ludo_momentum start = run_momentum(&r);
        run_touching(&r, 1e-3, 30);
        const ludo_momentum end = run_momentum(&r);
        CHECK_NEAR(v3_norm(v3_sub(end.angular, start.angular)), 0.0, 1e-13);
        CHECK_NEAR(v3_norm(v3_sub(end.linear, start.linear)), 0.0, 1e-13);
        CHECK_NEAR(state_of(&r, 1).angular_velocity.x / (spin * 0.5 * v / I), 1.0, unloaded);
        CHECK_NEAR((w - state_of(&r, 0).angular_velocity.x) / (spin * 0.5 * v / I), 1.0, unloaded);
        run_close(&r);
    }
}

/* ---- steps ---- */

/* Pyramids are those of sliding alone. */
static void pyramids_leave_wider_cones_exact(void **state)
{
    (void)state;
    const free_body ball = ball_at(radius, v3(1.0, 0.3, 0.0), v3(0.0, 10.0, 3.0));
    const surface by = {6, {mu, 0.01, mu_roll}};
    running a = open_one(&ball, 0.4 * radius * radius, by, 0.0, "exact");
    running b = open_one(&ball, 0.4 * radius * radius, by, 0.0, "linear4");
    run_touching(&a, 0.01, 50);
    run_touching(&b, 0.01, 50);
    check_same_bits(&a, &b);
    run_close(&a);
    run_close(&b);
}

/* The moments of friction are part of the warm start: a body that rolls takes 3 iterations. */
static void rolling_starts_warm(void **state)
{
    (void)state;
    const free_body ball = ball_at(radius, v3(1.0, 0.3, 0.0), v3(-3.0, 10.0, 3.0));
    running r =
        open_one(&ball, 0.4 * radius * radius, (surface){6, {mu, 0.01, mu_roll}}, 0.0, "exact");
    run_touching(&r, 0.01, 20);
    for (int k = 0; k < 20; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
        assert_true(report.iterations <= 3);
    }
    run_close(&r);
}

static void boxes_with_rolling_friction_lose_energy(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 6)
    {
        random_stream random = random_from(seed);
        const double size[3] = {0.1, 0.07, 0.05};
        const surface by = {seed % 2 ? 4 : 6,
                            {random_uniform(&random, 0.0, 1.0), random_uniform(&random, 0.0, 0.05),
                             random_uniform(&random, 0.0, 0.02)}};
        ludo_spec *spec = new_spec();
        free_body boxes[3];
        put_geom(spec, LUDO_WORLD, "plane", unbounded, by);
        for (int i = 0; i < 3; i++) {
            boxes[i] = ball_at(0.2, random_vec3(&random, 1.0), random_vec3(&random, 5.0));
            boxes[i].type = i == 0 ? "sphere" : "box";
            memcpy(boxes[i].size, size, sizeof size);
            boxes[i].turned = random_quat(&random);
            boxes[i].at.z = 0.2 + 0.25 * i;
            put_body(spec, boxes[i].type, size, 0.004, by);
        }
        running r = open_free_bodies(spec, NULL, 3, boxes);
        const double start = run_energy(&r);
        for (int k = 0; k < 200; k++) {
            run_touching(&r, 5e-3, 1);
            assert_true(quality_of(&r).dissipation <= 1e-6 * start);
            assert_true(run_energy(&r) <= 1.01 * start);
        }
        assert_true(run_energy(&r) < 0.5 * start);
        run_close(&r);
    }
}

static void failing_allocations_leave_no_trace(void **state)
{
    (void)state;
    const surface by = {6, {mu, 0.01, mu_roll}};
    const double size[3] = {0.1, 0.0, 0.0};
    ludo_spec *spec = new_spec();
    put_geom(spec, LUDO_WORLD, "plane", unbounded, by);
    put_body(spec, "sphere", size, 0.004, by);
    put_body(spec, "sphere", size, 0.004, by);
    check_failing_allocations(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_rolls_out),
        cmocka_unit_test(a_disc_rolls_out_on_its_rim),
        cmocka_unit_test(a_ball_spins_down),
        cmocka_unit_test(a_disc_on_its_face_stops),
        cmocka_unit_test(a_disc_on_its_rim_stops),
        cmocka_unit_test(condim_switches_friction_off),
        cmocka_unit_test(spinning_reduces_friction_against_sliding),
        cmocka_unit_test(a_ball_holds_on_slopes_that_rolling_friction_carries),
        cmocka_unit_test(spinning_balls_share_their_spin),
        cmocka_unit_test(pyramids_leave_wider_cones_exact),
        cmocka_unit_test(rolling_starts_warm),
        cmocka_unit_test(boxes_with_rolling_friction_lose_energy),
        cmocka_unit_test(failing_allocations_leave_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
