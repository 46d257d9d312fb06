/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions with lengths of tendons held: closed forms, energy and momenta, both solvers, starts. */
#include "everything.h"
#include "mjcf_text.h"
#include "momentum.h"

static const double gravity = 9.81;

static running open_text(const char *text, const ludo_sim_options *options)
{
    return run_open(LUDO_OK, spec_of(text), options);
}

static double position_of(running *r, int32_t joint)
{
    double q;
    assert_int_equal(ludo_sim_joint_position(r->sim, joint, &q), LUDO_OK);
    return q;
}

static ludo_violation violation_of(running *r)
{
    ludo_violation v;
    assert_int_equal(ludo_sim_violation(r->sim, &v), LUDO_OK);
    return v;
}

/* ---- pulleys ---- */

#define BALL(name, x, mass)                                                                        \
    "<body name='" name "' pos='" x " 0 0'><joint name='" name "' type='slide' axis='0 0 1'/>"     \
    "<geom size='.05' mass='" mass "'/><site name='" name "'/></body>"
#define PAIR                                                                                       \
    "<mujoco><option gravity='0 0 -9.81'><flag contact='disable'/></option><worldbody>"            \
    "<site name='l' pos='-.2 0 3'/><site name='r' pos='.2 0 3'/>" BALL("a", "-.2", "1")            \
        BALL("b", ".2", "3")

/* A rope over two eyes, over a wheel; the height of one mass, which the tension lifts, as the
 * length of the other one's rope. */
static const char *const atwood[] = {
    PAIR "</worldbody><tendon><spatial name='t'><site site='a'/><site site='l'/><site site='r'/>"
         "<site site='b'/></spatial></tendon><equality><tendon tendon1='t'/></equality></mujoco>",
    PAIR "<geom name='w' type='cylinder' size='.2 .1' pos='0 0 3' euler='90 0 0'/>"
         "<site name='top' pos='0 0 4'/></worldbody><tendon>"
         "<spatial name='t'><site site='a'/><geom geom='w' sidesite='top'/><site site='b'/>"
         "</spatial></tendon><equality><tendon tendon1='t'/></equality></mujoco>",
    PAIR "</worldbody><tendon><fixed name='t'><joint joint='a' coef='1'/></fixed>"
         "<spatial name='u'><site site='r'/><site site='b'/></spatial></tendon><equality>"
         "<tendon tendon1='t' tendon2='u' polycoef='0 1 0 0 0'/></equality></mujoco>",
};

/* a = (m_b - m_a) / (m_a + m_b) g, tension 2 m_a m_b / (m_a + m_b) g. Straight vertical ropes: the
 * row is constant, and a step of order 2 is exact but for Newton's tolerance and round-off, which a
 * fall of two seconds adds up 200 times. */
static void an_atwood_machine_falls_as_in_closed_form(void **state)
{
    (void)state;
    const double h = 0.005, a = 2.0 / 4.0 * gravity, tension = 6.0 / 4.0 * gravity;
    for (size_t i = 0; i < sizeof atwood / sizeof *atwood; i++) {
        const ludo_sim_options options = tight_options();
        running r = open_text(atwood[i], &options);
        for (int k = 1; k <= 100; k++) {
            ludo_wrench force;
            run_steps(&r, h, 1);
            const double fallen = 0.5 * a * k * h * k * h;
            CHECK_NEAR(position_of(&r, 0), fallen, 1e-11);
            CHECK_NEAR(position_of(&r, 1), -fallen, 1e-11);
            assert_int_equal(ludo_sim_loop_reaction(r.sim, 0, &force), LUDO_OK);
            CHECK_NEAR(force.force.x, i == 2 ? tension : -tension,
                       1e-8); /* an impulse of 1e-12 over h */
        }
        CHECK_NEAR(violation_of(&r).position, 0.0, 1e-14);
        CHECK_NEAR(violation_of(&r).velocity, 0.0, 1e-14);
        run_close(&r);
    }
}

/* Three masses with sum of weights w_i times heights constant: lambda = g sum w / sum (w^2 / m),
 * and a_i = lambda w_i / m_i - g. The third coordinate is an angle: its share has inertia in place
 * of mass, and no weight. */
