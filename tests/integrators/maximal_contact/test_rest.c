/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies at rest and asleep [contact.md 4.5]: what they keep, that it is what solves give, and what
 * wakes them. */
#include "integrators/maximal/maximal.h"
#include "integrators/maximal_contact/contact.h"
#include "on_plane.h"
#include "sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double h = 0.005;

#define BOX(pos)                                                                                   \
    "<body pos='" pos "'><freejoint/><geom type='box' size='.1 .1 .1' friction='.6'/></body>"
#define ARM                                                                                        \
    "<body name='arm' pos='5 0 .3'><joint name='arm' type='hinge' axis='0 1 0'/>"                  \
    "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/></body>"

static int32_t count_resting(const running *r)
{
    return maximal_of(&r->sim->state)->contacts->rest.count;
}

/* Give a body velocities. */
static void throw(running * r, int32_t body, ludo_vec3 v, ludo_vec3 w)
{
    ludo_body_state to = run_body(r, body);
    to.linear_velocity = v;
    to.angular_velocity = w;
    assert_int_equal(ludo_sim_set_body_state(r->sim, body, &to), LUDO_OK);
}

/* Step a simulation, and another one whose state is set anew before, so that it solves all bodies:
 * both have the same bits. */
static void step_both(running *a, running *solved, double step)
{
    const size_t size = ludo_sim_state_size(solved->sim);
    char *state = test_malloc(size);
    assert_int_equal(ludo_sim_get_state(solved->sim, state), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(solved->sim, state, size), LUDO_OK);
    test_free(state);
    run_steps(a, step, 1);
    run_steps(solved, step, 1);
    check_same_bits(a, solved);
    ludo_energy x, y;
    memset(&x, 0, sizeof x), memset(&y, 0, sizeof y);
    assert_int_equal(ludo_sim_energy(a->sim, &x), LUDO_OK);
    assert_int_equal(ludo_sim_energy(solved->sim, &y), LUDO_OK);
    assert_memory_equal(&x, &y, sizeof x);
}

/* The same contacts in the same order. */
static void check_same_contacts(running *a, running *b)
{
    static ludo_contact of_a[512], of_b[512];
    int32_t count_a = 0, count_b = 0;
    assert_int_equal(ludo_sim_contacts(a->sim, of_a, 512, &count_a), LUDO_OK);
    assert_int_equal(ludo_sim_contacts(b->sim, of_b, 512, &count_b), LUDO_OK);
    assert_int_equal(count_a, count_b);
    assert_memory_equal(of_a, of_b, (size_t)count_a * sizeof *of_a);
    for (int32_t i = 1; i < count_a; i++) {
        const ludo_contact *p = &of_a[i - 1], *q = &of_a[i];
        assert_true(p->geom_a < q->geom_a || (p->geom_a == q->geom_a && p->geom_b <= q->geom_b));
    }
}

/* ---- rest ---- */

/* A pile that falls, beside a stack and a box: all come to rest, and then take no iteration and
 * change no bit. */
static void bodies_at_rest_keep_their_bits(void **state)
{
    (void)state;
    running r = run_on_plane(
        BOX("0 0 .1") BOX("0 0 .3") BOX("2 0 .1") BOX("3 0 .5") BOX("3.02 0 1"), "", NULL);
    run_steps(&r, h, 1000);
    assert_int_equal(count_resting(&r), 5);
    ludo_body_state before[5];
    for (int32_t i = 0; i < 5; i++) {
        before[i] = run_body(&r, i);
    }
    for (int k = 0; k < 1000; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
        assert_int_equal(report.iterations, 0);
    }
    for (int32_t i = 0; i < 5; i++) {
        const ludo_body_state after = run_body(&r, i);
        assert_memory_equal(&before[i], &after, sizeof after);
    }
    CHECK_NEAR(ludo_sim_time(r.sim), 2000 * h, 1e-9);
    run_close(&r);
}

