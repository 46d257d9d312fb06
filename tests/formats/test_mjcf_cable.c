/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables: bodies, joints, geoms and names. Frames said to be MuJoCo's are those of version 3.3.7,
 * which has single precision for the vertices. */
#include "mjcf_text.h"
#include "spec/items.h"

#include "ludo/edit.h"

#include <float.h>
#include <stdio.h>

/* sines and products of some numbers of order 1 */
#define ROUNDING (64.0 * DBL_EPSILON)
#define SINGLE 2e-6

#define CAPSULE "<geom type='capsule' size='0.01'/>"
#define CABLE(attributes, inner) "<composite type='cable' " attributes ">" inner "</composite>"
#define CABLE_ALONE(attributes, inner) MUJOCO(WORLD(CABLE(attributes, inner)))

static void check_frame(ludo_frame f, ludo_vec3 position, ludo_quat q, double tolerance)
{
    CHECK_NEAR(v3_max(v3_sub(f.position, position)), 0.0, tolerance);
    CHECK_NEAR(fabs(q_dot(f.orientation, q_normalized(q))), 1.0, tolerance);
}

static ludo_frame joint_frame(const ludo_spec *spec, const char *name)
{
    return ludo_spec_joint_at(spec, ludo_spec_joint_find(spec, name))->in_parent;
}

/* A straight one: three pieces of 0.4, each with the mass of its geom. */
static void a_cable_is_a_chain_of_bodies(void **state)
{
    (void)state;
    static const char *const bodies[] = {"cB_first", "cB_1", "cB_last"};
    static const char *const joints[] = {"cJ_first", "cJ_1", "cJ_last"};
    ludo_spec *spec = spec_of(CABLE_ALONE(
        "prefix='c' count='4 1 1' curve='s' size='1.2' offset='0 0 2'",
        "<geom type='box' size='9 0.1 0.05' density='100'/><joint kind='main' damping='0.5'/>"));
    assert_int_equal(ludo_spec_body_count(spec), 3);
    assert_int_equal(ludo_spec_joint_count(spec), 3);
    assert_int_equal(ludo_spec_note_count(spec), 0);
    for (int32_t i = 0; i < 3; i++) {
        const ludo_body_def *b = ludo_spec_body_at(spec, i);
        const ludo_joint_def *j = ludo_spec_joint_at(spec, i);
        assert_string_equal(b->name, bodies[i]);
        CHECK_NEAR(b->mass, 100.0 * 0.4 * 0.2 * 0.1, ROUNDING);
        CHECK_NEAR(v3_max(v3_sub(b->com, v3(0.2, 0.0, 0.0))), 0.0, ROUNDING);
        assert_string_equal(j->name, joints[i]);
        assert_string_equal(j->type, "ball");
        assert_true(j->along[0].damping == 0.5);
        check_frame(j->in_parent, i > 0 ? v3(0.4, 0.0, 0.0) : v3(0.0, 0.0, 2.0), q_identity(),
                    ROUNDING);
    }
    assert_int_equal(ludo_spec_geom_count(spec), 3);
    assert_string_equal(ludo_spec_geom_at(spec, 2)->name, "cG2");
    assert_int_equal(ludo_spec_exclude_count(spec), 2);
    const ludo_site_def *last = ludo_spec_site_at(spec, ludo_spec_site_find(spec, "cS_last"));
    assert_int_equal(last->body, 2);
    CHECK_NEAR(v3_max(v3_sub(last->frame.position, v3(0.4, 0.0, 0.0))), 0.0, ROUNDING);
    ludo_spec_destroy(spec);
}

