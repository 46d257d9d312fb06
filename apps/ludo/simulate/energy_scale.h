/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy at hand in a run, and warnings of runs whose energy does not balance. */
#ifndef LUDO_APP_SIMULATE_ENERGY_SCALE_H
#define LUDO_APP_SIMULATE_ENERGY_SCALE_H

#include "ludo/ludo.h"

/* Sources of energy, and the error to compare with them: the largest values over all knots [J]. */
typedef struct energy_scale {
    double start;    /* kinetic energy and springs at the first knot, and a least energy */
    double fall;     /* of the potential below that of the first knot */
    double climb;    /* of the potential above that of the first knot */
    double work;     /* of actuators and forces */
    double driven;   /* negative dissipation: a medium that moves drives bodies */
    double supplied; /* by contacts, limits and dry friction */
    double error;    /* of the balance */
    double error_time, supplied_time; /* of the last two [s] */
} energy_scale;

/* Begin with the energy of the first knot. */
energy_scale ludo_energy_scale_begin(const ludo_model *model, const ludo_energy *first);

/* Add a knot. */
void ludo_energy_scale_add(energy_scale *s, double time, const ludo_energy *first,
                           const ludo_energy *now);

/* Warn on stderr if the error of the balance, or the energy that contacts, limits and dry friction
 * supply, is far above the energy of all other sources. `path`: of the model. */
void ludo_energy_scale_warn(const energy_scale *s, const char *path);

#endif
