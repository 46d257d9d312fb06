/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy with contacts [contact.md 6]: bounces gain none, steps in which reactions add energy are
 * subdivided, and the last fallback is a step without friction. */
#include "free_bodies.h"
#include "scenes.h"
#include "support.h"

/* A drop. */
typedef struct drop {
    ludo_model *model;
    ludo_sim *sim;
    double h;
    energy_watch energy;
    int32_t parts, relaxed; /* most substeps of a step; relaxed solves */
} drop;

static void open_drop(drop *d, int32_t kind, uint64_t seed, int32_t max_substeps)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = max_substeps;
    assert_int_equal(ludo_scene_random_drop(kind, seed, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_scene_open(spec, &options, &d->model, &d->sim), LUDO_OK);
    assert_int_equal(ludo_scene_watch_energy(&d->energy, d->sim), LUDO_OK);
    d->h = ludo_model_timestep(d->model);
    d->parts = d->relaxed = 0;
}

static void close_drop(drop *d)
{
    ludo_sim_destroy(d->sim);
    ludo_model_destroy(d->model);
}

/* One more knot: its energy is no higher than those of the last three, up to 1 % of the kinetic
 * energy, (h w)^2 of it, and m (h g)^2. */
static void take_knot(drop *d)
{
    double rise, gain;
    assert_int_equal(ludo_scene_weigh_energy(&d->energy, d->sim, d->h, &rise, &gain), LUDO_OK);
    assert_true(rise <= 1.0);
}

static void fall(drop *d, int steps)
{
    for (int k = 0; k < steps; k++) {
        ludo_step_report r = {.struct_size = sizeof r};
        ludo_contact_quality q = {.struct_size = sizeof q};
        assert_int_equal(ludo_step(d->sim, d->h, &r), LUDO_OK);
        assert_int_equal(ludo_sim_contact_quality(d->sim, &q), LUDO_OK);
        d->parts = r.substeps > d->parts ? r.substeps : d->parts;
        d->relaxed += q.relaxed;
        take_knot(d);
    }
}

/* Bodies with restitution and friction thrown onto each other between walls: by Newton's law of
 * restitution alone each of these gains energy, the second a third of its total in one bounce. */
static void bounces_gain_nothing(void **state)
{
    (void)state;
    const struct {
        uint64_t seed;
        int steps;
    } drops[] = {{343, 40}, {1651, 200}, {1735, 40}};
    for (size_t i = 0; i < sizeof drops / sizeof *drops; i++) {
        drop d;
        open_drop(&d, 7, drops[i].seed, 32);
        fall(&d, drops[i].steps);
        close_drop(&d);
    }
}

/* Four bars that fold up as they are stopped, a cylinder that rolls around its rim: in whole steps
 * reactions would add 43 J to 78, and 1.4 % in each of several. */
static void steps_with_a_gain_are_subdivided(void **state)
{
    (void)state;
    const struct {
        int32_t kind;
        uint64_t seed;
        int steps;
    } drops[] = {{10, 94, 40}, {10, 130, 150}, {2, 578, 90}};
    for (size_t i = 0; i < sizeof drops / sizeof *drops; i++) {
        drop d;
        open_drop(&d, drops[i].kind, drops[i].seed, 32);
        fall(&d, drops[i].steps);
        assert_true(d.parts > 1); /* else the drop has changed */
        close_drop(&d);
    }
}

/* Jammed so that neither steps of a 32nd nor bounded friction has a solution: the step is
 * frictionless, and `relaxed` reports it. With max_substeps 1 it fails and names the cause. */
static void the_last_fallback_is_frictionless(void **state)
{
    (void)state;
    drop d;
    open_drop(&d, 11, 3239, 32);
    fall(&d, 20);
    assert_true(d.parts >= 32); /* else the drop has changed */
    assert_true(d.relaxed > 0);
    close_drop(&d);
    open_drop(&d, 7, 3511, 1);
    ludo_status status = LUDO_OK;
    ludo_step_report r = {.struct_size = sizeof r};
    for (int k = 0; k < 50 && status == LUDO_OK; k++) {
        status = ludo_step(d.sim, d.h, &r);
    }
    assert_int_equal(status, LUDO_CONTACT);
    assert_true(r.node.kind != LUDO_NODE_NONE);
    close_drop(&d);
}

