/* SPDX-License-Identifier: Apache-2.0
 *
 * Broyden's updates for an iteration whose matrix is kept or approximate: each step corrects the
 * matrix along the step [kelley1995 ch. 7]. The inverse is a product,
 *
 *     B_n^-1 = (1 + s_n s_{n-1}^T / |s_{n-1}|^2) .. (1 + s_1 s_0^T / |s_0|^2) B_0^-1
 *
 * so that only the steps s are stored. */
#ifndef LUDO_INTEGRATORS_GALERKIN_BROYDEN_H
#define LUDO_INTEGRATORS_GALERKIN_BROYDEN_H

#include "core/memory.h"

/* Most steps that are stored; then the updates restart from B_0. */
enum { BROYDEN_MEMORY = 12 };

typedef struct broyden {
    int32_t size, period;          /* numbers of a step; period of their scales */
    const double *scale;           /* per number of a period: factor to a common unit */
    int32_t count;                 /* steps stored */
    double *steps;                 /* BROYDEN_MEMORY times size */
    double square[BROYDEN_MEMORY]; /* |s|^2 */
} broyden;

/* For steps of `periods` times `period` numbers. */
void ludo_broyden_layout(broyden *b, int32_t periods, int32_t period, arena *scratch);

/* Discard all updates: the matrix B_0 has changed. */
void ludo_broyden_reset(broyden *b);

/* On entry x is -B_0^-1 r at the iterate after the last step; make x the next step, and store it.
 */
void ludo_broyden_step(broyden *b, double *x);

#endif
