/* SPDX-License-Identifier: Apache-2.0
 *
 * The option accuracy on smooth mechanisms: the largest energy error against the one that was asked
 * for, its drift, and the cost against that of the best fixed step.
 *
 *     bench_accuracy [FILE.csv [PARTS]]
 *
 * A run has as many steps of dt as have PARTS parts (100000). The best fixed step is the one with
 * the same largest error over the same time; it is found by search, as the median of seven. */
#include "command.h"
#include "timing.h"
#include "trial.h"

#include "ludo/load.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
    "<mujoco><option gravity='0 0 -9.81'/><default><geom contype='0' conaffinity='0'/></default>"

static const char pendulum[] =
    HEAD "<worldbody><body><joint type='hinge' axis='0 1 0'/>"
         "<geom type='capsule' fromto='0 0 0 1 0 0' size='.03'/></body></worldbody></mujoco>";

static const char spring_and_mass[] =
    HEAD "<worldbody><body><joint type='slide' axis='0 0 1' stiffness='100'/>"
         "<geom type='sphere' size='.05' mass='1'/></body></worldbody></mujoco>";

static const char elastic_pendulum[] =
    HEAD "<worldbody><body><joint type='hinge' axis='0 1 0'/>"
         "<joint type='slide' axis='1 0 0' stiffness='100'/>"
         "<geom type='sphere' size='.05' pos='1 0 0' mass='1'/></body></worldbody></mujoco>";

/* An orbit around the end of a spring, in a horizontal plane, to a fifth of its largest radius. */
static const char orbit[] =
    HEAD "<worldbody><site name='centre'/><body pos='1 0 0'><joint type='slide' axis='1 0 0'/>"
         "<joint type='slide' axis='0 1 0'/><geom type='sphere' size='.05' mass='1'/>"
         "<site name='mass'/></body></worldbody>"
         "<tendon><spatial stiffness='10' springlength='0.5'><site site='centre'/>"
         "<site site='mass'/></spatial></tendon>"
         "<keyframe><key name='start' qpos='0 0' qvel='0 .4'/></keyframe></mujoco>";

static const char arm[] =
    HEAD "<worldbody><body><joint type='hinge' axis='0 0 1'/>"
         "<joint type='hinge' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.04'/>"
         "<body pos='.5 0 0'><joint type='hinge' axis='0 1 0'/>"
         "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.03'/>"
         "<body pos='.4 0 0'><joint type='hinge' axis='1 0 0'/><joint type='hinge' axis='0 0 1'/>"
         "<geom type='box' pos='.1 .03 0' size='.1 .03 .02'/></body></body></body></worldbody>"
         "<keyframe><key name='start' qpos='0 -.5 .8 0 .3' qvel='1 0 0 2 0'/></keyframe></mujoco>";

typedef struct mechanism {
    const char *name, *text, *file, *keyframe;
    ludo_status (*scene)(const ludo_allocator *allocator, ludo_spec **out);
} mechanism;

static const mechanism mechanisms[] = {
    {.name = "pendulum", .text = pendulum},
    {.name = "double pendulum", .file = "double_pendulum.xml"},
    {.name = "kite chain", .file = "kite_chain.xml"},
    {.name = "heavy top", .file = "heavy_top.xml", .keyframe = "fast"},
    {.name = "elastic pendulum", .text = elastic_pendulum},
    {.name = "four-bar", .file = "four_bar.xml"},
    {.name = "slider-crank", .scene = ludo_scene_slider_crank},
    {.name = "orbit on a spring", .text = orbit, .keyframe = "start"},
    {.name = "T-handle", .file = "t_handle.xml", .keyframe = "spun"},
    {.name = "arm", .text = arm, .keyframe = "start"},
    {.name = "spring and mass", .text = spring_and_mass},
};

static const double accuracies[] = {1e-4, 1e-6, 1e-8};

/* The motion over a run. */
typedef struct motion {
    int steps;
    double parts;   /* of all steps */
    double solves;  /* the pilot's and repeated ones included */
    double error;   /* largest [J] */
    double kinetic; /* largest [J] */
    double drift;   /* of the error over the run: regression without the first tenth [J] */
    double iterations;
    bool solved;
} motion;

static ludo_spec *spec_of(const mechanism *m)
{
    ludo_spec *spec = NULL;
    char path[512];
    if (m->scene != NULL) {
        (void)m->scene(NULL, &spec);
    } else if (m->text != NULL) {
        (void)ludo_load_string(m->text, strlen(m->text), NULL, NULL, NULL, &spec, NULL);
    } else {
        (void)snprintf(path, sizeof path, "%s/%s", LUDO_BENCH_EXAMPLES, m->file);
        (void)ludo_load_file(path, NULL, NULL, &spec, NULL);
    }
    return spec;
}

/* ---- regression ---- */

typedef struct line {
    double n, x, y, xx, xy;
} line;

static void line_add(line *l, double x, double y)
{
    l->n += 1.0, l->x += x, l->y += y, l->xx += x * x, l->xy += x * y;
}

static double line_slope(const line *l)
{
    const double spread = l->n * l->xx - l->x * l->x;
    return spread > 0.0 ? (l->n * l->xy - l->x * l->y) / spread : 0.0;
}

/* ---- runs ---- */

/* Steps from the origin: `steps`, or until they have `parts` parts. Energies are read each `every`
 * steps. */
