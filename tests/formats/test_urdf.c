/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: what is read means what it means in MuJoCo. Numbers said to be MuJoCo's were printed by
 * version 4.0.0. What is refused, and what is noted: test_urdf_refusals.c; geometry:
 * test_urdf_geoms.c; larger models, beside MuJoCo itself: test_mujoco.py. */
#include "urdf_text.h"
#include "spec/items.h"
#include "vectors.h"

/* Some ten operations on numbers of size 1, on both sides. */
static const double round_off = 16.0 * 0x1p-52;

/* Joint 'j' of a description: joint 0 carries the root. */
static const ludo_joint_def *joint_j(const ludo_spec *spec)
{
    const ludo_joint_def *joint = ludo_spec_joint_at(spec, 1);
    assert_non_null(joint);
    assert_string_equal(joint->name, "j");
    return joint;
}

/* ---- links ---- */

static void links_are_bodies_in_the_order_of_the_file(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(JOINT("k", "fixed", "b", "c", "") LINK("c", "") JOINT(
        "j", "revolute", "a", "b", "") LINK("b", INERTIAL) LINK("a", "")));
    assert_string_equal(ludo_spec_name(spec), "r");
    assert_int_equal(ludo_spec_body_count(spec), 3);
    assert_string_equal(ludo_spec_body_at(spec, 0)->name, "c");
    assert_string_equal(ludo_spec_body_at(spec, 1)->name, "b");
    assert_string_equal(ludo_spec_body_at(spec, 2)->name, "a");
    assert_int_equal(ludo_spec_joint_count(spec), 3);
    assert_int_equal(ludo_spec_joint_at(spec, 0)->child, 2);
    assert_string_equal(ludo_spec_joint_at(spec, 1)->name, "k");
    assert_int_equal(ludo_spec_joint_at(spec, 1)->parent, 1);
    assert_int_equal(ludo_spec_joint_at(spec, 1)->child, 0);
    assert_string_equal(ludo_spec_joint_at(spec, 2)->name, "j");
    assert_int_equal(ludo_spec_joint_at(spec, 2)->place.line, 1);
    ludo_spec_destroy(spec);
}

static void links_without_an_inertial_have_no_mass(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        ROBOT(LINK("a", "<collision><geometry><sphere radius='1'/></geometry></collision>")));
    const ludo_body_def *body = ludo_spec_body_at(spec, 0);
    assert_true(body->mass == 0.0);
    for (int i = 0; i < 6; i++) {
        assert_true(body->inertia[i] == 0.0);
    }
    ludo_spec_destroy(spec);
}

/* MuJoCo's principal moments, body_inertia, of the same link. */
static void inertias_are_turned_into_the_axes_of_the_link(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(LINK(
        "a", "<inertial><origin rpy='0.1 0.2 0.3' xyz='1 2 3'/><mass value='2'/>"
             "<inertia ixx='1' iyy='2' izz='2.5' ixy='0.1' ixz='0.2' iyz='0.3'/></inertial>")));
    static const double principal[3] = {2.67042605, 1.85952304, 0.97005091};
    static const ludo_quat axes = {0.03089426, 0.77533748, 0.23996862, 0.58336301};
    const ludo_body_def *body = ludo_spec_body_at(spec, 0);
    const double *J = body->inertia;
    const mat3 inertia = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
    assert_true(body->mass == 2.0);
    check_vector(body->com, v3(1.0, 2.0, 3.0), round_off);
    for (int i = 0; i < 3; i++) {
        const ludo_vec3 axis = q_rotate(axes, v3(i == 0, i == 1, i == 2));
        const ludo_vec3 off = v3_sub(m3_apply(&inertia, axis), v3_scale(principal[i], axis));
        CHECK_NEAR(v3_norm(off), 0.0, 1e-7); /* eight digits were printed */
    }
    ludo_spec_destroy(spec);
}

/* ---- what the robot stands on ---- */

