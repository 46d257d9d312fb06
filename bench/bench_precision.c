/* SPDX-License-Identifier: Apache-2.0
 *
 * Work against precision: the error of each integrator at the end of a motion, and its processor
 * time, for a range of step sizes.
 *
 *     bench_precision [FILE.csv [FOLDER]]
 *
 * FOLDER holds MuJoCo's humanoid as mujoco/humanoid.xml, by default shared/models beside the source
 * tree; without it the other mechanisms are measured. Contacts and limits are off. Errors are those
 * of `ludo compare` at the end: the largest distance between origins of bodies, or angle between
 * their orientations, from a reference by Galerkin of order 6 at a quarter of the shortest step.
 * Steps are never subdivided: a step size that does not solve is left out. */
#include "command.h"
#include "poses.h"
#include "timing.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>

enum { REPETITIONS = 3 };

static const double sample_seconds = 0.01;

/* Larger errors belong to another motion; smaller ones contain rounding. */
static const double error_most = 1.0, error_least = 1e-11;

/* A motion from a start, at step sizes that halve. */
typedef struct motion {
    const char *name;
    ludo_status (*build)(const char *folder, ludo_spec **out);
    const char *keyframe;
    double duration; /* [s] */
    int fewest;      /* least number of steps */
    int halvings;
} motion;

/* --- mechanisms ------------------------------------------------------------------------------ */

static ludo_status build_double_pendulum(const char *folder, ludo_spec **out)
{
    (void)folder;
    return ludo_scene_planar_double_pendulum(NULL, out);
}

static ludo_status build_chain(const char *folder, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {
        .links = 10, .joint = "hinge", .spatial = true, .lowered = 0.78539816339744830962};
    (void)folder;
    return ludo_scene_chain(&chain, NULL, out);
}

static ludo_status build_humanoid(const char *folder, ludo_spec **out)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/mujoco/humanoid.xml", folder);
    return ludo_load_file(path, NULL, NULL, out, NULL);
}

static const motion motions[] = {
    {"double pendulum", build_double_pendulum, "start", 2.0, 20, 9},
    {"chain of 10", build_chain, "start", 1.0, 20, 7},
    {"humanoid", build_humanoid, "squat", 0.5, 10, 8},
};

/* --- measuring ------------------------------------------------------------------------------- */

static trial open_motion(const motion *m, const char *folder, method by, int steps)
{
    ludo_spec *spec = NULL;
    (void)m->build(folder, &spec);
    return ludo_trial_open(spec, m->keyframe, by, m->duration / steps, steps);
}

static bool find_reference(const motion *m, const char *folder, pose_list *out)
{
    const method by = {.integrator = "galerkin", .order = 6, .tolerance = 1e-12};
    trial t = open_motion(m, folder, by, m->fewest << (m->halvings + 1));
    const bool found = !t.refused && ludo_trial_run(&t) && ludo_poses_read(&t, out);
    ludo_trial_close(&t);
    return found;
}

static double best_seconds(trial *t)
{
    double best = HUGE_VAL;
    for (int r = 0; r < REPETITIONS; r++) {
        best = fmin(best, ludo_trial_seconds(t, sample_seconds));
    }
    return best;
}

/* The error of a run, reported with its cost; HUGE_VAL: the run failed. */
static double report(FILE *csv, const motion *m, trial *t, const pose_list *truth)
{
    pose_list end;
    if (t->refused || !ludo_trial_count(t) || !ludo_poses_read(t, &end)) {
        return HUGE_VAL;
    }
    const double error = ludo_poses_error(&end, truth), iterations = t->iterations / t->steps;
    if (error < error_most) {
        const double seconds = best_seconds(t);
        printf("%-16s %-12s %d %10.3g %8d %10.3g %12.3e %6.2f\n", m->name, t->by.integrator,
               t->by.order, t->dt, t->steps, 1e3 * seconds, error, iterations);
        fprintf(csv, "%s,%s,%d,%.9g,%d,%.4g,%.4e,%.3f\n", m->name, t->by.integrator, t->by.order,
                t->dt, t->steps, seconds, error, iterations);
    }
    return error;
}

/* One method at step sizes that halve. */
static void refine(FILE *csv, const motion *m, const char *folder, method by,
                   const pose_list *truth)
{
    double error = HUGE_VAL;
    for (int k = 0; k < m->halvings && !(error < error_least); k++) {
        trial t = open_motion(m, folder, by, m->fewest << k);
        error = report(csv, m, &t, truth);
        ludo_trial_close(&t);
    }
}

static void measure(FILE *csv, const motion *m, const char *folder)
{
    pose_list truth;
    if (!find_reference(m, folder, &truth)) {
        printf("%-16s can't be simulated, or isn't there\n", m->name);
        return;
    }
    for (int i = 0; i < METHODS; i++) {
        method by = ludo_bench_methods[i];
        by.max_substeps = 1;
        refine(csv, m, folder, by, &truth);
    }
    fflush(csv);
    fflush(stdout);
}

static const ludo_bench_about about = {
    .measures = "processor time [s] of a motion against the error at its end [m, rad], without "
                "contacts or\n"
                "limits",
    .operands = "[FOLDER]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const char *folder = argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS;
    fprintf(csv, "motion,integrator,order,dt,steps,seconds,error,iterations_mean\n");
    printf("%-16s %-14s %10s %8s %10s %12s %6s\n", "", "", "dt", "steps", "ms", "error", "iter");
    for (size_t i = 0; i < sizeof motions / sizeof motions[0]; i++) {
        measure(csv, &motions[i], folder);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
