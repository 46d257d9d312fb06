/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports of contacts belong to the present state, after any earlier calls; degenerate shapes. */
#include "running.h"

#include "integrators/capabilities.h"
#include "integrators/maximal_contact/contact.h"
#include "sim/sim.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static running open_text(const char *text, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status read =
        ludo_load_string(text, strlen(text), "hostile.xml", NULL, NULL, &spec, NULL);
    return run_open(read, spec, options);
}

#define FLOOR "<geom name='floor' type='plane' size='1 1 1'/>"
#define BOX "<freejoint/><geom name='box' type='box' size='0.1 0.1 0.1'/>"

/* A box whose lower face has the given height above the floor. */
static running open_box(double height, const ludo_sim_options *options)
{
    running r = open_text("<mujoco><worldbody>" FLOOR "<body pos='0 0 0.1'>" BOX
                          "</body></worldbody></mujoco>",
                          options);
    ludo_body_state s = run_body(&r, 0);
    s.position.z += height;
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
    return r;
}

/* ---- starts ---- */

static void starts_report_overlaps(void **state)
{
    (void)state;
    const double heights[] = {-0.01, 0.0, 0.01};
    for (int i = 0; i < 3; i++) {
        running r = open_box(heights[i], NULL);
        ludo_start_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
        CHECK_NEAR(report.overlap, i == 0 ? 0.01 : 0.0, 1e-15); /* rounding of positions of 0.1 m */
        assert_int_equal(report.overlap_a, i == 0 ? 0 : -1);
        assert_int_equal(report.overlap_b, i == 0 ? 1 : -1);
        run_close(&r);
    }
}

/* ---- failed steps ---- */

/* Two balls lean on each other, and slide: the knot's velocities depend on the state alone, even
 * after a failed step. */
static void velocities_do_not_depend_on_failed_steps(void **state)
{
    (void)state;
    static const char text[] =
        "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.1'><freejoint/><geom type='sphere'"
        " size='0.1'/></body><body pos='0.08 0 0.28'><freejoint/><geom type='sphere' size='0.1'/>"
        "</body></worldbody></mujoco>";
    running r = open_text(text, NULL);
    ludo_sim *fresh = NULL;
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &fresh, NULL), LUDO_OK);
    for (int k = 0; k < 10; k++) {
        ludo_body_state here, there;
        run_steps(&r, 0.01, 1);
        assert_int_not_equal(ludo_step(r.sim, 1e6, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_copy(fresh, r.sim), LUDO_OK);
        for (int32_t i = 0; i < 2; i++) {
            here = run_body(&r, i);
            assert_int_equal(ludo_sim_body_state(fresh, i, &there), LUDO_OK);
            assert_memory_equal(&here, &there, sizeof here);
        }
    }
    ludo_sim_destroy(fresh);
    run_close(&r);
}

/* ---- reports ---- */

static void check_tells(running *r, bool anything)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    assert_true((contacts_of(r->sim, NULL, 0) > 0) == anything);
    assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
    assert_true((q.points > 0) == anything);
}

static void contacts_are_those_of_the_step_to_the_state(void **state)
{
    (void)state;
    running r = open_box(0.0, NULL);
    ludo_sim *other = NULL; /* before its first step */
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &other, NULL), LUDO_OK);
    check_tells(&r, false);
    run_steps(&r, 0.01, 3);
    check_tells(&r, true);

    void *bytes = malloc(ludo_sim_state_size(r.sim));
    assert_non_null(bytes);
    assert_int_equal(ludo_sim_get_state(r.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(r.sim, bytes, ludo_sim_state_size(r.sim)), LUDO_OK);
    check_tells(&r, false);
    free(bytes);

    run_steps(&r, 0.01, 1);
    assert_int_equal(ludo_sim_copy(r.sim, other), LUDO_OK);
    check_tells(&r, false);
    ludo_sim_destroy(other);
    run_close(&r);
}

/* A step back in time is refused, as friction can't be inverted; the state doesn't change. */
static void a_step_back_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    running r = open_box(0.0, NULL), same = open_box(0.0, NULL);
    ludo_step_report report = {.struct_size = sizeof report};
    run_steps(&r, 0.01, 3);
    run_steps(&same, 0.01, 3);
    assert_int_equal(ludo_step(r.sim, -0.01, &report), LUDO_REFUSED);
    assert_true(report.node.kind != LUDO_NODE_NONE);
    check_tells(&r, false);
    check_same_bits(&r, &same);
    run_steps(&r, 0.01, 3);
    run_steps(&same, 0.01, 3);
    check_same_bits(&r, &same);
    run_close(&same);
    run_close(&r);
}

