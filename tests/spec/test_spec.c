/* SPDX-License-Identifier: Apache-2.0
 *
 * A description keeps copies of its arguments, refuses invalid ones, and is unchanged by a failing
 * allocation. */
#include "spec/spec.h"

#include "support.h"

#include <string.h>

static ludo_spec *new_spec(const ludo_allocator *allocator)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(allocator, &spec), LUDO_OK);
    assert_non_null(spec);
    return spec;
}

static void a_new_description_is_empty_with_gravity(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec(NULL);
    assert_string_equal(spec->name, "");
    assert_true(spec->gravity.x == 0.0 && spec->gravity.y == 0.0 && spec->gravity.z == -9.81);
    assert_true(spec->timestep == 0.01);
    assert_int_equal(spec->bodies.count + spec->joints.count + spec->sites.count, 0);
    assert_int_equal(spec->springs.count + spec->actuators.count, 0);
    assert_int_equal(spec->keyframes.count + spec->notes.count, 0);
    ludo_spec_destroy(spec);
    ludo_spec_destroy(NULL);
}

/* One of everything, from memory that is overwritten afterwards. */
static void fill_and_overwrite(ludo_spec *spec)
{
    char text[] = "abc", type[] = "hinge", file[] = "file.xml";
    double numbers[] = {1.0, 2.0, 3.0};
    ludo_tendon_term terms[] = {{0, 0, 5.0}, {3, 2, -6.0}};
    const ludo_place place = {file, 7, 9};
    const ludo_body_def body = {
        .struct_size = sizeof body, .name = text, .mass = 1.5, .place = place};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .name = text, .type = type, .place = place};
    const ludo_site_def site = {.struct_size = sizeof site, .name = text, .place = place};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .name = text,
                                    .type = type,
                                    .term = terms,
                                    .term_count = 2,
                                    .place = place};
    const ludo_actuator_def actuator = {
        .struct_size = sizeof actuator, .name = text, .gear = 8.0, .place = place};
    const ludo_keyframe_def keyframe = {sizeof keyframe, text, 4.0,   numbers, 2, numbers + 1, 2,
                                        numbers + 2,     1,    place, NULL,    0};
    assert_int_equal(ludo_spec_set_name(spec, text), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_UNSUPPORTED, place, text), LUDO_OK);
    memset(text, '?', sizeof text - 1);
    memset(type, '?', sizeof type - 1);
    memset(file, '?', sizeof file - 1);
    memset(numbers, 0, sizeof numbers);
    memset(terms, 0, sizeof terms);
}

static void what_is_handed_in_is_copied(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec(NULL);
    fill_and_overwrite(spec);
    const ludo_body_def *body = spec->bodies.items;
    const ludo_joint_def *joint = spec->joints.items;
    const ludo_site_def *site = spec->sites.items;
    const ludo_spring_def *spring = spec->springs.items;
    const ludo_actuator_def *actuator = spec->actuators.items;
    const ludo_keyframe_def *k = spec->keyframes.items;
    const spec_note *note = spec->notes.items;
    const char *const texts[] = {spec->name,   body->name,     joint->name, site->name,
                                 spring->name, actuator->name, k->name,     note->message};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_string_equal(texts[i], "abc");
    }
    assert_string_equal(joint->type, "hinge");
    assert_string_equal(spring->type, "hinge");
    assert_true(body->mass == 1.5 && actuator->gear == 8.0 && k->time == 4.0);
    assert_int_equal(spring->term_count, 2);
    assert_true(spring->term[0].weight == 5.0 && spring->term[1].weight == -6.0);
    assert_true(spring->term[1].joint == 3 && spring->term[1].dof == 2);
    assert_true(k->position[0] == 1.0 && k->position[1] == 2.0);
    assert_true(k->velocity[0] == 2.0 && k->velocity[1] == 3.0 && k->control[0] == 3.0);
    assert_int_equal(note->kind, LUDO_NOTE_UNSUPPORTED);
    const ludo_place *const places[] = {&body->place,   &joint->place,    &site->place,
                                        &spring->place, &actuator->place, &k->place,
                                        &note->place};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        assert_string_equal(places[i]->file, "file.xml");
        assert_int_equal(places[i]->line, 7);
        assert_int_equal(places[i]->column, 9);
    }
    ludo_spec_destroy(spec);
}

