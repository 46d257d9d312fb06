/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step with contacts: microseconds of processor time per step of chains of spheres,
 * of boxes that fall, slide and lie, of a humanoid, and of robots whose joints press on their
 * stops, and of MuJoCo if it is installed.
 *
 *     bench_contact [FILE.csv [FOLDER [EXAMPLES]]]
 *
 * FOLDER holds the robots, EXAMPLES the files of examples/; missing files are skipped. All
 * contenders of one scene take turns; the cost of a step is the best of the repetitions, and the
 * median shows the load of the machine. Every run starts from a copy of one state. MuJoCo's
 * contacts are soft: its motion differs. */
#include "command.h"
#include "peer.h"
#include "scenes.h"
#include "timing.h"

#include "ludo/ludo.h"

#include <math.h>
#include <stdio.h>

enum { REPETITIONS = 7, PATH_ROOM = 4096 };

static const double sample_seconds = 0.02;

/* A scene, the first measured step and the number of steps. */
typedef struct scene_case {
    const char *name;
    int32_t spheres; /* of a chain; 0: from a file */
    bool example;    /* the file is an example, not a robot */
    const char *file;
    const char *keyframe; /* start; NULL: reference pose */
    double dt;
    int warm_up, steps;
    double effort; /* along all degrees of freedom of joints, against their stops, in place of
                      contacts; 0: contacts */
} scene_case;

static const scene_case cases[] = {
    {"chain of 1 sphere", 1, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 2 spheres", 2, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 5 spheres", 5, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 10 spheres", 10, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 20 spheres", 20, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 50 spheres", 50, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"humanoid falling", 0, false, "mujoco/humanoid.xml", NULL, 0.005, 0, 400, 0.0},
    {"humanoid lying", 0, false, "mujoco/humanoid.xml", NULL, 0.005, 1000, 400, 0.0},
    {"stack of 10 boxes", 0, true, "stack.xml", NULL, 0.005, 0, 200, 0.0},
    {"boxes tumbling", 0, true, "tumbling_boxes.xml", NULL, 0.005, 0, 300, 0.0},
    {"boxes sliding", 0, true, "sliders.xml", "pushed", 0.005, 0, 150, 0.0},
    {"balls bouncing", 0, true, "bounce.xml", NULL, 0.001, 0, 2000, 0.0},
    {"dominoes", 0, true, "dominoes.xml", NULL, 0.002, 0, 300, 0.0},
    {"quadruped on stops", 0, false, "unitree_a1/a1.urdf", NULL, 0.001, 1000, 400, 3.0},
    {"humanoid on stops", 0, false, "mujoco/humanoid.xml", NULL, 0.005, 1000, 400, 60.0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

typedef struct contender contender;

/* An engine and its options. */
typedef struct entrant {
    const char *engine, *method;
    bool velocities; /* read at every knot */
    bool (*open)(contender *c, const scene_case *of, const char *path);
} entrant;

/* An entrant with its simulation, by Ludo or by MuJoCo. */
struct contender {
    const entrant *as;
    const scene_case *of;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    ludo_peer *peer;
    bool failed;
    double iterations, points;  /* per step */
    double penetration;         /* largest [m] */
    double sample[REPETITIONS]; /* us per step */
};

/* --- opening --------------------------------------------------------------------------------- */

static bool ludo_steps(contender *c, int steps)
{
    for (int k = 0; k < steps; k++) {
        ludo_body_state state;
        if (ludo_step(c->sim, c->of->dt, NULL) != LUDO_OK ||
            (c->as->velocities && ludo_sim_body_state(c->sim, 0, &state) != LUDO_OK)) {
            return false;
        }
    }
    return true;
}

/* One run, counted. */
static bool count_steps(contender *c)
{
    c->iterations = c->points = c->penetration = 0.0;
    for (int k = 0; k < c->of->steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_contact_quality quality = {.struct_size = sizeof quality};
        if (ludo_step(c->sim, c->of->dt, &report) != LUDO_OK ||
            ludo_sim_contact_quality(c->sim, &quality) != LUDO_OK) {
            return false;
        }
        c->iterations += (double)report.iterations / c->of->steps;
        c->points += (double)quality.points / c->of->steps;
        c->penetration = fmax(c->penetration, quality.penetration);
    }
    return true;
}

static bool create(contender *c)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.contacts = c->of->effort == 0.0;
    return ludo_sim_create(c->model, &options, NULL, &c->sim, NULL) == LUDO_OK &&
           ludo_sim_create(c->model, &options, NULL, &c->origin, NULL) == LUDO_OK;
}

/* The same effort along all degrees of freedom of joints but the free ones. */
static bool push(contender *c)
{
    bool done = true;
    for (int32_t j = 0; j < ludo_model_joint_count(c->model) && c->of->effort != 0.0; j++) {
        ludo_joint_info info = {.struct_size = sizeof info};
        double effort[LUDO_MAX_DOF] = {0.0};
        done = done && ludo_model_joint(c->model, j, &info) == LUDO_OK;
        for (int32_t i = 0; i < info.velocity_count && info.velocity_count < LUDO_MAX_DOF; i++) {
            effort[i] = c->of->effort;
        }
        done = done && ludo_sim_set_joint_effort(c->sim, j, effort) == LUDO_OK;
    }
    return done;
}

static bool go_to_start(contender *c)
{
    const char *key = c->of->keyframe;
    return (key == NULL ||
            ludo_sim_reset(c->sim, ludo_model_keyframe_find(c->model, key)) == LUDO_OK) &&
           push(c) && ludo_steps(c, c->of->warm_up) && ludo_sim_copy(c->origin, c->sim) == LUDO_OK;
}

static bool open_ludo(contender *c, const scene_case *of, const char *path)
{
    ludo_spec *spec = NULL;
    const ludo_status made = of->spheres > 0 ? ludo_scene_sphere_chain(of->spheres, NULL, &spec)
                                             : ludo_load_file(path, NULL, NULL, &spec, NULL);
    const bool compiled = made == LUDO_OK && ludo_compile(spec, NULL, &c->model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return compiled && create(c) && go_to_start(c) && count_steps(c);
}

/* One run of MuJoCo, counted. */
static bool count_peer_steps(contender *c)
{
    c->points = 0.0;
    for (int k = 0; k < c->of->steps; k++) {
        if (!ludo_peer_steps(c->peer, 1)) {
            return false;
        }
        c->points += (double)ludo_peer_contacts(c->peer) / c->of->steps;
    }
    return true;
}

/* Starts at the reference pose: MuJoCo's keyframes have other coordinates. */
static bool open_peer(contender *c, const scene_case *of, const char *path)
{
    c->peer =
        of->spheres > 0 || of->keyframe != NULL || of->effort != 0.0
            ? NULL
            : ludo_peer_load(&(ludo_peer_file){path, of->dt, c->as->method, true, of->warm_up});
    return c->peer != NULL && count_peer_steps(c);
}

/* The first entrant is the baseline of all ratios. */
static const entrant entrants[] = {
    {"ludo", "maximal", false, open_ludo},
    {"ludo", "maximal", true, open_ludo},
    {"mujoco", "Euler", false, open_peer},
    {"mujoco", "discrete", false, open_peer},
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
        ludo_peer_steps(c->peer, c->of->steps);
    } else {
        ludo_sim_copy(c->sim, c->origin);
        ludo_steps(c, c->of->steps);
    }
}

/* The time of one sample [us per step]. */
static double sample(contender *c)
{
    return 1e6 * seconds_per_run(run_again, c, sample_seconds) / c->of->steps;
}

static void report(FILE *csv, const contender *c, const contender *first)
{
    const entrant *e = c->as;
    const int bodies = ludo_model_body_count(first->model);
    if (c->failed) {
        return;
    }
    const double best = c->sample[0], median = c->sample[REPETITIONS / 2];
    const double ratio = best / first->sample[0];
    printf("%-20s %3d  %-6s %-8s %-4s %8.2f %8.2f %7.2f %6.2f", c->of->name, bodies, e->engine,
           e->method, e->velocities ? "+vel" : "", best, median, best / bodies, ratio);
    fprintf(csv, "%s,%d,%g,%s,%s,%s,%d,%.3f,%.3f,%.3f,", c->of->name, bodies, c->of->dt, e->engine,
            e->method, e->velocities ? "yes" : "no", c->of->steps, best, median, best / bodies);
    if (c->peer == NULL) {
        printf(" %6.2f %6.1f", c->iterations, c->points);
        fprintf(csv, "%.2f,%.2f,%.1e", c->iterations, c->points, c->penetration);
    } else {
        printf(" %6s %6.1f", "", c->points);
        fprintf(csv, ",%.2f,", c->points);
    }
    printf("\n");
    fprintf(csv, ",%.3f\n", ratio);
}

static void measure(FILE *csv, contender *contenders)
{
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < ENTRANTS; i++) {
            contenders[i].sample[r] = contenders[i].failed ? 0.0 : sample(&contenders[i]);
        }
    }
    for (int i = 0; i < ENTRANTS; i++) {
        sort_samples(contenders[i].sample, REPETITIONS);
        report(csv, &contenders[i], &contenders[0]);
    }
    fflush(csv);
    fflush(stdout);
}

