/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: links that don't touch each other because they overlap by design. */
#include "urdf_text.h"
#include "spec/items.h"

#define BOX(at)                                                                                    \
    "<collision><origin xyz='" at "'/><geometry><box size='1 1 1'/></geometry></collision>"
#define SOLID(name, at) LINK(name, INERTIAL BOX(at))
#define HINGE(parent, child) JOINT(parent "-" child, "continuous", parent, child, "")

/* a box of 1 m at each place along x, each on the one before */
#define ROW(a, b, c)                                                                               \
    ROBOT(SOLID("base", a) SOLID("arm", b) SOLID("hand", c) HINGE("base", "arm")                   \
              HINGE("arm", "hand"))
#define OVERLAPPING ROW("0 0 0", "3 0 0", "0.9 0 0")

static const ludo_load_options floating = {.struct_size = sizeof floating, .base = LUDO_BASE_FREE};

static bool is_apart(const ludo_spec *spec, const char *a, const char *b)
{
    for (int32_t i = 0; i < ludo_spec_exclude_count(spec); i++) {
        const ludo_exclude_def *e = ludo_spec_exclude_at(spec, i);
        const char *on_a = e->body_a < 0 ? "world" : ludo_spec_body_at(spec, e->body_a)->name;
        const char *on_b = e->body_b < 0 ? "world" : ludo_spec_body_at(spec, e->body_b)->name;
        assert_true(e->implied);
        if ((strcmp(a, on_a) == 0 && strcmp(b, on_b) == 0) ||
            (strcmp(a, on_b) == 0 && strcmp(b, on_a) == 0)) {
            return true;
        }
    }
    return false;
}

/* The only pair of a text that is kept apart, and whether that is told. */
static void check_pair(const char *text, const ludo_load_options *options, const char *a,
                       const char *b, bool told)
{
    ludo_spec *spec = spec_loaded(text, options);
    assert_int_equal(ludo_spec_exclude_count(spec), 1);
    assert_true(is_apart(spec, a, b));
    assert_int_equal(ludo_spec_note_count(spec), told);
    ludo_spec_destroy(spec);
}

