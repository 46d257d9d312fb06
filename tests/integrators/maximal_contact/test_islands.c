/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands [contact.md 4.4]: which bodies they have, and that they do not depend on each other. */
#include "integrators/maximal/maximal.h"
#include "integrators/maximal_contact/contact.h"
#include "on_plane.h"
#include "sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double h = 0.005;

/* Gravity along a slope. */
static const char slope[] = "<option gravity='5 0 -8'/>";

static const islands *islands_of(const running *r)
{
    return &maximal_of(&r->sim->state)->contacts->islands;
}

static int32_t island_of(const running *r, int32_t body)
{
    return islands_of(r)->of_body[body];
}

#define BOX(pos)                                                                                   \
    "<body pos='" pos "'><freejoint/><geom type='box' size='.1 .1 .1' friction='.6'/></body>"

/* A stack of two, a box of its own, a flying one and a pendulum without a limit. */
static void the_world_connects_no_bodies(void **state)
{
    (void)state;
    running r = run_on_plane(BOX("0 0 .1") BOX("1 0 .1") BOX("0 0 .3")
                                 BOX("2 0 9") "<body pos='5 0 3'><joint type='hinge' axis='0 1 0'/>"
                                              "<geom type='sphere' size='.1'/></body>",
                             "", NULL);
    run_steps(&r, h, 1); /* after more the boxes are at rest */
    assert_int_equal(islands_of(&r)->count, 3);
    assert_int_equal(island_of(&r, 0), island_of(&r, 2));
    assert_int_equal(island_of(&r, 1), 1);
    assert_int_equal(island_of(&r, 3), 2);
    assert_int_equal(island_of(&r, 4), 2);
    const island *stack = &islands_of(&r)->island[0], *free = &islands_of(&r)->island[2];
    CHECK_NEAR(stack->mass, 16.0, 1e-12); /* 8 kg each: 1000 kg/m^3 */
    assert_int_equal(free->first, free->end);
    run_close(&r);
}

/* Two boxes joined by a tendon are one island, wherever they are. */
static void loops_and_tendons_connect_bodies(void **state)
{
    (void)state;
    static const char text[] =
        "<mujoco><worldbody><geom type='plane' size='50 50 1'/>"
        "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='a'/></body>"
        "<body pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='b'/></body>"
        "<body pos='2 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody>"
        "<tendon><spatial stiffness='10'><site site='a'/><site site='b'/></spatial></tendon>"
        "</mujoco>";
    ludo_spec *spec = NULL;
    const ludo_status read =
        ludo_load_string(text, sizeof text - 1, "tied.xml", NULL, NULL, &spec, NULL);
    running r = run_open(read, spec, NULL);
    run_steps(&r, h, 5);
    assert_int_equal(islands_of(&r)->count, 2);
    assert_int_equal(island_of(&r, 0), island_of(&r, 1));
    assert_int_equal(island_of(&r, 2), 1);
    run_close(&r);
}

static void push(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)query;
    (void)effort;
    (void)user;
    wrench[0].force.x += 1.0;
}

/* The force of a user may depend on any body. */
static void a_force_function_connects_all_bodies(void **state)
{
    (void)state;
    running r = run_on_plane(BOX("0 0 .1") BOX("1 0 .1") BOX("2 0 9"), "", NULL);
    assert_int_equal(ludo_sim_set_force_function(r.sim, push, NULL), LUDO_OK);
    run_steps(&r, h, 5);
    assert_int_equal(islands_of(&r)->count, 1);
    run_close(&r);
}

/* A box that slides down a slope has the same bits alone and beside a pile that falls together: the
 * length scale is the same for boxes of one size. */
static void islands_do_not_depend_on_each_other(void **state)
{
    (void)state;
    enum { STEPS = 200 };
    running alone = run_on_plane(BOX("0 0 .1"), slope, NULL);
    running beside = run_on_plane(BOX("0 0 .1") BOX("0 9 .1") BOX("0.05 9.02 .3") BOX(".1 9 .6")
                                      BOX("0 5 .1") BOX("0 7 3"),
                                  slope, NULL);
    for (int k = 0; k < STEPS; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(alone.sim, h, NULL), LUDO_OK);
        assert_int_equal(ludo_step(beside.sim, h, &report), LUDO_OK);
        assert_int_equal(report.substeps, 1);
        const ludo_body_state a = run_body(&alone, 0), b = run_body(&beside, 0);
        assert_memory_equal(&a.position, &b.position, sizeof a.position);
        assert_memory_equal(&a.orientation, &b.orientation, sizeof a.orientation);
    }
    assert_true(run_body(&alone, 0).position.x > 0.05); /* it slides */
    run_close(&alone);
    run_close(&beside);
}

