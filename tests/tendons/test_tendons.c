/* SPDX-License-Identifier: Apache-2.0
 *
 * Tendons: types distance, path and tendon, their gradients, rates and forces. */
#include "tendons/list.h"
#include "support.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 200, BODIES = 3, COLUMNS = 5 };

/* Positions up to 2 m, points up to 1 m away from them. */
static const double reach = 3.0;

/* Bodies and joint coordinates at random; poses[0] is the world. */
typedef struct scene {
    pose poses[1 + BODIES];
    double phi[COLUMNS];
    tendon_term term[4];
    tendon_segment segment[1];
    tendon_data line;
} scene;

/* Of all bodies (per slot 6) and columns: velocities, or wrenches and efforts. */
typedef struct state {
    double of_bodies[6 * BODIES], of_columns[COLUMNS];
} state;

static const pose *bodies(const scene *s)
{
    return s->poses + 1;
}

static scene random_scene(random_stream *r)
{
    scene s = {.poses = {pose_make(v3(0.0, 0.0, 0.0), q_identity())}};
    for (int b = 1; b <= BODIES; b++) {
        const ludo_vec3 x = random_vec3(r, 2.0);
        s.poses[b] = pose_make(x, random_quat(r));
    }
    for (int c = 0; c < COLUMNS; c++) {
        s.phi[c] = random_uniform(r, -3.0, 3.0);
    }
    return s;
}

/* A distance between points of two slots. */
static void stretch_between(scene *s, random_stream *r, int32_t first, int32_t second)
{
    const ludo_vec3 p = random_vec3(r, 0.5);
    s->segment[0] =
        (tendon_segment){.end = {{first, p}, {second, random_vec3(r, 0.5)}}, .share = 1.0};
    s->line = (tendon_data){
        .kind = ludo_tendon_kind_find("distance"), .segment_count = 1, .span_count = 1};
}

/* A tendon with four terms, one column twice. */
static void run_over_joints(scene *s, random_stream *r)
{
    for (int i = 0; i < 4; i++) {
        s->term[i] = (tendon_term){(2 * i) % 3, random_uniform(r, -2.0, 2.0), 0};
    }
    s->line =
        (tendon_data){.kind = ludo_tendon_kind_find("tendon"), .term = s->term, .term_count = 4};
}

/* The view, in memory that the next few calls leave alone. */
static tendon_view view_of(const scene *s)
{
    static tendon_span spans[8];
    static int used;
    tendon_view v = {.span = &spans[used++ % 8]};
    tendon_data line = s->line;
    line.segment = s->segment;
    line.kind->view(&line, bodies(s), s->phi, &v);
    return v;
}

static state random_state(random_stream *r)
{
    state u;
    for (int i = 0; i < 6 * BODIES; i++) {
        u.of_bodies[i] = random_uniform(r, -1.0, 1.0);
    }
    for (int c = 0; c < COLUMNS; c++) {
        u.of_columns[c] = random_uniform(r, -1.0, 1.0);
    }
    return u;
}

/* The scene after a time t: each body moved along its velocity and rotated about its own angular
 * velocity. */
static scene moved(const scene *s, const state *u, double t)
{
    scene to = *s;
    for (int b = 0; b < BODIES; b++) {
        const double *v = u->of_bodies + 6 * b, half = 0.5 * t;
        const ludo_quat turn = {1.0, half * v[3], half * v[4], half * v[5]};
        const ludo_vec3 x = v3_axpy(bodies(s)[b].x, t, v3(v[0], v[1], v[2]));
        to.poses[1 + b] = pose_make(x, q_normalized(q_mul(turn, bodies(s)[b].q)));
    }
    for (int c = 0; c < COLUMNS; c++) {
        to.phi[c] += t * u->of_columns[c];
    }
    return to;
}

/* dL/dt by central differences. */
static double measured_rate(const scene *s, const state *u)
{
    const double t = 1e-5;
    const scene after = moved(s, u, t), before = moved(s, u, -t);
    return (view_of(&after).length - view_of(&before).length) / (2.0 * t);
}

static double rate_of(const scene *s, const tendon_view *v, const state *u)
{
    return s->line.kind->rate(&s->line, v, u->of_bodies, u->of_columns);
}

