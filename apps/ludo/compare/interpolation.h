/* SPDX-License-Identifier: Apache-2.0
 *
 * Interpolation between the knots of a recording: the Lagrange polynomial of degree 5 through the
 * six nearest knots. Its error has order 6 in their distance for smooth motion. */
#ifndef LUDO_APP_COMPARE_INTERPOLATION_H
#define LUDO_APP_COMPARE_INTERPOLATION_H

#include <stddef.h>

enum { INTERPOLATION_KNOTS = 6 };

/* The knots and weights for a time. */
typedef struct interpolation {
    size_t first, stride;
    int count;
    double weight[INTERPOLATION_KNOTS];
} interpolation;

/* Interpolate at a time within `rows` > 0 knots, of which every stride-th one is used, from the
 * first one on. O(log rows). */
interpolation ludo_interpolation_at(const double *time, size_t rows, size_t stride, double at);

#endif
