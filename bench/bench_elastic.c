/* SPDX-License-Identifier: Apache-2.0
 *
 * Elastic impacts: the energy of 216 spheres that bounce on a plane and on each other, the momentum
 * and energy of the break of sixteen balls, and how far this break, reversed, misses its start.
 *
 *     bench_elastic [FILE.csv [DURATION]]
 *
 * DURATION is that of the spheres. The time of a step does not include reading its energy, but
 * velocities at knots, which impacts need. */
#include "command.h"
#include "random.h"
#include "timing.h"

#include "ludo/ludo.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 6, SPHERES = SIDE * SIDE * SIDE, ROWS = 5, BALLS = 1 + ROWS * (ROWS + 1) / 2 };

/* A sphere on a free joint, elastic and without friction. */
typedef struct sphere {
    double radius, mass;
    ludo_vec3 at;
} sphere;

typedef struct elastic {
    ludo_model *model;
    ludo_sim *sim;
} elastic;

/* ---- scenes ---- */

static bool add_geom(ludo_spec *spec, const char *type, int32_t body, double size)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.size[0] = size;
    geom.condim = 1;
    geom.restitution = 1.0;
    return ludo_spec_add_geom(spec, &geom, NULL) == LUDO_OK;
}

static bool add_sphere(ludo_spec *spec, const sphere *s)
{
    const double J = 0.4 * s->mass * s->radius * s->radius;
    const ludo_body_def body = {.struct_size = sizeof body, .mass = s->mass, .inertia = {J, J, J}};
    ludo_joint_def joint = {.struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD};
    return ludo_spec_add_body(spec, &body, &joint.child) == LUDO_OK &&
           ludo_spec_add_joint(spec, &joint, NULL) == LUDO_OK &&
           add_geom(spec, "sphere", joint.child, s->radius);
}

/* Spheres on a plane with gravity, or in free space, at rest. */
static bool open_spheres(elastic *e, const sphere *spheres, int count, bool plane)
{
    ludo_spec *spec = NULL;
    const double down[3] = {0.0, 0.0, plane ? -9.81 : 0.0};
    bool good = ludo_spec_create(NULL, &spec) == LUDO_OK &&
                ludo_spec_set_option(spec, "gravity", down, 3) == LUDO_OK &&
                (!plane || add_geom(spec, "plane", LUDO_WORLD, 0.0));
    for (int i = 0; i < count && good; i++) {
        good = add_sphere(spec, &spheres[i]);
    }
    good = good && ludo_compile(spec, NULL, &e->model, NULL) == LUDO_OK &&
           ludo_sim_create(e->model, NULL, NULL, &e->sim, NULL) == LUDO_OK;
    for (int i = 0; i < count && good; i++) {
        const ludo_vec3 p = spheres[i].at;
        const double q[7] = {p.x, p.y, p.z, 1.0};
        good = ludo_sim_set_joint_position(e->sim, i, q) == LUDO_OK;
    }
    ludo_spec_destroy(spec);
    return good;
}

static void leave(elastic *e)
{
    ludo_sim_destroy(e->sim);
    ludo_model_destroy(e->model);
}

/* A cube of spheres 0.21 m apart, each coordinate with a random number of up to 1 mm. */
static bool open_cube(elastic *e)
{
    sphere spheres[SPHERES];
    uint64_t random = 1;
    for (int i = 0; i < SPHERES; i++) {
        const int n[3] = {i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE)};
        double at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = 0.21 * n[k] + ludo_scene_random(&random, 0.0, 0.001);
        }
        spheres[i] = (sphere){0.1, 10.0, {at[0], at[1], 1.101 + at[2]}};
    }
    return open_spheres(e, spheres, SPHERES, true);
}

/* A rack of fifteen balls with gaps of 0.1 mm, and the cue ball, 5 cm before it and 2 mm beside
 * its axis, at 5 m/s. */
