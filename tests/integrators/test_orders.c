/* SPDX-License-Identifier: Apache-2.0
 *
 * Measured orders of convergence: the slope of log error over log step against reference solutions,
 * in positions, orientations and both velocities. */
#include "order.h"

#include "data/reference.h"

#include <stdio.h>

enum { SYSTEM_BODIES_MAX = 2 };

/* A scene with a reference solution: bodies in series, each rotating about its body frame's
 * origin. */
typedef struct reference_system {
    const char *name;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
    int bodies;
    ludo_vec3 com,
        next;    /* in the body frame: the centre of mass, and the origin of the next body */
    double time; /* [s] */
    reference_body body[SYSTEM_BODIES_MAX];
    int steps; /* coarsest run of order 2; order 4 takes half as many */
} reference_system;

static reference_body planar_body(double angle, double rate)
{
    return (reference_body){{cos(0.5 * angle), 0.0, -sin(0.5 * angle), 0.0}, {0.0, -rate, 0.0}};
}

static reference_system spherical_double_pendulum(void)
{
    return (reference_system){
        .name = "spherical double pendulum",
        .scene = ludo_scene_spherical_double_pendulum,
        .bodies = 2,
        .com = {0.0, 0.0, -0.5},
        .next = {0.0, 0.0, -1.0},
        .time = 1.0,
        .body = {spherical_double_pendulum_1s[0], spherical_double_pendulum_1s[1]},
        .steps = 100,
    };
}

static reference_system planar_double_pendulum(void)
{
    const double *angle = planar_double_pendulum_1s_angle, *rate = planar_double_pendulum_1s_rate;
    return (reference_system){
        .name = "planar double pendulum",
        .scene = ludo_scene_planar_double_pendulum,
        .bodies = 2,
        .com = {0.0, 0.0, -0.5},
        .next = {0.0, 0.0, -1.0},
        .time = 1.0,
        .body = {planar_body(angle[0], rate[0]), planar_body(angle[1], rate[1])},
        .steps = 100,
    };
}

/* At 60 rad/s steps must be short: at most 0.15 rad each. */
static reference_system heavy_top(void)
{
    return (reference_system){
        .name = "heavy top",
        .scene = ludo_scene_heavy_top,
        .bodies = 1,
        .com = {0.0, 0.0, 0.5},
        .time = 0.25,
        .body = {heavy_top_025s},
        .steps = 200,
    };
}

/* The reference state of a body whose origin is `origin`; moves `origin` to the next body. */
static ludo_body_state reference_state(const reference_system *s, int body, ludo_vec3 *origin,
                                       ludo_vec3 *velocity)
{
    const ludo_quat q = s->body[body].orientation;
    const ludo_vec3 w = s->body[body].angular_velocity;
    const ludo_body_state state = {
        .position = *origin,
        .orientation = q,
        .com = v3_add(*origin, q_rotate(q, s->com)),
        .linear_velocity = v3_add(*velocity, q_rotate(q, v3_cross(w, s->com))),
        .angular_velocity = w,
    };
    *origin = v3_add(*origin, q_rotate(q, s->next));
    *velocity = v3_add(*velocity, q_rotate(q, v3_cross(w, s->next)));
    return state;
}

static state_error error_after(const reference_system *s, const ludo_sim_options *options,
                               int steps)
{
    ludo_spec *spec = NULL;
    const ludo_status built = s->scene(NULL, &spec);
    running r = run_open(built, spec, options);
    run_steps(&r, s->time / steps, steps);
    state_error e = {0};
    ludo_vec3 origin = v3(0.0, 0.0, 0.0), velocity = v3(0.0, 0.0, 0.0);
    for (int b = 0; b < s->bodies; b++) {
        const ludo_body_state want = reference_state(s, b, &origin, &velocity);
        const ludo_body_state got = run_body(&r, b);
        state_error_add(&e, &got, &want);
    }
    run_close(&r);
    return e;
}

/* Three step sizes leave the slope uncertain by the next term of the error series; a scheme of one
 * order less has a slope far outside. */
