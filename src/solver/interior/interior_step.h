/* SPDX-License-Identifier: Apache-2.0
 *
 * One iteration of an interior point [contact.md 5]: Mehrotra's predictor and corrector. */
#ifndef LUDO_SOLVER_INTERIOR_INTERIOR_STEP_H
#define LUDO_SOLVER_INTERIOR_INTERIOR_STEP_H

#include "math/worst.h"
#include "solver/interior/interior.h"

/* How far iterations go. */
typedef struct pace {
    double part, most;  /* of the way to the boundary: always, and where the direction says that
                           the boundary is where it leads */
    double least_sigma; /* the mean product shrinks by no more */
    double least_step;  /* what moves less than this part of a direction is stuck */
} pace;

/* Where an attempt stands. */
typedef struct attempt {
    const interior_system *system;
    cone *cones;
    int32_t count;
    const interior_settings *settings;
    interior_report *report;
    const pace *pace;
    double bears;      /* impulse of which a rate gives way by its product */
    cone_scale scale;  /* the one given, or that of the speeds at hand */
    double unit;       /* of products: impulses times rates */
    double move;       /* of the last direction */
    double left;       /* what the last step left of the balances, in units of moves */
    double best;       /* smallest excess so far */
    int32_t stalled;   /* iterations since */
    double least;      /* what products need not be below, unless what is wanted is less */
    int32_t sharpened; /* iterations beyond a solution */
    bool counts;       /* whether the iterate is within what still counts */
} attempt;

/* The unit of products at the iterate. */
double ludo_interior_unit(const attempt *a);

/* How far products are from kappa, in units of it, and which most. */
worst ludo_interior_excess(const attempt *a, double kappa);

/* Mehrotra's step: see how far the direction to kappa = 0 leads, aim at what that says, and take
 * off the second order that it showed. @return whether it led anywhere */
bool ludo_interior_step(attempt *a);

#endif
