/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF meshes: from files and from numbers, moved and scaled, and what is fitted to them. Numbers
 * said to be MuJoCo's are those of version 4.0.0. */
#include "folder.h"
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>
#include <stdio.h>

/* a hull, and some hundred operations on numbers of order 1 */
#define ROUNDING (64.0 * DBL_EPSILON)

#define CORNERS "vertex='0 0 0 1 0 0 0 1 0 0 0 1' "
#define FACES "face='0 2 1 0 1 3 0 3 2 1 2 3' "
#define MESH(attributes) "<asset><mesh name='m' " attributes "/></asset>"
#define OF_MESH WORLD("<body><geom type='mesh' mesh='m'/></body>")

static void check_vec3(ludo_vec3 a, ludo_vec3 b)
{
    CHECK_NEAR(v3_max(v3_sub(a, b)), 0.0, ROUNDING * fmax(1.0, v3_max(b)));
}

/* ---- numbers of the text ---- */

/* MuJoCo's: first the reference frame, then the scale. */
static void vertices_are_moved_turned_and_scaled(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double mass;
        ludo_vec3 com;
    } cases[] = {
        {MUJOCO(MESH(CORNERS) OF_MESH), 1000.0 / 6.0, {0.25, 0.25, 0.25}},
        {MUJOCO(MESH(CORNERS FACES "inertia='exact'") OF_MESH), 1000.0 / 6.0, {0.25, 0.25, 0.25}},
        {MUJOCO(MESH(CORNERS "refpos='1 2 3' scale='2 3 4'") OF_MESH),
         4000.0,
         {-1.5, -5.25, -11.0}},
        {MUJOCO(MESH(CORNERS "refquat='.8 .6 0 0' scale='2 3 4'") OF_MESH),
         4000.0,
         {0.5, 0.93, -0.68}},
        {MUJOCO(MESH(CORNERS "refquat='.8 .6 0 0' refpos='1 2 3'") OF_MESH),
         1000.0 / 6.0,
         {-0.75, -3.13, 0.91}},
        {MUJOCO(MESH(CORNERS "refquat='2 0 0 1'") OF_MESH), 1000.0 / 6.0, {0.35, -0.05, 0.25}},
        {MUJOCO("<default><mesh scale='2 2 2'/></default>" MESH(CORNERS) OF_MESH),
         8000.0 / 6.0,
         {0.5, 0.5, 0.5}},
        {MUJOCO(MESH(CORNERS FACES "scale='-1 1 1' inertia='exact'") OF_MESH),
         1000.0 / 6.0,
         {-0.25, 0.25, 0.25}},
        {MUJOCO(MESH(CORNERS FACES "scale='-1 1 1'") OF_MESH), 1000.0 / 6.0, {-0.25, 0.25, 0.25}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_body_def *b = ludo_spec_body_at(spec, 0);
        CHECK_NEAR(b->mass, cases[i].mass, ROUNDING * cases[i].mass);
        check_vec3(b->com, cases[i].com);
        ludo_spec_destroy(spec);
    }
}

#define BUILT_IN(kind, numbers) "builtin='" kind "' params='" numbers "' "

/* A box of 2 x 4 x 6 with a mass of 1000 per volume, or per area without its upper side; a cone of
 * four sides. */
