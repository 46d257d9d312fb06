/* SPDX-License-Identifier: Apache-2.0
 *
 * Names: given, generated, found, sorted, used twice. */
#include "model/names.h"

#include "small_spec.h"

#include <stdio.h>
#include <string.h>

static const ludo_tendon_term first_coordinate = {0, 0, 1.0};
static const ludo_spring_def over_joint_0 = {.struct_size = sizeof over_joint_0,
                                             .type = "tendon",
                                             .term = &first_coordinate,
                                             .term_count = 1};

static void unnamed_things_are_called_by_their_numbers(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    add_body(spec, "arm");
    add_body(spec, "");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "ball", 0, 1);
    assert_int_equal(ludo_spec_add_site(spec, SIZED(ludo_site_def, .body = 1), NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &over_joint_0, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, SIZED(ludo_actuator_def, .target = 0), NULL),
                     LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, SIZED(ludo_keyframe_def, .place = {0}), NULL),
                     LUDO_OK);
    ludo_model *m = compiled(spec);
    assert_string_equal(ludo_model_name(m), "");
    assert_string_equal(ludo_model_body_name(m, 0), "body0");
    assert_string_equal(ludo_model_body_name(m, 1), "arm");
    assert_string_equal(ludo_model_body_name(m, 2), "body2");
    assert_string_equal(ludo_model_joint_name(m, 0), "body0.joint0");
    assert_string_equal(ludo_model_joint_name(m, 1), "arm.joint0");
    assert_string_equal(ludo_model_joint_name(m, 2), "body2.joint0");
    assert_string_equal(ludo_model_site_name(m, 0), "site0");
    assert_string_equal(ludo_model_spring_name(m, 0), "spring0");
    assert_string_equal(ludo_model_actuator_name(m, 0), "actuator0");
    assert_string_equal(ludo_model_keyframe_name(m, 0), "keyframe0");
    ludo_model_destroy(m);
}

/* Names may contain any characters and be prefixes of each other; search requires their order. */
static void every_name_is_found_and_no_other(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    ludo_spec *spec = new_spec();
    random_stream r = random_from(1);
    char name[64];
    ludo_spring_def spring = over_joint_0;
    ludo_actuator_def actuator = ludo_actuator_motor();
    for (int32_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%.*s/%d \xc3\xa9", (int)random_below(&r, 10), "aaaaaaaaaa",
                 (int)i);
        add_body(spec, name);
        add_joint_at(spec, name, "hinge", i - 1, i, (ludo_place){0});
        assert_int_equal(
            ludo_spec_add_site(spec, SIZED(ludo_site_def, .name = name, .body = i), NULL), LUDO_OK);
        spring.name = actuator.name = name;
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_keyframe(spec, SIZED(ludo_keyframe_def, .name = name), NULL),
                         LUDO_OK);
    }
    ludo_model *m = compiled(spec);
    for (int32_t i = 0; i < COUNT; i++) {
        assert_int_equal(ludo_model_body_find(m, ludo_model_body_name(m, i)), i);
        assert_int_equal(ludo_model_joint_find(m, ludo_model_joint_name(m, i)), i);
        assert_int_equal(ludo_model_site_find(m, ludo_model_site_name(m, i)), i);
        assert_int_equal(ludo_model_spring_find(m, ludo_model_spring_name(m, i)), i);
        assert_int_equal(ludo_model_actuator_find(m, ludo_model_actuator_name(m, i)), i);
        assert_int_equal(ludo_model_keyframe_find(m, ludo_model_keyframe_name(m, i)), i);
    }
    static const char *const unknown[] = {"", "a", "/", "~", "aaaaaaaaaaa/0", "body0", NULL};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_int_equal(ludo_model_body_find(m, unknown[i]), LUDO_NOT_FOUND);
        assert_int_equal(ludo_model_joint_find(m, unknown[i]), LUDO_NOT_FOUND);
        assert_int_equal(ludo_model_site_find(m, unknown[i]), LUDO_NOT_FOUND);
        assert_int_equal(ludo_model_spring_find(m, unknown[i]), LUDO_NOT_FOUND);
        assert_int_equal(ludo_model_actuator_find(m, unknown[i]), LUDO_NOT_FOUND);
        assert_int_equal(ludo_model_keyframe_find(m, unknown[i]), LUDO_NOT_FOUND);
    }
    ludo_model_destroy(m);
}

static void names_are_sorted_whatever_their_order(void **state)
{
    (void)state;
    enum { MOST = 40 };
    static const char *const words[] = {"", "a", "ab", "b", "ba", "\xff", "z"};
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        name_entry e[MOST];
        bool there[MOST] = {false};
        const int32_t count = random_below(&r, MOST + 1);
        for (int32_t i = 0; i < count; i++) {
            e[i] = (name_entry){words[random_below(&r, 7)], i};
        }
        ludo_names_sort(e, count);
        for (int32_t i = 0; i < count; i++) {
            there[e[i].number] = true;
            const int c = i > 0 ? strcmp(e[i - 1].name, e[i].name) : -1;
            assert_true(c < 0 || (c == 0 && e[i - 1].number < e[i].number));
        }
        for (int32_t i = 0; i < count; i++) {
            assert_true(there[i]);
        }
    }
}

