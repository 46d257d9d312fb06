/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact search: complete, without false contacts, without tunnelling, and independent of earlier
 * searches. */
#include "search_bench.h"

#include "collision/candidate.h"
#include "collision/pair_table.h"

/* ---- against all pairs ---- */

static bool is_found(const contact_search *s, const candidate *e, int32_t id)
{
    for (int32_t i = 0; i < s->count; i++) {
        const contact *c = &s->found[i];
        if (c->a == e->a && c->b == e->b && c->feature.id == id) {
            return true;
        }
    }
    return false;
}

/* The features of a list whose numbers are new; all of them must be found. */
static int32_t check_list(const bench *b, const candidate *e, const feature_list *list,
                          int32_t *ids, int32_t count)
{
    for (int32_t k = 0; k < list->count; k++) {
        bool known = false;
        for (int32_t l = 0; l < count; l++) {
            known = known || ids[l] == list->item[k].id;
        }
        assert_true(is_found(&b->search, e, list->item[k].id));
        ids[count] = list->item[k].id;
        count += !known;
    }
    return count;
}

/* Whether any feature of the start is violated at the end. */
static bool is_held(const candidate *e, const feature_list *list)
{
    bool held = false;
    for (int32_t k = 0; k < list->count; k++) {
        held = held || feature_gap(&list->item[k], e->to_a, e->to_b) < 0.0;
    }
    return held;
}

/* Check the features of a pair: of a fast one, those of the first contact, else those of the start.
 * If it starts to overlap and none of these is violated, those of the first contact; if none is
 * then, or if it stays apart and isn't fast, those of the end. Returns their number. */
static int32_t check_pair(const bench *b, int32_t i, int32_t j, double margin)
{
    const pair_table none = {.code = NULL};
    near_pair pair;
    feature_list list = {.count = 0};
    int32_t ids[3 * MOST_FEATURES];
    if (!ludo_search_pairs_find(&none, &b->model->contacts, i, j, &pair)) {
        return 0;
    }
    const candidate e = ludo_candidate_of(&b->model->contacts, &pair, b->from, b->to);
    const bool enters = ludo_candidate_enters(&e);
    const bool passes = ludo_candidate_is_fast(&e) && ludo_candidate_first_touch(&e, margin, &list);
    if (!passes) {
        list.count = 0;
        e.kind->find(e.on_a, e.on_b, e.from_a, e.from_b, margin, &list);
    }
    int32_t count = check_list(b, &e, &list, ids, 0);
    bool held = is_held(&e, &list);
    if (enters && !passes && !held && ludo_candidate_first_touch(&e, margin, &list)) {
        count = check_list(b, &e, &list, ids, count);
        held = is_held(&e, &list);
    }
    if (enters ? held : passes) {
        return count;
    }
    list.count = 0;
    e.kind->find(e.on_a, e.on_b, e.to_a, e.to_b, margin, &list);
    return check_list(b, &e, &list, ids, count);
}

/* Largest translations and rotations of a step: small, and so large that shapes pass each other. */
static void nothing_is_missed(void **state)
{
    (void)state;
    const double ways[][2] = {{0.01, 0.1}, {0.5, 3.0}};
    FOR_SEEDS(seed, 4)
    {
        random_stream r = random_from(seed);
        bench b = bench_of(cloud(&r, 100));
        const double *way = ways[seed % 2];
        scatter(&b, &r, 0.8, way[0], way[1]);
        const search_result result = ludo_search_find(&b.search, b.from, b.to, 0.02);
        int32_t count = 0;
        assert_false(result.full);
        for (int32_t i = 0; i < b.model->contacts.collider_count; i++) {
            for (int32_t j = i + 1; j < b.model->contacts.collider_count; j++) {
                count += check_pair(&b, i, j, 0.02);
            }
        }
        assert_true(count > 100);
        assert_int_equal(b.search.count, count);
        release(&b);
    }
}

