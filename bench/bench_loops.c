/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of four-bar segments: cost and accuracy of a step, and of MuJoCo if it is installed.
 *
 *     bench_loops [FILE.csv [SEGMENTS_MAX]]
 *
 * Two tables. "cost": processor time per link and step of growing chains, from shortly after the
 * release: with disjoint loops it must not grow with the chain. "true": ten seconds from the
 * release along +x, the largest change of energy over the weight times half the height of fall of
 * the chain, and the largest gap of a loop. A motion whose energy changes by more than ten times
 * this scale has blown up: its time is that of half the steps before.
 *
 * MuJoCo reads the same mechanisms from files that Ludo wrote. Its connects are soft; "tight" ones
 * are as stiff as it allows. */
#include "command.h"
#include "peer.h"
#include "scenes.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REPETITIONS = 3, WARM_UP = 4, LINKS = 4 };

static const double sample_seconds = 0.02, duration = 10.0, blown_up = 10.0;

/* One chain and step size. */
typedef struct bench_case {
    bool kite;
    int segments;
    double dt; /* [s] */
} bench_case;

/* An engine with its options, simulating one case. */
typedef struct contender {
    const char *engine, *method;
    bool tight;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    ludo_peer *peer;
    double dt;
    int steps; /* per timed run */
    bool failed;
    double us; /* per link and step, best of all repetitions */
    double solves, iterations, cut;
    int iterations_max;
    double energy_max, energy_end, gap; /* energies relative */
    int blown_up_at;                    /* step; 0: never */
} contender;

static double scale_of(const bench_case *b)
{
    const double height = b->kite ? 2.15 : 2.0;
    return LINKS * 9.81 * b->segments * b->segments * height / 2.0;
}

/* --- engines --------------------------------------------------------------------------------- */

static ludo_status build(const bench_case *b, ludo_spec **out)
{
    const ludo_scene_segments_options options = {
        .segments = b->segments, .kite = b->kite, .closure = "ball"};
    return ludo_scene_segments(&options, NULL, out);
}

static contender open_ludo(const bench_case *b, const char *solver)
{
    contender c = {.engine = "ludo", .method = solver, .dt = b->dt};
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    ludo_spec *spec = NULL;
    c.failed = build(b, &spec) != LUDO_OK ||
               ludo_scene_open(spec, &options, &c.model, &c.sim) != LUDO_OK ||
               ludo_sim_create(c.model, &options, NULL, &c.origin, NULL) != LUDO_OK ||
               ludo_sim_copy(c.origin, c.sim) != LUDO_OK;
    return c;
}

static contender open_peer(const bench_case *b, const char *path, const char *integrator,
                           bool tight)
{
    contender c = {.engine = "mujoco", .method = integrator, .tight = tight, .dt = b->dt};
    c.peer = ludo_peer_load_loops(path, b->dt, integrator, tight);
    c.failed = c.peer == NULL;
    return c;
}

static void leave(contender *c)
{
    ludo_sim_destroy(c->sim);
    ludo_sim_destroy(c->origin);
    ludo_model_destroy(c->model);
    ludo_peer_destroy(c->peer);
}

static void restart(contender *c)
{
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
    } else {
        ludo_sim_copy(c->sim, c->origin);
    }
}

static bool step(contender *c)
{
    ludo_step_report report = {.struct_size = sizeof report};
    if (c->peer != NULL) {
        return ludo_peer_steps(c->peer, 1);
    }
    if (ludo_step(c->sim, c->dt, &report) != LUDO_OK) {
        return false;
    }
    c->solves += report.solves;
    c->iterations += report.iterations;
    c->cut += report.substeps > 1;
    c->iterations_max =
        report.iterations_max > c->iterations_max ? report.iterations_max : c->iterations_max;
    return true;
}

static double energy(contender *c)
{
    ludo_energy e = {0};
    if (c->peer != NULL) {
        return ludo_peer_energy(c->peer);
    }
    return ludo_sim_energy(c->sim, &e) == LUDO_OK ? e.kinetic + e.potential : HUGE_VAL;
}

