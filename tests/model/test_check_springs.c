/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs that can't be: each is refused with its name and what is wrong. */
#include "support.h"

#include <string.h>

/* Sites 0 and 1 on the world and on a body with a slide; geoms: a sphere, a cylinder, a box. */
static ludo_spec *make_bench(void)
{
    ludo_spec *s = NULL;
    ludo_body_def body = {.struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0}};
    ludo_joint_def joint = ludo_joint_default();
    ludo_site_def site = {.struct_size = sizeof site, .body = LUDO_WORLD};
    ludo_geom_def geom = ludo_geom_default();
    joint.type = "slide";
    geom.body = LUDO_WORLD, geom.contype = geom.conaffinity = 0;
    geom.size[0] = geom.size[1] = geom.size[2] = 0.1;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(s, &joint, NULL), LUDO_OK);
    site.frame.orientation.w = 1.0;
    site.frame.position.y = 1.0;
    assert_int_equal(ludo_spec_add_site(s, &site, NULL), LUDO_OK);
    site.body = 0;
    assert_int_equal(ludo_spec_add_site(s, &site, NULL), LUDO_OK);
    static const char *const types[] = {"sphere", "cylinder", "box"};
    for (int i = 0; i < 3; i++) {
        geom.type = types[i];
        assert_int_equal(ludo_spec_add_geom(s, &geom, NULL), LUDO_OK);
    }
    return s;
}

/* Compile the bench with a spring; the message goes to `why`. */
static ludo_status compile_with(const ludo_spring_def *spring, ludo_diagnostic *why)
{
    ludo_spec *s = make_bench();
    ludo_model *m = NULL;
    assert_int_equal(ludo_spec_add_spring(s, spring, NULL), LUDO_OK);
    const ludo_status status = ludo_compile(s, NULL, &m, why);
    ludo_model_destroy(m);
    ludo_spec_destroy(s);
    return status;
}

#define SITE(i)                                                                                    \
    {                                                                                              \
        i, -1, -1, 0.0                                                                             \
    }
#define GEOM(i, side)                                                                              \
    {                                                                                              \
        -1, i, side, 0.0                                                                           \
    }
#define PULLEY(divisor)                                                                            \
    {                                                                                              \
        -1, -1, -1, divisor                                                                        \
    }

static const struct {
    ludo_path_point point[5];
    int32_t count;
    const char *word; /* NULL: the path is good */
} paths[] = {
    {{SITE(0), SITE(1)}, 2, NULL},
    {{PULLEY(2.0), SITE(0), GEOM(1, 1), SITE(1)}, 4, NULL},
    {{SITE(0), GEOM(0, -1), SITE(1), GEOM(1, 0), SITE(0)}, 5, NULL},
    {{SITE(0)}, 0, "empty path"},
    {{SITE(0)}, 1, "single site"},
    {{SITE(0), SITE(0)}, 2, "to itself"},
    {{SITE(0), SITE(2)}, 2, "a site that does not exist"},
    {{SITE(0), GEOM(3, -1), SITE(1)}, 3, "a geom that does not exist"},
    {{SITE(0), GEOM(2, -1), SITE(1)}, 3, "neither a sphere nor a cylinder"},
    {{SITE(0), GEOM(0, 7), SITE(1)}, 3, "a side site"},
    {{GEOM(0, -1), SITE(0), SITE(1)}, 3, "no site before and after"},
    {{SITE(0), SITE(1), GEOM(0, -1)}, 3, "no site before and after"},
    {{SITE(0), GEOM(0, -1), GEOM(1, -1), SITE(1)}, 4, "no site before and after"},
    {{SITE(0), SITE(1), PULLEY(1.0)}, 3, "no site follows"},
    {{SITE(0), PULLEY(1.0), SITE(1)}, 3, "single site"},
    {{PULLEY(1.0), PULLEY(2.0), SITE(0), SITE(1)}, 4, "no site follows"},
    {{PULLEY(-2.0), SITE(0), SITE(1)}, 3, "not positive"},
    {{PULLEY((double)INFINITY), SITE(0), SITE(1)}, 3, "not positive"},
    {{SITE(-1), SITE(1)}, 2, "not exactly one"},
    {{{0, 0, -1, 0.0}, SITE(1)}, 2, "not exactly one"},
    {{{0, -1, 1, 0.0}, SITE(1)}, 2, "not exactly one"},
};

static void paths_that_can_not_be_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ludo_spring_def spring = ludo_spring_default();
        ludo_diagnostic why = {.line = 0};
        spring.name = "rope", spring.type = "path";
        spring.path = paths[i].point, spring.path_count = paths[i].count;
        const ludo_status status = compile_with(&spring, &why);
        if (paths[i].word == NULL) {
            assert_int_equal(status, LUDO_OK);
            continue;
        }
        assert_int_equal(status, LUDO_BAD_MODEL);
        if (strstr(why.message, "'rope'") == NULL || strstr(why.message, paths[i].word) == NULL) {
            fail_msg("path %zu: '%s' is not in '%s'", i, paths[i].word, why.message);
        }
    }
}

