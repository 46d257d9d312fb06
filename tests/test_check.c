/* SPDX-License-Identifier: Apache-2.0
 *
 * What can't be a mechanism is refused, with the reason, the name and the place; what can is not.
 *
 * Each case spoils one thing of a sound description. */
#include "model/check.h"

#include "support.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* A description before it becomes a spec: two of everything, and a keyframe. */
typedef struct draft {
    ludo_body_def body[2];
    ludo_joint_def joint[2];
    ludo_site_def site[2];
    ludo_spring_def spring[2];
    ludo_tendon_term term; /* of the second spring */
    ludo_actuator_def actuator[2];
    ludo_keyframe_def keyframe;
    double position[5], velocity[5], control[3]; /* some more than fit */
} draft;

static draft sound_draft(void)
{
    draft d = {
        .joint = {{.name = "hinge", .type = "hinge", .parent = LUDO_WORLD, .child = 0},
                  {.name = "ball", .type = "ball", .parent = 0, .child = 1}},
        .site = {{.name = "site", .body = 1, .place = {"model.xml", 30, 3}},
                 {.name = "wall", .body = LUDO_WORLD, .place = {"model.xml", 31, 3}}},
        .spring = {{.name = "rope", .type = "distance", .site_a = 0, .site_b = 1},
                   {.name = "belt", .type = "tendon", .term_count = 1}},
        .term = {0, 0, 2.0},
        .actuator = {ludo_actuator_motor(), ludo_actuator_position(3.0, 2.0)},
        .keyframe = {.name = "key",
                     .position_count = 5,
                     .velocity_count = 4,
                     .control_count = 2,
                     .place = {"model.xml", 60, 6}},
        .position = {0.1, 1.0, 0.0, 0.0, 0.0},
    };
    for (int32_t i = 0; i < 2; i++) {
        const ludo_frame frame = {{0.1, 0.2, 0.3}, {0.6, 0.8, 0.0, 0.0}};
        d.body[i] = (ludo_body_def){.name = i == 0 ? "trunk" : "arm",
                                    .mass = 1.0,
                                    .inertia = {1.0, 1.1, 1.2, 0.1, 0.1, 0.1},
                                    .place = {"model.xml", 10 + i, 1}};
        d.joint[i].in_parent = d.joint[i].in_child = frame;
        d.joint[i].axis = v3(0.0, 1.0, 0.0);
        d.joint[i].along[0] = (ludo_dof_def){.stiffness = 1.0, .damping = 2.0, .armature = 3.0};
        d.joint[i].place = (ludo_place){"model.xml", 20 + i, 2};
        d.spring[i].stiffness = d.spring[i].damping = d.spring[i].rest[1] = 1.0;
        d.spring[i].place = (ludo_place){"model.xml", 40 + i, 4};
        d.actuator[i].name = i == 0 ? "motor" : "winch";
        d.actuator[i].place = (ludo_place){"model.xml", 50 + i, 5};
    }
    d.actuator[1].on_spring = true;
    return d;
}