static void the_root_is_fixed_to_the_world_or_free(void **state)
{
    (void)state;
    const ludo_load_options options = {.struct_size = sizeof options, .base = LUDO_BASE_FREE};
    for (int floats = 0; floats < 2; floats++) {
        ludo_spec *spec = spec_loaded(ROBOT(PAIR("fixed", "")), floats ? &options : NULL);
        const ludo_joint_def *joint = ludo_spec_joint_at(spec, 0);
        assert_string_equal(joint->name, floats ? "root" : "");
        assert_string_equal(joint->type, floats ? "free" : "fixed");
        assert_int_equal(joint->parent, LUDO_WORLD);
        assert_int_equal(joint->child, 0);
        ludo_spec_destroy(spec);
    }
}

static void a_root_called_world_is_the_world(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        ROBOT(LINK("world", "<visual><geometry><sphere radius='1'/></geometry></visual>")
                  LINK("a", INERTIAL) JOINT("j", "fixed", "world", "a", "<origin xyz='1 2 3'/>")));
    assert_int_equal(ludo_spec_body_count(spec), 1);
    assert_int_equal(ludo_spec_joint_count(spec), 1);
    const ludo_joint_def *joint = ludo_spec_joint_at(spec, 0);
    assert_string_equal(joint->name, "j");
    assert_int_equal(joint->parent, LUDO_WORLD);
    check_vector(joint->in_parent.position, v3(1.0, 2.0, 3.0), round_off);
    assert_int_equal(ludo_spec_geom_at(spec, 0)->body, LUDO_WORLD);
    ludo_spec_destroy(spec);
}

static void bodies_on_fixed_joints_are_merged(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(PAIR("fixed", "")));
    ludo_model *model = NULL;
    ludo_diagnostic why = {.line = 0};
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_OK);
    assert_int_equal(ludo_model_dof(model), 0);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

/* ---- joints ---- */

static void joint_types_are_those_of_the_description(void **state)
{
    (void)state;
    static const struct {
        const char *text, *type;
    } cases[] = {
        {ROBOT(PAIR("revolute", "")), "hinge"},  {ROBOT(PAIR("continuous", "")), "hinge"},
        {ROBOT(PAIR("prismatic", "")), "slide"}, {ROBOT(PAIR("fixed", "")), "fixed"},
        {ROBOT(PAIR("planar", "")), "planar"},   {ROBOT(PAIR("floating", "")), "free"},
        {ROBOT(PAIR("spherical", "")), "ball"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        assert_string_equal(joint_j(spec)->type, cases[i].type);
        ludo_spec_destroy(spec);
    }
}

/* MuJoCo's body_quat of the same origin. */
static void a_joint_stands_at_its_origin_in_the_parent(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(PAIR("revolute", "<origin xyz='1 2 3' rpy='0.4 -0.7 2.1'/>")));
    const ludo_joint_def *joint = joint_j(spec);
    check_vector(joint->in_parent.position, v3(1.0, 2.0, 3.0), round_off);
    check_rotation(joint->in_parent.orientation,
                   (ludo_quat){0.3989959770968551, 0.3843675465208029, -0.005332592594843616,
                               0.832487455099668},
                   round_off);
    check_vector(joint->in_child.position, v3(0.0, 0.0, 0.0), round_off);
    ludo_spec_destroy(spec);
}

static void an_axis_is_x_unless_given_and_gets_length_1(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(PAIR("prismatic", "")));
    check_vector(joint_j(spec)->axis, v3(1.0, 0.0, 0.0), round_off);
    ludo_spec_destroy(spec);
    spec = spec_of(ROBOT(PAIR("revolute", "<axis xyz='0 -3 4'/>")));
    check_vector(joint_j(spec)->axis, v3(0.0, -0.6, 0.8), round_off);
    ludo_spec_destroy(spec);
    spec = spec_of(ROBOT(PAIR("fixed", "<axis xyz='0 0 0'/>"))); /* of no use, so not looked at */
    ludo_spec_destroy(spec);
}