static void built_in_meshes_weigh(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double mass, height;
    } cases[] = {
        {MUJOCO(MESH(BUILT_IN("box", "3 3 3 1 2 3")) OF_MESH), 48000.0, 0.0},
        {MUJOCO(MESH(BUILT_IN("box", "3 3 3 1 2 3 2") "inertia='convex'") OF_MESH), 48000.0, 0.0},
        {MUJOCO(MESH(BUILT_IN("box", "3 3 3 1 2 3 2")) OF_MESH), 80000.0, -24.0 / 80.0},
        {MUJOCO(MESH(BUILT_IN("square", "3 3 1 1 2 3")) OF_MESH), 8000.0, 0.0},
        {MUJOCO(MESH(BUILT_IN("cone", "4 0")) OF_MESH), 4000.0 / 3.0, -0.5},
        {MUJOCO(MESH(BUILT_IN("cone", "4 0") "scale='1 1 3' refpos='0 0 -1'") OF_MESH), 4000.0,
         1.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_body_def *b = ludo_spec_body_at(spec, 0);
        CHECK_NEAR(b->mass, cases[i].mass, ROUNDING * cases[i].mass);
        check_vec3(b->com, v3(0.0, 0.0, cases[i].height));
        assert_string_equal(ludo_spec_mesh_at(spec, 0)->file, "");
        ludo_spec_destroy(spec);
    }
}

static void meshes_say_how_they_weigh(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ludo_mesh_inertia inertia;
    } cases[] = {
        {MUJOCO(MESH(CORNERS)), LUDO_MESH_LEGACY},
        {MUJOCO(MESH(CORNERS "inertia='convex'")), LUDO_MESH_CONVEX},
        {MUJOCO(MESH(CORNERS "inertia='exact'")), LUDO_MESH_EXACT},
        {MUJOCO(MESH(CORNERS "inertia='legacy'")), LUDO_MESH_LEGACY},
        {MUJOCO(MESH(CORNERS "inertia='shell'")), LUDO_MESH_SHELL},
        {MUJOCO("<compiler exactmeshinertia='true'/>" MESH(CORNERS)), LUDO_MESH_EXACT},
        {MUJOCO("<compiler exactmeshinertia='true'/>" MESH(CORNERS "inertia='convex'")),
         LUDO_MESH_CONVEX},
        {MUJOCO("<default><default class='c'><mesh inertia='shell'/></default></default>" MESH(
             CORNERS "class='c'")),
         LUDO_MESH_SHELL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_mesh_def *m = ludo_spec_mesh_at(spec, 0);
        assert_int_equal(m->inertia, cases[i].inertia);
        assert_int_equal(m->vertex_count, 4);
        assert_int_equal(m->face_count, 0);
        assert_string_equal(m->name, "m");
        assert_string_equal(m->file, "");
        ludo_spec_destroy(spec);
    }
}

/* ---- what is fitted ---- */

/* A corner of a cube has, per mass, the moments 0.1 about its axis and 0.0625 about the others: of
 * the box of the same moments one half edge is sqrt(0.0375), the others twice that. MuJoCo's sizes.
 */
static void shapes_are_fitted_to_the_moments_of_meshes(void **state)
{
    (void)state;
    const double a = sqrt(0.0375);
    const struct {
        const char *attributes, *type;
        double size[3];
    } cases[] = {
        {"", "sphere", {5.0 * a / 3.0}},
        {"type='capsule'", "capsule", {1.5 * a, 1.25 * a}},
        {"type='cylinder'", "cylinder", {1.5 * a, 2.0 * a}},
        {"type='box'", "box", {a, 2.0 * a, 2.0 * a}},
        {"type='ellipsoid'", "ellipsoid", {a, 2.0 * a, 2.0 * a}},
        {"type='box' fitscale='2'", "box", {2.0 * a, 4.0 * a, 4.0 * a}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       MUJOCO(MESH(CORNERS) WORLD("<body><geom pos='1 0 0' mesh='m' %s/></body>")),
                       cases[i].attributes);
        ludo_spec *spec = spec_of(text);
        const ludo_geom_def *g = ludo_spec_geom_at(spec, 0);
        assert_string_equal(g->type, cases[i].type);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(g->size[k], cases[i].size[k], ROUNDING);
        }
        check_vec3(g->frame.position, v3(1.25, 0.25, 0.25));
        /* the short edge is along the axis of the corner */
        const ludo_vec3 x = q_rotate(g->frame.orientation, v3(1.0, 0.0, 0.0));
        CHECK_NEAR(fabs(x.x + x.y + x.z), sqrt(3.0), ROUNDING);
        ludo_spec_destroy(spec);
    }
}

