/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions as MJCF: what comes back is what was saved, and moves alike. */
#include "full_spec.h"
#include "round_trip.h"
#include "small_spec.h"
#include "spec/items.h"

static int set_up(void **state)
{
    (void)state;
    folder_open("test_save_mjcf_files");
    return 0;
}

/* ---- motion ---- */

/* Takes the spec, which has the keyframe "start" as its first or none. */
static void check_moves_alike(ludo_spec *spec)
{
    running back = alive(through_file(spec, "mjcf"));
    running r = alive(spec);
    if (ludo_model_keyframe_count(r.model) > 0) {
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        assert_int_equal(ludo_sim_reset(back.sim, 0), LUDO_OK);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, i, sin(i)), LUDO_OK);
        assert_int_equal(ludo_sim_set_control(back.sim, i, sin(i)), LUDO_OK);
    }
    check_go_on_alike(&r, &back);
}

static void random_trees_move_alike(void **state)
{
    (void)state;
    check_random_trees(check_moves_alike);
}

/* Seeds with which ten bodies have all types of joints but those with a ball after slides. */
static void all_forces_act_alike(void **state)
{
    (void)state;
    FOR_SEEDS(k, 6)
    {
        const ludo_scene_everything_options tree = {.bodies = 10,
                                                    .seed = 12 * k - 2,
                                                    .floating = k % 2 == 0,
                                                    .damped = k % 3 != 0,
                                                    .stiffness = 50.0};
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_everything(&tree, NULL, &spec), LUDO_OK);
        check_moves_alike(spec);
    }
}

static void all_joints_move_alike(void **state)
{
    (void)state;
    check_all_joints(check_moves_alike);
}

static void linkages_move_alike(void **state)
{
    (void)state;
    check_linkages(check_moves_alike);
}

static void scenes_and_examples_move_alike(void **state)
{
    static const char *const files[] = {"examples/double_pendulum.xml", "examples/governor.xml",
                                        "examples/heavy_top.xml", "examples/spherical_chain.xml"};
    const ludo_scene_chain_options chain = {
        .links = 5, .joint = "ball", .floating = true, .stir = 1.0};
    ludo_spec *spec = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        check_moves_alike(load(files[i]));
    }
    assert_int_equal(ludo_scene_chain(&chain, NULL, &spec), LUDO_OK);
    check_moves_alike(spec);
    assert_int_equal(ludo_scene_governor(NULL, &spec), LUDO_OK);
    check_moves_alike(spec);
    assert_int_equal(ludo_scene_torque_free_body(NULL, &spec), LUDO_OK);
    check_moves_alike(spec);
}

/* Hinge, frame without mass, hinge: three such frames in a row, one of them turned. */
static void frames_without_mass_fold_into_one_body(void **state)
{
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        const ludo_body_def frame = {.struct_size = sizeof frame, .name = NULL};
        if (i < 3) {
            assert_int_equal(ludo_spec_add_body(spec, &frame, NULL), LUDO_OK);
        } else {
            add_body(spec, "load");
        }
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = i == 1 ? "slide" : "hinge",
                                      .parent = i - 1,
                                      .child = i,
                                      .in_parent = {{0.1, 0.2 * i, 0.3}, {0.8, 0.0, 0.6, 0.0}},
                                      .in_child = {{0.0, 0.1 * i, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                      .axis = {1.0, i, 0.5},
                                      .reference = 0.2 * i};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    save(spec, "fold.xml", "mjcf", &reported);
    assert_non_null(strstr(reported.text, "body 'body0' and 2 more: MJCF has no massless bodies"));
    ludo_spec *back = load(folder_path("fold.xml"));
    assert_int_equal(ludo_spec_body_count(back), 1);
    assert_int_equal(ludo_spec_joint_count(back), 4);
    assert_string_equal(ludo_spec_joint_at(back, 0)->name, "body0.joint0");
    assert_true(ludo_spec_joint_at(back, 3)->continues);
    ludo_spec_destroy(back);
    check_moves_alike(spec);
}

/* ---- what is written ---- */

static const ludo_body_def *body_named(const ludo_spec *spec, const char *name)
{
    for (int32_t i = 0; i < ludo_spec_body_count(spec); i++) {
        if (strcmp(ludo_spec_body_at(spec, i)->name, name) == 0) {
            return ludo_spec_body_at(spec, i);
        }
    }
    fail_msg("there is no body '%s'", name);
    return NULL;
}

static void masses_come_back_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(8, seed, false, NULL, &spec), LUDO_OK);
        ludo_spec *back = through_file(spec, "mjcf");
        for (int32_t i = 0; i < ludo_spec_body_count(spec); i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "body%d", (int)i);
            const ludo_body_def *a = ludo_spec_body_at(spec, i), *b = body_named(back, name);
            assert_true(a->mass == b->mass);
            assert_memory_equal(&a->com, &b->com, sizeof a->com);
            assert_memory_equal(a->inertia, b->inertia, sizeof a->inertia);
        }
        ludo_spec_destroy(back);
        ludo_spec_destroy(spec);
    }
}