/* A mechanism jammed by 2e7 N, whose balances have a residual of half a percent: applied to its
 * lightest body, the root, that would be 170 kJ. */
static void residuals_of_balances_count_as_energy(void **state)
{
    (void)state;
    drop d;
    open_drop(&d, 11, 7955, 32);
    fall(&d, 116);
    close_drop(&d);
}

/* ---- a box that bounces ---- */

/* The relative change of energy over the first bounce of a tilted box. */
static double change_over_a_bounce(touch by, const ludo_quat *at)
{
    static const double size[3] = {0.1, 0.15, 0.2};
    const free_body box = {
        "box", {0.1, 0.15, 0.2}, 1.0, {0, 0, 0.6}, *at, {1.0, 0.5, -1.0, 1.0, 2.0, 3.0}};
    ludo_spec *spec = spec_over_plane(true, by);
    add_body_at(spec, NULL, (ludo_place){0});
    add_joint(spec, "free", LUDO_WORLD, 0);
    add_geom(spec, 0, "box", size, by);
    running r = open_free_bodies(spec, NULL, 1, &box);
    const double start = run_energy(&r);
    double most = -1.0;
    for (int k = 0; k < 60; k++) {
        run_steps(&r, 0.005, 1);
        most = fmax(most, run_energy(&r) / start - 1.0);
    }
    run_close(&r);
    return most;
}

/* By Newton's law of restitution alone some of these gain up to 14 %. */
static void a_box_with_friction_never_gains(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_stream random = random_from(100 * seed);
        const ludo_quat q = random_quat(&random);
        /* energy oscillates by (h w)^2 T / T between bounces; the bounces themselves keep it to
         * round-off
         */
        assert_true(change_over_a_bounce((touch){0.5, 1.0}, &q) < 1e-3);
    }
}

/* ---- a coin that rolls around its rim ---- */

/* The energy above that of a coin that lies flat, after 0.4 s over its start: radius r, tilted by
 * an angle of this sine, its centre at rest, with the speed of steady rolling. */
static double coin_energy_left(double sine, double h)
{
    static const int32_t all[2] = {0, 0};
    const double r = 0.1, half = 0.01, cosine = sqrt(1.0 - sine * sine);
    const touch by = {0.6, 0.0};
    const free_body coin = {.at = {0.0, 0.0, half * cosine + r * sine},
                            .turned = q_about(v3(0.0, 1.0, 0.0), asin(sine)),
                            .rate = {0.0, 0.0, 0.0, sine * sqrt(4.0 * g / (r * sine))}};
    ludo_spec *spec = spec_over_plane(true, by);
    add_body_at(spec, NULL, (ludo_place){0});
    add_joint(spec, "free", LUDO_WORLD, 0);
    add_geom(spec, 0, "cylinder", (double[]){r, half, 0.0}, by);
    assert_int_equal(ludo_spec_weigh(spec, 0, all, NULL), LUDO_OK);
    running run = open_free_bodies(spec, NULL, 1, &coin);
    const double flat = ludo_model_mass(run.model) * g * half;
    const double start = run_energy(&run) - flat;
    run_steps(&run, h, lround(0.4 / h));
    const double left = (run_energy(&run) - flat) / start;
    run_close(&run);
    return left;
}

/* The lowest point moves by 0.44, 0.7 and 0.28 rad per step. The energy changes at first order in
 * the step: measured 1.039, 0.989, 1.022. */
static void a_coin_that_rolls_around_its_rim_keeps_its_energy(void **state)
{
    (void)state;
    CHECK_NEAR(coin_energy_left(0.05, 0.005), 1.0, 0.05);
    CHECK_NEAR(coin_energy_left(0.02, 0.005), 1.0, 0.05);
    CHECK_NEAR(coin_energy_left(0.02, 0.002), 1.0, 0.05);
}

