/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: what is read means what it means in MuJoCo. Numbers said to be MuJoCo's were printed by
 * version 4.0.0 after mj_forward(). What is refused: test_mjcf_refusals.c; larger models, beside
 * MuJoCo itself: test_mujoco.py. */
#include "mjcf_text.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>

/* Some ten operations on numbers of size 1, on both sides. */
static const double round_off = 16.0 * 0x1p-52;

static ludo_frame site_frame(const ludo_model *model, const char *name)
{
    const int32_t site = ludo_model_site_find(model, name);
    assert_true(site >= 0);
    return site_info_of(model, site).frame;
}

/* ---- orientations ---- */

/* The orientation of a site in the world with these attributes. */
static ludo_quat oriented(const char *settings, const char *attributes)
{
    char text[512];
    (void)snprintf(text, sizeof text, MUJOCO("%s" WORLD("<site name='s' %s/>" BODY("", ""))),
                   settings, attributes);
    ludo_model *model = model_of(text);
    const ludo_quat q = site_frame(model, "s").orientation;
    ludo_model_destroy(model);
    return q;
}

static void orientations_of_every_form_are_those_of_mujoco(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *attributes;
        ludo_quat quat; /* MuJoCo's site_quat */
    } cases[] = {
        {"",
         "quat='1 -2 3 4'",
         {0.1825741858350554, -0.3651483716701107, 0.5477225575051661, 0.7302967433402214}},
        {"",
         "axisangle='1 2 3 40'",
         {0.9396926207859084, 0.0914087282642836, 0.1828174565285672, 0.2742261847928508}},
        {"<compiler angle='radian'/>",
         "axisangle='0 -2 1 2.5'",
         {0.3153223623952687, 0.0, -0.8487976473923413, 0.4243988236961707}},
        {"",
         "euler='10 20 30'",
         {0.943714364147489, 0.1276794406957806, 0.1448781254173691, 0.2685358227515692}},
        {"<compiler eulerseq='XYZ'/>",
         "euler='10 20 30'",
         {0.9515485246437885, 0.03813457647485015, 0.189307857412, 0.2392983377447303}},
        {"<compiler eulerseq='zyx'/>",
         "euler='10 20 30'",
         {0.9515485246437885, 0.2392983377447303, 0.189307857412, 0.03813457647485015}},
        {"<compiler eulerseq='zxz'/>",
         "euler='-100 20 250'",
         {0.254887002244179, -0.1729873939250895, -0.01513443590133869, 0.9512512425641977}},
        {"<compiler eulerseq='xYz'/>",
         "euler='10 20 30'",
         {0.9515485246437885, 0.1276794406957806, 0.1448781254173691, 0.2392983377447303}},
        {"<compiler eulerseq='YxZ' angle='radian'/>",
         "euler='1 -2 3'",
         {-0.3688713577132898, -0.3106224510657039, -0.7182870182434115, 0.5015090964037221}},
        {"",
         "xyaxes='1 1 0 0 1 1'",
         {0.8204732385702833, 0.4247082002778669, 0.1759198966061612, 0.3398511429799873}},
        {"",
         "xyaxes='3 0 4 1 1 0'",
         {0.8440068268546245, -0.2960616088296283, -0.4220034134273123, -0.1480308044148142}},
        {"", "xyaxes='-1 0 0 0 -1 0.1'", {0.0, 0.0, 0.04981370188015977, 0.9987585269247991}},
        {"", "xyaxes='-1 0 0.1 0 1 0'", {-0.04981370188015977, 0.0, 0.9987585269247991, 0.0}},
        {"", "xyaxes='1 0.2 0 0 -1 0'", {0.0, 0.9951333266680702, 0.09853761796664214, 0.0}},
        {"", "zaxis='1 2 3'", {0.9491532346616307, -0.2815786030668714, 0.1407893015334357, 0.0}},
        {"", "zaxis='0 0 7'", {1.0, 0.0, 0.0, 0.0}},
        {"", "zaxis='0 0 -0.5'", {6.123233995736766e-17, 1.0, 0.0, 0.0}},
        {"", "zaxis='1e-9 0 -1'", {6.123233995736766e-17, 1.0, 0.0, 0.0}},
        {"",
         "zaxis='0.1 0.1 -3'",
         {0.02355061232706759, -0.7069106621982088, 0.7069106621982088, 0.0}},
        {"",
         "type='capsule' fromto='1 2 3 0 4 1'",
         {0.9128709291752768, 0.3651483716701108, 0.1825741858350554, -0.0}},
        {"<default><site euler='90 0 0'/></default>",
         "quat='1 0 0 1'",
         {0.7071067811865475, 0.0, 0.0, 0.7071067811865475}},
        {"<default><site quat='0 0 0 1'/></default>", "pos='0 0 0'", {0.0, 0.0, 0.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_rotation(oriented(cases[i].settings, cases[i].attributes), cases[i].quat, round_off);
    }
}

static ludo_quat turn(char axis, double degrees)
{
    const double half = degrees * (3.14159265358979323846 / 360.0), s = sin(half);
    return (ludo_quat){cos(half), axis == 'x' ? s : 0.0, axis == 'y' ? s : 0.0,
                       axis == 'z' ? s : 0.0};
}

/* Moving axes multiply from the right, fixed ones from the left. */
static void euler_angles_of_all_sequences_are_products_of_turns(void **state)
{
    (void)state;
    static const double angles[] = {25.0, -70.0, 130.0};
    for (int k = 0; k < 216; k++) {
        static const char letters[] = "xyzXYZ";
        const char sequence[] = {letters[k % 6], letters[k / 6 % 6], letters[k / 36], '\0'};
        char settings[64];
        (void)snprintf(settings, sizeof settings, "<compiler eulerseq='%s'/>", sequence);
        ludo_quat q = q_identity();
        for (int i = 0; i < 3; i++) {
            const bool fixed = sequence[i] < 'a';
            const ludo_quat t = turn((char)(sequence[i] | 0x20), angles[i]);
            q = fixed ? q_mul(t, q) : q_mul(q, t);
        }
        check_rotation(oriented(settings, "euler='25 -70 130'"), q, round_off);
    }
}

static void zaxis_and_xyaxes_turn_the_axes_there(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 a = random_vec3(&r, 1.0), b = random_vec3(&r, 1.0);
        char text[256];
        (void)snprintf(text, sizeof text, "zaxis='%.17g %.17g %.17g'", a.x, a.y, a.z);
        const ludo_vec3 u = v3_scale(1.0 / v3_norm(a), a);
        ludo_quat q = oriented("", text);
        const ludo_vec3 z = q_rotate(q, v3(0.0, 0.0, 1.0));
        check_vector(z, v3(u.x, u.y, u.z), round_off);
        CHECK_NEAR(q.z, 0.0, round_off); /* the shortest way */
        (void)snprintf(text, sizeof text, "xyaxes='%.17g %.17g %.17g %.17g %.17g %.17g'", a.x, a.y,
                       a.z, b.x, b.y, b.z);
        q = oriented("", text);
        const ludo_vec3 x = q_rotate(q, v3(1.0, 0.0, 0.0)), y = q_rotate(q, v3(0.0, 1.0, 0.0));
        check_vector(x, v3(u.x, u.y, u.z), round_off);
        /* y has no part along x and lies on b's side; a b nearly along a loses digits to it */
        const ludo_vec3 off = v3_axpy(b, -v3_dot(u, b), u);
        CHECK_NEAR(v3_dot(y, off), v3_norm(off), round_off);
    }
}

