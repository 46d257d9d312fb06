/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that fall on a plane, rest, slide, roll, tip and bounce on it, against closed forms. */
#include "free_bodies.h"

#include <string.h>

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

/* A cube of 0.5 m and 1 kg. */
static free_body make_box(double height)
{
    return (free_body){"box", {0.25, 0.25, 0.25}, 1.0, {0.0, 0.0, height}, upright, {0.0}};
}

static free_body make_ball(double height)
{
    return (free_body){"sphere", {0.1}, 1.0, {0.0, 0.0, height}, upright, {0.0}};
}

/* The clearance at rest is n kappa / (m g) with kappa 1e-12 of the scale. */
static void boxes_that_fall_come_to_rest(void **state)
{
    (void)state;
    const free_body box = make_box(0.65);
    running r = open_on_plane(1, &box, (touch){0.3, 0.0});
    run_touching(&r, 0.01, 100);
    const ludo_body_state s = state_of(&r, 0);
    assert_true(s.com.z >= 0.25);
    CHECK_NEAR(s.com.z, 0.25, 1e-11);
    CHECK_NEAR(v3_norm(s.linear_velocity), 0.0, 1e-11);
    CHECK_NEAR(v3_norm(s.angular_velocity), 0.0, 1e-11);
    ludo_contact corner[4];
    assert_int_equal(contacts_of(r.sim, corner, 4), 4);
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        sum += corner[i].normal_force;
        assert_true(corner[i].normal.z == 1.0);
    }
    CHECK_NEAR(sum, g, 1e-9);
    run_close(&r);
}

/* v^2 / (2 mu g) in all directions; friction of the whole step at its start makes v(t) exact, and
 * the distance v h / 2 longer or shorter at its end. */
static void stopping_distance_is_the_same_in_all_directions(void **state)
{
    (void)state;
    const double h = 0.005, exact = 4.0 / (2.0 * 0.3 * g);
    for (int i = 0; i < 5; i++) {
        const double angle = 0.3927 * i, c = cos(angle), s = sin(angle);
        free_body box = make_box(0.25);
        box.rate[0] = 2.0 * c, box.rate[1] = 2.0 * s;
        running r = open_on_plane(1, &box, (touch){0.3, 0.0});
        run_touching(&r, h, 160);
        const ludo_body_state z = state_of(&r, 0);
        CHECK_NEAR(c * z.com.x + s * z.com.y, exact, 1e-5);
        CHECK_NEAR(c * z.com.y - s * z.com.x, 0.0, 1e-9);
        run_close(&r);
    }
}

/* While it slides the velocity of the knot is exact. */
static void knot_velocities_of_sliding_boxes_are_exact(void **state)
{
    (void)state;
    free_body box = make_box(0.25);
    box.rate[0] = 2.0;
    running r = open_on_plane(1, &box, (touch){0.3, 0.0});
    run_touching(&r, 0.01, 30);
    CHECK_NEAR(state_of(&r, 0).linear_velocity.x, 2.0 - 0.3 * g * 0.3, 1e-8);
    run_close(&r);
}

/* The distance that a box slides down a slope in some time. */
static double slope_way(double angle, double friction, double h, long steps)
{
    const free_body box = make_box(0.25);
    ludo_spec *spec = spec_over_plane(true, (touch){friction, 0.0});
    set_gravity(spec, g * sin(angle), 0.0, -g * cos(angle));
    add_free_body(spec, &box, (touch){friction, 0.0});
    running r = open_free_bodies(spec, NULL, 1, &box);
    run_touching(&r, h, steps);
    const double x = state_of(&r, 0).com.x;
    run_close(&r);
    return x;
}

static void a_box_on_a_slope_slides_by_the_closed_form(void **state)
{
    (void)state;
    const double angle = 0.35, a = g * (sin(angle) - 0.2 * cos(angle));
    CHECK_NEAR(slope_way(angle, 0.2, 0.005, 200), 0.5 * a, 1e-6);
}

/* Creep is proportional to kappa: at tan(angle) = 0.9 mu, 1e-5 m in ten minutes. */
static void a_box_on_a_slope_stays(void **state)
{
    (void)state;
    CHECK_NEAR(slope_way(atan(0.9 * 0.5), 0.5, 0.01, 600), 0.0, 1e-5 / 100.0);
}

/* A ball that slides ends rolling at 5/7 of its speed, and rolls on without loss. */
static void a_ball_that_slides_ends_rolling(void **state)
{
    (void)state;
    free_body ball = make_ball(0.1);
    ball.rate[0] = 2.0;
    running r = open_on_plane(1, &ball, (touch){0.3, 0.0});
    run_touching(&r, 0.005, 200);
    const ludo_body_state s = state_of(&r, 0);
    CHECK_NEAR(s.linear_velocity.x, 10.0 / 7.0, 1e-8);
    CHECK_NEAR(s.angular_velocity.y, 100.0 / 7.0, 1e-7);
    run_close(&r);
}

/* Inclined gravity: a box tips when its direction passes the edge. */
static double tilt_under(double slope)
{
    const free_body box = make_box(0.25);
    ludo_spec *spec = spec_over_plane(true, (touch){2.0, 0.0});
    set_gravity(spec, g * slope, 0.0, -g);
    add_free_body(spec, &box, (touch){2.0, 0.0});
    running r = open_free_bodies(spec, NULL, 1, &box);
    run_touching(&r, 0.01, 30);
    const ludo_quat q = state_of(&r, 0).orientation;
    run_close(&r);
    return fabs(q.y);
}