/* ---- energy that isn't a gain ---- */

/* A box on the ground, pressed by a multiple of its weight. */
static running pressed_box(double mass, double times)
{
    const free_body box = {"box", {0.1, 0.1, 0.1}, mass, {0, 0, 0.1}, {1, 0, 0, 0}, {0}};
    running r = open_on_plane(1, &box, (touch){0.5, 0.0});
    const ludo_wrench push = {{0.0, 0.0, -times * mass * g}, {0.0, 0.0, 0.0}};
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    return r;
}

/* Whole steps without a gain, but for rounding. */
static void rest(running *r, double h, int steps, double most)
{
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        assert_int_equal(report.substeps, 1);
        assert_true(quality_of(r).energy_gain <= most);
    }
}

/* Momenta of bodies at rest are those of the middle of intervals: they grow when a force begins or
 * the time step grows. */
static void pressed_boxes_rest_in_whole_steps(void **state)
{
    (void)state;
    const double mass[] = {1e-6, 1.0, 1e6}, times[] = {1.0, 100.0, 10000.0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            running r = pressed_box(mass[i], times[k]);
            /* kappa of each step, and rounding of the pressing force */
            const double most = 1e-10 * mass[i] * g * 0.1 * times[k];
            rest(&r, 0.01, 5, most);
            rest(&r, 1e-5, 5, most);
            rest(&r, 0.01, 5, most);
            run_close(&r);
        }
    }
}

/* Links of 1 kg m^2, bent to the ground. */
static running bent_arm(void)
{
    const ludo_body_def link = {.struct_size = sizeof link,
                                .mass = 1.0,
                                .inertia = {0.1, 1.0, 1.0},
                                .com = {0.25, 0.0, 0.0}};
    const ludo_dof_def free[2] = {{.armature = 0.0}, {.armature = 0.0}};
    ludo_spec *spec = arm_over_plane(&link, free, 0.8);
    running r = {compiled(spec), NULL};
    const double bend = 0.3;
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 1, &bend), LUDO_OK);
    return r;
}

/* Servos with h^2 kp = I. */
static void serve(running *r, double kp, double by)
{
    for (int32_t j = 0; j < 2; j++) {
        const double target = by * (1.2 - 0.4 * j);
        assert_int_equal(ludo_sim_set_servo(r->sim, j, 0, target, kp, 0.0), LUDO_OK);
    }
}

/* The servos press the arm to the ground, with changing steps and a changing target, and release
 * it: it strikes once, which may need shorter steps. */
static void arms_pressed_by_servos_take_whole_steps(void **state)
{
    (void)state;
    running r = bent_arm();
    const struct {
        double kp, by, h;
        int steps;
    } part[] = {{1e4, 1.0, 0.01, 100},
                {1e4, 1.0, 1e-5, 10},
                {1e4, 1.0, 0.01, 10},
                {1e4, 2.0, 0.01, 10},
                {0.0, 0.0, 0.01, 10}};
    int32_t cut = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        serve(&r, part[i].kp, part[i].by);
        for (int k = 0; k < part[i].steps; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, part[i].h, &report), LUDO_OK);
            cut += report.substeps > 1;
        }
    }
    assert_true(cut <= 1);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounces_gain_nothing),
        cmocka_unit_test(steps_with_a_gain_are_subdivided),
        cmocka_unit_test(the_last_fallback_is_frictionless),
        cmocka_unit_test(residuals_of_balances_count_as_energy),
        cmocka_unit_test(a_box_with_friction_never_gains),
        cmocka_unit_test(a_coin_that_rolls_around_its_rim_keeps_its_energy),
        cmocka_unit_test(pressed_boxes_rest_in_whole_steps),
        cmocka_unit_test(arms_pressed_by_servos_take_whole_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
