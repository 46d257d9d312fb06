/* SPDX-License-Identifier: Apache-2.0
 *
 * A ground plane for models without one. */
#ifndef LUDO_APP_SIMULATE_GROUND_H
#define LUDO_APP_SIMULATE_GROUND_H

#include "data/model_file.h"

/* The ground options of the command line. */
typedef struct ground_settings {
    double height;   /* [m]; NaN: no ground */
    double friction; /* coefficient of all contacts with the ground */
} ground_settings;

/* No ground. */
ground_settings ludo_ground_none(void);

/* Add the half-space z <= height to a description as the world's geom "ground", which collides with
 * every geom that has contacts. Prints errors. */
outcome ludo_ground_add(const ground_settings *s, ludo_spec *spec);

/* Add a warning if --base free lets a robot fall, because nothing of it or below it can touch. */
outcome ludo_ground_check(const model_settings *s, ludo_spec *spec);

#endif