/* ---- frames and what stands in them ---- */

static void frames_carry_bodies_joints_inertials_and_sites(void **state)
{
    (void)state;
    ludo_model *model = model_of(
        MUJOCO(WORLD("<frame pos='0 0 1'><frame pos='1 0 0' euler='0 0 90'>"
                     "<body name='b' pos='2 0 0'>"
                     "  <frame pos='1 0 0' euler='0 0 90'><frame pos='0 2 0' euler='90 0 0'>"
                     "    <joint name='j' pos='1 0 3' axis='1 2 3'/>"
                     "    <inertial pos='0 0 1' mass='1' diaginertia='1 2 2.5'/>"
                     "    <site name='s' pos='0 0 1'/>"
                     "  </frame></frame>"
                     "</body></frame></frame>")));
    /* MuJoCo's jnt_pos, jnt_axis (there of length 1), body_ipos, site_pos, xpos */
    const ludo_joint_info joint = joint_info_of(model, 0);
    check_vector(joint.anchor, v3(2.0, 1.0, 0.0), round_off);
    check_vector(joint.axis, v3(0.8017837257372731, 0.2672612419124241, 0.5345224838248489),
                 round_off);
    const ludo_body_info body = body_info_of(model, 0);
    check_vector(body.com, v3(0.0, 0.0, 0.0), round_off);
    CHECK_NEAR(body.inertia[0], 2.5, round_off);
    CHECK_NEAR(body.inertia[1], 1.0, round_off);
    CHECK_NEAR(body.inertia[2], 2.0, round_off);
    check_vector(site_frame(model, "s").position, v3(0.0, 0.0, 0.0), round_off);
    ludo_sim *sim = NULL;
    ludo_body_state b;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_body_state(sim, 0, &b), LUDO_OK);
    check_vector(b.position, v3(1.0, 2.0, 1.0), round_off);
    check_rotation(b.orientation, turn('z', 90.0), round_off);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static void inertias_are_turned_into_body_axes(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(
        WORLD("<body><inertial pos='1 2 3' mass='4' diaginertia='1 2 2.5' euler='0 0 30'/></body>"
              "<body><inertial pos='0 0 0' mass='1' fullinertia='1 2 2.5 0.1 0.2 0.3'/></body>")));
    const ludo_body_info turned = body_info_of(model, 0), full = body_info_of(model, 1);
    assert_true(turned.mass == 4.0);
    check_vector(turned.com, v3(1.0, 2.0, 3.0), round_off);
    /* J1 cos^2 + J2 sin^2, ..., (J1 - J2) sin cos */
    CHECK_NEAR(turned.inertia[0], 1.25, round_off);
    CHECK_NEAR(turned.inertia[1], 1.75, round_off);
    CHECK_NEAR(turned.inertia[2], 2.5, round_off);
    CHECK_NEAR(turned.inertia[3], -sqrt(3.0) / 4.0, round_off);
    CHECK_NEAR(turned.inertia[4], 0.0, round_off);
    CHECK_NEAR(turned.inertia[5], 0.0, round_off);
    static const double given[] = {1.0, 2.0, 2.5, 0.1, 0.2, 0.3};
    assert_memory_equal(full.inertia, given, sizeof given);
    ludo_model_destroy(model);
}

