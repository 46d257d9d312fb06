/* SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of random drops: the number of steps that fail, and the largest violation of the laws
 * of contact.
 *
 *     soak_contact [FILE.csv [DROPS [STEPS [FIRST [KIND [BODIES]]]]]]
 *
 * Drops cycle through the kinds of ludo_scene_random_drop(), with KIND "heaps" through those of
 * ludo_scene_random_heap(), of BODIES each; seeds are consecutive from FIRST on. The name of one
 * kind of drop leaves out the others; that of a kind of heap makes all drops of that kind. Besides
 * the table, a line names every drop with a fault.
 *
 * The cost of a step is the sum over its islands of iterations times cones, over all attempts. */
#include "command.h"
#include "scenes.h"
#include "sim/sim.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS_MAX = 32, DROPS = 2000, STEPS = 200, BODIES = 10 };

/* Guaranteed limits besides energy: overlap [m]; gap times force [N m]. */
static const double overlap_limit = 1e-9, product_limit = 1e-8;

/* Deeper overlaps count as deep [m]. */
static const double deep_limit = 1e-6;

/* The drops to run. */
typedef struct selection {
    int drops, steps;
    uint64_t first;   /* seed */
    const char *kind; /* NULL: all kinds of drops */
    int32_t bodies;   /* of a heap */
} selection;

/* Results of the drops of one kind. */
typedef struct tally {
    long drops, failed, broken, cut, refused, steps, solves, iterations, retries, loosened, points;
    long deep, unreported; /* steps with an overlap > deep_limit; those of them not relaxed */
    double work;  /* cost of the dearest step of a drop over the median of its steps with cones */
    double speed; /* the fastest body at the end of a drop [m/s, rad/s] */
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
    double *work;  /* cost of each step with cones */
    int works;     /* their number */
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
    t->deep += penetration > deep_limit;
    t->unreported += penetration > deep_limit && q.relaxed == 0;
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
    const double work = (double)f->sim->state.cone_iterations;
    if (work > 0.0) {
        f->work[f->works++] = work;
    }
    t->broken += !judge(f, t, number);
    return true;
}

/* --- a drop ---------------------------------------------------------------------------------- */

/* The kinds of drops, then those of heaps; NULL after the last one. */
static const char *kind_name(int32_t kind, int32_t drop_kinds)
{
    return kind < drop_kinds ? ludo_scene_drop_kind(kind) : ludo_scene_heap_kind(kind - drop_kinds);
}

static int32_t count_kinds(const char *(*name)(int32_t kind))
{
    int32_t kinds = 0;
    while (name(kinds) != NULL) {
        kinds++;
    }
    return kinds;
}

/* The kind of the drop of a seed; -1: the selection leaves this drop out. */
static int32_t select_kind(const selection *of, uint64_t seed)
{
    const int32_t drops = count_kinds(ludo_scene_drop_kind);
    const int32_t heaps = count_kinds(ludo_scene_heap_kind);
    const int32_t kind = (int32_t)(seed % (uint64_t)drops);
    if (of->kind == NULL || strcmp(of->kind, ludo_scene_drop_kind(kind)) == 0) {
        return kind;
    }
    if (strcmp(of->kind, "heaps") == 0) {
        return drops + (int32_t)(seed % (uint64_t)heaps);
    }
    for (int32_t k = drops; k < drops + heaps; k++) {
        if (strcmp(of->kind, kind_name(k, drops)) == 0) {
            return k;
        }
    }
    return -1;
}

static bool open_fall(fall *f, int32_t kind, int32_t bodies)
{
    const int32_t drops = count_kinds(ludo_scene_drop_kind);
    ludo_spec *spec = NULL;
    ludo_status s = kind < drops
                        ? ludo_scene_random_drop(kind, f->seed, NULL, &spec)
                        : ludo_scene_random_heap(kind - drops, bodies, f->seed, NULL, &spec);
    s = s == LUDO_OK ? ludo_scene_open(spec, NULL, &f->model, &f->sim) : s;
    s = s == LUDO_OK ? ludo_scene_watch_energy(&f->energy, f->sim) : s;
    if (s == LUDO_OK) {
        f->h = ludo_model_timestep(f->model);
    } else {
        printf("%s %llu: no start: %s\n", f->kind, (unsigned long long)f->seed,
               ludo_status_text(s));
    }
    return s == LUDO_OK;
}