static ludo_status compile_draft(const draft *d, ludo_model **model, ludo_diagnostic *why)
{
    ludo_spec *spec = NULL;
    ludo_keyframe_def keyframe = d->keyframe;
    keyframe.position = d->position;
    keyframe.velocity = d->velocity;
    keyframe.control = d->control;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(ludo_spec_add_body(spec, &d->body[i], NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 2; i++) {
        ludo_spring_def spring = d->spring[i];
        spring.term = &d->term;
        assert_int_equal(ludo_spec_add_joint(spec, &d->joint[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_site(spec, &d->site[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &d->actuator[i], NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    *why = (ludo_diagnostic){.message = ""};
    const ludo_status s = ludo_compile(spec, NULL, model, why);
    ludo_spec_destroy(spec);
    return s;
}

static void check_refused(const draft *d, ludo_status status, const char *message, int line)
{
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const ludo_status s = compile_draft(d, &model, &why);
    if (s != status || strstr(why.message, message) == NULL) {
        print_error("%s: '%s' instead of '%s'\n", ludo_status_text(s), why.message, message);
    }
    assert_int_equal(s, status);
    assert_null(model);
    assert_non_null(strstr(why.message, message));
    assert_string_equal(why.file, "model.xml");
    assert_int_equal(why.line, line);
    assert_int_equal(why.column, line / 10);
}

static void check_accepted(const draft *d, int32_t notes)
{
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const ludo_status s = compile_draft(d, &model, &why);
    if (s != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(s, LUDO_OK);
    assert_int_equal(ludo_model_note_count(model), notes);
    ludo_model_destroy(model);
}

static void a_sound_mechanism_is_accepted(void **state)
{
    (void)state;
    const draft d = sound_draft();
    check_accepted(&d, 0);
}

/* --- numbers --------------------------------------------------------------------------------- */

/* Where a number of a draft stands, and the line that an error about it must name. */
typedef struct number_place {
    double *number;
    const char *who;
    int line;
} number_place;

enum { MOST_NUMBERS = 200 };

static int32_t add_numbers(number_place *list, int32_t count, double *first, int32_t numbers,
                           const char *who, int line)
{
    for (int32_t i = 0; i < numbers; i++) {
        assert_true(count < MOST_NUMBERS);
        list[count++] = (number_place){first + i, who, line};
    }
    return count;
}

static int32_t list_numbers(draft *d, number_place *list)
{
    static const char *const bodies[] = {"body 'trunk'", "body 'arm'"};
    static const char *const joints[] = {"joint 'hinge'", "joint 'ball'"};
    static const char *const sites[] = {"site 'site'", "site 'wall'"};
    static const char *const springs[] = {"spring 'rope'", "spring 'belt'"};
    static const char *const actuators[] = {"actuator 'motor'", "actuator 'winch'"};
    int32_t n = 0;
    for (int32_t i = 0; i < 2; i++) {
        ludo_joint_def *j = &d->joint[i];
        n = add_numbers(list, n, &d->body[i].mass, 1, bodies[i], 10 + i);
        n = add_numbers(list, n, &d->body[i].com.x, 3, bodies[i], 10 + i);
        n = add_numbers(list, n, d->body[i].inertia, 6, bodies[i], 10 + i);
        n = add_numbers(list, n, &j->in_parent.position.x, 7, joints[i], 20 + i);
        n = add_numbers(list, n, &j->in_child.position.x, 7, joints[i], 20 + i);
        n = add_numbers(list, n, &j->axis.x, 3, joints[i], 20 + i);
        n = add_numbers(list, n, &j->axis2.x, 3, joints[i], 20 + i);
        n = add_numbers(list, n, &j->reference, 1, joints[i], 20 + i);
        n = add_numbers(list, n, &j->along[0].stiffness, 4, joints[i], 20 + i);
        n = add_numbers(list, n, &d->site[i].frame.position.x, 7, sites[i], 30 + i);
        n = add_numbers(list, n, &d->spring[i].stiffness, 4, springs[i], 40 + i);
        n = add_numbers(list, n, &d->actuator[i].gear, 5, actuators[i], 50 + i);
    }
    n = add_numbers(list, n, &d->term.weight, 1, springs[1], 41);
    n = add_numbers(list, n, &d->keyframe.time, 1, "keyframe 'key'", 60);
    n = add_numbers(list, n, d->position, 5, "keyframe 'key'", 60);
    n = add_numbers(list, n, d->velocity, 4, "keyframe 'key'", 60);
    return add_numbers(list, n, d->control, 2, "keyframe 'key'", 60);
}

static void no_number_may_be_infinite_or_none(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    draft d = sound_draft();
    number_place list[MOST_NUMBERS];
    const int32_t count = list_numbers(&d, list);
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            char message[64];
            const double good = *list[i].number;
            snprintf(message, sizeof message, "%s has a number that is not finite", list[i].who);
            *list[i].number = bad[k];
            check_refused(&d, LUDO_BAD_MODEL, message, list[i].line);
            *list[i].number = good;
        }
    }
    check_accepted(&d, 0);
}

/* --- bodies ---------------------------------------------------------------------------------- */

static void check_inertia(const double J[6], const char *message)
{
    draft d = sound_draft();
    memcpy(d.body[1].inertia, J, sizeof d.body[1].inertia);
    check_refused(&d, LUDO_BAD_MODEL, message, 11);
}

static void a_body_has_mass_and_a_possible_inertia(void **state)
{
    (void)state;
    const double masses[] = {0.0, -0.0, -1.0};
    for (int i = 0; i < 3; i++) {
        draft d = sound_draft();
        d.body[1].mass = masses[i];
        check_refused(&d, LUDO_BAD_MODEL, "body 'arm' has no mass", 11);
    }
    const double indefinite[][6] = {
        {0.0, 0.0, 0.0, 0.0, 0.0, 0.0},   {1.0, 1.0, 0.0, 0.0, 0.0, 0.0},
        {-1.0, 1.0, 1.0, 0.0, 0.0, 0.0},  {-1.0, -1.0, -1.0, 0.0, 0.0, 0.0},
        {1.0, 1.0, 1.0, 1.0, 0.0, 0.0},   {1.0, 1.0, 1.0, 0.0, 1.1, 0.0},
        {1.0, 1.0, 1.0, 0.0, 0.0, -2.0},  {1.0, 1.0, 1.0, -0.6, -0.6, -0.6},
        {1.0, -1.0, -1.0, 0.0, 0.0, 0.0},
    };
    for (size_t i = 0; i < sizeof indefinite / sizeof indefinite[0]; i++) {
        check_inertia(indefinite[i], "body 'arm' has an inertia that is not positive definite");
    }
    /* the last has principal moments 0.5, 0.5, 2 along no axis */
    const double lopsided[][6] = {
        {1.0, 1.0, 2.1, 0.0, 0.0, 0.0}, {1.0, 1.0, 2.00001, 0.0, 0.0, 0.0},
        {5.0, 1.0, 1.0, 0.0, 0.0, 0.0}, {1.0, 1e-3, 2e-3, 0.0, 0.0, 0.0},
        {1.0, 1.0, 1.0, 0.5, 0.5, 0.5},
    };
    for (size_t i = 0; i < sizeof lopsided / sizeof lopsided[0]; i++) {
        check_inertia(lopsided[i], "exceeds the sum of the other two");
    }
}

/* The inertia R diag(m) R^T, xx yy zz xy xz yz. */
static void turned_inertia(ludo_quat q, ludo_vec3 m, double J[6])
{
    const mat3 R = q_matrix(q), D = {{m.x, 0.0, 0.0, 0.0, m.y, 0.0, 0.0, 0.0, m.z}};
    const mat3 RD = m3_mul(R, D), Rt = m3_transpose(&R), K = m3_mul(RD, Rt);
    const double all[6] = {K.m[0], K.m[4], K.m[8], K.m[1], K.m[2], K.m[5]};
    memcpy(J, all, sizeof all);
}

/* Flat bodies stand exactly on the triangle inequality, files round their digits: both pass, the
 * latter with a warning. Scale and orientation make no difference. */
static void inertias_on_the_border_are_accepted(void **state)
{
    (void)state;
    const struct {
        ludo_vec3 moments;
        int32_t notes;
    } cases[] = {
        {{1.0, 1.0, 2.0}, 0},       {{1.0, 2.0, 3.0}, 0},       {{1e-3, 1.0, 1.0}, 0},
        {{1.0, 1.0, 1.0}, 0},       {{1.0, 2.0, 3.000001}, 1},  {{1.0, 2.0, 3.00000001}, 1},
        {{1e-3, 1.0, 1.001001}, 1}, {{1.0, 1.0, 2.0000001}, 1},
    };
    const double scales[] = {1e-15, 1e-6, 1.0, 1e9};
    random_stream r = random_from(3);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 4 * 5; k++) {
            draft d = sound_draft();
            const ludo_quat q = k % 5 == 0 ? q_identity() : random_quat(&r);
            turned_inertia(q, v3_scale(scales[k / 5], cases[i].moments), d.body[1].inertia);
            check_accepted(&d, cases[i].notes);
        }
    }
}

static void a_borderline_inertia_is_told_with_its_place(void **state)
{
    (void)state;
    draft d = sound_draft();
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const double J[6] = {1.0, 1.0, 2.000001, 0.0, 0.0, 0.0};
    memcpy(d.body[0].inertia, J, sizeof J);
    memcpy(d.body[1].inertia, J, sizeof J);
    d.body[0].name = NULL;
    assert_int_equal(compile_draft(&d, &model, &why), LUDO_OK);
    assert_int_equal(ludo_model_note_count(model), 2);
    static const char *const names[] = {"'body0'", "'arm'"};
    for (int32_t i = 0; i < 2; i++) {
        const ludo_note_info note = ludo_model_note(model, i);
        assert_int_equal(note.kind, LUDO_NOTE_WARNING);
        assert_string_equal(note.place.file, "model.xml");
        assert_int_equal(note.place.line, 10 + i);
        assert_non_null(strstr(note.message, names[i]));
    }
    ludo_model_destroy(model);
}

/* --- joints ---------------------------------------------------------------------------------- */

/* What is wrong with the second joint of a sound draft, and what is said about it. */
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
        {{.type = "ball", .parent = LUDO_WORLD, .child = 0}, LUDO_UNSUPPORTED, "closes a loop"},
        {{.type = "hinge", .parent = 1, .child = 0, .axis = y}, LUDO_UNSUPPORTED, "closes a loop"},
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

/* What acts along the second joint of a sound draft, and what is said about it. */
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
        {"ball", 1, {.stiffness = 1.0}, "more than once what acts on its rotation"},
        {"ball", 2, {.limited = true, .range = {0.0, 1.0}}, "more than once what acts"},
        {"point-on-line", 2, {.damping = 1.0}, "more than once what acts"},
        {"free-planar", 4, {.armature = 1.0}, "more than once what acts"},
        {"ball", 0, {.rest = 0.1}, "a rest other than zero"},
        {"point-on-line", 1, {.stiffness = 1.0, .rest = 0.1}, "a rest other than zero"},
        {"free", 0, {.damping = 1.0}, "is free, which takes no forces"},
        {"free", 5, {.limited = true, .range = {0.0, 1.0}}, "is free, which takes no forces"},
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

/* Every kind takes forces along its scalar coordinates and on its rotation as a whole. */
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
        d.joint[1].axis2 = v3(2.0, 1e-7, 0.0); /* as orthogonal as the digits of a file */
        d.keyframe.position_count = d.keyframe.velocity_count = 0;
        d.joint[1].along[0] = (ludo_dof_def){0};
        for (int32_t c = 0; c < cases[i].laws; c++) {
            d.joint[1].along[c] = (ludo_dof_def){1.0, 0.0, 2.0, 3.0, false, {HUGE_VAL, 0.0}};
        }
        check_accepted(&d, 0);
    }
}

/* --- composite joints ------------------------------------------------------------------------ */

/* Two hinges that carry the trunk; the arm floats. */
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
    check_refused(&d, LUDO_BAD_MODEL, "joint 'second' continues a joint, which only hinges", 21);
    d = composite_draft();
    d.joint[1].type = "cylindrical";
    check_refused(&d, LUDO_BAD_MODEL, "joint 'second' continues a joint, which only hinges", 21);
    d = composite_draft();
    d.joint[0].continues = true;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'hinge' continues a joint, but none is before", 20);
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

/* Both frames may move along with each other, by any frame; one of them alone may not. */
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
        check_refused(&d, LUDO_BAD_MODEL, "continues a joint whose frames put the child else", 21);
        *j = sound;
        j->in_child.orientation = q_mul(j->in_child.orientation, (ludo_quat){1.0, 0.0, 1e-5, 0.0});
        check_refused(&d, LUDO_BAD_MODEL, "continues a joint whose frames put the child else", 21);
        *j = sound;
        j->in_parent.position.x += 1e-7; /* as near as the digits of a file */
        check_accepted(&d, 0);
    }
}