static void a_sum_of_three_moves_as_in_closed_form(void **state)
{
    (void)state;
    static const char text[] = "<mujoco><option gravity='0 0 -9.81'/><worldbody>" BALL("a", "0",
                                                                                       "1")
        BALL("b", "1", "2") "<body name='c' pos='2 0 0'><joint name='c' axis='1 0 0'/>"
                            "<inertial pos='0 0 0' mass='1' diaginertia='.05 .06 "
                            ".07'/></body></worldbody><tendon>"
                            "<fixed name='t'><joint joint='a' coef='1'/><joint joint='b' coef='2'/>"
                            "<joint joint='c' coef='-.3'/></fixed></tendon>"
                            "<equality><tendon tendon1='t'/></equality></mujoco>";
    static const double w[] = {1.0, 2.0, -0.3}, m[] = {1.0, 2.0, 0.05}, weight[] = {1.0, 1.0, 0.0};
    const double lambda = gravity * 3.0 / (1.0 / 1.0 + 4.0 / 2.0 + 0.09 / 0.05);
    const ludo_sim_options options = tight_options();
    running r = open_text(text, &options);
    for (int k = 1; k <= 100; k++) {
        const double t = 0.01 * k;
        run_steps(&r, 0.01, 1);
        for (int32_t i = 0; i < 3; i++) {
            const double a = lambda * w[i] / m[i] - gravity * weight[i];
            CHECK_NEAR(position_of(&r, i), 0.5 * a * t * t, 1e-10);
        }
    }
    CHECK_NEAR(violation_of(&r).position, 0.0, 1e-13);
    run_close(&r);
}

/* ---- long motions ---- */

/* Three bodies that float without gravity, joined by a rope over a site of the middle one and by a
 * distance that follows the angle of a hinge. */
#define FLOATING                                                                                   \
    "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody>"                \
    "<body name='a'><freejoint/><geom type='box' size='.2 .1 .05' mass='1'/>"                      \
    "<site name='a' pos='.2 .1 0'/>"                                                               \
    "<body name='b' pos='.3 0 0'><joint name='j' axis='0 1 1'/>"                                   \
    "<geom type='box' size='.1 .1 .05' mass='.5' pos='.1 0 0'/><site name='b' pos='.2 .1 .1'/>"    \
    "</body></body>"                                                                               \
    "<body name='c' pos='.6 .8 .1'><freejoint/><geom type='box' size='.1 .2 .05' mass='.7'/>"      \
    "<site name='c' pos='0 .1 .05'/><site name='d' pos='0 -.1 .05'/></body></worldbody><tendon>"   \
    "<spatial name='rope'><site site='a'/><site site='b'/><site site='c'/></spatial>"              \
    "<spatial name='rod'><site site='a'/><site site='d'/></spatial>"                               \
    "<fixed name='turn'><joint joint='j' coef='.1'/></fixed></tendon><equality>"                   \
    "<tendon tendon1='rope'/>"                                                                     \
    "<tendon tendon1='rod' tendon2='turn' polycoef='0 .5 .8 0 0'/></equality></mujoco>"

static running open_floating(const ludo_sim_options *options)
{
    running r = open_text(FLOATING, options);
    const ludo_body_state moving = {.position = {0.3, -0.2, 0.1},
                                    .orientation = q_about(v3(1.0, 0.0, 0.0), 0.2),
                                    .linear_velocity = {0.5, 0.2, -0.3},
                                    .angular_velocity = {0.4, -0.6, 0.8}};
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &moving), LUDO_OK);
    assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
    return r;
}

/* The energy swings with the square of the step and has no trend; momenta and lengths are kept to
 * round-off, which walks over the steps. */
static void floating_ropes_keep_energy_momenta_and_lengths(void **state)
{
    (void)state;
    const int steps = 100000, half = steps / 2;
    running r = open_floating(NULL);
    const double start = run_energy(&r);
    momentum_watch w = watch_begin(&r);
    double swing[2] = {0.0, 0.0}, open = 0.0, rate = 0.0;
    for (int k = 0; k < steps; k++) {
        run_steps(&r, 0.005, 1);
        if (k % 100 == 0) {
            double *most = &swing[k >= half];
            *most = fmax(*most, fabs(run_energy(&r) - start) / start);
            open = fmax(open, violation_of(&r).position);
            rate = fmax(rate, violation_of(&r).velocity);
            watch(&w, &r);
        }
    }
    print_message("energy %.1e, then %.1e; lengths %.1e, rates %.1e; momenta %.1e, %.1e\n",
                  swing[0], swing[1], open, rate, w.linear, w.angular);
    CHECK_NEAR(swing[1], 0.0, 1.5 * swing[0]);
    assert_true(swing[0] <= 1e-3);
    /* Newton's method converges quadratically: measured 8e-14, 2e-15, 9e-15 */
    assert_true(open <= 1e-12);
    assert_true(rate <= 1e-13);
    assert_true(w.linear <= 1e-13 && w.angular <= 1e-13);
    run_close(&r);
}

/* ---- a rope to the world over several bodies of one tree ---- */

/* A turret on a mast with two rods; the rope from the sky passes both. At the start all is in line:
 * the length changes with the mast alone, which carries both ends. */
#define TURRET                                                                                     \
    "<mujoco><option gravity='0 0 -9.81'><flag contact='disable'/></option><worldbody>"            \
    "<site name='sky' pos='0 0 2'/><body name='turret'>"                                           \
    "<joint name='mast' type='slide' axis='0 0 1'/><geom size='.1' mass='1'/>"                     \
    "<body name='p'><joint name='p' axis='1 0 0'/><geom size='.05' pos='0 0 .4'/>"                 \
    "<site name='p' pos='0 0 .4'/></body>"                                                         \
    "<body name='q'><joint name='q' axis='1 0 0'/><geom size='.05' pos='0 0 -.5'/>"                \
    "<site name='q' pos='0 0 -.5'/></body></body></worldbody><tendon><spatial name='t'>"           \
    "<site site='sky'/><site site='p'/><site site='q'/></spatial></tendon><equality>"              \
    "<tendon tendon1='t'/></equality></mujoco>"

