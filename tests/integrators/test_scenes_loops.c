/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes and examples with closed loops agree with their descriptions: closed at the start, with
 * the known degrees of freedom and redundant rows. */
#include "running.h"

#include <stdio.h>
#include <string.h>

/* A reference pose of some ten bars in series, rounded once per joint on numbers of size 10. */
static const double round_off = 10 * 10 * 8 * 0x1p-52;

/* --- builders -------------------------------------------------------------------------------- */

typedef ludo_status builder(const ludo_allocator *allocator, ludo_spec **out);

static ludo_status hinge_ring(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_ring(&(ludo_scene_ring_options){.links = 5, .joint = "hinge"}, a, out);
}

static ludo_status ball_ring(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_ring(&(ludo_scene_ring_options){.links = 5, .joint = "ball"}, a, out);
}

static ludo_status squares(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_segments_options options = {.segments = 3, .closure = "ball"};
    return ludo_scene_segments(&options, a, out);
}

static ludo_status kites(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_segments_options options = {.segments = 3, .kite = true, .closure = "hinge"};
    return ludo_scene_segments(&options, a, out);
}

static ludo_status windows(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    return ludo_scene_windows(&options, a, out);
}

static ludo_status lift(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_scissor_lift(3, a, out);
}

static ludo_status example(const char *file, const ludo_allocator *a, ludo_spec **out)
{
    char path[64];
    ludo_diagnostic why = {.message = ""};
    snprintf(path, sizeof path, "examples/%s", file);
    const ludo_status s = ludo_load_file(path, NULL, a, out, &why);
    if (s != LUDO_OK && s != LUDO_NO_MEMORY) {
        print_error("%s\n", why.message);
    }
    return s;
}

/* Known properties of a mechanism with loops: the number of loops, their rows and those of the
 * joints, the redundant rows of all these, and the remaining degrees of freedom. */
typedef struct known {
    builder *build; /* of a scene; else NULL */
    const char *file;
    int loops, rows, redundant, freedom;
} known;

/* Planar loops of hinges: five rows each, of which two fix the position in the plane and three are
 * redundant; of balls one of three is. Of the lift's rolling platform one of two is. */
static const known mechanisms[] = {
    {hinge_ring, NULL, 1, 30, 3, 3},
    {ball_ring, NULL, 1, 18, 0, 12},
    {ludo_scene_three_links, NULL, 1, 20, 3, 1},
    {squares, NULL, 3, 69, 3, 6},
    {kites, NULL, 3, 75, 9, 6},
    {windows, NULL, 2, 35, 6, 1},
    {lift, NULL, 4, 57, 10, 1},
    {ludo_scene_slider_crank, NULL, 1, 20, 3, 1},
    {ludo_scene_five_bar, NULL, 1, 25, 3, 2},
    {ludo_scene_bricard, NULL, 1, 30, 1, 1},
    {NULL, "three_links.xml", 1, 18, 1, 1},
    {NULL, "kite_chain.xml", 3, 69, 3, 6},
    {NULL, "scissor_lift.xml", 3, 44, 3, 1},
    {NULL, "bricard.xml", 2, 31, 2, 1},
    {NULL, "double_four_bar.xml", 2, 31, 2, 1},
    {NULL, "slider_crank.urdf", 1, 20, 3, 1},
    {NULL, "gripper.urdf", 3, 41, 6, 1},
    {NULL, "delta.xml", 5, 57, 0, 3},
    {NULL, "quadruped.xml", 4, 92, 4, 14},
    {NULL, "exoskeleton.xml", 2, 46, 4, 6},
    {NULL, "walker.xml", 12, 161, 12, 1},
};
enum { MECHANISMS = sizeof mechanisms / sizeof mechanisms[0] };

static ludo_status build(const known *k, const ludo_allocator *a, ludo_spec **out)
{
    return k->build != NULL ? k->build(a, out) : example(k->file, a, out);
}

static running open_known(const known *k, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = build(k, NULL, &spec);
    return run_open(built, spec, options);
}

static const char *name_of(const known *k, const running *r)
{
    return k->file != NULL ? k->file : ludo_model_name(r->model);
}

/* --- claims ---------------------------------------------------------------------------------- */

static void every_mechanism_survives_each_failing_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        FOR_FAILING_ALLOCATION(a)
        {
            ludo_spec *spec = NULL;
            const ludo_status s = build(&mechanisms[i], &a.hook, &spec);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_true((spec != NULL) == (s == LUDO_OK));
            ludo_spec_destroy(spec);
        }
    }
}

static void every_mechanism_starts_closed(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        running r = open_known(&mechanisms[i], NULL);
        ludo_start_report start = {.struct_size = sizeof start};
        assert_int_equal(ludo_sim_project(r.sim, &start), LUDO_OK);
        CHECK_NEAR(start.position_correction, 0.0, round_off);
        CHECK_NEAR(start.velocity_correction, 0.0, round_off);
        run_close(&r);
    }
}