/* --- springs and actuators ------------------------------------------------------------------- */

static void springs_run_between_sites_or_over_coordinates(void **state)
{
    (void)state;
    const struct {
        ludo_spring_def def;
        ludo_tendon_term term;
        const char *message;
    } cases[] = {
        {{.type = "rubber"}, {0}, "has the unknown type 'rubber'"},
        {{.type = ""}, {0}, "has the unknown type ''"},
        {{.type = "distance", .site_b = 2}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = -1}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = INT32_MAX}, {0}, "names a site that does not exist"},
        {{.type = "distance", .site_a = 1, .site_b = 1}, {0}, "joins a site to itself"},
        {{.type = "tendon"}, {0}, "has no joints"},
        {{.type = "tendon", .term_count = 1}, {2, 0, 1.0}, "acts on a joint that does not exist"},
        {{.type = "tendon", .term_count = 1}, {-1, 0, 1.0}, "acts on a joint that does not exist"},
        {{.type = "tendon", .term_count = 1}, {0, 1, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1}, {0, -1, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1}, {1, 3, 1.0}, "along a degree of freedom that its"},
        {{.type = "tendon", .term_count = 1}, {1, 0, 1.0}, "a rotation of its joint that has no"},
        {{.type = "tendon", .term_count = 1}, {1, 2, 1.0}, "a rotation of its joint that has no"},
        {{.type = "tendon", .stiffness = -1.0}, {0}, "has a negative stiffness"},
        {{.type = "distance", .damping = -1.0}, {0}, "has a negative damping"},
        {{.type = "distance", .rest = {1.0, 0.5}}, {0}, "is at rest in an empty range"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.spring[1] = cases[i].def;
        d.spring[1].name = "bad";
        d.spring[1].place = (ludo_place){"model.xml", 41, 4};
        d.term = cases[i].term;
        check_refused(&d, LUDO_BAD_MODEL, cases[i].message, 41);
        check_refused(&d, LUDO_BAD_MODEL, "spring 'bad'", 41);
        d.spring[1].name = NULL;
        check_refused(&d, LUDO_BAD_MODEL, "spring 1", 41);
    }
}

