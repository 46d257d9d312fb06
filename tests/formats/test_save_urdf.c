/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions as URDF: what comes back moves alike, and what URDF lacks is told. */
#include "round_trip.h"
#include "small_spec.h"
#include "spec/items.h"

static int set_up(void **state)
{
    (void)state;
    folder_open("test_save_urdf_files");
    return 0;
}

/* ---- motion ---- */

/* Takes the spec: from its start, if it has one, it moves like what comes back, at the same
 * coordinates and rates. */
static void check_moves_alike(ludo_spec *spec)
{
    running back = alive(through_file(spec, "urdf"));
    running r = alive(spec);
    if (ludo_model_keyframe_count(r.model) > 0) {
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    }
    take_coordinates(&back, &r);
    CHECK_NEAR(ludo_model_mass(r.model), ludo_model_mass(back.model), 1e-15);
    check_go_on_alike(&r, &back);
}

static void random_trees_move_alike(void **state)
{
    (void)state;
    check_random_trees(check_moves_alike);
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

/* Loops of any types, joints that close some among them; URDF has no polynomials. */
static void random_loops_move_alike(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(8, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        assert_int_equal(ludo_scene_close_loops(spec, 2, seed), LUDO_OK);
        if (ludo_spec_coupling_count(spec) == 0) {
            check_moves_alike(spec);
        } else {
            ludo_spec_destroy(spec);
        }
    }
}

/* At rest three hinges turn as a ball does: rates along the axes of its frame. */
static void a_ball_after_slides_becomes_three_hinges(void **state)
{
    static const char *const types[] = {"point-on-line", "free-planar"};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_joint_chain(types[i], 1, NULL, &spec), LUDO_OK);
        running back = alive(through_file(spec, "urdf"));
        running r = alive(spec);
        const double rate[] = {0.1, 0.2, 0.3, 0.4, 0.5};
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
        for (int32_t k = 0; k < ludo_model_joint_count(back.model); k++) {
            assert_int_equal(ludo_sim_set_joint_velocity(back.sim, k, &rate[k]), LUDO_OK);
        }
        check_go_on_alike(&r, &back);
    }
}

/* Where axes are those of a turned joint frame, so are the lengths in the plane. */
static void planar_joints_keep_their_directions(void **state)
{
    ludo_spec *spec = new_spec();
    (void)state;
    add_body(spec, "sled");
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "planar",
                                  .parent = LUDO_WORLD,
                                  .in_parent = {{0.1, 0.2, 0.3}, {0.6, 0.0, 0.8, 0.0}},
                                  .in_child = {{0.3, 0.1, 0.2}, {0.8, 0.6, 0.0, 0.0}},
                                  .axis = {0.2, 0.3, 0.4}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    const double q[] = {0.3, -0.2, 0.7}, v[] = {0.5, 0.6, 0.7};
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .position = q,
                                   .position_count = 3,
                                   .velocity = v,
                                   .velocity_count = 3};
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    check_moves_alike(spec);
}

static void robots_move_alike(void **state)
{
    static const char *const files[] = {
        "tests/models/arm.urdf",         "tests/models/quadruped.urdf",
        "tests/models/massless.urdf",    "tests/models/planar.urdf",
        "tests/models/joint_types.urdf", "tests/models/fixed_links.urdf"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        check_moves_alike(load(files[i]));
    }
}

/* From one format into the other and back: the bodies are the same, and move alike. */
static void a_model_survives_both_formats(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 5)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(8, seed, false, NULL, &spec), LUDO_OK);
        ludo_spec *urdf = through_file(spec, "urdf");
        ludo_spec *mjcf = through_file(urdf, "mjcf");
        running r = alive(spec), back = alive(mjcf);
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        running between = alive(urdf);
        take_coordinates(&between, &r);
        /* balls and planar joints turn about the axes of their link in both files */
        take_coordinates(&back, &between);
        CHECK_NEAR(distance_between(&r, &back), 0.0, 1e-12);
        run_close(&between);
        run_close(&r);
        run_close(&back);
    }
}

/* ---- what is written ---- */

static const ludo_joint_def *joint_named(const ludo_spec *spec, const char *name)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        if (strcmp(ludo_spec_joint_at(spec, i)->name, name) == 0) {
            return ludo_spec_joint_at(spec, i);
        }
    }
    fail_msg("there is no joint '%s'", name);
    return NULL;
}

