/* SPDX-License-Identifier: Apache-2.0
 *
 * A million steps of floating mechanisms: the drift of their momenta, and the band of their energy.
 *
 *     soak_momentum [FILE.csv [STEPS]]
 *
 * There are no external forces, so that schemes with an exact momentum map conserve both momenta:
 * the measured drift is round-off and the residual of Newton's method. */
#include "command.h"
#include "scenes.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 1000000, SAMPLE = 97, QUARTERS = 4 };

/* ---- mechanisms ------------------------------------------------------------------------------ */

typedef ludo_status scene_builder(const ludo_allocator *allocator, ludo_spec **out);

static ludo_status four_balls(const ludo_allocator *allocator, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {
        .links = 4, .joint = "ball", .floating = true, .stir = 1.0};
    return ludo_scene_chain(&chain, allocator, out);
}

/* Every type of joint; internal springs, no dampers. */
static ludo_status everything(const ludo_allocator *allocator, ludo_spec **out)
{
    const ludo_scene_everything_options tree = {
        .bodies = 13, .seed = 2, .floating = true, .stiffness = 10.0};
    return ludo_scene_everything(&tree, allocator, out);
}

typedef struct motion {
    const char *name;
    scene_builder *build;
    double h;             /* [s] */
    double tolerance;     /* of Newton's method */
    const char *by[6][2]; /* integrator and scheme, ended by NULL */
} motion;

static const motion motions[] = {
    {"free body",
     ludo_scene_torque_free_body,
     0.05,
     1e-10,
     {{"rigid-body", "symplectic-cayley"},
      {"rigid-body", "tln-cayley"},
      {"lie-group", "so3"},
      {"lie-group", "se3"},
      {"dual-quaternion", "corrected"},
      {"dual-quaternion", "published"}}},
    {"body in a fluid",
     ludo_scene_body_in_fluid,
     0.02,
     1e-10,
     {{"dual-quaternion", "corrected"}, {"dual-quaternion", "published"}}},
    {"free chain",
     ludo_scene_free_chain,
     0.02,
     1e-10,
     {{"lie-group", "so3"}, {"lie-group", "se3"}}},
    {"four balls", four_balls, 0.01, 1e-10, {{"lie-group", "so3"}, {"lie-group", "se3"}}},
    {"everything", everything, 0.002, 1e-10, {{"lie-group", "so3"}, {"lie-group", "se3"}}},
};

/* ---- measured quantities --------------------------------------------------------------------- */

/* Momentum errors are relative: linear to sqrt(2 m T), angular to its start value plus the lever to
 * the first body times the linear momentum. Energy errors are relative to the kinetic energy of the
 * start. */
typedef struct watch {
    ludo_momentum start;
    ludo_energy energy;
    double mass;
    double linear, angular;
    double band[QUARTERS][2]; /* lowest and highest energy error of each quarter */
    long steps, cut, iterations;
    double seconds;
} watch;

