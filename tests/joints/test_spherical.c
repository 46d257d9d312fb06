/* SPDX-License-Identifier: Apache-2.0
 *
 * Three hinges with a common point and without forces are a spherical joint: it moves as the hinges
 * do, also through their gimbal lock, and has their angles. */
#include "arm.h"
#include "checkpoint.h"
#include "math/elementary.h"
#include "model/model.h"

#include <string.h>

enum { FIRST, SECOND, THIRD, HINGES };
enum { LINK_A, LINK_B, BODY };

/* A property of the hinges that prevents a spherical joint, or none. */
typedef enum flaw {
    SOUND,
    OBLIQUE,
    SHIFTED,
    SPRUNG,
    DRIVEN,
    TENDON,
    SLIDING,
    UNMERGED,
    UNWANTED
} flaw;

static ludo_joint_def hinge_of(int32_t i, flaw f)
{
    const ludo_vec3 axes[] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {0.6, 0.0, 0.8}};
    ludo_joint_def j = {
        .struct_size = sizeof j, .type = "hinge", .parent = i - 1, .child = i, .axis = axes[i]};
    j.reference = 0.1 * i;
    /* a point of each axis, at the reference pose */
    j.in_parent.position = v3_scale(0.3, axes[i]);
    j.in_child.position = v3_scale(i == BODY ? 0.2 : 0.3, axes[i]);
    if (i == SECOND) {
        j.in_parent.position = v3(0.0, 0.1, 0.0);
        j.in_child.position = v3(0.0, 0.1, 0.0);
        j.in_parent.position.x += f == SHIFTED ? 1e-6 : 0.0;
    }
    j.axis.x += i == SECOND && f == OBLIQUE ? 1e-6 : 0.0;
    j.along[0].damping = i == THIRD && f == SPRUNG ? 0.1 : 0.0;
    j.type = i == THIRD && f == SLIDING ? "slide" : j.type;
    return j;
}

/* A body on three hinges, through two bodies without mass. */
static ludo_spec *hinges(flaw f)
{
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    const ludo_body_def none = {.struct_size = sizeof none};
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.5,
                                .com = {0.1, 0.2, -0.3},
                                .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}};
    if (f != UNMERGED) {
        assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    }
    if (f == UNWANTED) {
        assert_int_equal(ludo_spec_set_option(spec, "spherical", &(double){0.0}, 1), LUDO_OK);
    }
    for (int32_t i = 0; i < HINGES; i++) {
        const ludo_joint_def joint = hinge_of(i, f);
        assert_int_equal(ludo_spec_add_body(spec, i == BODY ? &body : &none, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const ludo_tendon_term term = {SECOND, 0, 1.0};
    const ludo_spring_def belt = {
        .struct_size = sizeof belt, .type = "tendon", .term = &term, .term_count = 1};
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.target = FIRST;
    if (f == TENDON) {
        assert_int_equal(ludo_spec_add_spring(spec, &belt, NULL), LUDO_OK);
    }
    if (f == DRIVEN) {
        assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    }
    return spec;
}

static running open_hinges(flaw f, const double angle[3], const double rate[3])
{
    running r = {compiled(hinges(f)), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    for (int32_t i = 0; i < HINGES; i++) {
        assert_int_equal(ludo_sim_set_joint_position(r.sim, i, &angle[i]), LUDO_OK);
    }
    for (int32_t i = 0; i < HINGES; i++) {
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, i, &rate[i]), LUDO_OK);
    }
    return r;
}

/* The middle angle at which the outer axes are parallel. */
static double lock_angle(void)
{
    return hinge_of(SECOND, SOUND).reference - ludo_atan2(0.6, 0.8);
}

/* --- conditions ---------------------------------------------------------------------------- */

static void three_hinges_that_meet_are_spherical_unless_something_acts_on_them(void **state)
{
    (void)state;
    for (int f = SOUND; f <= UNWANTED; f++) {
        ludo_model *m = compiled(hinges((flaw)f));
        assert_string_equal(m->joint[0].kind->name, f == SOUND ? "spherical" : "composite");
        assert_int_equal(ludo_model_dof(m), 3);
        assert_int_equal(ludo_model_position_count(m), 3);
        assert_int_equal(ludo_model_rows(m), 3);
        for (int32_t i = 0; i < HINGES; i++) {
            const ludo_joint_info info = joint_info_of(m, i);
            assert_string_equal(info.type, f == SLIDING && i == THIRD ? "slide" : "hinge");
            assert_true(info.dof == 1 && info.position_count == 1 && info.velocity_first == i);
        }
        ludo_model_destroy(m);
    }
}

/* --- motion ---------------------------------------------------------------------------------- */

static const double start[] = {0.3, 0.9, -0.4}, rates[] = {1.0, -0.5, 0.7};

/* Both are solved to 1e-10 and hold one point. */
static void a_spherical_joint_moves_as_its_hinges_do(void **state)
{
    (void)state;
    running a = open_hinges(SOUND, start, rates), b = open_hinges(UNMERGED, start, rates);
    for (int k = 0; k < 20; k++) {
        check_alike(&a, &b, 1e-8);
        for (int32_t i = 0; i < HINGES; i++) {
            CHECK_NEAR(coordinate_of(&a, i, 0), coordinate_of(&b, i, 0), 1e-8);
            CHECK_NEAR(rate_of(&a, i, 0), rate_of(&b, i, 0), 1e-8);
        }
        run_steps(&a, 0.005, 5);
        run_steps(&b, 0.005, 5);
    }
    run_close(&a);
    run_close(&b);
}

/* Motion onto the lock and through it: with the middle hinge alone, and with all three. */
static void gimbal_lock_is_passed_without_notice(void **state)
{
    (void)state;
    const double at_lock[] = {0.2, lock_angle(), 0.5};
    const double before[] = {0.2, lock_angle() - 0.1, 0.5};
    const double straight[] = {0.0, 2.0, 0.0}, mixed[] = {1.0, 2.0, -3.0};
    const struct {
        const double *angle, *rate;
    } cases[] = {{before, straight}, {before, mixed}, {at_lock, straight}, {at_lock, mixed}};
    for (int i = 0; i < 4; i++) {
        running r = open_hinges(SOUND, cases[i].angle, cases[i].rate);
        const double energy = run_energy(&r);
        double last = coordinate_of(&r, SECOND, 0);
        for (int k = 0; k < 400; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, 0.0025, &report), LUDO_OK);
            assert_int_equal(report.substeps, 1);
            /* the middle angle is continuous, whatever the outer ones do */
            const double now = coordinate_of(&r, SECOND, 0);
            assert_true(fabs(now - last) < 0.1);
            last = now;
        }
        /* of some 10 J, with h^2 = 6e-6 times squares of rates of some 10/s */
        CHECK_NEAR(run_energy(&r), energy, 5e-3);
        run_close(&r);
    }
}

