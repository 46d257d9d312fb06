/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of force along a scalar: impulses at both ends of an interval against explicit formulas,
 * slopes against differences. */
#include "integrators/maximal_forces/midpoint_force.h"
#include "support.h"

#include <float.h>

/* Sums of a few products of numbers below 1000. */
static const double round_off = 1e4 * DBL_EPSILON;

/* Impulses as functions of the change `delta` over an interval of length h that starts at q. */
typedef scalar_step law(const double *p, double q, double delta, double h);

static scalar_step armature_step(const double *p, double q, double delta, double h)
{
    (void)q;
    scalar_step s = {.delta = delta};
    scalar_add_armature(&s, p[0], h);
    return s;
}

/* The rest range is as wide as p[1]. */
static scalar_step spring_step(const double *p, double q, double delta, double h)
{
    scalar_step s = {.delta = delta};
    const double rest[2] = {-0.5 * p[1], 0.5 * p[1]};
    scalar_add_spring(&s, p[0], rest, q + 0.5 * delta, h);
    return s;
}

static scalar_step symmetric_damper_step(const double *p, double q, double delta, double h)
{
    (void)q;
    scalar_step s = {.delta = delta};
    scalar_add_damper(&s, p[0], (damping_split){0.5, 0.5}, h);
    return s;
}

static scalar_step implicit_damper_step(const double *p, double q, double delta, double h)
{
    (void)q;
    scalar_step s = {.delta = delta};
    scalar_add_damper(&s, p[0], (damping_split){1.0, 0.0}, h);
    return s;
}

/* A servo: a force that decreases with the midpoint and with the rate. */
static scalar_step servo_step(const double *p, double q, double delta, double h)
{
    scalar_step s = {.delta = delta};
    const double F = p[0] * (1.0 - (q + 0.5 * delta)) - p[1] * delta / h;
    scalar_add_force(&s, F, -p[0], -p[1], h);
    return s;
}

static law *const laws[] = {armature_step, spring_step, symmetric_damper_step, implicit_damper_step,
                            servo_step};
enum { LAWS = sizeof laws / sizeof *laws };

/* --- the formulas of midpoint_force.h --------------------------------------------------------- */

static void check_impulses(const scalar_step *s, double start, double end)
{
    CHECK_NEAR(s->start, start, round_off);
    CHECK_NEAR(s->end, end, round_off);
}

static void an_armature_gives_its_momentum_back_at_the_end(void **state)
{
    (void)state;
    scalar_step s = {.delta = 0.3};
    scalar_add_armature(&s, 2.0, 0.1);
    check_impulses(&s, -6.0, 6.0);
    assert_true(s.slope == 2.0);
}

static void a_force_acts_by_halves(void **state)
{
    (void)state;
    scalar_step s = {.delta = 0.3};
    scalar_add_force(&s, 8.0, -100.0, -3.0, 0.1);
    check_impulses(&s, 0.4, 0.4);
    CHECK_NEAR(s.slope, 0.05 * (0.05 * 100.0 + 3.0), round_off);
}

static void dampers_act_as_they_are_split(void **state)
{
    (void)state;
    scalar_step even = {.delta = 0.3}, early = {.delta = 0.3};
    const damping_split halves = {0.5, 0.5}, all = {1.0, 0.0};
    scalar_add_damper(&even, 2.0, halves, 0.1);
    scalar_add_damper(&early, 2.0, all, 0.1);
    check_impulses(&even, -0.3, -0.3);
    check_impulses(&early, -0.6, 0.0);
    CHECK_NEAR(even.slope, 0.1, round_off);
    CHECK_NEAR(early.slope, 0.2, round_off);

    /* d dq'^2 for h */
    CHECK_NEAR(damper_loss(2.0, halves, 0.3, 0.1), 2.0 * 3.0 * 3.0 * 0.1, round_off);
    CHECK_NEAR(damper_loss(2.0, all, 0.3, 0.1), 2.0 * 3.0 * 3.0 * 0.1, round_off);
}

/* Laws add to the contents of the interval; delta is unchanged. */
static void laws_add_up(void **state)
{
    (void)state;
    const double rest[2] = {0.1, 0.1}, h = 0.1;
    scalar_step s = {1.0, 2.0, 3.0, 0.3};
    scalar_add_spring(&s, 50.0, rest, 0.4, h);
    scalar_add_armature(&s, 2.0, h);
    scalar_add_damper(&s, 4.0, (damping_split){0.5, 0.5}, h);
    check_impulses(&s, 1.0 - (2.0 * 3.0 + 0.05 * 50.0 * 0.3 + 2.0 * 0.3),
                   2.0 + (2.0 * 3.0 - 0.05 * 50.0 * 0.3 - 2.0 * 0.3));
    CHECK_NEAR(s.slope, 3.0 + 2.0 + 0.05 * 0.05 * 50.0 + 0.1 * 2.0, round_off);
    assert_true(s.delta == 0.3);
}

