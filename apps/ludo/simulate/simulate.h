/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo simulate: its settings, its options, and the run. */
#ifndef LUDO_APP_SIMULATE_SIMULATE_H
#define LUDO_APP_SIMULATE_SIMULATE_H

#include "data/model_file.h"
#include "simulate/ground.h"
#include "simulate/run.h"

/* The receiver of an option NAME=v[,v..]. */
typedef enum assignment_kind {
    ASSIGN_POSITION, /* joint: coordinates */
    ASSIGN_VELOCITY, /* joint: rates */
    ASSIGN_CONTROL,  /* actuator */
    ASSIGN_SERVO,    /* joint: target, kp, kd */
    ASSIGN_FORCE     /* body */
} assignment_kind;

/* An option NAME=v[,v..] of the command line. */
typedef struct assignment {
    assignment_kind kind;
    const char *option, *name, *values;
} assignment;

/* The values of the options; strings belong to the command line. */
typedef struct simulate_settings {
    model_settings model;
    ground_settings ground;
    ludo_sim_options sim; /* but for sleep_time */
    double sleep_time;    /* NaN: not given */
    double duration;
    double dt; /* 0: the model's */
    const char *keyframe, *load_state, *save_state, *control_file;
    assignment *assigned; /* in the order of the command line, owned */
    int32_t assigned_count;
    const char *output, *report, *summary;
    const char *coordinates; /* NULL: not given */
    int32_t every;
    uint32_t record; /* LUDO_RECORD_... */
    bool quiet;
} simulate_settings;

/* A model file, its description and its compiled model. */
typedef struct mechanism {
    const char *path;
    ludo_spec *spec;
    ludo_model *model;
} mechanism;

/* Setters of options: the name of an integrator (const char *; an unknown name is refused before a
 * model is read); NAME=v[,v..] (in settings that begin with simulate_settings). */
outcome ludo_simulate_set_integrator(const option *o, char *value, void *settings);
outcome ludo_simulate_add_assignment(const option *o, char *value, void *settings);

/* The table of options. */
extern const option ludo_simulate_options[];

/* The default settings. */
simulate_settings ludo_simulate_defaults(void);

/* Release the settings. */
void ludo_simulate_release(simulate_settings *s);

/* Check that the options are compatible; print the first conflict. */
outcome ludo_simulate_check(const simulate_settings *s);

/* Read and compile the model at of->path with its ground, and print its notes. Prints errors. Call
 * ludo_simulate_close() in any case. */
outcome ludo_simulate_open(const simulate_settings *s, mechanism *of);

/* Release description and model. */
void ludo_simulate_close(mechanism *of);

/* Compute the number of steps and read the controls, which the caller releases. Prints errors. */
outcome ludo_simulate_plan(const simulate_settings *s, const ludo_model *model, run_plan *plan);

/* The options of the simulation. */
ludo_sim_options ludo_simulate_sim_options(const simulate_settings *s);

/* Set the simulation to the keyframe or the saved state, then apply the assignments. Prints errors.
 */
outcome ludo_simulate_start(const simulate_settings *s, ludo_sim *sim);

/* Mark the joints that are held when loops are closed: those held by the description and those of
 * --qpos, which exist in the model. `kept`: one entry per joint, all false before. */
void ludo_simulate_mark_kept(const simulate_settings *s, const ludo_spec *spec,
                             const ludo_model *model, bool *kept);

/* Run from an assembled initial state, write all files, print the summary. */
outcome ludo_simulate_run(const simulate_settings *s, const run_plan *plan, const mechanism *of,
                          ludo_sim *sim);

#endif
