/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: geometry, its colours and meshes. */
#include "urdf_text.h"
#include "spec/items.h"

#include <stdio.h>

#define SHAPE(kind, shape) "<" kind "><geometry>" shape "</geometry></" kind ">"
#define MESH(attributes) SHAPE("visual", "<mesh " attributes "/>")

/* A robot of one link that stands beside the meshes of the tests. */
static ludo_spec *spec_beside_meshes(const char *text)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (ludo_load_string(text, strlen(text), "tests/models/file.urdf", NULL, NULL, &spec, &why) !=
        LUDO_OK) {
        fail_msg("'%.200s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static void shapes_have_half_their_lengths_as_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *shape, *type;
        double size[3];
    } cases[] = {
        {"<box size='1 2 3'/>", "box", {0.5, 1.0, 1.5}},
        {"<sphere radius='3'/>", "sphere", {3.0, 0.0, 0.0}},
        {"<cylinder radius='3' length='4'/>", "cylinder", {3.0, 2.0, 0.0}},
        {"<capsule length='4' radius='3'/>", "capsule", {3.0, 2.0, 0.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, ROBOT(LINK("a", SHAPE("visual", "%s"))), cases[i].shape);
        ludo_spec *spec = spec_of(text);
        const ludo_geom_def *geom = ludo_spec_geom_at(spec, 0);
        assert_string_equal(geom->type, cases[i].type);
        for (int k = 0; k < 3; k++) {
            assert_true(geom->size[k] == cases[i].size[k]);
        }
        ludo_spec_destroy(spec);
    }
}

static void collisions_touch_and_visuals_are_seen(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(LINK("a", SHAPE("visual", "<sphere radius='1'/>")) LINK(
        "b", "<collision name='c'><origin xyz='1 2 3'/><geometry><sphere radius='1'/></geometry>"
             "</collision>") JOINT("j", "fixed", "a", "b", "")));
    const ludo_geom_def *seen = ludo_spec_geom_at(spec, 0), *touches = ludo_spec_geom_at(spec, 1);
    assert_int_equal(ludo_spec_geom_count(spec), 2);
    assert_int_equal(seen->contype | seen->conaffinity, 0);
    assert_int_equal(seen->group, 2);
    assert_int_equal(seen->body, 0);
    assert_int_equal(touches->contype & touches->conaffinity, 1);
    assert_int_equal(touches->group, 0);
    assert_int_equal(touches->body, 1);
    assert_string_equal(touches->name, "c");
    assert_true(touches->frame.position.z == 3.0);
    assert_true(seen->density == 0.0 && touches->density == 0.0);
    ludo_spec_destroy(spec);
}

static void colours_come_from_the_material_or_the_one_it_names(void **state)
{
    (void)state;
    static const char own[] = "<material name='m'><color rgba='1 0 0 0.5'/></material>";
    char text[1024];
    (void)snprintf(
        text, sizeof text,
        ROBOT(LINK(
            "a", "<visual><geometry><sphere radius='1'/></geometry>%s</visual>"
                 "<visual><geometry><sphere radius='1'/></geometry>"
                 "<material name='m'/></visual>"
                 "<visual><geometry><sphere radius='1'/></geometry>"
                 "<material name='late'/></visual>"
                 "<visual><geometry><sphere radius='1'/></geometry></visual>") "<material "
                                                                               "name='late'><color "
                                                                               "rgba='0 1 0 "
                                                                               "1'/></material>"),
        own);
    ludo_spec *spec = spec_of(text);
    static const double colours[4][4] = {
        {1.0, 0.0, 0.0, 0.5}, {1.0, 0.0, 0.0, 0.5}, {0.0, 1.0, 0.0, 1.0}, {1.0, 1.0, 1.0, 1.0}};
    for (int32_t i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            assert_true(ludo_spec_geom_at(spec, i)->rgba[k] == colours[i][k]);
        }
    }
    ludo_spec_destroy(spec);
}

/* ---- meshes ---- */

static void meshes_are_read_once_per_scale(void **state)
{
    (void)state;
    ludo_spec *spec = spec_beside_meshes(
        ROBOT(LINK("a", MESH("filename='meshes/wedge.stl'") MESH("filename='meshes/wedge.stl'")
                            MESH("filename='meshes/wedge.stl' scale='2 3 4'"))));
    assert_int_equal(ludo_spec_note_count(spec), 0);
    assert_int_equal(ludo_spec_geom_count(spec), 3);
    assert_int_equal(ludo_spec_mesh_count(spec), 2);
    assert_int_equal(ludo_spec_geom_at(spec, 1)->mesh, 0);
    assert_int_equal(ludo_spec_geom_at(spec, 2)->mesh, 1);
    const ludo_mesh_def *plain = ludo_spec_mesh_at(spec, 0), *scaled = ludo_spec_mesh_at(spec, 1);
    assert_true(plain->vertex_count > 3 && plain->face_count > 3);
    assert_int_equal(plain->vertex_count, scaled->vertex_count);
    for (int32_t i = 0; i < 3 * plain->vertex_count; i++) {
        assert_true(scaled->vertex[i] == (2.0 + i % 3) * plain->vertex[i]);
    }
    assert_true(scaled->scale.y == 3.0);
    ludo_spec_destroy(spec);
}

