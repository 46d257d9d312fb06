/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of the block solver on graphs with many cycles: the ladders, nets and crystals of 6 x 6
 * blocks of [S4 Fig. 9], with sparse scalar solvers and a dense one on the same matrices.
 *
 *     bench_graph [FILE.csv [NODES_MOST]]
 *
 * Times are the best of some repetitions, in microseconds of processor time, without the choice of
 * the elimination order. A ratio is the other solver's time over Ludo's. NA: the solver is not
 * installed, or the matrix would take it more than half a minute. */
#include "linear.h"
#include "command.h"
#include "timing.h"

#include "ludo/ldu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIM = 6, REPETITIONS = 5, NODES_MOST = 100000 };

static const double sample_seconds = 0.01; /* least time of a sample */
static const double long_seconds = 3.0;    /* per solver and task */

/* --- graphs ---------------------------------------------------------------------------------- */

/* A box of nodes, neighbours along the axes joined: a x 2 x 1 is a ladder, a x a x 1 a net,
 * a x a x a a crystal. */
typedef struct box {
    const char *name;
    int32_t size[3];
} box;

static int32_t box_nodes(const box *b)
{
    return b->size[0] * b->size[1] * b->size[2];
}

/* The neighbours of a node and itself, ascending. */
static int32_t box_neighbours(const box *b, int32_t i, int32_t out[7])
{
    const int32_t stride[3] = {1, b->size[0], b->size[0] * b->size[1]};
    int32_t count = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (i / stride[axis] % b->size[axis] > 0) {
            out[count++] = i - stride[axis];
        }
    }
    out[count++] = i;
    for (int axis = 0; axis < 3; axis++) {
        if (i / stride[axis] % b->size[axis] + 1 < b->size[axis]) {
            out[count++] = i + stride[axis];
        }
    }
    return count;
}

/* Writes pairs of joined nodes where `edge` is given; returns how many there are. */
static int32_t box_edges(const box *b, int32_t *edge)
{
    int32_t edges = 0, near[7];
    for (int32_t i = 0; i < box_nodes(b); i++) {
        const int32_t count = box_neighbours(b, i, near);
        for (int32_t t = 0; t < count; t++) {
            if (near[t] > i && edge != NULL) {
                edge[2 * edges] = i;
                edge[2 * edges + 1] = near[t];
            }
            edges += near[t] > i;
        }
    }
    return edges;
}

/* --- matrices -------------------------------------------------------------------------------- */

/* One matrix for all solvers, with a right-hand side. */
typedef struct problem {
    box graph;
    int32_t nodes, edges, *dim, *edge;
    ludo_ldu *ldu;
    ludo_linear_matrix A;
    double *b, *x;
} problem;

static void close_problem(problem *p)
{
    ludo_ldu_destroy(p->ldu);
    free(p->dim);
    free(p->edge);
    free(p->A.first);
    free(p->A.row);
    free(p->A.value);
    free(p->b);
    free(p->x);
}

/* A pseudo-random number in (-1, 1). */
static double some_number(int32_t i)
{
    return fmod(0.6180339887 * (double)(i % 100003 + 1), 2.0) - 1.0;
}

/* Random blocks; each diagonal entry exceeds the sum of its row. */
static void fill_blocks(const problem *p)
{
    for (int32_t e = 0; e < p->edges; e++) {
        const int32_t i = p->edge[2 * e], j = p->edge[2 * e + 1];
        double *upper = ludo_ldu_block(p->ldu, i, j), *lower = ludo_ldu_block(p->ldu, j, i);
        for (int32_t k = 0; k < DIM * DIM; k++) {
            upper[k] = some_number(e + 31 * k);
            lower[k] = some_number(e + 17 * k + 5);
        }
    }
    for (int32_t i = 0; i < p->nodes; i++) {
        double *own = ludo_ldu_block(p->ldu, i, i);
        for (int32_t k = 0; k < DIM * DIM; k++) {
            own[k] = (k % (DIM + 1) == 0 ? 7.0 * DIM : 0.0) + some_number(i + 13 * k);
        }
    }
}

