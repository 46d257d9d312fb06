/* SPDX-License-Identifier: Apache-2.0
 *
 * Schemes of rotation compared: a tumbling free body and a heavy top, by every integrator of order
 * 2 and 1 that takes a single body, at step sizes that halve.
 *
 *     bench_rotation [FILE.csv]
 *
 * Errors are of the attitude [rad] after `duration`, against order 6 in joint coordinates with a
 * fifth of the shortest step; "observed" is the least-squares order. Errors of energy and momentum
 * are the largest during 100000 steps, relative: of the free body's moment, of the top's moment
 * about the vertical. Times are of steps alone, the best of nine. */
#include "command.h"
#include "poses.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>

enum { STEPS_LONG = 100000, STEPS_SOLVED = 200, HALVINGS = 5, REPETITIONS = 9 };

static const double sample_seconds = 0.02;

/* Larger errors belong to another motion; smaller ones contain rounding. */
static const double error_most = 0.5, error_least = 1e-11;

static const method entrants[] = {
    {.integrator = "rigid-body", .scheme = "symplectic-cayley"},
    {.integrator = "rigid-body", .scheme = "tln-cayley"},
    {.integrator = "rigid-body", .scheme = "tln"},
    {.integrator = "rigid-body", .scheme = "euler"},
    {.integrator = "lie-group"},
    {.integrator = "lie-group", .scheme = "se3"},
    {.integrator = "dual-quaternion"},
    {.integrator = "dual-quaternion", .scheme = "published"},
    {.integrator = "maximal", .rotation = "exponential"},
    {.integrator = "maximal", .rotation = "quaternion"},
    {.integrator = "galerkin", .order = 2},
    {.integrator = "runge-kutta", .order = 2},
};

/* A rotating body. */
typedef struct turner {
    const char *name;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
    double dt;  /* longest step [s] */
    int steps;  /* of the longest step, up to the time of the errors */
    bool hangs; /* on a joint: only the moment about the vertical is conserved */
} turner;

static const turner turners[] = {
    {"free body", ludo_scene_torque_free_body, 0.2, 50, false},
    {"heavy top", ludo_scene_heavy_top, 0.004, 100, true},
};

static trial open_turner(const turner *of, method by, int finer)
{
    ludo_spec *spec = NULL;
    (void)of->scene(NULL, &spec);
    return ludo_trial_open(spec, "start", by, of->dt / finer, of->steps * finer);
}

/* The attitude at the end of a run; zero if the run failed. */
static ludo_quat end_of(trial *t)
{
    ludo_body_state state = {.com = {0.0, 0.0, 0.0}};
    const bool there = ludo_trial_run(t) && ludo_sim_body_state(t->sim, 0, &state) == LUDO_OK;
    return there ? state.orientation : (ludo_quat){0.0, 0.0, 0.0, 0.0};
}

/* The largest relative changes during a run. */
typedef struct drift {
    double energy, momentum;
} drift;

/* The distance between two moments; for a hanging body, of their vertical components. */
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
    for (int k = 0; k < STEPS_LONG && solved; k++) {
        solved = ludo_step(t->sim, t->dt, NULL) == LUDO_OK &&
                 ludo_sim_energy(t->sim, &now) == LUDO_OK &&
                 ludo_sim_momentum(t->sim, &held) == LUDO_OK;
        d.energy = fmax(d.energy, fabs(ludo_energy_error(&from, &now)) / from.kinetic);
        d.momentum = fmax(d.momentum, moment_between(of, held.angular, begun.angular) /
                                          moment_between(of, begun.angular, none));
    }
    return solved ? d : (drift){HUGE_VAL, HUGE_VAL};
}

/* Results at one step size. */
typedef struct finding {
    bool solved;
    double dt, error, iterations, cut, us;
    drift most;
} finding;