/* A file with all that MJCF says comes back with every number of it: frames included, which are
 * found again as those of the file. */
static void what_was_read_is_read_again_to_the_bit(void **state)
{
    static const char *const files[] = {"tests/models/springs.xml", "tests/models/tendons.xml",
                                        "tests/models/keyframes.xml", "tests/models/frames.xml",
                                        "tests/models/several_joints.xml"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        ludo_spec *spec = load(files[i]), *back = through_file(spec, "mjcf");
        assert_int_equal(ludo_spec_joint_count(back), ludo_spec_joint_count(spec));
        for (int32_t j = 0; j < ludo_spec_joint_count(spec); j++) {
            const ludo_joint_def *a = ludo_spec_joint_at(spec, j), *b = ludo_spec_joint_at(back, j);
            assert_string_equal(a->type, b->type);
            assert_true(v3_max(v3_sub(a->axis, b->axis)) == 0.0);
            assert_true(v3_max(v3_sub(a->in_child.position, b->in_child.position)) == 0.0);
            assert_true(a->reference == b->reference);
            assert_memory_equal(a->along, b->along, sizeof a->along);
            /* of a composite joint all start where the first one is: for the others a rounding of
             * numbers below 1 is left */
            const ludo_vec3 gap = v3_sub(a->in_parent.position, b->in_parent.position);
            CHECK_NEAR(v3_max(gap), 0.0, a->continues ? 0x1p-52 : 0.0);
        }
        ludo_spec_destroy(back);
        ludo_spec_destroy(spec);
    }
}