/* Give body 1 random velocities, up to `spin` of rotation. */
static void throw_body(running *s, random_stream *r, double spin)
{
    ludo_body_state thrown = run_body(s, 1);
    thrown.linear_velocity = random_vec3(r, 2.0);
    thrown.angular_velocity = random_vec3(r, spin);
    assert_int_equal(ludo_sim_set_body_state(s->sim, 1, &thrown), LUDO_OK);
}

/* A cylinder that is thrown onto the floor, `up` above it, 30 m beside a box that slides. */
static running open_thrown(random_stream r, double up)
{
    char text[1024];
    const ludo_quat q = random_quat(&r);
    (void)snprintf(text, sizeof text,
                   BOX("0 0 .1") "<body pos='0 30 %.17g' quat='%.17g %.17g %.17g %.17g'>"
                                 "<freejoint/><geom type='cylinder' size='.1 .05'/></body>",
                   0.12 + up, q.w, q.x, q.y, q.z);
    running s = run_on_plane(text, slope, NULL);
    throw_body(&s, &r, 20.0);
    return s;
}

/* Where the cylinder makes parts of a step the box makes it whole: it has the same bits as beside a
 * cylinder that flies. */
static void subdivision_belongs_to_an_island(void **state)
{
    (void)state;
    enum { SEEDS = 12, STEPS = 120 };
    int subdivided = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        running alone = open_thrown(random_from(seed), 1e3),
                beside = open_thrown(random_from(seed), 0.0);
        ludo_energy first, last;
        assert_int_equal(ludo_sim_energy(beside.sim, &first), LUDO_OK);
        for (int k = 0; k < STEPS; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(alone.sim, h, NULL), LUDO_OK);
            assert_int_equal(ludo_step(beside.sim, h, &report), LUDO_OK);
            subdivided += report.substeps > 1;
            const ludo_body_state a = run_body(&alone, 0), b = run_body(&beside, 0);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.orientation, &b.orientation, sizeof a.orientation);
        }
        assert_int_equal(ludo_sim_energy(beside.sim, &last), LUDO_OK);
        /* (E) is exact but for rotations of impacts, which stay below 0.1 % here */
        CHECK_NEAR(ludo_energy_error(&first, &last), 0.0, 1e-3 * first.kinetic);
        run_close(&alone);
        run_close(&beside);
    }
    assert_true(subdivided > 0);
}

/* A cylinder with a rotor on a hinge with dry friction, thrown as above, 30 m beside a box. */
static running open_rotor(random_stream r)
{
    char text[1024];
    const ludo_quat q = random_quat(&r);
    (void)snprintf(
        text, sizeof text,
        BOX("0 0 .1") "<body pos='0 30 .13' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
                      "<geom type='cylinder' size='.1 .05'/><body>"
                      "<joint name='rotor' axis='0 0 1' frictionloss='.001'/>"
                      "<geom type='sphere' size='.03' density='300' contype='0' conaffinity='0'/>"
                      "</body></body>",
        q.w, q.x, q.y, q.z);
    running s = run_on_plane(text, "", NULL);
    throw_body(&s, &r, 40.0);
    const int32_t rotor = ludo_model_joint_find(s.model, "rotor");
    assert_int_equal(ludo_sim_set_joint_velocity(s.sim, rotor, &(double){300.0}), LUDO_OK);
    return s;
}

/* Where the cylinder makes parts of a step, the friction of its rotor, which turns throughout, is
 * that of its law over each part. */
static void forces_of_parts_are_those_of_their_laws(void **state)
{
    (void)state;
    enum { SEEDS = 200, STEPS = 60 };
    int subdivided = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        running r = open_rotor(random_from(seed));
        const int32_t rotor = ludo_model_joint_find(r.model, "rotor");
        for (int k = 0; k < STEPS; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            double force = 0.0;
            assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
            assert_int_equal(ludo_sim_stop_force(r.sim, rotor, &force), LUDO_OK);
            if (report.substeps > 1) {
                subdivided++;
                CHECK_NEAR(fabs(force), 1e-3, 1e-9); /* kappa over the slip */
            }
        }
        run_close(&r);
    }
    assert_true(subdivided > 0);
}

