/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of loops beside a model. */
#include "urdf_text.h"

#include "folder.h"
#include "formats/urdf/loop_file.h"
#include "running.h"
#include "spec/items.h"

#include <stdio.h>
#include <stdlib.h>

static const char file[] = "robot.yaml";

static int set_up(void **state)
{
    (void)state;
    folder_open("test_loop_file_files");
    return 0;
}

/* base - j1 - upper - tip_frame - tip, and base - j2 - lower; in numbers as they stand. */
static const char robot[] =
    ROBOT(LINK("base", INERTIAL) LINK("upper", INERTIAL) LINK("tip", "") LINK("lower", INERTIAL)
              JOINT("j1", "continuous", "base", "upper", "")
                  JOINT("tip_frame", "fixed", "upper", "tip", "<origin xyz='1 2 3'/>")
                      JOINT("j2", "continuous", "base", "lower", "<origin xyz='0 1 0'/>"));

enum { BASE, UPPER, TIP, LOWER };

/* MJCF, where the joint's frame is not that of the body. */
static const char tree[] =
    "<mujoco><worldbody><body name='a'><joint name='ja' pos='1 2 3'/><geom size='1'/></body>"
    "<body name='b'><joint name='jb'/><geom size='1'/></body></worldbody></mujoco>";

static ludo_status load_with(const char *model, const char *loops, const ludo_allocator *a,
                             ludo_spec **spec, ludo_diagnostic *why)
{
    folder_write(file, loops);
    const ludo_load_options options = {.struct_size = sizeof options, .loops = folder_path(file)};
    return ludo_load_string(model, strlen(model), "robot.urdf", &options, a, spec, why);
}

static ludo_spec *spec_with(const char *model, const char *loops)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (load_with(model, loops, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("'%s': %s:%d:%d: %s", loops, why.file, (int)why.line, (int)why.column,
                 why.message);
    }
    return spec;
}

static void check_point(ludo_vec3 a, double x, double y, double z)
{
    assert_true(a.x == x && a.y == y && a.z == z);
}

