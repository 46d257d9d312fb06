/* SPDX-License-Identifier: Apache-2.0
 *
 * The interior point on equations that fall into parts without a common unknown [contact.md 4.4].
 * All parts share evaluations and factorisations; each has its own cones, units, step lengths,
 * starts and end, which do not depend on the other parts. */
#ifndef LUDO_SOLVER_INTERIOR_INTERIOR_PARTS_H
#define LUDO_SOLVER_INTERIOR_INTERIOR_PARTS_H

#include "solver/interior/attempt.h"

/* Centring of a solution: not tried yet, under way, or failed: then the same start is repeated, and
 * its solution kept as it is. */
typedef enum interior_centring { UNCENTRED, CENTRING, NOT_CENTRED } interior_centring;

/* One part. Without cones it is solved by Newton's method. */
typedef struct interior_part {
    /* set by the caller */
    cone *cones;
    int32_t count;
    interior_settings settings;

    /* results */
    ludo_status status;
    interior_report report;

    /* for the system: a part that has ended keeps its unknowns */
    bool running;
    double alpha; /* step length of the iteration; 0: none */

    /* of the solver */
    bool stepping; /* whether it takes a step in this iteration */
    bool polishes; /* one warm start, until products are polished */
    bool entering; /* at a start that is still to be evaluated */
    int32_t start; /* of the attempt: -1 the warm one, then the cold ones */
    interior_centring centring;
    attempt attempt;
} interior_part;

/* The equations, as in interior.h; indices are those of the parts. */
typedef struct interior_parts {
    void *self;

    /* Return the unknowns of a part to where the iteration starts. */
    void (*restart)(void *self, int32_t part);

    /* Rates y of the cones of running parts, and residuals. *failed: a part whose unknowns can't be
     * evaluated; -1: none, or unknown. */
    ludo_status (*evaluate)(void *self, const interior_part *parts, int32_t *failed);

    /* Directions of all running parts; sets dy of their cones. */
    void (*direction)(void *self, const interior_part *parts, bool factorize);

    /* The unknowns of each part += its alpha times their direction. */
    void (*advance)(void *self, const interior_part *parts);

    /* The size of the last direction of a part, NaN: it has none; and the residual of its
     * equations: both in the units of the tolerance. */
    double (*size)(const void *self, int32_t part);
    double (*residual)(const void *self, int32_t part);

    /* Estimate the impulses p of the cones of parts with alpha > 0, from those at hand; and the
     * direction by which unknowns become those of these impulses. NULL: no part has
     * settings.estimates. */
    void (*estimate)(void *self, const interior_part *parts);

    /* The imbalance of a part at its iterate [contact.md 5.1]. NULL: solutions aren't tested. */
    double (*imbalance)(void *self, int32_t part);
} interior_parts;

/* Solve all parts; each gets its status, as ludo_interior_solve(), and its report. A part that has
 * failed keeps the iterate of its last attempt, or its start.
 * @return LUDO_OK; as evaluate(), where the start of a part can't be evaluated */
ludo_status ludo_interior_solve_parts(const interior_parts *system, interior_part *parts,
                                      int32_t count);

/* ---- one part (alone.c) ---- */

/* Equations of one part as a system by itself. */
typedef struct interior_alone {
    const interior_parts *parts;
    bool soft; /* whether its slopes are soft */
} interior_alone;

/* Its system, whose self is `alone`, which lives as long. */
interior_system ludo_interior_alone(interior_alone *alone);

#endif
