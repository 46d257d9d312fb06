/* SPDX-License-Identifier: Apache-2.0
 *
 * The span of up to six vectors of six numbers, and its orthogonal complement: A = Q R by
 * Householder reflections, vector by vector in the given order, so that equal vectors give equal
 * bits. */
#ifndef LUDO_MATH_SPAN_H
#define LUDO_MATH_SPAN_H

#include <stdbool.h>
#include <stdint.h>

enum { SPAN_SIZE = 6 };

/* Initialise with zeros. */
typedef struct vector_span {
    int32_t count, rank;
    int32_t pivot[SPAN_SIZE]; /* per vector: its reflection; -1: it is dependent */
    double v[SPAN_SIZE][SPAN_SIZE], beta[SPAN_SIZE]; /* per reflection 1 - beta v v^T */
    double R[SPAN_SIZE][SPAN_SIZE]; /* per vector: the vector after the reflections */
} vector_span;

/* Add a vector, at most six; it is independent if its remainder exceeds `least`. */
void ludo_span_add(vector_span *s, const double a[SPAN_SIZE], double least);

/* The least-squares coefficients (count) of the vectors for b; zero for dependent vectors. */
void ludo_span_solve(const vector_span *s, const double b[SPAN_SIZE], double *x);

/* Unit vector number k = 0 .. 5 - rank of an orthonormal basis of the complement. */
void ludo_span_beside(const vector_span *s, int32_t k, double out[SPAN_SIZE]);

#endif
