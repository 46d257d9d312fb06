/* SPDX-License-Identifier: Apache-2.0
 *
 * The set of coordinates that limits and dry friction hold in an interval [contact.md 5.11]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_SET_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_SET_H

#include "integrators/maximal_cones/contacts.h"

/* The laws that a set satisfies. */
typedef struct coordinate_laws {
    const maximal_contacts *contacts;
    double kappa; /* of products, in units of the island */
    double slack; /* largest rate by which a limit may be passed, in units of the island */
} coordinate_laws;

/* The pivot of a coordinate that is held: its square is finite. */
static const double coordinate_inertia = 1e100;

/* Slip below this part of the scale of rates is none; a limit presses with more than this part of a
 * typical impulse: both are in the middle of the path. */
static const double least_push = 1e-6;

/* Friction sticks with less than this part of its bound. */
static const double most_stick = 0.999;

/* Whether a cone is a limit or dry friction of a single degree of freedom. */
static inline bool is_scalar(const cone_rows *k)
{
    return (k->source == CONE_LIMIT || k->source == CONE_DRY_FRICTION) && k->columns == 1;
}

static inline coordinate_hold *hold_at(const maximal_contacts *c, int32_t i)
{
    return &c->hold[c->rows[i].column];
}

/* Whether cone i stands for its coordinate, which may have a limit and friction. */
static inline bool is_first_of_coordinate(const maximal_contacts *c, int32_t i)
{
    const coordinate_hold *k = hold_at(c, i);
    return i == (k->limit >= 0 ? k->limit : k->friction);
}

/* List the cones of the coordinates of an island. @return whether each has one limit and one
 * friction at most, of a single degree of freedom */
bool ludo_maximal_limits_set_list(const maximal_contacts *c, const island *own);

/* Choose the set of an island by the impulses at the start. */
void ludo_maximal_limits_set_choose(const coordinate_laws *of, const island *own);

/* Change it where rates and impulses after the direction miss their laws. @return whether any does
 */
bool ludo_maximal_limits_set_change(const coordinate_laws *of, const island *own);

/* Choose the rates of the coordinates held from impulses and rates at the iterate. */
void ludo_maximal_limits_set_aim(const coordinate_laws *of, const island *own);

/* Whether the rates at the iterate are those of the laws. */
bool ludo_maximal_limits_set_is_lawful(const coordinate_laws *of, const island *own);

#endif
