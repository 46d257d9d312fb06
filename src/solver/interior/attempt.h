/* SPDX-License-Identifier: Apache-2.0
 *
 * One attempt of an interior point, from one start [contact.md 2.3, 4.2]: its starts, its iteration
 * and the tests that end it. The owner of the attempt evaluates the equations and solves for
 * directions in between. */
#ifndef LUDO_SOLVER_INTERIOR_ATTEMPT_H
#define LUDO_SOLVER_INTERIOR_ATTEMPT_H

#include "math/worst.h"
#include "solver/interior/interior.h"

/* The length of steps. */
typedef struct step_rule {
    double least_part, most_part; /* of the way to the boundary: at least, and where the predictor
                                     leads to a solution there */
    double least_sigma;           /* the mean product shrinks by no smaller factor */
    double least_step;            /* an attempt ends at a shorter step */
} step_rule;

typedef struct attempt {
    cone *cones;
    int32_t count;
    const interior_settings *settings;
    interior_report *report;
    bool polishes; /* whether it ends with products that are polished */
    const step_rule *rule;
    int32_t most;          /* iterations */
    double soft_impulse;   /* impulse at which the compliance equals product / impulse */
    cone_scale scale;      /* that of the settings or, where larger, of the speeds at hand */
    double unit;           /* of products: impulses times rates */
    double now, mean;      /* sum and mean of the products before the step */
    double left;           /* the part of them that the predictor leaves */
    double residual, size; /* of the equations, and of the last direction: set by the owner */
    double remainder;      /* residual that the last step left, to second order */
    double best;           /* smallest excess so far */
    int32_t steps;         /* iterations so far */
    int32_t stalled;       /* iterations without a better worst product */
    double polish_target;  /* of products, where a solution is polished */
    int32_t polished;      /* iterations beyond a solution */
    bool acceptable;       /* whether the iterate is a solution with relaxed kappa */
} attempt;

/* ---- starts (attempt.c) ---- */

/* Choose the interior point of all cones, whose rates have been evaluated: that of the warm start
 * or of a cold one, 0 to ATTEMPT_COLD - 1. */
enum { ATTEMPT_WARM = -1, ATTEMPT_COLD = 4 };
void ludo_attempt_start(attempt *a, int32_t which);

/* ---- tests (attempt.c) ---- */

/* After an iteration that was evaluated: whether the attempt has found its solution; and whether it
 * ends without one, or with one of relaxed kappa that does not improve. */
bool ludo_attempt_finished(attempt *a);
bool ludo_attempt_over(const attempt *a);

/* Whether the iterate is a solution, but of larger kappa than the target. */
bool ludo_attempt_relaxed(const attempt *a);

/* ---- one iteration (iteration.c) ---- */

/* Linearise the cones for the predictor, to kappa = 0. */
void ludo_attempt_predict(attempt *a);

/* After its direction: choose the target and linearise for the corrector. @return whether there is
 * a direction */
bool ludo_attempt_correct(attempt *a);

/* After its direction: advance the cones by a step, whose length it returns; 0: there is no
 * direction, or the step is so short that the attempt ends. */
double ludo_attempt_step(attempt *a);

/* The unit of products at the iterate. */
double ludo_attempt_unit(const attempt *a);

/* The largest difference of products from kappa, in units of it, and its cone. */
worst ludo_attempt_excess(const attempt *a, double kappa);

#endif