static void loops_are_between_links_and_frames_of_joints(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(robot, "# from CAD\n"
                                       "closed_loop: [['tip', 'j2'], [lower, \"world\"]]\n"
                                       "type: ['6d', 3d]\n");
    assert_int_equal(ludo_spec_closure_count(spec), 2);
    const ludo_joint_def *whole = ludo_spec_closure_at(spec, 0),
                         *point = ludo_spec_closure_at(spec, 1);
    assert_string_equal(whole->name, "tip-j2");
    assert_string_equal(whole->type, "fixed");
    assert_int_equal(whole->parent, TIP);
    assert_int_equal(whole->child, LOWER);
    check_point(whole->in_parent.position, 0.0, 0.0, 0.0);
    check_point(whole->in_child.position, 0.0, 0.0, 0.0);
    assert_int_equal(whole->place.line, 2);
    assert_int_equal(whole->place.column, 15);
    assert_string_equal(whole->place.file, folder_path(file));
    assert_string_equal(point->name, "lower-world");
    assert_string_equal(point->type, "ball");
    assert_int_equal(point->parent, LUDO_WORLD);
    assert_int_equal(point->child, LOWER);
    assert_int_equal(ludo_spec_held_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void types_of_loops_are_read_in_any_case(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(robot, "closed_loop: [[tip, j2], [lower, world]]\n"
                                       "type: [6D, '3D']\n");
    assert_string_equal(ludo_spec_closure_at(spec, 0)->type, "fixed");
    assert_string_equal(ludo_spec_closure_at(spec, 1)->type, "ball");
    ludo_spec_destroy(spec);
}

static void the_frame_of_a_joint_is_the_one_on_its_child(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(tree, "closed_loop: [[ja, b]]\ntype: [3d]\n");
    const ludo_joint_def *loop = ludo_spec_closure_at(spec, 0);
    assert_int_equal(loop->parent, 0);
    assert_int_equal(loop->child, 1);
    check_point(loop->in_parent.position, 1.0, 2.0, 3.0);
    check_point(loop->in_child.position, 0.0, 0.0, 0.0);
    ludo_spec_destroy(spec);
}

static void a_name_is_a_link_before_it_is_a_joint(void **state)
{
    (void)state;
    static const char model[] = ROBOT(LINK("base", INERTIAL) LINK("a", INERTIAL) LINK("b", INERTIAL)
                                          JOINT("a", "continuous", "base", "b", "")
                                              JOINT("b", "continuous", "base", "a", ""));
    ludo_spec *spec = spec_with(model, "closed_loop: [[a, b]]\ntype: [3d]\n");
    assert_int_equal(ludo_spec_closure_at(spec, 0)->parent, 1);
    assert_int_equal(ludo_spec_closure_at(spec, 0)->child, 2);
    ludo_spec_destroy(spec);
}

static void joints_are_kept_in_their_order(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "name_mot: [j2, j1]\n",
        "name_mot:\n- j2\n- j1\n",
        "type: []\nname_mot: ['j2', \"j1\"]\nclosed_loop: []\n",
        "%YAML 1.1\n---\nname_mot: !!seq [&anchor j2, !!str j1]\n...\n",
        "{\"name_mot\": [\"j2\", \"j1\"]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ludo_spec *spec = spec_with(robot, texts[i]);
        assert_int_equal(ludo_spec_closure_count(spec), 0);
        assert_int_equal(ludo_spec_held_count(spec), 2);
        assert_string_equal(ludo_spec_joint_at(spec, ludo_spec_held(spec, 0))->name, "j2");
        assert_string_equal(ludo_spec_joint_at(spec, ludo_spec_held(spec, 1))->name, "j1");
        ludo_spec_destroy(spec);
    }
}

static void other_keys_are_told_once(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_with(robot, "name_mot: []\nrotule: {a: [b, {c: d}]}\n[x]: y\nrotule: 1\n");
    assert_int_equal(ludo_spec_note_count(spec), 1);
    const ludo_note_info note = spec_note_of(spec, 0);
    assert_int_equal(note.kind, LUDO_NOTE_WARNING);
    assert_int_equal(note.place.line, 2);
    assert_string_equal(note.message, "rotule: unknown key, ignored (3 times)");
    ludo_spec_destroy(spec);
}

/* ---- joint types ---- */

/* Two links on a base by hinges: j1 about x with a range and a damper, and j2. */
#define RETYPED(more)                                                                              \
    ROBOT(LINK("base", INERTIAL) LINK("a", INERTIAL) LINK("b", INERTIAL) LINK("c", INERTIAL)       \
              JOINT("j1", "revolute", "base", "a",                                                 \
                    "<origin xyz='1 2 3' rpy='0 0 1'/><axis xyz='-2 0 0'/>"                        \
                    "<limit lower='-1' upper='3' effort='5' velocity='7'/>"                        \
                    "<dynamics damping='0.5' friction='0.25'/>")                                   \
                  JOINT("j2", "continuous", "base", "b", more) JOINT("j3", "fixed", "a", "c", ""))

static const ludo_joint_def *joint_named(const ludo_spec *spec, const char *name)
{
    return ludo_spec_joint_at(spec, ludo_spec_joint_find(spec, name));
}

static void check_axis(ludo_vec3 a, char letter)
{
    check_point(a, letter == 'X' ? 1.0 : 0.0, letter == 'Y' ? 1.0 : 0.0, letter == 'Z' ? 1.0 : 0.0);
}

static void check_dof(const ludo_dof_def *d, double damping, double friction, bool limited)
{
    assert_true(d->damping == damping && d->friction_loss == friction && d->armature == 0.0);
    assert_int_equal(d->limited, limited);
}

static void hinges_become_universal_joints_of_two_axes(void **state)
{
    (void)state;
    static const char *const words[] = {"UJOINT_XY", "UJOINT_XZ", "UJOINT_YX", "UJOINT_YZ",
                                        "UJOINT_ZX", "UJOINT_ZY", "CARDAN",    "ujoint_xy"};
    static const char axes[][3] = {"XY", "XZ", "YX", "YZ", "ZX", "ZY", "XY", "XY"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[80];
        snprintf(text, sizeof text, "joint_name: [j1]\njoint_type: [%s]\n", words[i]);
        ludo_spec *spec = spec_with(RETYPED(""), text);
        const ludo_joint_def *j = joint_named(spec, "j1");
        assert_string_equal(j->type, "universal");
        check_axis(j->axis, axes[i][0]);
        check_axis(j->axis2, axes[i][1]);
        check_point(j->in_parent.position, 1.0, 2.0, 3.0);
        for (int32_t k = 0; k < 2; k++) {
            check_dof(&j->along[k], 0.5, 0.25, axes[i][k] == 'X');
            /* the hinge's axis is -x */
            assert_true(j->along[k].range[0] == (axes[i][k] == 'X' ? -3.0 : 0.0));
            assert_true(j->along[k].range[1] == (axes[i][k] == 'X' ? 1.0 : 0.0));
        }
        const bool about_x = axes[i][0] == 'X' || axes[i][1] == 'X';
        assert_int_equal(ludo_spec_note_count(spec), about_x ? 0 : 1);
        ludo_spec_destroy(spec);
    }
}

static void hinges_become_balls_and_fixed_joints(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(RETYPED(""), "name_mot: [j1]\n"
                                             "joint_name: ['j1', j2]\n"
                                             "joint_type: [SPHERICAL, FIXED]\n");
    const ludo_joint_def *ball = joint_named(spec, "j1"), *fixed = joint_named(spec, "j2");
    assert_string_equal(ball->type, "ball");
    check_dof(&ball->along[0], 0.5, 0.25, false);
    check_dof(&ball->along[1], 0.0, 0.0, false);
    assert_true(ball->along[0].effort == 0.0 && ball->along[0].speed == 0.0);
    assert_string_equal(fixed->type, "fixed");
    assert_int_equal(ludo_spec_note_count(spec), 1);
    const ludo_note_info note = spec_note_of(spec, 0);
    assert_int_equal(note.place.line, 2);
    assert_string_equal(note.message,
                        "joint 'j1', SPHERICAL: range and spring of the hinge ignored");
    ludo_model *model = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_model_dof(model), 3);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void a_fixed_joint_stays_fixed_with_a_warning(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(RETYPED(""), "joint_name: [j3]\njoint_type: [SPHERICAL]\n");
    assert_string_equal(joint_named(spec, "j3")->type, "fixed");
    assert_string_equal(spec_note_of(spec, 0).message,
                        "joint 'j3', SPHERICAL: ignored, because the joint is fixed");
    ludo_spec_destroy(spec);
}

/* MJCF: the reference of a hinge, its spring, and keyframes, whose lists follow. */
static void properties_along_the_same_axis_count_from_the_reference_pose(void **state)
{
    (void)state;
    static const char model[] =
        "<mujoco><compiler angle='radian'/><worldbody><body name='a'><joint name='ja' axis='0 1 0' "
        "ref='0.5' range='0 2' limited='true' stiffness='3' springref='1' armature='0.125'/>"
        "<geom size='1'/></body><body name='b'><joint name='jb'/><geom size='1'/></body>"
        "</worldbody><keyframe><key qpos='1 0.25'/></keyframe></mujoco>";
    ludo_spec *spec = spec_with(model, "joint_name: [ja]\njoint_type: [UJOINT_ZY]\n");
    const ludo_joint_def *j = ludo_spec_joint_at(spec, 0);
    assert_true(j->reference == 0.0);
    assert_true(j->along[1].range[0] == -0.5 && j->along[1].range[1] == 1.5);
    assert_true(j->along[1].rest == 0.5 && j->along[1].stiffness == 3.0);
    assert_true(j->along[0].armature == 0.125 && j->along[1].armature == 0.125);
    assert_true(j->along[0].stiffness == 0.0 && !j->along[0].limited);
    const ludo_keyframe_def *key = ludo_spec_keyframe_at(spec, 0);
    assert_int_equal(key->position_count, 3);
    assert_true(key->position[0] == 0.0 && key->position[1] == 0.0 && key->position[2] == 0.25);
    ludo_spec_destroy(spec);
}

/* The coordinates are the angles of two hinges in sequence: R = R(first) R(second). */
static void a_universal_joint_moves_as_two_hinges(void **state)
{
    (void)state;
    static const char hinges[] =
        ROBOT(LINK("base", INERTIAL) LINK("x", "") LINK("a", INERTIAL) JOINT(
            "h1", "continuous", "base", "x", "<origin xyz='1 2 3' rpy='0 0 1'/><axis xyz='0 0 1'/>")
                  JOINT("h2", "continuous", "x", "a", "<axis xyz='0 1 0'/>"));
    static const char hinge[] = ROBOT(LINK("base", INERTIAL) LINK("a", INERTIAL) JOINT(
        "h", "continuous", "base", "a", "<origin xyz='1 2 3' rpy='0 0 1'/><axis xyz='1 0 0'/>"));
    running two = run_open(LUDO_OK, spec_of(hinges), NULL);
    running one =
        run_open(LUDO_OK, spec_with(hinge, "joint_name: [h]\njoint_type: [UJOINT_ZY]\n"), NULL);
    const double angles[2] = {0.7, -0.4};
    assert_int_equal(
        ludo_sim_set_joint_position(two.sim, ludo_model_joint_find(two.model, "h1"), &angles[0]),
        LUDO_OK);
    assert_int_equal(
        ludo_sim_set_joint_position(two.sim, ludo_model_joint_find(two.model, "h2"), &angles[1]),
        LUDO_OK);
    assert_int_equal(
        ludo_sim_set_joint_position(one.sim, ludo_model_joint_find(one.model, "h"), angles),
        LUDO_OK);
    const ludo_body_state a = run_body(&two, ludo_model_body_find(two.model, "a")),
                          b = run_body(&one, ludo_model_body_find(one.model, "a"));
    CHECK_NEAR(v3_norm(v3_sub(a.position, b.position)), 0.0, 1e-14); /* rounding of products */
    CHECK_NEAR(angle_between(a.orientation, b.orientation), 0.0, 1e-14);
    run_close(&one);
    run_close(&two);
}

/* ---- refusals ---- */

/* A file of loops that is refused. */
typedef struct loop_fault {
    const char *text;
    ludo_status status;
    int32_t line, column;
    const char *word;
} loop_fault;

static void check_loop_faults(const loop_fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const loop_fault *f = &faults[i];
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = -1};
        const ludo_status status = load_with(robot, f->text, NULL, &spec, &why);
        if (status != f->status || spec != NULL || why.line != f->line || why.column != f->column ||
            strstr(why.message, f->word) == NULL || strcmp(why.file, folder_path(file)) != 0) {
            fail_msg("'%s': %d: %s:%d:%d: %s", f->text, (int)status, why.file, (int)why.line,
                     (int)why.column, why.message);
        }
    }
}

