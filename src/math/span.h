/* SPDX-License-Identifier: Apache-2.0
 *
 * What up to six vectors of six numbers span, and what is orthogonal to it: A = Q R by
 * Householder's reflections, vector by vector in the order given, so that the same vectors give the
 * same bits. */
#ifndef LUDO_MATH_SPAN_H
#define LUDO_MATH_SPAN_H

#include <stdbool.h>
#include <stdint.h>

enum { SPAN_SIZE = 6 };

/* Begin with all zero. */
typedef struct vector_span {
    int32_t count, rank;
    int32_t pivot[SPAN_SIZE]; /* per vector: the reflection that it brought, -1: it added nothing */
    double v[SPAN_SIZE][SPAN_SIZE], beta[SPAN_SIZE]; /* per reflection 1 - beta v v^T */
    double R[SPAN_SIZE][SPAN_SIZE]; /* per vector: what the reflections make of it */
} vector_span;

/* Add a vector, of at most six; it counts where it adds more than `least` to those before it. */
void ludo_span_add(vector_span *s, const double a[SPAN_SIZE], double least);

/* The coefficients (count) with which the vectors come nearest to b; zero of those that don't
 * count. */
void ludo_span_solve(const vector_span *s, const double b[SPAN_SIZE], double *x);

/* The unit vector number k = 0 .. 5 - rank of those orthogonal to all and to one another. */
void ludo_span_beside(const vector_span *s, int32_t k, double out[SPAN_SIZE]);

#endif
