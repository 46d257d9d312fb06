/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts between bodies: momentum, stacks, linkages that hit a body. */
#include "free_bodies.h"

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* Two bodies that meet in free space. */
static running open_crash(const free_body bodies[2], touch by)
{
    ludo_spec *spec = spec_over_plane(false, by);
    set_gravity(spec, 0.0, 0.0, 0.0);
    add_free_body(spec, &bodies[0], by);
    add_free_body(spec, &bodies[1], by);
    return open_free_bodies(spec, NULL, 2, bodies);
}

static ludo_momentum momentum_of(running *r)
{
    ludo_momentum p;
    assert_int_equal(ludo_sim_momentum(r->sim, &p), LUDO_OK);
    return p;
}

/* Momenta are conserved to round-off, of numbers up to 10. */
static void check_crash(const free_body bodies[2], touch by)
{
    running r = open_crash(bodies, by);
    const ludo_momentum before = momentum_of(&r);
    run_steps(&r, 0.01, 120);
    const ludo_momentum after = momentum_of(&r);
    assert_true(v3_norm(v3_sub(state_of(&r, 1).linear_velocity, v3_at(bodies[1].rate))) > 0.1);
    CHECK_NEAR(v3_norm(v3_sub(after.linear, before.linear)), 0.0, 1e-12);
    CHECK_NEAR(v3_norm(v3_sub(after.angular, before.angular)), 0.0, 1e-12);
    run_close(&r);
}

static void bodies_that_meet_keep_their_momentum(void **state)
{
    (void)state;
    const free_body balls[2] = {
        {"sphere", {0.25}, 1.0, {0.0, 0.0, 0.0}, upright, {3.0, 0.0, 0.0, 0.0, 0.0, 5.0}},
        {"sphere", {0.25}, 2.0, {2.0, 0.2, 0.1}, upright, {-1.0, 0.0, 0.0, 2.0, 0.0, 0.0}}};
    const ludo_vec3 half = {0.25, 0.25, 0.25};
    const free_body boxes[2] = {
        {"box", {half.x, half.y, half.z}, 1.0, {0.0, 0.0, 0.0}, upright, {3.0, 0.0, 0.0}},
        {"box",
         {half.x, half.y, half.z},
         2.0,
         {2.0, 0.2, 0.1},
         {0.8, 0.36, 0.48, 0.0},
         {-1.0, 0.0, 0.0, 2.0, 0.0, 0.0}}};
    check_crash(balls, (touch){0.5, 0.0});
    check_crash(balls, (touch){0.5, 1.0});
    check_crash(boxes, (touch){0.5, 0.0});
}

/* Balls of equal mass exchange their velocities without losses. */
static void equal_balls_exchange_velocities(void **state)
{
    (void)state;
    const free_body balls[2] = {
        {"sphere", {0.25}, 1.0, {0.0, 0.0, 0.0}, upright, {3.0, 0.0, 0.0}},
        {"sphere", {0.25}, 1.0, {2.0, 0.0, 0.0}, upright, {-1.0, 0.0, 0.0}}};
    running r = open_crash(balls, (touch){0.0, 1.0});
    run_steps(&r, 0.01, 80);
    CHECK_NEAR(state_of(&r, 0).linear_velocity.x, -1.0, 1e-8);
    CHECK_NEAR(state_of(&r, 1).linear_velocity.x, 3.0, 1e-8);
    run_close(&r);
}

static void a_stack_of_boxes_stands(void **state)
{
    (void)state;
    enum { BOXES = 5 };
    free_body boxes[BOXES];
    for (int i = 0; i < BOXES; i++) {
        boxes[i] = (free_body){
            "box", {0.25, 0.25, 0.25}, 1.0, {0.02 * i, 0.01 * i, 0.26 + 0.51 * i}, upright, {0.0}};
    }
    running r = open_on_plane(BOXES, boxes, (touch){0.5, 0.0});
    run_touching(&r, 0.01, 100);
    for (int i = 0; i < BOXES; i++) {
        const ludo_body_state s = state_of(&r, i);
        CHECK_NEAR(s.com.z, 0.25 + 0.5 * i, 1e-9);
        CHECK_NEAR(s.com.x, 0.02 * i, 1e-6);
        CHECK_NEAR(v3_norm(s.linear_velocity), 0.0, 1e-9);
    }
    run_close(&r);
}

