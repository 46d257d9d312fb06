/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of the block solver on chains of bodies (6 x 6) and joints (5 x 5, zero): nanoseconds of
 * processor time per node to create, factorise, solve and refine; a node is a body or a joint.
 *
 *     bench_ldu [FILE.csv [BODIES_MAX]]
 *
 * The cost is the best of the repetitions, and the median shows the load of the machine. */
#include "command.h"
#include "timing.h"

#include "ludo/ldu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODY = 6, JOINT = 5, REPETITIONS = 9, BODIES_MAX = 10000 };

static const double sample_seconds = 0.02; /* least time of a sample */

/* A chain and its right-hand side. */
typedef struct chain {
    ludo_ldu_pattern pattern;
    ludo_ldu *ldu;
    double *b, *x;
} chain;

/* Nodes 0, 2, ... are bodies, 1, 3, ... joints; the last joint fixes the last body to the
 * ground. */
static bool describe(ludo_ldu_pattern *p, int32_t bodies)
{
    const size_t nodes = 2 * (size_t)bodies;
    int32_t *dim = malloc(nodes * sizeof *dim), *edge = malloc(2 * nodes * sizeof *edge);
    bool *dependent = malloc(nodes * sizeof *dependent);
    *p = (ludo_ldu_pattern){
        .struct_size = sizeof(ludo_ldu_pattern),
        .nodes = 2 * bodies,
        .dim = dim,
        .edges = 2 * bodies - 1,
        .edge = edge,
        .dependent = dependent,
    };
    if (dim == NULL || edge == NULL || dependent == NULL) {
        return false;
    }
    for (int32_t i = 0; i < p->nodes; i++) {
        dim[i] = i % 2 == 0 ? BODY : JOINT;
        dependent[i] = i % 2 != 0;
        edge[2 * i] = i;
        edge[2 * i + 1] = i + 1;
    }
    return true;
}

/* A pseudo-random number in (-1, 1). */
static double some_number(int32_t i)
{
    return fmod(0.6180339887 * (double)(i + 1), 2.0) - 1.0;
}

/* Body blocks near 2, joint blocks zero, coupling blocks near [1 ; 0], all plus small numbers. */
static void fill(ludo_ldu *ldu, int32_t nodes)
{
    for (int32_t i = 0; i < nodes; i++) {
        double *own = ludo_ldu_block(ldu, i, i);
        for (int32_t k = 0; k < BODY * BODY && i % 2 == 0; k++) {
            own[k] = (k % (BODY + 1) == 0 ? 2.0 : 0.0) + 0.1 * some_number(i + k);
        }
        double *right = i + 1 < nodes ? ludo_ldu_block(ldu, i, i + 1) : NULL;
        double *below = i + 1 < nodes ? ludo_ldu_block(ldu, i + 1, i) : NULL;
        const int32_t rows = i % 2 == 0 ? BODY : JOINT, columns = BODY + JOINT - rows;
        for (int32_t k = 0; k < BODY * JOINT && right != NULL; k++) {
            const int32_t r = k / columns, c = k % columns;
            right[k] = (r == c ? 1.0 : 0.0) + 0.1 * some_number(i + k);
            below[rows * c + r] = -right[k];
        }
    }
}

static bool open_chain(chain *c, int32_t bodies)
{
    if (!describe(&c->pattern, bodies) ||
        ludo_ldu_create(&c->pattern, NULL, &c->ldu, NULL) != LUDO_OK) {
        return false;
    }
    const size_t rows = (size_t)ludo_ldu_rows(c->ldu);
    c->b = malloc(rows * sizeof *c->b);
    c->x = malloc(rows * sizeof *c->x);
    if (c->b == NULL || c->x == NULL) {
        return false;
    }
    fill(c->ldu, c->pattern.nodes);
    for (size_t i = 0; i < rows; i++) {
        c->b[i] = c->x[i] = some_number((int32_t)i);
    }
    return ludo_ldu_factor(c->ldu, NULL, NULL) == LUDO_OK;
}

static void close_chain(chain *c)
{
    ludo_ldu_destroy(c->ldu);
    free((void *)c->pattern.dim);
    free((void *)c->pattern.edge);
    free((void *)c->pattern.dependent);
    free(c->b);
    free(c->x);
}

/* --- measurements ---------------------------------------------------------------------------- */

static void create(chain *c)
{
    ludo_ldu *ldu = NULL;
    (void)ludo_ldu_create(&c->pattern, NULL, &ldu, NULL);
    ludo_ldu_destroy(ldu);
}

static void factor(chain *c)
{
    (void)ludo_ldu_factor(c->ldu, NULL, NULL);
}

static void solve(chain *c)
{
    ludo_ldu_solve(c->ldu, c->b, c->x);
}

static void refine(chain *c)
{
    (void)ludo_ldu_refine(c->ldu, c->b, c->x);
}

static const struct task {
    const char *name;
    void (*run)(chain *c);
} tasks[] = {{"create", create}, {"factor", factor}, {"solve", solve}, {"refine", refine}};

static double sample(chain *c, const struct task *task)
{
    const clock_t start = clock();
    double seconds = 0.0;
    long runs = 0;
    do {
        for (int32_t k = 0; k < 1 + 1000 / c->pattern.nodes; k++, runs++) {
            task->run(c);
        }
        seconds = seconds_since(start);
    } while (seconds < sample_seconds);
    return 1e9 * seconds / ((double)runs * c->pattern.nodes);
}

static void measure(FILE *csv, chain *c, const struct task *task)
{
    double samples[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        samples[i] = sample(c, task);
    }
    sort_samples(samples, REPETITIONS);
    const double best = samples[0], median = samples[REPETITIONS / 2];
    fprintf(csv, "%d,%s,%.1f,%.1f\n", c->pattern.nodes, task->name, best, median);
    printf("  %s %.0f", task->name, best);
}

static const ludo_bench_about about = {
    .measures = "processor time per node [ns] of the block LDU on chains of bodies and joints",
    .operands = "[BODIES_MAX]",
};

int main(int argc, char **argv)
{
    const long most = argc > 2 ? strtol(argv[2], NULL, 10) : BODIES_MAX;
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "nodes,task,ns_per_node,ns_per_node_median\n");
    bool ok = true;
    for (int32_t bodies = 10; bodies <= most && ok; bodies *= 10) {
        chain c = {0};
        ok = open_chain(&c, bodies);
        printf("%6d nodes, ns per node:", c.pattern.nodes);
        for (size_t i = 0; i < sizeof tasks / sizeof tasks[0] && ok; i++) {
            measure(csv, &c, &tasks[i]);
        }
        printf("\n");
        close_chain(&c);
    }
    return fclose(csv) == 0 && ok ? 0 : 1;
}
