/* SPDX-License-Identifier: Apache-2.0
 *
 * Couplings of lengths in models: their descriptions, ends, units and references, and those that
 * are refused. */
#include "model/loop.h"
#include "small_spec.h"

#include <string.h>

/* A row of bodies on slides along z, body i at x = i, each with a site; site 0 is on the world at
 * the origin. */
enum { BODIES = 26 };

static ludo_spec *row(void)
{
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < BODIES; i++) {
        ludo_joint_def slide = ludo_joint_default();
        slide.type = i % 2 == 0 ? "slide" : "hinge";
        slide.child = i;
        slide.in_parent.position.x = i;
        slide.reference = 0.25;
        add_body(spec, NULL);
        assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
    }
    for (int32_t i = -1; i < BODIES; i++) {
        ludo_site_def site = ludo_site_default();
        site.body = i;
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    }
    return spec;
}

static int32_t add_distance(ludo_spec *spec, int32_t a, int32_t b)
{
    ludo_spring_def d = ludo_spring_default();
    int32_t number;
    d.site_a = a;
    d.site_b = b;
    assert_int_equal(ludo_spec_add_spring(spec, &d, &number), LUDO_OK);
    return number;
}

/* The sum of 3 (1 + k) times the coordinates of joints first, first + 1, ... */
static int32_t add_sum(ludo_spec *spec, int32_t first, int32_t count)
{
    ludo_spring_def d = ludo_spring_default();
    ludo_tendon_term term[BODIES] = {{0}};
    int32_t number;
    for (int32_t k = 0; k < count; k++) {
        term[k] = (ludo_tendon_term){.joint = first + k, .weight = 3.0 * (1 + k)};
    }
    d.type = "tendon";
    d.term = term;
    d.term_count = count;
    assert_int_equal(ludo_spec_add_spring(spec, &d, &number), LUDO_OK);
    return number;
}

static int32_t add_wrench(ludo_spec *spec)
{
    ludo_spring_def d = ludo_spring_default();
    int32_t number;
    d.type = "wrench";
    d.site_a = LUDO_WORLD;
    d.gear[0] = 1.0;
    assert_int_equal(ludo_spec_add_spring(spec, &d, &number), LUDO_OK);
    return number;
}

static void couple(ludo_spec *spec, int32_t spring, int32_t from)
{
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .coefficient = {0.5, 2.0},
                                   .place = {"m.xml", 7, 1},
                                   .of_springs = true,
                                   .spring = spring,
                                   .from_spring = from};
    assert_int_equal(ludo_spec_add_coupling(spec, &def, NULL), LUDO_OK);
}

/* ---- descriptions ---- */

static void a_coupling_of_lengths_names_its_springs_and_bodies(void **state)
{
    (void)state;
    ludo_spec *spec = row();
    const int32_t sum = add_sum(spec, 3, 2), distance = add_distance(spec, 1, 5);
    couple(spec, sum, distance);
    couple(spec, distance, -1);
    ludo_model *m = compiled(spec);
    const ludo_loop_info a = loop_info_of(m, 0), b = loop_info_of(m, 1);
    assert_string_equal(a.type, "coupling");
    assert_int_equal(a.rows, 1);
    assert_int_equal(a.translations, 1); /* joint 4 is a slide */
    assert_int_equal(a.spring, sum);
    assert_int_equal(a.from_spring, distance);
    assert_int_equal(a.joint, -1);
    assert_int_equal(a.from, -1);
    assert_int_equal(a.parent, LUDO_WORLD);
    assert_int_equal(a.child, 3);
    assert_int_equal(b.spring, distance);
    assert_int_equal(b.from_spring, -1);
    assert_int_equal(b.parent, 0);
    assert_int_equal(b.child, 4);
    ludo_model_destroy(m);
}

/* All coordinates at 0.25: the bodies are at their frames, at their distances in the row. */
static void references_are_lengths_at_the_reference_configuration(void **state)
{
    (void)state;
    ludo_spec *spec = row();
    couple(spec, add_sum(spec, 3, 2), add_distance(spec, 1, 5));
    ludo_model *m = compiled(spec);
    CHECK_NEAR(m->loop[0].reference[0], 0.25 * (3.0 + 6.0), 4e-16);
    CHECK_NEAR(m->loop[0].reference[1], 4.0, 0.0);
    ludo_model_destroy(m);
}

