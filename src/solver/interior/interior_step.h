/* SPDX-License-Identifier: Apache-2.0
 *
 * One iteration of an interior point [contact.md 2.3]: Mehrotra's predictor and corrector. */
#ifndef LUDO_SOLVER_INTERIOR_INTERIOR_STEP_H
#define LUDO_SOLVER_INTERIOR_INTERIOR_STEP_H

#include "math/worst.h"
#include "solver/interior/interior.h"

/* The length of steps. */
typedef struct step_rule {
    double least_part, most_part; /* of the way to the boundary: at least, and where the predictor
                                     leads to a solution there */
    double least_sigma;           /* the mean product shrinks by no smaller factor */
    double least_step;            /* an attempt ends at a shorter step */
} step_rule;

/* One attempt: from one start. */
typedef struct attempt {
    const interior_system *system;
    cone *cones;
    int32_t count;
    const interior_settings *settings;
    interior_report *report;
    bool polishes; /* whether it is that of ludo_interior_polish() */
    const step_rule *rule;
    double soft_impulse;  /* impulse at which the compliance equals product / impulse */
    cone_scale scale;     /* that of the settings or, where larger, of the speeds at hand */
    double unit;          /* of products: impulses times rates */
    double size;          /* of the last direction */
    double remainder;     /* residual that the last step left, to second order */
    double best;          /* smallest excess so far */
    int32_t stalled;      /* iterations since */
    double polish_target; /* of products, where a solution is polished */
    int32_t polished;     /* iterations beyond a solution */
    bool acceptable;      /* whether the iterate is a solution with relaxed kappa */
} attempt;

/* The unit of products at the iterate. */
double ludo_interior_unit(const attempt *a);

/* The largest difference of products from kappa, in units of it, and its cone. */
worst ludo_interior_excess(const attempt *a, double kappa);

/* Mehrotra's step: the predictor to kappa = 0 chooses the target and its second-order term corrects
 * the direction. @return whether the step was long enough to continue */
bool ludo_interior_step(attempt *a);

#endif
