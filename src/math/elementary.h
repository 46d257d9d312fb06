/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementary functions from + - * / and sqrt only: equal bits on every IEEE 754 machine, with every
 * compiler and instruction set, which no libm guarantees. All errors are below 1 ulp. */
#ifndef LUDO_MATH_ELEMENTARY_H
#define LUDO_MATH_ELEMENTARY_H

#define PI 3.14159265358979323846

/* Sine and cosine of a [rad]. Any finite a; beyond |a| = 2^20 the reduction loses digits in
 * proportion to |a|. Not finite: NaN. Exactly odd and even. */
void ludo_sincos(double a, double *sine, double *cosine);

/* The angle of the point (x, y) [rad], in [-pi, pi]; signed zeros and infinities as C's atan2.
 * Exactly odd in y. */
double ludo_atan2(double y, double x);

/* The angle in [0, pi] whose cosine is x; NaN outside [-1, 1]. */
double ludo_acos(double x);

/* e^x; infinite where that overflows. */
double ludo_exp(double x);

#endif