/* ---- files ---- */

#define CORNER_OBJ "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

static ludo_status load(const char *text, const ludo_allocator *a, ludo_spec **spec,
                        ludo_diagnostic *why)
{
    *why = (ludo_diagnostic){.line = -1};
    return ludo_load_string(text, strlen(text), folder_path("model.xml"), NULL, a, spec, why);
}

/* Meshes are found in their folder, and called after their files. */
static void files_are_found_and_name_their_meshes(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *file, *name;
    } cases[] = {
        {"", "corner.obj", "corner"},
        {"", "parts/part.one.obj", "part.one"},
        {"meshdir='parts'", "part.one.obj", "part.one"},
        {"assetdir='parts'", "part.one.obj", "part.one"},
        {"assetdir='nowhere' meshdir='parts/'", "part.one.obj", "part.one"},
        {"strippath='true'", "nowhere/corner.obj", "corner"},
        {"strippath='true' meshdir='parts'", "a/b/part.one.obj", "part.one"},
    };
    folder_open("mjcf_meshes");
    folder_write("corner.obj", CORNER_OBJ);
    folder_write("parts/part.one.obj", CORNER_OBJ);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        (void)snprintf(text, sizeof text,
                       MUJOCO("<compiler %s/><asset><mesh file='%s' scale='2 2 2'/></asset>" WORLD(
                           "<body><geom type='mesh' mesh='%s'/></body>")),
                       cases[i].settings, cases[i].file, cases[i].name);
        if (load(text, NULL, &spec, &why) != LUDO_OK) {
            fail_msg("%s: %s", text, why.message);
        }
        const ludo_mesh_def *m = ludo_spec_mesh_at(spec, 0);
        assert_string_equal(m->name, cases[i].name);
        assert_non_null(strstr(m->file, strrchr(cases[i].file, 'r')));
        assert_true(m->scale.x == 2.0 && m->vertex_count == 4 && m->face_count == 4);
        CHECK_NEAR(ludo_spec_body_at(spec, 0)->mass, 8000.0 / 6.0, ROUNDING * 8000.0 / 6.0);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        ludo_spec_destroy(spec);
    }
    folder_close();
}

#define MISSING                                                                                    \
    "<asset><mesh file='gone.stl'/><mesh name='bad' file='bad.obj'/><mesh name='dae' "             \
    "file='a.dae'/><mesh name='odd' file='a.odd'/></asset>"

/* A mesh of which nothing is known is told once, and does no harm where nothing weighs by it. */
static void unknown_meshes_do_no_harm_where_they_do_not_weigh(void **state)
{
    (void)state;
    static const char *const worlds[] = {
        WORLD("<geom type='mesh' mesh='gone'/>"),
        WORLD("<body><geom type='mesh' mesh='bad'/></body>"), /* which doesn't move */
        WORLD("<body><joint/>" INERTIAL "<geom type='mesh' mesh='dae'/></body>"),
        WORLD("<body><joint/><geom type='mesh' mesh='odd' mass='0'/><geom size='1'/></body>"),
        WORLD("<body><joint/><geom type='box' mesh='gone' density='0'/><geom size='1'/></body>"),
        WORLD("<body><joint/><geom type='mesh' mesh='gone' group='6'/><geom size='1'/></body>"),
    };
    folder_open("mjcf_unknown");
    folder_write("bad.obj", "v 0 0 x\n");
    folder_write("a.dae", "");
    folder_write("a.odd", "");
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        char text[1024];
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        (void)snprintf(text, sizeof text, MUJOCO("\n" MISSING "%s"), worlds[i]);
        if (load(text, NULL, &spec, &why) != LUDO_OK) {
            fail_msg("%s: %s", text, why.message);
        }
        assert_int_equal(ludo_spec_mesh_count(spec), 4);
        assert_int_equal(ludo_spec_mesh_at(spec, 0)->vertex_count, 0);
        assert_non_null(strstr(ludo_spec_mesh_at(spec, 0)->file, "gone.stl"));
        assert_string_equal(ludo_spec_geom_at(spec, 0)->type, "mesh");
        assert_int_equal(ludo_spec_note_count(spec), 1);
        assert_int_equal(spec_note_of(spec, 0).place.line, 2);
        assert_non_null(strstr(spec_note_of(spec, 0).message, "gone.stl"));
        assert_non_null(strstr(spec_note_of(spec, 0).message, "(4 times)"));
        ludo_spec_destroy(spec);
    }
    folder_close();
}

