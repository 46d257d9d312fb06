/* SPDX-License-Identifier: Apache-2.0
 *
 * A contest: entrants, engines with their options, simulate one scene and take turns, so that other
 * load on the machine affects all of them. Every run starts from a copy of one state. */
#ifndef LUDO_BENCH_CONTEST_H
#define LUDO_BENCH_CONTEST_H

#include "peer.h"

#include "ludo/ludo.h"

#include <stdbool.h>

enum { LUDO_CONTEST_REPETITIONS = 7 };

/* A scene, its start, the first measured step and the number of steps. */
typedef struct contest_scene {
    const char *name;
    const char *path;      /* the model file */
    const ludo_spec *spec; /* in place of a file, without the peer; NULL: the file */
    const char *keyframe;  /* start; NULL: reference pose */
    double dt;             /* [s] */
    int warm_up, steps;
    bool contacts, limits; /* of joints */
    double effort;         /* along all degrees of freedom of joints but free ones [N m, N] */
    bool each;             /* steps are timed one by one, too */
} contest_scene;

typedef struct contest_entrant {
    const char *engine; /* "ludo" or "mujoco" */
    const char *method; /* its integrator */
    bool velocities;    /* are read at every knot; of Ludo */
    bool rests;         /* bodies at rest cost no solve; of the peer: they sleep */
} contest_entrant;

/* An entrant with its simulation, and its results. */
typedef struct contender {
    const contest_entrant *as;
    const contest_scene *of;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    ludo_peer *peer;
    bool failed;
    double iterations, points;               /* per step */
    double penetration;                      /* largest, of Ludo [m] */
    int repetitions;                         /* number of samples */
    double sample[LUDO_CONTEST_REPETITIONS]; /* us per step; ascending after the contest */
    double best, median;                     /* of the samples */
    double *step;                            /* with `each`: the least time of each step [us] */
    double worst; /* with `each`: the largest of these over their median; else 0 */
} contender;

/* Open all entrants; those that cannot simulate the scene have failed. */
void ludo_contest_open(contender *contenders, const contest_entrant *entrants, int count,
                       const contest_scene *scene);

/* Measure all contenders in turns, from 2 to LUDO_CONTEST_REPETITIONS times: there is no further
 * time after `patience` seconds. */
void ludo_contest_measure(contender *contenders, int count, double patience);

void ludo_contest_close(contender *contenders, int count);

/* One run of `steps` steps from the start. */
void ludo_contest_run(contender *c);

#endif
