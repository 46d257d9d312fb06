/* SPDX-License-Identifier: Apache-2.0
 *
 * Settings of `ludo simulate`, and the options that set them. */
#ifndef LUDO_APP_SIMULATE_H
#define LUDO_APP_SIMULATE_H

#include "options.h"

/* A JOINT=v[,v..] of --qpos or --qvel. */
typedef struct start_value {
    const char *joint, *values;
    bool is_rate;
} start_value;

/* What the options say; texts are those of the command line. */
typedef struct simulate_settings {
    ludo_sim_options sim;
    double duration;
    double dt; /* 0: the model's */
    const char *keyframe;
    start_value *start; /* in the order given, owned */
    int32_t start_count;
    const char *output, *summary, *coordinates;
    int32_t every;
    bool quiet, no_contact, no_limits;
} simulate_settings;

/* The table of options. */
extern const option ludo_simulate_options[];

/* Everything at its default. */
simulate_settings ludo_simulate_defaults(void);

/* Move a simulation to the keyframe and then the joints that the settings name. Says what is wrong
 * with them. */
outcome ludo_simulate_start(const simulate_settings *s, ludo_sim *sim);

/* How far hinges and slides given by --qpos stand from where they were wanted, by joint; other
 * joints are left as they are: `moved` has one number per joint, all zero before. */
void ludo_simulate_moved(const simulate_settings *s, ludo_sim *sim, double *moved);

#endif
