/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiler settings that change the masses of bodies. */
#ifndef LUDO_FORMATS_MASSES_H
#define LUDO_FORMATS_MASSES_H

#include "formats/reader.h"

typedef struct mass_settings {
    double least, least_moment; /* lower bounds, of every body */
    bool balanced;              /* replace impossible moments by their mean */
    double total;               /* of all bodies [kg]; <= 0: no scaling */
} mass_settings;

/* Read the settings of a compiler element. */
void ludo_masses_read(mass_settings *m, reader *r, int32_t compiler);

/* Apply bounds and balancing to a body's mass and inertia. Valid values keep all their bits. */
void ludo_masses_correct(const mass_settings *m, ludo_body_def *body);

/* Scale all masses if a total mass is given. */
void ludo_masses_scale(const mass_settings *m, reader *r);

#endif
