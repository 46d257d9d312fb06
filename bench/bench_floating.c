/* SPDX-License-Identifier: Apache-2.0
 *
 * Floating mechanisms: three boxes on hinges [solv2014 figure 5], a tumbling body, a body in an
 * ideal fluid whose exact motion solves Kirchhoff's equations [dq2016].
 *
 *     bench_floating [FILE.csv]
 *
 * "refined": errors at the end at step sizes that halve, and the iterations. "long": the largest
 * errors of energy and moment about the world's origin up to growing times at steps of 0.1 s,
 * relative to the start; without a fluid the centre of mass is at rest. "boosted": errors of
 * attitudes [rad] with a constant velocity of (1, 1/2, -3/10) times 0 to 100 m/s added to all
 * bodies. "falling": errors of attitudes in free fall, by the duration of the fall. Errors [rad, m]
 * are relative to order 6 in joint coordinates with short steps; in the fluid to reference data of
 * other software. */
#include "data/kirchhoff.h"
#include "command.h"
#include "poses.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ENTRANTS_MAX = 8, HALVINGS = 5, SPEEDS = 4, FALLS = 4, STEPS_LONG = 100000 };

static const double speeds[SPEEDS] = {0.0, 1.0, 10.0, 100.0}; /* [m/s] */
static const double falls[FALLS] = {0.5, 1.0, 1.5, 2.0};      /* [s] */
static const double dt_long = 0.1;

/* A floating mechanism and its integrators; a list of entrants ends with an empty name. */
typedef struct subject {
    const char *name;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
    double duration, dt; /* time of the errors, longest step [s] */
    bool fluid;
    method by[ENTRANTS_MAX];
} subject;

static const subject subjects[] = {
    {"free chain",
     ludo_scene_free_chain,
     2.0,
     0.2,
     false,
     {{.integrator = "lie-group"},
      {.integrator = "lie-group", .scheme = "se3"},
      {.integrator = "galerkin", .order = 2},
      {.integrator = "galerkin", .order = 4},
      {.integrator = "maximal", .order = 2},
      {.integrator = "runge-kutta", .order = 2}}},
    {"free body",
     ludo_scene_torque_free_body,
     5.0,
     0.2,
     false,
     {{.integrator = "dual-quaternion"},
      {.integrator = "dual-quaternion", .scheme = "published"},
      {.integrator = "rigid-body"},
      {.integrator = "lie-group", .scheme = "se3"},
      {.integrator = "galerkin", .order = 2},
      {.integrator = "maximal", .order = 2}}},
    {"body in a fluid",
     ludo_scene_body_in_fluid,
     10.0,
     0.2,
     true,
     {{.integrator = "dual-quaternion"}, {.integrator = "dual-quaternion", .scheme = "published"}}},
};

static const char *scheme_of(const method *by)
{
    return by->scheme != NULL ? by->scheme : "";
}

/* A start: an added velocity, and gravity. */
typedef struct circumstance {
    ludo_vec3 velocity; /* [m/s] */
    double gravity;     /* [m/s^2] */
} circumstance;

static const circumstance as_it_is = {.gravity = 0.0};

static circumstance boosted(double speed)
{
    return (circumstance){.velocity = {speed, 0.5 * speed, -0.3 * speed}};
}

static trial open_subject(const subject *of, method by, circumstance in, double dt, int steps)
{
    const double gravity[3] = {0.0, 0.0, -in.gravity};
    ludo_spec *spec = NULL;
    double rate[6];
    if (of->scene(NULL, &spec) == LUDO_OK) {
        (void)ludo_spec_set_option(spec, "gravity", gravity, 3);
    }
    trial t = ludo_trial_open(spec, "start", by, dt, steps);
    if (!t.refused && ludo_sim_joint_velocity(t.sim, 0, rate) == LUDO_OK) {
        rate[0] += in.velocity.x;
        rate[1] += in.velocity.y;
        rate[2] += in.velocity.z;
        t.refused = ludo_sim_set_joint_velocity(t.sim, 0, rate) != LUDO_OK ||
                    ludo_sim_copy(t.origin, t.sim) != LUDO_OK;
    }
    return t;
}

static int steps_to(double duration, double dt)
{
    return (int)(duration / dt + 0.5);
}

/* The exact poses after a flight of `duration` without gravity. */
static pose_list truth_at(const subject *of, double duration)
{
    const method exact = {.integrator = "galerkin", .order = 6, .tolerance = 1e-13};
    const int steps = 1000;
    pose_list truth = {.count = 0};
    if (of->fluid) {
        const kirchhoff_sample *end = &kirchhoff_samples[4];
        truth.count = 1;
        truth.body[0].orientation = end->orientation;
        truth.body[0].position = end->position;
        return truth;
    }
    trial t = open_subject(of, exact, as_it_is, duration / steps, steps);
    if (!ludo_trial_run(&t) || !ludo_poses_read(&t, &truth)) {
        truth.count = 0;
    }
    ludo_trial_close(&t);
    return truth;
}

/* The poses at the end of a run; false: the run failed. */
static bool end_of(trial *t, pose_list *end)
{
    return !t->refused && ludo_trial_count(t) && ludo_poses_read(t, end);
}

static void refine(FILE *csv, const subject *of, method by, const pose_list *truth)
{
    for (int k = 0; k < HALVINGS; k++) {
        const double dt = of->dt / (1 << k);
        trial t = open_subject(of, by, as_it_is, dt, steps_to(of->duration, dt));
        pose_list end;
        if (end_of(&t, &end)) {
            fprintf(csv, "refined,%s,%s,%s,%d,%g,%g,%.3e,,,%.2f\n", of->name, by.integrator,
                    scheme_of(&by), (int)ludo_sim_order(t.sim), dt, of->duration,
                    ludo_poses_error(&end, truth), t.iterations / t.steps);
        }
        ludo_trial_close(&t);
    }
}

