/* SPDX-License-Identifier: Apache-2.0
 *
 * Complementarity on cones, one block of rows at a time [contact.md 2.2]. Knows no mechanics.
 *
 * A cone has up to six rows. Impulses p along them and rates y of them (functions of unknowns
 * that belong to the caller) are complementary; an interior point keeps
 *
 *     p o y = kappa > 0,   p and y strictly inside,   kappa -> 0
 *
 * with further unknowns of the cone's kind. Linearised, and with these eliminated, it is a linear
 * law between the NEW impulse and the change of the rates,
 *
 *     p + dp = rhs - slope dy
 *
 * which is all that the system of the unknowns sees. `slope` depends on the iterate, not on kappa:
 * predictor and corrector share one factorisation. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_H
#define LUDO_SOLVER_INTERIOR_CONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Most rows of a cone; most edges of a pyramid. */
enum { CONE_ROWS = 6, MOST_EDGES = 8 };

typedef struct cone_kind cone_kind;

/* The interior point of one cone, or its direction. */
typedef struct cone_numbers {
    double p[CONE_ROWS]; /* impulses */
    double s[CONE_ROWS]; /* slacks: the cone's own copy of the rates y */
    double psi;          /* first component of (psi, slip): at least the speed of slip */
    double target;       /* from linearize() to direction(): kappa less the second-order term */
    double zeta;         /* of a pyramid: mu p0 - sum of b */
    double b[MOST_EDGES], eta[MOST_EDGES]; /* of a pyramid, per edge: impulse, and its slack */
    double next[MOST_EDGES]; /* of a pyramid, from linearize() to direction(): b + db at dy = 0 */
} cone_numbers;

/* Numbers that each iteration reads come first; those that a start or a linearisation writes before
 * they are read come last, and are not cleared. */
typedef struct cone {
    const cone_kind *kind;
    double mu; /* of friction cones the coefficient; of a band, a ball and a bounded cone the bound
                  of the impulse */
    double compliance; /* of a unilateral cone: y[0] + compliance p[0] >= 0; set by the caller */

    /* rates of the rows at the iterate, set by the caller: y[0] of a unilateral cone is >= 0,
     * the others are slip; a band or ball has slip alone, from y[0] on */
    double y[CONE_ROWS];
    double p[CONE_ROWS];  /* impulses at the iterate: the result */
    double dy[CONE_ROWS]; /* change of the rates by a direction, set by the caller; before a warm
                             start: expected rates less y */

    /* the linear law, row-major; zero beyond the rows of the kind */
    double rhs[CONE_ROWS], slope[CONE_ROWS * CONE_ROWS];

    /* of the slip iteration */
    double slip_held;   /* the speed of slip that the law is held at, > 0 */
    double slip_change; /* slip found last, less the one held then */
    double slip_best;   /* the slip held in the best solution so far */

    /* of a bounded cone */
    const cone_kind *unbounded; /* its kind otherwise; NULL: it is none */
    double coefficient;         /* of friction */

    cone_numbers x; /* the interior point */

    /* those of a warm start while a prediction runs: impulses, and expected rates less y */
    double start_p[CONE_ROWS], start_dy[CONE_ROWS];

    cone_numbers dx; /* direction */
} cone;

/* A cone of a kind, without impulses and rates. */
static inline void ludo_cone_clear(cone *c, const cone_kind *kind)
{
    memset(c, 0, offsetof(cone, x) + offsetof(cone_numbers, b));
    c->kind = kind;
}

/* Units of impulses and rates [both > 0]. */
typedef struct cone_scale {
    double p; /* a typical impulse of one cone */
    double y; /* a typical rate */
} cone_scale;

/* A kind of cone: a table of operations. */
struct cone_kind {
    const char *name;
    int32_t rows;    /* 1 to CONE_ROWS */
    int32_t degree;  /* number of products whose sum the complementarity is */
    bool unilateral; /* whether p[0] >= 0 keeps y[0] >= 0 */

    /* Choose an interior point near rates y. */
    void (*start)(cone *c, cone_scale s);

    /* Choose one with products kappa near the impulses p and the rates y, in units of s. */
    void (*warm_start)(cone *c, cone_scale s, double kappa);

    /* Put x onto the central path of kappa near impulses p and rates y. What presses keeps p, what
     * separates keeps y; friction that sticks keeps p, that slips keeps y: by which is larger in
     * units of s. NULL: the kind has no such rule. */
    void (*put_on_path)(cone *c, const double *p, const double *y, cone_scale s, double kappa);

    /* slope and rhs for the target kappa; with `corrects` less the products of the last direction
     * dx (Mehrotra's second order). */
    void (*linearize)(cone *c, double kappa, bool corrects);

    /* dx from dy and the last law. */
    void (*direction)(cone *c);

    /* The largest step <= 1 along dx that goes at most `part` < 1 of the way to the boundary. */
    double (*longest_step)(const cone *c, double part);

    /* x += alpha dx, and p. (The caller evaluates y.) */
    void (*advance)(cone *c, double alpha);

    /* The sum of the products after a step alpha along dx; alpha = 0: at the iterate. */
    double (*product)(const cone *c, double alpha);

    /* The largest difference of a product from kappa; that of a slack s from its rate y. */
    double (*excess)(const cone *c, double kappa);
    double (*rate_error)(const cone *c);

    /* The same law with its slip held or, of that one, with its own slip; NULL: none. */
    const cone_kind *twin;

    /* The same with a bound of friction that is an impulse; NULL: none. */
    const cone_kind *bounded;
};

/* The kinds: one line each.
 *     ray       one row: p >= 0, y >= 0                              (no friction, limits)
 *     exact     three rows: |(p1, p2)| <= mu p0, the friction cone
 *     associated  its convex twin: the slip in the normal law is held at `slip_held`; mu > 0
 *     bounded   three rows: p0 >= 0, y0 >= 0 and |(p1, p2)| <= mu, an impulse
 *     exact_4, associated_4, bounded_4    the same with |(p1 .. p3)|, of four rows
 *     exact_6, associated_6, bounded_6    with |(p1 .. p5)|, of six
 *     linear4   the inscribed pyramid of 4 edges of the cone of three rows
 *     linear8   of 8
 *     band      one row: |p0| <= mu, against the rate y0             (dry friction)
 *     ball      three rows: |p| <= mu, against the rates y0 to y2 */
#define LUDO_CONE_LIST(X)                                                                          \
    X(ray)                                                                                         \
    X(exact)                                                                                       \
    X(associated)                                                                                  \
    X(bounded)                                                                                     \
    X(exact_4)                                                                                     \
    X(associated_4)                                                                                \
    X(bounded_4)                                                                                   \
    X(exact_6)                                                                                     \
    X(associated_6)                                                                                \
    X(bounded_6)                                                                                   \
    X(linear4)                                                                                     \
    X(linear8)                                                                                     \
    X(band)                                                                                        \
    X(ball)

#define X(name) extern const cone_kind ludo_cone_##name;
LUDO_CONE_LIST(X)
#undef X

/* Bound the friction of a circular cone, exact or associated, by the impulse that its normal
 * impulse allows now; and give it its own kind again. Cones of other kinds stay. */
void ludo_cone_bounded_begin(cone *c);
void ludo_cone_bounded_end(cone *c);

#endif
