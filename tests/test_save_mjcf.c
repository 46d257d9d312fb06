/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions as MJCF: what comes back is what was saved, and moves alike. */
#include "saved.h"
#include "small_spec.h"

/* ---- motion ---- */

enum { STEPS = 50 };
static const double step = 0.002;

/* Frames are combined with a few roundings of numbers about 1; velocities, of some 10 m/s, differ
 * by those and by what Newton leaves, 1e-13 a step, both multiplied in 0.1 s by less than 100. */
static const double alike = 1e-9;

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
    CHECK_NEAR(distance_between(&r, &back), 0.0, 1e-12);
    run_steps(&r, step, STEPS);
    run_steps(&back, step, STEPS);
    CHECK_NEAR(distance_between(&r, &back), 0.0, alike);
    CHECK_NEAR(run_energy(&r), run_energy(&back), alike * (1.0 + fabs(run_energy(&r))));
    run_close(&r);
    run_close(&back);
}

static void random_trees_move_alike(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(12, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        check_moves_alike(spec);
    }
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
    static const char *const types[] = {"fixed",
                                        "hinge",
                                        "slide",
                                        "cylindrical",
                                        "universal",
                                        "planar",
                                        "ball",
                                        "orientation-only",
                                        "free",
                                        "hinge+slide",
                                        "slide+slide+hinge",
                                        "hinge+hinge+hinge+slide+slide+slide"};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ludo_spec *spec = NULL;
        const int32_t links = strcmp(types[i], "free") == 0 ? 1 : 3;
        assert_int_equal(ludo_scene_joint_chain(types[i], links, NULL, &spec), LUDO_OK);
        check_moves_alike(spec);
    }
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
    told heard = {.text = ""};
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        const ludo_body_def frame = {.name = NULL};
        if (i < 3) {
            assert_int_equal(ludo_spec_add_body(spec, &frame, NULL), LUDO_OK);
        } else {
            add_body(spec, "load");
        }
        const ludo_joint_def joint = {.type = i == 1 ? "slide" : "hinge",
                                      .parent = i - 1,
                                      .child = i,
                                      .in_parent = {{0.1, 0.2 * i, 0.3}, {0.8, 0.0, 0.6, 0.0}},
                                      .in_child = {{0.0, 0.1 * i, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                      .axis = {1.0, i, 0.5},
                                      .reference = 0.2 * i};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const saved_path path = saved_in("test_save_fold.xml");
    save(spec, path.text, "mjcf", &heard);
    assert_non_null(strstr(heard.text, "body 'body0' and 2 more: MJCF has no bodies without mass"));
    ludo_spec *back = load(path.text);
    assert_int_equal(ludo_spec_body_count(back), 1);
    assert_int_equal(ludo_spec_joint_count(back), 4);
    assert_string_equal(ludo_spec_joint(back, 0)->name, "body0.joint0");
    assert_true(ludo_spec_joint(back, 3)->continues);
    ludo_spec_destroy(back);
    assert_int_equal(remove(path.text), 0);
    check_moves_alike(spec);
}

/* ---- what is written ---- */

static const ludo_body_def *body_named(const ludo_spec *spec, const char *name)
{
    for (int32_t i = 0; i < ludo_spec_body_count(spec); i++) {
        if (strcmp(ludo_spec_body(spec, i)->name, name) == 0) {
            return ludo_spec_body(spec, i);
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
            const ludo_body_def *a = ludo_spec_body(spec, i), *b = body_named(back, name);
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
            const ludo_joint_def *a = ludo_spec_joint(spec, j), *b = ludo_spec_joint(back, j);
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

/* A body on a hinge and a slide, with one of everything else. */

static const ludo_frame somewhere = {{0.1, 0.2, 0.3}, {0.6, 0.8, 0.0, 0.0}};

static ludo_status add_mechanism(ludo_spec *s)
{
    const ludo_body_def body = {
        .name = "a", .mass = 1.0, .inertia = {1.0, 1.1, 1.2, 0.1, 0.0, 0.0}};
    ludo_joint_def joint = {.name = "turn",
                            .type = "hinge",
                            .parent = LUDO_WORLD,
                            .in_parent = somewhere,
                            .axis = {0.0, 0.0, 1.0},
                            .along = {{.stiffness = 2.0,
                                       .rest = 0.1,
                                       .damping = 0.3,
                                       .armature = 0.4,
                                       .limited = true,
                                       .range = {-1.0, 2.0},
                                       .friction_loss = 0.5}}};
    ludo_status status = ludo_spec_add_body(s, &body, NULL);
    status = status != LUDO_OK ? status : ludo_spec_add_joint(s, &joint, NULL);
    joint.name = "move", joint.type = "slide", joint.continues = true, joint.along[0].effort = 6.0;
    return status != LUDO_OK ? status : ludo_spec_add_joint(s, &joint, NULL);
}

static ludo_status add_shape(ludo_spec *s)
{
    static const double vertex[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.1};
    static const int32_t face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const ludo_mesh_def mesh = {.name = "wedge",
                                .vertex = vertex,
                                .vertex_count = 4,
                                .face = face,
                                .face_count = 4,
                                .inertia = LUDO_MESH_EXACT};
    ludo_geom_def geom = ludo_geom_default();
    geom.name = "shape", geom.type = "mesh", geom.frame = somewhere, geom.condim = 4;
    geom.friction[2] = 0.5, geom.mass = 0.7, geom.group = 3, geom.contype = 6, geom.priority = 2;
    const ludo_status status = ludo_spec_add_mesh(s, &mesh, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_geom(s, &geom, NULL);
}

static ludo_status add_loops(ludo_spec *s)
{
    const ludo_joint_def closure = {
        .name = "shut", .type = "fixed", .parent = LUDO_WORLD, .in_parent = somewhere};
    const ludo_coupling_def coupling = {
        .name = "gear", .joint = 1, .from = 0, .coefficient = {0.1, 2.0, 0.3, 0.0, 0.0}};
    const ludo_status status = ludo_spec_add_closure(s, &closure, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_coupling(s, &coupling, NULL);
}

static ludo_status add_rope(ludo_spec *s)
{
    const ludo_site_def on = {.name = "on", .body = 0, .frame = somewhere};
    const ludo_site_def off = {.name = "off", .body = LUDO_WORLD};
    const ludo_spring_def rope = {.name = "rope",
                                  .type = "distance",
                                  .site_b = 1,
                                  .stiffness = 3.0,
                                  .damping = 0.1,
                                  .rest = {-1.0, -1.0}};
    ludo_status status = ludo_spec_add_site(s, &on, NULL);
    status = status != LUDO_OK ? status : ludo_spec_add_site(s, &off, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_spring(s, &rope, NULL);
}

static ludo_status add_control(ludo_spec *s)
{
    const double q[] = {0.1, 0.2}, u[] = {1.5};
    const ludo_keyframe_def key = {.name = "key",
                                   .time = 3.0,
                                   .position = q,
                                   .position_count = 2,
                                   .velocity = q,
                                   .velocity_count = 2,
                                   .control = u,
                                   .control_count = 1};
    ludo_actuator_def servo = ludo_actuator_position(3.0, 0.2);
    servo.name = "servo", servo.control_limited = true, servo.control_range[1] = 2.0;
    servo.force_range[1] = 5.0; /* which does not hold */
    const ludo_status status = ludo_spec_add_actuator(s, &servo, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_keyframe(s, &key, NULL);
}

/* NULL without memory. */
static ludo_spec *full_spec(const ludo_allocator *a)
{
    ludo_status (*const add[])(ludo_spec *) = {add_mechanism, add_shape, add_loops, add_rope,
                                               add_control};
    ludo_spec *s = NULL;
    ludo_status status = ludo_spec_create(a, &s);
    for (size_t i = 0; i < sizeof add / sizeof *add && status == LUDO_OK; i++) {
        status = add[i](s);
    }
    if (status != LUDO_OK) {
        assert_int_equal(status, LUDO_NO_MEMORY);
        ludo_spec_destroy(s);
        return NULL;
    }
    return s;
}

static void everything_else_comes_back(void **state)
{
    ludo_spec *spec = full_spec(NULL), *back = through_file(spec, "mjcf");
    (void)state;
    const ludo_geom_def *g = ludo_spec_geom(back, 0), *g0 = ludo_spec_geom(spec, 0);
    assert_string_equal(g->name, "shape");
    assert_string_equal(g->type, "mesh");
    assert_memory_equal(&g->frame, &g0->frame, sizeof g->frame);
    assert_memory_equal(g->friction, g0->friction, sizeof g->friction);
    assert_true(g->mass == 0.7 && g->group == 3 && g->contype == 6 && g->conaffinity == 1);
    assert_true(g->condim == 4 && g->priority == 2);
    const ludo_mesh_def *m = ludo_spec_mesh(back, 0);
    assert_string_equal(m->name, "wedge");
    assert_int_equal(m->inertia, LUDO_MESH_EXACT);
    assert_int_equal(m->vertex_count, 4);
    assert_memory_equal(m->vertex, ludo_spec_mesh(spec, 0)->vertex, 12 * sizeof *m->vertex);
    assert_memory_equal(m->face, ludo_spec_mesh(spec, 0)->face, 12 * sizeof *m->face);
    const ludo_coupling_def *c = ludo_spec_coupling(back, 0);
    assert_string_equal(c->name, "gear");
    assert_true(c->joint == 1 && c->from == 0 && c->coefficient[2] == 0.3);
    const ludo_joint_def *l = ludo_spec_closure(back, 0), *l0 = ludo_spec_closure(spec, 0);
    assert_string_equal(l->type, "fixed");
    assert_int_equal(l->parent, LUDO_WORLD);
    assert_memory_equal(&l->in_parent.position, &l0->in_parent.position, sizeof(ludo_vec3));
    assert_true(ludo_spec_joint(back, 1)->along[0].effort == 6.0);
    const ludo_actuator_def *u = ludo_spec_actuator(back, 0);
    assert_true(u->gain == 3.0 && u->bias[1] == -3.0 && u->bias[2] == -0.2);
    assert_true(u->control_limited && u->control_range[1] == 2.0 && !u->force_limited);
    /* -1 says something else in MJCF: the number next to it */
    CHECK_NEAR(ludo_spec_spring(back, 0)->rest[0], -1.0, 0x1p-53);
    assert_true(ludo_spec_keyframe(back, 0)->time == 3.0);
    assert_true(ludo_spec_keyframe(back, 0)->control[0] == 1.5);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* At the reference pose the points of the first closure coincide, those of the second don't: where
 * there is no site one is made, and used when it is written again. */
static void open_closures_get_sites(void **state)
{
    ludo_spec *spec = new_spec();
    ludo_joint_def closure = {.name = "shut", .type = "ball", .parent = 0, .child = 1};
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
    assert_string_equal(ludo_spec_site(back, 0)->name, "open.end1");
    for (int32_t i = 0; i < 2; i++) {
        const ludo_joint_def *c = ludo_spec_closure(back, i), *c0 = ludo_spec_closure(spec, i);
        assert_string_equal(c->name, c0->name);
        assert_string_equal(c->type, "ball");
        assert_true(v3_max(v3_sub(c->in_parent.position, c0->in_parent.position)) == 0.0);
        CHECK_NEAR(v3_max(v3_sub(c->in_child.position, c0->in_child.position)), 0.0, 0x1p-52);
    }
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
    told heard = {.text = ""};
    const saved_path path = saved_in("test_save_names.xml");
    (void)state;
    for (int32_t i = 0; i < NAMES; i++) {
        add_body(spec, names[i]);
        add_joint_at(spec, names[i], "hinge", i - 1, i, (ludo_place){0});
    }
    add_body(spec, NULL);
    save(spec, path.text, "mjcf", &heard);
    ludo_spec *back = load(path.text);
    for (int32_t i = 0; i < NAMES; i++) {
        const bool world = strcmp(names[i], "world") == 0;
        assert_string_equal(ludo_spec_body(back, i)->name, world ? "world_1" : names[i]);
        assert_string_equal(ludo_spec_joint(back, i)->name, names[i]);
    }
    assert_string_equal(ludo_spec_body(back, NAMES)->name, "body7");
    assert_non_null(strstr(heard.text, "body 'world': the name stands for something else here"));
    assert_int_equal(heard.count, 1);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
    assert_int_equal(remove(path.text), 0);
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
    const saved_path path = saved_in("test_save_told.xml");
    told heard = {.text = ""};
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        const ludo_joint_def joint = {.name = joints[i].name,
                                      .type = joints[i].type,
                                      .parent = i - 1,
                                      .child = i,
                                      .axis = {0.0, 0.0, 1.0},
                                      .along = {{.speed = joints[i].speed}},
                                      .place = {"spec.xml", 20 + i, 1}};
        add_body(spec, joints[i].name);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const ludo_joint_def closure = {.name = "rail", .type = "slide", .child = 1, .parent = 2};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    save(spec, path.text, "mjcf", &heard);
    static const char *const lines[] = {
        "spec.xml:20: joint 'a' and 1 more: MJCF has no limit of a joint's speed",
        "spec.xml:21: joint 'b' of type cylindrical and 1 more: MJCF has no such type",
        "spec.xml:22: joint 'c.1': Ludo does not read a ball and other joints on one body yet",
        "spec.xml:23: joint 'd': MJCF has no fixed joints",
        "-:0: closure 'rail' of type slide: MJCF closes loops by balls and fixed joints only",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strstr(heard.text, lines[i]) == NULL) {
            fail_msg("not told: %s\nbut:\n%s", lines[i], heard.text);
        }
    }
    assert_int_equal(heard.count, sizeof lines / sizeof *lines);
    ludo_spec_destroy(spec);
    assert_int_equal(remove(path.text), 0);
}

/* ---- what is refused ---- */

static bool exists(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (f != NULL) {
        (void)fclose(f);
    }
    return f != NULL;
}

/* Takes the spec. */
static void check_not_saved(ludo_spec *spec, ludo_status status, const char *message)
{
    const saved_path path = saved_in("test_save_refused.xml");
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_save_file(spec, path.text, "mjcf", NULL, NULL, &why), status);
    if (strstr(why.message, message) == NULL) {
        fail_msg("'%s' instead of '%s'", why.message, message);
    }
    assert_int_equal(ludo_save_file(spec, path.text, "mjcf", NULL, NULL, NULL), status);
    assert_false(exists(path.text));
    ludo_spec_destroy(spec);
}

static void numbers_that_refer_to_nothing_are_refused(void **state)
{
    ludo_spec *spec = new_spec();
    (void)state;
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    check_not_saved(spec, LUDO_BAD_MODEL, "names a body that does not exist");

    spec = full_spec(NULL);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    check_not_saved(spec, LUDO_BAD_MODEL, "carries a body that another one carries");

    spec = full_spec(NULL);
    add_body(spec, NULL);
    add_joint(spec, "screw", 0, 1);
    check_not_saved(spec, LUDO_BAD_MODEL, "unknown type");

    spec = full_spec(NULL);
    add_body(spec, NULL);
    add_body(spec, NULL);
    add_joint(spec, "hinge", 2, 1);
    add_joint(spec, "hinge", 1, 2);
    check_not_saved(spec, LUDO_BAD_MODEL, "circle");

    spec = full_spec(NULL);
    assert_int_equal(ludo_spec_add_site(spec, &(ludo_site_def){.body = 5}, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "is on no body");

    spec = full_spec(NULL);
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "mesh", geom.mesh = 9;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "names no mesh");

    spec = full_spec(NULL);
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.target = 8;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "that no joint has");

    spec = full_spec(NULL);
    motor.on_spring = true;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "names no spring");

    spec = full_spec(NULL);
    const ludo_keyframe_def key = {.position = &motor.gear, .position_count = 1};
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "1 numbers for 2");
}

static void what_xml_cannot_hold_is_refused(void **state)
{
    static const char *const names[] = {
        "bell\a",       "cut \303", "\355\240\200 surrogate", "\300\257 too long",
        "\357\277\277", "\370\210"};
    ludo_spec *spec;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        spec = new_spec();
        add_body(spec, names[i]);
        check_not_saved(spec, LUDO_UNSUPPORTED, "has a character that XML can't hold");
    }
    spec = new_spec();
    const ludo_body_def body = {.mass = HUGE_VAL};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    check_not_saved(spec, LUDO_BAD_MODEL, "is not finite");

    spec = new_spec();
    add_body(spec, "twice");
    add_body(spec, "twice");
    check_not_saved(spec, LUDO_BAD_MODEL, "used twice");

    spec = new_spec();
    for (int32_t i = 0; i < 5000; i++) {
        add_body(spec, NULL);
        add_joint(spec, "hinge", i - 1, i);
    }
    check_not_saved(spec, LUDO_UNSUPPORTED, "nested deeper");
}

static void what_cannot_be_written_leaves_nothing(void **state)
{
    ludo_spec *spec = full_spec(NULL);
    ludo_diagnostic why = {.message = ""};
    const char *nowhere = "no such folder/model.xml";
    (void)state;
    assert_int_equal(ludo_save_file(spec, nowhere, "mjcf", NULL, NULL, &why), LUDO_IO);
    assert_string_equal(why.file, "no such folder/model.xml.part");
    assert_int_equal(ludo_save_file(spec, nowhere, "obj", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_string_equal(why.message, "there is no format 'obj'");
    assert_int_equal(ludo_save_file(NULL, nowhere, "mjcf", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_save_file(spec, NULL, "mjcf", NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_save_file(spec, nowhere, NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* Without memory there is no file, and with it the file is whole. */
static void saving_survives_each_failing_allocation(void **state)
{
    const saved_path path = saved_in("test_save_memory.xml");
    ludo_spec *whole = full_spec(NULL);
    (void)state;
    save(whole, path.text, "mjcf", NULL);
    char *expected = file_text(path.text);
    ludo_spec_destroy(whole);
    FOR_FAILING_ALLOCATION(alloc)
    {
        (void)remove(path.text);
        ludo_spec *spec = full_spec(&alloc.hook);
        if (spec != NULL) {
            ludo_diagnostic why;
            const ludo_status s = ludo_save_file(spec, path.text, "mjcf", NULL, NULL, &why);
            assert_int_equal(s, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_int_equal(exists(path.text), s == LUDO_OK);
        }
        ludo_spec_destroy(spec);
    }
    char *text = file_text(path.text);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    assert_int_equal(remove(path.text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_move_alike),
        cmocka_unit_test(all_forces_act_alike),
        cmocka_unit_test(all_joints_move_alike),
        cmocka_unit_test(scenes_and_examples_move_alike),
        cmocka_unit_test(frames_without_mass_fold_into_one_body),
        cmocka_unit_test(masses_come_back_to_the_bit),
        cmocka_unit_test(what_was_read_is_read_again_to_the_bit),
        cmocka_unit_test(everything_else_comes_back),
        cmocka_unit_test(open_closures_get_sites),
        cmocka_unit_test(names_hold_any_character_of_xml),
        cmocka_unit_test(what_mjcf_lacks_is_told_once_with_the_first_place),
        cmocka_unit_test(numbers_that_refer_to_nothing_are_refused),
        cmocka_unit_test(what_xml_cannot_hold_is_refused),
        cmocka_unit_test(what_cannot_be_written_leaves_nothing),
        cmocka_unit_test(saving_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
