/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction of joints: it holds against forces below its bound, and stops a motion after the
 * distance of Coulomb's law. */
#include "limited_joint.h"

static const double h = 0.005, loss = 3.0, mass = 2.0;

/* A weight on a rail along x with dry friction; `push` is its weight along the rail. */
static limited_joint make_slide(double push)
{
    return (limited_joint){.type = "slide",
                           .along[0].friction_loss = loss,
                           .axis = {1.0, 0.0, 0.0},
                           .gravity = {push / mass, 0.0, -9.81},
                           .mass = mass,
                           .inertia = 0.1};
}

/* Creep has the speed kappa p / (bound^2 - p^2), about 1e-12 of the speeds at hand at about half of
 * the bound. */
static void forces_below_the_bound_move_nothing(void **state)
{
    (void)state;
    const double parts[] = {0.0, 0.5, -0.9, 0.99};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const limited_joint s = make_slide(parts[i] * loss);
        running r = open_limited_joint(&s);
        run_steps(&r, h, 1000);
        print_message("pushed by %.2f of the bound: creeps %.2e m in %.0f s\n", parts[i],
                      joint_position(&r, 0), 1000 * h);
        CHECK_NEAR(joint_position(&r, 0), 0.0, 1e-8);
        CHECK_NEAR(joint_rate(&r, 0), 0.0, 1e-8);
        CHECK_NEAR(stop_force(&r, 0), -parts[i] * loss, 1e-8);
        run_close(&r);
    }
}

static void larger_forces_move_it(void **state)
{
    (void)state;
    const double more = 1.5, a = (more - 1.0) * loss / mass, t = 200 * h;
    const limited_joint s = make_slide(more * loss);
    running r = open_limited_joint(&s);
    run_steps(&r, h, 200);
    CHECK_NEAR(joint_position(&r, 0), 0.5 * a * t * t, 1e-8);
    CHECK_NEAR(joint_rate(&r, 0), a * t, 1e-8);
    CHECK_NEAR(stop_force(&r, 0), -loss, 1e-8);
    run_close(&r);
}

/* From v0 under a constant force: v0^2 / (2 a), to within a h^2 / 8: where the motion ends between
 * two knots it rests for the remainder of the step. */
static void it_stops_after_the_exact_distance(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        random_stream stream = random_from(seed);
        const double v = random_uniform(&stream, 0.2, 1.0), a = loss / mass;
        const limited_joint s = make_slide(0.0);
        running r = open_limited_joint(&s);
        set_rate(&r, 0, &v);
        run_steps(&r, h, 200);
        CHECK_NEAR(joint_position(&r, 0), 0.5 * v * v / a, 0.13 * a * h * h);
        CHECK_NEAR(joint_rate(&r, 0), 0.0, 1e-8);
        run_close(&r);
    }
}

static double turned_before_it_stops(ludo_vec3 w)
{
    const limited_joint s = {
        .type = "ball", .along[0].friction_loss = loss, .mass = mass, .inertia = 1.0};
    running r = open_limited_joint(&s);
    set_rate(&r, 0, (double[3]){w.x, w.y, w.z});
    run_steps(&r, h, 120);
    const double angle = ball_angle(&r, 0);
    run_close(&r);
    return angle;
}

/* Friction of a ball is the same in all directions. */
static void friction_of_a_ball_is_isotropic(void **state)
{
    (void)state;
    const double w = 1.2, J = 1.0, first = turned_before_it_stops(v3(w, 0.0, 0.0));
    CHECK_NEAR(first, 0.5 * w * w * J / loss, 0.13 * loss / J * h * h);
    FOR_SEEDS(seed, 8)
    {
        random_stream s = random_from(seed);
        const ludo_vec3 n = q_rotate(random_quat(&s), v3(0.0, 0.0, w));
        CHECK_NEAR(turned_before_it_stops(n), first, 1e-8);
    }
}

/* Friction never adds energy, with any other forces. */
static void friction_never_gives_energy(void **state)
{
    (void)state;
    const limited_joint s = {.type = "hinge",
                             .along[0] = {.friction_loss = 0.6, .armature = 0.2},
                             .axis = {0.0, 1.0, 0.0},
                             .gravity = {0.0, 0.0, -9.81},
                             .com = {0.5, 0.0, 0.0},
                             .mass = 1.0,
                             .inertia = 0.1};
    running r = open_limited_joint(&s);
    double swing = run_energy(&r);
    const double start = swing;
    for (int k = 0; k < 200; k++) {
        run_steps(&r, h, 10);
        const double now = run_energy(&r);
        assert_true(now <= start + 1e-3);
        swing = now;
    }
    /* it hangs within the angle that friction holds */
    assert_true(fabs(9.81 * 0.5 * cos(joint_position(&r, 0))) <= 0.6 + 1e-6);
    CHECK_NEAR(joint_rate(&r, 0), 0.0, 1e-8);
    assert_true(swing < start - 3.0);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_below_the_bound_move_nothing),
        cmocka_unit_test(larger_forces_move_it),
        cmocka_unit_test(it_stops_after_the_exact_distance),
        cmocka_unit_test(friction_of_a_ball_is_isotropic),
        cmocka_unit_test(friction_never_gives_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
