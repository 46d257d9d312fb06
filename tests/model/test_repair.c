/* SPDX-License-Identifier: Apache-2.0
 *
 * Repair of masses and inertias: only of those that compiling refuses after merging, by the stated
 * rules, with a note each. */
#include "ludo/edit.h"

#include "urdf_text.h"

#include <float.h>

#define MASS(mass, J) "<inertial><origin xyz='0 0 0.1'/><mass value='" mass "'/>" J "</inertial>"
#define MOMENTS(xx, yy, zz)                                                                        \
    "<inertia ixx='" xx "' iyy='" yy "' izz='" zz "' ixy='0' ixz='0' iyz='0'/>"
#define BOX "<collision><geometry><box size='0.1 0.2 0.3'/></geometry></collision>"
#define HINGE(name, parent, child)                                                                 \
    JOINT(name, "continuous", parent, child, "<origin xyz='0 0 0.4'/><axis xyz='0 1 0'/>")
#define ARM(inner) ROBOT(LINK("base", "") LINK("arm", inner) HINGE("j", "base", "arm"))

static const double rounding = 16.0 * DBL_EPSILON;

/* The mass of the box above, 6 l at 1000 kg/m^3, and its moments. */
static const double box_mass = 6.0, box_moment[3] = {0.065, 0.05, 0.025};