static bool open_break(elastic *e)
{
    const double radius = 0.028575, mass = 0.17, apart = 2.0 * radius + 1e-4;
    sphere balls[BALLS] = {{radius, mass, {-2.0 * radius - 0.05, 0.002, 0.0}}};
    for (int row = 0, i = 1; row < ROWS; row++) {
        for (int k = 0; k <= row; k++, i++) {
            const ludo_vec3 at = {sqrt(0.75) * apart * row, apart * (k - 0.5 * row), 0.0};
            balls[i] = (sphere){radius, mass, at};
        }
    }
    return open_spheres(e, balls, BALLS, false) &&
           ludo_sim_set_joint_velocity(e->sim, 0, (double[6]){5.0}) == LUDO_OK;
}

/* ---- runs ---- */

/* Results of a run; sums over steps. */
typedef struct tally {
    double energy_square;   /* mean of (E - E_0)^2 [J^2] */
    double energy;          /* largest error of the energy [J] */
    double us_mean, us_max; /* of a step */
    double substeps;        /* mean */
    int substeps_max;
    long impacts, at_knots, steps;
} tally;

static double mechanical_energy(ludo_sim *sim)
{
    ludo_energy e = {.kinetic = 0.0};
    const ludo_status s = ludo_sim_energy(sim, &e);
    return s == LUDO_OK ? e.kinetic + e.potential : (double)NAN;
}

static bool timed_step(ludo_sim *sim, double h, tally *t)
{
    ludo_step_report r = {.struct_size = sizeof r};
    ludo_contact_quality q = {.struct_size = sizeof q};
    const clock_t start = clock();
    const bool good = ludo_step(sim, h, &r) == LUDO_OK;
    const double us = 1e6 * seconds_since(start);
    t->us_mean += us;
    t->us_max = fmax(t->us_max, us);
    t->substeps += r.substeps;
    t->substeps_max = r.substeps > t->substeps_max ? r.substeps : t->substeps_max;
    t->steps++;
    const bool read = ludo_sim_contact_quality(sim, &q) == LUDO_OK;
    t->impacts += q.impacts;
    t->at_knots += q.impacts_at_knots;
    return good && read;
}

static bool run_timed(ludo_sim *sim, double h, long steps, tally *t)
{
    const double from = mechanical_energy(sim);
    bool good = true;
    *t = (tally){0};
    for (long k = 0; k < steps && good; k++) {
        good = timed_step(sim, h, t);
        const double error = mechanical_energy(sim) - from;
        t->energy_square += error * error;
        t->energy = fmax(t->energy, fabs(error));
    }
    t->energy_square /= (double)t->steps;
    t->us_mean /= (double)t->steps;
    t->substeps /= (double)t->steps;
    return good;
}

static bool run_steps(ludo_sim *sim, double h, long steps)
{
    return ludo_sim_run(sim, h, steps, NULL) == LUDO_OK;
}

static bool reverse(ludo_sim *sim)
{
    double v[6 * BALLS];
    bool good = ludo_sim_get_velocities(sim, v, 6 * BALLS) == LUDO_OK;
    for (int i = 0; i < 6 * BALLS; i++) {
        v[i] = -v[i];
    }
    return good && ludo_sim_set_velocities(sim, v, 6 * BALLS) == LUDO_OK;
}

/* The largest distance between balls of two simulations. */
static double distance(ludo_sim *a, ludo_sim *b)
{
    double most = 0.0;
    for (int i = 0; i < BALLS; i++) {
        ludo_body_state s, t;
        const bool read =
            ludo_sim_body_state(a, i, &s) == LUDO_OK && ludo_sim_body_state(b, i, &t) == LUDO_OK;
        const ludo_vec3 p = s.position, q = t.position;
        const double square =
            (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z);
        most = fmax(most, read ? sqrt(square) : HUGE_VAL);
    }
    return most;
}

/* ---- measurements ---- */

static void report(FILE *csv, const char *name, int bodies, double dt, double time, const tally *t)
{
    printf("%-20s %6g %6g %10.3g %10.1f %10.0f %8ld %8ld %7.2f %4d", name, dt, time,
           t->energy_square, t->us_mean, t->us_max, t->impacts, t->at_knots, t->substeps,
           t->substeps_max);
    fprintf(csv, "%s,%d,%g,%g,%.4g,%.3g,%.1f,%.0f,%ld,%ld,%.2f,%d,", name, bodies, dt, time,
            t->energy_square, t->energy, t->us_mean, t->us_max, t->impacts, t->at_knots,
            t->substeps, t->substeps_max);
}

