/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF contacts: pairs, excludes, restitution. Numbers said to be MuJoCo's are those of version
 * 4.0.0. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <stdio.h>

/* Three bodies with a geom each, and one in the world. */
#define GEOM(name) BODY("name='" name "'", "<joint/><geom name='g" name "' size='1' condim='1'/>")
#define BODIES WORLD("<geom name='floor' type='plane' size='1 1 1'/>" GEOM("a") GEOM("b") GEOM("c"))

static ludo_spec *spec_with(const char *before, const char *contact)
{
    char text[2048];
    (void)snprintf(text, sizeof text, "<mujoco>%s" BODIES "<contact>%s</contact></mujoco>", before,
                   contact);
    return spec_of(text);
}

/* ---- pairs ---- */

/* MuJoCo's, but for the friction across, which is one here: geoms have no say in it. */
static void a_pair_has_a_law_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *before, *attributes;
        int32_t condim;
        double friction, spin, roll;
    } cases[] = {
        {"", "", 3, 1.0, 0.005, 1e-4},
        {"", "condim='4'", 4, 1.0, 0.005, 1e-4},
        {"", "condim='1' friction='.7 .7 .1 .2 .3'", 1, 0.7, 0.1, 0.2},
        {"", "condim='6' friction='.7 .7 .1 .2 .2'", 6, 0.7, 0.1, 0.2},
        {"", "friction='.7 .7'", 3, 0.7, 0.005, 1e-4},
        {"<default><pair friction='.9' condim='1'/><default class='c'><pair friction='.8 .1'/>"
         "</default></default>",
         "", 1, 0.9, 0.005, 1e-4},
        {"<default><pair friction='.9' condim='1'/><default class='c'><pair friction='.8 .1'/>"
         "</default></default>",
         "class='c'", 1, 0.8, 0.005, 1e-4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char pair[128];
        (void)snprintf(pair, sizeof pair, "<pair name='p' geom1='gb' geom2='floor' %s/>",
                       cases[i].attributes);
        ludo_spec *spec = spec_with(cases[i].before, pair);
        assert_int_equal(ludo_spec_pair_count(spec), 1);
        const ludo_pair_def *p = ludo_spec_pair_at(spec, 0);
        assert_string_equal(p->name, "p");
        assert_true(p->geom_a == 2 && p->geom_b == 0 && p->condim == cases[i].condim);
        assert_true(p->friction == cases[i].friction && p->restitution == 0.0);
        assert_true(p->spin_friction == cases[i].spin && p->roll_friction == cases[i].roll);
        assert_string_equal(p->place.file, "file.xml");
        ludo_spec_destroy(spec);
    }
}

static void pairs_may_stand_before_their_geoms(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of("<mujoco><contact><pair geom1='ga' geom2='gc'/></contact>" BODIES "</mujoco>");
    assert_int_equal(ludo_spec_pair_at(spec, 0)->geom_b, 3);
    assert_string_equal(ludo_spec_pair_at(spec, 0)->name, "");
    ludo_spec_destroy(spec);
}

static void excludes_name_two_bodies(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with("", "<exclude name='e' body1='c' body2='a'/>"
                                    "<exclude body1='world' body2='b'/>"
                                    "<exclude body1='a' body2='a'/>");
    assert_int_equal(ludo_spec_exclude_count(spec), 2);
    const ludo_exclude_def *e = ludo_spec_exclude_at(spec, 0);
    assert_string_equal(e->name, "e");
    assert_true(e->body_a == 2 && e->body_b == 0 && e->place.line == 1);
    e = ludo_spec_exclude_at(spec, 1);
    assert_true(e->body_a == LUDO_WORLD && e->body_b == 1);
    ludo_spec_destroy(spec);
}

static void what_is_switched_off_has_no_pairs(void **state)
{
    (void)state;
    static const char *const flags[] = {"contact", "constraint"};
    for (int i = 0; i < 2; i++) {
        char before[64];
        (void)snprintf(before, sizeof before, "<option><flag %s='disable'/></option>", flags[i]);
        ludo_spec *spec = spec_with(before, "<pair geom1='ga' geom2='gc'/>");
        assert_int_equal(ludo_spec_pair_count(spec), 0);
        assert_int_equal(ludo_spec_geom_at(spec, 0)->contype, 0);
        ludo_spec_destroy(spec);
    }
}

/* ---- restitution ---- */