#define CHECK_LOOP_FAULTS(...)                                                                     \
    do {                                                                                           \
        static const loop_fault faults[] = {__VA_ARGS__};                                          \
        check_loop_faults(faults, sizeof faults / sizeof *faults);                                 \
    } while (0)

/* Where there is no word of the message, it is libyaml's. */
static void what_is_not_yaml_is_refused_at_its_place(void **state)
{
    (void)state;
    CHECK_LOOP_FAULTS({"", LUDO_PARSE, 1, 1, "the file is empty"},
                      {"# only this\n", LUDO_PARSE, 1, 1, "the file is empty"},
                      {"closed_loop: [[tip, j2]\n", LUDO_PARSE, 2, 1, ""},
                      {"a: b\n\tc: d\n", LUDO_PARSE, 2, 1, ""}, {"a: \"b\n", LUDO_PARSE, 2, 1, ""},
                      {"name_mot: [\"a\\0b\"]\n", LUDO_PARSE, 1, 12, "zero"},
                      {"a: b\n--- \nc: d\n", LUDO_PARSE, 2, 1, "more than one document"},
                      {"a: \xff\xfe\n", LUDO_PARSE, 1, 1, ""});
}

static void nests_and_bombs_are_refused(void **state)
{
    (void)state;
    CHECK_LOOP_FAULTS({"a: &a [x, x]\nb: &b [*a, *a]\n", LUDO_PARSE, 2, 8, "aliases"},
                      {"a: &a [*a]\n", LUDO_PARSE, 1, 8, "aliases"},
                      {"a: [[[[[[[[[[[[[[[[[[[[\n", LUDO_PARSE, 1, 19, "deeply"});
}

