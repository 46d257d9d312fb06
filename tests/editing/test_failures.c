/* SPDX-License-Identifier: Apache-2.0
 *
 * An edit that fails, for want of memory or because of its arguments, leaves the description as it
 * was. */
#include "ludo/edit.h"

#include "full_spec.h"
#include "same_spec.h"

/* ---- edits of the description that has one of everything ---- */

static ludo_status set_joint(ludo_spec *s)
{
    ludo_joint_def joint = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(s, 1, &joint), LUDO_OK);
    joint.name = "another", joint.type = "hinge", joint.place.file = "file.xml";
    return ludo_spec_set_joint(s, 1, &joint);
}

static ludo_status set_mesh(ludo_spec *s)
{
    ludo_mesh_def mesh = ludo_mesh_default();
    assert_int_equal(ludo_spec_mesh(s, 0, &mesh), LUDO_OK);
    mesh.file = "other.stl";
    return ludo_spec_set_mesh(s, 0, &mesh);
}

static ludo_status remove_body(ludo_spec *s)
{
    return ludo_spec_remove_body(s, 0);
}

static ludo_status remove_subtree(ludo_spec *s)
{
    return ludo_spec_remove_subtree(s, 0);
}

static ludo_status remove_joint(ludo_spec *s)
{
    return ludo_spec_remove_joint(s, 0);
}

static ludo_status append_itself(ludo_spec *s)
{
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "right/", at.parent = 0, at.frame = somewhere;
    return ludo_spec_append(s, s, &at, NULL);
}

static ludo_status append_another(ludo_spec *s)
{
    const double height[] = {0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    ludo_spec *other = NULL;
    assert_int_equal(ludo_spec_create(NULL, &other), LUDO_OK);
    ludo_keyframe_def key = ludo_keyframe_default();
    ludo_mesh_def mesh = ludo_mesh_default();
    key.name = "later", key.position = height, key.position_count = 7, mesh.name = "empty";
    assert_int_equal(ludo_spec_add_keyframe(other, &key, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_mesh(other, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(other, SIZED(ludo_body_def, .mass = 1.0), NULL), LUDO_OK);
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "right/", at.frame = somewhere;
    const ludo_status status = ludo_spec_append(s, other, &at, NULL);
    ludo_spec_destroy(other);
    return status;
}

/* Whether an edit succeeds with its k-th allocation failing: then it made fewer. */
static bool survives(ludo_status (*edit)(ludo_spec *), long k)
{
    failing_allocator a;
    failing_init(&a, 0);
    ludo_spec *spec = full_spec(&a.hook), *before = full_spec(NULL);
    a.fail_at = a.made + k;
    const ludo_status status = edit(spec);
    assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
    if (a.failed) {
        same_spec(spec, before);
        assert_int_equal(edit(spec), LUDO_OK);
    }
    ludo_spec_destroy(spec);
    ludo_spec_destroy(before);
    assert_int_equal(a.live, 0);
    return !a.failed;
}

static void an_edit_without_memory_changes_nothing(void **state)
{
    (void)state;
    static ludo_status (*const edits[])(ludo_spec *) = {set_joint,      set_mesh,     remove_body,
                                                        remove_subtree, remove_joint, append_itself,
                                                        append_another};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        long k = 1;
        while (!survives(edits[i], k)) {
            k++;
        }
        assert_true(k > 1);
    }
}

static void copying_survives_each_failing_allocation(void **state)
{
    (void)state;
    ludo_spec *spec = full_spec(NULL);
    const double gravity[] = {1.0, 2.0, 3.0}, one = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &one, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_name(spec, "machine"), LUDO_OK);
    assert_int_equal(ludo_spec_hold_joint(spec, 1), LUDO_OK);
    assert_int_equal(
        ludo_spec_add_note(spec, LUDO_NOTE_LIMIT, (ludo_place){"file.xml", 1, 2}, "note"), LUDO_OK);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *copy = spec;
        const ludo_status status = ludo_spec_copy(spec, &alloc.hook, &copy);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        if (status == LUDO_OK) {
            same_spec(spec, copy);
        } else {
            assert_null(copy);
        }
        ludo_spec_destroy(copy);
    }
    ludo_spec_destroy(spec);
}

/* ---- arguments ---- */