static void every_mechanism_has_its_known_degrees_of_freedom(void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS; i++) {
        const known *k = &mechanisms[i];
        running r = open_known(k, NULL);
        ludo_mobility m;
        assert_int_equal(ludo_sim_mobility(r.sim, &m), LUDO_OK);
        print_message("%s: %d loops, %d rows, %d redundant, freedom %d\n", name_of(k, &r),
                      (int)ludo_model_loop_count(r.model), (int)m.rows, (int)m.redundant,
                      (int)m.freedom);
        assert_int_equal(ludo_model_loop_count(r.model), k->loops);
        assert_int_equal(m.rows, k->rows);
        assert_int_equal(m.redundant, k->redundant);
        assert_int_equal(m.freedom, k->freedom);
        assert_int_equal(m.rank, m.rows - m.redundant);
        run_close(&r);
    }
}

/* All bars level: both parallelograms could fold, and two more rows are dependent. */
static void level_windows_have_lower_rank(void **state)
{
    (void)state;
    const known k = {.build = windows};
    running r = open_known(&k, NULL);
    const double level = 1.57079632679489661923, back = -level;
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const bool crank = ludo_model_joint_name(r.model, j)[0] == 'k';
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, crank ? &level : &back), LUDO_OK);
    }
    ludo_mobility m;
    assert_int_equal(ludo_sim_mobility(r.sim, &m), LUDO_OK);
    assert_int_equal(m.rank, 27);
    assert_int_equal(m.freedom, 3);
    run_close(&r);
}

static void bad_loops_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_scene_ring_options rings[] = {
        {.links = 2, .joint = "hinge"}, {.links = 3, .joint = "slide"}, {.links = 3}};
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        assert_int_equal(ludo_scene_ring(&rings[i], NULL, &spec), LUDO_BAD_ARGUMENT);
    }
    const ludo_scene_segments_options segments[] = {{.segments = 0, .closure = "ball"},
                                                    {.segments = 1}};
    for (size_t i = 0; i < sizeof segments / sizeof segments[0]; i++) {
        assert_int_equal(ludo_scene_segments(&segments[i], NULL, &spec), LUDO_BAD_ARGUMENT);
    }
    ludo_scene_windows_options w[5];
    for (int i = 0; i < 5; i++) {
        w[i] = ludo_scene_windows_default();
    }
    w[0].windows = 0, w[1].closure = NULL, w[2].mass = 0.0, w[3].length = -1.0, w[4].heavier = 0.0;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(ludo_scene_windows(&w[i], NULL, &spec), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_scene_scissor_lift(0, NULL, &spec), LUDO_BAD_ARGUMENT);
    assert_null(spec);
}

/* --- random loops ---------------------------------------------------------------------------- */

static ludo_status random_loops(uint64_t seed, const ludo_allocator *a, ludo_spec **out)
{
    ludo_status s = ludo_scene_random_tree(5, seed, false, a, out);
    s = s == LUDO_OK ? ludo_scene_close_loops(*out, 4, seed) : s;
    if (s != LUDO_OK) {
        ludo_spec_destroy(*out);
        *out = NULL;
    }
    return s;
}

static void random_loops_survive_each_failing_allocation(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        const ludo_status s = random_loops(3, &a.hook, &spec);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(3, 1, false, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_scene_close_loops(spec, -1, 1), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* Frames and bodies agree up to a rounding or two on numbers of size 10. */
static void random_loops_are_closed_by_construction(void **state)
{
    (void)state;
    const char *const types[] = {"hinge",         "ball",        "fixed",
                                 "slide",         "cylindrical", "universal",
                                 "point-on-line", "free-planar", "orientation-only",
                                 "planar",        "coupling"};
    enum { TYPES = sizeof types / sizeof types[0] };
    int seen[TYPES] = {0}, carried = 0;
    FOR_SEEDS(seed, 100)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = random_loops(seed, NULL, &spec);
        running r = run_open(built, spec, NULL);
        ludo_start_report start = {.struct_size = sizeof start};
        assert_int_equal(ludo_sim_project(r.sim, &start), LUDO_OK);
        CHECK_NEAR(start.position_correction, 0.0, 1e-12);
        assert_int_equal(ludo_model_loop_count(r.model), 4);
        for (int32_t i = 0; i < 4; i++) {
            const ludo_loop_info loop = loop_info_of(r.model, i);
            carried += strcmp(loop.type, "coupling") != 0 && loop.joint >= 0;
            for (int t = 0; t < TYPES; t++) {
                seen[t] += strcmp(loop.type, types[t]) == 0;
            }
        }
        run_close(&r);
    }
    for (int t = 0; t < TYPES; t++) {
        assert_true(seen[t] > 0);
    }
    assert_true(carried > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mechanism_survives_each_failing_allocation),
        cmocka_unit_test(every_mechanism_starts_closed),
        cmocka_unit_test(every_mechanism_has_its_known_degrees_of_freedom),
        cmocka_unit_test(level_windows_have_lower_rank),
        cmocka_unit_test(bad_loops_are_refused),
        cmocka_unit_test(random_loops_survive_each_failing_allocation),
        cmocka_unit_test(random_loops_are_closed_by_construction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
