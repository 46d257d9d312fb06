/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step with contacts: microseconds of processor time per step of chains of spheres,
 * of boxes that fall, slide and lie, of a humanoid, and of robots whose joints press on their
 * stops, and of MuJoCo if it is installed. A pile that falls beside boxes at rest should cost the
 * sum of both.
 *
 *     bench_contact [FILE.csv [FOLDER [EXAMPLES]]]
 *
 * FOLDER holds the robots, EXAMPLES the files of examples/; missing files are skipped. All
 * contenders of one scene take turns; the cost of a step is the best of the repetitions, and the
 * median shows the load of the machine. Every run starts from a copy of one state. MuJoCo's
 * contacts are soft: its motion differs. */
#include "command.h"
#include "contest.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>

enum { PATH_ROOM = 4096 };

/* A scene, the first measured step and the number of steps. */
typedef struct scene_case {
    const char *name;
    int32_t spheres;        /* of a chain; 0: from a file, or of boxes */
    int32_t piled, resting; /* boxes of a pile that falls, and beside it; 0: there are none */
    bool example;           /* the file is an example, not a robot */
    const char *file;
    const char *keyframe; /* start; NULL: reference pose */
    double dt;
    int warm_up, steps;
    double effort; /* along all degrees of freedom of joints, against their stops, in place of
                      contacts; 0: contacts */
} scene_case;

static const scene_case cases[] = {
    {"chain of 1 sphere", 1, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 2 spheres", 2, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 5 spheres", 5, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 10 spheres", 10, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 20 spheres", 20, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"chain of 50 spheres", 50, 0, 0, false, NULL, "start", 0.01, 0, 200, 0.0},
    {"humanoid falling", 0, 0, 0, false, "mujoco/humanoid.xml", NULL, 0.005, 0, 400, 0.0},
    {"humanoid lying", 0, 0, 0, false, "mujoco/humanoid.xml", NULL, 0.005, 1000, 400, 0.0},
    {"stack of 10 boxes", 0, 0, 0, true, "stack.xml", NULL, 0.005, 0, 200, 0.0},
    {"boxes tumbling", 0, 0, 0, true, "tumbling_boxes.xml", NULL, 0.005, 0, 300, 0.0},
    {"boxes sliding", 0, 0, 0, true, "sliders.xml", "pushed", 0.005, 0, 150, 0.0},
    {"balls bouncing", 0, 0, 0, true, "bounce.xml", NULL, 0.001, 0, 2000, 0.0},
    {"dominoes", 0, 0, 0, true, "dominoes.xml", NULL, 0.002, 0, 300, 0.0},
    {"quadruped on stops", 0, 0, 0, false, "unitree_a1/a1.urdf", NULL, 0.001, 1000, 400, 3.0},
    {"humanoid on stops", 0, 0, 0, false, "mujoco/humanoid.xml", NULL, 0.005, 1000, 400, 60.0},
    {"pile", 0, 8, 0, false, NULL, "start", 0.005, 0, 200, 0.0},
    {"boxes at rest", 0, 0, 100, false, NULL, "start", 0.005, 0, 200, 0.0},
    {"pile beside them", 0, 8, 100, false, NULL, "start", 0.005, 0, 200, 0.0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* The first entrant is the baseline of all ratios. */
static const contest_entrant entrants[] = {
    {"ludo", "maximal", false, false},
    {"ludo", "maximal", true, false},
    {"mujoco", "Euler", false, false},
    {"mujoco", "discrete", false, false},
};
enum { ENTRANTS = sizeof entrants / sizeof entrants[0] };

static void report(FILE *csv, const contender *c, const contender *first)
{
    const contest_entrant *e = c->as;
    const int bodies = ludo_model_body_count(first->model);
    if (c->failed) {
        return;
    }
    const double best = c->best, median = c->median, ratio = best / first->best;
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
    ludo_contest_measure(contenders, ENTRANTS, HUGE_VAL);
    for (int i = 0; i < ENTRANTS; i++) {
        report(csv, &contenders[i], &contenders[0]);
    }
    fflush(csv);
    fflush(stdout);
}

static void run_case(FILE *csv, const scene_case *of, const char *robots, const char *examples)
{
    char path[PATH_ROOM] = "";
    contender contenders[ENTRANTS];
    ludo_spec *built = NULL;
    if (of->file != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s", of->example ? examples : robots, of->file);
    } else if (of->spheres > 0) {
        (void)ludo_scene_sphere_chain(of->spheres, NULL, &built);
    } else {
        (void)ludo_scene_pile_beside(of->piled, of->resting, NULL, &built);
    }
    const contest_scene scene = {.name = of->name,
                                 .path = path,
                                 .spec = built,
                                 .keyframe = of->keyframe,
                                 .dt = of->dt,
                                 .warm_up = of->warm_up,
                                 .steps = of->steps,
                                 .contacts = of->effort == 0.0,
                                 .limits = true,
                                 .effort = of->effort};
    ludo_contest_open(contenders, entrants, ENTRANTS, &scene);
    if (!contenders[0].failed) {
        measure(csv, contenders);
    } else {
        printf("%-20s can't be simulated, or isn't there\n", of->name);
    }
    ludo_contest_close(contenders, ENTRANTS);
    ludo_spec_destroy(built);
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
           LUDO_CONTEST_REPETITIONS, "", "n", "", "best", "median", "/body", "times", "iter",
           "points");
    for (size_t i = 0; i < CASES; i++) {
        run_case(csv, &cases[i], robots, examples);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
