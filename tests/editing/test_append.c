/* SPDX-License-Identifier: Apache-2.0
 *
 * Appending: names, refusals, keyframes, and the motion of what was appended. test_edits.c compares
 * random appends with building from scratch. */
#include "ludo/edit.h"

#include "full_spec.h"
#include "reading.h"
#include "same_spec.h"
#include "small_spec.h"

static ludo_attachment under(const char *prefix, int32_t parent)
{
    ludo_attachment at = ludo_attachment_default();
    at.prefix = prefix, at.parent = parent;
    return at;
}

/* A pendulum with a keyframe of a name. */
static ludo_spec *pendulum(const char *key_name, double angle)
{
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .in_child.position = {0.0, 0.0, 1.0},
                                  .axis = {0.0, 1.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .name = key_name,
                                   .time = angle,
                                   .position = &angle,
                                   .position_count = 1};
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    return spec;
}

static void appending_to_nothing_copies(void **state)
{
    (void)state;
    ludo_spec *spec = full_spec(NULL), *empty = new_spec();
    assert_int_equal(ludo_spec_append(empty, spec, NULL, NULL), LUDO_OK);
    same_spec(spec, empty);
    ludo_spec_destroy(spec);
    ludo_spec_destroy(empty);
}

static void names_get_the_prefix(void **state)
{
    (void)state;
    ludo_spec *s = pendulum("home", 0.5), *other = pendulum("home", 0.5);
    const ludo_attachment at = under("left/", LUDO_WORLD);
    assert_int_equal(ludo_spec_append(s, other, &at, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_body_find(s, "body0"), 0);
    assert_int_equal(ludo_spec_body_find(s, "left/body0"), 1);
    assert_int_equal(ludo_spec_joint_find(s, "left/body0.joint0"), 1);
    assert_int_equal(ludo_spec_keyframe_find(s, "left/home"), LUDO_NOT_FOUND); /* joined */
    ludo_model_destroy(compiled(s));
    ludo_spec_destroy(other);
}

static void check_append_refused(ludo_spec *s, ludo_spec *other, const ludo_attachment *at,
                                 const char *part)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *before = NULL;
    assert_int_equal(ludo_spec_copy(s, NULL, &before), LUDO_OK);
    assert_int_equal(ludo_spec_append(s, other, at, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, part));
    same_spec(s, before);
    ludo_spec_destroy(before);
    ludo_spec_destroy(s);
    ludo_spec_destroy(other);
}

static void a_name_that_both_have_is_refused(void **state)
{
    (void)state;
    const ludo_attachment at = under("le", LUDO_WORLD);
    ludo_spec *s = full_spec(NULL), *other = new_spec();
    add_body(s, "left");
    add_body(other, "ft");
    check_append_refused(s, other, &at, "body name 'left'");
    check_append_refused(full_spec(NULL), full_spec(NULL), NULL, "body name 'a'");
}

static void a_floating_body_needs_the_world(void **state)
{
    (void)state;
    const ludo_attachment at = under("l/", 0);
    ludo_spec *floating = new_spec(), *freed = new_spec();
    add_body(floating, "drone");
    add_body(freed, "drone");
    add_joint(freed, "free", LUDO_WORLD, 0);
    check_append_refused(full_spec(NULL), floating, &at, "'drone' floats");
    check_append_refused(full_spec(NULL), freed, &at, "'drone' floats");
}

static void a_cut_cycle_cannot_be_moved(void **state)
{
    (void)state;
    ludo_attachment at = under("l/", LUDO_WORLD);
    at.frame = somewhere;
    ludo_spec *cycle = new_spec();
    add_body(cycle, "a");
    add_body(cycle, "b");
    add_joint(cycle, "ball", 0, 1);
    add_joint(cycle, "ball", 1, 0);
    check_append_refused(new_spec(), cycle, &at, "cycle of joints");
}

