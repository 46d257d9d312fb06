/* SPDX-License-Identifier: Apache-2.0
 *
 * The pairs of the broad phase are those of all boxes that overlap, tested one by one: of few
 * bodies and of many, of all sizes, at rest and moving, after any earlier search. */
#include "search_bench.h"

#include "collision/broad_phase.h"

/* ---- lists of pairs ---- */

typedef struct pair_list {
    int32_t (*pair)[2];
    int32_t count, room;
    const collider *bounded; /* of all colliders: pairs of planes are left out; NULL: they aren't */
} pair_list;

static void put_pair(void *with, int32_t i, int32_t j)
{
    pair_list *l = with;
    if (l->bounded != NULL && (isinf(l->bounded[i].radius) || isinf(l->bounded[j].radius))) {
        return;
    }
    if (l->count == l->room) {
        l->room = 2 * l->room + 64;
        l->pair = realloc(l->pair, (size_t)l->room * sizeof *l->pair);
        assert_non_null(l->pair);
    }
    l->pair[l->count][0] = i;
    l->pair[l->count++][1] = j;
}

static int compare_pairs(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Each with its lesser collider first. */
static void sort_pairs(pair_list *l)
{
    for (int32_t i = 0; i < l->count; i++) {
        int32_t *p = l->pair[i];
        const int32_t low = p[0] < p[1] ? p[0] : p[1];
        p[1] += p[0] - low;
        p[0] = low;
    }
    if (l->count > 0) {
        qsort(l->pair, (size_t)l->count, sizeof *l->pair, compare_pairs);
    }
}

/* No pairs; those of planes are tested one by one only where poses are the same at both ends. */
static pair_list no_pairs(const bench *b)
{
    const size_t size = (size_t)b->model->slots * sizeof *b->from;
    const bool still = size == 0 || memcmp(b->from, b->to, size) == 0;
    return (pair_list){.bounded = still ? NULL : b->model->contacts.collider};
}

static pair_list found_pairs(bench *b, double margin)
{
    pair_list l = no_pairs(b);
    ludo_broad_phase_bound(&b->search, b->from, b->to, margin);
    ludo_broad_phase_pairs(&b->search, b->from, b->to, margin, put_pair, &l);
    return l;
}

/* The box of a collider that is bounded: of one at rest with the margin. */
static search_span box_there(const bench *b, int32_t i, double margin)
{
    search_span box = b->search.span[b->search.place[i]];
    for (int k = 0; k < 3 && box.slot < 0; k++) {
        box.low[k] -= 0.5 * margin;
        box.high[k] += 0.5 * margin;
    }
    return box;
}

static bool is_pair(const bench *b, int32_t i, int32_t j, double margin)
{
    const collider *c = b->model->contacts.collider;
    contact_law law;
    if (c[i].slot == c[j].slot || !ludo_model_may_touch(&b->model->contacts, i, j, &law)) {
        return false;
    }
    if (isinf(c[i].radius) && isinf(c[j].radius)) {
        return false;
    }
    if (isinf(c[i].radius) || isinf(c[j].radius)) {
        return ludo_broad_phase_has(&b->search, i, j, b->to, margin);
    }
    const search_span p = box_there(b, i, margin), q = box_there(b, j, margin);
    return boxes_overlap(&p, &q);
}

static pair_list all_pairs(const bench *b, double margin)
{
    pair_list l = no_pairs(b);
    for (int32_t i = 0; i < b->model->contacts.collider_count; i++) {
        for (int32_t j = i + 1; j < b->model->contacts.collider_count; j++) {
            if (is_pair(b, i, j, margin)) {
                put_pair(&l, i, j);
            }
        }
    }
    return l;
}

/* Returns their number. */
static int32_t check_pairs(bench *b, double margin)
{
    pair_list found = found_pairs(b, margin), all = all_pairs(b, margin);
    sort_pairs(&found);
    assert_int_equal(found.count, all.count);
    if (all.count > 0) {
        assert_memory_equal(found.pair, all.pair, (size_t)all.count * sizeof *all.pair);
    }
    free(found.pair);
    free(all.pair);
    return all.count;
}

/* ---- scenes ---- */

/* Numbers of bodies that move: swept, and in grids. */
static const int32_t few = 40, many = 600;

static double random_size(random_stream *r, double least, double most)
{
    return least * pow(most / least, random_uniform(r, 0.0, 1.0));
}

static void add_fixed(ludo_spec *spec, random_stream *r, double around, double size)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "box";
    geom.body = LUDO_WORLD;
    geom.frame.position = random_vec3(r, around);
    geom.frame.orientation = random_quat(r);
    geom.size[0] = size, geom.size[1] = 2.0 * size, geom.size[2] = 0.3 * size;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* Boxes and spheres of all sizes between two, a floor, a plane that moves, and boxes at rest. */
static bench scene(random_stream *r, int32_t moving, int32_t fixed, double least, double most)
{
    ludo_spec *spec = new_spec();
    add_floor(spec);
    if (moving > 0) {
        add_shape(spec, "plane", 0.0, 0.0, 0.0);
    }
    for (int32_t i = 0; i < moving; i++) {
        const double a = random_size(r, least, most);
        add_shape(spec, i % 2 == 0 ? "sphere" : "box", a, 0.5 * a, 0.2 * a);
    }
    for (int32_t i = 0; i < fixed; i++) {
        add_fixed(spec, r, 2.0, random_size(r, least, most));
    }
    return bench_of(spec);
}

static bench plain_scene(int32_t moving, double size)
{
    random_stream r = random_from(1);
    return scene(&r, moving, 20, size, size);
}

/* Put bodies where a function of their number says, both at the start and at the end. */
static void place_all(bench *b, ludo_vec3 (*at)(int32_t))
{
    for (int32_t s = 0; s < b->model->slots; s++) {
        b->from[s] = b->to[s] = pose_make(at(s), (ludo_quat){1.0, 0.0, 0.0, 0.0});
    }
}

/* Go on from the end by a way; every tenth body jumps anywhere. */
static void go_on(bench *b, random_stream *r, double way, double jump)
{
    for (int32_t s = 0; s < b->model->slots; s++) {
        const bool jumps = random_below(r, 10) == 0;
        b->from[s] = jumps ? pose_make(random_vec3(r, jump), random_quat(r)) : b->to[s];
        const ludo_quat q = q_mul(q_turn(random_vec3(r, 0.1)), b->from[s].q);
        b->to[s] = pose_make(v3_add(b->from[s].x, random_vec3(r, way)), q_normalized(q));
    }
}

/* ---- claims ---- */

static void pairs_are_all_that_overlap(void **state)
{
    (void)state;
    const int32_t moving[] = {few, many, many}, fixed[] = {50, 0, 200};
    FOR_SEEDS(seed, 3)
    {
        random_stream r = random_from(seed);
        bench b = scene(&r, moving[seed % 3], fixed[seed % 3], 0.01, 0.5);
        int32_t pairs = 0;
        scatter(&b, &r, 2.0, 0.1, 0.5);
        for (int i = 0; i < 12; i++) {
            pairs += check_pairs(&b, i % 3 == 0 ? 0.0 : 0.02);
            go_on(&b, &r, i % 4 == 3 ? 2.0 : 0.05, 2.0);
        }
        assert_true(pairs > 12 * moving[seed % 3] / 2);
        release(&b);
    }
}

/* Sizes from micrometres to a thousand kilometres. */
static void sizes_may_differ_by_any_factor(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 3)
    {
        random_stream r = random_from(seed);
        bench b = scene(&r, many, 50, 1e-6, 1e6);
        scatter(&b, &r, 10.0, 1.0, 0.5);
        for (int i = 0; i < 4; i++) {
            assert_true(check_pairs(&b, 1e-3) > many);
            go_on(&b, &r, random_size(&r, 1e-6, 1e6), random_size(&r, 1e-3, 1e6));
        }
        release(&b);
    }
}