static void actuators_act_on_what_exists(void **state)
{
    (void)state;
    const struct {
        ludo_actuator_def def;
        const char *message;
    } cases[] = {
        {{.target = 2}, "acts on a joint that does not exist"},
        {{.target = -1}, "acts on a joint that does not exist"},
        {{.target = 0, .dof = 1}, "along a degree of freedom that its joint does not have"},
        {{.target = 0, .dof = -1}, "along a degree of freedom that its joint does not have"},
        {{.target = 1, .dof = 0}, "a rotation of its joint that has no coordinate"},
        {{.on_spring = true, .target = 2}, "acts on a spring that does not exist"},
        {{.on_spring = true, .target = -1}, "acts on a spring that does not exist"},
        {{.control_limited = true, .control_range = {1.0, 0.0}}, "has an empty range"},
        {{.force_limited = true, .force_range = {1.0, 0.0}}, "has an empty range"},
        {{.control_limited = true, .control_range = {0.0, HUGE_VAL}}, "not finite"},
        {{.force_limited = true, .force_range = {(double)NAN, 0.0}}, "not finite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.actuator[1] = cases[i].def;
        d.actuator[1].name = "bad";
        d.actuator[1].place = (ludo_place){"model.xml", 51, 5};
        check_refused(&d, LUDO_BAD_MODEL, cases[i].message, 51);
        check_refused(&d, LUDO_BAD_MODEL, "actuator 'bad'", 51);
        d.actuator[1].name = NULL;
        check_refused(&d, LUDO_BAD_MODEL, "actuator 1", 51);
    }
}

/* A joint that the description doesn't have, of a body that floats, takes none either. */
static void free_joints_take_no_forces(void **state)
{
    (void)state;
    draft d = sound_draft();
    d.joint[0] = (ludo_joint_def){.name = "free",
                                  .type = "free",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .place = d.joint[0].place};
    d.keyframe.position_count = d.keyframe.velocity_count = 0;
    check_refused(&d, LUDO_BAD_MODEL, "spring 'belt' acts on a free joint", 41);
    d.spring[1].type = "distance";
    d.spring[1].site_b = 1;
    check_refused(&d, LUDO_BAD_MODEL, "actuator 'motor' acts on a free joint", 50);
    d.actuator[0].on_spring = true;
    check_accepted(&d, 0);
}

/* --- loops ----------------------------------------------------------------------------------- */

/* Bodies that carry each other in a circle, off the world: one of their joints is to blame. */
static void a_circle_of_bodies_is_a_loop(void **state)
{
    (void)state;
    draft d = sound_draft();
    d.joint[0].parent = 1;
    check_refused(&d, LUDO_UNSUPPORTED, "joint 'hinge' closes a loop", 20);
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
        CHECK_NEAR(v3_norm(ludo_model_joint(model, 0).axis), 1.0, 4.0 * DBL_EPSILON);
        ludo_model_destroy(model);
    }
}

