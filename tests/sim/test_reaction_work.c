/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of reactions [contact.md 6.1] against the books: forces and what they store, dissipate
 * and work out have no part in it. */
#include "everything.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal/step.h"
#include "sim/sim.h"
#include "free_bodies.h"

enum { HALVINGS = 3 };

/* The power of reactions at the knot over the next step, without taking it. */
static double work_ahead(ludo_sim *sim, double h)
{
    maximal *x = maximal_of(&sim->state);
    ludo_step_report report = {.struct_size = sizeof report, .smallest_pivot = 1.0};
    assert_int_equal(ludo_sim_start(sim), LUDO_OK);
    sim->state.interval_start = sim->state.progress->time;
    sim->state.quality =
        (ludo_contact_quality){.struct_size = sizeof(ludo_contact_quality), .points = 0};
    assert_int_equal(ludo_maximal_step_solve(&sim->state, h, 0, &report), LUDO_OK);
    const bool touches = x->contacts->count > 0;
    ludo_maximal_contact_measure_energy(&sim->state, h, touches ? x->contacts->r : x->tree.r,
                                        touches ? x->contacts->e : x->tree.e);
    double work = 0.0;
    for (int32_t n = 0; n < x->contacts->islands.count; n++) {
        work += ludo_maximal_contact_work(&x->contacts->islands.island[n]);
    }
    return work;
}

static ludo_energy energy_of(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e;
}

/* The energy that is lost without work and dampers. */
static double lost_between(const ludo_energy *from, const ludo_energy *to)
{
    return (to->contact - from->contact) - ludo_energy_error(from, to);
}

/* The energy that is lost over some steps, plus the work of reactions. */
static double unaccounted(running *r, double h, long steps)
{
    const ludo_energy from = energy_of(r);
    double work = 0.0;
    for (long k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        work += work_ahead(r->sim, h);
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        assert_int_equal(report.substeps, 1);
    }
    const ludo_energy to = energy_of(r);
    return fabs(lost_between(&from, &to) + work);
}

/* ---- smooth motion ---- */

/* A ground plane out of reach. */
static void put_ground_far_below(ludo_spec *spec)
{
    const touch by = {0.5, 0.0};
    ludo_geom_def plane = ludo_geom_default();
    plane.type = "plane";
    plane.body = LUDO_WORLD;
    plane.frame.position = v3(0.0, 0.0, -1000.0);
    assert_int_equal(ludo_spec_add_geom(spec, &plane, NULL), LUDO_OK);
    add_geom(spec, 0, "sphere", (double[]){0.1, 0.0, 0.0}, by);
}

/* Forces that swing with time, on all bodies and along all rates that take some. */
static void swing(const ludo_force_query *q, ludo_wrench *wrench, double *effort, void *user)
{
    (void)user;
    for (int32_t b = 0; b < q->bodies; b++) {
        const ludo_vec3 f = v3(sin(3.0 * q->time + b), cos(2.0 * q->time), 0.5);
        wrench[b] = (ludo_wrench){f, v3_scale(0.1, f)};
    }
    for (int32_t i = 0; i < q->rates; i++) {
        effort[i] += 0.2 * sin(q->time + i);
    }
}

/* Controls, servos wherever there may be some, constant pushes. */
static void drive(running *r, uint64_t seed)
{
    random_stream random = random_from(seed);
    hold_controls(r);
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const double target = random_uniform(&random, -1.0, 1.0);
        const ludo_status s = ludo_sim_set_servo(r->sim, j, 0, target, 3.0, 0.4);
        assert_true(s == LUDO_OK || s == LUDO_BAD_ARGUMENT);
    }
    for (int32_t b = 0; b < ludo_model_body_count(r->model); b++) {
        const ludo_wrench push = {random_vec3(&random, 2.0), random_vec3(&random, 0.2)};
        assert_int_equal(ludo_sim_set_body_force(r->sim, b, &push), LUDO_OK);
    }
}

/* The floating ones without gravity, for odd seeds on the world. */
static running driven_everything(uint64_t seed)
{
    const ludo_sim_options options = tight_options();
    ludo_spec *spec = NULL;
    const ludo_status built = build_everything(seed, true, &spec);
    assert_int_equal(ludo_scene_close_loops(spec, (int32_t)(seed % 3), seed), LUDO_OK);
    put_ground_far_below(spec);
    running r = run_open(built, spec, &options);
    drive(&r, seed);
    assert_int_equal(ludo_sim_set_force_function(r.sim, swing, NULL), LUDO_OK);
    return r;
}

/* All that is missing falls with the square of the step, which is what order 2 swings by: forces
 * that are left out would be of order 0, rates of the wrong interval of order 1. */
static void check_order(const double *missing, uint64_t seed)
{
    for (int i = 1; i < HALVINGS; i++) {
        const double order = log2(missing[i - 1] / missing[i]);
        if (!(order > 1.9)) {
            print_error("seed %d: %g after %g\n", (int)seed, missing[i], missing[i - 1]);
        }
        assert_true(order > 1.9);
    }
}

static void what_reactions_did_not_do_falls_with_order_2(void **state)
{
    (void)state;
    const double h = 0.004;
    FOR_SEEDS(seed, 12 / SHORTER)
    {
        double missing[HALVINGS];
        for (int i = 0; i < HALVINGS; i++) {
            running r = driven_everything(seed);
            missing[i] = unaccounted(&r, h / (1 << i), 100 << i);
            run_close(&r);
        }
        check_order(missing, seed);
    }
}

/* ---- blows ---- */

/* Two links on springs with armatures that strike the ground with the ball at their end. */
static running striking_arm(uint64_t seed)
{
    const ludo_body_def link = {.struct_size = sizeof link,
                                .mass = 1.0,
                                .inertia = {0.002, 0.02, 0.02},
                                .com = {0.25, 0.0, 0.0}};
    random_stream random = random_from(seed);
    ludo_dof_def along[2] = {{.armature = 0.0}, {.armature = 0.0}};
    for (int i = 0; i < 2; i++) {
        along[i].stiffness = random_uniform(&random, 5.0, 50.0);
        along[i].armature = random_uniform(&random, 0.0, 0.05);
    }
    ludo_spec *spec = arm_over_plane(&link, along, 1.0);
    set_gravity(spec, 0.0, 0.0, -g);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    for (int32_t j = 0; j < 2; j++) {
        const double at = random_uniform(&random, -0.2, 0.2);
        const double speed = random_uniform(&random, 2.0, 5.0);
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &at), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, &speed), LUDO_OK);
    }
    return r;
}

/* Joules of it are lost, springs and armatures pulling meanwhile: 0.1 % is missing at most, what
 * is pulled changes by in half a step of the blow. */
static void what_a_blow_takes_is_told(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 12 / SHORTER)
    {
        running r = striking_arm(seed);
        const ludo_energy from = energy_of(&r);
        const double missing = unaccounted(&r, 0.0005, 400);
        const ludo_energy to = energy_of(&r);
        const double lost = lost_between(&from, &to);
        assert_true(lost > 1.0);
        CHECK_NEAR(missing, 0.0, 0.002 * lost);
        CHECK_NEAR(to.contact, lost, 0.005 * lost); /* by the contact, but for h w of it */
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_reactions_did_not_do_falls_with_order_2),
        cmocka_unit_test(what_a_blow_takes_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