static void a_flat_mesh_does_no_harm_on_what_stands_still(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(MESH("vertex='0 0 0 1 0 0 0 1 0 1 1 0'") OF_MESH));
    assert_true(ludo_spec_body_at(spec, 0)->mass == 0.0);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "plane"));
    ludo_spec_destroy(spec);
}

/* Otherwise the geom is refused, with the reason. */
static void masses_of_unknown_meshes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *mesh, *word;
    } cases[] = {
        {"gone", "gone.stl"}, {"bad", "'x'"}, {"dae", "STL or OBJ"}, {"odd", "STL, OBJ or MSH"}};
    folder_open("mjcf_weightless");
    folder_write("bad.obj", "v 0 0 x\n");
    folder_write("a.dae", "");
    folder_write("a.odd", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        (void)snprintf(
            text, sizeof text,
            MUJOCO(MISSING WORLD("<body><joint/>\n<geom type='mesh' mesh='%s'/></body>")),
            cases[i].mesh);
        assert_int_equal(load(text, NULL, &spec, &why), LUDO_BAD_MODEL);
        assert_null(spec);
        assert_int_equal(why.line, 2);
        if (strstr(why.message, cases[i].word) == NULL) {
            fail_msg("%s", why.message);
        }
    }
    folder_close();
}

#define IN_ASSET(mesh) "<mujoco><asset>\n" mesh "</asset>" WORLD(BODY("", "")) "</mujoco>"
#define WEIGHED(mesh, geom)                                                                        \
    "<mujoco><asset>" mesh "</asset>" WORLD("<body><joint/>\n" geom "</body>") "</mujoco>"