static void descriptions_without_a_layout_are_refused(void **state)
{
    (void)state;
    const ludo_attachment at = under("l/", LUDO_WORLD);
    ludo_spec *wrong = pendulum("home", 0.0), *screw = pendulum("home", 0.0);
    ludo_keyframe_def key = ludo_keyframe_default();
    const double q[] = {1.0, 2.0};
    key.name = "long", key.position = q, key.position_count = 2;
    assert_int_equal(ludo_spec_add_keyframe(wrong, &key, NULL), LUDO_OK);
    add_joint(screw, "screw", LUDO_WORLD, 0);
    check_append_refused(full_spec(NULL), wrong, &at, "keyframe 'long'");
    check_append_refused(full_spec(NULL), screw, &at, "screw");
}

static void check_key(const ludo_spec *s, const char *name, double time, double first,
                      double second)
{
    ludo_keyframe_def key = ludo_keyframe_default();
    assert_int_equal(ludo_spec_keyframe(s, ludo_spec_keyframe_find(s, name), &key), LUDO_OK);
    assert_true(key.time == time);
    assert_int_equal(key.position_count, 2);
    assert_true(key.position[0] == first && key.position[1] == second);
    assert_int_equal(key.velocity_count + key.control_count, 0);
}

static void keyframes_of_one_name_join(void **state)
{
    (void)state;
    ludo_spec *s = pendulum("home", 0.5), *other = pendulum("home", 0.7);
    ludo_spec *third = pendulum("away", 0.9);
    const ludo_attachment left = under("left/", LUDO_WORLD);
    assert_int_equal(ludo_spec_append(s, other, &left, NULL), LUDO_OK);
    check_key(s, "home", 0.5, 0.5, 0.7);
    assert_int_equal(ludo_spec_append(other, third, &left, NULL), LUDO_OK);
    check_key(other, "home", 0.7, 0.7, 0.0);
    check_key(other, "left/away", 0.9, 0.0, 0.9);
    ludo_spec_destroy(third);
    ludo_model_destroy(compiled(s));
    ludo_model_destroy(compiled(other));
}