static void run_case(FILE *csv, const scene_case *of, const char *robots, const char *examples)
{
    char path[PATH_ROOM] = "";
    contender contenders[ENTRANTS];
    if (of->file != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s", of->example ? examples : robots, of->file);
    }
    for (int i = 0; i < ENTRANTS; i++) {
        contenders[i] = (contender){.as = &entrants[i], .of = of};
        contenders[i].failed = !entrants[i].open(&contenders[i], of, path);
    }
    if (!contenders[0].failed) {
        measure(csv, contenders);
    } else {
        printf("%-20s can't be simulated, or isn't there\n", of->name);
    }
    for (int i = 0; i < ENTRANTS; i++) {
        leave(&contenders[i]);
    }
}

static const ludo_bench_about about = {
    .measures = "processor time per step [us] of scenes with contacts, friction and joint limits",
    .operands = "[FOLDER [EXAMPLES]]",
    .peer = true,
};

int main(int argc, char **argv)
{
    const char *robots = argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS;
    const char *examples = argc > 3 ? argv[3] : LUDO_BENCH_EXAMPLES;
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "scene,bodies,dt,engine,method,velocities,steps,us_best,us_median,us_per_body,"
                 "iterations_mean,points_mean,penetration_max,times_ludo\n");
    printf("\ncontact: us per step, best of %d\n%-20s %3s  %-20s %8s %8s %7s %6s %6s %6s\n",
           REPETITIONS, "", "n", "", "best", "median", "/body", "times", "iter", "points");
    for (size_t i = 0; i < CASES; i++) {
        run_case(csv, &cases[i], robots, examples);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
