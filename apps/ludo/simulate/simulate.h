/* SPDX-License-Identifier: Apache-2.0
 *
 * `ludo simulate`: its settings, the options that set them, and what becomes of them. */
#ifndef LUDO_APP_SIMULATE_SIMULATE_H
#define LUDO_APP_SIMULATE_SIMULATE_H

#include "simulate/ground.h"
#include "data/model_file.h"
#include "simulate/run.h"

/* What an option NAME=v[,v..] gives numbers to. */
typedef enum assignment_kind {
    ASSIGN_POSITION, /* to a joint: coordinates */
    ASSIGN_VELOCITY, /* to a joint: rates */
    ASSIGN_CONTROL,  /* to an actuator */
    ASSIGN_SERVO,    /* to a joint: target, kp, kd */
    ASSIGN_FORCE     /* to a body */
} assignment_kind;

/* A NAME=v[,v..] of the command line. */
typedef struct assignment {
    assignment_kind kind;
    const char *option, *name, *values;
} assignment;

/* What the options say; texts are those of the command line. */
typedef struct simulate_settings {
    model_settings model;
    ground_settings ground;
    ludo_sim_options sim;
    double duration;
    double dt; /* 0: the model's */
    const char *keyframe, *load_state, *save_state, *control_file;
    assignment *assigned; /* in the order given, owned */
    int32_t assigned_count;
    const char *output, *report, *summary;
    const char *coordinates; /* NULL: not said */
    int32_t every;
    bool quiet;
} simulate_settings;

/* A model as it was read and as it was compiled. */
typedef struct mechanism {
    const char *path;
    ludo_spec *spec;
    ludo_model *model;
} mechanism;

/* Setters of options: the name of an integrator (const char *), unknown ones being refused before
 * a model is read; NAME=v[,v..], things may have any name, to settings that begin with
 * simulate_settings. */
outcome ludo_simulate_set_integrator(const option *o, char *value, void *settings);
outcome ludo_simulate_add_assignment(const option *o, char *value, void *settings);

/* The table of options. */
extern const option ludo_simulate_options[];

/* Everything at its default. */
simulate_settings ludo_simulate_defaults(void);

/* Whether options that stand alone go together; says which don't. */
outcome ludo_simulate_check(const simulate_settings *s);

/* Bring a simulation to the keyframe or the state that was saved, then assign. Says what is wrong
 * with them. */
outcome ludo_simulate_start(const simulate_settings *s, ludo_sim *sim);

/* Mark the joints that are to stay where they are when loops are closed: those that the description
 * keeps and those of --qpos, which are there. `kept` has one entry per joint, all false before. */
void ludo_simulate_mark_kept(const simulate_settings *s, const ludo_spec *spec,
                             const ludo_model *model, bool *kept);

/* Run from a start that is closed, write everything, say what came of it. */
outcome ludo_simulate_run(const simulate_settings *s, const run_plan *plan, const mechanism *of,
                          ludo_sim *sim);

#endif
