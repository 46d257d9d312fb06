/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step of many simulations: microseconds of wall-clock time per simulation and step
 * of a batch, by one and two threads, in calls of many steps and of one; and of MuJoCo's batch.
 *
 *     bench_batch [FILE.csv [FOLDER]]
 *
 * FOLDER holds the robots, by default shared/models beside the source tree; missing ones are
 * skipped. Batches start from one state with random rates of up to 0.1, which differ from one
 * simulation to the next, and go on from call to call. Coordinates and rates are written after each
 * call. All batches of one scene take turns; the cost is the best of the calls. */
#include "command.h"
#include "peer.h"
#include "price_robots.h"
#include "timing.h"

#include "ludo/ludo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 6, PATH_ROOM = 4096, LINKS = 10 };

/* A scene, and how long its batches run. */
typedef struct scene_case {
    const char *name, *file; /* NULL: a chain of LINKS hinges, which is written */
    bool stands;   /* on servos, from the keyframe "stand" of a file that is written for it */
    bool contacts; /* and limits */
    double dt;
    int simulations, steps; /* per call */
} scene_case;

static const scene_case cases[] = {
    {"chain of 10 hinges", NULL, false, false, 0.001, 256, 100},
    {"chain of 10 hinges", NULL, false, false, 0.001, 100000, 1},
    {"A1 in flight", "unitree_a1/a1.urdf", false, false, 0.001, 256, 100},
    {"humanoid in flight", "mujoco/humanoid.xml", false, false, 0.001, 256, 100},
    {"A1 in flight", "unitree_a1/a1.urdf", false, false, 0.001, 20000, 1},
    {"humanoid in flight", "mujoco/humanoid.xml", false, false, 0.001, 20000, 1},
    {"A1 stands", "unitree_a1/a1.urdf", true, true, 0.002, 64, 100},
    {"humanoid falls and lies", "mujoco/humanoid.xml", false, true, 0.002, 64, 200},
};

/* A batch of Ludo or of the peer. */
typedef struct contender {
    const char *engine;
    int threads;
    ludo_model *model;
    ludo_batch *batch;
    ludo_peer *peer;
    ludo_peer_batch *peer_batch;
    double best; /* us per simulation and step */
    long failed; /* simulations that stopped */
} contender;

/* Wall-clock time [s]. */
static double wall(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Rates of up to 0.1, the same on every machine. */
static void draw(double *v, size_t count)
{
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        v[i] = 0.2 * ((double)(state >> 11) / 9007199254740992.0 - 0.5);
    }
}

/* ---- opening ---- */

static bool open_ludo(contender *c, const scene_case *s, const char *path)
{
    ludo_spec *spec = NULL;
    ludo_load_options load = ludo_load_options_default();
    ludo_sim_options options = ludo_sim_options_default();
    double *q, *v;
    load.base = strstr(path, ".urdf") != NULL ? LUDO_BASE_FREE : LUDO_BASE_FIXED;
    options.contacts = options.limits = s->contacts;
    options.rest = false; /* the cost of a step, not of rest */
    const bool made = ludo_load_file(path, &load, NULL, &spec, NULL) == LUDO_OK &&
                      ludo_compile(spec, NULL, &c->model, NULL) == LUDO_OK &&
                      ludo_batch_create(c->model, &options, s->simulations, c->threads, NULL,
                                        &c->batch, NULL) == LUDO_OK &&
                      (!s->stands || ludo_batch_reset(c->batch, NULL, 0, 0) == LUDO_OK) &&
                      ludo_batch_rows(c->batch, LUDO_POSITIONS, &q) == LUDO_OK &&
                      ludo_batch_rows(c->batch, LUDO_VELOCITIES, &v) == LUDO_OK;
    ludo_spec_destroy(spec);
    if (made) {
        draw(v, (size_t)s->simulations * (size_t)ludo_model_dof(c->model));
    }
    return made;
}

static bool open_peer(contender *c, const scene_case *s, const char *path)
{
    c->peer = ludo_peer_load(&(ludo_peer_file){.path = path,
                                               .dt = s->dt,
                                               .integrator = "Euler",
                                               .contacts = s->contacts,
                                               .limits = s->contacts,
                                               .keyframe = s->stands ? "stand" : NULL});
    c->peer_batch =
        c->peer != NULL ? ludo_peer_batch_create(c->peer, s->simulations, c->threads) : NULL;
    int rates = 0;
    double *v = c->peer_batch != NULL ? ludo_peer_batch_rates(c->peer_batch, &rates) : NULL;
    if (v != NULL) {
        draw(v, (size_t)s->simulations * (size_t)rates);
    }
    return v != NULL;
}

static void leave(contender *c)
{
    ludo_batch_destroy(c->batch);
    ludo_model_destroy(c->model);
    ludo_peer_batch_destroy(c->peer_batch);
    ludo_peer_destroy(c->peer);
}

/* ---- measuring ---- */

