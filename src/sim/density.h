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
    double defect; /* d of the knot: the sum over all sections of minus the change of the energy
                      error over h^p [J / s^p] */
    double range;  /* R, the largest |d| so far */
    double scale;  /* K, the largest kinetic energy so far [J] */
    double trend,
        bend; /* change of the defect over the last section; of that since the one before */
    int64_t doublings; /* a step has 2^doublings sections */
    int64_t begun;     /* the pilot has run */
    int64_t blind;     /* the energies of this knot are not read: contacts, limits or dry friction
                          acted in the section that ended here, or its parts were subdivided */
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

/* The number of parts of the next section, with a mean defect predicted from the last sections. */
int32_t ludo_density_predict(const step_density *density, density_law law, double length);

/* The defect after a section in equal parts that changed the energy error by `change` [J]. */
double ludo_density_defect(const step_density *density, density_law law, double part,
                           double change);

/* Note the defect at the end of a section in so many parts that dissipated `loss` [J]. Returns
 * whether the defect changes too much over the section: sections are to be shorter. */
bool ludo_density_accept(step_density *density, double defect, double loss, int32_t parts);

/* Sections become half as long, if that is permitted. */
void ludo_density_halve(step_density *density);

/* Note the kinetic energy of a knot. */
void ludo_density_see(step_density *density, double kinetic);

/* Whether the values are possible ones, as those of a checkpoint should be. */
bool ludo_density_plausible(const step_density *density);

#endif
