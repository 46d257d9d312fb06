/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of each type of joint: microseconds of processor time per body and step of chains of one
 * type, and the ratio to a chain of hinges.
 *
 *     bench_joints [FILE.csv]
 *
 * All types take turns, so that other load on the machine affects all of them; the cost of a step
 * is the best of the repetitions, and the median shows the load. Every run starts from a copy of
 * one state. */
#include "command.h"
#include "scenes.h"
#include "timing.h"

#include <stdio.h>

enum {
    REPETITIONS = 7,
    WARM_UP = 8, /* steps before the measured steps: Newton's start needs a history */
    STEPS = 200
};

static const double dt = 0.001, sample_seconds = 0.02;

/* The first type is the baseline of all ratios. */
static const char *const types[] = {
    "hinge",
    "slide",
    "fixed",
    "cylindrical",
    "universal",
    "hinge+hinge",
    "hinge+slide",
    "planar",
    "ball",
    "orientation-only",
    "hinge+hinge+hinge",
    "slide+hinge+slide",
    "point-on-line",
    "free-planar",
};
enum { TYPES = sizeof types / sizeof types[0] };

typedef struct chain {
    const char *type;
    int links, dof;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    double iterations;      /* per step */
    double sample[REPETITIONS];
    bool failed;
} chain;

static bool run(chain *c, int steps, double *iterations)
{
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        if (ludo_step(c->sim, dt, &report) != LUDO_OK) {
            return false;
        }
        *iterations += report.iterations;
    }
    return true;
}

static chain open_chain(const char *type, int links)
{
    chain c = {.type = type, .links = links};
    double unused = 0.0;
    ludo_spec *spec = NULL;
    c.failed = ludo_scene_joint_chain(type, links, NULL, &spec) != LUDO_OK ||
               ludo_scene_open(spec, NULL, &c.model, &c.sim) != LUDO_OK ||
               ludo_sim_create(c.model, NULL, NULL, &c.origin, NULL) != LUDO_OK ||
               !run(&c, WARM_UP, &unused) || ludo_sim_copy(c.origin, c.sim) != LUDO_OK ||
               !run(&c, STEPS, &c.iterations);
    c.dof = c.failed ? 0 : ludo_model_dof(c.model) / links;
    c.iterations /= STEPS;
    return c;
}

static void close_chain(chain *c)
{
    ludo_sim_destroy(c->sim);
    ludo_sim_destroy(c->origin);
    ludo_model_destroy(c->model);
}

static void run_again(void *subject)
{
    chain *c = subject;
    double unused = 0.0;
    ludo_sim_copy(c->sim, c->origin);
    run(c, STEPS, &unused);
}

/* The time of one sample [us per body and step]. */
static double sample(chain *c)
{
    return 1e6 * seconds_per_run(run_again, c, sample_seconds) / (STEPS * c->links);
}

static void report(FILE *csv, const chain *c, const chain *first)
{
    if (c->failed) {
        printf("%-18s %5d  failed\n", c->type, c->links);
        return;
    }
    const double best = c->sample[0], median = c->sample[REPETITIONS / 2];
    const double ratio = best / first->sample[0];
    printf("%-18s %5d %4d %9.3f %9.3f %6.2f %6.2f\n", c->type, c->links, c->dof, best, median,
           c->iterations, ratio);
    fprintf(csv, "%s,%d,%d,%g,%d,%.4f,%.4f,%.3f,%.3f\n", c->type, c->links, c->dof, dt, STEPS, best,
            median, c->iterations, ratio);
}

static void measure(FILE *csv, int links)
{
    chain chains[TYPES];
    for (int i = 0; i < TYPES; i++) {
        chains[i] = open_chain(types[i], links);
    }
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < TYPES; i++) {
            chains[i].sample[r] = chains[i].failed ? 0.0 : sample(&chains[i]);
        }
    }
    for (int i = 0; i < TYPES; i++) {
        sort_samples(chains[i].sample, REPETITIONS);
    }
    for (int i = 0; i < TYPES; i++) {
        report(csv, &chains[i], &chains[0]);
        close_chain(&chains[i]);
    }
    fflush(csv);
}

static const ludo_bench_about about = {
    .measures =
        "processor time per link and step [us] of chains of each joint type, without contacts or\n"
        "limits",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "type,links,dof,dt,steps,us_best,us_median,iterations_mean,times_hinge\n");
    printf("%-18s %5s %4s %9s %9s %6s %6s\n", "joint", "links", "dof", "best us", "median us",
           "iter", "ratio");
    measure(csv, 10);
    measure(csv, 100);
    return fclose(csv) == 0 ? 0 : 1;
}