static void what_is_no_list_of_loops_is_refused(void **state)
{
    (void)state;
    CHECK_LOOP_FAULTS(
        {"- closed_loop\n", LUDO_PARSE, 1, 1, "must be a map"},
        {"text", LUDO_PARSE, 1, 1, "must be a map"},
        {"closed_loop: tip\n", LUDO_PARSE, 1, 14, "expected a list of loops"},
        {"closed_loop:\n", LUDO_PARSE, 1, 13, "expected a list of loops"},
        {"closed_loop: [tip, j2]\ntype: [6d, 6d]\n", LUDO_PARSE, 1, 15,
         "expected a list of two frames"},
        {"closed_loop: [[tip]]\ntype: [6d]\n", LUDO_PARSE, 1, 15, "2 frames, not 1"},
        {"closed_loop: [[tip, j2, j1]]\ntype: [6d]\n", LUDO_PARSE, 1, 15, "not 3"},
        {"closed_loop: [[tip, [j2]]]\ntype: [6d]\n", LUDO_PARSE, 1, 21,
         "expected the name of a frame"},
        {"closed_loop: [[tip, j2]]\n", LUDO_PARSE, 1, 14, "1 loops, but 0 types"},
        {"closed_loop: [[tip, j2]]\ntype: [6d, 6d]\n", LUDO_PARSE, 2, 7, "1 loops, but 2 types"},
        {"type: [6d]\n", LUDO_PARSE, 1, 7, "0 loops, but 1 types"},
        {"closed_loop: [[tip, j2]]\ntype: 6d\n", LUDO_PARSE, 2, 7, "expected a list of types"},
        {"closed_loop: [[tip, j2]]\ntype: [5d]\n", LUDO_PARSE, 2, 8, "'5d': use 3d or 6d"},
        {"closed_loop: [[tip, j2]]\ntype: [[6d]]\n", LUDO_PARSE, 2, 8, "expected a type"},
        {"name_mot: j1\n", LUDO_PARSE, 1, 11, "expected a list of joints"},
        {"name_mot: [{j1: 1}]\n", LUDO_PARSE, 1, 12, "expected the name of a joint"},
        {"name_mot: [j1, j2, j1]\n", LUDO_PARSE, 1, 20, "'j1' is listed twice"},
        {"name_mot: []\ntype: []\nname_mot: []\n", LUDO_PARSE, 3, 1, "'name_mot' is given twice"});
}

