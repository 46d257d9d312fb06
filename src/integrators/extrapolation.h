/* SPDX-License-Identifier: Apache-2.0
 *
 * Polynomial extrapolation of past intervals, the first iterate of a step. */
#ifndef LUDO_INTEGRATORS_EXTRAPOLATION_H
#define LUDO_INTEGRATORS_EXTRAPOLATION_H

/* Most past intervals that are used. */
enum { EXTRAPOLATION_POINTS = 6 };

/* Weights of the newest, second newest, ... of `count` equidistant values in the extrapolation by a
 * polynomial of degree count - 1; row count - 1: binomial coefficients with alternating signs. */
extern const double ludo_extrapolate[EXTRAPOLATION_POINTS][EXTRAPOLATION_POINTS];

#endif