/* ---- conserved quantities ---- */

static double size_of(ludo_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static ludo_vec3 difference(ludo_vec3 a, ludo_vec3 b)
{
    return (ludo_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* The start that cancels the velocity of the centre of mass; in a fluid the start is unchanged. */
static circumstance without_drift(const subject *of)
{
    trial t = open_subject(of, of->by[0], as_it_is, dt_long, 0);
    ludo_momentum now = {.linear = {0.0, 0.0, 0.0}};
    double mass = 0.0;
    if (!of->fluid && ludo_sim_momentum(t.sim, &now) == LUDO_OK) {
        for (int32_t b = 0; b < ludo_model_body_count(t.model); b++) {
            ludo_body_info body = {.struct_size = sizeof body};
            (void)ludo_model_body(t.model, b, &body);
            mass += body.mass;
        }
    }
    ludo_trial_close(&t);
    const ludo_vec3 p = now.linear;
    return of->fluid ? as_it_is
                     : (circumstance){.velocity = {-p.x / mass, -p.y / mass, -p.z / mass}};
}

/* The first of the numbers 1, 2, 5, 10, 20, ... that is at least k. */
static int next_mark(int k)
{
    int decade = 1;
    while (10 * decade <= k) {
        decade *= 10;
    }
    return k <= decade       ? decade
           : k <= 2 * decade ? 2 * decade
           : k <= 5 * decade ? 5 * decade
                             : 10 * decade;
}

static void follow(FILE *csv, const subject *of, method by)
{
    trial t = open_subject(of, by, without_drift(of), dt_long, STEPS_LONG);
    ludo_energy from, now;
    ludo_momentum begun, held;
    double energy = 0.0, moment = 0.0;
    bool solved = !t.refused && ludo_sim_energy(t.sim, &from) == LUDO_OK &&
                  ludo_sim_momentum(t.sim, &begun) == LUDO_OK;
    for (int k = 1; k <= STEPS_LONG && solved; k++) {
        solved = ludo_step(t.sim, t.dt, NULL) == LUDO_OK &&
                 ludo_sim_energy(t.sim, &now) == LUDO_OK &&
                 ludo_sim_momentum(t.sim, &held) == LUDO_OK;
        energy = fmax(energy, fabs(ludo_energy_error(&from, &now)) / from.kinetic);
        moment =
            fmax(moment, size_of(difference(held.angular, begun.angular)) / size_of(begun.angular));
        if (solved && k == next_mark(k)) {
            fprintf(csv, "long,%s,%s,%s,%d,%g,%g,,%.3e,%.3e,\n", of->name, by.integrator,
                    scheme_of(&by), (int)ludo_sim_order(t.sim), dt_long, dt_long * k, energy,
                    moment);
        }
    }
    ludo_trial_close(&t);
}

/* ---- attitudes under added velocity and gravity ---- */

static void write_attitude(FILE *csv, const char *kind, const subject *of, trial *t,
                           double parameter, const pose_list *truth)
{
    pose_list end;
    const bool there = end_of(t, &end);
    const char *name = t->by.integrator, *scheme = scheme_of(&t->by);
    const int order = t->refused ? 0 : (int)ludo_sim_order(t->sim);
    fprintf(csv, "%s,%s,%s,%s,%d,%g,%g,%.3e,,,%.2f\n", kind, of->name, name, scheme, order, t->dt,
            parameter, there ? ludo_poses_angle(&end, truth) : HUGE_VAL,
            t->done > 0 ? t->iterations / t->done : 0.0);
}

static void boost(FILE *csv, const subject *of, method by, const pose_list *truth)
{
    const double dt = of->dt / 8;
    for (int k = 0; k < SPEEDS; k++) {
        trial t = open_subject(of, by, boosted(speeds[k]), dt, steps_to(of->duration, dt));
        write_attitude(csv, "boosted", of, &t, speeds[k], truth);
        ludo_trial_close(&t);
    }
}

static void drop(FILE *csv, const subject *of, method by)
{
    const double dt = of->dt / 8;
    for (int k = 0; k < FALLS; k++) {
        const pose_list truth = truth_at(of, falls[k]);
        trial t = open_subject(of, by, (circumstance){.gravity = 9.81}, dt, steps_to(falls[k], dt));
        write_attitude(csv, "falling", of, &t, falls[k], &truth);
        ludo_trial_close(&t);
    }
}

static void measure(FILE *csv, const subject *of, method by, const pose_list *truth)
{
    refine(csv, of, by, truth);
    follow(csv, of, by);
    if (!of->fluid) {
        boost(csv, of, by, truth);
        drop(csv, of, by);
    }
    printf("%-16s %-16s %s\n", of->name, by.integrator, scheme_of(&by));
    fflush(csv);
    fflush(stdout);
}

static const ludo_bench_about about = {
    .measures = "errors [m, rad] and changes of energy and moment of bodies that nothing holds",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "kind,what,integrator,scheme,order,dt,at,error,energy,moment,iterations\n");
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        const pose_list truth = truth_at(&subjects[i], subjects[i].duration);
        for (int k = 0; k < ENTRANTS_MAX && subjects[i].by[k].integrator != NULL; k++) {
            measure(csv, &subjects[i], subjects[i].by[k], &truth);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
