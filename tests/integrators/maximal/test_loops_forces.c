/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces and closed loops: momentum of floating loops, couplings, springs across loops, transmitted
 * wrenches. */
#include "momentum.h"
#include "small_spec.h"
#include "vectors.h"

#include <string.h>

static const ludo_wrench no_wrench;

/* --- floating rings --------------------------------------------------------------------------- */

enum { SIDES = 5 };

/* The parts of a ring beside its bars. */
typedef struct ring_parts {
    bool coupled;     /* the second hinge follows the first by -q/2 + q^2/10 */
    double stiffness; /* of a spring from the first bar's corner to the third bar's; 0: none */
} ring_parts;

static void add_corner_spring(ludo_spec *spec, double stiffness)
{
    int32_t site[2];
    for (int i = 0; i < 2; i++) {
        const ludo_site_def def = {
            .struct_size = sizeof def, .body = 2 * i, .frame = {.position = {-0.5, 0.0, 0.1}}};
        assert_int_equal(ludo_spec_add_site(spec, &def, &site[i]), LUDO_OK);
    }
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "distance",
                                    .site_a = site[0],
                                    .site_b = site[1],
                                    .stiffness = stiffness,
                                    .rest = {1.618, 1.618}}; /* the diagonal */
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
}

/* A regular pentagon of bars on hinges about z that floats without gravity. */
static ludo_spec *ring_spec(ring_parts parts)
{
    ludo_spec *spec = new_spec();
    const double nothing[3] = {0.0, 0.0, 0.0}, turn = 2.0 * 3.14159265358979323846 / SIDES;
    assert_int_equal(ludo_spec_set_option(spec, "gravity", nothing, 3), LUDO_OK);
    for (int32_t b = 0; b < SIDES; b++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0 + 0.1 * b,
                                    .com = {0.05 * b, 0.02, 0.01 * b},
                                    .inertia = {0.02, 0.09, 0.1, 0.0, 0.005, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    for (int32_t b = 0; b < SIDES; b++) {
        const ludo_joint_def hinge = {
            .struct_size = sizeof hinge,
            .type = "hinge",
            .parent = b,
            .child = (b + 1) % SIDES,
            .in_parent = {.position = {0.5, 0.0, 0.0},
                          .orientation = q_about(v3(0.0, 0.0, 1.0), turn)},
            .in_child = {.position = {-0.5, 0.0, 0.0}, .orientation = q_identity()},
            .axis = {0.0, 0.0, 1.0},
        };
        assert_int_equal(b + 1 < SIDES ? ludo_spec_add_joint(spec, &hinge, NULL)
                                       : ludo_spec_add_closure(spec, &hinge, NULL),
                         LUDO_OK);
    }
    if (parts.coupled) {
        const ludo_coupling_def follow = {
            .struct_size = sizeof follow, .joint = 1, .from = 0, .coefficient = {0.0, -0.5, 0.1}};
        assert_int_equal(ludo_spec_add_coupling(spec, &follow, NULL), LUDO_OK);
    }
    if (parts.stiffness > 0.0) {
        add_corner_spring(spec, parts.stiffness);
    }
    return spec;
}

static running open_ring(ring_parts parts)
{
    running r = run_open(LUDO_OK, ring_spec(parts), NULL);
    const double rate = 1.0;
    const ludo_body_state moving = {
        .position = {0.3, -0.2, 0.1},
        .orientation = q_about(v3(1.0, 0.0, 0.0), 0.5),
        .linear_velocity = {0.5, 0.2, -0.3},
        .angular_velocity = {0.4, -0.6, 0.8},
    };
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &moving), LUDO_OK);
    return r;
}