static void limits_hold_where_both_are_given_and_differ(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool limited;
    } cases[] = {
        {ROBOT(PAIR("revolute", "<limit lower='-1' upper='2' effort='3' velocity='4'/>")), true},
        {ROBOT(PAIR("prismatic", "<limit lower='-1' upper='2' effort='3' velocity='4'/>")), true},
        {ROBOT(PAIR("continuous", "<limit lower='-1' upper='2' effort='3' velocity='4'/>")), false},
        {ROBOT(PAIR("revolute", "<limit lower='-1' effort='3' velocity='4'/>")), false},
        {ROBOT(PAIR("revolute", "<limit upper='2' effort='3' velocity='4'/>")), false},
        {ROBOT(PAIR("revolute", "<limit lower='0' upper='0' effort='3' velocity='4'/>")), false},
        {ROBOT(PAIR("revolute", "<limit lower='1' upper='-1' effort='3' velocity='4'/>")), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_dof_def *along = joint_j(spec)->along;
        assert_int_equal(along->limited, cases[i].limited);
        assert_true(along->range[0] == (cases[i].limited ? -1.0 : 0.0));
        assert_true(along->range[1] == (cases[i].limited ? 2.0 : 0.0));
        assert_true(along->effort == 3.0 && along->speed == 4.0);
        ludo_spec_destroy(spec);
    }
}

static void dynamics_act_along_every_rate(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int rates;
    } cases[] = {
        {ROBOT(PAIR("revolute", "<dynamics damping='2' friction='3'/>")), 1},
        {ROBOT(PAIR("prismatic", "<dynamics damping='2' friction='3'/>")), 1},
        {ROBOT(PAIR("planar", "<dynamics damping='2' friction='3'/>")), 3},
        {ROBOT(PAIR("spherical", "<dynamics damping='2' friction='3'/>")), 1},
        {ROBOT(PAIR("fixed", "<dynamics damping='2' friction='3'/>")), 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        for (int k = 0; k < LUDO_MAX_DOF; k++) {
            const ludo_dof_def *along = &joint_j(spec)->along[k];
            assert_true(along->damping == (k < cases[i].rates ? 2.0 : 0.0));
            assert_true(along->friction_loss == (k < cases[i].rates ? 3.0 : 0.0));
        }
        ludo_spec_destroy(spec);
    }
}

static void what_floats_stands_in_the_world_where_its_parent_stands(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(ROBOT(LINK("base", INERTIAL) LINK("table", INERTIAL) LINK("cup", INERTIAL) JOINT(
            "k", "fixed", "base", "table", "<origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/>")
                          JOINT("j", "floating", "table", "cup", "<origin xyz='2 0 5'/>")));
    const ludo_joint_def *joint = ludo_spec_joint_at(spec, 2);
    assert_string_equal(joint->type, "free");
    assert_int_equal(joint->parent, LUDO_WORLD);
    check_vector(joint->in_parent.position, v3(1.0, 2.0, 5.0), round_off);
    ludo_spec_destroy(spec);
}

/* ---- what closes loops ---- */

static void joints_follow_others(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(
        LINK("a", INERTIAL) LINK("b", INERTIAL) LINK("c", INERTIAL)
            JOINT("k", "prismatic", "a", "b", "<mimic joint='j' multiplier='-2' offset='0.5'/>")
                JOINT("j", "revolute", "b", "c", "")));
    assert_int_equal(ludo_spec_coupling_count(spec), 1);
    const ludo_coupling_def *coupling = ludo_spec_coupling_at(spec, 0);
    assert_int_equal(coupling->joint, 1);
    assert_int_equal(coupling->from, 2);
    assert_true(coupling->coefficient[0] == 0.5 && coupling->coefficient[1] == -2.0);
    assert_true(coupling->coefficient[2] == 0.0);
    ludo_spec_destroy(spec);
    spec = spec_of(ROBOT(LINK("a", INERTIAL) LINK("b", INERTIAL) LINK("c", INERTIAL) JOINT(
        "k", "revolute", "a", "b", "<mimic joint='j'/>") JOINT("j", "revolute", "b", "c", "")));
    coupling = ludo_spec_coupling_at(spec, 0);
    assert_true(coupling->coefficient[0] == 0.0 && coupling->coefficient[1] == 1.0);
    ludo_spec_destroy(spec);
}