static void names_of_nothing_are_refused_with_those_near(void **state)
{
    (void)state;
    CHECK_LOOP_FAULTS(
        {"closed_loop: [[tip, J3]]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 21,
         "unknown link or joint 'J3'; did you mean j1, j2?"},
        {"closed_loop: [[tpi, j2]]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 16,
         "unknown link or joint 'tpi'; did you mean tip?"},
        {"closed_loop: [[tip, '']]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 21,
         "unknown link or joint ''"},
        {"closed_loop: [[nowhere, j2]]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 16,
         "unknown link or joint 'nowhere'"},
        {"closed_loop: [[tip, tip_frame]]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 15, "itself"},
        {"closed_loop: [[world, world]]\ntype: [6d]\n", LUDO_BAD_MODEL, 1, 15, "itself"},
        {"name_mot: [j1, base]\n", LUDO_BAD_MODEL, 1, 16, "unknown joint 'base'"},
        {"name_mot: [j1, tip_fram]\n", LUDO_BAD_MODEL, 1, 16, "did you mean tip_frame?"});
}

static void joint_types_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    CHECK_LOOP_FAULTS(
        {"joint_name: [j1]\n", LUDO_PARSE, 1, 13, "1 joints, but 0 types: give one type per joint"},
        {"joint_type: [FIXED]\n", LUDO_PARSE, 1, 13, "0 joints, but 1 types"},
        {"joint_name: j1\njoint_type: [FIXED]\n", LUDO_PARSE, 1, 13, "a list of joints"},
        {"joint_name: [j1]\njoint_type: [HINGE]\n", LUDO_PARSE, 2, 14, "'HINGE': use SPHERICAL"},
        {"joint_name: [j1]\njoint_type: [UJOINT_XX]\n", LUDO_PARSE, 2, 14, "'UJOINT_XX'"},
        {"joint_name: [j1]\njoint_type: [[FIXED]]\n", LUDO_PARSE, 2, 14, "expected a joint type"},
        {"joint_name: [J1]\njoint_type: [FIXED]\n", LUDO_BAD_MODEL, 1, 14, "did you mean j1"},
        {"joint_name: [j1, j1]\njoint_type: [FIXED, FIXED]\n", LUDO_PARSE, 1, 18,
         "'j1' is listed twice"});
}