#define E(name, e) "<numeric name='ludo.restitution" name "' data='" e "'/>"
#define CUSTOM(inner) "<custom>" inner "</custom>"

static void restitution_is_said_by_numbers_of_the_user(void **state)
{
    (void)state;
    static const struct {
        const char *custom;
        double floor, a, b, pair;
    } cases[] = {
        {"", 0.0, 0.0, 0.0, 0.0},
        {CUSTOM(E("", ".5")), 0.5, 0.5, 0.5, 0.5},
        {CUSTOM(E(".ga", "1")), 0.0, 1.0, 0.0, 1.0},
        {CUSTOM(E(".ga", ".25")) CUSTOM(E("", "0.75")), 0.75, 0.25, 0.75, 0.75},
        {CUSTOM(E(".floor", "0") E("", "0.5") E(".gb", "1")), 0.0, 0.5, 1.0, 0.5},
        {CUSTOM(E(".p", ".125") E("", "0.5")), 0.5, 0.5, 0.5, 0.125},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(cases[i].custom, "<pair name='p' geom1='ga' geom2='floor'/>");
        assert_true(ludo_spec_geom_at(spec, 0)->restitution == cases[i].floor);
        assert_true(ludo_spec_geom_at(spec, 1)->restitution == cases[i].a);
        assert_true(ludo_spec_geom_at(spec, 2)->restitution == cases[i].b);
        assert_true(ludo_spec_pair_at(spec, 0)->restitution == cases[i].pair);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        ludo_spec_destroy(spec);
    }
}

/* Names differ among geoms and among pairs, so a pair may be called as a geom. */
static void a_number_of_a_geom_is_none_of_a_pair(void **state)
{
    (void)state;
    ludo_spec *spec = spec_with(CUSTOM(E(".gc", "1")), "<pair name='gc' geom1='ga' geom2='gb'/>");
    assert_true(ludo_spec_geom_at(spec, 3)->restitution == 1.0);
    assert_true(ludo_spec_pair_at(spec, 0)->restitution == 0.0);
    ludo_spec_destroy(spec);
}

/* ---- what is told ---- */