static void call(contender *c, const scene_case *s)
{
    const double start = wall();
    if (c->batch != NULL) {
        (void)ludo_batch_step(c->batch, s->dt, s->steps);
    } else {
        c->failed = ludo_peer_batch_step(c->peer_batch, s->steps);
    }
    const double us = 1e6 * (wall() - start) / s->steps / s->simulations;
    c->best = c->best == 0.0 || us < c->best ? us : c->best;
}

static void report(FILE *csv, const scene_case *s, contender *c, const contender *first)
{
    size_t bytes = 0;
    if (c->batch != NULL) {
        ludo_batch_memory memory = {.struct_size = sizeof memory};
        (void)ludo_batch_get_memory(c->batch, &memory);
        bytes = memory.state;
        for (int k = 0; k < s->simulations; k++) {
            c->failed += ludo_batch_status(c->batch)[k] != LUDO_OK;
        }
    }
    printf("%-24s %6d %5d  %-7s %d %10.3f %8.2f %6ld %8zu\n", s->name, s->simulations, s->steps,
           c->engine, c->threads, c->best, c->best / first->best, c->failed, bytes);
    fprintf(csv, "%s,%s,%g,%d,%d,%s,%d,%.4f,%.3f,%ld,%zu\n", s->name, s->contacts ? "yes" : "no",
            s->dt, s->simulations, s->steps, c->engine, c->threads, c->best, c->best / first->best,
            c->failed, bytes);
}

static void run_case(FILE *csv, const scene_case *s, const char *path)
{
    contender contenders[] = {
        {.engine = "ludo", .threads = 1},
        {.engine = "ludo", .threads = 2},
        {.engine = "mujoco", .threads = 1},
        {.engine = "mujoco", .threads = 2},
    };
    enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };
    bool open[CONTENDERS];
    for (int i = 0; i < CONTENDERS; i++) {
        open[i] = i < 2 ? open_ludo(&contenders[i], s, path) : open_peer(&contenders[i], s, path);
    }
    for (int k = 0; k < CALLS; k++) {
        for (int i = 0; i < CONTENDERS && open[0]; i++) {
            if (open[i]) {
                call(&contenders[i], s);
            }
        }
    }
    for (int i = 0; i < CONTENDERS; i++) {
        if (open[0] && open[i]) {
            report(csv, s, &contenders[i], &contenders[0]);
        }
        leave(&contenders[i]);
    }
    fflush(csv);
    fflush(stdout);
}

/* Rods end to end on hinges, whose axes change from one to the next. */
static bool write_chain(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fputs("<mujoco><worldbody>", file);
    for (int i = 0; i < LINKS; i++) {
        fprintf(file,
                "<body pos='0 0 %d'><joint type='hinge' axis='%d %d 0'/>"
                "<geom type='capsule' fromto='0 0 0 0 0 -1' size='.05'/>",
                i == 0 ? 0 : -1, i % 2, 1 - i % 2);
    }
    for (int i = 0; i < LINKS; i++) {
        fputs("</body>", file);
    }
    fputs("</worldbody></mujoco>", file);
    return fclose(file) == 0;
}

/* The file of a scene; a chain, and one that stands, are written to `written`, beside the results.
 */
static bool find_file(const scene_case *s, const char *folder, const char *written, char *path)
{
    if (s->file == NULL) {
        (void)snprintf(path, PATH_ROOM, "%s", written);
        return write_chain(written);
    }
    (void)snprintf(path, PATH_ROOM, "%s/%s", folder, s->file);
    FILE *file = fopen(path, "r");
    if (file == NULL || fclose(file) != 0) {
        printf("%-24s isn't there\n", s->file);
        return false;
    }
    if (s->stands) {
        const bool made = ludo_price_stand(path, written);
        (void)snprintf(path, PATH_ROOM, "%s", written);
        return made;
    }
    return true;
}

static const ludo_bench_about about = {
    .measures = "wall-clock time per simulation and step [us] of many simulations of one model",
    .operands = "[FOLDER]",
    .peer = true,
};

int main(int argc, char **argv)
{
    const char *folder = argc > 2 ? argv[2] : LUDO_BENCH_ROBOTS;
    FILE *csv = ludo_bench_open(&about, argc, argv);
    char path[PATH_ROOM], written[PATH_ROOM];
    (void)snprintf(written, sizeof written, "%s.stand.xml", argc > 1 ? argv[1] : "bench_batch");
    fprintf(csv, "scene,contacts_and_limits,dt,simulations,steps_per_call,engine,threads,us_best,"
                 "times_ludo,failed,state_bytes\n");
    printf("%-24s %6s %5s  %-9s %10s %8s %6s %8s\n", "us per simulation and step", "count", "steps",
           "threads", "best", "times", "failed", "bytes");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (find_file(&cases[i], folder, written, path)) {
            run_case(csv, &cases[i], path);
        }
    }
    (void)remove(written);
    return fclose(csv) == 0 ? 0 : 1;
}