static double gap(contender *c)
{
    ludo_violation v = {0};
    if (c->peer != NULL) {
        return ludo_peer_gap(c->peer);
    }
    return ludo_sim_violation(c->sim, &v) == LUDO_OK ? v.position : HUGE_VAL;
}

/* --- measuring ------------------------------------------------------------------------------- */

static void run_again(void *subject)
{
    contender *c = subject;
    restart(c);
    if (c->peer != NULL) {
        ludo_peer_steps(c->peer, c->steps);
        return;
    }
    for (int k = 0; k < c->steps; k++) {
        ludo_step(c->sim, c->dt, NULL);
    }
}

static void measure_time(contender *contenders, int count, int links)
{
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < count; i++) {
            contender *c = &contenders[i];
            if (c->failed || c->steps == 0) {
                continue;
            }
            const double us =
                1e6 * seconds_per_run(run_again, c, sample_seconds) / ((double)c->steps * links);
            c->us = r == 0 || us < c->us ? us : c->us;
        }
    }
}

/* One run without timing; a motion that blows up ends it. */
static void measure_truth(contender *c, const bench_case *b)
{
    const int steps = (int)lround(duration / b->dt);
    const double scale = scale_of(b), start = c->failed ? 0.0 : energy(c);
    c->steps = steps;
    for (int k = 1; k <= steps && !c->failed && c->blown_up_at == 0; k++) {
        const bool stepped = step(c);
        c->energy_end = (energy(c) - start) / scale;
        c->energy_max = fmax(c->energy_max, fabs(c->energy_end));
        c->gap = fmax(c->gap, gap(c));
        if (!stepped || !(fabs(c->energy_end) <= blown_up)) {
            c->blown_up_at = k;
            c->steps = k / 2;
        }
    }
}

/* --- output ---------------------------------------------------------------------------------- */

static void write_row(FILE *csv, const char *table, const bench_case *b, const contender *c)
{
    fprintf(csv, "%s,%s,%g,%d,%s,%s,%s,%d,%.4f,", table, b->kite ? "kite" : "square", b->dt,
            b->segments, c->engine, c->method, c->tight ? "tight" : "default", c->steps, c->us);
    if (c->peer == NULL) {
        fprintf(csv, "%.3f,%d,%g,", c->iterations / c->solves, c->iterations_max, c->cut);
    } else {
        fprintf(csv, ",,,");
    }
    if (strcmp(table, "true") == 0 && c->blown_up_at == 0) {
        fprintf(csv, "%.2e,%.2e,%.2e,", c->energy_max, c->energy_end, c->gap);
    } else {
        fprintf(csv, ",,,");
    }
    if (c->blown_up_at > 0) {
        fprintf(csv, "%d", c->blown_up_at);
    }
    fprintf(csv, "\n");
    fflush(csv);
}

static void print_true_row(const bench_case *b, const contender *c, const contender *first)
{
    char method[32];
    snprintf(method, sizeof method, "%s%s", c->method, c->tight ? " tight" : "");
    printf("%-6s %5g %8d  %-6s %-18s %8.3f%c %6.2f ", b->kite ? "kite" : "square", b->dt,
           b->segments, c->engine, method, c->us, c->blown_up_at > 0 ? '*' : ' ',
           c->us / first->us);
    if (c->blown_up_at > 0) {
        printf(" blown up at step %d\n", c->blown_up_at);
    } else {
        printf(" %9.1e %9.1e %9.1e\n", c->energy_max, c->energy_end, c->gap);
    }
    fflush(stdout);
}

/* --- cases ----------------------------------------------------------------------------------- */

/* Write a case to a file for MuJoCo; false: MuJoCo is not installed, or the file cannot be
 * written. */