static void a_box_tips_over_its_edge_and_not_before(void **state)
{
    (void)state;
    CHECK_NEAR(tilt_under(0.99), 0.0, 1e-9);
    assert_true(tilt_under(1.01) > 1e-3);
}

/* Heights of a ball that bounces: restitution applies to the speed at which the surfaces meet. */
static void a_ball_bounces_to_the_height_of_its_restitution(void **state)
{
    (void)state;
    const free_body ball = make_ball(1.1);
    running elastic = open_on_plane(1, &ball, (touch){0.0, 1.0});
    run_steps(&elastic, 0.01, 2000);
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(elastic.sim, &e), LUDO_OK);
    CHECK_NEAR((e.kinetic + e.potential) / (1.1 * g), 1.0, 1e-5);
    run_close(&elastic);

    running half = open_on_plane(1, &ball, (touch){0.0, 0.5});
    run_steps(&half, 0.01, 50);
    assert_int_equal(ludo_sim_energy(half.sim, &e), LUDO_OK);
    CHECK_NEAR((e.kinetic + e.potential) / g - 0.1, 0.25, 1e-5);
    run_steps(&half, 0.01, 550);
    CHECK_NEAR(state_of(&half, 0).com.z, 0.1, 1e-9);
    CHECK_NEAR(state_of(&half, 0).linear_velocity.z, 0.0, 1e-9);
    run_close(&half);
}

/* Random drops: nothing penetrates, all steps are solved. */
static void boxes_tumble_without_an_unsolved_step(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 12)
    {
        random_stream s = random_from(seed);
        free_body box = {"box",
                         {random_uniform(&s, 0.1, 0.4), random_uniform(&s, 0.1, 0.4),
                          random_uniform(&s, 0.1, 0.4)},
                         random_uniform(&s, 0.1, 10.0),
                         {0.0, 0.0, 1.2},
                         random_quat(&s),
                         {0.0}};
        for (int i = 0; i < 6; i++) {
            box.rate[i] = random_uniform(&s, -3.0, 3.0);
        }
        running r = open_on_plane(1, &box, (touch){random_uniform(&s, 0.0, 1.5), 0.0});
        run_touching(&r, 0.01, 150);
        run_close(&r);
    }
}

/* Motion depends on the state alone. */
static void a_state_set_again_moves_on_with_the_same_bits(void **state)
{
    (void)state;
    free_body box = make_box(0.5);
    box.turned = (ludo_quat){0.8, 0.36, 0.48, 0.0};
    running r = open_on_plane(1, &box, (touch){0.5, 0.0});
    run_steps(&r, 0.01, 30);
    const size_t size = ludo_sim_state_size(r.sim);
    char *middle = malloc(size), *once = malloc(size), *again = malloc(size);
    assert_int_equal(ludo_sim_get_state(r.sim, middle), LUDO_OK);
    run_steps(&r, 0.01, 30);
    assert_int_equal(ludo_sim_get_state(r.sim, once), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(r.sim, middle, size), LUDO_OK);
    run_steps(&r, 0.01, 30);
    assert_int_equal(ludo_sim_get_state(r.sim, again), LUDO_OK);
    assert_memory_equal(once, again, size);
    free(middle), free(once), free(again);
    run_close(&r);
}

/* Both solvers find the same motion. */
static void the_solvers_agree(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = "ldu";
    free_body box = make_box(0.5);
    box.turned = (ludo_quat){0.8, 0.36, 0.48, 0.0};
    ludo_spec *spec = spec_over_plane(true, (touch){0.5, 0.0});
    add_free_body(spec, &box, (touch){0.5, 0.0});
    running a = open_on_plane(1, &box, (touch){0.5, 0.0});
    running b = open_free_bodies(spec, &options, 1, &box);
    run_steps(&a, 0.01, 60);
    run_steps(&b, 0.01, 60);
    CHECK_NEAR(v3_norm(v3_sub(state_of(&a, 0).com, state_of(&b, 0).com)), 0.0, 1e-8);
    run_close(&a);
    run_close(&b);
}

/* Steps back in time have no contacts; a step that is refused changes nothing. */
static void a_refused_step_leaves_the_state(void **state)
{
    (void)state;
    const free_body box = make_box(0.25);
    running r = open_on_plane(1, &box, (touch){0.3, 0.0});
    run_steps(&r, 0.01, 3);
    const size_t size = ludo_sim_state_size(r.sim);
    char *before = malloc(size), *after = malloc(size);
    assert_int_equal(ludo_sim_get_state(r.sim, before), LUDO_OK);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_step(r.sim, -0.01, &report), LUDO_REFUSED);
    assert_int_equal(ludo_sim_get_state(r.sim, after), LUDO_OK);
    assert_memory_equal(before, after, size);
    free(before), free(after);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_that_fall_come_to_rest),
        cmocka_unit_test(stopping_distance_is_the_same_in_all_directions),
        cmocka_unit_test(knot_velocities_of_sliding_boxes_are_exact),
        cmocka_unit_test(a_box_on_a_slope_slides_by_the_closed_form),
        cmocka_unit_test(a_box_on_a_slope_stays),
        cmocka_unit_test(a_ball_that_slides_ends_rolling),
        cmocka_unit_test(a_box_tips_over_its_edge_and_not_before),
        cmocka_unit_test(a_ball_bounces_to_the_height_of_its_restitution),
        cmocka_unit_test(boxes_tumble_without_an_unsolved_step),
        cmocka_unit_test(a_state_set_again_moves_on_with_the_same_bits),
        cmocka_unit_test(the_solvers_agree),
        cmocka_unit_test(a_refused_step_leaves_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