/* Add an item of each kind, the k-th kind with the name "x", the others unnamed. */
static void add_named(ludo_spec *spec, int32_t i, int kind, ludo_place place)
{
    const char *name[6] = {NULL};
    if (kind >= 0) {
        name[kind] = "x";
    }
    const ludo_site_def site = {
        .struct_size = sizeof site, .name = name[2], .body = i, .place = place};
    const ludo_actuator_def actuator = {
        .struct_size = sizeof actuator, .name = name[4], .place = place};
    const ludo_keyframe_def keyframe = {
        .struct_size = sizeof keyframe, .name = name[5], .place = place};
    ludo_spring_def spring = over_joint_0;
    spring.name = name[3];
    spring.place = place;
    add_body_at(spec, name[0], place);
    add_joint_at(spec, name[1], "hinge", LUDO_WORLD, i, place);
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
}

static void a_name_used_twice_is_told_where_it_is_used_again(void **state)
{
    (void)state;
    static const char *const kinds[] = {"body", "joint", "site", "spring", "actuator", "keyframe"};
    for (int kind = 0; kind < 6; kind++) {
        ludo_spec *spec = new_spec();
        for (int32_t i = 0; i < 4; i++) {
            add_named(spec, i, i == 1 || i == 3 ? kind : -1, (ludo_place){"f.xml", 10 + i, 5});
        }
        ludo_diagnostic why;
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_string_equal(why.file, "f.xml");
        assert_int_equal(why.line, 13);
        assert_int_equal(why.column, 5);
        assert_non_null(strstr(why.message, "'x'"));
        assert_non_null(strstr(why.message, kinds[kind]));
    }
}

/* Two items of each kind, the first named like the generated name of the second. */
static void what_has_no_name_gives_way_to_what_has_one(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_spring_def spring = over_joint_0;
    for (int32_t i = 0; i < 2; i++) {
        const bool first = i == 0;
        const ludo_site_def site = {
            .struct_size = sizeof site, .name = first ? "site1" : "", .body = 0};
        ludo_geom_def geom = ludo_geom_default();
        const ludo_actuator_def actuator = {.struct_size = sizeof actuator,
                                            .name = first ? "actuator1" : ""};
        const ludo_keyframe_def keyframe = {.struct_size = sizeof keyframe,
                                            .name = first ? "keyframe1" : ""};
        geom.name = first ? "geom1" : "";
        geom.type = "sphere";
        geom.size[0] = 1.0;
        spring.name = first ? "spring1" : "";
        add_body(spec, first ? "body1" : "");
        add_joint_at(spec, first ? "body1.joint0" : "", "hinge", LUDO_WORLD, i, (ludo_place){0});
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    }
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_body_find(m, "body1"), 0);
    assert_int_equal(ludo_model_body_find(m, "body1_1"), 1);
    assert_string_equal(ludo_model_body_name(m, 1), "body1_1");
    assert_int_equal(ludo_model_joint_find(m, "body1.joint0_1"), 1);
    assert_int_equal(ludo_model_site_find(m, "site1_1"), 1);
    assert_string_equal(geom_info_of(m, 1).name, "geom1_1");
    assert_int_equal(ludo_model_spring_find(m, "spring1_1"), 1);
    assert_int_equal(ludo_model_actuator_find(m, "actuator1_1"), 1);
    assert_int_equal(ludo_model_keyframe_find(m, "keyframe1_1"), 1);
    ludo_model_destroy(m);
}

static void it_finds_a_name_that_nothing_else_has(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    static const char *const names[] = {"body4", "body4_1", "body4_2", "c", ""};
    for (int32_t i = 0; i < 5; i++) {
        add_body(spec, names[i]);
    }
    /* these have the generated names of the free joints of the bodies */
    add_joint_at(spec, "c.joint0", "ball", LUDO_WORLD, 0, (ludo_place){0});
    ludo_model *m = compiled(spec);
    assert_string_equal(ludo_model_body_name(m, 4), "body4_3");
    assert_int_equal(ludo_model_joint_find(m, "c.joint0"), 0);
    assert_int_equal(ludo_model_joint_find(m, "c.joint0_1"), 3);
    assert_int_equal(joint_info_of(m, 3).child, 3);
    ludo_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unnamed_things_are_called_by_their_numbers),
        cmocka_unit_test(every_name_is_found_and_no_other),
        cmocka_unit_test(names_are_sorted_whatever_their_order),
        cmocka_unit_test(a_name_used_twice_is_told_where_it_is_used_again),
        cmocka_unit_test(what_has_no_name_gives_way_to_what_has_one),
        cmocka_unit_test(it_finds_a_name_that_nothing_else_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
