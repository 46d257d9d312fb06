/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step of a robot: microseconds of processor time per step of robots from files,
 * without and with contacts and joint limits, and of MuJoCo if it is installed.
 *
 *     bench_robots [FILE.csv [FOLDER]]
 *
 * FOLDER holds the robots, by default shared/models beside the source tree; missing robots are
 * skipped. All contenders of one robot take turns, so that other load on the machine affects all of
 * them; the cost of a step is the best of the repetitions, and the median shows the load. Every run
 * starts from a copy of one state, a few steps after the release at the reference pose; with
 * limits, joints outside of them start on them. Controls are zero. The engines find different
 * contacts between the links of a robot: points_mean is the number of contacts that transmit a
 * force. */
#include "command.h"
#include "peer.h"
#include "timing.h"

#include "ludo/ludo.h"

#include <stdio.h>

enum {
    REPETITIONS = 7,
    WARM_UP = 4, /* steps before the measured steps: Newton's start needs a history */
    STEPS = 500
};

static const double dt = 0.001, sample_seconds = 0.02;

/* Paths of the robots below the folder. */
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

/* An engine and its options. */
typedef struct entrant {
    const char *engine, *method;
    bool velocities; /* read at every knot */
    bool (*open)(contender *c, const char *path);
} entrant;

/* An entrant with its simulation of a robot, by Ludo or by MuJoCo. */
struct contender {
    const entrant *as;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    ludo_peer *peer;
    bool contacts, failed;
    double iterations, points;  /* per step */
    double sample[REPETITIONS]; /* us per step */
};

/* --- opening --------------------------------------------------------------------------------- */

static bool ludo_steps(contender *c, int steps)
{
    for (int k = 0; k < steps; k++) {
        ludo_body_state state;
        if (ludo_step(c->sim, dt, NULL) != LUDO_OK ||
            (c->as->velocities && ludo_sim_body_state(c->sim, 0, &state) != LUDO_OK)) {
            return false;
        }
    }
    return true;
}

/* One run, counted. */
static bool count_ludo_steps(contender *c)
{
    for (int k = 0; k < STEPS; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_contact_quality quality = {.struct_size = sizeof quality};
        if (ludo_step(c->sim, dt, &report) != LUDO_OK ||
            (c->contacts && ludo_sim_contact_quality(c->sim, &quality) != LUDO_OK)) {
            return false;
        }
        c->iterations += (double)report.iterations / STEPS;
        c->points += (double)quality.points / STEPS;
    }
    return true;
}

static bool open_ludo(contender *c, const char *path)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.contacts = options.limits = c->contacts;
    options.rest = false;
    const bool compiled = ludo_load_file(path, NULL, NULL, &spec, NULL) == LUDO_OK &&
                          ludo_compile(spec, NULL, &c->model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return compiled && ludo_sim_create(c->model, &options, NULL, &c->sim, NULL) == LUDO_OK &&
           ludo_sim_create(c->model, &options, NULL, &c->origin, NULL) == LUDO_OK &&
           ludo_steps(c, WARM_UP) && ludo_sim_copy(c->origin, c->sim) == LUDO_OK &&
           count_ludo_steps(c);
}

static bool open_peer(contender *c, const char *path)
{
    c->peer = ludo_peer_load(&(ludo_peer_file){.path = path,
                                               .dt = dt,
                                               .integrator = c->as->method,
                                               .contacts = c->contacts,
                                               .limits = c->contacts,
                                               .warm_up = WARM_UP});
    bool good = c->peer != NULL;
    for (int k = 0; k < STEPS && good; k++) {
        good = ludo_peer_steps(c->peer, 1);
        c->points += (double)ludo_peer_contacts(c->peer) / STEPS;
    }
    return good;
}

/* The first entrant is the baseline of all ratios. */
static const entrant entrants[] = {
    {"ludo", "maximal", false, open_ludo},    {"ludo", "maximal", true, open_ludo},
    {"mujoco", "Euler", false, open_peer},    {"mujoco", "implicitfast", false, open_peer},
    {"mujoco", "discrete", false, open_peer}, {"mujoco", "RK4", false, open_peer},
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
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
        ludo_peer_steps(c->peer, STEPS);
    } else {
        ludo_sim_copy(c->sim, c->origin);
        ludo_steps(c, STEPS);
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
    printf("%-22s %4d %8s  %-6s %-13s %-4s %8.3f %8.3f %6.2f %6.2f\n", robot, dof,
           c->contacts ? "with" : "without", e->engine, e->method, e->velocities ? "+vel" : "",
           best, median, ratio, c->points);
    fprintf(csv, "%s,%d,%s,%g,%s,%s,%s,%d,%.4f,%.4f,", robot, dof, c->contacts ? "yes" : "no", dt,
            e->engine, e->method, e->velocities ? "yes" : "no", STEPS, best, median);
    if (c->peer == NULL) {
        fprintf(csv, "%.3f", c->iterations);
    }
    fprintf(csv, ",%.2f,%.3f\n", c->points, ratio);
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

static void run_robot(FILE *csv, const char *folder, const char *robot, bool contacts)
{
    char path[PATH_ROOM];
    contender contenders[ENTRANTS];
    path_of(path, folder, robot);
    for (int i = 0; i < ENTRANTS; i++) {
        contenders[i] = (contender){.as = &entrants[i], .contacts = contacts};
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

/* True if any robot is there; without robots the result file is kept. */
static bool find_robot(const char *folder)
{
    FILE *file = NULL;
    for (size_t i = 0; i < ROBOTS && file == NULL; i++) {
        char path[PATH_ROOM];
        file = fopen(path_of(path, folder, robots[i]), "r");
    }
    return file != NULL && fclose(file) == 0;
}

static const ludo_bench_about about = {
    .measures =
        "processor time per step [us] of robots from files, without and with contacts and limits",
    .operands = "[FOLDER]",
    .peer = true,
};

int main(int argc, char **argv)
{
    const char *folder = argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS;
    ludo_bench_check(&about, argc, argv);
    if (!find_robot(folder)) {
        printf("no robots in %s\n", folder);
        return 0;
    }
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "robot,dof,contacts_and_limits,dt,engine,method,velocities,steps,us_best,"
                 "us_median,iterations_mean,points_mean,times_ludo\n");
    printf("\nrobots, dt %g: us per step, best of %d\n%-22s %4s %8s  %-25s %8s %8s %6s %6s\n", dt,
           REPETITIONS, "", "dof", "contacts", "", "best", "median", "times", "points");
    for (size_t i = 0; i < ROBOTS; i++) {
        run_robot(csv, folder, robots[i], false);
        run_robot(csv, folder, robots[i], true);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
