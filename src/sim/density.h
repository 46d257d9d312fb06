/* SPDX-License-Identifier: Apache-2.0
 *
 * The step density of the option `accuracy` [step-density.md]: into how many parts a section of a
 * step is divided, from energies at the ends of earlier sections. */
#ifndef LUDO_SIM_DENSITY_H
#define LUDO_SIM_DENSITY_H

#include <stdbool.h>
#include <stdint.h>

/* The state of the density at a knot, in kept memory: doubles and int64_t alone. */
typedef struct step_density {
    double defect; /* of the knot: minus the change of the energy error since the start, in units of
                      h^p [J / s^p] */
    double range;  /* the largest defect seen */
    double scale;  /* the largest kinetic energy seen [J] */
    double trend,
        bend; /* change of the defect over the last section; of that since the one before */
    int64_t doublings; /* a step has 2^doublings sections */
    int64_t begun;     /* the pilot has run */
    int64_t blind; /* energies are not read, because the last section does not predict later ones */
} step_density;

/* The law of a density. */
typedef struct density_law {
    double accuracy; /* energy error over the largest kinetic energy */
    int32_t order;   /* of the integrator */
} density_law;

/* Most doublings of sections, and most parts of a step. */
enum { DENSITY_DOUBLINGS = 10, DENSITY_PARTS = 1 << 16 };

/* The number of parts of a section of this length over which the mean defect is `defect`, at least
 * 1 [step-density.md 3]. */
int32_t ludo_density_parts(const step_density *density, density_law law, double defect,
                           double length);

/* That of the next section, whose defect is predicted. */
int32_t ludo_density_predict(const step_density *density, density_law law, double length);

/* The defect after a section in equal parts that changed the energy error by `change` [J]. */
double ludo_density_defect(const step_density *density, density_law law, double part,
                           double change);

/* A section in so many parts was made that ends with this defect, and dissipated `loss` [J].
 * Returns whether it is long against the changes of the defect. */
bool ludo_density_accept(step_density *density, double defect, double loss, int32_t parts);

/* Sections become half as long, if that is permitted. */
void ludo_density_halve(step_density *density);

/* A kinetic energy was seen. */
void ludo_density_see(step_density *density, double kinetic);

/* Whether the numbers are some that a density could have. */
bool ludo_density_plausible(const step_density *density);

#endif
