/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of pairs: the filters and the narrow phases of all colliders. */
#include "collision/pair_table.h"

#include "small_spec.h"

#include <stdlib.h>

static void add_shape(ludo_spec *spec, const char *type, int32_t body, int32_t affinity)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.conaffinity = affinity;
    geom.size[0] = geom.size[1] = geom.size[2] = 0.1;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* A floor, and bodies with two shapes each, some of which do not touch all others. */
static ludo_model *shapes(int32_t count)
{
    static const char *const types[] = {"sphere", "capsule", "box", "cylinder"};
    ludo_spec *spec = new_spec();
    add_shape(spec, "plane", LUDO_WORLD, 1);
    for (int32_t i = 0; i < count; i++) {
        const ludo_body_def def = {
            .struct_size = sizeof def, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        int32_t body;
        assert_int_equal(ludo_spec_add_body(spec, &def, &body), LUDO_OK);
        add_shape(spec, types[i % 4], body, i % 3 == 0 ? 0 : 1);
        add_shape(spec, types[i / 4 % 4], body, 1);
    }
    return compiled(spec);
}

static pair_table table_of(const ludo_model *m, void **memory)
{
    pair_table t = {.code = NULL};
    for (int pass = 0; pass < 2; pass++) {
        arena a = {*memory, 0, false};
        ludo_search_pairs_layout(&t, m, &a);
        if (pass == 0) {
            *memory = aligned_alloc(64, (a.used + 64) / 64 * 64);
            assert_non_null(*memory);
        }
    }
    ludo_search_pairs_open(&t, m);
    return t;
}

/* The table has the pairs and the order of colliders without one. */
static void a_table_is_the_filters(void **state)
{
    (void)state;
    ludo_model *m = shapes(16);
    void *memory = NULL;
    const pair_table t = table_of(m, &memory), none = {.code = NULL};
    const model_contacts *c = &m->contacts;
    int32_t count = 0;
    assert_non_null(t.code);
    for (int32_t i = 0; i < c->collider_count; i++) {
        for (int32_t j = 0; j < c->collider_count; j++) {
            near_pair p, q;
            const bool may = i != j && ludo_search_pairs_find(&none, c, i, j, &q);
            assert_true(ludo_search_pairs_find(&t, c, i, j, &p) == may);
            assert_true(pair_table_may_touch(&t, i, j) == may);
            assert_true(!may || (p.kind == q.kind && p.a == q.a && p.b == q.b));
            count += may;
        }
    }
    assert_true(count > 0 && count < c->collider_count * (c->collider_count - 1));
    ludo_model_destroy(m);
    free(memory);
}

static void many_colliders_have_no_table(void **state)
{
    (void)state;
    ludo_model *m = shapes(200);
    void *memory = NULL;
    const pair_table t = table_of(m, &memory);
    near_pair p;
    assert_null(t.code);
    assert_true(pair_table_may_touch(&t, 0, 1));
    assert_true(ludo_search_pairs_find(&t, &m->contacts, 0, 1, &p));
    ludo_model_destroy(m);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_the_filters),
        cmocka_unit_test(many_colliders_have_no_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
