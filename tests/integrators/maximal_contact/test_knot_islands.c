/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands of the velocities of a knot [contact.md 4.4]: they do not depend on each other. */
#include "integrators/maximal/maximal.h"
#include "integrators/maximal_contact/contact.h"
#include "on_plane.h"
#include "sim/sim.h"

#include <stdio.h>
#include <string.h>

static const double h = 0.005;

#define BOX(pos)                                                                                   \
    "<body pos='" pos "'><freejoint/><geom type='box' size='.1 .1 .1' friction='.6'/></body>"

/* Three boxes that fall onto each other, 9 m beside the origin. */
#define PILE BOX("0 9 .1") BOX("0.05 9.02 .3' euler='10 20 30") BOX(".1 9 .6' euler='40 5 0")

static ludo_spec *read_text(const char *bodies)
{
    return spec_on_plane(bodies, "<option gravity='5 0 -8'/>");
}

static const islands *islands_of(const running *r)
{
    return &maximal_of(&r->sim->state)->contacts->islands;
}

/* The island of a body at a knot whose velocities were read last. */
static const island *island_of(const running *r, int32_t body)
{
    return &islands_of(r)->island[islands_of(r)->of_body[body]];
}

/* Whether the interior point has solved the velocities of an island. */
static bool took_interior_point(const island *k)
{
    return k->report.iterations > 0;
}

/* Step both scenes, reading all velocities: the first `count` bodies have the same bits. Returns
 * the number of knots at which the interior point has solved the island of body `count` of the
 * second scene, and not that of body 0. */
static int compare(running *alone, running *beside, int32_t count, int steps)
{
    int uneven = 0;
    for (int k = 0; k < steps; k++) {
        run_steps(alone, h, 1);
        run_steps(beside, h, 1);
        for (int32_t b = 0; b < count; b++) {
            const ludo_body_state x = run_body(alone, b), y = run_body(beside, b);
            assert_memory_equal(&x, &y, sizeof x);
        }
        uneven += took_interior_point(island_of(beside, count)) &&
                  !took_interior_point(island_of(beside, 0));
    }
    return uneven;
}

/* A box that slides, beside a pile with impacts. */
static void contacts_do_not_depend_on_other_islands(void **state)
{
    (void)state;
    running alone = run_open(LUDO_OK, read_text(BOX("0 0 .1")), NULL),
            beside = run_open(LUDO_OK, read_text(BOX("0 0 .1") PILE BOX("0 5 3")), NULL);
    assert_true(compare(&alone, &beside, 1, 200) > 5);
    run_close(&alone);
    run_close(&beside);
}

#define ARM                                                                                        \
    "<body pos='0 -3 2'><joint axis='0 1 0' range='-20 20' limited='true' frictionloss='.01'/>"    \
    "<geom type='box' size='.1 .1 .1' pos='0 0 -.5'/></body>"

/* An arm whose cones are gathered after those of contacts, and sorted before them. */
static void limits_do_not_depend_on_other_islands(void **state)
{
    (void)state;
    running alone = run_open(LUDO_OK, read_text(ARM BOX("0 0 .1")), NULL),
            beside = run_open(LUDO_OK, read_text(ARM BOX("0 0 .1") PILE), NULL);
    (void)compare(&alone, &beside, 2, 200);
    assert_int_equal(islands_of(&alone)->count, 2);
    run_close(&alone);
    run_close(&beside);
}

/* Body `body` of a scene with a motor that reaches its largest speed. */
static running open_rotor(ludo_spec *spec, int32_t body)
{
    const ludo_body_def rotor = {
        .struct_size = sizeof rotor, .mass = 1.0, .inertia = {0.5, 0.5, 0.5}};
    ludo_joint_def pin = {.struct_size = sizeof pin,
                          .type = "hinge",
                          .parent = LUDO_WORLD,
                          .child = body,
                          .axis = {0.0, 0.0, 1.0},
                          .along[0] = {.speed = 0.5}};
    ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_body(spec, &rotor, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &pin, &motor.target), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 2.0), LUDO_OK);
    return r;
}

/* A motor whose speed limit is found after the solution of the others: a box has the same bits
 * beside it and a pile as beside it alone. */
