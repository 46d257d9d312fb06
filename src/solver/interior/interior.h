/* SPDX-License-Identifier: Apache-2.0
 *
 * Mehrotra's predictor and corrector for equations with cones [contact.md 5]. Knows no mechanics:
 * whose unknowns they are says how rates follow from them and how a direction is solved for. */
#ifndef LUDO_SOLVER_INTERIOR_INTERIOR_H
#define LUDO_SOLVER_INTERIOR_INTERIOR_H

#include "ludo/status.h"
#include "solver/interior/cone.h"

/* The equations whose unknowns move the rates of cones. */
typedef struct interior_system {
    void *self;

    /* Go back to where the iteration starts. */
    void (*restart)(void *self);

    /* Rates y of all cones and what the equations still lack, at the iterate. Anything but LUDO_OK
     * ends the attempt. */
    ludo_status (*evaluate)(void *self);

    /* Solve the linearised equations with the cones' laws (slope, push); factorising anew, or,
     * where only push changed, with the last factors. Sets dy of all cones. Returns how far the
     * direction moves, in the units of the tolerance; NaN: it has none. */
    double (*direct)(void *self, bool factorize);

    /* The unknowns += alpha times the direction. */
    void (*advance)(void *self, double alpha);

    /* What evaluate() found open, in the units of the tolerance. */
    double (*open)(const void *self);
} interior_system;

typedef struct interior_settings {
    cone_scale scale;
    double tolerance; /* of what is open, and of what a step leaves: the square of its move, and
                         the part that it didn't go */
    double kappa, relaxed; /* targets of complementarity, over scale.p scale.y, or over what speeds
                              and impulses are where those are larger: the wanted one, and the
                              largest that still counts where an iteration stalls */
    double product; /* impulse times the rate that it keeps from becoming negative, where a solution
                       with a larger one isn't the last [p y]; 0: any is */
    double slack;   /* how much a cone's own rates may miss y, over scale.y likewise */
    int32_t max_iterations; /* of each attempt */
    int32_t rungs;          /* attempts: each starts farther inside; 0: only the one that resumes,
                               for max_iterations, to what still counts but leaves that product */
    double lifted;          /* speed, over scale.y, by which a rate may be too small where slips
                               are held: of what is wedged [convex.h] */
    bool careful;           /* whether no attempt is swift */
    bool resumes;           /* whether impulses p of the cones and rates y + dy may be near those
                               of a solution: an attempt before all others starts there */
    cone_scale near;        /* by how much they, and rates, may be off: where it resumes [> 0] */
} interior_settings;

typedef struct interior_report {
    int32_t iterations, factorizations; /* over all attempts */
    int32_t attempts;                   /* 1: no retry; one that resumes isn't counted */
    bool loosened;                      /* whether kappa had to be relaxed */
    double kappa;                       /* reached, over the same */
    double residual;                    /* last tested */
    int32_t worst;                      /* the cone that was farthest from complementary */
} interior_report;

/* Solve. On success the last correction is applied and the system evaluated there.
 * @return LUDO_OK, LUDO_NOT_CONVERGED, or what evaluate() says */
ludo_status ludo_interior_solve(const interior_system *system, cone *cones, int32_t count,
                                const interior_settings *settings, interior_report *report);

#endif