/* Contacts are sorted by colliders and number, after any earlier search. */
static void contacts_depend_on_poses_alone(void **state)
{
    (void)state;
    random_stream r = random_from(1), again = random_from(1);
    bench b = bench_of(cloud(&r, 60)), c = bench_of(cloud(&again, 60));
    for (int i = 0; i < 5; i++) {
        scatter(&b, &r, 0.6, 0.05, 0.5);
        (void)ludo_search_find(&b.search, b.from, b.to, 0.02);
    }
    memcpy(c.from, b.from, (size_t)b.model->slots * sizeof *b.from);
    memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
    const search_result first = ludo_search_find(&c.search, c.from, c.to, 0.02);
    const search_result last = ludo_search_find(&b.search, b.from, b.to, 0.02);
    assert_true(first.a == last.a && first.b == last.b && first.deepest == last.deepest);
    assert_true(b.search.count > 20 && b.search.count == c.search.count);
    for (int32_t i = 0; i < b.search.count; i++) {
        const contact *p = &b.search.found[i];
        check_same(p, &c.search.found[i], b.to);
        if (i > 0) {
            const contact *q = p - 1;
            assert_true(q->a < p->a || (q->a == p->a && q->b < p->b) ||
                        (q->a == p->a && q->b == p->b && q->feature.id < p->feature.id));
        }
    }
    assert_true(least_found(&b, b.to) == last.deepest);
    release(&b);
    release(&c);
}

/* ---- fast bodies ---- */

/* A sphere of 1 cm at 1000 m/s against a wall of 1 cm, in steps of 10 ms. */
static bench bullet(double aside)
{
    ludo_spec *spec = new_spec();
    add_shape(spec, "sphere", 0.01, 0.0, 0.0);
    add_shape(spec, "box", 0.005, 1.0, 1.0);
    bench b = bench_of(spec);
    b.from[0].x = v3(-3.0, aside, 0.2);
    b.to[0].x = v3(7.0, aside, 0.2);
    b.to[0].q = q_turn(v3(0.1, 0.2, 0.3));
    b.to[0] = pose_make(b.to[0].x, b.to[0].q);
    return b;
}

static void a_bullet_is_stopped_by_a_thin_wall(void **state)
{
    (void)state;
    bench b = bullet(0.3);
    const search_result r = ludo_search_find(&b.search, b.from, b.to, 0.001);
    assert_int_equal(b.search.count, 1);
    const contact *c = &b.search.found[0];
    const double outward = c->slot_b == 0 ? -1.0 : 1.0;
    const feature_view before = view_of(c, b.from), after = view_of(c, b.to);
    /* it starts 3 m from the middle of the wall; round-off of a few metres */
    CHECK_NEAR(before.gap, 3.0 - 0.005 - 0.01, 1e-12);
    CHECK_NEAR(before.normal.x, outward, 1e-12);
    /* its rotation on the way moves the point of the gap by less than its diameter */
    assert_true(after.gap < -7.0 && after.gap > -7.1);
    CHECK_NEAR(r.deepest, after.gap, 0.0);
    release(&b);
}

/* A box of 10 cm comes down 2 cm in a step and lands 5 mm over a table's rim: the direction of
 * least depth is sideways, but it came from above. */
static void boxes_that_land_on_a_rim_are_supported_from_above(void **state)
{
    (void)state;
    const double margins[] = {0.02, 1e-4}; /* features of the start are known; or not */
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = new_spec();
        add_shape(spec, "box", 0.5, 0.5, 0.05);
        add_shape(spec, "box", 0.05, 0.05, 0.05);
        bench b = bench_of(spec);
        b.from[1].x = v3(0.545, 0.0, 0.101);
        b.to[1].x = v3(0.545, 0.0, 0.081);
        (void)ludo_search_find(&b.search, b.from, b.to, margins[i]);
        assert_int_equal(b.search.count, 4);
        for (int32_t k = 0; k < b.search.count; k++) {
            const contact *c = &b.search.found[k];
            const feature_view after = view_of(c, b.to);
            CHECK_NEAR(after.normal.z, c->slot_b == 1 ? 1.0 : -1.0, 1e-12);
            CHECK_NEAR(after.gap, -0.019, 1e-12);
        }
        release(&b);
    }
}