static void ends_and_units_follow_from_the_lengths(void **state)
{
    (void)state;
    ludo_spec *spec = row();
    couple(spec, add_distance(spec, 0, 5), -1);                  /* world, body 4 */
    couple(spec, add_sum(spec, 1, 1), -1);                       /* a hinge times 3 */
    couple(spec, add_sum(spec, 1, 3), add_distance(spec, 2, 3)); /* joints 1, 2, 3, bodies 1, 2 */
    ludo_model *m = compiled(spec);
    assert_int_equal(m->loop[0].ends, 1);
    assert_true(m->loop[0].grounded);
    CHECK_NEAR(loop_unit(&m->loop[0], 0), m->joint[4].length, 0.0);
    assert_int_equal(m->loop[1].ends, 1);
    assert_int_equal(m->loop[1].translations, 0);
    CHECK_NEAR(loop_unit(&m->loop[1], 0), 3.0, 0.0);
    assert_int_equal(m->loop[2].ends, 5);
    assert_false(m->loop[2].grounded);
    CHECK_NEAR(loop_unit(&m->loop[2], 0), 6.0 * m->joint[2].length, 4e-15); /* the slide's */
    ludo_model_destroy(m);
}

/* ---- refusals ---- */

static void what_has_no_length_to_hold_is_refused(void **state)
{
    (void)state;
    enum { SUM, DISTANCE, WRENCH, FIXED, WIDE };
    static const struct {
        int32_t spring, from;
        ludo_status status;
        const char *word;
    } cases[] = {
        {9, -1, LUDO_BAD_MODEL, "names a spring that does not exist"},
        {-1, -1, LUDO_BAD_MODEL, "names a spring that does not exist"},
        {SUM, 9, LUDO_BAD_MODEL, "names a spring that does not exist"},
        {SUM, -2, LUDO_BAD_MODEL, "names a spring that does not exist"},
        {SUM, SUM, LUDO_BAD_MODEL, "couples a length to itself"},
        {WRENCH, -1, LUDO_BAD_MODEL, "has no length to hold"},
        {SUM, WRENCH, LUDO_BAD_MODEL, "has no length to hold"},
        {FIXED, -1, LUDO_BAD_MODEL, "couples lengths that no motion changes"},
        {WIDE, -1, LUDO_UNSUPPORTED, "depend on 26 bodies and joints; at most 24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = row();
        ludo_diagnostic why;
        (void)add_sum(spec, 0, 1);
        (void)add_distance(spec, 1, 2);
        (void)add_wrench(spec);
        ludo_site_def other = ludo_site_default();
        int32_t site;
        other.body = LUDO_WORLD;
        other.frame.position.x = 1.0;
        assert_int_equal(ludo_spec_add_site(spec, &other, &site), LUDO_OK);
        (void)add_distance(spec, 0, site);
        (void)add_sum(spec, 0, BODIES);
        couple(spec, cases[i].spring, cases[i].from);
        check_refused(spec, cases[i].status, &why);
        assert_non_null(strstr(why.message, cases[i].word));
        assert_string_equal(why.file, "m.xml");
        assert_int_equal(why.line, 7);
    }
}

static void coefficients_are_finite(void **state)
{
    (void)state;
    ludo_spec *spec = row();
    ludo_diagnostic why;
    ludo_coupling_def def = ludo_coupling_default();
    def.of_springs = true;
    def.spring = add_sum(spec, 0, 1);
    def.coefficient[3] = (double)NAN;
    assert_int_equal(ludo_spec_add_coupling(spec, &def, NULL), LUDO_OK);
    check_refused(spec, LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "finite"));
}

/* ---- editing ---- */

static void removing_a_spring_removes_its_couplings(void **state)
{
    (void)state;
    ludo_spec *spec = row();
    const int32_t first = add_sum(spec, 0, 1), second = add_sum(spec, 1, 2);
    ludo_coupling_def left;
    couple(spec, first, second);
    couple(spec, first, -1);
    couple(spec, second, -1);
    assert_int_equal(ludo_spec_remove_spring(spec, first), LUDO_OK);
    assert_int_equal(ludo_spec_coupling_count(spec), 1);
    left.struct_size = sizeof left;
    assert_int_equal(ludo_spec_coupling(spec, 0, &left), LUDO_OK);
    assert_true(left.of_springs);
    assert_int_equal(left.spring, first); /* the second spring is the first one now */
    assert_int_equal(left.from_spring, -1);
    /* joint 1 carries the only term that the spring has beside joint 2 */
    assert_int_equal(ludo_spec_remove_joint(spec, 1), LUDO_OK);
    assert_int_equal(ludo_spec_coupling_count(spec), 0);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coupling_of_lengths_names_its_springs_and_bodies),
        cmocka_unit_test(references_are_lengths_at_the_reference_configuration),
        cmocka_unit_test(ends_and_units_follow_from_the_lengths),
        cmocka_unit_test(what_has_no_length_to_hold_is_refused),
        cmocka_unit_test(coefficients_are_finite),
        cmocka_unit_test(removing_a_spring_removes_its_couplings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
