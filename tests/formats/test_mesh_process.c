/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes by the helper program: COLLADA, PLY and glTF, its answers, and programs that misbehave.
 * The tests of formats skip where the program is not built. */
#include "folder.h"
#include "formats/mesh/mesh_process.h"
#include "mesh_bytes.h"
#include "model_text.h"

#include <stdio.h>
#include <sys/stat.h>

/* Numbers of files pass through floats: a few roundings of numbers below 4. */
static const double single = 8.0 * 0x1p-24;

/* ---- answers ---- */

/* A triangle of vertices (1 2 3), (4 5 6), (7 8 9), with its last vertex given. */
static size_t answer_of(char bytes[100], unsigned char last)
{
    static const unsigned char head[16] = "ludomesh\3\0\0\0\1\0\0";
    memset(bytes, 0, 100);
    memcpy(bytes, head, sizeof head);
    for (int i = 0; i < 9; i++) {
        const double x = 1.0 + i;
        memcpy(bytes + 16 + 8 * i, &x, sizeof x);
    }
    bytes[88 + 4] = 1;
    bytes[88 + 8] = (char)last;
    return 100;
}

static ludo_status read_answer(const char *bytes, size_t length, mesh_surface *s,
                               ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    *s = (mesh_surface){0};
    *why = (ludo_diagnostic){.line = -1};
    char *exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    const ludo_status status = ludo_mesh_answer_read(s, exact, length, "a.dae", &a, why);
    free(exact);
    return status;
}

static void an_answer_is_a_surface(void **state)
{
    (void)state;
    char bytes[100];
    mesh_surface s;
    ludo_diagnostic why;
    assert_int_equal(read_answer(bytes, answer_of(bytes, 2), &s, &why), LUDO_OK);
    assert_int_equal(s.vertices.count, 3);
    check_vertex(&s, 2, 7, 8, 9);
    check_face(&s, 0, 0, 1, 2);
    surface_release(&s);
}

static void answers_that_are_cut_or_false_are_refused(void **state)
{
    (void)state;
    char bytes[101];
    mesh_surface s;
    ludo_diagnostic why;
    for (size_t length = 0; length < answer_of(bytes, 2); length++) {
        assert_int_equal(read_answer(bytes, length, &s, &why), LUDO_PARSE);
        surface_release(&s);
    }
    bytes[100] = 0;
    assert_int_equal(read_answer(bytes, 101, &s, &why), LUDO_PARSE);
    assert_non_null(strstr(why.message, "incomplete"));
    surface_release(&s);
    assert_int_equal(read_answer(bytes, answer_of(bytes, 3), &s, &why), LUDO_PARSE);
    assert_non_null(strstr(why.message, "vertex 3 of 3"));
    surface_release(&s);
    const double none = (double)NAN;
    (void)answer_of(bytes, 2);
    memcpy(bytes + 16, &none, sizeof none);
    assert_int_equal(read_answer(bytes, 100, &s, &why), LUDO_PARSE);
    assert_non_null(strstr(why.message, "not finite"));
    surface_release(&s);
    assert_int_equal(read_answer("ludofailfor\na reason", 20, &s, &why), LUDO_PARSE);
    assert_non_null(strstr(why.message, "a reason"));
    assert_null(strchr(why.message, '\n'));
    surface_release(&s);
}

/* ---- programs ---- */

/* A script as the program; the status and message of its run on a file. */
static ludo_status run_script(const char *script, const ludo_allocator *a, ludo_diagnostic *why)
{
    folder_write("helper", script);
    assert_int_equal(chmod(folder_path("helper"), 0755), 0);
    const mesh_helper h = {folder_path("helper"), 0.5, 100000};
    whole_file answer;
    *why = (ludo_diagnostic){.line = -1};
    const ludo_status status = ludo_mesh_helper_run(&h, "x.dae", &answer, a, why);
    memory_give(a, answer.bytes);
    return status;
}

