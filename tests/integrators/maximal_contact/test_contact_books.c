/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy that contacts, limits and dry friction take [contact.md 6.5]: with it the energy of a
 * run with contact balances up to the error of the integrator. */
#include "free_bodies.h"
#include "limited_joint.h"
#include "scenes.h"
#include "support.h"

#include <string.h>

static const touch rough = {0.3, 0.0};

static ludo_energy energy_of(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e;
}

/* A run, step by step: the largest |energy error| at its knots, and the energy at its end. */
typedef struct balance {
    double worst;
    ludo_energy start, end;
} balance;

static balance run_balance(running *r, double h, long steps)
{
    balance b = {.start = energy_of(r)};
    for (long k = 0; k < steps; k++) {
        run_steps(r, h, 1);
        b.end = energy_of(r);
        b.worst = fmax(b.worst, fabs(ludo_energy_error(&b.start, &b.end)));
    }
    return b;
}

/* A box of 2 kg flat on the plane. */
static running open_box(double speed, touch by)
{
    const free_body box = {"box",       {0.1, 0.1, 0.1}, 2.0,
                           {0, 0, 0.1}, {1, 0, 0, 0},    {speed, 0, 0, 0, 0, 0}};
    return open_on_plane(1, &box, by);
}

/* ---- contacts ---- */

/* Zero from the first step on, where the weight comes on: up to 1e-12 of kappa per step. */
static void a_box_at_rest_gives_nothing(void **state)
{
    (void)state;
    running r = open_box(0.0, rough);
    for (int k = 0; k < 50; k++) {
        run_steps(&r, k < 25 ? 0.01 : 0.004, 1);
        CHECK_NEAR(energy_of(&r).contact, 0.0, 1e-11);
    }
    run_close(&r);
}

/* mu m g d while it slides, to the tolerance of slipping friction: the deceleration is constant,
 * which the scheme integrates exactly. And all of m v^2 / 2 once it has stopped. */
static void a_box_that_slides_gives_friction_times_distance(void **state)
{
    (void)state;
    running r = open_box(2.0, rough);
    for (int k = 0; k < 100; k++) {
        run_steps(&r, k % 10 == 3 ? 0.002 : 0.01, 1);
        const ludo_body_state s = state_of(&r, 0);
        if (s.linear_velocity.x > 0.1) {
            CHECK_NEAR(energy_of(&r).contact, 0.3 * 2.0 * g * s.position.x, 1e-8);
        }
    }
    CHECK_NEAR(energy_of(&r).contact, 0.5 * 2.0 * 2.0 * 2.0, 1e-8);
    run_close(&r);
}

/* The ball's energy above the plane. */
static double energy_of_ball(running *r)
{
    return run_energy(r) - 2.0 * g * 0.1;
}

/* Each bounce takes 1 - e^2 of the energy, as far as restitution knows the speed at which the
 * surfaces met; and the balance holds to the closed gap times the weight. */
static void a_bounce_takes_its_part(void **state)
{
    (void)state;
    const double restitution[] = {0.5, 0.8, 1.0};
    for (int i = 0; i < 3; i++) {
        const double e = restitution[i];
        const free_body ball = {"sphere", {0.1}, 2.0, {0, 0, 1.1}, {1, 0, 0, 0}, {0.0}};
        running r = open_on_plane(1, &ball, (touch){0.3, e});
        const double start = energy_of_ball(&r);
        const balance b = run_balance(&r, 0.005, 120); /* one bounce */
        CHECK_NEAR(b.end.contact, (1.0 - e * e) * start, 1e-7 * start);
        assert_true(b.worst < 1e-7 * start);
        run_close(&r);
    }
}

/* Without restitution all of it is taken, less the energy m (h g)^2 / 8 of half a step of weight,
 * by which supports and free flight differ. */