static ludo_vec3 at_one_point(int32_t s)
{
    (void)s;
    return v3(1.0, 1.0, 1.0);
}

static ludo_vec3 in_line_x(int32_t s)
{
    return v3(0.2 * s, 0.0, 3.0);
}

static ludo_vec3 in_line_z(int32_t s)
{
    return v3(-7.0, 0.5, -0.1 * s);
}

static ludo_vec3 on_diagonal(int32_t s)
{
    return v3(0.15 * s, -0.15 * s, 0.15 * s);
}

/* Boxes share faces, edges and corners, on the borders of cells. */
static ludo_vec3 in_lattice(int32_t s)
{
    return v3(0.25 * (s % 7), 0.25 * (s / 7 % 7), 0.25 * (s / 49) - 0.5);
}

static ludo_vec3 far_away(int32_t s)
{
    return v3(1e15 + 0.125 * (s % 7), 1e15 - 0.25 * (s / 7), -1e300);
}

static void places_may_be_any(void **state)
{
    (void)state;
    ludo_vec3 (*const at[])(int32_t) = {at_one_point, in_line_x,  in_line_z,
                                        on_diagonal,  in_lattice, far_away};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        bench b = plain_scene(few, 0.125), c = plain_scene(many, 0.125);
        place_all(&b, at[i]);
        place_all(&c, at[i]);
        (void)check_pairs(&b, 0.0);
        assert_true(check_pairs(&c, 0.0) > 0);
        (void)check_pairs(&c, 0.01);
        release(&b);
        release(&c);
    }
}

