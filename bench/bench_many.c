/* SPDX-License-Identifier: Apache-2.0
 *
 * Many bodies: microseconds of processor time per step of Ludo and of MuJoCo on the same files, in
 * flight, at rest and among geometry at rest.
 *
 *     bench_many [FILE.csv [SCENE]]
 *
 * With SCENE, the beginning of names, other scenes are left out. Contenders of a scene take turns.
 * "exponent" is the slope of log time over log bodies, by regression over the scenes in flight that
 * both engines simulate. */
#include "command.h"
#include "many_files.h"
#include "price_scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Processor time of one scene, after which it gets no further repetition [s]. */
static const double patience = 2.5;

/* Without and with rest, the sleep of the peer. */
static const contest_entrant awake[] = {{"ludo", "maximal", false, false},
                                        {"mujoco", "Euler", false, false}};
static const contest_entrant asleep[] = {{"ludo", "maximal", false, true},
                                         {"mujoco", "Euler", false, true}};
enum { ENTRANTS = sizeof awake / sizeof awake[0], BASELINE = 1 };

/* The measured steps begin after 10, so that extrapolation has its points. */
#define FLIGHT(n, m)                                                                               \
    {                                                                                              \
#n " spheres in flight", .write = ludo_many_spheres, .count = n, .dt = 0.005,              \
                                 .warm_up = 10, .steps = m, .series = "spheres in flight"          \
    }

static const price_scene scenes[] = {
    FLIGHT(10, 200),
    FLIGHT(30, 200),
    FLIGHT(100, 200),
    FLIGHT(300, 200),
    FLIGHT(1000, 100),
    FLIGHT(3000, 50),
    {"10000 spheres in flight", .write = ludo_many_spheres, .count = 10000, .dt = 0.005,
     .warm_up = 10, .steps = 20},
    {"1000 boxes at rest", .write = ludo_many_boxes, .count = 1000, .dt = 0.005, .warm_up = 50,
     .steps = 20},
    {"100 stacks of 5 boxes", .write = ludo_many_stacks, .count = 100, .dt = 0.005, .warm_up = 50,
     .steps = 20},
    /* after 3 s, when the peer's bodies are asleep; the first of the steps is a solve */
    {"1000 boxes asleep", .write = ludo_many_boxes, .count = 1000, .dt = 0.005, .warm_up = 600,
     .steps = 5000, .series = "asleep"},
    {"100 stacks of 5 boxes asleep", .write = ludo_many_stacks, .count = 100, .dt = 0.005,
     .warm_up = 600, .steps = 5000, .series = "asleep"},
    {"sphere above 100 boxes", .write = ludo_many_fixed, .count = 100, .dt = 0.005, .steps = 200},
    {"sphere above 10000 boxes", .write = ludo_many_fixed, .count = 10000, .dt = 0.005,
     .steps = 200},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* ---- the exponent ---- */

/* Sums of a regression of log time over log bodies. */
typedef struct regression {
    int count;
    double x, y, xx, xy;
} regression;

static void add_point(regression *r, int bodies, double time)
{
    const double x = log(bodies), y = log(time);
    r->count++;
    r->x += x;
    r->y += y;
    r->xx += x * x;
    r->xy += x * y;
}

static void report_exponent(FILE *csv, const contest_entrant *e, const regression *r)
{
    if (r->count > 2) {
        const double slope = (r->count * r->xy - r->x * r->y) / (r->count * r->xx - r->x * r->x);
        printf("%-33s %5s  %-6s %-8s exponent %.3f\n", "spheres in flight", "", e->engine,
               e->method, slope);
        fprintf(csv, "spheres in flight,,,%s,%s,,,,,,,%.3f\n", e->engine, e->method, slope);
    }
}

/* ---- scenes ---- */

static void report(FILE *csv, const contender *c, int bodies, double baseline)
{
    printf("%-33s %5d  %-6s %-8s %9.2f %9.2f %6.1f", c->of->name, bodies, c->as->engine,
           c->as->method, c->best, c->median, c->points);
    fprintf(csv, "%s,%d,%g,%s,%s,%d,%.3f,%.3f,%.4f,%.2f,", c->of->name, bodies, c->of->dt,
            c->as->engine, c->as->method, c->of->steps, c->best, c->median, c->best / bodies,
            c->points);
    if (baseline > 0.0) {
        printf(" %7.2f", c->best / baseline);
        fprintf(csv, "%.3f", c->best / baseline);
    }
    fprintf(csv, ",\n");
    printf("\n");
}

static void measure(FILE *csv, const price_scene *of, contender *contenders, int count,
                    regression flight[ENTRANTS])
{
    const int bodies = ludo_model_body_count(contenders[0].model);
    ludo_contest_measure(contenders, count, patience);
    const bool both = count > BASELINE && !contenders[BASELINE].failed;
    for (int i = 0; i < count; i++) {
        if (!contenders[i].failed) {
            report(csv, &contenders[i], bodies, both ? contenders[BASELINE].best : 0.0);
        }
        if (!contenders[i].failed && of->write == ludo_many_spheres && of->series != NULL) {
            add_point(&flight[i], bodies, contenders[i].best);
        }
    }
    fflush(csv);
    fflush(stdout);
}

/* Scenes of more bodies than those of the series are not for the peer. */
static int entrants_of(const price_scene *of)
{
    return of->write == ludo_many_spheres && of->series == NULL ? BASELINE : ENTRANTS;
}

static bool sleeps(const price_scene *of)
{
    return of->series != NULL && strcmp(of->series, "asleep") == 0;
}

static void run_scene(FILE *csv, const price_scene *of, regression flight[ENTRANTS])
{
    const price_folders none = {"", ""};
    const int count = entrants_of(of);
    char path[LUDO_PRICE_PATH];
    contest_scene scene;
    contender contenders[ENTRANTS];
    const bool there = ludo_price_prepare(of, &none, path, &scene);
    ludo_contest_open(contenders, sleeps(of) ? asleep : awake, count, &scene);
    if (there && !contenders[0].failed) {
        measure(csv, of, contenders, count, flight);
    } else {
        printf("%-33s can't be simulated\n", of->name);
    }
    ludo_contest_close(contenders, count);
    ludo_price_clear(of, path);
}

static const ludo_bench_about about = {
    .measures = "processor time per step [us] of many bodies, beside MuJoCo on the same files",
    .operands = "[SCENE]",
    .peer = true,
};

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : "";
    regression flight[ENTRANTS] = {{0}};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "scene,bodies,dt,engine,method,steps,us_best,us_median,us_per_body,points_mean,"
                 "times_mujoco,exponent\n");
    printf("\nmany bodies: us per step\n%-33s %5s  %-15s %9s %9s %6s %7s\n", "", "n", "", "best",
           "median", "points", "times");
    for (int i = 0; i < SCENES; i++) {
        if (strncmp(scenes[i].name, only, strlen(only)) == 0) {
            run_scene(csv, &scenes[i], flight);
        }
    }
    for (int i = 0; i < ENTRANTS; i++) {
        report_exponent(csv, &awake[i], &flight[i]);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
