/* SPDX-License-Identifier: Apache-2.0
 *
 * How past intervals continue, where iterations start from them. */
#ifndef LUDO_INTEGRATORS_EXTRAPOLATION_H
#define LUDO_INTEGRATORS_EXTRAPOLATION_H

/* Most intervals past that are continued. */
enum { EXTRAPOLATION_POINTS = 6 };

/* Weights of the newest, second newest, ... of `count` equidistant values that a polynomial of
 * degree count - 1 continues, in row count - 1: binomial coefficients with alternating signs. */
extern const double ludo_extrapolate[EXTRAPOLATION_POINTS][EXTRAPOLATION_POINTS];

#endif
