/* SPDX-License-Identifier: Apache-2.0
 *
 * Mehrotra's predictor-corrector for equations with cones [contact.md 2.3]. Knows no mechanics: the
 * owner of the unknowns provides the rates as functions of them and solves for directions.
 * Equations of several independent parts: interior_parts.h. */
#ifndef LUDO_SOLVER_INTERIOR_INTERIOR_H
#define LUDO_SOLVER_INTERIOR_INTERIOR_H

#include "ludo/status.h"
#include "solver/interior/cone.h"

/* The equations whose unknowns move the rates of cones. */
typedef struct interior_system {
    void *self;

    /* Return to where the iteration starts. */
    void (*restart)(void *self);

    /* Rates y of all cones and the residual of the equations at the iterate. Anything but LUDO_OK
     * ends the attempt. */
    ludo_status (*evaluate)(void *self);

    /* Before a factorisation: whether slopes are soft (attempt.h). NULL: all the same to it. */
    void (*soften)(void *self, bool soft);

    /* Solve the linearised equations with the cones' laws (slope, rhs); with a new factorisation
     * or, where only rhs changed, with the last one. Sets dy of all cones. Returns the size of the
     * direction, in the units of the tolerance; NaN: there is none. */
    double (*direction)(void *self, bool factorize);

    /* The unknowns += alpha times the direction. */
    void (*advance)(void *self, double alpha);

    /* The residual that evaluate() found, in the units of the tolerance. */
    double (*residual)(const void *self);
} interior_system;

typedef struct interior_settings {
    cone_scale scale; /* units; where speeds or impulses at hand are larger than these, in their
                         place */
    double tolerance; /* of the residual, and of the remainder of a step: the square of its size,
                         and the part of it that wasn't gone */
    double kappa;     /* target of the products p o y [scale.p scale.y] */
    double relaxed_kappa;    /* largest one accepted where an iteration stalls [scale.p scale.y] */
    double slack_tolerance;  /* largest difference of slacks s and rates y [scale.y] */
    double polish_product;   /* a solution with a larger p[0] y[0] of a unilateral cone is polished
                                [p y]; 0: none is */
    double rate_shift;       /* speed by which a rate may be too small in the slip iteration
                                [scale.y] */
    int32_t max_iterations;  /* of each attempt */
    int32_t slip_iterations; /* of the slip iteration, after which it ends with bounded friction; 0:
                                no limit */
    int32_t restarts;        /* cold starts, each farther inside than the one before */
    bool cautious;           /* whether all attempts take short steps */
    bool predicts;      /* whether a warm start comes after a prediction, and a solution of a cold
                           start before a centring, whose steps have fewer digits: the system must
                           test its balances */
    bool predicts_only; /* whether no start follows a prediction that fails */
    bool refines;       /* whether a prediction evaluates its first direction before the second one,
                           which so is small and has the digits that the balances need; and whether
                           it alone tests the residual, of linear equations */
    bool one_step;      /* whether a prediction has one step at most: it starts so near that another
                           one goes astray */
    bool closes_first;  /* whether the first direction of a prediction aims at the target; a small
                           one has all digits, and no second one follows */
    bool estimates;     /* whether the warm start is at impulses that the system estimates */
    bool warm_start;    /* whether impulses p and rates y + dy of the cones are near those of a
                           solution: the first attempt starts there */
    cone_scale
        warm_start_error; /* by how much impulses and rates of a warm start may be off, > 0 */
} interior_settings;

typedef struct interior_report {
    int32_t iterations, factorizations; /* over all attempts */
    int32_t attempts; /* cold starts, at least 1: no retry. A warm start isn't counted */
    bool relaxed;     /* whether the solution has a larger kappa than the target */
    bool bounded;     /* whether it has bounded friction [contact.md 5.6] */
    double kappa;     /* reached, in units of the scale */
    double residual;  /* tested last */
    int32_t worst;    /* the cone that is farthest from complementary; -1: none */
} interior_report;

/* Solve: a warm start, if the settings say so, then cold starts. On success the last correction is
 * applied and the system evaluated there. @return LUDO_OK, LUDO_NOT_CONVERGED, or as evaluate() */
ludo_status ludo_interior_solve(const interior_system *system, cone *cones, int32_t count,
                                const interior_settings *settings, interior_report *report);

/* The same after earlier solves, whose iterations and factorisations the report has: those of this
 * one are added. */
ludo_status ludo_interior_solve_next(const interior_system *system, cone *cones, int32_t count,
                                     const interior_settings *settings, interior_report *report);

/* A restart of a system that stays at the iterate. */
void ludo_interior_stay(void *self);

/* Solve by a warm start alone, with max_iterations, until products are polished and kappa is at
 * most relaxed_kappa. @return as ludo_interior_solve() */
ludo_status ludo_interior_polish(const interior_system *system, cone *cones, int32_t count,
                                 const interior_settings *settings, interior_report *report);

#endif
