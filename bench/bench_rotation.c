/* SPDX-License-Identifier: Apache-2.0
 *
 * Schemes of rotation side by side: a body that tumbles in the air and a heavy top, by every
 * integrator of order 2 and 1 that takes a single body.
 *
 *     bench_rotation RESULTS.csv
 *
 * Errors are those of the attitude [rad] at the end against order 6 in joint coordinates with a
 * fifth of the step; those of energy and momentum the largest on the way, as a part of what there
 * is: of the free body of its moment, of the top of that about the vertical. Times are of steps
 * alone. */
#include "machine.h"
#include "timing.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>

static const method entrants[] = {
    {.integrator = "rigid-body", .scheme = "symplectic-cayley"},
    {.integrator = "rigid-body", .scheme = "tln-cayley"},
    {.integrator = "rigid-body", .scheme = "tln"},
    {.integrator = "rigid-body", .scheme = "euler"},
    {.integrator = "lie-group"},
    {.integrator = "lie-group", .scheme = "se3"},
    {.integrator = "dual-quaternion"},
    {.integrator = "maximal", .rotation = "exponential"},
    {.integrator = "maximal", .rotation = "quaternion"},
    {.integrator = "galerkin", .order = 2},
    {.integrator = "runge-kutta", .order = 2},
};

/* A body that turns. */
typedef struct turner {
    const char *name;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
    double dt; /* [s] */
    int steps;
    bool hangs; /* on something, so that only the moment about the vertical is kept */
} turner;

static const turner turners[] = {
    {"free body", ludo_scene_torque_free_body, 0.05, 2000, false},
    {"heavy top", ludo_scene_heavy_top, 0.002, 2000, true},
};

static trial open_turner(const turner *of, method by, int finer)
{
    ludo_spec *spec = NULL;
    (void)of->scene(NULL, &spec);
    return ludo_trial_open(spec, "start", by, of->dt / finer, of->steps * finer);
}

/* The attitude at the end of a run; zero where it doesn't get there. */
static ludo_quat end_of(trial *t)
{
    ludo_body_state state = {.com = {0.0, 0.0, 0.0}};
    const bool there = ludo_trial_run(t) && ludo_sim_body_state(t->sim, 0, &state) == LUDO_OK;
    return there ? state.orientation : (ludo_quat){0.0, 0.0, 0.0, 0.0};
}

/* The angle between two attitudes [rad]. */
static double angle_between(ludo_quat a, ludo_quat b)
{
    const double x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
    const double y = a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x;
    const double z = a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w;
    return 2.0 * sqrt(x * x + y * y + z * z);
}

/* The largest changes on the way, as parts. */
typedef struct drift {
    double energy, momentum;
} drift;

/* How far a moment is from another. */
static double moment_between(const turner *of, ludo_vec3 a, ludo_vec3 b)
{
    const double x = of->hangs ? 0.0 : a.x - b.x, y = of->hangs ? 0.0 : a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static drift follow(const turner *of, trial *t)
{
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    ludo_energy from, now;
    ludo_momentum begun, held;
    drift d = {0.0, 0.0};
    bool solved = ludo_sim_copy(t->sim, t->origin) == LUDO_OK &&
                  ludo_sim_energy(t->sim, &from) == LUDO_OK &&
                  ludo_sim_momentum(t->sim, &begun) == LUDO_OK;
    for (int k = 0; k < t->steps && solved; k++) {
        solved = ludo_step(t->sim, t->dt, NULL) == LUDO_OK &&
                 ludo_sim_energy(t->sim, &now) == LUDO_OK &&
                 ludo_sim_momentum(t->sim, &held) == LUDO_OK;
        d.energy = fmax(d.energy, fabs(ludo_energy_error(&from, &now)) / from.kinetic);
        d.momentum = fmax(d.momentum, moment_between(of, held.angular, begun.angular) /
                                          moment_between(of, begun.angular, none));
    }
    return solved ? d : (drift){HUGE_VAL, HUGE_VAL};
}

static void measure(FILE *csv, const turner *of, method by, ludo_quat reference)
{
    trial t = open_turner(of, by, 1);
    const char *scheme = by.scheme != NULL ? by.scheme : by.rotation != NULL ? by.rotation : "";
    if (!t.refused && ludo_trial_count(&t)) {
        const double error = angle_between(end_of(&t), reference);
        const drift d = follow(of, &t);
        const double us = 1e6 * ludo_trial_seconds(&t, 0.2) / t.steps;
        const double iterations = t.iterations / t.steps, cut = t.cut / t.steps;
        fprintf(csv, "%s,%s,%s,%d,%g,%.3e,%.3e,%.3e,%.2f,%.3f,%.3f\n", of->name, by.integrator,
                scheme, (int)ludo_sim_order(t.sim), of->dt, error, d.energy, d.momentum, iterations,
                cut, us);
        printf("%-10s %-16s %-18s %10.2e %10.2e %10.2e %6.2f %8.3f\n", of->name, by.integrator,
               scheme, error, d.energy, d.momentum, iterations, us);
    } else {
        printf("%-10s %-16s %-18s %s\n", of->name, by.integrator, scheme,
               t.refused ? "refused" : "stopped");
    }
    ludo_trial_close(&t);
    fflush(csv);
}

int main(int argc, char **argv)
{
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (csv == NULL) {
        fprintf(stderr, "usage: bench_rotation RESULTS.csv\n");
        return 2;
    }
    ludo_bench_describe(csv);
    ludo_bench_describe(stdout);
    fprintf(csv, "body,integrator,scheme,order,dt,error,energy,momentum,iterations,cut,us\n");
    for (size_t k = 0; k < sizeof turners / sizeof turners[0]; k++) {
        const method exact = {.integrator = "galerkin", .order = 6, .tolerance = 1e-13};
        trial t = open_turner(&turners[k], exact, 5);
        const ludo_quat reference = end_of(&t);
        for (size_t i = 0; i < sizeof entrants / sizeof entrants[0]; i++) {
            measure(csv, &turners[k], entrants[i], reference);
        }
        ludo_trial_close(&t);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
