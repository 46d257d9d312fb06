/* SPDX-License-Identifier: Apache-2.0
 *
 * Overlaps that joints hold: geoms that overlap in every position of the joints between them don't
 * collide, all others do. */
#include "model/model.h"

#include "mjcf_text.h"

#include <stdio.h>

static bool may_touch(const ludo_model *m, int32_t a, int32_t b)
{
    contact_law law;
    return ludo_model_may_touch(&m->contacts, a, b, &law);
}

/* The number of pairs that joints of a valid text hold. */
static int32_t held_in(const char *text)
{
    ludo_model *m = model_of(text);
    const int32_t count = m->contacts.held_count;
    ludo_model_destroy(m);
    return count;
}

/* The only note of a model. */
static const char *note_of(const ludo_model *m)
{
    assert_int_equal(ludo_model_note_count(m), 1);
    assert_int_equal(note_info_of(m, 0).kind, LUDO_NOTE_CONTACT);
    return note_info_of(m, 0).message;
}

/* ---- capsules with shared ends ---- */

/* A chain of capsules on joints of a type at their ends, on the world. */
typedef struct chain_text {
    char text[4096];
} chain_text;

static chain_text chain(int links, const char *joint, const char *geom_name, const char *beside)
{
    chain_text t;
    int at = snprintf(t.text, sizeof t.text, "<mujoco><worldbody>");
    for (int k = 0; k < links; k++) {
        at += snprintf(t.text + at, sizeof t.text - (size_t)at,
                       "<body name='l%d' pos='0.08 0 0'><joint %s/><geom name='%s%d' "
                       "type='capsule' size='0.06' fromto='0 0 0 0.08 0 0' mass='0.2'/>",
                       k, joint, geom_name, k);
    }
    for (int k = 0; k < links; k++) {
        at += snprintf(t.text + at, sizeof t.text - (size_t)at, "</body>");
    }
    (void)snprintf(t.text + at, sizeof t.text - (size_t)at, "</worldbody>%s</mujoco>", beside);
    return t;
}

static void a_link_and_its_grandchild_do_not_collide(void **state)
{
    (void)state;
    ludo_model *m = model_of(chain(5, "type='ball'", "g", "").text);
    for (int32_t i = 0; i < 5; i++) {
        for (int32_t j = i + 1; j < 5; j++) {
            assert_int_equal(may_touch(m, i, j), j > i + 2);
            assert_int_equal(may_touch(m, j, i), j > i + 2);
        }
    }
    assert_string_equal(note_of(m),
                        "3 pairs of geoms overlap in every position of the joints between them: "
                        "'g0' and 'g2', 'g1' and 'g3', 'g2' and 'g4'; they do not collide. Exclude "
                        "their bodies to silence this warning, or pair the geoms to let them "
                        "collide");
    assert_int_equal(note_info_of(m, 0).place.line, 1);
    ludo_model_destroy(m);
}

static void a_chain_of_overlapping_capsules_falls(void **state)
{
    (void)state;
    ludo_model *m = model_of(chain(5, "type='ball'", "g", "").text);
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_run(sim, 0.005, 400, NULL), LUDO_OK);
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
}

static void excluded_bodies_need_no_warning(void **state)
{
    (void)state;
    ludo_model *m = model_of(
        chain(3, "type='ball'", "g", "<contact><exclude body1='l0' body2='l2'/></contact>").text);
    assert_int_equal(m->contacts.held_count, 0);
    assert_int_equal(ludo_model_note_count(m), 0);
    assert_false(may_touch(m, 0, 2));
    ludo_model_destroy(m);
}

static void geoms_with_a_pair_collide(void **state)
{
    (void)state;
    ludo_model *m = model_of(
        chain(3, "type='ball'", "g", "<contact><pair geom1='g2' geom2='g0'/></contact>").text);
    assert_int_equal(m->contacts.held_count, 0);
    assert_true(may_touch(m, 0, 2));
    ludo_model_destroy(m);
}

static void a_long_list_is_shortened(void **state)
{
    (void)state;
    ludo_model *m =
        model_of(chain(12, "type='ball'", "a-geom-with-a-name-of-many-characters", "").text);
    const char *note = note_of(m);
    assert_int_equal(m->contacts.held_count, 10);
    assert_non_null(strstr(note, "many-characters7' and 'a-geom"));
    assert_null(strstr(note, "many-characters8' and 'a-geom"));
    assert_non_null(strstr(note, " and 2 more; they do not collide"));
    ludo_model_destroy(m);
}

static void without_memory_nothing_is_left(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(chain(4, "type='ball'", "g", "").text);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_model *m = NULL;
        const ludo_status status = ludo_compile(spec, &alloc.hook, &m, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_true((m != NULL) == (status == LUDO_OK));
        ludo_model_destroy(m);
    }
    ludo_spec_destroy(spec);
}

/* ---- which overlaps are held ---- */

static void a_range_decides_whether_a_hinge_holds(void **state)
{
    (void)state;
    /* ends of a link and its grandchild are always 0.08 apart, less than two radii of 0.06 */
    assert_int_equal(held_in(chain(3, "axis='0 0 1' range='-30 30'", "g", "").text), 1);
    assert_int_equal(held_in(chain(3, "axis='0 0 1'", "g", "").text), 1);
    /* a ball 0.1 beside the axis of a hinge meets a ball on the world, until it swings away */
#define DOOR(range)                                                                                \
    MUJOCO(WORLD("<geom size='0.05' pos='0.1 0 0'/>" BODY(                                         \
        "", "<joint axis='0 0 1' limited='true' range='" range                                     \
            "'/><geom size='0.05' pos='0.1 0.02 0'/>")))
    assert_int_equal(held_in(DOOR("-30 30")), 1);
    assert_int_equal(held_in(DOOR("-90 90")), 0);
    assert_int_equal(held_in(DOOR("-30 90")), 0);
}

