/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion with contacts doesn't depend on units: scaled masses, lengths and times give the same
 * motion, iteration by iteration. */
#include "free_bodies.h"

enum { MOST = 3, STEPS = 60 };

/* Factors of the units. */
typedef struct scales {
    double mass, length, time;
} scales;

typedef struct scene {
    int32_t count;
    free_body body[MOST];
    double gravity, friction;
} scene;

static running open_scaled(const scene *s, scales by)
{
    const touch touch_by = {s->friction, 0.0};
    free_body body[MOST];
    ludo_spec *spec = spec_over_plane(s->gravity > 0.0, touch_by);
    set_gravity(spec, 0.0, 0.0, -s->gravity * by.length / (by.time * by.time));
    for (int32_t i = 0; i < s->count; i++) {
        body[i] = s->body[i];
        body[i].mass *= by.mass;
        body[i].at = v3_scale(by.length, body[i].at);
        for (int k = 0; k < 3; k++) {
            body[i].size[k] *= by.length;
            body[i].rate[k] *= by.length / by.time;
            body[i].rate[3 + k] /= by.time;
        }
        add_free_body(spec, &body[i], touch_by);
    }
    return open_free_bodies(spec, NULL, s->count, body);
}

/* The same iterations in each step, and the same positions to a tolerance, in lengths. */
static void check_scaled(const scene *s, scales by, double tolerance)
{
    running a = open_scaled(s, (scales){1.0, 1.0, 1.0}), b = open_scaled(s, by);
    for (int k = 0; k < STEPS; k++) {
        ludo_step_report of_a = {.struct_size = sizeof of_a}, of_b = {.struct_size = sizeof of_b};
        assert_int_equal(ludo_step(a.sim, 0.01, &of_a), LUDO_OK);
        assert_int_equal(ludo_step(b.sim, 0.01 * by.time, &of_b), LUDO_OK);
        assert_int_equal(of_a.iterations, of_b.iterations);
        for (int32_t i = 0; i < s->count; i++) {
            const ludo_body_state x = state_of(&a, i), y = state_of(&b, i);
            const ludo_vec3 v = v3_scale(by.time / by.length, y.linear_velocity);
            const ludo_vec3 at = v3_scale(1.0 / by.length, y.com);
            assert_true(v3_norm(v3_sub(x.com, at)) <= tolerance);
            assert_true(v3_norm(v3_sub(x.linear_velocity, v)) <= 100.0 * tolerance);
        }
    }
    run_close(&a);
    run_close(&b);
}

static const scene scenes[] = {
    {1,
     {{"box", {0.3, 0.2, 0.4}, 2.0, {0.0, 0.0, 0.7}, {0.8, 0.36, 0.48, 0.0}, {1.0, 0.5, 0.0, 0.0}}},
     9.81,
     0.5},
    {3,
     {{"sphere", {0.2}, 1.0, {0.0, 0.0, 0.21}, {1.0, 0.0, 0.0, 0.0}, {1.5, 0.1, 0.0, 0.0, 1.0}},
      {"sphere", {0.25}, 2.0, {0.5, 0.02, 0.25}, {1.0, 0.0, 0.0, 0.0}, {0.0}},
      {"sphere", {0.15}, 0.5, {0.93, -0.02, 0.17}, {1.0, 0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}}},
     9.81,
     0.4},
    {2,
     {{"box", {0.25, 0.25, 0.25}, 1.0, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, {3.0, 0.0, 0.0}},
      {"box", {0.25, 0.25, 0.25}, 2.0, {1.2, 0.2, 0.1}, {0.8, 0.36, 0.48, 0.0}, {-1.0, 0.0, 0.0}}},
     0.0,
     0.3},
};

enum { SCENES = sizeof scenes / sizeof *scenes };

/* Powers of two change no bit. */
static void scales_of_two_change_no_bit(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        check_scaled(&scenes[i], (scales){0.25, 8.0, 4.0}, 0.0);
    }
}

/* Grams and millimetres: the difference is round-off, which tumbling amplifies. */
static void units_change_nothing_but_round_off(void **state)
{
    (void)state;
    const scales by[] = {{1e3, 1.0, 1.0}, {1e-3, 1.0, 1.0}, {1.0, 1e3, 1.0}, {1e3, 1e3, 1e-2}};
    for (int i = 0; i < SCENES; i++) {
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            check_scaled(&scenes[i], by[k], 1e-10);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_of_two_change_no_bit),
        cmocka_unit_test(units_change_nothing_but_round_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