static void numbers_that_can_not_be_are_refused(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    const struct {
        double range[2], friction_loss, armature;
        const char *word;
    } cases[] = {
        {{0.0, 1.0}, 0.1, 0.1, NULL},         {{1.0, 0.5}, 0.0, 0.0, "empty range of lengths"},
        {{nan, 1.0}, 0.0, 0.0, "not finite"}, {{0.0, 1.0}, -0.1, 0.0, "negative friction loss"},
        {{0.0, 1.0}, nan, 0.0, "not finite"}, {{0.0, 1.0}, 0.0, -1.0, "negative armature"},
        {{0.0, 1.0}, 0.0, nan, "not finite"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spring_def spring = ludo_spring_default();
        ludo_diagnostic why = {.message = ""};
        spring.limited = true;
        memcpy(spring.range, cases[i].range, sizeof spring.range);
        spring.friction_loss = cases[i].friction_loss, spring.armature = cases[i].armature;
        const bool good = cases[i].word == NULL;
        assert_int_equal(compile_with(&spring, &why), good ? LUDO_OK : LUDO_BAD_MODEL);
        assert_true(good || strstr(why.message, cases[i].word) != NULL);
    }
    ludo_spring_def spring = ludo_spring_default();
    ludo_diagnostic why = {.message = ""};
    spring.path = paths[0].point, spring.path_count = 2;
    assert_int_equal(compile_with(&spring, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "its type is not path"));
}

/* All of a spring can be read from the model. */
static void springs_of_models_are_as_they_were_given(void **state)
{
    (void)state;
    ludo_spec *s = make_bench();
    ludo_model *m = NULL;
    ludo_spring_def spring = ludo_spring_default();
    ludo_spring_info info = {.struct_size = sizeof info};
    spring.type = "path", spring.path = paths[1].point, spring.path_count = 4;
    spring.limited = true, spring.range[1] = 2.0;
    spring.friction_loss = 0.3, spring.armature = 0.7;
    assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(s, NULL, &m, NULL), LUDO_OK);
    assert_int_equal(ludo_model_spring(m, 0, &info), LUDO_OK);
    assert_string_equal(info.type, "path");
    assert_int_equal(info.path_count, 4);
    assert_int_equal(info.path[2].geom, 1);
    assert_int_equal(info.path[2].side, 1);
    assert_true(info.path[0].divisor == 2.0 && info.limited && info.range[1] == 2.0);
    assert_true(info.friction_loss == 0.3 && info.armature == 0.7);
    assert_true(info.site_a == -1 && info.term_count == 0);
    ludo_model_destroy(m);
    ludo_spec_destroy(s);
}

/* A path refers to its sites and geoms: it goes when one of them does. */
static void springs_go_with_the_geoms_of_their_paths(void **state)
{
    (void)state;
    ludo_spec *s = make_bench();
    ludo_spring_def spring = ludo_spring_default();
    spring.type = "path", spring.path = paths[1].point, spring.path_count = 4;
    assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_remove_geom(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_spring(s, 0, &spring), LUDO_OK);
    assert_int_equal(spring.path[2].geom, 0); /* renumbered */
    assert_int_equal(ludo_spec_remove_geom(s, 0), LUDO_OK);
    assert_int_equal(ludo_spec_spring_count(s), 0);
    ludo_spec_destroy(s);
}

/* A ball on the world, a hinge on it, and a body that floats; springs along their rates. */
static ludo_spec *make_joints(void)
{
    static const char *const types[] = {"ball", "hinge", "free"};
    ludo_spec *s = NULL;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    for (int32_t i = 0; i < 3; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0}};
        ludo_joint_def joint = ludo_joint_default();
        joint.type = types[i], joint.parent = i == 1 ? 0 : LUDO_WORLD, joint.child = i;
        assert_int_equal(ludo_spec_add_body(s, &body, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(s, &joint, NULL), LUDO_OK);
    }
    return s;
}

