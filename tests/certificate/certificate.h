/* SPDX-License-Identifier: Apache-2.0
 *
 * Certificates of narrow phases: the contracts of `gap` and `find` (collision/narrow_phase.h) and
 * of features (collision/feature.h), checked at random poses against bounds in extended precision.
 */
#ifndef LUDO_TESTS_CERTIFICATE_CERTIFICATE_H
#define LUDO_TESTS_CERTIFICATE_CERTIFICATE_H

#include "certificate/sample.h"

/* The checks: name, claim. */
#define CERTIFICATE_LIST(X)                                                                        \
    X(above, "the gap is not above the distance; where shapes overlap not above minus the depth")  \
    X(below, "the gap is not below the distance; where shapes overlap not below minus the depth")  \
    X(deepest, "a feature of shapes that overlap is as deep as the pair")                          \
    X(nearest, "a feature of shapes that are apart has the gap of the pair")                       \
    X(spurious, "no feature of shapes that are apart has a smaller gap than the pair")             \
    X(normal, "the shapes have the gap along the normal of the nearest feature")                   \
    X(points, "the nearest points of the nearest feature belong to the shapes")                    \
    X(form, "normals are unit vectors, gaps are within the margin, features are not too many")     \
    X(repeat, "equal poses give equal bits")                                                       \
    X(frame, "the gap is independent of the frame of the world")                                   \
    X(swap, "two shapes of one type have the same gap in both orders")                             \
    X(slope, "normals and points are the derivatives of gaps")                                     \
    X(steady, "a small motion changes the gap of a feature by as little")

enum {
#define X(name, claim) CHECK_##name,
    CERTIFICATE_LIST(X)
#undef X
        CERTIFICATE_CHECKS
};

/* The results of one check. */
typedef struct certificate_check {
    double worst;      /* the largest error, in units of its tolerance */
    long worst_index;  /* the number of its sample */
    double worst_size; /* the error [m, or of unit speed] */
    long failures;     /* samples with an error above the tolerance */
    long first;        /* the number of the first of them */
} certificate_check;

/* The results of one narrow phase. */
typedef struct certificate {
    long samples;
    long open; /* samples whose bounds are wider than the tolerance, with a gap between them */
    certificate_check check[CERTIFICATE_CHECKS];
} certificate;

extern const char *const certificate_names[CERTIFICATE_CHECKS];
extern const char *const certificate_claims[CERTIFICATE_CHECKS];

/* Check one sample. */
void certificate_add(certificate *c, const pair_sample *s, long index);

/* The number of failed checks. */
long certificate_failures(const certificate *c);

#endif
