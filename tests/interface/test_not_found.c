/* SPDX-License-Identifier: Apache-2.0
 *
 * LUDO_NOT_FOUND, the number of an unknown name: everything that takes a number refuses it. */
#include "full_spec.h"

/* ---- definitions ---- */

/* Each sets one number of the first element of a kind in a full description. */

static ludo_status misplace_joint(ludo_spec *s)
{
    ludo_joint_def d = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(s, 0, &d), LUDO_OK);
    d.parent = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_joint(s, 0, &d);
}

static ludo_status misplace_child(ludo_spec *s)
{
    ludo_joint_def d = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(s, 0, &d), LUDO_OK);
    d.child = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_joint(s, 0, &d);
}

static ludo_status misplace_closure(ludo_spec *s)
{
    ludo_joint_def d = ludo_joint_default();
    assert_int_equal(ludo_spec_closure(s, 0, &d), LUDO_OK);
    d.parent = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_closure(s, 0, &d);
}

static ludo_status misplace_coupling(ludo_spec *s)
{
    ludo_coupling_def d = ludo_coupling_default();
    assert_int_equal(ludo_spec_coupling(s, 0, &d), LUDO_OK);
    d.joint = ludo_spec_joint_find(s, "typo");
    return ludo_spec_set_coupling(s, 0, &d);
}

static ludo_status misplace_coupling_from(ludo_spec *s)
{
    ludo_coupling_def d = ludo_coupling_default();
    assert_int_equal(ludo_spec_coupling(s, 0, &d), LUDO_OK);
    d.from = ludo_spec_joint_find(s, "typo");
    return ludo_spec_set_coupling(s, 0, &d);
}

static ludo_status misplace_site(ludo_spec *s)
{
    ludo_site_def d = ludo_site_default();
    assert_int_equal(ludo_spec_site(s, 0, &d), LUDO_OK);
    d.body = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_site(s, 0, &d);
}

static ludo_status misplace_geom(ludo_spec *s)
{
    ludo_geom_def d = ludo_geom_default();
    assert_int_equal(ludo_spec_geom(s, 1, &d), LUDO_OK);
    d.body = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_geom(s, 1, &d);
}

static ludo_status misplace_mesh(ludo_spec *s)
{
    ludo_geom_def d = ludo_geom_default();
    assert_int_equal(ludo_spec_geom(s, 0, &d), LUDO_OK);
    d.mesh = ludo_spec_mesh_find(s, "typo");
    return ludo_spec_set_geom(s, 0, &d);
}

static ludo_status misplace_pair(ludo_spec *s)
{
    ludo_pair_def d = ludo_pair_default();
    d.geom_b = ludo_spec_geom_find(s, "typo");
    return ludo_spec_set_pair(s, 0, &d);
}

static ludo_status misplace_exclude(ludo_spec *s)
{
    ludo_exclude_def d = ludo_exclude_default();
    d.body_a = 0, d.body_b = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_exclude(s, 0, &d);
}

static ludo_status misplace_fluid(ludo_spec *s)
{
    ludo_fluid_def d = ludo_fluid_default();
    d.body = ludo_spec_body_find(s, "typo");
    return ludo_spec_set_fluid(s, 0, &d);
}

static ludo_status misplace_spring(ludo_spec *s)
{
    ludo_spring_def d = ludo_spring_default();
    d.site_b = ludo_spec_site_find(s, "typo");
    return ludo_spec_set_spring(s, 0, &d);
}

static ludo_status misplace_term(ludo_spec *s)
{
    const ludo_tendon_term term = {.joint = ludo_spec_joint_find(s, "typo"), .weight = 1.0};
    ludo_spring_def d = ludo_spring_default();
    d.type = "tendon", d.term = &term, d.term_count = 1;
    return ludo_spec_set_spring(s, 0, &d);
}

static ludo_status misplace_actuator(ludo_spec *s)
{
    ludo_actuator_def d = ludo_actuator_default();
    d.target = ludo_spec_joint_find(s, "typo");
    return ludo_spec_set_actuator(s, 0, &d);
}