static void rates_that_can_not_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        ludo_tendon_term term[2];
        int32_t count;
        double stiffness;
        const char *word; /* NULL: the rates are good */
    } cases[] = {
        {{{0, 2, 1.0}, {0, 0, 0.5}}, 2, 0.0, NULL},
        {{{2, 5, 1.0}}, 1, 0.0, NULL},
        {{{0, 0, 0.0}}, 0, 0.0, "no joint terms"},
        {{{3, 0, 1.0}}, 1, 0.0, "a joint that does not exist"},
        {{{-1, 0, 1.0}}, 1, 0.0, "a joint that does not exist"},
        {{{1, 0, 1.0}}, 1, 0.0, "neither a ball nor free"},
        {{{0, 0, 1.0}, {2, 0, 1.0}}, 2, 0.0, "more than one joint"},
        {{{0, 3, 1.0}}, 1, 0.0, "does not have"},
        {{{2, -1, 1.0}}, 1, 0.0, "does not have"},
        {{{0, 0, (double)INFINITY}}, 1, 0.0, "not finite"},
        {{{0, 0, 1.0}}, 1, 2.0, "does not allow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spring_def spring = ludo_spring_default();
        ludo_diagnostic why = {.message = ""};
        ludo_model *m = NULL;
        ludo_spec *s = make_joints();
        spring.type = i % 2 == 0 ? "rates" : "rates_in_parent";
        spring.term = cases[i].term, spring.term_count = cases[i].count;
        spring.stiffness = cases[i].stiffness;
        assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
        const bool good = cases[i].word == NULL;
        assert_int_equal(ludo_compile(s, NULL, &m, &why), good ? LUDO_OK : LUDO_BAD_MODEL);
        assert_true(good || strstr(why.message, cases[i].word) != NULL);
        ludo_model_destroy(m);
        ludo_spec_destroy(s);
    }
}

/* A ball or free joint of a body without mass is refused by itself: it is no part of another. */
static void rates_of_a_body_without_mass_are_refused(void **state)
{
    (void)state;
    for (int32_t joint = 0; joint < 3; joint += 2) {
        ludo_spec *s = make_joints();
        ludo_spring_def spring = ludo_spring_default();
        ludo_diagnostic why = {.message = ""};
        ludo_model *m = NULL;
        const ludo_tendon_term term = {joint, 0, 1.0};
        const ludo_body_def body = {.struct_size = sizeof body};
        spring.type = "rates", spring.term = &term, spring.term_count = 1;
        assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_set_body(s, joint, &body), LUDO_OK);
        const ludo_status status = ludo_compile(s, NULL, &m, &why);
        assert_true(status != LUDO_OK && m == NULL);
        assert_non_null(strstr(why.message, "mass"));
        ludo_spec_destroy(s);
    }
}

static void rates_can_be_read_and_go_with_their_joint(void **state)
{
    (void)state;
    ludo_spec *s = make_joints();
    ludo_model *m = NULL;
    ludo_spring_def spring = ludo_spring_default();
    ludo_spring_info info = {.struct_size = sizeof info};
    const ludo_tendon_term term[2] = {{2, 1, 0.5}, {2, 4, 2.0}};
    spring.type = "rates", spring.term = term, spring.term_count = 2;
    assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(s, NULL, &m, NULL), LUDO_OK);
    assert_int_equal(ludo_model_spring(m, 0, &info), LUDO_OK);
    assert_string_equal(info.type, "rates");
    assert_int_equal(info.term_count, 2);
    assert_true(info.term[1].joint == 2 && info.term[1].dof == 4 && info.term[1].weight == 2.0);
    ludo_model_destroy(m);
    assert_int_equal(ludo_spec_remove_joint(s, 1), LUDO_OK);
    assert_int_equal(ludo_spec_spring(s, 0, &spring), LUDO_OK);
    assert_int_equal(spring.term[1].joint, 1); /* renumbered */
    assert_int_equal(ludo_spec_remove_joint(s, 1), LUDO_OK);
    assert_int_equal(ludo_spec_spring_count(s), 0);
    ludo_spec_destroy(s);
}

/* A wrench refers to one or two sites, a slider-crank to two. */
static void transmissions_go_with_their_sites(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        ludo_spec *s = make_bench();
        ludo_spring_def spring = ludo_spring_default();
        const ludo_site_def site = {.struct_size = sizeof site, .body = LUDO_WORLD};
        spring.type = i == 0 ? "wrench" : "slider_crank";
        spring.site_a = i == 0 ? LUDO_WORLD : 1, spring.site_b = 2;
        assert_int_equal(ludo_spec_add_site(s, &site, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_spring(s, &spring, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_remove_site(s, 0), LUDO_OK);
        assert_int_equal(ludo_spec_spring(s, 0, &spring), LUDO_OK);
        assert_int_equal(spring.site_a, i == 0 ? LUDO_WORLD : 0);
        assert_int_equal(spring.site_b, 1); /* renumbered */
        assert_int_equal(ludo_spec_remove_site(s, 1), LUDO_OK);
        assert_int_equal(ludo_spec_spring_count(s), 0);
        ludo_spec_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_that_can_not_be_are_refused),
        cmocka_unit_test(numbers_that_can_not_be_are_refused),
        cmocka_unit_test(springs_of_models_are_as_they_were_given),
        cmocka_unit_test(springs_go_with_the_geoms_of_their_paths),
        cmocka_unit_test(rates_that_can_not_be_are_refused),
        cmocka_unit_test(rates_of_a_body_without_mass_are_refused),
        cmocka_unit_test(rates_can_be_read_and_go_with_their_joint),
        cmocka_unit_test(transmissions_go_with_their_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
