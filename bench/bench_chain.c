/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step of a chain: microseconds of processor time per link and step, for 1 to 1000
 * links, every solver and rotation update, and MuJoCo if it is installed.
 *
 *     bench_chain [FILE.csv [LINKS_MAX]]
 *
 * All contenders of one case take turns, so that other load on the machine affects all of them; the
 * cost of a step is the best of the repetitions, and the median shows the load. Every run starts
 * from a copy of one state, a few steps after the release. */
#include "command.h"
#include "peer.h"
#include "scenes.h"
#include "timing.h"

#include <stdio.h>
#include <string.h>

enum {
    REPETITIONS = 7,
    WARM_UP = 4,         /* steps before the measured steps: Newton's start needs a history */
    PEER_DOF_MAX = 1000, /* MuJoCo would take minutes for more */
    CONTENDERS_MAX = 16,
    NOT_RUN = -1
};

/* The least processor time of a sample [s]: 10000 ticks of clock() where it counts in us. */
static const double sample_seconds = 0.01;

/* One chain, one release, one step size. */
typedef struct bench_case {
    int links;
    const char *joint;
    const char *release; /* "smooth": from 45 degrees below horizontal; "horizontal" */
    double lowered;      /* [rad] */
    double dt;           /* measured steps */
    int steps;           /* measured ones */
} bench_case;

/* An engine with its options, simulating one case. */
typedef struct contender {
    const char *engine, *method, *rotation;
    bool velocities; /* read at every knot */
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    ludo_peer *peer;
    int steps; /* per run */
    bool failed;
    double solves, iterations, factorizations, subdivided; /* over one run */
    int iterations_max;
    double sample[REPETITIONS]; /* us per link and step */
} contender;

/* --- Ludo ------------------------------------------------------------------------------------ */

static bool ludo_steps(contender *c, double h, int steps, ludo_step_report *report)
{
    for (int k = 0; k < steps; k++) {
        ludo_body_state state;
        if (ludo_step(c->sim, h, report) != LUDO_OK ||
            (c->velocities && ludo_sim_body_state(c->sim, 0, &state) != LUDO_OK)) {
            return false;
        }
    }
    return true;
}

static contender ludo_contender(const bench_case *b, const char *solver, const char *rotation,
                                bool velocities)
{
    contender c = {.engine = "ludo", .method = solver, .rotation = rotation};
    c.velocities = velocities;
    c.steps = b->steps;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    options.rotation = rotation;
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {
        .links = b->links,
        .joint = b->joint,
        .lowered = b->lowered,
    };
    c.failed = ludo_scene_chain(&chain, NULL, &spec) != LUDO_OK ||
               ludo_scene_open(spec, &options, &c.model, &c.sim) != LUDO_OK ||
               ludo_sim_create(c.model, &options, NULL, &c.origin, NULL) != LUDO_OK ||
               !ludo_steps(&c, b->dt, WARM_UP, NULL) || ludo_sim_copy(c.origin, c.sim) != LUDO_OK;
    return c;
}

/* One run without timing, to count iterations. */
static void count_iterations(contender *c, double h)
{
    for (int k = 0; k < c->steps && !c->failed; k++) {
        ludo_step_report r = {.struct_size = sizeof r};
        c->failed = !ludo_steps(c, h, 1, &r);
        c->solves += r.solves;
        c->iterations += r.iterations;
        c->factorizations += r.factorizations;
        c->subdivided += r.substeps > 1;
        c->iterations_max =
            r.iterations_max > c->iterations_max ? r.iterations_max : c->iterations_max;
    }
}

/* --- MuJoCo ---------------------------------------------------------------------------------- */

/* MuJoCo is slow on long chains, and every step costs the same: fewer steps suffice. */
static contender peer_contender(const bench_case *b, const char *integrator)
{
    contender c = {.engine = "mujoco", .method = integrator, .rotation = ""};
    const bool ball = strcmp(b->joint, "ball") == 0;
    c.steps = b->steps;
    c.failed = b->links * (ball ? 3 : 1) > PEER_DOF_MAX;
    if (!c.failed) {
        c.peer = ludo_peer_create(&(ludo_peer_case){b->links, ball, b->lowered, b->dt, integrator});
        c.failed = c.peer == NULL;
    }
    if (!c.failed) {
        const clock_t start = clock();
        ludo_peer_steps(c.peer, 1);
        const double steps = 0.1 / (seconds_since(start) + 1e-9);
        c.steps = steps >= c.steps ? c.steps : steps < 1.0 ? 1 : (int)steps;
        ludo_peer_restart(c.peer);
        c.failed = !ludo_peer_steps(c.peer, c.steps);
    }
    return c;
}

/* --- measuring ------------------------------------------------------------------------------- */

typedef struct sampled {
    contender *c;
    double dt;
} sampled;

static void run_again(void *subject)
{
    const sampled *s = subject;
    contender *c = s->c;
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
        ludo_peer_steps(c->peer, c->steps);
    } else {
        ludo_sim_copy(c->sim, c->origin);
        ludo_steps(c, s->dt, c->steps, NULL);
    }
}

/* The time of one sample [us per link and step]. */
static double sample(contender *c, const bench_case *b)
{
    sampled s = {c, b->dt};
    return 1e6 * seconds_per_run(run_again, &s, sample_seconds) / ((double)c->steps * b->links);
}

static void measure(const bench_case *b, contender *contenders, int count)
{
    for (int i = 0; i < count; i++) {
        if (contenders[i].sim != NULL && !contenders[i].failed) {
            count_iterations(&contenders[i], b->dt);
        }
    }
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < count; i++) {
            contenders[i].sample[r] = contenders[i].failed ? NOT_RUN : sample(&contenders[i], b);
        }
    }
    for (int i = 0; i < count; i++) {
        sort_samples(contenders[i].sample, REPETITIONS);
    }
}

