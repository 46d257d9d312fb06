/* SPDX-License-Identifier: Apache-2.0
 *
 * Removing and replacing: everything that refers to a removed element goes with it, numbers and
 * keyframes follow. test_edits.c compares random edits with building from scratch. */
#include "ludo/edit.h"

#include "full_spec.h"
#include "reading.h"
#include "small_spec.h"

/* A chain of three bodies on hinges, an actuator on each, and a keyframe. */
static ludo_spec *chain(void)
{
    static const double q[] = {1.0, 2.0, 3.0}, v[] = {4.0, 5.0, 6.0}, u[] = {7.0, 8.0, 9.0};
    static const char *const names[] = {"upper", "lower", "hand"};
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 3; i++) {
        ludo_actuator_def motor = ludo_actuator_motor();
        add_body(spec, names[i]);
        add_joint(spec, "hinge", i - 1, i);
        motor.target = i;
        assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    }
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .position = q,
                                   .position_count = 3,
                                   .velocity = v,
                                   .velocity_count = 3,
                                   .control = u,
                                   .control_count = 3};
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    return spec;
}

static ludo_keyframe_def keyframe_of(const ludo_spec *spec)
{
    ludo_keyframe_def key = ludo_keyframe_default();
    assert_int_equal(ludo_spec_keyframe(spec, 0, &key), LUDO_OK);
    return key;
}

static void check_list(const double *list, int32_t count, const double *expected, int32_t length)
{
    assert_int_equal(count, length);
    assert_memory_equal(list, expected, (size_t)length * sizeof *list);
}

static void a_body_takes_along_all_that_refers_to_it(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL);
    assert_int_equal(ludo_spec_remove_body(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_body_count(s) + ludo_spec_joint_count(s), 0);
    assert_int_equal(ludo_spec_closure_count(s) + ludo_spec_coupling_count(s), 0);
    assert_int_equal(ludo_spec_pair_count(s) + ludo_spec_exclude_count(s), 0);
    assert_int_equal(ludo_spec_fluid_count(s) + ludo_spec_spring_count(s), 0);
    assert_int_equal(ludo_spec_actuator_count(s), 0);
    /* on the world, or on nothing */
    assert_int_equal(ludo_spec_site_count(s), 1);
    assert_int_equal(ludo_spec_geom_count(s), 1);
    assert_int_equal(ludo_spec_mesh_count(s), 1);
    assert_int_equal(ludo_spec_keyframe_count(s), 1);
    assert_int_equal(keyframe_of(s).position_count + keyframe_of(s).control_count, 0);
    ludo_spec_destroy(s);
}

static void bodies_that_a_removed_one_carried_float(void **state)
{
    (void)state;
    static const double q[] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}, u = 7.0;
    static const double v[] = {4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    ludo_spec *s = chain();
    assert_int_equal(ludo_spec_remove_body(s, 1), LUDO_OK);
    assert_int_equal(ludo_spec_body_find(s, "hand"), 1);
    const ludo_keyframe_def key = keyframe_of(s);
    check_list(key.position, key.position_count, q, 8);
    check_list(key.velocity, key.velocity_count, v, 7);
    check_list(key.control, key.control_count, &u, 1);
    ludo_model_destroy(compiled(s));
}

static void a_subtree_is_removed_as_a_whole(void **state)
{
    (void)state;
    static const double q = 1.0;
    ludo_spec *s = chain();
    assert_int_equal(ludo_spec_remove_subtree(s, 1), LUDO_OK);
    assert_int_equal(ludo_spec_body_count(s), 1);
    check_list(keyframe_of(s).position, keyframe_of(s).position_count, &q, 1);
    ludo_model_destroy(compiled(s));
}

static void a_subtree_needs_a_tree(void **state)
{
    (void)state;
    ludo_spec *s = chain();
    add_joint(s, "screw", 0, 1);
    assert_int_equal(ludo_spec_remove_subtree(s, 1), LUDO_BAD_MODEL);
    assert_int_equal(ludo_spec_body_count(s), 3);
    ludo_spec_destroy(s);
}

static void a_locked_joint_leaves_keyframes(void **state)
{
    (void)state;
    static const double q[] = {1.0, 3.0}, v[] = {4.0, 6.0}, u[] = {7.0, 9.0};
    ludo_spec *s = chain();
    ludo_joint_def joint = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(s, 1, &joint), LUDO_OK);
    joint.type = "fixed";
    assert_int_equal(ludo_spec_set_joint(s, 1, &joint), LUDO_OK);
    assert_int_equal(ludo_spec_remove_actuator(s, 1), LUDO_OK);
    const ludo_keyframe_def key = keyframe_of(s);
    check_list(key.position, key.position_count, q, 2);
    check_list(key.velocity, key.velocity_count, v, 2);
    check_list(key.control, key.control_count, u, 2);
    ludo_model *model = compiled(s);
    assert_int_equal(ludo_model_dof(model), 2);
    ludo_model_destroy(model);
}