static void what_has_no_effect_is_told_once(void **state)
{
    (void)state;
    static const struct {
        const char *before, *contact, *word;
    } cases[] = {
        {"",
         "<pair geom1='ga' geom2='gc' friction='.7'/><pair geom1='ga' geom2='gb' "
         "friction='.7 .8'/>",
         "depends on the direction: the first coefficient is used for both directions (2 times)"},
        {"", "<pair geom1='ga' geom2='gc' condim='6' friction='1 1 0 .1 .2'/>",
         "depends on the direction: the first coefficient is used for both directions"},
        {"", "<pair geom1='ga' geom2='gc' solref='1 1'/><pair geom1='ga' geom2='gb' gap='1'/>",
         "contacts are rigid (2 times)"},
        {"<default><geom solimp='1 1 1' margin='1'/></default>", "", "are rigid (4 times)"},
        {"<worldbody><geom name='h' type='sdf'/></worldbody>", "<pair geom1='ga' geom2='h'/>",
         "pair: left out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(cases[i].before, cases[i].contact);
        const int32_t last = ludo_spec_note_count(spec) - 1;
        assert_true(last >= 0 && last <= 1);
        const ludo_note_info note = spec_note_of(spec, last);
        assert_int_equal(note.kind, LUDO_NOTE_WARNING);
        if (strstr(note.message, cases[i].word) == NULL) {
            fail_msg("'%s', not '%s'", note.message, cases[i].word);
        }
        ludo_spec_destroy(spec);
    }
}

/* ---- what is refused ---- */

#define PAIR(attributes) "<mujoco>" BODIES "<contact>\n<pair " attributes "/></contact></mujoco>"
#define EXCLUDE(attributes)                                                                        \
    "<mujoco>" BODIES "<contact>\n<exclude " attributes "/></contact></mujoco>"
#define NUMBER(attributes) "<mujoco><custom>\n<numeric " attributes "/></custom>" BODIES "</mujoco>"

static void what_makes_no_sense_is_refused_at_its_place(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {PAIR("geom1='ga'"), LUDO_PARSE, 2, 1, "geom2"},
        {PAIR("geom1='ga' geom2='x'"), LUDO_BAD_MODEL, 2, 1, "unknown geom 'x'"},
        {PAIR("geom1='ga' geom2='gb' condim='2'"), LUDO_BAD_MODEL, 2, 1, "1, 3, 4 or 6"},
        {PAIR("geom1='ga' geom2='gb' condim='3.5'"), LUDO_PARSE, 2, 1, "whole"},
        {PAIR("geom1='ga' geom2='gb' friction='1 1 1 1 1 1'"), LUDO_PARSE, 2, 1, "friction"},
        {PAIR("geom1='ga' geom2='gb' friction='x'"), LUDO_PARSE, 2, 1, "not a number"},
        {PAIR("name='p' geom1='ga' geom2='gb' friction='-1 -1'"), LUDO_BAD_MODEL, 2, 1, "'p'"},
        {PAIR("geom1='ga' geom2='gb' class='x'"), LUDO_PARSE, 2, 1, "class 'x'"},
        {PAIR("geom1='ga' geom2='gb' priority='1'"), LUDO_PARSE, 2, 1, "priority"},
        {PAIR("name='p' geom1='ga' geom2='gb'/><pair name='p' geom1='ga' geom2='gc'"),
         LUDO_BAD_MODEL, 2, 39, "used twice"},
        {PAIR("geom1='ga' geom2='ga'"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {EXCLUDE("body1='a'"), LUDO_PARSE, 2, 1, "body2"},
        {EXCLUDE("body1='a' body2='x'"), LUDO_BAD_MODEL, 2, 1, "unknown body 'x'"},
        {EXCLUDE("body1='a' body2='b' class='c'"), LUDO_PARSE, 2, 1, "class"},
        {EXCLUDE("name='e' body1='a' body2='b'/><exclude name='e' body1='a' body2='c'"),
         LUDO_BAD_MODEL, 2, 40, "used twice"},
        {NUMBER("data='1'"), LUDO_PARSE, 2, 1, "name"},
        {NUMBER("name='ludo.restitution'"), LUDO_PARSE, 2, 1, "data"},
        {NUMBER("name='ludo.restitution' data='1 1'"), LUDO_PARSE, 2, 1, "2 numbers"},
        {NUMBER("name='ludo.restitution' data='1.5'"), LUDO_BAD_MODEL, 2, 1, "between 0 and 1"},
        {NUMBER("name='ludo.restitution' data='-1'"), LUDO_BAD_MODEL, 2, 1, "between 0 and 1"},
        {NUMBER("name='ludo.restitution.x' data='1'"), LUDO_BAD_MODEL, 2, 1,
         "unknown geom or pair 'x'"},
        {NUMBER("name='ludo.restitution.' data='1'"), LUDO_BAD_MODEL, 2, 1,
         "unknown setting of Ludo"},
        {NUMBER("name='ludo.restitutions' data='1'"), LUDO_BAD_MODEL, 2, 1,
         "unknown setting of Ludo"},
        {NUMBER(
             "name='ludo.restitution.ga' data='1'/><numeric name='ludo.restitution.ga' data='1'"),
         LUDO_BAD_MODEL, 2, 47, "used twice"},
        {NUMBER("name='ludo.concave.x' data='1'"), LUDO_BAD_MODEL, 2, 1, "unknown geom 'x'"},
        {NUMBER("name='ludo.concave.ga' data='1'"), LUDO_BAD_MODEL, 2, 1, "'ga' is no mesh"},
        {NUMBER("name='ludo.concave.ga' data='2'"), LUDO_BAD_MODEL, 2, 1, "must be 1"},
        {NUMBER("name='ludo.concave' data='1'"), LUDO_BAD_MODEL, 2, 1, "needs the name of a geom"},
        {NUMBER("name='n' value='1'"), LUDO_PARSE, 2, 1, "value"});
}

static void two_geoms_of_one_name_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({MUJOCO(WORLD("<geom name='g' size='1'/>\n<geom name='g' size='1'/>")),
                  LUDO_BAD_MODEL, 2, 1, "used twice, first in file.xml:1"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_has_a_law_of_its_own),
        cmocka_unit_test(pairs_may_stand_before_their_geoms),
        cmocka_unit_test(excludes_name_two_bodies),
        cmocka_unit_test(what_is_switched_off_has_no_pairs),
        cmocka_unit_test(restitution_is_said_by_numbers_of_the_user),
        cmocka_unit_test(a_number_of_a_geom_is_none_of_a_pair),
        cmocka_unit_test(what_has_no_effect_is_told_once),
        cmocka_unit_test(what_makes_no_sense_is_refused_at_its_place),
        cmocka_unit_test(two_geoms_of_one_name_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
