/* SPDX-License-Identifier: Apache-2.0
 *
 * The polynomial of a coupling, p(x) = sum over k of c_k x^k, and its derivatives. */
#ifndef LUDO_LOOPS_POLYNOMIAL_H
#define LUDO_LOOPS_POLYNOMIAL_H

/* p(x) and p'(x) by Horner's scheme. */
static inline double polynomial(const double c[5], double x, double *slope)
{
    double p = c[4];
    *slope = 0.0;
    for (int k = 3; k >= 0; k--) {
        *slope = *slope * x + p;
        p = p * x + c[k];
    }
    return p;
}

/* p''(x) */
static inline double polynomial_curvature(const double c[5], double x)
{
    return 2.0 * c[2] + x * (6.0 * c[3] + x * 12.0 * c[4]);
}

#endif