/* --- what can't be squared ------------------------------------------------------------------- */

/* A finite direction whose length overflows would silently become zero. */
static void directions_too_long_to_measure_are_refused(void **state)
{
    (void)state;
    const double huge = 1e200;
    draft d = sound_draft();
    d.joint[0].axis.y = huge;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'hinge' has", 20);
    d = sound_draft();
    d.joint[0].axis2.x = huge;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'hinge' has", 20);
    d = sound_draft();
    d.joint[0].in_parent.orientation.w = huge;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'hinge' has", 20);
    d = sound_draft();
    d.joint[1].in_child.orientation.z = huge;
    check_refused(&d, LUDO_BAD_MODEL, "joint 'ball' has", 21);
    d = sound_draft();
    d.site[0].frame.orientation.x = -huge;
    check_refused(&d, LUDO_BAD_MODEL, "site 'site' has", 30);
    d = sound_draft();
    d.position[1] = huge;
    check_refused(&d, LUDO_BAD_MODEL, "keyframe 'key' ", 60);
}

/* --- sites and keyframes --------------------------------------------------------------------- */

static void a_site_is_on_a_body_or_on_the_world(void **state)
{
    (void)state;
    draft d = sound_draft();
    d.site[0].body = LUDO_WORLD;
    check_accepted(&d, 0);
    const int32_t bad[] = {2, -2, INT32_MAX};
    for (int i = 0; i < 3; i++) {
        d.site[0].body = bad[i];
        d.site[0].name = "site";
        check_refused(&d, LUDO_BAD_MODEL, "site 'site' is on a body that does not exist", 30);
        d.site[0].name = NULL;
        check_refused(&d, LUDO_BAD_MODEL, "site 0", 30);
    }
}