static ludo_status misplace_actuator_of_spring(ludo_spec *s)
{
    ludo_actuator_def d = ludo_actuator_default();
    d.on_spring = true, d.target = ludo_spec_spring_find(s, "typo");
    return ludo_spec_set_actuator(s, 0, &d);
}

static void compiling_refuses_it(void **state)
{
    (void)state;
    ludo_status (*const misplace[])(ludo_spec *) = {
        misplace_joint,    misplace_child,         misplace_closure,
        misplace_coupling, misplace_coupling_from, misplace_site,
        misplace_geom,     misplace_mesh,          misplace_pair,
        misplace_exclude,  misplace_fluid,         misplace_spring,
        misplace_term,     misplace_actuator,      misplace_actuator_of_spring};
    for (size_t i = 0; i < sizeof misplace / sizeof *misplace; i++) {
        ludo_spec *s = full_spec(NULL);
        ludo_model *model = NULL;
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(misplace[i](s), LUDO_OK);
        assert_int_equal(ludo_compile(s, NULL, &model, &why), LUDO_BAD_MODEL);
        assert_true(why.message[0] != '\0');
        ludo_spec_destroy(s);
    }
}

static void editing_refuses_it(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL), *other = full_spec(NULL);
    ludo_attachment at = ludo_attachment_default();
    ludo_body_def body = ludo_body_default();
    const int32_t none = ludo_spec_body_find(s, "typo");
    at.prefix = "other/", at.parent = none;
    assert_int_equal(none, LUDO_NOT_FOUND);
    assert_int_equal(ludo_spec_append(s, other, &at, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_body(s, none, &body), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_body(s, none, &body), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_remove_body(s, none), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_remove_subtree(s, none), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_hold_joint(s, none), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(other);
    ludo_spec_destroy(s);
}

/* ---- models and simulations ---- */

static ludo_model *small_model(void)
{
    ludo_spec *s = NULL;
    ludo_model *model = NULL;
    ludo_body_def body = ludo_body_default();
    ludo_joint_def joint = ludo_joint_default();
    body.mass = body.inertia[0] = body.inertia[1] = body.inertia[2] = 1.0;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    assert_int_equal(ludo_spec_add_link(s, &body, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(s, NULL, &model, NULL), LUDO_OK);
    ludo_spec_destroy(s);
    return model;
}

static void simulations_refuse_it(void **state)
{
    (void)state;
    ludo_model *model = small_model();
    ludo_sim *sim = NULL;
    ludo_body_state body;
    const double number = 0.0;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, ludo_model_keyframe_find(model, "typo")),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_body_state(sim, ludo_model_body_find(model, "typo"), &body),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(
        ludo_sim_set_joint_position(sim, ludo_model_joint_find(model, "typo"), &number),
        LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_control(sim, ludo_model_actuator_find(model, "typo"), 0.0),
                     LUDO_BAD_ARGUMENT);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static void dynamics_refuse_it(void **state)
{
    (void)state;
    ludo_model *model = small_model();
    ludo_dynamics *dynamics = NULL;
    ludo_ik_target target = ludo_ik_target_default();
    ludo_frame frame;
    double q = 0.0;
    assert_int_equal(ludo_dynamics_create(model, NULL, &dynamics), LUDO_OK);
    target.site = ludo_model_site_find(model, "typo");
    assert_int_equal(ludo_dynamics_inverse_kinematics(dynamics, &target, 1, NULL, &q, NULL),
                     LUDO_BAD_ARGUMENT);
    target.site = -1, target.body = ludo_model_body_find(model, "typo");
    assert_int_equal(ludo_dynamics_inverse_kinematics(dynamics, &target, 1, NULL, &q, NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body(dynamics, &q, LUDO_NOT_FOUND, &frame, NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_center(dynamics, &q, LUDO_NOT_FOUND, &frame.position, NULL),
                     LUDO_BAD_ARGUMENT);
    ludo_dynamics_destroy(dynamics);
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiling_refuses_it),
        cmocka_unit_test(editing_refuses_it),
        cmocka_unit_test(simulations_refuse_it),
        cmocka_unit_test(dynamics_refuse_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
