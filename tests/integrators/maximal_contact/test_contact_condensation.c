/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts of free bodies condensed to blocks between bodies: the motion by rows, in scenes turned
 * against the axes, beside other bodies. */
#include "integrators/maximal_contact/contact.h"
#include "sim/sim.h"
#include "tilted.h"

enum { ROWS = 4, BOXES = ROWS * (ROWS + 1) / 2 };

static const touch by = {0.6, 0.0};
static const double size[3] = {0.1, 0.05, 0.05};

static free_body box_at(ludo_quat axes, double x, double z, double speed)
{
    const ludo_vec3 v = in_axes(axes, 0.0, speed, 0.0);
    return (free_body){"box", {size[0], size[1], size[2]},   1.0, in_axes(axes, x, 0.0, z),
                       axes,  {v.x, v.y, v.z, 0.0, 0.0, 0.0}};
}

/* A pyramid of boxes, the top one pushed. */
static void pyramid(ludo_quat axes, double speed, free_body boxes[BOXES])
{
    int32_t count = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int k = 0; k < ROWS - r; k++) {
            boxes[count++] =
                box_at(axes, 0.21 * (k + 0.5 * r), 0.05 + 0.1 * r, r == ROWS - 1 ? speed : 0.0);
        }
    }
}

static running open_pyramid(ludo_quat axes, double speed)
{
    free_body boxes[BOXES];
    ludo_spec *spec = floor_in(axes, by.friction);
    pyramid(axes, speed, boxes);
    for (int32_t i = 0; i < BOXES; i++) {
        add_free_body(spec, &boxes[i], by);
    }
    return open_free_bodies(spec, NULL, BOXES, boxes);
}

/* Let contacts of all bodies be rows. */
static void forbid(running *r)
{
    maximal_of(&r->sim->state)->contacts->condensation.any_free = false;
}

static bool has_plan(running *r)
{
    return maximal_of(&r->sim->state)->contacts->condensation.system.planned_pairs > 0;
}

/* Shares of a load don't move bodies that stick. */
static void check_by_rows(ludo_quat axes, double speed)
{
    running bodies = open_pyramid(axes, speed), rows = open_pyramid(axes, speed);
    forbid(&rows);
    for (int k = 0; k < 200; k++) {
        run_steps(&bodies, 0.005, 1);
        run_steps(&rows, 0.005, 1);
        const state_error e = state_difference(&bodies, &rows);
        assert_true(state_error_max(&e) <= 1e-9);
    }
    assert_true(has_plan(&bodies) && !has_plan(&rows));
    run_close(&bodies);
    run_close(&rows);
}

static void pyramids_rest_as_by_rows(void **state)
{
    (void)state;
    check_by_rows(upright, 0.0);
    check_by_rows(askew(), 0.0);
}

static void boxes_slide_on_pyramids_as_by_rows(void **state)
{
    (void)state;
    check_by_rows(upright, 0.3);
    check_by_rows(askew(), 0.3);
}

static void turned_pyramids_keep_the_laws(void **state)
{
    (void)state;
    running r = open_pyramid(askew(), 0.3);
    run_touching(&r, 0.005, 200);
    assert_true(has_plan(&r));
    run_close(&r);
}

/* A pyramid beside a body on a hinge, which lies on the floor, and far from a box. */
static void pyramids_beside_trees_move_as_alone(void **state)
{
    (void)state;
    free_body boxes[BOXES], last = box_at(upright, 5.0, 0.5, 0.0);
    running alone = open_pyramid(upright, 0.3);
    ludo_spec *spec = floor_in(upright, by.friction);
    pyramid(upright, 0.3, boxes);
    for (int32_t i = 0; i < BOXES; i++) {
        add_free_body(spec, &boxes[i], by);
    }
    add_free_body(spec, &last, by);
    const ludo_body_def flap = {
        .struct_size = sizeof flap, .mass = 1.0, .inertia = {0.01, 0.01, 0.01}};
    int32_t body;
    assert_int_equal(ludo_spec_add_body(spec, &flap, &body), LUDO_OK);
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = body,
                                  .axis = {0.0, 1.0, 0.0},
                                  .in_parent.position = {-3.0, 0.0, 0.05},
                                  .in_child.position = {-0.5, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    add_geom(spec, body, "box", size, by);
    running both = open_free_bodies(spec, NULL, BOXES, boxes);
    place_free_body(&both, BOXES, &last);
    for (int k = 0; k < 100; k++) {
        run_steps(&alone, 0.005, 1);
        run_steps(&both, 0.005, 1);
        for (int32_t i = 0; i < BOXES; i++) {
            const ludo_body_state a = state_of(&alone, i), b = state_of(&both, i);
            assert_true(v3_norm(v3_sub(a.com, b.com)) <= 1e-9);
        }
    }
    assert_true(has_plan(&both));
    run_close(&alone);
    run_close(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pyramids_rest_as_by_rows),
        cmocka_unit_test(boxes_slide_on_pyramids_as_by_rows),
        cmocka_unit_test(turned_pyramids_keep_the_laws),
        cmocka_unit_test(pyramids_beside_trees_move_as_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