static void shapes_that_touch_are_not_held(void **state)
{
    (void)state;
#define TWO_BALLS(distance)                                                                        \
    MUJOCO(WORLD("<geom size='0.05'/>" BODY(                                                       \
        "", "<joint axis='1 0 0'/><geom size='0.05' pos='" distance " 0 0'/>")))
    assert_int_equal(held_in(TWO_BALLS("0.1")), 0);
    assert_int_equal(held_in(TWO_BALLS("0.0999995")), 0);
    assert_int_equal(held_in(TWO_BALLS("0.099")), 1);
}

static void bodies_that_float_are_not_held(void **state)
{
    (void)state;
    static const char *const texts[] = {
        /* in the floor, in each other, one with a free joint and one fixed in the world */
        MUJOCO(WORLD("<geom type='plane' size='1 1 1'/>" BODY("pos='0 0 0.099'",
                                                              "<freejoint/><geom size='0.1'/>"))),
        MUJOCO(WORLD(BODY("", "<freejoint/><geom size='0.1'/>")
                         BODY("", "<freejoint/><geom size='0.1'/>"))),
        MUJOCO(WORLD("<geom size='0.1'/>" BODY("", "<freejoint/><geom size='0.1'/>"))),
        /* a planar base */
        MUJOCO(WORLD("<geom type='plane' size='1 1 1'/>" BODY(
            "pos='0 0 0.099'", "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 "
                               "1'/><geom size='0.1'/>"))),
        /* a slope of 1 in 20, 1 mm too low */
        MUJOCO(WORLD("<geom type='plane' size='1 1 1'/>" BODY(
            "pos='0 0 0.099'", "<joint type='slide' axis='1 0 0.05'/><geom size='0.1'/>"))),
        /* two legs that overlap and swing apart */
        MUJOCO(WORLD(BODY("", "<freejoint/><geom size='0.05' pos='0 0 1'/>" BODY(
                                  "pos='0.04 0 0'", "<joint axis='1 0 0'/><geom type='capsule' "
                                                    "size='0.05' fromto='0 0 -0.2 0 0 -0.5'/>")
                                  BODY("pos='-0.04 0 0'",
                                       "<joint axis='1 0 0'/><geom type='capsule' size='0.05' "
                                       "fromto='0 0 -0.2 0 0 -0.5'/>")))),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ludo_model *m = model_of(texts[i]);
        if (m->contacts.held_count != 0) {
            fail_msg("pair held in '%s'", texts[i]);
        }
        assert_non_null(m->contacts.touched_by);
        ludo_model_destroy(m);
    }
}

static void a_rail_holds_its_cart(void **state)
{
    (void)state;
    assert_int_equal(
        held_in(MUJOCO(WORLD("<geom type='box' size='9 0.02 0.02'/>" BODY(
            "",
            "<joint type='slide' axis='1 0 0' range='-1 1'/><geom type='box' size='.1 .1 .1'/>")))),
        1);
    assert_int_equal(
        held_in(MUJOCO(WORLD("<geom type='plane' size='1 1 1'/>" BODY(
            "pos='0 0 0.099'", "<joint type='slide' axis='1 0 0'/><geom size='0.1'/>")))),
        1);
}

static void a_closure_holds_what_it_joins(void **state)
{
    (void)state;
    ludo_model *m = model_of(MUJOCO(WORLD(
        BODY("name='crank'", "<joint axis='0 1 0'/><geom type='capsule' size='0.03' "
                             "fromto='0 0 0 0 0 0.2'/>" BODY(
                                 "name='rod' pos='0 0 0.2'",
                                 "<joint axis='0 1 0'/><geom name='rod' type='capsule' size='0.03' "
                                 "fromto='0 0 0 0.3 0 0'/>"))
            BODY("name='rocker' pos='0.3 0 0'",
                 "<joint axis='0 1 0'/><geom name='rocker' type='capsule' "
                 "size='0.03' fromto='0 0 0 0 0 0.2'/>")) "<equality><connect body1='rod' "
                                                          "body2='rocker' anchor='0.3 0 "
                                                          "0'/></equality>"));
    assert_int_equal(m->contacts.held_count, 1);
    assert_non_null(strstr(note_of(m), "'rod' and 'rocker'"));
    ludo_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_and_its_grandchild_do_not_collide),
        cmocka_unit_test(a_chain_of_overlapping_capsules_falls),
        cmocka_unit_test(excluded_bodies_need_no_warning),
        cmocka_unit_test(geoms_with_a_pair_collide),
        cmocka_unit_test(a_long_list_is_shortened),
        cmocka_unit_test(without_memory_nothing_is_left),
        cmocka_unit_test(a_range_decides_whether_a_hinge_holds),
        cmocka_unit_test(shapes_that_touch_are_not_held),
        cmocka_unit_test(bodies_that_float_are_not_held),
        cmocka_unit_test(a_rail_holds_its_cart),
        cmocka_unit_test(a_closure_holds_what_it_joins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