static void check_none(const char *text, const ludo_load_options *options)
{
    ludo_spec *spec = spec_loaded(text, options);
    assert_int_equal(ludo_spec_exclude_count(spec), 0);
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void links_that_overlap_at_zero_do_not_touch(void **state)
{
    (void)state;
    check_pair(OVERLAPPING, &floating, "base", "hand", true);
    /* where they touch, rounding decides nothing */
    check_pair(ROW("0 0 0", "3 0 0", "1 0 0"), &floating, "base", "hand", true);
    check_none(ROW("0 0 0", "3 0 0", "1.00001 0 0"), &floating);
}

/* A base, an arm and a hand of 1 m, the hand on a joint with a range. */
#define RANGED(base, hand, type, range)                                                            \
    ROBOT(SOLID("base", base) SOLID("arm", "9 9 9") SOLID("hand", hand) HINGE("base", "arm")       \
              JOINT("j", type, "arm", "hand", "<axis xyz='0 0 2'/><limit " range "/>"))

/* A joint whose range excludes zero starts at the limit nearest to it. */
static void links_that_overlap_at_the_nearest_limit_do_not_touch(void **state)
{
    (void)state;
    check_pair(RANGED("0 0 0", "0 0 -3", "prismatic", "lower='2.5' upper='9'"), &floating, "base",
               "hand", true);
    check_pair(RANGED("0 0 0", "0 0 3", "prismatic", "lower='-9' upper='-2.5'"), &floating, "base",
               "hand", true);
    check_none(RANGED("0 0 0", "0 0 -3", "prismatic", "lower='-1' upper='2.5'"), &floating);
    check_none(RANGED("0 0 0", "0 0 3", "prismatic", "lower='1' upper='2.5'"), &floating);
    check_pair(RANGED("0 3 0", "3 0 0", "revolute", "lower='1.5' upper='2'"), &floating, "base",
               "hand", true);
    check_none(RANGED("0 3 0", "3 0 0", "revolute", "lower='-2' upper='-1.5'"), &floating);
    /* at zero only */
    check_pair(RANGED("0 0 0", "0 0 0.5", "prismatic", "lower='5' upper='9'"), &floating, "base",
               "hand", true);
}

static void it_is_told_once(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_loaded(ROBOT(SOLID("base", "0 0 0") SOLID("a", "9 0 0") SOLID("b", "0.5 0 0")
                              LINK("c", INERTIAL BOX("0 0.5 0") BOX("0 0 0.5")) HINGE("base", "a")
                                  HINGE("a", "b") HINGE("b", "c")),
                    &floating);
    assert_int_equal(ludo_spec_exclude_count(spec), 2);
    assert_true(is_apart(spec, "base", "b") && is_apart(spec, "base", "c"));
    assert_int_equal(ludo_spec_note_count(spec), 1);
    const ludo_note_info note = spec_note_of(spec, 0);
    assert_int_equal(note.kind, LUDO_NOTE_CONTACT);
    assert_non_null(strstr(note.message, "'b'"));
    assert_non_null(strstr(note.message, "'base'"));
    assert_non_null(strstr(note.message, "2 pairs"));
    ludo_spec_destroy(spec);
}

static void neighbours_of_a_base_that_stands_still_do_not_touch_it(void **state)
{
    (void)state;
    /* on one that moves the model leaves them out */
    check_none(ROW("0 0 0", "3 0 0", "6 0 0"), &floating);
    check_pair(ROW("0 0 0", "3 0 0", "6 0 0"), NULL, "base", "arm", false);
    /* what is fixed to it is the base, and so is the world */
    check_pair(ROBOT(LINK("world", BOX("0 0 0")) SOLID("arm", "3 0 0") HINGE("world", "arm")), NULL,
               "world", "arm", false);
    check_pair(ROBOT(SOLID("base", "0 0 0") SOLID("arm", "3 0 0")
                         JOINT("weld", "fixed", "world", "base", "") HINGE("base", "arm")),
               NULL, "base", "arm", false);
    check_pair(ROBOT(LINK("foot", "") SOLID("base", "0 0 0") SOLID("arm", "3 0 0")
                         JOINT("screws", "fixed", "foot", "base", "") HINGE("foot", "arm")),
               NULL, "base", "arm", false);
}

static void what_floats_touches_the_world_wherever_it_starts(void **state)
{
    (void)state;
    check_none(ROBOT(LINK("world", BOX("0 0 0")) SOLID("ball", "0 0 0")
                         JOINT("flight", "floating", "world", "ball", "")),
               NULL);
}

static void what_is_only_seen_is_not_looked_at(void **state)
{
    (void)state;
    check_none(ROBOT(LINK("base", INERTIAL "<visual><geometry><sphere radius='9'/></geometry>"
                                           "</visual>") SOLID("arm", "0 0 0") HINGE("base", "arm")),
               NULL);
}

static void the_model_has_them_apart(void **state)
{
    (void)state;
    ludo_spec *spec = spec_loaded(OVERLAPPING, &floating);
    ludo_model *model;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_sim *sim;
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
        assert_int_equal(contacts_of(sim, NULL, 0), 0);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void memory_may_fail_anywhere(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        const ludo_status status = ludo_load_string(OVERLAPPING, strlen(OVERLAPPING), "r",
                                                    &floating, &alloc.hook, &spec, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_that_overlap_at_zero_do_not_touch),
        cmocka_unit_test(links_that_overlap_at_the_nearest_limit_do_not_touch),
        cmocka_unit_test(it_is_told_once),
        cmocka_unit_test(neighbours_of_a_base_that_stands_still_do_not_touch_it),
        cmocka_unit_test(what_floats_touches_the_world_wherever_it_starts),
        cmocka_unit_test(what_is_only_seen_is_not_looked_at),
        cmocka_unit_test(the_model_has_them_apart),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