/* --- angles and rates ------------------------------------------------------------------------ */

static void angles_that_are_set_are_read_again_whole_turns_included(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        random_stream s = random_from(seed);
        double angle[3], rate[3];
        for (int i = 0; i < 3; i++) {
            angle[i] = random_uniform(&s, -30.0, 30.0);
            rate[i] = random_uniform(&s, -1.0, 1.0);
        }
        angle[1] = seed == 1 ? lock_angle() : angle[1];
        running r = open_hinges(SOUND, angle, rate);
        /* near the lock digits are lost by 1 / sin: 1e-2 at the worst of these */
        for (int32_t i = 0; i < HINGES; i++) {
            CHECK_NEAR(coordinate_of(&r, i, 0), angle[i], 1e-12);
            if (seed > 1) {
                CHECK_NEAR(rate_of(&r, i, 0), rate[i], 1e-10);
            }
        }
        run_close(&r);
    }
}

/* A spinning hinge counts its turns, to the order of the steps. */
static void angles_go_on_over_whole_turns(void **state)
{
    (void)state;
    const double rest[] = {0.0, 0.1, 0.2}, spin[] = {20.0, 0.0, 0.0};
    running r = open_hinges(SOUND, rest, spin);
    double sum = 0.0;
    for (int k = 0; k < 1000; k++) {
        const double before = rate_of(&r, FIRST, 0);
        run_steps(&r, 0.001, 1);
        sum += 0.0005 * (before + rate_of(&r, FIRST, 0));
    }
    assert_true(fabs(sum) > 12.0);
    CHECK_NEAR(coordinate_of(&r, FIRST, 0), sum, 1e-2);
    run_close(&r);
}

/* The pose of the first body without mass depends on the first hinge alone. */
static void bodies_between_the_hinges_are_where_the_angles_say(void **state)
{
    (void)state;
    running r = open_hinges(SOUND, start, rates);
    run_steps(&r, 0.01, 30);
    const ludo_body_state link = run_body(&r, LINK_A);
    const double angle = coordinate_of(&r, FIRST, 0);
    const ludo_quat turn = q_make(cos(0.5 * angle), v3(0.0, 0.0, sin(0.5 * angle)));
    CHECK_NEAR(angle_between(link.orientation, turn), 0.0, 1e-12);
    CHECK_NEAR(v3_norm(link.position), 0.0, 1e-12);
    CHECK_NEAR(link.angular_velocity.z, rate_of(&r, FIRST, 0), 1e-10);
    run_close(&r);
}

/* --- efforts --------------------------------------------------------------------------------- */

