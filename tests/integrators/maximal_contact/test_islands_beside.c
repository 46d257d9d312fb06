/* SPDX-License-Identifier: Apache-2.0
 *
 * An island has the same bits alone and beside others [contact.md 4.4]. All shapes of a scene have
 * one radius, so that its length scale is that of the island alone. */
#include "on_plane.h"

#include <stdio.h>
#include <string.h>

static const double h = 0.005;

#define BOX(pos, turn)                                                                             \
    "<body pos='" pos "' euler='" turn "'><freejoint/>"                                            \
    "<geom type='box' size='.1 .1 .1' friction='.6'/></body>"
#define BALL(pos) "<body pos='" pos "'><freejoint/><geom type='sphere' size='.1'/></body>"
#define CYLINDER(pos, turn)                                                                        \
    "<body pos='" pos "' euler='" turn "'><freejoint/>"                                            \
    "<geom type='cylinder' size='.1 .05'/></body>"

#define THREE_BOXES BOX("0 0 .1", "0 0 0") BOX("1 0 .1", "0 0 0") BOX("2 0 .1", "0 0 0")
#define STACK BOX("-5 -5 .1", "0 0 0") BOX("-5 -5 .3", "0 0 0") BOX("-5 -5 .5", "0 0 0")
#define PILE BOX("-5 -5 .3", "20 10 5") BOX("-4.95 -5 .65", "50 50 5") BOX("-4.9 -5 1", "80 90 5")

/* Two groups of bodies, one defined before the other. */
static running open_both(const char *more, const char *first, const char *second)
{
    char bodies[8192];
    (void)snprintf(bodies, sizeof bodies, "%s%s", first, second);
    return run_on_plane(bodies, more, NULL);
}

/* Both simulations step once; bodies of `a` have the same bits as those of `b` from `first` on. The
 * solve of velocities begins with the intervals before, which are parts of steps where all bodies
 * made parts: velocities agree to its tolerance alone from then on. */
static void step_both(running *a, running *b, int32_t first, int *subdivided)
{
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_step(a->sim, h, NULL), LUDO_OK);
    assert_int_equal(ludo_step(b->sim, h, &report), LUDO_OK);
    *subdivided += report.substeps > 1;
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_state p = run_body(a, i), q = run_body(b, first + i);
        assert_memory_equal(&p.position, &q.position, sizeof p.position);
        assert_memory_equal(&p.orientation, &q.orientation, sizeof p.orientation);
        if (*subdivided == 0) {
            assert_memory_equal(&p.linear_velocity, &q.linear_velocity, sizeof p.linear_velocity);
            assert_memory_equal(&p.angular_velocity, &q.angular_velocity,
                                sizeof p.angular_velocity);
        }
    }
}

/* An island alone, before others and after them. Returns the steps that were subdivided. */
static int check_beside(const char *custom, const char *island, const char *others, int steps)
{
    int all = 0;
    for (int after = 0; after < 2; after++) {
        int subdivided = 0;
        running alone = open_both(custom, island, ""),
                beside =
                    after ? open_both(custom, others, island) : open_both(custom, island, others);
        const int32_t more =
            ludo_model_body_count(beside.model) - ludo_model_body_count(alone.model);
        for (int k = 0; k < steps; k++) {
            step_both(&alone, &beside, after ? more : 0, &subdivided);
        }
        all += subdivided;
        run_close(&alone);
        run_close(&beside);
    }
    return all;
}

static void a_stack_does_not_depend_on_boxes_at_rest(void **state)
{
    (void)state;
    (void)check_beside("", STACK, THREE_BOXES, 200);
}

static void boxes_at_rest_do_not_depend_on_a_pile_that_falls(void **state)
{
    (void)state;
    (void)check_beside("", THREE_BOXES, PILE, 300);
}

static void a_box_that_falls_does_not_depend_on_boxes_at_rest(void **state)
{
    (void)state;
    (void)check_beside("", BOX("-5 -5 .6", "31 42 10"), THREE_BOXES, 300);
}

static void a_pile_that_falls_does_not_depend_on_boxes_at_rest(void **state)
{
    (void)state;
    (void)check_beside("", PILE, THREE_BOXES, 300);
}

/* Three boxes with hinges that have limits. */
static void a_figure_that_falls_does_not_depend_on_boxes_at_rest(void **state)
{
    (void)state;
    static const char figure[] =
        "<body pos='-5 -5 .9' euler='20 30 10'><freejoint/>"
        "<geom type='box' size='.1 .1 .1' friction='.6'/>"
        "<body pos='0 0 .25'><joint axis='0 1 0' pos='0 0 -.12' range='-40 40' limited='true' "
        "damping='.1'/><geom type='box' size='.1 .1 .1' friction='.6'/></body>"
        "<body pos='0 .25 0'><joint axis='1 0 0' pos='0 -.12 0' range='-40 40' limited='true'/>"
        "<geom type='box' size='.1 .1 .1' friction='.6'/></body></body>";
    (void)check_beside("", figure, THREE_BOXES, 400);
}

static void a_ball_that_bounces_does_not_depend_on_balls_at_rest(void **state)
{
    (void)state;
    static const char ball[] = "<body pos='-5 -5 .6'><freejoint/>"
                               "<geom name='ball' type='sphere' size='.1' friction='.3'/></body>";
    static const char *const by[] = {"1", ".8", ".5"};
    for (int i = 0; i < 3; i++) {
        char custom[128];
        (void)snprintf(custom, sizeof custom,
                       "<custom><numeric name='ludo.restitution.ball' data='%s'/></custom>", by[i]);
        (void)check_beside(custom, ball, BALL("0 0 .1") BALL("1 0 .1"), 400);
    }
}

/* Cylinders that fall onto each other, each turned otherwise in every drop. */
static void an_island_makes_parts_of_a_step_as_alone(void **state)
{
    (void)state;
    enum { SEEDS = 24 };
    int subdivided = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        random_stream r = random_from(seed);
        char text[1024];
        const ludo_quat p = random_quat(&r), q = random_quat(&r);
        (void)snprintf(text, sizeof text,
                       "<body pos='-5 -5 .7' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
                       "<geom type='cylinder' size='.1 .05'/></body>"
                       "<body pos='-5 -4.93 1' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
                       "<geom type='cylinder' size='.1 .05'/></body>",
                       p.w, p.x, p.y, p.z, q.w, q.x, q.y, q.z);
        subdivided +=
            check_beside("", text, CYLINDER("0 0 .05", "0 0 0") CYLINDER("1 0 .05", "0 0 0"), 200);
    }
    assert_true(subdivided > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_does_not_depend_on_boxes_at_rest),
        cmocka_unit_test(boxes_at_rest_do_not_depend_on_a_pile_that_falls),
        cmocka_unit_test(a_box_that_falls_does_not_depend_on_boxes_at_rest),
        cmocka_unit_test(a_pile_that_falls_does_not_depend_on_boxes_at_rest),
        cmocka_unit_test(a_figure_that_falls_does_not_depend_on_boxes_at_rest),
        cmocka_unit_test(a_ball_that_bounces_does_not_depend_on_balls_at_rest),
        cmocka_unit_test(an_island_makes_parts_of_a_step_as_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