/* The dearest step over the median of the steps of a drop that have cones. */
static double measure_work(fall *f)
{
    if (f->works == 0) {
        return 0.0;
    }
    sort_samples(f->work, (size_t)f->works);
    return f->work[f->works - 1] / f->work[f->works / 2];
}

/* The fastest motion of a body [m/s, rad/s]. */
static double fastest(ludo_sim *sim)
{
    double most = 0.0;
    for (int32_t b = 0; b < ludo_model_body_count(ludo_sim_model(sim)); b++) {
        ludo_body_state s;
        const ludo_status status = ludo_sim_body_state(sim, b, &s);
        const ludo_vec3 v = s.linear_velocity, w = s.angular_velocity;
        const double rates[] = {v.x, v.y, v.z, w.x, w.y, w.z};
        for (int i = 0; i < 6 && status == LUDO_OK; i++) {
            raise_to(&most, fabs(rates[i]));
        }
    }
    return most;
}

/* One drop; work has room for all its steps. */
static void run(tally *t, const selection *of, int32_t kind, uint64_t seed, double *work)
{
    const int32_t drops = count_kinds(ludo_scene_drop_kind);
    fall f = {.seed = seed, .kind = kind_name(kind, drops), .work = work};
    if (open_fall(&f, kind, of->bodies)) {
        t->drops++;
        for (int k = 0; k < of->steps && step(&f, t, k); k++) {
        }
        raise_to(&t->work, measure_work(&f));
        raise_to(&t->speed, fastest(f.sim));
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
            "%s,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%.2f,%.2f,%d,%.2g,%.2g,%.2g,%.2g,%.2g,%.2g,%.1f,"
            "%ld,%ld,%.3g,%.2g\n",
            kind, t->drops, t->refused, t->steps, t->failed, t->broken, t->cut, t->retries,
            t->loosened, (double)t->points / steps, (double)t->iterations / steps,
            t->iterations_max, t->penetration, t->signorini, t->excess, t->dissipation, t->rise,
            t->gain, 1e6 * t->seconds / steps, t->deep, t->unreported, t->work, t->speed);
}

static void write_table(FILE *file, const tally *tallies)
{
    const int32_t drops = count_kinds(ludo_scene_drop_kind);
    fprintf(file, "kind,drops,not_started,steps,unresolved,broken,cut,retries,loosened,points_mean,"
                  "iterations_mean,iterations_max,penetration,signorini,friction_excess,"
                  "dissipation,energy_rise,energy_gain,us_per_step,deep,deep_unreported,"
                  "work_max_over_median,speed_end\n");
    for (int32_t k = 0; kind_name(k, drops) != NULL; k++) {
        if (tallies[k].steps > 0) {
            write_row(file, kind_name(k, drops), &tallies[k]);
        }
    }
}

static const ludo_bench_about about = {
    .measures = "how well the laws of contact hold in the worst of thousands of random drops; "
                "work_max_over_median: the dearest step of a drop over the median of its steps "
                "with cones, by iterations times cones, summed over islands and attempts",
    .operands = "[DROPS [STEPS [FIRST [KIND [BODIES]]]]]",
};

/* Drops of a table; false: no memory. */
static bool run_all(tally *tallies, const selection *of)
{
    double *work = malloc(((size_t)of->steps + 1) * sizeof *work);
    for (int i = 0; i < of->drops && work != NULL; i++) {
        const uint64_t seed = of->first + (uint64_t)i;
        const int32_t kind = select_kind(of, seed);
        if (kind >= 0) {
            run(&tallies[kind], of, kind, seed, work);
            fflush(stdout);
        }
    }
    const bool all = work != NULL;
    free(work);
    return all;
}

int main(int argc, char **argv)
{
    tally tallies[KINDS_MAX] = {{0}};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const selection of = {
        .drops = argc > 2 ? atoi(argv[2]) : DROPS,
        .steps = argc > 3 ? atoi(argv[3]) : STEPS,
        .first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0,
        .kind = argc > 5 ? argv[5] : NULL,
        .bodies = argc > 6 ? atoi(argv[6]) : BODIES,
    };
    const bool all = of.steps > 0 && run_all(tallies, &of);
    write_table(csv, tallies);
    write_table(stdout, tallies);
    long failed = all ? 0 : 1;
    for (int32_t k = 0; k < KINDS_MAX; k++) {
        failed += tallies[k].failed + tallies[k].broken + tallies[k].refused;
    }
    return fclose(csv) == 0 && failed == 0 ? 0 : 1;
}
