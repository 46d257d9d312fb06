/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) as the system of an interior point: of all islands that it solves, as its parts [contact.md
 * 2.4, 4.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_SYSTEM_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_SYSTEM_H

#include "integrators/maximal_cones/island_parts.h"

/* The knot that is solved, in some of its islands. */
typedef struct knot_problem {
    sim_state *state;
    island_parts parts;
    bool near; /* iterations start from the iterate; rates y are those there, and change by dy from
                  then on. Else they start from the velocities without cones */
} knot_problem;

/* The system of its parts, whose self is a knot_problem. */
extern const interior_parts ludo_knot_parts;

/* Whether the balances of a knot are those of the tree: neither loops nor armatures of tendons add
 * to them. */
bool ludo_knot_is_balanced_by_tree(const ludo_model *m);

/* Before residuals that no direction precedes. */
void ludo_knot_begin_balances(sim_state *state);

/* Velocities of the iterate into the tree; those of running islands in the tree into the iterate;
 * those of a body without cones into the iterate. */
void ludo_knot_load(maximal *x, const ludo_model *m);
void ludo_knot_save(const maximal *x, const ludo_model *m);
void ludo_knot_free(const maximal *x, const ludo_model *m, int32_t s);

#endif