/* MuJoCo's frames of a helix, of a planar curve, and of one that begins straight. */
static void frames_follow_the_curve(void **state)
{
    (void)state;
    static const struct {
        const char *text, *joint;
        ludo_vec3 position;
        ludo_quat q;
    } cases[] = {
        {CABLE_ALONE("count='6' curve='s cos(s) sin(s)' size='1 .25 2'", CAPSULE),
         "J_first",
         {0.0, 0.25, 0.0},
         {-0.430098, 0.772216, -0.05605, 0.46428}},
        {CABLE_ALONE("count='6' curve='s cos(s) sin(s)' size='1 .25 2'", CAPSULE),
         "J_2",
         {0.35549, 0.0, 0.0},
         {0.873994, 0.0, -0.340387, 0.346802}},
        {CABLE_ALONE("count='5 1 1' curve='sin(s) cos(s)' size='1 .25 1'", CAPSULE),
         "J_first",
         {0.0, 0.25, 0.0},
         {0.0, 0.980785, -0.19509, 0.0}},
        {CABLE_ALONE("count='5 1 1' curve='sin(s) cos(s)' size='1 .25 1'", CAPSULE),
         "J_1",
         {0.191342, 0.0, 0.0},
         {0.92388, 0.0, 0.0, 0.382683}},
        {CABLE_ALONE("count='4' curve='0 0 s'", CAPSULE),
         "J_first",
         {0.0, 0.0, 0.0},
         {0.0, 1.0, 0.0, 1.0}},
        {CABLE_ALONE("vertex='0 0 0 1 0 0 1 1 0 1 1 1'", CAPSULE),
         "J_last",
         {1.0, 0.0, 0.0},
         {0.707107, 0.0, -0.707107, 0.0}},
        {CABLE_ALONE("count='4' curve='s' quat='1 0 0 1' offset='1 2 3'", CAPSULE),
         "J_first",
         {1.0, 2.0, 3.0},
         {1.0, 0.0, 0.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        check_frame(joint_frame(spec, cases[i].joint), cases[i].position, cases[i].q, SINGLE);
        ludo_spec_destroy(spec);
    }
}

static void the_first_joint_is_chosen(void **state)
{
    (void)state;
    static const char *const types[][2] = {{"none", "fixed"}, {"free", "free"}, {"ball", "ball"}};
    for (int i = 0; i < 3; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       CABLE_ALONE("count='3' curve='s' initial='%s'",
                                   CAPSULE "<joint kind='main' damping='2' armature='1'/>"),
                       types[i][0]);
        ludo_spec *spec = spec_of(text);
        assert_string_equal(ludo_spec_joint_at(spec, 0)->type, types[i][1]);
        assert_true(ludo_spec_joint_at(spec, 0)->along[0].damping == (i == 2 ? 2.0 : 0.0));
        assert_true(ludo_spec_joint_at(spec, 1)->along[0].damping == 2.0);
        assert_string_equal(ludo_spec_joint_at(spec, 1)->name, "J_last");
        assert_int_equal(ludo_spec_exclude_count(spec), 1);
        ludo_spec_destroy(spec);
    }
}

/* Default classes do not apply, neither those around the cable nor the outermost. */
static void default_classes_do_not_apply(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(
        "<default><joint damping='3'/><default class='k'><geom "
        "density='9'/></default></default>" WORLD("<body childclass='k'><geom size='1'/>" CABLE(
            "count='3' curve='s'", "<geom type='box' size='1 0.1 0.1'/>") "</body>")));
    const int32_t b = ludo_spec_body_find(spec, "B_first");
    CHECK_NEAR(ludo_spec_body_at(spec, b)->mass, 1000.0 * 0.5 * 0.04, ROUNDING * 20.0);
    assert_true(ludo_spec_joint_at(spec, ludo_spec_joint_find(spec, "J_last"))->along[0].damping ==
                0.0);
    ludo_spec_destroy(spec);
}

static void cables_are_replicated(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(WORLD("<replicate count='2' offset='0 1 0'>" CABLE(
        "count='4' curve='s'", CAPSULE) "</replicate>")));
    assert_int_equal(ludo_spec_body_count(spec), 6);
    assert_int_equal(ludo_spec_exclude_count(spec), 4);
    assert_true(ludo_spec_joint_find(spec, "J_last1") >= 0);
    ludo_spec_destroy(spec);
}