static void floating_loops_keep_their_momenta(void **state)
{
    (void)state;
    static const ring_parts all[] = {{false, 0.0}, {true, 0.0}, {false, 1e3}, {true, 1e7}};
    const int steps = long_tests() ? 100000 : 2000;
    for (int i = 0; i < 4; i++) {
        running r = open_ring(all[i]);
        assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
        momentum_watch w = watch_begin(&r);
        for (int k = 0; k < steps; k++) {
            run_steps(&r, 0.005, 1);
            watch(&w, &r);
        }
        print_message("ring %d: linear %.1e, angular %.1e\n", i, w.linear, w.angular);
        /* steps round by some hundred epsilon each and walk about: sqrt(2e5) of 1e-16, twice */
        assert_true(w.linear <= 1e-13 && w.angular <= 1e-13);
        run_close(&r);
    }
}

static void couplings_hold_exactly(void **state)
{
    (void)state;
    running r = open_ring((ring_parts){.coupled = true});
    for (int k = 0; k < 1000; k++) {
        double q[2], w[2];
        for (int32_t j = 0; j < 2; j++) {
            assert_int_equal(ludo_sim_joint_position(r.sim, j, &q[j]), LUDO_OK);
            assert_int_equal(ludo_sim_joint_velocity(r.sim, j, &w[j]), LUDO_OK);
        }
        CHECK_NEAR(q[1], -0.5 * q[0] + 0.1 * q[0] * q[0], 1e-11);
        CHECK_NEAR(w[1], (-0.5 + 0.2 * q[0]) * w[0], 1e-13);
        run_steps(&r, 0.005, 1);
    }
    run_close(&r);
}

/* Two wheels whose angles count their revolutions: any number of them, without drift. */
static void gears_stay_gears_over_many_turns(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        add_body(spec, NULL);
        add_joint(spec, "hinge", LUDO_WORLD, i);
    }
    const ludo_coupling_def gear = {
        .struct_size = sizeof gear, .joint = 1, .from = 0, .coefficient = {0.2, -3.0}};
    assert_int_equal(ludo_spec_add_coupling(spec, &gear, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    const double rate = 20.0;
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
    run_steps(&r, 0.01, 1000);
    double q[2];
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q[0]), LUDO_OK);
    assert_int_equal(ludo_sim_joint_position(r.sim, 1, &q[1]), LUDO_OK);
    assert_true(fabs(q[0]) > 10.0); /* the projection reduces the rate to a tenth */
    CHECK_NEAR(q[1], 0.2 - 3.0 * q[0], 1e-11);
    run_close(&r);
}

/* --- springs across loops --------------------------------------------------------------------- */

/* A spring of 1e7 N/m between bars of 1 kg at 5 ms: the product with h^2 is 250 masses. Explicit
 * forces are stable up to 4. */
static void stiff_springs_across_loops_are_stable(void **state)
{
    (void)state;
    running r = open_ring((ring_parts){.stiffness = 1e7});
    ludo_energy start, e;
    run_steps(&r, 0.005, 1);
    assert_int_equal(ludo_sim_energy(r.sim, &start), LUDO_OK);
    for (int k = 0; k < 2000; k++) {
        ludo_violation v;
        run_steps(&r, 0.005, 1);
        assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_true(v.position <= 1e-11);
        assert_true(e.kinetic + e.springs <= 2.0 * (start.kinetic + start.springs));
    }
    run_close(&r);
}

/* --- transmitted wrenches --------------------------------------------------------------------- */

static ludo_wrench loop_reaction(running *r, int32_t loop)
{
    ludo_wrench w;
    assert_int_equal(ludo_sim_loop_reaction(r->sim, loop, &w), LUDO_OK);
    return w;
}

static ludo_wrench joint_reaction(running *r, int32_t joint)
{
    ludo_wrench w;
    assert_int_equal(ludo_sim_reaction(r->sim, joint, &w), LUDO_OK);
    return w;
}

/* A beam of 2 kg between two hinges about y, each 1 m from its middle. The second one is a closure,
 * or a joint that closes a loop. */