/* The shortest of several times: other load only adds time. */
static double best_us(trial *t)
{
    double best = HUGE_VAL;
    for (int r = 0; r < REPETITIONS; r++) {
        best = fmin(best, ludo_trial_seconds(t, sample_seconds));
    }
    return 1e6 * best / t->steps;
}

static finding measure(const turner *of, method by, int finer, ludo_quat reference)
{
    trial t = open_turner(of, by, finer);
    finding f = {.dt = t.dt, .error = HUGE_VAL};
    f.solved = !t.refused && ludo_trial_count(&t);
    if (f.solved) {
        f.iterations = t.iterations / t.steps;
        f.cut = t.cut / t.steps;
        f.error = ludo_pose_angle(end_of(&t), reference);
        f.us = best_us(&t);
        f.most = follow(of, &t);
    }
    ludo_trial_close(&t);
    return f;
}

/* The longest step that is solved without subdivision, as are all shorter ones; 0: refused. */
static double longest_step(const turner *of, method by)
{
    by.max_substeps = 1;
    trial t = open_turner(of, by, 1);
    double longest = 0.0;
    t.steps = STEPS_SOLVED;
    while (!t.refused && ludo_trial_run(&t) && t.dt < 1e3 * of->dt) {
        longest = t.dt;
        t.dt *= 1.02;
    }
    ludo_trial_close(&t);
    return longest;
}

/* The least-squares slope of log error over log dt; NaN for fewer than two errors. */
static double observed_order(const finding f[HALVINGS])
{
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int k = 0; k < HALVINGS; k++) {
        if (f[k].error < error_most && f[k].error > error_least) {
            const double x = log(f[k].dt), y = log(f[k].error);
            n += 1.0;
            sx += x;
            sy += y;
            sxx += x * x;
            sxy += x * y;
        }
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void write_turner(FILE *csv, const turner *of, method by, const finding f[HALVINGS])
{
    const char *scheme = by.scheme != NULL ? by.scheme : by.rotation != NULL ? by.rotation : "";
    const double order = observed_order(f), longest = longest_step(of, by);
    for (int k = 0; k < HALVINGS; k++) {
        const finding *g = &f[k];
        if (!g->solved) {
            printf("%-10s %-16s %-18s %-9g refused, or stopped\n", of->name, by.integrator, scheme,
                   g->dt);
            continue;
        }
        fprintf(csv, "%s,%s,%s,%g,%.3e,%.2f,%.3e,%.3e,%.2f,%.3f,%.3f,%.3g\n", of->name,
                by.integrator, scheme, g->dt, g->error, order, g->most.energy, g->most.momentum,
                g->iterations, g->cut, g->us, longest);
        printf("%-10s %-16s %-18s %-9g %10.2e %5.2f %10.2e %10.2e %6.2f %8.3f %8.3g\n", of->name,
               by.integrator, scheme, g->dt, g->error, order, g->most.energy, g->most.momentum,
               g->iterations, g->us, longest);
    }
    fflush(csv);
    fflush(stdout);
}

static const ludo_bench_about about = {
    .measures =
        "error of the attitude [rad], changes of energy and momentum, and processor time per step\n"
        "[us] of single bodies by each scheme of rotation",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv,
            "body,integrator,scheme,dt,error,observed,energy,momentum,iterations,cut,us,longest\n");
    for (size_t k = 0; k < sizeof turners / sizeof turners[0]; k++) {
        const method exact = {.integrator = "galerkin", .order = 6, .tolerance = 1e-13};
        trial t = open_turner(&turners[k], exact, 5 << (HALVINGS - 1));
        const ludo_quat reference = end_of(&t);
        for (size_t i = 0; i < sizeof entrants / sizeof entrants[0]; i++) {
            finding f[HALVINGS];
            for (int j = 0; j < HALVINGS; j++) {
                f[j] = measure(&turners[k], entrants[i], 1 << j, reference);
            }
            write_turner(csv, &turners[k], entrants[i], f);
        }
        ludo_trial_close(&t);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
