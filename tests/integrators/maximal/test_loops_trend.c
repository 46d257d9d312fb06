/* SPDX-License-Identifier: Apache-2.0
 *
 * Closed loops over minutes: they stay closed, and their energy has no trend. */
#include "momentum.h"

/* A line through points at 0, 1, ..., count - 1. */
typedef struct trend {
    double slope, error; /* per point; standard error, were the points independent */
} trend;

static trend fit(const double *y, int count)
{
    const double middle = 0.5 * (count - 1);
    double mean = 0.0, xx = 0.0, xy = 0.0, rest = 0.0;
    for (int i = 0; i < count; i++) {
        mean += y[i] / count;
        xx += (i - middle) * (i - middle);
        xy += (i - middle) * y[i];
    }
    for (int i = 0; i < count; i++) {
        const double off = y[i] - mean - xy / xx * (i - middle);
        rest += off * off;
    }
    return (trend){xy / xx, sqrt(rest / (count - 2) / xx)};
}

static ludo_status windows(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    return ludo_scene_windows(&options, a, out);
}

static ludo_status segments(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_segments_options options = {3, true, "hinge"};
    return ludo_scene_segments(&options, a, out);
}

typedef ludo_status builder(const ludo_allocator *a, ludo_spec **out);

/* A mechanism, its step, its duration in long tests (else a hundredth), and the band of its energy:
 * a little more than measured, of order h^2. */
static const struct {
    const char *name;
    builder *build;
    double h, minutes, band;
} runs[] = {
    {"three links", ludo_scene_three_links, 0.01, 10.0, 0.06},
    {"windows", windows, 0.01, 10.0, 0.045},
    {"bricard", ludo_scene_bricard, 0.01, 10.0, 4e-4},
    {"3 segments", segments, 0.002, 2.0, 4.5},
};

/* Number of means that are fitted: in long tests each covers more than one oscillation of the
 * mechanism. */
enum { MEANS = 50 };

static void check_run(int i)
{
    ludo_spec *spec = NULL;
    const ludo_status built = runs[i].build(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double seconds = runs[i].minutes * (long_tests() ? 60.0 : 0.6);
    const long steps = lround(seconds / runs[i].h / MEANS);
    const double start = run_energy(&r);
    double mean[MEANS] = {0.0}, band = 0.0, closure = 0.0;
    for (int k = 0; k < MEANS; k++) {
        for (long step = 0; step < steps; step++) {
            ludo_violation v;
            run_steps(&r, runs[i].h, 1);
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            closure = fmax(closure, v.position);
            const double change = run_energy(&r) - start;
            band = fmax(band, fabs(change));
            mean[k] += change / (double)steps;
        }
    }
    const trend t = fit(mean, MEANS);
    print_message("%s, %g s: closure %.1e, energy within %.2e J, trend %.1e +- %.1e J\n",
                  runs[i].name, seconds, closure, band, t.slope * MEANS, t.error * MEANS);
    assert_true(closure <=
                1e-11); /* the tolerance is 1e-10, and accepted iterates are one update better */
    assert_true(band <= runs[i].band);
    /* a total change of less than a part of the band of its oscillation, and within the scatter of
     * means over equal periods of an oscillation */
    assert_true(!long_tests() || fabs(t.slope) * MEANS <= fmax(0.02 * band, 4.0 * t.error * MEANS));
    run_close(&r);
}

static void loops_stay_closed_and_energy_has_no_trend(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        check_run((int)i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_stay_closed_and_energy_has_no_trend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