static void check_refused(const char *model, const char *word)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = -1};
    assert_int_equal(
        load_with(model, "joint_name: [j2]\njoint_type: [SPHERICAL]\n", NULL, &spec, &why),
        LUDO_BAD_MODEL);
    if (spec != NULL || why.line != 1 || why.column != 14 || strstr(why.message, word) == NULL) {
        fail_msg("%s:%d:%d: %s", why.file, (int)why.line, (int)why.column, why.message);
    }
}

static void joints_whose_angle_is_needed_stay_hinges(void **state)
{
    (void)state;
    check_refused(RETYPED("<mimic joint='j1'/>"),
                  "joint 'j2' cannot become SPHERICAL: a mimic or coupling (robot.urdf:");
    check_refused("<mujoco><worldbody><body name='b'><joint name='j2'/><geom size='1'/></body>"
                  "</worldbody><actuator><motor joint='j2'/></actuator></mujoco>",
                  "an actuator (");
    check_refused("<mujoco><worldbody><body name='b'><joint name='j2'/><geom size='1'/></body>"
                  "</worldbody><tendon><fixed stiffness='1'><joint joint='j2' coef='1'/></fixed>"
                  "</tendon></mujoco>",
                  "a spring or tendon (");
    check_refused("<mujoco><worldbody><body name='b'><joint name='j2' type='slide'/>"
                  "<geom size='1'/></body></worldbody></mujoco>",
                  "joint 'j2' is slide: only a hinge can become SPHERICAL");
    check_refused("<mujoco><worldbody><body name='b'><joint name='j2'/><joint name='j3'/>"
                  "<geom size='1'/></body></worldbody></mujoco>",
                  "is one of several joints of a body");
}

