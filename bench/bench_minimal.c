/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step in joint coordinates: microseconds of processor time per link and step of
 * chains of 5 to 1000 links, by each integrator, and of MuJoCo's Runge-Kutta if it is installed.
 * For Galerkin also the parts of a step, per link: one evaluation of its equations, one Newton
 * direction.
 *
 *     bench_minimal [FILE.csv [LINKS_MAX]]
 *
 * All contenders of one case take turns, so that other load on the machine affects all of them; the
 * cost of a step is the best of the repetitions, and the median shows the load. Every run starts
 * from a copy of one state, a few steps after the release. */
#include "command.h"
#include "integrators/galerkin/galerkin.h"
#include "sim/sim.h"
#include "peer.h"
#include "timing.h"
#include "trial.h"

#include <stdio.h>

enum {
    REPETITIONS = 5,
    WARM_UP = 8,        /* steps before the measured steps: starts need a history */
    PEER_DOF_MAX = 200, /* MuJoCo would take long for more */
    CONTENDERS = METHODS + 1
};

static const double sample_seconds = 0.01;

/* A chain released at rest, its first rod 45 degrees below horizontal. */
typedef struct bench_case {
    const char *joint;
    double dt; /* [s] */
    int links;
} bench_case;

static const double lowered = 0.78539816339744830962;

/* A whole Galerkin step and its parts. */
enum { WHOLE, EVALUATION, DIRECTION, PARTS };

typedef struct contender {
    trial trial;
    ludo_peer *peer;
    const char *engine, *integrator;
    int order, steps;
    bool failed;
    double sample[PARTS][REPETITIONS]; /* us per link, of a step or of one part */
} contender;

/* The number of steps is such that runs of all lengths take about the same time. */
static int steps_of(const bench_case *b)
{
    const int steps = 8000 / b->links;
    return steps > 200 ? 200 : steps < 40 ? 40 : steps;
}

/* --- contenders ------------------------------------------------------------------------------ */

static contender enter_method(const bench_case *b, method by)
{
    contender c = {.engine = "ludo", .integrator = by.integrator, .order = by.order};
    const ludo_scene_chain_options chain = {
        .links = b->links, .joint = b->joint, .lowered = lowered};
    ludo_spec *spec = NULL;
    (void)ludo_scene_chain(&chain, NULL, &spec);
    c.steps = steps_of(b);
    c.trial = ludo_trial_open(spec, "start", by, b->dt, c.steps);
    ludo_trial_warm_up(&c.trial, WARM_UP);
    c.failed = c.trial.refused || !ludo_trial_count(&c.trial);
    return c;
}

static contender enter_peer(const bench_case *b)
{
    contender c = {.engine = "mujoco", .integrator = "RK4", .order = 4, .steps = steps_of(b)};
    const bool ball = b->joint[0] == 'b';
    if (b->links * (ball ? 3 : 1) <= PEER_DOF_MAX) {
        c.peer = ludo_peer_create(&(ludo_peer_case){b->links, ball, lowered, b->dt, "RK4"});
    }
    c.failed = c.peer == NULL || !ludo_peer_steps(c.peer, c.steps);
    return c;
}

static void leave(contender *c)
{
    ludo_trial_close(&c->trial);
    ludo_peer_destroy(c->peer);
}

/* --- timed functions ------------------------------------------------------------------------- */

static void run_whole(void *subject)
{
    contender *c = subject;
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
        (void)ludo_peer_steps(c->peer, c->steps);
    } else {
        (void)ludo_trial_run(&c->trial);
    }
}

/* Evaluate the equations at the iterate, which is the solution of the last step. */
static void run_evaluation(void *subject)
{
    contender *c = subject;
    ludo_sim *sim = c->trial.sim;
    (void)ludo_galerkin_residual(galerkin_of(&sim->state), &sim->state, c->trial.dt,
                                 sim->state.interval_start);
}

/* A Newton direction there: factorise, and solve for the residual. */
static void run_direction(void *subject)
{
    contender *c = subject;
    galerkin *g = galerkin_of(&c->trial.sim->state);
    int32_t weakest;
    (void)g->solver->factorize(g, c->trial.dt, &weakest);
    g->solver->solve(g, c->trial.dt, g->r[0], g->x[1]);
}

static bool has_parts(const contender *c)
{
    return !c->failed && strcmp(c->integrator, "galerkin") == 0;
}

