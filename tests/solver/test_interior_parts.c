/* SPDX-License-Identifier: Apache-2.0
 *
 * Independent parts side by side: each has the bits that it has alone, however many iterations the
 * others need, and whether or not they have a solution. */
#include "friction_problem.h"
#include "solver/interior/interior_parts.h"

enum { PARTS = 4, SEEDS = 40 };

/* Problems as one system of parts. */
typedef struct several {
    friction_problem *problem[PARTS];
    double size[PARTS];
    int32_t unevaluable; /* this part can't be evaluated once it has moved; -1: none */
    bool moved;
    int32_t solutions[PARTS], unbalanced; /* of each part; the first ones have an imbalance: */
    double imbalance[PARTS];
} several;

static void several_restart(void *self, int32_t part)
{
    several *s = self;
    s->moved = part == s->unevaluable ? false : s->moved;
    problem_restart(s->problem[part]);
}

static ludo_status several_evaluate(void *self, const interior_part *parts, int32_t *failed)
{
    several *s = self;
    *failed = -1;
    for (int32_t i = 0; i < PARTS; i++) {
        if (parts[i].running) {
            (void)problem_evaluate(s->problem[i]);
        }
    }
    if (s->moved) {
        *failed = s->unevaluable;
        return LUDO_STEP_TOO_LARGE;
    }
    return LUDO_OK;
}

static void several_direction(void *self, const interior_part *parts, bool factorize)
{
    several *s = self;
    for (int32_t i = 0; i < PARTS; i++) {
        s->size[i] = parts[i].running ? problem_direction(s->problem[i], factorize) : (double)NAN;
    }
}

static void several_advance(void *self, const interior_part *parts)
{
    several *s = self;
    for (int32_t i = 0; i < PARTS; i++) {
        if (parts[i].alpha > 0.0) {
            problem_advance(s->problem[i], parts[i].alpha);
            s->moved = s->moved || i == s->unevaluable;
        }
    }
}

static double several_size(const void *self, int32_t part)
{
    return ((const several *)self)->size[part];
}

static double several_residual(const void *self, int32_t part)
{
    (void)self;
    (void)part;
    return 0.0;
}

/* That of the first solutions of a part; the others have none. */
static double several_imbalance(void *self, int32_t part)
{
    several *s = self;
    return ++s->solutions[part] <= s->unbalanced ? s->imbalance[part] : 0.0;
}

static ludo_status solve_several(several *s, interior_part *parts)
{
    const interior_parts system = {.self = s,
                                   .restart = several_restart,
                                   .evaluate = several_evaluate,
                                   .direction = several_direction,
                                   .advance = several_advance,
                                   .size = several_size,
                                   .residual = several_residual,
                                   .imbalance = several_imbalance};
    for (int32_t i = 0; i < PARTS; i++) {
        friction_problem *f = s->problem[i];
        parts[i] = (interior_part){.cones = f->cone, .count = f->cones, .settings = f->settings};
    }
    return ludo_interior_solve_parts(&system, parts, PARTS);
}

/* A box that strikes a plane; the second without cones, the third with too few iterations. */
static friction_problem *random_problem(random_stream *r, int32_t which)
{
    friction_problem *f = calloc(1, sizeof *f);
    assert_non_null(f);
    const ludo_vec3 size = v3(random_uniform(r, 0.05, 0.3), random_uniform(r, 0.05, 0.3),
                              random_uniform(r, 0.05, 0.3));
    const double mass = random_uniform(r, 0.1, 10.0);
    problem_add_box(f, &ludo_cone_exact, random_uniform(r, 0.0, 1.0), mass, size, random_quat(r),
                    v3(0.0, 0.0, 1.0), 0.0, random_vec3(r, 2.0), random_vec3(r, 2.0));
    f->cones = which == 1 ? 0 : f->cones;
    problem_measure(f, mass);
    f->settings.max_iterations = which == 2 ? 4 : f->settings.max_iterations;
    return f;
}

static void open_several(several *s, uint64_t seed)
{
    random_stream r = random_from(seed);
    *s = (several){.unevaluable = -1};
    for (int32_t i = 0; i < PARTS; i++) {
        s->problem[i] = random_problem(&r, i);
    }
}

static void close_several(several *s)
{
    for (int32_t i = 0; i < PARTS; i++) {
        free(s->problem[i]);
    }
}

static void parts_have_the_bits_that_they_have_alone(void **state)
{
    (void)state;
    int failed = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        several s, alone;
        interior_part parts[PARTS];
        open_several(&s, seed);
        open_several(&alone, seed);
        assert_int_equal(solve_several(&s, parts), LUDO_OK);
        for (int32_t i = 0; i < PARTS; i++) {
            friction_problem *f = alone.problem[i];
            assert_int_equal(problem_solve(f), parts[i].status);
            failed += parts[i].status != LUDO_OK;
            assert_true(i == 2 || parts[i].status == LUDO_OK);
            assert_int_equal(parts[i].report.iterations, f->report.iterations);
            assert_memory_equal(s.problem[i]->V, f->V, sizeof f->V);
            for (int32_t c = 0; c < f->cones; c++) {
                assert_memory_equal(s.problem[i]->cone[c].p, f->cone[c].p, sizeof f->cone[c].p);
            }
        }
        close_several(&s);
        close_several(&alone);
    }
    assert_true(failed > SEEDS / 4); /* else the third part has too many iterations */
}

/* A solution whose balances hardly hold is relaxed; one whose balances don't is none, and the next
 * start follows. */
static void solutions_without_balance_are_none(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        several s;
        interior_part parts[PARTS];
        open_several(&s, seed);
        s.unbalanced = 1;
        s.imbalance[0] = 1e-3;
        s.imbalance[3] = 0.5;
        assert_int_equal(solve_several(&s, parts), LUDO_OK);
        assert_int_equal(parts[0].status, LUDO_OK);
        assert_int_equal(parts[3].status, LUDO_OK);
        assert_true(parts[0].report.relaxed && parts[0].report.attempts == 1);
        assert_true(!parts[3].report.relaxed && parts[3].report.attempts == 2);
        close_several(&s);
    }
}

/* A part that can't be evaluated away from its start fails there; the others do not notice. */
static void a_part_that_cannot_be_evaluated_fails_alone(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        several s;
        interior_part parts[PARTS];
        open_several(&s, seed);
        s.unevaluable = 3;
        assert_int_equal(solve_several(&s, parts), LUDO_OK);
        assert_int_equal(parts[0].status, LUDO_OK);
        assert_int_equal(parts[3].status, LUDO_STEP_TOO_LARGE);
        assert_int_equal(parts[3].report.attempts, s.problem[3]->settings.restarts);
        assert_memory_equal(s.problem[3]->V, s.problem[3]->start, sizeof s.problem[3]->start);
        close_several(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_the_bits_that_they_have_alone),
        cmocka_unit_test(solutions_without_balance_are_none),
        cmocka_unit_test(a_part_that_cannot_be_evaluated_fails_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
