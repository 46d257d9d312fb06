/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps with contacts against the same equations solved by another method. Impulses that several
 * contacts can share have many solutions, on which friction depends where they slip: the laws are
 * then checked on those of the simulation instead. */
#include "contact_oracle.h"

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* A scene on both sides: bodies in the order of the joints. */
typedef struct sides {
    running run;
    oracle by;
} sides;

/* ---- scenes ---- */

static oracle make_oracle(int32_t count, const free_body *bodies)
{
    oracle o = {.bodies = count, .gravity = {0.0, 0.0, -g}, .closed = 1e-8};
    for (int32_t i = 0; i < count; i++) {
        const free_body *b = &bodies[i];
        oracle_body *k = &o.body[i];
        *k = (oracle_body){.mass = b->mass, .x = b->at, .q = b->turned};
        inertia_of(b, k->J);
        k->p = v3_scale(b->mass, v3_at(b->rate));
        k->w = oracle_turned(b->turned, v3_at(b->rate + 3));
        k->l = oracle_inertia(k, k->q, k->w, false);
        k->v_past = v3_at(b->rate), k->w_past = k->w;
    }
    return o;
}

/* The corners of box b, or its ball, over a face. */
static void add_places(oracle *o, int32_t b, const free_body *body, oracle_place on)
{
    const bool ball = body->type[0] == 's';
    const double *s = body->size;
    for (int i = 0; i < (ball ? 1 : 8); i++) {
        oracle_place *k = &o->place[o->places++];
        *k = on;
        k->b = b;
        k->radius = k->radius_b = ball ? s[0] : 0.0;
        k->on_b = ball ? v3(0.0, 0.0, 0.0)
                       : v3(i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]);
    }
}

static oracle_place on_plane(double mu)
{
    return (oracle_place){.a = -1, .n = {0.0, 0.0, 1.0}, .mu = mu};
}

/* A face of body 0 at a height. */
static oracle_place on_top(double height, double mu)
{
    return (oracle_place){.a = 0, .on_a = {0.0, 0.0, height}, .n = {0.0, 0.0, 1.0}, .mu = mu};
}

static sides open_free_sides(int32_t count, const free_body *bodies, double mu)
{
    sides s = {open_on_plane(count, bodies, (touch){mu, 0.0}), make_oracle(count, bodies)};
    for (int32_t i = 0; i < count; i++) {
        add_places(&s.by, i, &bodies[i], on_plane(mu));
    }
    return s;
}

/* A plate on three balls, which share its load in one way only. */
static sides open_tripod(const free_body *plate, double mu)
{
    static const ludo_vec3 feet[3] = {{0.3, 0.0, -0.1}, {-0.2, 0.25, -0.1}, {-0.15, -0.3, -0.1}};
    const double radius = 0.05;
    ludo_spec *spec = spec_over_plane(true, (touch){mu, 0.0});
    oracle o = make_oracle(1, plate);
    const double *J = o.body[0].J;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = plate->mass, .inertia = {J[0], J[1], J[2]}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    for (int i = 0; i < 3; i++) {
        ludo_geom_def ball = ludo_geom_default();
        ball.type = "sphere", ball.size[0] = radius, ball.body = 0;
        ball.friction[0] = mu;
        ball.frame.position = feet[i];
        assert_int_equal(ludo_spec_add_geom(spec, &ball, NULL), LUDO_OK);
        oracle_place *k = &o.place[o.places++];
        *k = on_plane(mu);
        k->on_b = feet[i], k->radius = k->radius_b = radius;
    }
    return (sides){open_free_bodies(spec, NULL, 1, plate), o};
}