/* As editing.md says: a scene that is empty but for a keyframe of the name. */
static void keyframes_join_in_a_scene_that_has_one(void **state)
{
    (void)state;
    ludo_spec *scene = new_spec(), *left = pendulum("home", 0.5), *right = pendulum("home", 0.7);
    const ludo_attachment at[] = {under("left/", LUDO_WORLD), under("right/", LUDO_WORLD)};
    ludo_keyframe_def home = ludo_keyframe_default();
    home.name = "home";
    assert_int_equal(ludo_spec_add_keyframe(scene, &home, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_append(scene, left, &at[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_append(scene, right, &at[1], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_keyframe_count(scene), 1);
    check_key(scene, "home", 0.0, 0.5, 0.7);
    ludo_spec_destroy(left);
    ludo_spec_destroy(right);
    ludo_spec_destroy(scene);
}

static void equal_meshes_are_shared(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL), *other = full_spec(NULL);
    ludo_mesh_def mesh = ludo_mesh_default();
    ludo_geom_def geom = ludo_geom_default();
    const double cube[] = {0.0, 0.0, 0.0, 1.0, 1.0, 1.0};
    mesh.name = "edge", mesh.vertex = cube, mesh.vertex_count = 2;
    geom.type = "mesh", geom.mesh = 1;
    assert_int_equal(ludo_spec_add_mesh(other, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(other, &geom, NULL), LUDO_OK);
    const ludo_attachment at = under("r/", 0);
    assert_int_equal(ludo_spec_append(s, other, &at, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_mesh_count(s), 2);
    assert_int_equal(ludo_spec_mesh_find(s, "r/edge"), 1);
    assert_int_equal(ludo_spec_geom_at(s, ludo_spec_geom_find(s, "r/shape"))->mesh, 0);
    assert_int_equal(ludo_spec_geom_at(s, ludo_spec_geom_find(s, "r/geom2"))->mesh, 1);
    ludo_spec_destroy(s);
    ludo_spec_destroy(other);
}

static void settings_and_notes(void **state)
{
    (void)state;
    const double gravity[] = {0.0, 0.0, -1.6}, h = 0.25;
    ludo_spec *s = pendulum("home", 0.0), *other = pendulum("home", 0.0);
    assert_int_equal(ludo_spec_set_option(other, "gravity", gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(other, "timestep", &h, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_name(s, "scene"), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(other, LUDO_NOTE_UNSUPPORTED, (ludo_place){0}, "strange"),
                     LUDO_OK);
    const ludo_attachment at = under("r/", LUDO_WORLD);
    assert_int_equal(ludo_spec_append(s, other, &at, NULL), LUDO_OK);
    ludo_vec3 kept;
    assert_int_equal(ludo_spec_gravity(s, &kept), LUDO_OK);
    assert_true(kept.z == -9.81 && ludo_spec_timestep(s) == 0.01);
    assert_string_equal(ludo_spec_name(s), "scene");
    assert_int_equal(ludo_spec_note_count(s), 1);
    ludo_spec_destroy(s);
    ludo_spec_destroy(other);
}

/* ---- motion ---- */

/* A pendulum beside a free body with a velocity. */
static ludo_spec *moving_pair(void)
{
    static const double q[] = {0.7, 1.0, 2.0, 3.0, 0.6, 0.8, 0.0, 0.0};
    static const double v[] = {0.3, 0.1, 0.2, 0.3, 1.0, 2.0, 3.0};
    ludo_spec *s = pendulum("other", 0.0);
    add_body(s, "drone");
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .name = "start",
                                   .position = q,
                                   .position_count = 8,
                                   .velocity = v,
                                   .velocity_count = 7};
    assert_int_equal(ludo_spec_remove_keyframe(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(s, &key, NULL), LUDO_OK);
    return s;
}

/* The state of a body after some steps from keyframe "start". Takes the spec. */
static ludo_body_state state_after(ludo_spec *spec, const char *body)
{
    ludo_model *model = compiled(spec);
    ludo_sim *sim = NULL;
    ludo_body_state out;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, 0), LUDO_OK);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_sim_body_state(sim, ludo_model_body_find(model, body), &out), LUDO_OK);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return out;
}

/* Gravity is vertical, so that a turn about z and a displacement change nothing else. 50 steps add
 * errors of 1e-10 of solved steps each. */
static void what_is_appended_moves_the_same_way_elsewhere(void **state)
{
    (void)state;
    static const char *const names[] = {"body0", "drone"}, *const moved[] = {"r/body0", "r/drone"};
    ludo_attachment at = under("r/", LUDO_WORLD);
    at.frame = (ludo_frame){{1.0, -2.0, 0.5}, {0.8, 0.0, 0.0, 0.6}};
    for (int i = 0; i < 2; i++) {
        ludo_spec *scene = new_spec(), *other = moving_pair();
        add_body(scene, "box");
        assert_int_equal(ludo_spec_append(scene, other, &at, NULL), LUDO_OK);
        ludo_spec_destroy(other);
        const ludo_body_state a = state_after(moving_pair(), names[i]);
        const ludo_body_state b = state_after(scene, moved[i]);
        const ludo_vec3 x = v3_add(at.frame.position, q_rotate(at.frame.orientation, a.position));
        const ludo_vec3 v = q_rotate(at.frame.orientation, a.linear_velocity);
        CHECK_NEAR(v3_norm(v3_sub(b.position, x)), 0.0, 1e-8);
        CHECK_NEAR(v3_norm(v3_sub(b.linear_velocity, v)), 0.0, 1e-8);
        CHECK_NEAR(v3_norm(v3_sub(b.angular_velocity, a.angular_velocity)), 0.0, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appending_to_nothing_copies),
        cmocka_unit_test(names_get_the_prefix),
        cmocka_unit_test(a_name_that_both_have_is_refused),
        cmocka_unit_test(a_floating_body_needs_the_world),
        cmocka_unit_test(a_cut_cycle_cannot_be_moved),
        cmocka_unit_test(descriptions_without_a_layout_are_refused),
        cmocka_unit_test(keyframes_of_one_name_join),
        cmocka_unit_test(keyframes_join_in_a_scene_that_has_one),
        cmocka_unit_test(equal_meshes_are_shared),
        cmocka_unit_test(settings_and_notes),
        cmocka_unit_test(what_is_appended_moves_the_same_way_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