/* Piles, stacks, a ball that falls on a box at rest and one that rolls against a stack. */
static void rest_is_what_solves_give(void **state)
{
    (void)state;
    static const char bodies[] = BOX("0 0 .1") BOX("0 0 .3") BOX("2 0 .1") BOX("3 0 .5")
        BOX("3.02 .03 1") BOX("2.97 0 1.6") "<body pos='2.03 .02 3'><freejoint/><geom "
                                            "type='sphere' size='.1' friction='.6'/></body>"
                                            "<body pos='-3 0 .1'><freejoint/><geom type='sphere' "
                                            "size='.1' friction='.6'/></body>";
    running a = run_on_plane(bodies, "", NULL), solved = run_on_plane(bodies, "", NULL);
    const ludo_vec3 v = {3.0, 0.0, 0.0}, w = {0.0, 30.0, 0.0};
    throw(&a, 7, v, w);
    throw(&solved, 7, v, w);
    int most = 0, woken = 0, last = 0;
    for (int k = 0; k < 600; k++) {
        step_both(&a, &solved, h);
        if (k % 20 == 0) {
            check_same_contacts(&a, &solved);
        }
        const int count = count_resting(&a);
        most = count > most ? count : most;
        woken += count < last;
        last = count;
    }
    assert_true(most >= 6 && woken >= 2);
    run_close(&a), run_close(&solved);
}

/* ---- what wakes ---- */

/* Two boxes at rest, and an arm that lies on the plane, with a motor. */
typedef struct pair_of {
    running a, solved;
} pair_of;

static pair_of open_pair(const ludo_sim_options *options)
{
    static const char bodies[] = BOX("0 0 .1") BOX("2 0 .1") ARM,
                      motor[] = "<actuator><motor name='m' joint='arm'/></actuator>";
    pair_of p = {run_on_plane(bodies, motor, options), run_on_plane(bodies, motor, options)};
    for (int k = 0; k < 400; k++) {
        step_both(&p.a, &p.solved, h);
    }
    return p;
}

static void close_pair(pair_of *p)
{
    run_close(&p->a), run_close(&p->solved);
}

/* Step on after a change of both, which wakes `woken` bodies. */
static void go_on(pair_of *p, int before, int woken, double step)
{
    assert_int_equal(count_resting(&p->a), before);
    step_both(&p->a, &p->solved, step);
    assert_int_equal(count_resting(&p->a), before - woken);
    for (int k = 0; k < 200; k++) {
        step_both(&p->a, &p->solved, step);
    }
}

static void a_force_wakes_its_body(void **state)
{
    (void)state;
    pair_of p = open_pair(NULL);
    const ludo_wrench push = {.force = {0.0, 60.0, 0.0}};
    const int before = count_resting(&p.a);
    assert_true(before >= 2);
    const ludo_body_state other = run_body(&p.a, 1);
    ludo_sim_set_body_force(p.a.sim, 0, &push), ludo_sim_set_body_force(p.solved.sim, 0, &push);
    go_on(&p, before, 1, h);
    assert_true(run_body(&p.a, 0).position.y > 0.1);
    const ludo_body_state after = run_body(&p.a, 1);
    assert_memory_equal(&other, &after, sizeof after);
    close_pair(&p);
}

static void a_force_below_friction_lets_a_body_rest_again(void **state)
{
    (void)state;
    pair_of p = open_pair(NULL);
    const ludo_wrench push = {.force = {0.0, 5.0, 0.0}};
    ludo_sim_set_body_force(p.a.sim, 0, &push), ludo_sim_set_body_force(p.solved.sim, 0, &push);
    const int before = count_resting(&p.a);
    go_on(&p, before, 1, h);
    assert_int_equal(count_resting(&p.a), before);
    close_pair(&p);
}

static void a_setter_wakes_all(void **state)
{
    (void)state;
    pair_of p = open_pair(NULL);
    const ludo_vec3 v = {0.0, 1.0, 0.0}, w = {0.0, 0.0, 0.0};
    throw(&p.a, 0, v, w), throw(&p.solved, 0, v, w);
    const int before = count_resting(&p.a);
    go_on(&p, before, before, h);
    assert_true(run_body(&p.a, 0).position.y > 0.05);
    close_pair(&p);
}