/* --- slack springs --------------------------------------------------------------------------- */

static void a_slack_spring_pulls_beyond_either_end_only(void **state)
{
    (void)state;
    const double rest[2] = {-0.25, 1.0}, k = 8.0, h = 0.5;
    const double middle[] = {-1.25, -0.25, 0.0, 1.0, 1.5};
    const double stretch[] = {-1.0, 0.0, 0.0, 0.0, 0.5};
    for (int i = 0; i < 5; i++) {
        scalar_step s = {0};
        scalar_add_spring(&s, k, rest, middle[i], h);
        assert_true(spring_stretch(rest, middle[i]) == stretch[i]);
        check_impulses(&s, -0.25 * k * stretch[i], -0.25 * k * stretch[i]);
        assert_true(s.slope == (stretch[i] != 0.0 ? 0.0625 * k : 0.0));
    }
}

static void a_plain_spring_is_stiff_at_rest(void **state)
{
    (void)state;
    const double rest[2] = {0.75, 0.75};
    scalar_step s = {0};
    scalar_add_spring(&s, 8.0, rest, 0.75, 0.5);
    assert_true(s.start == 0.0 && s.end == 0.0 && s.slope == 0.5);
}

static void a_slack_spring_is_continuous_at_its_ends(void **state)
{
    (void)state;
    const double rest[2] = {-0.25, 1.0};
    CHECK_NEAR(spring_stretch(rest, 1.0 + 1e-12), 0.0, 1.1e-12);
    CHECK_NEAR(spring_stretch(rest, -0.25 - 1e-12), 0.0, 1.1e-12);
    assert_true(spring_stretch(rest, 1.0 + 1e-12) > 0.0);
    assert_true(spring_stretch(rest, -0.25 - 1e-12) < 0.0);
}

/* --- slopes ---------------------------------------------------------------------------------- */

/* All laws are linear on either side of a spring's ends, so that a difference is exact up to
 * rounding: of impulses below 1000, over a change of rate of 0.01. */
static void slopes_are_differences_of_the_start(void **state)
{
    (void)state;
    const double tolerance = 4.0 * DBL_EPSILON * 1000.0 / 0.01;
    FOR_SEEDS(seed, 50 * LAWS)
    {
        random_stream r = random_from(seed);
        law *step = laws[seed % LAWS];
        const double p[2] = {random_uniform(&r, 0.0, 50.0), random_uniform(&r, 0.1, 1.0)};
        const double h = (seed % 2 == 0 ? 1.0 : -1.0) * random_uniform(&r, 0.01, 0.1);
        const double rate = random_uniform(&r, -1.0, 1.0);
        const double q[3] = {random_uniform(&r, 2.0, 4.0), random_uniform(&r, -4.0, -2.0), 0.0};
        for (int i = 0; i < 3; i++) { /* above, below and inside a spring's range */
            const scalar_step a = step(p, q[i], h * (rate - 0.005), h);
            const scalar_step b = step(p, q[i], h * (rate + 0.005), h);
            CHECK_NEAR(a.slope, -(b.start - a.start) / 0.01, tolerance);
            CHECK_NEAR(b.slope, a.slope, 0.0);
        }
    }
}

/* A reversed interval from the end of the first: the impulses at the two ends are exchanged. Only
 * implicit dampers differ. */
static void laws_but_implicit_dampers_are_their_own_adjoints(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50 * LAWS)
    {
        random_stream r = random_from(seed);
        law *step = laws[seed % LAWS];
        const double p[2] = {random_uniform(&r, 1.0, 50.0), random_uniform(&r, 0.1, 1.0)};
        const double q = random_uniform(&r, -3.0, 3.0), delta = random_uniform(&r, 0.1, 0.3);
        const scalar_step ahead = step(p, q, delta, 0.1), back = step(p, q + delta, -delta, -0.1);
        const bool mirrored =
            fabs(ahead.start + back.end) <= round_off && fabs(ahead.end + back.start) <= round_off;
        assert_true(mirrored == (step != implicit_damper_step));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_armature_gives_its_momentum_back_at_the_end),
        cmocka_unit_test(a_force_acts_by_halves),
        cmocka_unit_test(dampers_act_as_they_are_split),
        cmocka_unit_test(laws_add_up),
        cmocka_unit_test(a_slack_spring_pulls_beyond_either_end_only),
        cmocka_unit_test(a_plain_spring_is_stiff_at_rest),
        cmocka_unit_test(a_slack_spring_is_continuous_at_its_ends),
        cmocka_unit_test(slopes_are_differences_of_the_start),
        cmocka_unit_test(laws_but_implicit_dampers_are_their_own_adjoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