/* W^-T e does the work of the efforts, for any motion of the joint. */
static void the_torque_of_efforts_does_their_work(void **state)
{
    (void)state;
    running r = open_hinges(SOUND, start, rates);
    const joint_data *j = &r.model->joint[0];
    FOR_SEEDS(seed, 30)
    {
        random_stream s = random_from(seed);
        const ludo_vec3 x = random_vec3(&s, 1.0);
        const pose a = pose_make(x, random_quat(&s));
        const twist va = {random_vec3(&s, 1.0), random_vec3(&s, 1.0)};
        double angle[3], effort[3], rate[3], memory[3], read[3];
        for (int i = 0; i < 3; i++) {
            angle[i] = random_uniform(&s, -3.0, 3.0);
            effort[i] = random_uniform(&s, -3.0, 3.0);
            rate[i] = random_uniform(&s, -3.0, 3.0);
        }
        pose b;
        j->kind->place(j, &a, angle, &b, memory);
        const twist vb = j->kind->move(j, &a, &b, memory, &va, rate);
        j->kind->rate(&(joint_pair){j, &a, &b, memory, &va, &vb}, read);
        const ludo_vec3 t = j->kind->torque(j, &a, &b, memory, effort);
        double work = 0.0;
        for (int i = 0; i < 3; i++) {
            work += effort[i] * rate[i];
            CHECK_NEAR(read[i], rate[i], 1e-10);
        }
        CHECK_NEAR(v3_dot(t, v3_sub(vb.w, va.w)), work, 1e-10);
    }
    run_close(&r);
}

static void push(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)user;
    effort[FIRST] = 0.5 * cos(3.0 * query->time);
    effort[SECOND] = -0.7;
    effort[THIRD] = 0.3;
    wrench[LINK_B] = (ludo_wrench){v3(1.0, 0.0, 2.0), v3(0.1, 0.3, 0.2)};
}

/* Equal efforts on hinges and on the spherical joint, evaluated at both ends of a step. */
static void users_efforts_act_as_on_hinges(void **state)
{
    (void)state;
    running a = open_hinges(SOUND, start, rates), b = open_hinges(UNMERGED, start, rates);
    assert_int_equal(ludo_sim_set_force_function(a.sim, push, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_force_function(b.sim, push, NULL), LUDO_OK);
    const double balance = energy_of(&a).kinetic + energy_of(&a).potential;
    run_steps(&a, 0.001, 300);
    run_steps(&b, 0.001, 300);
    const ludo_energy e = energy_of(&a);
    /* h^2 times the bound of the third derivatives of the motion */
    check_alike(&a, &b, 1e-4);
    CHECK_NEAR(e.kinetic + e.potential - e.work, balance, 1e-4);
    assert_true(fabs(e.work) > 0.1);
    run_close(&a);
    run_close(&b);
}

static void servos_on_its_hinges_are_refused_unless_it_is_unwanted(void **state)
{
    (void)state;
    for (int f = SOUND; f <= UNWANTED; f += UNWANTED - SOUND) {
        running r = open_hinges((flaw)f, start, rates);
        assert_int_equal(ludo_sim_set_servo(r.sim, FIRST, 0, 0.0, 1.0, 0.0),
                         f == SOUND ? LUDO_REFUSED : LUDO_OK);
        assert_int_equal(ludo_sim_set_servo(r.sim, FIRST, 1, 0.0, 1.0, 0.0), LUDO_BAD_ARGUMENT);
        run_close(&r);
    }
}

/* --- memory, checkpoints --------------------------------------------------------------------- */

static void a_spherical_joint_goes_on_from_its_bytes(void **state)
{
    (void)state;
    running a = open_hinges(SOUND, start, rates), b = open_hinges(SOUND, start, rates);
    run_steps(&a, 0.01, 30);
    hand_over(a.sim, b.sim);
    run_steps(&a, 0.01, 30);
    run_steps(&b, 0.01, 30);
    check_same(a.sim, b.sim);
    assert_true(coordinate_of(&a, FIRST, 0) == coordinate_of(&b, FIRST, 0));
    run_close(&a);
    run_close(&b);
}

static void a_state_of_hinges_is_none_of_a_spherical_joint(void **state)
{
    (void)state;
    running a = open_hinges(SOUND, start, rates), b = open_hinges(UNWANTED, start, rates);
    const size_t size = ludo_sim_state_size(b.sim);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(ludo_sim_get_state(b.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(a.sim, bytes, size), LUDO_REFUSED);
    assert_int_equal(ludo_sim_set_state(b.sim, bytes, size), LUDO_OK);
    free(bytes);
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_hinges_that_meet_are_spherical_unless_something_acts_on_them),
        cmocka_unit_test(a_spherical_joint_moves_as_its_hinges_do),
        cmocka_unit_test(gimbal_lock_is_passed_without_notice),
        cmocka_unit_test(angles_that_are_set_are_read_again_whole_turns_included),
        cmocka_unit_test(angles_go_on_over_whole_turns),
        cmocka_unit_test(bodies_between_the_hinges_are_where_the_angles_say),
        cmocka_unit_test(the_torque_of_efforts_does_their_work),
        cmocka_unit_test(users_efforts_act_as_on_hinges),
        cmocka_unit_test(servos_on_its_hinges_are_refused_unless_it_is_unwanted),
        cmocka_unit_test(a_spherical_joint_goes_on_from_its_bytes),
        cmocka_unit_test(a_state_of_hinges_is_none_of_a_spherical_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
