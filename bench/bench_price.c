/* SPDX-License-Identifier: Apache-2.0
 *
 * The price of contact: microseconds of processor time per step of Ludo, whose velocities at knots
 * are read or not, and of MuJoCo, whose solver is the default Newton, on the same model files.
 *
 *     bench_price [FILE.csv [FOLDER [EXAMPLES [SCENE]]]]
 *
 * FOLDER holds the robots, EXAMPLES the files of examples/; scenes whose files are missing are
 * skipped by name. With SCENE, the beginning of names, other scenes are left out. Contenders of a
 * scene take turns. MuJoCo's contacts are soft: its motion differs.
 *
 * Iterations per step are those of Ludo's solves, each of the island with the most (an iteration
 * has one factorisation and two back-substitutions), and Newton iterations of MuJoCo, of the island
 * with the most. In heaps steps are timed one by one: "worst" is the slowest
 * step over the median step, each by its least time in the repetitions. "exponent" is the slope of
 * log time over log bodies in a series of scenes, by regression. */
#include "command.h"
#include "price_scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCENES = 64, SERIES = 3 };

/* Processor time of one scene, after which it gets no further repetition [s]. */
static const double patience = 2.5;

static const contest_entrant entrants[] = {
    {"ludo", "maximal", false, false},
    {"ludo", "maximal", true, false},
    {"mujoco", "Euler", false, false},
    {"mujoco", "implicitfast", false, false},
};
enum { ENTRANTS = sizeof entrants / sizeof entrants[0], BASELINE = 2 };

/* Best times of one scene by entrant [us per step]; 0: it failed. */
typedef struct price {
    const price_scene *of;
    int bodies;
    double best[ENTRANTS];
} price;

/* --- rows ------------------------------------------------------------------------------------ */

static void write_ratio(FILE *csv, double time, double over)
{
    if (over > 0.0) {
        printf(" %7.2f", time / over);
        fprintf(csv, "%.3f", time / over);
    } else {
        printf(" %7s", "");
    }
}

static void report(FILE *csv, const contender *c, const price *own, const price *without)
{
    const int number = (int)(c->as - entrants);
    const bool ludo = c->peer == NULL;
    printf("%-24s %3d  %-6s %-12s %-4s %9.2f %9.2f %6.1f %6.1f", c->of->name, own->bodies,
           c->as->engine, c->as->method, c->as->velocities ? "+vel" : "", c->best, c->median,
           c->iterations, c->points);
    fprintf(csv, "%s,%d,%g,%s,%s,%s,%d,%.3f,%.3f,%.2f,%.2f,", c->of->name, own->bodies, c->of->dt,
            c->as->engine, c->as->method, c->as->velocities ? "yes" : "no", c->of->steps, c->best,
            c->median, c->iterations, c->points);
    fprintf(csv, ludo ? "%.1e," : ",", c->penetration);
    write_ratio(csv, c->worst, c->of->each ? 1.0 : 0.0);
    fprintf(csv, ",");
    write_ratio(csv, c->best, own->best[BASELINE]);
    fprintf(csv, ",");
    write_ratio(csv, c->best, without != NULL ? without->best[number] : 0.0);
    fprintf(csv, ",\n");
    printf("\n");
}

/* The slope of the regression line of log time over log bodies. */
static double exponent(const price *const *prices, int count, int entrant)
{
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < count; i++) {
        const double u = log(prices[i]->bodies), v = log(prices[i]->best[entrant]);
        x += u / count;
        y += v / count;
        xx += u * u / count;
        xy += u * v / count;
    }
    return (xy - x * y) / (xx - x * x);
}

/* The row of one entrant in a series. */
static void report_series(FILE *csv, const price *const *prices, int count, int entrant)
{
    const contest_entrant *e = &entrants[entrant];
    for (int i = 0; i < count; i++) {
        if (!(prices[i]->best[entrant] > 0.0)) {
            return;
        }
    }
    const double slope = exponent(prices, count, entrant);
    const char *name = prices[0]->of->series;
    printf("%-24s      %-6s %-12s %-4s exponent %.2f\n", name, e->engine, e->method,
           e->velocities ? "+vel" : "", slope);
    fprintf(csv, "%s,,,%s,%s,%s,,,,,,,,,,%.2f\n", name, e->engine, e->method,
            e->velocities ? "yes" : "no", slope);
}

