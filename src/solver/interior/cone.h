/* SPDX-License-Identifier: Apache-2.0
 *
 * Complementarity on cones, one row block at a time [contact.md 5]. Knows no mechanics.
 *
 * A cone has up to three rows. Impulses p along them and rates y of them (functions of unknowns
 * that belong to somebody else) are complementary; an interior point keeps
 *
 *     p o y = kappa > 0,   p and y strictly inside,   kappa -> 0
 *
 * with whatever further numbers its kind has. Linearised and with these eliminated it is a linear
 * law between the NEW impulse and the change of rates,
 *
 *     p + dp = push - slope dy
 *
 * which is all that the system of the unknowns sees. `slope` depends on where the cone stands, not
 * on kappa: predictor and corrector share one factorisation. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_H
#define LUDO_SOLVER_INTERIOR_CONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most rows of a cone, and most numbers that a kind keeps. */
enum { CONE_ROWS = 3, CONE_NUMBERS = 36 };

typedef struct cone_kind cone_kind;

typedef struct cone {
    const cone_kind *kind;
    double mu;             /* of friction cones their slope; of a band the most that it bears */
    double shift, shifted; /* of an associated law: the speed of slip that it is held at, > 0, and
                              what it differed by from the one that was found last */
    double kept;           /* the speed that it was held at in the best solution so far */
    double soft; /* what y[0] gives way by per impulse, where it is what must not become negative;
                    set by whoever solves, 0: nothing */

    /* rates of the rows at the iterate, set by whoever evaluates it: y[0] is what must not become
     * negative, y[1], y[2] slip; a band has slip alone, from y[0] on */
    double y[CONE_ROWS];

    /* results at the iterate */
    double p[CONE_ROWS]; /* impulses */

    /* the law that is solved with, row-major */
    double slope[CONE_ROWS * CONE_ROWS], push[CONE_ROWS];
    double dy[CONE_ROWS]; /* what a direction says, set by whoever solves; where it resumes, how far
                             rates are from those that are expected */

    double x[CONE_NUMBERS], dx[CONE_NUMBERS]; /* the kind's own: numbers and their direction */
} cone;

/* What impulses and rates are measured in [both > 0]. */
typedef struct cone_scale {
    double p; /* a typical impulse of one cone */
    double y; /* a typical rate */
} cone_scale;

/* A kind of cone: a table of operations. */
struct cone_kind {
    const char *name;
    int32_t rows;   /* 1 to CONE_ROWS */
    int32_t degree; /* how many products the complementarity is the sum of */
    bool bears;     /* whether p[0] keeps y[0] from becoming negative */

    /* Choose an interior point near rates y. */
    void (*start)(cone *c, cone_scale s);

    /* Choose one with products kappa near the impulses p and the rates y, in units of s. */
    void (*resume)(cone *c, cone_scale s, double kappa);

    /* slope and push for the target kappa; with `corrects` the products of the last direction dx
     * are taken off (Mehrotra's second order). */
    void (*linearize)(cone *c, double kappa, bool corrects);

    /* dx from dy and the law made last. */
    void (*direct)(cone *c);

    /* The largest step <= 1 along dx that keeps `part` of the way to the boundary, part < 1. */
    double (*longest)(const cone *c, double part);

    /* x += alpha dx; p with it. (y is evaluated anew by its owner.) */
    void (*advance)(cone *c, double alpha);

    /* The sum of the products after a step alpha along dx; alpha = 0: as they are. */
    double (*product)(const cone *c, double alpha);

    /* The largest amount by which a product differs from kappa; and by how much the cone's own copy
     * of a rate misses y, in units of the rate. */
    double (*excess)(const cone *c, double kappa);
    double (*gap)(const cone *c);

    /* The same law with its slip held, or, of that, with its own; NULL: there is none. */
    const cone_kind *twin;
};

/* The kinds: one line each.
 *     ray       one row: p >= 0, y >= 0                              (no friction, limits)
 *     exact     three rows: |(p1, p2)| <= mu p0, the true cone       [maximal.md 5]
 *     associated  of three, its convex twin: slip that lifts is held at `shift`; mu > 0
 *     linear4   its inscribed pyramid of 4 facets
 *     linear8   of 8
 *     band      one row: |p0| <= mu, against the rate y0             (dry friction)
 *     ball      three rows: |p| <= mu, against the rates y0 to y2 */
#define LUDO_CONE_LIST(X)                                                                          \
    X(ray)                                                                                         \
    X(exact)                                                                                       \
    X(associated)                                                                                  \
    X(linear4)                                                                                     \
    X(linear8)                                                                                     \
    X(band)                                                                                        \
    X(ball)

#define X(name) extern const cone_kind ludo_cone_##name;
LUDO_CONE_LIST(X)
#undef X

#endif