/* The same numbers as the blocks, column by column. */
static void fill_columns(problem *p)
{
    int at = 0;
    for (int32_t j = 0; j < p->nodes; j++) {
        int32_t near[7];
        const int32_t count = box_neighbours(&p->graph, j, near);
        for (int32_t c = 0; c < DIM; c++) {
            p->A.first[DIM * j + c] = at;
            for (int32_t t = 0; t < count; t++) {
                const double *block = ludo_ldu_block(p->ldu, near[t], j);
                for (int32_t r = 0; r < DIM; r++, at++) {
                    p->A.row[at] = DIM * near[t] + r;
                    p->A.value[at] = block[DIM * r + c];
                }
            }
        }
    }
    p->A.first[DIM * p->nodes] = at;
}

/* Memory for a graph; false: out of memory. */
static bool take_memory(problem *p, const box *graph)
{
    const size_t nodes = (size_t)box_nodes(graph), edges = (size_t)box_edges(graph, NULL);
    const size_t rows = DIM * nodes, numbers = DIM * DIM * (nodes + 2 * edges);
    *p = (problem){
        .graph = *graph,
        .nodes = (int32_t)nodes,
        .edges = (int32_t)edges,
        .dim = malloc(nodes * sizeof *p->dim),
        .edge = malloc(2 * edges * sizeof *p->edge),
        .A = {(int)rows, malloc((rows + 1) * sizeof(int)), malloc(numbers * sizeof(int)),
              malloc(numbers * sizeof(double))},
        .b = malloc(rows * sizeof *p->b),
        .x = malloc(rows * sizeof *p->x),
    };
    return p->dim != NULL && p->edge != NULL && p->A.first != NULL && p->A.row != NULL &&
           p->A.value != NULL && p->b != NULL && p->x != NULL;
}

static bool open_problem(problem *p, const box *graph)
{
    if (!take_memory(p, graph)) {
        return false;
    }
    for (int32_t i = 0; i < p->nodes; i++) {
        p->dim[i] = DIM;
    }
    (void)box_edges(graph, p->edge);
    const ludo_ldu_pattern pattern = {.struct_size = sizeof pattern,
                                      .nodes = p->nodes,
                                      .dim = p->dim,
                                      .edges = p->edges,
                                      .edge = p->edge};
    if (ludo_ldu_create(&pattern, NULL, &p->ldu, NULL) != LUDO_OK) {
        return false;
    }
    fill_blocks(p);
    fill_columns(p);
    for (int32_t i = 0; i < p->A.rows; i++) {
        p->b[i] = some_number(i);
    }
    return true;
}

/* Largest |b - A x|. */
static double residual(const problem *p)
{
    double *rest = malloc((size_t)p->A.rows * sizeof *rest), largest = 0.0;
    if (rest == NULL) {
        return (double)NAN;
    }
    memcpy(rest, p->b, (size_t)p->A.rows * sizeof *rest);
    for (int j = 0; j < p->A.rows; j++) {
        for (int t = p->A.first[j]; t < p->A.first[j + 1]; t++) {
            rest[p->A.row[t]] -= p->A.value[t] * p->x[j];
        }
    }
    for (int i = 0; i < p->A.rows; i++) {
        largest = fabs(rest[i]) > largest || isnan(rest[i]) ? fabs(rest[i]) : largest;
    }
    free(rest);
    return largest;
}

/* --- Ludo as one of the solvers
 * ---------------------------------------------------------------- */

static bool factor_ludo(void *ldu)
{
    return ludo_ldu_factor(ldu, NULL, NULL) == LUDO_OK;
}

static bool solve_ludo(void *ldu, double *x)
{
    ludo_ldu_solve(ldu, x, x);
    return true;
}

static const ludo_linear_solver ludo = {.name = "ludo", .factor = factor_ludo, .solve = solve_ludo};

/* --- measurements
 * ------------------------------------------------------------------------------ */

/* A solver and its problem. */
typedef struct work {
    const problem *p;
    const ludo_linear_solver *solver;
    void *opened;
    bool ok;
} work;

/* The cost: seconds, and the numbers stored in the factors. */
typedef struct cost {
    double factor, solve, numbers, residual;
} cost;

static void run_factor(void *subject)
{
    work *w = subject;
    w->ok = w->ok && w->solver->factor(w->opened);
}

static void run_solve(void *subject)
{
    work *w = subject;
    memcpy(w->p->x, w->p->b, (size_t)w->p->A.rows * sizeof *w->p->x);
    w->ok = w->ok && w->solver->solve(w->opened, w->p->x);
}