/* The reactions at a knot are those of a simulation that got its state, however both came there. */
static void reactions_do_not_depend_on_earlier_solves(void **state)
{
    (void)state;
    enum { SEEDS = 200, STEPS = 60 };
    int read = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        running a = open_rotor(random_from(seed)), b = open_rotor(random_from(seed));
        const int32_t rotor = ludo_model_joint_find(a.model, "rotor");
        const size_t size = ludo_sim_state_size(a.sim);
        void *kept = test_malloc(size);
        for (int k = 0; k < STEPS; k++) {
            ludo_wrench of_a = {.force = {0.0, 0.0, 0.0}}, of_b = of_a;
            assert_int_equal(ludo_step(a.sim, h, NULL), LUDO_OK);
            assert_int_equal(ludo_sim_get_state(a.sim, kept), LUDO_OK);
            assert_int_equal(ludo_sim_set_state(b.sim, kept, size), LUDO_OK);
            const ludo_status status = ludo_sim_reaction(a.sim, rotor, &of_a);
            assert_int_equal(ludo_sim_reaction(b.sim, rotor, &of_b), status);
            assert_memory_equal(&of_a, &of_b, sizeof of_a);
            read += status == LUDO_OK;
        }
        test_free(kept);
        run_close(&a);
        run_close(&b);
    }
    assert_true(read > 0);
}

/* A cylinder that is thrown as above, tied by a spring without force to a body that hangs on a
 * stiff hinge: both make parts of a step. */
static running open_tied(random_stream r)
{
    char text[2048];
    const ludo_quat q = random_quat(&r);
    (void)snprintf(
        text, sizeof text,
        "<mujoco><option gravity='5 0 -8'/><worldbody>"
        "<geom type='plane' size='50 50 1' friction='.6'/>" BOX(
            "0 0 .1") "<body pos='0 30 .13' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
                      "<geom type='cylinder' size='.1 .05'/><site name='a'/></body>"
                      "<body pos='0 30 5'><joint name='hinge' axis='0 1 0' frictionloss='.01'/>"
                      "<geom type='sphere' size='.1' mass='2' contype='0' conaffinity='0'/><site "
                      "name='b'/>"
                      "</body></worldbody><tendon><spatial stiffness='1e-12'>"
                      "<site site='a'/><site site='b'/></spatial></tendon></mujoco>",
        q.w, q.x, q.y, q.z);
    ludo_spec *spec = NULL;
    const ludo_status read =
        ludo_load_string(text, strlen(text), "tied.xml", NULL, NULL, &spec, NULL);
    running s = run_open(read, spec, NULL);
    throw_body(&s, &r, 40.0);
    const int32_t hinge = ludo_model_joint_find(s.model, "hinge");
    assert_int_equal(ludo_sim_set_joint_velocity(s.sim, hinge, &(double){10.0}), LUDO_OK);
    return s;
}

/* Dry friction takes the same momentum in a step, whole or in parts. */
static void friction_does_not_depend_on_parts(void **state)
{
    (void)state;
    enum { SEEDS = 60, STEPS = 100 };
    const double slowing = 0.01 / (0.4 * 2.0 * 0.1 * 0.1); /* f_loss over the inertia of the ball */
    int subdivided = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        running r = open_tied(random_from(seed));
        const int32_t hinge = ludo_model_joint_find(r.model, "hinge");
        for (int k = 1; k <= STEPS; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            double rate = 0.0;
            assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
            assert_int_equal(ludo_sim_joint_velocity(r.sim, hinge, &rate), LUDO_OK);
            subdivided += report.substeps > 1;
            /* kappa over the slip, summed over steps */
            CHECK_NEAR(rate, 10.0 - slowing * k * h, 1e-7);
        }
        run_close(&r);
    }
    assert_true(subdivided > 0);
}

/* After parts of a step the hinge carries the weight of its body, as after a whole one. */
static void reactions_after_parts_are_forces(void **state)
{
    (void)state;
    enum { SEEDS = 60, STEPS = 100 };
    int read = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        running r = open_tied(random_from(seed));
        const int32_t hinge = ludo_model_joint_find(r.model, "hinge");
        for (int k = 0; k < STEPS; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            ludo_wrench on = {.force = {0.0, 0.0, 0.0}};
            assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
            if (report.substeps > 1 && ludo_sim_reaction(r.sim, hinge, &on) == LUDO_OK) {
                /* the spring pulls with 5e-11 N at most; tolerance of the solve, 1e-10 */
                CHECK_NEAR(on.force.z, 16.0, 1e-6);
                read++;
            }
        }
        run_close(&r);
    }
    assert_true(read > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_world_connects_no_bodies),
        cmocka_unit_test(loops_and_tendons_connect_bodies),
        cmocka_unit_test(a_force_function_connects_all_bodies),
        cmocka_unit_test(islands_do_not_depend_on_each_other),
        cmocka_unit_test(subdivision_belongs_to_an_island),
        cmocka_unit_test(forces_of_parts_are_those_of_their_laws),
        cmocka_unit_test(reactions_do_not_depend_on_earlier_solves),
        cmocka_unit_test(friction_does_not_depend_on_parts),
        cmocka_unit_test(reactions_after_parts_are_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