/* Iterates that diverge have any poses. */
static void poses_need_not_be_numbers(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e-320};
    FOR_SEEDS(seed, 4)
    {
        random_stream r = random_from(seed);
        bench b = scene(&r, seed % 2 == 0 ? few : many, 30, 0.1, 0.3);
        scatter(&b, &r, 1.5, 0.1, 0.1);
        for (int32_t s = 0; s < b.model->slots; s += 3) {
            pose *z = random_below(&r, 2) == 0 ? &b.from[s] : &b.to[s];
            double *x = random_below(&r, 2) == 0 ? &z->x.x : &z->x.z;
            *x = bad[random_below(&r, 6)];
        }
        assert_true(check_pairs(&b, 0.01) > 0);
        release(&b);
    }
}

/* Not even the order of pairs depends on earlier searches. */
static void pairs_depend_on_poses_alone(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        random_stream r = random_from(7), again = random_from(7);
        const int32_t moving = i == 0 ? few : many;
        bench b = scene(&r, moving, 30, 0.01, 0.3), c = scene(&again, moving, 30, 0.01, 0.3);
        for (int k = 0; k < 5; k++) {
            pair_list l;
            scatter(&b, &r, 1.0, 0.05, 0.5);
            l = found_pairs(&b, 0.02);
            free(l.pair);
        }
        memcpy(c.from, b.from, (size_t)b.model->slots * sizeof *b.from);
        memcpy(c.to, b.to, (size_t)b.model->slots * sizeof *b.to);
        pair_list p = found_pairs(&b, 0.02), q = found_pairs(&c, 0.02);
        assert_true(p.count == q.count && p.count > moving / 2);
        assert_memory_equal(p.pair, q.pair, (size_t)p.count * sizeof *p.pair);
        free(p.pair);
        free(q.pair);
        release(&b);
        release(&c);
    }
}

/* A model of boxes at rest alone, and one of nothing, have no pairs. */
static void nothing_that_moves_has_no_pairs(void **state)
{
    (void)state;
    random_stream r = random_from(3);
    bench b = scene(&r, 0, 40, 0.1, 1.0), c = scene(&r, 0, 0, 1.0, 1.0);
    assert_int_equal(check_pairs(&b, 0.1), 0);
    assert_int_equal(check_pairs(&c, 0.1), 0);
    release(&b);
    release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_all_that_overlap),
        cmocka_unit_test(sizes_may_differ_by_any_factor),
        cmocka_unit_test(places_may_be_any),
        cmocka_unit_test(poses_need_not_be_numbers),
        cmocka_unit_test(pairs_depend_on_poses_alone),
        cmocka_unit_test(nothing_that_moves_has_no_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