static void programs_that_misbehave_are_ended(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        ludo_status status;
        const char *word;
    } cases[] = {{"#!/bin/sh\nexec sleep 100\n", LUDO_PARSE, "took too long"},
                 {"#!/bin/sh\nexec yes\n", LUDO_PARSE, "too long"},
                 {"#!/bin/sh\nkill -SEGV $$\n", LUDO_PARSE, "signal 11"},
                 {"#!/nowhere/at/all\n", LUDO_IO, "No such file"}};
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_diagnostic why;
        assert_int_equal(run_script(cases[i].script, &a, &why), cases[i].status);
        assert_non_null(strstr(why.message, cases[i].word));
        assert_string_equal(why.file, "x.dae");
    }
}

static void the_file_name_is_one_word(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    folder_write("helper", "#!/bin/sh\nprintf '%s|%s' $# \"$1\"\n");
    assert_int_equal(chmod(folder_path("helper"), 0755), 0);
    const mesh_helper h = {folder_path("helper"), 60.0, 1000};
    whole_file answer;
    ludo_diagnostic why;
    static const char path[] = "a b; $(touch c) '\"";
    assert_int_equal(ludo_mesh_helper_run(&h, path, &answer, &a, &why), LUDO_OK);
    assert_int_equal(answer.length, 2 + strlen(path));
    assert_memory_equal(answer.bytes + 2, path, strlen(path));
    memory_give(&a, answer.bytes);
}

static void allocations_that_fail_leave_no_process(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_diagnostic why;
        const ludo_status status =
            run_script("#!/bin/sh\nhead -c 90000 /dev/zero\n", &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
    }
}

/* ---- formats ---- */

#define COLLADA(asset, more, nodes)                                                                \
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "          \
    "version='1.4.1'><asset>" asset "</asset><library_geometries><geometry id='g'><mesh>"          \
    "<source id='p'><float_array id='pa' count='12'>0 0 0 1 0 0 0 2 0 0 0 3</float_array>"         \
    "<technique_common><accessor source='#pa' count='4' stride='3'><param name='X' "               \
    "type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"        \
    "</technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/>"        \
    "</vertices><triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>"            \
    "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>" more                            \
    "</library_geometries><library_visual_scenes><visual_scene id='s'>" nodes                      \
    "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene>"      \
    "</COLLADA>"
#define NODE(transform, inside) "<node>" transform "<instance_geometry url='#g'/>" inside "</node>"

static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                          "property float y\nproperty float z\nelement face 4\n"
                          "property list uchar int vertex_indices\nend_header\n"
                          "0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

/* Positions 0 0 0, 1 0 0, 0 2 0, 0 0 3 as floats, indices as shorts, in a buffer beside the file or
 * in the file. */
#define GLTF(uri)                                                                                  \
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],"          \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"                       \
    "'buffers':[{'byteLength':72,'uri':'" uri "'}],"                                               \
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':24}],"   \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3',"                   \
    "'min':[0,0,0],'max':[1,2,3]},"                                                                \
    "{'bufferView':1,'componentType':5123,'count':12,'type':'SCALAR'}]}"
#define BUFFER                                                                                     \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBAAAACAAEAAAABAAMAAAADAAIAAQAC" \
    "AAMA"

/* Write a file with single quotes as double ones. */
static void write_json(const char *file, const char *text)
{
    char json[1024];
    const size_t length = strlen(text);
    assert_true(length < sizeof json);
    for (size_t i = 0; i <= length; i++) {
        json[i] = (char)(text[i] == '\'' ? '"' : text[i]);
    }
    folder_write(file, json);
}

/* The program of this build; skips the test where there is none. */
static void need_helper(void)
{
    char path[4096];
    const char *build = getenv("LUDO_BUILD");
    struct stat what;
    (void)snprintf(path, sizeof path, "%s/ludo-mesh", build != NULL ? build : "build-gcc");
    if (stat(path, &what) != 0) {
        skip();
    }
    environment_set("LUDO_MESH_HELPER", path);
}