static state pull_of(const scene *s, const tendon_view *v, double impulse)
{
    state r = {{0.0}, {0.0}};
    s->line.kind->pull(&s->line, v, impulse, r.of_bodies, r.of_columns);
    return r;
}

static double product(const state *a, const state *b)
{
    double sum = 0.0;
    for (int i = 0; i < 6 * BODIES; i++) {
        sum += a->of_bodies[i] * b->of_bodies[i];
    }
    for (int c = 0; c < COLUMNS; c++) {
        sum += a->of_columns[c] * b->of_columns[c];
    }
    return sum;
}

static const int32_t ends[][2] = {{0, 1}, {2, 0}, {-1, 1}, {2, -1}};
enum { ENDS = sizeof ends / sizeof *ends };

/* All types of tendon between random items in turn. */
static scene scene_of_seed(uint64_t seed, random_stream *r)
{
    *r = random_from(seed);
    scene s = random_scene(r);
    stretch_between(&s, r, ends[seed % ENDS][0], ends[seed % ENDS][1]);
    return s;
}

static void the_length_is_the_distance_of_the_points(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r;
        const scene s = scene_of_seed(seed, &r);
        ludo_vec3 at[2];
        for (int k = 0; k < 2; k++) {
            const pose *z = &bodies(&s)[s.segment[0].end[k].slot];
            at[k] = v3_add(z->x, q_rotate(z->q, s.segment[0].end[k].point));
        }
        /* some ten roundings of numbers up to 3 m */
        CHECK_NEAR(view_of(&s).length, v3_norm(v3_sub(at[1], at[0])), 10.0 * reach * DBL_EPSILON);
    }
}

/* Central differences err by t^2 times the third derivative, (speed / length)^3 length, and by
 * round-off eps L / t = 1e-10. Rates of up to 5 m/s at lengths above 0.3 m: below 1e-8 for t =
 * 1e-5; shorter tendons are stretched first. */
static void rates_and_gradients_are_those_of_the_length(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r;
        scene s = scene_of_seed(seed, &r);
        while (view_of(&s).length < 1.0) {
            s.poses[1 + (s.segment[0].end[0].slot >= 0 ? s.segment[0].end[0].slot : 1)].x.x += 1.0;
        }
        tendon_span copy = view_of(&s).span[0];
        const tendon_view v = {.spans = 1, .span = &copy};
        const state u = random_state(&r);
        CHECK_NEAR(rate_of(&s, &v, &u), measured_rate(&s, &u), 1e-8);

        for (int i = 0; i < 6 * BODIES; i++) {
            state one = {{0.0}, {0.0}};
            one.of_bodies[i] = 1.0;
            double gradient = 0.0;
            for (int k = 0; k < 2; k++) {
                gradient += s.segment[0].end[k].slot == i / 6 ? v.span[0].gradient[k][i % 6] : 0.0;
            }
            CHECK_NEAR(gradient, measured_rate(&s, &one), 1e-8);
        }
    }
}

static void tendons_are_weighted_sums_of_coordinates(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        scene s = random_scene(&r);
        run_over_joints(&s, &r);
        const tendon_view v = view_of(&s);
        const state u = random_state(&r);
        double length = 0.0;
        for (int i = 0; i < 4; i++) {
            length += s.term[i].weight * s.phi[s.term[i].column];
        }
        CHECK_NEAR(v.length, length, 0.0);
        assert_int_equal(v.spans, 0);
        /* linear: differences err by the round-off of lengths up to 24 over 1e-5 only */
        CHECK_NEAR(rate_of(&s, &v, &u), measured_rate(&s, &u), 1e-9);
        for (int c = 0; c < COLUMNS; c++) {
            state one = {{0.0}, {0.0}};
            one.of_columns[c] = 1.0;
            CHECK_NEAR(pull_of(&s, &v, 1.0).of_columns[c], measured_rate(&s, &one), 1e-9);
        }
    }
}

static void pull_and_rate_are_adjoint(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r;
        scene s = scene_of_seed(seed, &r);
        if (seed % 2 == 0) {
            run_over_joints(&s, &r);
        }
        const tendon_view v = view_of(&s);
        const state u = random_state(&r);
        const double impulse = random_uniform(&r, -4.0, 4.0);
        const state c = pull_of(&s, &v, impulse);
        /* two orders of summing some dozen products up to 4 */
        CHECK_NEAR(product(&c, &u), impulse * rate_of(&s, &v, &u), 12.0 * 4.0 * DBL_EPSILON);
    }
}