static void loop_joints_are_closures_of_any_type(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(PAIR(
        "revolute",
        "") "<loop_joint name='l' type='universal'>"
            "<link1 link='arm' xyz='1 2 3' rpy='0.4 -0.7 2.1'/><link2 link='base' xyz='4 5 6'/>"
            "<axis xyz='0 0 2'/><axis2 xyz='1 0 0'/></loop_joint>"
            "<loop_joint name='m' type='revolute'><link1 link='base'/><link2 "
            "link='arm'/></loop_joint>"
            "<loop_joint name='n' type='ball'><link1 link='base'/><link2 "
            "link='arm'/></loop_joint>"));
    assert_int_equal(ludo_spec_joint_count(spec), 2);
    assert_int_equal(ludo_spec_closure_count(spec), 3);
    const ludo_joint_def *loop = ludo_spec_closure_at(spec, 0);
    assert_string_equal(loop->name, "l");
    assert_string_equal(loop->type, "universal");
    assert_int_equal(loop->parent, 1);
    assert_int_equal(loop->child, 0);
    check_vector(loop->in_parent.position, v3(1.0, 2.0, 3.0), round_off);
    check_rotation(loop->in_parent.orientation,
                   (ludo_quat){0.3989959770968551, 0.3843675465208029, -0.005332592594843616,
                               0.832487455099668},
                   round_off);
    check_vector(loop->in_child.position, v3(4.0, 5.0, 6.0), round_off);
    check_vector(loop->axis, v3(0.0, 0.0, 1.0), round_off);
    check_vector(loop->axis2, v3(1.0, 0.0, 0.0), round_off);
    assert_string_equal(ludo_spec_closure_at(spec, 1)->type, "hinge");
    check_vector(ludo_spec_closure_at(spec, 1)->axis, v3(1.0, 0.0, 0.0), round_off);
    assert_string_equal(ludo_spec_closure_at(spec, 2)->type, "ball");
    ludo_spec_destroy(spec);
}

/* ---- settings ---- */

static void options_for_mujoco_are_taken(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        ROBOT(PAIR("revolute", "") "<mujoco><option gravity='1 2 3' timestep='0.004'/></mujoco>"));
    check_vector(spec_gravity_of(spec), v3(1.0, 2.0, 3.0), round_off);
    assert_true(ludo_spec_timestep(spec) == 0.004);
    ludo_spec_destroy(spec);
}

/* ---- names ---- */

static void names_hold_any_character(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of("<robot name='&lt;r&gt;/..'><link name='a/b c'/><link name='&amp;'/>"
                              "<joint name='%s' type='revolute'><parent link='&amp;'/>"
                              "<child link='a/b c'/></joint></robot>");
    assert_string_equal(ludo_spec_name(spec), "<r>/..");
    assert_string_equal(ludo_spec_body_at(spec, 0)->name, "a/b c");
    assert_string_equal(ludo_spec_body_at(spec, 1)->name, "&");
    assert_string_equal(ludo_spec_joint_at(spec, 1)->name, "%s");
    assert_int_equal(ludo_spec_joint_at(spec, 1)->child, 0);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_bodies_in_the_order_of_the_file),
        cmocka_unit_test(links_without_an_inertial_have_no_mass),
        cmocka_unit_test(inertias_are_turned_into_the_axes_of_the_link),
        cmocka_unit_test(the_root_is_fixed_to_the_world_or_free),
        cmocka_unit_test(a_root_called_world_is_the_world),
        cmocka_unit_test(bodies_on_fixed_joints_are_merged),
        cmocka_unit_test(joint_types_are_those_of_the_description),
        cmocka_unit_test(a_joint_stands_at_its_origin_in_the_parent),
        cmocka_unit_test(an_axis_is_x_unless_given_and_gets_length_1),
        cmocka_unit_test(limits_hold_where_both_are_given_and_differ),
        cmocka_unit_test(dynamics_act_along_every_rate),
        cmocka_unit_test(what_floats_stands_in_the_world_where_its_parent_stands),
        cmocka_unit_test(joints_follow_others),
        cmocka_unit_test(loop_joints_are_closures_of_any_type),
        cmocka_unit_test(options_for_mujoco_are_taken),
        cmocka_unit_test(names_hold_any_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
