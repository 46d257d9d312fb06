/* SPDX-License-Identifier: Apache-2.0
 *
 * The pairs of geoms that overlap at a knot. */
#include "limited_joint.h"
#include "support.h"

/* Spheres of 0.1 m in a row along x on free joints, at these places; and two plates on vertical
 * slides, one beside the other, that overlap by 1 mm along x. */
static const double place[] = {0.0, 0.15, 0.38, 0.575};

enum { SPHERES = 4, PLATES = 2, NO_ROOM = 0, ROOM = 8 };

static void add_moving(ludo_spec *spec, const char *joint_type, ludo_geom_def geom)
{
    const int32_t all[2] = {0, 0};
    ludo_joint_def joint = ludo_joint_default();
    joint.type = joint_type;
    joint.axis = (ludo_vec3){0.0, 0.0, 1.0};
    joint.child = geom.body = ludo_spec_body_count(spec);
    add_body(spec, NULL);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(spec, geom.body, all, NULL), LUDO_OK);
}

static running open_row(const ludo_sim_options *options)
{
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < SPHERES; i++) {
        ludo_geom_def geom = ludo_geom_default();
        geom.size[0] = 0.1;
        add_moving(spec, "free", geom);
    }
    for (int32_t i = 0; i < PLATES; i++) {
        ludo_geom_def geom = ludo_geom_default();
        geom.type = "box";
        geom.size[0] = 0.05, geom.size[1] = 0.1, geom.size[2] = 0.1;
        geom.frame.position = (ludo_vec3){0.099 * i, 3.0, 0.0};
        add_moving(spec, "slide", geom);
    }
    running r = open_spec(spec, options);
    for (int32_t i = 0; i < SPHERES; i++) {
        set_position(&r, i, (double[7]){place[i], 0.0, 0.0, 1.0, 0.0, 0.0, 0.0});
    }
    return r;
}

static void check_pair(const ludo_overlap *o, int32_t a, int32_t b, double depth, bool held)
{
    assert_int_equal(o->geom_a, a);
    assert_int_equal(o->geom_b, b);
    CHECK_NEAR(o->depth, depth, 1e-14);
    assert_true(o->held == held);
}

static void pairs_are_listed_by_depth(void **state)
{
    (void)state;
    running r = open_row(NULL);
    ludo_overlap list[ROOM] = {{.depth = 7.0}};
    int32_t count = -1;
    assert_int_equal(ludo_sim_overlaps(r.sim, NULL, NO_ROOM, &count), LUDO_OK);
    assert_int_equal(count, 3);
    assert_int_equal(ludo_sim_overlaps(r.sim, list, ROOM, &count), LUDO_OK);
    assert_int_equal(count, 3);
    check_pair(&list[0], 0, 1, 0.05, false);
    check_pair(&list[1], 2, 3, 0.005, false);
    check_pair(&list[2], 4, 5, 0.001, true);
    for (int32_t room = 1; room < 3; room++) { /* the deepest ones */
        ludo_overlap few[ROOM] = {{.depth = 7.0}, {.depth = 8.0}, {.depth = 9.0}};
        assert_int_equal(ludo_sim_overlaps(r.sim, few, room, &count), LUDO_OK);
        assert_int_equal(count, 3);
        assert_true(few[room - 1].depth == list[room - 1].depth);
        assert_true(few[room].depth == 8.0 || few[room].depth == 9.0);
    }
    run_close(&r);
}

/* The start report has the deepest pair; the list changes with the knot, and reading it changes no
 * bit of the motion. */
static void the_list_is_that_of_the_knot(void **state)
{
    (void)state;
    running r = open_row(NULL), unread = open_row(NULL);
    ludo_start_report report = {.struct_size = sizeof report};
    ludo_overlap list[ROOM];
    int32_t count = 0;
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    CHECK_NEAR(report.overlap, 0.05, 1e-14);
    assert_true(report.overlap_a == 0 && report.overlap_b == 1 && !report.overlap_held);
    double depth = report.overlap;
    for (int k = 0; k < 20; k++) {
        run_steps(&r, 0.01, 1);
        run_steps(&unread, 0.01, 1);
        assert_int_equal(ludo_sim_overlaps(r.sim, list, ROOM, &count), LUDO_OK);
        assert_true(count >= 2 && list[0].depth < depth);
        depth = list[0].depth;
    }
    assert_memory_equal(&(double[1]){joint_position(&r, 0)},
                        &(double[1]){joint_position(&unread, 0)}, sizeof(double));
    run_close(&r);
    run_close(&unread);
}

static void without_contacts_there_are_none(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.contacts = false;
    running r = open_row(&options);
    int32_t count = -1;
    assert_int_equal(ludo_sim_overlaps(r.sim, NULL, NO_ROOM, &count), LUDO_OK);
    assert_int_equal(count, 0);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_listed_by_depth),
        cmocka_unit_test(the_list_is_that_of_the_knot),
        cmocka_unit_test(without_contacts_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