static void a_ball_that_stays_gives_all(void **state)
{
    (void)state;
    const double h = 0.005;
    const free_body ball = {"sphere", {0.1}, 2.0, {0, 0, 1.1}, {1, 0, 0, 0}, {0.0}};
    running r = open_on_plane(1, &ball, rough);
    const double start = energy_of_ball(&r), support = 2.0 * (h * g) * (h * g) / 8.0;
    const balance b = run_balance(&r, h, 120);
    CHECK_NEAR(b.end.contact, start, support + 1e-9);
    assert_true(b.worst < support + 1e-9);
    run_close(&r);
}

/* Piles of bodies with friction thrown onto each other (kind 6 of the drops): of hundreds of joules
 * that contacts take the balance misses less than 1e-4, and with half the step a quarter of that.
 */
static double error_of_drop(int32_t kind, uint64_t seed, int halvings, double *taken)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_drop(kind, seed, NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double h = ludo_model_timestep(r.model) / (1 << halvings);
    const balance b = run_balance(&r, h, 200L << halvings);
    *taken = b.end.contact;
    run_close(&r);
    return b.worst;
}

static void piles_balance(void **state)
{
    (void)state;
    double taken, coarse = 0.0, fine = 0.0;
    FOR_SEEDS(seed, 3)
    {
        const double error = error_of_drop(6, seed, 0, &taken);
        assert_true(taken > 10.0 && error < 1e-4 * taken);
        coarse += error;
        fine += error_of_drop(6, seed, 2, &taken);
    }
    assert_true(fine < coarse / 6.0);
}

/* ---- limits and dry friction ---- */

/* A rod of 1 kg and 1 m on a hinge, its angle counted from -z. */
static limited_joint make_pendulum(ludo_dof_def along)
{
    return (limited_joint){.type = "hinge",
                           .along[0] = along,
                           .axis = {0.0, -1.0, 0.0},
                           .gravity = {0.0, 0.0, -g},
                           .com = {0.0, 0.0, -0.5},
                           .mass = 1.0,
                           .inertia = 1.0 / 12.0};
}

/* The largest energy error of a pendulum that falls from the horizontal. */
static balance fall_of_pendulum(ludo_dof_def along, double h)
{
    const limited_joint s = make_pendulum(along);
    const double from = 1.5707963267948966;
    running r = open_limited_joint(&s);
    set_position(&r, 0, &from);
    const balance b = run_balance(&r, h, lround(2.0 / h));
    run_close(&r);
    return b;
}

static void a_stop_takes_the_energy_of_a_pendulum(void **state)
{
    (void)state;
    const ludo_dof_def along = {.limited = true, .range = {0.3, 3.0}};
    const balance coarse = fall_of_pendulum(along, 0.005), fine = fall_of_pendulum(along, 0.0025);
    CHECK_NEAR(fine.end.contact, 0.5 * g * cos(0.3), 1e-3);
    assert_true(coarse.worst < 2e-3);
    assert_true(fine.worst < coarse.worst / 3.0); /* order 2: 4 */
}

/* At rest on its stop from the first step it gives nothing. */
static void a_pendulum_on_its_stop_gives_nothing(void **state)
{
    (void)state;
    const limited_joint s = make_pendulum((ludo_dof_def){.limited = true, .range = {0.3, 3.0}});
    const double from = 0.3;
    running r = open_limited_joint(&s);
    set_position(&r, 0, &from);
    const balance b = run_balance(&r, 0.01, 20);
    CHECK_NEAR(b.end.contact, 0.0, 1e-11);
    assert_true(b.worst < 1e-11);
    run_close(&r);
}