static running open_beam(bool as_joint)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def beam = {
        .struct_size = sizeof beam, .mass = 2.0, .inertia = {0.1, 0.7, 0.7, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &beam, NULL), LUDO_OK);
    for (int i = 0; i < 2; i++) {
        const ludo_vec3 place = {i == 0 ? -1.0 : 1.0, 0.0, 0.0};
        const ludo_joint_def hinge = {
            .struct_size = sizeof hinge,
            .type = "hinge",
            .parent = LUDO_WORLD,
            .child = 0,
            .in_parent = {.position = place, .orientation = q_identity()},
            .in_child = {.position = place, .orientation = q_identity()},
            .axis = {0.0, 1.0, 0.0},
        };
        assert_int_equal(i == 0 || as_joint ? ludo_spec_add_joint(spec, &hinge, NULL)
                                            : ludo_spec_add_closure(spec, &hinge, NULL),
                         LUDO_OK);
    }
    return run_open(LUDO_OK, spec, NULL);
}

/* Four of five rows of the second hinge are redundant: they carry no load. */
static void supports_share_a_beam(void **state)
{
    (void)state;
    const double half = 9.81; /* of 2 kg */
    for (int as_joint = 0; as_joint < 2; as_joint++) {
        running r = open_beam(as_joint == 1);
        for (int k = 0; k < 3; k++) {
            const ludo_wrench far = loop_reaction(&r, 0), near = joint_reaction(&r, 0);
            check_vector(far.force, v3(0.0, 0.0, half), 1e-9);
            check_vector(far.torque, no_wrench.torque, 1e-9);
            check_vector(near.force, v3(0.0, 0.0, half), 1e-9);
            check_vector(near.torque, no_wrench.torque, 1e-9);
            run_steps(&r, 0.01, 10);
        }
        if (as_joint == 1) {
            const ludo_wrench as_loop = loop_reaction(&r, 0), as_said = joint_reaction(&r, 1);
            assert_memory_equal(&as_loop, &as_said, sizeof as_loop);
        }
        run_close(&r);
    }
}

static running open_windows(void)
{
    const ludo_scene_windows_options scene = ludo_scene_windows_default();
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_windows(&scene, NULL, &spec);
    return run_open(built, spec, NULL);
}

/* Windows move in a plane: no hinge carries a load out of this plane, after any number of steps. */
static void planar_loops_transmit_nothing_out_of_their_plane(void **state)
{
    (void)state;
    running r = open_windows();
    for (int k = 0; k < 10; k++) {
        run_steps(&r, 0.01, 100);
        for (int32_t i = 0; i < ludo_model_loop_count(r.model); i++) {
            const ludo_wrench w = loop_reaction(&r, i);
            CHECK_NEAR(w.force.y, 0.0, 1e-9);
            check_vector(w.torque, no_wrench.torque, 1e-9);
        }
        for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
            const ludo_wrench w = joint_reaction(&r, j);
            CHECK_NEAR(w.force.y, 0.0, 1e-9);
            check_vector(w.torque, no_wrench.torque, 1e-9);
        }
    }
    run_close(&r);
}

/* The crank k1 of windows carries its own hinge, its weight, the closure of the preceding coupler
 * and the reaction of the hinge of its coupler. Their sum accelerates it. */
static void transmitted_wrenches_move_bodies(void **state)
{
    (void)state;
    const double h = 1e-3;
    running r = open_windows();
    const int32_t own = ludo_model_joint_find(r.model, "k1");
    const int32_t next = ludo_model_joint_find(r.model, "c1");
    const int32_t crank = joint_info_of(r.model, own).child;
    assert_int_equal(loop_info_of(r.model, 0).child, crank);
    run_steps(&r, h, 400);
    const ludo_vec3 before = run_body(&r, crank).linear_velocity;
    run_steps(&r, h, 1);
    ludo_vec3 force = v3_add(joint_reaction(&r, own).force, loop_reaction(&r, 0).force);
    force = v3_sub(force, joint_reaction(&r, next).force);
    force.z -= 9.81; /* 1 kg */
    run_steps(&r, h, 1);
    const ludo_vec3 after = run_body(&r, crank).linear_velocity;
    /* both are of order 2: h^2 times jerks of some 1e3 m/s^4 */
    check_vector(force, v3_scale(0.5 / h, v3_sub(after, before)), 1e-2);
    run_close(&r);
}