static void pulls_are_added_to_what_acts_already(void **state_)
{
    (void)state_;
    random_stream r;
    scene s = scene_of_seed(ENDS, &r); /* between bodies 0 and 1 */
    const tendon_view v = view_of(&s);
    state c = pull_of(&s, &v, 1.5);
    s.line.kind->pull(&s.line, &v, 1.5, c.of_bodies, c.of_columns);
    const state twice = pull_of(&s, &v, 3.0);
    assert_memory_equal(&c, &twice, sizeof c);
    assert_true(product(&c, &c) >= 2.0 * 3.0 * 3.0); /* two unit forces and their moments */
}

static void pulls_between_bodies_have_no_net_force_or_moment(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        scene s = random_scene(&r);
        stretch_between(&s, &r, 0, 2);
        const tendon_view v = view_of(&s);
        const double impulse = random_uniform(&r, 1.0, 1000.0);
        const state c = pull_of(&s, &v, impulse);
        ludo_vec3 force = v3(0.0, 0.0, 0.0), moment = force;
        for (int b = 0; b < BODIES; b++) {
            const double *w = c.of_bodies + 6 * b;
            const ludo_vec3 f = v3(w[0], w[1], w[2]);
            force = v3_add(force, f);
            moment = v3_add(moment, v3_add(v3(w[3], w[4], w[5]), v3_cross(bodies(&s)[b].x, f)));
        }
        CHECK_NEAR(v3_norm(force), 0.0, 0.0);
        /* the direction is known to eps reach / length, and some ten products of force and arm */
        const double eps = DBL_EPSILON * impulse * reach;
        CHECK_NEAR(v3_norm(moment), 0.0, (10.0 + reach / v.length) * eps);
    }
}

/* No direction: one point twice, or two points of one body. */
static void lines_without_direction_pull_at_nothing(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        scene s = random_scene(&r);
        stretch_between(&s, &r, 1, seed % 2 == 0 ? 1 : 2);
        s.poses[1 + 2] = s.poses[1 + 1];
        if (seed % 2 == 1) {
            s.segment[0].end[1].point = s.segment[0].end[0].point;
        }
        const tendon_view v = view_of(&s);
        const state u = random_state(&r), c = pull_of(&s, &v, 1000.0);
        assert_true(seed % 2 == 1 ? v.length == 0.0 : v.length > 0.0);
        CHECK_NEAR(product(&c, &c), 0.0, 0.0);
        CHECK_NEAR(rate_of(&s, &v, &u), 0.0, 0.0);
    }
}

/* ---- paths ---- */

/* A path of three segments over all bodies and the world, of which the second wraps around a sphere
 * or a cylinder of body 2, on the side of a point of body 0; a pulley precedes the third. */
typedef struct path_scene {
    scene s;
    tendon_segment segment[3];
    tendon_span span[4];
    tendon_data line;
} path_scene;

static void lay_path(path_scene *p, random_stream *r, uint64_t seed)
{
    p->s = random_scene(r);
    const tendon_end a = {0, random_vec3(r, 0.5)}, b = {1, random_vec3(r, 0.5)};
    const tendon_end c = {-1, random_vec3(r, 2.0)};
    const tendon_wrap wrap = {.center = {2, random_vec3(r, 0.2)},
                              .axes = q_matrix(random_quat(r)),
                              .radius = random_uniform(r, 0.3, 0.8),
                              .cylinder = seed % 2 == 0,
                              .sided = seed % 4 < 2,
                              .side = {0, random_vec3(r, 3.0)}};
    p->segment[0] = (tendon_segment){.end = {a, b}, .share = 1.0};
    p->segment[1] = (tendon_segment){.end = {b, c}, .share = 1.0, .wraps = true, .wrap = wrap};
    p->segment[2] = (tendon_segment){.end = {c, a}, .share = 0.5};
    p->line =
        (tendon_data){.kind = ludo_tendon_kind_find("path"), .segment_count = 3, .span_count = 4};
}

static tendon_view view_path(path_scene *p, const scene *at)
{
    tendon_view v = {.span = p->span};
    p->line.segment = p->segment;
    p->line.kind->view(&p->line, bodies(at), at->phi, &v);
    return v;
}