static void things_are_numbered_in_the_order_in_which_they_come(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    ludo_spec *spec = new_spec(NULL);
    for (int32_t i = 0; i < COUNT; i++) {
        int32_t body = -1, joint = -1, site = -1, spring = -1, actuator = -1, keyframe = -1;
        assert_int_equal(ludo_spec_add_body(spec, SIZED(ludo_body_def, .mass = i), &body), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, SIZED(ludo_joint_def, .type = "ball"), &joint),
                         LUDO_OK);
        assert_int_equal(ludo_spec_add_site(spec, SIZED(ludo_site_def, .body = 0), &site), LUDO_OK);
        assert_int_equal(
            ludo_spec_add_spring(spec, SIZED(ludo_spring_def, .type = "tendon"), &spring), LUDO_OK);
        assert_int_equal(
            ludo_spec_add_actuator(spec, SIZED(ludo_actuator_def, .gear = i), &actuator), LUDO_OK);
        assert_int_equal(
            ludo_spec_add_keyframe(spec, SIZED(ludo_keyframe_def, .time = i), &keyframe), LUDO_OK);
        assert_int_equal(body, i);
        assert_int_equal(joint, i);
        assert_int_equal(site, i);
        assert_int_equal(spring, i);
        assert_int_equal(actuator, i);
        assert_int_equal(keyframe, i);
    }
    for (int32_t i = 0; i < COUNT; i++) {
        assert_true(((const ludo_body_def *)spec->bodies.items)[i].mass == i);
    }
    ludo_spec_destroy(spec);
}