static void everything_else_comes_back(void **state)
{
    ludo_spec *spec = full_spec(NULL), *back = through_file(spec, "mjcf");
    (void)state;
    const ludo_geom_def *g = ludo_spec_geom_at(back, 1), *g0 = ludo_spec_geom_at(spec, 0);
    assert_string_equal(g->name, "shape"); /* after what is on the world */
    assert_string_equal(g->type, "mesh");
    assert_memory_equal(&g->frame, &g0->frame, sizeof g->frame);
    assert_memory_equal(g->friction, g0->friction, sizeof g->friction);
    assert_true(g->mass == 0.7 && g->group == 3 && g->contype == 6 && g->conaffinity == 1);
    assert_true(g->condim == 4 && g->priority == 2 && g->restitution == 0.0);
    assert_true(ludo_spec_geom_at(back, 0)->restitution == 0.25);
    assert_string_equal(ludo_spec_geom_at(back, 0)->name, "geom1"); /* as something refers to it */
    const ludo_pair_def *p = ludo_spec_pair_at(back, 0);
    assert_string_equal(p->name, "touch");
    assert_true(p->geom_a == 1 && p->geom_b == 0 && p->condim == 4);
    assert_true(p->friction == 0.6 && p->restitution == 0.75);
    const ludo_exclude_def *apart = ludo_spec_exclude_at(back, 0);
    assert_string_equal(apart->name, "apart");
    assert_true(apart->body_a == LUDO_WORLD && apart->body_b == 0);
    const ludo_fluid_def *water = ludo_spec_fluid_at(back, 0);
    assert_true(water->body == 0 && water->added_mass[1][0] == 0.5);
    const ludo_mesh_def *m = ludo_spec_mesh_at(back, 0);
    assert_string_equal(m->name, "wedge");
    assert_int_equal(m->inertia, LUDO_MESH_EXACT);
    assert_int_equal(m->vertex_count, 4);
    assert_memory_equal(m->vertex, ludo_spec_mesh_at(spec, 0)->vertex, 12 * sizeof *m->vertex);
    assert_memory_equal(m->face, ludo_spec_mesh_at(spec, 0)->face, 12 * sizeof *m->face);
    const ludo_coupling_def *c = ludo_spec_coupling_at(back, 0);
    assert_string_equal(c->name, "gear");
    assert_true(c->joint == 1 && c->from == 0 && c->coefficient[2] == 0.3);
    const ludo_joint_def *l = ludo_spec_closure_at(back, 0), *l0 = ludo_spec_closure_at(spec, 0);
    assert_string_equal(l->type, "fixed");
    assert_int_equal(l->parent, LUDO_WORLD);
    assert_memory_equal(&l->in_parent.position, &l0->in_parent.position, sizeof(ludo_vec3));
    assert_true(ludo_spec_joint_at(back, 1)->along[0].effort == 6.0);
    const ludo_actuator_def *u = ludo_spec_actuator_at(back, 0);
    assert_true(u->gain == 3.0 && u->bias[1] == -3.0 && u->bias[2] == -0.2);
    assert_true(u->control_limited && u->control_range[1] == 2.0 && !u->force_limited);
    /* -1 says something else in MJCF: the number next to it */
    CHECK_NEAR(ludo_spec_spring_at(back, 0)->rest[0], -1.0, 0x1p-53);
    assert_true(ludo_spec_keyframe_at(back, 0)->time == 3.0);
    assert_true(ludo_spec_keyframe_at(back, 0)->control[0] == 1.5);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* A description with geoms of these restitutions, without names, on one body. */
static ludo_spec *spec_of_geoms(const double *restitution, int count)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    for (int i = 0; i < count; i++) {
        ludo_geom_def geom = ludo_geom_default();
        geom.size[0] = 1.0, geom.restitution = restitution[i];
        assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    }
    return spec;
}

