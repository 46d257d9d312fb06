/* SPDX-License-Identifier: Apache-2.0
 *
 * What a step of a robot costs: microseconds of processor time per step of robots from files, free
 * of contacts and limits, and MuJoCo beside it where it is installed.
 *
 *     bench_robots RESULTS.csv [FOLDER]
 *
 * FOLDER holds the robots, shared/models beside the source tree if it isn't given; those that
 * aren't there are left out. All contenders of one robot take turns, so that what else the machine
 * does falls on all of them; the best of the repetitions is what a step costs, the median tells how
 * quiet the machine was. Every run begins at the same state, a few steps after the release at the
 * reference pose, by copying it back. */
#include "machine.h"
#include "peer.h"
#include "timing.h"

#include "ludo/ludo.h"

#include <stdio.h>

enum {
    REPETITIONS = 7,
    WARM_UP = 4, /* steps before the measured ones: Newton's start needs a history */
    STEPS = 500
};

static const double dt = 0.001, sample_seconds = 0.02;

/* Where a robot is, below the folder. */
static const char *const robots[] = {
    "unitree_a1/a1.urdf",
    "anymal_b/anymal.urdf",
    "mujoco/humanoid.xml",
    "mujoco/car.xml",
};

enum { ROBOTS = sizeof robots / sizeof robots[0], PATH_ROOM = 4096 };

static const char *path_of(char path[PATH_ROOM], const char *folder, const char *robot)
{
    (void)snprintf(path, PATH_ROOM, "%s/%s", folder, robot);
    return path;
}

typedef struct contender contender;

/* Who simulates it. */
typedef struct entrant {
    const char *engine, *method;
    bool velocities; /* read at every knot */
    bool (*open)(contender *c, const char *path);
} entrant;

/* An entrant with its simulation of a robot: of Ludo or of a peer. */
struct contender {
    const entrant *as;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: where every run begins */
    ludo_peer *peer;
    bool failed;
    double iterations;          /* per step */
    double sample[REPETITIONS]; /* us per step */
};

/* --- opening --------------------------------------------------------------------------------- */

static bool ludo_steps(contender *c, int steps, double *iterations)
{
    for (int k = 0; k < steps; k++) {
        ludo_step_report report;
        ludo_body_state state;
        if (ludo_step(c->sim, dt, &report) != LUDO_OK ||
            (c->as->velocities && ludo_sim_body_state(c->sim, 0, &state) != LUDO_OK)) {
            return false;
        }
        *iterations += report.iterations;
    }
    return true;
}

static bool open_ludo(contender *c, const char *path)
{
    double unused = 0.0;
    ludo_spec *spec = NULL;
    const bool compiled = ludo_load_file(path, NULL, NULL, &spec, NULL) == LUDO_OK &&
                          ludo_compile(spec, NULL, &c->model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return compiled && ludo_sim_create(c->model, NULL, NULL, &c->sim, NULL) == LUDO_OK &&
           ludo_sim_create(c->model, NULL, NULL, &c->origin, NULL) == LUDO_OK &&
           ludo_steps(c, WARM_UP, &unused) && ludo_sim_copy(c->origin, c->sim) == LUDO_OK &&
           ludo_steps(c, STEPS, &c->iterations);
}

static bool open_peer(contender *c, const char *path)
{
    c->peer = ludo_peer_load(path, dt, c->as->method);
    return c->peer != NULL && ludo_peer_steps(c->peer, STEPS);
}

/* The first is what the others are compared with. */
static const entrant entrants[] = {
    {"ludo", "maximal", false, open_ludo}, {"ludo", "maximal", true, open_ludo},
    {"mujoco", "Euler", false, open_peer}, {"mujoco", "implicitfast", false, open_peer},
    {"mujoco", "RK4", false, open_peer},
};
enum { ENTRANTS = sizeof entrants / sizeof entrants[0] };

/* --- measuring ------------------------------------------------------------------------------- */

static void leave(contender *c)
{
    ludo_sim_destroy(c->sim);
    ludo_sim_destroy(c->origin);
    ludo_model_destroy(c->model);
    ludo_peer_destroy(c->peer);
}

static void run_again(void *subject)
{
    contender *c = subject;
    double unused = 0.0;
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
        ludo_peer_steps(c->peer, STEPS);
    } else {
        ludo_sim_copy(c->sim, c->origin);
        ludo_steps(c, STEPS, &unused);
    }
}

