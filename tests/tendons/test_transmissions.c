/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrenches, slider-cranks and rates of joints: their gradients against differences, no net force
 * or moment, work over an interval, positions modulo whole turns. */
#include "math/rotation_vector.h"
#include "support.h"
#include "tendons/laws.h"
#include "tendons/list.h"

#include <float.h>

enum { SEEDS = 200, BODIES = 2 };

/* Two bodies; poses[0] is the world. */
typedef struct scene {
    pose poses[1 + BODIES];
    double twist[6 * BODIES];
    tendon_segment segment;
    tendon_data line; /* its segment is set in line_of() */
} scene;

static scene random_scene(random_stream *r, const char *type)
{
    scene s = {.poses = {pose_make(v3(0.0, 0.0, 0.0), q_identity())}};
    for (int b = 1; b <= BODIES; b++) {
        const ludo_vec3 x = random_vec3(r, 1.0);
        s.poses[b] = pose_make(x, random_quat(r));
    }
    for (int i = 0; i < 6 * BODIES; i++) {
        s.twist[i] = random_uniform(r, -1.0, 1.0);
    }
    s.line = (tendon_data){.kind = ludo_tendon_kind_find(type), .has_reference = true, .rod = 8.0};
    for (int32_t k = 0; k < 2; k++) {
        s.segment.end[k] = (tendon_end){k, random_vec3(r, 0.5)};
        s.line.axes[k] = random_quat(r);
    }
    for (int i = 0; i < 3; i++) {
        s.line.gear[i] = random_uniform(r, -1.0, 1.0);
    }
    return s;
}

static void twist_gear(scene *s, random_stream *r)
{
    for (int i = 3; i < 6; i++) {
        s->line.gear[i] = random_uniform(r, -1.0, 1.0);
    }
}

/* The poses after a time t at constant twists. */
static scene moved(const scene *s, double t)
{
    scene to = *s;
    for (int b = 0; b < BODIES; b++) {
        const double *u = s->twist + 6 * b;
        const pose *z = &s->poses[1 + b];
        to.poses[1 + b] = pose_make(v3_axpy(z->x, t, v3(u[0], u[1], u[2])),
                                    q_mul(q_turn(v3_scale(t, v3(u[3], u[4], u[5]))), z->q));
    }
    return to;
}

static tendon_data line_of(const scene *s)
{
    tendon_data line = s->line;
    line.segment = &s->segment;
    return line;
}

static tendon_view view_of(const scene *s, tendon_span *span)
{
    const tendon_data line = line_of(s);
    tendon_view v = {.span = span};
    line.kind->view(&line, s->poses + 1, NULL, &v);
    return v;
}

static double length_of(const scene *s)
{
    tendon_span span;
    return view_of(s, &span).length;
}

static double rate_of(const scene *s)
{
    tendon_span span;
    const tendon_view v = view_of(s, &span);
    return s->line.kind->rate(&s->line, &v, s->twist, NULL);
}

/* Lengths are below 10 and smooth over 1: differences over 1e-4 have errors of 1e-8. */
static void lengths_change_by_their_gradients(void **state)
{
    (void)state;
    random_stream r = random_from(3);
    for (int i = 0; i < SEEDS; i++) {
        const double t = 1e-4;
        const scene s = random_scene(&r, i % 2 == 0 ? "wrench" : "slider_crank");
        const scene a = moved(&s, -t), b = moved(&s, t);
        CHECK_NEAR(rate_of(&s), (length_of(&b) - length_of(&a)) / (2.0 * t), 1e-6);
    }
}

static void forces_and_moments_cancel(void **state)
{
    (void)state;
    random_stream r = random_from(5);
    for (int i = 0; i < SEEDS; i++) {
        scene s = random_scene(&r, i % 2 == 0 ? "wrench" : "slider_crank");
        double wrench[6 * BODIES] = {0.0};
        tendon_span span;
        twist_gear(&s, &r);
        const tendon_view v = view_of(&s, &span);
        s.line.kind->pull(&s.line, &v, 2.0, wrench, NULL);
        ludo_vec3 force = v3(0.0, 0.0, 0.0), moment = force;
        for (int b = 0; b < BODIES; b++) {
            const double *w = wrench + 6 * b;
            const ludo_vec3 f = v3(w[0], w[1], w[2]);
            force = v3_add(force, f);
            moment = v3_add(moment, v3_add(v3_cross(s.poses[1 + b].x, f), v3(w[3], w[4], w[5])));
        }
        /* round-off of forces and lengths below 10 */
        CHECK_NEAR(v3_max(force), 0.0, 1e3 * DBL_EPSILON);
        CHECK_NEAR(v3_max(moment), 0.0, 1e4 * DBL_EPSILON);
    }
}

