/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of near pairs: at poses not far from those of the search that made it, it has all that
 * overlap or touch. The list of known features: those of a search at the same poses. */
#include "search_bench.h"

#include "collision/known_list.h"
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
        assert_true(added == all);
        check_same_contacts(&b, &c, b.to);
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
            assert_true(b.search.count > 0);
            check_same_contacts(&b, &c, b.to);
        }
        release(&b);
        release(&c);
    }
}

/* A step from a knot where features were searched has the contacts of one from elsewhere: those of
 * pairs at rest are known there. */
static void known_features_are_those_of_a_search(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 6)
    {
        random_stream r = random_from(seed), again = random_from(seed);
        bench b = bench_of(cloud(&r, 60)), c = bench_of(cloud(&again, 60));
        scatter(&b, &r, 0.8, 0.01, 0.1);
        memcpy(b.to, b.from, (size_t)b.model->slots * sizeof *b.from);
        for (int32_t s = 0; s < b.model->slots; s += 3) { /* some move */
            b.to[s] = pose_make(v3_add(b.to[s].x, random_vec3(&r, 0.01)), b.to[s].q);
        }
        memcpy(c.from, b.from, (size_t)b.model->slots * sizeof *b.from);
        memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
        b.search.calm = c.search.calm = 0.01;
        (void)ludo_search_find_at(&b.search, b.from, 1e-7);
        assert_true(b.search.known.pairs > 0);
        const search_result p = ludo_search_find(&b.search, b.from, b.to, 0.02);
        const search_result q = ludo_search_find(&c.search, c.from, c.to, 0.02);
        assert_true(b.search.known.next > 0);
        assert_true(p.deepest == q.deepest && p.excess == q.excess);
        assert_true(b.search.count > 0);
        check_same_contacts(&b, &c, b.to);
        release(&b);
        release(&c);
    }
}

/* Features found at other poses, or with another margin, are not those of a step. */
static void features_of_other_poses_are_not_known(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    bench b = bench_of(cloud(&r, 60));
    scatter(&b, &r, 0.8, 0.01, 0.1);
    b.search.calm = 0.01;
    (void)ludo_search_find_at(&b.search, b.from, 1e-7);
    assert_true(ludo_search_known_holds(&b.search.known, b.from));
    b.from[7] = pose_make(v3_add(b.from[7].x, v3(1e-15, 0.0, 0.0)), b.from[7].q);
    assert_false(ludo_search_known_holds(&b.search.known, b.from));
    (void)ludo_search_find_at(&b.search, b.from, 1e-7);
    b.search.calm = 0.02;
    (void)ludo_search_find(&b.search, b.from, b.to, 0.02);
    assert_true(b.search.known.next == 0);
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_pairs_are_all_that_overlap),
        cmocka_unit_test(near_pairs_are_all_that_touch),
        cmocka_unit_test(known_features_are_those_of_a_search),
        cmocka_unit_test(features_of_other_poses_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