/* Two weights on vertical slides; one moves down as the other moves up. */
static void a_coupling_reports_the_effort_that_it_exerts(void **state)
{
    (void)state;
    static const double mass[] = {3.0, 1.0};
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = mass[i], .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        add_joint(spec, "slide", LUDO_WORLD, i);
    }
    const ludo_coupling_def rope = {
        .struct_size = sizeof rope, .joint = 1, .from = 0, .coefficient = {0.0, -1.0}};
    assert_int_equal(ludo_spec_add_coupling(spec, &rope, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    const double pull = 2.0 * mass[0] * mass[1] / (mass[0] + mass[1]) * 9.81;
    for (int k = 0; k < 3; k++) {
        const ludo_wrench w = loop_reaction(&r, 0);
        check_vector(w.force, v3(pull, 0.0, 0.0), 1e-9);
        check_vector(w.torque, no_wrench.torque, 0.0);
        run_steps(&r, 0.01, 1);
    }
    run_close(&r);
}

static void loops_are_read_by_their_numbers_only(void **state)
{
    (void)state;
    running r = open_beam(false);
    ludo_loop_state loop = {.struct_size = sizeof loop};
    ludo_wrench w;
    assert_int_equal(ludo_sim_loop(NULL, 0, &loop), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop(r.sim, -1, &loop), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop(r.sim, 1, &loop), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop_reaction(NULL, 0, &w), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop_reaction(r.sim, -1, &w), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop_reaction(r.sim, 1, &w), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_loop_reaction(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

/* --- steps ------------------------------------------------------------------------------------ */

/* As published, velocities are not projected: loops open by h^2 in the first step, and no
 * further. */
static void order_1_takes_loops(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 1;
    running r = run_open(LUDO_OK, ring_spec((ring_parts){.coupled = true}), &options);
    const double rate = 1.0, h = 0.005;
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
    double first = 0.0;
    for (int k = 0; k < 200; k++) {
        ludo_violation v;
        run_steps(&r, h, 1);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        first = k == 0 ? v.position : first;
        assert_true(k == 0 || v.position <= 1e-11);
    }
    assert_true(first <= h);
    run_close(&r);
}

/* With steps of a tenth of a second, windows rotate too far in a step near their lowest point. */
static void steps_that_are_too_long_are_taken_in_parts(void **state)
{
    (void)state;
    running r = open_windows();
    int divided = 0;
    for (int k = 0; k < 50; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_violation v;
        assert_int_equal(ludo_step(r.sim, 0.2, &report), LUDO_OK);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_true(v.position <= 1e-11);
        divided += report.substeps > 1;
    }
    assert_true(divided > 0);
    run_close(&r);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(ring_spec((ring_parts){.coupled = true, .stiffness = 1.0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floating_loops_keep_their_momenta),
        cmocka_unit_test(couplings_hold_exactly),
        cmocka_unit_test(gears_stay_gears_over_many_turns),
        cmocka_unit_test(stiff_springs_across_loops_are_stable),
        cmocka_unit_test(supports_share_a_beam),
        cmocka_unit_test(planar_loops_transmit_nothing_out_of_their_plane),
        cmocka_unit_test(transmitted_wrenches_move_bodies),
        cmocka_unit_test(a_coupling_reports_the_effort_that_it_exerts),
        cmocka_unit_test(loops_are_read_by_their_numbers_only),
        cmocka_unit_test(order_1_takes_loops),
        cmocka_unit_test(steps_that_are_too_long_are_taken_in_parts),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
