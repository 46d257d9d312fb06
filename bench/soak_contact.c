/* SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of random drops: the number of steps that fail, and the largest violation of the laws
 * of contact.
 *
 *     soak_contact [FILE.csv [DROPS [STEPS [FIRST [KIND]]]]]
 *
 * Drops cycle through the kinds of ludo_scene_random_drop(); seeds are consecutive. Besides the
 * table, a line names every drop with a fault. */
#include "command.h"
#include "scenes.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS_MAX = 16, DROPS = 2000, STEPS = 200 };

/* Guaranteed limits besides energy: overlap [m]; gap times force [N m]. */
static const double overlap_limit = 1e-9, product_limit = 1e-8;

/* Results of the drops of one kind. */
typedef struct tally {
    long drops, failed, broken, cut, refused, steps, solves, iterations, retries, loosened, points;
    int iterations_max;
    double penetration, signorini, excess, dissipation, rise, gain;
    double seconds;
} tally;

/* One drop. */
typedef struct fall {
    uint64_t seed;
    const char *kind;
    ludo_model *model;
    ludo_sim *sim;
    double h; /* [s] */
    energy_watch energy;
    bool reported; /* its first fault has been reported */
} fall;

static void raise_to(double *most, double value)
{
    *most = value <= *most ? *most : value; /* NaN is kept */
}

/* Check that the energy is at most that of the last knots, and of the start. */
static bool weigh_energy(fall *f, tally *t)
{
    double rise, gain;
    if (ludo_scene_weigh_energy(&f->energy, f->sim, f->h, &rise, &gain) != LUDO_OK) {
        return false;
    }
    raise_to(&t->rise, rise);
    raise_to(&t->gain, gain);
    return rise <= 1.0 && gain <= 1.0;
}

/* --- a step ---------------------------------------------------------------------------------- */

static bool judge(fall *f, tally *t, int step)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    (void)ludo_sim_contact_quality(f->sim, &q);
    t->retries += q.retries;
    t->loosened += q.relaxed;
    t->points += q.points;
    /* geoms that are not simulated pass through each other */
    const double penetration = q.pairs_not_simulated > 0 ? 0.0 : q.penetration;
    raise_to(&t->penetration, penetration);
    raise_to(&t->signorini, q.signorini);
    raise_to(&t->excess, q.friction_excess);
    raise_to(&t->dissipation, q.dissipation);
    const bool light = weigh_energy(f, t);
    const bool good = light && penetration <= overlap_limit && q.signorini <= product_limit;
    if (!good && !f->reported) {
        f->reported = true;
        printf("%s %llu: step %d: penetration %.2e, gap times force %.2e, energy %s\n", f->kind,
               (unsigned long long)f->seed, step, penetration, q.signorini,
               light ? "kept" : "gained");
    }
    return good;
}

static bool step(fall *f, tally *t, int number)
{
    ludo_step_report r = {.struct_size = sizeof r};
    const clock_t start = clock();
    const ludo_status s = ludo_step(f->sim, f->h, &r);
    t->seconds += seconds_since(start);
    t->steps++;
    t->solves += r.solves;
    t->iterations += r.iterations;
    t->iterations_max = r.iterations_max > t->iterations_max ? r.iterations_max : t->iterations_max;
    t->cut += r.substeps > 1;
    if (r.substeps > 1) {
        printf("%s %llu: step %d: %d parts\n", f->kind, (unsigned long long)f->seed, number,
               (int)r.substeps);
    }
    if (s != LUDO_OK) {
        char node[192] = "";
        (void)ludo_node_format(ludo_sim_model(f->sim), &r.node, node, sizeof node);
        printf("%s %llu: step %d: %s: %s\n", f->kind, (unsigned long long)f->seed, number,
               ludo_status_text(s), node);
        t->failed++;
        return false;
    }
    t->broken += !judge(f, t, number);
    return true;
}

/* --- a drop ---------------------------------------------------------------------------------- */

static bool open_fall(fall *f, int32_t kind)
{
    ludo_spec *spec = NULL;
    const ludo_status s = ludo_scene_random_drop(kind, f->seed, NULL, &spec);
    if (s != LUDO_OK || ludo_scene_open(spec, NULL, &f->model, &f->sim) != LUDO_OK) {
        printf("%s %llu: no start: %s\n", f->kind, (unsigned long long)f->seed,
               ludo_status_text(s));
        return false;
    }
    const ludo_status started = ludo_scene_watch_energy(&f->energy, f->sim);
    if (started != LUDO_OK) {
        printf("%s %llu: no start: %s\n", f->kind, (unsigned long long)f->seed,
               ludo_status_text(started));
        return false;
    }
    f->h = ludo_model_timestep(f->model);
    return true;
}

static void run(tally *t, int32_t kind, uint64_t seed, int steps)
{
    fall f = {.seed = seed, .kind = ludo_scene_drop_kind(kind)};
    if (open_fall(&f, kind)) {
        t->drops++;
        for (int k = 0; k < steps && step(&f, t, k); k++) {
        }
    } else {
        t->refused++;
    }
    ludo_sim_destroy(f.sim);
    ludo_model_destroy(f.model);
}

/* --- output ---------------------------------------------------------------------------------- */

static void write_row(FILE *file, const char *kind, const tally *t)
{
    const double steps = (double)t->steps;
    fprintf(file,
            "%s,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%.2f,%.2f,%d,%.2g,%.2g,%.2g,%.2g,%.2g,%.2g,%.1f\n",
            kind, t->drops, t->refused, t->steps, t->failed, t->broken, t->cut, t->retries,
            t->loosened, (double)t->points / steps, (double)t->iterations / steps,
            t->iterations_max, t->penetration, t->signorini, t->excess, t->dissipation, t->rise,
            t->gain, 1e6 * t->seconds / steps);
}

static void write_table(FILE *file, const tally *tallies)
{
    fprintf(file, "kind,drops,not_started,steps,unresolved,broken,cut,retries,loosened,points_mean,"
                  "iterations_mean,iterations_max,penetration,signorini,friction_excess,"
                  "dissipation,energy_rise,energy_gain,us_per_step\n");
    for (int32_t k = 0; ludo_scene_drop_kind(k) != NULL; k++) {
        if (tallies[k].steps > 0) {
            write_row(file, ludo_scene_drop_kind(k), &tallies[k]);
        }
    }
}

static const ludo_bench_about about = {
    .measures = "how well the laws of contact hold in the worst of thousands of random drops",
    .operands = "[DROPS [STEPS [FIRST [KIND]]]]",
};

int main(int argc, char **argv)
{
    tally tallies[KINDS_MAX] = {{0}};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const int drops = argc > 2 ? atoi(argv[2]) : DROPS, steps = argc > 3 ? atoi(argv[3]) : STEPS;
    const uint64_t first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
    int32_t kinds = 0;
    while (ludo_scene_drop_kind(kinds) != NULL) {
        kinds++;
    }
    for (int i = 0; i < drops; i++) {
        const uint64_t seed = first + (uint64_t)i;
        const int32_t kind = (int32_t)(seed % (uint64_t)kinds);
        if (argc <= 5 || strcmp(argv[5], ludo_scene_drop_kind(kind)) == 0) {
            run(&tallies[kind], kind, seed, steps);
        }
    }
    write_table(csv, tallies);
    write_table(stdout, tallies);
    long failed = 0;
    for (int32_t k = 0; k < kinds; k++) {
        failed += tallies[k].failed + tallies[k].broken + tallies[k].refused;
    }
    return fclose(csv) == 0 && failed == 0 ? 0 : 1;
}
