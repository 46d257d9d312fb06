/* SPDX-License-Identifier: Apache-2.0
 *
 * Invalid mechanisms are refused with the reason, the name and the place; valid ones are not.
 * Numbers, bodies, sites, keyframes. */
#include "model/check/check.h"

#include "spec_draft.h"

#include <float.h>
#include <stdio.h>

static void a_sound_mechanism_is_accepted(void **state)
{
    (void)state;
    const draft d = sound_draft();
    check_accepted(&d, 0);
}

/* --- numbers --------------------------------------------------------------------------------- */

/* The address of a number in a draft, and the line of an error about it. */
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
        check_refused(
            &d, LUDO_BAD_MODEL,
            i < 2 ? "body 'arm' has an inertia but no mass" : "body 'arm' has a negative mass", 11);
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

/* Flat bodies lie exactly on the triangle inequality, and files round their digits: both are
 * accepted, the latter with a warning. Scale and orientation have no influence. */
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
        const ludo_note_info note = note_info_of(model, i);
        assert_int_equal(note.kind, LUDO_NOTE_WARNING);
        assert_string_equal(note.place.file, "model.xml");
        assert_int_equal(note.place.line, 10 + i);
        assert_non_null(strstr(note.message, names[i]));
    }
    ludo_model_destroy(model);
}

/* --- overflow of squares --------------------------------------------------------------------- */

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
    assert_non_null(strstr(why.message, "has a negative mass"));
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
        cmocka_unit_test(directions_too_long_to_measure_are_refused),
        cmocka_unit_test(a_site_is_on_a_body_or_on_the_world),
        cmocka_unit_test(a_keyframe_has_all_numbers_or_none),
        cmocka_unit_test(a_keyframe_gives_orientations_a_direction),
        cmocka_unit_test(a_long_name_is_cut_in_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
