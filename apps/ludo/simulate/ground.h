/* SPDX-License-Identifier: Apache-2.0
 *
 * A ground for models that have none. */
#ifndef LUDO_APP_SIMULATE_GROUND_H
#define LUDO_APP_SIMULATE_GROUND_H

#include "terminal/options.h"

/* What the command line says about it. */
typedef struct ground_settings {
    double height;   /* [m]; NaN: there is none */
    double friction; /* with all that touches it */
} ground_settings;

/* No ground. */
ground_settings ludo_ground_none(void);

/* Add the half-space z <= height to a description that was read, as the world's geom "ground": it
 * touches whatever touches anything. Says what is wrong. */
outcome ludo_ground_add(const ground_settings *s, ludo_spec *spec);

#endif