/* The mass properties of a robot whose link is a mesh of density 1: its volume and centre. */
static void weigh(const char *file, const char *scale, double *volume, ludo_vec3 *centre)
{
    char text[512];
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    double inertia[6];
    (void)snprintf(text, sizeof text,
                   "<robot name='r'><link name='a'><collision><geometry><mesh filename='%s' "
                   "scale='%s'/></geometry></collision></link></robot>",
                   file, scale);
    folder_write("robot.urdf", text);
    assert_int_equal(ludo_load_file(folder_path("robot.urdf"), NULL, NULL, &spec, &why), LUDO_OK);
    if (ludo_spec_note_count(spec) > 0) {
        ludo_note_info note = {.struct_size = sizeof note};
        (void)ludo_spec_note(spec, 0, &note);
        fail_msg("%s: %s", file, note.message);
    }
    ludo_mesh_def mesh = {.struct_size = sizeof mesh};
    ludo_geom_def geom = {.struct_size = sizeof geom};
    assert_int_equal(ludo_spec_mesh(spec, 0, &mesh), LUDO_OK);
    mesh.inertia = LUDO_MESH_EXACT; /* the volume inside the faces: negative if they are turned */
    assert_int_equal(ludo_spec_set_mesh(spec, 0, &mesh), LUDO_OK);
    assert_int_equal(ludo_spec_geom(spec, 0, &geom), LUDO_OK);
    geom.density = 1.0;
    assert_int_equal(ludo_spec_set_geom(spec, 0, &geom), LUDO_OK);
    if (ludo_spec_weigh_geom(spec, 0, volume, centre, inertia, &why) != LUDO_OK) {
        fail_msg("%s: %s", file, why.message);
    }
    ludo_spec_destroy(spec);
}

/* The tetrahedron with legs 1, 2, 3 along the axes, in each format and scale. */
static void formats_are_the_same_tetrahedron(void **state)
{
    (void)state;
    need_helper();
    folder_write("a.dae", COLLADA("<up_axis>Z_UP</up_axis>", "", NODE("", "")));
    folder_write("a.ply", ply);
    write_json("a.gltf", GLTF("data:application/octet-stream;base64," BUFFER));
    static const char *const files[] = {"a.dae", "a.ply", "a.gltf"};
    static const struct {
        const char *text;
        ludo_vec3 scale;
    } scales[] = {{"1 1 1", {1, 1, 1}}, {"0.5 2 1", {0.5, 2, 1}}, {"1 -1 1", {1, -1, 1}}};
    for (size_t i = 0; i < 9; i++) {
        const ludo_vec3 s = scales[i / 3].scale;
        double volume;
        ludo_vec3 centre;
        weigh(files[i % 3], scales[i / 3].text, &volume, &centre);
        CHECK_NEAR(volume, fabs(s.x * s.y * s.z), single);
        CHECK_NEAR(centre.x, 0.25 * s.x, single);
        CHECK_NEAR(centre.y, 0.5 * s.y, single);
        CHECK_NEAR(centre.z, 0.75 * s.z, single);
    }
}

/* As in rviz and gazebo: metres, and the axes of the file whatever up_axis says. */
static void the_unit_of_collada_counts_and_its_up_axis_does_not(void **state)
{
    (void)state;
    need_helper();
    static const char *const texts[] = {
        COLLADA("<unit meter='0.5'/><up_axis>X_UP</up_axis>", "", NODE("", "")),
        COLLADA("<unit meter='0.5'/><up_axis>Y_UP</up_axis>", "", NODE("", "")),
        COLLADA("<unit meter='0.5'/><up_axis>Z_UP</up_axis>", "", NODE("", "")),
        COLLADA("<unit meter='0.5'/>", "", NODE("", ""))};
    for (int i = 0; i < 4; i++) {
        double volume;
        ludo_vec3 centre;
        folder_write("unit.dae", texts[i]);
        weigh("unit.dae", "1 1 1", &volume, &centre);
        CHECK_NEAR(volume, 0.125, single);
        CHECK_NEAR(centre.x, 0.125, single);
        CHECK_NEAR(centre.z, 0.375, single);
    }
}