static void mirrored_meshes_keep_their_inside(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_beside_meshes(ROBOT(LINK("a", MESH("filename='meshes/wedge.stl'") MESH(
                                               "filename='meshes/wedge.stl' scale='1 -1 1'"))));
    const int32_t *face = ludo_spec_mesh_at(spec, 0)->face,
                  *mirror = ludo_spec_mesh_at(spec, 1)->face;
    assert_int_equal(face[0], mirror[0]);
    assert_int_equal(face[1], mirror[2]);
    assert_int_equal(face[2], mirror[1]);
    ludo_spec_destroy(spec);
}

static void meshes_are_called_by_their_files_as_in_mujoco(void **state)
{
    (void)state;
    ludo_spec *spec = spec_beside_meshes(
        ROBOT(LINK("a", MESH("filename='meshes/wedge.stl'") MESH("filename='meshes/wedge1.stl'")
                            MESH("filename='meshes/wedge.stl' scale='2 2 2'")
                                MESH("filename='wedge.stl'") MESH("filename='x\\y.z.stl'"))));
    static const char *const names[] = {"wedge", "wedge1", "wedge2", "wedge3", "y.z"};
    assert_int_equal(ludo_spec_mesh_count(spec), 5);
    for (int32_t i = 0; i < 5; i++) {
        assert_string_equal(ludo_spec_mesh_at(spec, i)->name, names[i]);
    }
    ludo_spec_destroy(spec);
}

/* As in MuJoCo. */
static void a_mesh_folder_is_where_meshes_are_looked_for(void **state)
{
    (void)state;
    static const struct {
        const char *compiler, *file;
    } cases[] = {
        {"meshdir='meshes'", "wedge.stl"},
        {"assetdir='meshes'", "wedge.stl"},
        {"meshdir='meshes' assetdir='other'", "wedge.stl"},
        {"meshdir='meshes' strippath='true'", "package://other/place/wedge.stl"},
        {"meshdir='meshes' strippath='false'", "../meshes/wedge.stl"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       ROBOT("<mujoco><compiler %s/></mujoco>" LINK("a", MESH("filename='%s'"))),
                       cases[i].compiler, cases[i].file);
        ludo_spec *spec = spec_beside_meshes(text);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        assert_true(ludo_spec_mesh_at(spec, 0)->vertex_count > 0);
        ludo_spec_destroy(spec);
    }
}

static void meshes_of_which_nothing_is_known_keep_their_reference(void **state)
{
    (void)state;
    static const char *const files[] = {"package://nobody/none.stl", "none.dae", "make_meshes.py",
                                        "../../../../../../etc/passwd"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, ROBOT(LINK("a", MESH("filename='%s' scale='2 2 2'"))),
                       files[i]);
        ludo_spec *spec = spec_beside_meshes(text);
        const ludo_mesh_def *mesh = ludo_spec_mesh_at(spec, 0);
        assert_int_equal(ludo_spec_note_count(spec), 1);
        assert_int_equal(ludo_spec_geom_count(spec), 1);
        assert_int_equal(mesh->vertex_count, 0);
        assert_int_equal(mesh->face_count, 0);
        assert_true(mesh->scale.x == 2.0);
        assert_non_null(strstr(mesh->file, files[i]));
        ludo_spec_destroy(spec);
    }
}

static void visuals_are_left_out_where_the_file_says_so(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT("<mujoco><compiler discardvisual='true'/></mujoco>" LINK(
        "a", SHAPE("visual", "<sphere radius='1'/>") SHAPE("collision", "<sphere radius='2'/>"))));
    assert_int_equal(ludo_spec_geom_count(spec), 1);
    assert_true(ludo_spec_geom_at(spec, 0)->size[0] == 2.0);
    ludo_spec_destroy(spec);
}

/* ---- masses ---- */

/* MuJoCo's body_mass and body_inertia of such links. */
static void settings_make_masses_possible(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        ROBOT("<mujoco><compiler boundmass='0.5' boundinertia='0.25' "
              "balanceinertia='true'/></mujoco>" LINK(
                  "a", "<inertial><mass value='2'/>"
                       "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='4'/></inertial>")
                  LINK("b", "") JOINT("j", "revolute", "a", "b", "")));
    const ludo_body_def *a = ludo_spec_body_at(spec, 0), *b = ludo_spec_body_at(spec, 1);
    assert_true(a->mass == 2.0 && b->mass == 0.5);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(a->inertia[i], 2.0, 1e-15);
        CHECK_NEAR(b->inertia[i], 0.25, 1e-15);
    }
    ludo_spec_destroy(spec);
    spec = spec_of(ROBOT("<mujoco><compiler settotalmass='5'/></mujoco>" PAIR("revolute", "")));
    assert_true(ludo_spec_body_at(spec, 0)->mass == 2.5);
    assert_true(ludo_spec_body_at(spec, 1)->inertia[0] == 2.5);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_have_half_their_lengths_as_sizes),
        cmocka_unit_test(collisions_touch_and_visuals_are_seen),
        cmocka_unit_test(colours_come_from_the_material_or_the_one_it_names),
        cmocka_unit_test(meshes_are_read_once_per_scale),
        cmocka_unit_test(mirrored_meshes_keep_their_inside),
        cmocka_unit_test(meshes_are_called_by_their_files_as_in_mujoco),
        cmocka_unit_test(a_mesh_folder_is_where_meshes_are_looked_for),
        cmocka_unit_test(meshes_of_which_nothing_is_known_keep_their_reference),
        cmocka_unit_test(visuals_are_left_out_where_the_file_says_so),
        cmocka_unit_test(settings_make_masses_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