/* set and remove of a kind, with NULL, numbers out of range and a size of zero. */
#define CHECK_REMOVING(thing)                                                                      \
    assert_int_equal(ludo_spec_remove_##thing(NULL, 0), LUDO_BAD_ARGUMENT);                        \
    assert_int_equal(ludo_spec_remove_##thing(s, -1), LUDO_BAD_ARGUMENT);                          \
    assert_int_equal(ludo_spec_remove_##thing(s, ludo_spec_##thing##_count(s)), LUDO_BAD_ARGUMENT)

#define CHECK_SETTING(thing, type)                                                                 \
    do {                                                                                           \
        type def = {.struct_size = sizeof def};                                                    \
        const type none = {.struct_size = 0};                                                      \
        const int32_t count = ludo_spec_##thing##_count(s);                                        \
        assert_int_equal(ludo_spec_##thing(s, 0, &def), LUDO_OK);                                  \
        assert_int_equal(ludo_spec_set_##thing(NULL, 0, &def), LUDO_BAD_ARGUMENT);                 \
        assert_int_equal(ludo_spec_set_##thing(s, 0, NULL), LUDO_BAD_ARGUMENT);                    \
        assert_int_equal(ludo_spec_set_##thing(s, 0, &none), LUDO_BAD_ARGUMENT);                   \
        assert_int_equal(ludo_spec_set_##thing(s, -1, &def), LUDO_BAD_ARGUMENT);                   \
        assert_int_equal(ludo_spec_set_##thing(s, count, &def), LUDO_BAD_ARGUMENT);                \
        assert_int_equal(ludo_spec_set_##thing(s, 0, &def), LUDO_OK);                              \
        CHECK_REMOVING(thing);                                                                     \
    } while (0)

static void wrong_arguments_change_nothing(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL), *before = full_spec(NULL);
    CHECK_SETTING(body, ludo_body_def);
    CHECK_SETTING(joint, ludo_joint_def);
    CHECK_SETTING(closure, ludo_joint_def);
    CHECK_SETTING(coupling, ludo_coupling_def);
    CHECK_SETTING(site, ludo_site_def);
    CHECK_SETTING(mesh, ludo_mesh_def);
    CHECK_SETTING(geom, ludo_geom_def);
    CHECK_SETTING(pair, ludo_pair_def);
    CHECK_SETTING(exclude, ludo_exclude_def);
    CHECK_SETTING(fluid, ludo_fluid_def);
    CHECK_SETTING(spring, ludo_spring_def);
    CHECK_SETTING(actuator, ludo_actuator_def);
    CHECK_SETTING(keyframe, ludo_keyframe_def);
    CHECK_REMOVING(note);
    assert_int_equal(ludo_spec_remove_subtree(s, 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_remove_subtree(NULL, 0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_joint(s, 0, SIZED(ludo_joint_def, .child = 0)),
                     LUDO_BAD_ARGUMENT); /* no type */
    assert_int_equal(ludo_spec_set_keyframe(s, 0, SIZED(ludo_keyframe_def, .position_count = 1)),
                     LUDO_BAD_ARGUMENT);
    same_spec(s, before);
    ludo_spec_destroy(s);
    ludo_spec_destroy(before);
}

static void wrong_arguments_of_whole_descriptions_change_nothing(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL), *before = full_spec(NULL), *out = s;
    const ludo_attachment wrong[] = {
        {.struct_size = 0, .prefix = "a", .parent = LUDO_WORLD},
        {.struct_size = sizeof *wrong, .prefix = "a", .parent = 1},
        {.struct_size = sizeof *wrong, .prefix = "a", .parent = -2},
        {.struct_size = sizeof *wrong, .prefix = "a", .frame.position.x = (double)NAN},
        {.struct_size = sizeof *wrong, .prefix = "a", .frame.orientation.x = HUGE_VAL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(ludo_spec_append(s, before, &wrong[i], &why), LUDO_BAD_ARGUMENT);
        assert_true(why.message[0] != '\0');
        assert_int_equal(ludo_spec_append(s, before, &wrong[i], NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_spec_append(NULL, s, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_append(s, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_copy(NULL, NULL, &out), LUDO_BAD_ARGUMENT);
    assert_null(out);
    assert_int_equal(ludo_spec_copy(s, NULL, NULL), LUDO_BAD_ARGUMENT);
    same_spec(s, before);
    ludo_spec_destroy(s);
    ludo_spec_destroy(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_without_memory_changes_nothing),
        cmocka_unit_test(copying_survives_each_failing_allocation),
        cmocka_unit_test(wrong_arguments_change_nothing),
        cmocka_unit_test(wrong_arguments_of_whole_descriptions_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
