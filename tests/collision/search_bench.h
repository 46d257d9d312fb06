/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches of models of bodies that fly, each with one shape. */
#ifndef LUDO_TEST_SEARCH_BENCH_H
#define LUDO_TEST_SEARCH_BENCH_H

#include "collision/search.h"
#include "math/rotation_vector.h"

#include "small_spec.h"

#include <stdlib.h>
#include <string.h>

static inline int32_t add_shape(ludo_spec *spec, const char *type, double a, double b, double c)
{
    int32_t body;
    const ludo_body_def def = {
        .struct_size = sizeof def, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    ludo_geom_def geom = ludo_geom_default();
    assert_int_equal(ludo_spec_add_body(spec, &def, &body), LUDO_OK);
    geom.type = type;
    geom.body = body;
    geom.size[0] = a, geom.size[1] = b, geom.size[2] = c;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    return body;
}

static inline void add_floor(ludo_spec *spec)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "plane";
    geom.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* A model with a search and two sets of poses, the world before the first. */
typedef struct bench {
    ludo_model *model;
    contact_search search;
    void *memory;
    pose *from, *to;
} bench;

static inline bench bench_of(ludo_spec *spec)
{
    bench b = {.model = compiled(spec)};
    const int32_t n = b.model->slots;
    for (int pass = 0; pass < 2; pass++) {
        arena a = {b.memory, 0, false};
        ludo_search_layout(&b.search, b.model, &a);
        b.from = TAKE(&a, n + 1, pose);
        b.to = TAKE(&a, n + 1, pose);
        if (pass == 0) {
            b.memory = aligned_alloc(64, (a.used + 63) / 64 * 64);
            assert_non_null(b.memory);
        }
    }
    b.from++, b.to++;
    for (int32_t s = -1; s < n; s++) {
        b.from[s] = b.to[s] = pose_world();
    }
    ludo_search_open(&b.search);
    return b;
}

static inline void release(bench *b)
{
    free(b->memory);
    ludo_model_destroy(b->model);
}

static inline feature_view view_of(const contact *c, const pose *at)
{
    return c->feature.kind->view(&c->feature, &at[c->slot_a], &at[c->slot_b]);
}

static inline ludo_spec *cloud(random_stream *r, int32_t count)
{
    static const char *const types[] = {"sphere", "capsule", "box"};
    ludo_spec *spec = new_spec();
    add_floor(spec);
    for (int32_t i = 0; i < count; i++) {
        const char *type = types[random_below(r, 3)];
        const double x = random_uniform(r, 0.05, 0.2), y = random_uniform(r, 0.05, 0.2);
        add_shape(spec, type, x, y, random_uniform(r, 0.05, 0.2));
    }
    return spec;
}

static inline void scatter(bench *b, random_stream *r, double size, double way, double turn)
{
    for (int32_t s = 0; s < b->model->slots; s++) {
        const ludo_vec3 x = random_vec3(r, size);
        const ludo_quat q = random_quat(r);
        const ludo_vec3 moved = random_vec3(r, way), turned = random_vec3(r, turn);
        b->from[s] = pose_make(x, q);
        b->to[s] = pose_make(v3_add(x, moved), q_mul(q_turn(turned), b->from[s].q));
    }
}

static inline void check_same(const contact *a, const contact *b, const pose *at)
{
    const feature_view va = view_of(a, at), vb = view_of(b, at);
    assert_true(a->a == b->a && a->b == b->b && a->feature.id == b->feature.id);
    assert_memory_equal(&va.gap, &vb.gap, sizeof va.gap);
    assert_memory_equal(&va.normal, &vb.normal, sizeof va.normal);
}

/* Both have found the same contacts, at poses where both are. */
static inline void check_same_contacts(const bench *a, const bench *b, const pose *at)
{
    assert_int_equal(a->search.count, b->search.count);
    for (int32_t i = 0; i < a->search.count; i++) {
        check_same(&a->search.found[i], &b->search.found[i], at);
    }
}

/* The smallest gap of the contacts found, at one set of poses. */
static inline double least_found(const bench *b, const pose *at)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < b->search.count; i++) {
        const double gap = view_of(&b->search.found[i], at).gap;
        least = gap < least ? gap : least;
    }
    return least;
}

#endif