static void speed_limits_do_not_depend_on_other_islands(void **state)
{
    (void)state;
    running alone = open_rotor(read_text(BOX("0 0 .1")), 1),
            beside = open_rotor(read_text(BOX("0 0 .1") PILE), 4);
    for (int k = 0; k < 100; k++) {
        run_steps(&alone, h, 1);
        run_steps(&beside, h, 1);
        const ludo_body_state a[2] = {run_body(&alone, 0), run_body(&alone, 1)},
                              b[2] = {run_body(&beside, 0), run_body(&beside, 4)};
        assert_memory_equal(a, b, sizeof a);
    }
    CHECK_NEAR(run_body(&beside, 4).angular_velocity.z, 0.5, 1e-6);
    run_close(&alone);
    run_close(&beside);
}

/* Read velocities after solves of one iteration. */
static ludo_body_state read_in_haste(running *r, int32_t body)
{
    sim_settings *settings = &r->sim->state.settings;
    const int32_t most = settings->max_iterations;
    settings->max_iterations = 1;
    const ludo_body_state read = run_body(r, body);
    settings->max_iterations = most;
    return read;
}

/* An island without a solution has the velocities that satisfy joints alone, and is counted; a box
 * that slides beside it has its own. */
static void islands_without_solution_are_alone(void **state)
{
    (void)state;
    running alone = run_open(LUDO_OK, read_text(BOX("0 0 .1")), NULL),
            beside = run_open(LUDO_OK, read_text(BOX("0 0 .1") PILE), NULL);
    int failed = 0;
    for (int k = 0; k < 200; k++) {
        run_steps(&alone, h, 1);
        run_steps(&beside, h, 1);
        const int32_t before = beside.sim->state.quality.relaxed;
        const ludo_body_state x = run_body(&alone, 0), y = read_in_haste(&beside, 0);
        assert_memory_equal(&x, &y, sizeof x);
        if (island_of(&beside, 1)->status != LUDO_OK) {
            const ludo_body_state fallen = run_body(&beside, 1);
            const double *free = maximal_of(&beside.sim->state)->contacts->free + 6;
            assert_memory_equal(&fallen.linear_velocity, free, sizeof fallen.linear_velocity);
            assert_true(beside.sim->state.quality.relaxed > before);
            failed++;
        }
    }
    assert_true(failed > 0);
    run_close(&alone);
    run_close(&beside);
}

/* Read a velocity. @return constraints of contacts between bodies: 0 without a factorisation */
static int32_t count_pairs(running *r, ludo_body_state *body)
{
    maximal_contacts *c = maximal_of(&r->sim->state)->contacts;
    c->between.count = 0;
    *body = run_body(r, 1);
    return c->between.count;
}

/* Two boxes at rest. The velocities that are found without a factorisation are those that are found
 * from rest with one. */
static void bodies_at_rest_have_the_velocities_of_a_solve(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.rest = false;
    running r = run_on_plane(BOX("0 0 .1") BOX("0.02 0.01 .3"), "", &options);
    running other = {r.model, NULL};
    int resting = 0;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &other.sim, NULL), LUDO_OK);
    for (int k = 0; k < 300; k++) {
        ludo_body_state x, y;
        run_steps(&r, h, 1);
        assert_int_equal(ludo_sim_copy(other.sim, r.sim), LUDO_OK);
        memset(maximal_of(&other.sim->state)->contacts->steady, 0, 2 * sizeof(double));
        resting += count_pairs(&r, &x) == 0;
        assert_true(count_pairs(&other, &y) > 0);
        CHECK_NEAR(v3_norm(v3_sub(x.linear_velocity, y.linear_velocity)), 0.0, 1e-11);
        CHECK_NEAR(v3_norm(v3_sub(x.angular_velocity, y.angular_velocity)), 0.0, 1e-10);
    }
    assert_true(resting > 100);
    ludo_sim_destroy(other.sim);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_do_not_depend_on_other_islands),
        cmocka_unit_test(limits_do_not_depend_on_other_islands),
        cmocka_unit_test(speed_limits_do_not_depend_on_other_islands),
        cmocka_unit_test(islands_without_solution_are_alone),
        cmocka_unit_test(bodies_at_rest_have_the_velocities_of_a_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