/* One number where all have it; else those have names of which there is something to say. */
static void restitution_comes_back(void **state)
{
    (void)state;
    static const struct {
        double restitution[3];
        const char *name[3];
    } cases[] = {{{0.5, 0.5, 0.5}, {"", "", ""}},
                 {{0.0, 1.0, 0.25}, {"", "geom1", "geom2"}},
                 {{0.1, 0.0, 0.1}, {"geom0", "", "geom2"}},
                 {{0.0, 0.0, 0.0}, {"", "", ""}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of_geoms(cases[i].restitution, 3);
        ludo_spec *back = through_file(spec, "mjcf");
        for (int32_t k = 0; k < 3; k++) {
            assert_true(ludo_spec_geom_at(back, k)->restitution == cases[i].restitution[k]);
            assert_string_equal(ludo_spec_geom_at(back, k)->name, cases[i].name[k]);
        }
        ludo_spec_destroy(back);
        ludo_spec_destroy(spec);
    }
}

/* A concave mesh has a name, by which its number refers to it. */
static void concave_meshes_come_back(void **state)
{
    (void)state;
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int32_t face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    ludo_spec *spec = new_spec();
    ludo_mesh_def mesh = ludo_mesh_default();
    ludo_geom_def geom = ludo_geom_default();
    mesh.vertex = vertex, mesh.vertex_count = 4, mesh.face = face, mesh.face_count = 4;
    geom.type = "mesh", geom.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    for (int k = 0; k < 2; k++) {
        geom.concave = k == 1;
        assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    }
    ludo_spec *back = through_file(spec, "mjcf");
    for (int32_t k = 0; k < 2; k++) {
        assert_int_equal(ludo_spec_geom_at(back, k)->concave, k == 1);
        assert_string_equal(ludo_spec_geom_at(back, k)->name, k == 1 ? "geom1" : "");
    }
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* Of a pair nothing is said where its restitution is that of its geoms, and friction is 1; a name
 * that a geom has as well is another one in the file. */
static void pairs_come_back(void **state)
{
    (void)state;
    const double restitution[] = {0.5, 0.25};
    ludo_spec *spec = spec_of_geoms(restitution, 2);
    ludo_geom_def geom = ludo_geom_default();
    geom.name = "same", geom.size[0] = 1.0, geom.restitution = 0.125;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    const ludo_pair_def pairs[] = {{.struct_size = sizeof(ludo_pair_def),
                                    .geom_b = 1,
                                    .condim = 3,
                                    .friction = 1.0,
                                    .spin_friction = 0.005,
                                    .roll_friction = 0.0001,
                                    .restitution = 0.5},
                                   {.struct_size = sizeof(ludo_pair_def),
                                    .name = "same",
                                    .geom_a = 2,
                                    .geom_b = 1,
                                    .condim = 6,
                                    .friction = 1.0,
                                    .spin_friction = 0.25,
                                    .roll_friction = 0.125,
                                    .restitution = 0.0}};
    message_log reported = {.text = ""};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_spec_add_pair(spec, &pairs[i], NULL), LUDO_OK);
    }
    save(spec, "pairs.xml", "mjcf", &reported);
    assert_non_null(strstr(reported.text, "pair 'same': the name is in use"));
    ludo_spec *back = load(folder_path("pairs.xml"));
    static const char *const names[] = {"pair0", "same_1"};
    for (int32_t i = 0; i < 2; i++) {
        const ludo_pair_def *p = ludo_spec_pair_at(back, i);
        assert_string_equal(p->name, names[i]);
        assert_true(p->geom_a == pairs[i].geom_a && p->geom_b == pairs[i].geom_b);
        assert_true(p->condim == pairs[i].condim && p->friction == pairs[i].friction);
        assert_true(p->spin_friction == pairs[i].spin_friction);
        assert_true(p->roll_friction == pairs[i].roll_friction);
        assert_true(p->restitution == pairs[i].restitution);
    }
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* A mesh of which nothing is known, with its geom; a body that is folded into the next one. */
static void what_is_left_out_touches_nothing(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    const ludo_body_def frame = {.struct_size = sizeof frame, .name = "frame"};
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh, .name = "lost", .file = "nowhere.stl"};
    const ludo_pair_def pair = {
        .struct_size = sizeof pair, .name = "p", .geom_b = 1, .condim = 3, .restitution = 0.5};
    const ludo_exclude_def apart = {
        .struct_size = sizeof apart, .name = "e", .body_a = 0, .body_b = 1};
    ludo_geom_def geom = ludo_geom_default();
    assert_int_equal(ludo_spec_add_body(spec, &frame, NULL), LUDO_OK);
    add_body(spec, "load");
    for (int32_t i = 0; i < 2; i++) {
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "hinge",
                                      .parent = i - 1,
                                      .child = i,
                                      .axis = {i, 1.0 - i, 0.0}};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    geom.type = "mesh", geom.body = 1, geom.name = "g", geom.restitution = 0.5;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    geom.type = "sphere", geom.size[0] = 1.0, geom.name = "s", geom.restitution = 0.0;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_pair(spec, &pair, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_exclude(spec, &apart, NULL), LUDO_OK);
    const ludo_fluid_def water = {.struct_size = sizeof water, .displaced_mass = 1.0};
    assert_int_equal(ludo_spec_add_fluid(spec, &water, NULL), LUDO_OK);
    save(spec, "left.xml", "mjcf", &reported);
    assert_non_null(strstr(reported.text, "pair 'p': left out, because one of its geoms is"));
    assert_non_null(
        strstr(reported.text, "exclude 'e': left out: one of its bodies does not exist in MJCF"));
    assert_non_null(strstr(reported.text,
                           "fluid around body 'frame': left out: its body does not exist in MJCF"));
    ludo_spec *back = load(folder_path("left.xml"));
    assert_int_equal(ludo_spec_geom_count(back), 1);
    assert_int_equal(ludo_spec_pair_count(back), 0);
    assert_int_equal(ludo_spec_exclude_count(back), 0);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* Where a ball's range begins, and how the mass of a geom is spread that is a mesh: readers would
 * refuse either. */
static void what_is_not_looked_at_is_not_written(void **state)
{
    (void)state;
    ludo_spec *full = full_spec(NULL), *spec = new_spec();
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "mesh", geom.shell = true;
    add_body(spec, "ball");
    assert_int_equal(ludo_spec_add_mesh(spec, ludo_spec_mesh_at(full, 0), NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "ball",
                                  .parent = LUDO_WORLD,
                                  .along[0] = {.limited = true, .range = {-1.0, 2.0}}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_spec *back = through_file(spec, "mjcf");
    const ludo_joint_def *b = ludo_spec_joint_at(back, 0);
    assert_true(b->along[0].limited && b->along[0].range[0] == 0.0 && b->along[0].range[1] == 2.0);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
    ludo_spec_destroy(full);
}

/* At the reference pose the points of the first closure coincide, those of the second don't: where
 * there is no site one is made, and used when it is written again. */
static void open_closures_get_sites(void **state)
{
    ludo_spec *spec = new_spec();
    ludo_joint_def closure = {
        .struct_size = sizeof closure, .name = "shut", .type = "ball", .parent = 0, .child = 1};
    (void)state;
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "hinge", 0, 1);
    closure.in_parent.position = closure.in_child.position = v3(0.1, 0.2, 0.3);
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    closure.name = "open", closure.in_child.position.x = 1.0;
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    ludo_spec *back = through_file(spec, "mjcf");
    assert_int_equal(ludo_spec_site_count(back), 2);
    assert_string_equal(ludo_spec_site_at(back, 0)->name, "open.end1");
    for (int32_t i = 0; i < 2; i++) {
        const ludo_joint_def *c = ludo_spec_closure_at(back, i),
                             *c0 = ludo_spec_closure_at(spec, i);
        assert_string_equal(c->name, c0->name);
        assert_string_equal(c->type, "ball");
        assert_true(v3_max(v3_sub(c->in_parent.position, c0->in_parent.position)) == 0.0);
        CHECK_NEAR(v3_max(v3_sub(c->in_child.position, c0->in_child.position)), 0.0, 0x1p-52);
    }
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* One closure whose points coincide at the reference pose, one whose don't. */
static void hinges_that_close_loops_connect_two_points(void **state)
{
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    ludo_joint_def closure = {.struct_size = sizeof closure,
                              .name = "shut",
                              .type = "hinge",
                              .parent = LUDO_WORLD,
                              .child = 1,
                              .axis = {0.0, 3.0, 0.0}};
    (void)state;
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "hinge", 0, 1);
    closure.in_parent.position = closure.in_child.position = v3(0.0, 0.5, 0.0);
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    closure.name = "open", closure.in_parent.orientation = (ludo_quat){0.6, 0.8, 0.0, 0.0};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    save(spec, "hinges.xml", "mjcf", &reported);
    assert_non_null(strstr(reported.text, "closure 'shut' and 1 more: MJCF has no hinge closures"));
    assert_non_null(
        strstr(reported.text, "closure 'open.1': the loop is open at the reference pose"));

    static const char *const names[] = {"shut", "shut.1", "open", "open.1"};
    ludo_spec *back = through_file(spec, "mjcf");
    assert_int_equal(ludo_spec_closure_count(back), 4);
    for (int32_t i = 0; i < 4; i++) {
        const ludo_joint_def *c = ludo_spec_closure_at(back, i);
        assert_string_equal(c->name, names[i]);
        assert_string_equal(c->type, "ball");
        assert_int_equal(c->parent, LUDO_WORLD);
        const ludo_vec3 at = v3(0.0, i % 2 == 0 ? 0.5 : 1.5, 0.0);
        CHECK_NEAR(v3_max(v3_sub(c->in_child.position, at)), 0.0, 0x1p-52);
    }
    /* the axis y turned by a quaternion (0.6, 0.8 x): cosine -0.28, sine 0.96 */
    const ludo_vec3 turned = ludo_spec_closure_at(back, 3)->in_parent.position;
    CHECK_NEAR(v3_max(v3_sub(turned, v3(0.0, 0.5 - 0.28, 0.96))), 0.0, 0x1p-51);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

static void names_hold_any_character_of_xml(void **state)
{
    static const char *const names[] = {"<a> & 'b' \"c\"",
                                        "tab\tline\nreturn\r",
                                        " blank ",
                                        "K\303\244se \316\251 \360\237\244\226",
                                        "world",
                                        "../../etc/passwd",
                                        "body6"};
    enum { NAMES = sizeof names / sizeof *names };
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    (void)state;
    for (int32_t i = 0; i < NAMES; i++) {
        add_body(spec, names[i]);
        add_joint_at(spec, names[i], "hinge", i - 1, i, (ludo_place){0});
    }
    add_body(spec, NULL);
    save(spec, "names.xml", "mjcf", &reported);
    ludo_spec *back = load(folder_path("names.xml"));
    for (int32_t i = 0; i < NAMES; i++) {
        const bool world = strcmp(names[i], "world") == 0;
        assert_string_equal(ludo_spec_body_at(back, i)->name, world ? "world_1" : names[i]);
        assert_string_equal(ludo_spec_joint_at(back, i)->name, names[i]);
    }
    assert_string_equal(ludo_spec_body_at(back, NAMES)->name, "body7");
    assert_non_null(strstr(reported.text, "body 'world': the name is in use in this format"));
    assert_int_equal(reported.count, 1);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* ---- what is told ---- */

static void what_mjcf_lacks_is_told_once_with_the_first_place(void **state)
{
    static const struct {
        const char *name, *type;
        double speed;
    } joints[] = {{"a", "hinge", 1.0},
                  {"b", "cylindrical", 0.0},
                  {"c", "point-on-line", 2.0},
                  {"d", "fixed", 0.0}};
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .name = joints[i].name,
                                      .type = joints[i].type,
                                      .parent = i - 1,
                                      .child = i,
                                      .axis = {0.0, 0.0, 1.0},
                                      .along = {{.speed = joints[i].speed}},
                                      .place = {"spec.xml", 20 + i, 1}};
        add_body(spec, joints[i].name);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const ludo_joint_def closure = {
        .struct_size = sizeof closure, .name = "rail", .type = "slide", .child = 1, .parent = 2};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    save(spec, "reported.xml", "mjcf", &reported);
    static const char *const lines[] = {
        "spec.xml:20: joint 'a' and 1 more: MJCF has no velocity limits of joints",
        "spec.xml:21: joint 'b' of type cylindrical and 1 more: MJCF has no such type",
        ("spec.xml:22: joint 'c.1': Ludo cannot read a ball together with other joints on one body "
         "yet"),
        "spec.xml:23: joint 'd': MJCF has no fixed joints",
        "-:0: closure 'rail' of type slide: left out: MJCF can close loops only by",
    };
    check_messages(&reported, lines, sizeof lines / sizeof *lines);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_move_alike),
        cmocka_unit_test(all_forces_act_alike),
        cmocka_unit_test(all_joints_move_alike),
        cmocka_unit_test(linkages_move_alike),
        cmocka_unit_test(scenes_and_examples_move_alike),
        cmocka_unit_test(frames_without_mass_fold_into_one_body),
        cmocka_unit_test(masses_come_back_to_the_bit),
        cmocka_unit_test(what_was_read_is_read_again_to_the_bit),
        cmocka_unit_test(everything_else_comes_back),
        cmocka_unit_test(restitution_comes_back),
        cmocka_unit_test(concave_meshes_come_back),
        cmocka_unit_test(pairs_come_back),
        cmocka_unit_test(what_is_left_out_touches_nothing),
        cmocka_unit_test(what_is_not_looked_at_is_not_written),
        cmocka_unit_test(open_closures_get_sites),
        cmocka_unit_test(hinges_that_close_loops_connect_two_points),
        cmocka_unit_test(names_hold_any_character_of_xml),
        cmocka_unit_test(what_mjcf_lacks_is_told_once_with_the_first_place),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