static running open_turret(const ludo_sim_options *options)
{
    running r = open_text(TURRET, options);
    const double rate[] = {1.0, -0.5};
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1 + i, &rate[i]), LUDO_OK);
    }
    return r;
}

/* Both solvers take the same steps but for the rounding of their directions. */
static void both_solvers_take_the_same_steps(void **state)
{
    (void)state;
    ludo_sim_options options[2] = {tight_options(), tight_options()};
    options[1].solver = "ldu";
    for (int i = 0; i < 2; i++) {
        running a = i == 0 ? open_floating(&options[0]) : open_turret(&options[0]);
        running b = i == 0 ? open_floating(&options[1]) : open_turret(&options[1]);
        for (int k = 0; k < 100; k++) {
            run_steps(&a, 0.005, 1);
            run_steps(&b, 0.005, 1);
        }
        const state_error e = state_difference(&a, &b);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-9);
        CHECK_NEAR(violation_of(&a).position, 0.0, 1e-12);
        run_close(&a);
        run_close(&b);
    }
}

static void halved_steps_have_a_quarter_of_the_error(void **state)
{
    (void)state;
    const ludo_sim_options options = tight_options();
    for (int i = 0; i < 2; i++) {
        running r[4];
        double error[2];
        for (int k = 0; k < 4; k++) {
            const int parts = k == 3 ? 64 : 1 << k;
            r[k] = i == 0 ? open_floating(&options) : open_turret(&options);
            run_steps(&r[k], 0.004 / parts, 100 * parts);
        }
        for (int k = 0; k < 2; k++) {
            const state_error e = state_difference(&r[k + 1], &r[3]);
            error[k] = state_error_max(&e);
        }
        /* 4, within the next term of the error, h^2 of the first */
        CHECK_NEAR(error[0] / error[1], 4.0, 0.2);
        for (int k = 0; k < 4; k++) {
            run_close(&r[k]);
        }
    }
}

/* ---- starts ---- */

static void open_lengths_are_closed_at_the_start(void **state)
{
    (void)state;
    static const char text[] =
        PAIR "</worldbody><tendon><spatial name='t'><site site='a'/><site site='l'/>"
             "<site site='r'/><site site='b'/></spatial></tendon><equality>"
             "<tendon tendon1='t' polycoef='-.5'/></equality></mujoco>";
    running r = open_text(text, NULL);
    ludo_start_report report = {.struct_size = sizeof report};
    ludo_loop_state loop = {.struct_size = sizeof loop};
    ludo_mobility mobility;
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    /* the least motion: both rise by the same */
    CHECK_NEAR(position_of(&r, 0), 0.25, 1e-12);
    CHECK_NEAR(position_of(&r, 1), 0.25, 1e-12);
    assert_int_equal(ludo_sim_loop(r.sim, 0, &loop), LUDO_OK);
    CHECK_NEAR(loop.gap, 0.0, 1e-14);
    assert_int_equal(ludo_sim_mobility(r.sim, &mobility), LUDO_OK);
    assert_int_equal(mobility.freedom, 1);
    run_close(&r);
}

static void lengths_that_cannot_close_are_named(void **state)
{
    (void)state;
    static const char text[] =
        PAIR "</worldbody><tendon><spatial name='t'><site site='l'/><site site='b'/></spatial>"
             "</tendon><equality><tendon name='short' tendon1='t' polycoef='-2.9'/></equality>"
             "</mujoco>"; /* the nearest point of the slide is .4 m away */
    running r = open_text(text, NULL);
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OPEN_LOOP);
    assert_int_equal(report.loop, 0);
    assert_true(report.gap > 0.1);
    run_close(&r);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(FLOATING));
    check_failing_allocations(spec_of(TURRET));
}

static void integrators_in_joint_coordinates_refuse_lengths_by_name(void **state)
{
    (void)state;
    ludo_model *m = model_of(atwood[0]);
    ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = NULL;
    ludo_diagnostic why;
    options.integrator = "galerkin";
    assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "loop 'coupling0'"));
    ludo_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_atwood_machine_falls_as_in_closed_form),
        cmocka_unit_test(a_sum_of_three_moves_as_in_closed_form),
        cmocka_unit_test(floating_ropes_keep_energy_momenta_and_lengths),
        cmocka_unit_test(both_solvers_take_the_same_steps),
        cmocka_unit_test(halved_steps_have_a_quarter_of_the_error),
        cmocka_unit_test(open_lengths_are_closed_at_the_start),
        cmocka_unit_test(lengths_that_cannot_close_are_named),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(integrators_in_joint_coordinates_refuse_lengths_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