/* The description of a text that compiling refuses with this word, repaired. */
static ludo_spec *repaired(const char *text, const char *word, int32_t want)
{
    ludo_spec *spec = spec_of(text);
    ludo_model *model = NULL;
    ludo_diagnostic why = {.line = 0};
    int32_t changed = -1;
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_BAD_MODEL);
    if (strstr(why.message, word) == NULL || strstr(why.message, "--repair (repair=True") == NULL) {
        fail_msg("%s", why.message);
    }
    const int32_t notes = ludo_spec_note_count(spec);
    if (ludo_spec_repair(spec, NULL, &changed, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    assert_int_equal(changed, want);
    assert_int_equal(ludo_spec_note_count(spec), notes + want);
    if (ludo_compile(spec, NULL, &model, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    ludo_model_destroy(model);
    assert_int_equal(ludo_spec_repair(spec, NULL, &changed, &why), LUDO_OK);
    assert_int_equal(changed, 0);
    return spec;
}

static ludo_body_def body(const ludo_spec *spec, int32_t i)
{
    ludo_body_def def = ludo_body_default();
    assert_int_equal(ludo_spec_body(spec, i, &def), LUDO_OK);
    return def;
}

static void check_body(const ludo_spec *spec, int32_t i, double mass, double xx, double yy,
                       double zz)
{
    const ludo_body_def def = body(spec, i);
    CHECK_NEAR(def.mass, mass, rounding * mass);
    CHECK_NEAR(def.inertia[0], xx, rounding * xx);
    CHECK_NEAR(def.inertia[1], yy, rounding * yy);
    CHECK_NEAR(def.inertia[2], zz, rounding * zz);
}

static void check_note(const ludo_spec *spec, int32_t back, const char *message, int32_t line)
{
    ludo_note_info note = {.struct_size = sizeof note};
    const int32_t last = ludo_spec_note_count(spec) - 1;
    assert_int_equal(ludo_spec_note(spec, last - back, &note), LUDO_OK);
    assert_string_equal(note.message, message);
    assert_int_equal(note.kind, LUDO_NOTE_WARNING);
    assert_int_equal(note.place.line, line);
}

/* ---- mass ---- */

static void geometry_gives_a_missing_mass(void **state)
{
    (void)state;
    ludo_spec *spec = repaired(ARM(BOX), "its geometry has 6 kg at 1000 kg/m^3", 1);
    check_body(spec, 1, box_mass, box_moment[0], box_moment[1], box_moment[2]);
    check_note(spec, 0,
               "body 'arm': mass 0 -> 6 kg, from its geometry at 1000 kg/m^3; principal moments of "
               "inertia 0 0 0 -> 0.065 0.05 0.025 kg m^2, of its geometry",
               1);
    ludo_spec_destroy(spec);

    /* the centre of mass, too; shapes for drawing count where no others are */
    spec = repaired(ARM("<visual><origin xyz='0 0.3 0'/><geometry><sphere radius='0.1'/>"
                        "</geometry></visual>"),
                    "its geometry has 4.19 kg", 1);
    CHECK_NEAR(body(spec, 1).com.y, 0.3, rounding);
    ludo_spec_destroy(spec);
    spec = repaired(ARM(BOX "<visual><geometry><sphere radius='9'/></geometry></visual>"),
                    "its geometry has 6 kg", 1);
    ludo_spec_destroy(spec);
}

static void the_density_is_an_option(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ARM(BOX));
    ludo_repair_options options = ludo_repair_options_default();
    ludo_diagnostic why;
    options.density = 2700.0;
    assert_int_equal(ludo_spec_repair(spec, &options, NULL, &why), LUDO_OK);
    CHECK_NEAR(body(spec, 1).mass, 16.2, rounding * 16.2);
    const double bad[] = {0.0, -1.0, HUGE_VAL, (double)NAN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.density = bad[i];
        assert_int_equal(ludo_spec_repair(spec, &options, NULL, &why), LUDO_BAD_ARGUMENT);
        assert_non_null(strstr(why.message, "density"));
    }
    options.struct_size--;
    assert_int_equal(ludo_spec_repair(spec, &options, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_non_null(strstr(why.message, "ludo_repair_options_default()"));
    ludo_spec_destroy(spec);
}

#define GOOD MASS("2", MOMENTS("0.1", "0.1", "0.1"))
#define LIGHT MASS("0.5", MOMENTS("0.1", "0.1", "0.1"))

static void a_body_without_geometry_gets_a_small_part_of_its_lightest_neighbour(void **state)
{
    (void)state;
    ludo_spec *spec = repaired(ROBOT(LINK("base", "") LINK("arm", GOOD) LINK("tip", "")
                                         HINGE("j", "base", "arm") HINGE("k", "arm", "tip")),
                               "no child body", 1);
    /* joints 0.4 m apart: a radius of gyration of 0.2 m */
    const double J = 0.02 * 0.2 * 0.2;
    check_body(spec, 2, 0.02, J, J, J);
    ludo_spec_destroy(spec);

    spec = repaired(ROBOT(LINK("base", "") LINK("arm", GOOD) LINK("palm", "") LINK("l", GOOD)
                              LINK("r", LIGHT) HINGE("j", "base", "arm") HINGE("p", "arm", "palm")
                                  HINGE("l", "palm", "l") HINGE("r", "palm", "r")),
                    "several child bodies", 1);
    CHECK_NEAR(body(spec, 2).mass, 0.005, rounding);
    check_note(spec, 0,
               "body 'palm': mass 0 -> 0.005 kg, 0.01 of the mass of its lightest neighbour; "
               "principal moments of inertia 0 0 0 -> 0.0002 0.0002 0.0002 kg m^2, of a radius of "
               "gyration of 0.2 m",
               1);
    ludo_spec_destroy(spec);
}

static void without_any_mass_each_link_has_one_kilogram(void **state)
{
    (void)state;
    ludo_spec *spec =
        repaired(ROBOT(LINK("base", "") LINK("a", "") LINK("b", "") LINK("c", "")
                           HINGE("a", "base", "a") HINGE("b", "a", "b") HINGE("c", "b", "c")),
                 "no child body", 3);
    for (int32_t b = 1; b <= 3; b++) {
        check_body(spec, b, 1.0, 0.04, 0.04, 0.04);
    }
    ludo_spec_destroy(spec);
}

static void negative_masses_count_as_none(void **state)
{
    (void)state;
    ludo_spec *spec =
        repaired(ARM(MASS("-1", MOMENTS("0.1", "0.1", "0.1")) BOX), "has a negative mass", 1);
    check_body(spec, 1, box_mass, 0.1, 0.1, 0.1);
    CHECK_NEAR(body(spec, 1).com.z, 0.1, rounding);
    ludo_spec_destroy(spec);
    spec = repaired(ROBOT(LINK("base", "") LINK("arm", GOOD)
                              LINK("tip", MASS("-1", MOMENTS("0", "0", "0")))
                                  HINGE("j", "base", "arm") JOINT("k", "fixed", "arm", "tip", "")),
                    "has a negative mass", 1);
    check_body(spec, 2, 0.0, 0.0, 0.0, 0.0);
    check_note(spec, 0, "body 'tip': mass -1 -> 0 kg, as if not given", 1);
    ludo_spec_destroy(spec);
}

static void moments_without_a_mass_give_one(void **state)
{
    (void)state;
    ludo_spec *spec =
        repaired(ARM(MASS("0", MOMENTS("0.1", "0.1", "0.1"))), "has an inertia but no mass", 1);
    check_body(spec, 1, 0.1 / (0.05 * 0.05), 0.1, 0.1, 0.1);
    ludo_spec_destroy(spec);
    spec = repaired(ARM(MASS("0", MOMENTS("0.1", "0.1", "0.1")) BOX), "its geometry has 6 kg", 1);
    check_body(spec, 1, box_mass, 0.1, 0.1, 0.1);
    ludo_spec_destroy(spec);
}

/* ---- inertia ---- */

static void a_mass_without_moments_gets_those_of_its_geometry_or_a_sphere(void **state)
{
    (void)state;
    const char *const word = "not positive definite";
    ludo_spec *spec = repaired(ARM(MASS("3", MOMENTS("0", "0", "0")) BOX), word, 1);
    check_body(spec, 1, 3.0, 0.5 * box_moment[0], 0.5 * box_moment[1], 0.5 * box_moment[2]);
    CHECK_NEAR(body(spec, 1).com.z, 0.1, rounding);
    ludo_spec_destroy(spec);

    spec = repaired(ARM(MASS("3", MOMENTS("0", "0", "0"))), word, 1);
    const double r = cbrt(3.0 / 1000.0 * 3.0 / (4.0 * acos(-1.0))), J = 0.4 * 3.0 * r * r;
    check_body(spec, 1, 3.0, J, J, J);
    ludo_spec_destroy(spec);

    /* moments whose sum is not positive count as not given, and so do those whose products
     * underflow */
    spec = repaired(ARM(MASS("3", MOMENTS("0.1", "-0.1", "-0.1"))), word, 1);
    check_body(spec, 1, 3.0, J, J, J);
    ludo_spec_destroy(spec);
    spec = repaired(ARM(MASS("3", MOMENTS("1e-130", "1e-130", "1e-130"))), word, 1);
    check_body(spec, 1, 3.0, J, J, J);
    ludo_spec_destroy(spec);
}

static void an_impossible_inertia_becomes_the_nearest_possible_one(void **state)
{
    (void)state;
    ludo_spec *spec =
        repaired(ARM(MASS("1", MOMENTS("0.1", "0.01", "0.01"))), "no body can have", 1);
    /* an excess of 0.08 m and the margin of 1e-4, each a third from and to the moments */
    const double third = 0.0801 / 3.0;
    check_body(spec, 1, 1.0, 0.1 - third, 0.01 + third, 0.01 + third);
    check_note(spec, 0,
               "body 'arm': principal moments of inertia 0.1 0.01 0.01 -> 0.0733 0.0367 0.0367 kg "
               "m^2, the nearest that a body can have",
               1);
    ludo_spec_destroy(spec);
    spec = repaired(ARM(MASS("1", MOMENTS("0.1", "0", "0.1"))), "not positive definite", 1);
    check_body(spec, 1, 1.0, 0.1, 1e-4, 0.1);
    ludo_spec_destroy(spec);
}

static void a_borderline_inertia_stays(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ARM(MASS("1", MOMENTS("0.2000001", "0.1", "0.1"))));
    int32_t changed = -1;
    assert_int_equal(ludo_spec_repair(spec, NULL, &changed, NULL), LUDO_OK);
    assert_int_equal(changed, 0);
    ludo_spec_destroy(spec);
}

/* ---- merging ---- */

static void only_what_remains_impossible_after_merging_is_repaired(void **state)
{
    (void)state;
    /* a massless link on a fixed joint, an intermediate link, an inertia that its sum hides */
    ludo_spec *spec = spec_of(ROBOT(
        LINK("base", "") LINK("arm", GOOD) LINK("sensor", BOX) LINK("cross", BOX) LINK("hand", GOOD)
            LINK("bad", MASS("0.1", MOMENTS("-0.01", "0.01", "0.01"))) HINGE("j", "base", "arm")
                JOINT("s", "fixed", "arm", "sensor", "") HINGE("c", "arm", "cross")
                    JOINT("h", "continuous", "cross", "hand", "<axis xyz='1 0 0'/>")
                        JOINT("b", "fixed", "hand", "bad", "")));
    int32_t changed = -1;
    assert_int_equal(ludo_spec_repair(spec, NULL, &changed, NULL), LUDO_OK);
    assert_int_equal(changed, 0);
    ludo_spec_destroy(spec);

    /* of merged bodies the one whose inertia is impossible; points only if they are the cause */
    spec = repaired(ROBOT(LINK("base", "") LINK("arm", MASS("1", MOMENTS("0", "0", "0")))
                              LINK("half", MASS("1", MOMENTS("0.5", "0.01", "0.01")))
                                  HINGE("j", "base", "arm") JOINT("h", "fixed", "arm", "half", "")),
                    "no body can have", 1);
    check_body(spec, 1, 1.0, 0.0, 0.0, 0.0);
    ludo_spec_destroy(spec);
    spec =
        repaired(ROBOT(LINK("base", "") LINK("arm", MASS("1", MOMENTS("0", "0", "0")))
                           LINK("half", MASS("1", MOMENTS("0", "0", "0"))) HINGE("j", "base", "arm")
                               JOINT("h", "fixed", "arm", "half", "<origin xyz='0.1 0 0'/>")),
                 "not positive definite", 2);
    ludo_spec_destroy(spec);

    /* the geometry of a merged body */
    spec = repaired(ROBOT(LINK("base", "") LINK("arm", "") LINK("cover", BOX)
                              HINGE("j", "base", "arm") JOINT("h", "fixed", "arm", "cover", "")),
                    "its geometry has 6 kg", 1);
    CHECK_NEAR(body(spec, 2).mass, box_mass, rounding * box_mass);
    ludo_spec_destroy(spec);
}

static void a_long_row_without_mass_is_repaired_as_a_whole(void **state)
{
    (void)state;
    enum { ROW = 2000 };
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < ROW; i++) {
        ludo_body_def link = ludo_body_default();
        ludo_joint_def joint = ludo_joint_default();
        joint.type = "hinge", joint.parent = i - 1, joint.axis.y = 1.0;
        joint.in_parent.position.z = 0.1;
        assert_int_equal(ludo_spec_add_link(spec, &link, &joint, NULL), LUDO_OK);
    }
    int32_t changed = 0;
    assert_int_equal(ludo_spec_repair(spec, NULL, &changed, NULL), LUDO_OK);
    assert_int_equal(changed, ROW);
    ludo_model *model = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void reading_repairs_if_asked(void **state)
{
    (void)state;
    ludo_load_options options = ludo_load_options_default();
    options.repair = true;
    const char *const texts[] = {ARM("<inertial><mass value='1'/></inertial>"), ARM("<inertial/>"),
                                 ARM(""),
                                 ARM("<inertial>" MOMENTS("0.1", "0.1", "0.1") "</inertial>")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ludo_spec *spec = spec_loaded(texts[i], &options);
        ludo_model *model = NULL;
        assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_note_count(spec), 1);
        ludo_model_destroy(model);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_gives_a_missing_mass),
        cmocka_unit_test(the_density_is_an_option),
        cmocka_unit_test(a_body_without_geometry_gets_a_small_part_of_its_lightest_neighbour),
        cmocka_unit_test(without_any_mass_each_link_has_one_kilogram),
        cmocka_unit_test(negative_masses_count_as_none),
        cmocka_unit_test(moments_without_a_mass_give_one),
        cmocka_unit_test(a_mass_without_moments_gets_those_of_its_geometry_or_a_sphere),
        cmocka_unit_test(an_impossible_inertia_becomes_the_nearest_possible_one),
        cmocka_unit_test(a_borderline_inertia_stays),
        cmocka_unit_test(only_what_remains_impossible_after_merging_is_repaired),
        cmocka_unit_test(a_long_row_without_mass_is_repaired_as_a_whole),
        cmocka_unit_test(reading_repairs_if_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