static void elasticity_is_left_out_with_a_warning(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(CABLE_ALONE("count='4' curve='s'", CAPSULE "<plugin instance='p'/><skin/>"));
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "elasticity"));
    ludo_spec_destroy(spec);
}

#define LINE_2(attributes, inner)                                                                  \
    "<mujoco><worldbody>\n<composite type='cable' " attributes ">" inner                           \
    "</composite></worldbody></mujoco>"

static void cables_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {LINE_2("curve='s'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "two vertices"},
        {LINE_2("count='0' curve='s'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "'count'"},
        {LINE_2("count='3 2 1' curve='s'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "'count'"},
        {LINE_2("count='9999' curve='s'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "2000"},
        {LINE_2("count='4'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "vertices 0 and 1"},
        {LINE_2("count='4' curve='l'", CAPSULE), LUDO_PARSE, 2, 1, "'curve'"},
        {LINE_2("count='4' curve='s 0 0 0'", CAPSULE), LUDO_PARSE, 2, 1, "'curve'"},
        {LINE_2("count='4' curve='s' quat='0 0 0 0'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "'quat'"},
        {LINE_2("count='4' vertex='0 0 0 1 0 0'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "keep one"},
        {LINE_2("vertex='0 0 0 1'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "three numbers"},
        {LINE_2("vertex='0 0 0 1 1 1 1 1 1'", CAPSULE), LUDO_BAD_MODEL, 2, 1, "vertices 1 and 2"},
        {LINE_2("vertex='1e308 0 0 1e308 1 0' offset='1e308 0 0'", CAPSULE), LUDO_BAD_MODEL, 2, 1,
         "too far apart"},
        {LINE_2("count='4' curve='s cos(s)' size='1 1e308 1e308'", CAPSULE), LUDO_BAD_MODEL, 2, 1,
         "too far apart"},
        {LINE_2("count='4' curve='s' initial='hinge'", CAPSULE), LUDO_PARSE, 2, 1, "'hinge'"},
        {LINE_2("count='4' curve='s' spacing='1'", CAPSULE), LUDO_PARSE, 2, 1, "'spacing'"},
        {LINE_2("count='4' curve='s'", ""), LUDO_PARSE, 2, 1, "geom"},
        {LINE_2("count='4' curve='s'", "\n<geom size='1'/>"), LUDO_BAD_MODEL, 3, 1, "capsule"},
        {LINE_2("count='4' curve='s'", CAPSULE "\n<joint kind='twist'/>"), LUDO_PARSE, 3, 1,
         "'twist'"},
        {LINE_2("count='4' curve='s'", CAPSULE "\n<joint pos='0 0 1'/>"), LUDO_PARSE, 3, 1,
         "'pos'"},
        {LINE_2("count='4' curve='s'", CAPSULE "\n<pin/>"), LUDO_PARSE, 3, 1, "unknown element"});
}

static void cables_survive_every_failing_allocation(void **state)
{
    (void)state;
    static const char text[] =
        CABLE_ALONE("count='4' curve='s cos(s)' size='1 0.1 1' prefix='c'",
                    CAPSULE "<joint kind='main' damping='1'/><site size='1'/>");
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        const ludo_status status =
            ludo_load_string(text, strlen(text), "file.xml", NULL, &alloc.hook, &spec, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cable_is_a_chain_of_bodies),
        cmocka_unit_test(frames_follow_the_curve),
        cmocka_unit_test(the_first_joint_is_chosen),
        cmocka_unit_test(default_classes_do_not_apply),
        cmocka_unit_test(cables_are_replicated),
        cmocka_unit_test(elasticity_is_left_out_with_a_warning),
        cmocka_unit_test(cables_that_can_not_be_are_refused),
        cmocka_unit_test(cables_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
