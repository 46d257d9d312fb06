/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) as the system of an interior point [contact.md 2.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_SYSTEM_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_SYSTEM_H

#include "integrators/maximal_contact/contact.h"

/* Where an iteration starts. */
typedef enum knot_start {
    START_NEAR, /* from the iterate; rates y are those there, and change by dy from then on */
    START_FREE, /* from the solution of (B) without contacts */
    START_HERE  /* from the iterate, which is that solution; then as START_FREE */
} knot_start;

/* The knot that is solved, as the system of an interior point. */
typedef struct knot_problem {
    sim_state *state;
    knot_start start;
    bool soft; /* the slopes are soft */
} knot_problem;

/* The system of a problem, which lives as long. */
interior_system ludo_maximal_contact_knot_system(knot_problem *k);

/* Velocities of the iterate into the tree; of the tree into the iterate. */
void ludo_maximal_contact_knot_load(maximal *x, const ludo_model *m);
void ludo_maximal_contact_knot_save(const maximal *x, const ludo_model *m);

#endif