/* The time of one sample [us per step]. */
static double sample(contender *c)
{
    return 1e6 * seconds_per_run(run_again, c, sample_seconds) / STEPS;
}

static void report(FILE *csv, const char *robot, const contender *c, const contender *first)
{
    const entrant *e = c->as;
    const int dof = ludo_model_dof(first->model);
    if (c->failed) {
        return;
    }
    const double best = c->sample[0], median = c->sample[REPETITIONS / 2];
    const double ratio = best / first->sample[0];
    printf("%-22s %4d  %-6s %-13s %-4s %8.3f %8.3f %6.2f\n", robot, dof, e->engine, e->method,
           e->velocities ? "+vel" : "", best, median, ratio);
    fprintf(csv, "%s,%d,%g,%s,%s,%s,%d,%.4f,%.4f,", robot, dof, dt, e->engine, e->method,
            e->velocities ? "yes" : "no", STEPS, best, median);
    if (c->peer == NULL) {
        fprintf(csv, "%.3f", c->iterations / STEPS);
    }
    fprintf(csv, ",%.3f\n", ratio);
}

static void measure(FILE *csv, const char *robot, contender *contenders)
{
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < ENTRANTS; i++) {
            contenders[i].sample[r] = contenders[i].failed ? 0.0 : sample(&contenders[i]);
        }
    }
    for (int i = 0; i < ENTRANTS; i++) {
        sort_samples(contenders[i].sample, REPETITIONS);
        report(csv, robot, &contenders[i], &contenders[0]);
    }
    fflush(csv);
    fflush(stdout);
}

static void run_robot(FILE *csv, const char *folder, const char *robot)
{
    char path[PATH_ROOM];
    contender contenders[ENTRANTS];
    path_of(path, folder, robot);
    for (int i = 0; i < ENTRANTS; i++) {
        contenders[i] = (contender){.as = &entrants[i]};
        contenders[i].failed = !entrants[i].open(&contenders[i], path);
    }
    if (!contenders[0].failed) {
        measure(csv, robot, contenders);
    } else {
        printf("%-22s can't be simulated, or isn't there\n", robot);
    }
    for (int i = 0; i < ENTRANTS; i++) {
        leave(&contenders[i]);
    }
}

/* Whether any robot is there; where none is, results of before are kept. */
static bool find_robot(const char *folder)
{
    FILE *file = NULL;
    for (size_t i = 0; i < ROBOTS && file == NULL; i++) {
        char path[PATH_ROOM];
        file = fopen(path_of(path, folder, robots[i]), "r");
    }
    return file != NULL && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS;
    if (argc > 1 && !find_robot(folder)) {
        printf("no robots in %s\n", folder);
        return 0;
    }
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (csv == NULL) {
        fprintf(stderr, "usage: bench_robots RESULTS.csv [FOLDER]\n");
        return 2;
    }
    ludo_bench_describe(csv);
    ludo_bench_describe(stdout);
    fprintf(csv, "# mujoco: %s\n", ludo_peer_version());
    fprintf(csv, "robot,dof,dt,engine,method,velocities,steps,us_best,us_median,iterations_mean,"
                 "times_ludo\n");
    printf("\nrobots, dt %g: us per step, best of %d\n%-22s %4s  %-25s %8s %8s %6s\n", dt,
           REPETITIONS, "", "dof", "", "best", "median", "times");
    for (size_t i = 0; i < ROBOTS; i++) {
        run_robot(csv, folder, robots[i]);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