static void a_site_between_two_points_is_half_way(void **state)
{
    (void)state;
    ludo_model *model =
        model_of(MUJOCO(WORLD(BODY("", "<site name='s' type='capsule' fromto='1 2 3 0 4 1'/>"))));
    const ludo_frame f = site_frame(model, "s");
    check_vector(f.position, v3(0.5, 3.0, 2.0), round_off);
    /* MuJoCo: z points to the first */
    check_vector(q_rotate(f.orientation, v3(0.0, 0.0, 3.0)), v3(1.0, -2.0, 2.0), round_off);
    ludo_model_destroy(model);
}

/* ---- default classes ---- */

static void classes_inherit_and_are_overruled(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(
        "<default>"
        "  <default class='a'><joint type='slide'/>"
        "    <default class='b'><joint axis='0 0 2'/></default></default>"
        "  <joint axis='1 0 0'/>"
        "</default>"
        "<default class='main'><joint pos='1 2 3'/></default>" WORLD(
            BODY("", "<joint name='main'/>") BODY(
                "childclass='a'",
                "<joint name='child'/>" BODY("", "<joint name='grandchild'/>" BODY(
                                                     "childclass='b'", "<joint name='changed'/>"))
                    BODY("", "<joint name='own_class' class='b'/>") "<frame childclass='b'>" BODY(
                        "", "<joint name='framed' class='main'/>")
                        BODY("", "<joint name='in_frame' axis='0 1 0'/>") "</frame>"))));
    static const struct {
        const char *name, *type;
        ludo_vec3 axis;
        bool earlier; /* of a class that was told before 'pos' was */
    } joints[] = {
        {"main", "hinge", {1.0, 0.0, 0.0}, false},      {"child", "slide", {1.0, 0.0, 0.0}, true},
        {"grandchild", "slide", {1.0, 0.0, 0.0}, true}, {"changed", "slide", {0.0, 0.0, 1.0}, true},
        {"own_class", "slide", {0.0, 0.0, 1.0}, true},  {"framed", "hinge", {1.0, 0.0, 0.0}, false},
        {"in_frame", "slide", {0.0, 1.0, 0.0}, true}};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        const int32_t j = ludo_model_joint_find(model, joints[i].name);
        assert_true(j >= 0);
        const ludo_joint_info info = joint_info_of(model, j);
        assert_string_equal(info.type, joints[i].type);
        check_vector(info.axis, v3(joints[i].axis.x, joints[i].axis.y, joints[i].axis.z),
                     round_off);
        CHECK_NEAR(info.anchor.x, joints[i].earlier ? 0.0 : 1.0, 0.0);
    }
    ludo_model_destroy(model);
}

