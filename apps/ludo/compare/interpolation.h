/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the knots of a recording: the polynomial of degree 5 through the six nearest ones, whose
 * error is of order 6 in their distance where motion is smooth. */
#ifndef LUDO_APP_COMPARE_INTERPOLATION_H
#define LUDO_APP_COMPARE_INTERPOLATION_H

#include <stddef.h>

enum { INTERPOLATION_KNOTS = 6 };

/* Knots that tell of a time, and by what weights. */
typedef struct interpolation {
    size_t first, stride;
    int count;
    double weight[INTERPOLATION_KNOTS];
} interpolation;

/* For a time within those of `rows` > 0 knots, of which every stride-th counts, from the first one.
 * O(log rows). */
interpolation ludo_interpolation_at(const double *time, size_t rows, size_t stride, double at);

#endif
