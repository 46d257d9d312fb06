/* SPDX-License-Identifier: Apache-2.0
 *
 * Broyden's updates of an iteration whose matrix is kept, or only nearly right: each step teaches
 * what the matrix is along it [kelley1995 ch. 7]. The inverse is a product,
 *
 *     B_n^-1 = (1 + s_n s_{n-1}^T / |s_{n-1}|^2) .. (1 + s_1 s_0^T / |s_0|^2) B_0^-1
 *
 * so that the steps s are all that is remembered. */
#ifndef LUDO_INTEGRATORS_GALERKIN_BROYDEN_H
#define LUDO_INTEGRATORS_GALERKIN_BROYDEN_H

#include "core/memory.h"

/* Most steps that are remembered; then it begins anew. */
enum { BROYDEN_MEMORY = 12 };

typedef struct broyden {
    int32_t size, period;          /* of a step; of the scales of its numbers */
    const double *scale;           /* per number of a period: that makes numbers comparable */
    int32_t count;                 /* steps remembered */
    double *steps;                 /* BROYDEN_MEMORY times size */
    double square[BROYDEN_MEMORY]; /* |s|^2 */
} broyden;

/* For steps of `periods` times `period` numbers. */
void ludo_broyden_layout(broyden *b, int32_t periods, int32_t period, arena *scratch);

/* The matrix is another one. */
void ludo_broyden_forget(broyden *b);

/* x is -B_0^-1 r at the iterate that the last step led to; make it the next step, and remember it.
 */
void ludo_broyden_step(broyden *b, double *x);

#endif
