/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of near pairs: at poses not far from those of the search that made it, it has all that
 * overlap or touch. */
#include "search_bench.h"

#include "collision/near_list.h"

/* Move all bodies at `to` by at most a way and a rotation. */
static void shift(bench *b, random_stream *r, double way, double turn)
{
    for (int32_t s = 0; s < b->model->slots; s++) {
        const ludo_quat q = q_mul(q_turn(random_vec3(r, turn)), b->to[s].q);
        b->to[s] = pose_make(v3_add(b->to[s].x, random_vec3(r, way)), q);
    }
}

/* Near pairs are looked after as all pairs are. */
static void near_pairs_are_all_that_overlap(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 6)
    {
        random_stream r = random_from(seed), again = random_from(seed);
        bench b = bench_of(cloud(&r, 60)), c = bench_of(cloud(&again, 60));
        int32_t added, all;
        scatter(&b, &r, 0.8, 0.01, 0.1);
        memcpy(c.from, b.from, (size_t)b.model->slots * sizeof *b.from);
        memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
        (void)ludo_search_find(&b.search, b.from, b.to, 0.02);
        (void)ludo_search_find(&c.search, c.from, c.to, 0.02);
        shift(&b, &r, 0.001, 0.002);
        memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
        assert_true(ludo_search_near_holds(&b.search.near, b.to, 0.0));
        c.search.near.valid = false;
        const search_result p = ludo_search_add(&b.search, b.from, b.to, 1e-3, 1e-9, &added);
        const search_result q = ludo_search_add(&c.search, c.from, c.to, 1e-3, 1e-9, &all);
        assert_true(p.a == q.a && p.b == q.b && p.deepest == q.deepest && p.excess == q.excess);
        assert_true(added == all && b.search.count == c.search.count);
        for (int32_t i = 0; i < b.search.count; i++) {
            check_same(&b.search.found[i], &c.search.found[i], b.to);
        }
        release(&b);
        release(&c);
    }
}

/* The contacts at other poses are those of the near pairs, as of all pairs. */
static void near_pairs_are_all_that_touch(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 6)
    {
        random_stream r = random_from(seed), again = random_from(seed);
        bench b = bench_of(cloud(&r, 60)), c = bench_of(cloud(&again, 60));
        scatter(&b, &r, 0.8, 0.01, 0.1);
        (void)ludo_search_find(&b.search, b.from, b.to, 0.02);
        shift(&b, &r, 0.001, 0.002);
        for (double margin = 1e-7; margin < 1e-2; margin *= 1e2) {
            c.search.near.valid = false;
            assert_true(ludo_search_near_holds(&b.search.near, b.to, margin));
            const search_result p = ludo_search_find_at(&b.search, b.to, margin);
            memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
            const search_result q = ludo_search_find_at(&c.search, c.to, margin);
            assert_true(p.deepest == q.deepest && p.excess == q.excess);
            assert_true(b.search.count > 0 && b.search.count == c.search.count);
            for (int32_t i = 0; i < b.search.count; i++) {
                check_same(&b.search.found[i], &c.search.found[i], b.to);
            }
        }
        release(&b);
        release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_pairs_are_all_that_overlap),
        cmocka_unit_test(near_pairs_are_all_that_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