/* ---- joints and keyframes ---- */

static void joints_have_their_types_places_and_parents(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(WORLD(BODY(
        "name='a'", "<freejoint name='f'/>" BODY(
                        "name='b' pos='0 0 1'",
                        "<joint name='h' pos='0 0 0.5'/>" BODY(
                            "name='c'", "<joint name='l' type='ball'/>" BODY("name='d'", "")))))));
    static const char *const types[] = {"free", "hinge", "ball", "fixed"};
    static const int32_t dof[] = {6, 1, 3, 0};
    assert_int_equal(ludo_model_joint_count(model), 4);
    for (int32_t j = 0; j < 4; j++) {
        const ludo_joint_info info = joint_info_of(model, j);
        assert_string_equal(info.type, types[j]);
        assert_int_equal(info.dof, dof[j]);
        assert_int_equal(info.parent, j - 1);
        assert_int_equal(info.child, j);
    }
    check_vector(joint_info_of(model, 1).anchor, v3(0.0, 0.0, 0.5), round_off);
    ludo_model_destroy(model);
}

/* Coordinates of joint `joint` in keyframe `keyframe` of a model, -1: as it stands. */
static void coordinates(ludo_model *model, int32_t keyframe, int32_t joint, double *q)
{
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, keyframe), LUDO_OK);
    assert_int_equal(ludo_sim_joint_position(sim, joint, q), LUDO_OK);
    ludo_sim_destroy(sim);
}

static void references_are_angles_of_the_file_and_keyframes_are_radians(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(WORLD(BODY(
        "", "<joint ref='90'/>" BODY(
                "", "<joint type='slide' ref='0.5'/>"))) "<keyframe><key name='k' time='2' "
                                                         "qpos='0.25 -1' qvel='3 4'/></keyframe>"));
    double q[7];
    coordinates(model, -1, 0, q);
    CHECK_NEAR(q[0], 3.14159265358979323846 / 2.0, round_off); /* MuJoCo's qpos0 */
    coordinates(model, -1, 1, q);
    CHECK_NEAR(q[0], 0.5, round_off);
    coordinates(model, 0, 0, q);
    CHECK_NEAR(q[0], 0.25, round_off);
    coordinates(model, 0, 1, q);
    CHECK_NEAR(q[0], -1.0, round_off);
    ludo_sim *sim = NULL;
    ludo_body_state body;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, ludo_model_keyframe_find(model, "k")), LUDO_OK);
    assert_true(ludo_sim_time(sim) == 2.0);
    assert_int_equal(ludo_sim_body_state(sim, 0, &body), LUDO_OK);
    check_rotation(body.orientation, turn('z', 0.25 * 180.0 / 3.14159265358979323846 - 90.0),
                   round_off);
    check_vector(body.angular_velocity, v3(0.0, 0.0, 3.0), round_off);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static void a_free_joint_is_where_its_body_is(void **state)
{
    (void)state;
    ludo_model *model = model_of(MUJOCO(WORLD(
        "<frame pos='1 2 3' euler='90 0 0'>" BODY("pos='1 0 0'", "<freejoint/>") "</frame>" BODY(
            "pos='1 2 3'", "<joint type='free' pos='1 0 0' axis='0 0 0' ref='7'/>"))));
    double q[7];
    coordinates(model, -1, 0, q);
    check_vector(v3(q[0], q[1], q[2]), v3(2.0, 2.0, 3.0), round_off); /* MuJoCo's qpos0 */
    check_rotation((ludo_quat){q[3], q[4], q[5], q[6]}, turn('x', 90.0), round_off);
    coordinates(model, -1, 1, q);
    check_vector(v3(q[0], q[1], q[2]), v3(1.0, 2.0, 3.0), round_off);
    ludo_model_destroy(model);
}

