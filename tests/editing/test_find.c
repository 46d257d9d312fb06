/* SPDX-License-Identifier: Apache-2.0
 *
 * The elements of a description are found by the names that compiling gives to them. */
#include "ludo/edit.h"

#include "full_spec.h"
#include "small_spec.h"

#include <stdio.h>

/* A name, which may be that which compiling generates for another element, or none. */
static const char *random_name(random_stream *r, const char *stem, bool *used, char *text)
{
    enum { SIZE = 64 };
    static const char *const forms[] = {"%s%d", "%s%d_1", "%s%d_2", "body%.0s%d.joint0",
                                        "body%.0s%d.joint1_1"};
    const int32_t form = random_below(r, 12), number = random_below(r, 6);
    if (form >= 5 || used[6 * form + number]) {
        return NULL;
    }
    used[6 * form + number] = true;
    (void)snprintf(text, SIZE, forms[form], stem, (int)number);
    return text;
}

/* Bodies of which some hang on each other in a cycle, with up to two joints each. */
static void add_bodies(ludo_spec *spec, random_stream *r)
{
    enum { BODIES = 6 };
    bool body_names[30] = {false}, joint_names[30] = {false};
    char name[64];
    for (int32_t b = 0; b < BODIES; b++) {
        add_body(spec, random_name(r, "body", body_names, name));
    }
    for (int32_t b = 0; b < BODIES; b++) {
        for (int32_t i = random_below(r, 3); i > 0; i--) {
            const int32_t parent = (b + 1 + random_below(r, BODIES - 1)) % BODIES;
            const bool grounded = random_below(r, 3) == 0;
            add_joint_at(spec, random_name(r, "joint", joint_names, name), "ball",
                         grounded ? LUDO_WORLD : parent, b, (ludo_place){0});
        }
    }
}

static void add_others(ludo_spec *spec, random_stream *r)
{
    bool sites[30] = {false}, loops[30] = {false}, springs[30] = {false}, keys[30] = {false};
    char name[64];
    for (int32_t i = 0; i < 6; i++) {
        const ludo_site_def site = {.struct_size = sizeof site,
                                    .name = random_name(r, "site", sites, name)};
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
        const ludo_joint_def closure = {.struct_size = sizeof closure,
                                        .name = random_name(r, "closure", loops, name),
                                        .type = "ball",
                                        .parent = LUDO_WORLD,
                                        .child = i};
        assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
        ludo_spring_def spring = ludo_spring_default();
        spring.name = random_name(r, "spring", springs, name);
        assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
        ludo_keyframe_def key = ludo_keyframe_default();
        key.name = random_name(r, "keyframe", keys, name);
        assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    }
}

/* Loops of the model are closures, then joints. */
#define CHECK_FOUND(thing, of_model)                                                               \
    for (int32_t i = 0; i < ludo_spec_##thing##_count(spec); i++) {                                \
        const char *name = ludo_model_##of_model##_name(model, i);                                 \
        assert_int_equal(ludo_spec_##thing##_find(spec, name), i);                                 \
    }

static void names_are_those_of_compiling(void **state)
{
    (void)state;
    int32_t compiled_count = 0;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = new_spec();
        ludo_model *model = NULL;
        add_bodies(spec, &r);
        add_others(spec, &r);
        if (ludo_compile(spec, NULL, &model, NULL) == LUDO_OK) {
            CHECK_FOUND(body, body)
            CHECK_FOUND(joint, joint)
            CHECK_FOUND(site, site)
            CHECK_FOUND(closure, loop)
            CHECK_FOUND(spring, spring)
            CHECK_FOUND(keyframe, keyframe)
            compiled_count++;
        }
        ludo_model_destroy(model);
        ludo_spec_destroy(spec);
    }
    assert_true(compiled_count > 1000);
}

static void every_kind_has_names(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL);
    assert_int_equal(ludo_spec_body_find(s, "a"), 0);
    assert_int_equal(ludo_spec_joint_find(s, "move"), 1);
    assert_int_equal(ludo_spec_closure_find(s, "shut"), 0);
    assert_int_equal(ludo_spec_coupling_find(s, "gear"), 0);
    assert_int_equal(ludo_spec_site_find(s, "off"), 1);
    assert_int_equal(ludo_spec_mesh_find(s, "wedge"), 0);
    assert_int_equal(ludo_spec_geom_find(s, "shape"), 0);
    assert_int_equal(ludo_spec_geom_find(s, "geom1"), 1);
    assert_int_equal(ludo_spec_pair_find(s, "touch"), 0);
    assert_int_equal(ludo_spec_exclude_find(s, "apart"), 0);
    assert_int_equal(ludo_spec_spring_find(s, "rope"), 0);
    assert_int_equal(ludo_spec_actuator_find(s, "servo"), 0);
    assert_int_equal(ludo_spec_keyframe_find(s, "key"), 0);
    ludo_spec_destroy(s);
}

static void other_names_are_not_found(void **state)
{
    (void)state;
    ludo_spec *s = full_spec(NULL);
    static const char *const names[] = {"", "b", "a0", "body0", "body1", "_", "_1", "a_1", "a_0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(ludo_spec_body_find(s, names[i]), LUDO_NOT_FOUND);
    }
    assert_int_equal(ludo_spec_closure_find(s, "gear"), LUDO_NOT_FOUND);
    assert_int_equal(ludo_spec_coupling_find(s, "shut"), LUDO_NOT_FOUND);
    assert_int_equal(ludo_spec_body_find(s, NULL), LUDO_NOT_FOUND);
    assert_int_equal(ludo_spec_body_find(NULL, "a"), LUDO_NOT_FOUND);
    ludo_spec_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_compiling),
        cmocka_unit_test(every_kind_has_names),
        cmocka_unit_test(other_names_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
