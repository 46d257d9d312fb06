/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy over long times: the double pendulum from horizontal for a thousand seconds, the largest
 * energy error up to a time, by each integrator.
 *
 *     bench_drift [FILE.csv [DURATION]]
 *
 * Steps are 10 ms; the explicit integrators also take shorter steps, for the cost of the implicit
 * ones. Times are printed only, and include reading the energy at each step. */
#include "command.h"
#include "timing.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>

/* Report times grow by a tenth of a decade from the first one [s]. */
static const double first_report = 1.0, report_growth = 1.2589254117941673;

typedef struct entrant {
    const char *integrator;
    int order;
    double dt; /* [s] */
} entrant;

static const entrant entrants[] = {
    {"maximal", 2, 0.01},      {"maximal", 4, 0.01},     {"galerkin", 2, 0.01},
    {"galerkin", 4, 0.01},     {"galerkin", 6, 0.01},    {"runge-kutta", 2, 0.01},
    {"runge-kutta", 2, 0.002}, {"runge-kutta", 4, 0.01}, {"runge-kutta", 4, 0.005},
};

static void write_row(FILE *csv, const entrant *e, double time, double error)
{
    fprintf(csv, "%s,%d,%g,%.5g,%.4e\n", e->integrator, e->order, e->dt, time, error);
}

/* The largest energy error of a run, reported on the way [J]. */
static double follow(FILE *csv, const entrant *e, trial *t)
{
    double largest = 0.0, next = first_report;
    ludo_energy from, now;
    bool solved = ludo_sim_energy(t->sim, &from) == LUDO_OK;
    for (int k = 1; k <= t->steps && solved; k++) {
        solved =
            ludo_step(t->sim, t->dt, NULL) == LUDO_OK && ludo_sim_energy(t->sim, &now) == LUDO_OK;
        largest = solved ? fmax(largest, fabs(ludo_energy_error(&from, &now))) : HUGE_VAL;
        if (k * t->dt >= next * (1.0 - 1e-9) || k == t->steps) {
            write_row(csv, e, k * t->dt, largest);
            next *= report_growth;
        }
    }
    return largest;
}

static void measure(FILE *csv, const entrant *e, double duration)
{
    ludo_spec *spec = NULL;
    (void)ludo_scene_planar_double_pendulum(NULL, &spec);
    const method by = {.integrator = e->integrator, .order = e->order};
    trial t = ludo_trial_open(spec, "start", by, e->dt, (int)lround(duration / e->dt));
    if (!t.refused) {
        const clock_t start = clock();
        const double largest = follow(csv, e, &t);
        printf("%-12s %d %8g %14.4e %10.3f\n", e->integrator, e->order, e->dt, largest,
               seconds_since(start));
    }
    ludo_trial_close(&t);
    fflush(csv);
    fflush(stdout);
}

static const ludo_bench_about about = {
    .measures =
        "largest energy error [J] up to a time of the double pendulum released from horizontal",
    .operands = "[DURATION]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const double duration = argc > 2 ? atof(argv[2]) : 1000.0;
    fprintf(csv, "integrator,order,dt,time,largest_energy_error\n");
    printf("%-14s %8s %14s %10s\n", "", "dt", "largest, J", "s");
    for (size_t i = 0; i < sizeof entrants / sizeof entrants[0]; i++) {
        measure(csv, &entrants[i], duration);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
