/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods for the equations of a step: Newton's method, RIQN and RIQN with Broyden updates on the
 * same variational integrator, and other integrators.
 *
 *     bench_solvers [FILE.csv [LINKS_MAX]]
 *
 * Chains of 5 to 100 links from rest. First a thousand steps of 10 ms at tolerances of 1e-6, 1e-8
 * and 1e-10, the comparison of [S0, fig. 8] and [S4, fig. 10]; then short steps, where RIQN needs
 * the fewest iterations: of hinges, of balls, whose directions cost Newton most, and of order 6.
 *
 * Steps are not subdivided: a run ends at the first step that does not solve. */
#include "command.h"
#include "timing.h"
#include "trial.h"

#include <stdio.h>

enum { RUNS = 2, SOLVERS = 8 };

/* The first method is the baseline of all ratios. */
static const method solvers[SOLVERS] = {
    {.integrator = "galerkin", .order = 2, .solver = "newton"},
    {.integrator = "galerkin", .order = 2, .solver = "riqn"},
    {.integrator = "galerkin", .order = 2, .solver = "riqn-broyden"},
    {.integrator = "galerkin", .order = 4, .solver = "newton"},
    {.integrator = "maximal", .order = 2, .solver = "recursion"},
    {.integrator = "galerkin", .order = 6, .solver = "newton"},
    {.integrator = "galerkin", .order = 6, .solver = "riqn"},
    {.integrator = "galerkin", .order = 6, .solver = "riqn-broyden"},
};

/* The release of the chains, and the solvers. */
typedef struct table {
    const char *joint, *release;
    double lowered; /* [rad] below horizontal */
    double dt;      /* [s] */
    double tolerance;
    int steps, solvers; /* number of solvers, from the first */
} table;

static const double eighth = 0.78539816339744830962;

typedef struct contender {
    trial trial;
    double us; /* per link and step, including the step that did not solve */
} contender;

static contender enter(const table *of, int links, method by)
{
    const ludo_scene_chain_options chain = {
        .links = links, .joint = of->joint, .lowered = of->lowered};
    ludo_spec *spec = NULL;
    (void)ludo_scene_chain(&chain, NULL, &spec);
    by.tolerance = of->tolerance;
    by.max_substeps = 1;
    return (contender){.trial = ludo_trial_open(spec, "start", by, of->dt, of->steps)};
}

/* The best of several runs; all contenders take turns. */
static void measure(contender *contenders, int count, int links)
{
    for (int r = 0; r < RUNS; r++) {
        for (int i = 0; i < count; i++) {
            contender *c = &contenders[i];
            const clock_t start = clock();
            if (!c->trial.refused) {
                (void)ludo_trial_count(&c->trial);
            }
            const double us = 1e6 * seconds_since(start) / ((double)links * (c->trial.done + 1));
            c->us = r == 0 || us < c->us ? us : c->us;
        }
    }
}

static void report(FILE *csv, const table *of, int links, const contender *c)
{
    const trial *t = &c->trial;
    const double steps = t->done > 0 ? t->done : 1.0;
    printf(" %6.3f %5.2f", c->us, t->iterations / steps);
    if (t->done < t->steps) {
        printf("(%4d)", t->done);
    } else {
        printf("      ");
    }
    fprintf(csv, "%s,%s,%g,%g,%d,%s,%d,%s,%d,%d,%.4f,%.3f,%d,%.3f\n", of->joint, of->release,
            of->dt, of->tolerance, links, t->by.integrator, t->by.order, t->by.solver, t->steps,
            t->done, c->us, t->iterations / steps, t->iterations_max, t->factorizations / steps);
}

static void run_case(FILE *csv, const table *of, int links)
{
    contender contenders[SOLVERS];
    for (int i = 0; i < of->solvers; i++) {
        contenders[i] = enter(of, links, solvers[i]);
    }
    measure(contenders, of->solvers, links);
    printf("%5d", links);
    for (int i = 0; i < of->solvers; i++) {
        report(csv, of, links, &contenders[i]);
        ludo_trial_close(&contenders[i].trial);
    }
    printf("\n");
    fflush(stdout);
    fflush(csv);
}

static void run_table(FILE *csv, const table *of, int links_max)
{
    static const int links[] = {5, 10, 20, 50, 100};
    printf("\n%s, %s, dt %g, tolerance %g: us per link and step, iterations, (steps before one "
           "that doesn't solve)\nlinks",
           of->joint, of->release, of->dt, of->tolerance);
    for (int i = 0; i < of->solvers; i++) {
        const method *by = &solvers[i];
        printf(" %4.4s %d %-12s", by->integrator, by->order, by->solver);
    }
    printf("\n");
    for (size_t k = 0; k < sizeof links / sizeof links[0] && links[k] <= links_max; k++) {
        run_case(csv, of, links[k]);
    }
}

static const ludo_bench_about about = {
    .measures =
        "processor time per link and step [us] and iterations of Newton's method and RIQN on open\n"
        "chains",
    .operands = "[LINKS_MAX]",
};

int main(int argc, char **argv)
{
    const table tables[] = {
        {"hinge", "horizontal", 0.0, 0.01, 1e-6, 1000, 5},
        {"hinge", "horizontal", 0.0, 0.01, 1e-8, 1000, 5},
        {"hinge", "horizontal", 0.0, 0.01, 1e-10, 1000, 5},
        {"hinge", "45 degrees", eighth, 0.01, 1e-6, 1000, 5},
        {"hinge", "45 degrees", eighth, 0.01, 1e-8, 1000, 5},
        {"hinge", "45 degrees", eighth, 0.01, 1e-10, 1000, 5},
        {"hinge", "45 degrees", eighth, 0.001, 1e-10, 200, SOLVERS},
        {"ball", "45 degrees", eighth, 0.001, 1e-10, 100, SOLVERS},
    };
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const int links_max = argc > 2 ? atoi(argv[2]) : 100;
    fprintf(csv, "joint,release,dt,tolerance,links,integrator,order,solver,steps,steps_solved,"
                 "us_best,iterations_mean,iterations_max,factorizations_mean\n");
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        run_table(csv, &tables[i], links_max);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