/* Dry friction takes its torque times the angle, as long as the joint moves one way. */
static void dry_friction_takes_torque_times_angle(void **state)
{
    (void)state;
    limited_joint s = make_pendulum((ludo_dof_def){.friction_loss = 0.7});
    const double from = 1.5707963267948966, h = 0.0025;
    running r = open_limited_joint(&s);
    set_position(&r, 0, &from);
    while (joint_rate(&r, 0) <= 0.0) {
        run_steps(&r, h, 1);
    }
    /* the step in which the rate changes its sign */
    CHECK_NEAR(energy_of(&r).contact, 0.7 * (from - joint_position(&r, 0)), 1e-3);
    run_close(&r);
    const ludo_dof_def along = {.friction_loss = 0.7};
    const balance coarse = fall_of_pendulum(along, 0.005), fine = fall_of_pendulum(along, 0.0025);
    assert_true(fine.end.contact > 1.0);
    assert_true(fine.worst < coarse.worst / 3.0); /* order 2: 4 */
}

/* The friction and the limit of a ball joint: order 1 where it strikes its limit. */
static void ball_joints_balance(void **state)
{
    (void)state;
    const limited_joint s = {
        .type = "ball",
        .along[0] = {.limited = true, .range = {0.0, 0.7}, .friction_loss = 0.2},
        .gravity = {g, 0.0, -0.2 * g},
        .com = {0.0, 0.0, -0.5},
        .mass = 1.0,
        .inertia = 0.1};
    double worst[2];
    for (int i = 0; i < 2; i++) {
        running r = open_limited_joint(&s);
        set_rate(&r, 0, (double[3]){1.0, 2.0, 3.0});
        const balance b = run_balance(&r, i == 0 ? 0.004 : 0.001, i == 0 ? 250 : 1000);
        assert_true(b.end.contact > 0.5);
        worst[i] = b.worst;
        run_close(&r);
    }
    assert_true(worst[0] < 0.02 && worst[1] < worst[0] / 2.5);
}

/* ---- linkages ---- */

/* Trees and loops that fall onto a plane: the impulse of an impact acts along axes of t_k while
 * bodies rotate to t_{k+1}, and joints transmit it; all that reactions work then is taken. */
static void linkages_balance(void **state)
{
    (void)state;
    double taken, coarse = 0.0, fine = 0.0;
    FOR_SEEDS(seed, 3)
    {
        const double error = error_of_drop(10, seed, 0, &taken);
        assert_true(error < 2e-3 * fmax(taken, 1.0));
        coarse += error;
        fine += error_of_drop(10, seed, 2, &taken);
    }
    assert_true(fine < coarse / 8.0); /* order 2: 16 */
}

/* The quadruped with servos, of 5 kg and loops in its legs, dropped by 0.2 m: the largest error. */
static balance drop_of_robot(double h)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_load_options options = ludo_load_options_default();
    assert_int_equal(ludo_load_file("examples/quadruped_walk.xml", &options, NULL, &spec, &why),
                     LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, &why), LUDO_OK);
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        ludo_joint_info info = {.struct_size = sizeof info};
        assert_int_equal(ludo_model_joint(r.model, j, &info), LUDO_OK);
        if (strcmp(info.type, "free") == 0) {
            double q[7];
            assert_int_equal(ludo_sim_joint_position(r.sim, j, q), LUDO_OK);
            q[2] += 0.2;
            set_position(&r, j, q);
        }
    }
    const balance b = run_balance(&r, h, lround(0.5 / h));
    run_close(&r);
    return b;
}

/* Contacts take 2.5 J, servos and dampers 8 J. 3.1e-2 J are missing at 2 ms, 5.4e-3 J at 1 ms. */
static void a_robot_that_falls_balances(void **state)
{
    (void)state;
    const balance coarse = drop_of_robot(0.002), fine = drop_of_robot(0.001);
    CHECK_NEAR(fine.end.contact, 2.5, 0.05);
    assert_true(coarse.worst < 0.04);
    assert_true(fine.worst < coarse.worst / 2.5);
}

/* ---- the sum ---- */

/* Part of the state: a checkpoint has it, a copy continues it, reset sets it to zero; reading the
 * velocities of a knot twice, or not at all, makes no difference. */
