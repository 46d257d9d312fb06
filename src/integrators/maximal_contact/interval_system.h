/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones as the system of an interior point: of all islands that it solves, as
 * its parts [contact.md 2, 4.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SYSTEM_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SYSTEM_H

#include "integrators/maximal_cones/island_parts.h"
#include "integrators/maximal_contact/solve.h"

typedef struct interval {
    sim_state *state;
    double h;
    ludo_step_report *report;
    bool evaluated; /* the iterate is where the iteration starts, and was evaluated */
    island_parts parts;
    bool balanced; /* whether the imbalances of islands are those of the iterate */
} interval;

/* The system of its parts, whose self is an interval. */
extern const interior_parts ludo_interval_parts;

/* Restart an interval of one part, an interior_alone, at the iterate: normal impulses act along the
 * gradients of the gaps there from here on. */
void ludo_interval_freeze(void *self);

/* The blocks of the tree at the iterate, without the slopes of cones; the joint blocks are saved.
 */
void ludo_interval_linearize(const interval *i);

/* The balances of the iterate into the tree again, as they were evaluated. */
void ludo_interval_restore_balances(maximal *x, const ludo_model *m);

#endif
