/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF geoms: shapes, sizes, frames, looks, contact. What they weigh: test_mjcf_inertia.c; meshes:
 * test_mjcf_meshes.c. Numbers said to be MuJoCo's are those of version 4.0.0. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>
#include <stdio.h>

/* a few operations on numbers of order 1, on both sides */
#define ROUNDING (8.0 * DBL_EPSILON)

/* The description of a body with one geom. */
static ludo_spec *spec_with(const char *before, const char *attributes)
{
    char text[1024];
    (void)snprintf(text, sizeof text, MUJOCO("%s" WORLD("<body>" INERTIAL "<geom %s/></body>")),
                   before, attributes);
    return spec_of(text);
}

static void check_three(const double *a, const double *b, const char *text)
{
    for (int i = 0; i < 3; i++) {
        if (!(fabs(a[i] - b[i]) <= ROUNDING)) {
            fail_msg("%s: %d: %.17g, not %.17g", text, i, a[i], b[i]);
        }
    }
}

/* ---- shapes ---- */

static void types_have_as_many_sizes_as_they_need(void **state)
{
    (void)state;
    static const struct {
        const char *before, *attributes, *type;
        double size[3];
    } cases[] = {
        {"", "size='1'", "sphere", {1.0}},
        {"", "size='1 2 3'", "sphere", {1.0}},
        {"", "type='capsule' size='1 2'", "capsule", {1.0, 2.0}},
        {"", "type='cylinder' size='1 2 3'", "cylinder", {1.0, 2.0}},
        {"", "type='box' size='1 2 3'", "box", {1.0, 2.0, 3.0}},
        {"", "type='ellipsoid' size='1 2 3'", "ellipsoid", {1.0, 2.0, 3.0}},
        {"", "type='plane' size='1 0 .1'", "plane", {1.0, 0.0}},
        /* between two points; MuJoCo's */
        {"", "type='capsule' size='1' fromto='0 0 0 0 3 4'", "capsule", {1.0, 2.5}},
        {"", "type='cylinder' size='1 9' fromto='0 0 0 0 3 4'", "cylinder", {1.0, 2.5}},
        {"", "type='box' size='1' fromto='0 0 0 0 3 4'", "box", {1.0, 1.0, 2.5}},
        {"", "type='box' size='.1 .2 .3' fromto='0 0 0 0 3 4'", "box", {0.1, 0.1, 2.5}},
        {"", "type='ellipsoid' size='.1 .2' fromto='0 0 0 0 3 4'", "ellipsoid", {0.1, 0.1, 2.5}},
        /* classes give what an element leaves out, number by number; MuJoCo's */
        {"<default><geom type='capsule' size='.1 .2'/></default>",
         "size='.3'",
         "capsule",
         {0.3, 0.2}},
        {"<default><geom type='box' size='1 2 3'/><default class='a'><geom size='4 5'/></default>"
         "</default>",
         "class='a' size='6'",
         "box",
         {6.0, 5.0, 3.0}},
        {"<default><geom type='capsule' fromto='0 0 0 0 0 2' size='.1'/></default>",
         "size='.3'",
         "capsule",
         {0.3, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(cases[i].before, cases[i].attributes);
        const ludo_geom_def *g = ludo_spec_geom_at(spec, 0);
        assert_string_equal(g->type, cases[i].type);
        check_three(g->size, cases[i].size, cases[i].attributes);
        assert_int_equal(g->body, 0);
        ludo_spec_destroy(spec);
    }
}

static void geoms_stand_between_points_and_in_frames(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(
        WORLD("<geom name='g' size='1' pos='1 2 3'/><frame pos='1 0 0' euler='0 0 90'>"
              "<geom type='capsule' size='.1' fromto='1 0 0 3 0 0' pos='0 0 0' quat='0 1 0 0'/>"
              "</frame>"
              "<body>" INERTIAL "<frame pos='0 0 1'><geom size='1' pos='0 1 0'/></frame></body>")));
    static const double positions[][3] = {{1.0, 2.0, 3.0}, {1.0, 2.0, 0.0}, {0.0, 1.0, 1.0}};
    static const int32_t bodies[] = {LUDO_WORLD, LUDO_WORLD, 0};
    assert_int_equal(ludo_spec_geom_count(spec), 3);
    assert_string_equal(ludo_spec_geom_at(spec, 0)->name, "g");
    for (int32_t i = 0; i < 3; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(spec, i);
        const double p[3] = {g->frame.position.x, g->frame.position.y, g->frame.position.z};
        check_three(p, positions[i], "position");
        assert_int_equal(g->body, bodies[i]);
    }
    /* z points from the second point to the first: along -x of a frame whose x is the world's y */
    const ludo_vec3 z = q_rotate(ludo_spec_geom_at(spec, 1)->frame.orientation, v3(0.0, 0.0, 1.0));
    CHECK_NEAR(v3_max(v3_sub(z, v3(0.0, -1.0, 0.0))), 0.0, ROUNDING);
    ludo_spec_destroy(spec);
}

/* ---- looks and contact ---- */

static void a_geom_has_its_own_colour_or_that_of_its_material(void **state)
{
    (void)state;
    static const char before[] = "<asset><material name='red' rgba='1 0 0 1'/><material name='m'/>"
                                 "</asset><default><default class='blue'><geom rgba='0 0 1 1'/>"
                                 "</default><default class='r'><geom material='red'/></default>"
                                 "</default>";
    static const struct {
        const char *attributes;
        double rgba[3];
    } cases[] = {
        {"size='1'", {0.5, 0.5, 0.5}},
        {"size='1' material='red'", {1.0, 0.0, 0.0}},
        {"size='1' class='r'", {1.0, 0.0, 0.0}},
        {"size='1' material='m'", {1.0, 1.0, 1.0}},
        {"size='1' material='red' rgba='0 1 0 1'", {0.0, 1.0, 0.0}},
        {"size='1' material='red' class='blue'", {0.0, 0.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(before, cases[i].attributes);
        check_three(ludo_spec_geom_at(spec, 0)->rgba, cases[i].rgba, cases[i].attributes);
        ludo_spec_destroy(spec);
    }
}

static void contact_is_read_as_it_is(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_with("<default><geom friction='.5 .6 .7' condim='6' group='2'/></default>",
                  "size='1' friction='.3' contype='-1' conaffinity='6' priority='2'");
    const ludo_geom_def *g = ludo_spec_geom_at(spec, 0);
    check_three(g->friction, (double[]){0.3, 0.6, 0.7}, "friction"); /* MuJoCo's */
    assert_int_equal(g->contype, -1);
    assert_int_equal(g->conaffinity, 6);
    assert_int_equal(g->condim, 6);
    assert_int_equal(g->priority, 2);
    assert_int_equal(g->group, 2);
    ludo_spec_destroy(spec);
    spec = spec_with("", "size='1'");
    g = ludo_spec_geom_at(spec, 0);
    check_three(g->friction, (double[]){1.0, 0.005, 0.0001}, "friction");
    assert_true(g->contype == 1 && g->conaffinity == 1 && g->condim == 3 && g->priority == 0);
    ludo_spec_destroy(spec);
}

static void a_flag_turns_contact_off(void **state)
{
    (void)state;
    static const char *const flags[] = {"contact", "constraint"};
    for (int i = 0; i < 2; i++) {
        char before[128];
        (void)snprintf(before, sizeof before, "<option><flag %s='disable'/></option>", flags[i]);
        ludo_spec *spec = spec_with(before, "size='1' contype='3'");
        assert_int_equal(ludo_spec_geom_at(spec, 0)->contype, 0);
        assert_int_equal(ludo_spec_geom_at(spec, 0)->conaffinity, 0);
        ludo_spec_destroy(spec);
    }
}

/* ---- what can't be ---- */

#define GEOM(attributes)                                                                           \
    "<mujoco><worldbody><body>\n<geom " attributes "/></body></worldbody></mujoco>"

static void geoms_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {GEOM(""), LUDO_BAD_MODEL, 2, 1, "a sphere needs 1 positive sizes"},
        {GEOM("size='0'"), LUDO_BAD_MODEL, 2, 1, "positive"},
        {GEOM("size='-1'"), LUDO_BAD_MODEL, 2, 1, "positive"},
        {GEOM("type='capsule' size='1'"), LUDO_BAD_MODEL, 2, 1, "2 positive"},
        {GEOM("type='box' size='1 1'"), LUDO_BAD_MODEL, 2, 1, "3 positive"},
        {GEOM("type='plane' size='-1 0 1'"), LUDO_BAD_MODEL, 2, 1, "plane"},
        {GEOM("size='1 1 1 1'"), LUDO_PARSE, 2, 1, "4 numbers; it needs 3 or fewer"},
        {GEOM("type='cone' size='1'"), LUDO_PARSE, 2, 1, "'cone'"},
        {GEOM("type='sphere' size='1' fromto='0 0 0 0 0 1'"), LUDO_BAD_MODEL, 2, 1,
         "cannot have 'fromto'"},
        {GEOM("type='capsule' size='1' fromto='0 0 1 0 0 1'"), LUDO_BAD_MODEL, 2, 1, "fromto"},
        {GEOM("type='capsule' size='1' fromto='0 0 1 0 0 0' pos='0 0 1'"), LUDO_PARSE, 2, 1,
         "both 'pos' and 'fromto'"},
        {GEOM("type='mesh'"), LUDO_PARSE, 2, 1, "a mesh"},
        {GEOM("type='mesh' mesh='m'"), LUDO_BAD_MODEL, 2, 1, "unknown mesh 'm'"},
        {GEOM("size='1' material='m'"), LUDO_BAD_MODEL, 2, 1, "unknown material 'm'"},
        {GEOM("size='1' mass='-1'"), LUDO_BAD_MODEL, 2, 1, "negative"},
        {GEOM("size='1' density='-1'"), LUDO_BAD_MODEL, 2, 1, "negative"},
        {GEOM("size='1' contype='1.5'"), LUDO_PARSE, 2, 1, "a whole number"},
        {GEOM("size='1' contype='4294967295'"), LUDO_PARSE, 2, 1, "a whole number"},
        {GEOM("size='1' group='x'"), LUDO_PARSE, 2, 1, "'x'"},
        {GEOM("size='1' condim='2'"), LUDO_BAD_MODEL, 2, 1, "condim"},
        {GEOM("size='1' rgba='1 1 1'"), LUDO_PARSE, 2, 1, "3 numbers; it needs 4"},
        {GEOM("size='1' shellinertia='1'"), LUDO_PARSE, 2, 1, "'1'"},
        {GEOM("size='1' name='g'/><geom name='g' size='1'"), LUDO_BAD_MODEL, 2, 26, "twice"});
}

/* Shapes that aren't known weigh what they say, and what they don't say is missed. */
static void unknown_shapes_are_left_out_unless_they_weigh(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(WORLD(
        "<geom type='sdf'/><body>\n<geom type='sdf'/></body><body><joint/>" INERTIAL
        "<geom type='sdf'/></body><body><joint/><geom type='sdf' mass='0'/><geom size='1'/></body>"
        "<body><joint/><geom type='sdf' group='6'/><geom size='1'/></body>")));
    assert_int_equal(ludo_spec_geom_count(spec), 2);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    const ludo_note_info note = spec_note_of(spec, 0);
    assert_int_equal(note.kind, LUDO_NOTE_WARNING);
    assert_int_equal(note.place.line, 1);
    assert_non_null(strstr(note.message, "(5 times)"));
    ludo_spec_destroy(spec);
    CHECK_FAULTS({GEOM("type='sdf'/><joint"), LUDO_BAD_MODEL, 2, 1, "mass"},
                 {GEOM("type='sdf' mass='1'/><joint"), LUDO_BAD_MODEL, 2, 1, "mass"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_as_many_sizes_as_they_need),
        cmocka_unit_test(geoms_stand_between_points_and_in_frames),
        cmocka_unit_test(a_geom_has_its_own_colour_or_that_of_its_material),
        cmocka_unit_test(contact_is_read_as_it_is),
        cmocka_unit_test(a_flag_turns_contact_off),
        cmocka_unit_test(geoms_that_can_not_be_are_refused),
        cmocka_unit_test(unknown_shapes_are_left_out_unless_they_weigh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