static void a_bullet_that_misses_touches_nothing(void **state)
{
    (void)state;
    bench b = bullet(1.02);
    (void)ludo_search_find(&b.search, b.from, b.to, 0.001);
    assert_int_equal(b.search.count, 0);
    release(&b);
    b = bullet(1.0105);
    (void)ludo_search_find(&b.search, b.from, b.to, 20.0);
    assert_true(b.search.count > 0);
    assert_true(least_found(&b, b.to) > 0.0);
    release(&b);
}

static void spheres_do_not_pass_through_each_other(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    add_shape(spec, "sphere", 0.2, 0.0, 0.0);
    bench b = bench_of(spec);
    /* both move; from margins on, and from touching */
    const double starts[] = {-1.0, -0.305, -0.3};
    for (int i = 0; i < 3; i++) {
        b.from[0].x = v3(starts[i], 0.0, 0.0), b.to[0].x = v3(1.0, 0.0, 0.0);
        b.from[1].x = v3(0.0, 0.0, 0.0), b.to[1].x = v3(-1.0, 0.0, 0.0);
        (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
        assert_int_equal(b.search.count, 1);
        CHECK_NEAR(least_found(&b, b.from), -starts[i] - 0.3, 1e-12);
        CHECK_NEAR(least_found(&b, b.to), -2.3, 1e-12);
    }
    release(&b);
}

static void a_thin_box_does_not_fall_through_a_sphere(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_shape(spec, "box", 0.5, 0.5, 0.001);
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    bench b = bench_of(spec);
    b.from[0].x = v3(0.1, 0.1, 0.2);
    b.to[0] = pose_make(v3(0.1, 0.1, -0.5), q_turn(v3(0.0, 0.0, 0.4)));
    (void)ludo_search_find(&b.search, b.from, b.to, 0.001);
    assert_int_equal(b.search.count, 1);
    CHECK_NEAR(least_found(&b, b.from), 0.2 - 0.101, 1e-9);
    CHECK_NEAR(least_found(&b, b.to), -0.5 - 0.101, 1e-9);
    release(&b);
}

/* Two spheres of radius 0.1 m and a floor. */
static bench two_spheres(void)
{
    ludo_spec *spec = new_spec();
    add_floor(spec);
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    return bench_of(spec);
}

/* A rod that swings by a right angle meets a body in between, although it is clear of it at both
 * ends of the step. */
static void a_swinging_rod_meets_bodies_on_its_way(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_shape(spec, "capsule", 0.01, 1.0, 0.0);
    add_shape(spec, "sphere", 0.02, 0.0, 0.0);
    bench b = bench_of(spec);
    const ludo_quat along_x = q_about(v3(0.0, 1.0, 0.0), 0.5 * 3.14159265358979);
    b.from[0] = pose_make(v3(0.0, 0.0, 0.0), along_x);
    b.to[0] = pose_make(v3(0.0, 0.0, 0.0), q_mul(q_turn(v3(0.0, 0.0, 1.5)), along_x));
    b.from[1].x = b.to[1].x = v3(0.6, 0.5, 0.0);
    (void)ludo_search_find(&b.search, b.from, b.to, 0.001);
    assert_int_equal(b.search.count, 1);
    assert_true(least_found(&b, b.from) > 0.0);
    assert_true(least_found(&b, b.to) < 0.0);
    /* beyond its end */
    b.from[1].x = b.to[1].x = v3(0.8, 0.7, 0.0);
    (void)ludo_search_find(&b.search, b.from, b.to, 0.001);
    assert_int_equal(b.search.count, 0);
    release(&b);
}

/* ---- adding, measuring, room ---- */

static void penetrating_features_are_added_once(void **state)
{
    (void)state;
    bench b = two_spheres();
    b.from[0].x = b.to[0].x = v3(0.0, 0.0, 0.101);
    b.from[1].x = b.to[1].x = v3(1.0, 0.0, 5.0);
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_int_equal(b.search.count, 1);
    /* the first goes deeper, the second comes down on it */
    int32_t added;
    b.to[0].x = v3(0.0, 0.0, 0.09);
    b.to[1].x = v3(0.0, 0.0, 0.28);
    search_result r = ludo_search_add(&b.search, b.from, b.to, 0.01, 1e-6, &added);
    assert_int_equal(added, 1);
    assert_int_equal(b.search.count, 2);
    assert_true(b.search.found[1].a == 1 && b.search.found[1].b == 2);
    CHECK_NEAR(r.deepest, -0.01, 1e-15);
    r = ludo_search_add(&b.search, b.from, b.to, 0.01, 1e-6, &added);
    assert_int_equal(added, 0);
    /* a smaller depth adds nothing */
    (void)ludo_search_find(&b.search, b.from, b.from, 0.01);
    (void)ludo_search_add(&b.search, b.from, b.to, 0.01, 0.02, &added);
    assert_int_equal(added, 0);
    r = ludo_search_gap(&b.search, b.to);
    assert_true(r.deepest < -0.0099 && r.a >= 0);
    r = ludo_search_gap(&b.search, b.from);
    assert_true(isinf(r.deepest) && r.a == -1);
    release(&b);
}

/* A box of 20 cm on its lower edge, tilted by 0.02: its far edge is 4 mm above the floor. */
static void pairs_at_rest_have_a_margin_of_their_own(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_floor(spec);
    add_shape(spec, "box", 0.1, 0.1, 0.1);
    bench b = bench_of(spec);
    const ludo_vec3 at = v3(0.0, 0.0, 0.1 * (cos(0.02) + sin(0.02)));
    b.from[0] = b.to[0] = pose_make(at, q_turn(v3(0.02, 0.0, 0.0)));
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_int_equal(b.search.count, 4);
    b.search.calm = 0.001;
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_int_equal(b.search.count, 2);
    /* four times a motion of 1 mm is as far as the edge */
    b.to[0].x.z += 0.001;
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_int_equal(b.search.count, 4);
    /* at a knot nothing moves */
    (void)ludo_search_find(&b.search, b.from, b.from, 0.01);
    assert_int_equal(b.search.count, 4);
    release(&b);
}

/* A feature replaces the one of its number that was found at other poses, if both are at one place;
 * else it is added. */
static void features_at_one_place_are_replaced(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_floor(spec);
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    bench b = bench_of(spec);
    b.from[0].x = v3(0.0, 0.0, 0.101);
    b.to[0].x = v3(0.0, 0.0, 0.09);
    const ludo_vec3 moved[] = {{0.0, 0.0, 1e-4},
                               {0.05, 0.0, 1e-4}}; /* 0.1 % and half of a radius */
    for (int32_t i = 0; i < 2; i++) {
        int32_t added;
        (void)ludo_search_find(&b.search, b.from, b.from, 0.01);
        assert_int_equal(b.search.count, 1);
        b.search.found[0].feature.b[0] = moved[i];
        (void)ludo_search_add(&b.search, b.from, b.to, 0.01, 1e-6, &added);
        assert_int_equal(added, 1);
        assert_int_equal(b.search.count, 1 + i);
        CHECK_NEAR(least_found(&b, b.to), -0.01, 1e-15);
    }
    release(&b);
}

/* What a pair overlaps at the start is no excess; the contact that keeps it has the shapes'
 * overlap. */
static void an_overlap_of_the_start_is_no_excess(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    add_shape(spec, "sphere", 0.1, 0.0, 0.0);
    bench b = bench_of(spec);
    b.from[0].x = b.to[0].x = v3(0.0, 0.0, 0.0);
    b.from[1].x = v3(0.0, 0.0, 0.195);
    b.to[1].x = v3(0.0, 0.0, 0.194);
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_int_equal(b.search.count, 1);
    CHECK_NEAR(b.search.found[0].overlap, 0.005, 1e-15);
    int32_t added;
    const search_result r = ludo_search_add(&b.search, b.from, b.to, 0.01, 1e-6, &added);
    assert_int_equal(added, 0);
    CHECK_NEAR(r.deepest, -0.006, 1e-15);
    CHECK_NEAR(r.excess, 0.001, 1e-15);
    release(&b);
}

static void a_full_search_names_the_colliders(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_floor(spec);
    add_shape(spec, "box", 0.1, 0.1, 0.1);
    add_shape(spec, "box", 0.1, 0.1, 0.1);
    bench b = bench_of(spec);
    b.from[0].x = b.to[0].x = v3(0.0, 0.0, 0.1);
    b.from[1].x = b.to[1].x = v3(1.0, 0.0, 0.1);
    assert_false(ludo_search_find(&b.search, b.from, b.to, 0.01).full);
    assert_int_equal(b.search.count, 8);
    b.search.room = 6;
    const search_result r = ludo_search_find(&b.search, b.from, b.to, 0.01);
    assert_true(r.full && r.a == 0 && r.b == 2);
    assert_int_equal(b.search.count, 6);
    release(&b);
}

/* Pairs with a body that is held have no contacts. One with another body that overlaps at the end
 * of the step, or passed through it, is found; two bodies held, and the floor, are not. An overlap
 * at the start of the step stays. */
static void bodies_held_are_met(void **state)
{
    (void)state;
    bench b = two_spheres();
    bool held[] = {false, true};
    b.from[1].x = b.to[1].x = v3(0.0, 0.0, 0.05);
    b.from[0].x = v3(0.5, 0.0, 0.3);
    b.to[0].x = v3(0.15, 0.0, 0.05);
    b.search.held = held;
    (void)ludo_search_find(&b.search, b.from, b.to, 0.01);
    for (int32_t i = 0; i < b.search.count; i++) {
        assert_int_not_equal(b.search.found[i].slot_a, 1);
        assert_int_not_equal(b.search.found[i].slot_b, 1);
    }
    assert_true(ludo_search_meet(&b.search, b.from, b.to, 1e-10).met);
    assert_false(ludo_search_meet(&b.search, b.from, b.from, 1e-10).met);
    assert_false(ludo_search_meet(&b.search, b.to, b.to, 1e-10).met); /* an overlap that stays */
    b.to[0].x = v3(-0.5, 0.0, 0.05);                                  /* beyond the one held */
    assert_true(ludo_search_meet(&b.search, b.from, b.to, 1e-10).met);
    b.to[0].x = v3(0.5, 0.0, -0.3);
    assert_false(ludo_search_meet(&b.search, b.from, b.to, 1e-10).met);
    held[0] = true;
    b.to[0].x = v3(0.15, 0.0, 0.05);
    assert_false(ludo_search_meet(&b.search, b.from, b.to, 1e-10).met);
    release(&b);
}

/* NaN is near nothing, and doesn't keep the search from ending. */
static void poses_that_are_no_numbers_have_no_contacts(void **state)
{
    (void)state;
    random_stream r = random_from(2);
    bench b = bench_of(cloud(&r, 20));
    scatter(&b, &r, 0.2, 0.5, 1.0);
    for (int32_t s = 0; s < b.model->slots; s++) {
        b.to[s].x.x = (double)NAN;
        b.from[s].q.w = (double)NAN;
        b.from[s] = pose_make(b.from[s].x, b.from[s].q);
    }
    (void)ludo_search_find(&b.search, b.from, b.to, 0.02);
    assert_int_equal(b.search.count, 0);
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missed),
        cmocka_unit_test(contacts_depend_on_poses_alone),
        cmocka_unit_test(a_bullet_is_stopped_by_a_thin_wall),
        cmocka_unit_test(a_bullet_that_misses_touches_nothing),
        cmocka_unit_test(boxes_that_land_on_a_rim_are_supported_from_above),
        cmocka_unit_test(spheres_do_not_pass_through_each_other),
        cmocka_unit_test(a_thin_box_does_not_fall_through_a_sphere),
        cmocka_unit_test(a_swinging_rod_meets_bodies_on_its_way),
        cmocka_unit_test(penetrating_features_are_added_once),
        cmocka_unit_test(pairs_at_rest_have_a_margin_of_their_own),
        cmocka_unit_test(features_at_one_place_are_replaced),
        cmocka_unit_test(an_overlap_of_the_start_is_no_excess),
        cmocka_unit_test(a_full_search_names_the_colliders),
        cmocka_unit_test(bodies_held_are_met),
        cmocka_unit_test(poses_that_are_no_numbers_have_no_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