/* Differences as above; where the path begins or ceases to wrap between both ends, or is near a
 * change of sides, the length is not smooth and the seed is left out. */
static void rates_of_paths_are_those_of_their_lengths(void **state_)
{
    (void)state_;
    int32_t wrapped = 0, checked = 0;
    FOR_SEEDS(seed, 10 * SEEDS)
    {
        random_stream r = random_from(seed);
        path_scene p;
        lay_path(&p, &r, seed);
        const state u = random_state(&r);
        const tendon_view v = view_path(&p, &p.s);
        const double rate = p.line.kind->rate(&p.line, &v, u.of_bodies, u.of_columns);
        double least = 1.0;
        for (int32_t i = 0; i < v.spans; i++) {
            least = fmin(least, p.span[i].length);
        }
        const int32_t spans = v.spans;
        state pulled = {{0.0}, {0.0}};
        p.line.kind->pull(&p.line, &v, 2.0, pulled.of_bodies, pulled.of_columns);
        CHECK_NEAR(product(&pulled, &u), 2.0 * rate, 1e-13); /* some dozens of products up to 8 */
        const double t = 1e-5;
        const scene after = moved(&p.s, &u, t), before = moved(&p.s, &u, -t);
        const tendon_view next = view_path(&p, &after);
        const bool same = next.spans == spans;
        const tendon_view last = view_path(&p, &before);
        const double slope = (next.length - last.length) / (2.0 * t);
        if (same && last.spans == spans && least > 0.3 && fabs(slope) < 20.0) {
            CHECK_NEAR(rate, slope, 1e-7);
            checked++;
            wrapped += spans == 4;
        }
    }
    assert_true(checked > 5 * SEEDS && wrapped > SEEDS);
}

/* The wrench of a path on all bodies and the world balances: without an end at the world it has no
 * net force and moment. */
static void paths_between_bodies_have_no_net_force_or_moment(void **state_)
{
    (void)state_;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        path_scene p;
        lay_path(&p, &r, seed);
        p.segment[1].end[1].slot = p.segment[2].end[0].slot = 2;
        const tendon_view v = view_path(&p, &p.s);
        state c = {{0.0}, {0.0}};
        p.line.kind->pull(&p.line, &v, 1.0, c.of_bodies, c.of_columns);
        ludo_vec3 force = v3(0.0, 0.0, 0.0), moment = force;
        for (int b = 0; b < BODIES; b++) {
            const double *w = c.of_bodies + 6 * b;
            force = v3_add(force, v3_at(w));
            moment = v3_add(moment, v3_add(v3_at(w + 3), v3_cross(bodies(&p.s)[b].x, v3_at(w))));
        }
        /* a dozen products of unit forces and arms up to 4, of spans that may be 0.01 short */
        CHECK_NEAR(v3_norm(force), 0.0, 1e-14);
        CHECK_NEAR(v3_norm(moment), 0.0, 1e-12);
    }
}

static void line_types_are_found_by_name(void **state_)
{
    (void)state_;
    assert_ptr_equal(ludo_tendon_kind_find("distance"), &ludo_tendon_distance);
    assert_ptr_equal(ludo_tendon_kind_find("tendon"), &ludo_tendon_fixed);
    assert_ptr_equal(ludo_tendon_kind_find("path"), &ludo_tendon_path);
    assert_true(ludo_tendon_distance.joins_sites && !ludo_tendon_fixed.joins_sites);
    assert_null(ludo_tendon_kind_find("rope"));
    assert_null(ludo_tendon_kind_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_length_is_the_distance_of_the_points),
        cmocka_unit_test(rates_and_gradients_are_those_of_the_length),
        cmocka_unit_test(tendons_are_weighted_sums_of_coordinates),
        cmocka_unit_test(pull_and_rate_are_adjoint),
        cmocka_unit_test(pulls_are_added_to_what_acts_already),
        cmocka_unit_test(pulls_between_bodies_have_no_net_force_or_moment),
        cmocka_unit_test(lines_without_direction_pull_at_nothing),
        cmocka_unit_test(rates_of_paths_are_those_of_their_lengths),
        cmocka_unit_test(paths_between_bodies_have_no_net_force_or_moment),
        cmocka_unit_test(line_types_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