/* The work over an interval is the power at its middle, times its length, to order 3. */
static void the_work_of_wrenches_is_that_of_their_middle(void **state)
{
    (void)state;
    random_stream r = random_from(7);
    for (int i = 0; i < SEEDS; i++) {
        const double h = 1e-3;
        scene s = random_scene(&r, "wrench");
        twist_gear(&s, &r);
        s.line.has_reference = i % 2 == 0;
        const scene a = moved(&s, -0.5 * h), b = moved(&s, 0.5 * h);
        const tendon_data line = line_of(&s);
        const double work = line.kind->change(&line, a.poses + 1, b.poses + 1);
        CHECK_NEAR(work, h * rate_of(&s), 20.0 * h * h * h);
    }
}

/* Rates of a ball: torques alone. */
static scene random_ball(random_stream *r, const char *type)
{
    scene s = random_scene(r, type);
    s.line.gear[0] = s.line.gear[1] = s.line.gear[2] = 0.0;
    twist_gear(&s, r);
    return s;
}

/* The relative angular velocity, times the gear in the axes of the child or of the parent. */
static void rates_of_balls_are_relative_angular_velocities(void **state)
{
    (void)state;
    random_stream r = random_from(13);
    for (int i = 0; i < SEEDS; i++) {
        const bool parent = i % 2 == 0;
        const scene s = random_ball(&r, parent ? "rates_in_parent" : "rates");
        const double *a = s.twist + 3, *b = s.twist + 9, *g = s.line.gear + 3;
        const ludo_quat axes =
            parent ? q_mul(s.poses[1].q, s.line.axes[0]) : q_mul(s.poses[2].q, s.line.axes[1]);
        const ludo_vec3 w = v3(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        /* round-off of numbers below 4 */
        CHECK_NEAR(rate_of(&s), v3_dot(q_rotate(axes, v3(g[0], g[1], g[2])), w),
                   64.0 * DBL_EPSILON);
    }
}

static void lengths_of_balls_are_rotation_vectors_in_either_axes(void **state)
{
    (void)state;
    random_stream r = random_from(17);
    scene s = random_ball(&r, "rates"), t = s;
    t.line.kind = ludo_tendon_kind_find("rates_in_parent");
    const ludo_quat a = q_mul(s.poses[1].q, s.line.axes[0]);
    const ludo_vec3 turn = v3(0.3, -0.4, 0.5);
    s.poses[2] = pose_make(v3(0.0, 0.0, 0.0), q_mul(a, q_turn(turn)));
    t.poses[2] = s.poses[2];
    s.line.axes[1] = t.line.axes[1] = q_identity();
    const double *g = s.line.gear + 3;
    const double expected = v3_dot(turn, v3(g[0], g[1], g[2]));
    CHECK_NEAR(length_of(&s), expected, 32.0 * DBL_EPSILON);
    CHECK_NEAR(length_of(&t), expected, 32.0 * DBL_EPSILON);
}

static void the_work_of_rates_is_that_of_their_middle(void **state)
{
    (void)state;
    random_stream r = random_from(19);
    for (int i = 0; i < SEEDS; i++) {
        const double h = 1e-3;
        scene s = random_ball(&r, i % 2 == 0 ? "rates" : "rates_in_parent");
        if (i % 4 > 1) { /* a free joint: in the world */
            s.line.has_reference = false;
            s.segment.end[0] = (tendon_end){-1, v3(0.0, 0.0, 0.0)};
            s.line.gear[0] = random_uniform(&r, -1.0, 1.0);
        }
        const scene a = moved(&s, -0.5 * h), b = moved(&s, 0.5 * h);
        const tendon_data line = line_of(&s);
        const double work = line.kind->change(&line, a.poses + 1, b.poses + 1);
        CHECK_NEAR(work, h * rate_of(&s), 20.0 * h * h * h);
    }
}

static void torques_of_balls_cancel(void **state)
{
    (void)state;
    random_stream r = random_from(23);
    for (int i = 0; i < SEEDS; i++) {
        const scene s = random_ball(&r, i % 2 == 0 ? "rates" : "rates_in_parent");
        double wrench[6 * BODIES] = {0.0};
        tendon_span span;
        const tendon_view v = view_of(&s, &span);
        s.line.kind->pull(&s.line, &v, 2.0, wrench, NULL);
        for (int k = 0; k < 6; k++) {
            assert_true(wrench[k] + wrench[6 + k] == 0.0 && (k > 2 || wrench[k] == 0.0));
        }
    }
}

/* A servo of period 4 pulls to the nearest of all positions that are equal. */
static void positions_of_rotations_count_modulo_whole_turns(void **state)
{
    (void)state;
    actuator_data a = {.gain_law = ludo_actuator_gain_find("fixed"),
                       .bias_law = ludo_actuator_bias_find("affine"),
                       .gain = 2.0,
                       .bias = {0.0, -2.0, 0.0}};
    assert_true(actuator_wanted(&a, (law_value){.value = 7.0}, 0.5, 0.0).value == 13.0);
    a.period = 4.0;
    assert_true(actuator_wanted(&a, (law_value){.value = 7.0}, 0.5, 0.0).value == -3.0);
    assert_true(actuator_wanted(&a, (law_value){.value = -3.0}, 0.5, 0.0).value == 1.0);
    assert_true(actuator_wanted(&a, (law_value){.value = 1.0}, 0.5, 0.0).value == 1.0);
    assert_true(actuator_wanted(&a, (law_value){.value = 400001.0}, 0.5, 0.0).value == 1.0);
}

/* Without a reference the wrench follows the axes of its own frame. */
static void wrenches_alone_turn_with_their_body(void **state)
{
    (void)state;
    random_stream r = random_from(11);
    scene s = random_scene(&r, "wrench");
    s.line.has_reference = false;
    s.segment.end[0].slot = -1;
    const ludo_vec3 gear = v3(s.line.gear[0], s.line.gear[1], s.line.gear[2]);
    const ludo_vec3 f = q_rotate(q_mul(s.poses[2].q, s.line.axes[1]), gear);
    tendon_span span;
    const tendon_view v = view_of(&s, &span);
    CHECK_NEAR(span.gradient[1][0], f.x, 8.0 * DBL_EPSILON);
    CHECK_NEAR(span.gradient[1][1], f.y, 8.0 * DBL_EPSILON);
    CHECK_NEAR(span.gradient[1][2], f.z, 8.0 * DBL_EPSILON);
    assert_true(v.length == 0.0);
}

static void a_rod_that_does_not_reach_leaves_the_axis(void **state)
{
    (void)state;
    scene s = {.poses = {pose_make(v3(0.0, 0.0, 0.0), q_identity())},
               .line = {.kind = ludo_tendon_kind_find("slider_crank"), .rod = 1.0}};
    s.poses[1] = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    s.poses[2] = pose_make(v3(0.6, 0.0, 3.0), q_identity());
    s.segment.end[1].slot = 1;
    s.line.axes[0] = s.line.axes[1] = q_identity();
    CHECK_NEAR(length_of(&s), 3.0 - 0.8, 8.0 * DBL_EPSILON);
    s.poses[2].x.x = 1.5;
    CHECK_NEAR(length_of(&s), 3.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_change_by_their_gradients),
        cmocka_unit_test(forces_and_moments_cancel),
        cmocka_unit_test(the_work_of_wrenches_is_that_of_their_middle),
        cmocka_unit_test(wrenches_alone_turn_with_their_body),
        cmocka_unit_test(a_rod_that_does_not_reach_leaves_the_axis),
        cmocka_unit_test(rates_of_balls_are_relative_angular_velocities),
        cmocka_unit_test(lengths_of_balls_are_rotation_vectors_in_either_axes),
        cmocka_unit_test(the_work_of_rates_is_that_of_their_middle),
        cmocka_unit_test(torques_of_balls_cancel),
        cmocka_unit_test(positions_of_rotations_count_modulo_whole_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
