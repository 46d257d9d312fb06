/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled forces: springs, actuators and forces along joints match the description. */
#include "model/model.h"

#include "small_spec.h"
#include "vectors.h"

#include <string.h>

/* A few rotations of vectors of some lengths. */
static const double round_off = 16.0 * 0x1p-52;

/* --- forces ---------------------------------------------------------------------------------- */

/* Springs of both types and actuators on both, for everything(). */
static void add_forces(ludo_spec *spec, double spring_damping, double actuator_damping)
{
    static const ludo_tendon_term terms[] = {{1, 1, 2.0}, {4, 0, -3.0}, {2, 0, 0.5}};
    const ludo_spring_def springs[] = {{.struct_size = sizeof(ludo_spring_def),
                                        .type = "distance",
                                        .site_a = 0,
                                        .site_b = 1,
                                        .stiffness = 5.0,
                                        .rest = {0.5, 0.75}},
                                       {.struct_size = sizeof(ludo_spring_def),
                                        .type = "tendon",
                                        .term = terms,
                                        .term_count = 2,
                                        .damping = spring_damping},
                                       {.struct_size = sizeof(ludo_spring_def),
                                        .name = "last",
                                        .type = "tendon",
                                        .term = terms + 2,
                                        .term_count = 1}};
    ludo_actuator_def actuators[] = {ludo_actuator_motor(), ludo_actuator_position(8.0, 0.0),
                                     ludo_actuator_velocity(actuator_damping)};
    actuators[0].force_limited = true;
    actuators[0].force_range[0] = -2.0;
    actuators[1].target = 1;
    actuators[1].on_spring = true;
    actuators[1].control_limited = true;
    actuators[1].control_range[1] = 3.0;
    actuators[2].name = "engine";
    actuators[2].target = 1;
    actuators[2].dof = 1;
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_spring(spec, &springs[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &actuators[i], NULL), LUDO_OK);
    }
}

/* One of everything: a slide, a cylindrical, a point-on-line and a composite joint in a chain,
 * springs of both types, actuators on both, a keyframe, notes. A joint, a spring and an actuator
 * may have damping. */
static ludo_spec *everything(double joint_damping, double spring_damping, double actuator_damping)
{
    static const char *const types[] = {"slide", "cylindrical", "point-on-line", "hinge", "slide"};
    static const int32_t parents[] = {LUDO_WORLD, 0, 1, 2, 2}, children[] = {0, 1, 2, 3, 3};
    const double control[] = {1.5, -2.5, 0.0};
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 4; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0,
                                    .com = {0.1, 0.2 * i, -0.3},
                                    .inertia = {1.0, 1.0, 2.000001, 0.0, 0.0, 0.0},
                                    .place = {"model.xml", i, 1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 5; i++) {
        ludo_joint_def joint = {.struct_size = sizeof joint,
                                .type = types[i],
                                .parent = parents[i],
                                .child = children[i],
                                .continues = i == 4,
                                .axis = {0.0, 0.0, 1.0},
                                .place = {"model.xml", 10 + i, 1}};
        joint.along[0].limited = i == 1 || i == 3;
        joint.along[0].range[1] = 1.0;
        joint.along[1].armature = i == 2 ? 4.0 : 0.0; /* of the rotation of point-on-line */
        joint.along[1].damping = i == 2 ? joint_damping : 0.0;
        joint.along[0].stiffness = i == 3 ? 7.0 : 0.0;
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 2; i++) {
        const ludo_site_def site = {.struct_size = sizeof site,
                                    .body = i == 0 ? 3 : LUDO_WORLD,
                                    .frame = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}}};
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    }
    add_forces(spec, spring_damping, actuator_damping);
    const ludo_keyframe_def keyframe = {
        .struct_size = sizeof keyframe, .control = control, .control_count = 3};
    assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    return spec;
}

static void lines_run_from_centres_of_mass_and_over_columns(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    const tendon_data *rope = &m->tendon[0], *belt = &m->tendon[1], *last = &m->tendon[2];
    assert_string_equal(rope->kind->name, "distance");
    assert_int_equal(rope->segment->end[0].slot, m->body[3].slot);
    check_vector(rope->segment->end[0].point, v3(0.9, 1.4, 3.3), round_off);
    assert_int_equal(rope->segment->end[1].slot, -1);
    check_vector(rope->segment->end[1].point, v3(1.0, 2.0, 3.0), 0.0);
    assert_int_equal(rope->term_count, 0);
    assert_true(rope->stiffness == 5.0 && rope->rest[0] == 0.5 && rope->rest[1] == 0.75);
    assert_string_equal(belt->kind->name, "tendon");
    assert_int_equal(belt->term_count, 2);
    assert_int_equal(belt->term[0].column, m->column[m->joints[1].slot] + 1);
    assert_int_equal(belt->term[1].column, m->column[m->joints[4].slot] + 1);
    assert_true(belt->term[0].weight == 2.0 && belt->term[1].weight == -3.0);
    assert_int_equal(last->term_count, 1);
    assert_int_equal(last->term[0].column, m->column[m->joints[2].slot]);
    ludo_model_destroy(m);
}