static void meshes_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_ASSET("<mesh name='m'/>"), LUDO_BAD_MODEL, 2, 1, "'builtin'"},
        {IN_ASSET("<mesh name='m' builtin='sphere'/>"), LUDO_BAD_MODEL, 2, 1, "0 numbers"},
        {IN_ASSET("<mesh name='m' builtin='orb' params='1'/>"), LUDO_BAD_MODEL, 2, 1, "'orb'"},
        {IN_ASSET("<mesh name='m' builtin='sphere' params='x'/>"), LUDO_PARSE, 2, 1, "'x'"},
        {IN_ASSET("<mesh builtin='sphere' params='1' file='a.stl'/>"), LUDO_BAD_MODEL, 2, 1,
         "keep one"},
        {IN_ASSET("<mesh name='m' builtin='sphere' params='1' " CORNERS "/>"), LUDO_BAD_MODEL, 2, 1,
         "keep one"},
        {IN_ASSET("<mesh name='m' vertex='0 0 0 1'/>"), LUDO_PARSE, 2, 1, "'vertex'"},
        {IN_ASSET("<mesh name='m' vertex='0 0 x'/>"), LUDO_PARSE, 2, 1, "'x'"},
        {IN_ASSET("<mesh name='m' " CORNERS "face='0 1 2 3'/>"), LUDO_PARSE, 2, 1, "'face'"},
        {IN_ASSET("<mesh name='m' " CORNERS "face='0 1 4'/>"), LUDO_BAD_MODEL, 2, 1, "face 0"},
        {IN_ASSET("<mesh name='m' " CORNERS "face='0 1 2 0 -1 2'/>"), LUDO_BAD_MODEL, 2, 1,
         "face 1"},
        {IN_ASSET("<mesh name='m' " CORNERS "face='0 1.5 2'/>"), LUDO_BAD_MODEL, 2, 1, "face 0"},
        {IN_ASSET("<mesh name='m' " CORNERS "refquat='0 0 0 0'/>"), LUDO_BAD_MODEL, 2, 1,
         "refquat"},
        {IN_ASSET("<mesh name='m' " CORNERS "inertia='hull'/>"), LUDO_PARSE, 2, 1, "'hull'"},
        {IN_ASSET("<mesh name='m' " CORNERS "class='k'/>"), LUDO_PARSE, 2, 1, "'k'"},
        {IN_ASSET("<mesh name='m' size='1'/>"), LUDO_PARSE, 2, 1, "'size'"},
        {IN_ASSET("<shape/>"), LUDO_PARSE, 2, 1, "'asset'"},
        {IN_ASSET("<mesh name='a' builtin='cone' params='3 1'/>\n<mesh file='a.stl'/>"),
         LUDO_BAD_MODEL, 3, 1, "the name 'a' is used twice, first in file.xml:2: rename"},
        {IN_ASSET("<material name='a'/>\n<material name='a'/>"), LUDO_BAD_MODEL, 3, 1,
         "the name 'a' is used twice"},
        {WEIGHED("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/>",
                 "<geom type='mesh' mesh='m'/>"),
         LUDO_BAD_MODEL, 1, 16, "plane"},
        {WEIGHED("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/>", "<geom mesh='m'/>"),
         LUDO_BAD_MODEL, 2, 1, "fitted"},
        {WEIGHED("<mesh name='m' " CORNERS "/>", "<geom type='plane' mesh='m'/>"), LUDO_BAD_MODEL,
         2, 1, "plane"},
        {WEIGHED("<mesh name='m' " CORNERS "/>",
                 "<geom type='mesh' mesh='m' shellinertia='true'/>"),
         LUDO_BAD_MODEL, 2, 1, "shellinertia"},
        {"<mujoco><compiler fitaabb='true'/>" MESH(
             CORNERS) "<worldbody><body><joint/>\n"
                      "<geom mesh='m'/></body></worldbody></mujoco>",
         LUDO_BAD_MODEL, 2, 1, "fitted"});
}

/* ---- memory ---- */

static void loading_meshes_survives_every_failing_allocation(void **state)
{
    (void)state;
    static const char text[] =
        MUJOCO("<asset><mesh file='corner.obj' inertia='convex'/><mesh name='t' " CORNERS FACES
               "/><mesh file='gone.stl'/><material name='r' rgba='1 0 0 1'/></asset>" WORLD(
                   "<body name='a'><joint/><geom type='mesh' mesh='corner' material='r'/>"
                   "<geom type='box' mesh='t'/><geom type='mesh' mesh='gone' "
                   "mass='0'/></body>") "<equality><weld body1='a'/></equality>");
    folder_open("mjcf_memory");
    folder_write("corner.obj", CORNER_OBJ);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        const ludo_status status = load(text, &alloc.hook, &spec, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
    folder_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_moved_turned_and_scaled),
        cmocka_unit_test(built_in_meshes_weigh),
        cmocka_unit_test(meshes_say_how_they_weigh),
        cmocka_unit_test(shapes_are_fitted_to_the_moments_of_meshes),
        cmocka_unit_test(files_are_found_and_name_their_meshes),
        cmocka_unit_test(unknown_meshes_do_no_harm_where_they_do_not_weigh),
        cmocka_unit_test(a_flat_mesh_does_no_harm_on_what_stands_still),
        cmocka_unit_test(masses_of_unknown_meshes_are_refused),
        cmocka_unit_test(meshes_that_can_not_be_are_refused),
        cmocka_unit_test(loading_meshes_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
