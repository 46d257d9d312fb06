/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones as the system of an interior point: of all islands that it solves, as
 * its parts; and of one of them [contact.md 2, 4.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SYSTEM_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SYSTEM_H

#include "integrators/maximal_contact/solve.h"

typedef struct interval {
    sim_state *state;
    double h;
    ludo_step_report *report;
    bool evaluated;        /* the iterate is where the iteration starts, and was evaluated */
    const int32_t *island; /* per part */
    int32_t parts;
    bool soft; /* of the only part: whether the slopes are soft */
} interval;

/* Parts that run take part in evaluations, no other island does. */
void ludo_interval_set_running(const interval *i, const interior_part *parts);

/* The systems, whose self is an interval: of its parts; of its only part. */
extern const interior_parts ludo_interval_parts;
extern const interior_system ludo_interval_alone;

/* Restart at the iterate: normal impulses act along the gradients of the gaps there from here on.
 */
void ludo_interval_freeze(void *self);

/* The blocks of the tree at the iterate, without the slopes of cones; the joint blocks are saved.
 */
void ludo_interval_linearize(const interval *i);

/* The bodies of islands that don't run; NULL: all run. */
const bool *ludo_interval_find_idle(islands *of);

/* The balances of the iterate into the tree again, as they were evaluated. */
void ludo_interval_restore_balances(maximal *x, const ludo_model *m);

#endif