/* One sample of each part [us per link]. */
static void take_sample(contender *c, const bench_case *b, int r)
{
    const double scale = 1e6 / b->links;
    c->sample[WHOLE][r] = scale * seconds_per_run(run_whole, c, sample_seconds) / c->steps;
    if (has_parts(c)) {
        c->sample[EVALUATION][r] = scale * seconds_per_run(run_evaluation, c, sample_seconds);
        c->sample[DIRECTION][r] = scale * seconds_per_run(run_direction, c, sample_seconds);
    }
}

static void measure(const bench_case *b, contender *contenders)
{
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < CONTENDERS; i++) {
            if (!contenders[i].failed) {
                take_sample(&contenders[i], b, r);
            }
        }
    }
    for (int i = 0; i < CONTENDERS; i++) {
        for (int p = 0; p < PARTS; p++) {
            sort_samples(contenders[i].sample[p], REPETITIONS);
        }
    }
}

/* --- output ---------------------------------------------------------------------------------- */

static void write_row(FILE *csv, const bench_case *b, const contender *c)
{
    const trial *t = &c->trial;
    fprintf(csv, "%s,%g,%d,%s,%s,%d,%d,%.4f,%.4f,", b->joint, b->dt, b->links, c->engine,
            c->integrator, c->order, c->steps, c->sample[WHOLE][0],
            c->sample[WHOLE][REPETITIONS / 2]);
    if (c->peer == NULL) {
        fprintf(csv, "%.3f,%d,%.3f,%g", t->iterations / t->steps, t->iterations_max,
                t->factorizations / t->steps, t->cut);
    } else {
        fprintf(csv, ",,,");
    }
    if (has_parts(c)) {
        fprintf(csv, ",%.4f,%.4f\n", c->sample[EVALUATION][0], c->sample[DIRECTION][0]);
    } else {
        fprintf(csv, ",,\n");
    }
}

static void print_header(const bench_case *b, const contender *contenders)
{
    printf("\n%s joints, dt %g: us per link and step, best of %d; iterations, us per link of a "
           "direction of galerkin 2, 4, 6\nlinks",
           b->joint, b->dt, REPETITIONS);
    for (int i = 0; i < CONTENDERS; i++) {
        printf(" %7.4s %d", contenders[i].integrator, contenders[i].order);
    }
    printf("\n");
}

static void print_row(const bench_case *b, const contender *contenders)
{
    printf("%5d", b->links);
    for (int i = 0; i < CONTENDERS; i++) {
        if (contenders[i].failed) {
            printf(" %9s", "-");
        } else {
            printf(" %9.3f", contenders[i].sample[WHOLE][0]);
        }
    }
    for (int i = 0; i < CONTENDERS; i++) {
        const contender *c = &contenders[i];
        if (has_parts(c)) {
            printf("  %.2f %.3f", c->trial.iterations / c->trial.steps, c->sample[DIRECTION][0]);
        }
    }
    printf("\n");
    fflush(stdout);
}

static void run_case(FILE *csv, const bench_case *b, bool header)
{
    contender contenders[CONTENDERS];
    for (int i = 0; i < METHODS; i++) {
        contenders[i] = enter_method(b, ludo_bench_methods[i]);
    }
    contenders[METHODS] = enter_peer(b);
    if (header) {
        print_header(b, contenders);
    }
    measure(b, contenders);
    print_row(b, contenders);
    for (int i = 0; i < CONTENDERS; i++) {
        if (!contenders[i].failed) {
            write_row(csv, b, &contenders[i]);
        }
        leave(&contenders[i]);
    }
    fflush(csv);
}

static const ludo_bench_about about = {
    .measures =
        "processor time per link and step [us] of open chains in joint coordinates, without\n"
        "contacts or limits",
    .operands = "[LINKS_MAX]",
    .peer = true,
};

int main(int argc, char **argv)
{
    static const int links[] = {5, 10, 20, 50, 100, 200, 500, 1000};
    static const bench_case longest[] = {
        {"hinge", 0.001, 1000}, {"hinge", 0.01, 200}, {"ball", 0.001, 500}};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const int links_max = argc > 2 ? atoi(argv[2]) : 1000;
    fprintf(csv,
            "joint,dt,links,engine,integrator,order,steps,us_best,us_median,iterations_mean,"
            "iterations_max,factorizations_mean,steps_subdivided,us_evaluation,us_direction\n");
    for (size_t i = 0; i < sizeof longest / sizeof longest[0]; i++) {
        const int most = longest[i].links < links_max ? longest[i].links : links_max;
        for (size_t k = 0; k < sizeof links / sizeof links[0] && links[k] <= most; k++) {
            bench_case b = longest[i];
            b.links = links[k];
            run_case(csv, &b, k == 0);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