static void files_that_can_not_be_read_are_told(void **state)
{
    (void)state;
    const ludo_load_options options = {.struct_size = sizeof options,
                                       .loops = folder_path("none.yaml")};
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = -1};
    assert_int_equal(ludo_load_string(robot, strlen(robot), "f", &options, NULL, &spec, &why),
                     LUDO_IO);
    assert_string_equal(why.file, folder_path("none.yaml"));
    assert_true(why.message[0] != '\0');
    assert_null(spec);
}

static void large_files_are_refused(void **state)
{
    (void)state;
    const size_t size = (1 << 20) + 2;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '#', size - 1);
    text[size - 1] = '\0';
    const loop_fault too_large = {text, LUDO_PARSE, 0, 0, "1048576 bytes"};
    check_loop_faults(&too_large, 1);
    free(text);
}

/* Every byte of a good file in turn is lost, or becomes another one: what is refused says where. */
static void mutations_are_read_or_refused(void **state)
{
    (void)state;
    static const char good[] = "closed_loop: [[tip, j2]]\ntype: ['6d']\nname_mot: [j1]\n"
                               "joint_name: [j1]\njoint_type: [CARDAN]\nx: {y: z}";
    static const char others[] = "[]{}:,'\"&*!|>%@#-? \n\t\\0\x80";
    for (size_t at = 0; at < sizeof good - 1; at++) {
        for (size_t o = 0; o < sizeof others; o++) {
            char text[sizeof good];
            memcpy(text, good, sizeof good);
            if (others[o] != '\0') {
                text[at] = others[o];
            } else {
                memmove(text + at, text + at + 1, sizeof good - at - 1);
            }
            ludo_spec *spec = spec_of(robot);
            ludo_diagnostic why = {.line = -1};
            const ludo_status status = ludo_loop_file_parse(text, strlen(text), "f", spec, &why);
            assert_true(status == LUDO_OK || status == LUDO_PARSE || status == LUDO_BAD_MODEL);
            assert_true(status == LUDO_OK || (why.line > 0 && why.column > 0 && *why.message));
            ludo_spec_destroy(spec);
        }
    }
}

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        const ludo_status status =
            load_with(robot,
                      "closed_loop: [[tip, j2]]\ntype: ['6d']\nname_mot: [j1, j2]\n"
                      "joint_name: [j1, tip_frame]\njoint_type: [CARDAN, FIXED]\nx: {y: z}\n",
                      &alloc.hook, &spec, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(spec != NULL, status == LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_between_links_and_frames_of_joints),
        cmocka_unit_test(the_frame_of_a_joint_is_the_one_on_its_child),
        cmocka_unit_test(a_name_is_a_link_before_it_is_a_joint),
        cmocka_unit_test(joints_are_kept_in_their_order),
        cmocka_unit_test(other_keys_are_told_once),
        cmocka_unit_test(types_of_loops_are_read_in_any_case),
        cmocka_unit_test(hinges_become_universal_joints_of_two_axes),
        cmocka_unit_test(hinges_become_balls_and_fixed_joints),
        cmocka_unit_test(a_fixed_joint_stays_fixed_with_a_warning),
        cmocka_unit_test(properties_along_the_same_axis_count_from_the_reference_pose),
        cmocka_unit_test(a_universal_joint_moves_as_two_hinges),
        cmocka_unit_test(what_is_not_yaml_is_refused_at_its_place),
        cmocka_unit_test(nests_and_bombs_are_refused),
        cmocka_unit_test(what_is_no_list_of_loops_is_refused),
        cmocka_unit_test(names_of_nothing_are_refused_with_those_near),
        cmocka_unit_test(joint_types_that_do_not_fit_are_refused),
        cmocka_unit_test(joints_whose_angle_is_needed_stay_hinges),
        cmocka_unit_test(files_that_can_not_be_read_are_told),
        cmocka_unit_test(large_files_are_refused),
        cmocka_unit_test(mutations_are_read_or_refused),
        cmocka_unit_test(loading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