static void the_sum_is_part_of_the_state(void **state)
{
    (void)state;
    running r = open_box(2.0, rough), other = open_box(2.0, rough);
    run_steps(&r, 0.01, 20);
    const double half = energy_of(&r).contact;
    assert_true(half > 0.5 && energy_of(&r).contact == half);
    const size_t size = ludo_sim_state_size(r.sim);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(ludo_sim_get_state(r.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(other.sim, bytes, size), LUDO_OK);
    free(bytes);
    run_steps(&r, 0.01, 20);
    run_steps(&other, 0.01, 20);
    assert_true(energy_of(&r).contact == energy_of(&other).contact);
    assert_true(energy_of(&r).contact > half);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    assert_true(energy_of(&r).contact == 0.0);
    run_close(&r);
    run_close(&other);
}

/* What impulses at a knot take is computed when it is asked for: also after the velocities were
 * read, a checkpoint restored and a step refused. */
static void what_a_knot_takes_can_be_asked_late(void **state)
{
    (void)state;
    running r = open_box(2.0, rough), other = open_box(2.0, rough);
    const size_t size = ludo_sim_state_size(r.sim);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    for (int k = 0; k < 30; k++) {
        double v[6];
        run_steps(&r, 0.01, 1);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, v), LUDO_OK);
        assert_int_equal(ludo_sim_get_state(r.sim, bytes), LUDO_OK);
        assert_int_equal(ludo_sim_set_state(other.sim, bytes, size), LUDO_OK);
        assert_int_equal(ludo_step(other.sim, (double)NAN, NULL), LUDO_BAD_ARGUMENT);
        const ludo_energy late = energy_of(&other), now = energy_of(&r);
        assert_memory_equal(&late, &now, sizeof now);
    }
    free(bytes);
    run_close(&r);
    run_close(&other);
}

/* A velocity that is set again, as it is: the velocities of the knot become momenta, and what they
 * lost stays lost. */
static void velocities_set_again_keep_the_balance(void **state)
{
    (void)state;
    running r = open_box(2.0, rough);
    const ludo_energy start = energy_of(&r);
    for (int k = 0; k < 60; k++) {
        double v[6];
        run_steps(&r, 0.01, 1);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, v), LUDO_OK);
        set_rate(&r, 0, v);
        const ludo_energy now = energy_of(&r);
        CHECK_NEAR(ludo_energy_error(&start, &now), 0.0, 1e-8);
    }
    run_close(&r);
}

/* Substeps are intervals like others (four bars that fold up as they are stopped). */
static void substeps_count(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_drop(10, 94, NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double h = ludo_model_timestep(r.model);
    const ludo_energy start = energy_of(&r);
    int32_t parts = 1;
    for (int k = 0; k < 40; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
        parts = report.substeps > parts ? report.substeps : parts;
    }
    const ludo_energy end = energy_of(&r);
    assert_true(parts > 1 && end.contact > 10.0);
    assert_true(fabs(ludo_energy_error(&start, &end)) < 0.03 * end.contact);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_at_rest_gives_nothing),
        cmocka_unit_test(a_box_that_slides_gives_friction_times_distance),
        cmocka_unit_test(a_bounce_takes_its_part),
        cmocka_unit_test(a_ball_that_stays_gives_all),
        cmocka_unit_test(piles_balance),
        cmocka_unit_test(a_stop_takes_the_energy_of_a_pendulum),
        cmocka_unit_test(a_pendulum_on_its_stop_gives_nothing),
        cmocka_unit_test(dry_friction_takes_torque_times_angle),
        cmocka_unit_test(ball_joints_balance),
        cmocka_unit_test(linkages_balance),
        cmocka_unit_test(a_robot_that_falls_balances),
        cmocka_unit_test(the_sum_is_part_of_the_state),
        cmocka_unit_test(what_a_knot_takes_can_be_asked_late),
        cmocka_unit_test(velocities_set_again_keep_the_balance),
        cmocka_unit_test(substeps_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