static void a_keyframe_has_all_numbers_or_none(void **state)
{
    (void)state;
    const struct {
        int32_t positions, velocities, controls;
        bool fits;
    } cases[] = {
        {5, 4, 2, true},  {0, 4, 2, true},  {5, 0, 0, true},  {0, 0, 0, true},
        {4, 4, 2, false}, {5, 3, 2, false}, {1, 0, 0, false}, {0, 1, 0, false},
        {4, 5, 0, false}, {0, 0, 1, false}, {5, 4, 3, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d = sound_draft();
        d.keyframe.position_count = cases[i].positions;
        d.keyframe.velocity_count = cases[i].velocities;
        d.keyframe.control_count = cases[i].controls;
        if (cases[i].fits) {
            check_accepted(&d, 0);
        } else {
            check_refused(&d, LUDO_BAD_MODEL, "the mechanism has 5, 4 and 2", 60);
        }
    }
}

static void a_keyframe_gives_orientations_a_direction(void **state)
{
    (void)state;
    draft d = sound_draft();
    d.position[1] = 0.0;
    check_refused(&d, LUDO_BAD_MODEL, "keyframe 'key' ", 60);
    d.position[4] = 3.0;
    check_accepted(&d, 0);
}

/* --- messages -------------------------------------------------------------------------------- */

static void a_long_name_is_cut_in_messages(void **state)
{
    (void)state;
    char name[4000], file[2000];
    memset(name, 'n', sizeof name - 1);
    memset(file, 'f', sizeof file - 1);
    name[sizeof name - 1] = file[sizeof file - 1] = '\0';
    draft d = sound_draft();
    ludo_model *model = NULL;
    ludo_diagnostic why;
    d.body[1].name = d.joint[1].name = d.site[0].name = d.keyframe.name = name;
    d.body[1].place.file = file;
    check_accepted(&d, 0);
    d.body[1].mass = -1.0;
    assert_int_equal(compile_draft(&d, &model, &why), LUDO_BAD_MODEL);
    assert_int_equal(strlen(why.file), sizeof why.file - 1);
    assert_non_null(strstr(why.message, "has no mass"));
    d.body[1].mass = 1.0;
    d.site[0].name = NULL;
    d.keyframe.position_count = 1;
    assert_int_equal(compile_draft(&d, &model, &why), LUDO_BAD_MODEL);
    assert_int_equal(strlen(why.message), sizeof why.message - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_mechanism_is_accepted),
        cmocka_unit_test(no_number_may_be_infinite_or_none),
        cmocka_unit_test(a_body_has_mass_and_a_possible_inertia),
        cmocka_unit_test(inertias_on_the_border_are_accepted),
        cmocka_unit_test(a_borderline_inertia_is_told_with_its_place),
        cmocka_unit_test(joints_join_two_bodies_of_the_tree),
        cmocka_unit_test(only_what_exists_takes_forces),
        cmocka_unit_test(what_exists_takes_forces),
        cmocka_unit_test(a_joint_continues_one_of_the_same_bodies),
        cmocka_unit_test(parts_agree_on_where_the_child_stands),
        cmocka_unit_test(springs_run_between_sites_or_over_coordinates),
        cmocka_unit_test(actuators_act_on_what_exists),
        cmocka_unit_test(free_joints_take_no_forces),
        cmocka_unit_test(a_circle_of_bodies_is_a_loop),
        cmocka_unit_test(an_axis_may_have_any_length),
        cmocka_unit_test(directions_too_long_to_measure_are_refused),
        cmocka_unit_test(a_site_is_on_a_body_or_on_the_world),
        cmocka_unit_test(a_keyframe_has_all_numbers_or_none),
        cmocka_unit_test(a_keyframe_gives_orientations_a_direction),
        cmocka_unit_test(a_long_name_is_cut_in_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