/* Balls on two hinges, one after another, over a geom of the world or with contacts off. */
static running open_hinged(const char *first, const char *second, const char *below, bool limits)
{
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "<mujoco><worldbody>%s<body pos='0 0 2'><joint name='first' %s/>"
                   "<geom name='ball' size='0.1'/><body pos='0 0 -1'><joint name='second' %s/>"
                   "<geom size='0.1'/></body></body></worldbody></mujoco>",
                   below, first, second);
    ludo_sim_options o = ludo_sim_options_default();
    o.limits = limits;
    o.contacts = below[0] != '\0';
    return open_text(text, &o);
}

/* The message names the geom or joint that can't go back in time. */
static void a_step_back_is_refused_by_name(void **state)
{
    (void)state;
    static const char limited[] = "range='-1 1' limited='true'", rubs[] = "frictionloss='1'";
    static const struct {
        const char *first, *second, *below;
        bool limits;
        const char *node;
    } cases[] = {
        {"", "", "", true, NULL},
        {limited, "", FLOOR, true, "geom 'ball'"},
        {"", limited, "", true, "joint 'second'"},
        {rubs, limited, "", true, "joint 'second'"},
        {rubs, limited, "", false, "joint 'first'"},
        {limited, "", "", false, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        running r = open_hinged(cases[i].first, cases[i].second, cases[i].below, cases[i].limits);
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status back = ludo_step(r.sim, -0.01, &report);
        assert_int_equal(back, cases[i].node != NULL ? LUDO_REFUSED : LUDO_OK);
        if (cases[i].node != NULL) {
            assert_true(report.node.kind != LUDO_NODE_NONE);
            assert_string_equal(node_text_of(r.model, report.node).text, cases[i].node);
        }
        run_close(&r);
    }
}

/* A substep with NaN in its quality makes that of the whole step NaN, whatever the other parts are.
 */
static void nan_in_the_quality_stays(void **state)
{
    (void)state;
    running r = open_box(0.0, NULL);
    run_steps(&r, 0.01, 1);
    ludo_contact_quality q = {.struct_size = sizeof q},
                         *of_part = &maximal_of(&r.sim->state)->contacts->quality;
    const double parts[] = {1.0, (double)NAN, 2.0};
    for (int i = 0; i < 3; i++) {
        of_part->penetration = of_part->signorini = parts[i];
        of_part->friction_excess = of_part->dissipation = parts[i];
        ludo_sim_judge_contacts(r.sim);
    }
    assert_int_equal(ludo_sim_contact_quality(r.sim, &q), LUDO_OK);
    assert_true(isnan(q.penetration) && isnan(q.signorini));
    assert_true(isnan(q.friction_excess) && isnan(q.dissipation));
    run_close(&r);
}

/* ---- shapes ---- */

/* Two boxes stand on each other, one rotated by so little that nearly parallel edges cross. */
static void nearly_aligned_boxes_touch(void **state)
{
    (void)state;
    const double angles[] = {0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.05, 0.2};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        running r = open_text("<mujoco><worldbody>" FLOOR "<body pos='0 0 0.1'>" BOX "</body>"
                              "<body pos='0 0 0.3'><freejoint/>"
                              "<geom type='box' size='0.1 0.1 0.1'/></body></worldbody></mujoco>",
                              NULL);
        ludo_body_state s = run_body(&r, 1);
        s.orientation = q_normalized((ludo_quat){1.0, 0.0, 0.0, 0.5 * angles[i]});
        s.angular_velocity.z = -angles[i] / 0.01; /* it aligns with the other in the first step */
        assert_int_equal(ludo_sim_set_body_state(r.sim, 1, &s), LUDO_OK);
        for (int k = 0; k < 10; k++) {
            ludo_contact c[64];
            run_steps(&r, 0.005, 1);
            const int32_t count = contacts_of(r.sim, c, 64);
            assert_in_range(count, 4, 64);
            for (int32_t j = 0; j < count; j++) {
                const ludo_vec3 x = c[j].point;
                assert_true(fabs(x.x) < 0.15 && fabs(x.y) < 0.15 && fabs(x.z) < 0.35);
            }
        }
        run_close(&r);
    }
}

/* A stick on its long edge along a cylinder, turned from it by an angle in degrees. */
static running open_stick(double angle, double spin)
{
    char text[512];
    (void)snprintf(text, sizeof text,
                   "<mujoco><worldbody>"
                   "<geom type='cylinder' size='0.1 0.5' euler='90 0 0' friction='0.5'/>"
                   "<body pos='0 0 0.171' euler='90 %g 45'><freejoint/>"
                   "<geom type='box' size='0.05 0.05 0.3' friction='0.5'/></body>"
                   "</worldbody></mujoco>",
                   angle);
    running r = open_text(text, NULL);
    ludo_body_state s = run_body(&r, 0);
    s.angular_velocity = q_rotate(q_conj(s.orientation), v3(spin, 0.0, 0.0));
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
    return r;
}

/* The stick rocks, and the crossing of its edge with the cylinder passes from one end to the other
 * within a step. Its ends bear it: steps take at most 24 iterations, without parts. */