static void check_order(const reference_system *s, int order, const char *rotation, double slack)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.order = order;
    options.rotation = rotation;
    options.tolerance = 1e-13; /* far below the smallest measured error */
    order_errors errors;
    for (int i = 0; i < REFINEMENTS; i++) {
        const state_error e = error_after(s, &options, (s->steps << i) / (order == 4 ? 2 : 1));
        order_add(&errors, i, &e);
    }
    char what[64];
    snprintf(what, sizeof what, "%s, order %d, %s", s->name, order, rotation);
    order_check(&errors, what, order, slack);
}

static void check_both_orders(const reference_system *s, const char *rotation)
{
    check_order(s, 2, rotation, 0.05);
    check_order(s, 4, rotation, 0.25);
}

static void spherical_double_pendulum_converges_with_orders_2_and_4(void **state)
{
    (void)state;
    const reference_system s = spherical_double_pendulum();
    check_both_orders(&s, "exponential");
    check_both_orders(&s, "quaternion");
}

static void planar_double_pendulum_converges_with_orders_2_and_4(void **state)
{
    (void)state;
    const reference_system s = planar_double_pendulum();
    check_both_orders(&s, "exponential");
    check_both_orders(&s, "quaternion");
}

static void heavy_top_converges_with_orders_2_and_4(void **state)
{
    (void)state;
    const reference_system s = heavy_top();
    check_both_orders(&s, "exponential");
    check_both_orders(&s, "quaternion");
}

/* The scheme as published has order 1 in every measured quantity. */
static void order_1_converges_with_order_1(void **state)
{
    (void)state;
    const reference_system s = spherical_double_pendulum();
    check_order(&s, 1, "quaternion", 0.15);
}

/* Errors of another implementation of the published scheme, printed with two digits: half a unit of
 * the second is at most 5 %. It measured vectors by their largest component. */
static void order_1_is_the_published_scheme(void **state)
{
    (void)state;
    static const struct {
        double position, angle, angular_velocity;
    } published[REFINEMENTS] = {
        {1.2e-2, 2.5e-2, 4.9e-2}, {6.6e-3, 1.4e-2, 2.2e-2}, {3.4e-3, 7.7e-3, 1.0e-2}};
    const reference_system s = spherical_double_pendulum();
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 1;
    for (int i = 0; i < REFINEMENTS; i++) {
        const state_error e = error_after(&s, &options, 50 << i);
        CHECK_NEAR(e.position_part, published[i].position, 0.05 * published[i].position);
        CHECK_NEAR(e.angle, published[i].angle, 0.05 * published[i].angle);
        CHECK_NEAR(e.angular_velocity_part, published[i].angular_velocity,
                   0.05 * published[i].angular_velocity);
    }
}

/* Ten links on ten hinges, the first hinge at the origin. */
static void tip_of_ten_links_converges_with_order_2(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    for (int i = 0; i < REFINEMENTS; i++) {
        ludo_spec *spec = NULL;
        const ludo_scene_chain_options chain = {.links = 10, .joint = "hinge"};
        const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
        running r = run_open(built, spec, &options);
        run_steps(&r, 0.01 / (1 << i), 50 << i);
        ludo_point_state tip;
        assert_int_equal(ludo_sim_site(r.sim, 0, &tip), LUDO_OK);
        error[i] = hypot(tip.position.x - chain_10_tip[0], tip.position.z - chain_10_tip[1]);
        run_close(&r);
    }
    print_message("tip of ten links: order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0],
                  error[1], error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spherical_double_pendulum_converges_with_orders_2_and_4),
        cmocka_unit_test(planar_double_pendulum_converges_with_orders_2_and_4),
        cmocka_unit_test(heavy_top_converges_with_orders_2_and_4),
        cmocka_unit_test(tip_of_ten_links_converges_with_order_2),
        cmocka_unit_test(order_1_converges_with_order_1),
        cmocka_unit_test(order_1_is_the_published_scheme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