/* A ball on a table that slides along x. */
static sides open_table(const free_body bodies[2], double mu)
{
    ludo_spec *spec = spec_over_plane(false, (touch){mu, 0.0});
    sides s = {.by = make_oracle(2, bodies)};
    const double *J = s.by.body[0].J;
    const ludo_body_def table = {
        .struct_size = sizeof table, .mass = bodies[0].mass, .inertia = {J[0], J[1], J[2]}};
    assert_int_equal(ludo_spec_add_body(spec, &table, NULL), LUDO_OK);
    const ludo_joint_def slide = {.struct_size = sizeof slide,
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
    add_geom(spec, 0, "box", bodies[0].size, (touch){mu, 0.0});
    add_free_body(spec, &bodies[1], (touch){mu, 0.0});
    s.run = open_free_bodies(spec, NULL, 0, NULL);
    assert_int_equal(ludo_sim_set_joint_velocity(s.run.sim, 0, bodies[0].rate), LUDO_OK);
    place_free_body(&s.run, 1, &bodies[1]);
    s.by.body[0].slides = true;
    add_places(&s.by, 1, &bodies[1], on_top(bodies[0].size[2], mu));
    return s;
}

/* ---- both sides ---- */

/* Positions differ by 1e-12 of the scale from those of impulses off the central path; tipping and
 * rolling amplify that. Velocities of knots differ by a hundred times as much per impulse, and
 * rotations of a ball by that over its radius, 0.1. */
static void compare(sides *s, double place, double speed)
{
    for (int32_t i = 0; i < s->by.bodies; i++) {
        const oracle_body *b = &s->by.body[i];
        const ludo_body_state z = state_of(&s->run, i);
        const ludo_vec3 w = oracle_turned(z.orientation, z.angular_velocity);
        CHECK_NEAR(v3_norm(v3_sub(z.com, b->x)), 0.0, place);
        CHECK_NEAR(angle_between(z.orientation, b->q), 0.0, 10.0 * place);
        CHECK_NEAR(v3_norm(v3_sub(z.linear_velocity, b->v)), 0.0, speed);
        CHECK_NEAR(v3_norm(v3_sub(w, b->w)), 0.0, 11.0 * speed);
    }
}

/* Solved by both. */
static void check_solved(sides s, double h, int steps)
{
    for (int k = 0; k < steps; k++) {
        assert_true(oracle_step(&s.by, h) > 0);
        run_steps(&s.run, h, 1);
        assert_true(oracle_read(&s.by) > 0);
        compare(&s, 1e-10, 1e-8);
    }
    run_close(&s.run);
}

/* Solved by the simulation, checked on the equations of the other method. Between bodies balances
 * and gaps hold to the iteration's tolerance. */
static void check_judged(sides s, double h, int steps)
{
    for (int k = 0; k < steps; k++) {
        ludo_contact found[ORACLE_PLACES];
        run_steps(&s.run, h, 1);
        const int32_t count = contacts_of(s.run.sim, found, ORACLE_PLACES);
        assert_true(count <= ORACLE_PLACES);
        const ludo_contact_quality here = oracle_take(&s.by, found, count, h);
        const ludo_contact_quality there = quality_of(&s.run);
        for (int32_t i = 0; i < s.by.bodies; i++) {
            const ludo_body_state z = state_of(&s.run, i);
            CHECK_NEAR(v3_norm(v3_sub(z.com, s.by.body[i].x)), 0.0, 1e-11);
            CHECK_NEAR(angle_between(z.orientation, s.by.body[i].q), 0.0, 1e-10);
        }
        CHECK_NEAR(here.penetration, there.penetration, 1e-10);
        CHECK_NEAR(here.friction_excess, there.friction_excess, 1e-12);
        /* gaps and slips are those of poses that agree to 1e-11 m and 1e-10 rad, the latter over h,
         * times forces of impacts, 200 and 600 N */
        CHECK_NEAR(here.signorini, there.signorini, 2e-9);
        CHECK_NEAR(here.dissipation, there.dissipation, 2e-6);
        assert_true(here.penetration <= 1e-9 && there.signorini <= 1e-9);
        assert_true(here.friction_excess <= 1e-12 && there.dissipation <= 1e-8);
    }
    run_close(&s.run);
}

/* ---- claims ---- */

static void boxes_that_stick_or_slide_straight_are_solved(void **state)
{
    (void)state;
    free_body box = {"box", {0.3, 0.2, 0.1}, 2.0, {0.0, 0.0, 0.11}, upright, {0.0}};
    check_solved(open_free_sides(1, &box, 0.5), 0.01, 30);
    box.rate[0] = 1.0, box.rate[1] = 0.5;
    check_solved(open_free_sides(1, &box, 0.3), 0.01, 30);
}

static void three_balls_in_a_row_are_solved(void **state)
{
    (void)state;
    const free_body balls[3] = {
        {"sphere", {0.2}, 1.0, {0.0, 0.0, 0.21}, upright, {1.5, 0.1, 0.0, 0.0, 1.0, 2.0}},
        {"sphere", {0.25}, 2.0, {0.5, 0.02, 0.25}, upright, {0.0}},
        {"sphere", {0.15}, 0.5, {0.93, -0.02, 0.17}, upright, {-1.0, 0.0, 0.0}}};
    sides s = open_free_sides(3, balls, 0.4);
    for (int i = 0; i < 2; i++) {
        const double r[2] = {balls[i].size[0], balls[i + 1].size[0]};
        s.by.place[s.by.places++] =
            (oracle_place){.a = i, .b = i + 1, .radius = r[0] + r[1], .radius_b = r[1], .mu = 0.4};
    }
    check_solved(s, 0.005, 100);
}

/* It falls, rocks, slides and rotates; with more friction it sticks and tips. */
static void a_plate_on_three_feet_is_solved(void **state)
{
    (void)state;
    free_body plate = {"box",
                       {0.3, 0.3, 0.1},
                       2.0,
                       {0.0, 0.0, 0.3},
                       {0.98, 0.14, 0.14142135623730951, 0.0},
                       {1.0, 0.5, 0.0, 0.0, 0.0, 6.0}};
    check_solved(open_tripod(&plate, 0.3), 0.01, 80);
    plate.rate[0] = 4.0, plate.rate[5] = 1.0;
    /* later the sweeps of the other method end in a cycle of 3e-10 N s */
    check_solved(open_tripod(&plate, 1.2), 0.01, 33);
}

static void a_ball_on_a_moving_table_is_solved(void **state)
{
    (void)state;
    const free_body bodies[2] = {
        {"box", {2.0, 1.0, 0.1}, 3.0, {0.0, 0.0, 0.0}, upright, {1.5}},
        {"sphere", {0.1}, 1.0, {0.0, 0.0, 0.205}, upright, {0.0, 0.3, 0.0, 0.0, 0.0, 5.0}}};
    check_solved(open_table(bodies, 0.2), 0.01, 60);
}

static void motion_of_boxes_obeys_the_laws(void **state)
{
    (void)state;
    const double mu[] = {0.0, 0.5, 1.5};
    free_body box = {
        "box", {0.3, 0.2, 0.1}, 2.0, {0.0, 0.0, 0.101}, upright, {1.0, 0.5, 0.0, 0.0, 0.0, 3.0}};
    check_judged(open_free_sides(1, &box, 0.3), 0.01, 60);
    box.size[2] = 0.4, box.at.z = 0.8;
    box.turned = (ludo_quat){0.8, 0.36, 0.48, 0.0};
    for (int i = 0; i < 3; i++) {
        check_judged(open_free_sides(1, &box, mu[i]), 0.01, 60);
    }
}

static void motion_of_a_box_on_a_box_obeys_the_laws(void **state)
{
    (void)state;
    const free_body stack[2] = {
        {"box", {0.5, 0.4, 0.1}, 3.0, {0.0, 0.0, 0.11}, upright, {0.3, 0.0, 0.0}},
        {"box",
         {0.2, 0.15, 0.1},
         1.0,
         {0.05, 0.02, 0.34},
         {0.8, 0.0, 0.0, 0.6},
         {1.0, 0.3, 0.0, 0.1, 0.05, 1.0}}};
    sides s = {open_on_plane(2, stack, (touch){0.3, 0.0}), make_oracle(2, stack)};
    add_places(&s.by, 0, &stack[0], on_plane(0.3));
    add_places(&s.by, 1, &stack[1], on_top(0.1, 0.3));
    check_judged(s, 0.01, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_that_stick_or_slide_straight_are_solved),
        cmocka_unit_test(three_balls_in_a_row_are_solved),
        cmocka_unit_test(a_plate_on_three_feet_is_solved),
        cmocka_unit_test(a_ball_on_a_moving_table_is_solved),
        cmocka_unit_test(motion_of_boxes_obeys_the_laws),
        cmocka_unit_test(motion_of_a_box_on_a_box_obeys_the_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
