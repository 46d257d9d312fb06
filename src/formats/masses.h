/* SPDX-License-Identifier: Apache-2.0
 *
 * What settings of a model make of the masses of its bodies. */
#ifndef LUDO_FORMATS_MASSES_H
#define LUDO_FORMATS_MASSES_H

#include "formats/reader.h"

typedef struct mass_settings {
    double least, least_moment; /* of every body */
    bool balanced;              /* whether impossible moments become their mean */
    double total;               /* of all bodies; <= 0: as it comes */
} mass_settings;

/* Read what a compiler element says of them. */
void ludo_masses_read(mass_settings *m, reader *r, int32_t compiler);

/* Make a body's mass and inertia what is asked for. What is fine keeps all its bits. */
void ludo_masses_correct(const mass_settings *m, ludo_body_def *body);

/* Scale all masses where their sum is given. */
void ludo_masses_scale(const mass_settings *m, reader *r);

#endif