/* A ball on a ball, in unstable equilibrium exactly above. */
static void a_ball_rests_on_a_ball(void **state)
{
    (void)state;
    const free_body balls[2] = {{"sphere", {0.25}, 1.0, {0.0, 0.0, 0.25}, upright, {0.0}},
                                {"sphere", {0.25}, 1.0, {0.0, 0.0, 0.8}, upright, {0.0}}};
    running r = open_on_plane(2, balls, (touch){0.5, 0.0});
    run_touching(&r, 0.01, 50);
    CHECK_NEAR(state_of(&r, 1).com.z, 0.75, 1e-10);
    run_close(&r);
}

/* A rod on a hinge of the world, its end a ball that hits a wall. */
static void a_pendulum_stops_at_a_wall(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_geom_def wall = ludo_geom_default();
    wall.type = "plane";
    wall.body = LUDO_WORLD;
    wall.friction[0] = 0.0;
    wall.frame.position = v3(0.1, 0.0, 0.0);
    wall.frame.orientation = (ludo_quat){sqrt(0.5), 0.0, sqrt(0.5), 0.0}; /* z becomes x */
    assert_int_equal(ludo_spec_add_geom(spec, &wall, NULL), LUDO_OK);
    const ludo_body_def rod = {.struct_size = sizeof rod,
                               .mass = 1.0,
                               .com = {0.0, 0.0, -1.0},
                               .inertia = {0.01, 0.01, 0.01}};
    assert_int_equal(ludo_spec_add_body(spec, &rod, NULL), LUDO_OK);
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, 1.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    ludo_geom_def end = ludo_geom_default();
    end.type = "sphere";
    end.body = 0;
    end.size[0] = 0.1;
    end.friction[0] = 0.0;
    end.frame.position = v3(0.0, 0.0, -1.0);
    assert_int_equal(ludo_spec_add_geom(spec, &end, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    const double aside = -1.0;
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &aside), LUDO_OK);
    run_touching(&r, 0.005, 400);
    double q;
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
    CHECK_NEAR(q, -asin(0.2), 1e-10);
    ludo_contact at;
    assert_int_equal(contacts_of(r.sim, &at, 1), 1);
    CHECK_NEAR(at.normal_force, g * tan(asin(0.2)), 1e-8);
    run_close(&r);
}

/* A simulation with contacts survives each failing allocation. */
static void creation_survives_failing_allocations(void **state)
{
    (void)state;
    const free_body box = {"box", {0.25, 0.25, 0.25}, 1.0, {0.0, 0.0, 0.25}, upright, {0.0}};
    ludo_spec *spec = spec_over_plane(true, (touch){0.5, 0.0});
    add_free_body(spec, &box, (touch){0.5, 0.0});
    add_free_body(spec, &box, (touch){0.5, 0.0});
    ludo_model *model = compiled(spec);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_sim *sim = NULL;
        const ludo_status s = ludo_sim_create(model, NULL, &alloc.hook, &sim, NULL);
        assert_true(s == LUDO_OK || (s == LUDO_NO_MEMORY && sim == NULL));
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_meet_keep_their_momentum),
        cmocka_unit_test(equal_balls_exchange_velocities),
        cmocka_unit_test(a_stack_of_boxes_stands),
        cmocka_unit_test(a_ball_rests_on_a_ball),
        cmocka_unit_test(a_pendulum_stops_at_a_wall),
        cmocka_unit_test(creation_survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