static void a_stick_rocks_along_a_cylinder(void **state)
{
    (void)state;
    const double angles[] = {0.1, 0.2, 0.5}, spins[] = {3.0, 5.0, 10.0};
    for (int i = 0; i < 9; i++) {
        running r = open_stick(angles[i / 3], spins[i % 3]);
        for (int k = 0; k < 40; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, 0.005, &report), LUDO_OK);
            assert_int_equal(report.substeps, 1);
            assert_in_range(report.iterations, 0, 60);
        }
        run_close(&r);
    }
}

/* A ball that flies by, and one that would pass through within a step. */
static void fast_balls_do_not_pass_through(void **state)
{
    (void)state;
    const double aside[] = {0.0, 0.05, 0.1, 0.15, 0.25};
    for (int i = 0; i < 5; i++) {
        running r = open_text("<mujoco><option gravity='0 0 0'/><worldbody>"
                              "<geom type='sphere' size='0.1' friction='0'/>"
                              "<body pos='-0.5 0 0'><freejoint/>"
                              "<geom type='sphere' size='0.1' friction='0'/></body>"
                              "</worldbody></mujoco>",
                              NULL);
        ludo_body_state s = run_body(&r, 0);
        s.position.y = aside[i];
        s.linear_velocity.x = 100.0;
        assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &s), LUDO_OK);
        run_steps(&r, 0.01, 1);
        const bool passed = fabs(run_body(&r, 0).position.x - 0.5) < 1e-12;
        assert_true(passed == (aside[i] > 0.2));
        run_close(&r);
    }
}

/* ---- threads ---- */

static const char pile[] =
    "<mujoco><worldbody>" FLOOR "<body pos='0 0 0.12'>" BOX "</body>"
    "<body pos='0.03 0 0.35' euler='10 20 30'><freejoint/>"
    "<geom type='box' size='0.1 0.1 0.1'/></body>"
    "<body pos='0 0.02 0.6'><freejoint/><geom type='capsule' size='0.05 0.1'/></body>"
    "</worldbody></mujoco>";

enum { THREADS = 4, BODIES = 3 };

typedef struct thread_run {
    const ludo_model *model;
    ludo_status status;
    ludo_body_state states[BODIES];
} thread_run;

static void *run_one(void *argument)
{
    thread_run *run = argument;
    ludo_sim *sim = NULL;
    run->status = ludo_sim_create(run->model, NULL, NULL, &sim, NULL);
    for (int k = 0; k < 60 && run->status == LUDO_OK; k++) {
        run->status = ludo_step(sim, 0.005, NULL);
    }
    for (int32_t b = 0; b < BODIES && run->status == LUDO_OK; b++) {
        run->status = ludo_sim_body_state(sim, b, &run->states[b]);
    }
    ludo_sim_destroy(sim);
    return NULL;
}

static void piles_on_threads_give_the_bits_of_one_alone(void **state)
{
    (void)state;
    static thread_run run[THREADS + 1];
    running r = open_text(pile, NULL);
    pthread_t threads[THREADS];
    for (int i = 0; i <= THREADS; i++) {
        run[i].model = r.model;
    }
    run_one(&run[THREADS]);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_one, &run[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(run[i].status, LUDO_OK);
        assert_memory_equal(run[i].states, run[THREADS].states, sizeof run[i].states);
    }
    run_close(&r);
}

static void piles_survive_failing_allocations(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(
        ludo_load_string(pile, sizeof pile - 1, "hostile.xml", NULL, NULL, &spec, NULL), LUDO_OK);
    check_failing_allocations(spec);
}

static void steps_of_piles_allocate_nothing(void **state)
{
    (void)state;
    failing_allocator a;
    failing_init(&a, 0);
    running r = open_text(pile, NULL);
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(r.model, NULL, &a.hook, &sim, NULL), LUDO_OK);
    const long made = a.made;
    for (int k = 0; k < 60; k++) {
        assert_int_equal(ludo_step(sim, 0.005, NULL), LUDO_OK);
    }
    assert_int_equal(a.made, made);
    ludo_sim_destroy(sim);
    assert_int_equal(a.live, 0);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_report_overlaps),
        cmocka_unit_test(velocities_do_not_depend_on_failed_steps),
        cmocka_unit_test(contacts_are_those_of_the_step_to_the_state),
        cmocka_unit_test(a_step_back_is_refused_and_changes_nothing),
        cmocka_unit_test(a_step_back_is_refused_by_name),
        cmocka_unit_test(nan_in_the_quality_stays),
        cmocka_unit_test(nearly_aligned_boxes_touch),
        cmocka_unit_test(a_stick_rocks_along_a_cylinder),
        cmocka_unit_test(fast_balls_do_not_pass_through),
        cmocka_unit_test(piles_on_threads_give_the_bits_of_one_alone),
        cmocka_unit_test(piles_survive_failing_allocations),
        cmocka_unit_test(steps_of_piles_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