/* A copy onto a simulation whose bodies are at rest elsewhere. */
static void a_copy_replaces_bodies_at_rest(void **state)
{
    (void)state;
    pair_of p = open_pair(NULL);
    running other = {p.a.model, NULL};
    assert_int_equal(ludo_sim_create(p.a.model, NULL, NULL, &other.sim, NULL), LUDO_OK);
    throw(&other, 0, (ludo_vec3){0.0, 1.0, 0.0}, (ludo_vec3){0.0, 0.0, 0.0});
    run_steps(&other, h, 200);
    assert_int_equal(ludo_sim_copy(p.a.sim, other.sim), LUDO_OK);
    for (int k = 0; k < 20; k++) {
        step_both(&p.a, &other, h);
    }
    assert_true(run_body(&p.a, 0).position.y > 0.05);
    ludo_sim_destroy(other.sim);
    close_pair(&p);
}

static void another_step_wakes_all(void **state)
{
    (void)state;
    pair_of p = open_pair(NULL);
    const int before = count_resting(&p.a);
    go_on(&p, before, before, 0.5 * h);
    assert_int_equal(count_resting(&p.a), before);
    close_pair(&p);
}

static void a_control_wakes_what_it_drives(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.sleep_speed = 1e-3;
    options.sleep_time = 0.1;
    pair_of p = open_pair(&options);
    assert_int_equal(count_resting(&p.a), 3);
    ludo_sim_set_control(p.a.sim, 0, -40.0), ludo_sim_set_control(p.solved.sim, 0, -40.0);
    step_both(&p.a, &p.solved, h);
    assert_int_equal(count_resting(&p.a), 2);
    for (int k = 0; k < 40; k++) {
        step_both(&p.a, &p.solved, h);
    }
    assert_true(v3_norm(run_body(&p.a, 2).angular_velocity) > 1.0);
    close_pair(&p);
}

/* ---- sleep ---- */

/* A box that sleeps on a plane without friction moves on by a force that is small in one step. */
static void a_small_force_moves_what_sleeps(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.sleep_speed = 0.01;
    options.sleep_time = 0.3;
    running r = run_on_plane("<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' "
                             "friction='0' mass='1' priority='1'/></body>",
                             "", &options);
    const ludo_wrench push = {.force = {0.5, 0.0, 0.0}};
    run_steps(&r, h, 200);
    assert_int_equal(count_resting(&r), 1);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    run_steps(&r, h, 200);
    CHECK_NEAR(run_body(&r, 0).position.x, 0.25, 1e-6);
    run_close(&r);
}

/* A ball that rolls slowly never rests, but sleeps. */
static void what_is_slow_falls_asleep(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.sleep_speed = 0.01;
    options.sleep_time = 0.3;
    static const char ball[] =
        "<body pos='0 0 .1'><freejoint/><geom type='sphere' size='.1'/></body>";
    running r = run_on_plane(ball, "", &options), awake = run_on_plane(ball, "", NULL);
    const ludo_vec3 v = {0.005, 0.0, 0.0}, w = {0.0, 0.05, 0.0};
    throw(&r, 0, v, w);
    throw(&awake, 0, v, w);
    run_steps(&r, h, 400), run_steps(&awake, h, 400);
    assert_int_equal(count_resting(&awake), 0);
    CHECK_NEAR(run_body(&awake, 0).position.x, 0.005 * 2.0, 1e-6);
    assert_int_equal(count_resting(&r), 1);
    CHECK_NEAR(run_body(&r, 0).position.x, 0.005 * 0.3, 0.005 * 3.0 * h);
    run_close(&r), run_close(&awake);
}