static bool write_model(const bench_case *b, const char *path)
{
    ludo_spec *spec = NULL;
    const bool written = ludo_peer_version()[0] != '\0' && build(b, &spec) == LUDO_OK &&
                         ludo_save_file(spec, path, "mjcf", NULL, NULL, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return written;
}

static void run_true_case(FILE *csv, const char *path, const bench_case *b)
{
    static const char *const integrators[] = {"Euler", "implicitfast", "discrete", "RK4"};
    contender contenders[10];
    int count = 0;
    contenders[count++] = open_ludo(b, "recursion");
    contenders[count++] = open_ludo(b, "ldu");
    if (write_model(b, path)) {
        for (int i = 0; i < 8; i++) {
            contenders[count++] = open_peer(b, path, integrators[i / 2], i % 2 == 1);
        }
        remove(path);
    }
    for (int i = 0; i < count; i++) {
        measure_truth(&contenders[i], b);
    }
    measure_time(contenders, count, LINKS * b->segments);
    for (int i = 0; i < count; i++) {
        if (!contenders[i].failed) {
            print_true_row(b, &contenders[i], &contenders[0]);
            write_row(csv, "true", b, &contenders[i]);
        }
        leave(&contenders[i]);
    }
}

static void run_true_table(FILE *csv, const char *path)
{
    static const int segments[] = {1, 2, 5, 10};
    printf("\nten seconds from the release: us per link and step, times ludo, energy, gap\n"
           "%-6s %5s %8s  %-25s %8s  %6s  %9s %9s %9s\n",
           "chain", "dt", "segments", "", "us", "times", "max dE", "end dE", "gap");
    for (int i = 0; i < 16; i++) {
        const bench_case b = {
            .kite = i / 8 == 1, .dt = i / 4 % 2 == 0 ? 0.01 : 0.001, .segments = segments[i % 4]};
        run_true_case(csv, path, &b);
    }
}

/* Start a few steps after the release, where Newton's start has a history. */
static void begin_moving(contender *c)
{
    for (int k = 0; k < WARM_UP && !c->failed; k++) {
        c->failed = !step(c);
    }
    c->failed = c->failed || ludo_sim_copy(c->origin, c->sim) != LUDO_OK;
    c->solves = c->iterations = c->cut = 0.0;
    for (int k = 0; k < c->steps && !c->failed; k++) {
        c->failed = !step(c);
    }
}

static void run_cost_case(FILE *csv, const bench_case *b)
{
    static const char *const solvers[] = {"recursion", "ldu"};
    contender contenders[2];
    for (int i = 0; i < 2; i++) {
        contenders[i] = open_ludo(b, solvers[i]);
        contenders[i].steps = 100;
        begin_moving(&contenders[i]);
    }
    measure_time(contenders, 2, LINKS * b->segments);
    printf("%-6s %5g %8d", b->kite ? "kite" : "square", b->dt, b->segments);
    for (int i = 0; i < 2; i++) {
        const contender *c = &contenders[i];
        printf("  %8.3f %5.2f %4g", c->us, c->iterations / c->solves, c->cut);
        if (!c->failed) {
            write_row(csv, "cost", b, c);
        }
    }
    printf("\n");
    fflush(stdout);
    leave(&contenders[0]);
    leave(&contenders[1]);
}

static void run_cost_table(FILE *csv, int segments_max)
{
    static const int segments[] = {1, 2, 5, 10, 50, 100, 500};
    printf("\nlonger and longer chains: us per link and step, iterations, steps cut\n"
           "%-6s %5s %8s  %20s %20s\n",
           "chain", "dt", "segments", "recursion", "ldu");
    for (int kite = 0; kite < 2; kite++) {
        for (size_t i = 0; i < sizeof segments / sizeof segments[0]; i++) {
            if (segments[i] <= segments_max) {
                run_cost_case(csv, &(bench_case){kite == 1, segments[i], 0.001});
            }
        }
    }
}

static const ludo_bench_about about = {
    .measures =
        "processor time per link and step [us], energy error and gap [m] of chains of four-bars,\n"
        "without contacts or limits",
    .operands = "[SEGMENTS_MAX]",
    .peer = true,
};

int main(int argc, char **argv)
{
    char path[4096];
    FILE *csv = ludo_bench_open(&about, argc, argv);
    snprintf(path, sizeof path, "%s.xml", argc > 1 ? argv[1] : "bench_loops");
    fprintf(csv, "table,chain,dt,segments,engine,method,connects,steps,us_best,iterations_mean,"
                 "iterations_max,steps_cut,energy_max,energy_end,gap,blown_up_at\n");
    run_cost_table(csv, argc > 2 ? atoi(argv[2]) : 500);
    run_true_table(csv, path);
    return fclose(csv) == 0 ? 0 : 1;
}