/* A root, a hinge "a", a slide "b" that follows it, and a loop. */
static ludo_spec *machine(void)
{
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def root = {.struct_size = sizeof root, .type = "fixed", .parent = LUDO_WORLD};
    const ludo_joint_def a = {.struct_size = sizeof a,
                              .name = "a",
                              .type = "hinge",
                              .child = 1,
                              .in_parent = {{0.1, 0.2, 0.3}, {0.6, 0.0, 0.8, 0.0}},
                              .axis = {0.0, 0.0, 2.0},
                              .reference = 0.25,
                              .along = {{.damping = 0.1,
                                         .limited = true,
                                         .range = {-1.0, 2.0},
                                         .friction_loss = 0.2,
                                         .effort = 30.0,
                                         .speed = 4.0}}};
    ludo_joint_def b = a;
    b.name = "b", b.type = "slide", b.parent = 1, b.child = 2, b.along[0].limited = false;
    b.along[0].effort = b.along[0].speed = 0.0;
    const ludo_coupling_def mimic = {.struct_size = sizeof mimic,
                                     .joint = 2,
                                     .from = 1,
                                     .coefficient = {0.5, 3.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def loop = {.struct_size = sizeof loop,
                                 .name = "shut",
                                 .type = "universal",
                                 .parent = 0,
                                 .child = 2,
                                 .in_parent = {{1.0, 2.0, 3.0}, {0.8, 0.6, 0.0, 0.0}},
                                 .in_child = {{3.0, 2.0, 1.0}, {0.0, 0.0, 0.0, 0.0}},
                                 .axis = {1.0, 0.0, 0.0},
                                 .axis2 = {0.0, 1.0, 0.0}};
    const double gravity[] = {0.0, 1.0, -3.0}, timestep = 0.003;
    ludo_spec *s = new_spec();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_joint(s, &root, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(s, &a, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(s, &b, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_coupling(s, &mimic, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_closure(s, &loop, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(s, "gravity", gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(s, "timestep", &timestep, 1), LUDO_OK);
    return s;
}

static void what_joints_have_comes_back(void **state)
{
    ludo_spec *spec = machine(), *back = through_file(spec, "urdf");
    (void)state;
    const ludo_dof_def *a = &joint_named(back, "a")->along[0];
    assert_true(a->damping == 0.1 && a->friction_loss == 0.2 && a->effort == 30.0);
    assert_true(a->speed == 4.0 && a->limited && a->range[0] == -1.0 && a->range[1] == 2.0);
    assert_true(joint_named(back, "a")->reference == 0.0);
    assert_true(!joint_named(back, "b")->along[0].limited);
    assert_true(spec_gravity_of(back).y == 1.0 && ludo_spec_timestep(back) == 0.003);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* The root is a link by itself, without a joint or a world. */
static void a_root_on_the_world_needs_no_joint(void **state)
{
    ludo_spec *spec = machine(), *back = through_file(spec, "urdf");
    (void)state;
    assert_int_equal(ludo_spec_body_count(back), 3);
    assert_int_equal(ludo_spec_joint_count(back), 3);
    assert_string_equal(ludo_spec_joint_at(back, 0)->name, "");
    ludo_spec_destroy(back);

    /* with something on the world there is one */
    assert_int_equal(
        ludo_spec_add_site(spec, SIZED(ludo_site_def, .name = "floor", .body = LUDO_WORLD), NULL),
        LUDO_OK);
    back = through_file(spec, "urdf");
    assert_int_equal(ludo_spec_body_count(back), 4);
    assert_string_equal(joint_named(back, "floor.joint0")->type, "fixed");
    assert_int_equal(joint_named(back, "floor.joint0")->parent, LUDO_WORLD);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* Coordinates count from zero in URDF, from references in the spec:
 * 0.25 + 0.5 + 3 (q - 0.25) = 0 + 3 q. */
static void couplings_become_mimics(void **state)
{
    ludo_spec *spec = machine(), *back = through_file(spec, "urdf");
    (void)state;
    assert_int_equal(ludo_spec_coupling_count(back), 1);
    const ludo_coupling_def *c = ludo_spec_coupling_at(back, 0);
    assert_string_equal(ludo_spec_joint_at(back, c->joint)->name, "b");
    assert_string_equal(ludo_spec_joint_at(back, c->from)->name, "a");
    assert_true(c->coefficient[0] == 0.0 && c->coefficient[1] == 3.0);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

static void closures_become_loop_joints(void **state)
{
    ludo_spec *spec = machine(), *back = through_file(spec, "urdf");
    (void)state;
    assert_int_equal(ludo_spec_closure_count(back), 1);
    const ludo_joint_def *c = ludo_spec_closure_at(back, 0);
    assert_string_equal(c->name, "shut");
    assert_string_equal(c->type, "universal");
    assert_int_equal(c->parent, 0);
    assert_int_equal(c->child, 2);
    assert_true(c->in_parent.position.y == 2.0 && c->in_child.position.x == 3.0);
    assert_true(c->axis.x == 1.0 && c->axis2.y == 1.0);
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

static void geoms_become_collisions_and_visuals(void **state)
{
    static const char *const types[] = {"box", "sphere", "cylinder", "capsule"};
    ludo_spec *spec = machine();
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        ludo_geom_def g = ludo_geom_default();
        g.name = types[i], g.type = types[i], g.body = 1;
        g.frame = (ludo_frame){{0.1, 0.2, 0.3}, {0.5, 0.5, 0.5, 0.5}};
        g.size[0] = 0.1, g.size[1] = 0.2, g.size[2] = 0.3;
        g.contype = g.conaffinity = i % 2;
        g.rgba[1] = 0.25;
        assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
    }
    ludo_spec *back = through_file(spec, "urdf");
    assert_int_equal(ludo_spec_geom_count(back), 4);
    for (int32_t i = 0; i < 4; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(back, i);
        assert_string_equal(g->name, types[i]);
        assert_string_equal(g->type, types[i]);
        assert_int_equal(g->contype, i % 2);
        assert_true(g->size[0] == 0.1 && g->rgba[1] == 0.25);
        CHECK_NEAR(angle_between(g->frame.orientation, (ludo_quat){0.5, 0.5, 0.5, 0.5}), 0.0,
                   4.0 * 0x1p-52);
    }
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* ---- what is told ---- */

/* Joints and geoms that URDF has no words for. */
static void add_joints_and_geoms(ludo_spec *spec)
{
    for (int32_t i = 0; i < 3; i++) {
        const ludo_joint_def joint = {
            .struct_size = sizeof joint,
            .name = i == 0   ? "a"
                    : i == 1 ? "b"
                             : "c",
            .type = i < 2 ? "hinge" : "ball",
            .parent = i - 1,
            .child = i,
            .axis = {0.0, 0.0, 1.0},
            .reference = i < 2 ? 0.5 : 0.0,
            .along = {{.stiffness = i < 2 ? 1.0 : 0.0, .effort = i < 2 ? 0.0 : 5.0}},
            .place = {i == 0 ? "first.xml" : NULL, i == 0 ? 3 : 0, 0}};
        add_body(spec, NULL);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    ludo_geom_def geoms[3] = {ludo_geom_default(), ludo_geom_default(), ludo_geom_default()};
    geoms[0].name = "egg", geoms[0].type = "ellipsoid";
    geoms[1].name = "floor", geoms[1].type = "plane", geoms[1].body = LUDO_WORLD;
    geoms[2].name = "inline", geoms[2].type = "mesh";
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_geom(spec, &geoms[i], NULL), LUDO_OK);
    }
}

/* One of each element that URDF lacks. */
static ludo_spec *inexpressible_spec(void)
{
    ludo_spec *spec = new_spec();
    add_joints_and_geoms(spec);
    assert_int_equal(ludo_spec_add_mesh(spec, SIZED(ludo_mesh_def, .name = "m"), NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, SIZED(ludo_site_def, .body = 0), NULL), LUDO_OK);
    const ludo_pair_def pair = {
        .struct_size = sizeof pair, .name = "touch", .geom_b = 1, .condim = 3};
    assert_int_equal(ludo_spec_add_pair(spec, &pair, NULL), LUDO_OK);
    const ludo_exclude_def apart = {.struct_size = sizeof apart, .name = NULL, .body_b = 1};
    assert_int_equal(ludo_spec_add_exclude(spec, &apart, NULL), LUDO_OK);
    const ludo_spring_def spring = {
        .struct_size = sizeof spring, .name = "rope", .type = "distance"};
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.name = "motor";
    motor.gain = 2.0;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, SIZED(ludo_keyframe_def, .name = "key"), NULL),
                     LUDO_OK);
    const ludo_coupling_def square = {.struct_size = sizeof square,
                                      .name = "square",
                                      .from = 1,
                                      .coefficient = {0.0, 0.0, 1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_coupling(spec, &square, NULL), LUDO_OK);
    const ludo_coupling_def held = {
        .struct_size = sizeof held, .name = "held", .of_springs = true, .from_spring = -1};
    assert_int_equal(ludo_spec_add_coupling(spec, &held, NULL), LUDO_OK);
    return spec;
}

static void what_urdf_lacks_is_told_once_with_the_first_place(void **state)
{
    static const char *const lines[] = {
        "first.xml:3: joint 'a' and 1 more: URDF has no reference coordinates",
        "-:0: joint 'c': ball joints are an extension of URDF",
        "-:0: joint 'c': URDF has one damping and no limits of balls",
        "-:0: geom 'floor' and 1 more: left out: URDF has no such shape",
        "-:0: geom 'inline': left out: URDF has meshes in files only",
        "-:0: site 'site0': URDF has no sites",
        "-:0: pair 'touch': left out: URDF has no contact pairs",
        "-:0: exclude 'exclude0': left out: URDF has no contact exclusions",
        "-:0: spring 'rope': left out: URDF has no tendons or springs",
        "-:0: actuator 'motor': left out: URDF has one motor per joint",
        "-:0: keyframe 'key': left out: URDF has no keyframes",
        "-:0: coupling 'square' of joint 'a': left out: a URDF joint can only follow one",
        "-:0: coupling 'held': left out: URDF couples joints, not lengths of springs",
    };
    message_log reported = {.text = ""};
    (void)state;
    ludo_spec *spec = inexpressible_spec();
    save(spec, "reported.urdf", "urdf", &reported);
    check_messages(&reported, lines, sizeof lines / sizeof *lines);
    ludo_spec_destroy(spec);
}

/* Sites become links, which have their names with bodies: a body's is kept. */
static void names_that_clash_are_told(void **state)
{
    ludo_spec *spec = new_spec();
    message_log reported = {.text = ""};
    (void)state;
    add_body(spec, "hand");
    add_body(spec, "world");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "hinge", 0, 1);
    assert_int_equal(ludo_spec_add_site(spec, SIZED(ludo_site_def, .name = "hand"), NULL), LUDO_OK);
    save(spec, "clash.urdf", "urdf", &reported);
    assert_non_null(strstr(reported.text, "body 'world' and 1 more: the name is in use"));
    ludo_spec *back = load(folder_path("clash.urdf"));
    assert_string_equal(ludo_spec_body_at(back, 0)->name, "hand");
    assert_string_equal(ludo_spec_body_at(back, 1)->name, "hand_1");
    assert_string_equal(ludo_spec_body_at(back, 2)->name, "world_1");
    ludo_spec_destroy(back);
    ludo_spec_destroy(spec);
}

/* ---- what is refused ---- */

static void numbers_that_refer_to_nothing_are_refused(void **state)
{
    ludo_spec *spec = machine();
    ludo_diagnostic why = {.message = ""};
    (void)state;
    assert_int_equal(
        ludo_spec_add_closure(spec, SIZED(ludo_joint_def, .name = "x", .type = "ball", .child = 9),
                              NULL),
        LUDO_OK);
    assert_int_equal(ludo_save_file(spec, folder_path("refused.urdf"), "urdf", NULL, NULL, &why),
                     LUDO_BAD_MODEL);
    assert_string_equal(why.message, "closure 'x' names a body that does not exist");
    ludo_spec_destroy(spec);

    spec = machine();
    assert_int_equal(ludo_spec_add_coupling(spec, SIZED(ludo_coupling_def, .joint = 7), NULL),
                     LUDO_OK);
    assert_int_equal(ludo_save_file(spec, folder_path("refused.urdf"), "urdf", NULL, NULL, &why),
                     LUDO_BAD_MODEL);
    ludo_spec_destroy(spec);
}

/* Readers take them for files that xacro has yet to go through. */
static void names_that_are_xacros_are_refused(void **state)
{
    static const char *const names[] = {"${side}_arm", "$(arg side)"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = new_spec();
        ludo_diagnostic why = {.message = ""};
        add_body(spec, names[i]);
        assert_int_equal(
            ludo_save_file(spec, folder_path("refused.urdf"), "urdf", NULL, NULL, &why),
            LUDO_UNSUPPORTED);
        assert_non_null(strstr(why.message, "xacro"));
        save(spec, "taken.xml", "mjcf", NULL);
        ludo_spec_destroy(spec);
    }
    ludo_spec *spec = new_spec();
    add_body(spec, "$5 {and} (more)");
    ludo_spec_destroy(through_file(spec, "urdf"));
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_move_alike),
        cmocka_unit_test(all_joints_move_alike),
        cmocka_unit_test(linkages_move_alike),
        cmocka_unit_test(random_loops_move_alike),
        cmocka_unit_test(a_ball_after_slides_becomes_three_hinges),
        cmocka_unit_test(planar_joints_keep_their_directions),
        cmocka_unit_test(robots_move_alike),
        cmocka_unit_test(a_model_survives_both_formats),
        cmocka_unit_test(what_joints_have_comes_back),
        cmocka_unit_test(a_root_on_the_world_needs_no_joint),
        cmocka_unit_test(couplings_become_mimics),
        cmocka_unit_test(closures_become_loop_joints),
        cmocka_unit_test(geoms_become_collisions_and_visuals),
        cmocka_unit_test(what_urdf_lacks_is_told_once_with_the_first_place),
        cmocka_unit_test(names_that_clash_are_told),
        cmocka_unit_test(numbers_that_refer_to_nothing_are_refused),
        cmocka_unit_test(names_that_are_xacros_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