/* One file name is given at thousands of places. */
static void a_file_name_is_kept_once(void **state)
{
    (void)state;
    failing_allocator a;
    failing_init(&a, 0);
    ludo_spec *spec = new_spec(&a.hook);
    for (int32_t i = 0; i < 10; i++) {
        char file[] = "robot.xml";
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 1.0, .place = {file, i + 1, 1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    assert_int_equal(spec->owned.count, 1);
    ludo_spec_destroy(spec);
    assert_int_equal(a.live, 0);
}

static void options_are_checked(void **state)
{
    (void)state;
    const double moon[] = {0.0, 0.5, -1.62}, step = 1e-3;
    ludo_spec *spec = new_spec(NULL);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", moon, 3), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "timestep", &step, 1), LUDO_OK);

    const struct {
        const char *name;
        double values[3];
        int32_t count;
    } bad[] = {
        {"gravity", {0.0, 0.0, 0.0}, 2},
        {"gravity", {0.0, 0.0, 0.0}, 0},
        {"gravity", {0.0, 0.0, 0.0}, -3},
        {"gravity", {0.0, 0.0, (double)NAN}, 3},
        {"gravity", {HUGE_VAL, 0.0, 0.0}, 3},
        {"timestep", {0.0}, 1},
        {"timestep", {-1e-3}, 1},
        {"timestep", {(double)NAN}, 1},
        {"timestep", {HUGE_VAL}, 1},
        {"timestep", {1e-3, 1e-3}, 2},
        {"merge", {0.5}, 1},
        {"merge", {1.0, 1.0}, 2},
        {"spherical", {2.0}, 1},
        {"spherical", {0.0, 0.0}, 2},
        {"Gravity", {0.0, 0.0, 0.0}, 3},
        {"", {0.0}, 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(ludo_spec_set_option(spec, bad[i].name, bad[i].values, bad[i].count),
                         LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_spec_set_option(spec, NULL, moon, 3), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", NULL, 3), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_option(NULL, "gravity", moon, 3), LUDO_BAD_ARGUMENT);
    assert_memory_equal(&spec->gravity, moon, sizeof moon);
    assert_true(spec->timestep == step);
    ludo_spec_destroy(spec);
}

static void nothing_is_refused_where_something_is_needed(void **state)
{
    (void)state;
    const double number = 1.0;
    ludo_spec *spec = new_spec(NULL);
    const ludo_tendon_term term = {0, 0, 1.0};
    const ludo_keyframe_def bad_keyframes[] = {
        {.struct_size = sizeof(ludo_keyframe_def), .position_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def), .velocity_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def), .control_count = 1},
        {.struct_size = sizeof(ludo_keyframe_def), .position = &number, .position_count = -1},
        {.struct_size = sizeof(ludo_keyframe_def), .velocity = &number, .velocity_count = -1},
        {.struct_size = sizeof(ludo_keyframe_def), .control = &number, .control_count = -1},
    };
    const ludo_spring_def bad_springs[] = {
        {.struct_size = sizeof(ludo_spring_def), .type = NULL},
        {.struct_size = sizeof(ludo_spring_def), .type = "tendon", .term_count = 1},
        {.struct_size = sizeof(ludo_spring_def), .type = "tendon", .term = &term, .term_count = -1},
    };
    assert_int_equal(ludo_spec_create(NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_set_name(NULL, "a"), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_body(NULL, SIZED(ludo_body_def, .place = {0}), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_body(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_joint(NULL, SIZED(ludo_joint_def, .type = "ball"), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_joint(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_joint(spec, SIZED(ludo_joint_def, .type = NULL), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_site(NULL, SIZED(ludo_site_def, .place = {0}), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_site(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_keyframe(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ludo_spec_add_keyframe(spec, &bad_keyframes[i], NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_spec_add_keyframe(NULL, SIZED(ludo_keyframe_def, .place = {0}), NULL),
                     LUDO_BAD_ARGUMENT);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_spring(spec, &bad_springs[i], NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_spec_add_spring(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_spring(NULL, SIZED(ludo_spring_def, .type = "tendon"), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_actuator(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_actuator(NULL, SIZED(ludo_actuator_def, .place = {0}), NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_WARNING, (ludo_place){0}, NULL),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_note(NULL, LUDO_NOTE_WARNING, (ludo_place){0}, "a"),
                     LUDO_BAD_ARGUMENT);
    assert_int_equal(spec->bodies.count + spec->joints.count + spec->sites.count, 0);
    assert_int_equal(spec->springs.count + spec->actuators.count, 0);
    assert_int_equal(spec->keyframes.count + spec->notes.count, 0);
    ludo_spec_destroy(spec);
}

/* gain u + bias[0] + bias[1] L + bias[2] dL/dt */
static double actuator_force(ludo_actuator_def a, double u, double length, double rate)
{
    return a.gear *
           (a.gain * u + a.bias[0] + a.bias[1] * a.gear * length + a.bias[2] * a.gear * rate);
}

/* Numbers with few bits: no sum is rounded. */
static void ready_made_actuators_pull_as_they_say(void **state)
{
    (void)state;
    const double u = 3.0, L = 0.5, rate = -2.0, kp = 10.0, kv = 0.25;
    assert_true(actuator_force(ludo_actuator_motor(), u, L, rate) == u);
    assert_true(actuator_force(ludo_actuator_position(kp, kv), u, L, rate) ==
                kp * (u - L) - kv * rate);
    assert_true(actuator_force(ludo_actuator_velocity(kv), u, L, rate) == kv * (u - rate));
    const ludo_actuator_def all[] = {ludo_actuator_motor(), ludo_actuator_position(kp, kv),
                                     ludo_actuator_velocity(kv)};
    for (int i = 0; i < 3; i++) {
        assert_false(all[i].on_spring || all[i].control_limited || all[i].force_limited);
        assert_int_equal(all[i].target, 0);
        assert_int_equal(all[i].dof, 0);
    }
}

static void a_name_can_be_taken_back(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec(NULL);
    assert_int_equal(ludo_spec_set_name(spec, "first"), LUDO_OK);
    assert_int_equal(ludo_spec_set_name(spec, "second"), LUDO_OK);
    assert_string_equal(spec->name, "second");
    assert_int_equal(ludo_spec_set_name(spec, NULL), LUDO_OK);
    assert_string_equal(spec->name, "");
    ludo_spec_destroy(spec);
}

/* --- failing allocations --------------------------------------------------------------------- */

/* One more of everything, until the first refusal. */
static ludo_status add_one_of_each(ludo_spec *spec)
{
    static const double numbers[] = {1.0, 2.0};
    const ludo_place place = {"file.xml", 1, 2};
    const ludo_body_def body = {
        .struct_size = sizeof body, .name = "b", .mass = 1.0, .place = place};
    const ludo_joint_def joint = {.struct_size = sizeof joint, .name = "j", .type = "ball"};
    const ludo_site_def site = {.struct_size = sizeof site, .name = "s"};
    static const ludo_tendon_term term = {0, 0, 1.0};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .name = "p",
                                    .type = "tendon",
                                    .term = &term,
                                    .term_count = 1,
                                    .place = place};
    const ludo_actuator_def actuator = {
        .struct_size = sizeof actuator, .name = "a", .place = place};
    const ludo_keyframe_def keyframe = {sizeof keyframe, "k", 0.0,   numbers, 2, numbers, 1,
                                        numbers,         2,   place, NULL,    0};
    ludo_status s = ludo_spec_set_name(spec, "name");
    s = s == LUDO_OK ? ludo_spec_add_body(spec, &body, NULL) : s;
    s = s == LUDO_OK ? ludo_spec_add_joint(spec, &joint, NULL) : s;
    s = s == LUDO_OK ? ludo_spec_add_site(spec, &site, NULL) : s;
    s = s == LUDO_OK ? ludo_spec_add_spring(spec, &spring, NULL) : s;
    s = s == LUDO_OK ? ludo_spec_add_actuator(spec, &actuator, NULL) : s;
    s = s == LUDO_OK ? ludo_spec_add_keyframe(spec, &keyframe, NULL) : s;
    return s == LUDO_OK ? ludo_spec_add_note(spec, LUDO_NOTE_WARNING, place, "note") : s;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        ludo_status s = ludo_spec_create(&a.hook, &spec);
        assert_int_equal(spec != NULL, s == LUDO_OK);
        for (int i = 0; i < 20 && s == LUDO_OK; i++) {
            s = add_one_of_each(spec);
        }
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

/* A refused addition changes nothing: repeated, it gets the number it would have had. */
static void an_addition_without_memory_can_be_made_again(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        int32_t body = -1;
        while (ludo_spec_create(&a.hook, &spec) != LUDO_OK) {
            assert_null(spec);
        }
        for (int32_t i = 0; i < COUNT; i++) {
            const ludo_body_def def = {
                .struct_size = sizeof def, .name = "b", .mass = i, .place = {"file.xml", i + 1, 1}};
            if (ludo_spec_add_body(spec, &def, &body) == LUDO_NO_MEMORY) {
                assert_int_equal(spec->bodies.count, i);
                assert_int_equal(ludo_spec_add_body(spec, &def, &body), LUDO_OK);
            }
            assert_int_equal(body, i);
        }
        assert_int_equal(spec->bodies.count, COUNT);
        ludo_spec_destroy(spec);
    }
}

/* A body and its joint are added together or not at all, and their numbers agree. */
static void a_link_is_a_body_with_the_joint_that_carries_it(void **state)
{
    (void)state;
    const ludo_body_def body = ludo_body_default();
    const ludo_joint_def joint = ludo_joint_default();
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        int32_t first = -7, second = -7;
        if (ludo_spec_create(&a.hook, &spec) == LUDO_OK) {
            const ludo_status status = ludo_spec_add_link(spec, &body, &joint, &first);
            assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_int_equal(first, a.failed ? -7 : 0);
            assert_int_equal(spec->bodies.count, spec->joints.count);
            if (ludo_spec_add_link(spec, &body, &joint, &second) == LUDO_OK) {
                const ludo_joint_def *joints = spec->joints.items;
                assert_int_equal(second, spec->bodies.count - 1);
                assert_int_equal(joints[second].child, second);
            }
        }
        ludo_spec_destroy(spec);
    }
    ludo_spec *spec = new_spec(NULL);
    assert_int_equal(ludo_spec_add_link(NULL, &body, &joint, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_link(spec, NULL, &joint, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_link(spec, &body, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(spec->bodies.count + spec->joints.count, 0);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_description_is_empty_with_gravity),
        cmocka_unit_test(what_is_handed_in_is_copied),
        cmocka_unit_test(things_are_numbered_in_the_order_in_which_they_come),
        cmocka_unit_test(a_file_name_is_kept_once),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(nothing_is_refused_where_something_is_needed),
        cmocka_unit_test(ready_made_actuators_pull_as_they_say),
        cmocka_unit_test(a_name_can_be_taken_back),
        cmocka_unit_test(a_link_is_a_body_with_the_joint_that_carries_it),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(an_addition_without_memory_can_be_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
