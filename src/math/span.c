/* SPDX-License-Identifier: Apache-2.0
 *
 * Q R factorisation of vectors of six numbers. Reflection k leaves the first k entries alone. */
#include "math/span.h"

#include <math.h>
#include <string.h>

/* x <- (1 - beta v v^T) x for reflection k */
static void reflect(const vector_span *s, int32_t k, double x[SPAN_SIZE])
{
    const double *v = s->v[k];
    double along = 0.0;
    for (int32_t i = k; i < SPAN_SIZE; i++) {
        along += v[i] * x[i];
    }
    for (int32_t i = k; i < SPAN_SIZE; i++) {
        x[i] -= s->beta[k] * along * v[i];
    }
}

/* x <- Q^T a */
static void reflect_all(const vector_span *s, const double a[SPAN_SIZE], double x[SPAN_SIZE])
{
    memcpy(x, a, SPAN_SIZE * sizeof *x);
    for (int32_t k = 0; k < s->rank; k++) {
        reflect(s, k, x);
    }
}

void ludo_span_add(vector_span *s, const double a[SPAN_SIZE], double least)
{
    const int32_t k = s->rank;
    double *x = s->R[s->count], square = 0.0;
    reflect_all(s, a, x);
    for (int32_t i = k; i < SPAN_SIZE; i++) {
        square += x[i] * x[i];
    }
    const bool counts = square > least * least;
    s->pivot[s->count++] = counts ? k : -1;
    if (counts) {
        /* the reflection that maps the remainder of x to axis k, to the more distant side */
        const double end = -copysign(sqrt(square), x[k]);
        memcpy(s->v[k] + k, x + k, (size_t)(SPAN_SIZE - k) * sizeof *x);
        s->v[k][k] -= end;
        s->beta[k] = 1.0 / (square - end * x[k]); /* 2 / v.v */
        x[k] = end;
        s->rank++;
    }
}

void ludo_span_solve(const vector_span *s, const double b[SPAN_SIZE], double *x)
{
    double rest[SPAN_SIZE];
    reflect_all(s, b, rest);
    for (int32_t c = s->count; c-- > 0;) {
        const int32_t k = s->pivot[c];
        x[c] = k >= 0 ? rest[k] / s->R[c][k] : 0.0;
        for (int32_t i = 0; i < k; i++) {
            rest[i] -= s->R[c][i] * x[c];
        }
    }
}

void ludo_span_beside(const vector_span *s, int32_t k, double out[SPAN_SIZE])
{
    memset(out, 0, SPAN_SIZE * sizeof *out);
    out[s->rank + k] = 1.0;
    for (int32_t i = s->rank; i-- > 0;) {
        reflect(s, i, out);
    }
}
