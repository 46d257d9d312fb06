/* SPDX-License-Identifier: Apache-2.0
 *
 * Mechanisms in trajectories: what is read back is what was described, and moves alike. */
#include "model_text.h"
#include "recording.h"
#include "same_spec.h"

#include <dirent.h>

static const char file[] = "mechanism.h5";

/* At the same start, both go on with the same bits. */
static void check_motion(recording *a, ludo_trajectory *t, int steps)
{
    recording b = {.spec = NULL};
    EXPECT(ludo_compile(ludo_trajectory_spec(t), NULL, &b.run.model, &why), LUDO_OK);
    const ludo_sim_options options = options_for(b.run.model);
    EXPECT(ludo_sim_create(b.run.model, &options, NULL, &b.run.sim, &why), LUDO_OK);
    if (ludo_model_keyframe_count(b.run.model) > 0) {
        assert_int_equal(ludo_sim_reset(b.run.sim, 0), LUDO_OK);
    }
    for (int i = 0; i < steps; i++) { /* random ones may be more than a step can take */
        assert_int_equal(ludo_step(a->run.sim, 0.002, NULL), ludo_step(b.run.sim, 0.002, NULL));
    }
    check_same_bits(&a->run, &b.run);
    run_close(&b.run);
}

/* Into a file and back. Takes the spec. */
static void check_comes_back(ludo_status built, ludo_spec *spec)
{
    recording r = recording_of(built, spec);
    record_start(&r, file, NULL);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    same_spec(r.spec, ludo_trajectory_spec(t));
    check_motion(&r, t, 100);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void every_example_comes_back_and_moves_with_the_same_bits(void **state)
{
    (void)state;
    int count = 0;
    DIR *folder = opendir("examples");
    assert_non_null(folder);
    for (const struct dirent *e = readdir(folder); e != NULL; e = readdir(folder)) {
        const char *end = strrchr(e->d_name, '.');
        if (end != NULL && (strcmp(end, ".xml") == 0 || strcmp(end, ".urdf") == 0)) {
            char path[300];
            ludo_spec *spec = NULL;
            (void)snprintf(path, sizeof path, "examples/%s", e->d_name);
            const ludo_status loaded = ludo_load_file(path, NULL, NULL, &spec, NULL);
            check_comes_back(loaded, spec);
            count++;
        }
    }
    (void)closedir(folder);
    assert_true(count >= 10);
}

static void everything_comes_back_and_moves_with_the_same_bits(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        ludo_spec *spec = NULL;
        const ludo_scene_everything_options options = {.bodies = 16,
                                                       .seed = seed,
                                                       .floating = seed % 2 == 0,
                                                       .damped = true,
                                                       .stiffness = 1e3};
        const ludo_status built = ludo_scene_everything(&options, NULL, &spec);
        check_comes_back(built, spec);
    }
}

static void random_trees_with_loops_come_back_and_move_with_the_same_bits(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(12, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        assert_int_equal(ludo_scene_close_loops(spec, 2, seed), LUDO_OK);
        check_comes_back(LUDO_OK, spec);
    }
}