static motion follow(trial *t, int steps, double parts, int every)
{
    motion m = {.solved = ludo_sim_copy(t->sim, t->origin) == LUDO_OK};
    ludo_energy from = {0}, now;
    line late = {0};
    m.solved = m.solved && ludo_sim_energy(t->sim, &from) == LUDO_OK;
    while (m.solved && (steps > 0 ? m.steps < steps : m.parts < parts)) {
        ludo_step_report r = {.struct_size = sizeof r};
        m.solved = ludo_step(t->sim, t->dt, &r) == LUDO_OK;
        m.steps++;
        m.parts += r.parts;
        m.solves += r.solves;
        m.iterations += r.iterations;
        if (m.solved && m.steps % every == 0) {
            m.solved = ludo_sim_energy(t->sim, &now) == LUDO_OK;
            const double error = ludo_energy_error(&from, &now);
            m.error = fmax(m.error, fabs(error));
            m.kinetic = fmax(m.kinetic, now.kinetic);
            if (steps > 0 ? m.steps > steps / 10 : m.parts > 0.1 * parts) {
                line_add(&late, m.steps, error);
            }
        }
    }
    m.drift = line_slope(&late) * m.steps;
    return m;
}

/* What a fixed step needs for a largest error. */
typedef struct fixed_cost {
    double solves, iterations, seconds;
} fixed_cost;

/* Fixed steps over the time of `m`, nearly as many as these; what those with its error need, from
 * the second order. */
static fixed_cost try_fixed(const mechanism *at, const motion *m, double dt, double steps)
{
    const int count = (int)ceil(steps), every = count / m->steps;
    trial t = ludo_trial_open(spec_of(at), at->keyframe, (method){.integrator = "maximal"},
                              m->steps * dt / count, count);
    const motion fixed = follow(&t, count, 0.0, every > 1 ? every : 1);
    const double off = sqrt(fixed.error / m->error);
    const double seconds = ludo_trial_seconds(&t, 0.05);
    ludo_trial_close(&t);
    return (fixed_cost){off * fixed.solves, fixed.iterations / fixed.solves, off * seconds};
}

static int by_solves(const void *a, const void *b)
{
    return ascending(&((const fixed_cost *)a)->solves, &((const fixed_cost *)b)->solves);
}

/* The median over several steps near the one that is searched: errors of chaotic motions scatter.
 */
static fixed_cost search(const mechanism *at, const motion *m, double dt)
{
    enum { TRIES = 7 };
    fixed_cost found[TRIES], near = try_fixed(at, m, dt, m->parts);
    near = try_fixed(at, m, dt, near.solves);
    for (int k = 0; k < TRIES; k++) {
        found[k] = try_fixed(at, m, dt, near.solves * (1.0 + 0.02 * (k - TRIES / 2)));
    }
    qsort(found, TRIES, sizeof *found, by_solves);
    return found[TRIES / 2];
}

static void measure(FILE *csv, const mechanism *at, double accuracy, double dt, double parts)
{
    const method by = {.integrator = "maximal", .accuracy = accuracy};
    trial t = ludo_trial_open(spec_of(at), at->keyframe, by, dt, 0);
    if (t.refused) {
        printf("%s: refused\n", at->name);
        ludo_trial_close(&t);
        return;
    }
    const motion m = follow(&t, 0, parts, 1);
    t.steps = m.steps;
    const double seconds = ludo_trial_seconds(&t, 0.2), unit = accuracy * m.kinetic;
    ludo_trial_close(&t);
    const bool exact = m.error < 1e-3 * unit; /* any step keeps the energy */
    const fixed_cost fixed =
        exact ? (fixed_cost){(double)NAN, (double)NAN, (double)NAN} : search(at, &m, dt);
    const double cost = m.solves / fixed.solves, slower = seconds / fixed.seconds;
    fprintf(csv, "%s,%g,%g,%d,%.0f,%.0f,%.4g,%.3g,%.2g,%.3f,%.3f,%.3f,%.3f\n", at->name, accuracy,
            dt, m.steps, m.parts, m.solves, m.kinetic, m.error / unit, m.drift / unit,
            m.iterations / m.solves, fixed.iterations, cost, slower);
    printf("%-18s %7g %5g  error/asked %6.3f  drift %7.3f  parts per step %7.2f  cost %5.2f %5.2f  "
           "it %.2f %.2f %s\n",
           at->name, accuracy, dt, m.error / unit, m.drift / unit, m.parts / m.steps, cost, slower,
           m.iterations / m.solves, fixed.iterations, m.solved ? "" : "STOPPED");
    fflush(csv);
    fflush(stdout);
}

static const ludo_bench_about about = {
    .measures = "largest energy error of the option accuracy, over the accuracy times the largest "
                "kinetic\nenergy; its drift over the run; cost over that of the best fixed step, "
                "in solves and in time",
    .operands = "[PARTS]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const double parts = argc > 2 ? atof(argv[2]) : 1e5;
    fprintf(csv, "mechanism,accuracy,dt,steps,parts,solves,kinetic,error_over_asked,"
                 "drift_over_asked,iterations_mean,iterations_fixed,solves_over_fixed,"
                 "time_over_fixed\n");
    for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++) {
        for (size_t k = 0; k < sizeof accuracies / sizeof *accuracies; k++) {
            measure(csv, &mechanisms[i], accuracies[k], 0.01, parts);
        }
        measure(csv, &mechanisms[i], 1e-6, 0.02, parts);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
