/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions saved to a file and loaded back, and a check that both move alike. */
#ifndef LUDO_TESTS_ROUND_TRIP_H
#define LUDO_TESTS_ROUND_TRIP_H

#include "folder.h"
#include "running.h"

#include <stdio.h>
#include <string.h>

/* The messages of a save, one per line. */
typedef struct message_log {
    char text[4096];
    int32_t count;
} message_log;

static inline void hear(void *user, ludo_place place, const char *message)
{
    message_log *t = user;
    const size_t used = strlen(t->text);
    (void)snprintf(t->text + used, sizeof t->text - used, "%s:%d: %s\n",
                   place.file != NULL ? place.file : "-", (int)place.line, message);
    t->count++;
}

/* The messages are these lines, or begin with them; there are no others. */
static inline void check_messages(const message_log *t, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(t->text, lines[i]) == NULL) {
            fail_msg("missing message: %s\nbut:\n%s", lines[i], t->text);
        }
    }
    assert_int_equal(t->count, count);
}

/* Save to a file of the test's folder. */
static inline void save(const ludo_spec *spec, const char *file, const char *format,
                        message_log *reported)
{
    ludo_diagnostic why = {.message = ""};
    message_log unused = {.text = ""};
    const ludo_status s = ludo_save_file(spec, folder_path(file), format, hear,
                                         reported != NULL ? reported : &unused, &why);
    if (s != LUDO_OK) {
        fail_msg("%s:%d: %s", why.file, (int)why.line, why.message);
    }
}

static inline ludo_spec *load(const char *path)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.message = ""};
    if (ludo_load_file(path, NULL, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("%s:%d:%d: %s", why.file, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

/* The description loaded from the saved file; saving it again gives the same file. */
static inline ludo_spec *through_file(const ludo_spec *spec, const char *format)
{
    static const char file[] = "there_and_back.xml";
    save(spec, file, format, NULL);
    char *first = folder_read(file);
    ludo_spec *back = load(folder_path(file));
    save(back, file, format, NULL);
    char *second = folder_read(file);
    assert_string_equal(first, second);
    free(first);
    free(second);
    return back;
}

/* ---- motion ---- */

/* A simulation of a description without its keyframes. Takes the spec. */
static inline running alive(ludo_spec *spec)
{
    static const double merge = 1.0; /* as the file readers do */
    ludo_diagnostic why = {.message = ""};
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    running r = {NULL, NULL};
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    if (ludo_compile(spec, NULL, &r.model, &why) != LUDO_OK ||
        ludo_sim_create(r.model, &options, NULL, &r.sim, &why) != LUDO_OK) {
        fail_msg("%s:%d: %s", why.file, (int)why.line, why.message);
    }
    ludo_spec_destroy(spec);
    return r;
}

/* Copy joint coordinates and rates by name; a joint that became several joints fills these in
 * turn. */
static inline void take_coordinates(running *to, running *from)
{
    for (int32_t i = 0; i < ludo_model_joint_count(from->model); i++) {
        const ludo_joint_info j = joint_info_of(from->model, i);
        double q[7], v[6];
        assert_int_equal(ludo_sim_joint_position(from->sim, i, q), LUDO_OK);
        int32_t k = ludo_model_joint_find(to->model, j.name);
        for (int32_t done = 0; done < j.position_count; k++) {
            assert_in_range(k, 0, ludo_model_joint_count(to->model) - 1);
            assert_int_equal(ludo_sim_set_joint_position(to->sim, k, q + done), LUDO_OK);
            done += joint_info_of(to->model, k).position_count;
        }
        assert_int_equal(ludo_sim_joint_velocity(from->sim, i, v), LUDO_OK);
        k = ludo_model_joint_find(to->model, j.name);
        for (int32_t done = 0; done < j.velocity_count; k++) {
            assert_int_equal(ludo_sim_set_joint_velocity(to->sim, k, v + done), LUDO_OK);
            done += joint_info_of(to->model, k).velocity_count;
        }
    }
}

/* The largest difference in position and velocity of the centres of mass, over bodies with mass of
 * the same names. */
static inline double distance_between(running *a, running *b)
{
    double largest = 0.0;
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_info info = body_info_of(a->model, i);
        const int32_t k = ludo_model_body_find(b->model, info.name);
        if (info.mass == 0.0) {
            continue;
        }
        assert_true(k >= 0);
        const ludo_body_state x = run_body(a, i), y = run_body(b, k);
        const double gap = v3_norm(v3_sub(x.com, y.com));
        const double slip = v3_norm(v3_sub(x.linear_velocity, y.linear_velocity));
        assert_true(isfinite(gap) && isfinite(slip));
        largest = fmax(largest, fmax(gap, slip));
    }
    return largest;
}

/* Two mechanisms in the same state move alike. Closes them.
 *
 * Frames are combined with a few roundings of numbers about 1; velocities, of some 10 m/s, differ
 * by these roundings and by Newton's residual, 1e-13 a step, both amplified in 0.1 s by less than
 * 100. */
static inline void check_go_on_alike(running *a, running *b)
{
    const double alike = 1e-9;
    CHECK_NEAR(distance_between(a, b), 0.0, 1e-12);
    run_steps(a, 0.002, 50);
    run_steps(b, 0.002, 50);
    CHECK_NEAR(distance_between(a, b), 0.0, alike);
    CHECK_NEAR(run_energy(a), run_energy(b), alike * (1.0 + fabs(run_energy(a))));
    run_close(a);
    run_close(b);
}

/* Random trees of hinges, slides, balls, fixed and free joints with random frames and references.
 * The check takes the spec. */
static inline void check_random_trees(void (*check)(ludo_spec *spec))
{
    FOR_SEEDS(seed, 20)
    {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(12, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        check(spec);
    }
}

/* Linkages whose loops are closed by hinges and balls. The check takes the spec. */
static inline void check_linkages(void (*check)(ludo_spec *spec))
{
    static const char *const types[] = {"hinge", "ball"};
    ludo_spec *spec = NULL;
    for (int i = 0; i < 2; i++) {
        const ludo_scene_ring_options ring = {.links = 6, .joint = types[i]};
        const ludo_scene_segments_options segments = {
            .segments = 3, .kite = true, .closure = types[i]};
        assert_int_equal(ludo_scene_ring(&ring, NULL, &spec), LUDO_OK);
        check(spec);
        assert_int_equal(ludo_scene_segments(&segments, NULL, &spec), LUDO_OK);
        check(spec);
    }
    ludo_status (*const scenes[])(const ludo_allocator *, ludo_spec **) = {
        ludo_scene_three_links, ludo_scene_five_bar, ludo_scene_bricard};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        assert_int_equal(scenes[i](NULL, &spec), LUDO_OK);
        check(spec);
    }
}

/* Chains of each type of joint except those with a ball after slides. */
static inline void check_all_joints(void (*check)(ludo_spec *spec))
{
    static const char *const types[] = {"fixed",
                                        "hinge",
                                        "slide",
                                        "cylindrical",
                                        "universal",
                                        "planar",
                                        "ball",
                                        "orientation-only",
                                        "free",
                                        "hinge+slide",
                                        "slide+slide+hinge",
                                        "hinge+hinge+hinge+slide+slide+slide"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ludo_spec *spec = NULL;
        const int32_t links = strcmp(types[i], "free") == 0 ? 1 : 3;
        assert_int_equal(ludo_scene_joint_chain(types[i], links, NULL, &spec), LUDO_OK);
        check(spec);
    }
}

#endif