/* Geoms that give back, a pair of them, bodies that don't touch: bodies 1 and 2. */
static void add_touching(ludo_spec *s)
{
    ludo_geom_def geom = ludo_geom_default();
    const ludo_pair_def pair = {.struct_size = sizeof pair,
                                .name = "pair",
                                .geom_b = 1,
                                .condim = 4,
                                .friction = 0.3,
                                .spin_friction = 0.02,
                                .roll_friction = 0.003,
                                .restitution = 0.7,
                                .place = {"a.xml", 1, 2}};
    const ludo_exclude_def apart = {.struct_size = sizeof apart,
                                    .name = "apart",
                                    .body_a = 2,
                                    .body_b = 1,
                                    .place = {"a.xml", 3, 4}};
    geom.size[0] = 0.1;
    for (geom.body = 1; geom.body < 3; geom.body++) {
        geom.restitution = 0.25 * geom.body;
        assert_int_equal(ludo_spec_add_geom(s, &geom, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_pair(s, &pair, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_exclude(s, &apart, NULL), LUDO_OK);
}

/* And joints that are kept; beside bodies that float, whose joints the model adds. */
static void meshes_notes_and_options_come_back(void **state)
{
    (void)state;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, 0.0, 1.0}};
    const double merge = 1.0, spherical = 0.0, gravity[3] = {0.1, 0.2, 0.3};
    ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                          .name = "kept",
                          .file = "somewhere.stl",
                          .place = {"a.xml", 7, 8}};
    ludo_spec *s = NULL;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_joint(s, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_mesh(s, &mesh, NULL), LUDO_OK);
    mesh.vertex = gravity, mesh.vertex_count = 1, mesh.inertia = LUDO_MESH_SHELL;
    mesh.name = "other";
    assert_int_equal(ludo_spec_add_mesh(s, &mesh, NULL), LUDO_OK);
    add_touching(s);
    assert_int_equal(ludo_spec_hold_joint(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_set_name(s, "name"), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(s, "merge", &merge, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(s, "spherical", &spherical, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(s, "gravity", gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(s, LUDO_NOTE_LIMIT, (ludo_place){"b.xml", 3, 4}, "said"),
                     LUDO_OK);
    assert_int_equal(ludo_spec_add_note(s, LUDO_NOTE_WARNING, (ludo_place){NULL, 0, 0}, ""),
                     LUDO_OK);
    check_comes_back(LUDO_OK, s);
}

/* Separators of paths, quotes, what is no UTF-8, very long, almost the same. */
static void names_come_back_whatever_they_are(void **state)
{
    (void)state;
    static char longest[3000];
    static const char *const names[] = {"a/b",  ".",        "..", " ",  "\xff\xfe", "\n",
                                        "\"<'", "\xc3\xa4", "a",  "a ", longest};
    memset(longest, 'x', sizeof longest - 1);
    ludo_spec *s = NULL;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .name = names[i],
                                    .mass = 1.0,
                                    .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_set_name(s, longest), LUDO_OK);
    check_comes_back(LUDO_OK, s);
}

/* --- files of earlier versions ---------------------------------------------------------------- */

/* The type of rows without one member. */
static hid_t type_without(hid_t type, const char *member)
{
    const hid_t less = H5Tcopy(type), whole = H5Tcreate(H5T_COMPOUND, H5Tget_size(type));
    for (int i = 0; i < H5Tget_nmembers(less); i++) {
        char *name = H5Tget_member_name(less, (unsigned)i);
        const hid_t of = H5Tget_member_type(less, (unsigned)i);
        if (strcmp(name, member) != 0) {
            assert_true(H5Tinsert(whole, name, H5Tget_member_offset(less, (unsigned)i), of) >= 0);
        }
        assert_true(H5free_memory(name) >= 0 && H5Tclose(of) >= 0);
    }
    assert_true(H5Tpack(whole) >= 0 && H5Tclose(less) >= 0);
    return whole;
}

/* Take a member out of a table of a few rows. */
static void drop_member(hid_t f, const char *table, const char *member)
{
    static char rows[1 << 16];
    hid_t d = H5Dopen2(f, table, H5P_DEFAULT);
    const hid_t from = H5Dget_space(d), whole = H5Dget_type(d);
    const hid_t type = type_without(whole, member);
    const hsize_t count = (hsize_t)H5Sget_simple_extent_npoints(from);
    const hid_t space = H5Screate_simple(1, &count, NULL);
    assert_true(count * H5Tget_size(type) <= sizeof rows && H5Sclose(from) >= 0);
    assert_true(H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0 && H5Dclose(d) >= 0);
    assert_true(H5Ldelete(f, table, H5P_DEFAULT) >= 0);
    d = H5Dcreate2(f, table, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0 && H5Dclose(d) >= 0);
    assert_true(H5Tclose(type) >= 0 && H5Tclose(whole) >= 0 && H5Sclose(space) >= 0);
}

/* Make a file one that knows nothing of gravity compensation and media. */
/* A file of one body with a geom, opened for change once it is written. */
static recording record_geom(hid_t *f)
{
    ludo_spec *s = NULL;
    ludo_geom_def geom = ludo_geom_default();
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    geom.name = "g", geom.size[0] = 0.1, geom.friction[2] = 0.5, geom.place.line = 3;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(s, &geom, NULL), LUDO_OK);
    recording r = recording_of(LUDO_OK, s);
    record_start(&r, file, NULL);
    record_end(&r, NULL);
    *f = H5Fopen(folder_path(file), H5F_ACC_RDWR, H5P_DEFAULT);
    return r;
}

static void check_reads_as(recording *r)
{
    ludo_trajectory *t = recorded(file);
    same_spec(r->spec, ludo_trajectory_spec(t));
    ludo_trajectory_close(t);
    recording_close(r);
}

/* What files lack that know nothing of sensors, activations and tables beside them. */
static void drop_robots(hid_t f)
{
    static const struct {
        const char *table, *member;
    } members[] = {
        {"spec/bodies", "drag_axes"},
        {"spec/bodies", "gravity_compensation"},
        {"spec/joints", "damping_curve"},
        {"spec/joints", "stiffness_curve"},
        {"spec/closures", "damping_curve"},
        {"spec/closures", "stiffness_curve"},
        {"spec/geoms", "drag"},
        {"spec/geoms", "drag_ellipsoid"},
        {"spec/sites", "type"},
        {"spec/sites", "size"},
        {"spec/springs", "gear"},
        {"spec/springs", "rod"},
        {"spec/springs", "path_count"},
        {"spec/springs", "limited"},
        {"spec/springs", "range"},
        {"spec/springs", "friction_loss"},
        {"spec/springs", "armature"},
        {"spec/actuators", "gain_type"},
        {"spec/actuators", "bias_type"},
        {"spec/actuators", "dynamics_type"},
        {"spec/actuators", "gain_slope"},
        {"spec/actuators", "length_range"},
        {"spec/actuators", "muscle"},
        {"spec/actuators", "time_constant"},
        {"spec/actuators", "activation_limited"},
        {"spec/actuators", "activation_range"},
        {"spec/actuators", "slew_rate"},
        {"spec/actuators", "resistance"},
        {"spec/actuators", "back_emf"},
        {"spec/actuators", "cogging"},
        {"spec/keyframes", "activation_count"},
    };
    static const char *const tables[] = {"spec/sensors", "spec/springs.path",
                                         "spec/keyframes.activation", "knots/activation"};
    static const char *const settings[] = {"density", "viscosity", "wind"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        drop_member(f, members[i].table, members[i].member);
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        assert_true(H5Ldelete(f, tables[i], H5P_DEFAULT) >= 0);
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_true(H5Adelete_by_name(f, "spec", settings[i], H5P_DEFAULT) >= 0);
    }
}

static void files_that_know_nothing_of_sensors_are_read(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    drop_robots(f);
    assert_true(H5Fclose(f) >= 0);
    check_reads_as(&r);
}

static void files_that_know_nothing_of_contacts_are_read(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    drop_robots(f);
    drop_member(f, "spec/geoms", "concave");
    drop_member(f, "spec/geoms", "restitution");
    assert_true(H5Ldelete(f, "spec/pairs", H5P_DEFAULT) >= 0 &&
                H5Ldelete(f, "spec/excludes", H5P_DEFAULT) >= 0 &&
                H5Ldelete(f, "spec/fluids", H5P_DEFAULT) >= 0 && H5Fclose(f) >= 0);
    check_reads_as(&r);
}

static void files_that_know_nothing_of_fluids_are_read(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    drop_robots(f);
    drop_member(f, "spec/geoms", "concave");
    assert_true(H5Ldelete(f, "spec/fluids", H5P_DEFAULT) >= 0 && H5Fclose(f) >= 0);
    check_reads_as(&r);
}

/* Pairs of such files slide only. */
static void files_that_know_nothing_of_rolling_are_read(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    drop_robots(f);
    drop_member(f, "spec/geoms", "concave");
    drop_member(f, "spec/pairs", "spin_friction");
    drop_member(f, "spec/pairs", "roll_friction");
    assert_true(H5Fclose(f) >= 0);
    check_reads_as(&r);
}

static void files_that_know_nothing_of_concave_meshes_are_read(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    drop_robots(f);
    drop_member(f, "spec/geoms", "concave");
    assert_true(H5Fclose(f) >= 0);
    check_reads_as(&r);
}

/* Paths, ranges, friction and armatures come back. */
static void paths_come_back(void **state)
{
    (void)state;
    ludo_spec *s = spec_of(
        "<mujoco><worldbody><site name='w' pos='-1 0 0.1'/><body pos='1 0 0'><joint type='slide'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><site name='s'/></body>"
        "<geom name='g' size='0.2' contype='0' conaffinity='0'/></worldbody><tendon><spatial "
        "stiffness='2' range='0 3' frictionloss='1' armature='2'><pulley divisor='2'/>"
        "<site site='w'/><geom geom='g' sidesite='w'/><site site='s'/></spatial></tendon>"
        "</mujoco>");
    recording r = recording_of(LUDO_OK, s);
    record_start(&r, file, NULL);
    record_end(&r, NULL);
    check_reads_as(&r);
}

/* Who knows of fluids knows of contacts. */
static void a_file_with_fluids_but_no_pairs_is_damaged(void **state)
{
    (void)state;
    hid_t f;
    recording r = record_geom(&f);
    ludo_trajectory *t = NULL;
    assert_true(H5Ldelete(f, "spec/pairs", H5P_DEFAULT) >= 0 && H5Fclose(f) >= 0);
    EXPECT(ludo_trajectory_open(folder_path(file), NULL, &t, &why), LUDO_PARSE);
    assert_null(t);
    recording_close(&r);
}

/* A body with a matrix whose halves differ by round-off, and one that only displaces. */
static void bodies_in_a_fluid_come_back_and_move_with_the_same_bits(void **state)
{
    (void)state;
    ludo_spec *s = NULL;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.1, 1.2, 0.0, 0.0, 0.0}};
    ludo_fluid_def fluid = {.struct_size = sizeof fluid,
                            .displaced_mass = 2.0,
                            .buoyancy = {0.1, 0.2, 0.3},
                            .place = {"a.xml", 5, 6}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            fluid.added_mass[i][j] = i == j ? 1.0 + i : 0.1 + (i > j ? 0x1p-50 : 0.0);
        }
    }
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_fluid(s, &fluid, NULL), LUDO_OK);
    check_comes_back(LUDO_OK, s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_comes_back_and_moves_with_the_same_bits),
        cmocka_unit_test(everything_comes_back_and_moves_with_the_same_bits),
        cmocka_unit_test(random_trees_with_loops_come_back_and_move_with_the_same_bits),
        cmocka_unit_test(meshes_notes_and_options_come_back),
        cmocka_unit_test(names_come_back_whatever_they_are),
        cmocka_unit_test(files_that_know_nothing_of_sensors_are_read),
        cmocka_unit_test(files_that_know_nothing_of_contacts_are_read),
        cmocka_unit_test(files_that_know_nothing_of_fluids_are_read),
        cmocka_unit_test(files_that_know_nothing_of_rolling_are_read),
        cmocka_unit_test(files_that_know_nothing_of_concave_meshes_are_read),
        cmocka_unit_test(paths_come_back),
        cmocka_unit_test(a_file_with_fluids_but_no_pairs_is_damaged),
        cmocka_unit_test(bodies_in_a_fluid_come_back_and_move_with_the_same_bits),
        cmocka_unit_test(nothing_of_a_file_stays_open),
    };
    folder_open("test_spec_file");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