static void options_of_sleep_are_checked(void **state)
{
    (void)state;
    running r = run_on_plane(BOX("0 0 .1"), "", NULL);
    ludo_sim_options options = ludo_sim_options_default();
    ludo_diagnostic why;
    ludo_sim *sim = NULL;
    options.sleep_speed = -1.0;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &sim, &why), LUDO_BAD_ARGUMENT);
    options.sleep_speed = (double)NAN;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &sim, &why), LUDO_BAD_ARGUMENT);
    options.sleep_speed = 1e-3;
    options.sleep_time = -1.0;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &sim, &why), LUDO_BAD_ARGUMENT);
    options.sleep_time = 0.5;
    options.integrator = "galerkin";
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &sim, &why), LUDO_REFUSED);
    run_close(&r);
}

static void push_nothing(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                         void *user)
{
    (void)query, (void)wrench, (void)effort, (void)user;
}

/* Why no body of a simulation can sleep, as its start reports it. */
static const char *sleepless(const running *r)
{
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r->sim, &report), LUDO_OK);
    return report.sleepless;
}

static void a_start_reports_why_nothing_sleeps(void **state)
{
    (void)state;
    ludo_sim_options asleep = ludo_sim_options_default(), apart = asleep;
    asleep.sleep_speed = apart.sleep_speed = 0.01;
    apart.contacts = false;
    static const char ball[] =
        "<body pos='0 0 1'><freejoint/><geom type='sphere' size='.1'/></body>";
    const struct {
        const char *bodies, *more, *why;
        const ludo_sim_options *options;
    } cases[] = {
        {BOX("0 0 .1"), "", NULL, &asleep},
        {ball, "", NULL, NULL},
        {ball, "<custom><numeric name='ludo.restitution' data='.5'/></custom>",
         "geoms have restitution", &asleep},
        {BOX("0 0 .1"), "<option gravity='0 0 0'/>", "there is no gravity", &asleep},
        {BOX("0 0 .1"), "", "no geoms can touch", &apart},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        running r = run_on_plane(cases[i].bodies, cases[i].more, cases[i].options);
        const char *why = sleepless(&r);
        assert_true((why == NULL) == (cases[i].why == NULL));
        assert_true(why == NULL || strcmp(why, cases[i].why) == 0);
        run_close(&r);
    }
    running r = run_on_plane(BOX("0 0 .1"), "", &asleep);
    assert_int_equal(ludo_sim_set_force_function(r.sim, push_nothing, NULL), LUDO_OK);
    assert_string_equal(sleepless(&r), "a force function acts");
    run_close(&r);
}

/* Without the option nothing rests, and the difference is rounding. */
static void rest_can_be_switched_off(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.rest = false;
    static const char bodies[] = BOX("0 0 .1") BOX("0.01 0 .3");
    running r = run_on_plane(bodies, "", NULL), off = run_on_plane(bodies, "", &options);
    run_steps(&r, h, 500), run_steps(&off, h, 500);
    assert_int_equal(count_resting(&r), 2);
    assert_int_equal(count_resting(&off), 0);
    CHECK_NEAR(v3_norm(v3_sub(run_body(&r, 1).position, run_body(&off, 1).position)), 0.0, 1e-12);
    run_close(&r), run_close(&off);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_rest_keep_their_bits),
        cmocka_unit_test(rest_is_what_solves_give),
        cmocka_unit_test(a_force_wakes_its_body),
        cmocka_unit_test(a_force_below_friction_lets_a_body_rest_again),
        cmocka_unit_test(a_setter_wakes_all),
        cmocka_unit_test(a_copy_replaces_bodies_at_rest),
        cmocka_unit_test(another_step_wakes_all),
        cmocka_unit_test(a_control_wakes_what_it_drives),
        cmocka_unit_test(a_small_force_moves_what_sleeps),
        cmocka_unit_test(what_is_slow_falls_asleep),
        cmocka_unit_test(options_of_sleep_are_checked),
        cmocka_unit_test(a_start_reports_why_nothing_sleeps),
        cmocka_unit_test(rest_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
