/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions through a file and back, and whether what comes back moves alike. */
#ifndef LUDO_TESTS_SAVED_H
#define LUDO_TESTS_SAVED_H

#include "running.h"

#include <stdio.h>
#include <string.h>

/* A file in the folder of the build; every test removes what it wrote. */
typedef struct saved_path {
    char text[1024];
} saved_path;

static inline saved_path saved_in(const char *name)
{
    saved_path p;
    const char *folder = getenv("LUDO_BUILD");
    (void)snprintf(p.text, sizeof p.text, "%s/%s", folder != NULL ? folder : ".", name);
    return p;
}

/* All of a file, terminated; the caller's to free. */
static inline char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    const long size = ftell(f);
    assert_true(size >= 0);
    rewind(f);
    char *text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, f), size);
    assert_int_equal(fclose(f), 0);
    return text;
}

/* What was told, line by line. */
typedef struct told {
    char text[4096];
    int32_t count;
} told;

static inline void hear(void *user, ludo_place place, const char *message)
{
    told *t = user;
    const size_t used = strlen(t->text);
    (void)snprintf(t->text + used, sizeof t->text - used, "%s:%d: %s\n",
                   place.file != NULL ? place.file : "-", (int)place.line, message);
    t->count++;
}

static inline void save(const ludo_spec *spec, const char *path, const char *format, told *heard)
{
    ludo_diagnostic why = {.message = ""};
    told unheard = {.text = ""};
    const ludo_status s =
        ludo_save_file(spec, path, format, hear, heard != NULL ? heard : &unheard, &why);
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

/* What comes back of a description, which saved once more gives the same file. */
static inline ludo_spec *through_file(const ludo_spec *spec, const char *format)
{
    char name[64];
    (void)snprintf(name, sizeof name, "test_save_there_and_back.%s", format);
    const saved_path path = saved_in(name);
    save(spec, path.text, format, NULL);
    char *first = file_text(path.text);
    ludo_spec *back = load(path.text);
    save(back, path.text, format, NULL);
    char *second = file_text(path.text);
    assert_string_equal(first, second);
    assert_int_equal(remove(path.text), 0);
    free(first);
    free(second);
    return back;
}

/* Bring a description to life, without its keyframes. Takes it. */
static inline running alive(ludo_spec *spec)
{
    static const double merge = 1.0; /* as files have it */
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

/* Give the joints of one simulation the coordinates and rates of another one, by name: a joint that
 * became several gives them to these in turn. */
static inline void take_coordinates(running *to, running *from)
{
    for (int32_t i = 0; i < ludo_model_joint_count(from->model); i++) {
        const ludo_joint_info j = ludo_model_joint(from->model, i);
        double q[7], v[6];
        assert_int_equal(ludo_sim_joint_position(from->sim, i, q), LUDO_OK);
        int32_t k = ludo_model_joint_find(to->model, j.name);
        for (int32_t done = 0; done < j.position_count; k++) {
            assert_in_range(k, 0, ludo_model_joint_count(to->model) - 1);
            assert_int_equal(ludo_sim_set_joint_position(to->sim, k, q + done), LUDO_OK);
            done += ludo_model_joint(to->model, k).position_count;
        }
        assert_int_equal(ludo_sim_joint_velocity(from->sim, i, v), LUDO_OK);
        k = ludo_model_joint_find(to->model, j.name);
        for (int32_t done = 0; done < j.velocity_count; k++) {
            assert_int_equal(ludo_sim_set_joint_velocity(to->sim, k, v + done), LUDO_OK);
            done += ludo_model_joint(to->model, k).velocity_count;
        }
    }
}

/* The largest difference between the centres of mass, and their velocities, of bodies with mass of
 * the same names. */
static inline double distance_between(running *a, running *b)
{
    double largest = 0.0;
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_info info = ludo_model_body(a->model, i);
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

#endif
