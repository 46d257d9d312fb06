/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints that can't be are refused, with the reason, the name and the place; others are not. */
#include "spec_draft.h"

#include <float.h>

/* --- joints ---------------------------------------------------------------------------------- */

/* A change of the second joint of a valid draft, and the message about it. */
typedef struct bad_joint {
    ludo_joint_def def;
    ludo_status status;
    const char *message;
} bad_joint;

static void joints_join_two_bodies_of_the_tree(void **state)
{
    (void)state;
    const ludo_vec3 y = {0.0, 1.0, 0.0}, askew = {1.0, 1e-5, 0.0};
    const bad_joint cases[] = {
        {{.type = "composite", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "unknown type 'compo"},
        {{.type = "universal", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "an axis of length zero"},
        {{.type = "universal", .parent = 0, .child = 1, .axis = y},
         LUDO_BAD_MODEL,
         "a second axis of length zero"},
        {{.type = "universal", .parent = 0, .child = 1, .axis = y, .axis2 = y},
         LUDO_BAD_MODEL,
         "axes that are not orthogonal"},
        {{.type = "universal", .parent = 0, .child = 1, .axis = y, .axis2 = askew},
         LUDO_BAD_MODEL,
         "axes that are not orthogonal"},
        {{.type = "screw", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "unknown type 'screw'"},
        {{.type = "", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "unknown type ''"},
        {{.type = "Hinge", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "unknown type 'Hinge'"},
        {{.type = "ball", .parent = 0, .child = 2}, LUDO_BAD_MODEL, "no child body"},
        {{.type = "ball", .parent = 0, .child = LUDO_WORLD}, LUDO_BAD_MODEL, "no child body"},
        {{.type = "ball", .parent = 0, .child = INT32_MAX}, LUDO_BAD_MODEL, "no child body"},
        {{.type = "ball", .parent = 2, .child = 1}, LUDO_BAD_MODEL, "parent body that does not"},
        {{.type = "ball", .parent = -2, .child = 1}, LUDO_BAD_MODEL, "parent body that does not"},
        {{.type = "ball", .parent = 1, .child = 1}, LUDO_BAD_MODEL, "joins a body to itself"},
        {{.type = "hinge", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "an axis of length zero"},
        {{.type = "slide", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "an axis of length zero"},
        {{.type = "free", .parent = 0, .child = 1}, LUDO_BAD_MODEL, "is free"},
        {{.type = "free", .parent = LUDO_WORLD, .child = 0},
         LUDO_UNSUPPORTED,
         "and cannot be free"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.joint[1] = cases[i].def;
        d.joint[1].name = "bad";
        d.joint[1].place = (ludo_place){"model.xml", 21, 2};
        check_refused(&d, cases[i].status, cases[i].message, 21);
        check_refused(&d, cases[i].status, "joint 'bad'", 21);
        d.joint[1].name = NULL;
        check_refused(&d, cases[i].status, "joint 1", 21);
    }
}

/* An entry along the second joint of a valid draft, and the message about it. */
typedef struct bad_law {
    const char *type;
    int32_t dof;
    ludo_dof_def law;
    const char *message;
} bad_law;

static void only_what_exists_takes_forces(void **state)
{
    (void)state;
    const bad_law cases[] = {
        {"hinge", 0, {.stiffness = -1.0}, "has a negative stiffness"},
        {"hinge", 0, {.damping = -1e-300}, "has a negative damping"},
        {"hinge", 0, {.armature = -1.0}, "has a negative armature"},
        {"hinge", 0, {.limited = true}, "has an empty range"},
        {"hinge", 0, {.limited = true, .range = {1.0, -1.0}}, "has an empty range"},
        {"hinge", 0, {.limited = true, .range = {-HUGE_VAL, 1.0}}, "not finite"},
        {"hinge", 0, {.limited = true, .range = {0.0, (double)NAN}}, "not finite"},
        {"hinge", 1, {.damping = 1.0}, "a degree of freedom that it does not have"},
        {"fixed", 0, {.armature = 1.0}, "a degree of freedom that it does not have"},
        {"planar", 3, {.rest = 1.0}, "a degree of freedom that it does not have"},
        {"ball", 3, {.stiffness = 1.0}, "a degree of freedom that it does not have"},
        {"ball", 1, {.stiffness = 1.0}, "at a second rate of its ball"},
        {"ball", 2, {.limited = true, .range = {0.0, 1.0}}, "at a second rate of its ball"},
        {"point-on-line", 2, {.damping = 1.0}, "at a second rate of its ball"},
        {"free-planar", 4, {.armature = 1.0}, "at a second rate of its ball"},
        {"ball", 0, {.rest = 0.1}, "a rest angle other than zero"},
        {"point-on-line", 1, {.stiffness = 1.0, .rest = 0.1}, "a rest angle other than zero"},
        {"free", 1, {.damping = 1.0}, "at a rate other than its first"},
        {"free", 5, {.limited = true, .range = {0.0, 1.0}}, "is free, but has a limit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        ludo_joint_def *j = &d.joint[1];
        j->name = "bad";
        j->type = cases[i].type;
        j->parent = strcmp(j->type, "free") == 0 ? LUDO_WORLD : 0;
        j->along[0] = (ludo_dof_def){0};
        j->along[cases[i].dof] = cases[i].law;
        check_refused(&d, LUDO_BAD_MODEL, cases[i].message, 21);
        check_refused(&d, LUDO_BAD_MODEL, "joint 'bad'", 21);
    }
}

/* Every type accepts forces along its scalar coordinates and on its ball rotation as a whole. */
static void what_exists_takes_forces(void **state)
{
    (void)state;
    const struct {
        const char *type;
        int32_t laws;
    } cases[] = {
        {"fixed", 0}, {"hinge", 1},         {"slide", 1},       {"cylindrical", 2},
        {"ball", 1},  {"universal", 2},     {"planar", 3},      {"orientation-only", 3},
        {"free", 0},  {"point-on-line", 2}, {"free-planar", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.joint[1].type = cases[i].type;
        d.joint[1].parent = strcmp(cases[i].type, "free") == 0 ? LUDO_WORLD : 0;
        d.joint[1].axis2 = v3(2.0, 1e-7, 0.0); /* orthogonal to the precision of files */
        d.keyframe.position_count = d.keyframe.velocity_count = 0;
        d.joint[1].along[0] = (ludo_dof_def){0};
        for (int32_t c = 0; c < cases[i].laws; c++) {
            d.joint[1].along[c] = (ludo_dof_def){
                .stiffness = 1.0, .damping = 2.0, .armature = 3.0, .range = {HUGE_VAL, 0.0}};
        }
        check_accepted(&d, 0);
    }
}

/* --- composite joints ------------------------------------------------------------------------ */

/* Two hinges with the trunk as their child; the arm floats. */
static draft composite_draft(void)
{
    draft d = sound_draft();
    d.joint[1] = d.joint[0];
    d.joint[1].name = "second";
    d.joint[1].place.line = 21;
    d.joint[1].continues = true;
    d.keyframe.position_count = d.keyframe.velocity_count = 0;
    return d;
}

static void a_joint_continues_one_of_the_same_bodies(void **state)
{
    (void)state;
    draft d = composite_draft();
    check_accepted(&d, 0);
    d.joint[0].type = "slide";
    check_accepted(&d, 0);
    d.joint[0].type = "ball";
    check_refused(&d, LUDO_BAD_MODEL, "joint 'second' continues a joint, but only hinges", 21);
    d = composite_draft();
    d.joint[1].type = "cylindrical";
    check_refused(&d, LUDO_BAD_MODEL, "joint 'second' continues a joint, but only hinges", 21);
    d = composite_draft();
    d.joint[0].continues = true;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'hinge' continues a joint, but it is the first", 20);
    d = composite_draft();
    d.joint[1].child = 1;
    check_refused(&d, LUDO_BAD_MODEL, "continues a joint between other bodies", 21);
    d = composite_draft();
    d.joint[1].parent = 1;
    check_refused(&d, LUDO_BAD_MODEL, "continues a joint between other bodies", 21);
    d = composite_draft();
    d.joint[1].continues = false;
    check_refused(&d, LUDO_UNSUPPORTED, "joint 'second' closes a loop", 21);
}

/* Both frames may move together by any frame; one of them alone may not. */
static void parts_agree_on_where_the_child_stands(void **state)
{
    (void)state;
    random_stream r = random_from(5);
    for (int i = 0; i < 20; i++) {
        draft d = composite_draft();
        ludo_joint_def *j = &d.joint[1];
        const ludo_vec3 by = random_vec3(&r, 10.0);
        const ludo_frame move = {by, random_quat(&r)};
        for (int k = 0; k < 2; k++) {
            ludo_frame *f = k == 0 ? &j->in_parent : &j->in_child;
            f->orientation = q_normalized(f->orientation);
            *f = frame_mul(*f, move);
        }
        check_accepted(&d, 0);
        const ludo_joint_def sound = *j;
        j->in_parent.position.y += 1e-3;
        check_refused(&d, LUDO_BAD_MODEL, "continues a joint whose frames give the child another",
                      21);
        *j = sound;
        j->in_child.orientation = q_mul(j->in_child.orientation, (ludo_quat){1.0, 0.0, 1e-5, 0.0});
        check_refused(&d, LUDO_BAD_MODEL, "continues a joint whose frames give the child another",
                      21);
        *j = sound;
        j->in_parent.position.x += 1e-7; /* within the precision of files */
        check_accepted(&d, 0);
    }
}

static void an_axis_may_have_any_length(void **state)
{
    (void)state;
    const double lengths[] = {1e-100, 1e-3, 1e100};
    for (int i = 0; i < 3; i++) {
        draft d = sound_draft();
        ludo_model *model = NULL;
        ludo_diagnostic why;
        d.joint[0].axis = v3(lengths[i], 0.0, 0.0);
        assert_int_equal(compile_draft(&d, &model, &why), LUDO_OK);
        CHECK_NEAR(v3_norm(joint_info_of(model, 0).axis), 1.0, 4.0 * DBL_EPSILON);
        ludo_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_join_two_bodies_of_the_tree),
        cmocka_unit_test(only_what_exists_takes_forces),
        cmocka_unit_test(what_exists_takes_forces),
        cmocka_unit_test(a_joint_continues_one_of_the_same_bodies),
        cmocka_unit_test(parts_agree_on_where_the_child_stands),
        cmocka_unit_test(an_axis_may_have_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