static void another_type_of_joint_starts_at_its_reference(void **state)
{
    (void)state;
    static const double q[] = {1.0, 1.0, 0.0, 0.0, 0.0, 3.0}, slid[] = {1.0, 0.25, 3.0};
    ludo_spec *s = chain();
    ludo_joint_def joint = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(s, 1, &joint), LUDO_OK);
    joint.type = "ball";
    assert_int_equal(ludo_spec_set_joint(s, 1, &joint), LUDO_OK);
    check_list(keyframe_of(s).position, keyframe_of(s).position_count, q, 6);
    joint.type = "slide", joint.reference = 0.25;
    assert_int_equal(ludo_spec_set_joint(s, 1, &joint), LUDO_OK);
    check_list(keyframe_of(s).position, keyframe_of(s).position_count, slid, 3);
    ludo_spec_destroy(s);
}

static void other_parts_of_a_composite_joint_stay(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL);
    ludo_joint_def left = ludo_joint_default();
    assert_int_equal(ludo_spec_remove_joint(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_joint_count(s), 1);
    assert_int_equal(ludo_spec_joint(s, 0, &left), LUDO_OK);
    assert_string_equal(left.name, "move");
    assert_false(left.continues);
    assert_int_equal(ludo_spec_coupling_count(s), 0);
    ludo_spec_destroy(s);
}

/* Elements may be added before those that they refer to. */
static void references_to_later_elements_follow(void **state)
{
    (void)state;
    ludo_spec *s = chain();
    ludo_site_def site = ludo_site_default();
    site.body = 4;
    assert_int_equal(ludo_spec_add_site(s, &site, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_remove_body(s, 2), LUDO_OK);
    assert_int_equal(ludo_spec_site(s, 0, &site), LUDO_OK);
    assert_int_equal(site.body, 3);
    ludo_spec_destroy(s);
}

/* The cause of a note may have been edited away. */
static void notes_can_be_removed(void **state)
{
    (void)state;
    ludo_spec *s = chain();
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(ludo_spec_add_note(s, LUDO_NOTE_UNSUPPORTED, (ludo_place){0},
                                            i == 0 ? "first" : "second"),
                         LUDO_OK);
    }
    ludo_note_info note = {.struct_size = sizeof note};
    assert_int_equal(ludo_spec_remove_note(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_note(s, 0, &note), LUDO_OK);
    assert_string_equal(note.message, "second");
    ludo_spec_destroy(s);
}

/* Masses of meshes and lists of geoms are stored; edits make them invalid. */
static void masses_follow_edits(void **state)
{
    (void)state;
    const int32_t all[2] = {0, 9};
    ludo_spec *s = chain();
    ludo_geom_def ball = ludo_geom_default();
    ball.body = 1, ball.mass = 2.0, ball.size[0] = 0.1;
    assert_int_equal(ludo_spec_add_geom(s, &ball, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(s, 1, all, NULL), LUDO_OK);
    ball.body = 2;
    assert_int_equal(ludo_spec_set_geom(s, 0, &ball), LUDO_OK);
    ludo_body_def body = ludo_body_default();
    assert_int_equal(ludo_spec_weigh(s, 2, all, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_body(s, 2, &body), LUDO_OK);
    assert_true(body.mass == 2.0);
    assert_int_equal(ludo_spec_remove_body(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(s, 0, all, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_body(s, 0, &body), LUDO_OK);
    assert_true(body.mass == 0.0);
    ludo_spec_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_takes_along_all_that_refers_to_it),
        cmocka_unit_test(bodies_that_a_removed_one_carried_float),
        cmocka_unit_test(a_subtree_is_removed_as_a_whole),
        cmocka_unit_test(a_subtree_needs_a_tree),
        cmocka_unit_test(a_locked_joint_leaves_keyframes),
        cmocka_unit_test(another_type_of_joint_starts_at_its_reference),
        cmocka_unit_test(other_parts_of_a_composite_joint_stay),
        cmocka_unit_test(references_to_later_elements_follow),
        cmocka_unit_test(notes_can_be_removed),
        cmocka_unit_test(masses_follow_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
