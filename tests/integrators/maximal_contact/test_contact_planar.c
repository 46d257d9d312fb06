/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts along whose normal joints leave no motion: bodies on slides that touch a floor. */
#include "running.h"

#include <stdio.h>
#include <string.h>

#define FLOOR "<geom name='floor' type='plane' size='5 5 1' friction='0.5'/>"
#define SLIDES "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
#define PIVOT "<joint type='hinge' axis='0 0 1'/>"

static const char *const shapes[] = {
    "type='sphere' size='0.05'",
    "type='box' size='0.05 0.05 0.05'",
    "type='capsule' size='0.05 0.05' euler='0 90 0'",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static running open_text(const char *bodies)
{
    char text[2048];
    ludo_spec *spec = NULL;
    (void)snprintf(text, sizeof text, "<mujoco><worldbody>" FLOOR "%s</worldbody></mujoco>",
                   bodies);
    const ludo_status read =
        ludo_load_string(text, strlen(text), "planar.xml", NULL, NULL, &spec, NULL);
    return run_open(read, spec, NULL);
}

/* Two bodies of 1 kg on slides, at this height; the first moves towards the second at 1 m/s. */
static running open_two(const char *a, const char *b, const char *joints, double height)
{
    char bodies[1024];
    (void)snprintf(bodies, sizeof bodies,
                   "<body pos='0 0 %g'>%s<geom mass='1' %s/></body>"
                   "<body pos='0.4 0.01 %g'>%s<geom mass='1' %s/></body>",
                   height, joints, a, height, joints, b);
    running r = open_text(bodies);
    ludo_body_state s = run_body(&r, 0);
    s.linear_velocity.x = 1.0;
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
    return r;
}

/* What a run did. */
typedef struct tally {
    double iterations; /* mean per step */
    double penetration;
    int32_t retries, relaxed, pushed; /* pushed: steps with a normal force */
} tally;

static tally run(running *r, double h, int steps)
{
    tally t = {0};
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_contact_quality q = {.struct_size = sizeof q};
        ludo_contact c[8];
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
        t.iterations += (double)report.iterations / steps;
        t.penetration = fmax(t.penetration, q.penetration);
        t.retries += q.retries;
        t.relaxed += q.relaxed;
        t.pushed += contacts_of(r->sim, c, 8) > 0 && c[0].normal_force > 1.0;
    }
    return t;
}

/* A plastic impact along x, without friction of the floor: both go on at 0.5 m/s, round ends that
 * meet off-centre apart to the side. Gaps of the floor are rounding errors of heights of 0.05 m. Of
 * a contact with neither a force nor a speed both are the root of kappa: 1e-6 of the scale. */
static void planar_bodies_collide_and_slide_without_iterations_for_the_floor(void **state)
{
    (void)state;
    for (int i = 0; i < SHAPES * SHAPES; i++) {
        running r = open_two(shapes[i / SHAPES], shapes[i % SHAPES], SLIDES, 0.05);
        const tally t = run(&r, 0.01, 200);
        const ludo_body_state a = run_body(&r, 0), b = run_body(&r, 1);
        assert_true(t.iterations <= 2.0); /* one per step, more in that of the impact */
        assert_true(t.pushed >= 1);
        assert_int_equal(t.retries + t.relaxed, 0);
        CHECK_NEAR(t.penetration, 0.0, 1e-16);
        CHECK_NEAR(a.linear_velocity.x + b.linear_velocity.x, 1.0, 1e-12);
        CHECK_NEAR(a.linear_velocity.x, 0.5, i / SHAPES == 1 || i % SHAPES == 1 ? 1e-5 : 0.03);
        run_close(&r);
    }
}

/* Momentum along x and y, and about the vertical: no force but those between the two bodies acts in
 * these directions. They rub: the second is pushed to the side. */
static void planar_bodies_that_turn_keep_their_momentum(void **state)
{
    (void)state;
    for (int i = 0; i < SHAPES * SHAPES; i++) {
        running r = open_two(shapes[i / SHAPES], shapes[i % SHAPES], SLIDES PIVOT, 0.05);
        const ludo_momentum before = run_momentum(&r);
        const tally t = run(&r, 0.01, 200);
        const ludo_momentum after = run_momentum(&r);
        assert_true(t.iterations <= 2.0 && t.pushed >= 1);
        CHECK_NEAR(after.linear.x, before.linear.x, 1e-12);
        CHECK_NEAR(after.linear.y, 0.0, 1e-12);
        CHECK_NEAR(after.angular.z, before.angular.z, 1e-11); /* residuals of Newton's method */
        assert_true(fabs(run_body(&r, 1).linear_velocity.y) > 1e-3);
        run_close(&r);
    }
}

/* A wheel on an axle that a hull on slides holds at a height: it touches the floor, nothing presses
 * it there, it spins on. */