/* The rows of the series that ends with the last of the prices. */
static void report_whole_series(FILE *csv, const price *prices, int count)
{
    const price *of[SERIES];
    const char *name = prices[count - 1].of->series;
    int found = 0;
    for (int i = 0; i < count && name != NULL && found < SERIES; i++) {
        if (prices[i].of->series != NULL && strcmp(prices[i].of->series, name) == 0) {
            of[found++] = &prices[i];
        }
    }
    for (int i = 0; i < ENTRANTS && found == SERIES; i++) {
        report_series(csv, of, found, i);
    }
}

/* --- scenes ---------------------------------------------------------------------------------- */

/* The price of the scene without limits, measured before. */
static const price *free_price(const price *prices, int count, const price_scene *scene)
{
    for (int i = 0; i < count && scene->free != NULL; i++) {
        if (strcmp(prices[i].of->name, scene->free) == 0) {
            return &prices[i];
        }
    }
    return NULL;
}

/* Append the price of a scene. */
static void measure(FILE *csv, contender *contenders, price *prices, int *count)
{
    price *own = &prices[*count];
    const price *without = free_price(prices, *count, own->of);
    ludo_contest_measure(contenders, ENTRANTS, patience);
    own->bodies = ludo_model_body_count(contenders[0].model);
    for (int i = 0; i < ENTRANTS; i++) {
        own->best[i] = contenders[i].failed ? 0.0 : contenders[i].best;
    }
    for (int i = 0; i < ENTRANTS; i++) {
        if (!contenders[i].failed) {
            report(csv, &contenders[i], own, without);
        }
    }
    *count += 1;
    report_whole_series(csv, prices, *count);
    fflush(csv);
    fflush(stdout);
}

static void run_scene(FILE *csv, const price_scene *of, const price_folders *folders, price *prices,
                      int *count)
{
    char path[LUDO_PRICE_PATH];
    contest_scene scene;
    contender contenders[ENTRANTS];
    const bool there = ludo_price_prepare(of, folders, path, &scene);
    ludo_contest_open(contenders, entrants, ENTRANTS, &scene);
    if (there && !contenders[0].failed) {
        prices[*count] = (price){.of = of};
        measure(csv, contenders, prices, count);
    } else {
        printf("%-24s can't be simulated, or isn't there\n", of->name);
    }
    ludo_contest_close(contenders, ENTRANTS);
    ludo_price_clear(of, path);
}

static const ludo_bench_about about = {
    .measures = "processor time per step [us] of scenes with contacts and limits, beside MuJoCo on "
                "the same files",
    .operands = "[FOLDER [EXAMPLES [SCENE]]]",
    .peer = true,
};

int main(int argc, char **argv)
{
    const price_folders folders = {argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS,
                                   argc > 3 ? argv[3] : LUDO_BENCH_EXAMPLES};
    const char *only = argc > 4 ? argv[4] : "";
    price prices[SCENES];
    int count = 0, scenes = 0;
    const price_scene *scene = ludo_price_scenes(&scenes);
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "scene,bodies,dt,engine,method,velocities,steps,us_best,us_median,"
                 "iterations_mean,points_mean,penetration_max,worst,times_mujoco,times_free,"
                 "exponent\n");
    printf("\nprice of contact: us per step\n%-24s %3s  %-24s %9s %9s %6s %6s %7s %7s\n", "", "n",
           "", "best", "median", "iter", "points", "worst", "times");
    for (int i = 0; i < scenes && i < SCENES; i++) {
        if (strncmp(scene[i].name, only, strlen(only)) == 0) {
            run_scene(csv, &scene[i], &folders, prices, &count);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