/* ---- settings and order ---- */

static void settings_hold_wherever_they_stand(void **state)
{
    (void)state;
    ludo_model *model = model_of("<mujoco model='m'>" WORLD("<site name='s' euler='1.5 0 0'/>" BODY(
        "", "")) "<option timestep='0.25'/><compiler angle='radian'/><option gravity='1 2 "
                 "3'/></mujoco>");
    assert_string_equal(ludo_model_name(model), "m");
    assert_true(ludo_model_timestep(model) == 0.25);
    check_vector(gravity_of(model), v3(1.0, 2.0, 3.0), round_off);
    CHECK_NEAR(site_frame(model, "s").orientation.w, cos(0.75), round_off);
    ludo_model_destroy(model);
    model = model_of(MUJOCO("<option><flag gravity='disable'/></option>" WORLD(BODY("", ""))));
    check_vector(gravity_of(model), v3(0.0, 0.0, 0.0), round_off);
    ludo_model_destroy(model);
}

/* Bodies 1 m apart, each in the one before. */
static void bodies_nest_a_thousand_deep(void **state)
{
    (void)state;
    enum { DEEP = 1000 };
    static const char one[] = "<body pos='1 0 0'>" INERTIAL "<joint type='ball'/>";
    char *text = calloc(DEEP, sizeof one + sizeof "</body>" + 1);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "<mujoco><worldbody>");
    for (int i = 0; i < DEEP; i++) {
        length += (size_t)sprintf(text + length, "%s", one);
    }
    for (int i = 0; i < DEEP; i++) {
        length += (size_t)sprintf(text + length, "</body>");
    }
    (void)sprintf(text + length, "</worldbody></mujoco>");
    ludo_model *model = model_of(text);
    free(text);
    assert_int_equal(ludo_model_body_count(model), DEEP);
    assert_int_equal(ludo_model_dof(model), 3 * DEEP);
    ludo_sim *sim = NULL;
    ludo_body_state last;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_body_state(sim, DEEP - 1, &last), LUDO_OK);
    CHECK_NEAR(last.position.x, DEEP, DEEP * round_off);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientations_of_every_form_are_those_of_mujoco),
        cmocka_unit_test(euler_angles_of_all_sequences_are_products_of_turns),
        cmocka_unit_test(zaxis_and_xyaxes_turn_the_axes_there),
        cmocka_unit_test(frames_carry_bodies_joints_inertials_and_sites),
        cmocka_unit_test(inertias_are_turned_into_body_axes),
        cmocka_unit_test(a_site_between_two_points_is_half_way),
        cmocka_unit_test(classes_inherit_and_are_overruled),
        cmocka_unit_test(joints_have_their_types_places_and_parents),
        cmocka_unit_test(references_are_angles_of_the_file_and_keyframes_are_radians),
        cmocka_unit_test(a_free_joint_is_where_its_body_is),
        cmocka_unit_test(settings_hold_wherever_they_stand),
        cmocka_unit_test(bodies_nest_a_thousand_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