/* The best of some repetitions, of fewer if one takes long. The first repetition may allocate
 * memory for the others, and counts only if it takes long. */
static double best_seconds(void (*run)(void *subject), work *w)
{
    const double first = seconds_per_run(run, w, 0.0);
    double best = first > long_seconds ? first : HUGE_VAL, spent = first;
    for (int i = 0; i < REPETITIONS && w->ok && spent < long_seconds; i++) {
        const double seconds = seconds_per_run(run, w, sample_seconds);
        best = seconds < best ? seconds : best;
        spent += seconds;
    }
    return best;
}

static bool measure(const problem *p, const ludo_linear_solver *solver, void *opened, cost *c)
{
    work w = {p, solver, opened, true};
    c->factor = best_seconds(run_factor, &w);
    c->solve = best_seconds(run_solve, &w);
    c->residual = residual(p);
    return w.ok;
}

/* numbers in all blocks of the factors */
static double ludo_numbers(const problem *p)
{
    return DIM * DIM * (p->nodes + 2.0 * (p->edges + ludo_ldu_fill(p->ldu)));
}

static void write_row(FILE *csv, const problem *p, const char *name, const cost *c, const cost *own)
{
    const double ratio = c->factor / own->factor;
    fprintf(csv, "%s,%d,%s,%.4g,%.4g,%.0f,%.3g,%.2f,%.2f\n", p->graph.name, (int)p->nodes, name,
            1e6 * c->factor, 1e6 * c->solve, c->numbers, c->residual, ratio, c->solve / own->solve);
    printf("  %s %.4g us (%.2f)", name, 1e6 * c->factor, ratio);
    fflush(stdout);
}

static bool measure_graph(FILE *csv, const box *graph)
{
    problem p = {0};
    cost own = {0};
    bool ok = open_problem(&p, graph) && measure(&p, &ludo, p.ldu, &own);
    if (ok) {
        own.numbers = ludo_numbers(&p);
        printf("%s, %d nodes:", graph->name, (int)p.nodes);
        write_row(csv, &p, "ludo", &own, &own);
    }
    for (const ludo_linear_solver *const *s = ludo_linear_solvers; ok && *s != NULL; s++) {
        const bool fits = p.A.rows <= (*s)->rows_most && own.factor <= (*s)->seconds_most;
        void *opened = fits ? (*s)->open(&p.A) : NULL;
        cost c = {0};
        if (opened != NULL && measure(&p, *s, opened, &c)) {
            c.numbers = (*s)->numbers(opened);
            write_row(csv, &p, (*s)->name, &c, &own);
        } else {
            fprintf(csv, "%s,%d,%s,NA,NA,NA,NA,NA,NA\n", graph->name, (int)p.nodes, (*s)->name);
        }
        if (opened != NULL) {
            (*s)->close(opened);
        }
    }
    printf("\n");
    close_problem(&p);
    return ok;
}

static const ludo_bench_about about = {
    .measures =
        "processor time [us] to factorise and to solve block matrices of graphs with many cycles",
    .operands = "[NODES_MOST]",
};

int main(int argc, char **argv)
{
    static const int32_t sides[] = {4, 10, 18, 32, 100, 180}, edges[] = {3, 5, 6, 8, 10, 16};
    const long most = argc > 2 ? strtol(argv[2], NULL, 10) : NODES_MOST;
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "graph,nodes,solver,factor_us,solve_us,numbers,residual,factor_ratio,"
                 "solve_ratio\n");
    bool ok = true;
    for (int32_t n = 10; n <= most && ok; n *= 10) {
        ok = measure_graph(csv, &(box){"ladder", {n / 2, 2, 1}});
    }
    for (size_t i = 0; i < sizeof sides / sizeof sides[0] && ok; i++) {
        const box net = {"net", {sides[i], sides[i], 1}};
        ok = box_nodes(&net) > most || measure_graph(csv, &net);
    }
    for (size_t i = 0; i < sizeof edges / sizeof edges[0] && ok; i++) {
        const box crystal = {"crystal", {edges[i], edges[i], edges[i]}};
        ok = box_nodes(&crystal) > most || measure_graph(csv, &crystal);
    }
    return fclose(csv) == 0 && ok ? 0 : 1;
}