static void motors_have_infinite_ranges_where_nothing_limits_them(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.25));
    const actuator_data *a = m->actuator;
    assert_int_equal(a[0].tendon, -1);
    assert_int_equal(a[0].column, m->column[m->joints[0].slot]);
    assert_true(a[0].control_range[0] == -HUGE_VAL && a[0].control_range[1] == HUGE_VAL);
    assert_true(a[0].force_range[0] == -2.0 && a[0].force_range[1] == 0.0);
    assert_int_equal(a[1].tendon, 1);
    assert_int_equal(a[1].column, -1);
    assert_true(a[1].control_range[0] == 0.0 && a[1].control_range[1] == 3.0);
    assert_true(a[1].force_range[0] == -HUGE_VAL && a[1].force_range[1] == HUGE_VAL);
    assert_true(a[1].gear == 1.0 && a[1].gain == 8.0 && a[1].bias[1] == -8.0);
    assert_int_equal(a[2].column, m->column[m->joints[1].slot] + 1);
    assert_true(a[2].gain == 0.25 && a[2].bias[2] == -0.25);
    const double *control = m->keyframe[0].control;
    assert_true(control[0] == 1.5 && control[1] == -2.5 && control[2] == 0.0);
    assert_null(m->keyframe[0].position);
    ludo_model_destroy(m);
}

/* Springs along joints, terms of tendons and actuators need a coordinate; other columns have no
 * force. */
static void columns_act_where_a_force_needs_their_coordinate(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    /* slide: motor; cylindrical: belt; point-on-line: last, rotation; hinge: spring, slide: belt */
    const bool acts[] = {true, false, true, true, false, false, false, true, true};
    assert_int_equal(m->columns, 9);
    for (int32_t c = 0; c < 9; c++) {
        assert_int_equal(m->acts[c], acts[c]);
    }
    assert_true(m->along[7].stiffness == 7.0 && m->along[8].stiffness == 0.0);
    assert_int_equal(m->ball_springs, 1);
    assert_int_equal(m->ball_spring[0].slot, 2);
    assert_int_equal(m->ball_spring[0].column, 4);
    assert_true(m->ball_spring[0].armature == 4.0 && m->ball_spring[0].stiffness == 0.0);
    assert_true(m->along[4].armature == 4.0 && m->along[5].armature == 0.0);
    ludo_model_destroy(m);
}

static void what_damps_first_is_told(void **state)
{
    (void)state;
    const struct {
        double joint, spring, actuator;
        const char *who;
    } cases[] = {
        {0.0, 0.0, 0.0, NULL},
        {0.5, 0.5, 0.5, "body2.joint0"},
        {0.0, 0.5, 0.5, "spring1"},
        {0.0, 0.0, 0.5, "engine"},
    };
    for (int i = 0; i < 4; i++) {
        ludo_model *m = compiled(everything(cases[i].joint, cases[i].spring, cases[i].actuator));
        assert_int_equal(m->damped_by != NULL, cases[i].who != NULL);
        if (cases[i].who != NULL) {
            assert_string_equal(m->damped_by, cases[i].who);
        }
        ludo_model_destroy(m);
    }
}

/* The first limit; there are no notes but those on four inertias. */
static void limits_are_told_by_their_first_joint(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    assert_int_equal(ludo_model_note_count(m), 4);
    assert_non_null(m->limits.limited_by);
    assert_null(m->limits.rubbed_by);
    assert_int_equal(m->limits.limit_count, 2);
    ludo_model_destroy(m);
}

static void springs_and_actuators_are_told_as_they_were_given(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 1.0, 0.25));
    assert_int_equal(ludo_model_spring_count(m), 3);
    assert_int_equal(ludo_model_actuator_count(m), 3);
    const ludo_spring_info rope = spring_info_of(m, 0), belt = spring_info_of(m, 1);
    assert_string_equal(rope.name, "spring0");
    assert_string_equal(rope.type, "distance");
    assert_true(rope.site_a == 0 && rope.site_b == 1 && rope.term_count == 0);
    assert_true(rope.stiffness == 5.0 && rope.rest[0] == 0.5 && rope.rest[1] == 0.75);
    assert_string_equal(belt.type, "tendon");
    assert_true(belt.site_a == -1 && belt.site_b == -1 && belt.damping == 1.0);
    assert_int_equal(belt.term_count, 2);
    assert_true(belt.term[1].joint == 4 && belt.term[1].dof == 0 && belt.term[1].weight == -3.0);
    assert_true(spring_info_of(m, 2).term[0].joint == 2);
    const ludo_actuator_info motor = actuator_info_of(m, 0), winch = actuator_info_of(m, 1);
    assert_string_equal(motor.name, "actuator0");
    assert_true(!motor.on_spring && motor.target == 0 && motor.force_limited);
    assert_true(!motor.control_limited && motor.force_range[0] == -2.0);
    assert_true(winch.on_spring && winch.target == 1 && winch.control_range[1] == 3.0);
    assert_true(winch.gain == 8.0 && winch.bias[1] == -8.0 && winch.gear == 1.0);
    assert_int_equal(actuator_info_of(m, 2).dof, 1);
    ludo_model_destroy(m);
}

/* --- failing allocations --------------------------------------------------------------------- */

static void every_allocation_of_compiling_may_fail(void **state)
{
    (void)state;
    ludo_spec *spec = everything(1.0, 1.0, 1.0);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        ludo_diagnostic why = {.message = ""};
        const ludo_status s = ludo_compile(spec, &a.hook, &model, &why);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(model != NULL, s == LUDO_OK);
        assert_int_equal(why.message[0] != '\0', s != LUDO_OK);
        ludo_model_destroy(model);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_run_from_centres_of_mass_and_over_columns),
        cmocka_unit_test(motors_have_infinite_ranges_where_nothing_limits_them),
        cmocka_unit_test(columns_act_where_a_force_needs_their_coordinate),
        cmocka_unit_test(what_damps_first_is_told),
        cmocka_unit_test(limits_are_told_by_their_first_joint),
        cmocka_unit_test(springs_and_actuators_are_told_as_they_were_given),
        cmocka_unit_test(every_allocation_of_compiling_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