static void wheels_at_a_height_spin_on(void **state)
{
    (void)state;
    running r = open_text("<body pos='0 0 0.2'>" SLIDES PIVOT "<geom type='box' mass='1'"
                          " size='0.1 0.1 0.02'/><body pos='0 0 -0.1'><joint name='axle'"
                          " type='hinge' axis='0 1 0'/><geom type='sphere' mass='1' size='0.1'/>"
                          "</body></body>");
    ludo_body_state s = run_body(&r, 1);
    s.angular_velocity.y = 3.0;
    assert_int_equal(ludo_sim_set_body_state(r.sim, 1, &s), LUDO_OK);
    const tally t = run(&r, 0.01, 100);
    assert_true(t.iterations <= 1.5);
    CHECK_NEAR(run_body(&r, 1).angular_velocity.y, 3.0, 1e-12);
    CHECK_NEAR(run_body(&r, 0).linear_velocity.x, 0.0, 1e-12);
    run_close(&r);
}

/* A block slides on a cart that slides on the floor: the block presses the cart, friction acts
 * between both and not with the floor: they end at the same speed. */
static void blocks_on_planar_carts_rub(void **state)
{
    (void)state;
    running r = open_text("<body pos='0 0 0.05'>" SLIDES "<geom type='box' mass='1'"
                          " size='0.5 0.5 0.05'/></body><body pos='0 0 0.15'><freejoint/>"
                          "<geom type='box' mass='1' size='0.05 0.05 0.05' friction='0.5'/>"
                          "</body>");
    ludo_body_state s = run_body(&r, 0);
    s.linear_velocity.x = 0.5;
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
    (void)run(&r, 0.005, 100);
    CHECK_NEAR(run_body(&r, 0).linear_velocity.x, 0.25, 1e-9);
    CHECK_NEAR(run_body(&r, 1).linear_velocity.x, 0.25, 1e-9);
    run_close(&r);
}

/* Two boxes on slides of a lift touch each other: the lift moves both, nothing moves them apart. */
static void common_motions_are_no_freedom(void **state)
{
    (void)state;
    running r = open_text("<body pos='0 0 1'><joint type='slide' axis='0 0 1'/>"
                          "<geom type='sphere' size='0.01' mass='1' pos='0 0 2'/>"
                          "<body><joint type='slide' axis='1 0 0'/><geom type='box' mass='1'"
                          " size='0.1 0.1 0.1'/></body>"
                          "<body pos='0 0 0.2'><joint type='slide' axis='1 0 0'/><geom type='box'"
                          " mass='1' size='0.1 0.1 0.1'/></body></body>");
    const tally t = run(&r, 0.01, 40);
    assert_true(t.iterations <= 1.5);
    assert_int_equal(t.pushed, 0);
    CHECK_NEAR(run_body(&r, 2).com.z, 1.2 - 0.5 * 9.81 * 0.16, 1e-10);
    run_close(&r);
}

/* A body that overlaps the floor and cannot part from it, and a pair of geoms that asks for contact
 * nevertheless: the start says so, the depth stays and is measured. A ball on a vertical slide can
 * part from the floor. */
static void held_overlaps_are_reported_and_measured(void **state)
{
    (void)state;
    ludo_start_report report = {.struct_size = sizeof report};
    running r = open_text("<body pos='0 0 0.047'>" SLIDES
                          "<geom name='box' type='box' size='0.05 0.05 0.05' mass='1'/></body>"
                          "</worldbody><contact><pair geom1='floor' geom2='box'/></contact>"
                          "<worldbody>");
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    CHECK_NEAR(report.overlap, 0.003, 1e-15);
    assert_true(report.overlap_held);
    const tally t = run(&r, 0.01, 200);
    assert_true(t.iterations <= 2.0);
    CHECK_NEAR(t.penetration, 0.003, 1e-15);
    run_close(&r);

    r = open_text("<body pos='0 0 0.047'><joint type='slide' axis='0 0 1'/><geom type='sphere'"
                  " size='0.05'/></body>");
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    CHECK_NEAR(report.overlap, 0.003, 1e-15);
    assert_false(report.overlap_held);
    run_close(&r);
}

/* A ball on an arm, at its highest point, touches a plate: at the knot the arm moves the ball along
 * the plate, to first order, and then into it. */
static void contacts_at_dead_centres_hold(void **state)
{
    (void)state;
    running r = open_text("<geom type='box' size='0.5 0.5 0.02' pos='0 0 0.43'/>"
                          "<body pos='0 0 0.5'><joint type='hinge' axis='0 1 0' pos='0 0 -0.5'/>"
                          "<geom type='sphere' size='0.05'/></body>");
    ludo_body_state s = run_body(&r, 0);
    s.linear_velocity.x = 0.25;
    s.angular_velocity.y = 0.5;
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
    const tally t = run(&r, 0.01, 100);
    assert_true(t.penetration <= 1e-9 * 0.3); /* the accepted depth; 0.3 m: mean radius, at most */
    CHECK_NEAR(run_body(&r, 0).com.z, 0.5, 1e-9);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_bodies_collide_and_slide_without_iterations_for_the_floor),
        cmocka_unit_test(planar_bodies_that_turn_keep_their_momentum),
        cmocka_unit_test(wheels_at_a_height_spin_on),
        cmocka_unit_test(blocks_on_planar_carts_rub),
        cmocka_unit_test(common_motions_are_no_freedom),
        cmocka_unit_test(held_overlaps_are_reported_and_measured),
        cmocka_unit_test(contacts_at_dead_centres_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