/* Two nodes, one in the other: moved by 10 along x, then mirrored and moved by 2 along y. */
static void nodes_place_and_join_their_meshes(void **state)
{
    (void)state;
    need_helper();
    folder_write("nodes.dae",
                 COLLADA("", "",
                         NODE("<translate>10 0 0</translate>",
                              NODE("<translate>0 2 0</translate><scale>1 1 -1</scale>", ""))));
    double volume;
    ludo_vec3 centre;
    weigh("nodes.dae", "1 1 1", &volume, &centre);
    CHECK_NEAR(volume, 2.0, single);
    CHECK_NEAR(centre.x, 10.25, 8.0 * single); /* numbers up to 11 */
    CHECK_NEAR(centre.y, 1.5, single);
    CHECK_NEAR(centre.z, 0.0, single);
}

/* The reason that a file is left out. */
static void check_left_out(const char *file, const char *word)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    mesh_surface s = {0};
    ludo_diagnostic why = {.line = -1};
    assert_true(ludo_mesh_helper_read(&s, folder_path(file), &a, &why) != LUDO_OK);
    if (strstr(why.message, word) == NULL) {
        fail_msg("%s: '%s' lacks '%s'", file, why.message, word);
    }
    surface_release(&s);
}

static void files_that_are_none_are_left_out(void **state)
{
    (void)state;
    need_helper();
    folder_write("empty.dae", "");
    folder_write("junk.glb", "glTF junk that goes on");
    folder_write("none.dae", COLLADA("", "", ""));
    check_left_out("empty.dae", "can't be read");
    check_left_out("junk.glb", "can't be read");
    check_left_out("none.dae", "can't be read");
    check_left_out("missing.dae", "does not exist");
}

/* A buffer beside the mesh is read, one elsewhere is not. */
static void buffers_are_read_from_the_folder_of_the_mesh_only(void **state)
{
    (void)state;
    need_helper();
    folder_write("secret.bin", "123456789012345678901234567890123456789012345678901234567890"
                               "123456789012");
    static const char *const uris[] = {GLTF("../secret.bin"), GLTF("link.bin")};
    folder_write("below/x", "");
    folder_link("below/link.bin", "../secret.bin");
    for (int i = 0; i < 2; i++) {
        write_json("below/a.gltf", uris[i]);
        check_left_out("below/a.gltf", "can't be read");
    }
}

static void without_the_program_the_mesh_stays_empty(void **state)
{
    (void)state;
    environment_set("LUDO_MESH_HELPER", "");
    folder_write("a.dae", COLLADA("", "", NODE("", "")));
    check_left_out("a.dae", "ludo-mesh, which reads COLLADA, PLY and glTF, is not installed");
    environment_set("LUDO_MESH_HELPER", NULL);
}

static int set_up(void **state)
{
    (void)state;
    folder_open("test_mesh_process");
    return 0;
}

static int tear_down(void **state)
{
    environment_set("LUDO_MESH_HELPER", NULL);
    return folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_a_surface),
        cmocka_unit_test(answers_that_are_cut_or_false_are_refused),
        cmocka_unit_test(programs_that_misbehave_are_ended),
        cmocka_unit_test(the_file_name_is_one_word),
        cmocka_unit_test(allocations_that_fail_leave_no_process),
        cmocka_unit_test(formats_are_the_same_tetrahedron),
        cmocka_unit_test(the_unit_of_collada_counts_and_its_up_axis_does_not),
        cmocka_unit_test(nodes_place_and_join_their_meshes),
        cmocka_unit_test(files_that_are_none_are_left_out),
        cmocka_unit_test(buffers_are_read_from_the_folder_of_the_mesh_only),
        cmocka_unit_test(without_the_program_the_mesh_stays_empty),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