static double best(const contender *c)
{
    return c->sample[0];
}

static double median(const contender *c)
{
    return c->sample[REPETITIONS / 2];
}

/* --- output ---------------------------------------------------------------------------------- */

static void write_rows(FILE *csv, const bench_case *b, const contender *contenders, int count)
{
    for (int i = 0; i < count; i++) {
        const contender *c = &contenders[i];
        if (c->failed) {
            continue;
        }
        fprintf(csv, "%s,%s,%g,%d,%s,%s,%s,%s,%d,%.4f,%.4f,", b->joint, b->release, b->dt, b->links,
                c->engine, c->method, c->rotation, c->velocities ? "yes" : "no", c->steps, best(c),
                median(c));
        if (c->peer == NULL) {
            fprintf(csv, "%.3f,%d,%.3f,%g", c->iterations / c->steps, c->iterations_max,
                    c->factorizations / c->steps, c->subdivided);
        } else {
            fprintf(csv, ",,,");
        }
        fprintf(csv, "\n");
    }
    fflush(csv);
}

static void print_number(const contender *c)
{
    if (c->failed) {
        printf(" %9s", "-");
    } else {
        printf(" %9.3f", best(c));
    }
}

/* The cost of each contender, Newton's iterations, and the ratio of the peers' costs to the
 * first. */
static void print_row(const bench_case *b, const contender *contenders, int count)
{
    const contender *first = &contenders[0];
    printf("%5d", b->links);
    for (int i = 0; i < count; i++) {
        print_number(&contenders[i]);
    }
    printf("  %5.2f %5.2f %4g ", first->iterations / first->steps,
           first->factorizations / first->steps, first->subdivided);
    for (int i = 0; i < count; i++) {
        if (contenders[i].peer != NULL && !contenders[i].failed) {
            printf(" %6.2f", best(&contenders[i]) / best(first));
        }
    }
    printf("\n");
    fflush(stdout);
}

static void print_header(const bench_case *b, const contender *contenders, int count)
{
    printf("\n%s joints, %s release, dt %g: us per link and step, best of %d\n%5s", b->joint,
           b->release, b->dt, REPETITIONS, "");
    for (int i = 0; i < count; i++) {
        const contender *c = &contenders[i];
        printf(" %9s", c->rotation[0] == '\0' ? c->engine : c->method);
    }
    printf("\nlinks");
    for (int i = 0; i < count; i++) {
        const contender *c = &contenders[i];
        char name[16];
        snprintf(name, sizeof name, "%.4s%s", c->rotation, c->velocities ? "+vel" : "");
        printf(" %9.9s", c->rotation[0] == '\0' ? c->method : name);
    }
    printf("  %5s %5s %4s  %s\n", "iter", "fact", "cut", "peer / first column");
}

/* --- cases ----------------------------------------------------------------------------------- */

static int enter_contenders(const bench_case *b, contender *contenders)
{
    const char *const solvers[] = {"recursion", "ldu"};
    const char *const rotations[] = {"exponential", "quaternion"};
    const char *const integrators[] = {"Euler", "implicitfast", "discrete", "RK4"};
    int count = 0;
    for (int i = 0; i < 8; i++) {
        contenders[count++] = ludo_contender(b, solvers[i / 4], rotations[i / 2 % 2], i % 2 == 1);
    }
    for (int i = 0; i < 4 && ludo_peer_version()[0] != '\0'; i++) {
        contenders[count++] = peer_contender(b, integrators[i]);
    }
    return count;
}

static void run_case(FILE *csv, const bench_case *b, bool header)
{
    contender contenders[CONTENDERS_MAX];
    const int count = enter_contenders(b, contenders);
    measure(b, contenders, count);
    if (header) {
        print_header(b, contenders, count);
    }
    print_row(b, contenders, count);
    write_rows(csv, b, contenders, count);
    for (int i = 0; i < count; i++) {
        ludo_sim_destroy(contenders[i].sim);
        ludo_sim_destroy(contenders[i].origin);
        ludo_model_destroy(contenders[i].model);
        ludo_peer_destroy(contenders[i].peer);
    }
}

/* Chains of all lengths; from horizontal only short ones, which every peer simulates without
 * failure. */
static void run_table(FILE *csv, bench_case b, int links_max)
{
    static const int links[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    const bool smooth = strcmp(b.release, "smooth") == 0;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        if (links[i] <= links_max && (smooth || links[i] <= 10)) {
            b.links = links[i];
            run_case(csv, &b, i == 0);
        }
    }
}

static const ludo_bench_about about = {
    .measures = "processor time per link and step [us] of open chains without contacts or limits",
    .operands = "[LINKS_MAX]",
    .peer = true,
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const int links_max = argc > 2 ? atoi(argv[2]) : 1000;
    fprintf(csv, "joint,release,dt,links,engine,method,rotation,velocities,steps,us_best,us_median,"
                 "iterations_mean,iterations_max,factorizations_mean,steps_subdivided\n");
    const double quarter = 0.78539816339744830962;
    for (int i = 0; i < 8; i++) {
        const double dt = i % 2 == 0 ? 0.001 : 0.01;
        const bool smooth = i < 4;
        const bench_case b = {
            .joint = i / 2 % 2 == 0 ? "hinge" : "ball",
            .release = smooth ? "smooth" : "horizontal",
            .lowered = smooth ? quarter : 0.0,
            .dt = dt,
            .steps = smooth ? (dt < 0.005 ? 200 : 100) : 300,
        };
        run_table(csv, b, links_max);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