static bool measure_cube(FILE *csv, double dt, double duration)
{
    elastic e = {NULL, NULL};
    tally t;
    const bool good = open_cube(&e) && run_timed(e.sim, dt, lround(duration / dt), &t);
    if (good) {
        report(csv, "cube of spheres", SPHERES, dt, duration, &t);
        printf("\n");
        fprintf(csv, ",,\n");
    }
    leave(&e);
    fflush(stdout);
    return good;
}

/* Errors of momentum and energy, relative to those of the cue ball. */
static bool measure_break(FILE *csv, double dt, double duration)
{
    elastic e = {NULL, NULL};
    tally t;
    ludo_momentum from, to;
    bool good = open_break(&e) && ludo_sim_momentum(e.sim, &from) == LUDO_OK;
    const double energy = good ? mechanical_energy(e.sim) : 0.0;
    good = good && run_timed(e.sim, dt, lround(duration / dt), &t) &&
           ludo_sim_momentum(e.sim, &to) == LUDO_OK;
    if (good) {
        const double x = to.linear.x - from.linear.x, y = to.linear.y - from.linear.y;
        const double momentum = sqrt(x * x + y * y) / from.linear.x;
        report(csv, "break", BALLS, dt, duration, &t);
        printf("  momentum %.1e, energy %.1e\n", momentum, t.energy / energy);
        fprintf(csv, "%.1e,%.1e,\n", momentum, t.energy / energy);
    }
    leave(&e);
    return good;
}

/* The error of positions after a run to a time, and back. */
static bool measure_return(FILE *csv, double dt, double time)
{
    elastic e = {NULL, NULL}, start = {NULL, NULL};
    const long steps = lround(time / dt);
    const bool good = open_break(&e) && open_break(&start) && run_steps(e.sim, dt, steps) &&
                      reverse(e.sim) && run_steps(e.sim, dt, steps);
    if (good) {
        const double error = distance(e.sim, start.sim);
        printf("%-20s %6g %6g  position %.1e\n", "break and back", dt, time, error);
        fprintf(csv, "break and back,%d,%g,%g,,,,,,,,,,,%.1e\n", BALLS, dt, time, error);
    }
    leave(&e);
    leave(&start);
    return good;
}

static const ludo_bench_about about = {
    .measures =
        "energy [J], momentum and reversibility of elastic impacts, processor time per step "
        "[us];\nenergy_square: mean of the square of the energy error over steps [J^2]; "
        "break and back: run to a time,\nreverse velocities, run as long: largest distance "
        "from the start [m]",
    .operands = "[DURATION]",
};

int main(int argc, char **argv)
{
    static const double returns[] = {0.011, 0.012, 0.015, 0.02, 0.03, 0.04, 0.05, 0.1, 0.3};
    static const double steps[] = {0.001, 0.0001};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const double duration = argc > 2 ? atof(argv[2]) : 10.0;
    fprintf(csv, "scene,bodies,dt,time,energy_square,energy_error,us_mean,us_max,impacts,"
                 "impacts_at_knots,substeps_mean,substeps_max,momentum_relative,energy_relative,"
                 "position_error\n");
    printf("%-20s %6s %6s %10s %10s %10s %8s %8s %7s %4s\n", "", "dt", "s", "J^2", "us", "us max",
           "impacts", "at knots", "parts", "max");
    bool good = true;
    for (int n = 0; n < 2; n++) {
        good = measure_break(csv, steps[n], 0.3) && good;
        for (size_t i = 0; i < sizeof returns / sizeof returns[0]; i++) {
            good = measure_return(csv, steps[n], returns[i]) && good;
        }
    }
    good = measure_cube(csv, 0.01, duration) && good;
    good = measure_cube(csv, 0.001, duration) && good;
    return fclose(csv) == 0 && good ? 0 : 1;
}