static double norm(ludo_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static double distance(ludo_vec3 a, ludo_vec3 b)
{
    return norm((ludo_vec3){a.x - b.x, a.y - b.y, a.z - b.z});
}

static void raise_to(double *most, double value)
{
    *most = value <= *most ? *most : value; /* NaN is kept */
}

static bool begin(watch *w, ludo_sim *sim)
{
    w->mass = ludo_model_mass(ludo_sim_model(sim));
    for (int i = 0; i < QUARTERS; i++) {
        w->band[i][0] = HUGE_VAL;
        w->band[i][1] = -HUGE_VAL;
    }
    return ludo_sim_energy(sim, &w->energy) == LUDO_OK &&
           ludo_sim_momentum(sim, &w->start) == LUDO_OK;
}

static bool look(watch *w, ludo_sim *sim, int quarter)
{
    ludo_energy e;
    ludo_momentum p;
    ludo_body_state body;
    if (ludo_sim_energy(sim, &e) != LUDO_OK || ludo_sim_momentum(sim, &p) != LUDO_OK ||
        ludo_sim_body_state(sim, 0, &body) != LUDO_OK) {
        return false;
    }
    const double kinetic = w->energy.kinetic;
    const double off = ludo_energy_error(&w->energy, &e) / kinetic;
    const double made = norm(w->start.angular) + norm(body.com) * norm(w->start.linear);
    raise_to(&w->linear, distance(p.linear, w->start.linear) / sqrt(2.0 * w->mass * kinetic));
    raise_to(&w->angular, distance(p.angular, w->start.angular) / made);
    w->band[quarter][0] = fmin(w->band[quarter][0], off);
    w->band[quarter][1] = fmax(w->band[quarter][1], off);
    return true;
}

static bool step(watch *w, ludo_sim *sim, double h)
{
    ludo_step_report r = {.struct_size = sizeof r};
    const ludo_status s = ludo_step(sim, h, &r);
    w->steps++;
    w->cut += r.substeps > 1;
    w->iterations += r.iterations;
    if (s != LUDO_OK) {
        char node[192] = "";
        (void)ludo_node_format(ludo_sim_model(sim), &r.node, node, sizeof node);
        printf("step %ld: %s: %s\n", w->steps, ludo_status_text(s), node);
    }
    return s == LUDO_OK;
}

static bool run(watch *w, ludo_sim *sim, double h, long steps)
{
    bool good = begin(w, sim);
    const clock_t start = clock();
    for (long k = 0; k < steps && good; k++) {
        good = step(w, sim, h);
        if (good && (k % SAMPLE == 0 || k == steps - 1)) {
            good = look(w, sim, (int)(QUARTERS * k / steps));
        }
    }
    w->seconds = seconds_since(start);
    return good;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void write_head(FILE *file)
{
    fprintf(file, "scene,integrator,scheme,dt,steps,linear,angular");
    for (int i = 1; i <= QUARTERS; i++) {
        fprintf(file, ",energy_low_%d,energy_high_%d", i, i);
    }
    fprintf(file, ",cut,iterations,us_per_step\n");
}

static void write_row(FILE *file, const motion *m, int by, const watch *w)
{
    const double steps = (double)w->steps;
    fprintf(file, "%s,%s,%s,%g,%ld,%.2g,%.2g", m->name, m->by[by][0], m->by[by][1], m->h, w->steps,
            w->linear, w->angular);
    for (int i = 0; i < QUARTERS; i++) {
        fprintf(file, ",%.2e,%.2e", w->band[i][0], w->band[i][1]);
    }
    fprintf(file, ",%ld,%.2f,%.1f\n", w->cut, (double)w->iterations / steps,
            1e6 * w->seconds / steps);
    fflush(file);
}

static bool soak(FILE *csv, const motion *m, int by, long steps)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = m->by[by][0];
    o.scheme = m->by[by][1];
    o.tolerance = m->tolerance;
    watch w = {0};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    const bool good = m->build(NULL, &spec) == LUDO_OK &&
                      ludo_scene_open(spec, &o, &model, &sim) == LUDO_OK &&
                      run(&w, sim, m->h, steps);
    write_row(csv, m, by, &w);
    write_row(stdout, m, by, &w);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return good;
}

static const ludo_bench_about about = {
    .measures =
        "change of momentum and band of the energy of floating mechanisms over a million steps",
    .operands = "[STEPS]",
};

int main(int argc, char **argv)
{
    ludo_bench_check(&about, argc, argv);
    const long steps = argc > 2 ? atol(argv[2]) : STEPS;
    bool good = true;
    if (steps < 1) {
        fprintf(stderr, "soak_momentum: STEPS is %s, must be a whole number from 1\n", argv[2]);
        return 2;
    }
    FILE *csv = ludo_bench_open(&about, argc, argv);
    write_head(csv);
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        for (int by = 0; by < 6 && motions[i].by[by][0] != NULL; by++) {
            good = soak(csv, &motions[i], by, steps) && good;
        }
    }
    return fclose(csv) == 0 && good ? 0 : 1;
}
